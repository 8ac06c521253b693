"""Games that are played in the browser: each is its log on the disk, from which it goes on."""

from __future__ import annotations

import json
import re
import secrets
import threading
from collections import OrderedDict
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from certify.web.shelf import Shelf

if TYPE_CHECKING:
    from certify.web.opponents import Opponents
    from certify.web.table import Table

NAME = re.compile(r"[0-9a-f]{24}")
LOG, ABOUT = ".jsonl", ".json"
MOST_OPEN = 64
"""Tables that are kept in memory; others go on from their logs."""

MOST_TABLES = 2_000
"""Logs that are kept; the oldest go."""


class Tables:
    """The tables of a server, in a folder.

    What plays is imported when somebody sits down, so that the first page is there at once.
    """

    def __init__(self, folder: Path, shelf: Shelf) -> None:
        self.folder, self.shelf = folder, shelf
        self._open: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()
        folder.mkdir(parents=True, exist_ok=True)

    @cached_property
    def opponents(self) -> Opponents:
        """The process of those who search."""
        from certify.web.opponents import Opponents

        return Opponents(self.shelf)

    def close(self) -> None:
        """End what was begun."""
        if "opponents" in vars(self):
            self.opponents.close()

    def open(
        self,
        game: str,
        *,
        players: int | None = None,
        seat: int = 1,
        policy: str = "",
        seed: int | None = None,
        wagers: str = "",
    ) -> Table:
        """Begin a game; `seat` is the person's, from 1, `wagers` those that are made.

        Raises a `SpecError`.
        """
        from certify.web.table import begun

        name = secrets.token_hex(12)
        log = self.folder / f"{name}{LOG}"
        table = begun(
            self.shelf,
            self.opponents,
            log,
            game,
            players=players,
            seat=seat,
            policy=policy,
            seed=seed,
            wagers=wagers,
        )
        about = json.dumps({"game": game, "seat": seat - 1})
        (self.folder / f"{name}{ABOUT}").write_text(about, encoding="utf-8")
        self._keep(table)
        self._tidy()
        return table

    def table(self, name: str) -> Table:
        """Return a table by its name, from its log if need be; `KeyError` if there is none."""
        if NAME.fullmatch(name) is None:
            raise KeyError(name)
        with self._lock:
            if name in self._open:
                self._open.move_to_end(name)
                return self._open[name]
        from certify.web.table import again

        log = self.folder / f"{name}{LOG}"
        try:
            about = json.loads((self.folder / f"{name}{ABOUT}").read_bytes())
            text = log.read_text(encoding="utf-8")
        except (OSError, ValueError):
            raise KeyError(name) from None
        table = again(self.shelf, self.opponents, log, about["game"], seat=about["seat"], text=text)
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        with self._lock:
            self._open[table.name] = table
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)

    def _tidy(self) -> None:
        logs = sorted(self.folder.glob(f"*{LOG}"), key=lambda path: path.stat().st_mtime)
        for path in logs[: max(0, len(logs) - MOST_TABLES)]:
            path.unlink(missing_ok=True)
            path.with_suffix(ABOUT).unlink(missing_ok=True)
