"""What must hold of all parts of a game together.

What is declared is read somewhere, nothing calls itself, somebody decides wherever `me` is meant,
and no decision rests on what the player cannot see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from typing import TypeVar

from certify.language import acts, typed
from certify.language.acts import Play
from certify.language.document import Place
from certify.language.parameters import PayoutParameter
from certify.language.typed import Node

NOBODY = (
    "nobody decides here: `me`, and what belongs to a seat without an index, mean the seat that is"
    " asked; name the seat, or use `each: {me: seats}`"
)


def undecided(play: Play) -> Found:
    """Yield the places where `me` means nobody."""
    if play.result is not None:
        for name, node in play.result.recorded().items():
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
            if any(_means_me(node) for node in act.nodes()):
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
        elif isinstance(act, acts.RepeatAct | acts.LetAct) or (
            isinstance(act, acts.EachAct) and act.slot is not None
        ):
            yield from _without_me(act.do)


def _means_me(node: Node) -> bool:
    return any(isinstance(found, typed.Me) for found in node.walk())


Found = Iterator[tuple[Place, str]]
Kind = TypeVar("Kind", bound=acts.Act)
Named = tuple[str, str]
"""Where a procedure or a decision stands in the spec."""

DEEPEST_CALLS = 100
"""Calls within calls, and decisions within them: walks over the rules call themselves for each."""


def structure_problems(play: Play) -> Found:
    """Yield what is wrong with how the parts of a game hang together."""
    of_calls = list(call_problems(play))
    yield from of_calls
    if of_calls:
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


def call_problems(play: Play) -> Found:
    """Yield procedures and decisions that lead back to themselves; if none, the first too deep.

    Each has one set of locals, so that none can be within itself.
    """
    leads: dict[Named, set[Named]] = {
        ("procedures", name): _leads(rule.do) for name, rule in play.procedures.items()
    }
    for name, decision in play.decisions.items():
        blocks = [_leads(move.do) for move in decision.moves]
        leads["decisions", name] = set().union(*blocks)
    is_circular = False
    for place, direct in leads.items():
        seen: set[Named] = set()
        todo = list(direct)
        while todo:
            other = todo.pop()
            if other == place:
                what = "procedure calls" if place[0] == "procedures" else "decision asks for"
                yield place, f"the {what} itself, directly or through others"
                is_circular = True
                break
            if other not in seen:
                seen.add(other)
                todo += leads[other]
    if is_circular:
        return
    depth: dict[Named, int] = {}
    for place in TopologicalSorter(leads).static_order():
        depth[place] = 1 + max((depth[other] for other in leads[place]), default=0)
    deep = [place for place in leads if depth[place] == DEEPEST_CALLS + 1]
    if deep:
        yield deep[0], f"calls lie more than {DEEPEST_CALLS} deep in each other here"


def _leads(block: acts.Acts) -> set[Named]:
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
        elif isinstance(act, acts.Enclosing):
            yield from _all(act.do, kind)


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
    for name in spec.rankings:
        if name not in resolver.used:
            yield ("rankings", name), "no expression compares hands by this ranking"
    if spec.game.family is None:
        for name in spec.parameters:
            if name not in resolver.used:
                yield ("parameters", name), "no expression reads this parameter"
        yield from _unread_rows(play)
    read = {
        node.name
        for tree in (*_nodes(play), *resolver.asked)
        for node in tree.walk()
        if isinstance(node, typed.VariableAt)
    }
    for name in spec.variables:
        if name not in read:
            yield ("variables", name), "the variable is only set, never read"


def _unread_rows(play: Play) -> Found:
    """Yield the rows of paytables that nothing is paid by."""
    read = {row for tree in (*_nodes(play), *play.resolver.asked) for row in typed.rows_paid(tree)}
    read |= {
        f"{parameter.paytable}.{parameter.row}"
        for parameter in play.spec.parameters.values()
        if isinstance(parameter, PayoutParameter)
    }
    for table, rows in play.names.rows.items():
        for row in rows:
            if f"{table}.{row}" not in read:
                yield ("paytables", table), f"nothing is paid by its row {row}"


def _nodes(play: Play) -> Iterator[Node]:
    """Yield every expression whose value matters: not the variables that are set."""
    yield from play.move_nodes()
    for act in play.statements():
        yield from _read_by(act)
    yield from play.result_nodes()
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
    return act.nodes()


def _given(*nodes: Node | None) -> list[Node]:
    return [node for node in nodes if node is not None]


Placed = typed.ZoneAt | typed.VariableAt | typed.TokensAt


def leaks(play: Play) -> Found:
    """Yield what would tell a player something hidden, or rests on it."""
    askers = _askers(play)
    for decision in play.decisions.values():
        sight = _Sight(play, askers.get(decision.name))
        for move in decision.moves:
            yield from _blind_pick(sight, decision.name, move)
            if play.spec.decisions[decision.name].moves[move.name].referee:
                continue
            names = sorted({name for node in move.nodes() for name in sight.hidden(node)})
            if names:
                place: Place = ("decisions", decision.name, "moves", move.name)
                yield (
                    place,
                    f"it depends on {', '.join(names)}, which the player may not see;"
                    " say `referee: true` if the rules themselves look",
                )
    for policy in play.policies.values():
        for name, values in policy.decisions.items():
            sight = _Sight(play, askers.get(name))
            for move_name, node in values.items():
                names = sorted(set(sight.hidden(node)))
                if names:
                    place = ("policies", policy.name, "decisions", name, move_name)
                    yield place, f"it reads {', '.join(names)}, which the player may not see"
    yield from _by_hidden_card(play)


def _blind_pick(sight: _Sight, decision: str, move: acts.ResolvedMove) -> Found:
    """Yield a pick of cards that the player cannot see: the options would tell what they are."""
    pick = move.pick
    if pick is None or not pick.candidate.type.pack:
        return
    names = sorted(set(sight.hidden(pick.collection)))
    if names:
        yield (
            ("decisions", decision, "moves", move.name, "pick"),
            f"cards of {', '.join(names)} are picked, which the player may not see; deal the top"
            " card, or pick a number of a place",
        )


def _askers(play: Play) -> dict[str, frozenset[int]]:
    """Return the seats that a decision is put to, where they are known: roles, numbers."""
    found: dict[str, set[int]] = {}
    unknown: set[str] = set()
    for act in play.statements():
        if isinstance(act, acts.AskAct):
            if isinstance(act.seat, typed.Literal) and isinstance(act.seat.value, int):
                found.setdefault(act.decision, set()).add(act.seat.value)
            else:
                unknown.add(act.decision)
        elif isinstance(act, acts.AskTogetherAct):
            unknown.add(act.decision)
    return {name: frozenset(seats) for name, seats in found.items() if name not in unknown}


class _Sight:
    """What the seats that are asked can all see; `askers` is None if they are not known."""

    def __init__(self, play: Play, askers: frozenset[int] | None) -> None:
        self.spec = play.spec
        self.askers = askers

    def hidden(self, node: Node) -> Iterator[str]:
        """Yield the name of every zone, variable and token that is read and not seen."""
        if isinstance(node, typed.Present | typed.Apply) and _counts(node):
            inner = node.operand if isinstance(node, typed.Present) else node.arguments[0]
            zones = _zones_counted(inner)
            if zones is not None:
                for zone in zones:
                    rule = self.spec.zones[zone.name]
                    if not (self._sees(zone, rule.see) or self._sees(zone, rule.counted)):
                        yield zone.name
                    if zone.index is not None:
                        yield from self.hidden(zone.index)
                return
        if isinstance(node, Placed) and not self._sees(node, self._see_of(node)):
            yield node.name
        for child in node.children():
            yield from self.hidden(child)

    def _see_of(self, node: Placed) -> str:
        if isinstance(node, typed.ZoneAt):
            return self.spec.zones[node.name].see
        if isinstance(node, typed.VariableAt):
            return self.spec.variables[node.name].see
        return self.spec.tokens[node.name].see

    def _sees(self, node: Placed, see: str) -> bool:
        if see in ("all", "none"):
            return see == "all"
        if see == "owner":
            return isinstance(node.index, typed.Me) or (
                isinstance(node.index, typed.Literal)
                and self.askers is not None
                and self.askers == {node.index.value}
            )
        roles = self.spec.players.roles if self.spec.players else ()
        return see in roles and self.askers == frozenset((roles.index(see),))


def _counts(node: typed.Present | typed.Apply) -> bool:
    return isinstance(node, typed.Present) or node.function == "len"


def _zones_counted(node: Node) -> list[typed.ZoneAt] | None:
    if isinstance(node, typed.ZoneAt):
        return [node]
    if isinstance(node, typed.Join):
        first, second = _zones_counted(node.first), _zones_counted(node.second)
        return None if first is None or second is None else first + second
    return None


def _by_hidden_card(play: Play) -> Found:
    """Yield what belongs to a card and is seen by those who may not know which card it is."""
    spec = play.spec
    for section in ("zones", "variables", "tokens"):
        for name, element in getattr(spec, section).items():
            domain = play.names.domains[name]
            if domain.kind != "pack" or element.see == "none":
                continue
            hiding = sorted(
                zone
                for zone, rule in spec.zones.items()
                if play.names.zone_packs[zone] == domain.pack
                and rule.see not in ("all", element.see)
            )
            if hiding:
                yield (
                    (section, name),
                    f"it belongs to cards of {domain.pack} and is seen by {element.see}, but such a"
                    f" card can lie hidden in {', '.join(hiding)}: what is seen of it would tell"
                    " which card it is; number the places of the cards instead",
                )
