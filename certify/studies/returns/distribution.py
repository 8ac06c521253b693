"""Figures from the distribution of a round: outcomes, moments, many rounds, ruin."""

from __future__ import annotations

from fractions import Fraction
from math import fsum, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from certify.exact.blackjack.distribution import RoundDistribution, SplitsWagered
from certify.exact.blackjack.streak_rules import LOSS, PUSH, STREAK_RULES, WIN, StreakRule
from certify.studies.returns.distribution_result import Extreme, StreakChances
from certify.studies.returns.many_rounds import many_rounds

VOLATILITY = NormalDist().inv_cdf(0.95)
"""Standard deviations on either side that hold 90 % of a normal distribution."""


def distribution_figures(
    distribution: RoundDistribution, reading: StreakRule, payment: Fraction, *, further: bool = True
) -> dict[str, Any]:
    """Return the fields of a `WagerResult` that follow from the distribution of a round.

    `distribution` is before any payment; `payment` is paid each round besides, in main wagers;
    `reading` is what a split round counts as for the streak. `further` asks for many rounds and
    ruin too. What is wagered in a round has fields of its own, of `wagered_figures`.
    """
    outcomes = distribution.outcomes()
    streak = distribution.streak(reading)
    sd, skewness = _moments(outcomes)
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
        "max_loss": Extreme(net=float(lowest), probability=outcomes[lowest]),
        "max_win": Extreme(net=float(highest), probability=outcomes[highest]),
        **(many_rounds(outcomes, payment) if further else {}),
    }


def wagered_figures(distribution: RoundDistribution, splits: SplitsWagered) -> dict[str, Any]:
    """Return the fields of a `WagerResult` about everything wagered in a round.

    `splits` has what is wagered in the splits of the strategy.
    """
    wagered = distribution.wagered_moments(splits)
    return {
        "variance_wagered": wagered.variance,
        "covariance_net_wagered": wagered.covariance_with_net,
    }


def _moments(outcomes: dict[Fraction, float]) -> tuple[float, float | None]:
    """Return standard deviation and skewness; the latter is None where nothing varies."""
    chances = np.array(list(outcomes.values()))
    values = np.array([float(value) for value in outcomes])
    mean = fsum(chances * values)
    sd = sqrt(fsum(chances * (values - mean) ** 2))
    return sd, fsum(chances * (values - mean) ** 3) / sd**3 if sd else None


def _key(value: Fraction) -> str:
    """Return a net result as a decimal where that ends, such as 1.5, otherwise as a fraction."""
    rest = value.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    return f"{float(value):g}" if rest == 1 else str(value)
