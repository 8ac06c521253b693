"""Picks in generated code: counted, and found by their place, in the order of the interpreter."""

from __future__ import annotations

from collections.abc import Callable

from certify.language import acts, typed
from certify.play.compiler.forms import (
    ConstantForm,
    ItemsForm,
    ListForm,
    Scalar,
    Scope,
    SetForm,
    Value,
)
from certify.play.compiler.groups import Counted, GroupEmitter, Groups
from certify.play.compiler.plan import PackPlan
from certify.play.interpreter.picks import MOST_TRIED


class PickEmitter(GroupEmitter):
    """The part of the generator that knows picks."""

    def counted(self, pick: acts.ResolvedPick, scope: Scope, room: str) -> Counted:
        """Write the code that counts the picks of a move; return their number and how to find one.

        `room` is where the picked cards may lie, if they are no set.
        """
        if pick.kind not in ("card", "cards", "order"):
            return self._elements(pick, scope)
        pack = self.plan.packs[pick.candidate.type.pack]
        form = self.form(pick.collection, scope)
        cards = None
        if pack.is_small and (pack.is_individual or self.in_zones(form)):
            cards = self.as_set(form, once=False)
        if cards is not None and pick.where is not None:
            cards = self.write.keep(cards, "cards")
            cards = self.filtered(pick.where, pick.candidate.slot, cards, scope)
        if cards is not None:
            cards = self.write.keep(cards, "cards")
        if pick.kind == "card" and cards is not None:
            return self._one_card(pick, pack, form, cards, scope)
        if pick.kind == "card":
            return self._one_of_groups(pick, self._groups(pick, pack, form, scope), scope)
        if pick.kind == "cards" and cards is not None and self._is_each_kind(pick, pack):
            found = self._up_to_each(pack, form, cards)
        elif pick.kind == "cards" and cards is not None and self._is_any(pick, pack, form):
            found = self._any_of(pick, pack, form, cards)
        else:
            groups = (
                self._groups_of_set(pack, cards)
                if cards is not None
                else self._groups(pick, pack, form, scope)
            )
            if pick.kind == "order":
                found = self._order(groups, room)
            else:
                found = self._some(pick, groups, form, scope, room)
        return self._tried(pick, found, scope)

    # One of a list

    def _elements(self, pick: acts.ResolvedPick, scope: Scope) -> Counted:
        node = pick.collection
        if pick.where is None and pick.condition is None and isinstance(node, typed.Range):
            least = self.write.keep(self.value(node.least, scope), "least")
            number = self.write.fresh("number")
            self.write.line(f"{number} = max(0, {self.value(node.most, scope)} - {least} + 1)")
            return Counted(number, lambda place: Scalar(f"({least} + {place})"))
        items = self._candidates(pick, scope)
        return Counted(items.number, lambda place: Scalar(f"load(block, {items.place} + {place})"))

    def _candidates(self, pick: acts.ResolvedPick, scope: Scope) -> ItemsForm:
        node = pick.collection
        most = min(4_096, max(1, self._most_of(pick)))
        place = self.plan.scratch.take(self.write.fresh("items"), most)
        number, seen = self.write.fresh("number"), self.write.fresh("seen")
        self.write.line(f"{number} = 0")
        if pick.kind == "seat":
            self.write.line(f"{seen} = 0")

        def body(element: str) -> None:
            if pick.kind == "seat":
                if self.holds_none(node, scope):
                    self.write.line(f"present({element})")
                with self.write.under(f"if ({seen} >> {element}) & 1 == 0:"):
                    self.write.line(f"{seen} |= 1 << {element}")
                    tested(element)
            else:
                tested(element)

        def tested(element: str) -> None:
            inside = scope.with_value(pick.candidate.slot, Scalar(element))
            inside = inside.with_value(pick.picked.slot, Scalar(element))
            conditions = [
                self.truth(condition, inside)
                for condition in (pick.where,)
                if condition is not None
            ]
            with self.write.under(f"if {conditions[0] if conditions else 'True'}:"):
                if pick.condition is not None:
                    with self.write.under(f"if {self.truth(pick.condition, inside)}:"):
                        kept(element)
                else:
                    kept(element)

        def kept(element: str) -> None:
            if most == 4_096:
                self.write.line(f"in_range({number}, 0, {most - 1})")
            self.write.line(f"store(block, {place} + {number}, {element})")
            self.write.line(f"{number} += 1")

        if pick.kind == "word" and node.type.kind == "words":
            self._words_of_set(node, scope, body)
        else:
            form = self.form(node, scope)
            if pick.kind == "word" and isinstance(form, ConstantForm):
                by_number = {number: word for word, number in self.plan.words.items()}
                form = ConstantForm(tuple(sorted(form.values, key=by_number.__getitem__)))
            self.loop(form, pick.candidate.slot, node, body)
            self.ranges.bind(pick.picked.slot, self.ranges.elements(node))
        return ItemsForm(place, number)

    def _most_of(self, pick: acts.ResolvedPick) -> int:
        if pick.kind == "seat":
            return self.plan.players
        if pick.kind == "word" and pick.collection.type.kind == "words":
            return max((len(group) for group in self.plan.sets), default=1)
        return self.ranges.most(pick.collection)

    def _words_of_set(self, node: typed.Node, scope: Scope, body: Callable[[str], None]) -> None:
        groups = [sorted(group) for group in self.plan.sets]
        most = max(map(len, groups), default=0)
        words = [
            self.plan.words[group[place]] if place < len(group) else -1
            for group in groups
            for place in range(most)
        ]
        sizes = self.plan.table([len(group) for group in groups], "sizes")
        table = self.plan.table(words, "words")
        group = self.write.keep(self.value(node, scope), "group")
        place, element = self.write.fresh("place"), self.write.fresh("element")
        with self.write.under(f"for {place} in range(load(block, {sizes} + {group})):"):
            self.write.line(f"{element} = load(block, {table} + {most} * {group} + {place})")
            body(element)

    # One card

    def _one_card(
        self,
        pick: acts.ResolvedPick,
        pack: PackPlan,
        form: ListForm,
        cards: str,
        scope: Scope,
    ) -> Counted:
        if pick.condition is not None:
            cards = self.filtered(pick.condition, pick.picked.slot, cards, scope)
            cards = self.write.keep(cards, "cards")
        if pack.is_individual:
            number = self.write.keep(f"count_bits({cards})", "number")
            return Counted(number, lambda place: Scalar(f"bit_at({cards}, {place})"))
        tops = self.write.keep(f"heads({cards}, {pack.tops})", "tops")
        number = self.write.keep(f"count_bits({tops})", "number")
        kinds = self.kinds_table(pack)

        def at(place: str) -> Value:
            alike = f"{cards} & load(block, {kinds} + bit_at({tops}, {place}))"
            return Scalar(f"lowest_bit({self._first_in(form, alike, '1')})")

        return Counted(number, at)

    def _one_of_groups(self, pick: acts.ResolvedPick, groups: Groups, scope: Scope) -> Counted:
        def at(place: str) -> Value:
            start = f"load(block, {groups.sets} + {place})"
            return Scalar(f"load(block, {groups.cards} + {start})")

        return self._tried(pick, Counted(groups.number, at), scope)

    # Several cards

    def _is_any(self, pick: acts.ResolvedPick, pack: PackPlan, form: ListForm) -> bool:
        """Return whether any cards can be picked, or any but none."""
        if pick.same is not None or pick.distinct is not None or pick.most is not None:
            return False
        zones = self.zones_in(form)
        in_order = zones is None or len(zones) > 1 or zones[0].zone.has_order
        if in_order and not pack.is_individual:
            return False
        least = None if pick.least is None else self.folding.constant(pick.least)
        return least is not None and least.value in (0, 1)

    def _any_of(
        self, pick: acts.ResolvedPick, pack: PackPlan, form: ListForm, cards: str
    ) -> Counted:
        least = self.folding.constant(pick.least) if pick.least is not None else None
        # The pick of no card at all comes first.
        shift = least.value if least is not None else 0
        held = f"block, {cards}, {self.kinds_table(pack)}, {pack.tops}, {pack.bottoms}"
        number = self.write.keep(f"some_total({held}) - {shift}", "number")
        zones = self.zones_in(form)
        sources = None if zones is None else tuple(zones)
        return Counted(
            number,
            lambda place: SetForm(pack, f"some_at({held}, {place} + {shift})", sources),
        )

    def _is_each_kind(self, pick: acts.ResolvedPick, pack: PackPlan) -> bool:
        """Return whether the picks are the first one, two .. cards of each kind."""
        if pick.same is None or pick.most is not None or pick.least is None:
            return False
        least = self.folding.constant(pick.least)
        values = self.plan.attribute(pack.name, pick.same)
        by_kind = len(set(zip(values, pack.kinds, strict=True))) == len(set(values))
        return by_kind and least is not None and least.value == 1

    def _up_to_each(self, pack: PackPlan, form: ListForm, cards: str) -> Counted:
        number = self.write.keep(f"count_bits({cards})", "number")
        kinds = self.kinds_table(pack)
        zones = self.zones_in(form)
        sources = None if zones is None else tuple(zones)
        in_order = zones is None or len(zones) > 1 or zones[0].zone.has_order
        if pack.is_individual or not in_order:
            return Counted(
                number,
                lambda place: SetForm(pack, f"same_at({cards}, {place}, {kinds}, block)", sources),
            )

        def at(place: str) -> Value:
            card = self.write.keep(f"bit_at({cards}, {place})", "card")
            alike = self.write.keep(f"{cards} & load(block, {kinds} + {card})", "alike")
            number = f"count_bits({alike} & ((2 << {card}) - 1))"
            return SetForm(pack, self._first_in(form, alike, number), sources)

        return Counted(number, at)

    # Conditions on the whole pick

    def _tried(self, pick: acts.ResolvedPick, found: Counted, scope: Scope) -> Counted:
        if pick.condition is None:
            return found
        condition = pick.condition
        with self.write.under(f"if {found.number} > {MOST_TRIED}:"):
            self.write.line("stopped()")
        places = self.plan.scratch.take(self.write.fresh("places"), MOST_TRIED)
        number, place = self.write.fresh("number"), self.write.fresh("place")
        self.write.line(f"{number} = 0")
        with self.write.under(f"for {place} in range({found.number}):"):
            inside = scope.with_value(pick.picked.slot, found.at(place))
            with self.write.under(f"if {self.truth(condition, inside)}:"):
                self.write.line(f"store(block, {places} + {number}, {place})")
                self.write.line(f"{number} += 1")
        return Counted(number, lambda at: found.at(f"load(block, {places} + {at})"))
