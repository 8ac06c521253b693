"""Skill and chance: where results come from, relative skill, tests used in law."""

from __future__ import annotations

from typing import Literal

from certify.results import Estimate, Result


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
