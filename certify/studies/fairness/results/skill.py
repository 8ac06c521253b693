"""Skill and chance: sources of variance, relative skill, tests used in law."""

from __future__ import annotations

from typing import Literal

from certify.results import Estimate, Result


class VarianceShares(Result):
    """Sources of the variance of a result: duplicate deals, repeated in each seating.

    Attributes
    ----------
    player, opponent
        The player who sits alone, and the one who takes the other seats; the same for equal
        strength.
    deal, seating, interaction, rest
        Shares of the variance of a seat's points due to the deal, to which player has which seat,
        to both together, and to chance in play and later draws; they add up to one.
    variance
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
    beginner_points, strongest_points, fictive_points
        Points of each against opponents who are the strongest player.
    learning_effect, random_effect
        Strongest less beginner, fictive less strongest.
    relative_skill
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
    """A test used in law or proposed for it: what it asks, its source, the finding, the answer."""

    id: str
    title: str
    definition: str
    source: str
    finding: str
    answer: Literal["skill", "chance", "mixed", "open"]


class Skill(Result):
    """Skill and chance in a game.

    Attributes
    ----------
    elo_spread
        Standard deviation of the ratings of the ladder of players.
    coin_share
        Share of results that a coin would have to decide, the better player winning all others, for
        the same points.
    """

    relative: tuple[RelativeSkill, ...]
    elo_spread: float
    strongest: str
    weakest: str
    strongest_points: float
    coin_share: float
    tests: tuple[LegalTest, ...]
