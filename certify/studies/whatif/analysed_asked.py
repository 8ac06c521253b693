"""What a what-if is asked of a game that is analysed from its spec, checked before any work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from certify.exact.banked.solution import BEST
from certify.language.game import LoadedGame
from certify.runtime.context import Context
from certify.studies.banked.shoes import ShoeGiven
from certify.studies.twenty_one import BlackjackGame
from certify.studies.whatif.analysed import (
    AnalysedQuestion,
    AnalysedSweep,
    analysed_sweep,
    analysed_whatif,
)
from certify.studies.whatif.analysed_result import (
    AnalysedSensitivityResult,
    AnalysedSweepResult,
    AnalysedWhatIfResult,
)
from certify.studies.whatif.analysed_rulings import analysed_sensitivity
from certify.studies.whatif.analysed_solve import AnalysedSearch, analysed_solve


@dataclass(frozen=True)
class AnalysedChange:
    """A change of settings, whose figures before and after are asked for."""

    question: AnalysedQuestion
    settings: tuple[str, ...]


@dataclass(frozen=True)
class AnalysedRulings:
    """A game of which every alternative of a ruling is asked for."""

    question: AnalysedQuestion


AnalysedPlan = AnalysedChange | AnalysedSweep | AnalysedSearch | AnalysedRulings
AnalysedFound = AnalysedWhatIfResult | AnalysedSweepResult | AnalysedSensitivityResult


def analysed_plan(
    base: LoadedGame,
    assignments: Sequence[str] = (),
    *,
    sweeps: Sequence[str] = (),
    solve: str | None = None,
    target: str | None = None,
    within: str | None = None,
    rulings: bool = False,
    figures: Sequence[str] = (),
    policy: str = BEST,
    shoe: ShoeGiven = None,
    blackjack: BlackjackGame | None = None,
) -> AnalysedPlan:
    """Return a checked plan; parameters as `certify.studies.whatif.asked.planned`.

    `blackjack`: the game with its shoe and split play, if it is blackjack.
    """
    question = AnalysedQuestion.of(base, policy, figures, shoe, blackjack)
    if sweeps:
        return AnalysedSweep.of(question, assignments, sweeps)
    if solve is not None:
        return AnalysedSearch.of(question, assignments, solve, str(target), within)
    changed = question.changed(assignments)
    if rulings:
        own = blackjack and blackjack.changed(changed)
        return AnalysedRulings(AnalysedQuestion.of(changed, policy, figures, shoe, own))
    return AnalysedChange(question, tuple(assignments))


def analysed_work(plan: AnalysedPlan, context: Context) -> AnalysedFound:
    """Return the result of a plan."""
    match plan:
        case AnalysedSweep():
            return analysed_sweep(plan, context)
        case AnalysedSearch():
            return analysed_solve(plan, context)
        case AnalysedRulings():
            return analysed_sensitivity(plan.question, context)
        case AnalysedChange():
            return analysed_whatif(plan.question, plan.settings, context)
