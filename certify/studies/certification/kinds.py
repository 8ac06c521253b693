"""Kinds of reports: what each holds, of which games it is, and what works it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from certify.errors import SpecError
from certify.language.game import LoadedGame
from certify.runtime.context import Context
from certify.studies.banked.result import BankedResult
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification
from certify.studies.house.asked import ReturnsAsked
from certify.studies.house.choice import house_of
from certify.studies.item.result import CertifiedItem
from certify.studies.kinds import BETWEEN_PLAYERS

Content: TypeAlias = Certification | BankedCertification | FairnessCertification


@dataclass(frozen=True)
class ReportKind:
    """A kind of report.

    Attributes
    ----------
    content : type
        What it holds.
    mark : str
        A field of its results that no other kind has.
    work : callable
        What works it out: of a game, when and by which command it is issued, where to work, what
        was given with it, and what was asked of its extent.
    usual : callable
        Numbers of games that such a report rests on if none are asked for, of a game and whether
        it is brief.
    first_figures : callable
        What is known of a game within seconds, in a context; or None.
    is_played : bool
        Whether it rests on games that are played, whose numbers may be asked for.
    """

    content: type[Content]
    mark: str
    work: Callable[..., Content]
    usual: Callable[[LoadedGame, bool], Mapping[str, int]] = lambda _game, _brief: {}
    first_figures: Callable[[LoadedGame, Context], str | None] = lambda _game, _context: None
    is_played: bool = False


def kind_for(loaded: LoadedGame) -> ReportKind:
    """Return the kind of report of a game; a SpecError if there is none."""
    identity = loaded.spec.game
    if identity.kind == BETWEEN_PLAYERS:
        if loaded.play is None:
            raise SpecError(
                f"{identity.id} cannot be played, and the report of a game between players rests on"
                " games played: its spec says only what is certified"
            )
        return BETWEEN
    return BANKED if house_of(loaded).returned is BankedResult else TWENTY_ONE


def kind_of(item: CertifiedItem) -> ReportKind:
    """Return the kind of report that holds such content."""
    return next(kind for kind in KINDS if isinstance(item, kind.content))


def kind_with(names: Mapping[str, Any]) -> ReportKind:
    """Return the kind of report whose results have fields of these names."""
    return next((kind for kind in KINDS if kind.mark in names), TWENTY_ONE)


# What works out reports loads slowly: each is loaded when it is needed.


def _twenty_one(*game: Any, **asked: Any) -> Content:
    from certify.studies.certification.study import certify_game

    return certify_game(*game, **asked)


def _banked(*game: Any, **asked: Any) -> Content:
    from certify.studies.certification.banked import certify_banked

    return certify_banked(*game, **asked)


def _between(*game: Any, **asked: Any) -> Content:
    from certify.studies.certification.fairness import certify_multiplayer

    return certify_multiplayer(*game, **asked)


def _first_figures(game: LoadedGame, context: Context) -> str | None:
    return house_of(game).first_figures(ReturnsAsked(), context)


def _usual_between(game: LoadedGame, brief: bool) -> Mapping[str, int]:
    from certify.studies.fairness.question import question_of_report

    question = question_of_report(game, brief=brief)
    return {"games": question.games, "search_games": question.search_games}


TWENTY_ONE = ReportKind(Certification, "shoes", _twenty_one, first_figures=_first_figures)
BANKED = ReportKind(BankedCertification, "returns", _banked)
BETWEEN = ReportKind(FairnessCertification, "fairness", _between, _usual_between, is_played=True)
KINDS = (TWENTY_ONE, BANKED, BETWEEN)
