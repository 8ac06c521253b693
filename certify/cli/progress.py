"""Progress on standard error: a bar for what takes long, and a word about compiling."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from certify.cli.messages import paragraphs
from certify.numerics.jit import must_compile
from certify.studies.cache import Cache
from certify.studies.laws import Desk

DELAY = 2.0
"""Seconds after which a bar appears."""

WIDTH = 45
"""Letters that are shown of what is being done."""

Report = Callable[[int, int, str], None]
"""Told the steps done, the steps in all, and what is being done."""

COMPILING = (
    "The first analysis with this version on this machine compiles the numerical kernels, which "
    "takes some 10 to 20 seconds; later runs take about 2."
)


def desk_for(progress: Report, *, no_cache: bool) -> Desk:
    """Return where a study works: the user's cache, unless he wants none, and the progress."""
    told: set[str] = set()

    def notice(sentence: str) -> None:
        if sentence not in told:
            told.add(sentence)
            click.echo(paragraphs(sentence), err=True)

    return Desk(cache=None if no_cache else Cache.of_user(notice), progress=progress)


@contextmanager
def working(doing: str) -> Iterator[Report]:
    """Show progress while the block runs, if it takes longer than `DELAY` and on a terminal only.

    Parameters
    ----------
    doing : str
        What is being done, until the first report tells more.

    Yields
    ------
    callable
        To be told of every step; without it the bar only shows that work goes on.
    """
    if must_compile():
        click.echo(paragraphs(COMPILING), err=True)
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda done, total, doing: None
        return
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    task = bar.add_task(doing, total=None)
    timer = threading.Timer(DELAY, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda done, total, doing: bar.update(
            task, completed=done, total=total, description=doing[:WIDTH]
        )
    finally:
        timer.cancel()
        timer.join()
        if bar.live.is_started:
            bar.stop()
