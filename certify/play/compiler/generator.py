"""Generates the functions of a game: array code that plays it as the interpreter does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import gcd
from typing import Any

from certify.language import acts, typed
from certify.play.compiler.bounds import Lengths
from certify.play.compiler.choosing import Policy
from certify.play.compiler.course import denominators_of
from certify.play.compiler.deciding import DecisionEmitter
from certify.play.compiler.forms import Scope
from certify.play.compiler.needed import Needed
from certify.play.compiler.numbers import Folding
from certify.play.compiler.plan import Plan
from certify.play.compiler.repeated import Repeated
from certify.play.compiler.sums import Sums
from certify.play.interpreter.interpreter import MOST_DECISIONS, MOST_WORK
from certify.play.interpreter.program import Program
from certify.play.quantities import is_amount, recorded_of
from certify.play.tables import Fold, TablePolicy
from certify.play.tallies import WINDOW

MOST_IN_PLACE = 8
"""Statements of a procedure up to which it is written where it is called, if that is once.

Fewer functions are compiled sooner; but the time of a long one grows faster than its length.
"""


class Generator(DecisionEmitter):
    """Generates the source of a game.

    `procedure` is the one that is a game; `policies` say how each seat plays: `random`, a policy of
    the spec or a table policy. `quantities` are recorded (left out: everything), the products of
    `pairs` summed; scales left out are the least that hold every value. With `seated`, seats are
    given one of those policies when a game is played, and `policies` means nothing. `searches` lets
    seats search too.

    `known` has the kind and expression of everything that can be recorded, by name; `constants` are
    the quantities recorded that are the same in every game.
    """

    def __init__(
        self,
        program: Program,
        procedure: str,
        policies: Sequence[Policy],
        quantities: Sequence[str] | None = None,
        pairs: Sequence[tuple[str, str]] = (),
        scales: Mapping[str, int] | None = None,
        seated: Sequence[str] = (),
        searches: bool = False,
    ) -> None:
        self.policies = tuple(policies)
        self.seated, self.searches = tuple(seated), searches
        self.notes_opening = bool(seated)
        self.table_nodes = _table_nodes(program, self.policies)
        valued = [
            node
            for policy in (*self.policies, *self.seated)
            for name in ([policy] if isinstance(policy, str) else [policy.otherwise])
            if name in program.play.policies
            for moves in program.play.policies[name].decisions.values()
            for node in moves.values()
        ]
        self.held = _hidden_invariants(program) if self.searches else ()
        more = [*valued, *self.table_nodes.values(), *self.held]
        plan = Plan(program, more)
        folding = Folding(plan)
        self.denominators = denominators_of(plan, folding, more)
        sums = {name: Sums(pack) for name, pack in plan.packs.items() if not pack.is_small}
        super().__init__(plan, folding, self.denominators.units, sums)
        self.procedure = procedure
        self.wanted = None if quantities is None else tuple(quantities)
        self.pairs = tuple(pairs)
        self.known = recorded_of(program, opening=bool(self.seated))
        self.given_scales = {
            name: scale
            for name, scale in (scales or {}).items()
            if name in self.known and is_amount(self.known[name][1])
        }
        self.numbers = {name: number for number, name in enumerate(sorted(plan.play.decisions))}
        self._learn(valued)

    # What procedures do

    def _learn(self, valued: Sequence[typed.Node]) -> None:
        play = self.plan.play
        blocks = {f"procedure {name}": rule.do for name, rule in play.procedures.items()}
        for name, decision in play.decisions.items():
            blocks[f"decision {name}"] = tuple(act for move in decision.moves for act in move.do)
        self._acts = {name: list(_inside(block, self.folding)) for name, block in blocks.items()}
        ending = {
            name
            for name, found in self._acts.items()
            if any(isinstance(act, acts.StopAct) and act.what == "game" for act in found)
        }
        stems = {"procedure": "procedure_", "decision": "perform_"}
        self.ending = {
            stems[kind] + own for kind, own in (name.split() for name in self._spread(ending))
        }
        self._reached = self._reachable()
        calls = Counter(
            act.procedure
            for name in self._reached
            for act in self._acts[name]
            if isinstance(act, acts.CallAct)
        )
        self.in_place = {
            name
            for name, number in calls.items()
            if number == 1
            and len(self._acts[f"procedure {name}"]) <= MOST_IN_PLACE
            and not self._is_left(f"procedure {name}")
        }
        self._learn_needs(blocks, valued)
        self.trunk = self._trunk(calls) if self.searches else {}
        passes, decisions = Lengths(blocks, self.ranges, self.folding).of(
            f"procedure {self.procedure}"
        )
        self.counts_passes = passes > MOST_WORK
        recorded = tuple(self.known) if self.wanted is None else self.wanted
        self.counts_decisions = "decisions" in recorded or decisions > MOST_DECISIONS
        self._learn_arguments()

    def _is_left(self, block: str) -> bool:
        """Return whether a block is left, or the game ended, by a statement within."""
        stops = (act for act in self._acts[block] if isinstance(act, acts.StopAct))
        return any(act.what != "repeat" for act in stops)

    def _spread(self, found: set[str]) -> set[str]:
        """Return blocks, and all that call one of them by whatever way."""
        while True:
            more = {
                name
                for name, own in self._acts.items()
                if any(_led_to(act) in found for act in own)
            }
            if more <= found:
                return found
            found = found | more

    def _trunk(self, calls: Mapping[str, int]) -> dict[int, int]:
        """Return what leads to the last loop in which somebody decides, and on into it.

        Only what is run by nobody in particular and binds no names, so that where a game goes on
        follows from its state and the passes of the loops. By identity; loops by their depth, from
        1, other statements with 0.
        """
        asking = self._spread({f"decision {name}" for name in self.plan.play.decisions})

        def within(block: acts.Acts) -> list[acts.Act]:
            for act in reversed(block):
                match act:
                    case acts.RepeatAct():
                        inner = (_led_to(other) for other in _inside(act.do, self.folding))
                        if asking & set(inner):
                            return [act, *within(act.do)]
                        continue
                    case acts.IfAct():
                        known = self.folding.constant(act.condition)
                        courses = [act.then, act.otherwise]
                        if known is not None:
                            courses = [act.then if known.value else act.otherwise]
                        found = next(filter(None, map(within, courses)), [])
                    case acts.CallAct(arguments=()) if calls[act.procedure] == 1:
                        found = within(self.plan.play.procedures[act.procedure].do)
                    case _:
                        continue
                if found:
                    return [act, *found]
            return []

        found = within(self.plan.play.procedures[self.procedure].do)
        loops = [id(act) for act in found if isinstance(act, acts.RepeatAct)]
        return {id(act): 0 for act in found} | {loop: 1 + place for place, loop in enumerate(loops)}

    def _reachable(self) -> Sequence[str]:
        """Return the blocks that a game may come to, in the same order in every process.

        What is generated follows it; machine code is found again by the source it was made from.
        """
        todo = [f"procedure {self.procedure}"]
        found: dict[str, None] = {}
        while todo:
            name = todo.pop()
            if name in found:
                continue
            found[name] = None
            todo += [led for act in self._acts[name] if (led := _led_to(act))]
        return tuple(found)

    def _learn_needs(self, blocks: Mapping[str, acts.Acts], valued: Sequence[typed.Node]) -> None:
        play = self.plan.play
        reached = {name: blocks[name] for name in self._reached}
        read = [*valued, *self.table_nodes.values(), *self.held]
        for name, decision in play.decisions.items():
            if f"decision {name}" in reached:
                for move in decision.moves:
                    read += move.nodes()
        recorded = tuple(self.known) if self.wanted is None else self.wanted
        kinds = {self.known[name][0] for name in recorded if name in self.known}
        nodes = [self.known[name][1] for name in recorded if name in self.known]
        if play.result is not None and (kinds & {"score", "win", "draw"} or self.searches):
            nodes = [play.result.score, *nodes]
        at_end = [node for node in nodes if node is not None]
        # Where everything is recorded, whatever goes wrong in a game is told.
        kept = (*play.variables, *play.tokens) if self.wanted is None else ()
        self.needed = Needed(reached, [*read, *at_end], kept)
        in_play = [
            node
            for found in self._reached
            for act in self._acts[found]
            if self.needed.is_needed(act)
            for node in act.nodes()
        ]
        self.repeated = Repeated([*read, *in_play], at_end)

    def _learn_arguments(self) -> None:
        """Find which lists of cards are handed over as sets: those whose order tells nothing."""
        self.in_sets = {}
        self.argument_kinds = {}
        for name, rule in self.plan.play.procedures.items():
            for slot, kind in zip(rule.arguments, self.argument_types(name), strict=True):
                self.argument_kinds[slot] = kind.kind
                element = kind.element
                if element is not None and element.pack:
                    self.in_sets[slot] = self.plan.packs[element.pack].is_small
        for decision in self.plan.play.decisions.values():
            for move in decision.moves:
                if move.pick is not None and move.pick.kind == "cards":
                    pack = self.plan.packs[move.pick.candidate.type.pack]
                    self.in_sets[move.pick.picked.slot] = pack.is_small
        while True:
            before = dict(self.in_sets)
            for act in (act for found in self._acts.values() for act in found):
                if isinstance(act, acts.CallAct):
                    slots = self.plan.play.procedures[act.procedure].arguments
                    for slot, node in zip(slots, act.arguments, strict=True):
                        if self.in_sets.get(slot) and not self._is_set(node):
                            self.in_sets[slot] = False
            if self.in_sets == before:
                break
        self.handed_from = self._handed_from()

    def _handed_from(self) -> dict[int, tuple[typed.ZoneAt, ...]]:
        """Return, by slot, the zones that cards come from which are picked or handed over.

        Only if these are shared zones, or those of the seat that decides.
        """
        picked = {
            move.pick.picked.slot: move.pick.collection
            for decision in self.plan.play.decisions.values()
            for move in decision.moves
            if move.pick is not None
        }
        given = list(picked.items())
        for act in (act for own in self._acts.values() for act in own):
            if isinstance(act, acts.CallAct):
                slots = self.plan.play.procedures[act.procedure].arguments
                given += zip(slots, act.arguments, strict=True)
        found: dict[int, dict[str, typed.ZoneAt]] = {slot: {} for slot, _ in given}
        for slot, node in given:
            source = picked.get(node.slot, node) if isinstance(node, typed.Local) else node
            zones = [part for part in source.walk() if isinstance(part, typed.ZoneAt)]
            if zones and all(
                zone.index is None or isinstance(zone.index, typed.Me) for zone in zones
            ):
                found.get(slot, {}).update((zone.name, zone) for zone in zones)
            else:
                found.pop(slot, None)
        return {slot: tuple(zones.values()) for slot, zones in found.items()}

    def _is_set(self, node: typed.Node) -> bool:
        if isinstance(node, typed.Join):
            both = self._is_set(node.first) and self._is_set(node.second)
            names = [part.name for part in node.walk() if isinstance(part, typed.ZoneAt)]
            return both and len(names) == len(set(names))
        return not self.node_has_order(node)

    @property
    def shuffled_first(self) -> str:
        """The zone that is shuffled before all else; its cards need no order before."""
        procedures = self.plan.play.procedures
        first = procedures[self.procedure].do[:1]
        for _ in procedures:  # one that calls itself is not followed for ever
            if first and isinstance(first[0], acts.CallAct):
                first = procedures[first[0].procedure].do[:1]
        for act in first:
            if isinstance(act, acts.ShuffleAct) and act.zone.index is None:
                zone = self.plan.zones[act.zone.name]
                if len(zone.start) == zone.pack.size:
                    return zone.name
        return ""

    @cached_property
    def kept_zones(self) -> tuple[str, ...]:
        """The zones of large packs that begin in order, or may, and mostly lose a few cards."""
        return tuple(
            zone.name
            for zone in self.plan.zones.values()
            if zone.is_shuffled
            and not zone.is_settled
            and not zone.pack.is_small
            and (zone.start == tuple(range(zone.pack.size)) or zone.name == self.shuffled_first)
        )

    # The module

    def generate(self) -> str:
        """Return the functions of the game."""
        play = self.plan.play
        for name in sorted(play.procedures):
            if f"procedure {name}" in self._reached and name not in self.in_place:
                self._procedure(play.procedures[name])
        decisions = [
            play.decisions[name]
            for name in sorted(play.decisions)
            if f"decision {name}" in self._reached
        ]
        for decision in decisions:
            room = self.room_of(decision.name)
            if room:
                self.plan.state.take(f"picked_{decision.name}", room)
            self.decision(decision)
            if self.searches:
                self.tree_function(decision)
            self.effects(decision)
        if self.searches:
            self.search_functions()
        if self.seated:
            self._scores()
        self._row()
        return self.write.source()

    @cached_property
    def _by_nobody(self) -> set[str]:
        """Return the procedures that may be run while no seat decides."""
        todo, found = [self.procedure], set[str]()
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo += _called_by_nobody(self.plan.play.procedures[name].do)
        return found

    def _procedure(self, rule: acts.ResolvedProcedure) -> None:
        names = [f"argument_{slot}" for slot in rule.arguments]
        given = ", ".join(["block", "me", *names])
        scope = Scope("me", is_nobody=rule.name in self._by_nobody)
        kinds = self.argument_types(rule.name)
        for slot, kind, name in zip(rule.arguments, kinds, names, strict=True):
            scope = scope.with_value(slot, self.argument(slot, kind, name))
        stem, do = "procedure", rule.do
        guard = self._guard(rule)
        if guard is not None and id(guard) not in self.trunk:
            # The condition becomes part of the callers; what is done is mostly seldom.
            stem, do = "guarded", guard.then
            self.write.shift(0)
            with self.write.under(f"def procedure_{rule.name}({given}):"):
                with self.write.under(f"if {self.truth(guard.condition, scope)}:"):
                    self.write.line(f"return guarded_{rule.name}({given})")
                self.write.line("return 0")
            self.write.line("")
        self.write.shift(0)
        with self.write.under(f"def {stem}_{rule.name}({given}):"):
            self.statements(do, scope)
            self.write.line("return 0")
        self.write.line("")

    def _guard(self, rule: acts.ResolvedProcedure) -> acts.IfAct | None:
        """Return the only statement of a procedure, if that is one that may do nothing."""
        match rule.do:
            case (acts.IfAct(condition=condition, otherwise=()) as act,):
                return act if self.folding.constant(condition) is None else None
        return None

    # What is recorded

    def _row(self) -> None:
        known = self.known
        self.recorded = tuple(known) if self.wanted is None else self.wanted
        self.scales = tuple(
            self.given_scales.get(name, self._scale(known[name][1])) for name in self.recorded
        )
        players = self.plan.players
        needs_wins = any(known[name][0] in ("win", "draw") for name in self.recorded)
        self.write.shift(0)
        with self.write.under("def record(block, at):"):
            texts: dict[str, str] = {}
            for seat in range(players):
                if needs_wins or f"score.{seat + 1}" in self.recorded:
                    self.score_of(seat, texts)
            if needs_wins:
                self._wins(texts)
            for name in self.recorded:
                kind, node = known[name]
                if kind == "decisions":
                    texts[name] = "load(block, decisions)"
                elif kind == "first":
                    seat = int(name.rpartition(".")[2]) - 1
                    texts[name] = f"(1 if load(block, opened) == {seat + 1} else 0)"
                elif kind == "measure" and node is not None:
                    texts[name] = self._recorded(name, node, Scope("-1"))
            self.constants = {
                name: int(texts[name]) for name in self.recorded if _is_constant(texts[name])
            }
            for number, name in enumerate(self.recorded):
                if name not in self.constants:
                    self.write.line(f"tally(at, {number}, {texts[name]})")
            size = "TALLIES"
            for number, (first, second) in enumerate(self.pairs):
                self.write.line(
                    f"add_product(at, {size} + {2 * number}, {texts[first]}, {texts[second]})"
                )
            self.write.line("return 0")
        self.write.line("")

    def _scores(self) -> None:
        self.write.shift(0)
        with self.write.under("def keep_scores(block, at):"):
            texts: dict[str, str] = {}
            for seat in range(self.plan.players):
                self.score_of(seat, texts)
                self.write.line(f"store(at, {seat}, {texts[f'score.{seat + 1}']})")
            self.write.line("return 0")
        self.write.line("")

    def _scale(self, node: typed.Node | None) -> int:
        return 1 if node is None else self.denominators.of(node)

    def _recorded(self, name: str, node: typed.Node, scope: Scope) -> str:
        """Return the text of what is recorded, in units of its own scale."""
        self.units = self.denominators.within(node)
        if node.type.kind != "number":
            text = self.as_stored(node, self.value(node, scope))
            self.units = self.state_units
            return self.write.keep(text, "value")
        text = self.write.keep(self.value(node, scope), "value")
        scale = self.given_scales.get(name, self._scale(node))
        common = gcd(self.units, scale)
        over, under = scale // common, self.units // common
        self.units = self.state_units
        if over != 1:
            text = f"multiply_checked({text}, {over})"
        return self.write.keep(text if under == 1 else f"exact_quotient({text}, {under})", "value")

    def score_of(self, seat: int, texts: dict[str, str]) -> None:
        """Write what works out the score of a seat; its text goes into `texts`."""
        result = self.plan.play.result
        if result is None:
            return
        name = f"score.{seat + 1}"
        texts[name] = self._recorded(name, result.score, Scope(str(seat)))

    def _wins(self, texts: dict[str, str]) -> None:
        result = self.plan.play.result
        players = self.plan.players
        best = "max" if result is not None and result.best == "most" else "min"
        scores = [texts[f"score.{seat + 1}"] for seat in range(players)]
        top = scores[0]
        for score in scores[1:]:
            top = f"{best}({top}, {score})"
        top = self.write.keep(top, "top")
        wins = [self.write.keep(f"(1 if {score} == {top} else 0)", "win") for score in scores]
        draw = self.write.keep(f"(1 if {' + '.join(wins)} == {players} else 0)", "draw")
        for seat, win in enumerate(wins):
            texts[f"win.{seat + 1}"] = f"({win} * (1 - {draw}))"
        texts["draw"] = draw


def _is_constant(text: str) -> bool:
    """Return whether a text is a number that tables of what is recorded have a place for."""
    return text.lstrip("-").isdigit() and WINDOW[0] <= int(text) <= WINDOW[-1]


def _hidden_invariants(program: Program) -> tuple[typed.Node, ...]:
    """Return the invariants that read zones hidden from somebody, and hold at every decision."""
    zones = program.play.spec.zones
    return tuple(
        rule.value
        for rule in program.play.invariants.values()
        if not rule.at_end
        and any(
            isinstance(node, typed.ZoneAt) and zones[node.name].see != "all"
            for node in rule.value.walk()
        )
    )


def _led_to(act: acts.Act) -> str:
    """Return which block a statement leads to; nothing if it leads to none."""
    match act:
        case acts.CallAct():
            return f"procedure {act.procedure}"
        case acts.AskAct() | acts.AskTogetherAct():
            return f"decision {act.decision}"
    return ""


def _called_by_nobody(block: acts.Acts) -> list[str]:
    """Return the procedures that statements call, where they make no seat the one that decides."""
    found = []
    for act in block:
        match act:
            case acts.CallAct():
                found.append(act.procedure)
            case acts.IfAct():
                found += _called_by_nobody((*act.then, *act.otherwise))
            case acts.RepeatAct() | acts.LetAct():
                found += _called_by_nobody(act.do)
            case acts.EachAct() if act.slot is not None:
                found += _called_by_nobody(act.do)
    return found


def _inside(block: acts.Acts, folding: Folding) -> Any:
    """Yield the statements of a block and those inside them, as far as they can be reached."""
    for act in block:
        yield act
        if isinstance(act, acts.IfAct):
            known = folding.constant(act.condition)
            if known is None or known.value:
                yield from _inside(act.then, folding)
            if known is None or not known.value:
                yield from _inside(act.otherwise, folding)
        elif isinstance(act, acts.Enclosing):
            yield from _inside(act.do, folding)


def _table_nodes(
    program: Program, policies: Sequence[Policy]
) -> dict[tuple[int, str, int], typed.Node]:
    found = {}
    for seat, policy in enumerate(policies):
        if isinstance(policy, TablePolicy) and policy not in policies[:seat]:
            for name, table in policy.decisions.items():
                for axis, part in enumerate(table.index):
                    text = part.cards if isinstance(part, Fold) else part
                    found[seat, name, axis] = program.node(text)
    return found
