"""Drawings as SVG: what a parser reads of them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certify.present.charts import ColumnChart, bars
from certify.present.palette import ACCENT, BLACK, COLOURS, INK, PAPER, Colour
from certify.present.pdf.charts import drawing_of as chart_drawn
from certify.present.pdf.fonts import register
from certify.present.quantity import MOMENT
from certify.present.shapes import (
    MARGIN,
    Circle,
    Drawing,
    Group,
    Line,
    Polygon,
    PolyLine,
    Rect,
    Shape,
    String,
)
from certify.present.svg import svg_file, svg_of
from certify.present.typefaces import MONO, SANS_BOLD

SVG = "{http://www.w3.org/2000/svg}"


def drawing_of(*shapes: Shape, height: float = 100.0) -> Drawing:
    return Drawing(200.0, height, list(shapes))


def drawn(*shapes: Shape, height: float = 100.0) -> list[ElementTree.Element]:
    """Return the elements after the words that are read out."""
    text = svg_of(drawing_of(*shapes, height=height), title="t", description="d")
    return list(ElementTree.fromstring(text))[2:]


def test_a_picture_has_a_title_and_a_description() -> None:
    root = ElementTree.fromstring(
        svg_of(drawing_of(), title="Return", description="Two bars.", prefix="figure-3")
    )
    title, description = root
    assert (title.tag, title.text) == ("title", "Return")
    assert (description.tag, description.text) == ("desc", "Two bars.")
    assert root.get("role") == "img"
    named = [title.get("id"), description.get("id")]
    assert str(root.get("aria-labelledby")).split() == named == ["figure-3-title", "figure-3-desc"]
    assert root.get("viewBox") == "0 0 200 100"
    assert root.get("width") is None


def test_without_a_description_there_is_no_element_for_it() -> None:
    root = ElementTree.fromstring(svg_of(drawing_of(), title="Return", prefix="a"))
    assert [each.tag for each in root] == ["title"]
    assert root.get("aria-labelledby") == "a-title"


def test_heights_are_counted_from_the_top() -> None:
    shapes = drawn(
        Rect(10, 20, 30, 5, fill=ACCENT),
        Line(0, 0, 200, 100, stroke=INK),
        Circle(50, 60, 2.5, fill=PAPER, stroke=ACCENT),
        PolyLine([(0, 0), (1, 90), (2, 50)], stroke=ACCENT),
        Polygon([(0, 0), (1, 90), (2, 50)], fill=ACCENT),
        String(7, 8, "text"),
    )
    rect, line, circle, polyline, polygon, text = (dict(shape.attrib) for shape in shapes)
    assert [rect[name] for name in ("x", "y", "width", "height")] == ["10", "75", "30", "5"]
    assert [line[name] for name in ("x1", "y1", "x2", "y2")] == ["0", "100", "200", "0"]
    assert [circle[name] for name in ("cx", "cy", "r")] == ["50", "40", "2.5"]
    assert polyline["points"] == polygon["points"] == "0,100 1,10 2,50"
    assert (text["x"], text["y"]) == ("7", "92")
    kinds = ["rect", "line", "circle", "polyline", "polygon", "text"]
    assert [shape.tag for shape in shapes] == kinds


def test_outlines_and_insides() -> None:
    line, bar, hollow, path = drawn(
        Line(0, 0, 1, 1, stroke=INK, stroke_width=0.8, dashes=(2.4, 1.8)),
        Rect(0, 0, 1, 1, fill=ACCENT),
        Circle(0, 0, 1, stroke=ACCENT),
        PolyLine([(0, 0), (1, 1)], stroke=ACCENT, has_round_joins=True),
    )
    assert line.get("stroke-width") == "0.8"
    assert line.get("stroke-dasharray") == "2.4 1.8"
    assert (bar.get("fill"), bar.get("stroke")) == ("var(--accent, #173f66)", None)
    assert (hollow.get("fill"), hollow.get("stroke")) == ("none", "var(--accent, #173f66)")
    assert (path.get("fill"), path.get("stroke-linejoin")) == ("none", "round")


def test_texts_have_their_font_and_their_place() -> None:
    plain, bold, code = drawn(
        String(0, 0, "plain"),
        String(0, 0, "bold", SANS_BOLD, 7.0, "middle"),
        String(0, 0, "code", MONO, 8, "end", ACCENT),
    )
    assert plain.get("text-anchor") is None
    assert plain.get("font-size") == "7.4"
    assert (bold.get("font-weight"), bold.get("text-anchor")) == ("600", "middle")
    assert "Mono" in str(code.get("font-family"))
    assert (code.get("text-anchor"), code.get("fill")) == ("end", "var(--accent, #173f66)")


def test_texts_keep_their_width_in_another_typeface() -> None:
    drawing = drawing_of(String(0, 0, "abc", MONO, 8), String(0, 0, ""))
    asked = []

    def measure(text: str, font: str, size: float) -> float:
        asked.append((text, font, size))
        return 14.404

    _, text, empty = ElementTree.fromstring(svg_of(drawing, title="t", measure=measure))
    assert (text.get("textLength"), text.get("lengthAdjust")) == ("14.4", "spacingAndGlyphs")
    assert empty.get("textLength") is None
    assert asked == [("abc", MONO, 8)]


def test_numbers_have_two_decimals_at_most() -> None:
    (shape,) = drawn(Rect(1 / 3, 100.001, 2 / 3, -0.001 + 0.0, fill=ACCENT))
    assert [shape.get(name) for name in ("x", "y", "width", "height")] == ["0.33", "0", "0.67", "0"]


def test_groups_are_groups() -> None:
    (group,) = drawn(Group([Rect(0, 0, 1, 1, fill=ACCENT), Group([String(0, 0, "x")])]))
    assert [each.tag for each in group.iter()] == ["g", "rect", "g", "text"]


@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_a_text_is_never_markup(text: str) -> None:
    for made in (svg_of, svg_file):
        root = ElementTree.fromstring(
            made(drawing_of(String(0, 0, text)), title=f"x{text}", description=text).encode()
        )
        (found,) = (each.text or "" for each in root.iter() if each.tag.endswith("text"))
        # A parser reads every end of a line as the same.
        assert len(found) in (len(text), len(text.replace("\r\n", "\n")))
        assert [letter for letter in text if letter in "<>&"] == [
            letter for letter in found if letter in "<>&"
        ]


def test_markup_is_escaped() -> None:
    made = svg_of(drawing_of(String(0, 0, "<b>&\0")), title='a "<" b', prefix='x"y')
    assert "<b>" not in made
    assert "&lt;b&gt;&amp;\ufffd" in made
    assert ElementTree.fromstring(made)[0].get("id") == 'x"y-title'


@pytest.mark.parametrize("colour", COLOURS, ids=lambda colour: colour.name)
def test_every_colour_can_be_turned_by_a_page(colour: Colour) -> None:
    (shape,) = drawn(Rect(0, 0, 1, 1, fill=colour))
    assert shape.get("fill") == f"var(--{colour.name}, {colour.light})"


def test_what_machines_read_is_dark_on_light_on_every_page() -> None:
    code = drawing_of(Rect(0, 0, 1, 1, fill=BLACK))
    code.keeps_colours = True
    made = svg_of(code, title="t")
    assert "var(" not in made
    _, paper, module = ElementTree.fromstring(made)
    assert (paper.get("fill"), module.get("fill")) == ("#ffffff", "#000000")
    assert (paper.get("width"), paper.get("height")) == ("200", "100")


def test_a_file_needs_nothing_else() -> None:
    made = svg_file(drawing_of(Rect(0, 0, 1, 1, fill=ACCENT)), title="t", description="d")
    root = ElementTree.fromstring(made.encode())
    assert root.tag == f"{SVG}svg"
    assert "var(" not in made
    paper, shape = list(root)[2:]
    assert paper.get("fill") == PAPER.light
    assert shape.get("fill") == ACCENT.light
    wide = f"{200 + 2 * MARGIN:g}"
    assert root.get("width") == f"{wide}pt"
    assert root.get("viewBox") == f"-18 -18 {wide} {100 + 2 * MARGIN:g}"


def test_a_chart_of_a_report_is_drawn_whole() -> None:
    register()
    series = [bars("alone", (1.0, -2.5, None), MOMENT), bars("with all", (0.5, 3.0, 2.0), MOMENT)]
    chart = chart_drawn(ColumnChart(["1 deck", "6 & 8", "any"], series, "% of the wager"))
    root = ElementTree.fromstring(svg_of(chart, title="Edge"))
    texts = [each.text for each in root.iter("text")]
    assert texts == [each.text for each in chart.strings()]
    assert {"6 & 8", "with all", "% of the wager"} <= set(texts)
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    drawn_bars = [
        {name: float(str(bar.get(name))) for name in ("x", "y", "width", "height")}
        for bar in root.findall("rect")
    ]
    # Five values, and two marks of the key.
    assert len(drawn_bars) == 7
    for bar in drawn_bars:
        assert 0 <= bar["x"] <= bar["x"] + bar["width"] <= width
        assert 0 <= bar["y"] <= bar["y"] + bar["height"] <= height
    # However small a bar is, it is pointed at between the foot and the top, and tells its figure.
    areas = root.findall("g[@class='told']/rect")
    assert [area.findtext("title") for area in areas] == [
        *("1 deck: alone: 1.000000", "1 deck: with all: 0.500000", "6 & 8: alone: -2.500000"),
        *("6 & 8: with all: 3.000000", "any: with all: 2.000000"),
    ]
    assert len({area.get("height") for area in areas}) == 1
    # Upwards is a smaller number here: a loss hangs from where a gain stands.
    gain, loss = drawn_bars[0], drawn_bars[2]
    assert gain["y"] + gain["height"] == pytest.approx(loss["y"], abs=0.02)
    assert loss["height"] == pytest.approx(2.5 * gain["height"], abs=0.05)


def test_the_same_drawing_gives_the_same_bytes() -> None:
    def made() -> str:
        return svg_of(drawing_of(Circle(1 / 3, 2, 3, fill=INK), String(0, 0, "x")), title="t")

    assert made() == made()
