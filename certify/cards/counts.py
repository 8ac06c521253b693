"""Counts of cards as they are written on the command line: in order, or by name."""

from __future__ import annotations

from collections.abc import Sequence

from certify.errors import InfeasibleShoeError, nearest_name

MOST_NAMED = 13
"""Names that a message lists."""


def read_counts(
    text: str, names: Sequence[str], full: Sequence[int] | None = None
) -> tuple[int, ...]:
    """Return how many cards there are of each name.

    `text`: a count for each name in their order, ``24,24,..``, of which the caller checks how many
    there are; or ``NAME=COUNT,..``, where what is not named is there in the number that `full`
    says, and must be named if there is no such number. Raises `InfeasibleShoeError` if it says
    something else.
    """
    parts = [part.strip() for part in text.split(",")]
    if not any("=" in part for part in parts):
        return tuple(_count(part, names) for part in parts)
    given: dict[str, int] = {}
    for part in parts:
        name, equals, count = (each.strip() for each in part.partition("="))
        if not equals:
            raise InfeasibleShoeError(f"{part!r} is no NAME=COUNT, such as {names[0]}=3")
        if name not in names:
            nearest = nearest_name(name, names)
            meant = f", did you mean {nearest}?" if nearest else ""
            raise InfeasibleShoeError(
                f"there is no kind of card {name}{meant}; {listed_names(names)}"
            )
        if name in given:
            raise InfeasibleShoeError(f"{name} is counted twice")
        given[name] = _count(count, names)
    if full is None:
        missing = [name for name in names if name not in given]
        if missing:
            raise InfeasibleShoeError(f"the count of {missing[0]} is missing")
        full = [0] * len(names)
    return tuple(given.get(name, usual) for name, usual in zip(names, full, strict=True))


def _count(text: str, names: Sequence[str]) -> int:
    try:
        return int(text)
    except ValueError:
        raise InfeasibleShoeError(
            f"{text!r} is not a count; expected {len(names)} whole numbers in the order"
            f" {listed_names(names)} with commas between them, or NAME=COUNT"
        ) from None


def listed_names(names: Sequence[str]) -> str:
    """Return names with commas between; of many the first and the last."""
    if len(names) <= MOST_NAMED:
        return ",".join(names)
    return f"{','.join(names[:4])},..,{names[-1]}"
