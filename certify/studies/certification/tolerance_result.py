"""Tolerances for the return that a house sees: what follows from the variance of a round."""

from __future__ import annotations

from typing import Literal

from certify.results import Result


class Multiple(Result):
    """How many standard deviations a tolerance is wide: its name, and the number."""

    name: str
    z: float


class ToleranceLine(Result):
    """Tolerances of the return over some rounds.

    Attributes
    ----------
    rounds : int
        How many.
    half_widths : tuple of float
        Of the band around the expected return, for the multiples of the annex, in order.
    """

    rounds: int
    half_widths: tuple[float, ...]


class Detection(Result):
    """Rounds after which a shift of the return is seen: `shift` per unit of the basis."""

    shift: float
    rounds: int


class ReturnTolerance(Result):
    """Tolerances of a wager on one basis.

    Attributes
    ----------
    basis : str
        initial amount, or everything wagered.
    expected : float
        The return that is certified, per unit of the basis.
    sd : float
        Standard deviation of the return of a single round, per unit of the basis; of a ratio, that
        of its linear form.
    lines : tuple of ToleranceLine
        By number of rounds.
    detections : tuple of Detection
        Rounds needed to see a shift.
    """

    basis: Literal["initial amount", "everything wagered"]
    expected: float
    sd: float
    lines: tuple[ToleranceLine, ...]
    detections: tuple[Detection, ...]


class SeatFactor(Result):
    """By what every tolerance widens if so many seats play against each dealer hand."""

    seats: int
    factor: float


class WagerAnnex(Result):
    """What is needed to watch a wager on the hand.

    Attributes
    ----------
    wager : str
        main or main_burnout.
    sd : float
        Standard deviation of the net result of a round, in main wagers.
    on_initial, on_turnover : ReturnTolerance or None
        On the initial amount, and on everything wagered; the latter None where the joint variance
        is not known.
    seat_covariance, seat_covariance_error : float or None
        Covariance of the net results of two seats, and the bound on its error; None where it is not
        known.
    seats : tuple of SeatFactor
        From it; none where it is not known.
    """

    wager: Literal["main", "main_burnout"]
    sd: float
    on_initial: ReturnTolerance
    on_turnover: ReturnTolerance | None
    seat_covariance: float | None
    seat_covariance_error: float | None
    seats: tuple[SeatFactor, ...]


class CountLimits(Result):
    """Between what numbers the wagers that are paid lie.

    Attributes
    ----------
    resolved : int
        Wagers that were paid or lost.
    expected : float
        How many are paid on average.
    lows, highs : tuple of int
        For the confidences of the annex, in order: fewer than the low, and more than the high, are
        paid each with at most half of what the confidence leaves of 1.
    """

    resolved: int
    expected: float
    lows: tuple[int, ...]
    highs: tuple[int, ...]


class SingleWagerAnnex(Result):
    """What is needed to watch a wager that is paid or lost as a whole.

    Attributes
    ----------
    title : str
        The wager and its play.
    pays : str
        To one.
    chance : float
        That it is paid.
    sd : float
        Standard deviation of its net result, in its own units.
    counts : tuple of CountLimits
        By number of wagers resolved.
    """

    title: str
    pays: str
    chance: float
    sd: float
    counts: tuple[CountLimits, ...]


class ShoeAnnex(Result):
    """Tolerances for one shoe.

    Attributes
    ----------
    label : str
        The shoe.
    multiples : tuple of Multiple
        Of the tolerances.
    confidences : tuple of float
        Of the limits of counts.
    level, power : float
        Of the test by which a shift is seen: two-sided level, and the chance to see it.
    wagers : tuple of WagerAnnex
        Wagers on the hand.
    singles : tuple of SingleWagerAnnex
        Insurance, and the wagers on consecutive wins.
    """

    label: str
    multiples: tuple[Multiple, ...]
    confidences: tuple[float, ...]
    level: float
    power: float
    wagers: tuple[WagerAnnex, ...]
    singles: tuple[SingleWagerAnnex, ...]
