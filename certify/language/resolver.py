"""Resolves names and types of one expression; refuses whatever the language does not have."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import count
from typing import Any

from certify.errors import nearest_name, shortened
from certify.language import typed
from certify.language.calls import CallResolver, LimitProblem
from certify.language.comparisons import ComparisonResolver
from certify.language.elements import Definition
from certify.language.expressions import MOST_DIGITS, ExpressionProblem, parse
from certify.language.names import FUNCTIONS, Names
from certify.language.typed import Node
from certify.language.types import (
    BOOLEAN,
    INTEGER,
    NONE,
    NUMBER,
    SEAT,
    SEATS,
    Type,
    cards_of,
    common,
    fits,
    word_of,
)

ARITHMETIC = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Div: "/",
}
MOST_NODES = 5_000
MOST_IN_ALL = 200_000
DEEPEST_IN_ALL = 100

Locals = Mapping[str, Node]


class Resolver(CallResolver, ComparisonResolver):
    """Turns the text of expressions into typed nodes.

    Attributes
    ----------
    bad : set of str
        Definitions that have a problem of their own, which is not told where they are used.
    used : set of str
        Definitions and parameters that have been read outside definitions that nothing uses.
    asked : list of Node
        Facts of examples.
    me : Node
        What `me` means: the seat that decides, or one that is known.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self.slots = count(1)
        self.using: list[str] = []
        self.bad: set[str] = set()
        self.used: set[str] = set()
        self.asked: list[Node] = []
        self.in_definition = False
        self.me: Node = typed.Me(SEAT)
        self.size = self.total = self.level = 0

    def resolve(self, text: str, locals_: Locals, wanted: Type | None = None) -> Node:
        """Return an expression with names resolved.

        `wanted`: the type that is expected; BOOLEAN takes whatever has a truth value. Raises
        `ExpressionProblem` if a name is unknown or a type is wrong.
        """
        self.using, self.in_definition = [], False
        self.size = self.level = 0
        try:
            tree = parse(text)
        except ValueError as error:
            raise ExpressionProblem(str(error)) from None
        node = self.node(tree, locals_)
        if wanted is None:
            return node
        return self.as_wanted(node, wanted, tree)

    def resolve_definition(self, name: str, definition: Definition, locals_: Locals) -> Node:
        """Return the value of a definition by itself, with names resolved."""
        self.using, self.in_definition = [name], True
        self.size = self.level = 0
        return self.body(definition, locals_)

    def new_slot(self) -> int:
        """Return a slot that no other local has."""
        return next(self.slots)

    # One expression

    def node(self, tree: ast.expr, locals_: Locals) -> Node:
        """Return the node of a syntax tree."""
        self.size += 1
        self.total += 1
        if self.size > MOST_NODES:
            raise LimitProblem(f"with its definitions it has more than {MOST_NODES} parts")
        if self.total > MOST_IN_ALL:
            message = f"all expressions with their definitions have more than {MOST_IN_ALL} parts"
            raise LimitProblem(message, (), told=self.total > MOST_IN_ALL + 1)
        if self.level >= DEEPEST_IN_ALL:
            raise LimitProblem(f"with its definitions it is deeper than {DEEPEST_IN_ALL} levels")
        method: Callable[[Any, Locals], Node] | None = getattr(
            self, f"_{type(tree).__name__.lower()}", None
        )
        if method is None:
            raise ExpressionProblem(f"{self.shown(tree)} is not of the language")
        self.level += 1
        try:
            return method(tree, locals_)
        finally:
            self.level -= 1

    def truth(self, tree: ast.expr, locals_: Locals) -> Node:
        """Return the truth value of an expression."""
        return self.as_truth(self.node(tree, locals_), tree)

    def as_truth(self, node: Node, tree: ast.expr) -> Node:
        """Return the truth value of a node."""
        if node.type.kind == "boolean":
            return node
        if node.type.kind in ("list", "seat", "card"):
            return typed.Present(BOOLEAN, node)
        raise ExpressionProblem(
            f"expected true or false; {self.shown(tree)} is {node.type}"
            + (", compare it" if node.type.kind in ("integer", "number", "word") else "")
        )

    def as_wanted(self, node: Node, wanted: Type, tree: ast.expr) -> Node:
        """Return a node as the type that is expected."""
        if wanted.kind == "boolean":
            return self.as_truth(node, tree)
        if wanted.kind == "seat" and isinstance(node, typed.Literal) and node.type == INTEGER:
            return self._seat(node, tree)
        if wanted == SEAT and isinstance(node, typed.Conditional) and node.type == INTEGER:
            then = self.as_wanted(node.then, SEAT, tree)
            otherwise = self.as_wanted(node.otherwise, SEAT, tree)
            return typed.Conditional(SEAT, node.condition, then, otherwise)
        if wanted.kind == "list" and isinstance(node, typed.Listed) and wanted.element == SEAT:
            parts = tuple(self.as_wanted(part, SEAT, tree) for part in node.parts)
            return typed.Listed(SEATS, parts)
        if wanted.kind == "list" and node.type.kind in ("card", "seat"):
            single = typed.Listed(Type("list", element=node.type), (node,))
            if fits(single.type, wanted):
                return single
        if not fits(node.type, wanted):
            message = f"expected {wanted}; {self.shown(tree)} is {node.type}"
            if wanted.kind == "word" and node.type.kind == "word":
                found = next(iter(node.type.words or ()), "")
                nearest = nearest_name(found, wanted.words or ())
                message += f"; did you mean '{nearest}'?" if nearest else ""
            raise ExpressionProblem(message)
        return node

    def _seat(self, node: typed.Literal, tree: ast.expr) -> Node:
        players = self.names.spec.players
        most = max(players.seats) if players else 0
        number = node.value
        if not isinstance(number, int) or not 1 <= number <= most:
            raise ExpressionProblem(f"expected a seat from 1 to {most}; found {self.shown(tree)}")
        return typed.Literal(SEAT, number - 1)

    def shown(self, tree: ast.expr) -> str:
        """Return the text of a syntax tree, short."""
        return f"`{shortened(ast.unparse(tree), 50)}`"

    # Kinds of syntax

    def _constant(self, tree: ast.Constant, locals_: Locals) -> Node:
        del locals_
        value = tree.value
        if isinstance(value, bool) or value is None:
            raise ExpressionProblem("write true, false, none in small letters")
        if isinstance(value, int):
            if abs(value) >= 10**MOST_DIGITS:
                raise ExpressionProblem(f"a number has at most {MOST_DIGITS} digits")
            return typed.Literal(INTEGER, value)
        if isinstance(value, str):
            return typed.Literal(word_of(frozenset((value,))), value)
        if isinstance(value, float):
            exact = Fraction(repr(value)) if math.isfinite(value) else Fraction(3, 2)
            raise ExpressionProblem(
                f"write {value!r} as a fraction of integers:"
                f" {exact.numerator} / {exact.denominator}"
            )
        raise ExpressionProblem(f"{self.shown(tree)} is not of the language")

    def _name(self, tree: ast.Name, locals_: Locals) -> Node:
        name = tree.id
        if name in locals_:
            return locals_[name]
        match name:
            case "true" | "false":
                return typed.Literal(BOOLEAN, name == "true")
            case "none":
                return typed.Literal(NONE, None)
            case "me":
                return self.me
            case "seats":
                return typed.AllSeats(SEATS)
            case "players":
                return typed.ParameterValue(INTEGER, "players")
        kind = self.names.kinds.get(name)
        if kind == "parameter":
            parameter = self.names.spec.parameters[name]
            self._use(name)
            return typed.ParameterValue(self.names.parameter_type(parameter), name)
        if kind == "role":
            players = self.names.spec.players
            return typed.Literal(SEAT, players.roles.index(name) if players else 0)
        if kind in ("zone", "variable", "token"):
            return self._owned(name, kind, None, tree)
        if kind == "definition":
            return self._definition(name, [], tree, locals_)
        raise ExpressionProblem(self._unknown(name, locals_, kind))

    def _unknown(self, name: str, locals_: Locals, kind: str | None) -> str:
        if name == "all":
            return "all stands for all candidates only in a range of a pick, such as n: 1..all"
        if name in FUNCTIONS:
            return f"{name} is a function; write {name}(..)"
        if kind == "pack":
            return f"{name} is a pack, not a list of cards; name the zone where they are"
        fixed = ("me", "seats", "players", "true", "false", "none")
        known = [*locals_, *self.names.kinds, *fixed]
        nearest = nearest_name(name, known)
        meant = f"; did you mean {nearest}?" if nearest else ""
        return f"unknown name {shortened(name, 80)}{meant}"

    def _owned(self, name: str, kind: str, index: Node | None, tree: ast.expr) -> Node:
        domain = self.names.domains[name]
        if domain.kind == "table" and index is not None:
            raise ExpressionProblem(f"{name} is one {kind} for the table; it takes no index")
        if domain.type is not None and index is None:
            if domain.kind != "seat":
                raise ExpressionProblem(f"{name} needs an index, {name}[..], {domain.type}")
            index = self.me
        if domain.type is not None and index is not None:
            index = self.as_wanted(index, domain.type, tree)
        if kind == "zone":
            return typed.ZoneAt(cards_of(self.names.zone_packs[name]), name, index)
        if kind == "token":
            return typed.TokensAt(INTEGER, name, index)
        return typed.VariableAt(self.names.variable_types[name], name, index)

    def _subscript(self, tree: ast.Subscript, locals_: Locals) -> Node:
        if isinstance(tree.slice, ast.Slice):
            raise ExpressionProblem("slices are not of the language; use top(zone, n)")
        position = self.node(tree.slice, locals_)
        if isinstance(tree.value, ast.Name) and tree.value.id not in locals_:
            name = tree.value.id
            kind = self.names.kinds.get(name)
            one_of_several = kind is not None and name in self.names.domains
            if one_of_several and self.names.domains[name].kind != "table":
                return self._owned(name, str(kind), position, tree.slice)
        collection = self.node(tree.value, locals_)
        if collection.type.kind != "list" or collection.type.element is None:
            raise ExpressionProblem(
                f"{self.shown(tree.value)} is {collection.type} and takes no index"
            )
        if isinstance(collection, typed.ZoneAt) and not self._has_order(collection.name):
            raise ExpressionProblem(
                f"the order of zone {collection.name} means nothing; it is not `ordered`"
            )
        position = self.as_wanted(position, INTEGER, tree.slice)
        return typed.Element(collection.type.element, collection, position)

    def _attribute(self, tree: ast.Attribute, locals_: Locals) -> Node:
        card = self.node(tree.value, locals_)
        if card.type.kind != "card":
            raise ExpressionProblem(
                f"only cards have attributes; {self.shown(tree.value)} is {card.type}"
            )
        known = self.names.attributes.get(card.type.pack, {})
        if tree.attr not in known:
            nearest = nearest_name(tree.attr, known)
            meant = f"did you mean {nearest}?" if nearest else f"known: {', '.join(sorted(known))}"
            raise ExpressionProblem(
                f"cards of {card.type.pack} have no attribute {tree.attr}; {meant}"
            )
        return typed.Attribute(known[tree.attr], card, tree.attr)

    def _binop(self, tree: ast.BinOp, locals_: Locals) -> Node:
        operator = ARITHMETIC.get(type(tree.op))
        if operator is None:
            raise ExpressionProblem(f"the operator of {self.shown(tree)} is not of the language")
        left, right = self.node(tree.left, locals_), self.node(tree.right, locals_)
        if operator in ("+", "-") and "list" in (left.type.kind, right.type.kind):
            joined = common(left.type, right.type)
            if joined is None or joined.element is None:
                raise ExpressionProblem(f"{left.type} and {right.type} cannot be joined")
            return (typed.Join if operator == "+" else typed.Without)(joined, left, right)
        for side, part in ((left, tree.left), (right, tree.right)):
            if side.type.kind not in ("integer", "number"):
                raise ExpressionProblem(f"expected a number; {self.shown(part)} is {side.type}")
        both_integers = left.type == right.type == INTEGER
        if operator in ("//", "%") and not both_integers:
            raise ExpressionProblem(f"{operator} is for integers: {self.shown(tree)}")
        kind = INTEGER if both_integers and operator != "/" else NUMBER
        return typed.Arithmetic(kind, operator, left, right)

    def _unaryop(self, tree: ast.UnaryOp, locals_: Locals) -> Node:
        if isinstance(tree.op, ast.Not):
            return typed.Not(BOOLEAN, self.truth(tree.operand, locals_))
        operand = self.node(tree.operand, locals_)
        if operand.type.kind not in ("integer", "number") or not isinstance(tree.op, ast.USub):
            raise ExpressionProblem(f"{self.shown(tree)} is not of the language")
        if isinstance(operand, typed.Literal) and isinstance(operand.value, int):
            return typed.Literal(operand.type, -operand.value)
        return typed.Negative(operand.type, operand)

    def _boolop(self, tree: ast.BoolOp, locals_: Locals) -> Node:
        operator = "and" if isinstance(tree.op, ast.And) else "or"
        return typed.Logic(
            BOOLEAN, operator, tuple(self.truth(value, locals_) for value in tree.values)
        )

    def _ifexp(self, tree: ast.IfExp, locals_: Locals) -> Node:
        condition = self.truth(tree.test, locals_)
        then, otherwise = self.node(tree.body, locals_), self.node(tree.orelse, locals_)
        if SEAT in (then.type, otherwise.type):
            then = self.as_wanted(then, SEAT, tree.body)
            otherwise = self.as_wanted(otherwise, SEAT, tree.orelse)
        kind = common(then.type, otherwise.type)
        if kind is None:
            raise ExpressionProblem(f"{self.shown(tree)} is either {then.type} or {otherwise.type}")
        return typed.Conditional(kind, condition, then, otherwise)

    def _list(self, tree: ast.List, locals_: Locals) -> Node:
        parts = [self.node(part, locals_) for part in tree.elts]
        if not parts:
            return typed.Listed(Type("list"), ())
        element = parts[0].type
        if SEAT in [part.type for part in parts]:
            pairs = zip(parts, tree.elts, strict=True)
            parts, element = [self.as_wanted(part, SEAT, inner) for part, inner in pairs], SEAT
        for part in parts[1:]:
            found = common(element, part.type)
            if found is None:
                raise ExpressionProblem(f"{self.shown(tree)} mixes {element} and {part.type}")
            element = found
        return typed.Listed(Type("list", element=element), tuple(parts))
