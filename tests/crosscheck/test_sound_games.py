"""Every game of the package is sound, and the game that is played is the game that is analysed."""

from __future__ import annotations

import dataclasses

import pytest

from certify.language.catalogue import game_ids, load_game
from certify.play.scenario import example_failure
from certify.play.soundness import watch_games
from certify.studies.check.equivalence import EQUIVALENCE_CHECKS, EquivalenceCheck, compare_plays
from certify.studies.check.study import check_game

GAMES = game_ids()
PLAYED = "blackjack-burnout"

LARGER = (
    EquivalenceCheck("plain, four hands", (1, 0, 0, 0, 4, 4, 0, 0, 0, 9), {}, False),
    EquivalenceCheck(
        "stands on soft 17", (2, 0, 3, 0, 0, 3, 0, 0, 2, 6), {"dealer_hits_soft_17": False}, False
    ),
    EquivalenceCheck(
        "no hole card, a dealer blackjack takes all",
        (2, 0, 0, 0, 0, 0, 4, 0, 3, 7),
        {"dealer_peeks": False, "no_peek_loses": "all", "max_split_hands": 3},
        False,
    ),
    EquivalenceCheck(
        "no hole card, a dealer blackjack takes the first wager",
        (2, 0, 0, 0, 0, 0, 4, 0, 3, 7),
        {"dealer_peeks": False, "no_peek_loses": "original", "max_split_hands": 3},
        False,
    ),
    EquivalenceCheck(
        "no double after a split, doubles of ten and eleven",
        (1, 0, 0, 3, 0, 0, 0, 4, 0, 8),
        {"double_after_split": False, "double_on": "10-11", "max_split_hands": 3},
        False,
    ),
    EquivalenceCheck(
        "best play of twelve cards", (1, 1, 1, 0, 1, 1, 1, 1, 1, 4), {"max_split_hands": 1}, True
    ),
)
QUICK = (EQUIVALENCE_CHECKS[1], EQUIVALENCE_CHECKS[3])
"""Best play, and the certified strategy with splits; `certify check` compares the others too."""
EXAMPLES = [(game, name) for game in GAMES for name in load_game(game).spec.examples]


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_worked_example(game, name):
    assert example_failure(load_game(game), name) is None


@pytest.mark.parametrize("game", GAMES)
def test_every_example_clause_is_an_example(game):
    spec = load_game(game).spec
    cited = {number for example in spec.examples.values() for number in example.cites}
    worked = {number for number, clause in spec.clauses.items() if clause.kind == "example"}
    assert worked <= cited


@pytest.mark.parametrize("games", [5, pytest.param(15, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_random_play_is_sound(game, games):
    loaded = load_game(game)
    assert loaded.spec.players is not None
    for players in loaded.spec.players.seats:
        assert not watch_games(loaded, players, range(games)).failures


@pytest.mark.parametrize("games", [1, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_policies_play(game, games):
    loaded = load_game(game)
    assert loaded.spec.players is not None
    # Of a single move there is nothing to choose.
    decisions = loaded.spec.decisions.values()
    assert loaded.spec.policies or all(len(decision.moves) == 1 for decision in decisions)
    for policy in loaded.spec.policies:
        found = watch_games(loaded, loaded.spec.players.seats[0], range(games), policy=policy)
        assert not found.failures


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_ten_thousand_random_games_are_sound(game):
    found = check_game(load_game(game), games=10_000, seed=1)
    assert found.passed, found.criteria


@pytest.mark.parametrize(
    "check",
    [
        *(pytest.param(check, id=check.text) for check in QUICK),
        *(
            pytest.param(check, id=check.text, marks=pytest.mark.slow)
            for check in (*EQUIVALENCE_CHECKS, *LARGER)
            if check not in QUICK
        ),
    ],
)
def test_the_played_game_is_the_analysed_game(check):
    found = list(compare_plays(load_game(PLAYED), (check,)))
    assert [compared.bought for compared in found] == list(check.bought)
    for compared in found:
        assert compared.played == pytest.approx(compared.analysed, rel=0, abs=1e-12)


@pytest.mark.parametrize("check", [pytest.param(check, id=check.text) for check in QUICK])
def test_blackjack_without_an_option_is_the_analysed_game(check):
    (compared,) = compare_plays(load_game("blackjack"), (check,))
    assert not compared.bought
    assert compared.played == pytest.approx(compared.analysed, rel=0, abs=1e-12)


def test_a_difference_between_the_two_would_be_noticed(copied):
    # The dealer of the played game alone stands on a hard 16: the exact engine knows nothing of it.
    changed = copied("dealer_points < 17", "dealer_points < 16")
    check = dataclasses.replace(EQUIVALENCE_CHECKS[0], text="planted")
    assert not all(compared.agrees for compared in compare_plays(load_game(str(changed)), (check,)))
