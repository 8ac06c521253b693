"""The exact value of a procedure of a game, from cards and values that are given."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from certify.errors import SpecError, StateSpaceError
from certify.exact.banked.course import Solver
from certify.exact.banked.frames import Answered, Frame
from certify.exact.banked.kinds import kinds_of
from certify.exact.banked.walking import Option, Stakes
from certify.language import acts, typed
from certify.language.typed import Node
from certify.language.types import INTEGER
from certify.play.interpreter.program import Program
from certify.play.tables import Fold, TableDecision, TablePolicy

Rows = npt.NDArray[Any]

VALUE = "value"
"""What is asked for, in place of a wager."""


MOST_WAYS = 100_000
"""Series of answers of a play that is given, which are far fewer rows than those of the best."""


def value_of(
    program: Program,
    procedure: str,
    wanted: str | Node,
    *,
    cards: Collection[int],
    given: Mapping[str, Any],
    play: TablePolicy | None = None,
) -> Fraction:
    """Return what an expression is worth on average when a procedure is over.

    Parameters
    ----------
    program : Program
        A game with one seat and one pack.
    procedure : str
        What is played from the start.
    wanted : str or Node
        An expression of the rule language, a number.
    cards : collection of int
        The cards of the pack that are there.
    given : dict
        Values of variables, where they do not start as the spec says.
    play : TablePolicy, optional
        How decisions are taken; by default so that the value is the largest.

    Raises
    ------
    StateSpaceError
        If the rules need what the engine does not follow, or too many situations.

    Notes
    -----
    Conditioning: the cards, shuffled; one seat plays.
    Method: backward over all situations, equal ones once, as `certify.exact.banked.solution`; for a
    given play forward, with the number of ways to each.
    Error: none; a ratio of integers.
    Source: as `certify.exact.banked.solution.solve`.
    """
    if program.players != 1:
        raise StateSpaceError("the value is of a game with one seat")
    if procedure not in program.play.procedures:
        raise SpecError(f"the game needs the procedure {procedure}")
    one = typed.Literal(INTEGER, 1)
    value = program.node(wanted) if isinstance(wanted, str) else wanted
    stakes = Stakes((VALUE,), (one,), (value,), (typed.Literal(INTEGER, 0),))
    tables = {} if play is None else _tables(program, play)
    read = [node for table in tables.values() for node in table.nodes]
    # Every rule may be walked through; its expressions tell which cards are alike.
    nodes = [*program.play.move_nodes(), *stakes.nodes, *read]
    nodes += [node for act in program.play.statements() for node in act.nodes()]
    (pack,) = program.play.spec.packs
    kinds = kinds_of(program, nodes, pack, cards)
    values = {program.position(name)[1]: value for name, value in given.items()}
    asked = {VALUE: stakes}
    if play is None:
        best = Solver(program, kinds, nodes, [stakes], asked, procedure=procedure, given=values)
        found = best.best_play()
        return Fraction(int(found.units[0]), found.base)
    by_tables = ByTables(program, kinds, nodes, [], asked, {}, procedure=procedure, given=values)
    by_tables.tables = tables
    by_tables.tally()
    return sum((key[1] * p for key, p in by_tables.outcomes[VALUE].items()), Fraction(0))


class _Table:
    """A decision by lookup, for all rows of a frame at once."""

    def __init__(self, program: Program, table: TableDecision) -> None:
        self.table = table.table
        self.orders = table.orders
        self.axes: list[tuple[Node, Fold | None]] = []
        for axis in table.index:
            fold = axis if isinstance(axis, Fold) else None
            node = program.node(axis.cards if isinstance(axis, Fold) else axis)
            if fold is not None:
                _require_no_order(fold)
                node = _attributes_of(program, node, fold)
            self.axes.append((node, fold))

    @property
    def nodes(self) -> Iterator[Node]:
        """Expressions that it reads."""
        return (node for node, _ in self.axes)

    def row(self, solver: Solver, frame: Frame) -> Rows:
        """Return for each row of a frame its row of the orders."""
        places = []
        for (node, fold), size in zip(self.axes, self.table.shape, strict=True):
            value = solver.evaluator.value(node, frame)
            place = value if fold is None else _walked(fold, value.elements)
            if np.any(place < 0) or np.any(place >= size):
                raise SpecError(f"a table of axes {self.table.shape} has no entry for a situation")
            places.append(np.broadcast_to(np.asarray(place, dtype=np.int64), len(frame)))
        found = self.table[tuple(places)]
        return np.broadcast_to(np.asarray(found, dtype=np.int64), len(frame))


def _tables(program: Program, play: TablePolicy) -> dict[str, _Table]:
    return {name: _Table(program, table) for name, table in play.decisions.items()}


def _require_no_order(fold: Fold) -> None:
    """Refuse a fold that comes to another state if the cards come in another order."""
    steps = fold.steps
    for value in range(steps.shape[1]):
        for other in range(value):
            if (steps[steps[:, value], other] != steps[steps[:, other], value]).any():
                raise SpecError(f"the fold of {fold.cards} depends on the order of the cards")


def _attributes_of(program: Program, cards: Node, fold: Fold) -> Node:
    """Return the list of the values that a fold walks over."""
    element = cards.type.element
    if element is None or fold.attribute is None:
        raise SpecError(f"a fold walks over an attribute of cards; {fold.cards} is {cards.type}")
    return program.node(f"[c.{fold.attribute} for c in {fold.cards}]")


def _walked(fold: Fold, values: Sequence[Any]) -> Any:
    state: Any = fold.start
    for value in values:
        state = fold.steps[state, value - fold.first]
    return state


class ByTables(Solver):
    """Walks through a game by tables, which say how every decision is taken."""

    most_ways: ClassVar[int] = MOST_WAYS

    tables: Mapping[str, _Table]

    def _by_policy(
        self,
        decision: acts.ResolvedDecision,
        options: Sequence[Option],
        legal: npt.NDArray[np.bool_],
        frame: Frame,
    ) -> Answered:
        if decision.name not in self.tables:
            raise StateSpaceError(f"the tables do not say how {decision.name} is answered")
        table = self.tables[decision.name]
        names = {option.name: place for place, option in enumerate(options)}
        wanted = table.row(self, frame)
        choice = np.full(len(frame), -1, dtype=np.int64)
        for row, order in enumerate(table.orders):
            for move in order:
                if move in names:
                    place = names[move]
                    choice[(choice < 0) & (wanted == row) & legal[:, place]] = place
        if (choice < 0).any():
            raise StateSpaceError(f"the tables do not say how {decision.name} is answered")
        return self._as_answered(decision, options, legal, frame, choice)
