"""Resolves series: functions of a body for the elements of collections."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Mapping

from certify.language import typed
from certify.language.expressions import ExpressionProblem
from certify.language.names import RESERVED, SERIES, Names
from certify.language.typed import Node
from certify.language.types import BOOLEAN, INTEGER, NONE, Type, common

DEEPEST_SERIES = 3

Locals = Mapping[str, Node]


class SeriesResolver(ABC):
    """The part of the resolver that reads series."""

    names: Names
    depth = 0

    @abstractmethod
    def node(self, tree: ast.expr, locals_: Locals) -> Node:
        """Return the node of a syntax tree."""

    @abstractmethod
    def truth(self, tree: ast.expr, locals_: Locals) -> Node:
        """Return the truth value of an expression."""

    @abstractmethod
    def as_truth(self, node: Node, tree: ast.expr) -> Node:
        """Return the truth value of a node."""

    @abstractmethod
    def shown(self, tree: ast.expr) -> str:
        """Return the text of a syntax tree, short."""

    @abstractmethod
    def new_slot(self) -> int:
        """Return a slot that no other local has."""

    def series(self, name: str, tree: ast.Call, locals_: Locals) -> Node | None:
        """Return the series that a call is, or None if it is another function."""
        if name not in SERIES or not tree.args or not isinstance(tree.args[0], ast.GeneratorExp):
            return None
        if len(tree.args) > 1:
            raise ExpressionProblem(f"{name} takes one series: {self.shown(tree)}")
        default: Node | None = None
        for keyword in tree.keywords:
            if keyword.arg != "default" or name not in ("min", "max", "highest", "lowest", "first"):
                raise ExpressionProblem(f"{name} takes no {keyword.arg}: {self.shown(tree)}")
            default = self.node(keyword.value, locals_)
        return self._series(name, tree.args[0], locals_, default)

    def _listcomp(self, tree: ast.ListComp, locals_: Locals) -> Node:
        return self._series("list", tree, locals_, None)

    def _series(
        self,
        name: str,
        tree: ast.GeneratorExp | ast.ListComp,
        locals_: Locals,
        default: Node | None,
    ) -> Node:
        self.depth += 1
        try:
            if self.depth > DEEPEST_SERIES or len(tree.generators) > 2:
                raise ExpressionProblem(f"series are nested deeper than {DEEPEST_SERIES}")
            loops, inside = self._loops(tree, locals_)
            body = self.node(tree.elt, inside)
            if name in ("count", "any", "all"):
                body = self.as_truth(body, tree.elt)
            kind = self._type_of(name, body, loops, tree)
        finally:
            self.depth -= 1
        if default is not None:
            found = common(kind, default.type)
            if found is None:
                raise ExpressionProblem(f"the default is {default.type}, the rest {kind}")
            kind = found
        return typed.Series(kind, name, body, tuple(loops), default)

    def _loops(
        self, tree: ast.GeneratorExp | ast.ListComp, locals_: Locals
    ) -> tuple[list[typed.SeriesLoop], dict[str, Node]]:
        inside = dict(locals_)
        loops = []
        for generator in tree.generators:
            if not isinstance(generator.target, ast.Name) or generator.is_async:
                raise ExpressionProblem(f"write `for name in ..`: {self.shown(tree)}")
            name = generator.target.id
            if name in RESERVED or name in self.names.kinds:
                raise ExpressionProblem(
                    f"{name} means something else; choose another name after for"
                )
            collection = self.node(generator.iter, inside)
            element = collection.type.element
            if collection.type.kind != "list" or element is None:
                raise ExpressionProblem(
                    f"{self.shown(generator.iter)} is {collection.type}, not a list"
                )
            slot = self.new_slot()
            inside[name] = typed.Local(element, slot, name)
            conditions = tuple(self.truth(condition, inside) for condition in generator.ifs)
            condition = None
            if conditions:
                several = len(conditions) > 1
                condition = typed.Logic(BOOLEAN, "and", conditions) if several else conditions[0]
            loops.append(typed.SeriesLoop(slot, collection, condition))
        return loops, inside

    def _type_of(
        self,
        name: str,
        body: Node,
        loops: list[typed.SeriesLoop],
        tree: ast.GeneratorExp | ast.ListComp,
    ) -> Type:
        if name in ("sum", "min", "max", "highest", "lowest") and body.type.kind not in (
            "integer",
            "number",
        ):
            raise ExpressionProblem(f"expected a number; {self.shown(tree.elt)} is {body.type}")
        if name in ("run", "distinct") and body.type.kind in ("list", "words"):
            raise ExpressionProblem(f"{self.shown(tree.elt)} cannot be compared")
        if name == "list" and body.type.kind in ("list", "words", "none"):
            raise ExpressionProblem(f"a list cannot hold {body.type}")
        match name:
            case "count" | "run" | "distinct":
                return INTEGER
            case "any" | "all":
                return BOOLEAN
            case "highest" | "lowest":
                element = loops[-1].collection.type.element
                return element if element is not None else NONE
            case "list":
                return Type("list", element=body.type)
        return body.type
