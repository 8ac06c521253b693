"""Cards by kind in generated code: several are picked, or an order of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from certify.language import acts
from certify.play.compiler.expressions import ExpressionEmitter
from certify.play.compiler.forms import ItemsForm, ListForm, Scalar, Scope, SetForm, Value
from certify.play.compiler.plan import PackPlan
from certify.play.interpreter.picks import MOST_TRIED

At = Callable[[str], Value]
"""Writes what finds the pick at a place, given its text, and returns it."""


@dataclass(frozen=True)
class Counted:
    """The picks of a move: how many, and how one is found."""

    number: str
    at: At


@dataclass(frozen=True)
class Groups:
    """Cards by kind in scratch memory: counts, the cards themselves, and one row for each kind.

    `counts` is the place of the counts, `sets` that of the sets of cards or of where each kind
    begins in `cards` (a pack too large for sets), `number` how many kinds there are.
    """

    pack: PackPlan
    counts: str
    sets: str
    cards: str
    number: str


class GroupEmitter(ExpressionEmitter):
    """The part of the generator that knows picks of several cards, kind by kind."""

    def kinds_table(self, pack: PackPlan) -> str:
        """Return the name of the table of the cards alike to each card of a small pack."""
        sets = [sum(1 << card for card in pack.groups[kind]) for kind in pack.kinds]
        return self.plan.table(sets, "alike")

    def _first_in(self, form: ListForm, alike: str, number: str) -> str:
        """Return the text of the first of alike cards in a list, as a set."""
        zones = self.zones_in(form)
        if zones is None or (len(zones) == 1 and not zones[0].zone.has_order):
            return f"lowest_bits({alike}, {number})"
        alike = self.write.keep(alike, "alike")
        left, found = self.write.fresh("wanted"), self.write.fresh("first")
        self.write.line(f"{left} = {number}")
        self.write.line(f"{found} = 0")
        for zone in zones:
            if zone.zone.has_order:
                held = self.number_in(zone)
                rest = f"{alike} & ~{found}"
                text = f"first_of_kinds(block, {zone.cards_place}, {held}, {rest}, {left})"
            else:
                text = f"{self.set_of(zone)} & {alike} & ~{found}"
                inside = self.write.keep(text, "inside")
                text = f"lowest_bits({inside}, {left})"
            more = self.write.keep(text, "more")
            self.write.line(f"{found} |= {more}")
            self.write.line(f"{left} -= count_bits({more})")
        return found

    def _groups_of_set(self, pack: PackPlan, cards: str) -> Groups:
        """Write what sorts a set of cards by kind."""
        size = len(pack.groups)
        counts = self.plan.scratch.take(self.write.fresh("counts"), size)
        sets = self.plan.scratch.take(self.write.fresh("sets"), size)
        number, left = self.write.fresh("kinds"), self.write.fresh("left")
        alike = self.write.fresh("alike")
        kinds = self.kinds_table(pack)
        self.write.line(f"{number} = 0")
        self.write.line(f"{left} = {cards}")
        with self.write.under(f"while {left} != 0:"):
            self.write.line(f"{alike} = {left} & load(block, {kinds} + lowest_bit({left}))")
            self.write.line(f"store(block, {counts} + {number}, count_bits({alike}))")
            self.write.line(f"store(block, {sets} + {number}, {alike})")
            self.write.line(f"{left} ^= {alike}")
            self.write.line(f"{number} += 1")
        return Groups(pack, counts, sets, "", number)

    def _groups(
        self, pick: acts.ResolvedPick, pack: PackPlan, form: ListForm, scope: Scope
    ) -> Groups:
        """Write what sorts a list of cards by kind."""
        items = self.plan.scratch.take(self.write.fresh("items"), pack.size)
        counts = self.plan.scratch.take(self.write.fresh("counts"), len(pack.groups))
        starts = self.plan.scratch.take(self.write.fresh("starts"), len(pack.groups))
        number = self.write.fresh("number")
        self.write.line(f"{number} = 0")
        kinds = self.plan.table(pack.kinds, "kind")

        none = self.holds_none(pick.collection, scope)

        def body(card: str) -> None:
            card = self.write.keep(f"present({card})", "card") if none else card
            inside = scope.with_value(pick.candidate.slot, Scalar(card))
            condition = "True" if pick.where is None else self.truth(pick.where, inside)
            with self.write.under(f"if {condition}:"):
                self.write.line(
                    f"{number} = add_by_kind(block, {items}, {number}, {card}, {kinds})"
                )

        self.loop(form, pick.candidate.slot, pick.collection, body)
        groups = self.write.fresh("kinds")
        self.write.line(
            f"{groups} = count_by_kind(block, {items}, {number}, {kinds}, {counts}, {starts})"
        )
        return Groups(pack, counts, starts, items, groups)

    def _values(self, pick: acts.ResolvedPick, groups: Groups) -> str:
        """Write the value of the attribute that is the same, or differs, of each kind."""
        attribute = pick.same or pick.distinct or ""
        values = [self.plan.plain(v) for v in self.plan.attribute(groups.pack.name, attribute)]
        table = self.plan.table(values, attribute)
        place = self.plan.scratch.take(self.write.fresh("values"), len(groups.pack.groups))
        kind = self.write.fresh("kind")
        with self.write.under(f"for {kind} in range({groups.number}):"):
            card = f"lowest_bit(load(block, {groups.sets} + {kind}))"
            if groups.cards:
                card = f"load(block, {groups.cards} + load(block, {groups.sets} + {kind}))"
            self.write.line(f"store(block, {place} + {kind}, load(block, {table} + {card}))")
        return place

    def _some(
        self,
        pick: acts.ResolvedPick,
        groups: Groups,
        form: ListForm,
        scope: Scope,
        room: str,
    ) -> Counted:
        held = self.write.fresh("held")
        kind = self.write.fresh("kind")
        self.write.line(f"{held} = 0")
        with self.write.under(f"for {kind} in range({groups.number}):"):
            self.write.line(f"{held} += load(block, {groups.counts} + {kind})")
        least = "0" if pick.least is None else self.value(pick.least, scope)
        most = held if pick.most is None else self.value(pick.most, scope)
        least = self.write.keep(least, "least")
        most = self.write.keep(most, "most")
        kinds, size = len(groups.pack.groups), groups.pack.size
        taken = self.plan.scratch.take(self.write.fresh("taken"), kinds)
        if pick.same is not None:
            number, find = self._some_same(pick, groups, least, most, taken)
        elif pick.distinct is not None:
            values = self._values(pick, groups)
            table = self.plan.scratch.take(self.write.fresh("ways"), kinds + (kinds + 2) ** 2)
            number = self.write.keep(
                f"distinct_total(block, {values}, {groups.number}, {least}, {most},"
                f" {MOST_TRIED}, {table})",
                "number",
            )

            def find(place: str) -> None:
                self.write.line(
                    f"distinct_at(block, {values}, {groups.number}, {least}, {most}, {table},"
                    f" {place}, {taken})"
                )

        else:
            table = self.plan.scratch.take(self.write.fresh("ways"), (kinds + 1) * (size + 2))
            number = self.write.fresh("number")
            shift = self.write.fresh("shift")
            top = self.write.fresh("top")
            self.write.line(f"{top} = min({most}, {held})")
            self.write.line(f"{shift} = {least} if 0 <= {least} <= 1 and {top} == {held} else -1")
            with self.write.under(f"if {shift} >= 0:"):
                # All ways but, perhaps, that of taking nothing, which is the first.
                self.write.line(
                    f"{number} = ways_free(block, {groups.counts}, {groups.number}) - {shift}"
                )
            with self.write.under("else:"):
                self.write.line(
                    f"{number} = ways_total(block, {groups.counts}, {groups.number}, {least},"
                    f" {top}, {table})"
                )

            def find(place: str) -> None:
                with self.write.under(f"if {shift} >= 0:"):
                    self.write.line(
                        f"ways_free_at(block, {groups.counts}, {groups.number},"
                        f" {place} + {shift}, {taken})"
                    )
                with self.write.under("else:"):
                    self.write.line(
                        f"ways_at(block, {groups.counts}, {groups.number}, {least}, {top},"
                        f" {table}, {place}, {taken})"
                    )

        def at(place: str) -> Value:
            find(place)
            return self._taken(groups, form, taken, room)

        return Counted(number, at)

    def _some_same(
        self, pick: acts.ResolvedPick, groups: Groups, least: str, most: str, taken: str
    ) -> tuple[str, Callable[[str], None]]:
        values = self._values(pick, groups)
        kinds, size = len(groups.pack.groups), groups.pack.size
        table = self.plan.scratch.take(
            self.write.fresh("ways"), 2 * kinds + (kinds + 1) * (size + 2) + kinds + 2
        )
        none = self.write.fresh("none")
        low = self.write.fresh("low")
        self.write.line(f"{none} = 1 if {least} <= 0 <= {most} else 0")
        self.write.line(f"{low} = max(1, {least})")
        number = self.write.keep(
            f"{none} + same_groups_total(block, {groups.counts}, {values}, {groups.number},"
            f" {low}, {most}, {table})",
            "number",
        )

        def find(place: str) -> None:
            kind = self.write.fresh("kind")
            with (
                self.write.under(f"if {place} < {none}:"),
                self.write.under(f"for {kind} in range({groups.number}):"),
            ):
                self.write.line(f"store(block, {taken} + {kind}, 0)")
            with self.write.under("else:"):
                self.write.line(
                    f"same_groups_at(block, {groups.counts}, {values}, {groups.number}, {low},"
                    f" {most}, {table}, {place} - {none}, {taken})"
                )

        return number, find

    def _taken(self, groups: Groups, form: ListForm, taken: str, room: str) -> Value:
        """Write the cards of a pick, the first of each kind."""
        kind = self.write.fresh("kind")
        found = self.write.fresh("picked")
        self.write.line(f"{found} = 0")
        if groups.cards:
            card = self.write.fresh("place")
            with (
                self.write.under(f"for {kind} in range({groups.number}):"),
                self.write.under(f"for {card} in range(load(block, {taken} + {kind})):"),
            ):
                start = f"load(block, {groups.sets} + {kind})"
                text = f"load(block, {groups.cards} + {start} + {card})"
                if groups.pack.is_small:
                    self.write.line(f"{found} |= 1 << {text}")
                else:
                    self.write.line(f"store(block, {room} + {found}, {text})")
                    self.write.line(f"{found} += 1")
            return SetForm(groups.pack, found) if groups.pack.is_small else ItemsForm(room, found)
        with self.write.under(f"for {kind} in range({groups.number}):"):
            alike = self.write.keep(f"load(block, {groups.sets} + {kind})", "alike")
            wanted = f"load(block, {taken} + {kind})"
            if groups.pack.is_individual:
                self.write.line(f"{found} |= {alike} * {wanted}")
            else:
                self.write.line(f"{found} |= {self._first_in(form, alike, wanted)}")
        zones = self.zones_in(form)
        return SetForm(groups.pack, found, None if zones is None else tuple(zones))

    # An order

    def _order(self, groups: Groups, room: str) -> Counted:
        number = self.write.keep(f"orders_total(block, {groups.counts}, {groups.number})", "number")
        kinds, size = len(groups.pack.groups), groups.pack.size
        cards, starts = groups.cards, groups.sets
        if not cards:
            cards = self.plan.scratch.take(self.write.fresh("cards"), size)
            starts = self.plan.scratch.take(self.write.fresh("starts"), kinds)
        counts = self.plan.scratch.take(self.write.fresh("counts"), kinds)
        own = self.plan.scratch.take(self.write.fresh("starts"), kinds)

        def at(place: str) -> Value:
            if not groups.cards:
                self.write.line(f"spread(block, {groups.sets}, {groups.number}, {cards}, {starts})")
            self.write.line(f"copy_words(block, {counts}, {groups.counts}, {groups.number})")
            self.write.line(f"copy_words(block, {own}, {starts}, {groups.number})")
            held = self.write.keep(
                f"orders_at(block, {counts}, {groups.number}, {number}, {place}, {cards},"
                f" {own}, {room})",
                "held",
            )
            return ItemsForm(room, held)

        return Counted(number, at)
