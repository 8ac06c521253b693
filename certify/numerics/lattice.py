"""Distributions on equally spaced values: moments, sums of many rounds, ruin."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, fsum, gcd, lcm, log, nan, sqrt

import numpy as np
import numpy.typing as npt

from certify.numerics.jit import kernel

FloatVector = npt.NDArray[np.float64]

WINDOW = 12.0
"""Standard deviations on either side within which a sum is worked out at least."""

LEAST_OUTSIDE = 1e-15
"""Probability below which nothing more is worked out, however wide its range."""

MOST_STEPS = 1 << 23
"""Steps on either side that are worked out at most, to bound time and memory."""

LEAST_LOG = -745.0
"""Logarithm below which the exponential is zero."""

UNIT_ROUNDOFF = 2.0**-53

NO_PAYMENT = Fraction(0)


@dataclass(frozen=True)
class LatticeDistribution:
    """A distribution on the values ``(first + k * stride) * step``, k = 0, 1, ..

    Attributes
    ----------
    step : Fraction
        What every value is a multiple of.
    first : int
        The lowest value, in steps.
    probability : ndarray of float64, shape (values,)
        Probabilities; their sum is 1 up to rounding.
    stride : int
        Distance of neighbouring values, in steps.
    """

    step: Fraction
    first: int
    probability: FloatVector
    stride: int = 1

    @classmethod
    def of(cls, outcomes: Mapping[Fraction, float]) -> LatticeDistribution:
        """Return the distribution of outcomes on the coarsest lattice that holds them and zero."""
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
        steps = self.first + self.stride * np.arange(len(self.probability), dtype=np.float64)
        found: FloatVector = steps * self.step.numerator / self.step.denominator
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
        """Third central moment over the cube of the standard deviation; NaN if that is 0."""
        return self.moment(3, self.mean) / self.sd**3 if self.sd else nan


@dataclass(frozen=True)
class SumDistribution:
    """The distribution of a sum of independent values, where it is worth anything.

    Attributes
    ----------
    distribution : LatticeDistribution
        The probabilities within the window.
    error_bound : float
        Bound on the error of the probability of any set of values.
    """

    distribution: LatticeDistribution
    error_bound: float

    def below(self, value: float) -> float:
        """Return P(sum < value)."""
        return self._sum(self.distribution.values < value)

    def above(self, value: float) -> float:
        """Return P(sum > value)."""
        return self._sum(self.distribution.values > value)

    def _sum(self, chosen: npt.NDArray[np.bool_]) -> float:
        return float(min(max(fsum(self.distribution.probability[chosen]), 0.0), 1.0))

    def band(self, confidence: float) -> tuple[float, float]:
        """Return the narrowest central interval: no more than half the rest lies on either side.

        The confidence is between 0 and 1, both excluded.
        """
        tail = (1.0 - confidence) / 2.0
        below = np.cumsum(self.distribution.probability)
        above = np.cumsum(self.distribution.probability[::-1])
        low = int(np.searchsorted(below, tail, side="right"))
        high = len(above) - 1 - int(np.searchsorted(above, tail, side="right"))
        values = self.distribution.values
        return float(values[low]), float(values[high])


def distribution_of_sum(distribution: LatticeDistribution, rounds: int) -> SumDistribution:
    """Return the distribution of the sum of independent values of one distribution.

    Parameters
    ----------
    distribution : LatticeDistribution
        The distribution of each value.
    rounds : int
        How many values.

    Returns
    -------
    SumDistribution
        The distribution, within `WINDOW` standard deviations of the mean.

    Notes
    -----
    Conditioning: none.
    Method: the characteristic function to the power of `rounds`, taken by its logarithm so that
    no digits are lost near 1, and transformed back by FFT. Values are counted on the coarsest
    lattice of their differences, from the one next to the mean, so that no other angle than 0 has
    a modulus of 1.
    Error: what lies outside the window falls on a wrong value within it, at most Chernoff's
    bound; and the rounding of the power and of the transform, angle by angle. Both are in
    `error_bound`.
    Source: derived here, reports/METHOD.md section 10.
    """
    used = np.flatnonzero(distribution.probability)
    chance = distribution.probability[used]
    stride = gcd(*(int(place) for place in used - used[0])) or 1
    centre = round(fsum(chance * ((used - used[0]) // stride)))
    steps = (used - used[0]) // stride - centre
    mean = fsum(chance * steps)
    sd = sqrt(fsum(chance * (steps - mean) ** 2))
    lowest, highest = rounds * int(steps[0]), rounds * int(steps[-1])
    half = int(WINDOW * sd * sqrt(rounds)) + int(steps[-1] - steps[0]) + 1
    while True:
        begin = max(lowest, round(rounds * mean) - half)
        end = min(highest, round(rounds * mean) + half)
        outside = 0.0
        if begin > lowest:
            outside += _chernoff(chance, mean - steps, rounds, rounds * mean - begin + 0.5)
        if end < highest:
            outside += _chernoff(chance, steps - mean, rounds, end - rounds * mean + 0.5)
        if outside <= LEAST_OUTSIDE or half >= MOST_STEPS:
            break
        half *= 2
    probability, rounding = _power(chance, steps, rounds, begin, end)
    lowest_value = distribution.first + distribution.stride * (int(used[0]) + stride * centre)
    first = rounds * lowest_value + distribution.stride * stride * begin
    found = LatticeDistribution(distribution.step, first, probability, distribution.stride * stride)
    return SumDistribution(found, outside + rounding)


def _power(
    chance: FloatVector, steps: npt.NDArray[np.int64], rounds: int, begin: int, end: int
) -> tuple[FloatVector, float]:
    """Return P(sum = begin .. end), whatever lies outside folded in, and a bound on rounding."""
    size = 1 << (end - begin).bit_length()
    angle = 2.0 * np.pi * np.arange(size // 2 + 1) / size
    # phi - 1 by half angles: near 1 the difference alone has all its digits.
    real, imaginary = np.zeros((2, len(angle)))
    for place, weight in zip(steps, chance, strict=True):
        half_turn = 0.5 * angle * place
        sine, cosine = np.sin(half_turn), np.cos(half_turn)
        real -= 2.0 * weight * sine * sine
        imaginary -= 2.0 * weight * sine * cosine
    with np.errstate(divide="ignore"):
        modulus = 0.5 * np.log1p(np.maximum(real * (2.0 + real) + imaginary**2, -1.0))
    modulus = np.maximum(modulus, LEAST_LOG)
    turn = np.arctan2(imaginary, 1.0 + real)
    power = np.exp(rounds * modulus + 1j * (rounds * turn + angle * begin))
    # phi itself is known to some units of roundoff of its terms' turns, and a power multiplies
    # that; then come the exponent's own products, the exponential and the transform.
    terms = (len(steps) + 8) * fsum(chance * np.abs(steps)) * angle
    exponent = 4.0 * (rounds * (np.abs(turn) - modulus) + angle * abs(begin))
    doubt = rounds * np.exp((rounds - 1) * modulus) * terms
    doubt += np.abs(power) * (exponent + 10.0 * size.bit_length())
    places = end - begin + 1
    rounding = UNIT_ROUNDOFF * float(doubt.sum()) * 2.0 / size * places
    return np.fft.irfft(power, size)[:places], rounding


def _chernoff(chance: FloatVector, deviation: FloatVector, rounds: int, distance: float) -> float:
    """Return Chernoff's bound on P(sum of deviations >= distance)."""
    return exp(
        _least(lambda tilt: rounds * _log_generating(chance, tilt * deviation) - tilt * distance)
    )


def _least(exponent: Callable[[float], float]) -> float:
    """Return the least value found of a convex function of a positive tilt, no more than 0.

    Its value at any tilt makes a bound, so it need not be found exactly.
    """
    low, high = -60.0, 10.0
    for _ in range(80):
        third = (high - low) / 3.0
        if exponent(exp(low + third)) < exponent(exp(high - third)):
            high -= third
        else:
            low += third
    return min(exponent(exp(0.5 * (low + high))), 0.0)


def _log_generating(chance: FloatVector, exponent: FloatVector) -> float:
    """Return log E[exp(exponent)], with all digits where that is near 0."""
    top = float(exponent.max())
    if top < 1e-3:
        return float(np.log1p(fsum(chance * np.expm1(exponent))))
    return top + log(fsum(chance * np.exp(exponent - top)))


def ruin_probability(
    distribution: LatticeDistribution,
    rounds: int,
    lowest: Fraction,
    bankrolls: tuple[int, ...],
    payment: Fraction = NO_PAYMENT,
) -> tuple[FloatVector, float]:
    """Return the probability of being ruined within so many rounds, for several bankrolls.

    Parameters
    ----------
    distribution : LatticeDistribution
        The distribution of a round's net result, before the payment.
    rounds : int
        Rounds that the player means to play.
    lowest : Fraction
        The smallest bankroll with which a round is begun; below it the player is ruined.
    bankrolls : tuple of int
        What the player begins with.
    payment : Fraction
        What is paid each round besides.

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
    but impossible. Only whole steps above the lowest bankroll matter; the payments move these
    steps from round to round, so that they make the lattice no finer.
    Error: the chance of ruin from the highest bankroll by Doob's inequality, and a rounding each
    round.
    Source: derived here, reports/METHOD.md section 10.
    """
    used = np.flatnonzero(distribution.probability)
    chance, moves = distribution.probability[used], distribution.first + distribution.stride * used
    step = float(distribution.step)
    nets = moves.astype(np.float64) - float(payment / distribution.step)
    drift = max(0.0, -fsum(chance * nets)) * rounds
    # A round can neither lose nor win more than this: what lies beyond is never met.
    most = rounds * max(0, min(ceil(-nets[0]), ceil(nets[-1])))
    reserve = int(WINDOW * distribution.sd / step * sqrt(rounds) + drift) + 1
    while True:
        beyond = 0.0 if reserve >= most else _doob(chance, nets, rounds, reserve)
        if beyond <= LEAST_OUTSIDE or reserve >= MOST_STEPS:
            break
        reserve *= 2
    highest = max(0, int((max(bankrolls) - lowest) // distribution.step))
    found = np.ones(len(bankrolls))
    for rest in {bankroll % distribution.step for bankroll in bankrolls}:
        # Before which step of the gross result the player is ruined, round by round.
        begin, rise = (lowest - rest) / distribution.step, payment / distribution.step
        whole = lcm(begin.denominator, rise.denominator)
        first, more = int(begin * whole), int(rise * whole)
        needed = [-(-(first + turn * more) // whole) for turn in range(rounds + 1)]
        states = np.zeros(highest + min(reserve, most) + 2)
        _ruin(states, moves, np.diff(np.array(needed, dtype=np.int64)), chance)
        for number, bankroll in enumerate(bankrolls):
            place = int((bankroll - rest) / distribution.step) - needed[0]
            if bankroll % distribution.step == rest and place >= 0:
                found[number] = states[place]
    return found, beyond + rounds * (len(used) + 1) * UNIT_ROUNDOFF


def _doob(chance: FloatVector, nets: FloatVector, rounds: int, distance: int) -> float:
    """Return Doob's bound on the chance to be that far down at some time within the rounds."""
    losses = -nets
    return exp(
        _least(
            lambda tilt: rounds * max(_log_generating(chance, tilt * losses), 0.0) - tilt * distance
        )
    )


@kernel
def _ruin(ruined, moves, rises, probability):
    """Fill P(ruined) by bankroll, in steps above the lowest, which rises from round to round."""
    most = ruined.size
    later = np.zeros(most)
    for turn in range(rises.size - 1, -1, -1):
        for state in range(most):
            later[state], ruined[state] = ruined[state], 0.0
        for move in range(moves.size):
            by = moves[move] - rises[turn]
            chance = probability[move]
            for state in range(min(max(0, -by), most)):
                ruined[state] += chance
            first, last = max(0, -by), min(most, most - by)
            if last > first:
                source = later[first + by : last + by]
                sink = ruined[first:last]
                for state in range(sink.size):
                    sink[state] += chance * source[state]
