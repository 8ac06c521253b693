"""Results kept on disk by what they follow from, so that they are worked out once."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from stat import S_ISREG
from typing import Any, TypeVar

from platformdirs import user_cache_path

from certify.numerics.fingerprint import fingerprint
from certify.runtime.canonical import sha256_of
from certify.runtime.files import put, sealed, unsealed

FOLDER_VARIABLE = "CERTIFY_CACHE"
ROOTS = {
    "banked": "certify.studies.banked.study",
    "banked-odds": "certify.studies.banked.kept_odds",
    "banked-step": "certify.exact.banked.odds",
    "banked-situations": "certify.studies.banked.situations",
    "best-round": "certify.studies.returns.best_round",
    "crosscheck": "certify.studies.crosscheck.study",
    "crosscheck-blackjack": "certify.studies.crosscheck.blackjack",
    "crosscheck-policies": "certify.studies.crosscheck.policies",
    "cut-card": "certify.studies.crosscheck.cut_card",
    "compositions": "certify.studies.shoe.compositions",
    "compositions-banked": "certify.studies.shoe.analysed",
    "monitor-blackjack": "certify.studies.monitoring.blackjack_lines",
    "paytable": "certify.studies.paytable.study",
    "played": "certify.studies.fairness.parts",
    "exposed": "certify.studies.exposure.study",
    "games": "certify.studies.specs.listing",
    "hand": "certify.studies.strategy.hand",
    "libraries": "certify.evidence.libraries",
    "removal": "certify.studies.shoe.compositions",
    "removal-banked": "certify.studies.shoe.analysed",
    "removal-held": "certify.studies.shoe.analysed",
    "rtp": "certify.studies.returns.study",
    "rtp-blackjack": "certify.studies.banked.blackjack",
    "shoe": "certify.studies.shoe.study",
    "shoe-banked": "certify.studies.shoe.analysed",
    "solved": "certify.studies.fairness.solved",
    "split-chances": "certify.studies.shoe.compositions",
    "split-distribution": "certify.studies.returns.round_distributions",
    "split-wagered": "certify.studies.returns.round_distributions",
    "strategy": "certify.studies.strategy.study",
    "strategy-banked": "certify.studies.banked.situations",
    "strategy-cost": "certify.studies.strategy.cost.study",
    "use-of-rules": "certify.studies.fairness.use",
    "whatif": "certify.studies.whatif.study",
}
"""By kind of result, the module that works it out: what it rests on, its results rest on."""

FIGURES = "certify.studies"
"""What every other kind rests on: all figures."""

WORDED = {
    "fairness": "certify.studies.fairness.study",
    "spec-figures": "certify.studies.spec_figures",
    "headings": "certify.evidence.report.document",
}
"""The same of other kinds, where the wording is part of what is kept."""

MOST_ENTRIES = 1_000
ROOMS = {
    "games": 8,
    "libraries": 8,
    "split-distribution": 6000,
    "split-wagered": 6000,
    "whatif": 2000,
    "compositions": 20_000,
    "played": 10_000,
}
"""Kinds of small results, and of large ones, that have a number of their own.

The others share `MOST_ENTRIES`.
"""

MOST_BYTES = {"banked-step": 2_000_000_000}
"""Kinds of parts of long runs, of which so many bytes are kept, however many they are."""

SPARE = 10
"""Where a room is full, one part of it in so many is cleared, so that this is seldom done."""

PROCESSES = 4
"""That may store at the same time: each looks again before so many could have filled the folder."""

DAMAGED = "The stored result {path} is damaged; it is worked out again."
ENTRY = re.compile(r"[a-z-]+-[0-9a-f]{64}")
PART = "certify-part-"
LONG_AGO = 86_400.0
"""Names of results, and of their parts while they are written, for less than so many seconds.

Nothing else in the folder is ever touched.
"""

Read = TypeVar("Read")


def engine_fingerprint(kind: str) -> str:
    """Return a SHA-256 of the sources that make a kind of result.

    `kind`: the kind, as it is kept; of one that nobody names, all figures count. The result: 64
    hexadecimal digits, others for other code, so that none of its results are taken.
    """
    if kind in WORDED:
        return fingerprint((WORDED[kind],), words=True)
    return fingerprint((ROOTS.get(kind, FIGURES),))


@dataclass(frozen=True)
class Cache:
    """A folder of results.

    Each file is the SHA-256 of its content and the content. A file that is damaged counts as not
    there; one that cannot be written is done without.

    `notice`: told in a sentence of everything that does not go as it should.
    """

    folder: Path
    notice: Callable[[str], None]
    _unlooked: dict[str | None, int] = field(
        default_factory=dict, compare=False, repr=False, kw_only=True
    )
    """By room, how many results may be stored before the folder is looked at again."""

    @classmethod
    def of_user(cls, notice: Callable[[str], None]) -> Cache:
        """Return the user's own cache, or that which the environment names."""
        given = os.environ.get(FOLDER_VARIABLE)
        return cls(Path(given).expanduser() if given else user_cache_path("certify"), notice)

    def path(self, kind: str, key: Any) -> Path:
        """Return the file for what follows from `key`, plain data, by this engine."""
        return self.folder / f"{kind}-{sha256_of([engine_fingerprint(kind), kind, key])}"

    def load(self, kind: str, key: Any) -> bytes | None:
        """Return what was stored, or None."""
        path = self.path(kind, key)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            self.notice(
                f"What is stored in {self.folder} cannot be read: {error.strerror or error}."
            )
            return None
        try:
            return unsealed(content)
        except ValueError:
            self.notice(DAMAGED.format(path=path))
            return None

    def load_as(self, kind: str, key: Any, read: Callable[[bytes], Read]) -> Read | None:
        """Return what was stored as `read` makes it of the bytes, or None if it cannot."""
        payload = self.load(kind, key)
        if payload is None:
            return None
        try:
            return read(payload)
        except Exception:  # noqa: BLE001
            # What was changed with its hash can fail in any way; it counts as not there.
            self.notice(DAMAGED.format(path=self.path(kind, key)))
            return None

    def store(self, kind: str, key: Any, payload: bytes) -> None:
        """Keep a result; it appears whole or not at all."""
        path = self.path(kind, key)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            put(path, sealed(payload), prefix=PART)
        except OSError as error:
            self.notice(
                f"The result cannot be stored in {self.folder}: {error.strerror or error}; it will "
                "have to be worked out again next time."
            )
        else:
            self._forget_oldest(path, kind)

    def forget(self, kind: str, key: Any) -> None:
        """Delete a result that nobody needs any more."""
        with suppress(OSError):
            self.path(kind, key).unlink()

    def _forget_oldest(self, stored: Path, kind: str) -> None:
        """Delete the oldest results but for the one just stored; others may do so meanwhile.

        With them go the parts that a process left which was killed while it wrote.
        """
        room = _room(stored.name)
        if self._unlooked.get(room, 0) > 0:
            self._unlooked[room] -= 1
            return
        names: list[str] = []
        with suppress(OSError):
            names = os.listdir(self.folder)
        for name in names:
            if name.startswith(PART):
                with suppress(OSError):
                    if time.time() - (self.folder / name).stat().st_mtime > LONG_AGO:
                        os.unlink(self.folder / name)
        most = inf if kind in MOST_BYTES else ROOMS.get(kind, MOST_ENTRIES)
        others = [
            self.folder / name
            for name in names
            if ENTRY.fullmatch(name) and name != stored.name and _room(name) == room
        ]
        # There may be tens of thousands: they are asked for their age only where some must go.
        if len(others) < most < inf:
            self._unlooked[room] = (int(most) - len(others) - 1) // PROCESSES
            return
        ages, size = [], 0
        with suppress(OSError):
            size = stored.stat().st_size
        for path in others:
            with suppress(OSError):
                told = path.stat()
                if S_ISREG(told.st_mode):
                    ages.append((told.st_mtime, path, told.st_size))
        for number, (_, path, own) in enumerate(sorted(ages, reverse=True), start=2):
            size += own
            if number > most - most // SPARE or size > MOST_BYTES.get(kind, inf):
                with suppress(OSError):
                    os.unlink(path)


def _room(name: str) -> str | None:
    """Return the kind of a result by its file's name, if that has a room of its own."""
    kind = name.rpartition("-")[0]
    return kind if kind in ROOMS or kind in MOST_BYTES else None
