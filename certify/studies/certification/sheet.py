"""The sheet for players: what comes back, and where they stand after some rounds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from certify.numerics.lattice import (
    NO_PAYMENT,
    LatticeDistribution,
    SumDistribution,
    distribution_of_sum,
)
from certify.studies.certification.result import ShoeCertification
from certify.studies.certification.sheet_result import PlayerSheet, SheetSession, SheetWager

ROUNDS = (50, 200, 1_000)
MIDDLE, BUT_UNLUCKY = 0.5, 0.9
"""Central intervals: the middle half of the players, and all but one in twenty on either side."""


def sheet_of(shoe: ShoeCertification) -> PlayerSheet:
    """Return the figures of the sheet: both wagers on the hand, played by charts.

    Notes
    -----
    Conditioning: rounds independent of each other, each from a fresh shoe.
    Method: the distribution of a round convolved with itself,
        `certify.numerics.lattice.distribution_of_sum`.
    Error: in each session: that of the convolution, and that of the distribution of a round as many
        times as there are rounds.
    Source: derived here, reports/METHOD.md section 10.
    """
    wagers = shoe.basic.wagers
    return PlayerSheet(
        label=shoe.label,
        strategy=shoe.basic.strategy,
        wagers=tuple(
            SheetWager(
                wager=name,
                staked=wager.initial_amount,
                rtp=wager.rtp,
                sessions=sheet_sessions(
                    {Fraction(net): chance for net, chance in (wager.outcomes or {}).items()},
                    payment,
                    wager.error_bound,
                ),
            )
            for name, wager, payment in (
                ("main", wagers.main, Fraction(0)),
                ("main_burnout", wagers.main_burnout, Fraction(repr(wagers.main_burnout.payment))),
            )
        ),
    )


def sheet_sessions(
    outcomes: Mapping[Fraction, float], payment: Fraction = NO_PAYMENT, error: float = 0.0
) -> tuple[SheetSession, ...]:
    """Return where players stand after some rounds.

    `outcomes`: probabilities by net result, of which `error` may stand at a wrong one; `payment`:
    paid each round besides.
    """
    if not outcomes:
        return ()
    distribution = LatticeDistribution.of(outcomes)
    return tuple(
        _session(
            distribution_of_sum(distribution, rounds),
            rounds,
            float(rounds * payment),
            rounds * error,
        )
        for rounds in ROUNDS
    )


def _session(total: SumDistribution, rounds: int, paid: float, error: float) -> SheetSession:
    """Return the results of players, with payments subtracted from the sum of their results."""
    ahead, behind = total.above(paid), total.below(paid)
    low, high = total.band(MIDDLE)
    return SheetSession(
        rounds=rounds,
        p_ahead=ahead,
        p_level=max(0.0, 1.0 - ahead - behind),
        p_behind=behind,
        quarter_low=low - paid,
        quarter_high=high - paid,
        unlucky=total.band(BUT_UNLUCKY)[0] - paid,
        error_bound=total.error_bound + error,
    )
