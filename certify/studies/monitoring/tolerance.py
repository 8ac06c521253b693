"""Tolerances at a single look, p-values, and the shifts that a volume can show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt

import scipy

from certify.studies.monitoring.reasons import outlook
from certify.studies.monitoring.references import Reference
from certify.studies.monitoring.result import (
    PowerResult,
    ShiftPower,
    Test,
    Tolerance,
)

FEW_WINS = 500.0
"""Expected wins below which a wager that is paid or lost is tested by the binomial distribution."""

FEWEST = 100.0
"""Effective wagers below which the normal distribution is not used."""

OF_SKEWED = 144.0
"""The same, by the square of the skewness: up to 3 standard deviations the normal tail is then
within a quarter of the true one (Edgeworth's first term)."""

POWER = 0.9
SHIFTS = (0.001, 0.0025, 0.005, 0.01)
WIDE = 0.01
"""Shift of the return: if no smaller one can be detected, what that would take is reported."""


@dataclass(frozen=True)
class Volume:
    """Totals of a wager, or of a wager at a table.

    `shared` are squares of the stakes with the addition for seats that share a dealer hand; `net`
    is before rounding.
    """

    wagers: float
    stake: float
    stake_squared: float
    shared: float
    net: float
    wagered: float
    returned: float

    @property
    def seat_factor(self) -> float:
        """Factor of the variance due to seats that share a dealer hand."""
        return self.shared / self.stake_squared

    @property
    def effective(self) -> float:
        """Number of wagers of equal stakes, each with its own dealer hand, that say as much."""
        return self.stake**2 / self.shared

    @property
    def alone(self) -> float:
        """The same, if every wager had a dealer hand of its own: ``(sum b)^2 / sum b^2``."""
        return self.stake**2 / self.stake_squared


def two_sided(above: float, below: float) -> float:
    """Return the two-sided p-value from the one-sided ones of the upper and the lower line."""
    return min(1.0, 2.0 * min(above, below))


def holm(values: Sequence[float | None]) -> list[float | None]:
    """Return p-values after Holm's correction; None stays None and is not counted.

    The probability that any true hypothesis has an adjusted value of at most a is at most a.
    """
    known = sorted((value, place) for place, value in enumerate(values) if value is not None)
    found: list[float | None] = [None] * len(values)
    largest = 0.0
    for rank, (value, place) in enumerate(known):
        largest = max(largest, min(1.0, value * (len(known) - rank)))
        found[place] = largest
    return found


def test_of(volume: Volume, reference: Reference) -> Test:
    """Return the distribution by which a return is tested."""
    if reference.is_two_point:
        chances = (
            reference.lower.distribution.chances[-1],
            reference.upper.distribution.chances[-1],
        )
        if volume.effective * min(chances) < FEW_WINS:
            return "binomial"
    skewness = 0.0 if reference.is_two_point else reference.upper.distribution.skewness
    return "normal" if volume.effective >= max(FEWEST, OF_SKEWED * skewness**2) else "none"


def p_value(volume: Volume, reference: Reference) -> float | None:
    """Return the two-sided p of a return at least so far beyond the certified lines, at one look.

    None where there are too few wagers.

    Notes
    -----
    Conditioning: the stakes, and which seats were taken.
    Method: the normal distribution with the exact variance; for wagers that are paid or lost, below
        500 expected wins, the binomial distribution (Clopper and Pearson), with the effective
        number of wagers in place of their number where stakes differ or seats share a dealer hand
        (Korn and Graubard).
    Error: the binomial distribution is exact for equal stakes and dealer hands of their own.
    Source: Clopper and Pearson, Biometrika 26, 1934; Korn and Graubard, Survey Methodology 24,
        1998; reports/METHOD.md, section 15.
    """
    test = test_of(volume, reference)
    if test == "none":
        return None
    if test == "binomial":
        number = volume.effective
        wins = number * min(1.0, max(0.0, _share(volume, reference)))
        return two_sided(
            _at_least(wins, number, _chance(reference, upper=True)),
            _at_most(wins, number, _chance(reference, upper=False)),
        )
    above, below = (
        (volume.net - line.mean * volume.stake) / sqrt(line.distribution.variance * volume.shared)
        for line in (reference.upper, reference.lower)
    )
    return two_sided(float(scipy.special.ndtr(-above)), float(scipy.special.ndtr(below)))


def tolerance(volume: Volume, reference: Reference, confidence: float) -> Tolerance:
    """Return the limits of the return on the initial amount, with shared dealers and without.

    The return lies between them with probability `confidence`, at a single look.
    """
    limits = [
        _limits(number, test_of(volume, reference), reference, confidence)
        for number in (volume.effective, volume.alone)
    ]
    return Tolerance(
        confidence=confidence,
        low=limits[0][0],
        high=limits[0][1],
        low_alone=limits[1][0],
        high_alone=limits[1][1],
    )


def tolerance_on_action(volume: Volume, reference: Reference, confidence: float) -> Tolerance:
    """Return the limits of the return on everything wagered, by the ratio estimator."""
    factor = deviations(confidence)
    spread = sqrt(reference.variance_on_action)

    def half(squares: float) -> float:
        return factor * spread * sqrt(squares) / volume.wagered

    lower = 1.0 + reference.lower.mean / reference.lower.average_wagered
    upper = 1.0 + reference.upper.mean / reference.upper.average_wagered
    return Tolerance(
        confidence=confidence,
        low=lower - half(volume.shared),
        high=upper + half(volume.shared),
        low_alone=lower - half(volume.stake_squared),
        high_alone=upper + half(volume.stake_squared),
    )


def deviations(confidence: float) -> float:
    """Return the half width of a two-sided interval, in standard deviations."""
    return float(scipy.special.ndtri(0.5 + confidence / 2.0))


def _limits(
    number: float, test: Test, reference: Reference, confidence: float
) -> tuple[float, float]:
    """Return the limits of a return for so many effective wagers."""
    initial = reference.initial_amount
    if test == "binomial":
        tail = (1.0 - confidence) / 2.0
        low, high = _chance(reference, upper=False), _chance(reference, upper=True)
        paid = reference.outcomes[-1] + 1.0
        fewest = _root(lambda wins: _at_most(wins, number, low) - tail, number, 0.0)
        most = _root(lambda wins: tail - _at_least(wins, number, high), number, number)
        return paid * fewest / number, paid * most / number
    factor = deviations(confidence) / sqrt(number) / initial
    upper, lower = reference.upper, reference.lower
    return (
        1.0 + lower.mean / initial - factor * sqrt(lower.distribution.variance),
        1.0 + upper.mean / initial + factor * sqrt(upper.distribution.variance),
    )


def _root(function: Callable[[float], float], number: float, otherwise: float) -> float:
    """Return the wins at which a rising function is zero, or `otherwise` if there are none."""
    low, high = function(0.0), function(number)
    if low > 0.0 or high < 0.0 or not isfinite(low + high):
        return otherwise
    return float(scipy.optimize.brentq(function, 0.0, number, xtol=1e-9))


def _share(volume: Volume, reference: Reference) -> float:
    """Return the share of the stakes that was paid."""
    paid = reference.outcomes[-1] + 1.0
    return (volume.net / volume.stake + 1.0) / paid


def _chance(reference: Reference, *, upper: bool) -> float:
    """Return the probability of being paid on a line, which may be below the distribution's."""
    line = reference.upper if upper else reference.lower
    return min(1.0, max(0.0, (line.mean + 1.0) / (reference.outcomes[-1] + 1.0)))


def _at_least(wins: float, number: float, chance: float) -> float:
    """Return the probability of so many wins or more, between integers by the beta distribution."""
    return 1.0 if wins <= 0.0 else float(scipy.special.betainc(wins, number - wins + 1.0, chance))


def _at_most(wins: float, number: float, chance: float) -> float:
    """Return the probability of so many wins or fewer; between integers by a beta distribution."""
    return (
        1.0 if wins >= number else float(scipy.special.betaincc(wins + 1.0, number - wins, chance))
    )


def power_of(
    wager: str, volume: Volume, reference: Reference, confidence: float, days: int
) -> PowerResult:
    """Return wagers needed by shift, and the shift that the present number shows.

    For the stakes and seats of `volume`; a shift is detected at `confidence` with the probability
    `POWER`. `days` is the time from the first to the last of the data.
    """
    both = deviations(confidence) + float(scipy.special.ndtri(POWER))
    spread = both * sqrt(reference.upper.distribution.variance) / reference.initial_amount
    detectable = spread / sqrt(volume.effective)
    needed = {shift: (spread / shift) ** 2 * volume.wagers / volume.effective for shift in SHIFTS}
    limits = tolerance(volume, reference, confidence)
    return PowerResult(
        wager=wager,
        wagers=round(volume.wagers),
        detectable=detectable,
        shifts=tuple(ShiftPower(shift=shift, wagers=needed[shift]) for shift in SHIFTS),
        told=outlook(wager, volume.wagers, limits, WIDE, needed[WIDE], days)
        if detectable > WIDE
        else "",
    )
