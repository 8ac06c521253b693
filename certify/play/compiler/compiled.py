"""A compiled game: plays games of a series at machine speed, as the interpreter would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from certify.errors import EngineError, PlayError
from certify.play.compiler.generator import Generator
from certify.play.compiler.machine import BEYOND_SIZE, WINDOW_SIZE, Stopped
from certify.play.compiler.memory import LINE
from certify.play.compiler.module import Generated, Module
from certify.play.compiler.store import compiled_module
from certify.play.interpreted import (
    PLAY,
    InterpretedGame,
    Policies,
    by_seat,
    require_procedure,
)
from certify.play.interpreter.program import Program
from certify.play.policies import RANDOM, policy_of
from certify.play.quantities import quantities_of
from certify.play.tallies import WINDOW, Moments, Pair, Tallies, Tally, require_quantity

MOST_NOTED = 4 * 100_000 + 8
"""Words for the decisions of a game, four for each."""


class Noted(NamedTuple):
    """A decision of a game: its number, the seat, how many options, and which was chosen."""

    decision: int
    seat: int
    options: int
    chosen: int


class CompiledGame:
    """Plays the games of a simulation run by generated array code.

    Move for move the same as `InterpretedGame` on the same seeds. `procedure` is the one that is a
    game, without arguments; `policies` is one for all seats or one for each; `pairs` are quantities
    whose products are summed too; `quantities` are what is recorded (left out: everything). A scale
    says what the integer units of a quantity are divided by; left out, the least that holds every
    value.

    Raises CompileError if the game cannot be compiled. The first time a game is compiled on a
    machine takes up to a minute; the code is kept.
    """

    def __init__(
        self,
        program: Program,
        procedure: str = PLAY,
        policies: Policies = RANDOM,
        pairs: Sequence[Pair] = (),
        scales: Mapping[str, int] | None = None,
        quantities: Sequence[str] | None = None,
    ) -> None:
        require_procedure(program, procedure)
        self.program = program
        self.procedure = procedure
        self.policies = by_seat(program, policies)
        for policy in self.policies:
            policy_of(program, policy)
        self.pairs = tuple(pairs)
        quantities_of(program, scales)  # which tells what is wrong with the scales
        self._generate(
            Generator(
                program, procedure, self.policies, quantities, self.pairs, dict(scales or {})
            ),
            quantities,
        )

    def _generate(self, generator: Generator, quantities: Sequence[str] | None) -> None:
        pairs = self.pairs
        for name in (*(quantities or ()), *(name for pair in pairs for name in pair)):
            require_quantity(name, tuple(generator.known))
        self.plan = generator.plan
        self.generated: Generated = Module(generator).generated()
        self.names, self.scales = self.generated.quantities, self.generated.scales

    @property
    def source(self) -> str:
        """The generated module."""
        return self.generated.source

    @cached_property
    def _module(self) -> Any:
        return compiled_module(self.source, self.program.game.spec.game.id)

    @cached_property
    def _block(self) -> Any:
        block = _aligned(self.generated.size)
        for place, words in self.generated.contents.items():
            block[place : place + len(words)] = words
        for name in self.generated.far:
            block[self.generated.places[f"far_{name}"]] = getattr(self._module, name).address
        return block

    def play(self, seed: int, first: int, games: int) -> Tallies:
        """Return the statistics of games `first`, counted from 0, and on.

        Raises PlayError, which names the game, if one goes wrong.
        """
        size = len(self.names) * (WINDOW_SIZE + BEYOND_SIZE) + 2 * len(self.pairs)
        recorded = np.zeros(size + 1, dtype=np.int64)
        self._run(recorded, seed, first, games)
        return self._tallies(recorded, games)

    def noted(self, seed: int, number: int) -> tuple[list[Noted], Tallies]:
        """Return every decision of a game, and its statistics."""
        notes = np.zeros(MOST_NOTED, dtype=np.int64)
        at = self.generated.places["trace"]
        self._block[at] = notes.ctypes.data
        try:
            found = self.play(seed, number, 1)
        finally:
            self._block[at] = 0
        rows = notes[1 : 1 + int(notes[0])].reshape(-1, 4)
        return [Noted(*row) for row in rows.tolist()], found

    def _run(self, recorded: Any, seed: int, first: int, games: int) -> None:
        block = self._block
        try:
            # The addresses stay valid: both arrays are held here until the call returns.
            self._module.play(block.ctypes.data, recorded.ctypes.data, signed(seed), first, games)
        except Stopped:
            number = int(block[self.generated.places["game"]])
            scales = dict(zip(self.names, self.scales, strict=True))
            reference = InterpretedGame(self.program, self.procedure, self.policies, scales=scales)
            reference.play(seed, number, 1)
            raise EngineError(
                f"compiled play stopped in game {number} of seed {seed}, and the interpreter plays"
                " it to the end: an amount or a list is beyond what compiled play can hold"
            ) from None

    def _tallies(self, recorded: Any, games: int) -> Tallies:
        width = WINDOW_SIZE + BEYOND_SIZE
        tallies = []
        constants = self.generated.constants
        for place, name in enumerate(self.names):
            row = recorded[place * width : (place + 1) * width]
            seen = np.flatnonzero(row[:WINDOW_SIZE])
            counts = {WINDOW[0] + int(at): int(row[at]) for at in seen}
            if name in constants and games:
                counts = {constants[name]: games}
            tallies.append(Tally(counts, _moments(row[WINDOW_SIZE:].tolist())))
        top = len(self.names) * width
        products = {
            pair: _wide(*recorded[top + 2 * at : top + 2 * at + 2].tolist())
            for at, pair in enumerate(self.pairs)
        }
        return Tallies(games, self.names, self.scales, tallies, products)


def _aligned(size: int) -> Any:
    """Return so many words from the beginning of a line of the processor's memory on."""
    words = np.zeros(size + LINE, dtype=np.int64)
    first = -words.ctypes.data // words.itemsize % LINE
    return words[first : first + size]


def signed(word: int) -> int:
    """Return a word of 64 bits as a signed integer of the same bits."""
    if not 0 <= word < 1 << 64:
        raise PlayError(f"a seed lies between 0 and {(1 << 64) - 1}; found {word}")
    return word - (1 << 64) if word >> 63 else word


def _wide(low: int, high: int) -> int:
    """Return the number of 128 bits that two words are."""
    return (high << 64) + (low & ((1 << 64) - 1))


def _moments(words: Sequence[int]) -> Moments:
    number, low, high, low_square, high_square, least, most = words
    if not number:
        return Moments()
    return Moments(number, _wide(low, high), _wide(low_square, high_square), least, most)
