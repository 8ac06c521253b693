"""How seats choose in generated code: at random, by the values of a policy, by tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from certify.language import acts
from certify.language.typed import Node
from certify.language.types import Type
from certify.play.compiler.forms import Scalar, Scope, SetForm
from certify.play.compiler.groups import Counted
from certify.play.compiler.statements import StatementEmitter
from certify.play.policies import MOST_VALUED, RANDOM
from certify.play.tables import (
    Fold,
    TableDecision,
    TablePolicy,
    fold_columns,
    wanted_option,
)

Policy = str | TablePolicy


class ChoiceEmitter(StatementEmitter):
    """The part of the generator that writes how policies choose.

    `policies` has one for each seat; `table_nodes` the indices of table policies, by seat, decision
    and axis.
    """

    policies: tuple[Policy, ...]
    table_nodes: Mapping[tuple[int, str, int], Node]

    def by_policies(
        self,
        decision: acts.ResolvedDecision,
        counted: Sequence[Counted | None],
        scope: Scope,
    ) -> None:
        """Write how the option of a decision is chosen, by the policy of the seat."""
        self.write.line("chosen = 0")
        groups: dict[int, list[int]] = {}
        for seat, policy in enumerate(self.policies):
            same = next(
                (s for s, p in enumerate(self.policies) if p is policy or p == policy), seat
            )
            groups.setdefault(same, []).append(seat)
        if len(groups) == 1:
            self.choice(self.policies[0], decision, counted, scope)
            return
        for number, (first, seats) in enumerate(groups.items()):
            tests = " or ".join(f"me == {seat}" for seat in seats)
            with self.write.under(f"{'if' if number == 0 else 'elif'} {tests}:"):
                self.choice(self.policies[first], decision, counted, scope)

    def choice(
        self,
        policy: Policy,
        decision: acts.ResolvedDecision,
        counted: Sequence[Counted | None],
        scope: Scope,
    ) -> None:
        """Write how a policy chooses the option of a decision."""
        if isinstance(policy, TablePolicy):
            if decision.name in policy.decisions:
                self._by_table(
                    policy,
                    decision,
                    scope,
                    lambda order: self._wanted_order(order, decision),
                )
                return
            policy = policy.otherwise
        values: Mapping[str, Node] = {}
        if policy != RANDOM:
            values = self.plan.play.policies[policy].decisions.get(decision.name, {})
        if not values:
            self.write.line("chosen = below(block, choices, total)")
            return
        self._best_of(values, decision, counted, scope)

    def _best_of(
        self,
        values: Mapping[str, Node],
        decision: acts.ResolvedDecision,
        counted: Sequence[Counted | None],
        scope: Scope,
    ) -> None:
        best, found = self.write.fresh("best"), self.write.fresh("found")
        self.write.line(f"{best} = 0")
        self.write.line(f"{found} = False")
        for number, move in enumerate(decision.moves):
            node = values.get(move.name)
            if node is None:
                continue
            before = " + ".join(["0", *(f"options_{other}" for other in range(number))])
            pick = counted[number]
            if pick is None or move.pick is None:
                with self.write.under(f"if options_{number} > 0:"):
                    self._valued(node, before, (best, found), scope)
                continue
            with self.write.under(f"if options_{number} > {MOST_VALUED}:"):
                self.write.line("stopped()")
            place = self.write.fresh("place")
            with self.write.under(f"for {place} in range(options_{number}):"):
                picked = pick.at(place)
                if isinstance(picked, Scalar):
                    picked = Scalar(self.write.keep(picked.text, "picked"))
                elif isinstance(picked, SetForm):
                    picked = SetForm(
                        picked.pack, self.write.keep(picked.text, "picked"), picked.sources
                    )
                inside = scope.with_value(move.pick.picked.slot, picked)
                self._valued(node, f"{before} + {place}", (best, found), inside)
        with self.write.under(f"if not {found}:"):
            self.write.line("chosen = below(block, choices, total)")

    def _valued(self, node: Node, place: str, names: tuple[str, str], scope: Scope) -> None:
        best, found = names
        value = self.write.keep(self.as_kind(node, amount=True, scope=scope), "value")
        with self.write.under(f"if not {found} or {value} > {best}:"):
            self.write.line(f"{best} = {value}")
            self.write.line(f"chosen = {place}")
        self.write.line(f"{found} = True")

    # Tables

    def table_for(self, decision: acts.ResolvedDecision) -> TablePolicy | None:
        """Return the policy of all seats, if its table decides and nothing is picked."""
        policy = self.policies[0]
        if not isinstance(policy, TablePolicy) or any(p is not policy for p in self.policies):
            return None
        if decision.name not in policy.decisions:
            return None
        orders = policy.decisions[decision.name].orders
        wanted = {wanted_option(name)[0] for order in orders for name in order}
        moves = [move for move in decision.moves if move.name in wanted]
        return policy if all(move.pick is None for move in moves) else None

    def by_wanted_moves(
        self, decision: acts.ResolvedDecision, policy: TablePolicy, scope: Scope
    ) -> None:
        """Write what returns the first legal one of the moves that a table wants."""
        moves = {move.name: (number, move) for number, move in enumerate(decision.moves)}

        def first_legal(order: Sequence[str]) -> None:
            for name in order:
                number, move = moves[name]
                known = self.folding.constant(move.when)
                if known is None:
                    with self.write.under(f"if {self.truth(move.when, scope)}:"):
                        self.write.line(f"return {number}, 0")
                elif known.value:
                    self.write.line(f"return {number}, 0")
                    return
            self.write.line("stopped()")

        self._by_table(policy, decision, scope, first_legal)

    def _by_table(
        self,
        policy: TablePolicy,
        decision: acts.ResolvedDecision,
        scope: Scope,
        make: Callable[[Sequence[str]], None],
    ) -> None:
        """Write what looks a decision up; `make` writes what is done with each order of moves.

        Written are all orders that there can be, so that policies whose tables have the same form
        are played by the same code, whatever they decide.
        """
        table = policy.decisions[decision.name]
        if len(table.orders) == 1:
            make(table.orders[0])
            return
        row = self.write.keep(self._row_of(policy, decision, table, scope), "row")
        for place, order in enumerate(table.orders):
            last = place == len(table.orders) - 1
            head = "else:" if last else f"{'elif' if place else 'if'} {row} == {place}:"
            with self.write.under(head):
                make(order)

    def _row_of(
        self,
        policy: TablePolicy,
        decision: acts.ResolvedDecision,
        table: TableDecision,
        scope: Scope,
    ) -> str:
        stem = f"{decision.name}_of_{self.policies.index(policy)}"
        text = "0" if not table.index else ""
        for axis in table.layout:
            part, size = table.index[axis], table.table.shape[axis]
            if isinstance(part, Fold):
                # A fold ends in one of its states, and there are as many as the axis has places.
                index = self._folded(part, decision.name, stem, axis, scope)
                if len(part.steps) > size:
                    index = f"in_range({index}, 0, {size - 1})"
            else:
                node = self.table_nodes[self.policies.index(policy), decision.name, axis]
                index = self.as_stored(node, self.value(node, scope))
                bounds = self.ranges.of(node)
                if bounds is None or bounds[0] < 0 or bounds[1] >= size:
                    index = f"in_range({index}, 0, {size - 1})"
            text = index if not text else f"({text}) * {size} + {index}"
        return f"load_byte(block, 8 * load(block, place_of_table_{stem}) + {text})"

    def _folded(self, part: Fold, decision: str, stem: str, axis: int, scope: Scope) -> str:
        node = self.table_nodes[int(stem.rsplit("_", 1)[1]), decision, axis]
        pack = self.plan.packs[self._element_pack(node.type)]
        columns = fold_columns(self.plan.program, part, pack.name)
        values = [columns[card] for card in pack.cards]
        state = self.write.fresh("state")
        self.write.line(f"{state} = {part.start}")
        steps = self.write.keep(f"load(block, place_of_steps_{stem}_{axis})", "steps")
        width = part.steps.shape[1]

        def body(card: str) -> None:
            column = self.looked_up(values, card, "column")
            place = f"2 * {steps} + {width} * {state} + {column}"
            self.write.line(f"{state} = load_half(block, {place})")

        self._loop(self.form(node, scope), body, None)
        return state

    @staticmethod
    def _element_pack(kind: Type) -> str:
        return kind.element.pack if kind.element is not None else ""

    def _wanted_order(self, order: Sequence[str], decision: acts.ResolvedDecision) -> None:
        """Write what chooses the first legal one of some moves."""
        numbers = {move.name: number for number, move in enumerate(decision.moves)}
        for turn, wanted in enumerate(order):
            name, place = wanted_option(wanted)
            number = numbers[name]
            before = " + ".join(["0", *(f"options_{other}" for other in range(number))])
            least = place or 0
            with self.write.under(f"{'if' if turn == 0 else 'elif'} options_{number} > {least}:"):
                self.write.line(f"chosen = {before} + {least}")
        with self.write.under("else:"):
            self.write.line("stopped()")
