"""Values of expressions for many rows at once.

What is the same in all rows stays a plain value: a condition on it chooses a way for all. Anything
else is an array with an entry for each row; words are numbered, numbers are amounts.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import PlayError, StateSpaceError
from certify.exact.banked.amounts import Amount, amount_of, chosen
from certify.exact.banked.frames import Frame
from certify.exact.banked.items import Items, Picked, is_of_its_value, whole
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.ranks import Ranks, ranks_of
from certify.exact.banked.series import SeriesByRow
from certify.language import typed
from certify.language.type_rules import MOST_POWER
from certify.language.typed import Node
from certify.play.interpreter.operations import power
from certify.play.interpreter.program import Program
from certify.play.interpreter.series import LARGEST

Rows = npt.NDArray[Any]

COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge,
}  # fmt: skip


class CardsNeeded(Exception):  # noqa: N818  (no error: what is hidden must be looked at)
    """An expression reads the cards of a zone that are not known yet; `number`: as many of them."""

    def __init__(self, zone: int, number: int | None = None) -> None:
        super().__init__(zone)
        self.zone = zone
        self.number = number


FURTHER_WORDS = 1 << 20
"""Numbers from here on are those of words that are not among the first."""

MOST_LISTED = 10_000
"""Integers of a range: each is looked at for all rows."""

MOST_TABLED = 1000
"""Values for each of which an expression is worked out once."""

Known = dict[Node, Any]
"""What functions of rankings come to in a part of all ways in which hidden cards can lie."""


class Evaluator:
    """Works out expressions for the rows of a frame.

    `columns`: payouts that are kept apart, by path, and shares, by name, and the column of each; an
    expression that is not linear in them then raises `NotLinear`.
    """

    def __init__(self, program: Program, kinds: Kinds) -> None:
        self.program = program
        self.layout = program.layout
        self.kinds = kinds
        self.rankings: dict[str, Ranks] = {}
        self.tables: dict[str, Rows] = {}
        self.columns: Mapping[str, int] = {}
        self.words = {text: number for number, text in enumerate(self._own_words())}

    # Words and tables

    def word(self, text: str) -> int:
        """Return the number of a word: the same in every process, whatever was met before.

        Rows that one process sends to another have numbers in place of words.
        """
        if text not in self.words:
            number = FURTHER_WORDS + int.from_bytes(blake2b(text.encode(), digest_size=6).digest())
            if number in self.words.values():
                raise StateSpaceError(f"two words are taken for one, of which {text!r} is one")
            self.words[text] = number
        return self.words[text]

    def _own_words(self) -> list[str]:
        """Return the words of the rules that are met most, in the order of the spec."""
        attributes = self.layout.deck.attributes.values()
        found = [value for own in attributes for value in own if isinstance(value, str)]
        for hands in self.layout.rankings.values():
            found += hands.ranking.categories
        return list(dict.fromkeys(found))

    def ranks(self, name: str) -> Ranks:
        """Return the tables of a ranking."""
        if name not in self.rankings:
            self.rankings[name] = ranks_of(self.layout.rankings[name], self.kinds.cards)
        return self.rankings[name]

    def table(self, name: str) -> Rows:
        """Return the value of an attribute for each kind."""
        if name not in self.tables:
            values = self.layout.deck.attributes[self.kinds.pack, name]
            own = [values[card] for card in self.kinds.cards]
            if any(isinstance(value, frozenset | Fraction) for value in own):
                raise StateSpaceError(f"the attribute {name} is a set of words or a fraction")
            numbered = [self.word(value) if isinstance(value, str) else value for value in own]
            self.tables[name] = np.array(numbered)
        return self.tables[name]

    # Evaluation

    def value(self, node: Node, frame: Frame, known: Known | None = None) -> Any:
        """Return the value of an expression: plain, or an array by row; of a list, its items."""
        return _Evaluation(self, frame, {} if known is None else known).value(node)

    def amount(self, node: Node, frame: Frame, known: Known | None = None) -> Amount:
        """Return the value of a number as an amount."""
        return amount_of(self.value(node, frame, known), len(frame.known))

    def place_of(self, node: typed.VariableAt | typed.TokensAt | typed.ZoneAt, frame: Frame) -> int:
        """Return the position of a variable, a token or a zone."""
        return _Evaluation(self, frame, {}).place(node)

    def ranked_as(self, node: typed.Ranked, rank: Rows) -> Rows:
        """Return what a function of a ranking tells of ranks: themselves, or their categories."""
        if node.function == "rank_of":
            return rank
        hands = self.layout.rankings[node.ranking]
        names = [self.word(name) for name in reversed(list(hands.ranking.categories))]
        found: Rows = np.array(names)[rank // hands.base**hands.ranking.cards]
        return found

    def truth(self, node: Node, frame: Frame, known: Known | None = None) -> bool | Rows:
        """Return whether a condition holds: for all rows, or row by row."""
        return _Evaluation(self, frame, {} if known is None else known).truth(node)


class _Evaluation(SeriesByRow):
    def __init__(self, of: Evaluator, frame: Frame, known: Known, rows: int | None = None) -> None:
        self.of = of
        self.frame = frame
        self.known = known
        self.locals = dict(frame.locals)
        self.rows = len(frame.known) if rows is None else rows
        self.needed: bool | Rows = True

    def _where(self, needed: bool | Rows, work: Callable[[], Any]) -> Any:
        """Return what is worked out for some rows only: in others it may be impossible."""
        before = self.needed
        self.needed = self._both(before, needed)
        found = work()
        self.needed = before
        return found

    def value(self, node: Node) -> Any:
        if isinstance(node, typed.Ranked):
            return self._remembered(node)
        method: Callable[[Any], Any] = getattr(self, f"_{type(node).__name__.lower()}")
        return method(node)

    def _remembered(self, node: typed.Ranked) -> Any:
        """Return ranks that are given, or kept with the cards that they are ranks of."""
        if node in self.known:
            return self.known[node]
        parts = list(node.cards.walk())
        zones = [self.place(part) for part in parts if isinstance(part, typed.ZoneAt)]
        of_cards_alone = all(isinstance(part, typed.ZoneAt | typed.Join) for part in parts)
        if not of_cards_alone or any(self.frame.hidden.get(zone, 0) for zone in zones):
            return self._ranked(node)
        key = (node.function, node.ranking, *zones)
        kept = self.frame.known.ranks
        if key not in kept:
            kept[key] = self._ranked(node)
        return kept[key]

    def truth(self, node: Node) -> bool | Rows:
        found = self.value(node)
        if isinstance(found, Items):
            return self._any_there(found)
        return found if isinstance(found, np.ndarray) else bool(found)

    # Plain values

    def _literal(self, node: typed.Literal) -> Any:
        return node.value

    def _parametervalue(self, node: typed.ParameterValue) -> Any:
        if node.name in self.of.columns:
            return self._apart(node.name)
        return self.of.layout.parameters[node.name]

    def _named(self, node: typed.Named) -> Any:
        if node.function == "pays":
            is_apart = node.name in self.of.columns
            return self._apart(node.name) if is_apart else self.of.layout.pays(node.name)
        return self.frame.values[self.of.layout.supply_at[node.name]]

    def _apart(self, name: str) -> Amount:
        """Return a payout or share that is kept apart: one, in its column."""
        units = np.zeros((self.rows, len(self.of.columns) + 1), dtype=np.int64)
        units[:, self.of.columns[name]] = 1
        return Amount(units, 1, 1)

    def _local(self, node: typed.Local) -> Any:
        found = self.locals[node.slot]
        return self._picked_cards(found) if isinstance(found, Picked) else found

    def _picked_cards(self, picked: Picked) -> Any:
        columns = self._columns_picked_from(picked)
        cards = [columns[place] for place in picked.places]
        return cards[0] if picked.is_one else whole(cards)

    def _columns_picked_from(self, picked: Picked) -> Sequence[Any]:
        if picked.are_gone:
            raise StateSpaceError("picked cards are read after cards have moved")
        return self.frame.known.columns(picked.zone)

    def _me(self, _node: typed.Me) -> Any:
        return self.frame.seat

    def _allseats(self, _node: typed.AllSeats) -> Any:
        return self._plain(range(self.of.layout.players))

    def _variableat(self, node: typed.VariableAt) -> Any:
        return self.frame.values[self.place(node)]

    def _tokensat(self, node: typed.TokensAt) -> Any:
        return self.frame.values[self.place(node)]

    def place(self, node: typed.VariableAt | typed.TokensAt | typed.ZoneAt) -> int:
        """Return the position of a variable, a token or a zone."""
        base, size, shift = self.of.layout.places[node.name]
        index = 0 if node.index is None else self.value(node.index)
        if isinstance(index, np.ndarray):
            raise StateSpaceError(f"which {node.name} is meant depends on the cards")
        offset = index - shift if node.index is not None else 0
        if index is None or not 0 <= offset < size:
            raise PlayError(f"{node.name} has no index {index}")
        return int(base + offset)

    # Cards

    def _zoneat(self, node: typed.ZoneAt) -> Items:
        zone = self.place(node)
        if self.frame.hidden.get(zone, 0) or zone == self.frame.pool:
            raise CardsNeeded(zone)
        return whole(self.frame.known.columns(zone))

    def _size(self, node: Node) -> int | Rows:
        if isinstance(node, typed.ZoneAt):
            return self.frame.size(self.place(node))
        if isinstance(node, typed.Join):
            return self._size(node.first) + self._size(node.second)
        if isinstance(node, typed.Local) and isinstance(self.locals[node.slot], Picked):
            return len(self.locals[node.slot].places)
        found = self.value(node)
        if found.is_whole:
            return len(found.elements)
        total: Rows = np.sum([self._mask(mask) for mask in found.present], axis=0)
        return total

    def _attribute(self, node: typed.Attribute) -> Any:
        card = self.value(node.card)
        if card is None:
            raise PlayError("a card is none")
        return self.of.table(node.name).take(card)

    def _ranked(self, node: typed.Ranked) -> Any:
        cards = self.value(node.cards)
        if not cards.is_whole:
            raise StateSpaceError("which cards are ranked depends on the cards")
        hands = self.of.layout.rankings[node.ranking]
        ranks = self.of.ranks(node.ranking)
        if not hands.ranking.cards <= len(cards.elements):
            raise PlayError(f"a hand of {hands.ranking.cards} cards is ranked")
        columns = [
            np.broadcast_to(np.asarray(c, dtype=np.uint8), self.rows) for c in cards.elements
        ]
        return self.of.ranked_as(node, ranks.of(np.stack(columns, axis=1)))

    def _writtenhand(self, node: typed.WrittenHand) -> int:
        return self.of.layout.rankings[node.ranking].of_written(node.ranks)

    # Lists

    @staticmethod
    def _plain(values: Sequence[Any]) -> Items:
        return whole(list(values))

    def _listed(self, node: typed.Listed) -> Items:
        return whole([self.value(part) for part in node.parts])

    def _range(self, node: typed.Range) -> Items:
        least, most = self.value(node.least), self.value(node.most)
        if isinstance(least, np.ndarray) or isinstance(most, np.ndarray):
            raise StateSpaceError("the ends of a range depend on the cards")
        if most - least >= MOST_LISTED:
            raise StateSpaceError(f"a range has more than {MOST_LISTED:,} integers")
        return self._plain(range(least, most + 1))

    def _join(self, node: typed.Join) -> Items:
        first, second = self.value(node.first), self.value(node.second)
        return Items(first.elements + second.elements, first.present + second.present)

    def _without(self, node: typed.Without) -> Items:
        """Return the cards of a zone that were not picked from it."""
        first, second = node.first, node.second
        if isinstance(second, typed.Listed) and len(second.parts) == 1:
            (second,) = second.parts
        picked = self.locals[second.slot] if isinstance(second, typed.Local) else None
        if (
            not isinstance(picked, Picked)
            or not isinstance(first, typed.ZoneAt)
            or self.place(first) != picked.zone
        ):
            raise StateSpaceError(
                "cards without others are followed where a zone is meant without those that are"
                " picked from it, such as hand - picked"
            )
        columns = self._columns_picked_from(picked)
        return whole([each for place, each in enumerate(columns) if place not in picked.places])

    def _element(self, node: typed.Element) -> Any:
        items, position = self.value(node.collection), self.value(node.position)
        if not items.is_whole:
            raise StateSpaceError("an element of a list that depends on the cards")
        number = len(items.elements)
        if isinstance(position, np.ndarray):
            place = np.where(position < 0, position + number, position)
            beyond = (place < 0) | (place >= number)
            if np.any(self._both(beyond, self.needed)):
                raise PlayError("a position beyond the end of a list")
            found = items.elements[0]
            for number, element in enumerate(items.elements):
                found = self._choice(place == number, element, found)
            return found
        if not -number <= position < number:
            raise PlayError("a position beyond the end of a list")
        return items.elements[position]

    # Numbers

    def _arithmetic(self, node: typed.Arithmetic) -> Any:
        left, right = self.value(node.left), self.value(node.right)
        plain = not any(isinstance(side, np.ndarray | Amount) for side in (left, right))
        is_one = not isinstance(right, np.ndarray | Amount)
        if node.operator in ("/", "//", "%") and is_one and right == 0:
            raise PlayError("a division by zero")
        if node.operator == "/":
            if plain:
                return Fraction(left) / right
            if isinstance(right, np.ndarray | Amount):
                _require_plain(right)
                raise StateSpaceError("a division by what depends on the cards")
            return self._as_amount(left) * self._as_amount(1 / Fraction(right))
        if node.operator in ("//", "%"):
            if isinstance(left, Amount) or isinstance(right, Amount):
                _require_plain(left, right)
                raise StateSpaceError("a remainder of fractions that depend on the cards")
            if isinstance(right, np.ndarray):
                if np.any(self._both(right == 0, self.needed)):
                    raise PlayError("a division by zero")
                right = np.where(right == 0, 1, right)
            return left // right if node.operator == "//" else left % right
        if node.operator == "**" and not plain:
            return self._power(left, right)
        fractions = any(isinstance(side, Amount | Fraction) for side in (left, right))
        if not plain and (fractions or node.operator == "*"):
            one, two = self._as_amount(left), self._as_amount(right)
            if node.operator == "*":
                found = one * two
                return found.plain().units if node.type.kind == "integer" else found
            return one + two if node.operator == "+" else one - two
        if node.operator == "**":
            return self._power(left, right)
        if node.operator == "*":
            return left * right
        return left + right if node.operator == "+" else left - right

    def _power(self, base: Any, exponent: Any) -> Any:
        _require_plain(base, exponent)
        if not isinstance(base, np.ndarray) and not isinstance(exponent, np.ndarray):
            return power(base, exponent)
        most = int(np.max(np.where(self.needed, exponent, 0), initial=0))
        least = int(np.min(np.where(self.needed, exponent, 0), initial=0))
        if least < 0 or most > MOST_POWER:
            wrong = least if least < 0 else most
            raise PlayError(f"an exponent lies between 0 and {MOST_POWER}; found {wrong}")
        found, by = self._as_amount(np.ones(self.rows, dtype=np.int64)), self._as_amount(base)
        for step in range(most):
            goes_on = np.broadcast_to(np.asarray(exponent > step), self.rows)
            found = chosen(goes_on, found * by, found)
        beyond = np.abs(found.units) > LARGEST
        if np.any(self._both(beyond, self.needed)):
            raise PlayError(f"a power is beyond {LARGEST}")
        return np.where(beyond, 0, found.units)

    def _as_amount(self, value: Any) -> Amount:
        return amount_of(value, self.rows)

    def _negative(self, node: typed.Negative) -> Any:
        return -self.value(node.operand)

    def _comparison(self, node: typed.Comparison) -> bool | Rows:
        values = [self.value(operand) for operand in node.operands]
        found: bool | Rows = True
        for place, name in enumerate(node.operators):
            found = self._both(found, self._compared(name, values[place], values[place + 1]))
        return found

    def _compared(self, name: str, left: Any, right: Any) -> bool | Rows:
        _require_plain(left, right)
        sides = [left, right]
        if any(isinstance(side, np.ndarray) for side in sides):
            sides = [self.of.word(side) if isinstance(side, str) else side for side in sides]
        if any(isinstance(side, Amount | Fraction) for side in sides) and any(
            isinstance(side, Amount | np.ndarray) for side in sides
        ):
            difference = self._as_amount(sides[0]) - self._as_amount(sides[1])
            return np.asarray(COMPARED[name](difference.units, 0), dtype=bool)
        if any(side is None for side in sides):
            return (sides[0] is sides[1]) == (name == "==")
        found = COMPARED[name](*sides)
        return found if isinstance(found, np.ndarray) else bool(found)

    def _membership(self, node: typed.Membership) -> bool | Rows:
        item, among = self.value(node.item), self.value(node.collection)
        if isinstance(among, frozenset):
            among = self._plain(sorted(among))
        found: bool | Rows = False
        for element, mask in zip(among.elements, among.present, strict=True):
            same = self._compared("==", item, element)
            found = self._either(found, same if mask is None else self._both(same, mask))
        return found

    # Logic

    def _logic(self, node: typed.Logic) -> bool | Rows:
        decisive = node.operator == "or"
        found: bool | Rows = not decisive
        for operand in node.operands:
            if isinstance(found, np.ndarray):
                open_rows = ~found if decisive else found
                if not np.any(self._both(open_rows, self.needed)):
                    return found
                one = self._where(open_rows, partial(self.truth, operand))
            else:
                one = self.truth(operand)
            found = self._either(found, one) if decisive else self._both(found, one)
            if not isinstance(found, np.ndarray) and found == decisive:
                return decisive
        return found

    def _not(self, node: typed.Not) -> bool | Rows:
        operand = self.truth(node.operand)
        return ~operand if isinstance(operand, np.ndarray) else not operand

    def _present(self, node: typed.Present) -> bool | Rows:
        if node.operand.type.kind == "list":
            if isinstance(node.operand, typed.ZoneAt):
                return bool(self._size(node.operand))
            return self._any_there(self.value(node.operand))
        return self.value(node.operand) is not None

    def _any_there(self, items: Items) -> bool | Rows:
        found: bool | Rows = False
        for mask in items.present:
            found = self._either(found, True if mask is None else mask)
        return found

    def _conditional(self, node: typed.Conditional) -> Any:
        condition = self.truth(node.condition)
        if not isinstance(condition, np.ndarray):
            return self.value(node.then if condition else node.otherwise)
        for part, rows in ((node.then, ~condition), (node.otherwise, condition)):
            if not np.any(self._both(rows, self.needed)):
                return self.value(part)
        then = self._where(condition, partial(self.value, node.then))
        otherwise = self._where(~condition, partial(self.value, node.otherwise))
        return self._choice(condition, then, otherwise)

    def _choice(self, condition: Rows, then: Any, otherwise: Any) -> Any:
        if isinstance(then, Items) or then is None or otherwise is None:
            raise StateSpaceError("a choice of lists, or of none, that depends on the cards")
        if any(isinstance(side, Amount | Fraction) for side in (then, otherwise)):
            return chosen(condition, self._as_amount(then), self._as_amount(otherwise))
        sides = [self.of.word(s) if isinstance(s, str) else s for s in (then, otherwise)]
        return np.where(condition, *sides)

    def _let(self, node: typed.Let) -> Any:
        value = self.value(node.value)
        if isinstance(value, np.ndarray) and value.dtype.kind == "i" and is_of_its_value(node):
            least, most = int(value.min(initial=0)), int(value.max(initial=0))
            if most - least < MOST_TABLED:
                return self._tabled(node, value, least, most)
        self.locals[node.slot] = value
        return self.value(node.body)

    def _tabled(self, node: typed.Let, value: Rows, least: int, most: int) -> Any:
        """Return what a body comes to that depends on nothing else, worked out once for each."""
        inner = _Evaluation(self.of, self.frame, {}, most - least + 1)
        inner.locals[node.slot] = np.arange(least, most + 1)
        found = inner.value(node.body)
        if isinstance(found, Amount):
            return found.take(value - least)
        return found[value - least] if isinstance(found, np.ndarray) else found

    # Functions

    def _apply(self, node: typed.Apply) -> Any:
        match node.function:
            case "len":
                return self._size(node.arguments[0])
            case "abs":
                found = self.value(node.arguments[0])
                _require_plain(found)
                if isinstance(found, Amount):
                    return Amount(np.abs(found.units), found.base, found.bound)
                return abs(found)
            case "min" | "max":
                first, second = (self.value(argument) for argument in node.arguments)
                return self._extreme(first, second, least=node.function == "min")
            case "top":
                items, number = self.value(node.arguments[0]), self.value(node.arguments[1])
                if isinstance(number, np.ndarray):
                    raise StateSpaceError("how many cards are meant depends on the cards")
                number = max(number, 0)
                return Items(items.elements[-number:], items.present[-number:])
        raise StateSpaceError(f"the function {node.function} is not followed")

    def _extreme(self, first: Any, second: Any, *, least: bool) -> Any:
        is_first = self._compared("<=" if least else ">=", first, second)
        if not isinstance(is_first, np.ndarray):
            return first if is_first else second
        return self._choice(is_first, first, second)

    def _mask(self, mask: Rows | None) -> Rows:
        return np.ones(self.rows, dtype=bool) if mask is None else mask


def _require_plain(*values: Any) -> None:
    for value in values:
        if isinstance(value, Amount):
            value.plain()
