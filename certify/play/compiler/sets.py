"""What lists are known by in generated code, and sets of cards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from certify.errors import CompileError
from certify.language import acts, typed
from certify.language.typed import Node
from certify.play.compiler.forms import (
    ConstantForm,
    ItemsForm,
    JoinForm,
    ListForm,
    NodeForm,
    Scalar,
    Scope,
    SetForm,
    ZoneForm,
)
from certify.play.compiler.numbers import Folding, Ranges
from certify.play.compiler.plan import Plan
from certify.play.compiler.sums import Sums
from certify.play.compiler.writer import Writer, may_stop

MOST_ITEMS = 4_096
"""Most elements of a list that is kept in memory, if more cannot be ruled out."""

Body = Callable[[str], None]
"""Writes what is done with an element, given its text."""


class SetEmitter(ABC):
    """The part of the generator that writes sets of cards and the other forms of lists.

    `units` is the number of units in an amount of one.
    """

    plan: Plan
    folding: Folding
    ranges: Ranges
    units: int
    write: Writer
    sums: dict[str, Sums]

    @abstractmethod
    def value(self, node: Node, scope: Scope) -> str:
        """Return the text of an expression; amounts are in units."""

    @abstractmethod
    def truth(self, node: Node, scope: Scope) -> str:
        """Return the text of a truth value."""

    @abstractmethod
    def filtered(self, node: Node, slot: int, domain: str, scope: Scope) -> str:
        """Return the text of the cards of a set for which a condition on a local is true."""

    @abstractmethod
    def as_kind(self, node: Node, *, amount: bool, scope: Scope) -> str:
        """Return the text of an expression, of an integer as an amount if one is wanted."""

    @abstractmethod
    def loop(
        self, form: ListForm, slot: int, node: Node, body: Body, *, until: str | None = None
    ) -> None:
        """Write a loop over the elements of a list, in their order."""

    @abstractmethod
    def worked_out(self, form: ListForm, *, none: bool) -> None:
        """Write what works a list out for the sake of what may be wrong in it."""

    # Forms

    def form(self, node: Node, scope: Scope) -> ListForm:
        """Return what a list is known by; its indices are worked out now."""
        known = self.folding.constant(node)
        if known is not None:
            amount = node.type.element is not None and node.type.element.kind == "number"
            scale = self.units if amount else 1
            if len(known.value) <= MOST_ITEMS:
                return ConstantForm(tuple(self.plan.plain(v, scale) for v in known.value))
        match node:
            case typed.ZoneAt():
                return self.zone(node, scope)
            case typed.Local():
                found = scope.values[node.slot]
                if isinstance(found, Scalar):
                    raise CompileError(f"{node.name} is no list")
                return found
            case typed.Join():
                return JoinForm((self.form(node.first, scope), self.form(node.second, scope)))
            case typed.Let():
                return self.form(node.body, self.bound(node, scope))
        return NodeForm(node, scope)

    def zone(self, node: typed.ZoneAt, scope: Scope) -> ZoneForm:
        """Return the zone that an expression names."""
        zone = self.plan.zones[node.name]
        index = self.index(node.name, node.index, zone.number, zone.shift, scope)
        return ZoneForm(zone, index if index.isdigit() else self.write.keep(index, "zone"))

    def index(self, name: str, node: Node | None, number: int, shift: int, scope: Scope) -> str:
        """Return the text of an index, counted from 0."""
        if node is None:
            return "0"
        known = self.folding.constant(node)
        if known is not None:
            if known.value is None or not 0 <= known.value - shift < number:
                return "stopped()"
            return str(known.value - shift)
        text = self.value(node, scope)
        if node.type.kind in ("card", "seat"):
            # Both are counted from 0 already.
            return self.present(node, text, scope)
        bounds = self.ranges.of(node)
        least, most = shift, shift + number - 1
        if bounds is None or bounds[0] < least or bounds[1] > most:
            text = f"in_range({text}, {least}, {most})"
        return f"({text} - {shift})" if shift else text

    def present(self, node: Node, text: str, scope: Scope) -> str:
        """Return the text of a seat or card that must not be none."""
        return f"present({text})" if self.can_be_none(node, scope) else text

    def can_be_none(self, node: Node, scope: Scope) -> bool:
        """Return whether a seat or card may be none."""
        match node:
            case typed.Me():
                return scope.is_nobody
            case typed.Element():
                return self.holds_none(node.collection, scope)
            case typed.Literal():
                return node.value is None
            case typed.Local():
                found = scope.values.get(node.slot)
                return not isinstance(found, Scalar) or found.can_be_none
            case typed.Series():
                if node.default is not None and self.can_be_none(node.default, scope):
                    return True
                inner = scope
                for loop in node.loops:
                    inner = inner.with_value(
                        loop.slot, Scalar("", self.holds_none(loop.collection, scope))
                    )
                return node.function == "first" and self.can_be_none(node.body, inner)
        return True

    def holds_none(self, node: Node, scope: Scope) -> bool:
        """Return whether an element of a list may be none."""
        element = node.type.element
        if element is None or element.kind not in ("seat", "card"):
            return False
        match node:
            case typed.ZoneAt() | typed.AllSeats() | typed.Apply():
                return False
            case typed.Local():
                return not isinstance(
                    scope.values.get(node.slot), SetForm | ZoneForm | ConstantForm
                )
            case typed.Join():
                return self.holds_none(node.first, scope) or self.holds_none(node.second, scope)
            case typed.Without():
                return self.holds_none(node.first, scope)
            case typed.Listed():
                return any(self.can_be_none(part, scope) for part in node.parts)
            case typed.Series():
                inner = scope
                for loop in node.loops:
                    inner = inner.with_value(
                        loop.slot, Scalar("", self.holds_none(loop.collection, scope))
                    )
                return self.can_be_none(node.body, inner)
        return True

    def bound(self, node: typed.Let | acts.LetAct, scope: Scope) -> Scope:
        """Return the names with that of a value which is worked out once."""
        if node.value.type.kind == "list":
            form = self.form(node.value, scope)
            self.worked_out(form, none=False)
            return scope.with_value(node.slot, form)
        if node.value.type.kind == "integer":
            self.ranges.bind(node.slot, self.ranges.of(node.value))
        text = self.write.keep(self.value(node.value, scope), "let")
        none = node.value.type.kind in ("seat", "card") and self.can_be_none(node.value, scope)
        return scope.with_value(node.slot, Scalar(text, none))

    # Zones

    def set_of(self, zone: ZoneForm) -> str:
        """Return the text of the set of a zone's cards."""
        return f"load(block, {zone.set_place})"

    def number_in(self, zone: ZoneForm) -> str:
        """Return the text of how many cards a zone has."""
        if zone.pack.is_small:
            return f"count_bits({self.set_of(zone)})"
        return self.sums[zone.pack.name].number(zone)

    # Sets

    def pack_of(self, form: ListForm) -> str:
        """Return the pack of the cards of a list, or nothing."""
        match form:
            case ZoneForm() | SetForm():
                return form.pack.name
            case JoinForm():
                return next((name for part in form.parts if (name := self.pack_of(part))), "")
            case NodeForm():
                element = form.node.type.element
                return element.pack if element is not None else ""
        return ""

    def as_set(self, form: ListForm, *, once: bool) -> str | None:
        """Return the text of the set of a list's cards, or None if it is not known as a set.

        `once` says whether a card may not be in the list twice.
        """
        match form:
            case ZoneForm():
                return self.set_of(form) if form.pack.is_small else None
            case SetForm():
                return form.text
            case JoinForm():
                return self._joined(form, once=once)
            case NodeForm():
                pack = self.plan.packs.get(self.pack_of(form))
                if pack is not None and pack.is_small:
                    return self._set_of_node(form.node, form.scope, once=once)
        return None

    def as_members(self, form: ListForm) -> str | None:
        """Return the text of the set of a list's cards, in which none may be: it is left out."""
        if isinstance(form, JoinForm):
            parts = [self.as_members(part) for part in form.parts]
            return None if None in parts else f"({' | '.join(str(part) for part in parts)})"
        if isinstance(form, NodeForm) and isinstance(form.node, typed.Listed):
            pack = self.plan.packs.get(self.pack_of(form))
            if pack is None or not pack.is_small:
                return None
            cards = [self.value(part, form.scope) for part in form.node.parts]
            return f"({' | '.join(f'card_bit({card})' for card in cards)})" if cards else "0"
        return self.as_set(form, once=False)

    def _joined(self, form: JoinForm, *, once: bool) -> str | None:
        if once and not self._are_apart(form):
            return None
        parts = [self.as_set(part, once=once) for part in form.parts]
        if None in parts:
            return None
        return f"({' | '.join(str(part) for part in parts)})"

    def _are_apart(self, form: JoinForm) -> bool:
        zones: list[ZoneForm] = []
        for part in form.parts:
            own = self.zones_in(part)
            if own is None:
                return False
            if any(not one.surely_another(other) for one in own for other in zones):
                return False
            zones += own
        return True

    def quiet_form(self, node: Node, scope: Scope) -> ListForm | None:
        """Return what a list is known by; None if working out its indices may stop the game."""
        with self.write.apart() as lines:
            form = self.form(node, scope)
        if lines.may_stop or any(may_stop(zone.index) for zone in _zones_of(form)):
            return None
        self.write.paste(lines)
        return form

    def in_zones(self, form: ListForm) -> bool:
        """Return whether the zones of a list tell which of alike cards comes first in it."""
        match form:
            case ZoneForm():
                return True
            case JoinForm():
                return all(self.in_zones(part) for part in form.parts)
            case NodeForm():
                return self._node_in_zones(form.node, form.scope)
        return False

    def _node_in_zones(self, node: Node, scope: Scope) -> bool:
        match node:
            case typed.Without():
                form = self.quiet_form(node.first, scope)
                return form is not None and self.in_zones(form)
            case typed.Series():
                if self._zones_of_node(node, scope) is None:
                    return False
                form = self.quiet_form(node.loops[-1].collection, scope)
                return form is not None and self.in_zones(form)
            case typed.Conditional():
                forms = [self.quiet_form(part, scope) for part in (node.then, node.otherwise)]
                zones = [self.zones_in(form) for form in forms if form is not None]
                if len(zones) < 2 or zones[0] is None or zones[1] is None:
                    return False
                if not all(self.in_zones(form) for form in forms if form is not None):
                    return False
                both = zip(zones[0], zones[1], strict=False)
                return all(one == other for one, other in both) or all(
                    one.surely_another(other) for one in zones[0] for other in zones[1]
                )
        return False

    def zones_in(self, form: ListForm) -> list[ZoneForm] | None:
        """Return the zones in which the cards of a list are, or None if it cannot be told."""
        match form:
            case ZoneForm():
                return [form]
            case JoinForm():
                found: list[ZoneForm] = []
                for part in form.parts:
                    own = self.zones_in(part)
                    if own is None:
                        return None
                    found += own
                return found
            case SetForm():
                return None if form.sources is None else list(form.sources)
            case ItemsForm():
                return None if form.source is None else [form.source]
            case ConstantForm():
                return [] if not form.values else None
            case NodeForm():
                return self._zones_of_node(form.node, form.scope)

    def _zones_of_node(self, node: Node, scope: Scope) -> list[ZoneForm] | None:
        match node:
            case typed.Without():
                return self._zones_of_quiet(node.first, scope)
            case typed.Conditional():
                then = self._zones_of_quiet(node.then, scope)
                otherwise = self._zones_of_quiet(node.otherwise, scope)
                return None if then is None or otherwise is None else then + otherwise
            case typed.Series():
                last = node.loops[-1]
                is_element = isinstance(node.body, typed.Local) and node.body.slot == last.slot
                if node.function == "list" and is_element and len(node.loops) == 1:
                    return self._zones_of_quiet(last.collection, scope)
            case typed.Apply():
                if node.function == "top":
                    return self._zones_of_quiet(node.arguments[0], scope)
        return None

    def _zones_of_quiet(self, node: Node, scope: Scope) -> list[ZoneForm] | None:
        form = self.quiet_form(node, scope)
        return None if form is None else self.zones_in(form)

    def _set_of_node(self, node: Node, scope: Scope, *, once: bool) -> str | None:
        match node:
            case typed.Without():
                first = self.as_set(self.form(node.first, scope), once=once)
                second = self.as_members(self.form(node.second, scope))
                if first is None or second is None:
                    return None
                return f"({first} & ~{second})"
            case typed.Conditional():
                return self._set_of_two(node, scope, once=once)
            case typed.Listed():
                if once and len(node.parts) > 1:
                    return None
                if any(self.can_be_none(part, scope) for part in node.parts):
                    return None
                cards = [self.value(part, scope) for part in node.parts]
                return f"({' | '.join(f'(1 << {card})' for card in cards)})" if cards else "0"
            case typed.Series():
                return self._set_of_series(node, scope, once=once)
        return None

    def _set_of_two(self, node: typed.Conditional, scope: Scope, *, once: bool) -> str | None:
        condition = self.truth(node.condition, scope)
        found = []
        for part in (node.then, node.otherwise):
            with self.write.apart() as lines:
                text = self.as_set(self.form(part, scope), once=once)
            if text is None:
                return None
            found.append((lines, text))
        return self.write.either(condition, found[0], found[1], "cards")

    def _set_of_series(self, node: typed.Series, scope: Scope, *, once: bool) -> str | None:
        last = node.loops[-1]
        if node.function != "list" or not isinstance(node.body, typed.Local):
            return None
        if node.body.slot != last.slot or (once and len(node.loops) > 1):
            return None
        if len(node.loops) == 1:
            return self._filter(last, self.form(last.collection, scope), scope, once=once)
        outer = node.loops[0]
        with self.write.apart():
            none = self.holds_none(outer.collection, scope)
            trial = scope.with_value(outer.slot, Scalar("0", none))
            if self._filter(last, self.form(last.collection, trial), trial, once=once) is None:
                return None
        found = self.write.fresh("cards")
        self.write.line(f"{found} = 0")

        def body(element: str) -> None:
            inside = scope.with_value(outer.slot, Scalar(element, none))
            condition = outer.condition
            head = "True" if condition is None else self.truth(condition, inside)
            with self.write.under(f"if {head}:"):
                more = self._filter(last, self.form(last.collection, inside), inside, once=once)
                self.write.line(f"{found} |= {more}")

        self.loop(self.form(outer.collection, scope), outer.slot, outer.collection, body)
        return found

    def _filter(
        self, loop: typed.SeriesLoop, form: ListForm, scope: Scope, *, once: bool
    ) -> str | None:
        cards = self.as_set(form, once=once)
        if cards is None or loop.condition is None:
            return cards
        return self.filtered(loop.condition, loop.slot, cards, scope)


def _zones_of(form: ListForm) -> list[ZoneForm]:
    """Return the zones that a list is joined of."""
    if isinstance(form, JoinForm):
        return [zone for part in form.parts for zone in _zones_of(part)]
    return [form] if isinstance(form, ZoneForm) else []
