"""Questions of a double entry: an exact figure, what was simulated, and the test between them.

Every question is put before anything is played. It knows what it will compare, with what statistic,
and how small an error it can detect in so many games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from typing import Any, Protocol

import scipy

from certify.play.tallies import Tallies

POWER = 0.99
"""Probability with which an error of the stated size is detected."""

CONFIDENCE = 0.95
FEWEST = 10.0
"""Games that a cell of a chi-square test is expected to have; cells with fewer are pooled."""

FEWEST_OF_A_MEAN = 30
"""Games from which a mean is taken to follow the normal distribution; fewer prove nothing."""

RARE = 100.0
"""Expected hits and misses up to which a share is tested by the binomial distribution itself."""

NOTHING = 1e-12
"""Difference below which two figures that cannot vary are equal."""

OTHER = "anything else"

Moments = Callable[[Tallies], tuple[float, float, int]]
"""Mean, variance and number of what is asked about."""

Counts = Callable[[Tallies], Mapping[str, int]]
Paid = Callable[[Tallies], tuple[Fraction, Fraction]]
"""What should have been paid a game for what happened in the games, and what was."""


@dataclass(frozen=True)
class Answer:
    """The answer of the games to a question.

    `half_width` is that of the 95 percent interval of the difference, `statistic` z or chi-square,
    `detectable` the smallest error that is detected with the probability `POWER`.
    """

    simulated: float | None
    half_width: float | None
    statistic: float
    freedom: int | None
    p: float
    detectable: float


class Question(Protocol):
    """A question of a double entry; `kind` is ``mean``, ``share``, ``distribution`` or ``paid``."""

    @property
    def identity(self) -> str: ...  # noqa: D102
    @property
    def wager(self) -> str: ...  # noqa: D102
    @property
    def text(self) -> str: ...  # noqa: D102
    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def exact(self) -> float | None: ...  # noqa: D102

    def plan(self) -> dict[str, Any]:
        """Return what is fixed before the games, as plain data."""

    def answer(self, tallies: Tallies, alpha: float) -> Answer:
        """Return the answer of the games, for a level of the single test."""


@dataclass(frozen=True)
class Mean:
    """Whether a mean is the exact one; by the normal distribution.

    `sd` is the exact standard deviation of one game; None to take that of the games.
    """

    identity: str
    wager: str
    text: str
    exact: float
    sd: float | None
    read: Moments
    kind: str = "mean"

    def plan(self) -> dict[str, Any]:
        """Return what is fixed before the games, as plain data."""
        return {**_named(self), "exact": self.exact, "sd": self.sd}

    def answer(self, tallies: Tallies, alpha: float) -> Answer:
        """Return the answer of the games, for a level of the single test."""
        mean, variance, number = self.read(tallies)
        sd = sqrt(variance) if self.sd is None else self.sd
        if number < FEWEST_OF_A_MEAN:
            return Answer(None, None, 0.0, None, 1.0, inf)
        sem = sd / sqrt(number)
        difference = mean - self.exact
        wide = abs(difference) > NOTHING
        z = difference / sem if sem else inf if wide else 0.0
        return Answer(
            simulated=mean,
            half_width=_quantile(1.0 - CONFIDENCE) * sem,
            statistic=z,
            freedom=None,
            p=2.0 * float(scipy.special.ndtr(-abs(z))),
            detectable=(_quantile(alpha) + float(scipy.special.ndtri(POWER))) * sem,
        )


@dataclass(frozen=True)
class Share:
    """Whether something happens as often as it should; by the binomial distribution if it is rare.

    `read` returns how often it happened, under the first name, and the games in which it did not.
    The figures that are reported are `worth` times the share.
    """

    identity: str
    wager: str
    text: str
    chance: float
    read: Counts
    worth: float = 1.0
    kind: str = "share"

    @property
    def exact(self) -> float:
        """The exact figure that is reported."""
        return self.chance * self.worth

    def plan(self) -> dict[str, Any]:
        """Return what is fixed before the games, as plain data."""
        return {**_named(self), "chance": self.chance, "worth": self.worth}

    def answer(self, tallies: Tallies, alpha: float) -> Answer:
        """Return the answer of the games, for a level of the single test."""
        hits, misses = self.read(tallies).values()
        number, chance = hits + misses, self.chance
        spread = number * chance * (1.0 - chance)
        sem = sqrt(spread) / number
        difference = hits / number - chance
        if spread > RARE:
            p = 2.0 * float(scipy.special.ndtr(-abs(difference) / sem))
        else:
            binomial = scipy.stats.binom(number, chance)
            tails = binomial.cdf(hits), binomial.sf(hits - 1)
            p = min(1.0, 2.0 * float(min(tails)))
        told = self.worth
        return Answer(
            simulated=told * hits / number,
            half_width=told * _quantile(1.0 - CONFIDENCE) * sem,
            statistic=difference / sem if sem else 0.0,
            freedom=None,
            p=p,
            detectable=told * (_quantile(alpha) + float(scipy.special.ndtri(POWER))) * sem,
        )


@dataclass(frozen=True)
class Distribution:
    """Whether outcomes have their probabilities; by chi-square, rare cells pooled.

    An impossible outcome that was seen is an error for certain; `OTHER` may be among them.
    """

    identity: str
    wager: str
    text: str
    cells: Mapping[str, float]
    read: Counts
    kind: str = "distribution"
    exact: float | None = None

    def plan(self) -> dict[str, Any]:
        """Return what is fixed before the games, as plain data."""
        return {**_named(self), "cells": dict(self.cells)}

    def answer(self, tallies: Tallies, alpha: float) -> Answer:
        """Return the answer of the games, for a level of the single test."""
        seen = dict(self.read(tallies))
        number = sum(seen.values())
        if not number:
            return Answer(None, None, 0.0, None, 1.0, inf)
        impossible = [name for name in seen if seen[name] and not self.cells.get(name)]
        cells = _pooled(
            [(chance, seen.get(name, 0)) for name, chance in self.cells.items() if chance], number
        )
        whole = sum(chance for chance, _ in cells)
        statistic = sum(
            (count - number * chance / whole) ** 2 / (number * chance / whole)
            for chance, count in cells
        )
        freedom = len(cells) - 1
        if impossible:
            return Answer(None, None, inf, freedom, 0.0, _shift(cells, number, freedom, alpha))
        p = float(scipy.special.chdtrc(freedom, statistic)) if freedom else 1.0
        return Answer(None, None, statistic, freedom, p, _shift(cells, number, freedom, alpha))


@dataclass(frozen=True)
class Payment:
    """Whether everything that happened was paid as it should be: a sum that must be equal."""

    identity: str
    wager: str
    text: str
    read: Paid
    kind: str = "paid"
    exact: float | None = None

    def plan(self) -> dict[str, Any]:
        """Return what is fixed before the games, as plain data."""
        return _named(self)

    def answer(self, tallies: Tallies, alpha: float) -> Answer:
        """Return the answer of the games; any difference at all is an error."""
        del alpha
        due, paid = self.read(tallies)
        return Answer(
            simulated=float(paid - due),
            half_width=0.0,
            statistic=0.0 if paid == due else inf,
            freedom=None,
            p=1.0 if paid == due else 0.0,
            detectable=0.0,
        )


def games_to_see(error: float, sd: float, alpha: float) -> int:
    """Return how many games detect an error of a mean with the probability `POWER`.

    `sd` is the standard deviation of one game, `alpha` the level of the single test. Two at least,
    for the variance that is seen.
    """
    games = ((_quantile(alpha) + float(scipy.special.ndtri(POWER))) * sd / error) ** 2
    return max(2, int(games) + 1)


def adjusted(chances: Sequence[float]) -> list[float]:
    """Return p-values adjusted for their number by Holm's method, in the same order.

    However the tests depend on each other, the probability that any adjusted value is below a level
    though nothing is wrong is at most the level.
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    found = [0.0] * len(chances)
    largest = 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(chances) - rank) * chances[place]))
        found[place] = largest
    return found


def _named(question: Any) -> dict[str, Any]:
    return {
        "id": question.identity,
        "wager": question.wager,
        "text": question.text,
        "kind": question.kind,
    }


def _quantile(alpha: float) -> float:
    """Return the critical value, in standard errors, of a two-sided test of a level."""
    return -float(scipy.special.ndtri(alpha / 2.0))


def _pooled(cells: list[tuple[float, int]], number: int) -> list[tuple[float, int]]:
    """Return cells of which each is expected to have enough games; those with fewer are one."""
    many = sorted(cell for cell in cells if cell[0] * number >= FEWEST)
    few = [cell for cell in cells if cell[0] * number < FEWEST]
    if few:
        pooled = (sum(chance for chance, _ in few), sum(count for _, count in few))
        if pooled[0] * number < FEWEST and many:
            least = many.pop(0)
            pooled = (pooled[0] + least[0], pooled[1] + least[1])
        many.append(pooled)
    return many


def _shift(cells: Sequence[tuple[float, int]], number: int, freedom: int, alpha: float) -> float:
    """Return the smallest shift of probability into or out of one cell that is detected.

    A shift d of a cell of probability p, taken from the others in their proportions, makes the
    statistic noncentral by n d^2 / (p (1 - p)).
    """
    if not freedom:
        return inf
    critical = float(scipy.special.chdtri(freedom, alpha))

    def missed(noncentral: float) -> float:
        return float(scipy.stats.ncx2.sf(critical, freedom, noncentral)) - POWER

    most = 1.0
    while missed(most) < 0.0:
        most *= 2.0
    noncentral = float(scipy.optimize.brentq(missed, 1e-9, most))
    widest = max(chance * (1.0 - chance) for chance, _ in cells)
    return sqrt(noncentral * widest / number)
