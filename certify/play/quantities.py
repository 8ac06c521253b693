"""What is recorded of every game: its quantities by name, each an integer over a scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Literal

from certify.errors import EngineError
from certify.language import typed
from certify.language.acts import SetAct
from certify.language.types import NUMBER
from certify.play.interpreter.interpreter import Outcome
from certify.play.interpreter.program import Program
from certify.play.tallies import Pair, require_quantity

SCALE = 1000
"""Of quantities that need be no integers, if nothing else is said."""

DECISIONS = "decisions"
DRAW = "draw"


@dataclass(frozen=True)
class Quantities:
    """The quantities of a game.

    Attributes
    ----------
    names : tuple of str
        ``score.1`` and so on for each seat, ``win.1`` and so on and ``draw`` where somebody wins,
        ``decisions``, then the measures of the spec.
    scales : tuple of int
        A value is its integer units over the scale.
    """

    names: tuple[str, ...]
    scales: tuple[int, ...]

    def require_pairs(self, pairs: Iterable[Pair]) -> None:
        """Raise `EngineError` if there is no quantity of a name in some pairs."""
        for pair in pairs:
            for name in pair:
                require_quantity(name, self.names)

    def row(self, found: Outcome, decisions: int) -> list[int]:
        """Return the values of a game that has ended, in integer units.

        Raises `EngineError` if the scale of a quantity is too coarse for its value.
        """
        values: list[int | Fraction] = list(found.scores)
        if DRAW in self.names:
            winners = set(found.winners)
            values += [int(seat in winners) for seat in range(len(found.scores))]
            values.append(int(not winners))
        values += [decisions, *(value + 0 for value in found.measures.values())]
        return [
            value if scale == 1 and isinstance(value, int) else _units(name, value, scale)
            for name, value, scale in zip(self.names, values, self.scales, strict=True)
        ]


Kind = Literal["score", "win", "draw", "first", "decisions", "measure"]


def recorded_of(
    program: Program, *, opening: bool = False
) -> dict[str, tuple[Kind, typed.Node | None]]:
    """Return what can be recorded of a game.

    `opening`: whether to record which seat is the first to decide alone: ``first.1`` and so on. The
    result: for each name, in their order, what it is, and its expression if it has one.
    """
    result = program.play.result
    if result is None:
        raise EngineError(f"{program.game.spec.game.id} says nothing of its result")
    seats = range(1, program.players + 1)
    found: dict[str, tuple[Kind, typed.Node | None]] = {
        f"score.{seat}": ("score", result.score) for seat in seats
    }
    if result.best is not None:
        found |= {f"win.{seat}": ("win", None) for seat in seats}
        found[DRAW] = ("draw", None)
    if opening:
        found |= {f"first.{seat}": ("first", None) for seat in seats}
    found[DECISIONS] = ("decisions", None)
    found |= {name: ("measure", node) for name, node in result.recorded().items()}
    return found


def is_amount(node: typed.Node | None) -> bool:
    """Return whether what is recorded need be no integer."""
    return node is not None and node.type == NUMBER


def quantities_of(program: Program, scales: Mapping[str, int] | None = None) -> Quantities:
    """Return what is recorded of a game.

    `scales`: scales by name, of quantities that need be no integers; `SCALE` of those left out.
    """
    known = recorded_of(program)
    names = tuple(known)
    given = dict(scales or {})
    for name, scale in given.items():
        require_quantity(name, names)
        if scale < 1:
            raise EngineError(f"the scale of {name} cannot be {scale}: expected 1 or more")
    return Quantities(
        names,
        tuple(
            given.get(name, SCALE) if is_amount(node) else 1 for name, (_, node) in known.items()
        ),
    )


def exact_scale(program: Program) -> int:
    """Return the least scale in which every amount that the rules name is an integer.

    The result: the least common multiple of the denominators of parameters and payouts, of the
    constants by which the rules divide, and of stakes, or what a wager brings, times the payouts of
    their rows. What else the rules multiply may need a finer one.
    """
    found: list[Fraction | int] = [
        value for value in program.layout.parameters.values() if isinstance(value, Fraction)
    ]
    found += [
        row.to_one for table in program.game.paytables.values() for row in table.rows.values()
    ]
    scale = lcm(*(Fraction(value).denominator for value in found))
    for tree in program.play.rule_nodes():
        scale = lcm(scale, *_divisors(tree))
    for name, wager in program.game.spec.wagers.items():
        if wager.paytable and program.play.result is not None:
            told = program.play.result.wagers[name]
            parts = lcm(*_divisors(told.stake if wager.net is None else told.net))
            rows = program.game.paytables[wager.paytable].rows.values()
            scale = lcm(scale, *(parts * row.to_one.denominator for row in rows))
    return scale


def grows(program: Program) -> bool:
    """Return whether a game sets an amount to a multiple, or a part, of one that was set."""
    return any(
        isinstance(part, typed.Arithmetic)
        and part.operator in "*/"
        and any(isinstance(inner, typed.VariableAt) for inner in part.walk())
        for act in program.play.statements()
        if isinstance(act, SetAct)
        for target, value in act.changes
        if target.type == NUMBER
        for part in value.walk()
    )


def _divisors(tree: typed.Node) -> Iterator[int]:
    """Yield the constants by which an expression divides."""
    for node in tree.walk():
        if isinstance(node, typed.Arithmetic) and node.operator == "/":
            by = node.right
            if isinstance(by, typed.Literal) and isinstance(by.value, int) and by.value:
                yield abs(by.value)


def _units(name: str, value: int | Fraction, scale: int) -> int:
    units = value * scale
    if units.denominator != 1:
        needed = lcm(scale, Fraction(value).denominator)
        raise EngineError(
            f"{name} is {value}, which its scale of {scale} does not hold; take a finer one, such"
            f" as --scale {name}={needed}"
        )
    return int(units)
