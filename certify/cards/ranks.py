"""The ten values of a card in twenty-one: ace, 2 to 9, and all that count ten."""

from __future__ import annotations

from certify.errors import CardError

RANK_LABELS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
"""Labels by rank index 0..9; the hard value of rank ``r`` is ``r + 1``."""

RANKS = len(RANK_LABELS)
ACE = 0
TEN = 9

_ALIASES = {"1": "A", "10": "T", "J": "T", "Q": "T", "K": "T"}


def parse_rank(text: str) -> int:
    """Return the rank index of a card's label.

    `text`: A, 2, .., 9, T; also 1, 10, J, Q, K, in either case. The result: rank index, 0 for the
    ace to 9 for the tens. Raises `CardError` if the label names no card.
    """
    label = text.strip().upper()
    label = _ALIASES.get(label, label)
    if label not in RANK_LABELS:
        raise CardError(
            f"{text.strip()!r} is not a card; expected one of A, 2, .., 9, T (J, Q, K count as T)"
        )
    return RANK_LABELS.index(label)


def parse_ranks(text: str) -> tuple[int, ...]:
    """Return the rank indices of a list such as ``8,8`` or ``A T``."""
    return tuple(parse_rank(part) for part in text.replace(",", " ").split())
