"""Words within a text: emphasis, raised letters, fixed width, links, in a few tags.

What comes from results or from a user is never markup: `plain` makes it text.
"""

from __future__ import annotations

import re
from html import unescape
from xml.sax.saxutils import escape


def plain(text: str) -> str:
    """Return text from the results as markup: what it contains is never markup.

    The result: the same with ``<``, ``>`` and ``&`` escaped.
    """
    return escape(" ".join(text.split()))


def spoken(markup: str) -> str:
    """Return what a piece of markup says."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " " if "<br" in markup else "", markup)).split())


def capitalised(text: str) -> str:
    """Return text with its first letter upper case and all others as they are."""
    return text[:1].upper() + text[1:]
