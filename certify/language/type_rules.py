"""Rules of types: what operators and functions take, and the type of what they give.

Of nodes alone, whose names are resolved: nothing here knows the game.
"""

from __future__ import annotations

import ast

from certify.errors import nearest_name, shortened
from certify.language import typed
from certify.language.expressions import ExpressionProblem
from certify.language.typed import Node
from certify.language.types import (
    BOOLEAN,
    INTEGER,
    INTEGERS,
    NONE,
    NUMBER,
    SEAT,
    SEATS,
    WORD,
    Type,
    common,
    fits,
)

ARITHMETIC = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Div: "/",
    ast.Pow: "**",
}
COMPARISONS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
MOST_POWER = 30
"""The greatest exponent."""

ARGUMENTS = {
    "len": 1, "abs": 1, "min": 2, "max": 2, "after": 1,
    "top": 2, "shares": 2, "face_up": 1, "range": 2,
}  # fmt: skip
"""How many arguments a function takes that takes no series."""


IN_BRACKETS = "a list stands in square brackets, [..]"
INSTEAD: dict[type[ast.AST], str] = {
    ast.Tuple: IN_BRACKETS,
    ast.Set: IN_BRACKETS,
    ast.SetComp: IN_BRACKETS,
    ast.Dict: "name the cases of a definition, with match",
    ast.Lambda: "write a definition with arguments",
    ast.Call: "a function stands before what it takes, such as len(hand)",
    ast.Compare: "compare with ==, !=, <, <=, >, >=, in or not in",
    ast.BinOp: "expected +, -, *, /, //, % or **",
    ast.Invert: "write not",
    ast.BitAnd: "write and",
    ast.BitOr: "write or, or + to join lists",
}
"""What is written in place of syntax of Python that the language does not have."""


def shown(tree: ast.expr) -> str:
    """Return the text of a syntax tree, short."""
    return f"`{shortened(ast.unparse(tree), 50)}`"


def refused(tree: ast.expr) -> ExpressionProblem:
    """Return the problem of syntax that the language does not have, and what to write instead."""
    kinds = (type(getattr(tree, "op", None)), type(tree))
    instead = next((f": {INSTEAD[kind]}" for kind in kinds if kind in INSTEAD), "")
    return ExpressionProblem(f"{shown(tree)} is not of the language{instead}")


class TypeRules:
    """The rules, for a number of seats.

    `unordered`: zones in which the order of the cards means nothing.
    """

    def __init__(self, seats: int, unordered: frozenset[str]) -> None:
        self.seats = seats
        self.unordered = unordered

    def as_truth(self, node: Node, tree: ast.expr) -> Node:
        """Return the truth value of a node."""
        if node.type.kind == "boolean":
            return node
        if node.type.kind in ("list", "seat", "card"):
            return typed.Present(BOOLEAN, node)
        raise ExpressionProblem(
            f"expected true or false; {shown(tree)} is {node.type}"
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
            message = f"expected {wanted}; {shown(tree)} is {node.type}"
            if wanted.kind == "word" and node.type.kind == "word":
                found = next(iter(node.type.words or ()), "")
                nearest = nearest_name(found, wanted.words or ())
                message += f"; did you mean '{nearest}'?" if nearest else ""
            raise ExpressionProblem(message)
        return node

    def _seat(self, node: typed.Literal, tree: ast.expr) -> Node:
        number = node.value
        if not isinstance(number, int) or not 1 <= number <= self.seats:
            raise ExpressionProblem(f"expected a seat from 1 to {self.seats}; found {shown(tree)}")
        return typed.Literal(SEAT, number - 1)

    def comparison(self, nodes: list[Node], tree: ast.Compare) -> Node:
        """Return the comparison of values, or whether the first is among those of the second."""
        trees = [tree.left, *tree.comparators]
        if isinstance(tree.ops[0], ast.In | ast.NotIn):
            if len(tree.ops) > 1:
                raise ExpressionProblem(f"`in` cannot be chained: {shown(tree)}")
            found = self._membership(nodes[0], nodes[1], trees)
            return typed.Not(BOOLEAN, found) if isinstance(tree.ops[0], ast.NotIn) else found
        operators = [COMPARISONS.get(type(operator), "") for operator in tree.ops]
        if "" in operators:
            raise refused(tree)
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
            raise ExpressionProblem(f"only numbers are greater or less: {shown(tree)}")
        if ordered:
            return
        if kinds & {"list", "words"}:
            raise ExpressionProblem(f"lists and sets are not compared: {shown(tree)}")
        if common(left.type, right.type) is None:
            raise ExpressionProblem(f"{left.type} is never equal to {right.type}: {shown(tree)}")
        if kinds == {"word"} and left.type.words is not None and right.type.words is not None:
            if left.type.words & right.type.words:
                return
            literal = left if isinstance(left, typed.Literal) else right
            other = right if literal is left else left
            nearest = nearest_name(str(getattr(literal, "value", "")), other.type.words or ())
            meant = f"; did you mean '{nearest}'?" if nearest else ""
            told = "always" if operator == "!=" else "never"
            raise ExpressionProblem(f"{shown(tree)} is {told} true: expected {other.type}{meant}")

    def _membership(self, item: Node, collection: Node, trees: list[ast.expr]) -> Node:
        if collection.type.kind == "words":
            item = self.as_wanted(item, WORD, trees[0])
            return typed.Membership(BOOLEAN, item, collection)
        if collection.type.kind != "list" or collection.type.element is None:
            raise ExpressionProblem(f"{shown(trees[1])} is {collection.type}, not a list")
        element = collection.type.element
        if item.type == SEAT and isinstance(collection, typed.Listed):
            collection, element = self.as_wanted(collection, SEATS, trees[1]), SEAT
        if element == SEAT:
            item = self.as_wanted(item, SEAT, trees[0])
        if common(item.type, element) is None:
            raise ExpressionProblem(
                f"{shown(trees[0])} is {item.type}; {shown(trees[1])} is {collection.type}"
            )
        return typed.Membership(BOOLEAN, item, collection)

    def arithmetic(self, operator: str, left: Node, right: Node, tree: ast.BinOp) -> Node:
        """Return what an operator makes of two numbers, or of two lists."""
        if operator in ("+", "-") and "list" in (left.type.kind, right.type.kind):
            joined = common(left.type, right.type)
            if joined is None or joined.element is None:
                cards = [
                    shown(part)
                    for side, part in ((left, tree.left), (right, tree.right))
                    if side.type.kind == "card"
                ]
                hint = f"; put {cards[0]} in brackets, a list of one" if cards else ""
                raise ExpressionProblem(f"{left.type} and {right.type} cannot be joined{hint}")
            return (typed.Join if operator == "+" else typed.Without)(joined, left, right)
        for side, part in ((left, tree.left), (right, tree.right)):
            if side.type.kind not in ("integer", "number"):
                raise ExpressionProblem(f"expected a number; {shown(part)} is {side.type}")
        both_integers = left.type == right.type == INTEGER
        if operator in ("//", "%", "**") and not both_integers:
            raise ExpressionProblem(f"{operator} is for integers: {shown(tree)}")
        exponent = right.value if isinstance(right, typed.Literal) else 0
        if operator == "**" and not 0 <= int(exponent or 0) <= MOST_POWER:
            raise ExpressionProblem(
                f"an exponent lies between 0 and {MOST_POWER}; found {exponent}"
            )
        kind = INTEGER if both_integers and operator != "/" else NUMBER
        return typed.Arithmetic(kind, operator, left, right)

    def negative(self, operand: Node, tree: ast.UnaryOp) -> Node:
        """Return a number with its sign changed."""
        if operand.type.kind not in ("integer", "number") or not isinstance(tree.op, ast.USub):
            raise refused(tree)
        if isinstance(operand, typed.Literal) and isinstance(operand.value, int):
            return typed.Literal(operand.type, -operand.value)
        return typed.Negative(operand.type, operand)

    def conditional(self, condition: Node, then: Node, otherwise: Node, tree: ast.IfExp) -> Node:
        """Return one of two values of a common type."""
        if SEAT in (then.type, otherwise.type):
            then = self.as_wanted(then, SEAT, tree.body)
            otherwise = self.as_wanted(otherwise, SEAT, tree.orelse)
        kind = common(then.type, otherwise.type)
        if kind is None:
            raise ExpressionProblem(f"{shown(tree)} is either {then.type} or {otherwise.type}")
        return typed.Conditional(kind, condition, then, otherwise)

    def listed(self, parts: list[Node], tree: ast.List) -> Node:
        """Return a list of values of a common type."""
        if not parts:
            return typed.Listed(Type("list"), ())
        element = parts[0].type
        if SEAT in [part.type for part in parts]:
            pairs = zip(parts, tree.elts, strict=True)
            parts, element = [self.as_wanted(part, SEAT, inner) for part, inner in pairs], SEAT
        for part in parts[1:]:
            found = common(element, part.type)
            if found is None:
                raise ExpressionProblem(f"{shown(tree)} mixes {element} and {part.type}")
            element = found
        return typed.Listed(Type("list", element=element), tuple(parts))

    def apply(self, name: str, arguments: list[Node], tree: ast.Call) -> Node:
        """Return a function of values; of those that take a series, a problem."""
        wanted = ARGUMENTS.get(name)
        if wanted is None:
            raise ExpressionProblem(f"write {name}(x for x in ..): {shown(tree)}")
        if len(arguments) != wanted:
            raise ExpressionProblem(f"{name} takes {wanted} arguments: {shown(tree)}")
        first = arguments[0]
        match name:
            case "len":
                self._expect_list(first, tree.args[0])
                return typed.Apply(INTEGER, name, (first,))
            case "abs" | "min" | "max":
                for argument, part in zip(arguments, tree.args, strict=True):
                    self.as_wanted(argument, NUMBER, part)
                kinds = {argument.type for argument in arguments}
                kind = INTEGER if kinds == {INTEGER} else NUMBER
                return typed.Apply(kind, name, tuple(arguments))
            case "after":
                return typed.Apply(SEATS, name, (self.as_wanted(first, SEAT, tree.args[0]),))
            case "top":
                element = self._expect_list(first, tree.args[0])
                self.check_order(first)
                number = self.as_wanted(arguments[1], INTEGER, tree.args[1])
                return typed.Apply(Type("list", element=element), name, (first, number))
            case "shares":
                for argument, part in zip(arguments, tree.args, strict=True):
                    self.as_wanted(argument, Type("words"), part)
                return typed.Apply(BOOLEAN, name, tuple(arguments))
            case "face_up":
                if first.type.kind != "card":
                    raise ExpressionProblem(f"{shown(tree.args[0])} is not a card")
                return typed.Apply(BOOLEAN, name, (first,))
        ends = [
            self.as_wanted(argument, INTEGER, part)
            for argument, part in zip(arguments, tree.args, strict=True)
        ]
        return typed.Range(INTEGERS, ends[0], ends[1])

    def nth(self, node: Node, tree: ast.expr) -> Node:
        """Return which of the greatest or least elements is meant."""
        node = self.as_wanted(node, INTEGER, tree)
        if isinstance(node, typed.Literal) and int(node.value or 0) < 1:
            raise ExpressionProblem(f"nth counts from 1; found {node.value}")
        return node

    def _expect_list(self, node: Node, tree: ast.expr) -> Type:
        if node.type.kind != "list" or node.type.element is None:
            raise ExpressionProblem(f"expected a zone or a list; {shown(tree)} is {node.type}")
        return node.type.element

    def check_order(self, collection: Node) -> None:
        """Refuse a place in a zone whose cards have no order."""
        if isinstance(collection, typed.ZoneAt) and collection.name in self.unordered:
            raise ExpressionProblem(
                f"the order of zone {collection.name} means nothing; it is not `ordered`"
            )

    def series_type(
        self,
        name: str,
        body: Node,
        loops: list[typed.SeriesLoop],
        tree: ast.GeneratorExp | ast.ListComp,
    ) -> Type:
        """Return the type of what a series comes to."""
        if name in ("sum", "min", "max", "highest", "lowest") and body.type.kind not in (
            "integer",
            "number",
        ):
            raise ExpressionProblem(f"expected a number; {shown(tree.elt)} is {body.type}")
        if name in ("run", "distinct") and body.type.kind in ("list", "words"):
            raise ExpressionProblem(f"{shown(tree.elt)} cannot be compared")
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
