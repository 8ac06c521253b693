"""The figures in the texts of the rules: how each was worked out, with its interval."""

from __future__ import annotations

from certify.present.document import Column, Composer, Row
from certify.present.figures import NONE, fixed, percent
from certify.present.markup import plain
from certify.studies.item.result import CertifiedItem
from certify.studies.item.spec_figures import FigureValue, SpecFigure

DIGITS = 3
"""Decimals of the ends of an interval."""


def write_spec_figures(composer: Composer, certification: CertifiedItem) -> None:
    """Write the figures that texts of the spec refer to; nothing where there are none."""
    if not certification.spec_figures:
        return
    composer.subsection("Figures in the rulings")
    composer.text(
        "Figures that stand in the texts of the rules were worked out for this report, and none is "
        "typed. They are of the game as its spec stands; what was set beside it is told. Each "
        "interval holds with 95 % by itself."
    )
    rows = [
        _row(figure, value, first=number == 0)
        for figure in certification.spec_figures
        for number, value in enumerate(figure.values)
    ]
    composer.table(
        "Figures in the texts of the rules",
        [
            Column("Figure", 84),
            Column("Players", 15, "number"),
            Column("In the texts", 27, "number"),
            Column("From", 19, "number"),
            Column("To", 19, "number"),
            Column("Games", 20, "number"),
        ],
        rows,
    )


def _row(figure: SpecFigure, value: FigureValue, *, first: bool) -> Row:
    """Return a line: a figure for one number of players."""
    settings = ", ".join(f"{name} = {setting}" for name, setting in figure.settings)
    text = plain(f"{figure.text} {settings}".strip()) if first else ""
    unit = "\N{NO-BREAK SPACE}%" if figure.is_percent else ""
    ends = (value.estimate.low, value.estimate.high)
    low, high = (percent(end, DIGITS) if figure.is_percent else fixed(end, DIGITS) for end in ends)
    if ends[0] == ends[1]:
        low = high = NONE
    games = NONE if value.games is None else f"{value.games:,}"
    players = NONE if value.players is None else str(value.players)
    return (text, players, f"{value.shown}{unit}", low, high, games)
