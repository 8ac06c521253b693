"""Of which zones the rules look at the order of the cards."""

from __future__ import annotations

from collections.abc import Iterator

from certify.spec import acts, typed
from certify.spec.alike import every_act, every_block, rule_nodes
from certify.spec.play import Play
from certify.spec.typed import Node

PASSED_ON = (typed.Join, typed.Without, typed.Conditional, typed.Let)
"""Lists in the order of the lists that they are made of."""

WITHOUT_ORDER = ("sum", "count", "any", "all", "min", "max", "distinct")
"""Functions of a series that are the same in whatever order the elements come."""


def zones_by_position(play: Play) -> frozenset[str]:
    """Return the zones of which some rule takes a card by its position.

    The order of such a zone is needed as soon as it is shuffled, and not when its cards are dealt.

    Parameters
    ----------
    play : Play
        The rules.

    Returns
    -------
    frozenset of str
        Names of zones.
    """
    found: set[str] = set()
    for node in rule_nodes(play):
        for part in node.walk():
            taken: list[Node] = []
            if isinstance(part, typed.Element):
                taken = [part.collection]
            elif isinstance(part, typed.Apply) and part.function == "top":
                taken = [part.arguments[0]]
            elif isinstance(part, typed.Series) and part.function in ("first", "run"):
                taken = [loop.collection for loop in part.loops]
            found |= {zone for collection in taken for zone in _zones(collection)}
    for act in every_act(play):
        if isinstance(act, acts.EachAct):
            found |= set(_passed_on(act.collection))
        elif isinstance(act, acts.MoveAct) and act.cards is not None:
            found |= set(_passed_on(act.cards))
    return frozenset(found)


def zones_with_order(play: Play) -> frozenset[str]:
    """Return the zones in which the order of the cards can matter in any way.

    Parameters
    ----------
    play : Play
        The rules.

    Returns
    -------
    frozenset of str
        Names of zones; of the others two orders are the same.
    """
    found = {name for name, zone in play.spec.zones.items() if zone.ordered}
    moved = set(_moved(play))
    without = {
        id(move.pick.collection)
        for decision in play.decisions.values()
        for move in decision.moves
        if move.pick is not None
    }
    for act in every_act(play):
        if isinstance(act, acts.DealAct):
            found.add(act.source.name)
        elif isinstance(act, acts.MoveAct) and act.source is not None:
            without.add(id(act.source))
        elif isinstance(act, acts.TurnAct | acts.ShowAct):
            without.add(id(act.cards))
        if isinstance(act, acts.DealAct | acts.MoveAct):
            without.add(id(act.target))
        elif isinstance(act, acts.ShuffleAct):
            without.add(id(act.zone))
    for node in rule_nodes(play):
        read = _in_order(node, matters=id(node) not in without)
        found |= {name for name in read if isinstance(name, str)}
    while more := {source for source, target in moved if target in found} - found:
        found |= more
    return frozenset(found)


def _moved(play: Play) -> Iterator[tuple[str, str]]:
    """Yield the zones whose cards all go to another, with that, where their order is kept."""
    for block in every_block(play):
        for act, following in zip(block, (*block[1:], None), strict=False):
            if not isinstance(act, acts.MoveAct) or act.source is None:
                continue
            is_shuffled = isinstance(following, acts.ShuffleAct) and following.zone == act.target
            if not is_shuffled:
                yield act.source.name, act.target.name


def _zones(node: Node) -> Iterator[str]:
    return (part.name for part in node.walk() if isinstance(part, typed.ZoneAt))


def _passed_on(node: Node) -> Iterator[str]:
    """Yield the zones whose cards a list has in their order."""
    if isinstance(node, typed.ZoneAt):
        yield node.name
    elif isinstance(node, PASSED_ON):
        for child in node.children():
            yield from _passed_on(child)


def _in_order(node: Node, *, matters: bool) -> Iterator[str | int]:
    """Yield the zones, and slots of locals, whose order the value of an expression may rest on."""
    if isinstance(node, typed.ZoneAt) and matters:
        yield node.name
    elif isinstance(node, typed.Local) and matters:
        yield node.slot
    kept = node.children()
    inner = True
    match node:
        case typed.Join() | typed.Without() | typed.Conditional():
            inner = matters
        case typed.Let():
            inside = list(_in_order(node.body, matters=matters))
            yield from inside
            yield from _in_order(node.value, matters=node.slot in inside)
            return
        case typed.Present() | typed.Membership():
            inner = False
        case typed.Apply() if node.function == "len":
            inner = False
        case typed.Series() if node.function in WITHOUT_ORDER:
            for loop in node.loops:
                yield from _in_order(loop.collection, matters=False)
            kept = iter(
                part
                for part in (node.body, node.default, *(loop.condition for loop in node.loops))
                if part is not None
            )
    for child in kept:
        yield from _in_order(child, matters=inner)
