"""Which play is best for which tables: regions of payouts, each found from one table in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import mul
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.exact.banked.odds import Odds
from certify.language.game import LoadedGame
from certify.studies.paytable.figures import LARGEST
from certify.studies.paytable.tables import Box, Numbers, Places


@dataclass(frozen=True, eq=False)
class Region:
    """Where a play is best, among tables: inequalities in integers."""

    odds: Odds
    game: LoadedGame
    box: Box

    @cached_property
    def _inequalities(self) -> tuple[Numbers, Numbers, npt.NDArray[np.bool_]]:
        """Numbers, what payouts in parts of the base are taken times, and whether 0 is too little.

        Their sums are at least 0, or more than 0.
        """
        bounds, decisive = self.odds.bounds, self.odds.decisive
        free = [row for row in self.box.rows if row in decisive]
        others = {
            place: self.game.price(row) for place, row in enumerate(decisive) if row not in free
        }
        base = lcm(self.box.base, *(pays.denominator for pays in others.values()))
        rows = bounds.rows.astype(object)
        starts = rows[:, 0] * base
        for place, pays in others.items():
            starts = starts + rows[:, place + 1] * int(pays * base)
        factors = np.zeros((len(rows), len(self.box.rows)), dtype=object)
        for column, row in enumerate(self.box.rows):
            if row in decisive:
                factors[:, column] = rows[:, decisive.index(row) + 1] * (base // self.box.base)
        return starts, factors, bounds.strict

    @cached_property
    def _largest(self) -> list[int]:
        return [max(abs(int(own[0])), abs(int(own[-1]))) for own in self.box.values]

    @cached_property
    def _open(self) -> list[tuple[Any, Any, bool]]:
        """The inequalities that fail somewhere in the box; machine integers where these do."""
        found = []
        for start, factors, is_strict in zip(*self._inequalities, strict=True):
            ends = [
                min(factor * int(own[0]), factor * int(own[-1]))
                for factor, own in zip(factors, self.box.values, strict=True)
            ]
            least = start + sum(ends)
            if least > 0 or (least == 0 and not is_strict):
                continue
            most = abs(start) + sum(
                abs(factor) * end for factor, end in zip(factors, self._largest, strict=True)
            )
            kind = np.int64 if most < LARGEST else object
            found.append((start, factors.astype(kind), bool(is_strict)))
        return found

    def _limits(self) -> Iterator[tuple[int, Fraction]]:
        """Yield up to what the payouts of the box are looked at, by their number."""
        for row, limit in zip(self.odds.decisive, self.odds.bounds.limits, strict=True):
            if row in self.box.rows:
                yield self.box.rows.index(row), limit * self.box.base

    @property
    def is_everything(self) -> bool:
        """Whether the play is the best for all tables of the box."""
        are_seen = all(int(self.box.values[row][-1]) <= limit for row, limit in self._limits())
        return are_seen and not self._open

    @property
    def is_never_single(self) -> bool:
        """Whether no single play is the best for all tables of the box, as far as this one tells.

        It is so if this play, the best for the payouts in force, is not the best for others that
        are looked at. A play that is the best for all is worth no less anywhere, and the same here;
        what it is worth more is linear in the payouts, so that it is nothing wherever payouts
        differ from those in force in such rows alone as could be lower and higher.
        """
        box, ends = self.box, []
        limits = dict(self._limits())
        for row, values in zip(box.rows, box.values, strict=True):
            here, low, high = self.game.pays(row) * box.base, int(values[0]), int(values[-1])
            if not low <= here <= high:
                return False
            ends.append((low, high) if low < here < high else (here, here))
        for start, factors, _ in self._open:
            corner = [
                each[0 if factor >= 0 else 1] for factor, each in zip(factors, ends, strict=True)
            ]
            are_seen = all(corner[row] <= limit for row, limit in limits.items())
            if are_seen and start + sum(map(mul, map(int, factors), corner)) < 0:
                return True
        return False

    def holds(self, places: Places) -> npt.NDArray[np.bool_]:
        """Return for which tables the play is the best, the first of those that are."""
        pays = self.box.pays(places)
        kept = np.ones(len(places), dtype=np.bool_)
        for row, limit in self._limits():
            kept &= pays[:, row] <= int(limit // 1)
        alive = np.flatnonzero(kept)
        for start, factors, is_strict in self._open:
            own = pays[alive]
            sums = (own if factors.dtype != object else own.astype(object)) @ factors + start
            alive = alive[sums > 0 if is_strict else sums >= 0]
        found = np.zeros(len(places), dtype=np.bool_)
        found[alive] = True
        return found


Answer = Callable[[tuple[Fraction, ...]], Odds]
"""The odds of the play that is best for a table."""


def regions_of(
    box: Box,
    game: LoadedGame,
    answer: Answer,
    known: Callable[[Odds, Places], npt.NDArray[np.bool_]],
    tell: Callable[[int, int, int], None],
) -> Iterator[tuple[Odds, Places]]:
    """Yield plays with the tables for which each is best; together these are all.

    `known` tells under a play which tables need no better one, and are left out. `tell` is told how
    many tables are decided, how many there are, and how many plays that took.
    """
    left = np.concatenate([np.zeros((0, len(box.rows)), dtype=np.int32), *box.tables()])
    plays = 0
    while len(left):
        middle = len(left) // 2
        odds = answer(box.payouts(left[middle]))
        plays += 1
        held = Region(odds, game, box).holds(left)
        held[middle] = True
        yield odds, left[held]
        left = left[~held]
        left = left[~known(odds, left)]
        tell(box.number - len(left), box.number, plays)
