"""Ratings of players from their meetings: Bradley-Terry strengths on Elo's scale."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

import numpy as np
import scipy

from certify.errors import EngineError
from certify.results import Estimate, Family
from certify.studies.fairness.intervals import FloatArray, around
from certify.studies.fairness.results.strength import Meeting, Rating, RatingCheck

ELO = 400.0 / log(10.0)
"""Elo points for odds of e to 1."""

STEPS = 200
CLOSE = 1e-12
"""Most steps of Newton's method, and the change of strengths at which it stops."""

FARTHEST_STEP = 2.0
"""Largest change of a strength in one step, within which the linear approximation holds."""


def ratings_of(
    ladder: Sequence[str], meetings: Sequence[Meeting], family: Family
) -> tuple[Rating, ...]:
    """Return the ratings of players, in the order of the ladder; the first has 0.

    The meetings must connect all players; those of players outside the ladder are left out.

    Notes
    -----
    Method: the expected points are 1 / (1 + 10^((R' - R) / 400)); ratings maximise the likelihood
        of the points, a level result being half a point to each, weighted by the number of games.
        Their errors follow from those of the meetings, which are not binomial: a sandwich of the
        curvature around the variances of the points, each meeting having deals of its own. If some
        players took all points from all others, the likelihood has no maximum; then every meeting
        in which one side took all points gets one more, level deal, which makes the difference as
        large as so many deals can show, and its interval some hundred points wide.
    Error: of ratings given the points, 1e-9 Elo; of intervals, that of the normal distribution.
    Source: Bradley and Terry, Biometrika 39 (1952) 324-345, doi:10.1093/biomet/39.3-4.324; whether
        there is a maximum: Ford, The American Mathematical Monthly 64 (1957) 28-33,
        doi:10.2307/2308513; the sandwich: Huber, Fifth Berkeley Symposium 1 (1967) 221-233.
    """
    chosen = [
        found
        for found in meetings
        if {found.player, found.opponent} <= set(ladder) and found.player != found.opponent
    ]
    _require_connected(ladder, chosen)
    design = _design(ladder, chosen)
    points, errors = _observed(chosen, separated=_is_separated(ladder, chosen))
    weights = np.array([float(found.games) for found in chosen])
    strengths = _strengths(design, points, weights)
    rated = scipy.special.expit(design @ strengths)
    weighted = design.T * weights
    inverse = np.linalg.inv((weighted * (rated * (1.0 - rated))) @ design)
    spread = inverse @ (weighted @ np.diag(errors**2) @ weighted.T) @ inverse
    nought = Rating(player=ladder[0], elo=Estimate(value=0.0, low=0.0, high=0.0))
    return nought, *(
        Rating(
            player=player,
            elo=around(
                ELO * float(strengths[place]), ELO * sqrt(max(spread[place, place], 0.0)), family
            ),
        )
        for place, player in enumerate(ladder[1:])
    )


def checks_of(ratings: Sequence[Rating], meetings: Sequence[Meeting]) -> tuple[RatingCheck, ...]:
    """Return the points of each meeting beside those that follow from the ratings.

    Meetings of players without a rating are left out.
    """
    elo = {rating.player: rating.elo.value for rating in ratings}
    return tuple(
        RatingCheck(
            player=found.player,
            opponent=found.opponent,
            found=found.points.value,
            rated=rated_points(elo[found.player] - elo[found.opponent]),
        )
        for found in meetings
        if found.player in elo and found.opponent in elo
    )


def rated_points(difference: float) -> float:
    """Return the expected points against one opponent, from a difference of Elo ratings.

    Examples
    --------
    >>> round(rated_points(400.0), 6)
    0.909091
    """
    return float(scipy.special.expit(difference / ELO))


def _design(ladder: Sequence[str], meetings: Sequence[Meeting]) -> FloatArray:
    """Return 1 for the player and -1 for the opponent, the first of the ladder left out."""
    found = np.zeros((len(meetings), len(ladder)))
    for row, each in enumerate(meetings):
        found[row, ladder.index(each.player)] = 1.0
        found[row, ladder.index(each.opponent)] = -1.0
    return found[:, 1:]


def _observed(meetings: Sequence[Meeting], *, separated: bool) -> tuple[FloatArray, FloatArray]:
    """Return points and their standard errors, with one more level deal where that is needed."""
    points = np.array([found.points.value for found in meetings])
    errors = np.array([found.sd / sqrt(found.deals) for found in meetings])
    if separated:
        deals = np.array([float(found.deals) for found in meetings])
        one_sided = (points == 0.0) | (points == 1.0)
        points = np.where(one_sided, (points * deals + 0.5) / (deals + 1.0), points)
        errors = np.where(one_sided, 0.5 / (deals + 1.0), errors)
    return points, errors


def _strengths(design: FloatArray, points: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the strengths of maximum likelihood, by Newton's method."""
    found = np.zeros(design.shape[1])
    shares = weights / weights.sum()
    value = _likelihood(found, design, points, shares)
    for _ in range(STEPS):
        rated = scipy.special.expit(design @ found)
        slope = design.T @ (shares * (points - rated))
        curvature = (design.T * (shares * rated * (1.0 - rated))) @ design
        step = np.linalg.solve(curvature, slope)
        step *= min(1.0, FARTHEST_STEP / max(float(np.abs(step).max()), CLOSE))
        while True:
            tried = _likelihood(found + step, design, points, shares)
            if tried >= value - CLOSE:
                break
            step /= 2.0
        found, value = found + step, tried
        if float(np.abs(step).max()) < CLOSE:
            return found
    raise EngineError(f"the ratings were not found in {STEPS} steps")


def _likelihood(
    strengths: FloatArray, design: FloatArray, points: FloatArray, shares: FloatArray
) -> float:
    ahead = design @ strengths
    return float(
        shares
        @ (
            points * scipy.special.log_expit(ahead)
            + (1.0 - points) * scipy.special.log_expit(-ahead)
        )
    )


def _require_connected(ladder: Sequence[str], meetings: Sequence[Meeting]) -> None:
    if len(ladder) < 2 or len(set(ladder)) < len(ladder):
        raise EngineError("ratings need two players or more, each named once")
    edges = {player: set[str]() for player in ladder}
    for found in meetings:
        edges[found.player].add(found.opponent)
        edges[found.opponent].add(found.player)
    apart = [player for player in ladder if player not in _reached(ladder[0], edges)]
    if apart:
        raise EngineError(
            f"no meeting connects {', '.join(apart)} with {ladder[0]}; ratings compare players who"
            " met, or met others who did"
        )


def _is_separated(ladder: Sequence[str], meetings: Sequence[Meeting]) -> bool:
    """Return whether some players took all points from all others."""
    ahead = {player: set[str]() for player in ladder}
    behind = {player: set[str]() for player in ladder}
    for found in meetings:
        if found.points.value > 0.0:
            ahead[found.player].add(found.opponent)
            behind[found.opponent].add(found.player)
        if found.points.value < 1.0:
            ahead[found.opponent].add(found.player)
            behind[found.player].add(found.opponent)
    everybody = set(ladder)
    return any(_reached(ladder[0], edges) != everybody for edges in (ahead, behind))


def _reached(start: str, edges: dict[str, set[str]]) -> set[str]:
    found, waiting = {start}, [start]
    while waiting:
        for player in edges[waiting.pop()] - found:
            found.add(player)
            waiting.append(player)
    return found
