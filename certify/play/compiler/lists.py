"""Lists in generated code: as loops, and as values that lie in memory."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from certify.errors import CompileError
from certify.language import typed
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
from certify.play.compiler.sets import MOST_ITEMS, Body, SetEmitter


class ListEmitter(SetEmitter):
    """The part of the generator that knows loops over lists."""

    # Loops

    def loop(
        self, form: ListForm, slot: int, node: Node, body: Body, *, until: str | None = None
    ) -> None:
        """Write a loop over the elements of a list, in their order."""
        self.ranges.bind(slot, self.ranges.elements(node))
        self._loop(form, body, until)

    def _loop(self, form: ListForm, body: Body, until: str | None) -> None:
        match form:
            case ZoneForm() if not form.zone.has_order:
                self._loop_set(self.set_of(form), body, until)
            case ZoneForm():
                number = self.write.keep(self.number_in(form), "number")
                self._loop_count(
                    number, f"load_card(block, {form.cards_place} + {{}})", body, until
                )
            case SetForm():
                self._loop_set(form.text, body, until)
            case ItemsForm():
                self._loop_count(form.number, f"load(block, {form.place} + {{}})", body, until)
            case ConstantForm():
                self._loop_values([str(value) for value in form.values], body, until)
            case JoinForm():
                for part in form.parts:
                    if until is None or part is form.parts[0]:
                        self._loop(part, body, until)
                    else:
                        with self.write.under(f"if not {until}:"):
                            self._loop(part, body, until)
            case NodeForm():
                self._loop_node(form.node, form.scope, body, until)

    def _ended(self, until: str | None) -> None:
        if until is not None:
            with self.write.under(f"if {until}:"):
                self.write.line("break")

    def _loop_set(self, cards: str, body: Body, until: str | None) -> None:
        left, card = self.write.fresh("left"), self.write.fresh("card")
        self.write.line(f"{left} = {cards}")
        with self.write.under(f"while {left} != 0:"):
            self.write.line(f"{card} = lowest_bit({left})")
            self.write.line(f"{left} &= {left} - 1")
            body(card)
            self._ended(until)

    def _loop_count(self, number: str, element: str, body: Body, until: str | None) -> None:
        place, name = self.write.fresh("place"), self.write.fresh("element")
        with self.write.under(f"for {place} in range({number}):"):
            self.write.line(f"{name} = {element.format(place)}")
            body(name)
            self._ended(until)

    def _loop_values(self, values: list[str], body: Body, until: str | None) -> None:
        if not values:
            return
        known = all(value.lstrip("-").isdigit() for value in values)
        steps = {int(b) - int(a) for a, b in pairwise(values)} if known else {0}
        name = self.write.fresh("element")
        head = f"for {name} in ({', '.join(values)},):"
        if known and steps <= {1}:
            head = f"for {name} in range({values[0]}, {int(values[-1]) + 1}):"
        with self.write.under(head):
            body(name)
            self._ended(until)

    def _loop_node(self, node: Node, scope: Scope, body: Body, until: str | None) -> None:
        match node:
            case typed.AllSeats():
                self._loop_count(str(self.plan.players), "{}", body, until)
            case typed.Apply() if node.function == "after":
                seat = self.write.keep(
                    self.present(node.arguments[0], self.value(node.arguments[0], scope), scope),
                    "seat",
                )
                element = f"seat_after({seat}, {{}} + 1, {self.plan.players})"
                self._loop_count(str(self.plan.players), element, body, until)
            case typed.Apply():
                self._loop_top(node, scope, body, until)
            case typed.Range():
                least = self.write.keep(self.value(node.least, scope), "least")
                most = self.value(node.most, scope)
                name = self.write.fresh("element")
                with self.write.under(f"for {name} in range({least}, {most} + 1):"):
                    body(name)
                    self._ended(until)
            case typed.Listed():
                amount = node.type.element is not None and node.type.element.kind == "number"
                parts = [
                    self.write.keep(self.as_kind(part, amount=amount, scope=scope), "part")
                    for part in node.parts
                ]
                self._loop_values(parts, body, until)
            case typed.Conditional():
                with self.write.under(f"if {self.truth(node.condition, scope)}:"):
                    self._loop(self.form(node.then, scope), body, until)
                with self.write.under("else:"):
                    self._loop(self.form(node.otherwise, scope), body, until)
            case typed.Without():
                self._loop_without(node, scope, body, until)
            case typed.Series():
                self.nested(
                    node,
                    scope,
                    lambda inside: body(self.write.keep(self.as_element(node, inside), "element")),
                    until,
                )
            case _:
                raise CompileError(f"a list cannot be compiled: {type(node).__name__}")

    def as_element(self, node: typed.Series, scope: Scope) -> str:
        """Return the text of the body of a series that is a list."""
        amount = node.type.element is not None and node.type.element.kind == "number"
        return self.as_kind(node.body, amount=amount, scope=scope)

    def _loop_top(self, node: typed.Apply, scope: Scope, body: Body, until: str | None) -> None:
        items = self.form(node.arguments[0], scope)
        wanted = self.write.keep(self.value(node.arguments[1], scope), "wanted")
        if not (isinstance(items, ZoneForm) and items.zone.has_order):
            kept = self.kept(items, node.arguments[0])
            number, element = kept.number, f"load(block, {kept.place} + {{}} + {{skipped}})"
        else:
            number = self.write.keep(self.number_in(items), "number")
            element = f"load_card(block, {items.cards_place} + {{}} + {{skipped}})"
        shown = self.write.fresh("shown")
        self.write.line(f"{shown} = max(0, min({wanted}, {number}))")
        text = element.replace("{skipped}", f"{number} - {shown}")
        self._loop_count(shown, text, body, until)

    def _loop_without(
        self, node: typed.Without, scope: Scope, body: Body, until: str | None
    ) -> None:
        first, second = self.form(node.first, scope), self.form(node.second, scope)
        pack = self.plan.packs.get(self.pack_of(first))
        out = self.as_members(second) if pack is not None and pack.is_small else None
        if out is not None:
            out = self.write.keep(out, "out")

        none = self.holds_none(node.first, scope)

        def kept(element: str) -> None:
            if out is not None and none:
                condition = f"{out} & card_bit({element}) == 0"
            elif out is not None:
                condition = f"({out} >> {element}) & 1 == 0"
            else:
                condition = f"not {self.is_among(second, node.second, element)}"
            with self.write.under(f"if {condition}:"):
                body(element)

        self._loop(first, kept, until)

    def is_among(self, form: ListForm, node: Node, element: str) -> str:
        """Return the text of whether a list has an element, looking through it."""
        found = self.write.fresh("found")
        self.write.line(f"{found} = False")

        def body(other: str) -> None:
            with self.write.under(f"if {other} == {element}:"):
                self.write.line(f"{found} = True")

        self._loop(form, body, found)
        return found

    def nested(
        self, node: typed.Series, scope: Scope, body: Callable[[Scope], None], until: str | None
    ) -> None:
        """Write the loops of a series; the body is given the names that hold in it."""

        def level(number: int, inside: Scope) -> None:
            if number == len(node.loops):
                body(inside)
                return
            loop = node.loops[number]
            none = self.holds_none(loop.collection, inside)

            def step(element: str) -> None:
                deeper = inside.with_value(loop.slot, Scalar(element, none))
                if loop.condition is None:
                    level(number + 1, deeper)
                else:
                    with self.write.under(f"if {self.truth(loop.condition, deeper)}:"):
                        level(number + 1, deeper)

            form = self.form(loop.collection, inside)
            self.loop(form, loop.slot, loop.collection, step, until=until)

        level(0, scope)

    # In memory

    def kept(self, form: ListForm, node: Node, *, in_state: str = "") -> ItemsForm:
        """Return a list as values that lie in memory.

        `in_state`: name of the place if the list must last beyond a statement.
        """
        if isinstance(form, ItemsForm) and not in_state:
            return form
        most = min(self.ranges.most(node), MOST_ITEMS)
        if isinstance(form, ConstantForm):
            most = max(1, len(form.values))
        name = in_state or self.write.fresh("items")
        (self.plan.state if in_state else self.plan.scratch).take(name, max(1, most))
        number = self.write.fresh("number")
        self.write.line(f"{number} = 0")

        def body(element: str) -> None:
            if most == MOST_ITEMS:
                self.write.line(f"in_range({number}, 0, {most - 1})")
            self.write.line(f"store(block, {name} + {number}, {element})")
            self.write.line(f"{number} += 1")

        self._loop(form, body, None)
        zones = self.zones_in(form)
        return ItemsForm(name, number, zones[0] if zones is not None and len(zones) == 1 else None)

    def worked_out(self, form: ListForm, *, none: bool) -> None:
        """Write what works a list out for the sake of what may be wrong in it."""
        if isinstance(form, JoinForm):
            for part in form.parts:
                self.worked_out(part, none=none)
        if not isinstance(form, NodeForm | ItemsForm):
            return

        def body(element: str) -> None:
            if none:
                self.write.line(f"present({element})")

        with self.write.apart() as lines:
            self._loop(form, body, None)
        if lines.may_stop:
            self.write.paste(lines)

    def length(self, form: ListForm) -> str:
        """Return the text of how many elements a list has."""
        match form:
            case ZoneForm():
                return self.number_in(form)
            case ItemsForm():
                return form.number
            case ConstantForm():
                return str(len(form.values))
        cards = self.as_set(form, once=True)
        if cards is not None:
            return f"count_bits({cards})"
        if isinstance(form, JoinForm):
            return f"({' + '.join(self.length(part) for part in form.parts)})"
        number = self.write.fresh("number")
        self.write.line(f"{number} = 0")
        self._loop(form, lambda element: self.write.line(f"{number} += 1"), None)
        return number

    def is_there(self, form: ListForm) -> str:
        """Return the text of whether a list has any element."""
        match form:
            case ZoneForm():
                if form.pack.is_small:
                    return f"({self.set_of(form)} != 0)"
                return f"({self.number_in(form)} != 0)"
            case ItemsForm():
                return f"({form.number} != 0)"
            case ConstantForm():
                return str(bool(form.values))
        cards = self.as_set(form, once=False)
        if cards is not None:
            return f"({cards} != 0)"
        if isinstance(form, JoinForm):
            return f"({' or '.join(self.is_there(part) for part in form.parts)})"
        found = self.write.fresh("found")
        self.write.line(f"{found} = False")
        self._loop(form, lambda element: self.write.line(f"{found} = True"), found)
        return found

    def element(self, node: typed.Element, scope: Scope) -> str:
        """Return the text of an element of a list."""
        form = self.form(node.collection, scope)
        known = self.folding.constant(node.position)
        if isinstance(form, ZoneForm) and form.zone.has_order:
            number = self.write.keep(self.number_in(form), "number")
            place = self.value(node.position, scope)
            return f"card_at(block, {form.cards_place}, {place}, {number})"
        if isinstance(form, ZoneForm) and form.zone.limit == 1 and known is not None:
            return f"only({self.set_of(form)})" if known.value in (0, -1) else "stopped()"
        if known is not None and isinstance(form, ConstantForm):
            at = known.value
            inside = -len(form.values) <= at < len(form.values)
            return str(form.values[at]) if inside else "stopped()"
        if known is not None and isinstance(form, NodeForm):
            inner, players = form.node, self.plan.players
            if isinstance(inner, typed.Apply) and inner.function == "after":
                at = known.value + players if known.value < 0 else known.value
                if not 0 <= at < players:
                    return "stopped()"
                seat = self.present(
                    inner.arguments[0], self.value(inner.arguments[0], form.scope), scope
                )
                return f"seat_after({seat}, {at + 1}, {players})"
            if known.value in (0, -1):
                return self._end_of(form, known.value)
        kept = self.kept(form, node.collection)
        place = self.value(node.position, scope)
        return f"load(block, {kept.place} + position({place}, {kept.number}))"

    def _end_of(self, form: ListForm, place: int) -> str:
        name, found = self.write.fresh("element"), self.write.fresh("found")
        self.write.line(f"{name} = -1")
        self.write.line(f"{found} = False")

        def body(element: str) -> None:
            self.write.line(f"{name} = {element}")
            self.write.line(f"{found} = True")

        self._loop(form, body, found if place == 0 else None)
        with self.write.under(f"if not {found}:"):
            self.write.line("stopped()")
        return name
