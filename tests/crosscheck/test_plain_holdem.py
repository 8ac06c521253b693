"""Ultimate Texas hold'em by its best play, in rounds of real cards; and the plain dealer itself.

The first two decisions are those of the exact engine. Of the last one there are too many situations
for a table: the plain dealer goes through all hands that the other side may have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb, sqrt
from random import Random
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import chisquare

from certify.exact.banked.solution import Solution
from certify.language.catalogue import load_game
from certify.language.cut_down import cut_down
from certify.play.tallies import Tallies
from tests.crosscheck.plain_holdem import (
    CARDS,
    CATEGORY,
    FLOPS,
    HANDS,
    MOST_LOST,
    NETS,
    NEVER_ASKED,
    TRIPS,
    Dealt,
    House,
    Policy,
    deal,
    flop_number,
    hand_number,
    settled,
    worth,
    worth_of_call,
)
from tests.golden.test_shelf import edge, printed, solved
from tests.golden.test_shelf_played import FEW, ROUNDS, SEED, interval
from tests.support.counted import counted

GAME = "ultimate-texas-holdem"
MOST_Z = 4.0
"""Fixed before any run, as in `test_plain_table`."""

PUBLISHED = "2.185"
SHARES = {4: "37.7", 2: "21.3", 1: "21.8", 0: "19.2"}
"""Rounds in percent by the antes of the play wager; folds are 0."""

NET = (np.arange(NETS) - MOST_LOST) / 2
"""Nets in antes, as they are counted."""


def cards(text: str) -> npt.NDArray[np.int64]:
    """Return cards as the plain dealer numbers them."""
    return np.array(
        ["23456789TJQKA".index(card[0]) * 4 + "cdhs".index(card[1]) for card in text.split()]
    )


# Hands -------------------------------------------------------------------------------------------


@numba.njit(cache=True)
def categories_of_all(places):
    """Count all sets of five cards by category, or of seven."""
    found = np.zeros(10, dtype=np.int64)
    size = len(places)
    while True:
        found[worth(places) >> CATEGORY] += 1
        last = size - 1
        while last >= 0 and places[last] == CARDS - size + last:
            last -= 1
        if last < 0:
            return found
        places[last] += 1
        for place in range(last + 1, size):
            places[place] = places[place - 1] + 1


FIVES = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]
SEVENS = [
    *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
    *(4_047_644, 3_473_184, 224_848, 37_260, 4_324),
]


@pytest.mark.parametrize(
    "published", [FIVES, pytest.param(SEVENS, marks=pytest.mark.slow)], ids=["five", "seven"]
)
def test_all_hands_are_of_the_published_categories(published: list[int]) -> None:
    size = 5 if published is FIVES else 7
    assert sum(published) == comb(CARDS, size)
    assert categories_of_all(np.arange(size)).tolist() == published


def five(hand: Sequence[int]) -> tuple[Any, ...]:
    """Return how good five cards are, as one would say it."""
    number = Counter(card // 4 for card in hand)
    ranks = sorted(number, key=lambda rank: (number[rank], rank), reverse=True)
    groups = sorted(number.values(), reverse=True)
    is_flush = len({card % 4 for card in hand}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    is_run = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    kind = max(
        8 * (is_flush and is_run),
        7 * (groups == [4, 1]),
        6 * (groups == [3, 2]),
        5 * is_flush,
        4 * is_run,
        3 * (groups[0] == 3),
        2 * (groups == [2, 2, 1]),
        len(groups) == 4,
    )
    return (kind, *ranks)


@cache
def best_five(hand: frozenset[int]) -> tuple[Any, ...]:
    """Return how good the best five of some cards are."""
    return max(five(each) for each in combinations(hand, 5))


def test_hands_are_ordered_as_their_best_five_cards() -> None:
    """Of a few ranks and suits, where there are many equal hands and many good ones."""
    random = Random(SEED)
    told: dict[int, set[tuple[Any, ...]]] = {}
    for packs in ([*range(52)], [*range(32, 52)], [c for c in range(52) if c % 4 < 2]):
        for _ in range(1_000):
            hand = random.sample(packs, 7)
            told.setdefault(int(worth(np.array(hand))), set()).add(best_five(frozenset(hand)))
    assert all(len(each) == 1 for each in told.values())
    by_worth = [told[value].pop() for value in sorted(told)]
    assert by_worth == sorted(set(by_worth))
    assert {kind for kind, *_ in by_worth} == {*range(9)}


# Settlement and the last decision ----------------------------------------------------------------

SETTLED = {
    "the straight wins early": (4, "Ah Kh", "9c 9d", "Qd Jc Ts 2h 3d", 12),
    "ante returned": (2, "Ah 5c", "9c 8d", "Kd Jc 3s 2h 6d", 4),
    "ante returned to a loser": (1, "7h 5c", "Ac 8d", "Kd Jc 3s 2h 6d", -4),
    "the dealer wins": (4, "Ah Kh", "9c 9d", "Qd Jc 3s 2h 4d", -12),
    "a tie": (4, "2h 3c", "4c 5d", "Ad Kc Qs Jh Td", 0),
    "a fold": (0, "7h 2c", "Kc Kd", "Qd Jc Ts 8h 4d", -4),
    "a flush": (1, "Ah 2h", "Kc Kd", "Qh Jh 8h 7s 4d", 2 + 3 + 2),
    "a full house": (2, "Ah Ac", "Kc Kd", "Ad 4h 8h 7s 4d", 2 + 6 + 4),
    "four of a kind": (3, "Ah Ac", "Kc Kd", "Ad As 8h 7s 4d", 2 + 20 + 6),
    "a straight flush": (4, "Ah 2h", "Kc Kd", "3h 4h 5h 7s 4d", 2 + 100 + 8),
    "a royal flush": (4, "Ah Kh", "9c 9d", "Qh Jh Th 2h 3d", 2 + 1000 + 8),
}
"""Play wager, hand, the dealer's, board, and the net in half antes, worked out by hand."""


def nets(*, needs_pair: bool) -> dict[str, int]:
    """Return what the plain dealer makes of the rounds above."""
    return {
        name: settled(
            House(needs_pair),
            wagered,
            worth(cards(f"{hand} {board}")),
            worth(cards(f"{dealers} {board}")),
        )
        for name, (wagered, hand, dealers, board, _) in SETTLED.items()
    }


def test_rounds_are_settled_as_by_hand() -> None:
    assert nets(needs_pair=True) == {name: each[-1] for name, each in SETTLED.items()}


def test_a_dealer_who_always_opens_is_noticed() -> None:
    found = nets(needs_pair=False)
    changed = {name for name, each in SETTLED.items() if found[name] != each[-1]}
    assert changed == {"ante returned", "ante returned to a loser"}


def called(hand: list[int], board: list[int], *, needs_pair: bool = True) -> int:
    """Return what one ante wagered at the end brings, in half antes, over all dealer's hands."""
    blind = {4: 2, 5: 3, 6: 6, 7: 20, 8: 100}
    own = best_five(frozenset(hand + board))
    won = 1000 if own[:2] == (8, 12) else blind.get(own[0], 0)
    total = 0
    for dealers in combinations({*range(CARDS)} - {*hand, *board}, 2):
        theirs = best_five(frozenset([*dealers, *board]))
        opens = theirs[0] > 0 or not needs_pair
        if own > theirs:
            total += 2 + 2 * opens + won
        elif own < theirs:
            total -= 4 + 2 * opens
    return total


RIVERS = [
    "7h 2c Qd Jc Ts 8h 4d",
    "Ah 2c Ad Kc Qs Jh Td",
    "2h 3c Ah Kh Qh Jh 9h",
    "Th 3c Ah Kh Qh Jh 9h",
    "9s 3c Ah Kh Qh 4s 4c",
    "Ts 4d 6d 5d 3d 3c 2c",
    "5s 2d 6d 5d 3d 7d 8d",
    "3s 2d 6d 6c 6h 6s 8d",
    "Qs 2d Kd Kc Kh 9s 9d",
    "Ks 8d 7d Jc Th 9s 2d",
    *(Random(seed).sample(range(CARDS), 7) for seed in range(20)),
]
"""Hands and boards: a board that plays, five, four and three of a suit, pairs, three and four."""


@pytest.mark.parametrize("river", RIVERS, ids=str)
def test_the_last_decision_is_worth_what_all_hands_of_the_dealer_come_to(
    river: str | list[int],
) -> None:
    found = cards(river) if isinstance(river, str) else np.array(river)
    hand, board = found[:2].tolist(), found[2:].tolist()
    best_five.cache_clear()
    for needs_pair in (True, False):
        exact = called(hand, board, needs_pair=needs_pair)
        assert worth_of_call(House(needs_pair), found[:2], found[2:]) == exact
    # A dealer who always opens would be noticed, unless the board alone is a pair or better.
    assert (exact == called(hand, board)) == (best_five(frozenset(board))[0] > 0)


# Rounds ------------------------------------------------------------------------------------------

FOUR, THREE = "1 if high == 14 or high == low else 0", "1 if high == 13 else 0"
NO_RIVER = {
    "first": {"raise_first": FOUR, "raise_three": THREE, "check": "1 / 2"},
    "second": {"raise_two": "1", "check": "0"},
    "last": {"raise_one": "1", "fold": "0"},
}
"""A policy by which the last decision never comes up."""


def no_river() -> Policy:
    """Return the same policy as tables."""
    low, high = np.triu_indices(CARDS, 1)
    first = np.zeros(HANDS, dtype=np.int8)
    is_three, is_four = high // 4 == 11, (high // 4 == 12) | (high // 4 == low // 4)
    first[hand_number(low, high)] = np.where(is_four, 4, np.where(is_three, 3, 0))
    return Policy(first, np.full((HANDS, FLOPS), 2, dtype=np.int8))


def test_every_hand_and_every_flop_has_its_own_place_in_a_table() -> None:
    hands = np.array([*combinations(range(CARDS), 2)]).T
    assert sorted(hand_number(*hands).tolist()) == [*range(HANDS)]
    flops = np.array([*combinations(range(CARDS), 3)]).T
    assert sorted(flop_number(*flops).tolist()) == [*range(FLOPS)]


@cache
def played_by_spec() -> Tallies:
    """Return rounds of compiled play by that policy."""
    policy = {"text": "Before the flop or after it.", "decisions": NO_RIVER}
    game = cut_down(load_game(GAME), {"policies": {"no_river": policy}})
    recorded = ["total.ante", "net.trips"]
    return counted(game, recorded, FEW, policies=["no_river"], seed=SEED)


def moments(number: npt.NDArray[np.int64], value: npt.NDArray[Any]) -> tuple[float, float]:
    """Return the mean of what was counted, and its standard error."""
    rounds = int(number.sum())
    mean = float((number * value).sum() / rounds)
    return mean, sqrt(float((number * (value - mean) ** 2).sum())) / rounds


def from_spec(*, needs_pair: bool) -> dict[str, float]:
    """Return by how many standard errors the plain dealer is off compiled play."""
    found = deal(no_river(), House(needs_pair), rounds=FEW, seed=SEED)
    of_ante = moments(found.counts.sum(axis=0), NET)
    means = {"total.ante": of_ante, "net.trips": moments(found.categories, TRIPS)}
    played = played_by_spec()
    off = {
        name: (mean - float(played.mean(name))) / sqrt(sem**2 + played.sem(name) ** 2)
        for name, (mean, sem) in means.items()
    }
    print(off)
    return off


def test_rounds_come_to_the_same_as_in_compiled_play() -> None:
    assert max(map(abs, from_spec(needs_pair=True).values())) < MOST_Z


def test_rounds_of_a_dealer_who_always_opens_do_not() -> None:
    off = from_spec(needs_pair=False)
    assert abs(off["total.ante"]) > MOST_Z
    assert abs(off["net.trips"]) < MOST_Z


def test_a_decision_without_an_answer_is_noticed() -> None:
    policy = no_river()
    policy.second[:] = NEVER_ASKED
    with pytest.raises(ValueError, match="no answer"):
        deal(policy, House(), rounds=100, seed=SEED)


# Best play ---------------------------------------------------------------------------------------


def exchanged(kinds: npt.NDArray[np.uint8]) -> Iterator[npt.NDArray[np.int64]]:
    """Return cards under every exchange of suits: the exact engine keeps one case of all these."""
    for order in permutations(range(4)):
        yield kinds // 4 * 4 + np.array(order)[kinds % 4]


def best_play(found: Solution) -> Policy:
    """Return the decisions of the exact engine before and after the flop."""
    # The same cards have the same numbers there.
    assert [found.kinds.kind_of[card] for card in found.kinds.cards] == [*range(CARDS)]
    assert found.kinds.values == 4
    policy = Policy(
        np.full(HANDS, NEVER_ASKED, dtype=np.int8),
        np.full((HANDS, FLOPS), NEVER_ASKED, dtype=np.int8),
    )
    antes = {"check": 0, "raise_first": 4, "raise_three": 3, "raise_two": 2}
    for (decision, _), summary in found.decided.items():
        if decision == "last":
            continue
        for answered in summary.kept:
            came = answered.weights != 0
            wagered = np.array([antes[option] for option in answered.options], dtype=np.int8)
            answers = wagered[answered.choice[came]]
            for each in exchanged(answered.known.cards[came]):
                hand = np.sort(each[:, :2], axis=1).T
                at: tuple[Any, ...] = (hand_number(*hand),)
                if decision == "second":
                    at = (*at, flop_number(*np.sort(each[:, 2:], axis=1).T))
                table = policy.first if decision == "first" else policy.second
                # No two cases of the engine may answer the same cards otherwise.
                assert ((table[at] == NEVER_ASKED) | (table[at] == answers)).all()
                table[at] = answers
    return policy


def shares_of_plays(found: Solution) -> dict[int, Fraction]:
    """Return the exact chances of each play wager, in antes."""
    shares = dict.fromkeys(SHARES, Fraction(0))
    for (staked, _), p in found.outcomes["ante"].items():
        shares[int(staked) - 2] += p
    return shares


def off_distribution(found: Solution, dealt: Dealt) -> float:
    """Return how likely rounds are so far off the exact chances of play wager and net."""
    rounds = int(dealt.counts.sum())
    exact = np.zeros(dealt.counts.shape)
    for (staked, net), p in found.outcomes["ante"].items():
        exact[int(staked) - 2, int(2 * net) + MOST_LOST] = float(p) * rounds
    # What cannot come never did; what is rare is counted together.
    assert not dealt.counts[exact == 0].any()
    often = exact >= 10
    number = [*dealt.counts[often], dealt.counts[~often].sum()]
    wanted = [*exact[often], exact[~often].sum()]
    if wanted[-1] == 0:
        number, wanted = number[:-1], wanted[:-1]
    return float(chisquare(number, wanted).pvalue)


@pytest.mark.slow
def test_best_play_of_ultimate_texas_holdem() -> None:
    """The published edge is within its interval, and all that was dealt is as the exact figures."""
    found = solved(GAME)
    policy = best_play(found)
    shares = shares_of_plays(found)
    # Whoever has one of 1,326 hands sees one of 19,600 flops.
    assert Fraction(int((policy.first == 4).sum()), HANDS) == shares[4]
    assert Fraction(int((policy.second == 2).sum()), HANDS * comb(CARDS - 2, 3)) == shares[2]
    dealt = deal(policy, House(), rounds=ROUNDS, seed=SEED)
    mean, sem = moments(dealt.counts.sum(axis=0), NET)
    seen = interval(mean, sem)
    exact, trips = -float(edge(found, "ante")), float(found.wagers["trips"].net)
    z = {"ante": (mean - exact) / sem}
    mean_trips, sem_trips = moments(dealt.categories, TRIPS)
    z["trips"] = (mean_trips - trips) / sem_trips
    for antes, text in SHARES.items():
        assert printed(shares[antes], text) == text
        number = int(dealt.counts[antes].sum())
        p = float(shares[antes])
        z[f"play {antes}"] = (number - ROUNDS * p) / sqrt(ROUNDS * p * (1 - p))
    likely = off_distribution(found, dealt)
    print(f"{GAME} best play: published {PUBLISHED}, exact {-100 * exact:.6f}, {seen}")
    print(f"trips: published 0.90, {interval(mean_trips, sem_trips)}")
    print(f"z {z}; chance of a distribution as far off {likely:.3f}")
    assert seen.has(PUBLISHED)
    assert interval(mean_trips, sem_trips).has("0.90")
    assert max(map(abs, z.values())) < MOST_Z
    assert likely > 1e-4
