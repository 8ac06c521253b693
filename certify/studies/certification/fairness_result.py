"""Everything that the report of a game between players prints, in one value.

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
    """A ruling, and its other readings; what they do is in the study of settings."""

    alternatives: tuple[AlternativeText, ...]


class Extent(Result):
    """How much was played for a report.

    Attributes
    ----------
    is_brief : bool
        Whether a report was asked for that takes minutes.
    games : int
        Games of each play of equal strength in which nobody searches.
    search_games : int
        Games in which somebody searches, about so many in all.
    sections : tuple of str
        Parts of the study, in reading order.
    left_out : tuple of str
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
    rulings : tuple of RulingReadings
        What was decided where the source is silent.
    paytables : tuple of PaytableText
        None, where nobody pays.
    software : tuple of Software
        What took part in the computation.
    extent : Extent
        How much was played.
    fairness : FairnessResult
        The study.
    """

    rulings: tuple[RulingReadings, ...]
    paytables: tuple[PaytableText, ...] = ()
    software: tuple[Software, ...]
    extent: Extent
    fairness: FairnessResult
