"""Conditions on the cards of a set, worked out for all of them at once.

A condition on one card becomes an expression of sets: `and` is the intersection, `or` the union,
and a comparison of an attribute a set known before play, or one of a lookup table of sets. Where
the interpreter has no card to work something out for, nothing is worked out here either.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from certify.language import typed
from certify.language.typed import Node
from certify.language.types import BOOLEAN
from certify.play.compiler.forms import Scalar, Scope, SetForm
from certify.play.compiler.lists import ListEmitter
from certify.play.compiler.numbers import depends_on
from certify.play.compiler.plan import PackPlan
from certify.play.compiler.writer import may_stop

COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
MOST_SPREAD = 256
"""Values between the least and the greatest of an attribute for which there is a table of sets."""


class FilterEmitter(ListEmitter):
    """The part of the generator that knows conditions on cards."""

    @abstractmethod
    def as_stored(self, node: Node, text: str) -> str:
        """Return the text of a value as an integer."""

    def filtered(self, node: Node, slot: int, domain: str, scope: Scope) -> str:
        """Return the text of the cards in the set `domain` that meet a condition.

        `slot` is the local that stands for the card; `scope` does not include it.
        """
        own = frozenset((slot,))
        if not depends_on(node, own):
            return self._all_or_none(node, domain, scope)
        known = self._by_attributes(node, slot)
        if known is not None:
            return (
                domain if known == self._pack_of(node, slot).everything else f"({domain} & {known})"
            )
        match node:
            case typed.Logic():
                return self._filter_logic(node, slot, domain, scope)
            case typed.Not():
                domain = self.write.keep(domain, "domain")
                inner = self.filtered(node.operand, slot, domain, scope)
                return f"({domain} & ~{inner})"
            case typed.Conditional():
                return self._one_of_two(node, slot, domain, scope)
            case typed.Comparison():
                found = self._filter_comparison(node, slot, domain, scope)
            case typed.Membership():
                found = self._filter_membership(node, slot, domain, scope)
            case typed.Apply():
                found = self._filter_applied(node, slot, domain, scope)
            case typed.Let() if not depends_on(node.value, own):
                inside = self.bound(node, scope)
                return self.filtered(node.body, slot, domain, inside)
            case typed.Let(value=typed.Local()) if not depends_on(node.body, own):
                # A definition that is asked of the card itself.
                return self.filtered(node.body, node.slot, domain, scope)
            case typed.Series() if self._each_asks(node, own):
                return self._filter_series(node, slot, domain, scope)
            case _:
                found = None
        return found if found is not None else self._one_by_one(node, slot, domain, scope)

    def _pack_of(self, node: Node, slot: int) -> PackPlan:
        for part in node.walk():
            if isinstance(part, typed.Local) and part.slot == slot:
                return self.plan.packs[part.type.pack]
        raise KeyError(slot)

    def _all_or_none(self, node: Node, domain: str, scope: Scope) -> str:
        known = self.folding.constant(node)
        if known is not None:
            return domain if known.value else "0"
        domain = self.write.keep(domain, "domain")
        return self._asked(domain, lambda: f"({domain} if {self.truth(node, scope)} else 0)")

    def _asked(self, domain: str, make: Callable[[], str]) -> str:
        """Return the text of a set that is worked out only if there are cards to ask it of."""
        with self.write.apart() as lines:
            text = make()
        if not lines and not may_stop(text):
            return text
        name = self.write.fresh("cards")
        self.write.line(f"{name} = 0")
        with self.write.under(f"if {domain} != 0:"):
            self.write.paste(lines)
            self.write.line(f"{name} = {text}")
        return name

    def _filter_logic(self, node: typed.Logic, slot: int, domain: str, scope: Scope) -> str:
        is_or = node.operator == "or"
        found = self.write.fresh("cards")
        left = self.write.fresh("rest") if is_or else found
        self.write.line(f"{left} = {domain}")
        if is_or:
            self.write.line(f"{found} = 0")
        for number, operand in enumerate(node.operands):
            with self.write.apart() as lines:
                text = self.filtered(operand, slot, left, scope)
                if is_or:
                    more = self.write.keep(text, "more")
                    self.write.line(f"{found} |= {more}")
                    if number + 1 < len(node.operands):
                        self.write.line(f"{left} &= ~{more}")
                elif text != left:
                    self.write.line(f"{found} = {text}")
            if number == 0:
                self.write.paste(lines)
                continue
            with self.write.under(f"if {left} != 0:"):
                self.write.paste(lines)
        return found

    def _one_of_two(self, node: typed.Conditional, slot: int, domain: str, scope: Scope) -> str:
        found = self.write.fresh("cards")
        domain = self.write.keep(domain, "domain")
        if not depends_on(node.condition, frozenset((slot,))):
            self.write.line(f"{found} = 0")
            with self.write.under(f"if {domain} != 0:"):
                with self.write.under(f"if {self.truth(node.condition, scope)}:"):
                    self.write.line(f"{found} = {self.filtered(node.then, slot, domain, scope)}")
                with self.write.under("else:"):
                    other = self.filtered(node.otherwise, slot, domain, scope)
                    self.write.line(f"{found} = {other}")
            return found
        those = self.write.keep(self.filtered(node.condition, slot, domain, scope), "those")
        self.write.line(f"{found} = 0")
        with self.write.under(f"if {those} != 0:"):
            self.write.line(f"{found} = {self.filtered(node.then, slot, those, scope)}")
        with self.write.under(f"if {domain} & ~{those} != 0:"):
            rest = self.write.keep(f"{domain} & ~{those}", "rest")
            self.write.line(f"{found} |= {self.filtered(node.otherwise, slot, rest, scope)}")
        return found

    @staticmethod
    def _each_asks(node: typed.Series, own: frozenset[int]) -> bool:
        """Return whether a series asks the same elements, whatever the card."""
        asked = [loop.collection for loop in node.loops]
        asked += [loop.condition for loop in node.loops if loop.condition is not None]
        return node.function in ("any", "all") and not any(depends_on(part, own) for part in asked)

    def _filter_series(self, node: typed.Series, slot: int, domain: str, scope: Scope) -> str:
        """Write a filter for each element, of the cards that the elements before leave open."""
        rest = self.write.fresh("rest")
        domain = self.write.keep(domain, "domain")
        self.write.line(f"{rest} = {domain}")

        def body(inside: Scope) -> None:
            those = self.filtered(node.body, slot, rest, inside)
            self.write.line(f"{rest} {'&= ~' if node.function == 'any' else '= '}{those}")

        with self.write.under(f"if {rest} != 0:"):
            self.nested(node, scope, body, f"{rest} == 0")
        return f"({domain} & ~{rest})" if node.function == "any" else rest

    # Parts that are known before play

    def _by_attributes(self, node: Node, slot: int) -> int | None:
        """Return the set of cards for which a condition on their attributes alone is true."""
        if not self.rests_on_attributes(node, slot):
            return None
        pack = self._pack_of(node, slot)
        values = self.known_over_cards(node, slot, pack)
        if values is None:
            return None
        return sum(1 << card for card, value in enumerate(values) if value)

    def rests_on_attributes(self, node: Node, slot: int) -> bool:
        """Return whether an expression reads nothing but a card's attributes, and constants."""
        if self.folding.constant(node) is not None:
            return True
        match node:
            case typed.Attribute():
                return isinstance(node.card, typed.Local) and node.card.slot == slot
            case typed.Let():
                return self.rests_on_attributes(node.value, slot) and self._in_let(node, slot)
            case (
                typed.Local() | typed.Me() | typed.VariableAt() | typed.TokensAt() | typed.ZoneAt()
            ):
                return False
            case typed.Series() | typed.Element() | typed.AllSeats():
                return False
            case typed.Apply() if node.function == "face_up":
                return False
        if isinstance(node, typed.Named) and node.function == "supply":
            return False
        return all(self.rests_on_attributes(child, slot) for child in node.children())

    def _in_let(self, node: typed.Let, slot: int) -> bool:
        inner = node.slot

        def fine(part: Node) -> bool:
            if isinstance(part, typed.Local):
                return part.slot == inner and part.type.kind in (
                    "integer",
                    "number",
                    "word",
                    "boolean",
                )
            return self.rests_on_attributes(part, slot) or (
                not isinstance(part, typed.Series | typed.ZoneAt | typed.VariableAt | typed.Me)
                and bool(list(part.children()))
                and all(fine(child) for child in part.children())
            )

        return fine(node.body)

    def known_over_cards(self, node: Node, slot: int, pack: PackPlan) -> list[Any] | None:
        """Return what `over_cards` does; None if it cannot be worked out for every card."""
        try:
            return self.over_cards(node, slot, pack)
        except Exception:  # noqa: BLE001  (what cannot be worked out before play is left to play)
            return None

    def over_cards(self, node: Node, slot: int, pack: PackPlan) -> list[Any]:
        """Return the values of an expression of a card's attributes, for each card of a pack."""
        evaluator = self.plan.program.evaluator
        function = evaluator.function(node)
        place = self.plan.program.layout.local(slot)
        values: list[Any] = [None] * self.plan.program.layout.size
        found = []
        for card in pack.cards:
            values[0], values[place] = 0, card
            found.append(function(values, []))
        return found

    # Comparisons

    def _filter_comparison(
        self, node: typed.Comparison, slot: int, domain: str, scope: Scope
    ) -> str | None:
        if len(node.operators) > 1:
            pairs = tuple(
                typed.Comparison(BOOLEAN, (operator,), node.operands[place : place + 2])
                for place, operator in enumerate(node.operators)
            )
            return self._filter_logic(typed.Logic(BOOLEAN, "and", pairs), slot, domain, scope)
        left, right = node.operands
        own = frozenset((slot,))
        operator = node.operators[0]
        if depends_on(right, own) and not depends_on(left, own):
            left, right, operator = right, left, MIRRORED[operator]
        if depends_on(right, own):
            return None
        if isinstance(left, typed.Local) and left.type.kind == "card":
            return self._same_card(right, operator, domain, scope)
        if not self.rests_on_attributes(left, slot):
            return None
        if left.type.kind == "number" or right.type.kind == "number":
            return None
        pack = self._pack_of(left, slot)
        found = self.known_over_cards(left, slot, pack)
        if found is None:
            return None
        values = [self.plan.plain(value) for value in found]
        return self._looked_up(values, operator, right, domain, scope)

    def _same_card(self, other: Node, operator: str, domain: str, scope: Scope) -> str:
        domain = self.write.keep(domain, "domain")

        def make() -> str:
            text = self.write.keep(self.value(other, scope), "other")
            bit = f"(1 << {text})"
            if self.can_be_none(other, scope):
                bit = f"((1 << max({text}, 0)) if {text} >= 0 else 0)"
            return f"({domain} & {bit})" if operator == "==" else f"({domain} & ~{bit})"

        return self._asked(domain, make)

    def _looked_up(
        self, values: list[int], operator: str, other: Node, domain: str, scope: Scope
    ) -> str | None:
        least, most = min(values), max(values)
        if most - least > MOST_SPREAD:
            return None
        # Below the least and above the greatest value nothing changes any more.
        low, high = least - 1, most + 1
        compare = COMPARED[operator]
        sets = [
            sum(1 << card for card, value in enumerate(values) if compare(value, other_value))
            for other_value in range(low, high + 1)
        ]
        table = self.plan.table(sets, "cards")
        domain = self.write.keep(domain, "domain")
        shift = f" - {low}" if low > 0 else f" + {-low}" if low < 0 else ""

        def make() -> str:
            text = self.as_stored(other, self.value(other, scope))
            bounds = self.ranges.of(other) if other.type.kind == "integer" else None
            if bounds is None or bounds[0] < low or bounds[1] > high:
                text = f"min(max({text}, {low}), {high})"
            return f"({domain} & load(block, {table} + {text}{shift}))"

        return self._asked(domain, make)

    def _filter_membership(
        self, node: typed.Membership, slot: int, domain: str, scope: Scope
    ) -> str | None:
        own = frozenset((slot,))
        item, collection = node.item, node.collection
        if isinstance(item, typed.Local) and item.slot == slot and not depends_on(collection, own):
            with self.write.apart():
                if self.as_members(self.form(collection, scope)) is None:
                    return None
            domain = self.write.keep(domain, "domain")
            return self._asked(
                domain, lambda: f"({domain} & {self.as_members(self.form(collection, scope))})"
            )
        if item.type.kind == "word" and collection.type.kind == "words":
            return self._word_in_words(item, collection, slot, domain, scope)
        return None

    def _word_in_words(
        self, item: Node, collection: Node, slot: int, domain: str, scope: Scope
    ) -> str | None:
        own = frozenset((slot,))
        if not depends_on(item, own) and self.rests_on_attributes(collection, slot):
            pack = self._pack_of(collection, slot)
            groups = self.over_cards(collection, slot, pack)
            words = sorted(self.plan.words, key=self.plan.words.__getitem__)
            sets = [
                sum(1 << c for c, group in enumerate(groups) if word in group) for word in words
            ]
            return self._from_table(sets, item, domain, scope)
        if not depends_on(collection, own) and self.rests_on_attributes(item, slot):
            pack = self._pack_of(item, slot)
            values = self.over_cards(item, slot, pack)
            sets = [
                sum(1 << card for card, word in enumerate(values) if word in group)
                for group in self.plan.sets
            ]
            return self._from_table(sets, collection, domain, scope)
        return None

    def _from_table(self, sets: list[int], other: Node, domain: str, scope: Scope) -> str:
        """Return the text of the cards of a set that are in that of a table, by another value."""
        table = self.plan.table(sets, "cards")
        domain = self.write.keep(domain, "domain")
        return self._asked(
            domain, lambda: f"({domain} & load(block, {table} + {self.value(other, scope)}))"
        )

    def _filter_applied(
        self, node: typed.Apply, slot: int, domain: str, scope: Scope
    ) -> str | None:
        own = frozenset((slot,))
        if node.function == "face_up":
            (card,) = node.arguments
            if isinstance(card, typed.Local) and card.slot == slot:
                return f"({domain} & load(block, up_of_{card.type.pack}))"
        if node.function == "shares":
            first, second = node.arguments
            if depends_on(first, own):
                first, second = second, first
            if not depends_on(first, own) and self.rests_on_attributes(second, slot):
                pack = self._pack_of(second, slot)
                groups = self.over_cards(second, slot, pack)
                sets = [
                    sum(1 << card for card, group in enumerate(groups) if group & other)
                    for other in self.plan.sets
                ]
                return self._from_table(sets, first, domain, scope)
        return None

    def _one_by_one(self, node: Node, slot: int, domain: str, scope: Scope) -> str:
        found = self.write.fresh("cards")
        self.write.line(f"{found} = 0")

        def body(card: str) -> None:
            inside = scope.with_value(slot, Scalar(card))
            with self.write.under(f"if {self.truth(node, inside)}:"):
                self.write.line(f"{found} |= 1 << {card}")

        self._loop(SetForm(self._pack_of(node, slot), domain), body, None)
        return found
