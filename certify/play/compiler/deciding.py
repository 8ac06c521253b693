"""Decisions in generated code: options counted, one chosen by a policy, and its effects."""

from __future__ import annotations

from collections.abc import Mapping

from certify.language import acts
from certify.play.compiler.forms import ItemsForm, Scalar, Scope, SetForm, Value
from certify.play.compiler.groups import Counted
from certify.play.compiler.seating import SeatingEmitter
from certify.play.interpreter.interpreter import MOST_DECISIONS


class DecisionEmitter(SeatingEmitter):
    """The part of the generator that writes decisions.

    `counts_decisions` says whether decisions are recorded, or could be too many.
    """

    counts_decisions: bool
    numbers: Mapping[str, int]

    def decision(self, decision: acts.ResolvedDecision) -> None:
        """Write how a decision is made: `choose_..` returns the move and what was picked."""
        name = decision.name
        quick = self.table_for(decision)
        if quick is not None:
            # Apart from it, as it is long, and seldom anybody takes notes.
            self.write.shift(0)
            with self.write.under(f"def noted_{name}(block, me):"):
                self._among_all(decision, Scope("me"))
            self.write.line("")
        self.write.shift(0)
        with self.write.under(f"def choose_{name}(block, me):"):
            scope = Scope("me")
            if self.counts_decisions:
                self.write.line(f"reach(block, decisions, {MOST_DECISIONS})")
            self.seat_is_taken()
            if quick is not None:
                with self.write.under("if load(block, trace) != 0:"):
                    self.write.line(f"return noted_{name}(block, me)")
                self.by_wanted_moves(decision, quick, scope)
            else:
                self._among_all(decision, scope)
        self.write.line("")

    def _among_all(self, decision: acts.ResolvedDecision, scope: Scope) -> None:
        """Write what counts all options and returns the move that is made."""
        name = decision.name
        counted = [
            self._options(number, move, scope, f"picked_{name}")
            for number, move in enumerate(decision.moves)
        ]
        names = [f"options_{number}" for number in range(len(counted))]
        self.write.line(f"total = {self._sum_of(names, decision)}")
        with self.write.under("if total == 0:"):
            self.write.line("stopped()")
        if self.seated:
            self.by_players(self.numbers[name], decision, counted, scope)
        else:
            self.by_policies(decision, counted, scope)
        self.write.line(f"note(block, trace, {self.numbers[name]}, me, total, chosen)")
        for number, pick in enumerate(counted):
            head = f"if chosen < options_{number}:"
            last = number == len(counted) - 1
            with self.write.under("if True:" if last else head):
                if pick is None:
                    self.write.line(f"return {number}, 0")
                else:
                    self.write.line(f"return {number}, {self._handed(pick.at('chosen'))}")
            if not last:
                self.write.line(f"chosen -= options_{number}")

    def tree_function(self, decision: acts.ResolvedDecision) -> None:
        """Write how a search chooses in a decision."""
        name = decision.name
        self.write.shift(0)
        with self.write.under(f"def tree_{name}(block, me, at, node, chosen):"):
            scope = Scope("me")
            counted = [
                self._options(number, move, scope, f"picked_{name}")
                for number, move in enumerate(decision.moves)
            ]
            self.tree_choice(decision, counted)
        self.write.line("")

    @staticmethod
    def _sum_of(names: list[str], decision: acts.ResolvedDecision) -> str:
        """Return the text of the number of all options; of several cards there may be many."""
        kinds = {move.pick.kind for move in decision.moves if move.pick is not None}
        if not kinds & {"cards", "order"}:
            return " + ".join(names)
        found = names[0]
        for name in names[1:]:
            found = f"add_checked({found}, {name})"
        return found

    @staticmethod
    def _handed(value: Value) -> str:
        match value:
            case Scalar() | SetForm():
                return value.text
            case ItemsForm():
                return value.number
        raise TypeError(value)

    def _options(
        self, number: int, move: acts.ResolvedMove, scope: Scope, room: str
    ) -> Counted | None:
        """Write how many options a move has, into a name of its own."""
        options = f"options_{number}"
        known = self.folding.constant(move.when)
        always = known is not None and bool(known.value)
        never = known is not None and not known.value
        if move.pick is None:
            if known is not None:
                self.write.line(f"{options} = {int(always)}")
            else:
                self.write.line(f"{options} = 1 if {self.truth(move.when, scope)} else 0")
            return None
        if never:
            self.write.line(f"{options} = 0")
            return Counted(options, lambda place: Scalar("0"))
        if always:
            found = self.counted(move.pick, scope, room)
            self.write.line(f"{options} = {found.number}")
            return found
        condition = self.truth(move.when, scope)
        with self.write.apart() as lines:
            self.write.depth += 1
            found = self.counted(move.pick, scope, room)
            self.write.line(f"{options} = {found.number}")
            self.write.depth -= 1
        # Names that are used below must mean something even if the move is not legal.
        for name in sorted(_assigned(lines.lines)):
            self.write.line(f"{name} = 0")
        with self.write.under(f"if {condition}:"):
            lines.depth += 1
            self.write.paste(lines)
        return found

    # Effects

    def effects(self, decision: acts.ResolvedDecision) -> None:
        """Write the effects of the moves of a decision, none of which asks anything."""
        name = decision.name
        self.write.shift(0)
        with self.write.under(f"def perform_{name}(block, me, move, picked):"):
            for number, move in enumerate(decision.moves):
                head = f"{'if' if number == 0 else 'elif'} move == {number}:"
                with self.write.under(head):
                    if self.folding.constant(move.when) is not None and not self.truth_known(move):
                        continue
                    scope = Scope("me")
                    if move.pick is not None:
                        picked = self.picked(move.pick, "picked", f"picked_{name}", scope)
                        scope = scope.with_value(move.pick.picked.slot, picked)
                    self.statements(move.do, scope)
            self.write.line("return 0")
        self.write.line("")

    def truth_known(self, move: acts.ResolvedMove) -> bool:
        """Return whether a move may be legal at all."""
        known = self.folding.constant(move.when)
        return known is None or bool(known.value)

    def picked(self, pick: acts.ResolvedPick, text: str, room: str, scope: Scope) -> Value:
        """Return what a pick is known by when its move is made."""
        if pick.kind not in ("card", "cards", "order"):
            if pick.kind == "number":
                self.ranges.bind(pick.picked.slot, self.ranges.elements(pick.collection))
            return Scalar(text)
        pack = self.plan.packs[pick.candidate.type.pack]
        if pick.kind == "card":
            return Scalar(text)
        if pick.kind == "order" or not pack.is_small:
            return ItemsForm(room, text)
        form = self.quiet_form(pick.collection, scope)
        zones = None if form is None else self.zones_in(form)
        return SetForm(pack, text, None if zones is None else tuple(zones))


def _assigned(lines: list[tuple[int, str]]) -> set[str]:
    """Return the names that lines give a value to."""
    found = set()
    for _, text in lines:
        name, sign, _ = text.partition(" = ")
        if sign and name.isidentifier():
            found.add(name)
    return found
