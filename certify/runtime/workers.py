"""Tasks that do not need each other: looked up, or worked out on all cores or on a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Generic, TypeVar

from certify.errors import CertifyError
from certify.runtime.cache import Cache
from certify.runtime.cluster import DaskCluster
from certify.runtime.context import Context
from certify.runtime.cores import cores
from certify.runtime.executors import Answer, Asked, Executor, Work
from certify.runtime.processes import LocalMachine, LocalProcesses

Task = TypeVar("Task")


@dataclass(frozen=True)
class Workers:
    """Who works; no result depends on it.

    Attributes
    ----------
    processes : int, optional
        Processes of this machine; by default one for each core.
    scheduler : str, optional
        Address of the scheduler of a Dask cluster, which works instead.
    interpreted : bool
        Whether the interpreter plays, slowly but without waiting for the compiler.
    """

    processes: int | None = None
    scheduler: str | None = None
    interpreted: bool = False

    @property
    def is_alone(self) -> bool:
        """Whether one process of this machine does everything."""
        return self.scheduler is None and (self.processes or cores()) == 1


def executor_of(
    work: Work[Asked, Answer], workers: Workers, *, most: int | None = None, at_once: bool = False
) -> Executor[Asked, Answer]:
    """Return what does the parts of a work.

    `most`: how many processes there is work for; `at_once`: whether they do the first parts too.
    """
    if workers.scheduler is not None:
        return DaskCluster(work, workers.scheduler)
    processes = workers.processes or cores()
    number = processes if most is None else min(processes, most)
    return (LocalProcesses if at_once and number > 1 else LocalMachine)(work, number)


@dataclass(frozen=True)
class _Tasks(Generic[Task]):
    """Tasks as work for executors: each is asked for by its number."""

    function: Callable[[Task], bytes]
    doing: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The module that does it."""
        return (self.function.__module__,)

    def prepare(self) -> Callable[[tuple[int, Task]], bytes]:
        """Return what does a task."""
        return lambda asked: self.function(asked[1])

    def told(self, asked: tuple[int, Task]) -> str:
        """Return what a task is, in words."""
        return f"number {asked[0] + 1} of {self.doing}"


def work_out(
    function: Callable[[Task], bytes],
    tasks: Sequence[Task],
    keys: Sequence[Any],
    *,
    kind: str,
    context: Context,
    workers: Workers,
    doing: str,
    are_long: bool = False,
) -> list[bytes]:
    """Return what a function makes of each task.

    What is in the cache is looked up. The others are worked out, and each is kept as soon as it is
    done, so that whatever was interrupted goes on from there when it is asked for again.

    `function`: of a module, so that other processes find it; the same task always gives the same
    bytes. `are_long`: whether a task takes seconds, so that it is better done in other processes
    from the first on.
    """
    found: dict[int, bytes] = {}
    if context.cache:
        for number, key in enumerate(keys):
            kept = context.cache.load(kind, key)
            if kept is not None:
                found[number] = kept
    missing = [number for number in range(len(tasks)) if number not in found]
    context.progress(len(found), len(tasks), doing)
    if missing:
        work = _Tasks(function, doing)
        executor = executor_of(work, workers, most=len(missing), at_once=are_long)
        try:
            waiting = deque(missing)
            under_way = 0
            while len(found) < len(tasks):
                while waiting and under_way < executor.width:
                    following = waiting.popleft()
                    executor.submit((following, tasks[following]))
                    under_way += 1
                for (number, _), payload, _ in executor.finished():
                    under_way -= 1
                    found[number] = payload
                    if context.cache:
                        context.cache.store(kind, keys[number], payload)
                    context.progress(len(found), len(tasks), doing)
        finally:
            executor.close()
    return [found[number] for number in range(len(tasks))]


def _called(task: Callable[[], object]) -> bytes:
    task()
    return b""


@contextmanager
def done_meanwhile(*, doing: str) -> Iterator[Callable[[Callable[[], object]], None]]:
    """Have another process do tasks while the block is worked through; its end waits for them.

    The block receives a function that asks for a task, such as a `functools.partial` of a module's
    function; they are done one after another. What they return, or fail with, is forgotten: whoever
    needs what one does looks whether it is there, and does it otherwise. On one core nothing is
    done.
    """
    if cores() == 1:
        yield lambda _task: None
        return
    process = LocalProcesses(_Tasks(_called, doing), 1)
    numbers = count()
    try:
        yield lambda task: process.submit((next(numbers), task))
        while process.is_busy:
            with suppress(CertifyError):
                process.finished()
    finally:
        process.close()


Part = Callable[[Context, Workers], object]
"""Work whose results are kept: what may be looked up, and who works, are given to it."""


@contextmanager
def kept_meanwhile(context: Context) -> Iterator[Callable[[Part], None]]:
    """Have another process do parts while the block is worked through, as `done_meanwhile`.

    Half of the cores work for it. What comes of a part is kept, and looked up; so nothing is done
    without a cache.
    """
    if context.cache is None:
        yield not_asked
        return
    folder, workers = context.cache.folder, Workers(max(1, cores() // 2))
    with done_meanwhile(doing="what is kept meanwhile") as ask:
        yield lambda part: ask(partial(_kept, part, folder, workers))


def not_asked(_: Part) -> None:
    """Leave a part to whoever needs what comes of it."""


def _kept(part: Part, folder: Path, workers: Workers) -> None:
    part(Context(cache=Cache(folder, lambda _sentence: None)), workers)
