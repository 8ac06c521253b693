"""Long steps of the exact engine: kept beside the results, and worked out by several processes."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from certify.exact.banked.pieces import Ranks, is_counted
from certify.exact.banked.walks import Asked, Walk
from certify.language.game import wagers_made
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.cores import cores
from certify.runtime.executors import Executor
from certify.runtime.memory import give_back
from certify.runtime.workers import Workers, executor_of
from certify.studies.banked.shoes import with_shoe

STEP = "banked-step"
ALONE = Workers(processes=1)

Read = TypeVar("Read")


@dataclass(eq=False)
class KeptSteps:
    """Long steps, kept beside the results until the whole is worked out."""

    cache: Cache
    key: Mapping[str, Any]
    used: set[str] = field(default_factory=set)

    def find(self, step: str, read: Callable[[bytes], Read]) -> Read | None:
        """Return what a step came to, as `read` makes it of what was kept, or None."""
        found = self.cache.load_as(STEP, self._key(step), read)
        if found is not None:
            self.used.add(step)
        return found

    def keep(self, step: str, found: bytes, instead_of: Sequence[str]) -> None:
        """Keep what a step came to; those within it are not needed any more."""
        self.cache.store(STEP, self._key(step), found)
        self.used.add(step)
        self.forget(instead_of)

    def forget(self, steps: Iterable[str]) -> None:
        """Forget steps."""
        for step in [*steps]:
            self.cache.forget(STEP, self._key(step))
            self.used.discard(step)

    def _key(self, step: str) -> dict[str, Any]:
        return {**self.key, "step": step}


@dataclass(eq=False)
class SharedPieces:
    """Pieces of a walk: looked up, or worked out by whoever works, each kept as it is done."""

    walk: Walk
    workers: Workers
    steps: KeptSteps | None
    _executor: Executor[Asked, tuple[bytes, Ranks]] | None = None

    @property
    def cores(self) -> int:
        """How many cores of this machine may be used."""
        return min(cores(), self.workers.processes or cores())

    def done(self, asked: Iterable[tuple[bytes, Ranks]]) -> Iterator[tuple[str, bytes, Ranks]]:
        """Yield for each piece, in their order, under which step it is kept, and its bytes."""
        names: dict[int, str] = {}
        found: dict[int, tuple[bytes, Ranks]] = {}
        following = under_way = 0
        for number, (piece, ranks) in enumerate(asked):
            names[number] = f"piece {hashlib.sha256(piece).hexdigest()}"
            kept = self.steps.find(names[number], bytes) if self.steps else None
            if kept is not None:
                found[number] = kept, {}
            else:
                executor = self._working()
                executor.submit((number, piece, ranks))
                under_way += 1
                # With others at work one more waits, so that none of them has to.
                if under_way >= executor.width + (executor.width > 1):
                    under_way -= self._collect(executor, names, found)
            while following in found:
                yield names.pop(following), *found.pop(following)
                following += 1
        while names:
            if following not in found:
                under_way -= self._collect(self._working(), names, found)
                continue
            yield names.pop(following), *found.pop(following)
            following += 1

    def _collect(
        self,
        executor: Executor[Asked, tuple[bytes, Ranks]],
        names: Mapping[int, str],
        found: dict[int, tuple[bytes, Ranks]],
    ) -> int:
        """Wait for pieces, keep what they come to, and return how many there were."""
        done = executor.finished()
        for (number, *_), answer, _ in done:
            found[number] = answer
            if self.steps and is_counted(answer[0]):
                self.steps.keep(names[number], answer[0], ())
        return len(done)

    def _working(self) -> Executor[Asked, tuple[bytes, Ranks]]:
        if self._executor is None:
            self._executor = executor_of(self.walk, self.workers)
        return self._executor

    def close(self) -> None:
        """End whatever is still being done; what worked it out is forgotten."""
        if self._executor is not None:
            self._executor.close()
            self._executor = None
            # Walks refer to themselves: gigabytes would lie until as many objects were made.
            gc.collect()


@contextmanager
def long_steps(
    context: Context, walk: Walk, workers: Workers | None = None, **further: Any
) -> Iterator[tuple[KeptSteps | None, SharedPieces | None]]:
    """Give what keeps long steps, and what works out their pieces.

    What was kept is forgotten as soon as the whole is worked out. `workers`: by default this
    process alone, which may be one of several that work out different games.
    """
    give_back()
    game, steps = walk.game, None
    if context.cache is not None:
        told = with_shoe(game, walk.left)
        key = {**told.key(), "made": wagers_made(game), "policy": walk.policy}
        steps = KeptSteps(context.cache, {**key, **further})
    pieces = None
    workers = workers or ALONE
    if steps is not None or not workers.is_alone:
        pieces = SharedPieces(walk, workers, steps)
    try:
        yield steps, pieces
    finally:
        if pieces is not None:
            pieces.close()
        give_back()
    if steps is not None:
        steps.forget(steps.used)
