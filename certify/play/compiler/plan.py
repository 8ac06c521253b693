"""How a game lies in memory: which zones are sets, which have an order, and where all is.

A card's number within its pack goes by kind, then by number in the deck, so that cards of a kind
are adjacent. In packs of at most 63 cards, *small* ones, a zone is a word with a bit for each card;
where the order of a zone can matter its cards lie in order too. Zones of larger packs always lie in
order, and keep sums over their cards instead of a set (see `sums`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.language import acts
from certify.language.order import zones_by_position, zones_with_order
from certify.language.typed import Literal, Node
from certify.play.compiler.hands import MOST_ITEMS
from certify.play.compiler.rankings import WIDTH, choices_of, rank_tables, set_tables
from certify.play.interpreter.program import Program

MOST_IN_A_SET = 63
"""Cards that are bits of a word; its sign stays clear."""

CARDS_IN_A_WORD = 4


@dataclass(frozen=True, eq=False)
class PackPlan:
    """The cards of a pack, by their number in it.

    `cards` are numbers in the deck, `kinds` count from 0 within the pack, `groups` are the cards of
    each kind.
    """

    name: str
    cards: tuple[int, ...]
    kinds: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]

    @cached_property
    def kind_of(self) -> dict[int, int]:
        """The kind of each card, by its number in the deck."""
        return dict(zip(self.cards, self.kinds, strict=True))

    @property
    def size(self) -> int:
        """How many cards there are."""
        return len(self.cards)

    @property
    def is_small(self) -> bool:
        """Whether a set of its cards is a word."""
        return self.size <= MOST_IN_A_SET

    @property
    def is_individual(self) -> bool:
        """Whether no two cards are alike."""
        return len(self.groups) == self.size

    @property
    def everything(self) -> int:
        """The set of all cards."""
        return (1 << self.size) - 1

    @property
    def tops(self) -> int:
        """The last card of each kind."""
        return sum(1 << group[-1] for group in self.groups)

    @property
    def bottoms(self) -> int:
        """The first card of each kind."""
        return sum(1 << group[0] for group in self.groups)


@dataclass(frozen=True, eq=False)
class ZonePlan:
    """A zone, or several with an index.

    `first` is the number of the first among the zones of its pack, `shift` what is subtracted from
    an index; a zone `is_settled` if chance decides its order as soon as it is shuffled.
    """

    name: str
    pack: PackPlan
    first: int
    number: int
    shift: int
    has_order: bool
    is_shuffled: bool
    is_settled: bool
    limit: int | None
    start: tuple[int, ...]


def in_words(values: npt.NDArray[Any]) -> list[int]:
    """Return the words that an array is in memory, the last one filled up."""
    data = values.tobytes()
    words: list[int] = np.frombuffer(data + bytes(-len(data) % 8), dtype=np.int64).tolist()
    return words


def narrowed(values: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Return the same numbers in the fewest bytes that hold each; words if some are negative."""
    kinds = (np.uint8, np.uint16, np.uint32)
    if values.min() >= 0:
        for kind in kinds:
            if values.max() <= np.iinfo(kind).max:
                return values.astype(kind)
    return values


@dataclass
class Room:
    """Named places in memory, in the order in which they were asked for."""

    sizes: dict[str, int] = field(default_factory=dict)

    def take(self, name: str, size: int = 1) -> str:
        """Return a name for so many words; the same name means the same words."""
        self.sizes[name] = max(size, self.sizes.get(name, 0))
        return name


class Plan:
    """Where everything of a game is in memory.

    `valued` is what policies read beside the rules. `words` and `sets` number the words, and sets
    of words, that can be values; `state` lasts for a game, `scratch` within a statement only;
    `tables` are the values of constant lookup tables; `ranked` are the rankings that are asked
    for, with the most cards; `compared` those of which a rank tells more than its category.
    """

    def __init__(self, program: Program, valued: Sequence[Node] = ()) -> None:
        self.program = program
        self.valued = tuple(valued)
        self.play = program.play
        self.names = program.play.names
        self.players = program.players
        self.words: dict[str, int] = {}
        self.sets: dict[frozenset[str], int] = {}
        self.state = Room()
        self.scratch = Room()
        self.tables: dict[str, tuple[int, ...]] = {}
        self.ranked: dict[str, int] = {}
        self.compared: set[str] = set()
        self._table_names: dict[tuple[int, ...], str] = {}
        self._numbers: dict[str, dict[int, int]] = {}
        self.packs = {name: self._pack(name) for name in sorted(program.deck.packs)}
        self.zones: dict[str, ZonePlan] = {}
        self._zones()
        self._words()

    def _pack(self, name: str) -> PackPlan:
        deck = self.program.deck
        cards = tuple(sorted(deck.cards(name), key=deck.order.__getitem__))
        kinds = sorted({deck.kinds[card] for card in cards})
        number = {kind: place for place, kind in enumerate(kinds)}
        own = tuple(number[deck.kinds[card]] for card in cards)
        groups: list[list[int]] = [[] for _ in kinds]
        for place, kind in enumerate(own):
            groups[kind].append(place)
        return PackPlan(name, cards, own, tuple(tuple(group) for group in groups))

    def _zones(self) -> None:
        program, play = self.program, self.play
        with_order = zones_with_order(play, self.valued)
        by_position = zones_by_position(play)
        shuffled = {act.zone.name for act in play.statements() if isinstance(act, acts.ShuffleAct)}
        here = {
            pack.name: {card: place for place, card in enumerate(pack.cards)}
            for pack in self.packs.values()
        }
        numbers = dict.fromkeys(self.packs, 0)
        for name in sorted(play.spec.zones):
            base, size, shift = program.layout.places[name]
            pack = self.packs[self.names.zone_packs[name]]
            rules = program.zones[base : base + size]
            start = rules[0].start if rules else ()
            limit = rules[0].limit if rules else None
            self.zones[name] = ZonePlan(
                name=name,
                pack=pack,
                first=numbers[pack.name],
                number=size,
                shift=shift,
                has_order=not pack.is_small or name in with_order | shuffled,
                is_shuffled=name in shuffled,
                is_settled=name in by_position,
                limit=limit,
                start=tuple(here[pack.name][card] for card in start),
            )
            numbers[pack.name] += size

    def _words(self) -> None:
        found: set[str] = set()
        sets: set[frozenset[str]] = set()
        for table in self.program.deck.attributes.values():
            found |= {value for value in table if isinstance(value, str)}
            sets |= {value for value in table if isinstance(value, frozenset)}
        for group in sets:
            found |= group
        for node in [*self.play.rule_nodes(), *self.valued]:
            for part in node.walk():
                if isinstance(part, Literal) and isinstance(part.value, str):
                    found.add(part.value)
        for variable in self.play.spec.variables.values():
            if isinstance(variable.type, tuple | list):
                found |= set(variable.type)
        for hands in self.program.layout.rankings.values():
            found |= set(hands.ranking.categories)
        for value in self.program.layout.parameters.values():
            if isinstance(value, str):
                found.add(value)
        self.words = {word: number for number, word in enumerate(sorted(found))}
        self.sets = {group: number for number, group in enumerate(sorted(sets, key=sorted))}

    def word(self, word: str) -> int:
        """Return the number of a word; one that is no value anywhere gets a number of its own."""
        return self.words.setdefault(word, len(self.words))

    def zones_of(self, pack: PackPlan) -> list[ZonePlan]:
        """Return the zones that hold a pack's cards, in the order of their numbers."""
        found = [zone for zone in self.zones.values() if zone.pack is pack]
        return sorted(found, key=lambda zone: zone.first)

    def numbers_of(self, pack: PackPlan) -> dict[int, int]:
        """Return the number of each zone of a pack, by its place in the interpreter."""
        if pack.name not in self._numbers:
            self._numbers[pack.name] = {
                self.program.layout.places[zone.name][0] + index: zone.first + index
                for zone in self.zones_of(pack)
                for index in range(zone.number)
            }
        return self._numbers[pack.name]

    def table(self, values: Iterable[int], stem: str) -> str:
        """Return the name of a table of constants; equal tables are one."""
        key = tuple(int(value) for value in values)
        if key not in self._table_names:
            name = f"{stem}_table_{len(self.tables)}"
            self._table_names[key] = name
            self.tables[name] = key
        return self._table_names[key]

    def bound(self, value: int) -> str:
        """Return the name of a number that settings may change; equal ones stay apart."""
        name = f"bound_{len(self.tables)}"
        self.tables[name] = (value,)
        return name

    def ranking(self, name: str) -> list[str]:
        """Return the lines of the function that ranks hands, given where their cards are kept."""
        hands = self.program.layout.rankings[name]
        pack = self.packs[self.play.rankings[name].pack]
        has_wild = any(hands.values[card] is None for card in pack.cards)
        # A zone may hold any number of cards; more than these are not ranked.
        most = min(self.ranked[name], MOST_ITEMS)
        found = rank_tables(hands.ranking, hands.ranks, wild=has_wild, most=most)
        place = {rank: number for number, rank in enumerate(hands.ranks)}
        columns = [
            len(place) if (value := hands.values[card]) is None else place[value]
            for card in pack.cards
        ]
        for attribute in found.attributes:
            values = hands.classes[attribute]
            number = {value: at for at, value in enumerate(dict.fromkeys(values.values()))}
            columns += [
                -1 if hands.values[card] is None else number[values[card]] for card in pack.cards
            ]
        choices = [number for row in choices_of(found, MOST_ITEMS) for number in row]
        of_category = hands.base**hands.ranking.cards
        entries = narrowed(found.entries // (of_category // self.ranks_in_category(name)))
        tables: dict[str, Iterable[int]] = {
            "cards": columns, "choices": choices, "starts": found.starts,
            "entries": in_words(entries),
        }  # fmt: skip
        at = {stem: self.table(values, f"{name}_{stem}") for stem, values in tables.items()}
        is_least = int(hands.ranking.best == "least")
        work = self.scratch.take("ranked_cards", 2 * WIDTH)
        lines = [
            f"def rank_of_{name}(block, items, number):",
            f"    return rank_of_items(block, items, number, {found.least}, {found.most},"
            f" {is_least},"
            f" {len(found.attributes)}, {at['cards']}, {pack.size}, {at['choices']},"
            f" {at['starts']}, {at['entries']}, {entries.itemsize}, {work})",
            "",
        ]
        if not pack.is_small:
            return lines
        lines.append(f"def rank_of_set_{name}(block, cards):")
        by_set = set_tables(found, columns, pack.size, is_least=bool(is_least))
        if by_set is not None:
            steps, classes = by_set
            lines += [
                f"    if {found.least} <= count_bits(cards) <= {found.most}:",
                f"        return rank_of_set(block, cards, {found.least}, {len(found.attributes)},"
                f" {self.table(in_words(np.array(steps, np.uint32)), f'{name}_steps')},"
                f" {self.table(classes, f'{name}_classes')}, {len(classes)},"
                f" {at['starts']}, {at['entries']}, {entries.itemsize})",
            ]
        items = self.scratch.take("cards_to_rank", MOST_ITEMS)
        lines += [
            f"    number = in_range(count_bits(cards), 0, {MOST_ITEMS})",
            "    for place in range(number):",
            f"        store(block, {items} + place, lowest_bit(cards))",
            "        cards &= cards - 1",
            f"    return rank_of_{name}(block, {items}, number)",
            "",
        ]
        return lines

    def ranks_in_category(self, name: str) -> int:
        """Return by what a rank in the tables of a ranking is divided to find its category."""
        hands = self.program.layout.rankings[name]
        return hands.base**hands.ranking.cards if name in self.compared else 1

    def attribute(self, pack: str, name: str) -> list[Any]:
        """Return an attribute of the cards of a pack, by their numbers here."""
        table = self.program.deck.attributes[pack, name]
        return [table[card] for card in self.packs[pack].cards]

    def plain(self, value: Any, scale: int = 1) -> int:
        """Return a value as the integer that stands for it; numbers are multiplied by `scale`."""
        if value is None:
            return -1
        if isinstance(value, str):
            return self.word(value)
        if isinstance(value, frozenset):
            return self.sets[value]
        if isinstance(value, bool):
            return int(value)
        scaled = Fraction(value) * scale
        if scaled.denominator != 1:
            raise ValueError(value)
        return int(scaled)
