"""Figures over one or two swept settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from certify.errors import SpecError
from certify.exact.blackjack.card import StrategyCard
from certify.exact.blackjack.solve import ERROR_BOUND, PAYMENTS
from certify.language.game import LoadedGame, is_payout
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.returns.study import method_of
from certify.studies.twenty_one import TwentyOneGame, card_sha256, strategy_name
from certify.studies.whatif.figures import Depth
from certify.studies.whatif.result import SweepAxis, SweepPoint, SweepResult
from certify.studies.whatif.settings import (
    INTEGER,
    PAYOUT,
    TAKEN_PARAMETERS,
    Setting,
    payout_path,
    setting_of,
    with_settings,
)
from certify.studies.whatif.study import (
    Point,
    Question,
    difference,
    figures_at,
    figures_of,
    setting_changes,
)

MOST_VALUES = 1_000_000
CHECKED_AT_ONCE = 10_000
"""Values of a range that are checked one by one; of more only the ends, where limits are."""

ALL = "all"
FORMS = "NAME=a,b,c, NAME=low:high:step, NAME=low:high/count or NAME=all"

_NUMBER = r"[-+]?\d{1,15}(?:\.\d{1,12})?"
_RANGE = re.compile(rf"({_NUMBER}):({_NUMBER})(?::({_NUMBER})|/(\d{{1,15}}))?")


@dataclass(frozen=True)
class Values:
    """Values of a setting: listed as written, or a number of them from a first in equal steps."""

    setting: Setting
    listed: tuple[str, ...]
    number: int
    first: Fraction = Fraction(0)
    step: Fraction = Fraction(0)

    def __len__(self) -> int:
        return self.number

    def __iter__(self) -> Iterator[str]:
        return (self[place] for place in range(self.number))

    def __getitem__(self, place: int) -> str:
        if self.listed:
            return self.listed[place]
        return self.setting.text(self.first + place * self.step)

    def axis(self) -> SweepAxis:
        """Return the values as part of a result."""
        texts = tuple(self)
        numbers = None
        if self.setting.lowest is not None:
            numbers = tuple(float(self.setting.number(text)) for text in texts)
        setting = self.setting
        return SweepAxis(
            name=setting.name,
            title=setting.title,
            unit=setting.unit,
            values=texts,
            numbers=numbers,
        )


def swept_values(game: LoadedGame, text: str) -> Values:
    """Return the values that ``--sweep`` gives; a SpecError for a fault.

    A list ``NAME=a,b,c``; a range ``NAME=low:high:step`` or ``NAME=low:high/count``, both ends
    included; ``NAME=all`` for every value of a setting that has few. Payouts are odds in lists, and
    decimals to one in ranges.
    """
    name, equals, given = (part.strip() for part in text.partition("="))
    if not equals or not name or not given:
        raise SpecError(f"--sweep {text!r} gives no values: expected {FORMS}")
    setting = setting_of(game, name)
    found = _all(setting) if given == ALL else _range(setting, given) or _list(setting, given)
    places = range(len(found))
    if len(found) > CHECKED_AT_ONCE:
        places = range(0, len(found), len(found) - 1)
    for place in places:
        with_settings(game, [f"{name}={found[place]}"])
    return found


def _all(setting: Setting) -> Values:
    if not setting.values:
        raise SpecError(
            f"--sweep {setting.name}={ALL}: a {setting.kind} has no list of all its values;"
            f" expected {FORMS}"
        )
    return Values(setting, setting.values, len(setting.values))


def _list(setting: Setting, given: str) -> Values:
    values = tuple(part.strip() for part in given.split(","))
    if not all(values):
        raise SpecError(f"--sweep {setting.name}={given}: a value is missing between two commas")
    for place, value in enumerate(values):
        if value in values[:place]:
            raise SpecError(f"--sweep gives {setting.name}={value} twice; give it once")
    return Values(setting, values, len(values))


def _range(setting: Setting, given: str) -> Values | None:
    """Return the values of a range; None if the text is not of its form."""
    match = _RANGE.fullmatch(given)
    if match is None or setting.lowest is None:
        return None
    low, high, by, count = match.groups()
    if by is None and count is None:
        if setting.kind == PAYOUT:
            return None
        if setting.kind != INTEGER:
            raise SpecError(
                f"--sweep {setting.name}={given}: the range has no step; expected"
                f" {given}:STEP or {given}/COUNT"
            )
    first, last = Fraction(low), Fraction(high)
    if count is not None:
        number = int(count)
        if number < 2 or first == last:
            raise SpecError(
                f"--sweep {setting.name}={given}: a range is of at least two values between two"
                " ends that differ"
            )
        step = (last - first) / (number - 1)
    else:
        step = Fraction(by or 1)
        if not step or (last - first) / step < 0:
            raise SpecError(
                f"--sweep {setting.name}={given}: the range is empty; a step of {by or 1} does not"
                f" lead from {low} to {high}"
            )
        number = int((last - first) / step) + 1
    if number > MOST_VALUES:
        raise SpecError(
            f"--sweep {setting.name}={given} has {number:,} values; expected at most"
            f" {MOST_VALUES:,}"
        )
    return Values(setting, (), number, first, step)


MOST_AXES = 2
MANY_POINTS = 10_000
MANY_SECONDS = 600.0
"""A sweep of more points, or of more time, needs confirmation before it begins."""

SECONDS_OF_SOLVING = 0.3
SECONDS_OF_LAWS = (0.0, 0.3, 1.0, 2.5, 6.0)
"""Time of the distributions by the most hands after splits, on one core; repeated ones are
faster."""

SECONDS_OF_BEST_PLAY = 2.0
SECONDS_THOROUGH = 16.0
"""Time of best play for the Bonus without Burnout."""

SECONDS_OF_POINT = 0.01
SECONDS_FURTHER = 5.0
SECONDS_OF_SEATS = 3.0
"""Times at each point: figures alone; many rounds and Bonus wagers together; two seats."""


@dataclass(frozen=True)
class Sweep:
    """A checked sweep: changes at every point, and one or two settings with their values."""

    base: TwentyOneGame
    settings: Point
    axes: tuple[Values, ...]
    question: Question

    @property
    def number(self) -> int:
        """Number of points."""
        return prod(len(axis) for axis in self.axes)

    @property
    def rule_sets(self) -> int:
        """Number of different sets of rules that have to be solved, at most."""
        return prod(len(axis) for axis in self.axes if not is_paid(self.base, axis.setting.name))

    def seconds(self, workers: int) -> float:
        """Return the approximate duration with so many processes, nothing being kept of it."""
        return estimated(self.base, self.question.depth, self.rule_sets, self.number) / workers

    def is_large(self, workers: int) -> bool:
        """Return whether to ask before it begins."""
        return self.number > MANY_POINTS or self.seconds(workers) > MANY_SECONDS

    def told(self) -> str:
        """Return the size of the sweep in words."""
        return (
            f"the sweep has {self.number:,} points, and at most {self.rule_sets:,} times rules are"
            " solved anew"
        )

    def points(self) -> list[Point]:
        """Return the settings of every point, the last axis varying fastest."""
        names = [axis.setting.name for axis in self.axes]
        return [
            (*self.settings, *(f"{name}={text}" for name, text in zip(names, texts, strict=True)))
            for texts in product(*self.axes)
        ]


def is_paid(game: TwentyOneGame, name: str) -> bool:
    """Return whether a setting is a payout, a payment or without effect: no rules are solved."""
    return is_payout(game.loaded, name) or name in PAYMENTS or name not in TAKEN_PARAMETERS


def estimated(game: TwentyOneGame, depth: Depth, rule_sets: int, points: int) -> float:
    """Return the approximate seconds of one core of an analysis of many games."""
    each, point = SECONDS_OF_SOLVING, SECONDS_OF_POINT
    if depth.distribution:
        hands = min(game.rules.max_split_hands, len(SECONDS_OF_LAWS) - 1)
        each += SECONDS_OF_LAWS[hands] + SECONDS_OF_BEST_PLAY
        each += SECONDS_THOROUGH if depth.thorough else 0.0
        # Payouts change the results of a round, and so the covariance of two seats.
        point += SECONDS_OF_SEATS if depth.seats else 0.0
    if depth.further:
        point += SECONDS_FURTHER
    return rule_sets * each + points * point


def plan_sweep(
    base: TwentyOneGame, settings: Sequence[str], sweeps: Sequence[str], question: Question
) -> Sweep:
    """Return a checked sweep; faults, such as too many points, are SpecErrors.

    `settings` are changes at every point, each ``NAME=VALUE``; `sweeps` one or two settings with
    their values, as `swept_values` takes them.
    """
    if len(sweeps) > MOST_AXES:
        raise SpecError(f"--sweep is given {len(sweeps)} times; expected at most {MOST_AXES}")
    axes = tuple(swept_values(base.loaded, text) for text in sweeps)
    sweep = Sweep(base, tuple(settings), axes, question)
    if sweep.number > MOST_VALUES:
        sizes = " x ".join(f"{len(axis):,}" for axis in axes)
        raise SpecError(
            f"the sweep has {sizes} = {sweep.number:,} points; expected at most {MOST_VALUES:,}"
        )
    # What is set twice shows at any point.
    given = [*settings, *(f"{axis.setting.name}={axis[0]}" for axis in axes)]
    targets = [_target(base, assignment) for assignment in given]
    for place, target in enumerate(targets):
        if target in targets[:place]:
            name = given[place].partition("=")[0]
            raise SpecError(f"{name} is set or swept twice; give it once")
    with_settings(base.loaded, given)
    return sweep


def _target(base: TwentyOneGame, assignment: str) -> str:
    name = assignment.partition("=")[0].strip()
    return payout_path(base.loaded, name) if is_payout(base.loaded, name) else name


def sweep_study(sweep: Sweep, context: Context, workers: Workers) -> SweepResult:
    """Return the figures at every point: those of `whatif_study`, to the last bit."""
    base, question = sweep.base, sweep.question
    found = figures_at(base, sweep.points(), question, context, workers)
    before = figures_of(base, question, context)
    card = question.strategy if isinstance(question.strategy, StrategyCard) else None
    return SweepResult(
        **base.loaded.provenance(),
        settings=setting_changes(base.loaded, with_settings(base.loaded, sweep.settings)),
        strategy=strategy_name(question.strategy),
        strategy_sha256=card_sha256(card) if card else None,
        shoe=base.shoe.by_label(),
        axes=tuple(axis.axis() for axis in sweep.axes),
        figures=question.names,
        before=before,
        points=tuple(
            SweepPoint(
                values=texts,
                figures=figures,
                differences=tuple(map(difference, before, figures)),
            )
            for texts, figures in zip(product(*sweep.axes), found, strict=True)
        ),
        error_bound=ERROR_BOUND,
        method=method_of(base, question.strategy),
        split_play=base.split_play,
    )
