"""Turns typed expressions into functions of a state's values and zones.

Each node becomes a small Python function of (values, zones); nothing of a spec's text is ever
compiled by Python. What depends on parameters and the number of players alone is worked out once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from certify.errors import PlayError
from certify.language import typed
from certify.language.typed import Node
from certify.language.types import INTEGER
from certify.play.interpreter.layout import Layout
from certify.play.interpreter.operations import (
    OF_TWO,
    VALUES,
    WITH_FIXED,
    add,
    each_of,
    one_of,
    subtract,
)
from certify.play.interpreter.series import series_function, worked

Values = list[Any]
Zones = list[list[int]]
Evaluate = Callable[[Values, Zones], Any]

ME = 1

SUMS = {"+": add, "-": subtract}
"""Of numbers that may be fractions; integers need no look."""

LIGHT = 16
"""Parts of an expression that count as one element of a series."""

LOOKED_AT_ONCE = 8
"""Elements that are compared or copied in the time of one that is worked out."""


class Constant:
    """A function that returns the same always."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self, values: Values, zones: Zones) -> Any:
        """Return the value."""
        return self.value


class Evaluator:
    """Builds functions for expressions."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def constant(self, node: Node) -> Any:
        """Return the value of an expression that depends on nothing in play."""
        found = self.function(node)
        if not isinstance(found, Constant):
            raise PlayError("expected a value that is known before play")
        return found.value

    def truth(self, node: Node) -> Evaluate:
        """Return a function whose value is true or false as a condition, of whatever type."""
        if isinstance(node, typed.Present) and node.operand.type.kind == "list":
            return self.function(node.operand)
        if isinstance(node, typed.Logic):
            return self._condition(node)
        return self.function(node)

    def function(self, node: Node) -> Evaluate:
        """Return the function of an expression."""
        method: Callable[[Any], Evaluate] = getattr(self, f"_{type(node).__name__.lower()}")
        return method(node)

    # Values

    def _literal(self, node: typed.Literal) -> Evaluate:
        if node.type.kind == "seat" and isinstance(node.value, int):
            self.layout.check_seat(node.value)
        return Constant(node.value)

    def _parametervalue(self, node: typed.ParameterValue) -> Evaluate:
        return Constant(self.layout.parameters[node.name])

    def _named(self, node: typed.Named) -> Evaluate:
        if node.function == "pays":
            return Constant(self.layout.pays(node.name))
        place = self.layout.supply_at[node.name]
        return lambda v, z: v[place]

    def _local(self, node: typed.Local) -> Evaluate:
        place = self.layout.local(node.slot)
        return lambda v, z: v[place]

    def _me(self, node: typed.Me) -> Evaluate:
        return lambda v, z: v[ME]

    def _allseats(self, node: typed.AllSeats) -> Evaluate:
        return Constant(tuple(range(self.layout.players)))

    def index(self, name: str, node: Node | None) -> Evaluate:
        """Return the function of the position of one of several zones, variables or tokens."""
        base, size, shift = self.layout.places[name]
        if node is None:
            return Constant(base)
        inner = self.function(node)
        offset = base - shift
        if isinstance(inner, Constant):
            if inner.value is None or not base <= offset + inner.value < base + size:
                raise PlayError(f"{name} has no index {inner.value}")
            return Constant(offset + inner.value)
        if isinstance(node, typed.Me):
            return lambda v, z: offset + v[ME]
        if node.type.kind in ("seat", "card"):
            return lambda v, z: offset + inner(v, z)

        def checked(v: Values, z: Zones) -> int:
            place: int = offset + inner(v, z)
            if not base <= place < base + size:
                raise PlayError(f"{name} has no index {place - offset}")
            return place

        return checked

    def _at(self, name: str, index: Node | None) -> Evaluate:
        place = self.index(name, index)
        if isinstance(place, Constant):
            fixed = place.value
            return lambda v, z: v[fixed]
        return lambda v, z: v[place(v, z)]

    def _variableat(self, node: typed.VariableAt) -> Evaluate:
        return self._at(node.name, node.index)

    def _tokensat(self, node: typed.TokensAt) -> Evaluate:
        return self._at(node.name, node.index)

    def _zoneat(self, node: typed.ZoneAt) -> Evaluate:
        place = self.index(node.name, node.index)
        if isinstance(place, Constant):
            fixed = place.value
            return lambda v, z: z[fixed]
        if isinstance(node.index, typed.Me):
            base, _, shift = self.layout.places[node.name]
            offset = base - shift
            return lambda v, z: z[offset + v[ME]]
        return lambda v, z: z[place(v, z)]

    def _attribute(self, node: typed.Attribute) -> Evaluate:
        table = self.layout.deck.attributes[node.card.type.pack, node.name]
        if isinstance(node.card, typed.Element):
            return self._attribute_of_element(table, node.card)
        if isinstance(node.card, typed.Local):
            place = self.layout.local(node.card.slot)
            return lambda v, z: table[v[place]]
        card = self.function(node.card)
        return lambda v, z: table[card(v, z)]

    def _attribute_of_element(self, table: list[Any], card: typed.Element) -> Evaluate:
        collection, position = self.function(card.collection), self.function(card.position)
        if isinstance(position, Constant):
            fixed = position.value
            if isinstance(card.collection, typed.ZoneAt):
                zone = self.index(card.collection.name, card.collection.index)
                if isinstance(zone, Constant):
                    number = zone.value
                    return lambda v, z: table[z[number][fixed]]
            return lambda v, z: table[collection(v, z)[fixed]]
        return lambda v, z: table[collection(v, z)[position(v, z)]]

    # Lists

    def _element(self, node: typed.Element) -> Evaluate:
        collection, position = self.function(node.collection), self.function(node.position)
        if isinstance(position, Constant):
            fixed = position.value
            return lambda v, z: collection(v, z)[fixed]
        return lambda v, z: collection(v, z)[position(v, z)]

    def _join(self, node: typed.Join) -> Evaluate:
        first, second = self.function(node.first), self.function(node.second)

        def join(v: Values, z: Zones) -> list[Any]:
            before, after = first(v, z), second(v, z)
            worked(v, len(before) + len(after))
            return [*before, *after]

        return join

    def _without(self, node: typed.Without) -> Evaluate:
        first, second = self.function(node.first), self.function(node.second)

        def without(v: Values, z: Zones) -> list[Any]:
            before, after = first(v, z), second(v, z)
            worked(v, len(before) + len(after))
            out = set(after)
            return [element for element in before if element not in out]

        return without

    def _listed(self, node: typed.Listed) -> Evaluate:
        parts = [self.function(part) for part in node.parts]
        constants = [part for part in parts if isinstance(part, Constant)]
        if len(constants) == len(parts):
            return Constant(tuple(part.value for part in constants))
        if len(parts) == 1:
            (only,) = parts
            return lambda v, z: (only(v, z),)
        return lambda v, z: [part(v, z) for part in parts]

    def _range(self, node: typed.Range) -> Evaluate:
        least, most = self.function(node.least), self.function(node.most)
        if isinstance(least, Constant) and isinstance(most, Constant):
            return Constant(range(least.value, most.value + 1))
        return lambda v, z: range(least(v, z), most(v, z) + 1)

    # Arithmetic and comparison

    def _two(self, function: Callable[[Any, Any], Any], left: Node, right: Node) -> Evaluate:
        first, second = self.function(left), self.function(right)
        if isinstance(second, Constant):
            fixed = second.value
            if isinstance(first, Constant):
                return _folding(function, first.value, fixed)
            return lambda v, z: function(first(v, z), fixed)
        if isinstance(first, Constant):
            fixed = first.value
            return lambda v, z: function(fixed, second(v, z))
        return lambda v, z: function(first(v, z), second(v, z))

    def _operation(self, name: str, left: Node, right: Node) -> Evaluate:
        first, second = self.function(left), self.function(right)
        if isinstance(second, Constant):
            if isinstance(first, Constant):
                return _folding(VALUES[name], first.value, second.value)
            if name in WITH_FIXED:
                return WITH_FIXED[name](first, second.value)
        return OF_TWO[name](first, second)

    def _arithmetic(self, node: typed.Arithmetic) -> Evaluate:
        if node.operator in SUMS and node.type != INTEGER:
            return self._two(SUMS[node.operator], node.left, node.right)
        return self._operation(node.operator, node.left, node.right)

    def _negative(self, node: typed.Negative) -> Evaluate:
        operand = self.function(node.operand)
        if isinstance(operand, Constant):
            return Constant(-operand.value)
        return lambda v, z: -operand(v, z)

    def _comparison(self, node: typed.Comparison) -> Evaluate:
        operands = node.operands
        pairs = [
            self._operation(name, operands[place], operands[place + 1])
            for place, name in enumerate(node.operators)
        ]
        return pairs[0] if len(pairs) == 1 else each_of(pairs)

    def _membership(self, node: typed.Membership) -> Evaluate:
        item, collection = self.function(node.item), self.function(node.collection)
        if node.item.type.kind == "number":
            return lambda v, z: _has_number(v, collection(v, z), item(v, z))
        if isinstance(collection, Constant):
            fixed = collection.value
            if isinstance(item, Constant):
                return Constant(item.value in fixed)
            return lambda v, z: item(v, z) in fixed
        if node.collection.type.kind == "words":
            return lambda v, z: item(v, z) in collection(v, z)

        def is_in(v: Values, z: Zones) -> bool:
            among = collection(v, z)
            if type(among) is not range:
                worked(v, len(among) // LOOKED_AT_ONCE)
            return item(v, z) in among

        return is_in

    # Logic

    def _logic(self, node: typed.Logic) -> Evaluate:
        found = self._condition(node)
        if isinstance(found, Constant):
            return found
        return lambda v, z: bool(found(v, z))

    def _condition(self, node: typed.Logic) -> Evaluate:
        """Return a function that is as true as the logic says, of whatever type."""
        parts = [self.truth(operand) for operand in node.operands]
        decisive = node.operator == "or"
        kept: list[Evaluate] = []
        for part in parts:
            if not isinstance(part, Constant):
                kept.append(part)
            elif bool(part.value) == decisive:
                return Constant(decisive)
        if not kept:
            return Constant(not decisive)
        return one_of(kept) if decisive else each_of(kept)

    def _not(self, node: typed.Not) -> Evaluate:
        operand = self.truth(node.operand)
        if isinstance(operand, Constant):
            return Constant(not operand.value)
        return lambda v, z: not operand(v, z)

    def _present(self, node: typed.Present) -> Evaluate:
        operand = self.function(node.operand)
        if node.operand.type.kind == "list":
            return lambda v, z: bool(operand(v, z))
        return lambda v, z: operand(v, z) is not None

    def _conditional(self, node: typed.Conditional) -> Evaluate:
        condition = self.truth(node.condition)
        if isinstance(condition, Constant):
            return self.function(node.then if condition.value else node.otherwise)
        then, otherwise = self.function(node.then), self.function(node.otherwise)
        return lambda v, z: then(v, z) if condition(v, z) else otherwise(v, z)

    def _let(self, node: typed.Let) -> Evaluate:
        place = self.layout.local(node.slot)
        value, body = self.function(node.value), self.function(node.body)
        if isinstance(body, Constant):
            return body

        def let(v: Values, z: Zones) -> Any:
            v[place] = value(v, z)
            return body(v, z)

        return let

    # Functions

    def _apply(self, node: typed.Apply) -> Evaluate:
        arguments = [self.function(argument) for argument in node.arguments]
        first = arguments[0]
        match node.function:
            case "len":
                return self._folded(len, first)
            case "abs":
                return self._folded(abs, first)
            case "min" | "max":
                function = min if node.function == "min" else max
                return self._two(function, *node.arguments)
            case "after":
                orders = self.layout.orders
                return self._folded(orders.__getitem__, first)
            case "top":
                number = arguments[1]
                return lambda v, z: _top(v, first(v, z), number(v, z))
            case "shares":
                return self._two(_shares, *node.arguments)
        up = self.layout.up
        return lambda v, z: up(v, first(v, z))

    def _ranked(self, node: typed.Ranked) -> Evaluate:
        hands = self.layout.rankings[node.ranking]
        cards = self.function(node.cards)
        answer: Callable[[Any], Any] = hands.rank if node.function == "rank_of" else hands.category

        def ranked(v: Values, z: Zones) -> Any:
            held = cards(v, z)
            worked(v, hands.work(held))
            return answer(held)

        return ranked

    def _writtenhand(self, node: typed.WrittenHand) -> Evaluate:
        return Constant(self.layout.rankings[node.ranking].of_written(node.ranks))

    @staticmethod
    def _folded(function: Callable[[Any], Any], argument: Evaluate) -> Evaluate:
        if isinstance(argument, Constant):
            return _folding(function, argument.value)
        return lambda v, z: function(argument(v, z))

    def _series(self, node: typed.Series) -> Evaluate:
        loops = [
            (
                self.layout.local(loop.slot),
                self.function(loop.collection),
                None if loop.condition is None else self.truth(loop.condition),
            )
            for loop in node.loops
        ]
        is_truth = node.function in ("count", "any", "all")
        body = self.truth(node.body) if is_truth else self.function(node.body)
        default = None if node.default is None else self.function(node.default)
        nth = None if node.nth is None else self.function(node.nth)
        weight = 1 + _weight(node) // LIGHT
        return series_function(node.function, body, loops, default, weight, nth)


def _weight(series: typed.Series) -> int:
    """Return how many parts are worked out for an element, those of series inside left out."""
    parts = 0
    todo = [series.body, *(loop.condition for loop in series.loops if loop.condition is not None)]
    while todo:
        node = todo.pop()
        parts += 1
        if isinstance(node, typed.Series):
            todo += [loop.collection for loop in node.loops]
        else:
            todo += node.children()
    return parts


def _shares(first: frozenset[str], second: frozenset[str]) -> bool:
    return not first.isdisjoint(second)


def _top(v: Values, cards: Any, number: int) -> Any:
    if number <= 0:
        return ()
    worked(v, min(number, len(cards)) // LOOKED_AT_ONCE)
    return cards[-number:]


def _has_number(v: Values, among: Any, number: Any) -> bool:
    if type(among) is range:
        # Asked for a fraction, a range would look at every element.
        return number == int(number) and int(number) in among
    worked(v, len(among))
    return number in among


def _folding(function: Callable[..., Any], *arguments: Any) -> Constant:
    """Return what a function is of values that are known before play."""
    try:
        return Constant(function(*arguments))
    except ZeroDivisionError:
        raise PlayError("a division by zero") from None
    except (TypeError, IndexError, ValueError, ArithmeticError):
        raise PlayError("a value is none where a seat or a card is needed") from None
