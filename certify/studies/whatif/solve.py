"""A setting solved for: at which value a figure meets a target."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from scipy.optimize import toms748

from certify.errors import EngineError, ParameterError, SpecError
from certify.results.whatif import Attained, SolvedSetting, WhatIfResult
from certify.spec.parameters import exact_share
from certify.studies.desk import Desk
from certify.studies.rtp import strategy_name
from certify.studies.tasks import Crew
from certify.studies.twenty_one import TwentyOneGame
from certify.studies.whatif.figures import checked_path, figure_name
from certify.studies.whatif.settings import (
    INTEGER,
    LEAST_PAYOUT,
    MOST_DIGITS,
    PAYOUT,
    Setting,
    as_written,
    setting_of,
    with_settings,
)
from certify.studies.whatif.study import Point, Question, figures_at, figures_of, whatif_study

TOLERANCE = 1e-9
"""By how much a figure may miss its target."""

SHARP = 1e-12
"""Below this differences of figures are rounding; what is written shorter and is as near is taken.
"""

GRID = 24
GRID_FURTHER = 8
"""Parts into which the values are divided to look for the target, where each takes long."""

FEW_DENOMINATORS = 1000
CORRECTIONS = 4
AFFINE = "exact, since the figure is linear in the setting"
BY_ROOT = "a root found (TOMS 748) between two values on either side of the target"
BY_SCAN = "the best of all values, each of which was tried"


@dataclass(frozen=True)
class Search:
    """What is to be solved, checked and not begun.

    Attributes
    ----------
    base : TwentyOneGame
        The game as its spec has it.
    settings : tuple of str
        What is changed besides.
    setting : Setting
        What is solved for.
    lowest, highest : Fraction
        Between which values.
    path : str
        The figure.
    target : float
        What it is to be.
    question : Question
        The figures that are told.
    """

    base: TwentyOneGame
    settings: Point
    setting: Setting
    lowest: Fraction
    highest: Fraction
    path: str
    target: float
    question: Question


def plan_search(
    base: TwentyOneGame,
    settings: Sequence[str],
    name: str,
    target: str,
    within: str | None,
    question: Question,
) -> Search:
    """Return what is to be solved, checked before anything is worked out.

    Parameters
    ----------
    base : TwentyOneGame
        The game as its spec has it.
    settings : sequence of str
        What is changed besides, each ``NAME=VALUE``.
    name : str
        The setting that is solved for.
    target : str
        ``FIGURE=VALUE``.
    within : str, optional
        ``low:high``, the values among which it is looked for; by default all that can be set.
    question : Question
        The figures that are told.

    Returns
    -------
    Search
        What is to be solved.

    Raises
    ------
    SpecError
        If any of it cannot be.
    """
    setting = setting_of(base.loaded, name.strip())
    if setting.lowest is None or setting.highest is None:
        raise SpecError(
            f"--solve {name}: a {setting.kind} is no number; expected a payout, a share or a whole"
            f" number, or --sweep {name}=all"
        )
    path, equals, text = (part.strip() for part in target.partition("="))
    if not equals:
        raise SpecError(f"--target {target!r} has no value: expected FIGURE=VALUE")
    path = checked_path(path, base, strategy_name(question.strategy))
    value = _number(text, f"--target {target}")
    low, high = setting.lowest, setting.highest
    if within is not None:
        ends = within.split(":")
        if len(ends) != 2:
            raise SpecError(f"--within {within!r}: expected two numbers LOW:HIGH")
        low, high = (_number(end.strip(), f"--within {within}") for end in ends)
        if not setting.lowest <= low < high <= setting.highest:
            raise SpecError(
                f"--within {within}: expected LOW below HIGH, and both from"
                f" {setting.lowest} to {setting.highest}"
            )
    if setting.kind == PAYOUT:
        low = max(low, LEAST_PAYOUT)
    if setting.kind == INTEGER:
        low, high = Fraction(ceil(low)), Fraction(floor(high))
        if low > high or not setting.values:
            raise SpecError(f"--solve {name}: there is no whole number, or there are too many")
    settings = tuple(settings)
    # Set twice, or set to what cannot be: refused here.
    with_settings(base.loaded, (*settings, f"{setting.name}={setting.text(high)}"))
    return Search(base, settings, setting, low, high, path, float(value), question.also(path))


def _number(text: str, where: str) -> Fraction:
    try:
        return exact_share(text)
    except ValueError:
        raise SpecError(f"{where}: {text!r} is no number; expected one such as 0.9") from None


def solve_study(search: Search, desk: Desk, crew: Crew) -> WhatIfResult:
    """Return the value of a setting at which a figure meets its target, and what it changes.

    Parameters
    ----------
    search : Search
        What `plan_search` returns.
    desk : Desk
        Cache and progress.
    crew : Crew
        Who works, where every value is tried.

    Returns
    -------
    WhatIfResult
        The value found, `certify.results.whatif.SolvedSetting`, and every figure before and after.

    Raises
    ------
    EngineError
        If no allowed value meets the target; it tells the range that the figure can have.
    """
    solver = _Solver(search, desk, crew)
    number, method = solver.scan() if search.setting.kind == INTEGER else solver.solve()
    setting = search.setting
    text = setting.text(number)
    achieved = solver.figure(number)
    lowest, highest = solver.extremes()
    solved = SolvedSetting(
        name=setting.name,
        figure=figure_name(search.path),
        value=text,
        number=float(number),
        target=search.target,
        achieved=achieved,
        deviation=achieved - search.target,
        method=method,
        lowest=lowest,
        highest=highest,
        simple=tuple(
            Attained(value=setting.text(near), figure=solver.figure(near))
            for near in setting.simple(number, search.lowest, search.highest)
        ),
    )
    point = (*search.settings, f"{setting.name}={text}")
    found = whatif_study(search.base, point, search.question, desk)
    return found.model_copy(update={"solved": solved})


class _Solver:
    """The figure as a function of the setting, and what was seen of it."""

    def __init__(self, search: Search, desk: Desk, crew: Crew) -> None:
        self.search, self.desk, self.crew = search, desk, crew
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
            game = TwentyOneGame(loaded, self.search.base.given_shoe)
            (found,) = figures_of(game, self.question, self.desk)
            self.seen[number] = self._there(found)
        return self.seen[number]

    def _there(self, found: float | None) -> float:
        if found is None:
            raise EngineError(f"there is no {self.search.path} under these rules, so no target")
        return found

    def miss(self, number: Fraction) -> float:
        """Return by how much the figure is more than the target at a value."""
        return self.figure(number) - self.search.target

    def extremes(self) -> tuple[Attained, Attained]:
        """Return the least and the most that the figure was seen to be, and where."""
        setting = self.search.setting
        low, high = min(self.seen, key=self.figure), max(self.seen, key=self.figure)
        return (
            Attained(value=setting.shown(low), figure=self.figure(low)),
            Attained(value=setting.shown(high), figure=self.figure(high)),
        )

    def scan(self) -> tuple[Fraction, str]:
        """Return the whole number that meets the target, all of them being tried."""
        search = self.search
        numbers = [Fraction(n) for n in range(int(search.lowest), int(search.highest) + 1)]
        points = [self._point(number) for number in numbers]
        found = figures_at(search.base, points, self.question, self.desk, self.crew)
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
        """Return the slope of the figure if it is on a line at both ends and between; or None."""
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
        root = toms748(missed, float(one), float(other), xtol=10.0**-MOST_DIGITS, rtol=1e-15)
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
            with_text = self._can_beas_written(short)
            if with_text and abs(self.miss(short)) <= 10 * SHARP:
                return short
        return number

    def _can_beas_written(self, number: Fraction) -> bool:
        try:
            self.search.setting.text(number)
        except ParameterError:
            return False
        return True

    def _unmet(self) -> EngineError:
        search, setting = self.search, self.search.setting
        low, high = self.extremes()
        if high.figure - low.figure <= SHARP:
            return EngineError(
                f"{search.path} is {low.figure:.12g} whatever {setting.name} is, and so never"
                f" {search.target!r}"
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
        return EngineError(message)
