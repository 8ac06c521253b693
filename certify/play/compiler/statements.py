"""Statements in generated code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from certify.errors import CompileError
from certify.language import acts, typed
from certify.language.names import arguments_of
from certify.language.typed import Node
from certify.language.types import Type
from certify.play.compiler.forms import (
    ItemsForm,
    JoinForm,
    ListForm,
    NodeForm,
    Scalar,
    Scope,
    SetForm,
    Value,
    ZoneForm,
)
from certify.play.compiler.moves import MoveEmitter
from certify.play.compiler.needed import Needed
from certify.play.compiler.plan import PackPlan
from certify.play.compiler.writer import may_stop
from certify.play.interpreter.flow import MOST_TOGETHER
from certify.play.interpreter.interpreter import MOST_WORK
from certify.play.interpreter.series import LARGEST

WORD_MAXIMUM = (1 << 63) - 1


class StatementEmitter(MoveEmitter):
    """The part of the generator that writes statements.

    `counts_passes`: a game could go on forever; `ending`: functions that may end the game, by
    ``procedure_`` or ``perform_`` and name; `in_place`: procedures called once, written where they
    are called; `notes_opening`: the first seat to decide alone is recorded. `trunk` are the
    statements that lead to the innermost loop at whose passes an imagined game can go on, by
    identity; of loops how deep they lie among those, from 1.
    """

    needed: Needed
    counts_passes: bool
    ending: set[str]
    in_place: set[str]
    notes_opening: bool
    trunk: Mapping[int, int]

    def statements(self, block: acts.Acts, scope: Scope) -> None:
        """Write statements; those before a loop are done with where a game goes on within it."""
        done = next((place for place, act in enumerate(block) if id(act) in self.trunk), 0)
        if done:
            with self.write.under("if load(block, resumed) == 0:"):
                self._each_of(block[:done], scope)
        self._each_of(block[done:], scope)

    def _each_of(self, block: acts.Acts, scope: Scope) -> None:
        for act in block:
            if self.needed.is_needed(act):
                self.statement(act, scope)
                self._forget(act)

    def _forget(self, act: acts.Act) -> None:
        """Write what forgets the remembered values that a statement may have changed."""
        kept = self.repeated.kept_by(act)
        if kept is not None:
            still = f"load(block, known_values) & {kept}" if kept else "0"
            self.write.line(f"store(block, known_values, {still})")

    def statement(self, act: acts.Act, scope: Scope) -> None:
        """Write a statement."""
        handlers: dict[type[acts.Act], Callable[[Any, Scope], None]] = {
            acts.ShuffleAct: self._shuffle,
            acts.DealAct: self._deal,
            acts.MoveAct: self._move,
            acts.TurnAct: self._turn,
            acts.ShowAct: self._show,
            acts.SetAct: self._set,
            acts.TokenAct: self._tokens,
            acts.ChanceAct: self._chance,
            acts.IfAct: self._if,
            acts.EachAct: self._each,
            acts.RepeatAct: self._repeat,
            acts.LetAct: self._named_value,
            acts.CallAct: self._call,
            acts.AskAct: self._ask,
            acts.AskTogetherAct: self._ask_together,
            acts.AnnounceAct: self._announce,
            acts.StopAct: self._stop,
        }
        handlers[type(act)](act, scope)

    # Values

    def _checked(self, target: typed.VariableAt, value: Node, scope: Scope) -> str:
        variable = self.plan.play.variables[target.name]
        kind = self.plan.names.variable_types[target.name].kind
        if kind == "number":
            text = self.as_kind(value, amount=True, scope=scope)
            most = LARGEST * self.units
            is_known = self.folding.constant(value) is not None
            return text if most > WORD_MAXIMUM or is_known else f"in_range({text}, {-most}, {most})"
        text = self.as_stored(value, self.value(value, scope))
        if variable.least is None or variable.most is None:
            return text
        least, most = self.plan.program.ends_of(target.name) or (0, 0)
        bounds = self.ranges.of(value)
        if bounds is not None and least <= bounds[0] and bounds[1] <= most:
            return text
        return f"in_range({text}, {least}, {most})"

    def _set(self, act: acts.SetAct, scope: Scope) -> None:
        found = []
        changes = self.needed.changes(act)
        for target, value in changes:
            place = self.place(target, scope)
            text = self._checked(target, value, scope)
            if len(changes) > 1:
                # All values are worked out before any variable changes.
                text = self.write.keep(text, "value")
                place = place if "(" not in place else self.write.keep(place, "place")
            found.append((place, text))
        for place, text in found:
            self.write.line(f"store(block, {place}, {text})")

    def _tokens(self, act: acts.TokenAct, scope: Scope) -> None:
        for token in act.tokens:
            most = self.plan.play.tokens[token.name].most
            place = self.write.keep(self.place(token, scope), "place")
            supply = f"supply_of_{token.name}"
            conditions = [f"load(block, {place}) > 0"]
            if act.change > 0:
                conditions = [f"load(block, {supply}) > 0"]
                if most is not None:
                    limit = self.plan.program.evaluator.constant(most)
                    conditions.append(f"load(block, {place}) < {limit}")
            with self.write.under(f"if {' and '.join(conditions)}:"):
                here, there = ("+", "-") if act.change > 0 else ("-", "+")
                self.write.line(f"store(block, {place}, load(block, {place}) {here} 1)")
                self.write.line(f"store(block, {supply}, load(block, {supply}) {there} 1)")

    def _chance(self, act: acts.ChanceAct, scope: Scope) -> None:
        node = act.among
        place = self.write.keep(self.place(act.target, scope), "place")
        form = self.form(node, scope)
        if isinstance(form, NodeForm) and isinstance(form.node, typed.Range):
            least = self.write.keep(self.value(form.node.least, scope), "least")
            most = self.value(form.node.most, scope)
            number = f"in_range({most} - {least} + 1, 1, 1000000)"
            text = f"{least} + below(block, chance, {number})"
        elif isinstance(form, ZoneForm):
            number = self.write.keep(self.number_in(form), "number")
            card = f"below(block, chance, one_of_nothing({number}))"
            if form.zone.has_order:
                text = f"load_card(block, {form.cards_place} + {card})"
            else:
                text = f"bit_at({self.set_of(form)}, {card})"
        else:
            items = self.kept(form, node)
            number = f"below(block, chance, one_of_nothing({items.number}))"
            text = f"load(block, {items.place} + {number})"
        element = node.type.element
        if act.target.type.kind == "number" and element is not None and element.kind == "integer":
            text = f"multiply_checked({text}, {self.units})"
        ends = self.plan.program.ends_of(act.target.name)
        if ends is not None:
            text = f"in_range({text}, {ends[0]}, {ends[1]})"
        self.write.line(f"store(block, {place}, {text})")

    def _announce(self, act: acts.AnnounceAct, scope: Scope) -> None:
        # Nobody listens; but an error in what is said is one of the game.
        for _, node in act.values:
            if node.type.kind == "list":
                self.worked_out(self.form(node, scope), none=False)
                continue
            text = self.value(node, scope)
            if may_stop(text):
                self.write.line(text)

    # Flow

    def _if(self, act: acts.IfAct, scope: Scope) -> None:
        known = self.folding.constant(act.condition)
        if known is not None:
            self.statements(act.then if known.value else act.otherwise, scope)
            return
        if id(act) in self.trunk:
            # Where a game goes on within, the condition was true, and may have no value any more.
            condition = self.write.fresh("taken")
            self.write.line(f"{condition} = {any(id(inner) in self.trunk for inner in act.then)}")
            with self.write.under("if load(block, resumed) == 0:"):
                self.write.line(f"{condition} = bool({self.truth(act.condition, scope)})")
        else:
            condition = self.truth(act.condition, scope)
        with self.write.under(f"if {condition}:"):
            self.statements(act.then, scope)
        if act.otherwise:
            with self.write.under("else:"):
                self.statements(act.otherwise, scope)

    def _each(self, act: acts.EachAct, scope: Scope) -> None:
        form = self.form(act.collection, scope)
        none = self.holds_none(act.collection, scope)
        if not self._lasts(form):
            # What the statements change must not change the list.
            cards = None if self.has_order(form) else self.as_set(form, once=True)
            element = act.collection.type.element
            if cards is not None and element is not None:
                form = SetForm(self.plan.packs[element.pack], self.write.keep(cards, "cards"))
            else:
                form = self.kept(form, act.collection)

        def body(element: str) -> None:
            if act.slot is None:
                me = self.write.keep(f"present({element})", "seat") if none else element
                self.statements(act.do, scope.with_me(me))
            else:
                self.statements(act.do, scope.with_value(act.slot, Scalar(element, none)))

        if act.slot is not None:
            self.loop(form, act.slot, act.collection, body)
        else:
            self._loop(form, body, None)

    def _lasts(self, form: ListForm) -> bool:
        """Return whether a list stays as it is while statements are run, in one loop."""
        if isinstance(form, NodeForm):
            node = form.node
            return isinstance(node, typed.AllSeats | typed.Range) or (
                isinstance(node, typed.Apply) and node.function == "after"
            )
        if isinstance(form, ItemsForm):
            return form.place.startswith("list_")
        return not isinstance(form, ZoneForm | JoinForm)

    def _repeat(self, act: acts.RepeatAct, scope: Scope) -> None:
        if id(act) in self.trunk:
            self._repeat_on(act, scope, self.trunk[id(act)])
            return
        number, step = self.value(act.at_most, scope), self.write.fresh("step")
        with self.write.under(f"for {step} in range({number}):"):
            self._pass_begins(act, scope)
            self._pass(act, scope)

    def _repeat_on(self, act: acts.RepeatAct, scope: Scope, level: int) -> None:
        """Write a loop at whose passes an imagined game can go on."""
        line = self.write.line
        step, first, number = (self.write.fresh(stem) for stem in ("step", "first", "number"))
        line(f"{first} = load(block, first_passes + {level})")
        line(f"{number} = load(block, most_passes + {level})")
        with self.write.under("if load(block, resumed) == 0:"):
            line(f"{first} = 0")
            line(f"{number} = {self.value(act.at_most, scope)}")
        with self.write.under(f"for {step} in range({first}, {number}):"):
            with self.write.under("if load(block, resumed) == 0:"):
                line(f"mark_pass(block, {level}, {step}, {number})")
            with self.write.under(f"elif load(block, marked) == {level}:"):
                line("store(block, resumed, 0)")
            with self.write.under("if load(block, resumed) == 0:"):
                self._pass_begins(act, scope)
            self._pass(act, scope)

    def _pass_begins(self, act: acts.RepeatAct, scope: Scope) -> None:
        self.count_pass()
        if act.before is not None:
            with self.write.under(f"if not {self.truth(act.before, scope)}:"):
                self.write.line("break")

    def _pass(self, act: acts.RepeatAct, scope: Scope) -> None:
        self.statements(act.do, scope)
        if act.until is not None:
            with self.write.under(f"if {self.truth(act.until, scope)}:"):
                self.write.line("break")

    def _named_value(self, act: acts.LetAct, scope: Scope) -> None:
        self.statements(act.do, self.bound(act, scope))

    def count_pass(self) -> None:
        """Write what counts a pass of a loop, unless there can never be too many."""
        if self.counts_passes:
            self.write.line(f"reach(block, passes, {MOST_WORK})")

    def _call(self, act: acts.CallAct, scope: Scope) -> None:
        arguments = self.handed_over(act, scope)
        if act.procedure in self.in_place:
            self._in_place(act, arguments, scope)
            return
        name = f"procedure_{act.procedure}"
        text = f"{name}({', '.join(['block', scope.me, *arguments])})"
        self._called(text, may_end=name in self.ending)

    def _in_place(self, act: acts.CallAct, arguments: list[str], scope: Scope) -> None:
        """Write the statements of a procedure that is called here only."""
        procedure = self.plan.play.procedures[act.procedure]
        inside = Scope(scope.me, is_nobody=scope.is_nobody)
        kinds = self.argument_types(act.procedure)
        for slot, kind, text in zip(procedure.arguments, kinds, arguments, strict=True):
            kept = self.write.keep(text, "argument")
            inside = inside.with_value(slot, self.argument(slot, kind, kept))
        self.statements(procedure.do, inside)

    def argument_types(self, name: str) -> list[Type]:
        """Return the types of the arguments of a procedure."""
        names = self.plan.names
        takes = self.plan.play.spec.procedures[name].takes
        return [names.argument_types[kind] for _, kind in arguments_of(takes)]

    def _called(self, text: str, *, may_end: bool) -> None:
        """Write a call of a function; it may have ended the game."""
        if may_end:
            with self.write.under(f"if {text} != 0:"):
                self.write.line("return 1")
        else:
            self.write.line(text)

    # Decisions

    def _ask(self, act: acts.AskAct, scope: Scope) -> None:
        name = act.decision
        seat = self.present(act.seat, self.value(act.seat, scope), scope)
        seat = self.write.keep(seat, "seat")
        if self.notes_opening:
            self.write.line(f"open_alone(block, opened, {seat})")
        move, picked = self.write.fresh("move"), self.write.fresh("picked")
        self.write.line(f"{move}, {picked} = choose_{name}(block, {seat})")
        self._perform(name, seat, move, picked)

    def _perform(self, name: str, seat: str, move: str, picked: str) -> None:
        text = f"perform_{name}(block, {seat}, {move}, {picked})"
        self._called(text, may_end=f"perform_{name}" in self.ending)

    def _ask_together(self, act: acts.AskTogetherAct, scope: Scope) -> None:
        name = act.decision
        form = self.form(act.seats, scope)
        items = self.kept(form, act.seats)
        most = min(MOST_TOGETHER, self.ranges.most(act.seats))
        if self.ranges.most(act.seats) > MOST_TOGETHER:
            self.write.line(f"in_range({items.number}, 0, {MOST_TOGETHER})")
        scratch, room = self.plan.scratch, self.room_of(name)
        moves = scratch.take(self.write.fresh("moves"), most)
        picks = scratch.take(self.write.fresh("picks"), most)
        rooms = scratch.take(self.write.fresh("rooms"), room * most) if room else ""
        # Nobody knows what the others chose: all moves are made when all have chosen.
        place = self.write.fresh("place")
        with self.write.under(f"for {place} in range({items.number}):"):
            seat = f"load(block, {items.place} + {place})"
            if self.holds_none(act.seats, scope):
                seat = f"present({seat})"
            move, picked = self.write.fresh("move"), self.write.fresh("picked")
            self.write.line(f"{move}, {picked} = choose_{name}(block, {seat})")
            self.write.line(f"store(block, {moves} + {place}, {move})")
            self.write.line(f"store(block, {picks} + {place}, {picked})")
            if room:
                there = f"{rooms} + {room} * {place}"
                self.write.line(f"copy_words(block, {there}, picked_{name}, {room})")
        with self.write.under(f"for {place} in range({items.number}):"):
            if room:
                there = f"{rooms} + {room} * {place}"
                self.write.line(f"copy_words(block, picked_{name}, {there}, {room})")
            self._perform(
                name,
                f"load(block, {items.place} + {place})",
                f"load(block, {moves} + {place})",
                f"load(block, {picks} + {place})",
            )

    def room_of(self, name: str) -> int:
        """Return how many words the picks of a decision need beside one; 0 if none."""
        room = 0
        for move in self.plan.play.decisions[name].moves:
            pick = move.pick
            if pick is not None and pick.kind in ("cards", "order"):
                pack = self.plan.packs[pick.candidate.type.pack]
                if pick.kind == "order" or not pack.is_small:
                    room = max(room, pack.size)
        return room

    def handed_over(self, act: acts.CallAct, scope: Scope) -> list[str]:
        """Return the texts of the arguments of a call; lists are copied."""
        slots = self.plan.play.procedures[act.procedure].arguments
        found = []
        for slot, node in zip(slots, act.arguments, strict=True):
            if node.type.kind != "list":
                text = self.value(node, scope)
                kind = self.argument_kinds[slot]
                if kind == "number" and node.type.kind == "integer":
                    text = self.as_kind(node, amount=True, scope=scope)
                found.append(self.as_stored(node, text))
                continue
            form = self.form(node, scope)
            if self.in_sets.get(slot, False):
                cards = self.as_set(form, once=False)
                found.append(cards if cards is not None else self._gathered(form))
            else:
                found.append(self.kept(form, node, in_state=f"list_{slot}").number)
        return found

    argument_kinds: dict[int, str]

    def argument(self, slot: int, kind: Any, text: str) -> Value:
        """Return what an argument is known by, given the text of what was handed over."""
        if kind.kind != "list":
            return Scalar(f"({text} != 0)" if kind.kind == "boolean" else text, True)
        if self.in_sets.get(slot, False):
            pack: PackPlan = self.plan.packs[kind.element.pack]
            return SetForm(pack, text)
        return ItemsForm(f"list_{slot}", text)

    def _stop(self, act: acts.StopAct, scope: Scope) -> None:
        del scope
        lines = {"game": "return 1", "procedure": "return 0", "repeat": "break"}
        if act.what not in lines:
            raise CompileError(f"stop: {act.what} cannot be compiled")
        self.write.line(lines[act.what])
