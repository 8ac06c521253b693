"""Whether somebody decides wherever `me`, or a zone or variable of `me`, is meant."""

from __future__ import annotations

from collections.abc import Iterator

from certify.language import acts, typed
from certify.language.alike import nodes_of
from certify.language.document import Place
from certify.language.play import Play
from certify.language.typed import Node

Found = Iterator[tuple[Place, str]]

NOBODY = (
    "nobody decides here: `me`, and what belongs to a seat without an index, mean the seat that is"
    " asked; name the seat, or use `each: {me: seats}`"
)


def undecided(play: Play) -> Found:
    """Yield the places where `me` means nobody."""
    if play.result is not None:
        for name, node in play.result.measures.items():
            if _means_me(node):
                yield ("result", "measures", name), NOBODY
    for name, invariant in play.invariants.items():
        if _means_me(invariant.value):
            yield ("invariants", name, "is"), NOBODY
    seen: set[str] = set()
    todo = ["play"]
    while todo:
        name = todo.pop()
        if name in seen or name not in play.procedures:
            continue
        seen.add(name)
        for act in _without_me(play.procedures[name].do):
            if any(_means_me(node) for node in nodes_of(act)):
                yield act.place, NOBODY
            if isinstance(act, acts.CallAct):
                todo.append(act.procedure)


def _without_me(block: acts.Acts) -> Iterator[acts.Act]:
    """Yield the statements of a block that run while nobody decides."""
    for act in block:
        yield act
        if isinstance(act, acts.IfAct):
            yield from _without_me(act.then)
            yield from _without_me(act.otherwise)
        elif isinstance(act, acts.RepeatAct) or (
            isinstance(act, acts.EachAct) and act.slot is not None
        ):
            yield from _without_me(act.do)


def _means_me(node: Node) -> bool:
    return any(isinstance(found, typed.Me) for found in node.walk())
