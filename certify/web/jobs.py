"""Questions that are being answered: kept on disk, worked on by processes that can be stopped."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shlex
import shutil
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import TypeAdapter

from certify.errors import CertifyError
from certify.runtime.canonical import sha256_of
from certify.runtime.files import put
from certify.version import __version__
from certify.web.processes import ANSWER, ASKED, END, PART, SHOWN, UPLOADS, Worker
from certify.web.questions import Asked, Question
from certify.web.shelf import Shelf

if TYPE_CHECKING:
    from certify.language.game import LoadedGame

State = Literal["waiting", "running", "done", "failed", "stopped"]
ENDED = ("done", "failed", "stopped")

MOST_RUNNING = 4
MOST_WAITING = 200
MOST_KEPT = 500
"""Jobs that have ended of which the answers are kept; the oldest go."""

SECONDS_FOR_STRANGERS = 900.0
"""After so long a job ends that works on a file or a spec which was sent."""

NEEDING_ODDS = ("rtp", "strategy", "hand", "whatif")
SECONDS_BEFORE_WORKER = 1.0
STEP = 0.005
"""Seconds between two looks at a job that somebody waits for."""

ENDED_ALONE = (
    "The process that worked on it has ended, perhaps for want of memory; ask again, or for less."
)

FILES = {
    "report.pdf": "application/pdf",
    "report.html": "text/html; charset=utf-8",
    "report.json": "application/json",
}
"""Files that a job may make, with their kinds."""


class TooManyError(CertifyError):
    """More is asked than can wait."""


@dataclass(eq=False)
class Job:
    """A question that was asked.

    Attributes
    ----------
    told : str
        How it ended: an error, or whether criteria were met.
    done, total, doing : int, int, str
        How far it is.
    """

    name: str
    folder: Path
    question: Question
    shelf: Shelf
    state: State = "waiting"
    told: str = ""
    done: int = 0
    total: int = 0
    doing: str = ""
    asked_at: float = field(default_factory=time.time)

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ENDED

    @property
    def needs_odds(self) -> bool:
        """Whether it rests on the odds of its game, which a process works out once."""
        return self.question.game != "" and self.question.kind in NEEDING_ODDS

    @property
    def command(self) -> str:
        """The command that asks the same."""
        uploads = {path.name: Path(path.name) for path in (self.folder / UPLOADS).glob("*")}
        named = self.shelf.named(self.question.game)
        return shlex.join(["certify", *self.question.words(uploads, named)])

    @property
    def files(self) -> list[str]:
        """The names of the files that it has made."""
        return [name for name in FILES if (self.folder / name).is_file()]

    def changes(self) -> list[str]:
        """Return the settings that an answered what-if ends with, solved ones too."""
        found = json.loads(self.answer())
        return [f"{each['name']}={each['after']}" for each in found.get("settings", ())]

    def shown(self) -> str:
        """Return the answer as part of a page."""
        return (self.folder / SHOWN).read_text(encoding="utf-8")

    def answer(self) -> bytes:
        """Return the answer as JSON."""
        return (self.folder / ANSWER).read_bytes()

    def description(self) -> dict[str, object]:
        """Return what is told of it over HTTP."""
        return {
            "id": self.name,
            "state": self.state,
            "told": self.told,
            "done": self.done,
            "total": self.total,
            "doing": self.doing,
            "command": self.command,
            "question": self.question.model_dump(mode="json", exclude_defaults=True)
            | {"kind": self.question.kind},
            "files": self.files,
        }


class Jobs:
    """All jobs of a server, in a folder.

    What `ask` has returned is on the disk: a server that begins again goes on with what was not
    ended. The same question about the same game is the same job.
    """

    def __init__(self, folder: Path, shelf: Shelf) -> None:
        self.folder, self.shelf = folder, shelf
        self._lock = threading.Lock()
        self._waiting: deque[Job] = deque()
        self._running: dict[Job, Worker] = {}
        self._idle: list[Worker] = []
        self._is_open = False
        folder.mkdir(parents=True, exist_ok=True)
        self._jobs = self._found()

    def _found(self) -> dict[str, Job]:
        """Return the jobs that lie in the folder, those that have not ended waiting again."""
        found: dict[str, Job] = {}
        for place in self.folder.iterdir():
            try:
                asked = (place / ASKED).read_bytes()
                question = TypeAdapter(Asked).validate_json(asked)
                when = (place / ASKED).stat().st_mtime
            except (OSError, ValueError):
                continue  # of another version, or never acknowledged
            job = Job(place.name, place, question, self.shelf, asked_at=when)
            if (place / END).is_file():
                end = json.loads((place / END).read_bytes())
                job.state, job.told = end["state"], end["told"]
            found[job.name] = job
        self._waiting.extend(
            sorted((job for job in found.values() if not job.has_ended), key=lambda j: j.asked_at)
        )
        return dict(sorted(found.items(), key=lambda each: each[1].asked_at))

    def begin(self) -> None:
        """Go on with what was not ended, and have a process ready for what is asked first."""
        with self._lock:
            self._is_open = True
            self._start()
        # The first page comes first.
        timer = threading.Timer(SECONDS_BEFORE_WORKER, self._prepare)
        timer.daemon = True
        timer.start()

    def _prepare(self) -> None:
        with self._lock:
            if self._is_open and not self._idle and not self._running:
                self._idle.append(Worker(self.shelf.folder))

    def close(self) -> None:
        """End all processes; what was not ended goes on with the next server."""
        with self._lock:
            self._is_open = False
            workers = [*self._idle, *self._running.values()]
        for worker in workers:
            worker.end()

    def all(self) -> list[Job]:
        """Return all jobs, the last first."""
        with self._lock:
            return list(self._jobs.values())[::-1]

    def job(self, name: str) -> Job:
        """Return a job by its name; `KeyError` if there is none."""
        with self._lock:
            return self._jobs[name]

    def ask(self, question: Question, uploads: Mapping[str, bytes] | None = None) -> Job:
        """Return the job of a question, which is begun unless it was asked before.

        `uploads`: files that go with it, by names that are ours. Raises `TooManyError`, or the
        error that tells why the game cannot be asked about.
        """
        loaded = question.loaded(self.shelf)
        name = _name_of(question, loaded, uploads or {})
        with self._lock:
            kept = self._jobs.get(name)
            if kept is not None and (kept.state == "done" or not kept.has_ended):
                return kept
            if len(self._waiting) >= MOST_WAITING:
                raise TooManyError(f"{MOST_WAITING} questions wait already; ask again later")
            job = Job(name, self.folder / name, question, self.shelf)
            if kept is not None:
                self._forget(kept)
            (job.folder / UPLOADS).mkdir(parents=True, exist_ok=True)
            for file, content in (uploads or {}).items():
                (job.folder / UPLOADS / file).write_bytes(content)
            asked = question.model_dump_json().encode()
            put(job.folder / ASKED, asked, prefix=PART, durable=True)
            self._jobs[name] = job
            self._waiting.append(job)
            self._tidy()
            self._start()
        return job

    def _tidy(self) -> None:
        ended = [job for job in self._jobs.values() if job.has_ended]
        for job in ended[: max(0, len(ended) - MOST_KEPT)]:
            self._forget(job)

    def _forget(self, job: Job) -> None:
        del self._jobs[job.name]
        shutil.rmtree(job.folder, ignore_errors=True)

    def stop(self, name: str) -> Job:
        """Stop a job; `KeyError` if there is none."""
        with self._lock:
            job = self._jobs[name]
            if job.has_ended:
                return job
            if job in self._waiting:
                self._waiting.remove(job)
            self._end(job, "stopped", "It was stopped.")
            worker = self._running.get(job)
        if worker is not None:
            worker.end()
        return job

    def _end(self, job: Job, state: State, told: str, *, is_kept: bool = False) -> None:
        """Note how a job ended; on disk too, unless it is there."""
        if job.has_ended:
            return
        if not is_kept:
            end = json.dumps({"state": state, "told": told}).encode()
            put(job.folder / END, end, prefix=PART, durable=True)
        job.told, job.state = told, state

    def _start(self) -> None:
        """Give waiting jobs to processes that are free; the lock is held."""
        while self._is_open and len(self._running) < MOST_RUNNING:
            job = self._next()
            if job is None:
                return
            self._waiting.remove(job)
            worker = self._worker(job.question.game)
            self._running[job] = worker
            job.state = "running"
            threading.Thread(target=self._follow, args=(job, worker), daemon=True).start()

    def _next(self) -> Job | None:
        """Return what is begun next; what needs the odds that a process works out waits for it."""
        busy = {job.question.game for job in self._running if job.needs_odds}
        return next(
            (job for job in self._waiting if not (job.needs_odds and job.question.game in busy)),
            None,
        )

    def _worker(self, game: str) -> Worker:
        """Return a process that is free, best one that has worked on the game already."""
        if not self._idle:
            found = Worker(self.shelf.folder)
        else:
            knowing = [worker for worker in self._idle if worker.game == game]
            found = (knowing or self._idle)[-1]
            self._idle.remove(found)
        found.game = game
        return found

    def _follow(self, job: Job, worker: Worker) -> None:
        """Read what a process tells until the job has ended, one way or another."""
        timer = threading.Timer(SECONDS_FOR_STRANGERS, self._expire, args=(job,))
        timer.daemon = True
        if job.question.spec or job.question.takes:
            timer.start()
        is_alive = False
        for said in worker.said(str(job.folder)):
            if "end" in said:
                is_alive = not said["is_full"]
                with self._lock:
                    self._end(job, said["end"]["state"], said["end"]["told"], is_kept=True)
                break
            job.done, job.total, job.doing = said["done"], said["total"], said["doing"]
        timer.cancel()
        if not is_alive and self._is_open:
            worker.end()
        with self._lock:
            if not self._is_open:
                return
            self._end(job, "failed", ENDED_ALONE)
            del self._running[job]
            if is_alive:
                self._idle.append(worker)
            self._start()

    def _expire(self, job: Job) -> None:
        with self._lock:
            minutes = SECONDS_FOR_STRANGERS / 60
            self._end(job, "failed", f"It took longer than {minutes:g} minutes, and was ended.")
            worker = self._running.get(job)
        if worker is not None:
            worker.end()


def _name_of(question: Question, game: LoadedGame | None, uploads: Mapping[str, bytes]) -> str:
    hashes = () if game is None else (game.spec_sha256, game.paytable_sha256, game.path)
    files = [[name, hashlib.sha256(content).hexdigest()] for name, content in uploads.items()]
    asked = question.model_dump(mode="json")
    return sha256_of([__version__, asked, list(hashes), files])[:24]


async def ended(job: Job, seconds: float) -> bool:
    """Wait for a job, and return whether it has ended."""
    until = time.monotonic() + seconds
    while not job.has_ended and time.monotonic() < until:
        await asyncio.sleep(STEP)
    return job.has_ended


async def steps(job: Job) -> AsyncIterator[Job]:
    """Yield a job whenever something of it has changed, the last time when it has ended."""
    before = None
    while True:
        now = job.state, job.done, job.total, job.doing
        if now != before:
            before = now
            yield job
        if job.has_ended:
            return
        await asyncio.sleep(0.25)
