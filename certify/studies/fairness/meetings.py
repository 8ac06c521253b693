"""One player against others of another kind, in every seat in turn on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from math import copysign
from typing import Any, Literal

import numpy as np
import scipy

from certify.errors import EngineError
from certify.results import Family
from certify.studies.double_entry import adjusted
from certify.studies.fairness.intervals import (
    FEWEST,
    FloatArray,
    bounded_mean,
    chance_of,
    deviation_of,
    error_of,
)
from certify.studies.fairness.results.strength import Meeting

IntArray = np.ndarray[Any, np.dtype[np.int64]]
Best = Literal["most", "least"]
"""Whether the greatest score wins, or the least."""

EVEN = 0.5
"""Points of players of equal strength."""

NOTHING = 1e-12
"""Standard deviation of points below which only rounding varies."""

ALMOST = 0.75, 0.95
"""Probabilities that the better player is ahead, for which the deals needed are computed."""


def points_of(scores: IntArray, best: Best) -> FloatArray:
    """Return the points of every seat in every game, shape (games, players).

    Mean over the opponents of 1 for each who is behind, 1/2 for each who is level, 0 for each who
    is ahead; the points of a game add up to half the number of players. With two players, the
    points of chess (reports/METHOD.md section 13).

    Examples
    --------
    >>> points_of(np.array([[30, 10, 30]]), "most").tolist()
    [[0.75, 0.0, 0.75]]
    """
    players = _players(scores)
    found = np.zeros(scores.shape)
    for seat in range(players):
        for other in range(seat):
            ahead = np.sign(scores[:, seat] - scores[:, other]) / 2.0
            found[:, seat] += EVEN + ahead
            found[:, other] += EVEN - ahead
    found /= players - 1
    return found if best == "most" else 1.0 - found


def wins_of(scores: IntArray, best: Best) -> FloatArray:
    """Return 1 where a seat is among the winners and not all are equal, shape (games, players).

    Examples
    --------
    >>> wins_of(np.array([[30, 10, 30], [5, 5, 5]]), "most").tolist()
    [[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """
    _players(scores)
    most, least = scores.max(axis=1, keepdims=True), scores.min(axis=1, keepdims=True)
    top = most if best == "most" else least
    found: FloatArray = ((scores == top) & (most != least)).astype(np.float64)
    return found


def meeting(
    player: str, opponent: str, points: FloatArray, wins: FloatArray, family: Family
) -> Meeting:
    """Return what one player gains against others of another kind.

    `player` sits alone, `opponent` takes all other seats. `points` and `wins` are those of the
    player in each seat on each deal, shape (deals, seats). The p is that of a single test, until
    `adjust` has seen all meetings of a table.

    Notes
    -----
    Method: the mean over the seats on a deal is one observation, and deals are independent; p by
        Student's t. Points that are the same on every deal are tested by signs: the probability
        that all deals fall to one side. Deals n after which the better player is ahead with
        probability q: n = (z_q sd / (points - 1/2))^2.
    Error: of the numbers of deals, that of the normal distribution, which is coarse below some ten
        deals.
    Source: derived here, reports/METHOD.md section 13.
    """
    if points.shape != wins.shape or points.ndim != 2:
        raise EngineError(
            f"points and wins of a meeting are grids of deals and seats; found shapes"
            f" {points.shape} and {wins.shape}"
        )
    deals, seats = points.shape
    if deals < FEWEST:
        raise EngineError(f"a meeting needs {FEWEST} deals at least; found {deals}")
    observed = points.mean(axis=1)
    gain = float(observed.mean()) - EVEN
    sd = float(observed.std(ddof=1))
    if sd > NOTHING:
        statistic = gain / error_of(observed)
        chance = chance_of(statistic, deals - 1)
    else:
        sd, chance = 0.0, 2.0 ** (1 - deals) if abs(gain) > NOTHING else 1.0
        statistic = copysign(deviation_of(chance), gain)
    almost = [_deals_for(ahead, gain, sd) for ahead in ALMOST]
    found = Meeting(
        player=player,
        opponent=opponent,
        deals=deals,
        games=deals * seats,
        points=bounded_mean(observed, family),
        win=bounded_mean(wins.mean(axis=1), family),
        sd=sd,
        z=statistic,
        p=chance,
        deals_for_75=almost[0],
        deals_for_95=almost[1],
    )
    return _with_p(found, chance, family)


def adjust(meetings: Sequence[Meeting], family: Family) -> tuple[Meeting, ...]:
    """Return all meetings of a table with p adjusted for their number, in the same order.

    Deals needed stay only where a difference was found.

    Notes
    -----
    Method: Holm's.
    Error: the probability that any difference is reported where there is none is at most 1 less the
        family's confidence, however the meetings depend on each other.
    Source: Holm, Scandinavian Journal of Statistics 6 (1979) 65-70, jstor:4615733.
    """
    chances = adjusted([found.p for found in meetings])
    return tuple(
        _with_p(found, chance, family) for found, chance in zip(meetings, chances, strict=True)
    )


def is_difference(found: Meeting, confidence: float) -> bool:
    """Return whether a meeting shows players of different strength."""
    return found.p < 1.0 - confidence


def _with_p(found: Meeting, chance: float, family: Family) -> Meeting:
    changed: dict[str, float | None] = {"p": chance}
    if chance >= 1.0 - family.confidence:
        changed |= {"deals_for_75": None, "deals_for_95": None}
    return found.model_copy(update=changed)


def _deals_for(ahead: float, gain: float, sd: float) -> float | None:
    if abs(gain) <= NOTHING:
        return None
    return max(1.0, (float(scipy.special.ndtri(ahead)) * sd / gain) ** 2)


def _players(scores: IntArray) -> int:
    if scores.ndim != 2 or scores.shape[1] < 2:
        raise EngineError(
            f"points need a grid of games and two players at least; found shape {scores.shape}"
        )
    return int(scores.shape[1])
