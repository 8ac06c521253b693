"""Where words may be broken that are wider than their cell: after signs, not between letters."""

from __future__ import annotations

import re
from html import unescape
from xml.sax.saxutils import escape

from certify.present.pdf.fonts import text_width

ALLOWANCE = 0.5
"""Points of rounding."""

_MARKUP = re.compile(r"<[^>]*>")
_NAME = re.compile(r'name="([^"]*)"')
_SIZE = re.compile(r'size="([^"]*)"')
_WORD = re.compile(r"[^ ]+")
_PIECE = re.compile(r"[^-:_./,=+@|]*[-:_./,=+@|]+|[^-:_./,=+@|]+")


def breakable(markup: str, font: str, size: float, width: float) -> str:
    """Return markup in which words that are too wide for a line have blanks after signs."""
    if len(unescape(_MARKUP.sub("", markup))) * size < width:
        # No letter is wider than its size.
        return markup
    found, place, fonts = [], 0, [(font, size)]
    for tag in _MARKUP.finditer(markup):
        found.append(_broken(markup[place : tag.start()], *fonts[-1], width))
        found.append(tag[0])
        place = tag.end()
        if tag[0] == "</font>":
            fonts.pop()
        elif tag[0].startswith("<font"):
            name, given = _NAME.search(tag[0]), _SIZE.search(tag[0])
            last = fonts[-1]
            fonts.append((name[1] if name else last[0], float(given[1]) if given else last[1]))
    found.append(_broken(markup[place:], *fonts[-1], width))
    return "".join(found)


def _broken(text: str, font: str, size: float, width: float) -> str:
    """Return text without markup, its wide words in parts that have room."""

    def parts(word: re.Match[str]) -> str:
        plain = unescape(word[0])
        if text_width(plain, font, size) <= width - ALLOWANCE:
            return word[0]
        lines = [""]
        for piece in _PIECE.findall(plain):
            longer = lines[-1] + piece
            if lines[-1] and text_width(longer, font, size) > width - ALLOWANCE:
                lines.append(piece)
            else:
                lines[-1] = longer
        return escape(" ".join(lines))

    return _WORD.sub(parts, text)
