"""Kinds of reports: what each holds, of which games it is, and what works it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from certify.errors import SpecError
from certify.language.game import LoadedGame
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification
from certify.studies.item.result import CertifiedItem
from certify.studies.kinds import BETWEEN_PLAYERS, is_analysed, is_plain

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
    """

    content: type[Content]
    mark: str
    work: Callable[..., Content]
    usual: Callable[[LoadedGame, bool], Mapping[str, int]] = lambda _game, _brief: {}


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
    return ANALYSED if is_analysed(loaded) or is_plain(loaded) else TWENTY_ONE


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


def _analysed(*game: Any, **asked: Any) -> Content:
    from certify.studies.certification.banked import certify_analysed

    return certify_analysed(*game, **asked)


def _between(*game: Any, **asked: Any) -> Content:
    from certify.studies.certification.fairness import certify_multiplayer

    return certify_multiplayer(*game, **asked)


def _usual_between(game: LoadedGame, brief: bool) -> Mapping[str, int]:
    from certify.studies.certification.fairness import question_of

    question = question_of(game, brief=brief)
    return {"games": question.games, "search_games": question.search_games}


TWENTY_ONE = ReportKind(Certification, "shoes", _twenty_one)
ANALYSED = ReportKind(BankedCertification, "returns", _analysed)
BETWEEN = ReportKind(FairnessCertification, "fairness", _between, _usual_between)
KINDS = (TWENTY_ONE, ANALYSED, BETWEEN)
