"""Figures from random compositions: gains of counting, distributions by penetration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, sqrt

import numpy as np
import scipy

from certify.studies.shoe.counts import QUANTITIES, Call
from certify.studies.shoe.result import (
    CountingResult,
    Estimated,
    MeanCheck,
    PenetrationResult,
    PerfectResult,
    StratumResult,
)
from certify.studies.shoe.rounds import Rounds, Seen
from certify.studies.shoe.tags import FloatArray, true_counts
from certify.studies.shoe.wagers import BURNOUT, EITHER, FIELD, INSURANCE, MAIN, Wager

CONFIDENCE = 0.95
ROUNDED = 1e-13
"""Standard errors of equal values, in parts of the values, that are no more than rounding."""
UNKNOWN = Estimated(value=None, half_width=None)

NONE_IN = 3.0
"""Rule of three: what was seen in none of n is rarer than this by n, at 95 percent confidence."""


@dataclass(frozen=True)
class Column:
    """A figure of every shoe: exact, approximate, and approximate for many other shoes.

    `doubt` is the half width if the approximation is right for all shoes that were computed, though
    it need not be for others.
    """

    worked: FloatArray
    rough: FloatArray
    many: FloatArray
    doubt: float = 0.0

    @classmethod
    def plain(cls, worked: FloatArray) -> Column:
        """Return a figure without an approximation."""
        return cls(worked, np.zeros_like(worked), np.zeros(0))

    @classmethod
    def trusted(cls, worked: FloatArray, rough: FloatArray, many: FloatArray) -> Column:
        """Return a figure whose approximation is scaled by its regression coefficient, from 0 to 1.

        An exact approximation is used in full.
        """
        off = rough - rough.mean()
        spread = float(off @ off)
        if np.array_equal(worked, rough) or spread == 0.0:
            return cls(worked, rough, many)
        factor = min(1.0, max(0.0, float(off @ worked) / spread))
        return cls(worked, factor * rough, factor * many)

    @property
    def mean(self) -> float:
        """The estimate of the mean."""
        found = float(np.mean(self.worked - self.rough))
        return found + float(np.mean(self.many)) if self.many.size else found

    def less(self, other: Column, times: float) -> Column:
        """Return this figure less another one multiplied by `times`."""
        return Column(
            self.worked - times * other.worked,
            self.rough - times * other.rough,
            self.many - times * other.many,
            self.doubt,
        )


def mean_of(column: Column, times: float = 1.0, *, above: bool = False) -> Estimated:
    """Return the mean over shoes, multiplied by `times`, with an interval by Student's t.

    `above` says that it cannot be below zero.
    """
    half = _half_width(column)
    mean = max(0.0, column.mean) if above else column.mean
    return Estimated(value=times * mean, half_width=None if half is None else abs(times) * half)


def ratio_of(column: Column, by: Column, *, share: bool = False, above: bool = False) -> Estimated:
    """Return the ratio of two means, with an interval by the delta method; unknown if by zero.

    `share` says that it is between 0 and 1; `above` that it can only be above zero, so that another
    value says nothing.
    """
    below = by.mean
    if not below > 0.0:
        return UNKNOWN
    ratio = column.mean / below
    if above and not ratio > 0.0:
        return UNKNOWN
    half = _half_width(column.less(by, ratio))
    if half is not None:
        half = min(1.0, half / below) if share else half / below
    return Estimated(value=min(1.0, max(0.0, ratio)) if share else ratio, half_width=half)


def z_of(values: FloatArray, exact: float) -> float | None:
    """Return by how many standard errors a mean over shoes is too high.

    None without variance: what rounding makes of equal values is none.
    """
    if values.size < 2:
        return None
    error = float(values.std(ddof=1)) / sqrt(values.size)
    rounded = ROUNDED * float(np.abs(values).max())
    return (float(values.mean()) - exact) / error if error > rounded else None


def _half_width(column: Column) -> float | None:
    """Return half the interval of a mean; degrees of freedom after Welch and Satterthwaite."""
    parts = []
    for values in (column.worked - column.rough, column.many):
        if values.size == 1:
            return None
        if values.size > 1:
            parts.append((float(values.var(ddof=1)) / values.size, values.size - 1))
    variance = sum(part for part, _ in parts)
    doubt = column.doubt if parts[0][0] == 0.0 else 0.0
    if variance == 0.0:
        return doubt
    freedom = variance**2 / sum(part**2 / free for part, free in parts)
    return float(scipy.special.stdtrit(freedom, (1.0 + CONFIDENCE) / 2.0)) * sqrt(variance) + doubt


USUAL = tuple((FIELD[field], *told) for field, told in QUANTITIES.items())

QUANTILES = (1, 5, 25, 50, 75, 95, 99)
ROUNDS = 100
"""Gains are for so many rounds."""


def checks_of(
    seen: Seen, wagers: Sequence[Wager], quantities: Sequence[tuple[int, str, str]] = USUAL
) -> tuple[MeanCheck, ...]:
    """Return means of the sample beside their exact values, under the full shoe's strategy.

    `quantities`: the place of each figure whose mean does not change, its name and its title. Of
    insurance the gain from all rounds is compared, in some of which it is offered.
    """
    full, worked = seen.removals, seen.worked
    found = []
    for place, quantity, title in quantities:
        exact = float(full.full[place])
        if not np.isnan(exact):
            found.append(_check(quantity, title, exact, worked.figures[..., place]))
    for wager in wagers:
        if wager.name == INSURANCE:
            exact = float(wager.offered(full.start) * wager.fixed(full.full, full.start))
            taken = wager.offered(worked.undealt) * wager.fixed(worked.figures, worked.undealt)
            found.append(_check(wager.name, "Insurance, a round", exact, taken))
    return tuple(found)


def _check(quantity: str, title: str, exact: float, values: FloatArray) -> MeanCheck:
    by_shoe = values.mean(axis=1)
    mean = mean_of(Column.plain(by_shoe))
    each = [z_of(values[:, part], exact) for part in range(values.shape[1])]
    return MeanCheck(
        quantity=quantity,
        title=title,
        exact=exact,
        mean=float(by_shoe.mean()),
        half_width=mean.half_width,
        z=z_of(by_shoe, exact),
        worst_z=max((z for z in each if z is not None), key=abs, default=None),
    )


def counting_of(seen: Seen, wagers: dict[str, Wager], wager: Wager, call: Call) -> CountingResult:
    """Return the gain of a wager that is made only when a count calls for it."""
    start = seen.removals.start

    def rounds(given: Rounds) -> tuple[FloatArray, FloatArray]:
        counts = true_counts(wager.unseen(given.undealt), start, call.tags)
        called = np.logical_or.reduce([trigger.met(counts) for trigger in call.bets])
        if call.buys is None:
            value = wager.fixed(given.figures, given.undealt)
        else:
            value = np.where(
                call.buys.met(counts),
                wagers[BURNOUT].fixed(given.figures, given.undealt),
                wagers[MAIN].fixed(given.figures, given.undealt),
            )
        made = wager.offered(given.undealt) * called
        return made, made * value

    # Exact and approximate expectations are of the same rounds, with the same bets.
    pairs = [rounds(given) for given in (seen.worked, seen.rough, seen.others)]
    made, gained = (_column([pair[which] for pair in pairs]) for which in (0, 1))
    # Insurance follows from the cards alone, so the approximation is exact.
    if not wager.shows_ace:
        gained = _doubted(gained, made, pairs[-1][1])
    offered = _column(seen.told(lambda given: wager.offered(given.undealt)))
    single = call.buys is None
    return CountingResult(
        wager=wager.name,
        title=wager.title,
        count=call.name,
        count_title=call.title,
        trigger=call.bets[0].count if single else None,
        direction=call.bets[0].direction if single else None,
        buys=call.buys.count if call.buys else None,
        buys_direction=call.buys.direction if call.buys else None,
        frequency=ratio_of(made, offered, share=True),
        edge=ratio_of(gained, made),
        units=mean_of(gained, ROUNDS),
        unit=wager.gain_unit,
    )


def perfect_of(seen: Seen, wagers: dict[str, Wager], wager: Wager) -> PerfectResult:
    """Return the gain of a wager that is made whenever its expectation is above zero."""
    values = seen.told(lambda given: wager.best(given.figures, given.undealt))
    offered = seen.told(lambda given: wager.offered(given.undealt))
    favourable, gained = _favourable(values, offered)
    flat = None
    if wager.improves:
        start, full = seen.removals.start, seen.removals.full
        parts = (wagers[MAIN], wagers[BURNOUT]) if wager.name == EITHER else (wager,)
        usual = max(parts, key=lambda part: float(part.fixed(full, start)))
        # The fixed strategy's mean is that of the full shoe: only the gain of better play varies.
        kept = seen.told(lambda given: usual.fixed(given.figures, given.undealt))
        added = [best - fixed for best, fixed in zip(values, kept, strict=True)]
        flat = mean_of(_column(added), ROUNDS)
    return PerfectResult(
        wager=wager.name,
        title=wager.title,
        frequency=ratio_of(favourable, _column(offered), share=True),
        edge=ratio_of(gained, favourable, above=True),
        units=mean_of(gained, ROUNDS, above=True),
        flat_gain=flat,
        most=float(values[0].max()),
        unit=wager.gain_unit,
    )


def penetration_of(seen: Seen, wager: Wager) -> Iterator[PenetrationResult]:
    """Yield the distribution of a wager's expectation by penetration.

    For the strategy of the full shoe, and for the best play where that makes a difference.
    """
    strata = seen.worked.undealt.shape[1]
    width = seen.cut / strata
    offered = seen.told(lambda given: wager.offered(given.undealt))
    for play in ("fixed", "best") if wager.improves else ("fixed",):
        value_of = wager.best if play == "best" else wager.fixed
        values = seen.told(lambda given, of=value_of: of(given.figures, given.undealt))  # type: ignore[misc]

        def part(first: int, last: int, values: Values = values) -> StratumResult:
            some = slice(first, last)
            dealt = (floor(first * width), ceil(last * width))
            return _stratum(
                tuple(each[:, some] for each in values),  # type: ignore[arg-type]
                tuple(each[:, some] for each in offered),  # type: ignore[arg-type]
                dealt,
                (first + last) / 2 * width / seen.removals.cards,
            )

        yield PenetrationResult(
            wager=wager.name,
            title=wager.title,
            play=play,
            strata=tuple(part(place, place + 1) for place in range(strata)),
            overall=part(0, strata),
            unit=wager.unit,
        )


Values = tuple[FloatArray, FloatArray, FloatArray]


def _stratum(
    values: Values, offered: Values, dealt: tuple[int, int], penetration: float
) -> StratumResult:
    favourable, gained = _favourable(values, offered)
    weighted = tuple(value * weight for value, weight in zip(values, offered, strict=True))
    # What the approximation is off in the rounds that were computed is set right in all others.
    worked, rough, others = map(_spread, values, offered)
    spread, *quantiles = worked - rough + others
    return StratumResult(
        dealt_from=dealt[0],
        dealt_to=dealt[1],
        penetration=penetration,
        mean=ratio_of(_column(weighted), _column(offered)),
        sd=max(0.0, float(spread)),
        quantiles={
            str(percent): float(value)
            for percent, value in zip(QUANTILES, np.maximum.accumulate(quantiles), strict=True)
        },
        favourable=ratio_of(favourable, _column(offered), share=True),
        mean_when_favourable=ratio_of(gained, favourable, above=True),
    )


def _spread(values: FloatArray, offered: FloatArray) -> FloatArray:
    """Return the standard deviation of an expectation, and its quantiles."""
    flat, weights = values.ravel(), offered.ravel()
    mean = np.average(flat, weights=weights)
    squared = np.average((flat - mean) ** 2, weights=weights)
    shares = np.array(QUANTILES) / 100.0
    quantiles = np.quantile(flat, shares, weights=weights, method="inverted_cdf")
    found: FloatArray = np.array([sqrt(squared), *quantiles])
    return found


def _favourable(values: Values, offered: Values) -> tuple[Column, Column]:
    """Return how often an expectation is above zero, and its mean then."""
    above = [(value > 0.0) * weight for value, weight in zip(values, offered, strict=True)]
    gained = [value * weight for value, weight in zip(values, above, strict=True)]
    # An approximation that was right for every composition may be wrong for others, unless it is
    # the expectation itself.
    same = np.array_equal(values[0], values[1])
    doubt = 0.0 if same else NONE_IN / values[0].size * float(offered[0].mean())
    often = replace(_column(above), doubt=doubt)
    return often, _column(gained) if same else _doubted(_column(gained), often, gained[-1])


def _doubted(gained: Column, made: Column, many: FloatArray) -> Column:
    """Return a gain that may be all wrong if no exact round is among those with the wager."""
    return gained if made.worked.any() else replace(gained, doubt=abs(float(many.mean())))


def _column(values: Sequence[FloatArray]) -> Column:
    worked, rough, many = (np.asarray(value).mean(axis=1) for value in values)
    return Column.trusted(worked, rough, many)
