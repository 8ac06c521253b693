"""Plays shards in processes of this machine; one that dies is replaced, its shard played again."""

from __future__ import annotations

import signal
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection, get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from certify.engine.tallies import Tallies
from certify.errors import CertifyError, EngineError
from certify.simulate.executors import Executor, InProcess, Played
from certify.simulate.job import Job, playable
from certify.simulate.shards import Shard

MOST_DEATHS = 3
"""Processes that may die over one shard."""

SECONDS_TO_END = 5.0

SECONDS_ALONE = 3.0
"""What a run plays in this process before others are started, which takes half as long."""

# Started afresh: a fork of a process that runs threads may hang.
_context = get_context("spawn")


@dataclass
class _Failed:
    """What went wrong in a process: an error for the user, or a fault with its traceback."""

    message: str
    is_explained: bool


@dataclass
class _Worker:
    process: SpawnProcess
    connection: Connection
    shard: Shard | None = None


class LocalProcesses:
    """Plays in processes of this machine.

    Parameters
    ----------
    job : Job
        What is played.
    workers : int
        How many processes.
    """

    def __init__(self, job: Job, workers: int) -> None:
        self.width = workers
        self._job = job
        self._deaths: Counter[Shard] = Counter()
        self._workers: list[_Worker] = []
        try:
            for _ in range(workers):
                self._workers.append(self._started())
        except BaseException:
            self.close()
            raise

    def _started(self) -> _Worker:
        ours, theirs = _context.Pipe()
        process = _context.Process(target=_serve, args=(theirs, self._job), daemon=True)
        with _interrupts_held():
            process.start()
        # With our copy of its end closed, the death of the process is the end of the file.
        theirs.close()
        return _Worker(process, ours)

    def submit(self, shard: Shard) -> None:
        """Have a shard played by a process that is free."""
        worker = next(worker for worker in self._workers if worker.shard is None)
        self._give(worker, shard)

    def _give(self, worker: _Worker, shard: Shard) -> None:
        worker.shard = shard
        try:
            worker.connection.send(shard)
        except OSError:
            self._replace(worker)

    def finished(self) -> list[Played]:
        """Wait until shards are played, and return them."""
        found: list[Played] = []
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

    def _taken(self, worker: _Worker, answer: tuple[Tallies, float] | _Failed) -> Played:
        if isinstance(answer, _Failed):
            if answer.is_explained:
                raise EngineError(answer.message)
            raise RuntimeError(answer.message)
        shard, worker.shard = worker.shard, None
        assert shard is not None  # noqa: S101  (a process answers only what it was asked)
        return Played(shard, *answer)

    def _replace(self, worker: _Worker) -> None:
        """Start another process in place of one that died, and give it the shard."""
        _ended(worker)
        shard = worker.shard
        if shard is not None:
            self._deaths[shard] += 1
            if self._deaths[shard] >= MOST_DEATHS:
                raise EngineError(
                    f"the process that played {shard} of seed {self._job.seed} was ended from"
                    f" outside {MOST_DEATHS} times (exit code {worker.process.exitcode}), perhaps"
                    " for want of memory; run it with fewer workers"
                )
        self._workers.remove(worker)
        other = self._started()
        self._workers.append(other)
        if shard is not None:
            self._give(other, shard)

    def close(self) -> None:
        """End the processes, whatever they play."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            _ended(worker)
        self._workers = []


class LocalMachine:
    """Plays on this machine: at first in this process, then, if there is more to do, in others.

    So a short run need not wait for processes, and what has to be compiled is compiled once.

    Parameters
    ----------
    job : Job
        What is played.
    workers : int
        How many processes.
    """

    def __init__(self, job: Job, workers: int) -> None:
        self._job, self._workers = job, workers
        self._inner: Executor = InProcess(job)
        self._is_alone = workers > 1
        self._began: float | None = None

    @property
    def width(self) -> int:
        """How many shards are worth having under way."""
        return self._inner.width

    def submit(self, shard: Shard) -> None:
        """Have a shard played."""
        now = time.monotonic()
        if self._began is None:
            # The first shard is played here in any case: with it whatever has to be is compiled.
            self._began = now
        elif self._is_alone and now - self._began >= SECONDS_ALONE:
            # In this process one shard is played at a time: none is under way now.
            self._is_alone = False
            self._inner = LocalProcesses(self._job, self._workers)
        self._inner.submit(shard)

    def finished(self) -> list[Played]:
        """Wait until shards are played, and return them."""
        return self._inner.finished()

    def close(self) -> None:
        """End the processes, whatever they play."""
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


def _ended(worker: _Worker) -> None:
    """Make sure that a process has ended."""
    worker.connection.close()
    worker.process.join(SECONDS_TO_END)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()


def _serve(asked: Connection, job: Job) -> None:
    """Play shards until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    game = None
    while True:
        try:
            shard = asked.recv()
        except (EOFError, OSError):
            return
        answer: tuple[Tallies, float] | _Failed
        try:
            if game is None:
                game = playable(job)
            began = time.perf_counter()
            answer = (game.play(job.seed, shard.first, shard.games), time.perf_counter() - began)
        except CertifyError as error:
            answer = _Failed(str(error), is_explained=True)
        except Exception:  # noqa: BLE001  (told where the fault is reported)
            answer = _Failed(traceback.format_exc(), is_explained=False)
        try:
            asked.send(answer)
        except OSError:
            return
