"""What is found of a game between players: seats, skill, length, use of the rules, small versions.

Players are named as in `certify.engine.search.players`: ``random``, a policy of the spec such as
``sensible``, ``search:100`` for a search of so many games a decision, ``search:100:sensible`` if
these games are played on by a policy, ``open:100`` for a search that sees all cards.
"""

from __future__ import annotations

from typing import Literal

from certify.results.base import Assignment, Provenance, Result
from certify.results.solved import AgainstBest as AgainstBest  # noqa: PLC0414  (for importers)
from certify.results.solved import FirstPlay as FirstPlay  # noqa: PLC0414
from certify.results.solved import SolvedVersion as SolvedVersion  # noqa: PLC0414


class Estimate(Result):
    """A figure found by playing, with an interval.

    Attributes
    ----------
    value : float
        The estimate.
    low, high : float
        Ends of the interval, at the confidence of the family that the figure belongs to.
    """

    value: float
    low: float
    high: float


class Family(Result):
    """Figures whose intervals hold all together.

    Attributes
    ----------
    confidence : float
        With at least this probability all of them hold.
    figures : int
        How many they are.
    method : str
        In a sentence, how the intervals are made.
    """

    confidence: float
    figures: int
    method: str


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


class SeatFigures(Result):
    """What a seat wins if all seats play equally well.

    Attributes
    ----------
    seat : int
        From 1.
    role : str
        Name of the seat's role, or ``seat 1`` and so on.
    win : Estimate
        Share of games in which the seat is among the winners and not all are equal.
    score : Estimate
        Mean score.
    opens : float
        Share of games in which the seat is the first to decide alone.
    """

    seat: int
    role: str
    win: Estimate
    score: Estimate
    opens: float


class EqualPlay(Result):
    """All seats played by the same player.

    Attributes
    ----------
    player : str
        Who.
    games : int
        How many games.
    seats : tuple of SeatFigures
        Every seat.
    draw : Estimate
        Share of games in which all scores are equal.
    is_zero_sum : bool
        Whether the scores of every game add up to nothing.
    seats_statistic, seats_freedom, seats_p : float, int, float
        Wald test of equal shares of wins: chi-square, degrees of freedom, p.
    first_win, others_win : Estimate or None
        Share of games won by whoever is the first to decide alone, and of the games of any other
        seat; None if nobody ever decides alone.
    first_advantage : Estimate or None
        Their difference.
    first_p : float or None
        Two-sided p of no advantage.
    """

    player: str
    games: int
    seats: tuple[SeatFigures, ...]
    draw: Estimate
    is_zero_sum: bool
    seats_statistic: float
    seats_freedom: int
    seats_p: float
    first_win: Estimate | None
    others_win: Estimate | None
    first_advantage: Estimate | None
    first_p: float | None


class Meeting(Result):
    """One player against others of another kind, in every seat in turn on the same deals.

    Attributes
    ----------
    player, opponent : str
        Who sits alone, and who takes all other seats.
    deals, games : int
        Deals, and games: each deal is played once with the player in each seat.
    points : Estimate
        Mean over opponents of 1 for each who is behind, 1/2 for each who is level, 0 for each who
        is ahead; 1/2 is equal strength.
    win : Estimate
        Share of games won by the player.
    sd : float
        Standard deviation of the points of a deal.
    z : float
        Points less 1/2, in standard errors.
    p : float
        Two-sided p of equal strength, adjusted by Holm's method over all meetings of a table.
    deals_for_75, deals_for_95 : float or None
        Deals after which the better player is ahead with probability 75 % and 95 %; None if no
        difference was found.
    """

    player: str
    opponent: str
    deals: int
    games: int
    points: Estimate
    win: Estimate
    sd: float
    z: float
    p: float
    deals_for_75: float | None
    deals_for_95: float | None


class Rating(Result):
    """A player's rating.

    Attributes
    ----------
    player : str
        Who.
    elo : Estimate
        Bradley-Terry strength on Elo's scale, 400 for odds of 10 to 1; random play has 0.
    """

    player: str
    elo: Estimate


class RatingCheck(Result):
    """How well ratings tell a meeting: points found, points that follow from the ratings."""

    player: str
    opponent: str
    found: float
    rated: float


class VarianceShares(Result):
    """Where the variance of a result comes from: duplicate deals, played twice in each seating.

    Attributes
    ----------
    player, opponent : str
        Who sits alone and who takes the other seats; the same for equal strength.
    deals, seatings, repeats : int
        Deals, seatings of each, and how often each is played.
    deal, seating, interaction, rest : Estimate
        Shares of the variance of a seat's points due to the deal, to who sits where, to both
        together, and to what players do by chance and what is drawn later; they add up to one.
    variance : float
        Of a seat's points in a single game.
    """

    player: str
    opponent: str
    deals: int
    seatings: int
    repeats: int
    deal: Estimate
    seating: Estimate
    interaction: Estimate
    rest: Estimate
    variance: float


class RelativeSkill(Result):
    """Skill against chance by Dreef, Borm and van der Genugten.

    Attributes
    ----------
    beginner, strongest, fictive : str
        Who stands for each.
    beginner_points, strongest_points, fictive_points : Estimate
        What each gains, in points, against opponents who are the strongest player.
    learning_effect, random_effect : Estimate
        Strongest less beginner, fictive less strongest.
    relative_skill : Estimate
        Learning effect over the sum of both.
    """

    beginner: str
    strongest: str
    fictive: str
    beginner_points: Estimate
    strongest_points: Estimate
    fictive_points: Estimate
    learning_effect: Estimate
    random_effect: Estimate
    relative_skill: Estimate


class LegalTest(Result):
    """A test used in law or proposed for it, answered by figures.

    Attributes
    ----------
    id, title : str
        Name.
    definition : str
        What it asks.
    source : str
        Who asks it, and where.
    finding : str
        What the figures say, in a sentence, with the figures.
    answer : str
        ``skill``, ``chance``, ``mixed`` or ``open``.
    """

    id: str
    title: str
    definition: str
    source: str
    finding: str
    answer: Literal["skill", "chance", "mixed", "open"]


class Skill(Result):
    """Is it a game of skill or of chance.

    Attributes
    ----------
    relative : tuple of RelativeSkill
        One for each kind of beginner.
    elo_spread : float
        Standard deviation of the ratings of the ladder of players.
    strongest, weakest : str
        Ends of the ladder.
    strongest_points : float
        Points of the strongest against the weakest.
    coin_share : float
        Share of results that a coin would have to decide, the better player winning all others,
        for the same points.
    tests : tuple of LegalTest
        The tests.
    """

    relative: tuple[RelativeSkill, ...]
    elo_spread: float
    strongest: str
    weakest: str
    strongest_points: float
    coin_share: float
    tests: tuple[LegalTest, ...]


class MeasureFigures(Result):
    """What the spec records of a game, over many games.

    `quantiles` are those of `QUANTILES`.
    """

    name: str
    mean: Estimate
    least: float
    most: float
    quantiles: tuple[float, ...] | None


QUANTILES = (0.01, 0.25, 0.5, 0.75, 0.99)


class LengthOfPlay(Result):
    """How long games last, and whether they end.

    Attributes
    ----------
    player : str
        Who plays all seats.
    games : int
        How many.
    decisions : MeasureFigures
        Decisions of a game.
    measures : tuple of MeasureFigures
        What else the spec records.
    caps : tuple of MeasureFigures
        Of these, the ones that count games or rounds stopped by a limit.
    """

    player: str
    games: int
    decisions: MeasureFigures
    measures: tuple[MeasureFigures, ...]
    caps: tuple[MeasureFigures, ...]


class Use(Result):
    """How often an element of the rules is used.

    Attributes
    ----------
    kind : str
        What it is.
    name : str
        As it is called, such as ``collect_alone`` or ``later_bid: pass``.
    element : str
        Its path in the spec.
    cites : tuple of str
        Clauses and rulings that it implements.
    times : tuple of float
        Times a game, for each player of the study of use.
    games : tuple of float
        Share of games in which it is used, likewise.
    """

    kind: Literal["procedure", "branch", "decision", "move", "card"]
    name: str
    element: str
    cites: tuple[str, ...]
    times: tuple[float, ...]
    games: tuple[float, ...]


class UseOfRules(Result):
    """What of the rules is used in play.

    Attributes
    ----------
    players : tuple of str
        Who plays.
    games : tuple of int
        How many games of each.
    elements : tuple of Use
        Every element.
    never : tuple of str
        Names of those that no game used: findings.
    """

    players: tuple[str, ...]
    games: tuple[int, ...]
    elements: tuple[Use, ...]
    never: tuple[str, ...]


class SettingEffect(Result):
    """What another setting or reading does, all seats played by one player.

    Attributes
    ----------
    settings : tuple of Assignment
        What is changed.
    text : str
        The alternative in words.
    rulings : tuple of str
        Rulings that it belongs to.
    player : str
        Who plays all seats.
    games : int
        How many games.
    win_first_seat, draw, first_advantage, decisions : Estimate
        Figures with the setting.
    changes : tuple of float
        Their differences from the rules as certified, in the same order.
    p : float
        Smallest p of no difference among them, adjusted by Bonferroni.
    """

    settings: tuple[Assignment, ...]
    text: str
    rulings: tuple[str, ...]
    player: str
    games: int
    win_first_seat: Estimate
    draw: Estimate
    first_advantage: Estimate
    decisions: Estimate
    changes: tuple[float, float, float, float]
    p: float


class MatchLength(Result):
    """How long a match is.

    Attributes
    ----------
    name, text : str
        The match, as the spec names it.
    settings : tuple of Assignment
        What makes it one.
    cites : tuple of str
        Clauses.
    player : str
        Who plays.
    games : int
        Matches played.
    measures : tuple of MeasureFigures
        Decisions, and hands, rounds or turns as the spec counts them.
    minutes : tuple of float or None
        What the source says it takes, from and to.
    seconds_a_decision : tuple of float or None
        What that says of a decision, from and to.
    win_first_seat, draw : Estimate
        Fairness of the match.
    """

    name: str
    text: str
    settings: tuple[Assignment, ...]
    cites: tuple[str, ...]
    player: str
    games: int
    measures: tuple[MeasureFigures, ...]
    minutes: tuple[float, float] | None
    seconds_a_decision: tuple[float, float] | None
    win_first_seat: Estimate
    draw: Estimate


class Finding(Result):
    """Something that a reader should know, in a sentence; `weight` tells how much it matters."""

    weight: Literal["matter", "note"]
    about: str
    text: str


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
    """

    seed: int
    confidence: float
    ladder: tuple[PlayerText, ...]
    tables: tuple[TableResult, ...]
    solved: tuple[SolvedVersion, ...] = ()

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
