"""What a spec declares and nothing reads: a definition, a parameter, a variable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from certify.language import acts, typed
from certify.language.alike import every_act, move_nodes, nodes_of, result_nodes
from certify.language.document import Place
from certify.language.play import Play
from certify.language.typed import Node

Found = Iterator[tuple[Place, str]]

TOLD_TO_PLAYERS = frozenset({"total", "stake"})
"""Definitions that are told to whoever plays, whether the rules use them or not."""


def unused_problems(play: Play) -> Found:
    """Yield what is declared in vain.

    A game with a family has parameters that the family's exact engine reads, and no expression.
    """
    spec, resolver = play.spec, play.resolver
    for name in spec.definitions:
        if name not in resolver.used and name not in TOLD_TO_PLAYERS:
            yield ("definitions", name), "no expression uses this definition"
    if spec.game.family is None:
        for name in spec.parameters:
            if name not in resolver.used:
                yield ("parameters", name), "no expression reads this parameter"
    read = {
        node.name
        for tree in (*_nodes(play), *resolver.asked)
        for node in tree.walk()
        if isinstance(node, typed.VariableAt)
    }
    for name in spec.variables:
        if name not in read:
            yield ("variables", name), "the variable is set at most, and never read"


def _nodes(play: Play) -> Iterator[Node]:
    """Yield every expression whose value matters: not the variables that are set."""
    yield from move_nodes(play)
    for act in every_act(play):
        yield from _read_by(act)
    yield from result_nodes(play)
    yield from (invariant.value for invariant in play.invariants.values())
    for policy in play.policies.values():
        for values in policy.decisions.values():
            yield from values.values()


def _read_by(act: acts.Act) -> Iterable[Node]:
    if isinstance(act, acts.SetAct):
        found: list[Node] = []
        for target, value in act.changes:
            added = isinstance(value, typed.Arithmetic) and value.left is target
            found.append(value.right if added else value)  # type: ignore[attr-defined]
            found += _given(target.index)
        return found
    if isinstance(act, acts.ChanceAct):
        return [act.among, *_given(act.target.index)]
    return nodes_of(act)


def _given(*nodes: Node | None) -> list[Node]:
    return [node for node in nodes if node is not None]
