"""How long a command takes: said at its start, as it was measured on this machine the last times.

What a run takes depends on the machine and on what is kept already, so that no constant tells it.
The longest run of each kind is remembered beside the results that are kept.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from certify import __version__
from certify.cli.messages import paragraphs
from certify.spec.catalogue import LoadedGame
from certify.studies.cache import Cache

FILE = "durations.json"
LONG = 10.0
"""Seconds from which a run is worth a line."""


@contextmanager
def lasting(what: str, game: LoadedGame, *, no_cache: bool = False) -> Iterator[None]:
    """Say how long the block will take, if it took long before, and remember how long it takes.

    Parameters
    ----------
    what : str
        What is done, with what its duration depends on.
    game : LoadedGame
        With which game.
    no_cache : bool
        Whether nothing may be looked up: then the line does not say that less may do.
    """
    file = Cache.of_user(lambda sentence: None).folder / FILE
    changed = " ".join(f"{name}={value}" for name, value in game.changed)
    key = f"{__version__} {what} {game.spec.game.id} {changed}".strip()
    longest = _kept(file).get(key, 0.0)
    if longest >= LONG:
        less = "" if no_cache else ", and less where results are kept"
        sentence = f"This takes about {in_words(longest)}, as measured on this machine{less}."
        click.echo(paragraphs(sentence), err=True)
    began = time.monotonic()
    yield
    took = time.monotonic() - began
    if took >= LONG and took > longest:
        _keep(file, key, took)


def in_words(seconds: float) -> str:
    """Return a duration as it is said, such as 40 seconds, 7 minutes or 1.5 hours."""
    if seconds < 90:
        return f"{max(1, round(seconds))} second{'' if round(seconds) <= 1 else 's'}"
    if seconds < 5400:
        return f"{round(seconds / 60)} minutes"
    return f"{seconds / 3600:.2g} hours"


def _kept(file: Path) -> dict[str, float]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {key: value for key, value in found.items() if isinstance(value, int | float)}


def _keep(file: Path, key: str, seconds: float) -> None:
    # Without it the next run begins without a line; nothing else is lost.
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_text(json.dumps(_kept(file) | {key: round(seconds, 1)}), encoding="utf-8")
        part.replace(file)
