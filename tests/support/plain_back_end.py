"""Runs generated modules as plain Python: nothing is compiled, and every access is checked.

The instructions of `certify.play.compiler.memory` are written again here, on bytes. A place
outside the memory, a name that has no value yet and a number that no word holds are errors, where
machine code would go on with whatever lies there; scratch memory is filled with rubbish before
every game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib.abc import InspectLoader
from types import ModuleType
from typing import Any

import numpy as np

from certify.play.compiler import machine, memory, ways
from certify.play.compiler.compiled import MOST_NOTED, CompiledGame, Noted
from certify.play.tallies import Tallies

BITS = (1 << 64) - 1
RUBBISH = 0x7F7F7F7F7F7F7F7F
PARTS = ("memory", "machine", "ways")


class Memory:
    """An array, as words, cards, half words and bytes."""

    def __init__(self, array: Any) -> None:
        self.bytes = memoryview(array).cast("B")
        self.words = self.bytes.cast("q")
        self.cards = self.bytes.cast("H")
        self.halves = self.bytes.cast("I")


MEMORIES: dict[int, Memory] = {}
"""By the addresses that generated code knows them by."""


def _inside(place: int) -> int:
    if place < 0:
        raise IndexError(f"there is no place {place}")
    return place


def _loading(kind: str) -> Callable[[int, int], int]:
    def load(block: int, place: int) -> int:
        found: int = getattr(MEMORIES[block], kind)[_inside(place)]
        return found

    return load


def _storing(kind: str) -> Callable[[int, int, int], None]:
    def store(block: int, place: int, value: int) -> None:
        getattr(MEMORIES[block], kind)[_inside(place)] = int(value)

    return store


def _lowest_bit(word: int) -> int:
    word &= BITS
    return (word & -word).bit_length() - 1 if word else 64


def _deposit(bits: int, places: int) -> int:
    taken = [place for place in range(64) if places >> place & 1]
    return sum(1 << place for number, place in enumerate(taken) if bits >> number & 1)


def _copy_words(block: int, target: int, source: int, number: int) -> None:
    words = MEMORIES[block].words
    words[_inside(target) : target + number] = words[_inside(source) : source + number]


def _overflowing(operate: Callable[[int, int], int]) -> Callable[[int, int], tuple[int, int]]:
    def operated(left: int, right: int) -> tuple[int, int]:
        found = operate(left, right)
        return found, int(not -(1 << 63) <= found < 1 << 63)

    return operated


def _quotient(number: int, divisor: int) -> int:
    found = abs(number) // abs(divisor)
    return found if (number < 0) == (divisor < 0) else -found


def _signed(word: int) -> int:
    word &= BITS
    return word - (1 << 64) if word >> 63 else word


def _add_product(block: int, place: int, left: int, right: int) -> None:
    words = MEMORIES[block].words
    total = (words[place] & BITS) + (words[place + 1] << 64) + left * right
    words[place], words[place + 1] = _signed(total), _signed(total >> 64)


def _next_words(block: int, stream: int) -> None:
    words = MEMORIES[block].words
    counter = (words[stream + memory.STREAM_COUNTER] + 1) & BITS
    words[stream + memory.STREAM_COUNTER] = _signed(counter)
    key = np.array([words[stream] & BITS, words[stream + 1] & BITS], dtype=np.uint64)
    bits = np.random.Philox(key=key, counter=np.array([counter - 1, 0, 0, 0], dtype=np.uint64))
    for number, word in enumerate(bits.random_raw(4).tolist()):
        words[stream + memory.STREAM_WORDS + number] = _signed(word)


INSTRUCTIONS: Mapping[str, Callable[..., Any]] = {
    "load": _loading("words"),
    "load_card": _loading("cards"),
    "load_half": _loading("halves"),
    "load_byte": _loading("bytes"),
    "store": _storing("words"),
    "store_card": _storing("cards"),
    "count_bits": lambda word: (word & BITS).bit_count(),
    "lowest_bit": _lowest_bit,
    "highest_bit": lambda word: (word & BITS).bit_length() - 1,
    "reverse_bits": lambda word: _signed(int(f"{word & BITS:064b}"[::-1], 2)),
    "shift_down": lambda word, places: _signed((word & BITS) >> places),
    "deposit_at_once": _deposit,
    "quotient": _quotient,
    "divide_small": lambda number, divisor: number // divisor,
    "copy_words": _copy_words,
    "add_overflowing": _overflowing(lambda left, right: left + right),
    "subtract_overflowing": _overflowing(lambda left, right: left - right),
    "multiply_overflowing": _overflowing(lambda left, right: left * right),
    "add_product": _add_product,
    "next_words": _next_words,
    "next_words_apart": _next_words,
}


def bit_at(cards: int, place: int) -> int:
    """Return the position of the bit at a place, as is plain to see."""
    for _ in range(place):
        cards &= cards - 1
    return _lowest_bit(cards)


def _plain(*given: Any, **settings: Any) -> Any:
    """Take the place of numba's decorator, and do nothing."""
    del settings

    def decorate(function: Any) -> Any:
        function.enable_caching = lambda: None
        function.compile = None
        return function

    return decorate(given[0]) if given else decorate


def _run(source: str, names: dict[str, Any]) -> dict[str, Any]:
    """Run a module whose imports of the compiler's parts are known already."""
    kept = [line for line in _without_imports(source) if line.strip() != "import numba"]
    exec(compile("\n".join(kept), "generated", "exec"), names)
    return names


def _without_imports(source: str) -> list[str]:
    found, skipping = [], False
    for line in source.split("\n"):
        if line.startswith(tuple(f"from certify.play.compiler.{part} import" for part in PARTS)):
            skipping = line.endswith("(")
            found.append("")
        elif skipping:
            skipping = line != ")"
            found.append("")
        else:
            found.append(line)
    return found


def _helpers() -> dict[str, Any]:
    numba = ModuleType("plain_numba")
    numba.njit = _plain  # type: ignore[attr-defined]
    names: dict[str, Any] = {key: vars(memory)[key] for key in vars(memory) if key.isupper()}
    names |= {**INSTRUCTIONS, "numba": numba, "__name__": "plain"}
    for part in (machine, ways):
        # Not from its file: a mutant has other source than that.
        loader = part.__loader__
        assert isinstance(loader, InspectLoader)
        _run(loader.get_source(part.__name__) or "", names)
    # In place, so that the helpers call these too.
    names |= {"Stopped": machine.Stopped, "bit_at": bit_at}
    return names


class PlainGame(CompiledGame):
    """A compiled game that is run without being compiled."""

    _notes: Any = None

    @cached_property
    def _module(self) -> Any:
        names = _helpers()
        # `stopped` raises what the game catches.
        names["stopped"].__globals__["Stopped"] = machine.Stopped
        module = ModuleType("plain_game")
        _run(self.source, names)
        vars(module).update(names)
        return module

    @cached_property
    def _scratch(self) -> list[tuple[int, int]]:
        kept = [(0, 2), *((at, at + len(row)) for at, row in self.generated.contents.items())]
        found, top = [], 0
        for first, end in [*sorted(kept), (self.generated.size, self.generated.size)]:
            if first > top:
                found.append((top, first))
            top = max(top, end)
        return found

    def _run(self, recorded: Any, seed: int, first: int, games: int) -> None:
        for start, end in self._scratch:
            self._block[start:end] = RUBBISH
        arrays = [self._block, recorded, *([] if self._notes is None else [self._notes])]
        MEMORIES.clear()
        MEMORIES.update({array.ctypes.data: Memory(array) for array in arrays})
        super()._run(recorded, seed, first, games)

    def noted(self, seed: int, number: int) -> tuple[list[Noted], Tallies]:
        """Return every decision of a game, and its statistics."""
        self._notes = np.zeros(MOST_NOTED, dtype=np.int64)
        place = self.generated.places["trace"]
        self._block[place] = self._notes.ctypes.data
        try:
            found = self.play(seed, number, 1)
        finally:
            self._block[place] = 0
        rows = self._notes[1 : 1 + int(self._notes[0])].reshape(-1, 4)
        self._notes = None
        return [Noted(*row) for row in rows.tolist()], found
