"""What a what-if is asked: changes, sweeps and targets, checked before any work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.twenty_one import TwentyOneGame
from certify.studies.whatif.result import SensitivityResult, SweepResult, WhatIfResult
from certify.studies.whatif.search import Search, is_every_row, plan_paytable, plan_search
from certify.studies.whatif.sensitivity import sensitivity_study
from certify.studies.whatif.settings import with_settings
from certify.studies.whatif.solve import paytable_study, solve_study
from certify.studies.whatif.study import KIND, Question, whatif_study
from certify.studies.whatif.sweep import Sweep, plan_sweep, sweep_study

Found = WhatIfResult | SweepResult | SensitivityResult


@dataclass(frozen=True)
class Change:
    """A change of settings, whose figures before and after are asked for."""

    base: TwentyOneGame
    assignments: tuple[str, ...]
    question: Question


@dataclass(frozen=True)
class Rulings:
    """A game of which every alternative of a ruling is asked for."""

    game: TwentyOneGame
    question: Question


Plan = Change | Rulings | Sweep | Search | tuple[Search, ...]
"""A checked question; several searches are one paytable."""


def planned(
    base: TwentyOneGame,
    question: Question,
    assignments: tuple[str, ...] = (),
    *,
    sweeps: Sequence[str] = (),
    solve: str | None = None,
    target: str | None = None,
    within: str | None = None,
    rulings: bool = False,
) -> Plan:
    """Return a checked plan of what is asked; faults are SpecErrors.

    `assignments` are changes, each ``NAME=VALUE``; `sweeps` settings with values, each
    ``NAME=VALUES``; `solve` is the setting to solve for, `target` the figure that it should meet,
    ``FIGURE=VALUE``, and `within` the range of the setting. `rulings` asks for every alternative of
    a ruling.
    """
    if sweeps:
        return plan_sweep(base, assignments, sweeps, question)
    if solve is not None and is_every_row(solve, base.loaded):
        return tuple(plan_paytable(base, assignments, str(target), within, question))
    if solve is not None:
        return plan_search(base, assignments, solve, str(target), within, question)
    changed = with_settings(base.loaded, assignments)
    if rulings:
        return Rulings(base.changed(changed), question)
    return Change(base, assignments, question)


def worked_out(plan: Plan, context: Context, workers: Workers) -> Found:
    """Return the result of a plan."""
    match plan:
        case Sweep():
            return sweep_study(plan, context, workers)
        case Search():
            return solve_study(plan, context, workers)
        case tuple():
            return paytable_study(plan, context, workers)
        case Rulings():
            return sensitivity_study(plan.game, plan.question, context, workers)
        case Change():
            base, settings, question = plan.base, plan.assignments, plan.question
            return context.kept(
                KIND,
                {**base.key(), "settings": list(settings), "question": question.identity()},
                WhatIfResult,
                lambda: whatif_study(base, settings, question, context),
            )
