"""A strategy that is kept whatever the shoe has become: what it comes to, shoe by shoe.

The player goes on by the decisions of one shoe, most often the full one. In any other shoe his
expectation is as exact as in the first. How his split rounds count for a streak follows from the
distribution of the round, which is long in the working; for many shoes it may be taken to first
order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import RANKS
from certify.cards.shoe import Shoe
from certify.exact.blackjack.aims import COMPONENTS, LOST, NET, WON
from certify.exact.blackjack.decisions import SPLIT, SURRENDER, Decisions
from certify.exact.blackjack.distribution import (
    hands_of_split,
    split_cells,
    unsplit_distribution,
)
from certify.exact.blackjack.ending import DOUBLED, SINGLE
from certify.exact.blackjack.first import SURRENDER_LOSS
from certify.exact.blackjack.multisets.split_shoe import SplitShoe
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.solve import Solution
from certify.exact.blackjack.split import split_values
from certify.exact.blackjack.split_chances import COUNTED, split_chances
from certify.exact.blackjack.splits.split_distribution import split_probabilities
from certify.exact.blackjack.streak import components_of
from certify.exact.blackjack.streak_rules import LOSS, WIN, StreakRule
from certify.exact.blackjack.values import ShoeValues, shoe_values

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class FixedPlay:
    """A strategy that is kept in every shoe.

    Parameters
    ----------
    solution : Solution
        The strategy, with the Burnout option if there is one, and the shoe from which it comes.
    streak_rule : str
        What a round with split hands counts as.
    """

    solution: Solution
    streak_rule: StreakRule

    def split_chances(self, shoes: Sequence[Shoe], pair: int, upcard: int) -> FloatArray:
        """Return P(won) and P(lost) of splitting a pair against an upcard, from several shoes.

        Parameters
        ----------
        shoes : sequence of Shoe
            Undealt cards: a shoe, and others that have few cards less.
        pair, upcard : int
            Ranks.

        Returns
        -------
        ndarray of float64, shape (shoes, 2)
            P(won) and P(lost); 0 where the pair and the upcard cannot be dealt.

        Notes
        -----
        Conditioning: on the pair and the upcard; joint with no dealer blackjack, unless it takes
        every wager.
        Method: `certify.exact.blackjack.split_chances.split_chances`; of one shoe, for which
        that is no shorter, `certify.exact.blackjack.splits.split_distribution.split_probabilities`.
        Error: as there, below 1e-7.
        Source: reports/METHOD.md section 7.
        """
        rules = self.solution.shoe.rules
        needed = np.bincount([pair, pair, upcard], minlength=RANKS)
        there = [number for number, shoe in enumerate(shoes) if (shoe.array() >= needed).all()]
        found = np.zeros((len(shoes), COUNTED))
        split = [SplitShoe(shoes[number].array(), rules, pair, upcard) for number in there]
        hands = hands_of_split(self.solution, rules, pair, upcard)
        if len(split) == 1:
            (probability,), _ = split_probabilities(split, hands)
            found[there] = components_of(probability, self.streak_rule)[WON:]
        elif split:
            found[there] = split_chances(split, hands, self.streak_rule)
        return found

    @property
    def splits(self) -> list[tuple[int, int]]:
        """The pairs that are split, each with the upcard, those that take longest first."""

        def size(cell: tuple[int, int]) -> int:
            return len(hands_of_split(self.solution, self.solution.shoe.rules, *cell).key)

        cells = split_cells(self.solution.shoe, self.solution.decisions)
        return sorted(cells, key=size, reverse=True)

    def values(self, shoe: Shoe) -> ShoeValues:
        """Return the values of a shoe under the same rules."""
        own = self.solution.shoe
        return shoe_values(own.rules, shoe, with_burnout=own.with_burnout)

    def figures(self, values: ShoeValues, chances: FloatArray | None) -> FloatArray:
        """Return what the strategy comes to in a shoe.

        Parameters
        ----------
        values : ShoeValues
            Values of the shoe.
        chances : ndarray of float64, shape (2, 10, 10), optional
            P(won) and P(lost) of split rounds, of `split_chances`; without, those of
            the round are NaN.

        Returns
        -------
        ndarray of float64, shape (2, 3)
            Without the Burnout payment and with it: net result in main wagers before the payment,
            P(won) and P(lost) of a round, dealer blackjack included. NaN with the payment where
            there is no option.

        Notes
        -----
        Conditioning: none.
        Method: the distribution of hands played out unsplit, and
        `certify.exact.blackjack.split.split_values`.
        Error: the net result at most `certify.exact.blackjack.solve.ERROR_BOUND`; chances that of
        `chances`.
        Source: derived here, reports/METHOD.md section 12.
        """
        decisions = self.solution.decisions
        splits = np.zeros((COMPONENTS, RANKS, RANKS))
        if chances is not None:
            splits[WON:] = chances
        splits[NET] = split_values(
            values,
            decisions,
            pairs=sorted({pair for pair, _ in split_cells(values, decisions)}),
        )[NET]
        found = np.full((2, COMPONENTS), np.nan)
        for place, with_option in enumerate((False, True) if values.with_burnout else (False,)):
            found[place] = round_figures(values, decisions, splits, with_option=with_option)
        if chances is None:
            found[:, WON:] = np.nan
        return found


def round_figures(
    shoe: ShoeValues, decisions: Decisions, splits: FloatArray, *, with_option: bool
) -> FloatArray:
    """Return net result, P(won) and P(lost) of a round, shape (3,).

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    decisions : Decisions
        The strategy.
    splits : ndarray of float64, shape (3, 10, 10)
        The same of splitting, by pair and upcard.
    with_option : bool
        Whether the Burnout payment was made.

    Returns
    -------
    ndarray of float64, shape (3,)
        The net result in main wagers, before any payment; dealer blackjack included.

    Notes
    -----
    Conditioning: none.
    Method: sums over the upcards, and over the pairs that are split.
    Error: that of the values given, and 1e-14.
    Source: reports/METHOD.md section 7.
    """
    first = decisions.option_first if with_option else decisions.first
    weights = shoe.counts / shoe.counts.sum()
    dealt = weights[:, None] * shoe.deal
    distribution = np.tensordot(
        weights, unsplit_distribution(shoe, decisions, with_option=with_option), axes=1
    )
    found = np.zeros(COMPONENTS)
    found[NET] = sum(
        amount * (distribution[place, WIN] - distribution[place, LOSS])
        for place, amount in ((SINGLE, 1), (DOUBLED, 2))
    )
    found[WON], found[LOST] = distribution[:, WIN].sum(), distribution[:, LOSS].sum()
    for pair, hand in enumerate(shoe.pairs):
        often = np.where(first[:, hand] == SPLIT, dealt[:, hand], 0.0)
        found += splits[:, pair] @ often
    natural = shoe.natural
    at_all, blackjack = shoe.no_blackjack_at_all, shoe.no_blackjack[:, NONE_BURNED]
    paid = float(dealt[:, natural] @ at_all[:, natural])
    found[NET] += float(shoe.rules.blackjack_pays) * paid
    found[WON] += paid
    dealt[:, natural] = 0.0
    gives_up = np.where(first == SURRENDER, dealt, 0.0)
    surrendered = float((gives_up * at_all).sum())
    lost = float((dealt * (1.0 - blackjack)).sum() + (gives_up * (blackjack - at_all)).sum())
    found[NET] -= lost + SURRENDER_LOSS * surrendered
    found[LOST] += lost + surrendered
    return found


@dataclass(frozen=True)
class FirstOrder:
    """How split rounds count, to first order in the cards gone.

    Attributes
    ----------
    counts : ndarray of int64, shape (10,)
        The shoe about which it is taken.
    chances : ndarray of float64, shape (2, 10, 10)
        What `FixedPlay.split_chances` tells of it, by pair and upcard.
    effects : ndarray of float64, shape (10, 2, 10, 10)
        What one card less of a rank changes.
    """

    counts: npt.NDArray[np.int64]
    chances: FloatArray
    effects: FloatArray

    def at(self, counts: npt.NDArray[np.int64]) -> FloatArray:
        """Return the chances in a shoe, shape (2, 10, 10).

        Notes
        -----
        Conditioning: as `FixedPlay.split_chances`.
        Method: with n cards left beside the pair and the upcard of the first shoe, n' and c'_r of
        this one, chances - (n - 1) sum_r effect_r c'_r / n'.
        Error: second order; studied in `certify.studies.shoe.compositions`.
        Source: P. Griffin, The Theory of Blackjack, on effects of removal; derived here.
        """
        pairs, upcards = np.indices((RANKS, RANKS))
        gone = np.zeros((RANKS, RANKS, RANKS))
        np.add.at(gone, (pairs, pairs, upcards), 2.0)
        np.add.at(gone, (upcards, pairs, upcards), 1.0)
        left = np.maximum(counts[:, None, None] - gone, 0.0)
        cards = np.maximum(left.sum(axis=0), 1.0)
        first = float(self.counts.sum()) - 3.0
        found: FloatArray = self.chances - (first - 1.0) * np.einsum(
            "rcpu,rpu->cpu", self.effects, left / cards
        )
        return found
