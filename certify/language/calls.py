"""Resolves calls in expressions: functions of the language, and definitions."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from certify.errors import shortened, unknown_name
from certify.language import typed
from certify.language.cases import ELSE, Key, chosen, keys_of
from certify.language.elements import Definition
from certify.language.expressions import ExpressionProblem, parse
from certify.language.names import FUNCTIONS, RANKED, RESERVED, SERIES, NameProblem, Names
from certify.language.parameters import PayoutParameter
from certify.language.rankings import attributes_read
from certify.language.typed import Node
from certify.language.types import (
    BOOLEAN,
    INTEGER,
    INTEGERS,
    NONE,
    NUMBER,
    SEAT,
    SEATS,
    Type,
    cards_of,
    common,
    word_of,
)

DEEPEST_SERIES = 3


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


Locals = Mapping[str, Node]


class LimitProblem(ExpressionProblem):
    """An expression that is too large with the definitions that it uses."""


class CallResolver(SeriesResolver):
    """The part of the resolver that reads calls."""

    using: list[str]
    bad: set[str]
    used: set[str]
    in_definition: bool

    @abstractmethod
    def as_wanted(self, node: Node, wanted: Type, tree: ast.expr) -> Node:
        """Return a node as the type that is expected."""

    def _call(self, tree: ast.Call, locals_: Locals) -> Node:
        if not isinstance(tree.func, ast.Name):
            raise ExpressionProblem(f"{self.shown(tree)} is not of the language")
        name = tree.func.id
        if self.names.kinds.get(name) == "definition":
            if tree.keywords:
                raise ExpressionProblem(f"arguments of {name} are given without names")
            return self._definition(name, tree.args, tree, locals_)
        if name not in FUNCTIONS:
            known = [*FUNCTIONS, *self.names.spec.definitions]
            raise ExpressionProblem(self.names.unknown(name, "function or definition", known))
        series = self.series(name, tree, locals_)
        return series if series is not None else self._function(name, tree, locals_)

    def _function(self, name: str, tree: ast.Call, locals_: Locals) -> Node:
        if tree.keywords and (name, tree.keywords[0].arg) != ("pays", "default"):
            raise ExpressionProblem(f"{name} takes no {tree.keywords[0].arg}")
        if name == "pays" and len(tree.args) == 2:
            return self._pays(tree, locals_)
        if name in ("supply", "pays", "made"):
            return self._named(name, tree)
        if name in RANKED:
            return self._ranked(name, tree, locals_)
        arguments = [self.node(argument, locals_) for argument in tree.args]
        wanted = {
            "len": 1, "abs": 1, "min": 2, "max": 2, "after": 1,
            "top": 2, "shares": 2, "face_up": 1, "range": 2,
        }.get(name)  # fmt: skip
        if wanted is None:
            raise ExpressionProblem(f"write {name}(x for x in ..): {self.shown(tree)}")
        if len(arguments) != wanted:
            raise ExpressionProblem(f"{name} takes {wanted} arguments: {self.shown(tree)}")
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
                if isinstance(first, typed.ZoneAt) and not self._has_order(first.name):
                    raise ExpressionProblem(
                        f"the order of zone {first.name} means nothing; it is not `ordered`"
                    )
                number = self.as_wanted(arguments[1], INTEGER, tree.args[1])
                return typed.Apply(Type("list", element=element), name, (first, number))
            case "shares":
                for argument, part in zip(arguments, tree.args, strict=True):
                    self.as_wanted(argument, Type("words"), part)
                return typed.Apply(BOOLEAN, name, tuple(arguments))
            case "face_up":
                if first.type.kind != "card":
                    raise ExpressionProblem(f"{self.shown(tree.args[0])} is not a card")
                return typed.Apply(BOOLEAN, name, (first,))
        ends = [
            self.as_wanted(argument, INTEGER, part)
            for argument, part in zip(arguments, tree.args, strict=True)
        ]
        return typed.Range(INTEGERS, ends[0], ends[1])

    def _expect_list(self, node: Node, tree: ast.expr) -> Type:
        if node.type.kind != "list" or node.type.element is None:
            raise ExpressionProblem(f"expected a zone or a list; {self.shown(tree)} is {node.type}")
        return node.type.element

    def _named(self, function: str, tree: ast.Call) -> Node:
        argument = tree.args[0] if len(tree.args) == 1 else None
        if function == "supply":
            if isinstance(argument, ast.Name) and self.names.kinds.get(argument.id) == "token":
                return typed.Named(INTEGER, function, argument.id)
            known = sorted(self.names.spec.tokens)
            raise ExpressionProblem(f"supply takes a token, one of {', '.join(known) or 'none'}")
        if function == "made":
            wagers = self.names.spec.wagers
            if isinstance(argument, ast.Name) and argument.id in wagers:
                return typed.ParameterValue(BOOLEAN, f"made.{argument.id}")
            raise ExpressionProblem(f"made takes a wager, one of {', '.join(wagers) or 'none'}")
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            return self._row(*argument.value.partition(".")[::2])
        raise ExpressionProblem(
            "pays takes a row in quotes, pays('table.row'), or a table and a word,"
            " pays(table, word)"
        )

    def _row(self, table: str, row: str) -> Node:
        """Return what a row of a paytable pays to one."""
        known = [f"{name}.{key}" for name in self.names.paytables for key in self.names.rows(name)]
        if f"{table}.{row}" not in known:
            raise ExpressionProblem(unknown_name(f"{table}.{row}", "row of a paytable", known))
        for name, parameter in self.names.spec.parameters.items():
            if isinstance(parameter, PayoutParameter) and (table, row) == (
                parameter.paytable,
                parameter.row,
            ):
                self._use(name)
        return typed.Named(NUMBER, "pays", f"{table}.{row}")

    def _pays(self, tree: ast.Call, locals_: Locals) -> Node:
        """Return what the row pays that a word names; `default` if it names none."""
        table = tree.args[0]
        if not isinstance(table, ast.Name) or table.id not in self.names.paytables:
            known = ", ".join(self.names.paytables) or "none"
            raise ExpressionProblem(
                f"pays takes a paytable, one of {known}; found {self.shown(table)}"
            )
        selector = self.node(tree.args[1], locals_)
        default = self.node(tree.keywords[0].value, locals_) if tree.keywords else None
        return self.paid(table.id, selector, default, self.shown(tree.args[1]))

    def paid(self, table: str, selector: Node, default: Node | None, shown: str) -> Node:
        """Return what the row of a paytable pays that a word names."""
        if selector.type.kind != "word" or selector.type.words is None:
            raise ExpressionProblem(f"expected a word; {shown} is {selector.type}")
        words = selector.type.words
        rows = [row for row in self.names.rows(table) if row in words]
        missing = sorted(words - set(rows))
        if missing and default is None:
            raise ExpressionProblem(
                f"paytable {table} has no row {missing[0]}; add `default=` for words that are none"
            )
        cases = [(row, self._row(table, row)) for row in rows]
        if not cases and default is not None:
            return default
        return self.matched(selector, cases, default if missing else None)

    def _ranked(self, function: str, tree: ast.Call, locals_: Locals) -> Node:
        spec = self.names.spec
        wanted = 3 if function == "at_least" else 2
        if len(tree.args) != wanted:
            form = ", 'K Q')" if wanted == 3 else ")"
            raise ExpressionProblem(f"write {function}(ranking, cards{form}: {self.shown(tree)}")
        named = tree.args[0]
        if not isinstance(named, ast.Name) or named.id not in spec.rankings:
            known = ", ".join(sorted(spec.rankings)) or "none"
            raise ExpressionProblem(
                f"{function} takes a ranking, one of {known}; found {self.shown(named)}"
            )
        name, ranking = named.id, spec.rankings[named.id]
        self._use(name)
        pack = self.names.ranked_pack(name)
        cards = self.as_wanted(self.node(tree.args[1], locals_), cards_of(pack), tree.args[1])
        read = attributes_read(ranking, self.names.attributes.get(pack, ()))
        if function == "category_of":
            kind = word_of(frozenset(ranking.categories))
            return typed.Ranked(kind, function, name, cards, read)
        rank = typed.Ranked(INTEGER, "rank_of", name, cards, read)
        if function == "rank_of":
            return rank
        hand = typed.WrittenHand(INTEGER, name, self._written_hand(name, tree.args[2]))
        return typed.Comparison(BOOLEAN, (">=",), (rank, hand))

    def _written_hand(self, name: str, tree: ast.expr) -> tuple[int, ...]:
        """Return the ranks of a hand written down, such as 'Q 6 4' or 'A K'."""
        ranking = self.names.spec.rankings[name]
        if not isinstance(tree, ast.Constant) or not isinstance(tree.value, str):
            raise ExpressionProblem(
                f"expected a hand in quotes, its highest cards first, such as 'K Q'; found"
                f" {self.shown(tree)}"
            )
        pack = self.names.spec.packs.get(self.names.ranked_pack(name))
        names = pack.names.get(ranking.by, {}) if pack is not None else {}
        values = {text: value for value, text in names.items()}
        found = []
        for word in tree.value.split():
            written = values.get(word, word)
            if not written.lstrip("-").isdigit():
                known = ", ".join(values) or "numbers"
                raise ExpressionProblem(f"there is no {ranking.by} {word}; known: {known}")
            found.append(int(written))
        if not 1 <= len(found) <= ranking.cards:
            raise ExpressionProblem(
                f"a hand of {name} has 1 to {ranking.cards} cards; found {len(found)}"
            )
        return tuple(found)

    def _use(self, name: str) -> None:
        if not self.in_definition:
            self.used.add(name)

    def _circle(self, name: str) -> ExpressionProblem:
        """Return the problem of a circle of definitions, the same wherever it was entered."""
        circle = self.using[self.using.index(name) :]
        first = circle.index(min(circle))
        circle = [*circle[first:], *circle[:first]]
        shown = " -> ".join([*circle, circle[0]])
        place = ("definitions", circle[0], "is")
        return ExpressionProblem(f"the definition uses itself: {shortened(shown, 200)}", place)

    def _definition(
        self, name: str, arguments: list[ast.expr], tree: ast.expr, locals_: Locals
    ) -> Node:
        definition = self.names.spec.definitions[name]
        self._use(name)
        if name in self.using:
            raise self._circle(name)
        if name in self.bad:
            raise ExpressionProblem(f"definition {name} has a problem", told=True)
        takes = list(self.names.arguments(definition.takes))
        if len(arguments) != len(takes):
            inner = ", ".join(argument for argument, _ in takes)
            raise ExpressionProblem(f"write {name}({inner}): {self.shown(tree)}")
        inside: dict[str, Node] = {}
        lets: list[tuple[int, Node]] = []
        for (argument, kind), part in zip(takes, arguments, strict=True):
            try:
                wanted = self.names.argument_type(kind)
            except NameProblem as problem:
                raise ExpressionProblem(str(problem)) from None
            node = self.as_wanted(self.node(part, locals_), wanted, part)
            if _is_cheap(node):
                inside[argument] = node
                continue
            slot = self.new_slot()
            inside[argument] = typed.Local(node.type, slot, argument)
            lets.append((slot, node))
        self.using.append(name)
        try:
            body = self.body(definition, inside)
        except LimitProblem:
            raise
        except ExpressionProblem as problem:
            if problem.place is None:
                problem.place = ("definitions", name, "is")
            raise
        finally:
            self.using.pop()
        for slot, value in reversed(lets):
            body = typed.Let(body.type, slot, value, body)
        return body

    def body(self, definition: Definition, inside: Locals) -> Node:
        """Return the value of a definition: its expression, or that of the case that holds."""
        if definition.match is None:
            return self.node(parse(str(definition.value)), inside)
        selector = self.node(parse(definition.match), inside)
        keys = keys_of(definition.cases, selector.type)
        values = {text: self.node(parse(case), inside) for text, case in definition.cases.items()}
        otherwise = values.get(ELSE)
        return self.matched(selector, [(keys[t], values[t]) for t in keys], otherwise)

    def matched(
        self, selector: Node, cases: Sequence[tuple[Key, Node]], otherwise: Node | None
    ) -> Node:
        """Return the value of the case that a selector meets, which is worked out once."""
        if _is_cheap(selector):
            return chosen(selector, cases, otherwise)
        slot = self.new_slot()
        body = chosen(typed.Local(selector.type, slot, "case"), cases, otherwise)
        return typed.Let(body.type, slot, selector, body)

    def _has_order(self, name: str) -> bool:
        zone = self.names.spec.zones[name]
        return zone.ordered or zone.limit == "1"


def _is_cheap(node: Node) -> bool:
    """Return whether a value may as well be worked out at each use as once."""
    if isinstance(node, typed.Attribute):
        return isinstance(node.card, typed.Local)
    return isinstance(node, typed.Literal | typed.Local | typed.Me | typed.ParameterValue)
