"""What a what-if is asked: what is changed, swept or solved for, checked before any work."""

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
from certify.studies.whatif.study import Question, whatif_study
from certify.studies.whatif.sweep import Sweep, plan_sweep, sweep_study

Found = WhatIfResult | SweepResult | SensitivityResult


@dataclass(frozen=True)
class Change:
    """Settings that are changed; the figures before and after are asked for."""

    base: TwentyOneGame
    assignments: tuple[str, ...]
    question: Question


@dataclass(frozen=True)
class Rulings:
    """A game of which every other reading of the rules is asked for."""

    game: TwentyOneGame
    question: Question


Plan = Change | Rulings | Sweep | Search | tuple[Search, ...]
"""What is to be done, checked and not begun; several searches are one paytable."""


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
    """Return what is to be done; everything about it is checked now.

    Parameters
    ----------
    base : TwentyOneGame
        The game as its spec has it.
    question : Question
        The figures.
    assignments : tuple of str
        What is changed, each ``NAME=VALUE``.
    sweeps : sequence of str
        Settings that go through values, each ``NAME=VALUES``.
    solve, target, within : str, optional
        The setting that is solved for, the figure that it meets as ``FIGURE=VALUE``, and between
        which values.
    rulings : bool
        Whether every other reading of a ruling is asked for.

    Returns
    -------
    Plan
        What `worked_out` takes.

    Raises
    ------
    SpecError
        If a setting, a value or a figure cannot be taken.
    """
    if sweeps:
        return plan_sweep(base, assignments, sweeps, question)
    if solve is not None and is_every_row(solve, base):
        return tuple(plan_paytable(base, assignments, str(target), within, question))
    if solve is not None:
        return plan_search(base, assignments, solve, str(target), within, question)
    changed = with_settings(base.loaded, assignments)
    if rulings:
        return Rulings(TwentyOneGame(changed, base.given_shoe), question)
    return Change(base, assignments, question)


def worked_out(plan: Plan, context: Context, workers: Workers) -> Found:
    """Return what comes out of a plan.

    Parameters
    ----------
    plan : Plan
        What `planned` returned.
    context : Context
        Cache and progress.
    workers : Workers
        Who works; no result depends on it.

    Returns
    -------
    WhatIfResult, SweepResult or SensitivityResult
        By what was asked.
    """
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
            return whatif_study(plan.base, plan.assignments, plan.question, context)
