"""Places of cards on a table, as a person at it sees them; light, since the API describes them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """Cards that lie together, as the person sees them."""

    name: str
    cards: tuple[str, ...]
    unseen: int
    total: str
