"""Which results of chance can be followed together, each in rows of its own.

A variable that chance sets is a column then, as one is that was set from cards. That needs rules
which nowhere read it where one value must hold for all rows, such as the number of cards to deal.
"""

from __future__ import annotations

from collections.abc import Iterator

from certify.language import acts, typed
from certify.language.acts import Play
from certify.language.typed import Node

FOLLOWED = (
    typed.Arithmetic,
    typed.Negative,
    typed.Comparison,
    typed.Membership,
    typed.Logic,
    typed.Not,
    typed.Conditional,
    typed.Let,
)
"""Expressions that are worked out row by row; others are not looked into."""

SCALARS = frozenset(("integer", "boolean"))


def set_by_row(play: Play) -> frozenset[str]:
    """Return the variables set by chance of which every value can stand in rows of its own."""
    drawn = {
        act.target.name: act
        for act in play.statements()
        if isinstance(act, acts.ChanceAct)
        and act.target.type.kind in SCALARS
        and act.target.index is None
    }
    return frozenset(name for name in drawn if _Reading(play, name).is_by_row)


class _Reading:
    """Where a variable, and all that is set from it, is read."""

    def __init__(self, play: Play, name: str) -> None:
        self.play = play
        self.variables, self.slots = {name}, set[int]()
        before = -1
        while before != len(self.variables) + len(self.slots):
            before = len(self.variables) + len(self.slots)
            for act in play.statements():
                self._spread(act)
            for node in (*play.rule_nodes(), *self._valued()):
                self._bind(node)

    @property
    def is_by_row(self) -> bool:
        """Whether it is read nowhere but where each row may have its own value."""
        nodes: list[Node] = [*self.play.result_nodes(), *self._valued()]
        for decision in self.play.decisions.values():
            for move in decision.moves:
                nodes.append(move.when)
                if any(map(self._reads, list(move.nodes())[1:])):
                    return False
        for act in self.play.statements():
            match act:
                case acts.IfAct():
                    nodes.append(act.condition)
                case acts.SetAct():
                    nodes += [value for _, value in act.changes]
                    if any(self._reads_within(target) for target, _ in act.changes):
                        return False
                case acts.LetAct():
                    nodes.append(act.value)
                case acts.CallAct():
                    nodes += act.arguments
                case acts.RepeatAct():
                    nodes += [node for node in (act.before, act.until) if node is not None]
                    if self._reads(act.at_most):
                        return False
                case acts.ChanceAct():
                    if self._reads_within(act.target) or self._reads(act.among):
                        return False
                case _:
                    if any(map(self._reads, act.nodes())):
                        return False
        return all(map(self._is_followed, nodes))

    def _valued(self) -> Iterator[Node]:
        """Yield what policies value moves by."""
        for policy in self.play.policies.values():
            for moves in policy.decisions.values():
                yield from moves.values()

    def _spread(self, act: acts.Act) -> None:
        """Note what is set from it by a statement."""
        match act:
            case acts.SetAct():
                self.variables |= {
                    target.name for target, value in act.changes if self._reads(value)
                }
            case acts.LetAct():
                if self._reads(act.value):
                    self.slots.add(act.slot)
            case acts.CallAct():
                slots = self.play.procedures[act.procedure].arguments
                pairs = zip(slots, act.arguments, strict=True)
                self.slots |= {slot for slot, value in pairs if self._reads(value)}

    def _bind(self, node: Node) -> None:
        for part in node.walk():
            if isinstance(part, typed.Let) and self._reads(part.value):
                self.slots.add(part.slot)

    def _is_it(self, node: Node) -> bool:
        return (isinstance(node, typed.VariableAt) and node.name in self.variables) or (
            isinstance(node, typed.Local) and node.slot in self.slots
        )

    def _reads(self, node: Node) -> bool:
        return any(map(self._is_it, node.walk()))

    def _reads_within(self, node: Node) -> bool:
        """Return whether the index of a variable is read from it."""
        return any(map(self._reads, node.children()))

    def _is_followed(self, node: Node) -> bool:
        if self._is_it(node):
            return not self._reads_within(node)
        if not self._reads(node):
            return True
        return isinstance(node, FOLLOWED) and all(map(self._is_followed, node.children()))
