"""Live results against the certified figures, as `certify monitor` prints them."""

from __future__ import annotations

from typing import Literal

from certify.results import Provenance, Result
from certify.studies.monitoring.data_result import (
    DataErrors,
    DataFile,
    ExclusionEffect,
    Layout,
    MappingUsed,
)

Flag = Literal["ok", "look", "alert", "alarm"]
Grouping = Literal["wager", "table", "table_wager", "level"]
Test = Literal["normal", "binomial", "none"]

FLAGS: tuple[Flag, ...] = ("alarm", "alert", "look", "ok")
"""The gravest first."""


class ReferenceLine(Result):
    """A certified line that a wager is compared with.

    Attributes
    ----------
    mean
        Expected net result of a wager by its stake, any payment taken off.
    rtp
        Expected return per unit of the initial amount.
    rtp_on_action
        Expected return per unit of everything wagered.
    """

    play: str
    mean: float
    variance: float
    rtp: float
    rtp_on_action: float


class ReferenceResult(Result):
    """Certified figures of a wager.

    Attributes
    ----------
    upper, lower
        A return significantly above the upper line, or below the lower one, is an alarm.
    initial_amount
        Stake and payment, by the stake.
    variance_on_action
        Variance of net result less its expected share of everything wagered, by the stake.
    seat_correlation
        Correlation of the net results of two seats that play against the same dealer hand.
    outcomes
        Probability of every net result by the stake before any payment, on the upper line.
    """

    wager: str
    upper: ReferenceLine
    lower: ReferenceLine
    initial_amount: float
    variance_on_action: float
    seat_correlation: float
    outcomes: dict[str, float]


class Tolerance(Result):
    """Limits of the actual return at this volume.

    Attributes
    ----------
    low, high
        Limits that allow for seats that share a dealer.
    low_alone, high_alone
        Limits as if every wager had a dealer of its own.
    """

    confidence: float
    low: float
    high: float
    low_alone: float
    high_alone: float


class OutcomeCount(Result):
    """Wagers with a net result by the stake, and how many were to be expected."""

    net: float
    wagers: int
    expected: float


class Spread(Result):
    """Counted outcomes against their certified odds.

    Attributes
    ----------
    statistic, freedom
        Chi-squared, with the addition for seats that share a round, and its degrees of freedom.
    p
        Probability of a statistic at least so large, at a single look.
    p_adjusted
        The same after Holm's correction, among the returns and the outcomes of all lines of the
        grouping.
    """

    outcomes: tuple[OutcomeCount, ...]
    statistic: float
    freedom: int
    p: float
    p_adjusted: float | None = None


class MonitorLine(Result):
    """Live results of a group of wagers against the certified lines.

    Attributes
    ----------
    grouping
        Kind of group: a wager, a table, a wager at a table, a wager at a stake level.
    wagers
        Wagers made; resolved ones, of Bonus wagers.
    effective
        Number of wagers of equal stakes, each with its own dealer, whose mean is as uncertain:
        ``(sum of stakes)^2 / sum of stakes^2``, divided by `seat_factor`.
    seat_factor
        Factor of the variance due to seats that share a dealer.
    stake, initial, wagered, returned
        Sums in the data's currency: initial wagers without and with payments, everything wagered,
        everything returned.
    actual, actual_on_action
        Return on the initial amount and on everything wagered.
    test
        Distribution that the p-value is from; none where too little was wagered.
    p
        Two-sided probability of a return at least so far beyond the lines, at a single look.
    p_adjusted
        The same after Holm's correction for all lines of the grouping.
    log10_e
        Logarithm of the e-value after the last day.
    band_low, band_high
        Return at which the e-value after the last day would be the threshold; None for tables,
        whose e-value is the mean of several.
    spread
        Its outcomes one by one, if they were counted and no play changes their odds.
    """

    grouping: Grouping
    wager: str | None
    table: str | None
    level: str | None
    wagers: int
    effective: float
    seat_factor: float
    stake: float
    initial: float
    wagered: float
    returned: float
    actual: float
    actual_on_action: float
    upper: float
    lower: float
    upper_on_action: float
    lower_on_action: float
    tolerances: tuple[Tolerance, ...]
    tolerances_on_action: tuple[Tolerance, ...]
    test: Test
    p: float | None
    p_adjusted: float | None
    log10_e: float
    largest_log10_e: float
    largest_on: str | None
    log10_threshold: float
    alarm_on: str | None
    band_low: float | None
    band_high: float | None
    flag: Flag
    reason: str
    spread: Spread | None = None


class ShiftPower(Result):
    """Wagers that detect a shift of the return on the initial amount.

    With the stakes and seats of the data.
    """

    shift: float
    wagers: float


class PowerResult(Result):
    """Shifts of a wager's return that can be detected, at the confidence and the power.

    Attributes
    ----------
    detectable
        The shift that as many wagers show.
    told
        Where the limits are wide, how wide they are, and what it takes to narrow them.
    """

    wager: str
    wagers: int
    detectable: float
    shifts: tuple[ShiftPower, ...]
    told: str = ""


class SeriesPoint(Result):
    """Return of a wager up to the end of a day, with tolerances and the anytime-valid band.

    All tables together.
    """

    date: str
    wagers: int
    actual: float
    look_low: float
    look_high: float
    alert_low: float
    alert_high: float
    band_low: float
    band_high: float


class SeriesResult(Result):
    """The time series of a wager."""

    wager: str
    upper: float
    lower: float
    points: tuple[SeriesPoint, ...]


class MonitorResult(Provenance):
    """The result of `certify monitor`.

    Attributes
    ----------
    look, alert
        Confidences of the tolerances.
    alpha
        Probability of any alarm at all, ever, if the certified figures hold.
    power
        Probability with which a shift is to be detected.
    rounding
        Unit of currency to which payouts and payments are rounded; 0 if they are not.
    shoe
        Undealt cards; None for the whole pack.
    """

    strategy: str
    shoe: dict[str, int] | None
    parameters: dict[str, bool | int | float | str]
    look: float
    alert: float
    alpha: float
    power: float
    rounding: float
    layout: Layout
    files: tuple[DataFile, ...]
    first_day: str | None
    last_day: str | None
    days: int
    tables: int
    rows: int
    rows_excluded: int
    ignored_columns: tuple[str, ...]
    assumptions: tuple[str, ...]
    references: tuple[ReferenceResult, ...]
    lines: tuple[MonitorLine, ...]
    errors: tuple[DataErrors, ...]
    effects: tuple[ExclusionEffect, ...]
    powers: tuple[PowerResult, ...]
    series: tuple[SeriesResult, ...]
    method: str
    mapping: MappingUsed | None = None

    @property
    def flag(self) -> Flag:
        """The gravest flag of any line."""
        raised = {line.flag for line in self.lines}
        return next((flag for flag in FLAGS if flag in raised), "ok")

    @property
    def sound(self) -> bool:
        """Whether there are no data errors and no alarm."""
        return not self.errors and self.flag != "alarm"
