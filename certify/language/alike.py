"""What the rules look at, and so which cards are alike."""

from __future__ import annotations

from collections.abc import Iterator

from certify.language import acts, typed
from certify.language.play import Play
from certify.language.typed import Node


def every_act(play: Play) -> Iterator[acts.Act]:
    """Yield every statement of the rules, those inside others too."""
    return (act for block in every_block(play) for act in block)


def every_block(play: Play) -> Iterator[acts.Acts]:
    """Yield every list of statements of the rules, those inside others too."""
    blocks = [procedure.do for procedure in play.procedures.values()]
    blocks += [move.do for decision in play.decisions.values() for move in decision.moves]
    while blocks:
        block = blocks.pop()
        yield block
        for act in block:
            if isinstance(act, acts.IfAct):
                blocks += [act.then, act.otherwise]
            elif isinstance(act, acts.EachAct | acts.RepeatAct):
                blocks.append(act.do)


def move_nodes(play: Play) -> Iterator[Node]:
    """Yield what decides whether moves are legal, and what can be picked."""
    for decision in play.decisions.values():
        for move in decision.moves:
            yield from nodes_of_move(move)


def nodes_of_move(move: acts.ResolvedMove) -> Iterator[Node]:
    """Yield what decides whether a move is legal, and what can be picked."""
    yield move.when
    pick = move.pick
    if pick is not None:
        yield pick.collection
        for node in (pick.where, pick.least, pick.most, pick.condition):
            if node is not None:
                yield node


def result_nodes(play: Play) -> Iterator[Node]:
    """Yield scores and measures."""
    if play.result is not None:
        yield play.result.score
        yield from play.result.measures.values()


def rule_nodes(play: Play) -> Iterator[Node]:
    """Yield every expression of the rules: not of policies, invariants and examples."""
    yield from move_nodes(play)
    for act in every_act(play):
        yield from nodes_of(act)
    yield from result_nodes(play)


def nodes_of(act: acts.Act) -> Iterator[Node]:
    """Yield the expressions of a statement, not those of statements inside it."""
    for value in vars(act).values():
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                for inner in part if isinstance(part, tuple) else (part,):
                    if isinstance(inner, Node):
                        yield inner


def kinds_of_alike(play: Play) -> tuple[dict[str, set[str]], set[str]]:
    """Return what tells cards apart.

    The result, individual : set of str: packs in which no two cards are alike: each has something
    of its own, is turned over, or is compared with another.
    """
    read: dict[str, set[str]] = {name: set() for name in play.spec.packs}
    individual = {domain.pack for domain in play.names.domains.values() if domain.kind == "pack"}
    for node in rule_nodes(play):
        for pack, attribute in typed.attributes_read(node):
            read[pack].add(attribute)
        for found in node.walk():
            if isinstance(found, typed.Comparison):
                individual |= {part.type.pack for part in found.operands if part.type.pack}
            elif isinstance(found, typed.Membership) and found.item.type.pack:
                individual.add(found.item.type.pack)
            elif isinstance(found, typed.Apply) and found.function == "face_up":
                individual.add(found.arguments[0].type.pack)
    for decision in play.decisions.values():
        for move in decision.moves:
            if move.pick is not None:
                pick = move.pick
                named = {name for name in (pick.same, pick.distinct) if name is not None}
                read.setdefault(pick.candidate.type.pack, set()).update(named)
    for act in every_act(play):
        if isinstance(act, acts.TurnAct) and act.cards.type.element is not None:
            individual.add(act.cards.type.element.pack)
    return read, individual - {""}
