"""The assumptions of a game between players, and what other data change."""

from __future__ import annotations

from certify.evidence.report.charts.fairness_figures import PERCENT, chance_text
from certify.evidence.report.sections.assumptions import NOT_WORKED_OUT, write_assumptions
from certify.present.document import Composer
from certify.present.figures import fixed
from certify.present.markup import plain
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.fairness.figures_view import players_text
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.setting_effects import SettingEffect
from certify.studies.item.result import AlternativeText

DIGITS = 2


def write_supplied(composer: Composer, certification: FairnessCertification) -> None:
    """Write the section on assumptions, if there are any."""

    def changes(alternative: AlternativeText) -> str:
        return _changes(certification.fairness, alternative)

    write_assumptions(composer, certification, changes)


def _changes(result: FairnessResult, alternative: AlternativeText) -> str:
    """Return what an alternative changes between the strongest of those who played it."""
    told = []
    for table in result.tables:
        effects = _effects(table, alternative)
        if effects:
            where = f"{players_text(table.players)}: " if len(result.tables) > 1 else ""
            told.append(f"{where}{_told(effects[-1])}")
    return "<br/>".join(told) or NOT_WORKED_OUT


def _effects(table: TableResult, alternative: AlternativeText) -> list[SettingEffect]:
    wanted = frozenset(alternative.settings)
    return [effect for effect in table.sensitivity if frozenset(effect.settings) == wanted]


def _told(effect: SettingEffect) -> str:
    win, draw, _, decisions = effect.changes
    first, draws = (fixed(PERCENT * change, DIGITS, signed=True) for change in (win, draw))
    return (
        f"first seat wins {first}, draws {draws} points; decisions "
        f"{fixed(decisions, DIGITS, signed=True)}; p {chance_text(effect.p)}, all seats "
        f"{plain(effect.player)}"
    )
