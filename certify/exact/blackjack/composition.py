"""A strategy that is kept whatever the shoe has become: what it comes to, shoe by shoe.

The player goes on by the decisions of one shoe, most often the full one. In any other shoe his
expectation is as exact as in the first. How his split rounds count for a streak follows from the
distribution of the round, which is long in the working; for many shoes it may be taken to first
order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import RANKS
from certify.cards.shoe import Shoe
from certify.exact.blackjack.aims import COMPONENTS, LOST, NET, WON
from certify.exact.blackjack.decisions import SPLIT, SURRENDER, Decisions
from certify.exact.blackjack.distribution import (
    distributions_of_splits,
    split_cells,
    unsplit_distribution,
)
from certify.exact.blackjack.ending import DOUBLED, SINGLE
from certify.exact.blackjack.first import SURRENDER_LOSS
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.solve import Solution
from certify.exact.blackjack.split import split_values
from certify.exact.blackjack.streak import split_components
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

    def split_chances(self, shoe: Shoe) -> FloatArray:
        """Return P(won) and P(lost) of the split rounds from a shoe, exactly.

        Parameters
        ----------
        shoe : Shoe
            Undealt cards.

        Returns
        -------
        ndarray of float64, shape (3, 10, 10)
            Net result, P(won) and P(lost) by pair and upcard; 0 where the pair is not split.

        Notes
        -----
        Conditioning: on the pair and the upcard; joint with no dealer blackjack, unless it takes
        every wager.
        Method: `certify.exact.blackjack.splits.split_distribution.split_distribution`.
        Error: as there, below 1e-7.
        Source: reports/METHOD.md section 7.
        """
        values = self.values(shoe)
        cells = split_cells(values, self.solution.decisions)
        # Of the solution only the decisions are used.
        from_here = replace(self.solution, shoe=values)
        distributions = distributions_of_splits(from_here, values.rules, cells)
        return np.nan_to_num(split_components(distributions, self.streak_rule))

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
        chances : ndarray of float64, shape (3, 10, 10), optional
            P(won) and P(lost) of split rounds, as `split_chances` returns them; without, those of
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
        splits = np.zeros((COMPONENTS, RANKS, RANKS)) if chances is None else chances.copy()
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
    chances : ndarray of float64, shape (3, 10, 10)
        What `FixedPlay.split_chances` returns for it.
    effects : ndarray of float64, shape (10, 3, 10, 10)
        What one card less of a rank changes.
    """

    counts: npt.NDArray[np.int64]
    chances: FloatArray
    effects: FloatArray

    def at(self, counts: npt.NDArray[np.int64]) -> FloatArray:
        """Return the chances in a shoe, shape (3, 10, 10).

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
