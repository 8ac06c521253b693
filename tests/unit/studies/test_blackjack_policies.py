"""Policies of the spec of blackjack, exactly: held against other engines, and refused in words."""

from __future__ import annotations

import pytest

import certify
from certify.cards.shoe import Shoe
from certify.errors import CertifyError, SpecError
from certify.language.catalogue import load_game
from certify.language.cut_down import cut_down
from certify.language.game import LoadedGame, apply_overrides
from certify.play.interpreter.program import Program
from certify.play.simulate.runner import StopRule
from certify.runtime.context import Context
from certify.studies.banked.blackjack import blackjack_study
from certify.studies.banked.study import banked_study
from certify.studies.crosscheck.blackjack import crosscheck_blackjack
from certify.studies.crosscheck.study import Order
from certify.studies.returns.study import METHOD_OF_POLICY, rtp_study
from certify.studies.simulation.study import Means, job_for, play_games
from certify.studies.simulation.table_play import certified_play
from certify.studies.twenty_one import BlackjackGame, TwentyOneGame, solved
from certify.studies.whatif.result import WhatIfResult

DEALT = [
    {"shuffle": "shoe"},
    {"deal": {"cards": 2, "from": "shoe", "to": "hands[1]"}},
    {"deal": {"from": "shoe", "to": "upcard"}},
    {"deal": {"from": "shoe", "to": "hole"}},
]
"""The first cards, without the wagers on them that look at suits."""

BURNOUT, SCORE = "blackjack-burnout", "score.1"
BY_COUNT = "2 if total(hand) < (17 if hand_count == 1 else 16) and up > 6 else 0"


def policy(decisions: dict[str, str], *settings: str) -> LoadedGame:
    """Return blackjack with other values of moves in a policy."""
    loaded = apply_overrides(load_game("blackjack"), settings)
    changes = {f"policies.by_total.decisions.turn.{move}": text for move, text in decisions.items()}
    return cut_down(loaded, changes)


@pytest.mark.parametrize(
    ("settings", "shoe", "decisions"),
    [
        (("max_split_hands=3",), (1, 0, 0, 0, 0, 0, 2, 4, 5, 8), {}),
        pytest.param(
            ("resplit_aces=true",), (3, 0, 0, 0, 0, 2, 0, 3, 2, 6), {}, marks=pytest.mark.slow
        ),
        pytest.param(
            ("max_split_hands=2", "surrender=late"),
            (2, 1, 0, 1, 1, 2, 2, 1, 2, 4),
            {},
            marks=pytest.mark.slow,
        ),
        pytest.param(
            ("max_split_hands=1", "dealer_peeks=false"),
            (2, 2, 1, 1, 2, 1, 1, 1, 1, 3),
            {},
            marks=pytest.mark.slow,
        ),
        # What is done with three cards after a split is another thing than before it.
        (("max_split_hands=2",), (0, 2, 3, 0, 0, 1, 2, 1, 0, 4), {"hit": BY_COUNT}),
    ],
)
def test_the_engine_of_any_game_agrees(
    settings: tuple[str, ...], shoe: tuple[int, ...], decisions: dict[str, str]
) -> None:
    """On small packs both engines follow the policy; they share nothing but the spec."""
    loaded = policy(decisions, "decks=8", *settings)
    solution, _ = solved(Context().memory, BlackjackGame(loaded, Shoe(shoe)), "by_total")
    assert (solution.decisions.after_split is not None) == bool(decisions)
    dealt = cut_down(loaded, {"procedures.first_cards.do": DEALT})
    found = banked_study(dealt, "by_total", shoe=",".join(map(str, shoe)))
    assert solution.main.ev == pytest.approx(found.ev, abs=1e-14)
    assert solution.main.average_wagered == pytest.approx(found.average_wagered, abs=1e-14)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["by_total", "as_the_dealer"])
def test_rounds_that_are_played_agree(name: str) -> None:
    """Every wager, the policy playing the spec by itself."""
    found = crosscheck_blackjack(
        BlackjackGame(load_game("blackjack")), name, Order(rounds=1_000_000), workers=1
    )
    assert found.passed
    assert {run.policy for run in found.runs} == {name}
    assert len(found.tests) == 26
    # It pays too much too seldom for so few rounds.
    assert found.left_out == ("twenty.ev",)


@pytest.mark.parametrize(
    ("game", "name", "procedure"),
    [
        ("blackjack", "by_total", "play"),
        pytest.param(BURNOUT, "by_total_with_burnout", "wagered_round", marks=pytest.mark.slow),
    ],
)
def test_tables_play_as_the_policy_does(game: str, name: str, procedure: str) -> None:
    """The same cards come to the same with the table that was read off, burned cards too."""
    loaded = load_game(game)
    decisions = BlackjackGame(loaded).decisions_of_policy(name)
    table = certified_play(Program(loaded), decisions, name="table", bought=game == BURNOUT)
    tallies = []
    for played in (name, table):
        job = job_for(loaded, seed=9, policies=[played], procedure=procedure, engine="interpreter")
        tallies.append(play_games(job, StopRule(1_000, None, None, SCORE), Means(workers=1))[0])
    assert tallies[0] == tallies[1]


@pytest.mark.slow
def test_games_with_an_option_to_burn() -> None:
    """The main wager is that of plain blackjack; the option is played as the policy plays it."""
    game = TwentyOneGame(load_game(BURNOUT))
    found = rtp_study(game, "by_total", distribution=False)
    plain, _ = solved(Context().memory, BlackjackGame(load_game("blackjack")), "by_total")
    assert found.wagers.main.ev == pytest.approx(plain.main.ev, abs=1e-14)
    assert found.wagers.main.method == METHOD_OF_POLICY
    assert found.wagers.main_burnout.gain > 0.1


def test_the_dealers_way_is_worse() -> None:
    """A policy is known by its name, in a change of rules too."""
    game = certify.load("blackjack")
    found = game.whatif(
        strategy="as_the_dealer", figures=["main.edge"], dealer_hits_soft_17=False
    ).result
    assert isinstance(found, WhatIfResult)
    (change,) = found.figures
    assert change.before is not None
    assert change.difference is not None
    assert change.difference < 0.0
    assert change.before > 0.05
    assert "as the policy as_the_dealer says" in found.method
    with pytest.raises(SpecError, match="as_the_dealer is a policy of the spec, which has no"):
        game.strategy("as_the_dealer")
    with pytest.raises(CertifyError, match="did you mean as_the_dealer"):
        game.returns("as_a_dealer")


@pytest.mark.parametrize(
    ("decisions", "said"),
    [
        ({"hit": "2 if any(c.suit == 'hearts' for c in hand) else 0"}, "at the suit of cards"),
        ({"hit": "2 if any(c.rank == 12 for c in hand) else 0"}, "at the rank of cards"),
        ({"hit": "2 if len(hands[1]) == 2 else 0"}, "at other hands"),
        ({"hit": "2 if acting == 1 else 0"}, "at which of the hands it plays"),
        ({"hit": "2 if pairs_row == 'mixed' else 0"}, "at pairs_row"),
        ({"hit": "2 if twenty_line == 'suited' else 0"}, "at the .* of cards"),
        ({"hit": "2 if len(shoe) > 200 else 0"}, "at the cards of shoe"),
        (
            {"hit": "2 if hand_count < 3 else 0"},
            "more than one thing .hit and stand. with",
        ),
        ({"split": "4 if hand_count == 1 else 0"}, "not always again after a split"),
    ],
)
def test_what_no_table_holds_is_refused(decisions: dict[str, str], said: str) -> None:
    """In a sentence that says what the policy looks at."""
    with pytest.raises(SpecError, match=said):
        blackjack_study(BlackjackGame(policy(decisions)), "by_total")


def test_chance_is_refused() -> None:
    """A policy that says nothing of the decision plays at random."""
    loaded = cut_down(load_game("blackjack"), {"policies.by_total.decisions.turn": {"hit": "1"}})
    with pytest.raises(SpecError, match="leaves the decision turn to chance"):
        blackjack_study(BlackjackGame(loaded), "by_total")


def test_the_order_of_cards_is_refused() -> None:
    """Of a spec in which the order of a hand means something."""
    hit = {"policies.by_total.decisions.turn.hit": "2 if hand[0].value == 10 else 0"}
    loaded = cut_down(load_game("blackjack"), {"zones.hands.ordered": True, **hit})
    with pytest.raises(SpecError, match="at the order of the cards"):
        blackjack_study(BlackjackGame(loaded), "by_total")
