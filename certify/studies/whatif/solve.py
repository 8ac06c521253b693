"""Search for the value of a setting at which a figure meets a target."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import scipy

from certify.errors import EngineError, ParameterError, listed
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.twenty_one import strategy_name
from certify.studies.whatif.aims import short_name
from certify.studies.whatif.figures import figure_name, quoted_figures
from certify.studies.whatif.result import Attained, SolvedSetting, Suggestion, WhatIfResult
from certify.studies.whatif.search import Search
from certify.studies.whatif.settings import (
    INTEGER,
    LEAST_PAYOUT,
    MOST_DIGITS,
    PAYOUT,
    as_written,
    with_settings,
)
from certify.studies.whatif.study import Point, figures_at, figures_of, whatif_study
from certify.studies.whatif.suggestions import nearest

TOLERANCE = 1e-9
"""Largest difference of a figure from its target."""

SHARP = 1e-12
"""Smaller differences of figures are rounding; of values as near, the shortest is taken."""

GRID = 24
GRID_FURTHER = 8
"""Parts of the range in which the target is looked for, where each figure takes long."""

FEW_DENOMINATORS = 1000
CORRECTIONS = 4
MOST_NAMED = 20
AFFINE = "exact, since the figure is linear in the setting"
BY_ROOT = "a root found (TOMS 748) between two values on either side of the target"
BY_SCAN = "the best of all values, each of which was tried"


def solve_study(search: Search, context: Context, workers: Workers) -> WhatIfResult:
    """Return the value of a setting at which a figure meets its target, and its effects.

    An EngineError if no allowed value meets it, which says the range that the figure can have.
    """
    solver = _chosen(search, context, workers)
    solved = solver.solved()
    point = (*search.settings, f"{solved.name}={solved.value}")
    found = whatif_study(search.base, point, solver.search.question, context)
    return found.model_copy(update={"solved": solved})


def paytable_study(searches: Sequence[Search], context: Context, workers: Workers) -> WhatIfResult:
    """Return a whole paytable of which each row meets the target of its wager.

    The figures after are those under all rows together. An EngineError if a row cannot meet its
    target, or does not beside the others.
    """
    rows = [_Solver(search.meanings()[0], context, workers).solved() for search in searches]
    first = searches[0]
    point = (*first.settings, *(f"{row.name}={row.value}" for row in rows))
    question = first.question
    for row in rows:
        question = question.also(row.figure.path)
    found = whatif_study(first.base, point, question, context)
    after = {change.path: change.after for change in found.figures}
    for row in rows:
        achieved = after[row.figure.path]
        if achieved is None or abs(achieved - row.target) > TOLERANCE:
            raise EngineError(
                f"{row.figure.path} depends on other rows than {row.name}, so that the rows cannot"
                " be solved for one by one"
            )
    return found.model_copy(update={"paytable": tuple(rows)})


def _chosen(search: Search, context: Context, workers: Workers) -> _Solver:
    """Return the search for the first possible meaning of the target that the setting changes."""
    solvers = [_Solver(meaning, context, workers) for meaning in search.meanings()]
    if len(solvers) == 1:
        return solvers[0]
    return next((solver for solver in solvers if solver.moves([solver.search.path])), solvers[0])


class _Solver:
    """The figure as a function of the setting, and its values so far."""

    def __init__(self, search: Search, context: Context, workers: Workers) -> None:
        self.search, self.context, self.workers = search, context, workers
        self.seen: dict[Fraction, float] = {}
        question = search.question
        self.question = replace(question, paths=(search.path,))

    def _point(self, number: Fraction) -> Point:
        setting = self.search.setting
        return (*self.search.settings, f"{setting.name}={setting.text(number)}")

    def figure(self, number: Fraction) -> float:
        """Return the figure at a value."""
        if number not in self.seen:
            loaded = with_settings(self.search.base.loaded, self._point(number))
            game = self.search.base.changed(loaded)
            (found,) = figures_of(game, self.question, self.context)
            self.seen[number] = self._there(found)
        return self.seen[number]

    def _there(self, found: float | None) -> float:
        if found is None:
            raise EngineError(f"there is no {self.search.path} under these rules, so no target")
        return found

    def solved(self) -> SolvedSetting:
        """Return the value at which the figure meets the target, and values near it."""
        search = self.search
        setting = search.setting
        number, method = self.scan() if setting.kind == INTEGER else self.solve()
        achieved = self.figure(number)
        lowest, highest = self.extremes()
        return SolvedSetting(
            name=setting.name,
            figure=figure_name(search.path),
            value=setting.text(number),
            number=float(number),
            target=search.target,
            achieved=achieved,
            deviation=achieved - search.target,
            method=method,
            lowest=lowest,
            highest=highest,
            simple=tuple(
                Attained(value=setting.text(near), figure=self.figure(near))
                for near in setting.simple(number, search.lowest, search.highest)
            ),
            suggested=tuple(
                Suggestion(
                    value=setting.text(near.number),
                    figure=self.figure(near.number),
                    form=near.form,
                    is_above=self.miss(near.number) > TOLERANCE,
                )
                for near in nearest(setting, number, search.lowest, search.highest)
            ),
        )

    def moves(self, paths: Sequence[str]) -> list[str]:
        """Return those figures that differ between three values of the setting."""
        search = self.search
        now = search.setting.number(search.setting.now)
        if search.setting.kind == PAYOUT:
            values = [now, now + 1, 2 * now + 2]
        else:
            low, high = search.lowest, search.highest
            between = (low + high) / 2
            if search.setting.kind == INTEGER:
                between = Fraction(int(between))
            values = list(dict.fromkeys([low, between, high]))
        question = replace(self.question, paths=tuple(paths))
        games = [with_settings(search.base.loaded, self._point(number)) for number in values]
        found = [figures_of(search.base.changed(game), question, self.context) for game in games]
        return [
            path
            for path, *figures in zip(paths, *found, strict=True)
            if any(_differ(figures[0], other) for other in figures[1:])
        ]

    def miss(self, number: Fraction) -> float:
        """Return the figure less the target at a value."""
        return self.figure(number) - self.search.target

    def extremes(self) -> tuple[Attained, Attained]:
        """Return the least and the greatest figure seen, and where."""
        setting = self.search.setting
        low, high = min(self.seen, key=self.figure), max(self.seen, key=self.figure)
        return (
            Attained(value=setting.shown(low), figure=self.figure(low)),
            Attained(value=setting.shown(high), figure=self.figure(high)),
        )

    def scan(self) -> tuple[Fraction, str]:
        """Return the whole number that meets the target, after trying all."""
        search = self.search
        numbers = [Fraction(n) for n in range(int(search.lowest), int(search.highest) + 1)]
        points = [self._point(number) for number in numbers]
        found = figures_at(search.base, points, self.question, self.context, self.workers)
        for number, (figure,) in zip(numbers, found, strict=True):
            if figure is not None:
                self.seen[number] = figure
        if not self.seen:
            self._there(None)
        nearest = min(self.seen, key=lambda number: abs(self.miss(number)))
        if abs(self.miss(nearest)) > TOLERANCE:
            raise self._unmet()
        return nearest, BY_SCAN

    def solve(self) -> tuple[Fraction, str]:
        """Return the number that meets the target, and how it was found."""
        low, high = self.search.lowest, self.search.highest
        slope = self._slope(low, high)
        if slope is not None:
            return self._shortest(self._on_line(low, high, slope), slope), AFFINE
        numbers = self._grid(low, high)
        sides = [(one, other) for one, other in pairwise(numbers) if self._parts(one, other)]
        if not sides:
            raise self._unmet()
        now = float(self.search.setting.number(self.search.setting.now))
        one, other = min(sides, key=lambda ends: abs(float(sum(ends)) / 2 - now))
        return self._root(one, other), BY_ROOT

    def _parts(self, one: Fraction, other: Fraction) -> bool:
        return self.miss(one) <= 0.0 <= self.miss(other) or self.miss(one) >= 0.0 >= self.miss(
            other
        )

    def _slope(self, low: Fraction, high: Fraction) -> float | None:
        """Return the figure's slope if it is linear through both ends and between; or None."""
        slope = (self.figure(high) - self.figure(low)) / float(high - low)
        for part in (Fraction(1, 3), Fraction(2, 3)):
            between = as_written(low + part * (high - low))
            expected = self.figure(low) + slope * float(between - low)
            scale = max(1.0, abs(self.figure(low)), abs(self.figure(high)))
            if abs(self.figure(between) - expected) > SHARP * scale:
                return None
        return slope

    def _on_line(self, low: Fraction, high: Fraction, slope: float) -> Fraction:
        target = self.search.target
        ends = sorted((self.figure(low), self.figure(high)))
        if not ends[0] - TOLERANCE <= target <= ends[1] + TOLERANCE:
            raise self._unmet()
        if not slope:
            return as_written(self.search.setting.number(self.search.setting.now))
        number = low - Fraction(self.miss(low) / slope)
        for _ in range(CORRECTIONS):
            number = min(max(as_written(number), low), high)
            missed = self.miss(number)
            if abs(missed) <= SHARP:
                break
            number -= Fraction(missed / slope)
        return min(max(as_written(number), low), high)

    def _grid(self, low: Fraction, high: Fraction) -> list[Fraction]:
        parts = GRID_FURTHER if self.question.depth.further else GRID
        if self.search.setting.kind == PAYOUT and high / max(low, LEAST_PAYOUT) > 10**4:
            low_power = max(float(low), 1e-2)
            ratio = (float(high) / low_power) ** (1 / parts)
            inner = [as_written(Fraction(low_power * ratio**place)) for place in range(parts)]
        else:
            inner = [as_written(low + (high - low) * place / parts) for place in range(1, parts)]
        return sorted({low, *(number for number in inner if low < number < high), high})

    def _root(self, one: Fraction, other: Fraction) -> Fraction:
        """Return the number between two where the figure meets the target."""
        for end in (one, other):
            if abs(self.miss(end)) <= SHARP:
                return end
        missed: Callable[[float], float] = lambda x: self.miss(as_written(Fraction(x)))  # noqa: E731
        root = scipy.optimize.toms748(
            missed, float(one), float(other), xtol=10.0**-MOST_DIGITS, rtol=1e-15
        )
        number = as_written(Fraction(root))
        step = LEAST_PAYOUT
        near = [number + place * step for place in (-1, 0, 1)]
        number = min(near, key=lambda each: abs(self.miss(each)) if one <= each <= other else 1e9)
        if abs(self.miss(number)) > TOLERANCE:
            where = f"{self.search.setting.name} = {self.search.setting.text(number)}"
            raise EngineError(
                f"no value meets the target: {self.search.path} jumps over {self.search.target!r}"
                f" at {where}"
            )
        slope = abs(self.miss(other) - self.miss(one)) / float(abs(other - one))
        return self._shortest(number, slope)

    def _shortest(self, number: Fraction, slope: float) -> Fraction:
        """Return a fraction of short numbers that meets the target as well, if there is one."""
        short = number.limit_denominator(FEW_DENOMINATORS)
        within = self.search.lowest <= short <= self.search.highest
        if within and abs(short - number) * Fraction(slope) <= Fraction(10 * SHARP):
            with_text = self._can_be_written(short)
            if with_text and abs(self.miss(short)) <= 10 * SHARP:
                return short
        return number

    def _can_be_written(self, number: Fraction) -> bool:
        try:
            self.search.setting.text(number)
        except ParameterError:
            return False
        return True

    def _unmet(self) -> EngineError:
        search, setting = self.search, self.search.setting
        low, high = self.extremes()
        if high.figure - low.figure <= SHARP:
            known = quoted_figures(search.base, strategy_name(search.question.strategy))
            moved = self.moves(known)
            instead = (
                f"it moves {listed(map(short_name, moved), MOST_NAMED)}"
                if moved
                else "it moves no figure that is quoted"
            )
            return EngineError(
                f"{search.path} is {low.figure:.12g} whatever {setting.name} is, and so never"
                f" {search.target!r}; {instead}"
            )
        percent = ""
        rate = figure_name(search.path).is_rate
        if rate and abs(search.target) >= 1.0 and low.figure <= search.target / 100 <= high.figure:
            percent = (
                f". A target of {search.target!r} is {100 * search.target:.12g} %; if percent was"
                f" meant, write {search.target:.12g}%"
            )
        message = (
            f"no {setting.name} from {setting.shown(search.lowest)} to"
            f" {setting.shown(search.highest)} brings {search.path} to {search.target!r}: it is"
            f" {low.figure:.12g} at least (at {low.value}) and {high.figure:.12g} at most (at"
            f" {high.value})"
        )
        below = [number for number in self.seen if self.miss(number) < 0.0]
        above = [number for number in self.seen if self.miss(number) > 0.0]
        if setting.kind == INTEGER and below and above:
            nearest = max(below, key=self.miss), min(above, key=self.miss)
            told = [f"{self.figure(number):.12g} at {number}" for number in nearest]
            message += f"; the nearest on both sides are {' and '.join(told)}"
        return EngineError(message + percent)


def _differ(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is not other
    return abs(one - other) > SHARP
