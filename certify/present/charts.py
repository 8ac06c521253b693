"""Charts as data: what is drawn, by kind of chart. `certify.present.pdf.charts` draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from certify.present.markup import MINUS
from certify.present.quantity import Interval, Quantity
from certify.results import Estimate

OUTLYING = 4.0
"""Times the next longest bars from which those of a line are broken, so that others are seen."""


@dataclass(frozen=True)
class Bars:
    """Values under one name, one for each category or place; None draws nothing.

    `texts`: each as tables write it.
    """

    name: str
    values: tuple[float | None, ...]
    texts: tuple[str, ...]


def bars(name: str, values: Sequence[float | None], written: Quantity) -> Bars:
    """Return values under one name, in the unit and with the texts of a quantity."""
    scaled = tuple(None if value is None else written.scale * value for value in values)
    return Bars(name, scaled, tuple(map(written, values)))


@dataclass(frozen=True)
class ColumnChart:
    """Upright bars, a group for each category, on an axis that is linear or of powers of ten."""

    categories: Sequence[str]
    series: Sequence[Bars]
    unit: str
    height: float = 176.0
    is_logarithmic: bool = False


@dataclass(frozen=True)
class StepChart:
    """Sums that rise in steps from 0 to 100 percent, each the height right of its place."""

    places: Sequence[float]
    series: Sequence[Bars]
    unit: str


@dataclass(frozen=True)
class BarChart:
    """Level bars, a line for each category, each with its value beside it.

    Attributes
    ----------
    shown : sequence of float or None
        Values that the axis must reach too, so that several charts have one scale.
    texts : sequence of sequence of str
        What stands beside the bars of each series, if it is not the value with four decimals.
    """

    categories: Sequence[str]
    series: Sequence[Bars]
    unit: str
    shown: Sequence[float | None] = ()
    texts: Sequence[Sequence[str]] = ()


@dataclass(frozen=True)
class Panel:
    """Level bars under a title; all panels of a chart have series of the same names."""

    title: str
    series: tuple[Bars, ...]


@dataclass(frozen=True)
class PanelChart:
    """Level bars in panels that share their lines and their scale.

    `limit`: the longest bar that is drawn whole, if several charts are to have one scale.
    """

    lines: Sequence[str]
    panels: Sequence[Panel]
    unit: str
    limit: float | None = None


def longest_whole(panels: Sequence[Panel]) -> float:
    """Return the longest bar that is drawn whole: that of the one line that outlies all is not."""
    longest = sorted(
        max(
            (abs(bars.values[line] or 0.0) for panel in panels for bars in panel.series),
            default=0.0,
        )
        for line in range(len(panels[0].series[0].values))
    )
    if len(longest) > 1 and longest[-1] > OUTLYING * longest[-2] > 0.0:
        return longest[-2]
    return longest[-1]


@dataclass(frozen=True)
class StackChart:
    """Level bars made of parts that add up to one, at most four, each with a pattern of its own.

    `groups`: what stands above each group, and its bars: a label, and the parts.
    """

    groups: Sequence[tuple[str, Sequence[tuple[str, tuple[float, ...]]]]]
    parts: Sequence[str]
    unit: str


@dataclass(frozen=True)
class Mark:
    """A figure with its interval, and what stands after it; solid is what the chart is about."""

    label: str
    value: float
    low: float
    high: float
    text: str = ""
    is_solid: bool = False
    told: str = ""


def mark(label: str, estimate: Estimate, written: Interval, level: float | None = None) -> Mark:
    """Return an estimate as a mark with its value, solid if its interval leaves out a level."""
    value, low, high = (
        written.scale * each for each in (estimate.value, estimate.low, estimate.high)
    )
    text = written.value(estimate).replace("-", MINUS)
    is_solid = level is not None and not estimate.holds(level)
    return Mark(label, value, low, high, text, is_solid, written(estimate))


@dataclass(frozen=True)
class Span:
    """Quantiles: ends of a line, a box of quartiles around the median, the mean as a dot."""

    label: str
    ends: tuple[float, float]
    box: tuple[float, float, float]
    mean: float
    told: str


@dataclass(frozen=True)
class Bracket:
    """A thick band within a thin one."""

    label: str
    inner: tuple[float, float]
    outer: tuple[float, float]
    told: str


@dataclass(frozen=True)
class Scores:
    """Several marks in a line, each with whether it is solid, and what is told of it."""

    label: str
    scores: tuple[tuple[float, bool], ...]
    told: tuple[str, ...]


RowMark = Mark | Span | Bracket | Scores


@dataclass(frozen=True)
class RowGroup:
    """Lines under a title, or under none, and a value that they are held against, broken."""

    title: str
    lines: Sequence[RowMark]
    reference: float | None = None


@dataclass(frozen=True)
class RowChart:
    """Lines with marks on one level axis.

    Attributes
    ----------
    groups : sequence of RowGroup
        The lines.
    reference : str
        What the broken lines are, for the key.
    shown : sequence of float
        Values that the axis must reach too.
    ends : tuple of float, optional
        Ends of an axis of whole numbers; marks farther out are drawn at the edge.
    bounds : sequence of float
        Values that broken lines mark in all groups.
    """

    groups: Sequence[RowGroup]
    unit: str
    reference: str = ""
    shown: Sequence[float] = ()
    ends: tuple[float, float] | None = None
    bounds: Sequence[float] = ()


@dataclass(frozen=True)
class TraceChart:
    """A figure that falls as work goes on, both in powers of ten."""

    points: Sequence[tuple[int, float]]
    across: str
    unit: str
    told: Sequence[str]


@dataclass(frozen=True)
class FanBand:
    """The band between two quantiles: what the key calls it, and its edges at every place."""

    name: str
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True)
class FanChart:
    """A distribution along places: bands of quantiles, the widest first, with median and mean.

    `told`: the figures of every place; `shown`: values that the axis must reach too, so that
    several charts have one scale.
    """

    places: Sequence[float]
    bands: tuple[FanBand, ...]
    median: tuple[float, ...]
    mean: tuple[float, ...]
    unit: str
    across: str
    told: Sequence[str]
    shown: Sequence[float] = ()


@dataclass(frozen=True)
class LineChart:
    """Lines along places, at most four, told apart by dashes and markers."""

    places: Sequence[float]
    series: Sequence[Bars]
    unit: str
    across: str


@dataclass(frozen=True)
class Points:
    """Points under one name: how far across, and how high, and what is told of each."""

    name: str
    places: Sequence[tuple[float, float]]
    told: Sequence[str]


@dataclass(frozen=True)
class PointChart:
    """Points by two figures, at most three kinds, told apart by their markers."""

    series: Sequence[Points]
    unit: str
    across: str


@dataclass(frozen=True)
class Course:
    """A line of a funnel: name in the key, width, dashes, and its curves, a value a place."""

    name: str
    width: float
    curves: Sequence[Sequence[float]]
    dashes: tuple[float, ...] = ()
    is_muted: bool = False


@dataclass(frozen=True)
class FunnelChart:
    """A figure over volume among its limits, the first course ending in a dot.

    `shown`: values that the upright axis must reach; what lies beyond it is cut off. `told`: the
    figures of every place.
    """

    places: Sequence[float]
    courses: Sequence[Course]
    shown: Sequence[float]
    unit: str
    across: str
    told: Sequence[str]


@dataclass(frozen=True)
class SweepAxis:
    """The level axis of a sweep: its name and unit, its values, and their numbers if they are."""

    name: str
    unit: str
    values: Sequence[str]
    numbers: Sequence[float] | None


@dataclass(frozen=True)
class SweepPanel:
    """Lines of a sweep that share their axes."""

    title: str
    unit: str
    series: Sequence[Bars]


@dataclass(frozen=True)
class SweepChart:
    """Figures along a setting, in panels below each other, under a title of their own."""

    title: str
    subtitle: str
    axis: SweepAxis
    panels: Sequence[SweepPanel]


Chart = (
    ColumnChart
    | StepChart
    | BarChart
    | PanelChart
    | StackChart
    | RowChart
    | TraceChart
    | FanChart
    | LineChart
    | PointChart
    | FunnelChart
    | SweepChart
)
