"""Resolves names and types of one expression; refuses whatever the language does not have."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any

from certify.errors import nearest_name, shortened, unknown_name
from certify.language import typed
from certify.language.cases import ELSE, Key, chosen, keys_of, levels_of
from certify.language.elements import Definition
from certify.language.expressions import MOST_DIGITS, ExpressionProblem, parse
from certify.language.names import (
    FUNCTIONS,
    RANKED,
    RESERVED,
    SERIES,
    SERIES_TAKES,
    Names,
    argument_type,
    arguments_of,
    unknown,
)
from certify.language.parameters import PayoutParameter
from certify.language.rankings import attributes_read, ranks_there
from certify.language.type_rules import ARITHMETIC, TypeRules, refused, shown
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
    word_of,
)

MOST_NODES = 5_000
MOST_IN_ALL = 200_000
DEEPEST_IN_ALL = 100
DEEPEST_SERIES = 3

Locals = Mapping[str, Node]


class LimitProblem(ExpressionProblem):
    """An expression that is too large with the definitions that it uses."""


class Resolver:
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
        players, zones = names.spec.players, names.spec.zones.items()
        self.rules = TypeRules(
            max(players.seats) if players else 0,
            frozenset(name for name, zone in zones if not zone.ordered and zone.limit != "1"),
        )
        self.slots = count(1)
        self.using: list[str] = []
        self.bad: set[str] = set()
        self.used: set[str] = set()
        self.asked: list[Node] = []
        self.in_definition = False
        self.me: Node = typed.Me(SEAT)
        self.size = self.total = self.level = self.depth = 0

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
        return self.rules.as_wanted(node, wanted, tree)

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
            raise refused(tree)
        self.level += 1
        try:
            return method(tree, locals_)
        finally:
            self.level -= 1

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
        raise refused(tree)

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
            self._use(name)
            return typed.ParameterValue(self.names.parameter_types[name], name)
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
        if name in ("yes", "no"):
            return f"write true or false, not {name}"
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
            index = self.rules.as_wanted(index, domain.type, tree)
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
            raise ExpressionProblem(f"{shown(tree.value)} is {collection.type} and takes no index")
        self.rules.check_order(collection)
        position = self.rules.as_wanted(position, INTEGER, tree.slice)
        return typed.Element(collection.type.element, collection, position)

    def _attribute(self, tree: ast.Attribute, locals_: Locals) -> Node:
        card = self.node(tree.value, locals_)
        if card.type.kind != "card":
            of = shown(tree.value)
            is_cards = card.type.element is not None and card.type.element.kind == "card"
            each = f"; c.{tree.attr} for c in {of[1:-1]} goes through it" if is_cards else ""
            raise ExpressionProblem(f"only cards have attributes; {of} is {card.type}{each}")
        known = self.names.attributes.get(card.type.pack, {})
        if tree.attr not in known:
            nearest = nearest_name(tree.attr, known)
            meant = f"did you mean {nearest}?" if nearest else f"known: {', '.join(sorted(known))}"
            raise ExpressionProblem(f"{card.type.plural} have no attribute {tree.attr}; {meant}")
        return typed.Attribute(known[tree.attr], card, tree.attr)

    def _binop(self, tree: ast.BinOp, locals_: Locals) -> Node:
        operator = ARITHMETIC.get(type(tree.op))
        if operator is None:
            raise refused(tree)
        left, right = self.node(tree.left, locals_), self.node(tree.right, locals_)
        return self.rules.arithmetic(operator, left, right, tree)

    def _unaryop(self, tree: ast.UnaryOp, locals_: Locals) -> Node:
        if isinstance(tree.op, ast.Not):
            return typed.Not(BOOLEAN, self._truth(tree.operand, locals_))
        return self.rules.negative(self.node(tree.operand, locals_), tree)

    def _boolop(self, tree: ast.BoolOp, locals_: Locals) -> Node:
        operator = "and" if isinstance(tree.op, ast.And) else "or"
        parts = tuple(self._truth(value, locals_) for value in tree.values)
        return typed.Logic(BOOLEAN, operator, parts)

    def _compare(self, tree: ast.Compare, locals_: Locals) -> Node:
        nodes = [self.node(part, locals_) for part in (tree.left, *tree.comparators)]
        return self.rules.comparison(nodes, tree)

    def _ifexp(self, tree: ast.IfExp, locals_: Locals) -> Node:
        condition = self._truth(tree.test, locals_)
        then, otherwise = self.node(tree.body, locals_), self.node(tree.orelse, locals_)
        return self.rules.conditional(condition, then, otherwise, tree)

    def _list(self, tree: ast.List, locals_: Locals) -> Node:
        return self.rules.listed([self.node(part, locals_) for part in tree.elts], tree)

    def _truth(self, tree: ast.expr, locals_: Locals) -> Node:
        """Return the truth value of an expression."""
        return self.rules.as_truth(self.node(tree, locals_), tree)

    # Calls

    def _call(self, tree: ast.Call, locals_: Locals) -> Node:
        if not isinstance(tree.func, ast.Name):
            raise refused(tree)
        name = tree.func.id
        if self.names.kinds.get(name) == "definition":
            if tree.keywords:
                raise ExpressionProblem(f"arguments of {name} are given without names")
            return self._definition(name, tree.args, tree, locals_)
        if name not in FUNCTIONS:
            known = [*FUNCTIONS, *self.names.spec.definitions]
            raise ExpressionProblem(unknown(name, "function or definition", known))
        if name in SERIES and tree.args and isinstance(tree.args[0], ast.GeneratorExp):
            return self._series_of(name, tree, tree.args[0], locals_)
        if tree.keywords and (name, tree.keywords[0].arg) != ("pays", "default"):
            raise ExpressionProblem(f"{name} takes no {tree.keywords[0].arg}")
        if name == "pays" and len(tree.args) == 2:
            return self._pays(tree, locals_)
        if name in ("supply", "pays", "made"):
            return self._named(name, tree)
        if name in RANKED:
            return self._ranked(name, tree, locals_)
        arguments = [self.node(argument, locals_) for argument in tree.args]
        return self.rules.apply(name, arguments, tree)

    def _series_of(
        self, name: str, tree: ast.Call, series: ast.GeneratorExp, locals_: Locals
    ) -> Node:
        """Return the series that a call is, and what it comes to where there is nothing in it."""
        if len(tree.args) > 1:
            raise ExpressionProblem(f"{name} takes one series: {shown(tree)}")
        given: dict[str, Node] = {}
        for keyword in tree.keywords:
            if keyword.arg not in SERIES_TAKES.get(name, ()):
                raise ExpressionProblem(f"{name} takes no {keyword.arg}: {shown(tree)}")
            given[keyword.arg] = self.node(keyword.value, locals_)
            if keyword.arg == "nth":
                given["nth"] = self.rules.nth(given["nth"], keyword.value)
        return self._series(name, series, locals_, given.get("default"), given.get("nth"))

    def _listcomp(self, tree: ast.ListComp, locals_: Locals) -> Node:
        return self._series("list", tree, locals_, None)

    def _series(
        self,
        name: str,
        tree: ast.GeneratorExp | ast.ListComp,
        locals_: Locals,
        default: Node | None,
        nth: Node | None = None,
    ) -> Node:
        self.depth += 1
        try:
            if self.depth > DEEPEST_SERIES or len(tree.generators) > 2:
                raise ExpressionProblem(f"series are nested deeper than {DEEPEST_SERIES}")
            loops, inside = self._loops(tree, locals_)
            body = self.node(tree.elt, inside)
            if name in ("count", "any", "all"):
                body = self.rules.as_truth(body, tree.elt)
            kind = self.rules.series_type(name, body, loops, tree)
        finally:
            self.depth -= 1
        if default is not None:
            found = common(kind, default.type)
            if found is None:
                raise ExpressionProblem(f"the default is {default.type}, the rest {kind}")
            kind = found
        return typed.Series(kind, name, body, tuple(loops), default, nth)

    def _loops(
        self, tree: ast.GeneratorExp | ast.ListComp, locals_: Locals
    ) -> tuple[list[typed.SeriesLoop], dict[str, Node]]:
        inside = dict(locals_)
        loops = []
        for generator in tree.generators:
            if not isinstance(generator.target, ast.Name) or generator.is_async:
                raise ExpressionProblem(f"write `for name in ..`: {shown(tree)}")
            name = generator.target.id
            if name in RESERVED or name in self.names.kinds:
                raise ExpressionProblem(
                    f"{name} means something else; choose another name after for"
                )
            collection = self.node(generator.iter, inside)
            element = collection.type.element
            if collection.type.kind != "list" or element is None:
                raise ExpressionProblem(f"{shown(generator.iter)} is {collection.type}, not a list")
            slot = self.new_slot()
            inside[name] = typed.Local(element, slot, name)
            conditions = tuple(self._truth(condition, inside) for condition in generator.ifs)
            condition = None
            if conditions:
                several = len(conditions) > 1
                condition = typed.Logic(BOOLEAN, "and", conditions) if several else conditions[0]
            loops.append(typed.SeriesLoop(slot, collection, condition))
        return loops, inside

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
        known = [f"{name}.{key}" for name, keys in self.names.rows.items() for key in keys]
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
        if not isinstance(table, ast.Name) or table.id not in self.names.rows:
            known = ", ".join(self.names.rows) or "none"
            raise ExpressionProblem(f"pays takes a paytable, one of {known}; found {shown(table)}")
        selector = self.node(tree.args[1], locals_)
        default = self.node(tree.keywords[0].value, locals_) if tree.keywords else None
        return self.paid(table.id, selector, default, shown(tree.args[1]))

    def paid(self, table: str, selector: Node, default: Node | None, shown: str) -> Node:
        """Return what the row of a paytable pays that a word names."""
        if selector.type.kind != "word" or selector.type.words is None:
            raise ExpressionProblem(f"expected a word; {shown} is {selector.type}")
        words = selector.type.words
        rows = [row for row in self.names.rows[table] if row in words]
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
            raise ExpressionProblem(f"write {function}(ranking, cards{form}: {shown(tree)}")
        named = tree.args[0]
        if not isinstance(named, ast.Name) or named.id not in spec.rankings:
            known = ", ".join(sorted(spec.rankings)) or "none"
            raise ExpressionProblem(
                f"{function} takes a ranking, one of {known}; found {shown(named)}"
            )
        name, ranking = named.id, spec.rankings[named.id]
        self._use(name)
        pack = self.names.ranked_pack(name)
        cards = self.rules.as_wanted(self.node(tree.args[1], locals_), cards_of(pack), tree.args[1])
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
                f" {shown(tree)}"
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
            there = ranks_there(pack, ranking.by) if pack is not None and word.isdigit() else None
            # Packs with gaps, as those that are cut down, may lack a rank that a rule names.
            if there and int(word) not in there and all(int(one) in there for one in word):
                raise ExpressionProblem(
                    f"no card has the {ranking.by} {word}; the cards of a hand stand apart, as in"
                    " 'K Q'"
                )
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
        takes = list(arguments_of(definition.takes))
        if len(arguments) != len(takes):
            inner = ", ".join(argument for argument, _ in takes)
            raise ExpressionProblem(f"write {name}({inner}): {shown(tree)}")
        inside: dict[str, Node] = {}
        lets: list[tuple[int, Node]] = []
        for (argument, kind), part in zip(takes, arguments, strict=True):
            wanted = argument_type(kind, self.names.argument_types)
            node = self.rules.as_wanted(self.node(part, locals_), wanted, part)
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
        levels = levels_of(len(definition.cases))
        self.level += levels
        values = {text: self.node(parse(case), inside) for text, case in definition.cases.items()}
        self.level -= levels
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


def _is_cheap(node: Node) -> bool:
    """Return whether a value may as well be worked out at each use as once."""
    if isinstance(node, typed.Attribute):
        return isinstance(node.card, typed.Local)
    return isinstance(node, typed.Literal | typed.Local | typed.Me | typed.ParameterValue)
