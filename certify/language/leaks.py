"""Whether a decision rests on what the player cannot see."""

from __future__ import annotations

from collections.abc import Iterator

from certify.language import acts, typed
from certify.language.alike import every_act, nodes_of_move
from certify.language.document import Place
from certify.language.play import Play
from certify.language.typed import Node

Found = Iterator[tuple[Place, str]]
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
            names = sorted({name for node in nodes_of_move(move) for name in sight.hidden(node)})
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
    for act in every_act(play):
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
