"""What is wrong with a game as a whole: procedures that call themselves, parts never reached."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from certify.language import acts, typed
from certify.language.alike import nodes_of
from certify.language.document import Place
from certify.language.play import Play
from certify.language.typed import Node

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


Found = Iterator[tuple[Place, str]]
Kind = TypeVar("Kind", bound=acts.Act)


def structure_problems(play: Play) -> Found:
    """Yield what is wrong with how the parts of a game hang together."""
    circles = list(circles_of(play))
    yield from circles
    if circles:
        return
    yield from undecided(play)
    blocks = _reached(play)
    used = {call.procedure for block in blocks for call in _all(block, acts.CallAct)}
    asked = {ask.decision for block in blocks for ask in _all(block, acts.AskAct)}
    asked |= {ask.decision for block in blocks for ask in _all(block, acts.AskTogetherAct)}
    run = {example.run for example in play.spec.examples.values()}
    for name, procedure in play.procedures.items():
        if procedure.do and name not in used | run | {"play"}:
            yield ("procedures", name), "the procedure is never called"
    for name in play.decisions:
        if name not in asked:
            yield ("decisions", name), "nobody is ever asked for this decision"
    filled = {pack.into for pack in play.spec.packs.values()}
    filled |= {act.target.name for block in blocks for act in _all(block, acts.DealAct)}
    filled |= {act.target.name for block in blocks for act in _all(block, acts.MoveAct)}
    for name in play.spec.zones:
        if name not in filled:
            yield ("zones", name), "no card ever comes into this zone"


def circles_of(play: Play) -> Found:
    """Yield procedures and decisions that lead back to themselves: each has one set of locals."""
    leads = {("procedures", name): _leads(rule.do) for name, rule in play.procedures.items()}
    for name, decision in play.decisions.items():
        blocks = [_leads(move.do) for move in decision.moves]
        leads["decisions", name] = set().union(*blocks)
    for place, direct in leads.items():
        seen: set[tuple[str, str]] = set()
        todo = list(direct)
        while todo:
            other = todo.pop()
            if other == place:
                what = "procedure calls" if place[0] == "procedures" else "decision asks for"
                yield place, f"the {what} itself, directly or through others"
                break
            if other not in seen:
                seen.add(other)
                todo += leads[other]


def _leads(block: acts.Acts) -> set[tuple[str, str]]:
    found = {("procedures", call.procedure) for call in _all(block, acts.CallAct)}
    found |= {("decisions", ask.decision) for ask in _all(block, acts.AskAct)}
    return found | {("decisions", ask.decision) for ask in _all(block, acts.AskTogetherAct)}


def _reached(play: Play) -> list[acts.Acts]:
    blocks = [procedure.do for procedure in play.procedures.values()]
    return blocks + [move.do for rule in play.decisions.values() for move in rule.moves]


def _all(block: acts.Acts, kind: type[Kind]) -> Iterator[Kind]:
    for act in block:
        if isinstance(act, kind):
            yield act
        if isinstance(act, acts.IfAct):
            yield from _all(act.then, kind)
            yield from _all(act.otherwise, kind)
        elif isinstance(act, acts.EachAct | acts.RepeatAct):
            yield from _all(act.do, kind)
