"""Sources of the variance of results, from duplicate deals.

The same deal is played with the players seated in every way, each several times with other chance
in what the players do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from certify.errors import EngineError
from certify.results import Estimate, Family
from certify.studies.fairness.intervals import FEWEST, FloatArray, level_of, quantile_of
from certify.studies.fairness.results.skill import VarianceShares

SAMPLES = 400
"""Samples of deals that the standard errors come from."""

AT_ONCE = 2_000_000
"""Weights of deals that are held at once."""

DEAL, SEATING, INTERACTION, REST = range(4)


def variance_shares(
    player: str,
    opponent: str,
    points: FloatArray,
    family: Family,
    *,
    seed: int = 1,
    samples: int = SAMPLES,
) -> VarianceShares:
    """Return the shares of a seat's variance: deal, seating, their interaction, and the rest.

    `points` has the shape (deals, seatings, repeats, seats), at least two deals and two repeats.
    The seatings are all there are, equally likely. The shares add up to one; where nothing varies,
    all of it is `rest`.

    Notes
    -----
    Conditioning: a seat's points; the difference between the seats' means is not part of it.
    Method: two-way analysis of variance, deals crossed with seatings, seat by seat, averaged over
        the seats. Deals are a sample, seatings are all there are, so the expectations of the mean
        squares are rest + J K deal, rest + K J / (J - 1) (interaction + I seating), rest + K J / (J
        - 1) interaction, and rest, for I deals, J seatings and K repeats; the components follow
        without bias and add up to the variance of a single game. Those below 0, which are 0 within
        their error, are cut at 0 before the shares are taken. Intervals by the normal distribution,
        with bootstrap standard errors over deals; they are at least as wide as the share of a kind
        of deal that so many deals may miss.
    Error: of intervals, that of the normal distribution, and of standard errors 1 / sqrt(2
        samples).
    Source: Scheffe, The Analysis of Variance (1959), chapter 8; the bootstrap: Efron, The Annals of
        Statistics 7 (1979) 1-26, doi:10.1214/aos/1176344552; the shares: reports/METHOD.md section
        13.
    """
    if points.ndim != 4 or 0 in points.shape:
        raise EngineError(
            "shares of variance need points by deals, seatings, repeats and seats; found shape"
            f" {points.shape}"
        )
    deals, seatings, repeats, _ = points.shape
    if deals < FEWEST or repeats < 2:
        raise EngineError(
            f"shares of variance need {FEWEST} deals and 2 repeats at least; found {deals} and"
            f" {repeats}"
        )
    sums = _Sums.of(points)
    found = sums.components(np.ones((1, deals)))[0]
    total = float(found.sum())
    cut = np.maximum(found, 0.0)
    if not cut.any():
        cut[REST] = 1.0
    values = cut / cut.sum()
    errors = _errors(sums, deals, seed, samples)
    bare = found / total if total > 0.0 else values
    reach = quantile_of(family) * errors
    # Where no sample differs, a kind of deal may be missing: one of a share s of deals is missed by
    # all with probability (1 - s)^deals.
    possible = np.ones(4, dtype=bool)
    possible[[SEATING, INTERACTION]] = seatings > 1
    unseen = 1.0 - level_of(family) ** (1.0 / deals)
    reach = np.where(possible & (reach < unseen), unseen, reach)
    shares = [
        Estimate(
            value=float(value),
            low=max(min(float(middle - half), float(value)), 0.0),
            high=min(max(float(middle + half), float(value)), 1.0),
        )
        for value, middle, half in zip(values, bare, reach, strict=True)
    ]
    return VarianceShares(
        player=player,
        opponent=opponent,
        deals=deals,
        seatings=seatings,
        repeats=repeats,
        deal=shares[DEAL],
        seating=shares[SEATING],
        interaction=shares[INTERACTION],
        rest=shares[REST],
        variance=max(total, 0.0),
    )


@dataclass(frozen=True)
class _Sums:
    """Statistics of each deal from which the mean squares are computed.

    `means`, shape (deals, seatings, seats), are mean points over the repeats, less the seat's mean
    over all games; `within`, shape (deals,), are sums of squared deviations between repeats,
    averaged over the seats.
    """

    means: FloatArray
    within: FloatArray
    repeats: int

    @classmethod
    def of(cls, points: FloatArray) -> _Sums:
        means = points.mean(axis=2)
        within = ((points - means[:, :, None]) ** 2).sum(axis=(1, 2)).mean(axis=1)
        # The shares do not depend on a seat's mean, and near 0 no digits are lost.
        return cls(means - means.mean(axis=(0, 1)), within, points.shape[2])

    def components(self, weights: FloatArray) -> FloatArray:
        """Return the four variance components, one row for each row of deal weights."""
        _, seatings, seats = self.means.shape
        repeats, number = self.repeats, weights.sum(axis=1)
        flat = self.means.reshape(len(self.means), -1)
        over = self.means.mean(axis=1)
        cells = (weights @ flat / number[:, None]).reshape(-1, seatings, seats)
        grand = (cells.mean(axis=1) ** 2).sum(axis=1)
        by_cell = weights @ (flat**2).sum(axis=1) / seats
        by_deal = weights @ (over**2).sum(axis=1) / seats - number * grand / seats
        by_seating = (cells**2).sum(axis=(1, 2)) / seats - seatings * grand / seats
        both = by_cell - number * (cells**2).sum(axis=(1, 2)) / seats - seatings * by_deal
        found = np.zeros((len(weights), 4))
        rest = weights @ self.within / (number * seatings * (repeats - 1))
        found[:, REST] = rest
        found[:, DEAL] = by_deal / (number - 1.0) - rest / (seatings * repeats)
        if seatings > 1:
            crossed = both / ((number - 1.0) * (seatings - 1))
            found[:, INTERACTION] = (crossed - rest / repeats) * (seatings - 1) / seatings
            found[:, SEATING] = by_seating / seatings - crossed * (seatings - 1) / (
                seatings * number
            )
        return found


def _errors(sums: _Sums, deals: int, seed: int, samples: int) -> FloatArray:
    """Return the standard errors of the shares, before negative components are cut."""
    generator = np.random.default_rng(seed)
    rows = max(1, AT_ONCE // deals)
    parts = []
    for start in range(0, samples, rows):
        number = min(rows, samples - start)
        drawn = generator.integers(deals, size=(number, deals))
        drawn += np.arange(number)[:, None] * deals
        counts = np.bincount(drawn.ravel(), minlength=number * deals)
        parts.append(sums.components(counts.reshape(number, deals).astype(np.float64)))
    found = np.concatenate(parts)
    totals = found.sum(axis=1, keepdims=True)
    if not (totals > 0.0).all():
        return np.zeros(4)
    errors: FloatArray = (found / totals).std(axis=0, ddof=1)
    return errors
