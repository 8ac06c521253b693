"""What is said of a figure to people who do not see it."""

from __future__ import annotations

import re
from textwrap import shorten

from certify.present.document import Figure
from certify.present.markup import spoken
from certify.present.shapes import Drawing

LABEL_LETTERS = 400
"""Letters of a chart's labels that its default alternative text names."""


def alternative_of(figure: Figure) -> str:
    """Return the words that stand in the place of a figure.

    The result: its own alternative, or else its title, the words in its drawings and its note.
    """
    if figure.alternative:
        return figure.alternative
    drawings = [each for each in figure.body if isinstance(each, Drawing)]
    labels = "; ".join(labels_of(drawing) for drawing in drawings)
    parts = [
        f"Chart. {spoken(figure.title)}",
        f"Labels: {labels}" if labels else "",
        spoken(figure.note),
    ]
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def labels_of(drawing: Drawing) -> str:
    """Return the words that stand in a drawing: names of axes, lines and keys, not figures.

    The result: each once, in the order in which they are drawn, cut where there are many.
    """
    texts = [string.text for string in drawing.strings()]
    words = dict.fromkeys(text for text in texts if re.search(r"[^\W\d_]{2}", text))
    return shorten("; ".join(words), LABEL_LETTERS, placeholder=" …")
