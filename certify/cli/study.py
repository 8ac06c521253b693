"""How a command asks a study: of which game, with what is kept, and with a record of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from certify.cli.lasting import Run
from certify.cli.output import WORDS
from certify.cli.progress import Report
from certify.errors import StateSpaceError
from certify.evidence.ledger.recording import Work
from certify.evidence.ledger.recording import record as add_to
from certify.evidence.ledger.store import Ledger
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_overrides, names_in, with_wagers
from certify.present.paragraphs import paragraphs
from certify.results import Result
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers

if TYPE_CHECKING:
    from certify.library import Game


def loaded_game(game: str, assignments: tuple[str, ...], wagers: str | None) -> LoadedGame:
    """Return the game that GAME, ``--set`` and ``--wagers`` select."""
    loaded = apply_overrides(load_game(game), assignments)
    return loaded if wagers is None else with_wagers(loaded, names_in(wagers))


@contextmanager
def played_instead() -> Iterator[None]:
    """Send to `certify simulate` where the block finds a game beyond the exact engine."""
    try:
        yield
    except StateSpaceError as error:
        # As it was asked for: of a file that the catalogue does not list the id is no help.
        game = click.get_current_context().params["game"]
        raise StateSpaceError(f"{error}; certify simulate {game} plays it instead") from None


def asked_game(
    game: str, assignments: tuple[str, ...], shoe: str | None, wagers: str | None = None
) -> Game:
    """Return the game that GAME and its options select, nothing solved yet."""
    from certify.library import Game

    found = Game(loaded_game(game, assignments, wagers)).changed(shoe=shoe)
    # Its errors name commands, where those of the library name calls.
    _ = found.house
    return found


def given_workers(workers: int | None, scheduler: str | None) -> Workers:
    """Return who works, as ``--workers`` and ``--scheduler`` say."""
    if workers is not None and scheduler is not None:
        raise click.UsageError("--workers is for this machine; a scheduler has its own workers.")
    return Workers(processes=workers, scheduler=scheduler)


def workers_for(asked: Game, workers: int | None, scheduler: str | None) -> Workers:
    """Return who works out the pieces of a game, if it has any."""
    found = given_workers(workers, scheduler)
    if not asked.house.in_pieces and (workers is not None or scheduler is not None):
        raise click.UsageError(
            "--workers and --scheduler: only for games that are analysed from their spec;"
            f" {asked.id} is worked out by one process."
        )
    return found


@dataclass(frozen=True)
class WatchedCache(Cache):
    """A cache that tells a run what is looked up, and when the first has to be worked out."""

    run: Run

    def load(self, kind: str, key: Any) -> bytes | None:
        """Return what was stored, or None."""
        found = super().load(kind, key)
        if found is None:
            self.run.works()
        else:
            self.run.finds(self.path(kind, key))
        return found


def context_for(
    progress: Report, *, no_cache: bool, run: Run | None = None, is_patient: bool = False
) -> Context:
    """Return where a study works: with the user's cache, unless there is to be none.

    `run` says how long it takes, as soon as something is found that is not kept. `is_patient`: it
    may take very long.
    """
    told: set[str] = set()

    def notice(sentence: str) -> None:
        if sentence not in told:
            told.add(sentence)
            click.echo(paragraphs(sentence), err=True)

    if no_cache:
        if run is not None:
            run.works()
        return Context(cache=None, progress=progress, is_patient=is_patient, tell=notice)
    user = Cache.of_user(notice)
    cache = user if run is None else WatchedCache(user.folder, notice, run)
    return Context(cache=cache, progress=progress, is_patient=is_patient, tell=notice)


def record(
    result: Result,
    game: LoadedGame | None = None,
    *,
    inputs: Iterable[Path | None] = (),
    outputs: Mapping[Path, bytes] | None = None,
    met: bool | None = None,
    fixed: Mapping[str, str | None] | None = None,
) -> None:
    """Record a result in the user's ledger, unless there is to be none, before it is told.

    `inputs` are other files that it began from, `outputs` those that are written next; `fixed` are
    options that are given otherwise when it is done again. Raises `LedgerError` if it cannot be
    recorded; then nothing is told or written.
    """
    context = click.get_current_context()
    ledger = Ledger.of_user(context.find_root().params.get("ledger"))
    if ledger is None:
        return
    given: dict[str, Any] = context.params
    add_to(
        ledger,
        Work(
            words=context.meta[WORDS],
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
