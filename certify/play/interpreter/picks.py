"""What a move chooses: counted, drawn and checked without being listed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import factorial
from typing import Any

from certify.errors import PlayError
from certify.play.interpreter.evaluate import Evaluate
from certify.play.interpreter.multisets import Multisets
from certify.play.interpreter.series import worked

MOST_TRIED = 65_536

Values = list[Any]
Zones = list[list[int]]


class Choice(ABC):
    """The picks of a move that are possible now, in their fixed order.

    Attributes
    ----------
    total : int
        How many there are.
    """

    total: int

    @abstractmethod
    def at(self, place: int) -> Any:
        """Return the pick at a place, from 0."""

    @abstractmethod
    def normal(self, picked: Any) -> Any:
        """Return a pick as the engine makes it, or raise `LookupError` if it is not possible."""

    def __iter__(self) -> Iterator[Any]:
        """Yield every pick in order."""
        return (self.at(place) for place in range(self.total))


class Nothing(Choice):
    """A move without a pick."""

    total = 1

    def at(self, place: int) -> Any:
        """Return None."""
        del place

    def normal(self, picked: Any) -> Any:
        """Return None."""
        if picked is not None and picked != ():
            raise LookupError


class OneOf(Choice):
    """One element of a list: a seat, an integer, a word."""

    def __init__(self, elements: Sequence[Any]) -> None:
        self.elements = elements
        self.total = len(elements)

    def at(self, place: int) -> Any:
        """Return the element at a place."""
        return self.elements[place]

    def normal(self, picked: Any) -> Any:
        """Return the element itself."""
        if picked not in self.elements:
            raise LookupError
        return picked


Groups = list[list[int]]
"""Cards by kind, in the order of kinds."""


class OneCard(Choice):
    """One card; of alike ones the first stands for all."""

    def __init__(self, groups: Groups) -> None:
        self.groups = groups
        self.total = len(groups)

    def at(self, place: int) -> int:
        """Return the card at a place."""
        return self.groups[place][0]

    def normal(self, picked: Any) -> Any:
        """Return the card itself."""
        if any(picked in group for group in self.groups):
            return picked
        raise LookupError


class Some(Choice):
    """From `least` to `most` cards, from any kinds."""

    def __init__(self, groups: Groups, kinds: Sequence[int], least: int, most: int) -> None:
        self.groups, self.kinds = groups, kinds
        self.least, self.most = least, most
        self.ways = Multisets([len(group) for group in groups], least, most)
        self.total = self.ways.total

    def at(self, place: int) -> tuple[int, ...]:
        """Return the cards of the pick at a place."""
        numbers = self.ways.at(place)
        return tuple(
            card
            for group, number in zip(self.groups, numbers, strict=True)
            for card in group[:number]
        )

    def normal(self, picked: Any) -> Any:
        """Return the cards in the order of kinds."""
        cards = _in_order(picked, self.kinds)
        if not self.least <= len(cards) <= self.most:
            raise LookupError
        _check_there(cards, self.groups)
        return cards


class Same(Choice):
    """From `least` to `most` cards that are equal in an attribute."""

    def __init__(
        self,
        groups: Groups,
        kinds: Sequence[int],
        ends: tuple[int, int],
        table: Sequence[Any],
    ) -> None:
        by_value: dict[Any, Groups] = {}
        for group in groups:
            by_value.setdefault(table[group[0]], []).append(group)
        self.kinds, self.table, self.groups = kinds, table, groups
        self.least, self.most = max(1, ends[0]), ends[1]
        self.parts: list[tuple[int, Groups]] = []
        self.total = 0
        for same in by_value.values():
            if len(same) == 1:
                number = max(0, min(self.most, len(same[0])) - self.least + 1)
            else:
                number = Multisets([len(group) for group in same], self.least, self.most).total
            self.parts.append((number, same))
            self.total += number

    def at(self, place: int) -> tuple[int, ...]:
        """Return the cards of the pick at a place."""
        for number, same in self.parts:
            if place < number:
                if len(same) == 1:
                    return tuple(same[0][: self.least + place])
                return Some(same, self.kinds, self.least, self.most).at(place)
            place -= number
        raise IndexError(place)

    def normal(self, picked: Any) -> Any:
        """Return the cards in the order of kinds."""
        cards = _in_order(picked, self.kinds)
        values = {self.table[card] for card in cards}
        if len(values) != 1 or not self.least <= len(cards) <= self.most:
            raise LookupError
        _check_there(cards, self.groups)
        return cards


class SameKind(Choice):
    """From `least` to `most` cards of one kind, where the attribute tells the kind."""

    def __init__(self, groups: Groups, kinds: Sequence[int], ends: tuple[int, int]) -> None:
        self.kinds, self.groups = kinds, groups
        self.least, self.most = max(1, ends[0]), ends[1]
        sizes = [len(group) for group in groups]
        if self.least == 1 and self.most >= sum(sizes):
            self.numbers = sizes
        else:
            less = self.least - 1
            self.numbers = [max(0, min(self.most, size) - less) for size in sizes]
        self.total = sum(self.numbers)

    def at(self, place: int) -> tuple[int, ...]:
        """Return the cards of the pick at a place."""
        for number, group in zip(self.numbers, self.groups, strict=True):
            if place < number:
                return tuple(group[: self.least + place])
            place -= number
        raise IndexError(place)

    def normal(self, picked: Any) -> Any:
        """Return the cards in the order of kinds."""
        cards = _in_order(picked, self.kinds)
        if len({self.kinds[card] for card in cards}) != 1:
            raise LookupError
        if not self.least <= len(cards) <= self.most:
            raise LookupError
        _check_there(cards, self.groups)
        return cards


class OrNone(Choice):
    """No cards at all, or those of another choice."""

    def __init__(self, others: Same | SameKind) -> None:
        self.others, self.groups = others, others.groups
        self.total = 1 + others.total

    def at(self, place: int) -> tuple[int, ...]:
        """Return the cards of the pick at a place."""
        return self.others.at(place - 1) if place else ()

    def normal(self, picked: Any) -> Any:
        """Return the cards in the order of kinds."""
        return self.others.normal(picked) if picked else ()


class Listed(Choice):
    """Picks that had to be listed, since they meet a condition as a whole."""

    def __init__(self, picks: list[Any], among: Choice, kinds: Sequence[int]) -> None:
        self.picks, self.among, self.kinds = picks, among, kinds
        self.total = len(picks)

    def at(self, place: int) -> Any:
        """Return the pick at a place."""
        return self.picks[place]

    def normal(self, picked: Any) -> Any:
        """Return a pick of the choice if one like it is listed."""
        found = self.among.normal(picked)
        if all(self._alike(found) != self._alike(pick) for pick in self.picks):
            raise LookupError
        return found

    def _alike(self, pick: Any) -> Any:
        """Return what is the same for picks of cards that are alike."""
        if isinstance(self.among, OneOf):
            return pick
        if isinstance(self.among, OneCard):
            return self.kinds[pick]
        found = [self.kinds[card] for card in pick]
        return found if isinstance(self.among, Orders) else sorted(found)


class Orders(Choice):
    """An order of cards, alike ones not told apart."""

    def __init__(self, groups: Groups, kinds: Sequence[int]) -> None:
        self.groups, self.kinds = groups, kinds
        self.total = _orders([len(group) for group in groups])

    def at(self, place: int) -> tuple[int, ...]:
        """Return the order at a place: by the kind of the first card, then of the second."""
        left = [list(group) for group in self.groups]
        found: list[int] = []
        total = self.total
        for cards in range(sum(len(group) for group in left), 0, -1):
            for group in left:
                # Of the orders of what is left, those that begin with this kind.
                number = total * len(group) // cards
                if place < number:
                    found.append(group.pop(0))
                    total = number
                    break
                place -= number
        return tuple(found)

    def normal(self, picked: Any) -> Any:
        """Return the order itself."""
        cards = tuple(picked or ())
        if len(cards) != sum(len(group) for group in self.groups):
            raise LookupError
        _check_there(cards, self.groups)
        return cards


def _orders(counts: Iterable[int]) -> int:
    counts = list(counts)
    total = factorial(sum(counts))
    for count in counts:
        total //= factorial(count)
    return total


def _in_order(picked: Any, kinds: Sequence[int]) -> tuple[int, ...]:
    cards = picked if isinstance(picked, tuple | list) else () if picked is None else (picked,)
    return tuple(sorted(cards, key=kinds.__getitem__))


def _check_there(cards: Sequence[int], groups: Groups) -> None:
    there = {card for group in groups for card in group}
    if len(set(cards)) != len(cards) or not there.issuperset(cards):
        raise LookupError


@dataclass(frozen=True)
class PickRule:
    """What a move chooses, with functions for its expressions.

    Attributes
    ----------
    candidate, picked : int
        Positions among the values of a candidate and of what was picked.
    same, distinct : sequence
        Tables of the attributes that are the same, or differ.
    is_by_kind : bool
        Whether cards that are the same in that attribute are always alike.
    """

    kind: str
    collection: Evaluate
    candidate: int
    picked: int
    where: Evaluate | None
    least: Evaluate | None
    most: Evaluate | None
    same: Sequence[Any] | None
    distinct: Sequence[Any] | None
    condition: Evaluate | None
    kinds: Sequence[int]
    is_by_kind: bool

    def choice(self, v: Values, z: Zones) -> Choice:
        """Return what can be picked now.

        `v` and `z`: values and zones of the state; the seat that decides is set.
        """
        found = self._choice(v, z)
        if self.condition is None:
            return found
        if found.total > MOST_TRIED:
            raise PlayError(f"more than {MOST_TRIED} picks to be tried with `if`")
        kept = []
        for pick in found:
            v[self.picked] = pick
            if self.condition(v, z):
                kept.append(pick)
        v[self.picked] = None
        return Listed(kept, found, self.kinds)

    def _choice(self, v: Values, z: Zones) -> Choice:
        elements = self.collection(v, z)
        if self.kind in ("card", "cards", "order"):
            groups = self._groups(v, z, elements)
            if self.kind == "card":
                return OneCard(groups)
            if self.kind == "order":
                return Orders(groups, self.kinds)
            return self._cards(v, z, groups)
        if self.kind == "seat":
            if None in elements:
                raise PlayError("a seat that can be picked is none")
            elements = tuple(dict.fromkeys(elements))
        if self.where is None:
            return OneOf(sorted(elements) if self.kind == "word" else elements)
        kept = []
        worked(v, len(elements))
        for element in sorted(elements) if self.kind == "word" else elements:
            v[self.candidate] = element
            if self.where(v, z):
                kept.append(element)
        return OneOf(kept)

    def _groups(self, v: Values, z: Zones, cards: Iterable[int]) -> Groups:
        kinds, where = self.kinds, self.where
        cards = dict.fromkeys(cards)  # a list may have a card twice
        by_kind: dict[int, list[int]] = {}
        for card in cards:
            kind = kinds[card]
            if kind in by_kind:
                by_kind[kind].append(card)
            else:
                by_kind[kind] = [card]
        if where is None:
            return [by_kind[kind] for kind in sorted(by_kind)]
        found = []
        candidate = self.candidate
        for kind in sorted(by_kind):
            group = by_kind[kind]
            v[candidate] = group[0]
            if where(v, z):
                found.append(group)
        return found

    def _cards(self, v: Values, z: Zones, groups: Groups) -> Choice:
        available = sum(map(len, groups))
        least = self.least(v, z) if self.least is not None else 0
        most = self.most(v, z) if self.most is not None else available
        if self.same is not None:
            worked(v, available)
            same: SameKind | Same
            if self.is_by_kind:
                same = SameKind(groups, self.kinds, (least, most))
            else:
                same = Same(groups, self.kinds, (least, most), self.same)
            return OrNone(same) if least <= 0 <= most else same
        if self.distinct is not None:
            picks = [
                _in_order(pick, self.kinds)
                for pick in _distinct(groups, self.distinct, least, most)
            ]
            return Listed(picks, Some(groups, self.kinds, least, most), self.kinds)
        if least > 0 or most < available:
            # A table of that size counts the picks.
            worked(v, len(groups) * (min(most, available) + 1))
        return Some(groups, self.kinds, least, most)


def _distinct(groups: Groups, table: Sequence[Any], least: int, most: int) -> list[Any]:
    """Return the picks of cards that all differ in an attribute."""
    by_value: dict[Any, list[int]] = {}
    for group in groups:
        by_value.setdefault(table[group[0]], []).append(group[0])
    total = 1
    for cards in by_value.values():
        total *= len(cards) + 1
        if total > MOST_TRIED:
            raise PlayError(f"more than {MOST_TRIED} picks to be tried with `distinct`")
    picks: list[tuple[int, ...]] = [()]
    for cards in by_value.values():
        picks = [(*pick, *more) for pick in picks for more in [(), *((card,) for card in cards)]]
    return [pick for pick in picks if least <= len(pick) <= most]


@dataclass(frozen=True, eq=False)
class MoveRule:
    """A way to answer a decision.

    Attributes
    ----------
    when : callable or None
        Whether it is legal; None if always.
    entry : int
        First instruction of its effects.
    """

    name: str
    text: str
    cites: tuple[str, ...]
    when: Evaluate | None
    pick: PickRule | None
    entry: int


@dataclass(frozen=True, eq=False)
class DecisionRule:
    """A question to a player; its moves by name."""

    name: str
    text: str
    secret: bool
    moves: tuple[MoveRule, ...]
