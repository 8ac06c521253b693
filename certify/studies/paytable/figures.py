"""Figures of many tables under one play, as integers: edge, hit frequency, variance, top award.

What a table brings is, outcome by outcome, a number and payouts times numbers. An outcome mostly
rests on one payout, so that each figure is a sum over payouts of numbers that are worked out once
for each value; outcomes that rest on several are likewise sums over their combinations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import gcd, lcm, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import EngineError, StateSpaceError
from certify.exact.banked.odds import Odds
from certify.language.game import LoadedGame
from certify.studies.paytable.tables import Box, Means, Numbers, Places

EDGE, HIT, SD, TOP = "edge", "hit", "sd", "top"
FIGURES = (EDGE, HIT, SD, TOP)
"""What tables are told and bounded by; of `SD` the square is worked out."""

LARGEST = 2**62
MOST_COMBINATIONS = 1_000_000
"""Values together of payouts that one outcome rests on."""

Ends = tuple[Fraction | None, Fraction | None]
Support = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Measured:
    """A figure of many tables: integers, and what each is taken times."""

    units: Numbers
    scale: Fraction

    def within(self, ends: Ends) -> npt.NDArray[np.bool_]:
        """Return for which tables it lies between two ends, decided with integers."""
        kept = np.ones(len(self.units), dtype=np.bool_)
        low, high = whole_ends(ends, self.scale)
        if self.units.dtype != object:
            # They are all smaller than this.
            low, high = (
                None if end is None else max(-LARGEST, min(LARGEST, end)) for end in (low, high)
            )
        if low is not None:
            kept &= (self.units >= low).astype(np.bool_)
        if high is not None:
            kept &= (self.units <= high).astype(np.bool_)
        return kept

    def at(self, place: int) -> Fraction:
        """Return the figure of one table."""
        return int(self.units[place]) * self.scale

    def take(self, places: Any) -> Measured:
        """Return the figure of some of the tables."""
        return Measured(self.units[places], self.scale)


def whole_ends(ends: Ends, scale: Fraction) -> tuple[int | None, int | None]:
    """Return between which integers a figure lies that is these times a number above zero."""
    low, high = ends
    return (
        None if low is None else -int(-low / scale // 1),
        None if high is None else int(high / scale // 1),
    )


def together(parts: Sequence[Measured]) -> Measured:
    """Return one figure of tables that were measured in several parts."""
    scale = parts[0].scale
    for part in parts[1:]:
        scale = Fraction(
            gcd(scale.numerator * part.scale.denominator, part.scale.numerator * scale.denominator),
            scale.denominator * part.scale.denominator,
        )
    return Measured(
        np.concatenate([_times(part.units, int(part.scale / scale)) for part in parts]), scale
    )


def _times(units: Numbers, by: int) -> Numbers:
    if by == 1 or not len(units):
        return units
    most = max(abs(int(units.min())), abs(int(units.max())))
    return units * by if most * by < LARGEST else units.astype(object) * by


@dataclass(frozen=True, eq=False)
class Figures:
    """What tables come to under one play.

    Attributes
    ----------
    odds : Odds
        The play.
    game : LoadedGame
        What other payouts are from.
    own : tuple of str
        The wagers that the figures are of, the first one first.
    box : Box
        The tables.
    """

    odds: Odds
    game: LoadedGame
    own: tuple[str, ...]
    box: Box

    @cached_property
    def _family(self) -> str:
        return next(
            name for name, names in self.odds.names.items() if name and self.own[0] in names
        )

    @cached_property
    def forms(self) -> Mapping[tuple[Fraction, ...], Fraction]:
        """Probabilities by what is brought: a number, and what each payout is taken times."""
        names = self.odds.names[self._family]
        places = [len(names) + names.index(name) for name in self.own]
        free = {row: number for number, row in enumerate(self.box.rows, start=1)}
        found: dict[tuple[Fraction, ...], Fraction] = {}
        for key, p in self.odds.outcomes[self._family].items():
            total = [Fraction(0)] * (1 + len(free))
            for place in places:
                form = key[place]
                total[0] += form[0]
                for row, part in zip(self.odds.rows, form[1:], strict=True):
                    if part and row in free:
                        total[free[row]] += part
                    elif part:
                        total[0] += part * self.game.price(row)
            whole = tuple(total)
            found[whole] = found.get(whole, Fraction(0)) + p
        return found

    @cached_property
    def unit(self) -> Fraction:
        """What is put on the first wager, in the mean; an EngineError if that is nothing."""
        place = self.odds.names[self._family].index(self.own[0])
        outcomes = self.odds.outcomes[self._family]
        found = sum((key[place] * p for key, p in outcomes.items()), Fraction(0))
        if not found:
            raise EngineError(
                f"nothing is put on {self.own[0]} by the play that is best, so that it has no edge"
            )
        return found

    def paid(self, row: int) -> Fraction:
        """Return how often a payout is paid."""
        return sum((p for form, p in self.forms.items() if form[1 + row]), Fraction(0))

    @cached_property
    def _rounds(self) -> int:
        """The denominator of all probabilities."""
        return lcm(*(p.denominator for p in self.forms.values()))

    @cached_property
    def _parts(self) -> int:
        """The denominator of all that is brought."""
        return lcm(
            *(form[0].denominator for form in self.forms),
            *(part.denominator * self.box.base for form in self.forms for part in form[1:] if part),
        )

    @cached_property
    def _sums(self) -> tuple[dict[Support, Numbers], ...]:
        """By the payouts that outcomes rest on: what they add to the mean, the square, the hits."""
        found: tuple[dict[Support, Numbers], ...] = ({}, {}, {})
        largest = 0
        for form, p in self.forms.items():
            support = tuple(row for row, part in enumerate(form[1:]) if part)
            values = [self.box.values[row] for row in support]
            if prod(map(len, values)) > MOST_COMBINATIONS:
                raise StateSpaceError(
                    "an outcome rests on several payouts at once, which have more than"
                    f" {MOST_COMBINATIONS:,} values together; narrow them with --row"
                )
            number = int(p * self._rounds)
            start = int(form[0] * self._parts)
            factors = [int(form[1 + row] * self._parts / self.box.base) for row in support]
            nets = np.empty([len(own) for own in values], dtype=object)
            for place in product(*(range(len(own)) for own in values)):
                nets[place] = start + sum(
                    factor * int(own[at])
                    for factor, own, at in zip(factors, values, place, strict=True)
                )
            largest = max([largest, *(abs(net) for net in nets.flat)])
            hits = np.where(nets > 0, number, 0).astype(object)
            for sums, added in zip(found, (nets * number, nets * nets * number, hits), strict=True):
                part = np.asarray(added, dtype=object)
                sums[support] = sums[support] + part if support in sums else part
        most = (self._rounds * largest, self._rounds * largest**2, self._rounds)
        return tuple(
            {
                support: np.asarray(part, dtype=np.int64 if limit < LARGEST else object)
                for support, part in sums.items()
            }
            for sums, limit in zip(found, most, strict=True)
        )

    def _added(self, which: int, places: Places) -> Numbers:
        total: Any = 0
        for support, part in self._sums[which].items():
            total = total + (
                part[tuple(places[:, row] for row in support)] if support else part.item()
            )
        return np.broadcast_to(total, len(places)) if np.isscalar(total) else total

    def measured(self, places: Places, names: Sequence[str] = FIGURES) -> dict[str, Measured]:
        """Return figures of tables, by name: `SD` as its square."""
        found: dict[str, Measured] = {}
        whole = self._rounds * self._parts
        mean = self._added(0, places) if {EDGE, SD} & {*names} else np.zeros(0)
        if EDGE in names:
            found[EDGE] = Measured(-mean, 1 / (whole * self.unit))
        if HIT in names:
            found[HIT] = Measured(self._added(2, places), Fraction(1, self._rounds))
        if SD in names:
            square = self._added(1, places)
            if square.dtype == object or len(square) == 0 or self._is_wide(square, mean):
                mean, square = mean.astype(object), square.astype(object)
            units = square * self._rounds - mean * mean
            found[SD] = Measured(units, 1 / (whole * self.unit) ** 2)
        if TOP in names:
            found[TOP] = Measured(self.box.pays(places).max(axis=1), Fraction(1, self.box.base))
        return found

    def _is_wide(self, square: Numbers, mean: Numbers) -> bool:
        """Return whether the variance is beyond machine integers."""
        largest = max(abs(int(mean.min())), abs(int(mean.max())))
        return int(square.max()) * self._rounds >= LARGEST or largest**2 >= LARGEST

    def means(self, ends: Ends) -> Means | None:
        """Return what the edge is added up from, and its ends.

        None if the edge has no ends, or outcomes rest on several payouts.
        """
        if ends == (None, None) or any(len(support) > 1 for support in self._sums[0]):
            return None
        low, high = whole_ends(ends, 1 / (self._rounds * self._parts * self.unit))
        every = self._sums[0]
        start = int(every[()].item()) if () in every else 0
        nothing = [np.zeros(len(own), dtype=np.int64) for own in self.box.values]
        parts = tuple(every.get((row,), nothing[row]) for row in range(len(nothing)))
        # The edge is what the house wins, the mean what the player does.
        return Means(
            parts,
            None if high is None else -high - start,
            None if low is None else -low - start,
        )
