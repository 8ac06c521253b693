"""What is still to be done in a game: statements, one after another, and what loops leave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from certify.language import acts
from certify.language.typed import Node


@dataclass(frozen=True)
class Ended(acts.Act):
    """The end of a procedure, a move or a loop: where `stop` goes to."""

    what: str


@dataclass(frozen=True)
class Again(acts.Act):
    """The next pass of a loop, if some are left."""

    loop: acts.RepeatAct
    left: int


@dataclass(frozen=True)
class Bind(acts.Act):
    """A local name for the next pass of a loop over a list.

    What an element is by row is kept among the locals, which follow the rows; `kept` says where.
    """

    slot: int
    value: Any
    kept: int | None = None


Todo = tuple[acts.Act, Any] | None
"""What is still to be done: a statement, and what comes after it."""


def pushed(block: acts.Acts, after: Todo) -> Todo:
    """Return what is still to be done with statements that come first."""
    for act in reversed(block):
        after = (act, after)
    return after


def stopped(what: str, todo: Todo) -> Todo:
    """Return what comes after the loop or the procedure that is left; nothing after the game."""
    while todo is not None:
        act, todo = todo
        if isinstance(act, Ended) and act.what == what:
            return todo
    return None


def still_done(todo: Todo, play: acts.Play) -> Iterator[acts.Act]:
    """Yield every statement that may still be done, those of procedures and moves too."""
    left: list[acts.Act] = []
    while todo is not None:
        act, todo = todo
        left.append(act)
    called: set[str] = set()
    while left:
        act = left.pop()
        yield act
        match act:
            case Again():
                left.append(act.loop)
            case acts.IfAct():
                left += [*act.then, *act.otherwise]
            case acts.EachAct() | acts.RepeatAct() | acts.LetAct():
                left += act.do
            case acts.CallAct() if act.procedure not in called:
                called.add(act.procedure)
                left += play.procedures[act.procedure].do
            case acts.AskAct() if act.decision not in called:
                called.add(act.decision)
                left += (do for move in play.decisions[act.decision].moves for do in move.do)


def still_read(
    todo: Todo, play: acts.Play, policy: Mapping[str, Mapping[str, Node]] | None
) -> Iterator[Node]:
    """Yield the expressions of all that may still be done, and of what a policy says there."""
    for act in still_done(todo, play):
        yield from act.nodes()
        if isinstance(act, acts.AskAct):
            for move in play.decisions[act.decision].moves:
                yield from move.nodes()
            yield from (policy or {}).get(act.decision, {}).values()
