"""The dealer's second card in sight: identities at the real size, and what is told of it.

Every order of few cards is gone through in `tests.oracle.test_random_rules`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import fsum

import numpy as np
import pytest

from certify.cards.ranks import ACE, RANKS, TEN
from certify.cards.shoe import Shoe
from certify.errors import SpecError
from certify.exact.blackjack.solve import evaluate, solve_optimal
from certify.exact.blackjack.values import shoe_values
from certify.language.catalogue import load_game
from certify.language.game import apply_settings
from certify.library import Game
from certify.runtime.context import Context
from certify.studies.exposure.result import ExposedResult
from certify.studies.exposure.study import hole_exposure_study
from certify.studies.twenty_one import BlackjackGame


@cache
def game(name: str) -> BlackjackGame:
    return BlackjackGame(load_game(name))


@cache
def one_deck() -> tuple[BlackjackGame, ExposedResult]:
    asked = replace(game("blackjack"), given_shoe=Shoe.of_decks(1))
    return asked, hole_exposure_study(asked, {"hole": 1}, Context())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["blackjack", "blackjack-burnout"])
def test_who_sees_it_and_plays_as_before_has_what_he_had(name: str) -> None:
    """Splits, doubles, burned cards and blackjacks included, with six decks: to 1e-14."""
    asked = game(name)
    counts = asked.shoe.array()
    cards = int(counts.sum())
    fair = asked.optimal
    parts: list[list[float]] = [[], []]
    by_both = np.zeros((RANKS, RANKS))
    for hole in range(RANKS):
        left = counts.copy()
        left[hole] -= 1
        shoe = Shoe(tuple(int(count) for count in left))
        values = shoe_values(asked.rules, shoe, with_burnout=asked.has_option, hole=hole)
        played = evaluate(values, fair.decisions)
        by_both[hole] = solve_optimal(values).main.by_upcard
        for up in range(RANKS):
            p = counts[up] * (counts[hole] - (up == hole)) / (cards * (cards - 1))
            # A dealer who looks takes one wager, whatever was to be done with it.
            lost = -(1 - values.deal[up, values.natural])
            for place, figures in enumerate((played.main, played.main_burnout)):
                if figures is not None:
                    is_blackjack = {up, hole} == {ACE, TEN}
                    parts[place].append(p * (lost if is_blackjack else figures.by_upcard[up]))
    assert fsum(parts[0]) == pytest.approx(fair.main.ev, abs=1e-14)
    if fair.main_burnout is not None:
        assert fsum(parts[1]) == pytest.approx(fair.main_burnout.ev, abs=1e-14)
    # Which of the two lies open makes no difference.
    assert np.abs(by_both - by_both.T).max() < 1e-14


# The study


def test_what_the_card_is_worth_is_told_by_wager_and_by_hand_of_the_dealer() -> None:
    found = hole_exposure_study(game("blackjack"), {"hole": 1}, Context())
    main = found.wagers["main"]
    assert main.fair == game("blackjack").optimal.main.ev
    assert round(100 * main.exposed, 2) == 10.36
    (decision,) = found.decisions
    assert len(decision.cases) == 55
    assert fsum(case.probability for case in decision.cases) == pytest.approx(1, abs=1e-14)
    worth = fsum(case.probability * case.worth for case in decision.cases)
    assert worth == pytest.approx(main.exposed, abs=1e-14)
    rules = {case.seen["upcard and hole"]: case.rule for case in decision.cases}
    assert rules["T T"] == ("stand on hard 20 or more and soft 20 or more",)
    assert rules["A T"] == ("nothing is to be decided",)
    assert "stand on hard 12 or more and soft 18 or more" in rules["6 T"]
    assert found.situations is None
    assert found.error_bound == 1e-12


@pytest.mark.slow
def test_a_second_card_that_is_dealt_late_cannot_be_seen() -> None:
    asked, found = one_deck()
    main = found.wagers["main"]
    kinds = [each.remedy for each in found.remedies]
    assert kinds == ["covered", "shuffled", "cut", "dealt_late", "dealt_late"]
    covered, shuffled, cut, takes_all, takes_one = (each.edges["main"] for each in found.remedies)
    assert covered == main.fair
    assert cut == main.exposed
    # Six packs again, of which the figure is known.
    assert round(100 * shuffled, 2) == 10.36
    # Where a blackjack takes the first wager alone, it makes no difference when it is found.
    assert takes_one == pytest.approx(main.fair, abs=1e-13)
    assert takes_all < takes_one
    assert asked.rules.dealer_peeks
    late = apply_settings(asked.loaded, {"dealer_peeks": False, "no_peek_loses": "all"})
    assert takes_all == replace(asked, loaded=late).optimal.main.ev
    assert {*found.remedies[0].edges} == {*found.wagers}


def test_the_library_asks_the_same_and_refuses_what_cannot_be_seen() -> None:
    asked = Game(load_game("blackjack"))
    found = asked.seeing({"hole": 1}, decks=1)
    _, own = one_deck()
    assert found.result.wagers["main"].exposed == pytest.approx(
        own.wagers["main"].exposed, abs=1e-14
    )
    with pytest.raises(SpecError, match="there is no hidden zone hol; did you mean hole"):
        asked.seeing({"hol": 1})
    with pytest.raises(SpecError, match="of hole one card can be seen in blackjack; expected"):
        asked.seeing({"hole": "1:T"})
