"""A compiled game that looks at the invariants of its spec at every decision, and at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from certify.errors import CompileError
from certify.language.acts import ResolvedResult
from certify.language.order import zones_by_position
from certify.language.typed import Literal, Node
from certify.language.types import INTEGER
from certify.play.compiler.compiled import CompiledGame, signed
from certify.play.compiler.forms import Scope
from certify.play.compiler.generator import Generator
from certify.play.compiler.machine import BEYOND_SIZE, WINDOW_SIZE, Stopped
from certify.play.interpreted import PLAY
from certify.play.interpreter.deck import kinds_of_alike
from certify.play.interpreter.program import Program
from certify.play.policies import RANDOM
from certify.play.tallies import Tallies

NOBODY = Scope("-1", is_nobody=True)
"""An invariant says nothing of the seat that decides; the loader sees to it."""


class WatchingGenerator(Generator):
    """Generates the source of a game that stops where an invariant or a zone's limit is broken."""

    def __init__(self, program: Program) -> None:
        self._invariants = tuple(program.play.invariants.values())
        super().__init__(program, PLAY, (RANDOM,) * program.players)

    @property
    def held(self) -> tuple[Node, ...]:
        """Every invariant: what they read must be worked out, and lie in memory in its order."""
        return tuple(rule.value for rule in self._invariants)

    @held.setter
    def held(self, nodes: tuple[Node, ...]) -> None:
        """Ignore the invariants that matter to a search."""

    def seat_is_taken(self) -> None:
        """Write what looks at the invariants before a decision."""
        super().seat_is_taken()
        self.write.line("watch(block)")

    def generate(self) -> str:
        """Return the functions of the game, and those that look at it."""
        self._watch("watch", at_end=False)
        self._watch("watch_end", at_end=True)
        return super().generate()

    def _watch(self, name: str, *, at_end: bool) -> None:
        self.write.shift(0)
        with self.write.under(f"def {name}(block):"):
            if at_end:
                self.write.line("watch(block)")
            else:
                for condition in self._within_limits():
                    self._stop_unless(condition)
            for rule in self._invariants:
                if rule.at_end is at_end:
                    self._stop_unless(self.truth(rule.value, NOBODY))
            self.write.line("return 0")
        self.write.line("")

    def _stop_unless(self, condition: str) -> None:
        with self.write.under(f"if not {condition}:"):
            self.write.line("stopped()")

    def _within_limits(self) -> Iterator[str]:
        for zone in self.plan.zones.values():
            if zone.limit is None:
                continue
            for place in range(zone.first, zone.first + zone.number):
                if zone.pack.is_small:
                    held = f"count_bits(load(block, sets_of_{zone.pack.name} + {place}))"
                else:
                    held = f"load(block, count_of_{zone.pack.name} + {place})"
                yield f"({held} <= {zone.limit})"

    def _row(self) -> None:
        self.write.shift(0)
        with self.write.apart() as lines:
            super()._row()
        head, *body = lines.lines
        lines.lines = [head, (1, "watch_end(block)"), *body]
        self.write.paste(lines)


class WatchedGame(CompiledGame):
    """Plays random games by generated array code, watching the invariants of the spec.

    Raises `CompileError` if the game, or one of its invariants, cannot be compiled.
    """

    def __init__(self, program: Program) -> None:
        if _look_beyond_the_rules(program):
            raise CompileError("an invariant tells cards apart that are alike to the rules")
        self.program, self.procedure, self.pairs = program, PLAY, ()
        self.policies = (RANDOM,) * program.players
        self._generate(WatchingGenerator(program), None)
        width = WINDOW_SIZE + BEYOND_SIZE
        self._recorded = np.zeros(len(self.names) * width + 1, dtype=np.int64)

    def is_sound(self, seed: int) -> bool:
        """Play the first game of a seed, and return whether all held; it is counted if it did."""
        at = self._recorded.ctypes.data
        try:
            self._module.play(self._block.ctypes.data, at, signed(seed), 0, 1)
        except Stopped:
            return False
        return True

    def counted(self, games: int) -> Tallies:
        """Return the statistics of the sound games, which were so many."""
        return self._tallies(self._recorded, games)


def _look_beyond_the_rules(program: Program) -> bool:
    """Return whether invariants read of cards, or of their order, what the rules do not."""
    play = program.play
    result = play.result or ResolvedResult(Literal(INTEGER, 0), None, {}, {})
    more = {f"invariant {name}": rule.value for name, rule in play.invariants.items()}
    wider = replace(play, result=replace(result, measures={**result.measures, **more}))
    return any(of(wider) != of(play) for of in (kinds_of_alike, zones_by_position))
