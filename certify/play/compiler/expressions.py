"""Expressions in generated code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from certify.errors import CompileError
from certify.language import typed
from certify.language.typed import Node
from certify.play.compiler.cases import cases_of
from certify.play.compiler.forms import ConstantForm, NodeForm, Scalar, Scope, ZoneForm
from certify.play.compiler.numbers import SAFE, Folding, Ranges
from certify.play.compiler.plan import Plan
from certify.play.compiler.repeated import Repeated
from certify.play.compiler.series import SeriesEmitter
from certify.play.compiler.sums import Sums
from certify.play.compiler.writer import Writer, may_stop
from certify.play.interpreter.series import LARGEST

MOST_CASES = 64
"""Values of a number up to which its cases are a table."""

CHECKED = {
    "+": "add_checked",
    "-": "subtract_checked",
    "*": "multiply_checked",
    "**": "power_checked",
}


class ExpressionEmitter(SeriesEmitter):
    """The part of the generator that writes expressions.

    `units` is the number of units in an amount of one: the values of variables are always counted
    in them. `sums` are those over the zones of large packs, by pack; `repeated` tells which
    expressions are functions.
    """

    repeated: Repeated

    def __init__(self, plan: Plan, folding: Folding, units: int, sums: dict[str, Sums]) -> None:
        self.plan = plan
        self.folding = folding
        self.units = self.state_units = units
        self.sums = sums
        self.ranges = Ranges(plan, folding)
        self.write = Writer()
        self._calls: dict[tuple[int, int, bool], str] = {}

    def value(self, node: Node, scope: Scope) -> str:
        """Return the text of an expression of any type but a list.

        The text is a boolean for a boolean, else an integer; amounts are in units. What must be
        worked out before has been written when this returns.
        """
        known = self.folding.constant(node)
        if known is not None:
            return self._constant(node, known.value)
        if isinstance(node, typed.Ranked) and node.function == "rank_of":
            self.plan.compared.add(node.ranking)
        return self._in_play(node, scope)

    def _in_play(self, node: Node, scope: Scope) -> str:
        """Return the text of an expression that is not known before play."""
        number = self.repeated.number(node)
        if number is not None:
            return self._by_function(number, node, scope)
        return self._in_place_of(node, scope)

    def _in_place_of(self, node: Node, scope: Scope) -> str:
        """Return the text of an expression that is worked out where it stands."""
        method: Callable[[Any, Scope], str] = getattr(self, f"_{type(node).__name__.lower()}")
        return method(node, scope)

    def _by_function(self, number: int, node: Node, scope: Scope) -> str:
        """Return the call of the function that an expression is; it is written the first time."""
        reads_me = self.repeated.reads_me(node)
        key = (number, self.units, reads_me and scope.is_nobody)
        if key not in self._calls:
            self._calls[key] = self._function(number, node, scope, reads_me=reads_me)
        return f"{self._calls[key]}(block{f', {scope.me}' if reads_me else ''})"

    def _function(self, number: int, node: Node, scope: Scope, *, reads_me: bool) -> str:
        """Write the function that an expression is, and return its name."""
        stem = self.write.fresh("value_of")
        inside = Scope("me", is_nobody=scope.is_nobody and reads_me)
        bit = self.repeated.bits.get(number) if self.units == self.state_units else None
        kept = "" if bit is None else self.plan.scratch.take(f"kept_{stem}")
        with self.write.apart() as lines:
            self.write.shift(1)
            text = self._in_place_of(node, inside)
            if bit is not None:
                text = self.write.keep(text, "found")
                self.write.line(f"store(block, {kept}, {self.as_stored(node, text)})")
                self.write.line(f"store(block, known_values, load(block, known_values) | {bit})")
            self.write.line(f"return {text}")
        self.write.shift(lines.depth)
        name = f"{stem}_checked" if lines.may_stop else stem
        if bit is None:
            self.write.function(f"def {name}(block{', me' if reads_me else ''}):", lines)
            return name
        self.write.function(f"def new_{name}(block):", lines)
        with self.write.apart() as lines:
            self.write.shift(1)
            with self.write.under(f"if load(block, known_values) & {bit} != 0:"):
                is_true = " != 0" if node.type.kind == "boolean" else ""
                self.write.line(f"return load(block, {kept}){is_true}")
            self.write.line(f"return new_{name}(block)")
        self.write.shift(lines.depth)
        self.write.function(f"def {name}(block):", lines)
        return name

    def _constant(self, node: Node, value: Any) -> str:
        if node.type.kind == "boolean":
            return str(bool(value))
        return str(self.plan.plain(value, self.units if node.type.kind == "number" else 1))

    def truth(self, node: Node, scope: Scope) -> str:
        """Return the text of a truth value."""
        return self.value(node, scope)

    def as_kind(self, node: Node, *, amount: bool, scope: Scope) -> str:
        """Return the text of an expression, of an integer as an amount if one is wanted."""
        text = self.value(node, scope)
        if not amount or node.type.kind != "integer" or self.units == 1:
            return text
        if text.lstrip("-").isdigit():
            return str(int(text) * self.units)
        bounds = self.ranges.of(node)
        if bounds is not None and max(abs(bounds[0]), abs(bounds[1])) * self.units <= SAFE:
            return f"({text} * {self.units})"
        return f"multiply_checked({text}, {self.units})"

    def apart(self, call: Callable[[], str]) -> tuple[Any, str]:
        """Return the lines that a text needs, unwritten, and the text."""
        with self.write.apart() as lines:
            text = call()
        return lines, text

    # Values

    def _literal(self, node: typed.Literal, scope: Scope) -> str:
        del scope
        return self._constant(node, node.value)

    def _named(self, node: typed.Named, scope: Scope) -> str:
        del scope
        return f"load(block, supply_of_{node.name})"

    def _local(self, node: typed.Local, scope: Scope) -> str:
        found = scope.values[node.slot]
        if not isinstance(found, Scalar):
            raise CompileError(f"{node.name} is a list")
        return found.text

    def _me(self, node: typed.Me, scope: Scope) -> str:
        del node
        return scope.me

    def place(self, node: typed.VariableAt | typed.TokensAt, scope: Scope) -> str:
        """Return the text of the place of a variable or of tokens."""
        stem = "variable" if isinstance(node, typed.VariableAt) else "tokens"
        _, number, shift = self.plan.program.layout.places[node.name]
        index = self.index(node.name, node.index, number, shift, scope)
        return f"{stem}_{node.name}" + ("" if index == "0" else f" + {index}")

    def _variableat(self, node: typed.VariableAt, scope: Scope) -> str:
        text = f"load(block, {self.place(node, scope)})"
        if node.type.kind == "number" and self.units != self.state_units:
            return f"multiply_checked({text}, {self.units // self.state_units})"
        return f"({text} != 0)" if node.type.kind == "boolean" else text

    def _tokensat(self, node: typed.TokensAt, scope: Scope) -> str:
        return f"load(block, {self.place(node, scope)})"

    def _attribute(self, node: typed.Attribute, scope: Scope) -> str:
        pack = node.card.type.pack
        scale = self.units if node.type.kind == "number" else 1
        values = [self.plan.plain(value, scale) for value in self.plan.attribute(pack, node.name)]
        found = self._of_single(node, tuple(values), scope)
        if found is None:
            text = self.present(node.card, self.value(node.card, scope), scope)
            found = self.looked_up(values, text, node.name)
            if may_stop(text) and not may_stop(found):
                self.write.line(text)
        return f"({found} != 0)" if node.type.kind == "boolean" else found

    def _of_single(
        self, node: typed.Attribute, values: tuple[int, ...], scope: Scope
    ) -> str | None:
        """Return the text of an attribute of the only card of a zone, if sums tell it."""
        card = node.card
        if not isinstance(card, typed.Element) or card.type.pack not in self.sums:
            return None
        known = self.folding.constant(card.position)
        if known is None or known.value not in (0, -1) or min(values) < 0:
            return None
        form = self.form(card.collection, scope)
        if not isinstance(form, ZoneForm) or form.zone.limit != 1:
            return None
        sums = self.sums[form.pack.name]
        # For a moment there may be more cards than the limit.
        number = self.write.keep(sums.number(form), "number")
        first = f"card_at(block, {form.cards_place}, {known.value}, {number})"
        other = self.looked_up(list(values), first, node.name)
        return f"({sums.read(form, values)} if {number} == 1 else {other})"

    def _element(self, node: typed.Element, scope: Scope) -> str:
        return self.element(node, scope)

    def _let(self, node: typed.Let, scope: Scope) -> str:
        return self.value(node.body, self.bound(node, scope))

    # Arithmetic and comparison

    def _arithmetic(self, node: typed.Arithmetic, scope: Scope) -> str:
        if node.type.kind == "number":
            return self._amounts(node, scope)
        left, right = self._both(node.left, node.right, scope, amount=False)
        if node.operator in ("//", "%"):
            bounds = self.ranges.of(node.right)
            if bounds is None or bounds[0] <= 0 <= bounds[1]:
                right = f"not_zero({right})"
            return f"({left} {node.operator} {right})"
        bounds = self.ranges.of(node)
        most = LARGEST if node.operator in ("*", "**") else SAFE
        if (
            node.operator != "**"
            and bounds is not None
            and bounds[0] >= -most
            and bounds[1] <= most
        ):
            return f"({left} {node.operator} {right})"
        text = f"{CHECKED[node.operator]}({left}, {right})"
        return f"in_range({text}, {-most}, {most})" if most == LARGEST else text

    def _both(self, left: Node, right: Node, scope: Scope, *, amount: bool) -> tuple[str, str]:
        first = self.as_kind(left, amount=amount, scope=scope)
        return first, self.as_kind(right, amount=amount, scope=scope)

    def _amounts(self, node: typed.Arithmetic, scope: Scope) -> str:
        if node.operator == "/":
            divisor = self.folding.constant(node.right)
            left = self.as_kind(node.left, amount=True, scope=scope)
            if divisor is None:
                return f"exact_quotient({left}, not_zero({self.value(node.right, scope)}))"
            if not divisor.value:
                return "stopped()"
            over, under = divisor.value.numerator, divisor.value.denominator
            if over < 0:
                over, under = -over, -under
            product = left if under == 1 else f"multiply_checked({left}, {under})"
            return f"quotient({product}, {over})"
        if node.operator == "*":
            if node.left.type.kind == "integer" or node.right.type.kind == "integer":
                return self._times(node, scope)
            left, right = self._both(node.left, node.right, scope, amount=True)
            return f"quotient(multiply_checked({left}, {right}), {self.units})"
        left, right = self._both(node.left, node.right, scope, amount=True)
        return f"{CHECKED[node.operator]}({left}, {right})"

    def _times(self, node: typed.Arithmetic, scope: Scope) -> str:
        """Return the text of an amount so many times."""
        left, right = self._both(node.left, node.right, scope, amount=False)
        if node.left.type.kind == node.right.type.kind == "integer":
            return f"multiply_checked({left}, {right} * {self.units})"
        return f"multiply_checked({left}, {right})"

    def _negative(self, node: typed.Negative, scope: Scope) -> str:
        return f"(-{self.value(node.operand, scope)})"

    def _comparison(self, node: typed.Comparison, scope: Scope) -> str:
        operands = node.operands
        pairs = [
            partial(self._compared, operator, operands[place], operands[place + 1], scope)
            for place, operator in enumerate(node.operators)
        ]
        return pairs[0]() if len(pairs) == 1 else self._in_turn(pairs, decisive=False)

    def _compared(self, operator: str, left: Node, right: Node, scope: Scope) -> str:
        amount = "number" in (left.type.kind, right.type.kind)
        first, second = self._both(left, right, scope, amount=amount)
        return f"({self._as_bound(left, first)} {operator} {self._as_bound(right, second)})"

    def _as_bound(self, node: Node, text: str) -> str:
        """Return the text of one side of a comparison.

        What settings come to is data there, so that the same code plays other settings.
        """
        known = self.plan.program.game.spec.parameters
        parts = (part for part in node.walk() if isinstance(part, typed.ParameterValue))
        if not text.lstrip("-").isdigit() or not any(part.name in known for part in parts):
            return text
        return f"load(block, {self.plan.bound(int(text))})"

    def _membership(self, node: typed.Membership, scope: Scope) -> str:
        item, collection = node.item, node.collection
        if collection.type.kind == "words":
            return self._word_among(item, collection, scope)
        element = collection.type.element
        amount = "number" in (item.type.kind, element.kind if element is not None else "")
        form = self.form(collection, scope)
        if isinstance(form, NodeForm) and isinstance(form.node, typed.Range):
            return self._in_a_range(item, form.node, scope)
        if isinstance(form, ConstantForm):
            text = self.write.keep(self.as_kind(item, amount=amount, scope=scope), "item")
            scale = (
                self.units if amount and element is not None and element.kind == "integer" else 1
            )
            tests = [f"{text} == {value * scale}" for value in dict.fromkeys(form.values)]
            return f"({' or '.join(tests)})" if tests else "False"
        cards = self.as_members(form) if item.type.kind == "card" else None
        text = self.write.keep(self.as_kind(item, amount=amount, scope=scope), "item")
        if cards is not None:
            inside = f"(({cards} >> {text}) & 1) != 0"
            if self.can_be_none(item, scope) and not self.holds_none(collection, scope):
                return f"({cards} & card_bit({text}) != 0)"
            if self.can_be_none(item, scope):
                return self.is_among(form, collection, text)
            return f"({inside})"
        if amount and element is not None and element.kind == "integer":
            return self.is_among(form, collection, f"({text}) / {self.units}")
        return self.is_among(form, collection, text)

    def _in_a_range(self, item: Node, node: typed.Range, scope: Scope) -> str:
        amount = item.type.kind == "number"
        text = self.write.keep(self.value(item, scope), "item")
        least = self.as_kind(node.least, amount=amount, scope=scope)
        most = self.as_kind(node.most, amount=amount, scope=scope)
        whole = f" and {text} % {self.units} == 0" if amount and self.units > 1 else ""
        return f"({least} <= {text} <= {most}{whole})"

    def _word_among(self, item: Node, collection: Node, scope: Scope) -> str:
        words, groups = self.plan.words, self.plan.sets
        known = self.folding.constant(collection)
        text = self.value(item, scope)
        if known is not None:
            tests = [f"{text} == {self.plan.word(word)}" for word in sorted(known.value)]
            return f"({' or '.join(tests)})" if tests else "False"
        ordered = sorted(words, key=words.__getitem__)
        flags = [int(word in group) for group in groups for word in ordered]
        table = self.plan.table(flags, "words")
        group = self.value(collection, scope)
        return f"(load(block, {table} + {len(ordered)} * {group} + {text}) != 0)"

    # Logic

    def _logic(self, node: typed.Logic, scope: Scope) -> str:
        parts: list[Callable[[], str]] = []
        for operand in node.operands:
            known = self.folding.constant(operand)
            if known is not None:
                if bool(known.value) == (node.operator == "or"):
                    parts.append(partial(self.truth, operand, scope))
                    break
                continue
            parts.append(partial(self.truth, operand, scope))
        return self._in_turn(parts, decisive=node.operator == "or")

    def _in_turn(self, parts: Sequence[Callable[[], str]], *, decisive: bool) -> str:
        """Return the text of conditions of which one may decide before the others are looked at."""
        word = "or" if decisive else "and"
        texts: list[str] = []
        for number, part in enumerate(parts):
            lines, text = self.apart(part)
            if number == 0:
                self.write.paste(lines)
                texts.append(text)
            elif not lines:
                texts.append(text)
            else:
                name = self.write.fresh("so_far")
                self.write.line(f"{name} = {f' {word} '.join(texts)}")
                with self.write.under(f"if {'not ' if decisive else ''}{name}:"):
                    self.write.paste(lines)
                    self.write.line(f"{name} = {text}")
                texts = [name]
        return texts[0] if len(texts) == 1 else f"({f' {word} '.join(texts)})"

    def _not(self, node: typed.Not, scope: Scope) -> str:
        return f"(not {self.truth(node.operand, scope)})"

    def _present(self, node: typed.Present, scope: Scope) -> str:
        if node.operand.type.kind == "list":
            return self.is_there(self.form(node.operand, scope))
        return f"({self.value(node.operand, scope)} >= 0)"

    def _conditional(self, node: typed.Conditional, scope: Scope) -> str:
        known = self.folding.constant(node.condition)
        amount = node.type.kind == "number"
        if known is not None:
            chosen = node.then if known.value else node.otherwise
            return self.as_kind(chosen, amount=amount, scope=scope)
        table = self._by_cases(node, scope)
        if table is not None:
            return table
        condition = self.truth(node.condition, scope)
        then = self.apart(lambda: self.as_kind(node.then, amount=amount, scope=scope))
        otherwise = self.apart(lambda: self.as_kind(node.otherwise, amount=amount, scope=scope))
        return self.write.either(condition, then, otherwise, "value")

    def _by_cases(self, node: typed.Conditional, scope: Scope) -> str | None:
        """Return the text of a value that a word, or a number of few, tells; else None."""
        cases = cases_of(node, self.folding.constant)
        if cases is None:
            return None
        least, keys = 0, list[Any](self.plan.words)
        if cases.subject.type.kind != "word":
            bounds = self.ranges.of(cases.subject)
            is_integer = cases.subject.type.kind == "integer"
            if not is_integer or bounds is None or bounds[1] - bounds[0] >= MOST_CASES:
                return None
            least, keys = bounds[0], list(range(bounds[0], bounds[1] + 1))
        scale = self.units if node.type.kind == "number" else 1
        values = [self.plan.plain(cases.values.get(key, cases.otherwise), scale) for key in keys]
        subject = self.value(cases.subject, scope)
        if least:
            subject = f"({subject} {'-' if least > 0 else '+'} {abs(least)})"
        found = self.looked_up(values, subject, "cases")
        return f"({found} != 0)" if node.type.kind == "boolean" else found

    # Functions

    def _apply(self, node: typed.Apply, scope: Scope) -> str:
        match node.function:
            case "len":
                (inner,) = node.arguments
                return self.length(self.form(inner, scope))
            case "abs":
                return f"abs({self.value(node.arguments[0], scope)})"
            case "min" | "max":
                amount = node.type.kind == "number"
                first, second = node.arguments
                left, right = self._both(first, second, scope, amount=amount)
                return f"{node.function}({left}, {right})"
            case "shares":
                return self._shares(node, scope)
            case "face_up":
                (card,) = node.arguments
                return self._face_up(card, scope)
        raise CompileError(f"{node.function} cannot be compiled")

    def _ranked(self, node: typed.Ranked, scope: Scope) -> str:
        hands = self.plan.program.layout.rankings[node.ranking]
        if node.function == "category_of":
            names = [self.plan.word(name) for name in reversed(hands.ranking.categories)]
            table = self.plan.table(names, "categories")
            rank = self._in_play(self.repeated.rank_of(node), scope)
            place = f"{table} + {rank} // ranks_in_category_of_{node.ranking}"
            return self.write.keep(f"load(block, {place})", "rank")
        form = self.form(node.cards, scope)
        self.worked_out(form, none=True)
        cards = self.as_set(form, once=True)
        self.plan.ranked[node.ranking] = max(
            self.plan.ranked.get(node.ranking, 0), self._most_ranked(node.cards)
        )
        if cards is None:
            items = self.kept(form, node.cards)
            text = f"rank_of_{node.ranking}(block, {items.place}, {items.number})"
        else:
            text = f"rank_of_set_{node.ranking}(block, {cards})"
        return self.write.keep(text, "rank")

    def _most_ranked(self, node: Node) -> int:
        """Return how many cards are usually ranked, of zones as many as they hold in the end."""
        if isinstance(node, typed.Join):
            return self._most_ranked(node.first) + self._most_ranked(node.second)
        limit = self.plan.zones[node.name].limit if isinstance(node, typed.ZoneAt) else None
        return limit if limit is not None else self.ranges.most(node)

    def _shares(self, node: typed.Apply, scope: Scope) -> str:
        groups = list(self.plan.sets)
        flags = [int(bool(first & second)) for first in groups for second in groups]
        table = self.plan.table(flags, "shares")
        left, right = (self.value(argument, scope) for argument in node.arguments)
        return f"(load(block, {table} + {len(groups)} * {left} + {right}) != 0)"

    def _face_up(self, card: Node, scope: Scope) -> str:
        pack = self.plan.packs[card.type.pack]
        if self.plan.program.layout.up_at < 0:
            return "False"
        text = self.present(card, self.value(card, scope), scope)
        if pack.is_small:
            return f"(((load(block, up_of_{pack.name}) >> {text}) & 1) != 0)"
        return f"(load(block, up_of_{pack.name} + {text}) != 0)"

    def _series(self, node: typed.Series, scope: Scope) -> str:
        return self.series(node, scope)
