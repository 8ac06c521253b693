"""Who does the parts of a work: this process, or others."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Generic, NamedTuple, Protocol, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
_Taken_contra = TypeVar("_Taken_contra", contravariant=True)
_Given_co = TypeVar("_Given_co", covariant=True)


class Work(Protocol[_Taken_contra, _Given_co]):
    """What is done in parts, each of which may be done anywhere; it can be pickled."""

    @property
    def parts(self) -> tuple[str, ...]:
        """Modules that it rests on; who has other sources of them must not take part."""

    def prepare(self) -> Callable[[_Taken_contra], _Given_co]:
        """Return what does a part; made once wherever parts are done."""

    def told(self, asked: _Taken_contra) -> str:
        """Return what a part is, in words."""


class Done(NamedTuple, Generic[Asked, Answer]):
    """A part that has been done: what came of it, and how many seconds it took."""

    asked: Asked
    answer: Answer
    seconds: float


class Executor(Protocol[Asked, Answer]):
    """Does parts; what comes back, and in what order, may depend on the machine."""

    @property
    def width(self) -> int:
        """How many parts are worth having under way."""

    def submit(self, asked: Asked) -> None:
        """Have a part done."""

    def finished(self) -> list[Done[Asked, Answer]]:
        """Wait until parts are done, and return them."""

    def close(self) -> None:
        """End whatever is still being done."""


class InProcess(Generic[Asked, Answer]):
    """Does parts in this process, one at a time."""

    width = 1

    def __init__(self, work: Work[Asked, Answer]) -> None:
        self._do = work.prepare()
        self._waiting: deque[Asked] = deque()

    def submit(self, asked: Asked) -> None:
        """Have a part done."""
        self._waiting.append(asked)

    def finished(self) -> list[Done[Asked, Answer]]:
        """Do the next part, and return it."""
        asked = self._waiting.popleft()
        began = time.perf_counter()
        answer = self._do(asked)
        return [Done(asked, answer, time.perf_counter() - began)]

    def close(self) -> None:
        """Forget what waits."""
        self._waiting.clear()
