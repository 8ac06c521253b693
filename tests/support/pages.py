"""What stands where on the pages of a report: every piece of text with its place and size."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from pypdf import PdfReader

from tests.support.shared import once


@dataclass(frozen=True)
class Piece:
    """A piece of text as drawn.

    Attributes
    ----------
    text : str
        The text.
    x, y : float
        Where its base line begins, in points from the lower left corner.
    size : float
        Size of the letters in points, as they appear.
    font : str
        Name of the font.
    """

    text: str
    x: float
    y: float
    size: float
    font: str


def pieces_of(pdf: bytes) -> list[list[Piece]]:
    """Return the text of every page, in the order in which it is drawn; each file is read once."""
    key = ("pieces", hashlib.sha256(pdf).hexdigest())
    pages = json.loads(once(key, lambda: json.dumps(_read(pdf)).encode()))
    return [[Piece(*each) for each in page] for page in pages]


def _read(pdf: bytes) -> list[list[tuple[Any, ...]]]:
    found = []
    for page in PdfReader(BytesIO(pdf)).pages:
        pieces: list[tuple[Any, ...]] = []

        def note(
            text: str,
            user: list[float],
            text_matrix: list[float],
            font: dict[str, Any] | None,
            size: float,
            pieces: list[tuple[Any, ...]] = pieces,
        ) -> None:
            if text.strip() and font is not None:
                scale = abs(user[3] or user[0]) * abs(text_matrix[3] or text_matrix[0])
                x = user[0] * text_matrix[4] + user[4]
                y = user[3] * text_matrix[5] + user[5]
                name = str(font["/BaseFont"])
                pieces.append((" ".join(text.split()), x, y, size * scale, name))

        page.extract_text(visitor_text=note)
        found.append(pieces)
    return found
