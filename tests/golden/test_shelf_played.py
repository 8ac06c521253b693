"""Published figures of the shelf, against rounds of compiled play by the policy they belong to.

Each must lie within the interval of 100 million rounds; all do with 99.9 percent together if
nothing is wrong (Bonferroni). Where best play is no policy of the spec it is handed over as a table
of every situation, as `certify crosscheck` does. For two games that table would be too large: of
Caribbean stud three published rules are played, which cost 0.0002 percent of the ante; of Ultimate
Texas hold'em the trips wager alone is compared here, which no decision changes, and its best play
in `tests/crosscheck/test_plain_holdem.py`, where the last decision is worked out as it comes up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest

from certify.exact.banked.solution import BEST, solve
from certify.language.catalogue import load_game
from certify.language.cut_down import cut_down
from certify.language.game import LoadedGame, apply_overrides
from certify.play.interpreter.program import Program
from certify.play.policies import RANDOM
from certify.play.tables import TableDecision, TablePolicy
from certify.play.tallies import Tallies
from certify.studies.banked.table_play import best_play_tables
from tests.support.counted import counted

ROUNDS = 100_000_000
FEW = 1_000_000
SEED = 25
LEVEL = 0.001
"""Chance that any figure of the table is outside though nothing is wrong."""

INSURANCE = "net.insurance"
"""It is made with an open ace alone, and its edge is told on those rounds."""

THREE_RULES = (
    "category_of(poker, hand) != 'high_card' or at_least(poker, hand, 'A K') and ("
    "all(u.rank < 13 and any(c.rank == u.rank for c in hand) for u in upcard)"
    " or any(u.rank > 12 for u in upcard) and any(c.rank == 12 or c.rank == 11 for c in hand)"
    " or any(c.rank == 12 for c in hand) and all(count(c.rank > u.rank for c in hand) >= 4"
    " and all(c.rank != u.rank for c in hand) for u in upcard))"
)
"""Ace and king, with an open card that one has; with a queen or jack against ace or king; with a
queen against a card that one does not have, below one's fourth."""


@dataclass(frozen=True)
class Played:
    """Rounds of a game by a policy, and the published edges in percent by what is recorded."""

    game: str
    policy: str
    figures: Mapping[str, str]
    settings: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game, self.policy, *self.settings])


PLAYED = [
    Played(
        "punto-banco",
        RANDOM,
        {"net.banco": "1.0579", "net.punto": "1.2351", "net.tie": "14.3596"},
    ),
    Played("casino-war", "fights", {"total.main": "2.33", "net.tie": "18.65"}),
    Played(
        "casino-war", "fights", {"total.main": "2.88"}, settings=("bonus_for_second_tie=false",)
    ),
    Played("casino-war", "gives_up", {"total.main": "3.70"}),
    Played("red-dog", "from_seven", {"total.main": "2.80"}),
    Played("three-card-poker", "queen_six_four", {"total.ante": "3.373", "net.pair_plus": "2.32"}),
    Played(
        "three-card-poker",
        "queen_six_four",
        {"net.pair_plus": "7.28"},
        settings=("pair_plus.flush.pays=3:1",),
    ),
    Played("let-it-ride", BEST, {"total.third": "3.506"}),
    Played("mississippi-stud", BEST, {"total.ante": "4.91"}),
    Played("caribbean-stud", "three_rules", {"total.ante": "5.224"}),
    Played("ultimate-texas-holdem", "usual", {"net.trips": "0.90"}),
    Played(
        "blackjack-first-cards",
        RANDOM,
        {
            "net.pairs": "6.11",
            "net.three_cards": "3.24",
            "net.twenty": "24.71",
            INSURANCE: "7.3955",
        },
    ),
]
FIGURES = sum(len(each.figures) for each in PLAYED) + 3
"""How many are compared, with Kuhn poker, and Ultimate Texas hold'em and trips by best play."""

QUICK = [each for each in PLAYED if each.policy in ("from_seven", "gives_up")]


def loaded(played: Played) -> LoadedGame:
    """Return the game, with its settings and the policy if the spec does not have it."""
    game = apply_overrides(load_game(played.game), played.settings)
    if played.policy != "three_rules":
        return game
    turn = {"call": f"1 if {THREE_RULES} else 0", "fold": "1 / 2"}
    policy = {"text": "Ace and king by three rules.", "decisions": {"turn": turn}}
    return cut_down(game, {"policies": {"three_rules": policy}})


@cache
def best_play(game: str) -> TablePolicy:
    """Return the best play as tables of every situation."""
    known = load_game(game)
    return best_play_tables(Program(known), solve(known), BEST)


@dataclass(frozen=True)
class Seen:
    """An edge in percent that was played, and half the width of its interval."""

    edge: float
    half_width: float

    def has(self, published: str) -> bool:
        """Tell whether a published figure lies within the interval."""
        return abs(float(published) - self.edge) <= self.half_width


def interval(mean: float, sem: float) -> Seen:
    """Return the edge of a mean of nets, with its interval."""
    width = NormalDist().inv_cdf(1 - LEVEL / (2 * FIGURES))
    return Seen(-100 * mean, 100 * width * sem)


def of_made(tallies: Tallies) -> Seen:
    """Return the edge of the insurance wager in the rounds in which it is made."""
    counts = tallies.tally(INSURANCE).counts
    won, lost = counts[2], counts[-1]
    made = won + lost
    mean = (2 * won - lost) / made
    return interval(mean, 3 * sqrt(won * lost / made) / made)


def edges(played: Played, rounds: int) -> dict[str, Seen]:
    """Return what was played, by what is recorded."""
    policy = best_play(played.game) if played.policy == BEST else played.policy
    tallies = counted(loaded(played), list(played.figures), rounds, policies=[policy], seed=SEED)
    found = {
        name: of_made(tallies)
        if name == INSURANCE
        else interval(float(tallies.mean(name)), tallies.sem(name))
        for name in played.figures
    }
    for name, seen in found.items():
        print(f"{played} {name}: published {played.figures[name]}, {seen}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("played", PLAYED, ids=str)
def test_published_edges_are_played(played: Played) -> None:
    found = edges(played, ROUNDS)
    assert all(seen.has(played.figures[name]) for name, seen in found.items())


@pytest.mark.parametrize("played", QUICK, ids=str)
def test_published_edges_in_few_rounds(played: Played) -> None:
    found = edges(played, FEW)
    assert all(seen.has(played.figures[name]) for name, seen in found.items())


def test_the_edge_of_another_policy_is_noticed() -> None:
    found = edges(Played("casino-war", "gives_up", {"total.main": "2.33"}), FEW)
    assert not found["total.main"].has("2.33")


# Kuhn poker -------------------------------------------------------------------------------------

SCORE = "score.1"
CARD = "sum(c.rank for c in hand) - 1"


def second_seat(*, bluffs: bool) -> TablePolicy:
    """Return an extreme of the second seat's best play, of which a third are bold.

    It bets with the lowest card and calls with the middle one, or does neither. No two of its cards
    are held at once, so that a third of rounds is the same as a third of each.
    """
    bets = np.array([bluffs, False, True], dtype=np.int8)
    calls = np.array([False, bluffs, True], dtype=np.int8)
    return TablePolicy(
        "bold" if bluffs else "meek",
        {
            "bet_or_check": TableDecision((CARD,), bets, (("check",), ("bet",))),
            "call_or_fold": TableDecision((CARD,), calls, (("fold",), ("call",))),
        },
    )


def value(first: str, rounds: int, share: Callable[[int], int]) -> Seen:
    """Return what the first seat loses, in percent of a stake; `share` of the rounds are bold."""
    bold = share(rounds)
    parts = [
        counted(
            load_game("kuhn-poker"),
            [SCORE],
            number,
            policies=[first, second_seat(bluffs=bluffs)],
            seed=SEED + bluffs,
        )
        for bluffs, number in ((True, bold), (False, rounds - bold))
    ]
    mean = sum(float(part.mean(SCORE)) * part.games for part in parts) / rounds
    sem = sqrt(sum((part.sem(SCORE) * part.games) ** 2 for part in parts)) / rounds
    seen = interval(mean, sem)
    print(f"kuhn-poker {first}: {seen}")
    return seen


def third(rounds: int) -> int:
    return rounds // 3


@pytest.mark.slow
@pytest.mark.parametrize("first", ["honest", "keeps_the_middle"])
def test_value_of_kuhn_poker(first: str) -> None:
    """Against the best play of the second seat, both lose an eighteenth."""
    assert value(first, ROUNDS, third).has(str(100 / 18))


def test_value_of_kuhn_poker_in_few_rounds() -> None:
    assert value("honest", FEW, third).has(str(100 / 18))
    # A second seat that is bold in nearly all rounds does not play its best.
    assert not value("honest", FEW, lambda rounds: rounds - 2).has(str(100 / 18))
