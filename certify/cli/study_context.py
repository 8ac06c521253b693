"""Where a study works that a command calls: the user's cache, and the progress on the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from certify.cli.lasting import Run
from certify.cli.progress import Report
from certify.present.paragraphs import paragraphs
from certify.runtime.cache import Cache
from certify.runtime.context import Context


@dataclass(frozen=True)
class WatchedCache(Cache):
    """A cache that tells a run what is looked up, and when the first has to be worked out.

    Parameters
    ----------
    run : Run
        What is told.
    """

    run: Run

    def load(self, kind: str, key: Any) -> bytes | None:
        """Return what was stored, or None."""
        found = super().load(kind, key)
        if found is None:
            self.run.works()
        else:
            self.run.finds(self.path(kind, key))
        return found


def context_for(progress: Report, *, no_cache: bool, run: Run | None = None) -> Context:
    """Return where a study works: the cache, unless there is to be none, and the progress.

    Parameters
    ----------
    progress : callable
        Told of every step.
    no_cache : bool
        Whether nothing is looked up or kept.
    run : Run, optional
        What says how long it takes, as soon as something is not kept.

    Returns
    -------
    Context
        Where it works.
    """
    told: set[str] = set()

    def notice(sentence: str) -> None:
        if sentence not in told:
            told.add(sentence)
            click.echo(paragraphs(sentence), err=True)

    if no_cache:
        if run is not None:
            run.works()
        return Context(cache=None, progress=progress)
    user = Cache.of_user(notice)
    cache = user if run is None else WatchedCache(user.folder, notice, run)
    return Context(cache=cache, progress=progress)
