"""Figures from the distribution of a round: outcomes, moments, many rounds, ruin."""

from __future__ import annotations

from fractions import Fraction
from math import fsum, gcd, lcm, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from certify.exact.blackjack.distribution import RoundDistribution
from certify.exact.blackjack.streak_rules import LOSS, PUSH, STREAK_RULES, WIN, StreakRule
from certify.numerics.lattice import LatticeDistribution, distribution_of_sum, ruin_probability
from certify.studies.returns.distribution_result import (
    Extreme,
    ReturnBand,
    RuinResult,
    SessionResult,
    StreakChances,
)

SESSIONS = (10**3, 10**4, 10**5, 10**6, 10**7)
"""Numbers of rounds for which the return is stated."""

CONFIDENCES = (0.95, 0.99)
VOLATILITY = NormalDist().inv_cdf(0.95)
"""Standard deviations on either side that hold 90 % of a normal distribution."""

WIDE = 32.0
"""Width of the distribution of the sum of rounds, in main wagers, by the root of their number."""

MOST_STEPS = 2.0**24
MOST_MOVES = 5e8
"""Where payouts make the lattice so fine that more moves would be needed, figures are left out."""

BANKROLLS = (20, 50, 100, 200)
RUIN_ROUNDS = (1_000, 10_000)


def distribution_figures(
    distribution: RoundDistribution, reading: StreakRule, payment: Fraction, *, further: bool = True
) -> dict[str, Any]:
    """Return the fields of a `WagerResult` that follow from the distribution of a round.

    `distribution` is before any payment; `payment` is paid each round besides, in main wagers;
    `reading` is what a split round counts as for the streak. `further` asks for many rounds and
    ruin too.
    """
    outcomes = distribution.outcomes()
    streak = distribution.streak(reading)
    sd, skewness = _moments(outcomes)
    wagered = distribution.wagered_moments()
    lowest, highest = min(outcomes), max(outcomes)
    return {
        "error_bound": distribution.error_bound,
        "outcomes": {_key(value): chance for value, chance in outcomes.items()},
        "outcomes_by_streak": {
            other: {
                _key(value): StreakChances(
                    win=float(chances[WIN]), push=float(chances[PUSH]), loss=float(chances[LOSS])
                )
                for value, chances in distribution.joint(other).items()
            }
            for other in STREAK_RULES
        },
        "p_win": float(streak[WIN]),
        "p_push": float(streak[PUSH]),
        "p_loss": float(streak[LOSS]),
        "hit_frequency": fsum(chance for value, chance in outcomes.items() if value > 0),
        "variance": sd**2,
        "sd": sd,
        "skewness": skewness,
        "volatility_index": VOLATILITY * sd,
        "variance_wagered": wagered.variance,
        "covariance_net_wagered": wagered.covariance_with_net,
        "max_loss": Extreme(net=float(lowest), probability=outcomes[lowest]),
        "max_win": Extreme(net=float(highest), probability=outcomes[highest]),
        **(_many_rounds(outcomes, payment) if further else {}),
    }


def _moments(outcomes: dict[Fraction, float]) -> tuple[float, float | None]:
    """Return standard deviation and skewness; the latter is None where nothing varies."""
    chances = np.array(list(outcomes.values()))
    values = np.array([float(value) for value in outcomes])
    mean = fsum(chances * values)
    sd = sqrt(fsum(chances * (values - mean) ** 2))
    return sd, fsum(chances * (values - mean) ** 3) / sd**3 if sd else None


def _many_rounds(outcomes: dict[Fraction, float], payment: Fraction) -> dict[str, Any]:
    """Return the fields about many rounds; none where the lattice is too fine."""
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


def _key(value: Fraction) -> str:
    """Return a net result as a decimal where that ends, such as 1.5, otherwise as a fraction."""
    rest = value.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    return f"{float(value):g}" if rest == 1 else str(value)


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
