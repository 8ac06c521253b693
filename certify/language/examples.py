"""What is wrong with worked examples before they are run: names, types, players, parameters."""

from __future__ import annotations

from collections.abc import Iterator

from certify.language import typed
from certify.language.acts import Play
from certify.language.document import Place
from certify.language.expressions import ExpressionProblem
from certify.language.names import unknown
from certify.language.scenarios import (
    ChanceStep,
    Example,
    Expected,
    ExpectStep,
    Given,
    MoveStep,
    RefusedStep,
)
from certify.language.typed import Node
from certify.language.types import BOOLEAN, Type

Found = Iterator[tuple[Place, str]]

WANTED: dict[str, type[Node]] = {
    "zone": typed.ZoneAt,
    "variable": typed.VariableAt,
    "token": typed.TokensAt,
}


def example_problems(play: Play) -> Found:
    """Yield what is wrong with the examples of a spec.

    `play`: the rules, every name resolved; its resolver notes what examples read.
    """
    for name, example in play.spec.examples.items():
        yield from _Checker(play, example, ("examples", name)).problems()


class _Checker:
    def __init__(self, play: Play, example: Example, place: Place) -> None:
        self.play = play
        self.spec = play.spec
        self.resolver = play.resolver
        self.example = example
        self.place = place
        self.seats = self.spec.players.seats if self.spec.players else ()
        self.players = example.players or min(self.seats, default=0)

    def problems(self) -> Found:
        example = self.example
        if self.players not in self.seats:
            known = " or ".join(map(str, self.seats))
            yield (*self.place, "players"), f"expected {known}; found {self.players}"
        for name, value in example.parameters.items():
            parameter = self.spec.parameters.get(name)
            inside: Place = (*self.place, "parameters", name)
            if parameter is None:
                yield inside, unknown(name, "parameter", self.spec.parameters)
            elif not parameter.accepts(value):
                yield inside, f"expected {parameter.expected()}; found {value}"
        procedure = self.spec.procedures.get(example.run)
        if procedure is None:
            yield (*self.place, "run"), unknown(example.run, "procedure", self.spec.procedures)
        elif procedure.takes or not procedure.do:
            yield (*self.place, "run"), f"{example.run} cannot be run by itself"
        yield from self._given(example.given, (*self.place, "given"))
        for number, step in enumerate(example.steps):
            inside = (*self.place, "steps", number)
            if isinstance(step, MoveStep | RefusedStep):
                yield from self._move(step, inside)
            elif isinstance(step, ExpectStep):
                yield from self._expected(step.expect, (*inside, "expect"))
            elif isinstance(step, ChanceStep) and not step.chance:
                yield (*inside, "chance"), "expected outcomes; found none"

    def _given(self, given: Given, place: Place) -> Found:
        for text in given.zones:
            yield from self._named((*place, "zones", text), text, "zone")
        for text in (given.rest,) if isinstance(given.rest, str) else given.rest:
            yield from self._named((*place, "rest"), text, "zone")
        for text in given.tokens:
            yield from self._named((*place, "tokens", text), text, "token")
        for text, value in given.variables.items():
            inside = (*place, "variables", text)
            problems = list(self._named(inside, text, "variable"))
            yield from problems
            kind = None if problems else self.resolver.resolve(text, {}).type
            yield from self._typed(inside, value, kind)

    def _expected(self, expected: Expected, place: Place) -> Found:
        for text in expected.zones:
            yield from self._named((*place, "zones", text), text, "zone")
        for number, text in enumerate(expected.facts):
            yield from self._typed((*place, "facts", number), text, BOOLEAN)
        if expected.seat is not None:
            yield from self._seat(expected.seat, (*place, "seat"))
        yield from self._decision(expected.decision, (*place, "decision"))
        if expected.scores is not None and len(expected.scores) != self.players:
            message = f"expected {self.players} scores; found {len(expected.scores)}"
            yield (*place, "scores"), message

    def _move(self, step: MoveStep | RefusedStep, place: Place) -> Found:
        yield from self._seat(step.seat, (*place, "seat"))
        decisions = list(self.play.decisions.values())
        key, name = ("move", step.move) if isinstance(step, MoveStep) else ("refused", step.refused)
        if isinstance(step, MoveStep) and step.decision is not None:
            yield from self._decision(step.decision, (*place, "decision"))
            decisions = [rule for rule in decisions if rule.name == step.decision] or decisions
        moves = [move for rule in decisions for move in rule.moves]
        meant = [move for move in moves if move.name == name]
        if not meant:
            message = unknown(name, "move", {move.name for move in moves})
            yield (*place, key), message
        elif step.pick != "" and all(move.pick is None for move in meant):
            yield (*place, "pick"), f"there is nothing to pick in the move {name}"

    def _decision(self, name: str | None, place: Place) -> Found:
        if name is not None and name not in self.play.decisions:
            yield place, unknown(name, "decision", self.play.decisions)

    def _seat(self, seat: int | str, place: Place) -> Found:
        roles = self.spec.players.roles if self.spec.players else ()
        if isinstance(seat, str):
            if seat not in roles:
                yield place, unknown(seat, "role", roles)
        elif not 1 <= seat <= self.players:
            yield place, f"expected a seat from 1 to {self.players}; found {seat}"

    def _named(self, place: Place, text: str, kind: str) -> Found:
        """Yield a problem if a text names no zone, variable or token that is known before play."""
        try:
            node = self.resolver.resolve(text, {})
        except ExpressionProblem as problem:
            yield place if problem.place is None else problem.place, str(problem)
            return
        if not isinstance(node, WANTED[kind]):
            known = unknown(text.partition("[")[0], kind, self._known(kind))
            yield place, known if text.isidentifier() else f"expected a {kind}; found {text}"
            return
        index = getattr(node, "index", None)
        if isinstance(index, typed.Me):
            yield place, f"{text} is one for each seat; name the seat, {text}[1]"
        elif isinstance(index, typed.Literal) and index.type.kind == "seat":
            number = index.value
            if isinstance(number, int) and number >= self.players:
                yield place, f"there is no seat {number + 1} with {self.players} players"

    def _known(self, kind: str) -> set[str]:
        return set(getattr(self.spec, f"{kind}s"))

    def _typed(self, place: Place, text: str, wanted: Type | None) -> Found:
        try:
            self.resolver.asked.append(self.resolver.resolve(text, {}, wanted))
        except ExpressionProblem as problem:
            if not problem.told:
                yield place if problem.place is None else problem.place, str(problem)
