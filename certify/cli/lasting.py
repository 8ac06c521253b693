"""How long a command takes, said once: where its work begins, or where it is asked about.

What a run takes depends on the machine and on what is kept already. Beside the results that are
kept, the last run of each kind is remembered that looked nothing up, or a longer one that did.
Until there is one, what is told is what the run took when this version was made
(`certify.cli.durations`), and the sentence says which of both it is.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import click

from certify import __version__
from certify.cli.durations import Reference
from certify.errors import EngineError
from certify.language.game import LoadedGame
from certify.present.paragraphs import paragraphs
from certify.present.quantity import in_words
from certify.runtime.cache import Cache

FILE = "durations.json"
LONG = 10.0
"""Seconds from which a run is worth a line."""

VERY_LONG = 3600.0
"""Seconds beyond which a run must be wanted."""

NUMBERS = {1: "one core", 2: "two cores"}


@dataclass(frozen=True)
class Duration:
    """How long a run will take.

    Attributes
    ----------
    key : str
        What is done, with all that its duration depends on.
    reference : Reference or None
        How long it took when this version was made, if that is known.
    measured : float
        The seconds that are remembered of such a run on this machine; 0 if there was none.
    no_cache : bool
        Whether nothing may be looked up: then it is not said that less may do.
    """

    key: str
    reference: Reference | None = None
    measured: float = 0.0
    no_cache: bool = False

    @property
    def seconds(self) -> float:
        """The seconds that are told."""
        return self.measured or (self.reference.seconds if self.reference else 0.0)

    @property
    def is_very_long(self) -> bool:
        """Whether to ask; a run that was begun unasked once is not asked about the next time."""
        expected = self.reference.seconds if self.reference else 0.0
        return min(self.seconds, expected) > VERY_LONG

    def told(self) -> str:
        """Return the duration in words, and who measured it, as what follows a subject."""
        less = "" if self.no_cache else ", and less where results are kept"
        if self.measured or self.reference is None:
            return f"takes about {in_words(self.seconds)}, as measured on this machine{less}"
        number = self.reference.cores
        cores = NUMBERS.get(number, f"{number:,} cores")
        other, longer = self.reference.measured_with, round(self.reference.longer)
        if longer > 1:
            return (
                f"takes longer than {other}, which took about {in_words(self.seconds)} on"
                f" {cores} when certify {__version__} was made:"
                f" one game takes {longer} times as long"
                + ("" if self.no_cache else "; where results are kept it takes less")
            )
        return (
            f"takes about {in_words(self.seconds)} on {cores},"
            f" as measured{f' with {other}' if other else ''} when certify {__version__} was"
            f" made{less}"
        )


class Run:
    """A run that says how long it takes before its first work, and remembers how long it took."""

    def __init__(self, duration: Duration, *, said: bool = False) -> None:
        self.duration = duration
        self._is_said = said
        self._began = time.time()
        self._works = False
        self._finds = False

    def works(self) -> None:
        """Say how long it takes, if that is long and was not said; there is something to do."""
        if not self._is_said and self.duration.seconds >= LONG:
            click.echo(paragraphs(f"This {self.duration.told()}."), err=True)
        self._is_said = self._works = True

    def finds(self, path: Path) -> None:
        """Take note of a result that is looked up: one from before spares work."""
        with suppress(OSError):
            if path.stat().st_mtime < self._began:
                self._finds = True

    def took(self, seconds: float) -> None:
        """Remember how long it took, unless it was short since something had been kept."""
        reference, measured = self.duration.reference, self.duration.measured
        if self._works and not self._finds:
            # It tells more than any before: the first ones compile, too.
            is_told = measured > 0.0 or seconds >= LONG
        else:
            is_told = seconds > max(LONG, measured, reference.seconds if reference else 0.0)
        if is_told:
            _keep(_file(), self.duration.key, seconds)


def duration_of(
    what: str, game: LoadedGame, reference: Reference | None = None, *, no_cache: bool = False
) -> Duration:
    """Return how long a run will take.

    As it was measured on this machine, or else when this version was made.
    """
    changed = " ".join(f"{name}={value}" for name, value in game.changed)
    key = f"{__version__} {what} {game.spec.game.id} {changed}".strip()
    return Duration(key, reference, _kept(_file()).get(key, 0.0), no_cache)


@contextmanager
def lasting(duration: Duration, *, said: bool = False) -> Iterator[Run]:
    """Remember how long the block takes; it tells the run what is worked out or looked up."""
    run = Run(duration, said=said)
    began = time.monotonic()
    yield run
    run.took(time.monotonic() - began)


def ask_if_very_long(
    duration: Duration, subject: str = "this", *, hint: str = "", yes: bool
) -> bool:
    """Ask whether a very long run is wanted; where nobody can be asked, it must have been said.

    Return whether somebody was asked, and so knows how long it takes.
    """
    if not duration.is_very_long:
        return False
    return ask_to_begin(f"{subject} {duration.told()}{hint}", yes=yes)


def ask_to_begin(told: str, *, yes: bool) -> bool:
    """Ask whether to begin, unless that was said; return whether somebody was asked.

    `told` is what would be begun, and how long it takes: a sentence without its full stop. Raises
    `EngineError` if nobody can be asked.
    """
    if yes:
        return False
    if not can_be_asked():
        raise EngineError(f"{told}; give --yes to begin all the same")
    click.confirm(paragraphs(f"{told[0].upper()}{told[1:]}. Begin?"), abort=True, err=True)
    return True


def can_be_asked() -> bool:
    """Return whether somebody sits at the terminal."""
    return sys.stdin.isatty()


def _file() -> Path:
    return Cache.of_user(lambda sentence: None).folder / FILE


def _kept(file: Path) -> dict[str, float]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {key: value for key, value in found.items() if isinstance(value, int | float)}


def _keep(file: Path, key: str, seconds: float) -> None:
    # Without it the next run tells what was measured elsewhere; nothing else is lost.
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_text(json.dumps(_kept(file) | {key: round(seconds, 1)}), encoding="utf-8")
        part.replace(file)
