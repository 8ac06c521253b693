"""Where a study works that a command calls: the user's cache, and the progress on the screen."""

from __future__ import annotations

import click

from certify.cli.messages import paragraphs
from certify.cli.progress import Report
from certify.studies.cache import Cache
from certify.studies.desk import Desk


def desk_for(progress: Report, *, no_cache: bool) -> Desk:
    """Return where a study works: the cache, unless there is to be none, and the progress."""
    told: set[str] = set()

    def notice(sentence: str) -> None:
        if sentence not in told:
            told.add(sentence)
            click.echo(paragraphs(sentence), err=True)

    return Desk(cache=None if no_cache else Cache.of_user(notice), progress=progress)
