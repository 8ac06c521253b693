"""Computes the figures of a report again, from the rules alone, and compares."""

from __future__ import annotations

import json
from typing import Any

from certify.evidence.comparison import compare
from certify.evidence.verification.result import Check, Recomputation
from certify.language.game import LoadedGame
from certify.runtime.context import Context
from certify.studies.certification.about import Given
from certify.studies.certification.kinds import kind_of
from certify.studies.item.result import CertifiedItem

NOT_COMPUTED = frozenset({"command", "enclosures", "software"})
"""Fields at the top of the results that say who made them, which no computation gives."""

MADE_BY = frozenset({"engine_version", "engine_sha256"})
"""Fields, also of parts, that say which version made them."""

NAMES_VERSION = frozenset({"plan_sha256"})
"""Fields, also of parts, that are others for each version: hashes of what names it."""

MOST_CHANGED = 30
"""Changed figures that a check names; the recomputation has all of them."""


def recompute(
    item: CertifiedItem,
    game: LoadedGame,
    given: Given | None = None,
    *,
    context: Context | None = None,
) -> Recomputation:
    """Return the figures of a report beside the same computed again.

    `game`: the rules that it carries, with the changes that it states. `context`: cache and
    progress; without a cache everything is worked out anew.

    Conditioning: none.
    Method: the study that made the report, on the rules in it; every leaf of its JSON is compared.
    Error: that of `certify.evidence.comparison`.
    """
    again = _again(item, game, given, context or Context())
    is_other = item.engine_version != again.engine_version
    anywhere = MADE_BY | NAMES_VERSION if is_other else MADE_BY
    return compare(_data(item), _data(again), NOT_COMPUTED, anywhere=anywhere)


def _data(item: CertifiedItem) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(item.to_json(indent=None))
    return found


def _again(
    item: CertifiedItem, game: LoadedGame, given: Given | None, context: Context
) -> CertifiedItem:
    """Return the content of the report, computed."""
    return kind_of(item).work(
        game,
        issued=item.issued,
        command=item.command,
        context=context,
        given=given,
        **item.asked,
    )


def figures_check(again: Recomputation | None) -> Check:
    """Return the check that figures are those computed again; None if no rules can be read."""
    if again is None:
        told = "They cannot be computed again: the report carries no rules that can be read."
        return Check(id="figures", title="Figures", verdict="failed", text=told)
    details = [
        f"{one.path}: {one.reported} in the report, {one.recomputed} computed again"
        for one in again.changed[:MOST_CHANGED]
    ]
    if len(again.changed) > MOST_CHANGED:
        details.append(f"and {len(again.changed) - MOST_CHANGED:,} more")
    return Check(
        id="figures",
        title="Figures",
        verdict="failed" if again.changed else "passed",
        text=_told(again),
        details=tuple(details),
    )


def _told(again: Recomputation) -> str:
    if again.changed:
        return (
            f"{len(again.changed):,} of {again.figures:,} figures and texts came out otherwise "
            "when they were computed again."
        )
    if again.figures == again.equal:
        return f"All {again.figures:,} figures and texts came out equal to the last bit."
    return (
        f"{again.equal:,} of {again.figures:,} figures and texts came out equal to the last bit, "
        f"the others up to {again.largest_difference:.1e}."
    )
