"""Words within a text: emphasis, raised letters, fixed width, links, in a few tags.

What comes from results or from a user is never markup: `plain` makes it text. Numbers are written
as on a typewriter; `typeset` makes of them what a page has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape, unescape
from itertools import groupby

MINUS = "\N{MINUS SIGN}"
HELD = "\N{NO-BREAK SPACE}"
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"

_KEPT = re.compile(r'<font name="IBMPlexMono"[^>]*>.*?</font>|<[^>]*>')
_NEGATIVE = re.compile(r"(?<![\w)])-(?=\d)|(?<= )-(?= )")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_ODDS = re.compile(r"(?<=\d) to (?=1\b(?![.,]\d))")
_PAGE = re.compile(r"(?<=\bp\.) (?=\d)")
_POWER = re.compile(r"(?<![\w.])(\d(?:\.\d+)?)e([-+]?\d+)\b")


def plain(text: str) -> str:
    """Return text from the results as markup: what it contains is never markup.

    The result: the same with ``<``, ``>`` and ``&`` escaped.
    """
    return escape(" ".join(text.split()), quote=False)


def spoken(markup: str) -> str:
    """Return what a piece of markup says."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " " if "<br" in markup else "", markup)).split())


def capitalised(text: str) -> str:
    """Return text with its first letter upper case and all others as they are."""
    return text[:1].upper() + text[1:]


def said(name: str) -> str:
    """Return a name of a spec, or a text with such in it, as one says it."""
    return name.replace("_", " ")


def counted(number: int, one: str, several: str = "") -> str:
    """Return how many there are of something, such as ``1 card`` and ``2,300 cards``."""
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


def in_a_row(told: Iterable[str], between: str = "; ") -> str:
    """Return what is told one after another; what is told again and again is counted."""
    runs = [(text, len([*same])) for text, same in groupby(told)]
    return between.join(text if times == 1 else f"{text} ({times} times)" for text, times in runs)


def after_answers(decision: str, before: Sequence[str]) -> str:
    """Return the name of a decision, with the answers before it."""
    return f"{decision} after {in_a_row(before)}" if before else decision


def mono(text: str, size: float = 7) -> str:
    """Return text in fixed width, such as a hash, as markup."""
    return f'<font name="IBMPlexMono" size="{size:g}">{plain(text)}</font>'


def typeset(markup: str) -> str:
    """Return markup with its numbers as print has them; tags and fixed width stay as they are.

    That is with minus signs, thin gaps in large numbers, raised powers of ten, and no line that
    begins with a per cent sign, or within odds to one or the number of a page.
    """
    if "<" not in markup:
        return _typeset(markup)
    found, place = [], 0
    for kept in _KEPT.finditer(markup):
        found += [_typeset(markup[place : kept.start()]), kept[0]]
        place = kept.end()
    return "".join([*found, _typeset(markup[place:])])


def _typeset(text: str) -> str:
    """Return what stands between two tags with its numbers as print has them."""
    found = _THOUSANDS.sub(HELD, _POWER.sub(_raised, text)).replace(" %", f"{HELD}%")
    found = _PAGE.sub(HELD, _ODDS.sub(f"{HELD}to{HELD}", found))
    found = _NEGATIVE.sub(MINUS, found).replace(" ± ", f"{HELD}±{HELD}")
    return found.replace("'", APOSTROPHE)


def _raised(found: re.Match[str]) -> str:
    digits, exponent = found.groups()
    raised = str(int(exponent)).replace("-", MINUS)
    return f'{digits}{HELD}×{HELD}10<super size="7" rise="2.6">{raised}</super>'
