"""`certify shoe blackjack`: without the option to burn a card, against published effects."""

from __future__ import annotations

import pytest

from certify.cards.ranks import RANK_LABELS
from certify.cards.shoe import Shoe
from certify.exact.blackjack.residues.fraction import exact_expectation
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.runtime.workers import Workers
from certify.studies.shoe.order import ShoeOrder
from certify.studies.shoe.result import ShoeResult
from certify.studies.shoe.study import shoe_study
from certify.studies.twenty_one import BlackjackGame

GRIFFIN = {
    "A": -0.61, "2": 0.38, "3": 0.44, "4": 0.55, "5": 0.69,
    "6": 0.46, "7": 0.28, "8": 0.00, "9": -0.18, "T": -0.51,
}  # fmt: skip
"""Percent of the wager, one deck, the strategy held: P. Griffin, The Theory of Blackjack, as it is
quoted everywhere. His were worked out in 1976 with approximations after splits."""

ONE_DECK = (
    "decks=1",
    "dealer_hits_soft_17=false",
    "double_after_split=false",
    "max_split_hands=2",
)

SIX = ("decks=6", "dealer_hits_soft_17=false", "double_after_split=true", "max_split_hands=2")


def plain(*settings: str) -> BlackjackGame:
    return BlackjackGame(apply_overrides(load_game("blackjack"), settings))


@pytest.fixture(scope="module")
def found() -> ShoeResult:
    order = ShoeOrder(compositions=0)
    return shoe_study(plain(*SIX), order, workers=Workers(processes=1))


def test_effects_of_one_deck_are_griffins() -> None:
    order = ShoeOrder(compositions=0)
    (main,) = shoe_study(plain(*ONE_DECK), order, workers=Workers(processes=1)).effects
    for label, percent in GRIFFIN.items():
        effect = main.effects[label]
        assert effect is not None
        assert 100 * effect == pytest.approx(percent, abs=0.05)


@pytest.mark.slow
@pytest.mark.parametrize("label", ["A", "5", "T"])
def test_effects_of_six_decks_are_those_of_fractions(found: ShoeResult, label: str) -> None:
    """The strategy held, by residues modulo primes: no floating point is shared with the study."""
    game = plain(*SIX)
    counts = list(game.shoe.counts)
    counts[RANK_LABELS.index(label)] -= 1
    decisions = game.optimal.decisions
    whole, less = (
        exact_expectation(shoe, game.rules, decisions, with_burnout=False).main
        for shoe in (game.shoe, Shoe(counts))
    )
    (main,) = found.effects
    assert main.effects[label] == pytest.approx(float(less - whole), abs=1e-12)


def test_effects_of_six_decks_are_griffins_in_a_larger_pack(found: ShoeResult) -> None:
    (main,) = found.effects
    for label, percent in GRIFFIN.items():
        effect, best = main.effects[label], (main.best_effects or {})[label]
        assert effect is not None
        assert best is not None
        assert 100 * effect == pytest.approx(percent * 51 / 311, abs=0.011)
        # Who decides anew for the card that is gone has no less.
        assert best >= effect - 1e-12


def test_it_has_the_main_wager_alone_and_its_sums_hold(found: ShoeResult) -> None:
    assert found.sound
    assert {identity.quantity for identity in found.identities} == {"main", "best_main"}
    assert found.cut_card == ()
    counts = {count.name: count for count in found.counts[0].counts}
    # What everybody counts by tells the main wager well.
    assert (counts["hi_lo"].correlation or 0) > 0.95
    assert (counts["integer.2"].correlation or 0) > (counts["hi_lo"].correlation or 0)


def test_compositions_are_drawn_and_agree_with_the_full_shoe() -> None:
    order = ShoeOrder(compositions=40, counted=200)
    found = shoe_study(plain("decks=1", "max_split_hands=2"), order, workers=Workers(processes=1))
    assert found.sample is not None
    (check,) = found.sample.checks
    assert check.quantity == "main"
    assert abs(check.z or 0) < 4
    assert {each.wager for each in found.sample.perfect} == {"main"}
