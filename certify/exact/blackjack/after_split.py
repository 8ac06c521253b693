"""How hands after a split are played: the strategies that the literature knows by their letters.

Each is the best play of an unsplit hand in a shoe from which pair cards are gone, under the rules
of doubling after a split: the hand itself holds one pair card, the other hands at least one.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from certify.cards.ranks import ACE, RANKS
from certify.cards.shoe import Shoe
from certify.cards.split_play import SplitPlay
from certify.exact.blackjack.decisions import (
    AfterSplit,
    BoolArray,
    HandPlay,
    composition_cells,
)
from certify.exact.blackjack.player import NONE_BURNED, play_without_option
from certify.exact.blackjack.split import may_double_after_split, most_hands_of, split_terms
from certify.exact.blackjack.values import ShoeValues, shoe_values

NET_OF_BUST = -1.0


def play_after_split(
    shoe: ShoeValues,
    hits: BoolArray,
    doubles: BoolArray,
    play: SplitPlay,
    *,
    pairs: Iterable[int] = range(RANKS),
) -> AfterSplit:
    """Return how the hands of every pair are played after it was split.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    hits, doubles : ndarray of bool, shape (10, hands)
        The best play of unsplit hands.
    play : SplitPlay
        `CDZ`: as unsplit hands, but for ace and ten, which is no blackjack now and is decided with
        the pair gone. `CDP1`: by the play that is best with the pair gone, in all hands. `CDP` and
        `PAIRS_SEEN`: by that, and further pair cards gone.
    pairs : iterable of int
        Ranks of the pairs that are wanted, all by default; others are played as unsplit hands.

    Returns
    -------
    AfterSplit
        The play of every pair.

    Notes
    -----
    Conditioning: decisions given no dealer blackjack, where the dealer peeks.
    Method: backward recursion over the hands of the shoe without the pair cards.
    Error: none but of decisions that are equal within rounding.
    Source: docs/split-play.md.
    """
    plain = hits, doubles
    by_pair: list[tuple[HandPlay, ...]] = [(plain,)] * RANKS
    for pair in pairs:
        by_pair[pair] = _of_pair(shoe, pair, plain, play)
    return AfterSplit(play, tuple(by_pair))


def _of_pair(shoe: ShoeValues, pair: int, plain: HandPlay, play: SplitPlay) -> tuple[HandPlay, ...]:
    most_hands = most_hands_of(shoe.rules, pair)
    nothing_to_decide = pair == ACE and not shoe.rules.hit_split_aces
    if most_hands < 2 or shoe.counts[pair] < 2 or nothing_to_decide:
        return (plain,)
    if play is SplitPlay.CDZ:
        if not shoe.table.counts[shoe.natural, pair]:
            return (plain,)
        decided = tuple(part.copy() for part in plain)
        for part, best in zip(decided, _best_play(shoe, pair, 0), strict=True):
            part[:, shoe.natural] = best[:, shoe.natural]
        return ((decided[0], decided[1]),)
    levels = 1 + max(term.level for term in split_terms(most_hands, play))
    # One pair card is in the hand; more of them than there are cannot be gone.
    reached = min(levels, int(shoe.counts[pair]) - 1)
    return tuple(_best_play(shoe, pair, level) for level in range(reached))


def _best_play(shoe: ShoeValues, pair: int, further: int) -> HandPlay:
    """Return the best play of a hand with one card of a pair, the other and further ones gone."""
    left = shoe.counts.copy()
    left[pair] -= 1 + further
    fewer = Shoe(tuple(int(count) for count in left))
    values = shoe_values(shoe.rules, fewer, with_burnout=False, hole=shoe.hole)
    two, later = may_double_after_split(shoe.rules, pair)
    cells = composition_cells(with_burned=False)
    hit, double, value = (np.zeros_like(values.stand) for _ in range(3))
    hits, doubles = (np.zeros_like(values.stand, dtype=np.bool_) for _ in range(2))
    play_without_option(
        values.counts,
        values.table,
        values.may_double & two,
        later,
        False,
        shoe.rules.blackjack_takes_all,
        NET_OF_BUST,
        values.stand,
        cells.order,
        cells.start,
        np.ones_like(values.stand),
        cells.burned_start,
        True,
        hit,
        double,
        value,
        hits,
        doubles,
    )
    return (
        np.ascontiguousarray(hits[:, NONE_BURNED]),
        np.ascontiguousarray(doubles[:, NONE_BURNED]),
    )
