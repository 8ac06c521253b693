"""Expressions after names are resolved and types are known.

Both back ends work on these nodes. A definition is gone by now: it stands where it was used.
Local names are numbered slots; no two locals of a spec share one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from certify.language.types import Type


@dataclass(frozen=True)
class Node:
    """An expression of a type."""

    # What `walk` found is a slot and no attribute: it is neither compared, nor copied, nor sent.
    __slots__ = ("__dict__", "__weakref__", "_walked")

    type: Type

    def __getstate__(self) -> dict[str, object]:
        return vars(self)

    def children(self) -> Iterator[Node]:
        """Return the expressions that it is made of."""
        return iter(self._parts())

    def _parts(self) -> list[Node]:
        found: list[Node] = []
        for value in vars(self).values():
            if isinstance(value, Node):
                found.append(value)
            elif isinstance(value, tuple):
                for part in value:
                    if isinstance(part, Node):
                        found.append(part)
                    elif isinstance(part, SeriesLoop):
                        found.append(part.collection)
                        if part.condition is not None:
                            found.append(part.condition)
        return found

    def walk(self) -> Iterator[Node]:
        """Return the expression and everything in it, in the order in which it is written."""
        walked: tuple[Node, ...] | None = getattr(self, "_walked", None)
        if walked is None:
            found: list[Node] = []
            self._enter(found)
            walked = tuple(found)
            object.__setattr__(self, "_walked", walked)
        return iter(walked)

    def _enter(self, found: list[Node]) -> None:
        # Generators within generators take half as long again.
        found.append(self)
        for part in self._parts():
            part._enter(found)


@dataclass(frozen=True)
class Literal(Node):
    """A value; of a seat, counted from 0."""

    value: bool | int | str | None


@dataclass(frozen=True)
class ParameterValue(Node):
    """A parameter, or `players`."""

    name: str


@dataclass(frozen=True)
class Local(Node):
    """A name bound by a series, a loop, an argument or a pick."""

    slot: int
    name: str


@dataclass(frozen=True)
class Me(Node):
    """The seat that decides."""


@dataclass(frozen=True)
class AllSeats(Node):
    """Every seat, in order."""


@dataclass(frozen=True)
class VariableAt(Node):
    """A variable, at an index if it has one for each of something."""

    name: str
    index: Node | None


@dataclass(frozen=True)
class TokensAt(Node):
    """How many tokens lie on something, or on the table."""

    name: str
    index: Node | None


@dataclass(frozen=True)
class ZoneAt(Node):
    """The cards of a zone, the top last."""

    name: str
    index: Node | None


@dataclass(frozen=True)
class Attribute(Node):
    """An attribute of a card."""

    card: Node
    name: str


@dataclass(frozen=True)
class Element(Node):
    """An element of a list by its position, from the end if negative."""

    collection: Node
    position: Node


@dataclass(frozen=True)
class Join(Node):
    """The elements of two lists."""

    first: Node
    second: Node


@dataclass(frozen=True)
class Without(Node):
    """The elements of one list that are not in another."""

    first: Node
    second: Node


@dataclass(frozen=True)
class Listed(Node):
    """A list of values."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Range(Node):
    """Integers, both ends included."""

    least: Node
    most: Node


@dataclass(frozen=True)
class Arithmetic(Node):
    """One of ``+ - * // % / **``."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Negative(Node):
    """The negative of a number."""

    operand: Node


@dataclass(frozen=True)
class Comparison(Node):
    """A comparison, perhaps chained: one operator fewer than operands."""

    operators: tuple[str, ...]
    operands: tuple[Node, ...]


@dataclass(frozen=True)
class Membership(Node):
    """Whether a list or a set of words has something."""

    item: Node
    collection: Node


@dataclass(frozen=True)
class Logic(Node):
    """``and`` or ``or`` of truth values."""

    operator: str
    operands: tuple[Node, ...]


@dataclass(frozen=True)
class Not(Node):
    """The contrary of a truth value."""

    operand: Node


@dataclass(frozen=True)
class Present(Node):
    """Whether a list is not empty, whether a seat or a card is not none."""

    operand: Node


@dataclass(frozen=True)
class Conditional(Node):
    """One of two values."""

    condition: Node
    then: Node
    otherwise: Node


@dataclass(frozen=True)
class SeriesLoop:
    """One ``for`` of a series."""

    slot: int
    collection: Node
    condition: Node | None


@dataclass(frozen=True)
class Series(Node):
    """A function of the bodies for the elements of collections; ``list`` is the list of them.

    `nth` says which of the greatest or least is meant, if not the first.
    """

    function: str
    body: Node
    loops: tuple[SeriesLoop, ...]
    default: Node | None
    nth: Node | None = None


@dataclass(frozen=True)
class Apply(Node):
    """A function of its arguments."""

    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Named(Node):
    """A function of a name: the supply of a token, the payout of a row."""

    function: str
    name: str


@dataclass(frozen=True)
class Ranked(Node):
    """The rank of the best hand among some cards, or the name of its category.

    `attributes` of the cards are what the ranking reads.
    """

    function: str
    ranking: str
    cards: Node
    attributes: tuple[str, ...]


@dataclass(frozen=True)
class WrittenHand(Node):
    """The rank of a hand written down, highest cards first; of fewer cards, the least with them."""

    ranking: str
    ranks: tuple[int, ...]


@dataclass(frozen=True)
class Let(Node):
    """A body in which a slot holds a value, worked out once."""

    slot: int
    value: Node
    body: Node


def attributes_read(node: Node) -> set[tuple[str, str]]:
    """Return the pack and name of every attribute that an expression reads."""
    found: set[tuple[str, str]] = set()
    for part in node.walk():
        if isinstance(part, Attribute):
            found.add((part.card.type.pack, part.name))
        elif isinstance(part, Ranked) and part.cards.type.element is not None:
            pack = part.cards.type.element.pack
            found |= {(pack, attribute) for attribute in part.attributes}
    return found


def tells_cards_apart(node: Node, pack: str) -> bool:
    """Return whether an expression compares cards of a pack as such, not by an attribute."""
    for part in node.walk():
        if isinstance(part, Comparison) and any(o.type.pack == pack for o in part.operands):
            return True
        if isinstance(part, Membership) and part.item.type.pack == pack:
            return True
    return False


def rows_paid(node: Node) -> set[str]:
    """Return the rows that an expression pays by, each as its paytable, a dot and the row."""
    return {
        part.name for part in node.walk() if isinstance(part, Named) and part.function == "pays"
    }
