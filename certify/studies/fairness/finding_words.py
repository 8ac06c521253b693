"""Parts of findings: weights, and the words for players, shares and differences."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log10

from certify.results import Estimate
from certify.studies.fairness.results.fairness import Finding, TableResult

PERCENT = 100.0
FEW = 2
"""Players who are named one by one; of more, the ends of what they show."""

ROUNDING = 1e-9
"""So that half a width of 0.001 that was rounded counts as 0.001."""

SMALL = 0.01
"""Differences of shares of games below it are told as notes: no player would notice them."""

Titles = dict[str, str]


def matter(about: str, text: str) -> Finding:
    """Return a finding that a reader must know."""
    return Finding(weight="matter", about=about, text=text)


def note(about: str, text: str) -> Finding:
    """Return a finding that is worth a note."""
    return Finding(weight="note", about=about, text=text)


def weighed(about: str, text: str, *, matters: bool) -> Finding:
    """Return a finding that matters, or a note."""
    return matter(about, text) if matters else note(about, text)


def by(player: str, titles: Titles) -> str:
    """Return a player's title without commas; the id if the title is not known."""
    title = titles.get(player, player)
    first, comma, rest = title.partition(", ")
    return f"{first} ({rest})" if comma else title


def joined(words: Sequence[str], last: str = "or") -> str:
    """Return words as a list with "and"."""
    if len(words) <= 1:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def ranged(shown: Sequence[tuple[float, str]]) -> str:
    """Return the values of several players in words; of more than `FEW` the least and the greatest.

    `shown` has each player's value and the text for it.
    """
    if len(shown) <= FEW:
        return joined([text for _, text in shown], "and")
    first = min(shown, key=lambda each: each[0])
    last = max(shown, key=lambda each: each[0])
    return f"from {first[1]} to {last[1]}" if first[0] < last[0] else f"{first[1]}, as with all"


def called(role: str) -> str:
    """Return the name of a seat in a sentence."""
    name = role.replace("_", " ")
    return name if name.startswith("seat ") else f"the {name}"


def capital(text: str) -> str:
    """Return a sentence with a capital first letter."""
    return f"{text[:1].upper()}{text[1:]}"


def number(games: int) -> str:
    """Return a number of games with digits in groups of three."""
    return f"{games:,}".replace(",", " ")


def chance(p: float, looked_at: int = 1, of: str = "players") -> str:
    """Return p in brackets with a space before it, and the number of tests it is adjusted for."""
    value = "p below 0.001" if p < 0.001 else f"p {p:.3f}"
    return f" ({value}, adjusted for {looked_at} {of})" if looked_at > 1 else f" ({value})"


def wider(table: TableResult, what: str) -> str:
    """Return a sentence that says why an interval may hold a value that a test rejects."""
    held = PERCENT * table.family.confidence
    return (
        f" The interval still holds {what}: it is wider than the test needs, since all"
        f" {table.family.figures} intervals of this number of players hold together with"
        f" {held:g} % confidence."
    )


def percent(share: Estimate) -> str:
    """Return a share of games in percent, with its interval."""
    low, value, high = (PERCENT * each for each in (share.low, share.value, share.high))
    digits = _decimals(PERCENT * _half(share), least=1, most=4)
    return f"{value:.{digits}f} % ({low:.{digits}f} to {high:.{digits}f} %)"


def figure(estimate: Estimate) -> str:
    """Return a figure with its interval."""
    digits = _decimals(_half(estimate), least=2)
    return f"{estimate.value:.{digits}f} ({estimate.low:.{digits}f} to {estimate.high:.{digits}f})"


def rounded_percent(share: float) -> str:
    """Return a share in percent with two digits."""
    return f"{PERCENT * share:.2g} %"


def points(share: float, *, signed: bool = False) -> str:
    """Return a difference of shares in percentage points."""
    digits = _decimals(abs(PERCENT * share), least=1, most=4)
    sign = "+" if signed else ""
    return f"{PERCENT * share:{sign}.{digits}f} percentage points"


def span(low: float, high: float) -> str:
    """Return a range, or one number if both ends are printed alike."""
    first, second = f"{low:.3g}", f"{high:.3g}"
    return first if first == second else f"{first} to {second}"


def _decimals(half: float, *, least: int, most: int = 6) -> int:
    """Return the decimals that show the half width of an interval with one or two digits."""
    if half <= 0.0:
        return least
    return min(most, max(least, ceil(-log10(half) - ROUNDING) + 1))


def _half(estimate: Estimate) -> float:
    return max(estimate.high - estimate.value, estimate.value - estimate.low)
