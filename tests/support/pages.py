"""What stands where on the pages of a report: every piece of text with its place and size."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any

from pypdf import PdfReader


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
    """Return the text of every page, in the order in which it is drawn."""
    found = []
    for page in PdfReader(BytesIO(pdf)).pages:
        pieces: list[Piece] = []

        def note(
            text: str,
            user: list[float],
            text_matrix: list[float],
            font: dict[str, Any] | None,
            size: float,
            pieces: list[Piece] = pieces,
        ) -> None:
            if text.strip() and font is not None:
                scale = abs(user[3] or user[0]) * abs(text_matrix[3] or text_matrix[0])
                x = user[0] * text_matrix[4] + user[4]
                y = user[3] * text_matrix[5] + user[5]
                pieces.append(
                    Piece(" ".join(text.split()), x, y, size * scale, str(font["/BaseFont"]))
                )

        page.extract_text(visitor_text=note)
        found.append(pieces)
    return found
