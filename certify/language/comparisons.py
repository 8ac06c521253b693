"""Resolves comparisons and membership in expressions."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Mapping

from certify.errors import nearest_name
from certify.language import typed
from certify.language.expressions import ExpressionProblem
from certify.language.typed import Node
from certify.language.types import BOOLEAN, NONE, SEAT, SEATS, WORD, Type, common

Locals = Mapping[str, Node]

COMPARISONS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


class ComparisonResolver(ABC):
    """The part of the resolver that reads comparisons."""

    @abstractmethod
    def node(self, tree: ast.expr, locals_: Locals) -> Node:
        """Return the node of a syntax tree."""

    @abstractmethod
    def as_wanted(self, node: Node, wanted: Type, tree: ast.expr) -> Node:
        """Return a node as the type that is expected."""

    @abstractmethod
    def shown(self, tree: ast.expr) -> str:
        """Return the text of a syntax tree, short."""

    def _compare(self, tree: ast.Compare, locals_: Locals) -> Node:
        trees = [tree.left, *tree.comparators]
        nodes = [self.node(part, locals_) for part in trees]
        if isinstance(tree.ops[0], ast.In | ast.NotIn):
            if len(tree.ops) > 1:
                raise ExpressionProblem(f"`in` cannot be chained: {self.shown(tree)}")
            found = self._membership(nodes[0], nodes[1], trees)
            return typed.Not(BOOLEAN, found) if isinstance(tree.ops[0], ast.NotIn) else found
        operators = [COMPARISONS.get(type(operator), "") for operator in tree.ops]
        if "" in operators:
            raise ExpressionProblem(f"{self.shown(tree)} is not of the language")
        for place, operator in enumerate(operators):
            left, right = nodes[place], nodes[place + 1]
            if SEAT in (left.type, right.type):
                nodes[place] = left = self._comparable_seat(left, trees[place])
                nodes[place + 1] = right = self._comparable_seat(right, trees[place + 1])
            self._check_comparable(left, right, operator, tree)
        return typed.Comparison(BOOLEAN, tuple(operators), tuple(nodes))

    def _comparable_seat(self, node: Node, tree: ast.expr) -> Node:
        return node if node.type == NONE else self.as_wanted(node, SEAT, tree)

    def _check_comparable(self, left: Node, right: Node, operator: str, tree: ast.expr) -> None:
        kinds = {left.type.kind, right.type.kind}
        ordered = kinds <= {"integer", "number"}
        if operator not in ("==", "!=") and not ordered:
            raise ExpressionProblem(f"only numbers are greater or less: {self.shown(tree)}")
        if ordered:
            return
        if kinds & {"list", "words"}:
            raise ExpressionProblem(f"lists and sets are not compared: {self.shown(tree)}")
        if common(left.type, right.type) is None:
            raise ExpressionProblem(
                f"{left.type} is never equal to {right.type}: {self.shown(tree)}"
            )
        if kinds == {"word"} and left.type.words is not None and right.type.words is not None:
            if left.type.words & right.type.words:
                return
            literal = left if isinstance(left, typed.Literal) else right
            other = right if literal is left else left
            nearest = nearest_name(str(getattr(literal, "value", "")), other.type.words or ())
            meant = f"; did you mean '{nearest}'?" if nearest else ""
            told = "always" if operator == "!=" else "never"
            raise ExpressionProblem(
                f"{self.shown(tree)} is {told} true: expected {other.type}{meant}"
            )

    def _membership(self, item: Node, collection: Node, trees: list[ast.expr]) -> Node:
        if collection.type.kind == "words":
            item = self.as_wanted(item, WORD, trees[0])
            return typed.Membership(BOOLEAN, item, collection)
        if collection.type.kind != "list" or collection.type.element is None:
            raise ExpressionProblem(f"{self.shown(trees[1])} is {collection.type}, not a list")
        element = collection.type.element
        if item.type == SEAT and isinstance(collection, typed.Listed):
            collection, element = self.as_wanted(collection, SEATS, trees[1]), SEAT
        if element == SEAT:
            item = self.as_wanted(item, SEAT, trees[0])
        if common(item.type, element) is None:
            raise ExpressionProblem(
                f"{self.shown(trees[0])} is {item.type}; {self.shown(trees[1])} is"
                f" {collection.type}"
            )
        return typed.Membership(BOOLEAN, item, collection)
