"""Many rounds, from the distribution of one: bands of the return, and ruin."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm, sqrt
from statistics import NormalDist
from typing import Any

from certify.numerics.lattice import LatticeDistribution, distribution_of_sum, ruin_probability
from certify.studies.returns.distribution_result import ReturnBand, RuinResult, SessionResult

SESSIONS = (10**3, 10**4, 10**5, 10**6, 10**7)
"""Numbers of rounds for which the return is stated."""

CONFIDENCES = (0.95, 0.99)

WIDE = 32.0
"""Width of the distribution of the sum of rounds, in main wagers, by the root of their number."""

MOST_STEPS = 2.0**24
MOST_MOVES = 5e8
"""Where payouts make the lattice so fine that more moves would be needed, figures are left out."""

BANKROLLS = (20, 50, 100, 200)
RUIN_ROUNDS = (1_000, 10_000)


def many_rounds(outcomes: Mapping[Fraction, float], payment: Fraction) -> dict[str, Any]:
    """Return sessions and ruin by the names of their fields; none where the lattice is too fine.

    `outcomes`: probabilities by net result, in units of the wager; `payment`: paid each round
    besides.
    """
    finest = Fraction(1, lcm(*(value.denominator for value in outcomes)))
    if (max(outcomes) - min(outcomes)) / finest > MOST_STEPS:
        return {}
    lattice = LatticeDistribution.of(outcomes)
    paid = _after(lattice, payment)
    return {
        "sessions": tuple(
            _session(paid, rounds, 1.0 + float(payment))
            for rounds in SESSIONS
            if _steps(lattice, rounds) <= MOST_STEPS
        ),
        "ruin": tuple(_ruin(lattice, payment)),
    }


def _after(distribution: LatticeDistribution, payment: Fraction) -> LatticeDistribution:
    """Return the distribution of what is left after a payment, on as many places."""
    denominator = lcm(distribution.step.denominator, payment.denominator)
    step = Fraction(
        gcd(int(distribution.step * denominator), int(payment * denominator)), denominator
    )
    first = (distribution.first * distribution.step - payment) / step
    return LatticeDistribution(
        step,
        int(first),
        distribution.probability,
        distribution.stride * int(distribution.step / step),
    )


def _session(distribution: LatticeDistribution, rounds: int, initial: float) -> SessionResult:
    total = distribution_of_sum(distribution, rounds)

    def returned(net: float) -> float:
        return 1.0 + net / rounds / initial

    bands = []
    for confidence in CONFIDENCES:
        low, high = total.band(confidence)
        half = NormalDist().inv_cdf(0.5 + confidence / 2.0) * distribution.sd * sqrt(rounds)
        bands.append(
            ReturnBand(
                confidence=confidence,
                low=returned(low),
                high=returned(high),
                normal_low=returned(rounds * distribution.mean - half),
                normal_high=returned(rounds * distribution.mean + half),
            )
        )
    return SessionResult(
        rounds=rounds,
        p_ahead=total.above(0.0),
        bands=tuple(bands),
        error_bound=total.error_bound,
    )


def _steps(distribution: LatticeDistribution, rounds: int) -> float:
    """Return the approximate number of values of the sum of so many rounds, for any play."""
    return WIDE * sqrt(rounds) / float(distribution.step)


def _ruin(distribution: LatticeDistribution, payment: Fraction) -> list[RuinResult]:
    results = []
    for rounds in RUIN_ROUNDS:
        if _steps(distribution, rounds) * rounds > MOST_MOVES:
            continue
        chances, error_bound = ruin_probability(
            distribution, rounds, 1 + payment, BANKROLLS, payment
        )
        results += [
            RuinResult(
                bankroll=bankroll,
                rounds=rounds,
                probability=float(chance),
                error_bound=error_bound,
            )
            for bankroll, chance in zip(BANKROLLS, chances, strict=True)
        ]
    return results
