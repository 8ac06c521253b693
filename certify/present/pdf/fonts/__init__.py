"""The typefaces of a report: embedded TrueType fonts shipped beside this file."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO

from reportlab.lib.fonts import addMapping
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from certify.present.typefaces import MONO, SANS, SANS_BOLD, SANS_ITALIC

__all__ = ["MONO", "SANS", "SANS_BOLD", "SANS_ITALIC", "missing_glyphs", "register", "text_width"]

_FILES = {
    SANS: "IBMPlexSans-Regular.ttf",
    SANS_BOLD: "IBMPlexSans-SemiBold.ttf",
    SANS_ITALIC: "IBMPlexSans-Italic.ttf",
    MONO: "IBMPlexMono-Regular.ttf",
}


@cache
def register() -> None:
    """Make the fonts known to the PDF library; a second call does nothing."""
    folder = files(__name__)
    for name, file in _FILES.items():
        pdfmetrics.registerFont(TTFont(name, BytesIO((folder / file).read_bytes())))
    # There is no bold italic: the four style mappings must exist or the library would fall back
    # to Helvetica, which is never embedded.
    for bold, italic, name in (
        (0, 0, SANS),
        (1, 0, SANS_BOLD),
        (0, 1, SANS_ITALIC),
        (1, 1, SANS_BOLD),
    ):
        addMapping(SANS, bold, italic, name)
    for bold in (0, 1):
        for italic in (0, 1):
            addMapping(MONO, bold, italic, MONO)


def text_width(text: str, font: str, size: float) -> float:
    """Return the width of a line of text."""
    return float(pdfmetrics.stringWidth(text, font, size))


def missing_glyphs(text: str) -> str:
    """Return the characters of a text that the text font cannot draw.

    The result: the missing characters, each once, sorted; empty if there are none.
    """
    known = pdfmetrics.getFont(SANS).face.charToGlyph
    return "".join(sorted(letter for letter in set(text) - {"\n"} if ord(letter) not in known))
