"""What a player can say of situations: properties, by which a rule in words answers.

They are the ranks of the hands in sight, single cards, whatever the spec defines of what the seat
sees, variables, and how many cards are of one rank.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import CertifyError
from certify.exact.banked.expressions import CardsNeeded, Evaluator
from certify.exact.banked.frames import SEAT, Answered, Frame
from certify.exact.banked.kinds import Kinds
from certify.language import typed
from certify.language.names import arguments_of
from certify.numerics.jit import kernel
from certify.play.events import Visibility
from certify.play.interpreter.program import Program
from certify.play.interpreter.ranking import Hands

MOST_COUNTED = 1_000_000
"""Range of values of a property up to which they are counted, not sorted."""

CARD = "card"
"""The sort of properties that are the value of a card, or the highest or lowest of some."""

OTHERS_NAME = "others"
"""How cards are called that lie nowhere in the game, as in the hands of other players."""

NUMBERS = ("no", "one", "two", "three", "four", "five")

Rows = npt.NDArray[Any]

Key = tuple[str, ...]
"""What a property is of: its sort, its name, and the zone or the zones whose cards it reads."""


@dataclass(frozen=True, eq=False)
class Property:
    """A property of situations, and how its values are said.

    `levels` are its values, ascending, and `places` where among them that of each situation is.
    `whole`: whether a value is said without the name. That of a hand is where its cards lie, if it
    may be asked which are meant.
    """

    key: Key
    name: str
    levels: npt.NDArray[np.int64]
    places: npt.NDArray[np.int32]
    said: Callable[[int], str]
    is_hand: bool = False
    is_truth: bool = False
    whole: bool = False

    @classmethod
    def of(
        cls, key: Key, name: str, values: Rows, said: Callable[[int], str], **kind: bool
    ) -> Property:
        """Return a property by the values of all situations."""
        low, high = int(values.min()), int(values.max())
        if high - low >= MOST_COUNTED:
            levels, places = np.unique(values, return_inverse=True)
            return cls(key, name, levels, places.astype(np.int32), said, **kind)
        there = np.bincount(values - low) > 0
        place = (np.cumsum(there) - 1).astype(np.int32)
        return cls(key, name, low + np.flatnonzero(there), place[values - low], said, **kind)

    def case(self, level: int) -> str:
        """Return the situations of one value in words."""
        if self.is_truth:
            return self.name if level else f"not {self.name}"
        return self.said(level) if self.whole else f"{self.name} {self.said(level)}"

    def condition(self, start: int) -> str:
        """Return in words in which situations a value is so high."""
        if self.is_hand:
            return f"with {self.said(start)} or better{self.name}"
        if self.is_truth:
            return f"if {self.name}"
        if self.whole:
            return f"if {self.said(start)} or more"
        return f"if {self.name} is {self.said(start)} or more"


def properties_of(
    evaluator: Evaluator,
    answered: Answered,
    came: Rows,
    wanted: Container[Key] | None = None,
    *,
    aside: int | None = None,
) -> Iterator[Property]:
    """Yield what can be said of the situations that come about, hands first.

    `wanted`: of which properties; by default all. `aside`: a zone whose cards are none of the
    seat's: they make no hands with others, and only cards that are like them are counted.
    """
    known, program, kinds = answered.known, evaluator.program, evaluator.kinds
    frame = Frame(known, {}, answered.values, {}, pool=-1, weights=answered.weights)
    names = {group.zone: zone_name(program, group.zone) for group in known.groups}
    zones = {name: [each[came] for each in known.columns(zone)] for zone, name in names.items()}
    own = {name: zones[name] for zone, name in names.items() if zone != aside}

    def is_wanted(*key: str) -> bool:
        return wanted is None or key in wanted

    for name, hands in program.layout.rankings.items():
        ranks, said = evaluator.ranks(name), _hand_said(program, kinds, hands)
        made = [each for each in _hands(name, own) if len(each[1]) >= hands.ranking.cards]
        for key, columns in made:
            if is_wanted(*key):
                rank = ranks.of(np.stack(columns, axis=1))
                place = f" in {' and '.join(key[2:])}" if len(made) > 1 else ""
                yield Property.of(key, place, rank, said, is_hand=True)
    hidden = _hidden(program, names)
    for key, saying, text in _expressions(program, kinds.pack, own):
        if not is_wanted(*key):
            continue
        try:
            node = program.node(text)
            if node.type.kind not in ("boolean", "integer") or not hidden.isdisjoint(_read(node)):
                continue
            value = evaluator.value(node, frame)
        except (CardsNeeded, CertifyError, LookupError):
            continue
        if isinstance(value, np.ndarray):
            is_truth = node.type.kind == "boolean"
            yield Property.of(key, saying, value[came].astype(np.int64), str, is_truth=is_truth)
    tables = _tables(evaluator)
    numbers = {
        name: table
        for name, table in tables.items()
        if not isinstance(program.deck.attributes[kinds.pack, name][kinds.cards[0]], str)
    }
    for zone, columns in zones.items():
        for attribute, table in numbers.items():
            said = _card_said(program, kinds.pack, attribute)
            own_name = attribute if len(numbers) > 1 else ""
            ends = (("highest", np.maximum), ("lowest", np.minimum))
            for word, end in ends if len(columns) > 1 else (("", None),) if columns else ():
                key = (CARD, attribute, zone, word)
                if is_wanted(*key):
                    values = [table[column].astype(np.int64) for column in columns]
                    value = values[0] if end is None else end.reduce(values)
                    of = " ".join(filter(None, (word, own_name)))
                    yield Property.of(key, f"{of} of {zone}" if of else zone, value, said)
    others = {name: columns for name, columns in zones.items() if name not in own}
    for attribute, zone, every, some in _alike(evaluator, tables, own, others):
        key = ("alike", attribute, zone)
        if is_wanted(*key):
            most = np.zeros(len(came), dtype=np.int64)
            count_alike(every(), some(), most)
            told = partial(_said_alike, attribute, zone)
            yield Property.of(key, attribute, most, told, whole=True)


def _expressions(program: Program, pack: str, own: Iterable[str]) -> Iterator[tuple[Key, str, str]]:
    """Yield what a spec has of situations: key, how it is said, and its expression.

    What it defines of a list of cards is asked of the cards of each zone of the seat.
    """
    for name, definition in program.play.spec.definitions.items():
        if not definition.takes:
            yield ("definition", name), name, name
        elif [kind for _, kind in arguments_of(definition.takes)] == [f"list of {pack}"]:
            for zone in own:
                yield ("definition", name, zone), f"{name} of {zone}", f"{name}({zone})"
    for name in (*program.play.spec.variables, *program.play.spec.tokens):
        yield ("value", name), name, name


def _read(node: typed.Node) -> Iterator[str]:
    """Yield the zones and values that an expression reads."""
    for part in node.walk():
        if isinstance(part, typed.ZoneAt | typed.VariableAt | typed.TokensAt):
            yield part.name


def _hidden(program: Program, known: Container[int]) -> set[str]:
    """Return the zones and values that the seat does not see, but for zones that are known."""
    visibility, spec = Visibility(program), program.play.spec
    zones = enumerate(zip(program.layout.zones, visibility.zones[SEAT], strict=True))
    return {name for at, ((name, _), seen) in zones if not seen and at not in known} | {
        name for name in (*spec.variables, *spec.tokens) if not visibility.sees_value(name, 0, SEAT)
    }


def zone_name(program: Program, zone: int) -> str:
    """Return how a zone is called in words; of cards that lie nowhere in the game, whose they are.

    The number of these is no place among the zones.
    """
    return program.layout.zones[zone][0] if zone >= 0 else OTHERS_NAME


def _tables(evaluator: Evaluator) -> dict[str, Rows]:
    """Return the attributes that cards of a kind have in common, as numbers by kind.

    Others are read by no rule; and suits that are exchanged are told by where they are alike.
    """
    kinds, found = evaluator.kinds, {}
    for (pack, attribute), values in evaluator.program.deck.attributes.items():
        own = [values[card] for card in kinds.cards]
        if pack != kinds.pack or attribute == kinds.attribute or not isinstance(own[0], int | str):
            continue
        if all(values[card] == own[kind] for card, kind in kinds.kind_of.items()):
            table = evaluator.table(attribute)
            if table.dtype.kind == "i":
                found[attribute] = table
    return found


def _alike(
    evaluator: Evaluator,
    tables: Mapping[str, Rows],
    zones: Mapping[str, list[Rows]],
    others: Mapping[str, list[Rows]],
) -> Iterator[tuple[str, str, Callable[[], Rows], Callable[[], Rows]]]:
    """Yield attributes, zones or none, and the values of all cards and of the zone's.

    Cards of others are counted only with themselves.
    """
    kinds, columns = evaluator.kinds, [column for own in zones.values() for column in own]
    beside = [column for own in others.values() for column in own]
    if len(columns) + len(beside) < 2:
        return
    for pack, attribute in evaluator.program.deck.attributes:
        table = tables.get(attribute)
        if pack != kinds.pack or (table is None and attribute != kinds.attribute):
            continue

        def values_of(some: list[Rows], table: Rows | None = table) -> Rows:
            values = [card % kinds.values if table is None else table[card] for card in some]
            return np.stack(values, axis=1)

        parts = zones.items() if len(zones) > 1 and table is not None else ()
        if len(columns) > 1:
            for zone, own in [("", columns), *parts]:
                yield attribute, zone, partial(values_of, columns), partial(values_of, own)
        for zone, own in others.items() if table is not None else ():
            yield attribute, zone, partial(values_of, columns + beside), partial(values_of, own)


def _said_alike(attribute: str, zone: str, number: int) -> str:
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    told = f"no two of a {attribute}" if number < 2 else f"{word} of a {attribute}"
    return f"{told} with a card of {zone}" if zone else told


def _hands(name: str, zones: Mapping[str, list[Rows]]) -> Iterator[tuple[Key, list[Rows]]]:
    """Yield the cards of each zone, and of all together."""
    for zone, columns in zones.items():
        yield ("hand", name, zone), columns
    if len(zones) > 1:
        every = [column for columns in zones.values() for column in columns]
        yield ("hand", name, *zones), every


def _card_said(program: Program, pack: str, attribute: str) -> Callable[[int], str]:
    shown = program.play.spec.packs[pack].names.get(attribute, {})
    return lambda value: shown.get(str(value), str(value))


def _hand_said(program: Program, kinds: Kinds, hands: Hands) -> Callable[[int], str]:
    shown = program.play.spec.packs[kinds.pack].names.get(hands.ranking.by, {})

    def said(rank: int) -> str:
        names = list(hands.ranking.categories)
        category = hands.category_of(rank)
        digits = []
        for _ in range(hands.ranking.cards):
            rank, digit = divmod(rank, hands.base)
            if digit:
                value = str(hands.ranks[digit - 1])
                digits.append(shown.get(value, value))
        cards = "-".join(reversed(digits))
        return cards if category == names[-1] else f"{category.replace('_', ' ')} {cards}"

    return said


@kernel
def count_alike(every: Rows, own: Rows, most: Rows) -> None:
    """Write by row how many values at most are the same as one of its own."""
    for row in range(len(every)):
        for place in range(own.shape[1]):
            alike = 0
            for other in range(every.shape[1]):
                if every[row, other] == own[row, place]:
                    alike += 1
            most[row] = max(most[row], alike)
