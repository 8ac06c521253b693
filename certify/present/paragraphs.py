"""Text for people, wrapped so that hashes and paths stay whole."""

from __future__ import annotations

import textwrap

WIDTH = 80
HELD = "\N{NO-BREAK SPACE}"


def paragraphs(text: str, *, label: str = "", hanging: int = 0) -> str:
    """Return text wrapped line by line.

    `hanging`: columns by which what follows the first line of each paragraph is indented. Lines
    have at most 80 columns but for longer words, which are not broken; a sign % stays with its
    number.
    """
    wrapped = "\n".join(
        textwrap.fill(
            line,
            WIDTH,
            initial_indent="" if number else label,
            subsequent_indent=" " * hanging,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for number, line in enumerate(text.replace(" %", f"{HELD}%").splitlines())
    )
    return wrapped.replace(f"{HELD}%", " %")
