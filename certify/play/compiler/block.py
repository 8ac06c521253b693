"""Lays out the block of memory that is one game in play: what is where, and how it begins."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from certify.play.compiler.generator import Generator
from certify.play.compiler.machine import AHEAD, IN_ORDER
from certify.play.compiler.memory import LINE, STREAM_SIZE
from certify.play.compiler.plan import CARDS_IN_A_WORD, PackPlan, ZonePlan, in_words
from certify.play.tables import Fold, TablePolicy


class Block:
    """Layout of the memory that a generated module needs.

    `far` names the functions whose addresses it holds; variables that are not among `named` have no
    place, so that less is copied for every game. `cards` counts in cards, all other places in
    words; `contents` is the initial state and the lookup tables, by place.
    """

    def __init__(self, generator: Generator, far: Sequence[str], named: Collection[str]) -> None:
        self.generator = generator
        self.plan = generator.plan
        self.far = tuple(far)
        self.named = named
        self.size = 0
        self.places: dict[str, int] = {}
        self.cards: dict[str, int] = {}
        self.contents: dict[int, Sequence[int]] = {}
        self._lay_out()

    def _take(self, name: str, size: int) -> int:
        self.places[name] = self.size
        self.size += size
        return self.places[name]

    def _align(self) -> None:
        """Leave places out, so that what is copied as a whole begins a line of memory."""
        self.size += -self.size % LINE

    def _lay_out(self) -> None:
        """Lay out the state of a game, which is copied when one begins, and all else around it."""
        plan = self.plan
        for name in ("trace", "game"):
            self._take(name, 1)
        if self.generator.seated:
            self._take("player_of_seat", plan.players)
            self._take("choice_seed", 1)
        if self.generator.searches:
            self._take("searcher", 1)
            self._take("words_seen", plan.players)
            for name in self.far:
                self._take(f"far_{name}", 1)
        self._align()
        self._take("chance", STREAM_SIZE)
        self._take("choices", STREAM_SIZE)
        self._take("streams_ahead", AHEAD * STREAM_SIZE)
        self._take("state", 0)
        start = self.size
        words: dict[int, int] = {}
        counters = ("decisions", "passes", *(("opened",) if self.generator.seated else ()))
        if self.generator.repeated.bits:
            counters = (*counters, "known_values")
        for name in counters:
            words[self._take(name, 1)] = 0
        self._variables(words)
        for pack in plan.packs.values():
            self._zones(pack, words)
        first_cards = self.size
        self._card_places(start=True)
        end = self.size
        state = [words.get(place, 0) for place in range(start, end)]
        self._initial_cards(state, start, first_cards)
        self.places["state_size"] = end - start
        # All else is written before it is read.
        for name, size in plan.state.sizes.items():
            if name not in self.places:
                self._take(name, size)
        self._card_places(start=False)
        if self.generator.trunk:
            self._mark(self.size - start)
        self._kept_zones()
        self._align()
        self.contents[self._take("beginning", end - start)] = state
        for name, values in plan.tables.items():
            self.contents[self._take(name, len(values))] = values
        for name, size in plan.scratch.sizes.items():
            self._take(name, size)
        if self.generator.searches:
            self._words_seen()
        self._policy_tables()

    def _mark(self, size: int) -> None:
        """Lay out what is kept of a game, of so many words, at the beginning of a pass."""
        self.places |= {"chance_size": STREAM_SIZE, "kept_size": size}
        loops = 1 + max(self.generator.trunk.values())
        for name in ("first_passes", "most_passes"):
            self._take(name, loops)
        for name in ("resumed", "marked", "marked_decisions"):
            self._take(name, 1)
        self._take("mark", STREAM_SIZE + size)

    def _variables(self, words: dict[int, int]) -> None:
        program, plan = self.plan.program, self.plan
        units = self.generator.units
        for name in sorted(plan.play.variables):
            if f"variable_{name}" not in self.named:
                continue
            base, size, _ = program.layout.places[name]
            place = self._take(f"variable_{name}", size)
            kind = plan.names.variable_types[name].kind
            scale = units if kind == "number" else 1
            for step in range(size):
                value = program.start_values[base + step]
                words[place + step] = self._start(
                    value, plan.names.variable_types[name].pack, scale
                )
        for name in sorted(plan.play.tokens):
            _, size, _ = program.layout.places[name]
            self._take(f"tokens_{name}", size)
            supply = program.start_values[program.layout.supply_at[name]]
            words[self._take(f"supply_of_{name}", 1)] = supply
        if program.layout.up_at >= 0:
            for pack in plan.packs.values():
                self._take(f"up_of_{pack.name}", 1 if pack.is_small else pack.size)

    def _start(self, value: object, pack: str, scale: int) -> int:
        if pack and isinstance(value, int):
            return self.plan.packs[pack].cards.index(value)
        return self.plan.plain(value, scale)

    def _zones(self, pack: PackPlan, words: dict[int, int]) -> None:
        zones = self.plan.zones_of(pack)
        number = sum(zone.number for zone in zones)
        if pack.is_small:
            base = self._take(f"sets_of_{pack.name}", number)
            for zone in zones:
                self.places[f"set_of_{zone.name}"] = base + zone.first
                words[base + zone.first] = sum(1 << card for card in zone.start)
        else:
            base = self._take(f"count_of_{pack.name}", number)
            for zone in zones:
                words[base + zone.first] = len(zone.start)
            sums = self.generator.sums[pack.name]
            for word, values in enumerate(sums.card_words()):
                base = self._take(f"sums_{word}_of_{pack.name}", number)
                for zone in zones:
                    words[base + zone.first] = sum(values[card] for card in zone.start)
        for zone in zones:
            self.places[f"number_of_{zone.name}"] = zone.first
            if zone.is_shuffled and zone.name not in self.generator.kept_zones:
                self._take(f"mixed_of_{zone.name}", zone.number)

    def _card_places(self, *, start: bool) -> None:
        """Lay out zones with an order: those in which cards begin, or all others."""
        for zone in self.plan.zones.values():
            begins = bool(zone.start) and not self._is_apart(zone)
            if zone.has_order and begins is start:
                size = zone.number * zone.pack.size
                words = -(-size // CARDS_IN_A_WORD)
                self.cards[zone.name] = self.size * CARDS_IN_A_WORD
                self._take(f"room_of_{zone.name}", words)

    def _is_apart(self, zone: ZonePlan) -> bool:
        """Return whether the cards that a zone begins with are no part of what is copied."""
        return zone.name == self.generator.shuffled_first or zone.name in self.generator.kept_zones

    def _kept_zones(self) -> None:
        """Lay out what one game leaves to the next of the zones that are put back in order."""
        for name in self.generator.kept_zones:
            zone = self.plan.zones[name]
            self.contents[self._take(f"mixed_of_{name}", 1)] = [0]
            self.contents[self._take(f"order_of_{name}", 1)] = [IN_ORDER]
            cards = np.arange(zone.pack.size, dtype=np.uint16)
            self.contents[self.places[f"room_of_{name}"]] = in_words(cards)

    def _initial_cards(self, state: list[int], start: int, first: int) -> None:
        cards = np.array(state, dtype=np.int64).view(np.uint16)
        for zone in self.plan.zones.values():
            if zone.has_order and zone.start and not self._is_apart(zone):
                at = self.cards[zone.name] - start * CARDS_IN_A_WORD
                cards[at : at + len(zone.start)] = zone.start
        state[first - start :] = cards.view(np.int64)[first - start :].tolist()

    def _policy_tables(self) -> None:
        """Lay out the tables of policies, last of all and found by a word each.

        So nothing in a module depends on their sizes, and tables of one form share it.
        """
        tables: dict[str, np.ndarray] = {}
        for number, policy in enumerate(self.generator.policies):
            if not isinstance(policy, TablePolicy):
                continue
            if number and policy in self.generator.policies[:number]:
                continue
            for name, table in policy.decisions.items():
                stem = f"{name}_of_{number}"
                tables[f"table_{stem}"] = table.table.transpose(table.layout).astype(np.uint8)
                for axis, part in enumerate(table.index):
                    if isinstance(part, Fold):
                        tables[f"steps_{stem}_{axis}"] = part.steps.astype(np.uint32)
        found = {name: self._take(f"place_of_{name}", 1) for name in tables}
        for name, values in tables.items():
            words = in_words(values)
            self.contents |= {found[name]: [self.size], self.size: words}
            self.size += len(words)

    def _words_seen(self) -> None:
        """Lay out for each seat how many words it sees, and where they are."""
        lists = []
        for seat, words in enumerate(self.generator.words_seen):
            places = [self.places[stem] + index for stem, index in words]
            lists.append(self._take(f"words_seen_{seat}", len(places) + 1))
            self.contents[lists[-1]] = [len(places), *places]
        self.contents[self.places["words_seen"]] = lists
