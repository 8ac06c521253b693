"""Laws on equally spaced values: moments, sums of many rounds, ruin."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp, fsum, gcd, lcm, log, sqrt

import numpy as np
import numpy.typing as npt

from certify.numerics.jit import kernel

FloatVector = npt.NDArray[np.float64]

WINDOW = 12.0
"""Standard deviations on either side within which the law of a sum is worked out."""

UNIT_ROUNDOFF = 2.0**-53


@dataclass(frozen=True)
class LatticeLaw:
    """A law on the values ``(first + k) * step``, k = 0, 1, ..

    Attributes
    ----------
    step : Fraction
        Distance of neighbouring values.
    first : int
        The lowest value, in steps.
    probability : ndarray of float64, shape (values,)
        Probabilities; their sum is 1 up to rounding.
    """

    step: Fraction
    first: int
    probability: FloatVector

    @classmethod
    def of(cls, outcomes: Mapping[Fraction, float]) -> LatticeLaw:
        """Return the law of given outcomes on the coarsest lattice that holds them and zero."""
        denominator = lcm(*(value.denominator for value in outcomes))
        whole = {int(value * denominator): chance for value, chance in outcomes.items()}
        divisor = gcd(*whole) or 1
        first, last = min(whole) // divisor, max(whole) // divisor
        probability = np.zeros(last - first + 1)
        for value, chance in whole.items():
            probability[value // divisor - first] = chance
        return cls(Fraction(divisor, denominator), first, probability)

    @property
    def values(self) -> FloatVector:
        """The values."""
        steps = self.first + np.arange(len(self.probability), dtype=np.float64)
        found: FloatVector = steps * float(self.step)
        return found

    def moment(self, order: int, about: float = 0.0) -> float:
        """Return the expectation of a power of the difference from a point."""
        return fsum(self.probability * (self.values - about) ** order)

    @property
    def mean(self) -> float:
        """Expectation."""
        return self.moment(1)

    @property
    def sd(self) -> float:
        """Standard deviation."""
        return sqrt(self.moment(2, self.mean))

    @property
    def skewness(self) -> float:
        """Third central moment over the cube of the standard deviation."""
        return self.moment(3, self.mean) / self.sd**3


@dataclass(frozen=True)
class SumLaw:
    """The law of a sum of independent values, where it is worth anything.

    Attributes
    ----------
    law : LatticeLaw
        The probabilities within the window.
    error_bound : float
        Bound on the error of the probability of any set of values.
    """

    law: LatticeLaw
    error_bound: float

    def below(self, value: float) -> float:
        """Return P(sum < value)."""
        return self._sum(self.law.values < value)

    def above(self, value: float) -> float:
        """Return P(sum > value)."""
        return self._sum(self.law.values > value)

    def _sum(self, chosen: npt.NDArray[np.bool_]) -> float:
        return float(min(max(fsum(self.law.probability[chosen]), 0.0), 1.0))

    def band(self, confidence: float) -> tuple[float, float]:
        """Return the narrowest central interval: no more than half the rest lies on either side."""
        tail = (1.0 - confidence) / 2.0
        below = np.cumsum(self.law.probability)
        above = np.cumsum(self.law.probability[::-1])
        low = int(np.searchsorted(below, tail, side="right"))
        high = len(above) - 1 - int(np.searchsorted(above, tail, side="right"))
        values = self.law.values
        return float(values[low]), float(values[high])


def law_of_sum(law: LatticeLaw, rounds: int) -> SumLaw:
    """Return the law of the sum of independent values of one law.

    Parameters
    ----------
    law : LatticeLaw
        The law of each value.
    rounds : int
        How many values.

    Returns
    -------
    SumLaw
        The law, within `WINDOW` standard deviations of the mean.

    Notes
    -----
    Conditioning: none.
    Method: the characteristic function to the power of `rounds`, taken by its logarithm so that
    no digits are lost near 1, and transformed back by FFT.
    Error: what lies outside the window falls on a wrong value within it, at most Chernoff's
    bound; and the rounding of the power and of the transform. Both are in `error_bound`.
    Source: derived here, reports/METHOD.md section 8.
    """
    step = float(law.step)
    mean, sd = law.mean / step, law.sd / step
    lowest, highest = rounds * law.first, rounds * (law.first + len(law.probability) - 1)
    half = int(WINDOW * sd * sqrt(rounds)) + len(law.probability)
    begin = max(lowest, round(rounds * mean) - half)
    end = min(highest, round(rounds * mean) + half)
    size = 1 << (end - begin).bit_length()
    angle = 2.0 * np.pi * np.arange(size // 2 + 1) / size
    # phi - 1 by half angles: near 1 the difference alone has all its digits.
    less_one = np.zeros(len(angle), dtype=np.complex128)
    for place, chance in enumerate(law.probability):
        if chance:
            turn = np.exp(-0.5j * angle * (law.first + place))
            less_one += chance * turn * (-2j) * np.sin(0.5 * angle * (law.first + place))
    real, imaginary = less_one.real, less_one.imag
    with np.errstate(divide="ignore"):
        modulus = 0.5 * np.log1p(real * (2.0 + real) + imaginary**2)
    turn = np.arctan2(imaginary, 1.0 + real)
    exponent = rounds * modulus + 1j * (rounds * turn + angle * begin)
    probability = np.fft.irfft(np.exp(exponent), size)[: end - begin + 1]
    outside = 0.0
    for distance, side, whole in (
        (round(rounds * mean) - begin, -1.0, begin == lowest),
        (end - round(rounds * mean), 1.0, end == highest),
    ):
        if not whole:
            outside += _chernoff(law, rounds, side, distance * step)
    # Where exp(E) matters, below nine standard deviations of the angle, the modulus of E is below
    # 40, and its turn, rounds times an angle, is known to 20 sqrt(rounds) units of roundoff.
    weight = float(np.abs(np.exp(exponent)).sum()) * 2.0 / size
    rounding = (200.0 + 20.0 * sqrt(rounds)) * UNIT_ROUNDOFF * weight * (end - begin + 1)
    return SumLaw(LatticeLaw(law.step, begin, probability), 2.0 * outside + rounding)


def _chernoff(law: LatticeLaw, rounds: int, side: float, distance: float) -> float:
    """Return Chernoff's bound on P(side * (sum - its mean) >= distance)."""
    tilt = distance / (rounds * law.sd**2)
    generating = fsum(law.probability * np.exp(tilt * side * (law.values - law.mean)))
    return exp(min(rounds * log(generating) - tilt * distance, 0.0))


def ruin_probability(
    law: LatticeLaw, rounds: int, lowest: Fraction, bankrolls: tuple[int, ...]
) -> tuple[FloatVector, float]:
    """Return the probability of being ruined within so many rounds, for several bankrolls.

    Parameters
    ----------
    law : LatticeLaw
        The law of a round's net result, every payment included.
    rounds : int
        Rounds that the player means to play.
    lowest : Fraction
        The smallest bankroll with which a round is begun; he is ruined below it.
    bankrolls : tuple of int
        What he begins with.

    Returns
    -------
    ndarray of float64, shape (bankrolls,)
        Probabilities.
    float
        Bound on their error.

    Notes
    -----
    Conditioning: none; the amounts for doubles and splits are taken to be at hand.
    Method: backward recursion over the rounds, for all bankrolls up to one from which ruin is all
    but impossible.
    Error: the chance of ruin from that bankroll by Doob's inequality, and a rounding each round.
    Source: derived here, reports/METHOD.md section 8.
    """
    needed = -(-lowest // law.step)
    drift = max(0.0, -law.mean) * rounds
    reserve = WINDOW * law.sd * sqrt(rounds) + drift
    most = int((max(bankrolls) + reserve) / float(law.step)) + 1
    states = np.zeros(most - needed + 1)
    used = np.flatnonzero(law.probability)
    _ruin(states, used + law.first, law.probability[used], rounds)
    places = [int(Fraction(bankroll) / law.step) - needed for bankroll in bankrolls]
    tilt = WINDOW / (law.sd * sqrt(rounds))
    generating = fsum(law.probability * np.exp(-tilt * law.values))
    beyond = exp(min(rounds * max(log(generating), 0.0) - tilt * reserve, 0.0))
    return states[places], beyond + rounds * len(used) * UNIT_ROUNDOFF


@kernel
def _ruin(ruined, moves, probability, rounds):
    """Fill P(ruined) by bankroll, in steps above the lowest."""
    most = ruined.size
    later = np.zeros(most)
    for _ in range(rounds):
        later[:] = ruined
        ruined[:] = 0.0
        for move in range(moves.size):
            by = moves[move]
            chance = probability[move]
            for state in range(min(max(0, -by), most)):
                ruined[state] += chance
            first, last = max(0, -by), min(most, most - by)
            if last > first:
                source = later[first + by : last + by]
                sink = ruined[first:last]
                for state in range(sink.size):
                    sink[state] += chance * source[state]
