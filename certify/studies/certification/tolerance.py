"""Tolerances for live results, from the variance of a round."""

from __future__ import annotations

from math import ceil, sqrt
from statistics import NormalDist
from typing import Literal

import scipy

from certify.language.parameters import parse_odds
from certify.studies.certification.result import ShoeCertification
from certify.studies.certification.tolerance_result import (
    CountLimits,
    Detection,
    Multiple,
    ReturnTolerance,
    SeatFactor,
    ShoeTolerances,
    SingleWagerTolerances,
    ToleranceLine,
    WagerTolerances,
)
from certify.studies.returns.bonus_result import StreakReturn
from certify.studies.returns.result import InsuranceResult, WagerResult

VOLUMES = (10**3, 10**4, 10**5, 10**6, 10**7)
SHIFTS = (0.01, 0.005, 0.0025, 0.001)
RESOLVED = (100, 1_000, 10_000, 100_000)
CONFIDENCES = (0.95, 0.99)
SEATS = range(1, 8)
LEVEL, POWER = 0.05, 0.9
_NORMAL = NormalDist()
MULTIPLES = (
    *(
        Multiple(name=f"{100 * sure:g} %", z=_NORMAL.inv_cdf(0.5 + sure / 2))
        for sure in (0.9, *CONFIDENCES)
    ),
    Multiple(name="3 sigma", z=3.0),
)


def tolerances_of(shoe: ShoeCertification) -> ShoeTolerances | None:
    """Return the tolerances of a shoe under optimal play; None without a distribution of a round.

    Notes
    -----
    Conditioning: rounds independent of each other, each from a fresh shoe, at one stake.
    Method: the normal distribution for returns, by the exact standard deviation of a round; for the
        return on everything wagered its linear form W + (1 - R) T less R times its mean, the ratio
        estimator; for wagers that are paid or lost as a whole the binomial distribution itself.
    Error: that of the normal distribution over so many rounds; the section on the distribution has
        exact bands beside normal ones. None in the limits of counts.
    Source: derived here.
    """
    wagers = shoe.optimal.wagers
    if wagers.main.sd is None or wagers.main_burnout.sd is None:
        return None
    singles = [] if wagers.insurance is None else [_insurance(wagers.insurance)]
    for wins, bonus in wagers.bonus.items():
        plays = (
            ("without Burnout", bonus.without_burnout),
            ("with Burnout", bonus.with_burnout),
            ("best play", bonus.best),
        )
        singles += [
            _streak(f"Bonus on {wins} wins, {words}", bonus.pays, bonus.basis, found)
            for words, found in plays
            if found is not None
        ]
    return ShoeTolerances(
        label=shoe.label,
        multiples=MULTIPLES,
        confidences=CONFIDENCES,
        level=LEVEL,
        power=POWER,
        wagers=(_wager("main", wagers.main), _wager("main_burnout", wagers.main_burnout)),
        singles=tuple(singles),
    )


def _wager(name: Literal["main", "main_burnout"], wager: WagerResult) -> WagerTolerances:
    sd = wager.sd or 0.0
    covariance = wager.seat_covariance
    return WagerTolerances(
        wager=name,
        sd=sd,
        on_initial=return_tolerance("initial amount", wager.rtp, sd / wager.initial_amount),
        on_turnover=_on_turnover(wager),
        seat_covariance=covariance,
        seat_covariance_error=wager.seat_covariance_error,
        seats=()
        if covariance is None
        else tuple(
            SeatFactor(seats=seats, factor=sqrt(1.0 + covariance * (seats - 1) / sd**2))
            for seats in SEATS
        ),
    )


def _on_turnover(wager: WagerResult) -> ReturnTolerance | None:
    """Return the tolerance of returned over wagered, both summed over rounds.

    With W net and T wagered, 1 + W/T has the variance of W - R T over n E[T]^2, R = E[W]/E[T].
    """
    if wager.variance_wagered is None or wager.covariance_net_wagered is None:
        return None
    ratio = -wager.element_of_risk
    variance = (
        (wager.variance or 0.0)
        - 2.0 * ratio * wager.covariance_net_wagered
        + ratio**2 * wager.variance_wagered
    )
    sd = sqrt(variance) / wager.average_wagered
    return return_tolerance("everything wagered", wager.rtp_on_action, sd)


def return_tolerance(
    basis: Literal["initial amount", "everything wagered"], expected: float, sd: float
) -> ReturnTolerance:
    """Return the bands of a return by volume, and after how many rounds a shift of it is seen.

    `expected`: the certified return; `sd`: the standard deviation of that of a single round.
    """
    seen = _NORMAL.inv_cdf(1.0 - LEVEL / 2.0) + _NORMAL.inv_cdf(POWER)
    return ReturnTolerance(
        basis=basis,
        expected=expected,
        sd=sd,
        lines=tuple(
            ToleranceLine(
                rounds=rounds,
                half_widths=tuple(multiple.z * sd / sqrt(rounds) for multiple in MULTIPLES),
            )
            for rounds in VOLUMES
        ),
        detections=tuple(
            Detection(shift=shift, rounds=ceil((seen * sd / shift) ** 2)) for shift in SHIFTS
        ),
    )


def _insurance(insurance: InsuranceResult) -> SingleWagerTolerances:
    pays = float(parse_odds(insurance.pays))
    chance = (1.0 + insurance.ev_when_always_taken) / (1.0 + pays)
    return _single("Insurance, always taken", insurance.pays, pays, chance)


def _streak(title: str, pays: str, basis: str, found: StreakReturn) -> SingleWagerTolerances:
    to_one = float(parse_odds(pays)) - (basis == "for_one")
    return _single(title, pays, to_one, found.p_hit)


def _single(title: str, pays: str, to_one: float, chance: float) -> SingleWagerTolerances:
    return SingleWagerTolerances(
        title=title,
        pays=pays,
        chance=chance,
        sd=(to_one + 1.0) * sqrt(chance * (1.0 - chance)),
        counts=tuple(_limits(chance, number) for number in RESOLVED),
    )


def _limits(chance: float, number: int) -> CountLimits:
    """Return the numbers of paid wagers that are not too few and not too many.

    A low k has P(fewer than k) of at most half of 1 less the confidence, a high k P(more than k)
    likewise.
    """
    tails = [(1.0 - sure) / 2.0 for sure in CONFIDENCES]
    return CountLimits(
        resolved=number,
        expected=number * chance,
        lows=tuple(_low(chance, number, tail) for tail in tails),
        highs=tuple(number - _low(1.0 - chance, number, tail) for tail in tails),
    )


def _low(chance: float, number: int, tail: float) -> int:
    """Return the largest k with P(X < k) <= tail for a binomial X."""
    binomial = scipy.stats.binom(number, chance)
    found = int(binomial.ppf(tail))
    while found > 0 and binomial.cdf(found - 1) > tail:
        found -= 1
    while binomial.cdf(found) <= tail:
        found += 1
    return found
