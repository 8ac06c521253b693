"""Records what a command worked out in the ledger, before anybody is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from certify.cli.context import WORDS
from certify.evidence.ledger.recording import Work
from certify.evidence.ledger.recording import record as add_to
from certify.evidence.ledger.store import Ledger
from certify.language.game import LoadedGame
from certify.results import Result


def record(
    result: Result,
    game: LoadedGame | None = None,
    *,
    inputs: Iterable[Path | None] = (),
    outputs: Mapping[Path, bytes] | None = None,
    met: bool | None = None,
    fixed: Mapping[str, str | None] | None = None,
) -> None:
    """Record a result in the user's ledger, unless there is to be none.

    Parameters
    ----------
    result : Result
        What came out.
    game : LoadedGame, optional
        The game that it is about, with its settings.
    inputs : iterable of Path, optional
        Other files that it began from; None is left out.
    outputs : mapping, optional
        Files that are written next, with their bytes.
    met : bool, optional
        Whether the criteria are met, if there are any.
    fixed : mapping, optional
        Options that are given otherwise when the work is done again: see
        `certify.evidence.ledger.result.LedgerEntry`.

    Raises
    ------
    LedgerError
        If it cannot be recorded; then nothing is told or written.
    """
    context = click.get_current_context()
    ledger = Ledger.of_user(context.find_root().params.get("ledger"))
    if ledger is None:
        return
    words: tuple[str, ...] = context.meta[WORDS]
    given: dict[str, Any] = context.params
    add_to(
        ledger,
        Work(
            words=words,
            result=result,
            game=game,
            named=str(given.get("game", "")),
            inputs=tuple(path for path in inputs if path is not None),
            outputs=outputs or {},
            seed=given.get("seed"),
            met=met,
            fixed=fixed or {},
        ),
    )
