"""Cards that a seat sees against the rules: against plain enumeration, and the published edge."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from certify.errors import SpecError
from certify.exact.banked.solution import solve
from certify.language.catalogue import load_game

CARDS = [(rank, suit) for rank in range(2, 15) for suit in range(4)]
QUEEN_HIGH = (1, 12, 0, 0)
BONUS = {6: 5, 5: 4, 4: 1}


def value(hand: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return what orders hands of three cards: category and ranks."""
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    if len(set(ranks)) == 1:
        return (5, *ranks)
    if len(set(ranks)) == 2:
        return (2, ranks[1], ranks[1], sum(ranks) - 2 * ranks[1])
    ranks = [3, 2, 1] if ranks == [14, 3, 2] else ranks
    run, same = ranks[0] - ranks[2] == 2, len({suit for _, suit in hand}) == 1
    return (6 if run and same else 4 if run else 3 if same else 1, *ranks)


def three_card_poker_seeing_one() -> Fraction:
    """Return the player's edge with one card of the dealer seen, by going through all hands.

    All hands of the player, up to suits; each card seen; each pair of other cards.
    """
    hands = [*combinations(range(52), 3)]
    values = [value(tuple(CARDS[card] for card in hand)) for hand in hands]
    order = {found: place for place, found in enumerate(sorted({*values, QUEEN_HIGH}))}
    table = np.zeros((52, 52, 52), dtype=np.int32)
    for hand, found in zip(hands, values, strict=True):
        for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
            table[hand[a], hand[b], hand[c]] = order[found]
    alike: dict[tuple[tuple[int, int], ...], list[Any]] = {}
    for hand, found in zip(hands, values, strict=True):
        suits: dict[int, int] = {}
        cards = [CARDS[card] for card in reversed(hand)]
        form = tuple((rank, suits.setdefault(suit, len(suits))) for rank, suit in cards)
        alike.setdefault(form, [hand, found, 0])[2] += 1
    total = 0
    for hand, found, number in alike.values():
        left = np.array([card for card in range(52) if card not in hand])
        for seen in left:
            rest = left[left != seen]
            dealer = table[seen][np.ix_(rest, rest)][np.triu_indices(48, 1)]
            beaten = np.sign(order[found] - dealer) * 2
            plays = int(np.where(dealer > order[QUEEN_HIGH], beaten, 1).sum())
            total += number * (max(plays, -len(dealer)) + BONUS.get(found[0], 0) * len(dealer))
    return Fraction(total, 22_100 * 49 * 1_128)


def test_one_card_of_the_dealer_in_three_card_poker() -> None:
    wagers = solve(load_game("three-card-poker"), leaks={"dealer": 1}).wagers
    edge = sum((wagers[name].net for name in ("ante", "play", "ante_bonus")), Fraction(0))
    assert edge == three_card_poker_seeing_one()
    assert f"{float(100 * edge):.2f}" == "3.48"


def test_cards_of_others_are_worth_something_and_none_are_worth_nothing() -> None:
    game = load_game("three-card-poker")
    none, one = (solve(game, leaks={"others": number}).wagers for number in (0, 1))
    assert none == solve(game).wagers
    assert sum(each.net for each in one.values()) > sum(each.net for each in none.values())


def test_what_is_no_hidden_zone() -> None:
    with pytest.raises(SpecError, match="there is no hidden zone deeler; did you mean dealer"):
        solve(load_game("three-card-poker"), leaks={"deeler": 1})
