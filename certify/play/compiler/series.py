"""Functions of a series in generated code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from certify.language import typed
from certify.language.typed import Node
from certify.play.compiler.filters import FilterEmitter
from certify.play.compiler.forms import JoinForm, ListForm, Scalar, Scope, ZoneForm
from certify.play.compiler.numbers import SAFE
from certify.play.compiler.plan import PackPlan
from certify.play.compiler.writer import may_stop

MOST_SLICES = 6
"""Bits of an attribute up to which a sum counts the cards bit by bit."""

MOST_KEPT = 4_096
"""Values of a series that are kept in memory."""

COUNTING = ("count", "any", "all")


class SeriesEmitter(FilterEmitter):
    """The part of the generator that knows series."""

    def series(self, node: typed.Series, scope: Scope) -> str:
        """Return the text of the value of a series."""
        found = self._by_sums(node, scope)
        if found is None and len(node.loops) == 1:
            found = self._by_set(node, scope)
        return found if found is not None else self._by_loop(node, scope)

    def _amount(self, node: typed.Series) -> bool:
        return node.type.kind == "number"

    # Zones of large packs

    def _by_sums(self, node: typed.Series, scope: Scope) -> str | None:
        (loop, *more) = node.loops
        element = loop.collection.type.element
        if more or element is None or element.pack not in self.sums:
            return None
        if node.function not in ("sum", *COUNTING) or self._amount(node):
            return None
        form = self.form(loop.collection, scope)
        if not self._are_zones(form):
            return None
        values = self._each_adds(node, loop, self.plan.packs[element.pack])
        if values is None or min(values, default=0) < 0:
            return None
        text = self.sums[element.pack].read(form, values)
        if node.function == "any":
            return f"({text} != 0)"
        return f"({text} == 0)" if node.function == "all" else text

    def _are_zones(self, form: ListForm) -> bool:
        if isinstance(form, JoinForm):
            flat = all(isinstance(part, ZoneForm) for part in form.parts)
            return flat and self._are_apart(form)
        return isinstance(form, ZoneForm)

    def _each_adds(
        self, node: typed.Series, loop: typed.SeriesLoop, pack: PackPlan
    ) -> tuple[int, ...] | None:
        parts = [node.body] if loop.condition is None else [node.body, loop.condition]
        if not all(self.rests_on_attributes(part, loop.slot) for part in parts):
            return None
        bodies = self.known_over_cards(node.body, loop.slot, pack)
        conditions: list[Any] | None = [True] * pack.size
        if loop.condition is not None:
            conditions = self.known_over_cards(loop.condition, loop.slot, pack)
        if bodies is None or conditions is None:
            return None
        if node.function == "sum":
            pairs = zip(bodies, conditions, strict=True)
            return tuple(int(body) if condition else 0 for body, condition in pairs)
        wanted = node.function != "all"
        pairs = zip(bodies, conditions, strict=True)
        return tuple(int(bool(condition) and bool(body) is wanted) for body, condition in pairs)

    # Sets of cards

    def _by_set(self, node: typed.Series, scope: Scope) -> str | None:
        (loop,) = node.loops
        element = loop.collection.type.element
        if element is None or element.pack not in self.plan.packs:
            return None
        pack = self.plan.packs[element.pack]
        if not pack.is_small or node.function not in ("sum", "min", "max", *COUNTING):
            return None
        if self._amount(node) or node.nth is not None:
            return None
        each_once = node.function in ("sum", "count")
        cards = self.as_set(self.form(loop.collection, scope), once=each_once)
        if cards is None:
            return None
        if node.function in ("sum", "min", "max") and not self._is_quick(node, loop.slot, pack):
            return None
        if node.function in ("any", "all"):
            return self._decided_by_set(node, loop, cards, scope)
        if loop.condition is not None:
            cards = self.filtered(loop.condition, loop.slot, cards, scope)
        match node.function:
            case "count":
                return f"count_bits({self.filtered(node.body, loop.slot, cards, scope)})"
            case "sum":
                return self._sum_of_set(node, loop.slot, pack, cards)
        return self._end_of_set(node, loop.slot, pack, cards, scope)

    def _decided_by_set(
        self, node: typed.Series, loop: typed.SeriesLoop, cards: str, scope: Scope
    ) -> str | None:
        with self.write.apart() as lines:
            if loop.condition is not None:
                cards = self.filtered(loop.condition, loop.slot, cards, scope)
            wanted = "0"
            if node.function == "all":
                wanted = cards = self.write.keep(cards, "cards")
            sign = "==" if node.function == "all" else "!="
            text = f"{self.filtered(node.body, loop.slot, cards, scope)} {sign} {wanted}"
        if lines.may_stop or may_stop(text):
            return None  # once it is decided, no further card is asked
        self.write.paste(lines)
        return f"({text})"

    def _is_quick(self, node: typed.Series, slot: int, pack: PackPlan) -> bool:
        if not self.rests_on_attributes(node.body, slot) or node.body.type.kind != "integer":
            return False
        values = self.known_over_cards(node.body, slot, pack)
        if values is None:
            return False
        if node.function == "sum":
            return int(max(values) - min(values)).bit_length() <= MOST_SLICES
        return bool(values == sorted(values))

    def _sum_of_set(self, node: typed.Series, slot: int, pack: PackPlan, cards: str) -> str:
        values = self.over_cards(node.body, slot, pack)
        cards = self.write.keep(cards, "cards")
        least = min(values) if min(values) < 0 or min(values) == max(values) else 0
        parts = [f"{least} * count_bits({cards})"] if least else []
        for bit in range((max(values) - least).bit_length()):
            those = sum(
                1 << card for card, value in enumerate(values) if (value - least) >> bit & 1
            )
            if those:
                parts.append(f"(count_bits({cards} & {those}) << {bit})")
        return f"({' + '.join(parts)})" if parts else "0"

    def _end_of_set(
        self, node: typed.Series, slot: int, pack: PackPlan, cards: str, scope: Scope
    ) -> str:
        values = [int(value) for value in self.over_cards(node.body, slot, pack)]
        cards = self.write.keep(cards, "cards")
        end = "lowest_bit" if node.function == "min" else "highest_bit"
        text = self.looked_up(values, f"{end}({cards})", "value")
        if node.default is None:
            return f"({text} if {cards} != 0 else stopped())"
        with self.write.apart() as lines:
            other = self.as_kind(node.default, amount=False, scope=scope)
        if not lines:
            return f"({text} if {cards} != 0 else {other})"
        name = self.write.fresh("value")
        with self.write.under(f"if {cards} != 0:"):
            self.write.line(f"{name} = {text}")
        with self.write.under("else:"):
            self.write.paste(lines)
            self.write.line(f"{name} = {other}")
        return name

    def looked_up(self, values: list[int], card: str, stem: str) -> str:
        """Return the text of a value that each card has, by the shortest way."""
        if len(set(values)) == 1:
            return str(values[0])
        for shift in range(5):
            if all(value == (card_ >> shift) + values[0] for card_, value in enumerate(values)):
                quotient = f"({card} >> {shift})" if shift else card
                return f"({quotient} + {values[0]})" if values[0] else quotient
        if set(values) == {0, 1} and len(values) <= 62:
            ones = sum(1 << card_ for card_, value in enumerate(values) if value)
            return f"(({ones} >> {card}) & 1)"
        return f"load(block, {self.plan.table(values, stem)} + {card})"

    # Loops

    def _by_loop(self, node: typed.Series, scope: Scope) -> str:
        writers: dict[str, Callable[[typed.Series, Scope], str]] = {
            "sum": self._sum,
            "count": self._count,
            "any": self._any,
            "all": self._all,
            "min": self._extreme,
            "max": self._extreme,
            "highest": self._best,
            "lowest": self._best,
            "first": self._first,
            "run": self._run,
            "distinct": self._distinct,
        }
        if node.nth is not None:
            return self._nth(node, node.nth, scope)
        return writers[node.function](node, scope)

    def _sum(self, node: typed.Series, scope: Scope) -> str:
        total = self.write.fresh("total")
        self.write.line(f"{total} = 0")
        bounds = None if self._amount(node) else self.ranges.of(node)
        is_safe = bounds is not None and bounds[0] >= -SAFE and bounds[1] <= SAFE

        def body(inside: Scope) -> None:
            text = self.as_kind(node.body, amount=self._amount(node), scope=inside)
            added = f"{total} + {text}" if is_safe else f"add_checked({total}, {text})"
            self.write.line(f"{total} = {added}")

        self.nested(node, scope, body, None)
        return total

    def _count(self, node: typed.Series, scope: Scope) -> str:
        number = self.write.fresh("number")
        self.write.line(f"{number} = 0")

        def body(inside: Scope) -> None:
            with self.write.under(f"if {self.truth(node.body, inside)}:"):
                self.write.line(f"{number} += 1")

        self.nested(node, scope, body, None)
        return number

    def _any(self, node: typed.Series, scope: Scope) -> str:
        return self._decided(node, scope, "{}")

    def _all(self, node: typed.Series, scope: Scope) -> str:
        return f"(not {self._decided(node, scope, 'not {}')})"

    def _decided(self, node: typed.Series, scope: Scope, decisive: str) -> str:
        found = self.write.fresh("found")
        self.write.line(f"{found} = False")

        def body(inside: Scope) -> None:
            with self.write.under(f"if {decisive.format(self.truth(node.body, inside))}:"):
                self.write.line(f"{found} = True")

        self.nested(node, scope, body, found)
        return found

    def _or_default(self, node: typed.Series, found: str, name: str, scope: Scope) -> None:
        with self.write.under(f"if not ({found}):"):
            if node.default is None:
                self.write.line("stopped()")
            else:
                text = self.as_kind(node.default, amount=self._amount(node), scope=scope)
                self.write.line(f"{name} = {self.as_stored(node.default, text)}")

    def _extreme(self, node: typed.Series, scope: Scope) -> str:
        best, found = self.write.fresh("best"), self.write.fresh("found")
        self.write.line(f"{best} = 0")
        self.write.line(f"{found} = False")

        def body(inside: Scope) -> None:
            text = self.as_kind(node.body, amount=self._amount(node), scope=inside)
            value = self.write.keep(text, "value")
            sign = "<" if node.function == "min" else ">"
            with self.write.under(f"if not {found} or {value} {sign} {best}:"):
                self.write.line(f"{best} = {value}")
            self.write.line(f"{found} = True")

        self.nested(node, scope, body, None)
        self._or_default(node, found, best, scope)
        return best

    def _best(self, node: typed.Series, scope: Scope) -> str:
        best, chosen = self.write.fresh("best"), self.write.fresh("chosen")
        found = self.write.fresh("found")
        for name, value in ((best, "0"), (chosen, "-1"), (found, "False")):
            self.write.line(f"{name} = {value}")
        last = node.loops[-1].slot

        def body(inside: Scope) -> None:
            amount = node.body.type.kind == "number"
            value = self.write.keep(self.as_kind(node.body, amount=amount, scope=inside), "value")
            sign = ">" if node.function == "highest" else "<"
            element = inside.values[last]
            with self.write.under(f"if not {found} or {value} {sign} {best}:"):
                self.write.line(f"{best} = {value}")
                self.write.line(f"{chosen} = {element.text if isinstance(element, Scalar) else -1}")
            self.write.line(f"{found} = True")

        self.nested(node, scope, body, None)
        self._or_default(node, found, chosen, scope)
        return chosen

    def _nth(self, node: typed.Series, nth: Node, scope: Scope) -> str:
        """Return the text of the nth greatest or least: of all values, which are kept."""
        most = 1
        for loop in node.loops:
            most = min(MOST_KEPT, most * self.ranges.most(loop.collection))
        count = self.write.keep(self.as_kind(nth, amount=False, scope=scope), "nth")
        by_element = node.function in ("highest", "lowest")
        values = self.plan.scratch.take(self.write.fresh("items"), most)
        elements = values
        if by_element:
            elements = self.plan.scratch.take(self.write.fresh("items"), most)
        number = self.write.fresh("number")
        self.write.line(f"{number} = 0")
        last = node.loops[-1].slot

        def body(inside: Scope) -> None:
            value = self._comparable(node.body, inside)
            self.write.line(f"in_range({number}, 0, {most - 1})")
            self.write.line(f"store(block, {values} + {number}, {value})")
            element = inside.values[last]
            if by_element and isinstance(element, Scalar):
                self.write.line(f"store(block, {elements} + {number}, {element.text})")
            self.write.line(f"{number} += 1")

        self.nested(node, scope, body, None)
        is_most = int(node.function in ("max", "highest"))
        place, found = self.write.fresh("place"), self.write.fresh("found")
        self.write.line(f"{place} = place_of_nth(block, {values}, {number}, {count}, {is_most})")
        self.write.line(f"{found} = load(block, {elements} + max(0, {place}))")
        self._or_default(node, f"{place} >= 0", found, scope)
        return found

    def _first(self, node: typed.Series, scope: Scope) -> str:
        name, found = self.write.fresh("first"), self.write.fresh("found")
        self.write.line(f"{name} = {'-1' if node.type.kind in ('seat', 'card') else '0'}")
        self.write.line(f"{found} = False")

        def body(inside: Scope) -> None:
            text = self.as_kind(node.body, amount=self._amount(node), scope=inside)
            self.write.line(f"{name} = {self.as_stored(node.body, text)}")
            self.write.line(f"{found} = True")

        self.nested(node, scope, body, found)
        self._or_default(node, found, name, scope)
        return f"({name} != 0)" if node.type.kind == "boolean" else name

    def _run(self, node: typed.Series, scope: Scope) -> str:
        (loop, *more) = node.loops
        form = self.form(loop.collection, scope)
        if not more and loop.condition is None and isinstance(form, ZoneForm):
            return self._run_of_zone(node, form, scope)
        length, last = self.write.fresh("length"), self.write.fresh("last")
        self.write.line(f"{length} = 0")
        self.write.line(f"{last} = 0")

        def body(inside: Scope) -> None:
            value = self._comparable(node.body, inside)
            with self.write.under(f"if {length} > 0 and {value} == {last}:"):
                self.write.line(f"{length} += 1")
            with self.write.under("else:"):
                self.write.line(f"{length} = 1")
            self.write.line(f"{last} = {value}")

        self.nested(node, scope, body, None)
        return length

    def _comparable(self, node: Node, scope: Scope) -> str:
        text = self.as_kind(node, amount=node.type.kind == "number", scope=scope)
        return self.write.keep(self.as_stored(node, text), "value")

    def _run_of_zone(self, node: typed.Series, form: ZoneForm, scope: Scope) -> str:
        length, last = self.write.fresh("length"), self.write.fresh("last")
        place, card = self.write.fresh("place"), self.write.fresh("card")
        self.write.line(f"{length} = 0")
        self.write.line(f"{last} = 0")
        self.write.line(f"{place} = {self.number_in(form)} - 1")
        with self.write.under(f"while {place} >= 0:"):
            self.write.line(f"{card} = load_card(block, {form.cards_place} + {place})")
            inside = scope.with_value(node.loops[0].slot, Scalar(card))
            value = self._comparable(node.body, inside)
            with self.write.under(f"if {length} > 0 and {value} != {last}:"):
                self.write.line("break")
            self.write.line(f"{last} = {value}")
            self.write.line(f"{length} += 1")
            self.write.line(f"{place} -= 1")
        return length

    def _distinct(self, node: typed.Series, scope: Scope) -> str:
        pack = node.loops[-1].collection.type.element
        values: list[int] | None = None
        if (
            pack is not None
            and pack.pack
            and self.rests_on_attributes(node.body, node.loops[-1].slot)
        ):
            plan = self.plan.packs[pack.pack]
            found = self.known_over_cards(node.body, node.loops[-1].slot, plan)
            if found is not None and node.body.type.kind != "number":
                values = [self.plan.plain(value) for value in found]
        bounds = (min(values), max(values)) if values else self.ranges.of(node.body)
        if node.body.type.kind == "seat":
            bounds = (-1, self.plan.players)
        if bounds is not None and bounds[1] - bounds[0] < 62:
            seen = self.write.fresh("seen")
            self.write.line(f"{seen} = 0")

            def mark(inside: Scope) -> None:
                value = self._comparable(node.body, inside)
                self.write.line(f"{seen} |= 1 << ({value} - {bounds[0]})")

            self.nested(node, scope, mark, None)
            return f"count_bits({seen})"
        return self._distinct_kept(node, scope)

    def _distinct_kept(self, node: typed.Series, scope: Scope) -> str:
        # Every value is looked for among those that were kept before.
        most = 1
        for loop in node.loops:
            most = min(MOST_KEPT, most * self.ranges.most(loop.collection))
        items = self.plan.scratch.take(self.write.fresh("items"), most)
        number = self.write.fresh("number")
        self.write.line(f"{number} = 0")

        def body(inside: Scope) -> None:
            value = self._comparable(node.body, inside)
            place = self.write.fresh("place")
            self.write.line(f"{place} = 0")
            with self.write.under(
                f"while {place} < {number} and load(block, {items} + {place}) != {value}:"
            ):
                self.write.line(f"{place} += 1")
            with self.write.under(f"if {place} == {number}:"):
                self.write.line(f"in_range({number}, 0, {most - 1})")
                self.write.line(f"store(block, {items} + {number}, {value})")
                self.write.line(f"{number} += 1")

        self.nested(node, scope, body, None)
        return number

    def as_stored(self, node: Node, text: str) -> str:
        """Return the text of a value as an integer."""
        if node.type.kind != "boolean":
            return text
        return {"True": "1", "False": "0"}.get(text, f"int({text})")
