"""A QR code with its readable twin beside it, as vector graphics."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing

from certify.report.drawing import add_label, blank_drawing
from certify.report.fonts import MONO, SANS_BOLD

SIDE = 104.0
QUIET = 4
"""Modules of white around the code, as its standard asks."""
LINE = 13.0
GROUP = 32
"""Letters of the readable twin in a line."""


def qr_drawing(payload: str, twin: Sequence[tuple[str, str]]) -> Drawing:
    """Return a QR code with the same in letters beside it.

    Parameters
    ----------
    payload : str
        What the code says.
    twin : sequence of (str, str)
        Name and text of each part, in letters.

    Returns
    -------
    Drawing
        As wide as the text.
    """
    drawing = blank_drawing(SIDE)
    drawing.add(QrCodeWidget(payload, barWidth=SIDE, barHeight=SIDE, barBorder=QUIET, barLevel="M"))
    y = SIDE - 14.0
    for name, text in twin:
        add_label(drawing, SIDE + 14, y, name, font=SANS_BOLD)
        y -= LINE
        for start in range(0, len(text), GROUP):
            part = text[start : start + GROUP]
            add_label(drawing, SIDE + 14, y, part, font=MONO, size=8)
            y -= LINE
    return drawing
