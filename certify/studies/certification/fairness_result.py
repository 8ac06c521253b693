"""The content of the report of a game between players, in one value.

A report is rebuilt from this alone: its JSON and the report code give the same bytes.
"""

from __future__ import annotations

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
    sections
        Parts of the study, in reading order.
    left_out
        Parts that were not asked for.
    """

    is_brief: bool
    games: int
    search_games: int
    sections: tuple[str, ...]
    left_out: tuple[str, ...]


class FairnessCertification(CertifiedItem):
    """The content of the report of a game between players.

    Attributes
    ----------
    rulings
        Decisions where the source is silent.
    paytables
        Always empty: nobody pays.
    software
        Software that took part in the computation.
    extent
        How much was played.
    """

    rulings: tuple[RulingReadings, ...]
    paytables: tuple[PaytableText, ...] = ()
    software: tuple[Software, ...]
    extent: Extent
    fairness: FairnessResult
