"""Sentences of a study as a report prints them."""

from __future__ import annotations

import re

from certify.present.figures import MINUS
from certify.present.markup import plain

HELD = "\N{NO-BREAK SPACE}"
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"

_NEGATIVE = re.compile(r"(?<![\w)])-(?=\d)|(?<= )-(?= )")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def prose(text: str) -> str:
    """Return a sentence of the results as markup, its numbers written as elsewhere in a report.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    str
        The same, escaped, with minus signs, thin gaps in large numbers, and no line that begins
        with a per cent sign.
    """
    found = _NEGATIVE.sub(MINUS, plain(text))
    found = _THOUSANDS.sub(HELD, found)
    return found.replace(" %", f"{HELD}%").replace("'", APOSTROPHE)
