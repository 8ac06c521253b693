"""Colours, measures and paragraph styles of a report."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm

from certify.present import palette
from certify.present.palette import Colour
from certify.present.pdf.fonts import MONO, SANS, SANS_BOLD

PAGE_WIDTH: float
PAGE_HEIGHT: float
PAGE_WIDTH, PAGE_HEIGHT = A4
MARGIN_SIDE: float = 21 * mm
MARGIN_TOP: float = 25 * mm
MARGIN_BOTTOM: float = 22 * mm
TEXT_WIDTH: float = PAGE_WIDTH - 2 * MARGIN_SIDE
TEXT_HEIGHT: float = PAGE_HEIGHT - MARGIN_TOP - MARGIN_BOTTOM


@cache
def colour_of(colour: Colour) -> Color:
    """Return a colour on paper as the PDF library knows it."""
    return HexColor(colour.light)


INK = colour_of(palette.INK)
ACCENT = colour_of(palette.ACCENT)
MUTED = colour_of(palette.MUTED)
RULE = colour_of(palette.RULE)
HAIRLINE = colour_of(palette.HAIRLINE)
BAND = colour_of(palette.BAND)
PAPER = colour_of(palette.PAPER)

ACTION_FILLS = {action: colour_of(fill) for action, fill in palette.ACTION_FILLS.items()}
BURN_FILL = colour_of(palette.BURN_FILL)
"""Fill of a cell that names cards to burn."""


@dataclass(frozen=True)
class Styles:
    """The paragraph styles by purpose."""

    title: ParagraphStyle
    subtitle: ParagraphStyle
    part: ParagraphStyle
    section: ParagraphStyle
    opening: ParagraphStyle
    subsection: ParagraphStyle
    body: ParagraphStyle
    lead: ParagraphStyle
    bullet: ParagraphStyle
    note: ParagraphStyle
    caption: ParagraphStyle
    cell: ParagraphStyle
    cell_right: ParagraphStyle
    cell_centre: ParagraphStyle
    cell_bold: ParagraphStyle
    cell_mono: ParagraphStyle
    head: ParagraphStyle
    head_right: ParagraphStyle
    head_centre: ParagraphStyle
    code: ParagraphStyle
    contents: tuple[ParagraphStyle, ...]
    end: ParagraphStyle


def _style(name: str, **settings: object) -> ParagraphStyle:
    """Return a paragraph style on the common base."""
    base: dict[str, object] = {
        "fontName": SANS,
        "fontSize": 9.2,
        "leading": 13,
        "textColor": INK,
        "bulletFontName": SANS,
        "allowWidows": 0,
        "allowOrphans": 0,
    }
    return ParagraphStyle(name, **(base | settings))


def make_styles() -> Styles:
    """Return the styles; the fonts must be registered."""
    left, centre, right = 0, 1, 2
    small: dict[str, object] = {"fontSize": 8, "leading": 10.4}
    head: dict[str, object] = {
        "fontName": SANS_BOLD,
        "fontSize": 7.6,
        "leading": 9.6,
        "textColor": ACCENT,
    }
    heading: dict[str, object] = {
        "fontName": SANS_BOLD,
        "fontSize": 15,
        "leading": 19,
        "textColor": ACCENT,
        "spaceAfter": 7,
    }
    return Styles(
        title=_style(
            "title", fontName=SANS_BOLD, fontSize=25, leading=30, textColor=ACCENT, spaceAfter=4
        ),
        subtitle=_style("subtitle", fontSize=12.5, leading=17, textColor=MUTED, spaceAfter=7),
        part=_style("part", **(heading | {"fontSize": 20, "leading": 25})),
        section=_style("section", spaceBefore=19, **heading),
        # Of a page on which more must have room.
        opening=_style("section", spaceBefore=10, **heading),
        subsection=_style(
            "subsection",
            fontName=SANS_BOLD,
            fontSize=10.6,
            leading=14,
            textColor=ACCENT,
            spaceBefore=11,
            spaceAfter=3,
        ),
        body=_style("body", spaceAfter=6),
        lead=_style("lead", spaceBefore=4, spaceAfter=3),
        bullet=_style("bullet", leftIndent=11, bulletIndent=1, spaceAfter=3),
        note=_style("note", fontSize=7.8, leading=10.4, textColor=MUTED, spaceAfter=5),
        caption=_style(
            "caption",
            fontName=SANS_BOLD,
            fontSize=8.2,
            leading=10.6,
            spaceBefore=7,
            spaceAfter=3.5,
        ),
        cell=_style("cell", **small),
        # A figure cut in two lines would be another figure.
        cell_right=_style("cell_right", alignment=right, splitLongWords=0, **small),
        cell_centre=_style("cell_centre", alignment=centre, **small),
        cell_bold=_style("cell_bold", **(small | {"fontName": SANS_BOLD})),
        cell_mono=_style("cell_mono", fontName=MONO, fontSize=7.2, leading=9.8, splitLongWords=1),
        head=_style("head", alignment=left, **head),
        head_right=_style("head_right", alignment=right, **head),
        head_centre=_style("head_centre", alignment=centre, **head),
        code=_style(
            "code",
            fontName=MONO,
            fontSize=8,
            leading=11.5,
            leftIndent=6,
            rightIndent=6,
            borderPadding=6,
            backColor=BAND,
            spaceBefore=8,
            spaceAfter=11,
        ),
        contents=(
            # Space before a line would be a row of its own in the library's table of contents,
            # which are to fit on one page.
            _style("contents1", fontName=SANS_BOLD, fontSize=9.4, leading=13),
            _style("contents2", fontSize=8.8, leading=12, leftIndent=18, textColor=MUTED),
        ),
        end=_style(
            "end",
            fontName=SANS_BOLD,
            fontSize=10,
            leading=14,
            alignment=centre,
            spaceBefore=22,
            textColor=ACCENT,
        ),
    )
