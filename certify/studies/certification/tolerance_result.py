"""Tolerances for the return that a house sees, from the variance of a round."""

from __future__ import annotations

from typing import Literal

from certify.results import Result


class Multiple(Result):
    """Width of a tolerance in standard deviations: its name, and the number."""

    name: str
    z: float


class ToleranceLine(Result):
    """Tolerances of the return over some rounds.

    `half_widths` are those of the band around the expected return, for the multiples of
    `ShoeTolerances`, in order.
    """

    rounds: int
    half_widths: tuple[float, ...]


class Detection(Result):
    """Rounds needed to detect a shift of the return: `shift` per unit of the basis."""

    shift: float
    rounds: int


class ReturnTolerance(Result):
    """Tolerances of a wager on one basis.

    Attributes
    ----------
    expected
        The certified return, per unit of the basis.
    sd
        Standard deviation of the return of a single round, per unit of the basis; of a ratio, that
        of its linear form.
    """

    basis: Literal["initial amount", "everything wagered"]
    expected: float
    sd: float
    lines: tuple[ToleranceLine, ...]
    detections: tuple[Detection, ...]


class SeatFactor(Result):
    """Factor by which every tolerance widens if so many seats play against each dealer hand."""

    seats: int
    factor: float


class WagerTolerances(Result):
    """Tolerances of a wager on the hand.

    Attributes
    ----------
    sd
        Standard deviation of the net result of a round, in main wagers.
    on_initial, on_turnover
        On the initial amount, and on everything wagered; the latter None where the joint variance
        is not known.
    seat_covariance, seat_covariance_error
        Covariance of the net results of two seats, and the bound on its error; None where it is not
        known.
    """

    wager: Literal["main", "main_burnout"]
    sd: float
    on_initial: ReturnTolerance
    on_turnover: ReturnTolerance | None
    seat_covariance: float | None
    seat_covariance_error: float | None
    seats: tuple[SeatFactor, ...]


class CountLimits(Result):
    """Limits of the number of paid wagers, of so many `resolved` as paid or lost.

    For the confidences of `ShoeTolerances`, in order: fewer than the low, and more than the high,
    are paid each with a probability of at most half of 1 less the confidence.
    """

    resolved: int
    expected: float
    lows: tuple[int, ...]
    highs: tuple[int, ...]


class SingleWagerTolerances(Result):
    """Tolerances of a wager that is paid or lost as a whole.

    Attributes
    ----------
    chance
        Probability that it is paid.
    sd
        Standard deviation of its net result, in its own units.
    """

    title: str
    pays: str
    chance: float
    sd: float
    counts: tuple[CountLimits, ...]


class ShoeTolerances(Result):
    """Tolerances for one shoe.

    Attributes
    ----------
    confidences
        Of the limits of counts.
    level, power
        Of the test that detects a shift: two-sided level, and the probability to detect it.
    """

    label: str
    multiples: tuple[Multiple, ...]
    confidences: tuple[float, ...]
    level: float
    power: float
    wagers: tuple[WagerTolerances, ...]
    singles: tuple[SingleWagerTolerances, ...]
