"""The content of the report of a game between players, in one value.

A report is rebuilt from this alone: its JSON and the report code give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from certify.results import Result
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.item.result import (
    AlternativeText,
    CertifiedItem,
    Decision,
    PaytableText,
    Software,
)


class RulingReadings(Decision):
    """A ruling, and its alternatives; their effects are in the study of settings."""

    alternatives: tuple[AlternativeText, ...]


class Extent(Result):
    """How much was played for a report.

    Attributes
    ----------
    is_brief
        Whether a report was asked for that takes minutes.
    games
        Games of each play of equal strength without search.
    search_games
        Approximate number of all games with search.
    """

    is_brief: bool
    games: int
    search_games: int
    sections: tuple[str, ...]
    left_out: tuple[str, ...]


class FairnessCertification(CertifiedItem):
    """The content of the report of a game between players; no paytables, since nobody pays."""

    engine: ClassVar[str] = "between_players"
    subject: ClassVar[str] = "Statistical analysis"

    rulings: tuple[RulingReadings, ...]
    paytables: tuple[PaytableText, ...] = ()
    software: tuple[Software, ...]
    extent: Extent
    fairness: FairnessResult

    @property
    def asked(self) -> Mapping[str, bool | int]:
        """What was asked of its extent, by the names of the study."""
        extent = self.extent
        return {
            "brief": extent.is_brief,
            "games": extent.games,
            "search_games": extent.search_games,
        }
