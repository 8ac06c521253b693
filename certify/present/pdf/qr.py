"""A QR code with its readable twin beside it, as vector graphics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

from certify.present.palette import BLACK
from certify.present.pdf.drawing import add_label, blank_drawing
from certify.present.pdf.fonts import MONO, SANS_BOLD
from certify.present.shapes import Drawing, Group, Rect

SIDE = 84.0
QUIET = 4
"""Modules of white around the code, as its standard asks."""
LINE = 13.0
GROUP = 32
"""Letters of the readable twin in a line."""


def qr_drawing(payload: str, twin: Sequence[tuple[str, str]]) -> Drawing:
    """Return a QR code with the same in letters beside it."""
    drawing = blank_drawing(SIDE)
    drawing.keeps_colours = True
    drawing.add(Group([Rect(0, 0, SIDE, SIDE, stroke_width=0), *_bars(payload)]))
    y = SIDE - 14.0
    for name, text in twin:
        add_label(drawing, SIDE + 14, y, name, font=SANS_BOLD)
        y -= LINE
        for start in range(0, len(text), GROUP):
            part = text[start : start + GROUP]
            add_label(drawing, SIDE + 14, y, part, font=MONO, size=8)
            y -= LINE
    return drawing


def _bars(payload: str) -> Iterator[Rect]:
    """Yield the dark modules of a code, those side by side as one."""
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(payload)
    code.make()
    module = SIDE / (code.getModuleCount() + 2.0 * QUIET)
    for line, row in enumerate(code.modules):
        foot = SIDE - (line + QUIET + 1) * module
        place = 0
        for is_dark, same in groupby(map(bool, row)):
            number = len(list(same))
            if is_dark:
                left = (place + QUIET) * module
                yield Rect(left, foot, number * module, module, stroke_width=0, fill=BLACK)
            place += number
