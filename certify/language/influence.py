"""What the answers to decisions can change, and which wagers they cannot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from certify.language import acts, typed
from certify.language.acts import Act, Play
from certify.language.typed import Node

NAMED = (typed.ZoneAt, typed.VariableAt, typed.TokensAt)


def wagers_without_play(play: Play) -> frozenset[str]:
    """Return the wagers whose stake and result no answer to any decision can change.

    Of others nothing is said: what is written where a decision may have led counts as changed.
    """
    if play.result is None:
        return frozenset()
    changed = _changed(play)
    return frozenset(
        name
        for name, wager in play.result.wagers.items()
        if not changed & _named(node for node in vars(wager).values() if isinstance(node, Node))
    )


def _changed(play: Play) -> frozenset[str]:
    """Return the zones, variables and tokens that may be other ones after other answers."""
    moves = [move for decision in play.decisions.values() for move in decision.moves]
    everything = frozenset(name for act in play.statements() for name in _written(act))
    found = frozenset(name for move in moves for name in _written_in(play, move.do))
    if any(isinstance(act, acts.StopAct) for move in moves for act in _inside(play, move.do)):
        return everything
    while True:
        more = set(found)
        for act in play.statements():
            if not found & _named(act.nodes()):
                continue
            inside = list(_inside(play, (act,)))
            if any(isinstance(each, acts.StopAct) for each in inside):
                return everything
            more.update(name for each in inside for name in _written(each))
        if more == found:
            return found
        found = frozenset(more)


def _named(nodes: Iterable[Node]) -> frozenset[str]:
    return frozenset(part.name for node in nodes for part in node.walk() if isinstance(part, NAMED))


def _inside(play: Play, block: acts.Acts) -> Iterator[Act]:
    """Yield statements with all that they run, procedures that they call too."""
    waiting, called = [*block], set[str]()
    while waiting:
        act = waiting.pop()
        yield act
        if isinstance(act, acts.IfAct):
            waiting += [*act.then, *act.otherwise]
        elif isinstance(act, acts.Enclosing):
            waiting += act.do
        elif isinstance(act, acts.CallAct) and act.procedure not in called:
            called.add(act.procedure)
            waiting += play.procedures[act.procedure].do


def _written_in(play: Play, block: acts.Acts) -> Iterator[str]:
    return (name for act in _inside(play, block) for name in _written(act))


def _written(act: Act) -> Iterator[str]:
    """Yield what a statement changes by itself."""
    match act:
        case acts.SetAct():
            yield from (target.name for target, _ in act.changes)
        case acts.ChanceAct():
            yield act.target.name
        case acts.TokenAct():
            yield from (token.name for token in act.tokens)
        case acts.ShuffleAct():
            yield act.zone.name
        case acts.DealAct():
            yield from (act.source.name, act.target.name)
        case acts.MoveAct():
            # Whatever zone the cards may come from.
            sources = [node for node in (act.cards, act.source) if node is not None]
            yield from (act.target.name, *_named(sources))
        case acts.TurnAct() | acts.ShowAct():
            yield from _named([act.cards])
