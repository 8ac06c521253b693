"""Progress on standard error: a bar for what takes long, and a word about compiling."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from certify.cli import durations
from certify.numerics.jit import when_compiling
from certify.present.paragraphs import paragraphs
from certify.present.quantity import in_words

DELAY = 2.0
"""Seconds after which a bar appears."""

WIDTH = 45
"""Letters that are shown of what is being done."""

BAR = 20
"""Columns of the bar."""

Report = Callable[[int, int, str], None]
"""Told the steps done, the steps in all, and what is being done."""

ALMOST = 1e-9
LINES_BELOW = 3
"""Lines of the terminal that an early answer leaves for the bar."""

COMPILING = (
    "The first analysis of its kind with this version on this machine compiles numerical kernels, "
    f"which takes up to {in_words(durations.COMPILING)}; they are kept for later."
)


@contextmanager
def working(doing: str, *, letters: int = WIDTH, bar: int = BAR) -> Iterator[Report]:
    """Show progress while the block runs, if it takes longer than `DELAY` and on a terminal only.

    Whoever works tells every step; else the bar only shows that work goes on. `letters` are those
    that are shown of what is being done, `bar` the columns of the bar.
    """
    console = Console(stderr=True)
    with when_compiling(lambda: _say(console, COMPILING)):
        if console.is_terminal:
            with _bar(doing, console, letters, bar) as (report, _):
                yield report
        else:
            yield lambda done, total, doing: None


def _say(console: Console, sentence: str) -> None:
    """Print a sentence to standard error; at a terminal above what is shown there."""
    if console.is_terminal:
        console.print(Text(paragraphs(sentence)))
    else:
        click.echo(paragraphs(sentence), err=True)


class Shown(Progress):
    """A bar, and above it an early answer that the next replaces."""

    early = ""

    def get_renderables(self) -> Iterable[RenderableType]:
        """Yield the early answer, as much of it as the terminal has room for, and the bar."""
        if self.early:
            lines = self.early.splitlines()
            room = self.console.height - LINES_BELOW
            yield Text("\n".join(lines if len(lines) <= room else [*lines[: room - 1], ".."]))
        yield from super().get_renderables()


@contextmanager
def showing(doing: str) -> Iterator[tuple[Report, Callable[[str], None] | None]]:
    """Show progress as `working` does, and early answers above it.

    There are none where standard error is no terminal, and nobody would read one.
    """
    console = Console(stderr=True)
    with when_compiling(lambda: _say(console, COMPILING)):
        if not console.is_terminal:
            yield (lambda done, total, doing: None), None
            return
        with _bar(doing, console, WIDTH, BAR) as (report, bar):

            def early(text: str) -> None:
                bar.early = text
                bar.refresh()

            yield report, early


@contextmanager
def _bar(
    doing: str, console: Console, letters: int, columns: int
) -> Iterator[tuple[Report, Shown]]:
    bar = Shown(
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

        def report(done: int, total: int, doing: str) -> None:
            # The clock of what is complete stands still, and more may follow.
            almost = min(done, total - ALMOST)
            bar.update(task, completed=almost, total=total, description=doing[:letters])

        yield report, bar
    finally:
        timer.cancel()
        timer.join()
        if bar.live.is_started:
            bar.stop()
