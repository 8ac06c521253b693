"""Does parts in processes of this machine; one that dies is replaced, its part done again."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.reduction import ForkingPickler
from types import ModuleType
from typing import Any, Generic, cast

from certify.errors import CertifyError, EngineError
from certify.runtime.executors import Answer, Asked, Done, Executor, InProcess, Work

MOST_DEATHS = 3
"""Times that processes may die while a part is under way."""

SECONDS_TO_END = 5.0

SECONDS_ALONE = 3.0
"""What is done in this process before others are started, which takes half as long."""

SECONDS_IDLE = 10.0
"""How long processes wait for the next work once they have done all of one."""

# Started afresh: a fork of a process that runs threads may hang.
_context = get_context("spawn")


@dataclass(frozen=True)
class _Pool:
    """Processes that do the parts of any work, and where they were started.

    What a process does may rest on its environment, so others take them over only in the same.
    """

    processes: ProcessPoolExecutor
    started_by: int
    started_in: tuple[Any, ...]

    @classmethod
    def started(cls, number: int) -> _Pool:
        """Return so many processes, which are started when there is something to do."""
        executor = ProcessPoolExecutor(number, _context, _begin)
        return cls(executor, os.getpid(), _surroundings(number))

    def end(self) -> None:
        """End the processes, whatever they do."""
        # From Python 3.14 on this is `kill_workers`.
        processes = list((self.processes._processes or {}).values())
        # The published types name another class.
        manager = cast("threading.Thread | None", self.processes._executor_manager_thread)
        self.processes.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(SECONDS_TO_END)
            if process.is_alive():
                process.kill()
                process.join()
        if manager is not None:
            # It asks for the ends of processes too: whichever comes first is told them.
            manager.join(SECONDS_TO_END)


def _surroundings(number: int) -> tuple[Any, ...]:
    return number, os.getcwd(), dict(os.environ)


class _Idle:
    """Processes that have nothing to do; they wait a while for whoever asks for such next."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: _Pool | None = None
        self._timer: threading.Timer | None = None

    def take(self, number: int) -> _Pool | None:
        """Return so many processes that were started in the same surroundings, if any wait."""
        pool = self._replaced_by(None)
        if pool is None or pool.started_in == _surroundings(number):
            return pool
        pool.end()
        return None

    def wait(self, pool: _Pool) -> None:
        """Have processes wait, in place of others that do."""
        other = self._replaced_by(pool)
        if other is not None:
            other.end()

    def end(self) -> None:
        """End the processes that wait."""
        pool = self._replaced_by(None)
        if pool is not None:
            pool.end()

    def _replaced_by(self, pool: _Pool | None) -> _Pool | None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            other, self._pool, self._timer = self._pool, pool, None
            if pool is not None:
                self._timer = threading.Timer(SECONDS_IDLE, self._end_if_still, (pool,))
                self._timer.daemon = True
                self._timer.start()
        # What a fork of a process finds here is its parent's.
        return other if other is not None and other.started_by == os.getpid() else None

    def _end_if_still(self, pool: _Pool) -> None:
        with self._lock:
            if self._pool is not pool:
                return
            self._pool = self._timer = None
        pool.end()

    def has(self, number: int) -> bool:
        """Return whether so many processes that were started in the same surroundings wait."""
        pool = self._pool
        return (
            pool is not None
            and pool.started_by == os.getpid()
            and pool.started_in == _surroundings(number)
        )


idle = _Idle()


@dataclass
class _Failed:
    """What went wrong in a process: an error for the user, or a fault with its traceback."""

    message: str
    is_explained: bool


@dataclass
class _Part(Generic[Asked]):
    """A part, and how often processes have died while it was under way."""

    asked: Asked
    deaths: int = 0


class LocalProcesses(Generic[Asked, Answer]):
    """Does parts in processes of this machine, in those that wait for work if there are any."""

    def __init__(self, work: Work[Asked, Answer], workers: int) -> None:
        self.width = workers
        self._work = work
        self._packed = bytes(ForkingPickler.dumps(work))
        self._name = sha256(self._packed).digest()
        self._under_way: dict[Future[tuple[Answer, float] | _Failed], _Part[Asked]] = {}
        self._pool = idle.take(workers) or _Pool.started(workers)

    @property
    def is_busy(self) -> bool:
        """Whether a part is under way."""
        return bool(self._under_way)

    def submit(self, asked: Asked) -> None:
        """Have a part done."""
        self._give(_Part(asked))

    def _give(self, part: _Part[Asked]) -> None:
        try:
            with _interrupts_held(), _without_main():
                processes = self._pool.processes
                future = processes.submit(_do, self._name, self._packed, part.asked)
        except BrokenProcessPool:
            # Processes died when they had nothing to do.
            self._begin_again()
            self._give(part)
        else:
            self._under_way[future] = part

    def finished(self) -> list[Done[Asked, Answer]]:
        """Wait until parts are done, and return them."""
        found: list[Done[Asked, Answer]] = []
        while not found:
            is_broken = False
            for future in wait(self._under_way, return_when=FIRST_COMPLETED).done:
                if isinstance(future.exception(), BrokenProcessPool):
                    is_broken = True
                else:
                    found.append(Done(self._under_way.pop(future).asked, *_taken(future.result())))
            if is_broken:
                self._begin_again()
        return found

    def _begin_again(self) -> None:
        """Start other processes in place of those of which one died, and give them its part."""
        parts = list(self._under_way.values())
        self._under_way = {}
        self._pool.end()
        self._pool = _Pool.started(self.width)
        for part in parts:
            part.deaths += 1
            if part.deaths >= MOST_DEATHS:
                raise EngineError(
                    f"the process that was to do {self._work.told(part.asked)} was ended from"
                    f" outside {MOST_DEATHS} times, perhaps for want of memory; run it with fewer"
                    " workers"
                )
            self._give(part)

    def close(self) -> None:
        """Have the processes wait for other work, or end them if they are doing something."""
        if self._under_way:
            self._pool.end()
            self._under_way = {}
        else:
            idle.wait(self._pool)


class LocalMachine(Generic[Asked, Answer]):
    """Does parts on this machine: at first in this process, then, if there is more, in others.

    So what is short need not wait for processes, and what has to be compiled is compiled once. If
    some wait for work already, they have all parts but the first.
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
        elif self._is_alone and (now - self._began >= SECONDS_ALONE or idle.has(self._workers)):
            # In this process one part is done at a time: none is under way now.
            self._is_alone = False
            self._inner = LocalProcesses(self._work, self._workers)
        self._inner.submit(asked)

    def finished(self) -> list[Done[Asked, Answer]]:
        """Wait until parts are done, and return them."""
        return self._inner.finished()

    def close(self) -> None:
        """End what is being done."""
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


@contextmanager
def _without_main() -> Iterator[None]:
    """Have processes that are started in the block import nothing of the program that asks.

    What they do is certify's own. A script without a guard would run again in each of them, and a
    program that is typed in, or read from a pipe, has no file to be imported from.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


_ready: tuple[bytes, Callable[[Any], Any]] | None = None
"""Of a process that does parts: the name of the work it did last, and what does a part of it."""


def _begin() -> None:
    """Make ready to do parts; interrupts are left to the process that waits for them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when the one that waits for it does, even if that is killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(name: bytes, packed: bytes, asked: Any) -> tuple[Any, float] | _Failed:
    """Do a part of a work, and return what came of it and how many seconds it took."""
    global _ready  # noqa: PLW0603  (the pool hands nothing from one part to the next)
    try:
        if _ready is None or _ready[0] != name:
            # What the last work needed is given back before the next is made ready.
            _ready = None
            _ready = name, pickle.loads(packed).prepare()
        began = time.perf_counter()
        return _ready[1](asked), time.perf_counter() - began
    except CertifyError as error:
        return _Failed(str(error), is_explained=True)
    except Exception:  # noqa: BLE001  (told where the fault is reported)
        return _Failed(traceback.format_exc(), is_explained=False)
    finally:
        # What a part had done by processes of its own ends with it.
        idle.end()


def _taken(answer: tuple[Answer, float] | _Failed) -> tuple[Answer, float]:
    """Return what came of a part and its seconds, or raise what went wrong."""
    if not isinstance(answer, _Failed):
        return answer
    if answer.is_explained:
        raise EngineError(answer.message)
    raise RuntimeError(answer.message)
