"""Confidence intervals of simulated figures, which hold all together."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import scipy

from certify.errors import EngineError
from certify.play.tallies import Tallies
from certify.results import Estimate, Family

FloatArray = np.ndarray[Any, np.dtype[np.float64]]

FEWEST = 2
"""Fewest observations for an interval."""

FARTHEST = 38.0
"""Standard errors beyond which the tail of the normal distribution is below the smallest float."""

METHOD = (
    "All intervals of the family hold together, by Bonferroni's inequality: each is made at the"
    " confidence 1 - (1 - confidence) / figures. Shares of games are by Clopper and Pearson, which"
    " hold no less often than they say; other means by Student's t, or by the normal distribution"
    " where the standard error comes from more than one sample."
)


def family_of(confidence: float, figures: int) -> Family:
    """Return a family of figures whose intervals hold all together.

    Examples
    --------
    >>> family_of(0.95, 10).figures
    10
    """
    if not 0.0 < confidence < 1.0:
        raise EngineError(f"a confidence lies between 0 and 1; found {confidence}")
    if figures < 1:
        raise EngineError(f"a family has one figure or more; found {figures}")
    return Family(confidence=confidence, figures=figures, method=METHOD)


def level_of(family: Family) -> float:
    """Return the probability with which the interval of one figure of a family may miss."""
    return (1.0 - family.confidence) / family.figures


def quantile_of(family: Family, freedom: int | None = None) -> float:
    """Return the half width of an interval in standard errors.

    By Student's t with `freedom` degrees of freedom, or by the normal distribution if that is None.
    """
    tail = level_of(family) / 2.0
    return -float(
        scipy.special.ndtri(tail) if freedom is None else scipy.special.stdtrit(freedom, tail)
    )


def share(hits: int, games: int, family: Family) -> Estimate:
    """Return the share of games in which something happened, with an interval.

    Notes
    -----
    Method: quantiles of beta distributions, at which the binomial distribution gives half of the
        level to each side.
    Error: the interval holds at least as often as it says.
    Source: Clopper and Pearson, Biometrika 26 (1934) 404-413, doi:10.1093/biomet/26.4.404.

    Examples
    --------
    >>> from certify.studies.fairness.intervals import family_of
    >>> share(0, 100, family_of(0.95, 1)).low
    0.0
    """
    if not 0 <= hits <= games or games < 1:
        raise EngineError(f"a share needs a number of games; found {hits} of {games}")
    tail = level_of(family) / 2.0
    low = float(scipy.special.betaincinv(hits, games - hits + 1, tail)) if hits else 0.0
    high = float(scipy.special.betainccinv(hits + 1, games - hits, tail)) if hits < games else 1.0
    return Estimate(value=hits / games, low=low, high=high)


def around(
    value: float,
    error: float,
    family: Family,
    *,
    freedom: int | None = None,
    bounds: tuple[float, float] | None = None,
) -> Estimate:
    """Return a figure with an interval of so many standard errors to either side.

    `freedom` is the degrees of freedom of the standard error, None for the normal distribution; the
    interval is cut at `bounds`.

    Notes
    -----
    Method: value +- quantile times error.
    Error: by the central limit theorem, small in the thousands of games that a study plays.
    Source: Student, Biometrika 6 (1908) 1-25, doi:10.1093/biomet/6.1.1.
    """
    reach = quantile_of(family, freedom) * error
    low, high = value - reach, value + reach
    if bounds is not None:
        low, high = max(low, min(value, bounds[0])), min(high, max(value, bounds[1]))
    return Estimate(value=value, low=low, high=high)


def mean_of(tallies: Tallies, name: str, family: Family) -> Estimate:
    """Return the mean of a quantity over games, with an interval by Student's t from exact sums."""
    freedom = tallies.games - 1
    return around(float(tallies.mean(name)), tallies.sem(name), family, freedom=freedom)


def share_of(tallies: Tallies, name: str, family: Family) -> Estimate:
    """Return the share of games in which a quantity that is 0 or 1 was 1."""
    tally, one = tallies.tally(name), tallies.scale(name)
    if not set(tally.counts) <= {0, one} or tally.beyond.number:
        raise EngineError(f"{name} has no share of games: it takes other values than 0 and 1")
    return share(tally.counts.get(one, 0), tallies.games, family)


def bounded_mean(values: FloatArray, family: Family) -> Estimate:
    """Return the mean of two or more independent observations between 0 and 1.

    The interval lies within 0 and 1 and has a width even if all observations are equal.

    Notes
    -----
    Method: Student's t after adding z^2 / 2 observations of 0 and as many of 1, z the quantile of
        the normal distribution; for observations that are 0 or 1 that is the interval of Agresti
        and Coull.
    Error: holds a little more often than it says where the mean is close to 0 or 1.
    Source: Agresti and Coull, The American Statistician 52 (1998) 119-126, doi:10.2307/2685469; for
        means of other observations: derived here, reports/METHOD.md section 13.
    """
    number = _enough(values)
    more = quantile_of(family) ** 2
    whole = number + more
    centre = (float(values.sum()) + more / 2.0) / whole
    squares = (float(values @ values) + more / 2.0) / whole
    error = sqrt(max(squares - centre * centre, 0.0) / whole)
    reach = quantile_of(family, number - 1) * error
    mean = float(values.mean())
    return Estimate(
        value=mean,
        low=max(min(centre - reach, mean), 0.0),
        high=min(max(centre + reach, mean), 1.0),
    )


def error_of(values: FloatArray) -> float:
    """Return the standard error of the mean of independent observations, two at least."""
    number = _enough(values)
    return float(values.std(ddof=1)) / sqrt(number)


def difference_of_shares(
    first: int, second: int, both: int, games: int, family: Family
) -> Estimate:
    """Return the share of the first event less that of the second, in the same games.

    `both` counts the games in which both happened.

    Notes
    -----
    Method: the difference is that of the games with the one alone and with the other alone, which
        exclude each other; half a game is added to each of the four kinds of game before the normal
        distribution is used.
    Error: holds about as often as it says, also where either is rare.
    Source: Agresti and Min, Statistics in Medicine 24 (2005) 729-740, doi:10.1002/sim.1781.
    """
    one, other = first - both, second - both
    if games < 1 or min(one, other, both) < 0 or one + other + both > games:
        raise EngineError(
            f"shares of {first} and {second} games, {both} of them the same, are impossible"
            f" in {games}"
        )
    whole = games + 2
    centre = (one - other) / whole
    error = sqrt(max((one + other + 1) / whole - centre * centre, 0.0) / whole)
    reach = quantile_of(family) * error
    value = (one - other) / games
    return Estimate(
        value=value,
        low=max(min(centre - reach, value), -1.0),
        high=min(max(centre + reach, value), 1.0),
    )


def chance_of(statistic: float, freedom: int | None = None) -> float:
    """Return the two-sided p of a figure of so many standard errors.

    `freedom` is the degrees of freedom of the standard error, None for the normal distribution.
    """
    far = abs(statistic)
    return 2.0 * float(
        scipy.special.ndtr(-far) if freedom is None else scipy.special.stdtr(freedom, -far)
    )


def deviation_of(chance: float) -> float:
    """Return the standard errors that a two-sided p corresponds to, `FARTHEST` at most."""
    return min(-float(scipy.special.ndtri(chance / 2.0)), FARTHEST)


def _enough(values: FloatArray) -> int:
    if values.ndim != 1 or values.size < FEWEST:
        raise EngineError(f"an interval needs {FEWEST} observations at least; found {values.size}")
    return int(values.size)
