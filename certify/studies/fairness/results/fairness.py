"""What is found of a game between players: seats, skill, length, use of the rules, small versions.

Players are named as in `certify.play.search.players`: ``random``, a policy of the spec such as
``sensible``, ``search:100`` for a search of so many games a decision, ``search:100:sensible`` if
these games are played on by a policy, ``open:100`` for a search that sees all cards.
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
    """A player of the study.

    Attributes
    ----------
    id : str
        Name, such as ``search:100``.
    title : str
        Such as "search, 100 games a decision".
    does : str
        In a sentence, how the player plays.
    sees_all : bool
        Whether the player knows what is hidden: a measure, and no opponent for a table.
    """

    id: str
    title: str
    does: str
    sees_all: bool = False


class Finding(Result):
    """Something that a reader should know, in a sentence; `weight` tells how much it matters.

    Attributes
    ----------
    assumptions : tuple of str
        Numbers of the assumptions that it rests on.
    """

    weight: Literal["matter", "note"]
    about: str
    text: str
    assumptions: tuple[str, ...] = ()


class ShorterPlay(Result):
    """What players that search play where the game itself is too long for them.

    Attributes
    ----------
    name, text : str
        A length that the spec names.
    settings : tuple of Assignment
        What makes it one.
    """

    name: str
    text: str
    settings: tuple[Assignment, ...]


class SearchEffort(Result):
    """How many games players that search have, and what they play.

    Attributes
    ----------
    asked : int
        Games that were asked for.
    played : int
        About as many were played; fewer where games are long.
    shorter : ShorterPlay or None
        What was played, and strength, skill and variance found in, if not the game itself.
    """

    asked: int
    played: int
    shorter: ShorterPlay | None = None


class TableResult(Result):
    """The study for one number of players.

    Attributes
    ----------
    players : int
        Seats at the table.
    family : Family
        What the intervals of shares, scores and points belong to.
    equal : tuple of EqualPlay
        Equal strength, from the weakest player on.
    meetings : tuple of Meeting
        Strength against strength.
    ratings : tuple of Rating
        From the weakest on.
    rating_checks : tuple of RatingCheck
        How well they fit.
    shares : tuple of VarianceShares
        Where variance comes from.
    skill : Skill
        Skill and chance.
    lengths : tuple of LengthOfPlay
        Length and ends of games.
    use : UseOfRules
        Use of rules.
    sensitivity : tuple of SettingEffect
        Other settings and readings.
    matches : tuple of MatchLength
        Matches.
    findings : tuple of Finding
        What matters of all this.
    limits : tuple of PlayLimit
        What stops games: the limits that the `caps` of `lengths` count.
    effort : SearchEffort or None
        What players that search played; None if none did.
    """

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
    seed : int
        Seed of all games.
    confidence : float
        Of the intervals of each family.
    ladder : tuple of PlayerText
        The players, from the weakest as it was expected.
    tables : tuple of TableResult
        One for each number of players.
    solved : tuple of SolvedVersion
        Cut-down versions.
    assumptions : tuple of AssumptionText
        What the source has lost and the spec supplies.
    """

    seed: int
    confidence: float
    ladder: tuple[PlayerText, ...]
    tables: tuple[TableResult, ...]
    solved: tuple[SolvedVersion, ...] = ()
    assumptions: tuple[AssumptionText, ...] = ()

    @property
    def players_named(self) -> tuple[str, ...]:
        """Everybody who plays: the ladder from its weakest on, then whoever else is met."""
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
