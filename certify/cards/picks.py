"""How an option is written that picks cards: by their places in the hand, or none."""

from __future__ import annotations

import re
from collections.abc import Sequence

BY_PLACE = re.compile(r" cards? (\d+(?: \d+)*)$")


def written_places(places: Sequence[int], *, is_one: bool) -> str:
    """Return picked cards by their places among those of the zone, from one on."""
    told = " ".join(str(place + 1) for place in places)
    return f"card {told}" if is_one else f"cards {told}" if told else "no cards"


def picks_cards(option: str) -> bool:
    """Return whether an option, as it is written, picks cards: a word or number is one alone."""
    return option.count(" ") > 1


def picked_places(option: str) -> list[int]:
    """Return the places, from zero on, of the cards that an option picks, as written or in words.

    None where it picks none, or tells only how many.
    """
    found = BY_PLACE.search(option)
    return [int(place) - 1 for place in found[1].split()] if found else []
