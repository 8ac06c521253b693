"""Drawings as the PDF library knows them, the one place where it meets them."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any, assert_never

from reportlab.graphics import renderPDF, shapes
from reportlab.pdfgen.canvas import Canvas

from certify.present.pdf.fonts import SANS, register, text_width
from certify.present.pdf.styles import colour_of
from certify.present.shapes import (
    FONT_SIZE,
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

BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""Share of a text that stands before its place."""
ROUND = 1


def picture_of(drawing: Drawing) -> shapes.Drawing:
    """Return a drawing as a flowable."""
    picture = shapes.Drawing(drawing.width, drawing.height)
    # The font that it begins with is mentioned even if nothing uses it: it must be embedded.
    picture.initialFontName = SANS
    picture.initialFontSize = FONT_SIZE
    for shape in drawing.contents:
        picture.add(_converted(shape))
    return picture


def pdf_of(drawing: Drawing) -> bytes:
    """Return a drawing as a PDF file of one page, the same bytes every time."""
    register()
    content = BytesIO()
    size = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
    canvas = Canvas(content, pagesize=size, invariant=1, initialFontName=SANS)
    renderPDF.draw(picture_of(drawing), canvas, MARGIN, MARGIN)
    canvas.save()
    return content.getvalue()


def left_of(string: String) -> float:
    """Return where a text begins."""
    # The library's own anchors measure with the default font's metrics.
    return string.x - BEFORE[string.anchor] * text_width(string.text, string.font, string.size)


def _converted(shape: Shape) -> Any:
    """Return a shape as the library's."""
    match shape:
        case Group():
            return shapes.Group(*map(_converted, shape.contents))
        case String():
            return shapes.String(
                left_of(shape),
                shape.y,
                shape.text,
                fontName=shape.font,
                fontSize=shape.size,
                fillColor=colour_of(shape.fill),
            )
        case Line():
            return shapes.Line(shape.x1, shape.y1, shape.x2, shape.y2, **_style(shape))
        case PolyLine():
            return shapes.PolyLine(_flat(shape.points), **_style(shape))
        case Polygon():
            return shapes.Polygon(_flat(shape.points), **_style(shape))
        case Circle():
            return shapes.Circle(shape.x, shape.y, shape.radius, **_style(shape))
        case Rect():
            return shapes.Rect(shape.x, shape.y, shape.width, shape.height, **_style(shape))
        case _:
            assert_never(shape)


def _style(shape: Stroked) -> dict[str, object]:
    """Return how a shape's outline and inside look."""
    style: dict[str, object] = {
        "strokeColor": None if shape.stroke is None else colour_of(shape.stroke),
        "strokeWidth": shape.stroke_width,
        "strokeDashArray": list(shape.dashes) or None,
        "strokeLineJoin": ROUND if shape.has_round_joins else 0,
    }
    if isinstance(shape, Filled):
        style["fillColor"] = None if shape.fill is None else colour_of(shape.fill)
    return style


def _flat(points: Sequence[Point]) -> list[float]:
    """Return points as the library takes them."""
    return [part for point in points for part in point]
