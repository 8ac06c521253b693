"""Drawings as SVG: within a page, whose style sheet may turn their colours, or as a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import assert_never

from certify.present.palette import PAPER, Colour
from certify.present.shapes import (
    MARGIN,
    Circle,
    Drawing,
    Filled,
    Group,
    Line,
    Point,
    Polygon,
    PolyLine,
    Rect,
    Shape,
    String,
    Stroked,
)
from certify.present.typefaces import MONO, MONO_FAMILY, SANS, SANS_BOLD, SANS_FAMILY, SANS_ITALIC

DIGITS = 2
MITER_LIMIT = 10
"""That of PDF, so that sharp corners look the same."""

FONTS: dict[str, dict[str, str]] = {
    SANS: {},
    SANS_BOLD: {"font-weight": "600"},
    SANS_ITALIC: {"font-style": "italic"},
    MONO: {"font-family": MONO_FAMILY},
}
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML may not hold, not even escaped."""

QUOTE = '"'

Attributes = dict[str, str]
Measure = Callable[[str, str, float], float]


def svg_of(
    drawing: Drawing,
    *,
    title: str,
    description: str = "",
    prefix: str = "chart",
    measure: Measure | None = None,
) -> str:
    """Return a drawing as an element of an HTML page.

    `title` and `description`: what is read out in its place, as plain text; a description is not
    needed. `measure`: the width of a text in a font of a size. With it texts keep their width where
    another typeface takes the place of one that is missing. The result: an ``svg`` element as wide
    as there is room. Its colours are custom properties of style sheets, such as ``--accent``, and
    those of white paper where the page does not set them.
    """
    size = 0.0, 0.0, drawing.width, drawing.height
    keeps = drawing.keeps_colours
    pen = _Pen(drawing.height, _fixed if keeps else _variable, measure)
    ground = [_ground(pen, size)] if keeps else []
    shapes = [*ground, *pen.all(drawing.contents), *pen.told(drawing)]
    return _svg({}, size, _spoken(title, description, prefix), shapes)


def svg_file(
    drawing: Drawing, *, title: str, description: str = "", measure: Measure | None = None
) -> str:
    """Return a drawing as the content of a file that stands alone, on white paper.

    `title` and `description`: what is read out in its place, as plain text; a description is not
    needed. `measure`: the width of a text in a font of a size. With it texts keep their width where
    another typeface takes the place of one that is missing.
    """
    width, height = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
    size = -MARGIN, -MARGIN, width, height
    root = {
        "xmlns": "http://www.w3.org/2000/svg",
        "width": f"{_number(width)}pt",
        "height": f"{_number(height)}pt",
    }
    pen = _Pen(drawing.height, _fixed, measure)
    shapes = [_ground(pen, size), *pen.all(drawing.contents)]
    body = _svg(root, size, _spoken(title, description, "chart"), shapes)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _svg(
    root: Attributes,
    size: tuple[float, float, float, float],
    spoken: Sequence[tuple[str, str, str]],
    shapes: Sequence[str],
) -> str:
    """Return the element; `spoken` has the name, id and text of what is read out."""
    attributes = {
        **root,
        "viewBox": " ".join(_number(each) for each in size),
        "role": "img",
        "aria-labelledby": " ".join(name for _, name, _ in spoken),
        "font-family": SANS_FAMILY,
        "stroke-miterlimit": str(MITER_LIMIT),
    }
    told = [_element(kind, {"id": name}, text) for kind, name, text in spoken]
    return "\n".join([f"<svg{_written(attributes)}>", *told, *shapes, "</svg>"])


def _spoken(title: str, description: str, prefix: str) -> list[tuple[str, str, str]]:
    both = [("title", title), ("desc", description)]
    return [(kind, f"{prefix}-{kind}", text) for kind, text in both if text]


@dataclass(frozen=True)
class _Pen:
    """Writes shapes: how tall the drawing is, what a colour is, and how wide a text is."""

    height: float
    paint: Callable[[Colour], str]
    measure: Measure | None = None

    def all(self, shapes: Sequence[Shape]) -> Iterator[str]:
        """Yield the lines of some shapes."""
        for shape in shapes:
            yield from self.lines(shape)

    def lines(self, shape: Shape) -> Iterator[str]:
        """Yield the lines of a shape."""
        match shape:
            case Group():
                yield "<g>"
                yield from self.all(shape.contents)
                yield "</g>"
            case String():
                yield self._text(shape)
            case Line():
                ends = {"x1": shape.x1, "y1": self._y(shape.y1)}
                ends |= {"x2": shape.x2, "y2": self._y(shape.y2)}
                yield self._shape("line", _numbers(ends), shape)
            case PolyLine():
                yield self._shape("polyline", {"points": self._points(shape.points)}, shape)
            case Polygon():
                yield self._shape("polygon", {"points": self._points(shape.points)}, shape)
            case Circle():
                place = {"cx": shape.x, "cy": self._y(shape.y), "r": shape.radius}
                yield self._shape("circle", _numbers(place), shape)
            case Rect():
                # The lower left corner becomes the upper left one.
                place = {"x": shape.x, "y": self._y(shape.y + shape.height)}
                place |= {"width": shape.width, "height": shape.height}
                yield self._shape("rect", _numbers(place), shape)
            case _:
                assert_never(shape)

    def told(self, drawing: Drawing) -> Iterator[str]:
        """Yield the areas that tell a figure, which are not seen; browsers show their titles."""
        if not drawing.told:
            return
        yield '<g class="told" fill="none" pointer-events="all">'
        for each in drawing.told:
            place = {"x": each.x, "y": self._y(each.y + each.height)}
            place |= {"width": each.width, "height": each.height}
            title = _element("title", {}, each.text)
            yield f"<rect{_written(_numbers(place))}>{title}</rect>"
        yield "</g>"

    def _y(self, y: float) -> float:
        """Return a height as SVG counts it, from the top."""
        return self.height - y

    def _points(self, points: Sequence[Point]) -> str:
        return " ".join(f"{_number(x)},{_number(self._y(y))}" for x, y in points)

    def _shape(self, kind: str, place: Attributes, shape: Stroked) -> str:
        """Return the element of a shape with its outline and its inside."""
        style: Attributes = {}
        if isinstance(shape, Filled) and shape.fill is not None:
            style["fill"] = self.paint(shape.fill)
        elif not isinstance(shape, Line):
            style["fill"] = "none"
        if shape.stroke is not None:
            style["stroke"] = self.paint(shape.stroke)
            style["stroke-width"] = _number(shape.stroke_width)
            if shape.dashes:
                style["stroke-dasharray"] = " ".join(_number(each) for each in shape.dashes)
            if shape.has_round_joins:
                style["stroke-linejoin"] = "round"
        return _element(kind, place | style)

    def _text(self, string: String) -> str:
        """Return the element of a text."""
        style = {"font-size": _number(string.size), **FONTS[string.font]}
        if string.anchor != "start":
            style["text-anchor"] = string.anchor
        if self.measure is not None and string.text:
            style["textLength"] = _number(self.measure(string.text, string.font, string.size))
            style["lengthAdjust"] = "spacingAndGlyphs"
        style["fill"] = self.paint(string.fill)
        place = _numbers({"x": string.x, "y": self._y(string.y)})
        return _element("text", place | style, string.text)


def _ground(pen: _Pen, size: tuple[float, float, float, float]) -> str:
    """Return the paper below a drawing that lies on nothing else."""
    place = dict(zip(("x", "y", "width", "height"), size, strict=True))
    return _element("rect", {**_numbers(place), "fill": pen.paint(PAPER)})


def _variable(colour: Colour) -> str:
    return f"var(--{colour.name}, {colour.light})"


def _fixed(colour: Colour) -> str:
    return colour.light


def _numbers(values: dict[str, float]) -> Attributes:
    return {name: _number(value) for name, value in values.items()}


def _number(value: float) -> str:
    """Return a number with no more digits than are seen, and without a sign before zero."""
    text = f"{value:.{DIGITS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _element(kind: str, attributes: Attributes, text: str | None = None) -> str:
    start = f"<{kind}{_written(attributes)}"
    return f"{start}/>" if text is None else f"{start}>{escape(_clean(text), quote=False)}</{kind}>"


def _written(attributes: Attributes) -> str:
    return "".join(
        f' {name}="{escape(_clean(text), quote=False).replace(QUOTE, "&quot;")}"'
        for name, text in attributes.items()
    )


def _clean(text: str) -> str:
    return NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
