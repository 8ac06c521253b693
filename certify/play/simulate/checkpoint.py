"""Keeps every finished shard in a folder, so that a run can be killed at any moment and go on.

The folder holds the description of the job, a lock, and the statistics of games. Each file is the
SHA-256 of its content and the content; it appears whole or not at all. Between two looks the files
of games that follow each other are put together now and then, so that their number stays small.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from certify.errors import CheckpointError, OutputError, listed
from certify.play.simulate.job import Job
from certify.play.simulate.shards import LOOKS, Shard, disjoint
from certify.play.tallies import Tallies
from certify.runtime.files import put, sealed, unsealed

MANIFEST = "simulation.json"
LOCK = "lock"
PART = ".part-"
FORMAT = 2

MOST_FILES = 64
"""Files of one stretch between two looks; of so many, those that follow each other are joined."""

LARGEST_FILE = 100_000_000
"""Bytes of a file of the folder that are read at most."""

SHARD_FILE = re.compile(r"games-(\d{16})-(\d{1,16})\.json")

Notice = Callable[[str], None]


class Checkpoint:
    """A folder with the finished shards of a job; locked while it is open.

    Raises `CheckpointError` if the folder belongs to another job or to something else, or another
    run is using it. Raises `OutputError` if it cannot be written.

    Attributes
    ----------
    found : dict
        The statistics that were in the folder, by shard; no two share a game.
    """

    def __init__(self, folder: Path, job: Job, notice: Notice) -> None:
        self.folder = folder
        self._notice = notice
        self._job = job.sha256()
        self._make()
        self._lock = FileLock(folder / LOCK, blocking=False)
        self._acquire()
        try:
            self._own(job)
            self._clear_parts()
            self.found = self._load()
        except BaseException:
            self.close()
            raise
        self._open: dict[Shard, dict[Shard, Tallies]] = defaultdict(dict)
        for shard, tallies in self.found.items():
            stretch = LOOKS.stretch(shard.first)
            if shard != stretch:
                self._open[stretch][shard] = tallies

    def close(self) -> None:
        """Let others use the folder."""
        self._lock.release()

    def store(self, shard: Shard, tallies: Tallies) -> None:
        """Keep the statistics of a shard; they are on the disk when this returns."""
        stretch = LOOKS.stretch(shard.first)
        if stretch in self.found or any(_share(shard, other) for other in self._open[stretch]):
            # A run that ended earlier plays again part of what a longer one has kept whole.
            return
        self._write(_name(shard), self._content(shard, tallies))
        if shard == stretch:
            return
        kept = self._open[stretch]
        kept[shard] = tallies
        if len(kept) >= MOST_FILES or sum(one.games for one in kept) == stretch.games:
            self._join(kept)
            if stretch in kept:
                del self._open[stretch]

    # Files that follow each other

    def _join(self, kept: dict[Shard, Tallies]) -> None:
        """Put files together: first the whole is written, then its parts are deleted."""
        for run in list(_runs(kept)):
            if len(run) < 2:
                continue
            whole = Shard(run[0].first, sum(shard.games for shard in run))
            merged = kept[run[0]].copy()
            for shard in run[1:]:
                merged.add(kept[shard])
            self._write(_name(whole), self._content(whole, merged))
            for shard in run:
                del kept[shard]
                self._delete(_name(shard))
            kept[whole] = merged

    # The folder

    def _make(self) -> None:
        parent = self.folder.parent
        if not parent.is_dir():
            raise OutputError(
                str(self.folder), f"the folder {parent} does not exist; create it first"
            )
        if self.folder.exists() and not self.folder.is_dir():
            raise OutputError(str(self.folder), "it is no folder")
        try:
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise OutputError(str(self.folder), _why(error)) from None

    def _acquire(self) -> None:
        try:
            # A lock of the system's: it ends with the process that has it.
            self._lock.acquire()
        except Timeout:
            raise CheckpointError(
                f"another run is using the folder {self.folder}; wait for it, or take another"
                " folder"
            ) from None
        except OSError as error:
            raise OutputError(str(self.folder / LOCK), _why(error)) from None

    def _own(self, job: Job) -> None:
        """Make sure that the folder belongs to the job; a new one is given to it."""
        ours = {"certify_simulation": FORMAT, **job.description()}
        path = self.folder / MANIFEST
        if path.exists():
            try:
                theirs = _content_of(path)
            except (OSError, ValueError) as error:
                raise CheckpointError(
                    f"{path} cannot be read ({error}), so it is not known what the folder holds;"
                    " take another folder"
                ) from None
            if theirs != ours:
                raise CheckpointError(
                    f"the folder {self.folder} holds another simulation:"
                    f" {_differences(theirs, ours)}; take another folder"
                )
            return
        names = [entry.name for entry in self.folder.iterdir()]
        strangers = [name for name in names if name != LOCK and not name.startswith(PART)]
        if strangers:
            raise CheckpointError(
                f"the folder {self.folder} holds no simulation, but {listed(sorted(strangers), 3)};"
                " take an empty folder, or one that does not exist"
            )
        self._write(MANIFEST, _sealed(ours))

    def _clear_parts(self) -> None:
        """Delete what runs left that were killed while they wrote."""
        for entry in self.folder.glob(f"{PART}*"):
            self._delete(entry.name)

    def _load(self) -> dict[Shard, Tallies]:
        shards = []
        for entry in self.folder.iterdir():
            match = SHARD_FILE.fullmatch(entry.name)
            if match is not None:
                shards.append(Shard(int(match[1]), int(match[2])))
        found: dict[Shard, Tallies] = {}
        while shards:
            chosen = disjoint(shards)
            unread = [shard for shard in chosen if shard not in found]
            if not unread:
                break
            for shard in unread:
                tallies = self._read(shard)
                if tallies is None:
                    shards.remove(shard)
                else:
                    found[shard] = tallies
        kept = disjoint(found)
        for shard in set(shards) - set(kept):
            # Part of a whole that was written, but of which the parts were not all deleted.
            self._delete(_name(shard))
        return {shard: found[shard] for shard in kept}

    def _read(self, shard: Shard) -> Tallies | None:
        path = self.folder / _name(shard)
        try:
            data = _content_of(path)
            tallies = Tallies.from_data(data["tallies"])
            if data["job"] != self._job or tallies.games != shard.games:
                raise ValueError("it is of other games")
            if shard.games < 1 or shard.end > LOOKS.stretch(shard.first).end:
                raise ValueError("it goes beyond a look")
        except (OSError, ValueError, LookupError, TypeError, ArithmeticError, AttributeError):
            self._notice(f"The stored file {path} is damaged; {shard} are played again.")
            return None
        return tallies

    def _content(self, shard: Shard, tallies: Tallies) -> bytes:
        return _sealed({"job": self._job, "first": shard.first, "tallies": tallies.to_data()})

    def _write(self, name: str, content: bytes) -> None:
        """Write a file so that it is there whole or not at all, whatever happens."""
        path = self.folder / name
        try:
            put(path, content, prefix=PART, durable=True)
        except OSError as error:
            raise OutputError(
                str(path),
                f"{_why(error)}; what was played before is kept in {self.folder}: when that is"
                " mended, the same command goes on",
            ) from None

    def _delete(self, name: str) -> None:
        try:
            (self.folder / name).unlink(missing_ok=True)
        except OSError as error:
            raise OutputError(str(self.folder / name), _why(error)) from None


def _name(shard: Shard) -> str:
    return f"games-{shard.first:016d}-{shard.games}.json"


def _share(first: Shard, second: Shard) -> bool:
    """Return whether two shards have a game in common."""
    return first.first < second.end and second.first < first.end


def _runs(shards: dict[Shard, Tallies]) -> Iterator[list[Shard]]:
    """Yield lists of shards that follow each other without a gap."""
    run: list[Shard] = []
    for shard in sorted(shards):
        if run and run[-1].end != shard.first:
            yield run
            run = []
        run.append(shard)
    if run:
        yield run


def _sealed(data: dict[str, Any]) -> bytes:
    return sealed(json.dumps(data, sort_keys=True, separators=(",", ":")).encode())


def _content_of(path: Path) -> dict[str, Any]:
    """Return what was sealed; a `ValueError` if it is not what was written."""
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise ValueError(f"it is larger than {LARGEST_FILE:,} bytes")
    try:
        found: dict[str, Any] = json.loads(unsealed(content))
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    return found


def _differences(theirs: dict[str, Any], ours: dict[str, Any]) -> str:
    told = []
    for name in sorted(theirs.keys() | ours.keys()):
        there, here = theirs.get(name), ours.get(name)
        if there == here:
            continue
        if name == "code":
            told.append("it was played by another state of the sources")
        else:
            told.append(f"{name} {_shown(there)} there, {_shown(here)} here")
    return ", ".join(told)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={entry}" for name, entry in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _why(error: OSError) -> str:
    return error.strerror or str(error)
