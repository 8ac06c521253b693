"""Targets and settings to solve for, checked before any work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor

from certify.errors import SpecError
from certify.language.game import LoadedGame, is_payout
from certify.studies.returns.bonus import PAYTABLE
from certify.studies.twenty_one import TwentyOneGame, strategy_name
from certify.studies.whatif.aims import PLAYS, aims_of, own_aims, said_number
from certify.studies.whatif.figures import checked_aims
from certify.studies.whatif.settings import (
    INTEGER,
    LEAST_PAYOUT,
    PAYOUT,
    TAKEN_PARAMETERS,
    Setting,
    payout_path,
    setting_of,
    with_settings,
)
from certify.studies.whatif.study import Point, Question

EVERY = "*"
ROWS = f"{PAYTABLE}.{EVERY}.pays"
"""Every row of the paytable of the Bonus wagers."""


@dataclass(frozen=True)
class Search:
    """A checked search for a setting at which a figure meets its target.

    `settings` are further changes. `otherwise` are other figures that the name of the target can
    mean, with their targets; the first of all that the setting changes is taken.
    """

    base: TwentyOneGame
    settings: Point
    setting: Setting
    lowest: Fraction
    highest: Fraction
    path: str
    target: float
    question: Question
    otherwise: tuple[tuple[str, float], ...] = ()

    def meanings(self) -> list[Search]:
        """Return the same search for each figure that the target can mean."""
        every = [(self.path, self.target), *self.otherwise]
        return [
            replace(self, path=path, target=target, question=self.question.also(path), otherwise=())
            for path, target in every
        ]


def plan_search(
    base: TwentyOneGame,
    settings: Sequence[str],
    name: str,
    target: str,
    within: str | None,
    question: Question,
) -> Search:
    """Return a checked search; faults are SpecErrors.

    `settings` are further changes, each ``NAME=VALUE``; `name` is the setting to solve for;
    `target` is ``FIGURE=VALUE`` with a figure as `aims_of` and `own_aims` take it and a value such
    as ``94%`` or ``0.94``; `within` is ``low:high``, by default all that can be set.
    """
    setting = setting_of(base.loaded, name.strip())
    if setting.lowest is None or setting.highest is None:
        raise SpecError(
            f"--solve {name}: a {setting.kind} is no number; expected a payout, a share or a whole"
            f" number, or --sweep {name}=all"
        )
    figure, text = target_parts(target)
    row = _row_of(base, setting.name)
    strategy = strategy_name(question.strategy)
    meant = own_aims(figure, row) if row else aims_of(figure)
    aims = checked_aims(figure, meant, base, strategy)
    value = said_number(text, f"--target {target}")
    if setting.kind == INTEGER and setting.name not in TAKEN_PARAMETERS:
        raise SpecError(
            f"--solve {name}: no figure of the exact analysis depends on {name}; `certify"
            f" parameters {base.loaded.spec.game.id}` marks all such settings"
        )
    low, high = limits_of(setting, within)
    settings = tuple(settings)
    # Set twice, or set to what cannot be: refused here.
    with_settings(base.loaded, (*settings, f"{setting.name}={setting.text(high)}"))
    (path, aimed), *others = ((aim.path, float(aim.target(value))) for aim in aims)
    return Search(
        base, settings, setting, low, high, path, aimed, question.also(path), tuple(others)
    )


def is_every_row(name: str, base: LoadedGame) -> bool:
    """Return whether a name means every row of a paytable; a SpecError if of a wrong one.

    Only rows of the Bonus wagers have figures of their own.
    """
    meant = name.strip()
    if EVERY not in meant and meant not in base.paytables:
        return False
    if meant in (ROWS, PAYTABLE) and base.paytable_rows(PAYTABLE):
        return True
    raise SpecError(
        f"--solve {name}: only the rows of {PAYTABLE} have a figure each; expected"
        f" {ROWS}, or one payout or parameter"
    )


def plan_paytable(
    base: TwentyOneGame,
    settings: Sequence[str],
    target: str,
    within: str | None,
    question: Question,
) -> list[Search]:
    """Return one search for each row of the paytable of the Bonus wagers.

    As `plan_search`; the figure of `target` must be one that each wager has, such as ``rtp``,
    ``edge``, ``best.rtp`` or ``bonus.*.rtp``.
    """
    figure, text = target_parts(target)
    own = figure.removeprefix("wagers.").removeprefix(f"{PAYTABLE}.{EVERY}.")
    parts = own.split(".")
    if EVERY in own or (len(parts) > 1 and parts[0] not in PLAYS):
        raise SpecError(
            f"--target {target}: a whole paytable is solved for a figure that each of its wagers"
            f" has, such as rtp, edge, best.rtp or {PAYTABLE}.{EVERY}.rtp"
        )
    return [
        plan_search(
            base,
            settings,
            f"{PAYTABLE}.{row.key}.pays",
            f"{PAYTABLE}.{row.key}.{own}={text}",
            within,
            question,
        )
        for row in base.loaded.paytable_rows(PAYTABLE)
    ]


def target_parts(target: str) -> tuple[str, str]:
    """Return the figure and the value of a target that somebody writes."""
    figure, equals, text = (part.strip() for part in target.partition("="))
    if not equals:
        raise SpecError(f"--target {target!r} has no value: expected FIGURE=VALUE")
    return figure, text


def _row_of(base: TwentyOneGame, name: str) -> str:
    """Return the Bonus wager whose payout a setting is, or nothing."""
    if not is_payout(base.loaded, name):
        return ""
    alias, _, row = payout_path(base.loaded, name).partition(".")
    return row if alias == PAYTABLE else ""


def limits_of(setting: Setting, within: str | None) -> tuple[Fraction, Fraction]:
    """Return the range in which a setting is looked for."""
    assert setting.lowest is not None  # noqa: S101  (a number)
    assert setting.highest is not None  # noqa: S101
    low, high = setting.lowest, setting.highest
    if within is not None:
        ends = within.split(":")
        if len(ends) != 2:
            raise SpecError(f"--within {within!r}: expected two numbers LOW:HIGH")
        low, high = (said_number(end, f"--within {within}") for end in ends)
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
            raise SpecError(
                f"--solve {setting.name}: there is no whole number, or there are too many"
            )
    return low, high
