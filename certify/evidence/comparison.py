"""Compares two results figure by figure."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from certify.evidence.verification.result import ChangedFigure, Recomputation

TOLERANCE = 1e-11
"""Up to which numbers count as equal, absolute below one and relative above: ten times the bound
of what is exact, since another processor may add in another order."""

MISSING = "(not there)"

Leaf = str | int | float | bool | None


def compare(
    reported: Mapping[str, Any],
    recomputed: Mapping[str, Any],
    without: Collection[str] = (),
    *,
    anywhere: Collection[str] = (),
) -> Recomputation:
    """Return every leaf of a result beside that of another.

    `without`: names at the top that are left out; `anywhere`: also below.

    Conditioning: none.
    Method: leaf by leaf, by path.
    Error: numbers with a fraction up to `TOLERANCE` apart count as equal, and the largest
    difference is told; whole numbers, such as games won, must be equal.
    """
    before, after = (_leaves(data, without, anywhere) for data in (reported, recomputed))
    changed, equal, largest = [], 0, 0.0
    for path in dict.fromkeys([*before, *after]):
        stated, found = before.get(path, MISSING), after.get(path, MISSING)
        if type(stated) is type(found) and stated == found:
            equal += 1
            continue
        difference = _difference(stated, found)
        if difference is not None and difference <= TOLERANCE:
            largest = max(largest, difference)
        else:
            changed.append(
                ChangedFigure(path=path, reported=json.dumps(stated), recomputed=json.dumps(found))
            )
    return Recomputation(
        figures=len(before.keys() | after.keys()),
        equal=equal,
        largest_difference=largest,
        tolerance=TOLERANCE,
        changed=tuple(changed),
    )


def _difference(stated: Leaf, found: Leaf) -> float | None:
    """Return how far two numbers are apart, or None where that is no question of rounding."""
    if not isinstance(stated, float) or not isinstance(found, float):
        return None
    return abs(stated - found) / max(1.0, abs(stated))


def _leaves(
    data: Mapping[str, Any], without: Collection[str], anywhere: Collection[str]
) -> dict[str, Leaf]:
    chosen = {key: part for key, part in data.items() if key not in without}
    return dict(_walk(chosen, "", anywhere))


def _walk(part: Any, path: str, left_out: Collection[str]) -> Iterator[tuple[str, Leaf]]:
    """Yield every leaf with its path, but those of some names."""
    if isinstance(part, dict):
        for key, inner in part.items():
            if key not in left_out:
                yield from _walk(inner, f"{path}.{key}" if path else key, left_out)
    elif isinstance(part, list):
        yield f"{path}.length", len(part)
        for number, inner in enumerate(part):
            yield from _walk(inner, f"{path}.{number}", left_out)
    else:
        yield path, part
