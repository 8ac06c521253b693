"""Computes the figures of a report again, from the rules alone, and compares."""

from __future__ import annotations

import json
from typing import Any

from certify.errors import VerificationError
from certify.results.certification import Certification, CertifiedItem
from certify.results.fairness_certification import FairnessCertification
from certify.results.verification import Recomputation
from certify.spec.catalogue import LoadedGame
from certify.studies.about import Given
from certify.studies.certification import certify_game
from certify.studies.comparison import compare
from certify.studies.desk import Desk

NOT_COMPUTED = frozenset({"command", "enclosures", "engine_version", "engine_sha256", "software"})
"""Fields at the top of the results that say who made them, which no computation gives."""


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
    Error: that of `certify.studies.comparison`.
    """
    again = _again(item, game, given, desk or Desk())
    return compare(_data(item), _data(again), NOT_COMPUTED)


def _data(item: CertifiedItem) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(item.to_json(indent=None))
    return found


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
            games=item.extent.games,
            search_games=item.extent.search_games,
            given=given,
        )
    raise VerificationError(f"{type(item).__name__} is no report whose figures are computed")
