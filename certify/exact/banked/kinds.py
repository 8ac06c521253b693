"""Kinds of cards: which cards no rule tells apart, and which of their attributes are alike.

Two cards are of one kind if they have the same value of every attribute that an expression reads.
The values of an attribute are *interchangeable* (suits mostly are) if expressions only compare them
with each other: then whatever follows from some cards follows from the same cards with those
values exchanged, and one case stands for all. Both are read off the typed expressions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import StateSpaceError
from certify.language import typed
from certify.language.order import picks_by_position, picks_from_order
from certify.language.typed import Node
from certify.play.interpreter.deck import kinds_of_alike
from certify.play.interpreter.program import Program

MOST_KINDS = 255


@dataclass(frozen=True, eq=False)
class Kinds:
    """The cards of a pack by kind.

    Attributes
    ----------
    copies : ndarray of int64
        Cards of each kind.
    cards : list of int
        A card of each kind, by its number in the game.
    values : int
        How many values the interchangeable attribute has: kind ``k`` has the value ``k % values``,
        and kinds that differ in nothing else follow each other. 1 if no attribute is so.
    attribute : str
        That attribute; empty if there is none.
    kind_of : dict
        The kind of each card that is there.
    """

    pack: str
    copies: npt.NDArray[np.int64]
    cards: list[int]
    values: int
    attribute: str
    kind_of: Mapping[int, int]

    @property
    def total(self) -> int:
        """Cards of the pack."""
        return int(self.copies.sum())


def kinds_of(
    program: Program, nodes: Iterable[Node], pack: str, left: Collection[int] | None = None
) -> Kinds:
    """Return the kinds of the cards of a pack, as far as some expressions tell them apart.

    `left`: the cards that a round is dealt from; by default all. Where an order of cards tells
    which are picked, or a position one of several picked cards, the kinds are those that all rules
    tell apart; of the latter they are in the order in which picked cards come.
    """
    nodes = list(nodes)
    read = {name for node in nodes for of, name in typed.attributes_read(node) if of == pack}
    if any(typed.tells_cards_apart(node, pack) for node in nodes):
        raise StateSpaceError("cards are compared as such, not by an attribute")
    deck = program.deck
    by_position = picks_by_position(program.play, nodes)
    if by_position or picks_from_order(program.play, nodes):
        read |= kinds_of_alike(program.play)[0][pack]
    there = frozenset(deck.cards(pack) if left is None else left)
    rows = {card: {n: deck.attributes[pack, n][card] for n in read} for card in deck.cards(pack)}
    for name in sorted(read):
        if not by_position and _is_interchangeable(program, nodes, pack, name):
            found = _in_a_grid(pack, rows, name, there)
            if found is not None:
                return found
    alike: dict[tuple[Any, ...], list[int]] = {}
    for card, own in rows.items():
        alike.setdefault(tuple(own[name] for name in sorted(read)), []).append(card)
    groups = [*alike.values()]
    if by_position:
        groups = [sorted(cards, key=deck.kinds.__getitem__) for cards in groups]
        groups.sort(key=lambda cards: deck.kinds[cards[0]])
        order = [deck.kinds[card] for cards in groups for card in cards]
        if order != sorted(order):
            raise StateSpaceError("one of several picked cards is read by its position")
    return _kinds(pack, groups, there)


def _in_a_grid(
    pack: str, rows: dict[int, dict[str, Any]], name: str, there: frozenset[int]
) -> Kinds | None:
    """Return the kinds if every value of an attribute is there as often with all else the same."""
    others = sorted({other for own in rows.values() for other in own} - {name})
    cells: dict[tuple[Any, ...], dict[Any, list[int]]] = {}
    values = list(dict.fromkeys(own[name] for own in rows.values()))
    for card, own in rows.items():
        cell = cells.setdefault(tuple(own[other] for other in others), {})
        cell.setdefault(own[name], []).append(card)
    for cell in cells.values():
        if set(cell) != set(values) or len({len(there & {*cards}) for cards in cell.values()}) > 1:
            return None
    if len(values) < 2:
        return None
    ordered = [cell[value] for cell in cells.values() for value in values]
    return _kinds(pack, ordered, there, len(values), name)


def _kinds(
    pack: str,
    alike: Sequence[Sequence[int]],
    there: frozenset[int],
    values: int = 1,
    attribute: str = "",
) -> Kinds:
    """Return kinds, given the cards of each; those of which none is there are none."""
    alike = [[card for card in cards if card in there] for cards in alike]
    alike = [cards for cards in alike if cards]
    if len(alike) > MOST_KINDS:
        raise StateSpaceError(f"{len(alike)} kinds of cards; at most {MOST_KINDS} are taken")
    return Kinds(
        pack,
        np.array([len(cards) for cards in alike], dtype=np.int64),
        [cards[0] for cards in alike],
        values,
        attribute,
        {card: kind for kind, cards in enumerate(alike) for card in cards},
    )


def _is_interchangeable(program: Program, nodes: Iterable[Node], pack: str, name: str) -> bool:
    """Return whether values of an attribute are only ever compared with each other."""
    for node in nodes:
        for part in node.walk():
            if isinstance(part, typed.Ranked) and part.cards.type.element is not None:
                ranking = program.play.spec.rankings[part.ranking]
                same = {category.same for category in ranking.categories.values()}
                if name in set(part.attributes) - same or name == ranking.by:
                    return False
                if name in program.play.rankings[part.ranking].slots:
                    return False
        allowed = {id(part) for part in _compared_alike(node, pack, name)}
        for part in node.walk():
            if _reads(part, pack, name) and id(part) not in allowed:
                return False
    return True


def _compared_alike(node: Node, pack: str, name: str) -> Iterator[Node]:
    """Yield the readings of an attribute that tell only whether two values are the same."""
    for part in node.walk():
        if isinstance(part, typed.Comparison) and set(part.operators) <= {"==", "!="}:
            if all(_reads(operand, pack, name) for operand in part.operands):
                yield from part.operands
        elif isinstance(part, typed.Series) and part.function == "distinct":
            yield part.body


def _reads(node: Node, pack: str, name: str) -> bool:
    return isinstance(node, typed.Attribute) and (node.card.type.pack, node.name) == (pack, name)
