"""The sketch of the layout: where wagers go, and what they pay, readable from above."""

from __future__ import annotations

from math import cos, pi, sin

from certify.evidence.submission.documents import Item, Made, make, new_document
from certify.evidence.submission.payouts import Payouts, together
from certify.language.game import LoadedGame
from certify.language.models import Wager
from certify.present.document import Figure
from certify.present.palette import ACCENT, BAND, INK, MUTED, RULE
from certify.present.pdf.fonts import text_width
from certify.present.shapes import Circle, Drawing, Line, Polygon, Rect, String
from certify.present.svg import svg_file
from certify.present.typefaces import SANS, SANS_BOLD
from certify.studies.submission.parts import LAYOUT
from certify.studies.submission.result import SubmissionFigures

LAYOUT_TITLE = "Layout sketch"
Panel = tuple[str, Payouts]

WIDTH = 476.0
SIZE, SMALL = 7.6, 7.0
LINE = 10.4
PANEL = 150.0
"""Points of width of a panel with the payouts of a wager."""
GAP = 9.0
SEATS = 7
SPOT = 15.0
ACROSS = 5
"""Places of wagers side by side."""


def layout_document(item: Item) -> tuple[Made, bytes]:
    """Return the sketch as a page, and by itself as SVG."""
    composer = new_document()
    drawing = layout_drawing(item.game, item.figures)
    title = f"{LAYOUT_TITLE}: {item.game.spec.game.title}"
    composer.title(title)
    composer.elements.append(
        Figure.of(
            "Places of the wagers at one seat, and what they pay",
            drawing,
            note="Not to scale. Payouts are to one. The dealer sits above; each seat has the places"
            " of the lower part."
            + (
                " A dashed circle: a wager that may be left out."
                if any(wager.optional for wager in _places(item.game))
                else ""
            ),
            alternative=spoken(item.game, item.figures),
        )
    )
    svg = svg_file(
        drawing, title=title, description=spoken(item.game, item.figures), measure=text_width
    )
    return make(item, LAYOUT, LAYOUT_TITLE, composer.elements), svg.encode()


def spoken(game: LoadedGame, figures: SubmissionFigures) -> str:
    """Return in words what the sketch shows."""
    places = ", ".join(wager.title for wager in _places(game))
    pays = "; ".join(
        f"{title}: {', '.join(f'{outcome} {odds}' for outcome, odds in rows)}"
        for title, rows in together(game, figures)
    )
    return f"Places at each seat: {places}. Payouts: {pays}."


def _places(game: LoadedGame) -> list[Wager]:
    """Return the wagers that have a place: those that are put down, not those only paid."""
    return [
        wager for wager in game.spec.wagers.values() if wager.stake is not None or wager.of is None
    ]


def layout_drawing(game: LoadedGame, figures: SubmissionFigures) -> Drawing:
    """Return the sketch as data: the table from above, panels of payouts, places at a seat."""
    panels = together(game, figures)
    columns: list[list[Panel]] = [[], [], []]
    heights = [0.0, 0.0, 0.0]
    for panel in panels:
        shortest = heights.index(min(heights))
        columns[shortest].append(panel)
        heights[shortest] += _panel_height(panel)
    places = _places(game)
    rows = -(-len(places) // ACROSS)
    middle, lower = max(heights, default=0.0) + GAP, 56.0 * rows + 22.0
    arc = 132.0
    drawing = Drawing(WIDTH, lower + middle + arc)
    _draw_table(drawing, lower + middle, arc, game)
    for number, column in enumerate(columns):
        top = lower + middle - 2
        for panel in column:
            _draw_panel(drawing, number * (PANEL + 13), top, panel)
            top -= _panel_height(panel)
    _draw_places(drawing, lower, places)
    return drawing


def _panel_height(panel: Panel) -> float:
    title, rows = panel
    lines = sum(len(_wrapped(outcome, PANEL - 52, SMALL)) for outcome, _ in rows)
    return 8.0 + LINE * (len(_wrapped(title, PANEL - 8, SIZE)) + lines) + GAP


def _draw_table(drawing: Drawing, foot: float, height: float, game: LoadedGame) -> None:
    """Draw the table as half an ellipse, with its seats and the dealer's place."""
    centre, top = WIDTH / 2, foot + height - 8
    wide, high = WIDTH / 2 - 30, height - 30
    points = [
        (centre + wide * cos(pi + pi * step / 40), top + high * sin(pi + pi * step / 40))
        for step in range(41)
    ]
    drawing.add(Polygon(points, stroke=ACCENT, stroke_width=1.4, fill=BAND))
    drawing.add(
        String(
            centre,
            top - 16,
            game.spec.game.title,
            font=SANS_BOLD,
            size=12,
            anchor="middle",
            fill=ACCENT,
        )
    )
    drawing.add(Rect(centre - 34, top - 38, 68, 14, stroke=RULE, stroke_width=0.6))
    drawing.add(String(centre, top - 34, "Dealer", size=SIZE, anchor="middle"))
    for seat in range(SEATS):
        angle = pi + pi * (seat + 1) / (SEATS + 1)
        x, y = centre + wide * 0.84 * cos(angle), top + high * 0.80 * sin(angle)
        drawing.add(Circle(x, y, 7.5, stroke=INK, stroke_width=0.8))
        drawing.add(String(x, y - 2.6, str(seat + 1), size=SMALL, anchor="middle"))


def _draw_panel(drawing: Drawing, x: float, top: float, panel: Panel) -> None:
    """Draw what a wager pays."""
    title, rows = panel
    height = _panel_height(panel) - GAP
    drawing.add(Rect(x, top - height, PANEL, height, stroke=RULE, stroke_width=0.6))
    y = top - 10
    for line in _wrapped(title, PANEL - 8, SIZE):
        drawing.add(String(x + 4, y, line, font=SANS_BOLD, size=SIZE, fill=ACCENT))
        y -= LINE
    for outcome, odds in rows:
        first = y
        for line in _wrapped(outcome, PANEL - 52, SMALL):
            drawing.add(String(x + 4, y, line, size=SMALL))
            y -= LINE
        drawing.add(String(x + PANEL - 4, first, odds, font=SANS_BOLD, size=SMALL, anchor="end"))


def _draw_places(drawing: Drawing, top: float, places: list[Wager]) -> None:
    """Draw the places of the wagers at one seat."""
    drawing.add(Line(0, top - 3, WIDTH, top - 3, stroke=RULE, stroke_width=0.6))
    drawing.add(String(0, top - 12, "At each seat", size=SMALL, fill=MUTED))
    across = min(len(places), ACROSS)
    step = WIDTH / max(across, 1)
    for number, wager in enumerate(places):
        x = step * (number % ACROSS + 0.5)
        y = top - 34 - 56.0 * (number // ACROSS)
        drawing.add(
            Circle(
                x,
                y,
                SPOT,
                stroke=INK,
                stroke_width=1.0,
                dashes=(3, 2) if wager.optional else (),
            )
        )
        for line, text in enumerate(_wrapped(wager.title, step - 6, SIZE)[:2]):
            drawing.add(String(x, y - SPOT - 9 - line * 8.4, text, size=SIZE, anchor="middle"))


def _wrapped(text: str, width: float, size: float) -> list[str]:
    """Return a text in lines of a width."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, SANS, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
