"""What numbers can be: their common denominator, and the bounds of integers.

Amounts are exact fractions. Where a common denominator of all amounts is known before play,
compiled play counts in units of it, in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from certify.errors import CompileError, PlayError
from certify.language import acts, typed
from certify.language.type_rules import MOST_POWER
from certify.language.typed import Node
from certify.language.types import INTEGER, NUMBER, Type
from certify.play.compiler.plan import Plan
from certify.play.interpreter.evaluate import Constant
from certify.play.interpreter.series import LARGEST

MOST_UNITS = 10**9
"""Greatest common denominator of the amounts that play goes by."""

MOST_RECORDED = 1 << 50
"""Greatest denominator of what is recorded of a game."""

MOST_DIVISORS = 200
"""Divisors that a quotient may have, for it to have a denominator that is known before play."""

MOST_ROUNDS = 60
SAFE = 1 << 61
"""Sums of two numbers within it fit in a word."""

Bounds = tuple[int, int]


class Folding:
    """Values that are known before play."""

    def __init__(self, plan: Plan) -> None:
        self.evaluator = plan.program.evaluator
        self._known: dict[int, tuple[Node, Constant | None]] = {}

    def constant(self, node: Node) -> Constant | None:
        """Return the value of an expression if it never changes."""
        known = self._known.get(id(node))
        if known is None:
            try:
                found = self.evaluator.function(node)
            except PlayError:
                found = None  # an error of play, if it is ever worked out
            known = (node, found if isinstance(found, Constant) else None)
            self._known[id(node)] = known
        return known[1]


def is_number(kind: Type) -> bool:
    """Return whether values of a type are amounts, or lists of them."""
    return kind == NUMBER or (kind.kind == "list" and kind.element == NUMBER)


class Denominators:
    """The common denominator `units` of all amounts of a game, whatever course it takes.

    `more` are expressions beside the rules, of policies. None is known before play where amounts
    may grow without end.
    """

    def __init__(self, plan: Plan, folding: Folding, more: list[Node]) -> None:
        self.plan = plan
        self.folding = folding
        self.variables: dict[str, int] = {}
        self.slots: dict[int, int] = {}
        self.units = 1
        self.ranges = Ranges(plan, folding)
        play = plan.play
        recorded = {id(node) for node in play.result_nodes()}
        roots = [node for node in play.rule_nodes() if id(node) not in recorded] + more
        starts = [
            variable.start for variable in play.variables.values() if variable.start is not None
        ]
        for name, variable in play.variables.items():
            if variable.start is not None:
                self.variables[name] = self._of(variable.start)
        for _ in range(MOST_ROUNDS):
            before = (dict(self.variables), dict(self.slots), self.units)
            self._round([*roots, *starts])
            if (self.variables, self.slots, self.units) == before:
                break
            if self.units > MOST_UNITS:
                break
        else:
            self.units = MOST_UNITS + 1

    @property
    def is_unknown(self) -> bool:
        """Whether amounts were seen that have no common denominator within bounds."""
        return self.units > MOST_UNITS

    def look(self, nodes: Iterable[Node]) -> None:
        """See the amounts in expressions, with variables as they are known now."""
        for node in nodes:
            for _ in range(2):
                for part in node.walk():
                    self._bind_within(part)
                    if is_number(part.type):
                        self._see(self._of(part))

    def of(self, node: Node) -> int:
        """Return a number that makes every value of an expression whole.

        Raises CompileError if none is known before play.
        """
        found = self._of(node)
        if found > MOST_RECORDED:
            raise self.unknown("what it records has")
        return found

    def within(self, node: Node) -> int:
        """Return a number by which every amount in an expression, and of play, becomes whole."""
        found = self.units
        for _ in range(2):
            for part in node.walk():
                self._bind_within(part)
                found = lcm(found, self._of(part))
        if found > MOST_RECORDED:
            raise self.unknown("what it records has")
        return found

    def unknown(self, what: str) -> CompileError:
        """Return the error of a game whose amounts have no denominator that is known."""
        return CompileError(
            f"{self.plan.program.game.spec.game.id} cannot be compiled: {what} no common "
            "denominator that is known before play; the interpreter can play it"
        )

    def _round(self, roots: list[Node]) -> None:
        for root in roots:
            for node in root.walk():
                if is_number(node.type):
                    self._see(self._of(node))
                self._bind_within(node)
        for act in self.plan.play.statements():
            if isinstance(act, acts.SetAct):
                for target, value in act.changes:
                    if target.type == NUMBER:
                        self._widen(target.name, self._of(value))
            elif isinstance(act, acts.ChanceAct) and act.target.type == NUMBER:
                self._widen(act.target.name, self._of(act.among))
            elif isinstance(act, acts.CallAct):
                slots = self.plan.play.procedures[act.procedure].arguments
                for slot, value in zip(slots, act.arguments, strict=True):
                    self.bind(slot, value)
            elif isinstance(act, acts.LetAct):
                self.bind(act.slot, act.value)
            elif isinstance(act, acts.EachAct) and act.slot is not None:
                self.bind(act.slot, act.collection)

    def _see(self, number: int) -> None:
        if number <= MOST_UNITS:
            self.units = lcm(self.units, number)
        else:
            self.units = MOST_UNITS + 1

    def _widen(self, name: str, number: int) -> None:
        self.variables[name] = min(lcm(self.variables.get(name, 1), number), MOST_RECORDED + 1)

    def _bind_within(self, node: Node) -> None:
        if isinstance(node, typed.Let):
            self.bind(node.slot, node.value)
        elif isinstance(node, typed.Series):
            for loop in node.loops:
                self.bind(loop.slot, loop.collection)

    def bind(self, slot: int, value: Node) -> None:
        """Remember what a local can be counted in, beside what it could before."""
        if is_number(value.type):
            number = lcm(self.slots.get(slot, 1), self._of(value))
            self.slots[slot] = min(number, MOST_RECORDED + 1)

    def _of(self, node: Node) -> int:
        if not is_number(node.type):
            return 1
        known = self.folding.constant(node)
        if known is not None:
            values = known.value if node.type.kind == "list" else (known.value,)
            return lcm(1, *(Fraction(value).denominator for value in values))
        match node:
            case typed.VariableAt():
                return self.variables.get(node.name, 1)
            case typed.Local():
                return self.slots.get(node.slot, 1)
            case typed.Attribute():
                table = self.plan.attribute(node.card.type.pack, node.name)
                return lcm(1, *(Fraction(value).denominator for value in table))
            case typed.Arithmetic():
                return self._of_two(node)
            case typed.Let():
                return self._of(node.body)
            case typed.Conditional():
                return lcm(self._of(node.then), self._of(node.otherwise))
            case typed.Element():
                return self._of(node.collection)
        return lcm(1, *(self._of(child) for child in node.children()))

    def _of_two(self, node: typed.Arithmetic) -> int:
        left, right = self._of(node.left), self._of(node.right)
        if node.operator == "*":
            return left * right
        if node.operator == "/":
            divisor = self.folding.constant(node.right)
            if divisor is not None:
                return left * abs(Fraction(divisor.value).numerator) if divisor.value else 1
            return min(left * self._divisible(node.right), MOST_RECORDED + 1)
        return lcm(left, right)

    def _divisible(self, node: Node) -> int:
        """Return a number that every value of a divisor divides; a large one if none is known."""
        known = self.folding.constant(node)
        if known is not None and isinstance(known.value, int):
            return abs(known.value) or 1
        if isinstance(node, typed.Arithmetic) and node.operator == "*":
            return self._divisible(node.left) * self._divisible(node.right)
        bounds = self.ranges.of(node)
        if bounds is None or bounds[1] - bounds[0] > MOST_DIVISORS:
            return MOST_RECORDED + 1
        return lcm(1, *(abs(n) for n in range(bounds[0], bounds[1] + 1) if n))


class Ranges:
    """Bounds of integer expressions, as far as they can be told before play."""

    def __init__(self, plan: Plan, folding: Folding) -> None:
        self.plan = plan
        self.folding = folding
        self.slots: dict[int, Bounds] = {}
        self._lists: dict[int, int] = {}
        self._learn_lists()

    def _learn_lists(self) -> None:
        """Learn how many elements the lists that locals name can have at most."""
        play = self.plan.play
        for decision in play.decisions.values():
            for move in decision.moves:
                if move.pick is not None and move.pick.picked.type.kind == "list":
                    pack = self.plan.packs[move.pick.candidate.type.pack]
                    self._lists[move.pick.picked.slot] = pack.size
        lets = [
            part
            for node in play.rule_nodes()
            for part in node.walk()
            if isinstance(part, typed.Let) and part.value.type.kind == "list"
        ]
        calls = [act for act in play.statements() if isinstance(act, acts.CallAct)]
        handed = [
            (slot, value)
            for act in calls
            for slot, value in zip(
                play.procedures[act.procedure].arguments, act.arguments, strict=True
            )
            if value.type.kind == "list"
        ]
        handed += [(let.slot, let.value) for let in lets]
        before: dict[int, int] | None = None
        while before != self._lists:
            before = dict(self._lists)
            known: dict[int, int] = {}
            for slot, value in handed:
                known[slot] = max(known.get(slot, 0), min(self.most(value), MOST_UNITS))
            self._lists |= known

    def of(self, node: Node) -> Bounds | None:
        """Return the least and greatest value of an integer expression, or None."""
        known = self.folding.constant(node)
        if known is not None:
            value = known.value
            return (value, value) if type(value) is int else None
        if node.type.kind == "seat":
            return (0, self.plan.players - 1)
        if node.type != INTEGER:
            return None
        match node:
            case typed.VariableAt():
                return self.plan.program.ends_of(node.name)
            case typed.Local():
                return self.slots.get(node.slot)
            case typed.Attribute():
                table = self.plan.attribute(node.card.type.pack, node.name)
                return (min(table), max(table))
            case typed.TokensAt():
                return (0, 10**9)
            case typed.Named():
                return (0, 10**9)
            case typed.Conditional():
                return _hull(self.of(node.then), self.of(node.otherwise))
            case typed.Let():
                if node.value.type == INTEGER:
                    self.bind(node.slot, self.of(node.value))
                return self.of(node.body)
            case typed.Negative():
                inner = self.of(node.operand)
                return None if inner is None else (-inner[1], -inner[0])
            case typed.Arithmetic():
                return self._of_two(node)
            case typed.Apply():
                return self._applied(node)
            case typed.Ranked():
                hands = self.plan.program.layout.rankings[node.ranking]
                return (0, len(hands.ranking.categories) * hands.base**hands.ranking.cards - 1)
            case typed.Series():
                return self._series(node)
        return None

    def bind(self, slot: int, bounds: Bounds | None) -> None:
        """Remember the bounds of a local; none if they are not known."""
        self.slots.pop(slot, None)
        if bounds is not None:
            self.slots[slot] = bounds

    def elements(self, node: Node) -> Bounds | None:
        """Return the bounds of the elements of a list of integers."""
        if node.type.element != INTEGER:
            return None
        match node:
            case typed.Range():
                return _hull(self.of(node.least), self.of(node.most), ordered=True)
            case typed.Listed():
                found = self.of(node.parts[0])
                for part in node.parts[1:]:
                    found = _hull(found, self.of(part))
                return found
            case typed.Join():
                return _hull(self.elements(node.first), self.elements(node.second))
            case typed.Series():
                self._loops(node)
                return self.of(node.body)
            case typed.Let():
                return self.elements(node.body)
        return None

    def most(self, node: Node) -> int:
        """Return the most elements that a list can have; a large number if it is not known."""
        known = self.folding.constant(node)
        if known is not None:
            return len(known.value)
        match node:
            case typed.ZoneAt():
                zone = self.plan.zones[node.name]
                return zone.pack.size
            case typed.AllSeats():
                return self.plan.players
            case typed.Apply():
                return (
                    self.plan.players if node.function == "after" else self.most(node.arguments[0])
                )
            case typed.Listed():
                return len(node.parts)
            case typed.Join():
                return self.most(node.first) + self.most(node.second)
            case typed.Without():
                return self.most(node.first)
            case typed.Conditional():
                return max(self.most(node.then), self.most(node.otherwise))
            case typed.Let():
                return self.most(node.body)
            case typed.Range():
                ends = self.of(node.least), self.of(node.most)
                if ends[0] is not None and ends[1] is not None:
                    return max(0, ends[1][1] - ends[0][0] + 1)
            case typed.Series():
                found = 1
                for loop in node.loops:
                    found *= self.most(loop.collection)
                return found
            case typed.Local():
                return self._lists.get(node.slot, MOST_UNITS)
        return MOST_UNITS

    def _of_two(self, node: typed.Arithmetic) -> Bounds | None:
        left, right = self.of(node.left), self.of(node.right)
        if node.operator == "%":
            return (0, right[1] - 1) if right is not None and right[0] > 0 else None
        if left is None or right is None:
            return None
        ends: list[int]
        match node.operator:
            case "+":
                ends = [left[0] + right[0], left[1] + right[1]]
            case "-":
                ends = [left[0] - right[1], left[1] - right[0]]
            case "*":
                ends = [a * b for a in left for b in right]
            case "**" if 0 <= left[0] <= left[1] <= LARGEST and _is_exponent(right):
                # What is beyond the largest stops the game; 0 ** 0 is 1.
                least = left[0] ** right[0] if left[0] else 0
                ends = [min(least, LARGEST), min(max(1, left[1]) ** right[1], LARGEST)]
            case "//" if right[0] > 0:
                ends = [a // b for a in left for b in right]
            case _:
                return None
        return (min(ends), max(ends))

    def _applied(self, node: typed.Apply) -> Bounds | None:
        if node.function == "len":
            return (0, self.most(node.arguments[0]))
        inner = [self.of(argument) for argument in node.arguments]
        if node.function == "abs" and inner[0] is not None:
            return (0, max(abs(inner[0][0]), abs(inner[0][1])))
        if node.function in ("min", "max"):
            left, right = inner
            if left is None or right is None:
                return None
            best = min if node.function == "min" else max
            return (best(left[0], right[0]), best(left[1], right[1]))
        return None

    def _loops(self, node: typed.Series) -> None:
        for loop in node.loops:
            self.bind(loop.slot, self.elements(loop.collection))

    def _series(self, node: typed.Series) -> Bounds | None:
        self._loops(node)
        times = 1
        for loop in node.loops:
            times *= self.most(loop.collection)
        if node.function in ("count", "run", "distinct"):
            return (0, times)
        body = self.of(node.body)
        if body is None or node.function not in ("sum", "min", "max", "first"):
            return None
        if node.function == "sum":
            return (min(0, body[0] * times), max(0, body[1] * times))
        return body if node.default is None else _hull(body, self.of(node.default))


def _is_exponent(bounds: Bounds) -> bool:
    return 0 <= bounds[0] <= bounds[1] <= MOST_POWER


def _hull(first: Bounds | None, second: Bounds | None, *, ordered: bool = False) -> Bounds | None:
    if first is None or second is None:
        return None
    if ordered:
        return (first[0], second[1])
    return (min(first[0], second[0]), max(first[1], second[1]))


def depends_on(node: Node, slots: frozenset[int]) -> bool:
    """Return whether an expression reads one of some locals."""
    return any(isinstance(part, typed.Local) and part.slot in slots for part in node.walk())
