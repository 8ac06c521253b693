"""Drawings as data: shapes on a plane whose origin is the lower left corner, in points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from certify.present.palette import INK, Colour
from certify.present.typefaces import SANS

FONT_SIZE = 7.4
"""Of a text unless something else is said, in points."""
MARGIN = 18.0
"""Points around a drawing that has a file of its own."""

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, kw_only=True)
class Stroked:
    """What has an outline.

    Attributes
    ----------
    stroke : Colour or None
        Colour of the outline; None for no outline.
    stroke_width : float
        Its width in points.
    dashes : sequence of float
        Lengths of its dashes and gaps in turn; empty for a whole line.
    has_round_joins : bool
        Whether its corners are round.
    """

    stroke: Colour | None = None
    stroke_width: float = 1.0
    dashes: Sequence[float] = ()
    has_round_joins: bool = False


@dataclass(frozen=True, kw_only=True)
class Filled(Stroked):
    """What has an outline and an inside; a fill of None lets shine through what is below."""

    fill: Colour | None = None


@dataclass(frozen=True)
class Line(Stroked):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class PolyLine(Stroked):
    """A line through several points."""

    points: Sequence[Point]


@dataclass(frozen=True)
class Rect(Filled):
    """A rectangle, by its lower left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Circle(Filled):
    """A circle."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Polygon(Filled):
    """A closed shape with straight sides."""

    points: Sequence[Point]


@dataclass(frozen=True)
class String:
    """A line of text.

    Attributes
    ----------
    x, y : float
        Where its start, middle or end stands on its base line.
    text : str
        The text, never markup.
    font : str
        One of the names in `certify.present.typefaces`.
    size : float
        Of its letters, in points.
    anchor : str
        Which part of it stands at `x`.
    fill : Colour
        Its colour.
    """

    x: float
    y: float
    text: str
    font: str = SANS
    size: float = FONT_SIZE
    anchor: Anchor = "start"
    fill: Colour = INK


@dataclass(frozen=True)
class Group:
    """Shapes that are one thing."""

    contents: Sequence[Shape]


@dataclass(frozen=True)
class Told:
    """A part of a drawing that stands for a figure, which is told to whoever points at it.

    Attributes
    ----------
    x, y, width, height : float
        The rectangle, by its lower left corner.
    text : str
        The figure, and what it is of.
    """

    x: float
    y: float
    width: float
    height: float
    text: str


Shape = Line | PolyLine | Rect | Circle | Polygon | String | Group


@dataclass
class Drawing:
    """A drawing.

    Attributes
    ----------
    width, height : float
        Its size in points.
    contents : list of Shape
        What is drawn, in this order.
    keeps_colours : bool
        Whether it is dark on light on a dark screen too, since machines read it.
    told : list of Told
        Its figures, where a page can be pointed at; nothing on paper.
    """

    width: float
    height: float
    contents: list[Shape] = field(default_factory=list)
    keeps_colours: bool = False
    told: list[Told] = field(default_factory=list)

    def add(self, shape: Shape) -> None:
        """Draw a shape upon those that are there."""
        self.contents.append(shape)

    def tell(self, place: tuple[float, float, float, float], *words: str) -> None:
        """Tell a figure of a rectangle: what it is of, and the figure as tables write it."""
        self.told.append(Told(*place, ": ".join(word for word in words if word)))

    def shapes(self) -> Iterator[Line | PolyLine | Rect | Circle | Polygon | String]:
        """Yield what is drawn, the contents of groups one by one."""
        yield from _flat(self.contents)

    def strings(self) -> list[String]:
        """Return the texts in the order in which they are drawn."""
        return [shape for shape in self.shapes() if isinstance(shape, String)]


def _flat(
    contents: Sequence[Shape],
) -> Iterator[Line | PolyLine | Rect | Circle | Polygon | String]:
    for shape in contents:
        if isinstance(shape, Group):
            yield from _flat(shape.contents)
        else:
            yield shape
