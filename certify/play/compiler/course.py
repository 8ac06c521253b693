"""Denominators of amounts that grow from statement to statement, as a pot does in a ladder.

Where variables depend on themselves, what they can be at all has no common denominator. A game is
followed then from its start, statement by statement, through every loop as often as it can run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import lcm
from typing import NoReturn

from certify.language import acts, typed
from certify.language.typed import Node
from certify.language.types import NUMBER
from certify.play.compiler.numbers import Denominators, Folding
from certify.play.compiler.plan import Plan
from certify.play.interpreter.program import Program
from certify.play.quantities import is_amount, recorded_of

MOST_STEPS = 20_000
"""Statements that are followed; a loop counts once for every pass."""

Reached = dict[str, int] | None
"""The denominators of variables at a place of the rules; None if it is not reached."""


def denominators_of(plan: Plan, folding: Folding, more: list[Node]) -> Denominators:
    """Return the common denominator of all amounts of a game.

    `more` are expressions beside the rules, of policies. Raises CompileError if none is known
    before play.
    """
    found = Denominators(plan, folding, more)
    if found.is_unknown:
        _follow(found, more)
    return found


def recorded_scale(program: Program) -> int:
    """Return a scale in which all that is recorded of a game is an integer, whatever is played.

    Raises CompileError if none is known before play.
    """
    plan = Plan(program, [])
    found = denominators_of(plan, Folding(plan), [])
    recorded = [node for _, node in recorded_of(program).values() if node is not None]
    return lcm(*(found.of(node) for node in recorded if is_amount(node)))


def _follow(found: Denominators, more: list[Node]) -> None:
    variables = found.plan.play.variables
    starts = {name: each.start for name, each in variables.items() if each.start is not None}
    found.variables, found.slots, found.units = {}, {}, 1
    found.look(starts.values())
    course = _Course(found, {name: found.of(start) for name, start in starts.items()})
    found.variables = course.anywhere
    found.look(more)
    if found.is_unknown:
        raise found.unknown("its amounts have")
    found.variables = course.ends


class _Course:
    """What the variables of a game can be counted in, from its start to its ends.

    `ends` and `anywhere` are the denominators of variables where a game is over, and at any time.
    """

    def __init__(self, numbers: Denominators, starts: dict[str, int]) -> None:
        self.numbers = numbers
        self.play = numbers.plan.play
        self.anywhere: dict[str, int] = dict(starts)
        self.ends: dict[str, int] = dict(starts)
        self._left: dict[str, Reached] = {}
        self._steps = 0
        self._running: list[str] = []
        for procedure in self.play.procedures.values():
            if not procedure.arguments:
                self._left = {}
                over = self._block(procedure.do, dict(starts))
                for reached in (over, *self._left.values()):
                    self.ends = _either(self.ends, reached) or {}

    def _block(self, block: Sequence[acts.Act], reached: Reached) -> Reached:
        for act in block:
            if reached is None:
                return None
            reached = self._act(act, reached)
        return reached

    def _act(self, act: acts.Act, reached: dict[str, int]) -> Reached:
        self._steps += 1
        if self._steps > MOST_STEPS:
            self._give_up()
        self._look(act.nodes(), reached)
        match act:
            case acts.SetAct():
                return self._set(act.changes, reached)
            case acts.ChanceAct():
                return self._set([(act.target, act.among)], reached)
            case acts.IfAct():
                then = self._block(act.then, dict(reached))
                return _either(then, self._block(act.otherwise, dict(reached)))
            case acts.StopAct():
                self._left[act.what] = _either(self._left.get(act.what), reached)
                return None
            case acts.LetAct():
                self.numbers.bind(act.slot, act.value)
                return self._block(act.do, reached)
            case acts.EachAct():
                if act.slot is not None:
                    self.numbers.bind(act.slot, act.collection)
                return self._loop(act.do, reached, self.numbers.ranges.most(act.collection))
            case acts.RepeatAct():
                bounds = self.numbers.ranges.of(act.at_most)
                return self._loop(act.do, reached, MOST_STEPS if bounds is None else bounds[1])
            case acts.CallAct():
                return self._call(act, reached)
            case acts.AskAct():
                return self._ask(act.decision, reached)
            case acts.AskTogetherAct():
                most = self.numbers.ranges.most(act.seats)
                over: Reached = reached
                for _ in range(min(most, self.numbers.plan.players)):
                    over = over and self._ask(act.decision, over)
                return over
        return reached

    def _look(self, nodes: Iterable[Node], reached: dict[str, int]) -> None:
        """See the amounts in expressions as they can be here."""
        self.numbers.variables = reached
        self.numbers.look(nodes)
        if self.numbers.is_unknown:
            self._give_up()

    def _set(
        self, changes: Iterable[tuple[typed.VariableAt, Node]], reached: dict[str, int]
    ) -> dict[str, int]:
        found = dict(reached)
        self.numbers.variables = reached
        for target, value in changes:
            if target.type == NUMBER:
                number = self.numbers.of(value)
                # Of a variable for each of something, the others stay what they were.
                kept = 1 if target.index is None else reached.get(target.name, 1)
                found[target.name] = lcm(kept, number)
        self.anywhere = _either(self.anywhere, found) or {}
        return found

    def _loop(self, block: Sequence[acts.Act], reached: dict[str, int], most: int) -> Reached:
        """Return what can be after at most so many passes, or after none."""
        outside = self._left.pop("repeat", None)
        over: Reached = reached
        for _ in range(most):
            after = self._block(block, dict(reached))
            over = _either(over, after)
            following = _either(reached, after)
            if following is None or following == reached:
                break
            reached = following
        over = _either(over, self._left.pop("repeat", None))
        self._left["repeat"] = outside
        return over

    def _call(self, act: acts.CallAct, reached: dict[str, int]) -> Reached:
        procedure = self.play.procedures[act.procedure]
        for slot, value in zip(procedure.arguments, act.arguments, strict=True):
            self.numbers.bind(slot, value)
        return self._apart(f"procedure {act.procedure}", [procedure.do], reached)

    def _ask(self, decision: str, reached: dict[str, int]) -> Reached:
        moves = self.play.decisions[decision].moves
        for move in moves:
            self._look(move.nodes(), reached)
        return self._apart(f"decision {decision}", [move.do for move in moves], reached)

    def _apart(
        self, name: str, blocks: Iterable[Sequence[acts.Act]], reached: dict[str, int]
    ) -> Reached:
        """Return what can be after one of some blocks, within which their procedure ends."""
        if name in self._running:
            self._give_up()
        self._running.append(name)
        outside = {what: self._left.pop(what, None) for what in ("repeat", "procedure")}
        over: Reached = None
        for block in blocks:
            over = _either(over, self._block(block, dict(reached)))
        over = _either(over, self._left.pop("procedure", None))
        self._left |= outside
        self._running.pop()
        return over

    def _give_up(self) -> NoReturn:
        raise self.numbers.unknown("its amounts have")


def _either(first: Reached, second: Reached) -> Reached:
    """Return the denominators of variables where either may be."""
    if first is None:
        return second
    if second is None:
        return first
    return {name: lcm(first.get(name, 1), second.get(name, 1)) for name in {**first, **second}}
