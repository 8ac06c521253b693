"""The colours of everything that is shown, by what they are for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Colour:
    """A colour on white paper, and what takes its place on a dark screen.

    Attributes
    ----------
    name : str
        Unique; as a property of style sheets it begins with two hyphens.
    light, dark : str
        Such as ``#173f66``.
    """

    name: str
    light: str
    dark: str


INK = Colour("ink", "#16202b", "#e4e9ee")
ACCENT = Colour("accent", "#173f66", "#8fbce6")
MUTED = Colour("muted", "#56616d", "#a3aeba")
RULE = Colour("rule", "#8a96a3", "#6d7985")
HAIRLINE = Colour("hairline", "#cfd6dd", "#38424c")
BAND = Colour("band", "#eef2f6", "#1f2831")
PAPER = Colour("paper", "#ffffff", "#14191f")
BLACK = Colour("black", "#000000", "#000000")
"""For what machines read."""

ACTION_FILLS = {
    # Lightness differs between neighbours as well as hue, so the chart reads in grey too.
    "H": Colour("hit", "#ffffff", "#14191f"),
    "S": Colour("stand", "#f3d3c6", "#5f3b2d"),
    "D": Colour("double", "#9cc4e4", "#24537f"),
    "P": Colour("split", "#f4d35e", "#6b5606"),
    "R": Colour("surrender", "#c9c4d9", "#484163"),
}
BURN_FILL = Colour("burn", "#cfe5cf", "#2b4f30")
"""Fill of a cell that names cards to burn."""

FAN_FILLS = (
    Colour("fan-1", "#dfe7ef", "#223140"),
    Colour("fan-2", "#b4c6d8", "#33495f"),
    Colour("fan-3", "#7f9cb8", "#4a6c8e"),
)
"""Fills of bands within each other, the widest first; each is stronger than the last."""

SHADES = (
    Colour("shade-1", "#e6ecf2", "#1d2935"),
    Colour("shade-2", "#c3d0dd", "#263a4e"),
    Colour("shade-3", "#94abc2", "#345474"),
    Colour("shade-4", "#4c6c8c", "#9ab8d6"),
)
"""Fills of cells, the weakest first; text on the strongest has the colour of the paper."""

COLOURS = (
    *(INK, ACCENT, MUTED, RULE, HAIRLINE, BAND, PAPER, BLACK),
    *ACTION_FILLS.values(),
    BURN_FILL,
    *FAN_FILLS,
    *SHADES,
)
"""All of them."""
