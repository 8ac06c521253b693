"""Does parts in processes of this machine; one that dies is replaced, its part done again."""

from __future__ import annotations

import signal
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import connection, get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Generic

from certify.errors import CertifyError, EngineError
from certify.runtime.executors import Answer, Asked, Done, Executor, InProcess, Work

MOST_DEATHS = 3
"""Processes that may die over one part."""

SECONDS_TO_END = 5.0

SECONDS_ALONE = 3.0
"""What is done in this process before others are started, which takes half as long."""

# Started afresh: a fork of a process that runs threads may hang.
_context = get_context("spawn")


@dataclass
class _Failed:
    """What went wrong in a process: an error for the user, or a fault with its traceback."""

    message: str
    is_explained: bool


@dataclass
class _Part(Generic[Asked]):
    """A part, and how many processes have died over it."""

    asked: Asked
    deaths: int = 0


@dataclass
class _Worker(Generic[Asked]):
    process: SpawnProcess
    connection: Connection
    part: _Part[Asked] | None = field(default=None)


class LocalProcesses(Generic[Asked, Answer]):
    """Does parts in processes of this machine.

    Parameters
    ----------
    work : Work
        What is done.
    workers : int
        How many processes.
    """

    def __init__(self, work: Work[Asked, Answer], workers: int) -> None:
        self.width = workers
        self._work = work
        self._workers: list[_Worker[Asked]] = []
        try:
            for _ in range(workers):
                self._workers.append(self._started())
        except BaseException:
            self.close()
            raise

    def _started(self) -> _Worker[Asked]:
        ours, theirs = _context.Pipe()
        process = _context.Process(target=_serve, args=(theirs, self._work), daemon=True)
        with _interrupts_held():
            process.start()
        # With our copy of its end closed, the death of the process is the end of the file.
        theirs.close()
        return _Worker(process, ours)

    def submit(self, asked: Asked) -> None:
        """Have a part done by a process that is free."""
        worker = next(worker for worker in self._workers if worker.part is None)
        self._give(worker, _Part(asked))

    def _give(self, worker: _Worker[Asked], part: _Part[Asked]) -> None:
        worker.part = part
        try:
            worker.connection.send(part.asked)
        except OSError:
            self._replace(worker)

    def finished(self) -> list[Done[Asked, Answer]]:
        """Wait until parts are done, and return them."""
        found: list[Done[Asked, Answer]] = []
        while not found:
            ready = connection.wait([worker.connection for worker in self._workers])
            for worker in [worker for worker in self._workers if worker.connection in ready]:
                try:
                    answer = worker.connection.recv()
                except (EOFError, OSError):
                    self._replace(worker)
                    continue
                found.append(self._taken(worker, answer))
        return found

    def _taken(
        self, worker: _Worker[Asked], answer: tuple[Answer, float] | _Failed
    ) -> Done[Asked, Answer]:
        if isinstance(answer, _Failed):
            if answer.is_explained:
                raise EngineError(answer.message)
            raise RuntimeError(answer.message)
        part, worker.part = worker.part, None
        assert part is not None  # noqa: S101  (a process answers only what it was asked)
        return Done(part.asked, *answer)

    def _replace(self, worker: _Worker[Asked]) -> None:
        """Start another process in place of one that died, and give it the part."""
        _ended(worker)
        part = worker.part
        if part is not None:
            part.deaths += 1
            if part.deaths >= MOST_DEATHS:
                raise EngineError(
                    f"the process that was to do {self._work.told(part.asked)} was ended from"
                    f" outside {MOST_DEATHS} times (exit code {worker.process.exitcode}), perhaps"
                    " for want of memory; run it with fewer workers"
                )
        self._workers.remove(worker)
        other = self._started()
        self._workers.append(other)
        if part is not None:
            self._give(other, part)

    def close(self) -> None:
        """End the processes, whatever they do."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            _ended(worker)
        self._workers = []


class LocalMachine(Generic[Asked, Answer]):
    """Does parts on this machine: at first in this process, then, if there is more, in others.

    So what is short need not wait for processes, and what has to be compiled is compiled once.

    Parameters
    ----------
    work : Work
        What is done.
    workers : int
        How many processes.
    """

    def __init__(self, work: Work[Asked, Answer], workers: int) -> None:
        self._work, self._workers = work, workers
        self._inner: Executor[Asked, Answer] = InProcess(work)
        self._is_alone = workers > 1
        self._began: float | None = None

    @property
    def width(self) -> int:
        """How many parts are worth having under way."""
        return self._inner.width

    def submit(self, asked: Asked) -> None:
        """Have a part done."""
        now = time.monotonic()
        if self._began is None:
            # The first part is done here in any case: with it whatever has to be is compiled.
            self._began = now
        elif self._is_alone and now - self._began >= SECONDS_ALONE:
            # In this process one part is done at a time: none is under way now.
            self._is_alone = False
            self._inner = LocalProcesses(self._work, self._workers)
        self._inner.submit(asked)

    def finished(self) -> list[Done[Asked, Answer]]:
        """Wait until parts are done, and return them."""
        return self._inner.finished()

    def close(self) -> None:
        """End the processes, whatever they do."""
        self._inner.close()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold interrupts back within the block; processes that are started in it never see any.

    An interrupt is left to the process that waits for them. Within the block it would leave one
    that is half started.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    can_block = hasattr(signal, "pthread_sigmask")
    if can_block:
        # The first process that is spawned starts it, and lets interrupts pass again.
        resource_tracker.ensure_running()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if can_block:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
    if held:
        raise KeyboardInterrupt


def _ended(worker: _Worker[Any]) -> None:
    """Make sure that a process has ended."""
    worker.connection.close()
    worker.process.join(SECONDS_TO_END)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()


def _serve(asks: Connection, work: Work[Any, Any]) -> None:
    """Do parts until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    do = None
    while True:
        try:
            asked = asks.recv()
        except (EOFError, OSError):
            return
        answer: tuple[Any, float] | _Failed
        try:
            if do is None:
                do = work.prepare()
            began = time.perf_counter()
            answer = (do(asked), time.perf_counter() - began)
        except CertifyError as error:
            answer = _Failed(str(error), is_explained=True)
        except Exception:  # noqa: BLE001  (told where the fault is reported)
            answer = _Failed(traceback.format_exc(), is_explained=False)
        try:
            asks.send(answer)
        except OSError:
            return
