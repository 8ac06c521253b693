"""Progress on standard error: a bar for what takes long, and a word about compiling."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from certify.cli.messages import paragraphs
from certify.numerics.jit import when_compiling

DELAY = 2.0
"""Seconds after which a bar appears."""

WIDTH = 45
"""Letters that are shown of what is being done."""

BAR = 20
"""Columns of the bar."""

Report = Callable[[int, int, str], None]
"""Told the steps done, the steps in all, and what is being done."""

COMPILING = (
    "The first analysis of its kind with this version on this machine compiles numerical kernels, "
    "which takes up to half a minute; they are kept for later."
)


@contextmanager
def working(doing: str, *, letters: int = WIDTH, bar: int = BAR) -> Iterator[Report]:
    """Show progress while the block runs, if it takes longer than `DELAY` and on a terminal only.

    Parameters
    ----------
    doing : str
        What is being done, until the first report tells more.
    letters, bar : int
        Letters that are shown of what is being done, and columns of the bar.

    Yields
    ------
    callable
        To be told of every step; without it the bar only shows that work goes on.
    """
    console = Console(stderr=True)
    with when_compiling(lambda: click.echo(paragraphs(COMPILING), err=True)):
        if console.is_terminal:
            with _bar(doing, console, letters, bar) as report:
                yield report
        else:
            yield lambda done, total, doing: None


@contextmanager
def _bar(doing: str, console: Console, letters: int, columns: int) -> Iterator[Report]:
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=columns),
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
            task, completed=done, total=total, description=doing[:letters]
        )
    finally:
        timer.cancel()
        timer.join()
        if bar.live.is_started:
            bar.stop()
