"""Computes the figures of a report again, from the rules alone, and compares."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from certify.errors import VerificationError
from certify.results.certification import Certification, CertifiedItem
from certify.results.fairness_certification import FairnessCertification
from certify.results.verification import ChangedFigure, Recomputation
from certify.spec.catalogue import LoadedGame
from certify.studies.about import Given
from certify.studies.certification import certify_game
from certify.studies.laws import Desk

TOLERANCE = 1e-11
"""Up to which numbers count as equal, absolute below one and relative above: ten times the bound
of what is exact, since another processor may add in another order."""

NOT_COMPUTED = frozenset({"command", "enclosures", "engine_version", "engine_sha256", "software"})
"""Fields at the top of the results that say who made them, which no computation gives."""

MISSING = "(not there)"

Leaf = str | int | float | bool | None


def recompute(
    item: CertifiedItem,
    game: LoadedGame,
    given: Given | None = None,
    *,
    desk: Desk | None = None,
) -> Recomputation:
    """Return the figures of a report beside the same computed again.

    Parameters
    ----------
    item : Certification or FairnessCertification
        The content of the report.
    game : LoadedGame
        The rules that it carries, with the changes that it states.
    given : Given, optional
        Laboratory, client and requirements, if it carries them.
    desk : Desk, optional
        Cache and progress; without a cache everything is worked out anew.

    Returns
    -------
    Recomputation
        What differs, by its place.

    Notes
    -----
    Conditioning: none.
    Method: the study that made the report, on the rules in it; every leaf of its JSON is compared.
    Error: numbers up to `TOLERANCE` apart count as equal, and the largest difference is told;
    whole numbers, such as games won, must be equal.
    """
    again = _again(item, game, given, desk or Desk())
    reported, recomputed = _leaves(item), _leaves(again)
    changed, equal, largest = [], 0, 0.0
    for path in dict.fromkeys([*reported, *recomputed]):
        stated, found = reported.get(path, MISSING), recomputed.get(path, MISSING)
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
        figures=len(reported.keys() | recomputed.keys()),
        equal=equal,
        largest_difference=largest,
        tolerance=TOLERANCE,
        changed=tuple(changed),
    )


def _again(item: CertifiedItem, game: LoadedGame, given: Given | None, desk: Desk) -> CertifiedItem:
    """Return the content of the report, computed."""
    if isinstance(item, Certification):
        return certify_game(
            game,
            issued=item.issued,
            command=item.command,
            desk=desk,
            brief=item.sensitivity is None,
            given=given,
        )
    if isinstance(item, FairnessCertification):
        # Its statistics load slowly, and the report of a game with a house needs none of them.
        from certify.studies.fairness.certification import certify_between

        return certify_between(
            game,
            issued=item.issued,
            command=item.command,
            desk=desk,
            brief=item.extent.is_brief,
            given=given,
        )
    raise VerificationError(f"{type(item).__name__} is no report whose figures are computed")


def _difference(stated: Leaf, found: Leaf) -> float | None:
    """Return how far two numbers are apart, or None where that is no question of rounding."""
    if not isinstance(stated, float) or not isinstance(found, float):
        return None
    return abs(stated - found) / max(1.0, abs(stated))


def _leaves(item: CertifiedItem) -> dict[str, Leaf]:
    """Return everything computed, by its path."""
    data = json.loads(item.to_json(indent=None))
    return dict(_walk({key: part for key, part in data.items() if key not in NOT_COMPUTED}, ""))


def _walk(part: Any, path: str) -> Iterator[tuple[str, Leaf]]:
    if isinstance(part, dict):
        for key, inner in part.items():
            yield from _walk(inner, f"{path}.{key}" if path else key)
    elif isinstance(part, list):
        yield f"{path}.length", len(part)
        for number, inner in enumerate(part):
            yield from _walk(inner, f"{path}.{number}")
    else:
        yield path, part
