"""Cards that move in generated code: shuffled, dealt, moved, turned, shown."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable

from certify.language import acts, typed
from certify.language.typed import Node
from certify.play.compiler.forms import (
    JoinForm,
    ListForm,
    NodeForm,
    Scope,
    SetForm,
    ZoneForm,
)
from certify.play.compiler.machine import STRAYED
from certify.play.compiler.picks import PickEmitter
from certify.play.compiler.plan import ZonePlan


class MoveEmitter(PickEmitter):
    """The part of the generator that writes how cards move.

    `in_sets` says by slot whether the list that a local names is passed as a set, `handed_from`
    the zones that its card or cards most likely lie in.
    """

    in_sets: dict[int, bool]
    handed_from: dict[int, tuple[typed.ZoneAt, ...]]

    @property
    @abstractmethod
    def kept_zones(self) -> Collection[str]:
        """The zones that are put back in order after a game, which takes less than a copy."""

    # Cards

    def _shuffle(self, act: acts.ShuffleAct, scope: Scope) -> None:
        zone = self.zone(act.zone, scope)
        number = self.write.keep(self.number_in(zone), "number")
        size = zone.pack.size
        if zone.zone.name in self.kept_zones:
            where = f"{zone.cards_place}, {number}, order_of_{zone.zone.name}"
            self.write.line(f"shuffle_kept(block, {where}, {size})")
        else:
            cards = self.set_of(zone) if zone.pack.is_small else "-1"
            self.write.line(f"shuffle(block, {zone.cards_place}, {number}, {cards}, {size})")
        self.write.line(f"store(block, {zone.mixed_place}, {number})")
        if zone.zone.is_settled:
            self._settle(zone, number)

    def _stray(self, zones: Iterable[ZonePlan]) -> None:
        """Write that cards of zones are moved, or others laid there."""
        for name in sorted({zone.name for zone in zones} & set(self.kept_zones)):
            self.write.line(f"store(block, order_of_{name}, {STRAYED})")

    def _settle(self, zone: ZoneForm, number: str) -> None:
        self.write.line(f"settle(block, {zone.cards_place}, {number}, {zone.mixed_place}, chance)")

    def _deal(self, act: acts.DealAct, scope: Scope) -> None:
        source, target = self.zone(act.source, scope), self.zone(act.target, scope)
        held = self.write.keep(self.number_in(source), "held")
        wanted = self.folding.constant(act.number)
        times = f"min(1, {held})"
        if wanted is None or wanted.value != 1:
            times = self.write.keep(
                f"max(0, min({self.value(act.number, scope)}, {held}))", "times"
            )
        if source.pack.is_small:
            self._deal_set(source, target, held, times)
            return
        self._stray([target.zone])
        step = self.write.fresh("step")
        left = f"({held} - {step})" if source.surely_another(target) else self.number_in(source)
        with self.write.under(f"for {step} in range({times}):"):
            self._deal_one(source, target, left)

    def _deal_set(self, source: ZoneForm, target: ZoneForm, held: str, times: str) -> None:
        where = f"{source.cards_place}, {held}, {source.mixed_place}, chance"
        if not target.zone.has_order:
            text = f"deal(block, {where}, {times})"
        elif source.surely_another(target):
            number = self.number_in(target)
            text = f"deal_onto(block, {where}, {times}, {target.cards_place} + {number})"
        else:
            self._deal_to_itself(source, target, times)
            return
        cards = self.write.keep(text, "dealt")
        self.write.line(f"store(block, {source.set_place}, {self.set_of(source)} & ~{cards})")
        self.write.line(f"store(block, {target.set_place}, {self.set_of(target)} | {cards})")

    def _deal_to_itself(self, source: ZoneForm, target: ZoneForm, times: str) -> None:
        """Write what deals cards one by one, perhaps from a zone to itself."""
        held, card = self.number_in(source), self.write.fresh("card")
        where = f"{source.cards_place}, {held}, {source.mixed_place}, chance"
        with self.write.under(f"for {self.write.fresh('step')} in range({times}):"):
            self.write.line(f"{card} = take_top(block, {where})")
            rest = f"{self.set_of(source)} & ~(1 << {card})"
            self.write.line(f"store(block, {source.set_place}, {rest})")
            number = self.number_in(target)
            self.write.line(f"store_card(block, {target.cards_place} + {number}, {card})")
            both = f"{self.set_of(target)} | 1 << {card}"
            self.write.line(f"store(block, {target.set_place}, {both})")

    def _deal_one(self, source: ZoneForm, target: ZoneForm, held: str) -> None:
        card = self.write.fresh("card")
        where = f"{source.cards_place}, {held}, {source.mixed_place}, chance"
        pack = source.pack
        if source.zone.name in self.kept_zones:
            self.write.line(f"{card} = take_noted(block, {where})")
            self.write.line(f"lose_{pack.name}_of_{source.zone.name}(block, {card})")
        else:
            self.write.line(f"{card} = take_top(block, {where})")
            self.write.line(f"lose_{pack.name}(block, {source.number}, {card})")
        number = self.number_in(target)
        self.write.line(f"store_card(block, {target.cards_place} + {number}, {card})")
        self.write.line(f"gain_{pack.name}(block, {target.number}, {card})")

    def _move(self, act: acts.MoveAct, scope: Scope) -> None:
        target = self.zone(act.target, scope)
        if act.source is not None:
            source = self.zone(act.source, scope)
            if source.zone is not target.zone:
                self._move_all(source, target)
            elif source.index != target.index:
                with self.write.under(f"if {source.index} != {target.index}:"):
                    self._move_all(source, target)
            return
        if act.cards is None:
            return
        if target.pack.is_small:
            self._move_cards(act.cards, target, scope)
        else:
            self._move_of_many(act.cards, target, scope)

    def _move_all(self, source: ZoneForm, target: ZoneForm) -> None:
        self._stray([source.zone, target.zone])
        if source.zone.is_shuffled:
            number = self.number_in(source)
            with self.write.under(f"if load(block, {source.mixed_place}) != 0:"):
                self._settle(source, number)
        moved = self.write.keep(self.number_in(source), "moved")
        pack = source.pack
        if source.zone.has_order and target.zone.has_order:
            number = self.number_in(target)
            self.write.line(
                f"append_all(block, {source.cards_place}, {target.cards_place}, {number}, {moved})"
            )
        elif target.zone.has_order:
            self.write.line(
                f"append_set(block, {target.cards_place}, {self.number_in(target)},"
                f" {self.set_of(source)})"
            )
        if pack.is_small:
            both = f"{self.set_of(target)} | {self.set_of(source)}"
            self.write.line(f"store(block, {target.set_place}, {both})")
            self.write.line(f"store(block, {source.set_place}, 0)")
        else:
            self.sums[pack.name].asked.add(source.zone.name)
            self.write.line(f"pour_{pack.name}(block, {source.number}, {target.number})")

    def _move_cards(self, node: Node, target: ZoneForm, scope: Scope) -> None:
        if isinstance(node, typed.Listed) and len(node.parts) == 1:
            card = self.present(node.parts[0], self.value(node.parts[0], scope), scope)
            zone = self._zone_of_single(node, scope)
            single = self._likely_zones(node.parts[0], scope) if zone is None else [zone]
            self.move_set(self.write.keep(f"1 << {card}", "cards"), single, target)
            return
        form = self.form(node, scope)
        if target.zone.has_order and self.has_order(form):
            self._move_one_by_one(form, node, target)
            return
        cards = self.as_set(form, once=False)
        if cards is None:
            self._move_one_by_one(form, node, target)
            return
        zones = self.zones_in(form)
        zones = self._likely_zones(node, scope) if zones is None else zones
        self.move_set(self.write.keep(cards, "cards"), zones, target)

    def _likely_zones(self, node: Node, scope: Scope) -> list[ZoneForm]:
        """Return the zones that cards most likely lie in which were picked or handed over."""
        if not isinstance(node, typed.Local) or scope.is_nobody:
            return []
        return [self.zone(zone, scope) for zone in self.handed_from.get(node.slot, ())]

    def has_order(self, form: ListForm) -> bool:
        """Return whether the order of a list is more than that of its kinds."""
        match form:
            case ZoneForm():
                return form.zone.has_order and form.zone.limit != 1
            case SetForm():
                return False
            case JoinForm():
                return True
            case NodeForm():
                return self.node_has_order(form.node)
        return True

    def node_has_order(self, node: Node) -> bool:
        """Return whether the order of a list is more than that of its kinds."""
        match node:
            case typed.ZoneAt():
                zone = self.plan.zones[node.name]
                return zone.has_order and zone.limit != 1
            case typed.Local():
                return not self.in_sets.get(node.slot, False)
            case typed.Without():
                return self.node_has_order(node.first)
            case typed.Conditional():
                return self.node_has_order(node.then) or self.node_has_order(node.otherwise)
            case typed.Listed():
                return len(node.parts) > 1
            case typed.Let():
                return self.node_has_order(node.body)
            case typed.Series():
                last = node.loops[-1]
                plain = isinstance(node.body, typed.Local) and node.body.slot == last.slot
                return not plain or len(node.loops) > 1 or self.node_has_order(last.collection)
        return True

    def move_set(self, cards: str, zones: list[ZoneForm] | None, target: ZoneForm) -> None:
        """Write the move of a set of cards onto a zone; `zones` is where they probably are."""
        pack = target.pack
        with self.write.under(f"if {cards} != 0:"):
            if zones:
                union = " | ".join(self.set_of(zone) for zone in zones)
                with self.write.under(f"if {cards} & ~({union}) == 0:"):
                    for zone in zones:
                        self._take_out(cards, zone)
                with self.write.under("else:"):
                    self.write.line(f"take_out_{pack.name}(block, {cards})")
            else:
                self.write.line(f"take_out_{pack.name}(block, {cards})")
            if target.zone.has_order:
                number = self.number_in(target)
                self.write.line(f"append_set(block, {target.cards_place}, {number}, {cards})")
            self.write.line(f"store(block, {target.set_place}, {self.set_of(target)} | {cards})")

    def _take_out(self, cards: str, zone: ZoneForm) -> None:
        if zone.zone.has_order:
            with self.write.under(f"if {self.set_of(zone)} & {cards} != 0:"):
                self.write.line(
                    f"remove(block, {zone.cards_place}, {self.number_in(zone)},"
                    f" {zone.mixed_place}, {cards}, -1)"
                )
        self.write.line(f"store(block, {zone.set_place}, {self.set_of(zone)} & ~{cards})")

    def _move_one_by_one(self, form: ListForm, node: Node, target: ZoneForm) -> None:
        items = self.kept(form, node)
        zones = self.zones_in(form)
        place = self.write.fresh("place")
        with self.write.under(f"for {place} in range({items.number}):"):
            card = self.write.keep(f"present(load(block, {items.place} + {place}))", "card")
            cards = self.write.keep(f"1 << {card}", "cards")
            self.move_set(cards, zones, target)

    def _move_of_many(self, node: Node, target: ZoneForm, scope: Scope) -> None:
        items = self.kept(self.form(node, scope), node)
        zone = self._zone_of_single(node, scope) or items.source
        self._stray(self.plan.zones_of(target.pack))
        place = self.write.fresh("place")
        pack = target.pack
        with self.write.under(f"for {place} in range({items.number}):"):
            card = self.write.keep(f"present(load(block, {items.place} + {place}))", "card")
            if zone is not None:
                text = (
                    f"remove(block, {zone.cards_place}, {self.number_in(zone)},"
                    f" {zone.mixed_place}, -1, {card})"
                )
                with self.write.under(f"if {text} == 1:"):
                    self.write.line(f"lose_{pack.name}(block, {zone.number}, {card})")
                with self.write.under("else:"):
                    self.write.line(f"take_out_{pack.name}(block, {card})")
            else:
                self.write.line(f"take_out_{pack.name}(block, {card})")
            number = self.number_in(target)
            self.write.line(f"store_card(block, {target.cards_place} + {number}, {card})")
            self.write.line(f"gain_{pack.name}(block, {target.number}, {card})")

    def _zone_of_single(self, node: Node, scope: Scope) -> ZoneForm | None:
        """Return the zone of a card that is taken from one by position or by a series."""
        if isinstance(node, typed.Listed) and len(node.parts) == 1:
            (card,) = node.parts
            if isinstance(card, typed.Element):
                form = self.form(card.collection, scope)
            elif isinstance(card, typed.Series) and len(card.loops) == 1:
                form = self.form(card.loops[0].collection, scope)
            else:
                return None
            return form if isinstance(form, ZoneForm) else None
        return None

    def _turn(self, act: acts.TurnAct, scope: Scope) -> None:
        element = act.cards.type.element
        pack = self.plan.packs[element.pack if element is not None else ""]
        form = self.form(act.cards, scope)
        if pack.is_small:
            cards = self.as_set(form, once=False)
            if cards is None:
                cards = self._gathered(form)
            change = f"| {cards}" if act.up else f"& ~{cards}"
            self.write.line(
                f"store(block, up_of_{pack.name}, load(block, up_of_{pack.name}) {change})"
            )
            return

        def body(card: str) -> None:
            self.write.line(f"store(block, up_of_{pack.name} + present({card}), {int(act.up)})")

        self._loop(form, body, None)

    def _gathered(self, form: ListForm) -> str:
        """Return the text of a set that is made card by card."""
        found = self.write.fresh("cards")
        self.write.line(f"{found} = 0")
        self._loop(form, lambda card: self.write.line(f"{found} |= 1 << present({card})"), None)
        return found

    def _show(self, act: acts.ShowAct, scope: Scope) -> None:
        # Nobody looks; but an error in what is shown is one of the game.
        for node in (act.cards, act.seats):
            self.worked_out(self.form(node, scope), none=self.holds_none(node, scope))
