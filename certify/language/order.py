"""Of which zones the rules look at the order of the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from certify.language import acts, typed
from certify.language.acts import Play
from certify.language.typed import Node

PASSED_ON = (typed.Join, typed.Without, typed.Conditional, typed.Let)
"""Lists in the order of the lists that they are made of."""

WITHOUT_ORDER = ("sum", "count", "any", "all", "min", "max", "distinct")
"""Functions of a series that are the same in whatever order the elements come."""


def zones_by_position(play: Play) -> frozenset[str]:
    """Return the zones of which some rule takes a card by its position.

    The order of such a zone is needed as soon as it is shuffled, and not when its cards are dealt.
    """
    found: set[str] = set()
    for node in play.rule_nodes():
        for part in node.walk():
            taken: list[Node] = []
            if isinstance(part, typed.Element):
                taken = [part.collection]
            elif isinstance(part, typed.Apply) and part.function == "top":
                taken = [part.arguments[0]]
            elif isinstance(part, typed.Series) and part.function in ("first", "run"):
                taken = [loop.collection for loop in part.loops]
            found |= {zone for collection in taken for zone in _zones(collection)}
    for act in play.statements():
        if isinstance(act, acts.EachAct):
            found |= set(_passed_on(act.collection))
        elif isinstance(act, acts.MoveAct) and act.cards is not None:
            found |= set(_passed_on(act.cards))
    return frozenset(found)


def first_of(act: acts.Act) -> typed.ZoneAt | None:
    """Return the zone of which a statement moves the first card, whatever card that is."""
    if not isinstance(act, acts.MoveAct) or not isinstance(act.cards, typed.Listed):
        return None
    series = act.cards.parts[0]
    if len(act.cards.parts) != 1 or not isinstance(series, typed.Series):
        return None
    if series.function != "first" or len(series.loops) != 1 or series.nth is not None:
        return None
    (loop,) = series.loops
    is_plain = isinstance(series.body, typed.Local) and series.body.slot == loop.slot
    if not is_plain or loop.condition is not None or not isinstance(loop.collection, typed.ZoneAt):
        return None
    return loop.collection


def zones_with_order(
    play: Play,
    beside: Iterable[Node] = (),
    *,
    apart: Iterable[Node | None] = (),
    laid: bool = True,
) -> frozenset[str]:
    """Return the zones in which the order of the cards can matter in any way.

    `apart`: expressions that are not looked at. `laid`: whether it matters in every zone that is
    declared `ordered`, or only in those that no several picked cards are laid on. The result: names
    of zones; of the others two orders are the same.
    """
    found = {name for name, zone in play.spec.zones.items() if zone.ordered}
    found -= set() if laid else _laid_on(play)
    found |= {act.source.name for act in play.statements() if isinstance(act, acts.DealAct)}
    passed = set(_passed(play))
    without = _lists_of_any_order(play)
    left_out = {id(node) for node in apart}
    for node in (*play.rule_nodes(), *beside):
        if id(node) in left_out:
            continue
        read = _in_order(node, matters=id(node) not in without)
        found |= {name for name in read if isinstance(name, str)}
    while more := {source for source, target in passed if target in found} - found:
        found |= more
    return frozenset(found)


def _picks_of_several(play: Play) -> dict[int, str | None]:
    """Return the slots of several picked cards, with the attribute in which they are equal."""
    return {
        move.pick.picked.slot: move.pick.same
        for decision in play.decisions.values()
        for move in decision.moves
        if move.pick is not None and move.pick.kind == "cards"
    }


def _laid_on(play: Play) -> set[str]:
    """Return the zones that several picked cards are moved to."""
    picks = _picks_of_several(play)
    return {
        act.target.name
        for act in play.statements()
        if isinstance(act, acts.MoveAct)
        and isinstance(act.cards, typed.Local)
        and act.cards.slot in picks
    }


def _lists_of_any_order(play: Play) -> set[int]:
    """Return the expressions, by identity, of cards that statements and picks take as a whole."""
    found = {
        id(move.pick.collection)
        for decision in play.decisions.values()
        for move in decision.moves
        if move.pick is not None
    }
    for act in play.statements():
        if isinstance(act, acts.MoveAct):
            found |= {id(node) for node in (act.source, act.cards) if node is not None}
        elif isinstance(act, acts.TurnAct | acts.ShowAct):
            found.add(id(act.cards))
        if isinstance(act, acts.DealAct | acts.MoveAct):
            found.add(id(act.target))
        elif isinstance(act, acts.ShuffleAct):
            found.add(id(act.zone))
    return found


def picks_by_position(play: Play, nodes: Iterable[Node]) -> bool:
    """Return whether expressions take one of several picked cards by its position.

    Where the cards are equal in an attribute, that of any of them is no matter of position.
    """
    without = _lists_of_any_order(play)
    picks = _picks_of_several(play)
    read: Counter[str | int] = Counter()
    for node in nodes:
        if id(node) not in without:
            read.update(_in_order(node, matters=True))
        for part in node.walk():
            if isinstance(part, typed.Attribute) and isinstance(part.card, typed.Element):
                cards = part.card.collection
                if isinstance(cards, typed.Local) and picks.get(cards.slot) == part.name:
                    read[cards.slot] -= 1
    return any(read[slot] > 0 for slot in picks)


def picks_from_order(play: Play, nodes: Iterable[Node]) -> bool:
    """Return whether cards are picked from a zone of which expressions read the order."""
    order = zones_with_order(play, nodes, laid=False)
    return any(
        isinstance(part, typed.ZoneAt) and part.name in order
        for decision in play.decisions.values()
        for move in decision.moves
        if move.pick is not None and move.pick.kind in ("card", "cards")
        for part in move.pick.collection.walk()
    )


def zones_in_order(node: Node) -> frozenset[str]:
    """Return the zones whose order the value of an expression may rest on."""
    return frozenset(name for name in _in_order(node, matters=True) if isinstance(name, str))


def _passed(play: Play) -> Iterator[tuple[str, str]]:
    """Yield the zones whose order another zone takes over as cards move, with that zone."""
    roots = [procedure.do for procedure in play.procedures.values()]
    roots += [move.do for rule in play.decisions.values() for move in rule.moves]
    for root in roots:
        for act, following in _with_following(root, []):
            if not isinstance(act, acts.MoveAct):
                continue
            if any(
                _shuffled(play, segment, act.target)
                for segment in _until_read(play, following, act.target)
            ):
                continue
            moved = act.source if act.source is not None else act.cards
            if moved is not None:
                for name in _in_order(moved, matters=True):
                    if isinstance(name, str):
                        yield name, act.target.name


Segments = list[tuple[acts.Acts, bool]]
"""Statements that are run afterwards, and whether they surely are."""


def _with_following(block: acts.Acts, after: Segments) -> Iterator[tuple[acts.Act, Segments]]:
    """Yield each statement with what is run after it, as far as the block tells."""
    for place, act in enumerate(block):
        following: Segments = [(block[place + 1 :], True), *after]
        yield act, following
        if isinstance(act, acts.IfAct):
            yield from _with_following(act.then, following)
            yield from _with_following(act.otherwise, following)
        elif isinstance(act, acts.EachAct | acts.RepeatAct):
            yield from _with_following(act.do, [(act.do, False), *following])
        elif isinstance(act, acts.LetAct):
            yield from _with_following(act.do, following)


def _until_read(play: Play, following: Segments, zone: typed.ZoneAt) -> Iterator[acts.Acts]:
    """Yield the statements that are surely run, until one may look at the order of a zone."""
    for block, is_sure in following:
        if _first_use(play, block, zone) == READ:
            return
        if is_sure:
            yield block


READ, SHUFFLED, NOTHING = "read", "shuffled", ""


def _shuffled(play: Play, block: acts.Acts, zone: typed.ZoneAt) -> bool:
    return _first_use(play, block, zone) == SHUFFLED


def _first_use(play: Play, block: acts.Acts, zone: typed.ZoneAt) -> str:
    """Return whether statements first look at the order of a zone, or shuffle it."""
    for act in block:
        use = _use(play, act, zone)
        if use != NOTHING:
            return use
    return NOTHING


def _use(play: Play, act: acts.Act, zone: typed.ZoneAt) -> str:
    name = zone.name
    match act:
        case acts.ShuffleAct():
            return SHUFFLED if act.zone == zone and zone.index is None else NOTHING
        case acts.AskAct() | acts.AskTogetherAct() | acts.StopAct():
            return READ
        case acts.DealAct() if act.source.name == name:
            return READ
        case acts.MoveAct() if act.source is not None and act.source.name == name:
            return READ
        case acts.CallAct():
            called = _first_use(play, play.procedures[act.procedure].do, zone)
            if called != NOTHING:
                return called
    put_on = act.target if isinstance(act, acts.DealAct | acts.MoveAct) else None
    for node in act.nodes():
        if node is not put_on and name in _in_order(node, matters=True):
            return READ
    if isinstance(act, acts.IfAct):
        inner = [_first_use(play, part, zone) for part in (act.then, act.otherwise)]
        return READ if READ in inner else NOTHING
    if isinstance(act, acts.EachAct | acts.RepeatAct):
        return READ if _first_use(play, act.do, zone) == READ else NOTHING
    if isinstance(act, acts.LetAct):
        return _first_use(play, act.do, zone)
    return NOTHING


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
        case typed.Ranked():
            inner = False
        case typed.Series() if node.function in (*WITHOUT_ORDER, "list"):
            of_list = matters and node.function == "list"
            for loop in node.loops:
                yield from _in_order(loop.collection, matters=of_list)
            kept = iter(
                part
                for part in (node.body, node.default, *(loop.condition for loop in node.loops))
                if part is not None
            )
    for child in kept:
        yield from _in_order(child, matters=inner)
