"""Charts of games between players: what is drawn stands where the figures say."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certify.present.charts import (
    BarChart,
    Mark,
    RowChart,
    RowGroup,
    Span,
    StackChart,
    TraceChart,
    bars,
)
from certify.present.composer import printed
from certify.present.palette import ACCENT, PAPER
from certify.present.pdf.charts import drawing_of
from certify.present.pdf.charts.bars import pattern
from certify.present.pdf.drawing import fitted_axis, power_axis
from certify.present.pdf.fonts import register, text_width
from certify.present.pdf.pictures import left_of
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.quantity import MOMENT, NONE, Interval, number_text, p_value
from certify.present.shapes import Circle, Drawing, Line, PolyLine, Rect
from certify.results import Estimate

finite = st.floats(-1e6, 1e6).map(lambda value: round(value, 6))


@pytest.fixture(scope="module", autouse=True)
def _fonts() -> None:
    register()


def of_kind(drawing: Drawing, kind: type) -> list[Any]:
    return [shape for shape in drawing.contents if isinstance(shape, kind)]


def stays_inside(drawing: Drawing) -> bool:
    """Return whether every label lies inside the drawing."""
    return all(
        left_of(label) >= -0.01
        and left_of(label) + text_width(label.text, label.font, label.size) <= TEXT_WIDTH + 0.01
        and 0 <= label.y <= drawing.height - label.size / 2
        for label in drawing.strings()
    )


@given(st.lists(finite, min_size=1, max_size=8), st.integers(3, 12))
def test_an_axis_holds_all_values_in_few_steps(values: list[float], most: int) -> None:
    low, high, step = fitted_axis(values, most)
    slack = 1e-6 * step
    assert low - slack <= min(values)
    assert max(values) <= high + slack
    assert 1 <= round((high - low) / step) <= most
    assert round(low / step) * step == pytest.approx(low, abs=slack)


@given(st.lists(st.floats(1e-15, 1e9), min_size=1, max_size=6))
def test_an_axis_of_powers_holds_all_values(values: list[float]) -> None:
    low, high = power_axis(values)
    assert low < high
    assert 10.0**low <= min(values) * (1 + 1e-8)
    assert max(values) <= 10.0**high * (1 + 1e-8)


def test_marks_and_intervals_stand_on_one_scale() -> None:
    lines = (
        Mark("low", 10.0, 8.0, 14.0, "10"),
        Mark("middle", 20.0, 19.0, 21.0, "20", is_solid=True),
        Mark("high", 40.0, 40.0, 40.0, "40"),
    )
    drawing = drawing_of(RowChart([RowGroup("group", lines, 15.0)], "%", reference="fifteen"))
    marks = of_kind(drawing, Circle)
    places = [mark.x for mark in marks]
    assert (places[2] - places[1]) == pytest.approx(2 * (places[1] - places[0]))
    assert [mark.fill for mark in marks] == [PAPER, ACCENT, PAPER]
    unit = (places[1] - places[0]) / 10
    level = [line for line in of_kind(drawing, Line) if line.y1 == line.y2 and not line.dashes]
    assert [(line.x1, line.x2) for line in level] == [
        (pytest.approx(places[0] - 2 * unit), pytest.approx(places[0] + 4 * unit)),
        (pytest.approx(places[1] - unit), pytest.approx(places[1] + unit)),
    ]
    upright = [line for line in of_kind(drawing, Line) if line.dashes]
    upright = [line for line in upright if line.x1 == line.x2]
    assert [line.x1 for line in upright] == [pytest.approx(places[0] + 5 * unit)]
    assert min(mark.y for mark in marks) > upright[0].y1
    assert max(mark.y for mark in marks) < upright[0].y2
    assert stays_inside(drawing)


def test_a_span_has_its_quartiles_around_its_median() -> None:
    drawing = drawing_of(
        RowChart(
            [RowGroup("", [Span("one", (10.0, 90.0), (30.0, 40.0, 70.0), 50.0, "mean 50")])], "x"
        )
    )
    (box,) = of_kind(drawing, Rect)
    (mean,) = of_kind(drawing, Circle)
    thick = [line for line in of_kind(drawing, Line) if line.stroke_width > 1.5]
    assert len(thick) == 1
    unit = box.width / 40
    assert thick[0].x1 - box.x == pytest.approx(10 * unit)
    assert mean.x - box.x == pytest.approx(20 * unit)
    assert stays_inside(drawing)


def test_parts_of_a_bar_are_as_wide_as_their_shares() -> None:
    shares = (0.4, 0.3, 0.1, 0.2)
    names = ("the deal", "who sits where", "both together", "the rest")
    drawing = drawing_of(StackChart([("", [("bar", shares)])], names, "%"))
    bars = [shape for shape in of_kind(drawing, Rect) if shape.height == 11.0]
    whole = sum(bar.width for bar in bars)
    assert [bar.width / whole for bar in bars] == pytest.approx(shares)
    for left, right in pairwise(bars):
        assert left.x + left.width == pytest.approx(right.x)
    printed = {label.text for label in drawing.strings()}
    assert {"40.0", "30.0", "10.0", "20.0", *names} <= printed
    assert stays_inside(drawing)


def test_a_share_below_zero_takes_no_room() -> None:
    drawing = drawing_of(StackChart([("", [("bar", (0.55, -0.05, 0.5))])], "abc", "%"))
    bars = [shape for shape in of_kind(drawing, Rect) if shape.height == 11.0]
    assert [bar.width for bar in bars] == [
        pytest.approx(bars[0].width),
        pytest.approx(bars[0].width / 1.1),
    ]


@given(st.floats(0.1, 400.0), st.floats(4.0, 20.0), st.integers(0, 3))
def test_patterns_stay_in_their_part(width: float, height: float, number: int) -> None:
    lines = list(pattern((50.0, 20.0, width, height), number))
    for x1, y1, x2, y2 in lines:
        for x, y in ((x1, y1), (x2, y2)):
            assert 50.0 - 1e-6 <= x <= 50.0 + width + 1e-6
            assert 20.0 - 1e-6 <= y <= 20.0 + height + 1e-6
    assert bool(lines) == (number in (1, 2)) or width < 5


def test_patterns_differ() -> None:
    slopes = [
        {abs(y2 - y1) / hypot(x2 - x1, y2 - y1) for x1, y1, x2, y2 in pattern((0, 0, 60, 11), n)}
        for n in (1, 2)
    ]
    assert max(slopes[0]) == pytest.approx(0.5**0.5)
    assert slopes[1] == {1.0}


def test_a_trace_is_straight_where_a_power_distribution_holds() -> None:
    drawing = drawing_of(
        TraceChart(
            [(10**step, 5.0 * 10.0 ** (-step)) for step in range(5)], "work", "left", [""] * 5
        )
    )
    (path,) = of_kind(drawing, PolyLine)
    steps = [(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(path.points)]
    for step in steps:
        assert step == pytest.approx(steps[0])
    assert steps[0][0] > 0 > steps[0][1]
    assert stays_inside(drawing)


def test_bars_are_as_long_as_their_amounts() -> None:
    series = [bars("one", (1.0, 4.0, 0.0), MOMENT), bars("two", (2.0, None, 3.0), MOMENT)]
    texts = [["1", "4", "never"], ["2", "", "3"]]
    drawing = drawing_of(BarChart(["a", "b", "c"], series, "times", texts=texts))
    drawn = [shape for shape in of_kind(drawing, Rect) if shape.height > 6.5]
    assert [bar.width / drawn[0].width for bar in drawn] == pytest.approx([1.0, 2.0, 4.0, 3.0])
    assert [bar.fill for bar in drawn] == [PAPER, ACCENT, PAPER, ACCENT]
    assert stays_inside(drawing)


def test_a_very_long_label_is_shortened() -> None:
    label = "a move of which the name is much too long " * 5
    drawing = drawing_of(
        BarChart([label], [bars("one", (1.0,), MOMENT)], "times a game", texts=[["1.000"]])
    )
    assert stays_inside(drawing)
    assert stays_inside(
        drawing_of(RowChart([RowGroup(label, [Mark(label, 1.0, 0.0, 2.0, "1.0")])], "%"))
    )


@pytest.mark.parametrize(
    ("chance", "expected"),
    [
        (0.05, "0.0500"),
        (1e-4, "0.0001"),
        (3.1e-17, "4\u00a0×\u00a010^−17"),
        (9.5e-9, "1\u00a0×\u00a010^−8"),
        (2e-9, "2\u00a0×\u00a010^−9"),
        (0.0, "&lt;1\u00a0×\u00a010^−300"),
        (None, "–"),
        (float("nan"), "–"),
    ],
)
def test_a_small_chance_is_rounded_up(chance: float | None, expected: str) -> None:
    text = (
        printed(p_value(chance)).replace('<super size="7" rise="2.6">', "^").replace("</super>", "")
    )
    assert text == expected


def test_figures_have_the_decimals_of_their_intervals() -> None:
    wide = Estimate(value=0.48612, low=0.3861, high=0.5861)
    narrow = Estimate(value=0.48612, low=0.48601, high=0.48623)
    percent, points = Interval(100.0, is_share=True), Interval(100.0, signed=True)
    assert percent.with_ends(wide) == "49 (39 to 59)"
    assert percent.with_ends(narrow) == "48.612 (48.601 to 48.623)"
    assert percent(None) == percent.with_ends(None) == percent.value(None) == NONE
    negative = Estimate(value=-0.02, low=-0.05, high=0.01)
    assert points.with_ends(negative) == "-2.0 (-5.0 to 1.0)"
    assert points.value(negative) == "-2.0"
    assert printed(points(negative)) == "−2.0\u00a0±\u00a03.0"


@pytest.mark.parametrize(
    ("value", "low", "high", "shown"),
    [
        (0.040, 0.030, 0.050, "4.0 ± 1.0"),
        # The larger side would do for both; a last digit more or less tells nothing.
        (0.040, 0.0301, 0.0502, "4.0 ± 1.0"),
        (0.040, 0.021, 0.066, "4.0 (2.1 to 6.6)"),
        # Zero is left out by the interval, and so by what is printed.
        (0.0100, 0.0001, 0.0200, "1.0 (0.0 to 2.0)"),
        (0.0, 0.0, 0.0013, "0.00 (0 to 0.13)"),
        (0.5, 0.0, 1.0, "unknown (0 to 100)"),
    ],
)
def test_both_ends_are_told_where_one_number_would_mislead(
    value: float, low: float, high: float, shown: str
) -> None:
    found = Interval(100.0, is_share=True)(Estimate(value=value, low=low, high=high))
    assert found == shown


def test_numbers_in_few_letters() -> None:
    assert printed(number_text(1234.0)) == "1\u00a0234"
    assert printed(number_text(-81.0)) == "−81"
    assert number_text(2.5) == "2.5"
    assert number_text(None) == NONE
    assert printed(number_text(2.3e9)).startswith("2.3\u00a0×\u00a010")
