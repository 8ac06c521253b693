"""The content of the report of a game between players."""

from __future__ import annotations

from certify.language.game import LoadedGame
from certify.language.models import Ruling
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.certification.about import Given, completed
from certify.studies.certification.fairness_result import (
    Extent,
    FairnessCertification,
    RulingReadings,
)
from certify.studies.fairness.question import SECTIONS, question_of_report
from certify.studies.fairness.study import fairness_of
from certify.studies.item.study import alternatives_of, item_of, paytables_of, software_of
from certify.studies.spec_figures import spec_figures, with_figures


def certify_multiplayer(
    loaded: LoadedGame,
    *,
    issued: str | None = None,
    command: str,
    context: Context | None = None,
    workers: Workers | None = None,
    brief: bool = False,
    games: int | None = None,
    search_games: int | None = None,
    given: Given | None = None,
) -> FairnessCertification:
    """Return the content of the report of a game between players.

    `issued` is YYYY-MM-DD, by default the date of the spec, never the clock; `command` makes the
    report again. `brief` plays a tenth of the games, and leaves out other settings and
    alternatives; `games` and `search_games` are as in `FairnessQuestion`. No result depends on
    `workers`. SpecError if the game has a house, SpecInvalidError for a required figure that the
    results do not have.
    """
    question = question_of_report(loaded, brief=brief, games=games, search_games=search_games)
    context, workers = context or Context(), workers or Workers()
    found = fairness_of(question, context, workers)
    figures = spec_figures(loaded, context, workers)
    certification = FairnessCertification(
        **item_of(loaded, FairnessCertification, issued, command),
        rulings=tuple(_readings(number, ruling) for number, ruling in loaded.spec.rulings.items()),
        paytables=paytables_of(loaded),
        software=software_of(),
        extent=Extent(
            is_brief=brief,
            games=question.games,
            search_games=question.search_games,
            sections=tuple(name for name in SECTIONS if name in question.sections),
            left_out=tuple(name for name in SECTIONS if name not in question.sections),
        ),
        fairness=found,
        spec_figures=figures,
    )
    return completed(with_figures(certification, figures), given)


def _readings(number: str, ruling: Ruling) -> RulingReadings:
    return RulingReadings(
        id=number,
        question=ruling.question,
        decided=ruling.decided,
        why=ruling.why,
        parameters=ruling.parameters,
        alternatives=alternatives_of(ruling),
    )
