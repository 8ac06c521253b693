"""Measures of skill that were proposed for games."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from certify.errors import EngineError
from certify.results import Estimate, Family
from certify.studies.fairness.intervals import (
    FEWEST,
    FloatArray,
    around,
    bounded_mean,
    error_of,
    quantile_of,
)
from certify.studies.fairness.ratings import rated_points
from certify.studies.fairness.results.skill import LegalTest, RelativeSkill, Skill
from certify.studies.fairness.results.strength import Meeting, Rating


def relative_skill(
    beginner: str,
    strongest: str,
    fictive: str,
    beginner_points: FloatArray,
    strongest_points: FloatArray,
    fictive_points: FloatArray,
    family: Family,
) -> RelativeSkill:
    """Return the relative skill of a game.

    The fictive player is the strongest player who sees all cards as well. Points are against the
    strongest player, on the same deals, shape (deals,).

    Notes
    -----
    Method: learning effect: what the strongest gains beyond the beginner; random effect: what the
        fictive player gains beyond the strongest; relative skill: the first over the sum of both.
        An effect found below 0 counts as 0, and where there is neither, there is no skill. Effects
        by Student's t of the differences on each deal, relative skill by Fieller's theorem; where
        the sum of the effects may be zero, any relative skill is possible.
    Error: the strongest player found is not the best possible, so the learning effect is too small,
        and the random effect too small or too large.
    Source: Dreef, Borm and van der Genugten, Mathematical Methods of Operations Research 59 (2004)
        375-391, doi:10.1007/s001860400347, and Managerial and Decision Economics 25 (2004) 255-264;
        Fieller, Journal of the Royal Statistical Society B 16 (1954) 175-185.
    """
    three = beginner_points, strongest_points, fictive_points
    if len({values.shape for values in three}) != 1 or beginner_points.size < FEWEST:
        raise EngineError(
            f"relative skill needs points on the same deals, {FEWEST} at least; found"
            f" {', '.join(str(values.size) for values in three)}"
        )
    learned = strongest_points - beginner_points
    more = fictive_points - strongest_points
    return RelativeSkill(
        beginner=beginner,
        strongest=strongest,
        fictive=fictive,
        beginner_points=bounded_mean(beginner_points, family),
        strongest_points=bounded_mean(strongest_points, family),
        fictive_points=bounded_mean(fictive_points, family),
        learning_effect=_difference(learned, family),
        random_effect=_difference(more, family),
        relative_skill=_share(learned, more, family),
    )


def coin_share(points: float) -> float:
    """Return the share of results that a coin would have to decide for the same points.

    1 if the player is no better.

    Notes
    -----
    Method: points = (1 - c) + c / 2.
    Source: the benchmark of a better player who wins unless a coin decides: Duersch, Lambrecht and
        Oechssler, European Economic Review 127 (2020) 103472, doi:10.1016/j.euroecorev.2020.103472.

    Examples
    --------
    >>> coin_share(0.75)
    0.5
    """
    return min(max(2.0 * (1.0 - points), 0.0), 1.0)


def elo_spread(ratings: Sequence[Rating]) -> float:
    """Return the standard deviation of Elo ratings, the players being the whole population."""
    return float(np.std([rating.elo.value for rating in ratings]))


def ends_of(ratings: Sequence[Rating]) -> tuple[str, str]:
    """Return the players with the lowest rating and with the highest, the first of equals."""
    lowest = min(ratings, key=lambda rating: rating.elo.value)
    highest = max(ratings, key=lambda rating: rating.elo.value)
    return lowest.player, highest.player


def points_between(
    player: str, opponent: str, meetings: Sequence[Meeting]
) -> tuple[Estimate, Meeting] | None:
    """Return a player's points against one opponent, and their meeting; None if they never met."""
    for found in meetings:
        if (found.player, found.opponent) == (player, opponent):
            return found.points, found
    for found in meetings:
        if (found.player, found.opponent) == (opponent, player):
            points = found.points
            turned = Estimate(
                value=1.0 - points.value, low=1.0 - points.high, high=1.0 - points.low
            )
            return turned, found
    return None


def skill_of(
    relative: Sequence[RelativeSkill],
    ratings: Sequence[Rating],
    meetings: Sequence[Meeting],
    tests: Sequence[LegalTest],
) -> Skill:
    """Return the skill and chance of a game.

    The points of the strongest against the weakest are those of their meeting, or follow from their
    ratings if they never met.
    """
    weakest, strongest = ends_of(ratings)
    met = points_between(strongest, weakest, meetings)
    elo = {rating.player: rating.elo.value for rating in ratings}
    points = met[0].value if met else rated_points(elo[strongest] - elo[weakest])
    return Skill(
        relative=tuple(relative),
        elo_spread=elo_spread(ratings),
        strongest=strongest,
        weakest=weakest,
        strongest_points=points,
        coin_share=coin_share(points),
        tests=tuple(tests),
    )


def _difference(values: FloatArray, family: Family) -> Estimate:
    return around(
        float(values.mean()), error_of(values), family, freedom=values.size - 1, bounds=(-1.0, 1.0)
    )


def _share(learned: FloatArray, more: FloatArray, family: Family) -> Estimate:
    """Return the learning effect over the sum of both effects, with Fieller's interval.

    The interval holds all r for which learned - r (learned + more) may have the mean 0: a square of
    r that must be no greater than the quantile's times its variance.
    """
    number = learned.size
    both = learned + more
    gain, total = max(float(learned.mean()), 0.0), float(both.mean())
    luck = max(float(more.mean()), 0.0)
    value = gain / (gain + luck) if gain + luck > 0.0 else 0.0
    covariances = np.cov(np.stack([learned, both])) / number
    square = quantile_of(family, number - 1) ** 2
    above = total**2 - square * float(covariances[1, 1])
    if total <= 0.0 or above <= 0.0:
        return Estimate(value=value, low=0.0, high=1.0)
    middle = float(learned.mean()) * total - square * float(covariances[0, 1])
    below = float(learned.mean()) ** 2 - square * float(covariances[0, 0])
    reach = sqrt(max(middle * middle - above * below, 0.0))
    low, high = (middle - reach) / above, (middle + reach) / above
    return Estimate(value=value, low=max(min(low, value), 0.0), high=min(max(high, value), 1.0))
