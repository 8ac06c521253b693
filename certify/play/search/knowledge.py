"""Where the cards may be that a seat does not see: derived from zones and what has happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from certify.language import typed
from certify.play.compiler.plan import PackPlan, Plan
from certify.play.compiler.seated import HiddenPack
from certify.play.events import Visibility
from certify.play.interpreter.picks import MoveRule
from certify.play.interpreter.program import Program
from certify.play.interpreter.situation import ME
from certify.play.interpreter.state import State


class Knowledge:
    """A recorder that keeps for each seat and card the zones in which the card may be.

    Attributes
    ----------
    zones : dict
        For each seat, by card, the zones as bits of an integer. The bit of the zone where a card
        is, is always set.
    loose : dict
        For each seat the cards whose place in their zone it does not know, though it may know the
        zone: what was shuffled or moved unseen, and has not come into sight since.

    Notes
    -----
    A card that is seen where it leaves, arrives or lies is known to be there. Where cards move
    unseen, every card that may have been in the zone they leave may be in the one they enter; a
    zone that is empty holds none. Which of several alike cards it is that comes into sight nobody
    can tell, so it is taken to be the one of which most was known. What a seat chose rules cards
    out: those any one of which would have made the move illegal, wherever its condition asks that a
    zone has no such card. Beyond that nothing is concluded from how others play: among deals that
    agree with all this none is preferred.
    """

    def __init__(self, program: Program, seats: Sequence[int]) -> None:
        self.program = program
        self.seats = tuple(seats)
        visibility = Visibility(program)
        self.sees = {seat: visibility.zones[seat] for seat in seats}
        start = [0] * len(program.deck.kinds)
        for zone, rules in enumerate(program.zones):
            for card in rules.start:
                start[card] |= 1 << zone
        self.zones = {seat: list(start) for seat in seats}
        self.loose: dict[int, set[int]] = {seat: set() for seat in seats}
        self.alike: dict[int, list[int]] = {}
        for card, kind in enumerate(program.deck.kinds):
            self.alike.setdefault(kind, []).append(card)
        self._reading = _hidden_zones_read(program)
        self._allowed: dict[str, dict[int, int]] = {}

    # What is told

    def moved(self, state: State, cards: Sequence[int], source: int, target: int) -> None:
        """Follow cards that have moved."""
        up, values = state.program.layout.up, state.values
        here, there = 1 << source, 1 << target
        is_empty = not state.zones[source]
        for seat in self.seats:
            known, sees = self.zones[seat], self.sees[seat]
            is_seen = sees[source] or sees[target]
            unseen = 0
            for card in cards:
                if is_seen or up(values, card):
                    self._sighted(known, card, here, cards)
                    known[card] = there
                    self.loose[seat].discard(card)
                else:
                    self.loose[seat].add(card)
                    unseen += 1
            if unseen:
                known[:] = [zones | there if zones & here else zones for zones in known]
            if is_empty:
                known[:] = [zones & ~here for zones in known]

    def shuffled(self, state: State, zone: int) -> None:
        """Note that nobody knows the order of a zone, but who sees it."""
        for seat in self.seats:
            if not self.sees[seat][zone]:
                self.loose[seat].update(state.zones[zone])

    def turned(self, state: State, card: int) -> None:
        """Note a card that is turned: all see it before or afterwards."""
        for seat in self.seats:
            zone = 1 << state.where[card]
            self._sighted(self.zones[seat], card, zone, (card,))
            self.zones[seat][card] = zone
            self.loose[seat].discard(card)

    def shown(self, state: State, cards: Sequence[int], seats: Sequence[int]) -> None:
        """Note cards that are shown."""
        for seat in self.seats:
            if seat in seats:
                for card in cards:
                    zone = 1 << state.where[card]
                    self._sighted(self.zones[seat], card, zone, cards)
                    self.zones[seat][card] = zone
                    self.loose[seat].discard(card)

    def _sighted(self, known: list[int], card: int, zone: int, together: Sequence[int]) -> None:
        """Note that a card comes into sight out of a zone, which may be any alike one from there.

        If more was known of another one, that is taken to be known of this card from now on, and of
        the other what was known of this.
        """
        held = known[card]
        if not held & (held - 1):
            return
        kinds = self.program.deck.kinds
        for other in self.alike[kinds[card]]:
            if other in together or not known[other] & zone:
                continue
            if known[other] | held == held:
                known[other], held = held, known[other]
            else:
                known[other] |= held

    def changed(self, state: State, name: str, place: int) -> None:
        """Do nothing: variables hold no cards."""

    def announced(self, state: State, text: str, values: Mapping[str, Any]) -> None:
        """Do nothing."""

    def chosen(self, state: State, move: MoveRule, picked: Any) -> None:
        """Rule out the cards that would have made a move illegal."""
        del picked
        decision = state.program.decisions[state.asked]
        names = self._reading.get((decision.name, move.name), ())
        if names and state.together < 0 and not decision.secret:
            for name in names:
                self._rule_out(state, move, name)

    def _rule_out(self, state: State, move: MoveRule, name: str) -> None:
        base, number, _ = state.program.layout.places[name]
        # A zone that each seat has is read as the own one.
        is_own = state.program.play.spec.zones[name].of == "seat"
        others = [seat for seat in self.seats if seat != state.seat]
        for zone in [base + state.seat] if is_own else range(base, base + number):
            if not state.zones[zone]:
                continue
            bit = 1 << zone
            viewers = [seat for seat in others if not self.sees[seat][zone]]
            judged: dict[int, bool] = {}
            for card, kind in enumerate(state.program.deck.kinds):
                doubting = [
                    seat
                    for seat in viewers
                    if self.zones[seat][card] & bit and self.zones[seat][card] != bit
                ]
                if not doubting:
                    continue
                if kind not in judged:
                    judged[kind] = _is_legal_with(state, move, zone, card)
                if not judged[kind]:
                    for seat in doubting:
                        self.zones[seat][card] &= ~bit

    # What is asked

    def hidden(self, state: State, seat: int, plan: Plan) -> tuple[HiddenPack, ...]:
        """Return what a seat knows of the cards that it cannot place."""
        self._fill(state, seat)
        return tuple(self._hidden_pack(state, seat, plan, pack) for pack in plan.packs.values())

    def _fill(self, state: State, seat: int) -> None:
        """Where the known cards of a zone are all that it holds, rule it out for the others."""
        known, sees = self.zones[seat], self.sees[seat]
        changed = True
        while changed:
            changed = False
            for zone, held in enumerate(state.zones):
                bit = 1 << zone
                if not sees[zone] and held and all(known[card] == bit for card in held):
                    for card, zones in enumerate(known):
                        if zones & bit and zones != bit:
                            known[card] = zones & ~bit
                            changed = True

    def _hidden_pack(self, state: State, seat: int, plan: Plan, pack: PackPlan) -> HiddenPack:
        known, numbers, kind_of = self.zones[seat], plan.numbers_of(pack), pack.kind_of
        where, sees = state.where, self.sees[seat]
        allowed_in = self._allowed.setdefault(pack.name, {})
        room = [0] * len(numbers)
        found: list[tuple[int, int, int, int]] = []
        for card, kind in kind_of.items():
            zones = known[card]
            if zones.bit_count() > 1:
                # Many cards may be in the same zones.
                if zones not in allowed_in:
                    each = (1 << own for zone, own in numbers.items() if zones >> zone & 1)
                    allowed_in[zones] = sum(each)
                allowed, own = allowed_in[zones], numbers[where[card]]
                found.append((allowed.bit_count(), kind, allowed, own))
                room[own] += 1
        placed = [
            (numbers[where[card]], kind)
            for card, kind in (kind_of.items() if found else ())
            if known[card].bit_count() == 1 and room[numbers[where[card]]]
        ]
        loose = {
            (numbers[where[card]], kind_of[card])
            for card in self.loose[seat]
            if card in kind_of and known[card].bit_count() == 1 and not sees[where[card]]
        }
        found.sort()
        sets = [allowed for _, _, allowed, _ in found]
        return HiddenPack(
            kinds=tuple(kind for _, kind, _, _ in found),
            allowed=tuple(sets),
            room=tuple(room),
            where=tuple(own for _, _, _, own in found),
            # Sorted, so that nothing tells which of several alike cards lies where.
            known=tuple(sorted(placed)),
            loose=tuple(sorted(loose)),
            is_nested=all(one & ~other == 0 for one, other in pairwise(sets)),
        )


def _is_legal_with(state: State, move: MoveRule, zone: int, card: int) -> bool:
    """Return whether a move would be legal if a card were in a zone, in place of one there."""
    values, cards = state.values, state.zones[zone]
    me, values[ME] = values[ME], state.seat
    held, cards[0] = cards[0], card
    try:
        return move.when is None or bool(move.when(values, state.zones))
    finally:
        cards[0] = held
        values[ME] = me


def _hidden_zones_read(program: Program) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return for each move the zones hidden from somebody of which it asks that no card is there.

    These are the zones of which its condition tells something card by card: a card that makes it
    illegal does so whatever else is in the zone, so that nothing hidden has a part in that.
    """
    zones = program.play.spec.zones
    hidden = frozenset(name for name, zone in zones.items() if zone.see != "all")
    found = {}
    for decision in program.play.decisions.values():
        for move in decision.moves:
            names = sorted(_zones_read(move.when) & hidden)
            if names and _tells_by_card(move.when, hidden):
                found[decision.name, move.name] = tuple(names)
    return found


def _zones_read(node: typed.Node) -> set[str]:
    return {part.name for part in node.walk() if isinstance(part, typed.ZoneAt)}


def _tells_by_card(node: typed.Node, hidden: frozenset[str]) -> bool:
    """Return whether a condition asks of hidden zones what every single card of them must meet.

    How many cards they have may be asked besides.
    """
    if not _zones_read(node) & hidden:
        return True
    match node:
        case typed.Logic(operator="and"):
            return all(_tells_by_card(part, hidden) for part in node.operands)
        case typed.Not():
            inner = node.operand
            is_any = isinstance(inner, typed.Series) and inner.function == "any"
            return is_any and _is_by_card(inner, hidden)
        case typed.Series():
            return node.function == "all" and _is_by_card(node, hidden)
        case typed.Present():
            return isinstance(node.operand, typed.ZoneAt)
        case typed.Comparison():
            return all(not _zones_read(part) & hidden or _is_length(part) for part in node.operands)
    return False


def _is_by_card(series: typed.Node, hidden: frozenset[str]) -> bool:
    """Return whether a series looks at the cards of hidden zones one by one."""
    if not isinstance(series, typed.Series):
        return False
    conditions = [loop.condition for loop in series.loops if loop.condition is not None]
    if any(_zones_read(part) & hidden for part in (series.body, *conditions)):
        return False
    read = [loop.collection for loop in series.loops if _zones_read(loop.collection) & hidden]
    return len(read) == 1 and isinstance(read[0], typed.ZoneAt)


def _is_length(node: typed.Node) -> bool:
    return (
        isinstance(node, typed.Apply)
        and node.function == "len"
        and isinstance(node.arguments[0], typed.ZoneAt)
    )
