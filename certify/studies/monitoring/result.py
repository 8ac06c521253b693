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
    """A certified line that a wager is held against.

    Attributes
    ----------
    play : str
        Whose return it is, in a few words.
    mean : float
        Expected net result of a wager by its stake, any payment taken off.
    variance : float
        Of the net result by the stake.
    rtp : float
        Expected return per unit of the initial amount.
    rtp_on_action : float
        Expected return per unit of everything wagered.
    """

    play: str
    mean: float
    variance: float
    rtp: float
    rtp_on_action: float


class ReferenceResult(Result):
    """What is certified of a wager.

    Attributes
    ----------
    wager : str
        The wager.
    upper, lower : ReferenceLine
        Significantly above the upper one, or below the lower one, is an alarm.
    initial_amount : float
        Stake and payment, by the stake.
    variance_on_action : float
        Variance of net result less its expected share of everything wagered, by the stake.
    seat_correlation : float
        Correlation of the net results of two seats that play against the same dealer hand.
    outcomes : dict
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
    confidence : float
        The return lies within the limits with this probability, if it is looked at once.
    low, high : float
        Limits, seats that share a dealer being allowed for.
    low_alone, high_alone : float
        Limits as if every wager had a dealer of its own.
    """

    confidence: float
    low: float
    high: float
    low_alone: float
    high_alone: float


class MonitorLine(Result):
    """Live results of a group of wagers against the certified lines.

    Attributes
    ----------
    grouping : str
        What it is a line of: a wager, a table, a wager at a table, a wager at a level of stakes.
    wager, table, level : str or None
        Which.
    wagers : int
        Wagers made; resolved ones, of Bonus wagers.
    effective : float
        Wagers of equal stakes, each with its own dealer, whose mean is as uncertain:
        ``(sum of stakes)^2 / sum of stakes^2``, by what seats that share a dealer add.
    seat_factor : float
        By what seats that share a dealer multiply the variance.
    stake, initial, wagered, returned : float
        Sums in the data's currency: initial wagers without and with payments, everything wagered,
        everything given back.
    actual, actual_on_action : float
        Return on the initial amount and on everything wagered.
    upper, lower, upper_on_action, lower_on_action : float
        The certified lines for these wagers.
    tolerances, tolerances_on_action : tuple of Tolerance
        By confidence.
    test : str
        What the p-value is from; none where too little was wagered.
    p : float or None
        Probability of a return at least so far beyond the lines, both sides, at a single look.
    p_adjusted : float or None
        The same after Holm's correction for all lines of the grouping.
    log10_e : float
        Logarithm of the e-value after the last day.
    largest_log10_e : float
        The largest after any day.
    largest_on : str or None
        That day.
    log10_threshold : float
        From this on it is an alarm.
    alarm_on : str or None
        The first day on which it was one.
    band_low, band_high : float or None
        Return at which the e-value after the last day would be the threshold; None for tables,
        whose e-value is the mean of several.
    flag : str
        The finding.
    reason : str
        The reason in one sentence.
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


class ShiftPower(Result):
    """Wagers that are needed to see a shift of the return.

    Attributes
    ----------
    shift : float
        Of the return on the initial amount, as a fraction.
    wagers : float
        Wagers of the data's stakes and seats.
    """

    shift: float
    wagers: float


class PowerResult(Result):
    """What can be seen of a wager, at the confidence and the power.

    Attributes
    ----------
    wagers : int
        Wagers in the data.
    detectable : float
        The shift that as many show.
    shifts : tuple of ShiftPower
        Wagers needed, by shift.
    told : str
        Where the limits are wide, how wide they are, and what it takes to narrow them.
    """

    wager: str
    wagers: int
    detectable: float
    shifts: tuple[ShiftPower, ...]
    told: str = ""


class SeriesPoint(Result):
    """Where a wager stood at the end of a day, all tables together.

    Attributes
    ----------
    look_low, look_high, alert_low, alert_high : float
        The tolerances.
    band_low, band_high : float
        The anytime band.
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
    """The course of a wager."""

    wager: str
    upper: float
    lower: float
    points: tuple[SeriesPoint, ...]


class MonitorResult(Provenance):
    """The result of `certify monitor`.

    Attributes
    ----------
    strategy : str
        The certified strategy.
    shoe : dict
        Undealt cards by value, keys A, 2, .., 9, T.
    parameters : dict
        Every parameter in force, as written in YAML.
    look, alert : float
        Confidences of the tolerances.
    alpha : float
        Probability of any alarm at all, ever, if the certified figures hold.
    power : float
        Probability with which a shift is to be seen.
    rounding : float
        Unit of currency to which payouts and payments are rounded; 0 if they are not.
    layout : str
        Layout of the data.
    files : tuple of DataFile
        The data.
    first_day, last_day : str or None
        The period.
    days, tables, rows, rows_excluded : int
        Days and tables with data, rows read, and rows with errors among them.
    ignored_columns : tuple of str
        Columns that the layout does not have.
    assumptions : tuple of str
        What was assumed, a sentence each.
    references : tuple of ReferenceResult
        The certified lines of every wager in the data.
    lines : tuple of MonitorLine
        By grouping.
    errors : tuple of DataErrors
        By kind.
    effects : tuple of ExclusionEffect
        What rows with errors would change.
    powers : tuple of PowerResult
        By wager.
    series : tuple of SeriesResult
        By wager.
    mapping : MappingUsed or None
        What the user said of the form of the files; None if nothing.
    """

    strategy: str
    shoe: dict[str, int]
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
