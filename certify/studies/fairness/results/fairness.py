"""Results of a fairness study: seats, skill, length, use of the rules, small versions.

Players are named as in `certify.play.search.players`: ``random``, a policy of the spec such as
``sensible``, ``search:100`` for a search of 100 games a decision, ``search:100:sensible`` if these
games are played on by a policy, ``open:100`` for a search that sees all cards.
"""

from __future__ import annotations

from string import ascii_uppercase
from typing import Literal

from certify.results import Assignment, Family, Provenance, Result
from certify.studies.fairness.results.equal_play import EqualPlay
from certify.studies.fairness.results.length_of_play import LengthOfPlay, MatchLength, PlayLimit
from certify.studies.fairness.results.setting_effects import SettingEffect
from certify.studies.fairness.results.skill import Skill, VarianceShares
from certify.studies.fairness.results.solved import SolvedVersion
from certify.studies.fairness.results.strength import Meeting, Rating, RatingCheck
from certify.studies.fairness.results.use_of_rules import UseOfRules
from certify.studies.item.result import AssumptionText


class PlayerText(Result):
    """A player of the study; one that sees hidden cards (`sees_all`) is a measure, no opponent."""

    id: str
    title: str
    does: str
    sees_all: bool = False


class Finding(Result):
    """A finding in a sentence; `weight` says how much it matters.

    `assumptions` are the numbers of those that it rests on.
    """

    weight: Literal["matter", "note"]
    about: str
    text: str
    assumptions: tuple[str, ...] = ()


class ShorterPlay(Result):
    """A length of the spec for players that search, where the game itself is too long."""

    name: str
    text: str
    settings: tuple[Assignment, ...]


class SearchEffort(Result):
    """Number of games with search, and what is played in them.

    Attributes
    ----------
    played
        Approximate games played; fewer where games are long.
    shorter
        The shorter game in which strength, skill and variance were found; None for the game itself.
    """

    asked: int
    played: int
    shorter: ShorterPlay | None = None


class TableResult(Result):
    """The study for one number of players; players from the weakest on."""

    players: int
    family: Family
    equal: tuple[EqualPlay, ...]
    meetings: tuple[Meeting, ...]
    ratings: tuple[Rating, ...]
    rating_checks: tuple[RatingCheck, ...]
    shares: tuple[VarianceShares, ...]
    skill: Skill | None
    lengths: tuple[LengthOfPlay, ...]
    use: UseOfRules
    sensitivity: tuple[SettingEffect, ...]
    matches: tuple[MatchLength, ...]
    findings: tuple[Finding, ...]
    limits: tuple[PlayLimit, ...] = ()
    effort: SearchEffort | None = None


class FairnessResult(Provenance):
    """The study of a game between players.

    Attributes
    ----------
    confidence
        Joint confidence of the intervals of each family.
    ladder
        The players, from the expected weakest on.
    """

    seed: int
    confidence: float
    ladder: tuple[PlayerText, ...]
    tables: tuple[TableResult, ...]
    solved: tuple[SolvedVersion, ...] = ()
    assumptions: tuple[AssumptionText, ...] = ()

    @property
    def players_named(self) -> tuple[str, ...]:
        """All players: the ladder from its weakest on, then the others that were met."""
        named = [player.id for player in self.ladder]
        for table in self.tables:
            named += [equal.player for equal in table.equal]
            for meeting in table.meetings:
                named += [meeting.player, meeting.opponent]
            named += [rating.player for rating in table.ratings]
            for share in table.shares:
                named += [share.player, share.opponent]
            for relative in table.skill.relative if table.skill else ():
                named += [relative.beginner, relative.strongest, relative.fictive]
            named += [length.player for length in table.lengths]
        return tuple(dict.fromkeys(named))

    @property
    def letters(self) -> dict[str, str]:
        """Letters that stand for `players_named` where names are too long, as far as they go."""
        return dict(zip(self.players_named, ascii_uppercase, strict=False))
