"""Where a study works: what it may look up, whom it tells how far it is, what it remembers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from certify.results import Provenance, Result
from certify.runtime.cache import Cache
from certify.version import __version__

MOST_KEPT = {
    "odds": 8,
    "game": 4,
    "card": 4,
    "distribution": 24,
    "distributions": 24,
    "seats": 24,
    "split-distribution": 2000,
    "split-wagered": 2000,
    "round": 200,
}
"""How many of each kind are kept; a solved game takes some 50 MB."""

Progress = Callable[[int, int, str], None]
"""Called with the steps done, the steps in all, and what is being done."""

Kept = TypeVar("Kept", bound=Result)
Recalled = TypeVar("Recalled")


class Memory:
    """A memory of this process; whoever has it may change what is on it, nothing else."""

    def __init__(self) -> None:
        self._kept: dict[str, OrderedDict[Hashable, Any]] = {
            kind: OrderedDict() for kind in MOST_KEPT
        }

    def find(self, kind: str, key: Hashable) -> Any:
        """Return what is kept for a key, or None."""
        kept = self._kept[kind]
        if key in kept:
            kept.move_to_end(key)
        return kept.get(key)

    def keep(self, kind: str, key: Hashable, value: object) -> None:
        """Keep a value; the longest unused is forgotten where there are too many."""
        kept = self._kept[kind]
        kept[key] = value
        kept.move_to_end(key)
        while len(kept) > MOST_KEPT[kind]:
            kept.popitem(last=False)

    def recall(self, kind: str, key: Hashable, make: Callable[[], Recalled]) -> Recalled:
        """Return what is kept for a key, or make it now and keep it."""
        found: Recalled | None = self.find(kind, key)
        if found is None:
            found = make()
            self.keep(kind, key, found)
        return found


@dataclass(frozen=True)
class Context:
    """Where a study works: what it may look up, and whom it tells how far it is.

    `thorough`: whether to work out too what is seldom asked for and takes a minute more: the best
    play for the Bonus wagers of a player who never makes the Burnout payment. `memory`: what was
    worked out in this process; by default nothing. `is_patient`: whether to begin what will take
    very long. `tell` is told in a sentence what there is to do, before it begins, if it takes long.
    """

    cache: Cache | None = None
    progress: Progress = lambda done, total, doing: None
    thorough: bool = False
    memory: Memory = field(default_factory=Memory)
    is_patient: bool = False
    tell: Callable[[str], None] = lambda sentence: None

    def found(self, kind: str, key: Any, result: type[Kept]) -> Kept | None:
        """Return a result that the cache has, or None.

        It tells the version that reads it: the sources on which its figures rest are the same.
        """
        found = self.cache.load_as(kind, key, result.from_json) if self.cache else None
        if isinstance(found, Provenance):
            return found.model_copy(update={"engine_version": __version__})
        return found

    def kept(self, kind: str, key: Any, result: type[Kept], work: Callable[[], Kept]) -> Kept:
        """Return a result that the cache has, or what the work comes to, which is kept then."""
        found = self.found(kind, key, result)
        if found is None:
            found = work()
            if self.cache:
                self.cache.store(kind, key, found.to_json(indent=None).encode())
        return found
