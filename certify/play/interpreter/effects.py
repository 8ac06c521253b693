"""What statements do to a state: each becomes a function that returns the next instruction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from certify.errors import PlayError
from certify.play.interpreter.evaluate import Evaluate
from certify.play.interpreter.series import LARGEST, worked
from certify.play.interpreter.situation import Instruction, Situation

MOVED_AT_ONCE = 128
"""Cards that can be looked through in the time in which one is moved."""


def take_top(state: Situation, zone: int) -> int:
    """Take the top card off a zone; of a shuffled one, chance decides which it is."""
    cards = state.zones[zone]
    number = state.mixed[zone]
    if number == len(cards):
        place = state.chance.card(cards, number)
        state.mixed[zone] = number - 1
        # The last card takes the place of the drawn one: the rest is in no order yet.
        last = cards.pop()
        if place < number - 1:
            last, cards[place] = cards[place], last
        return last
    return cards.pop()


def settle_order(state: Situation, zone: int) -> None:
    """Let chance decide the order of a shuffled zone now."""
    cards = state.zones[zone]
    top = cards[state.mixed[zone] :]
    del cards[state.mixed[zone] :]
    state.zones[zone] = cards
    settled: list[int] = []
    while cards:
        settled.append(take_top(state, zone))
    state.mixed[zone] = 0
    state.zones[zone] = settled[::-1] + top


def put(state: Situation, cards: Iterable[int], zone: int) -> None:
    """Take cards out of their zones and put them on top of one, in their order."""
    zones, where, mixed = state.zones, state.where, state.mixed
    target = zones[zone]
    recorder = state.recorder
    for card in cards:
        source = where[card]
        held = zones[source]
        if mixed[source] and held.index(card) < mixed[source]:
            mixed[source] -= 1
        held.remove(card)
        target.append(card)
        where[card] = zone
        if recorder is not None:
            recorder.moved(state, (card,), source, zone)


def deal(number: Evaluate, source: Evaluate, target: Evaluate, following: int) -> Instruction:
    """Return the instruction that deals top cards."""

    def run(state: Situation) -> int:
        v, z = state.values, state.zones
        here, there = source(v, z), target(v, z)
        cards = z[here]
        where = state.where
        times = max(0, min(number(v, z), len(cards)))
        worked(v, times)
        for _ in range(times):
            card = take_top(state, here)
            z[there].append(card)
            where[card] = there
            if state.recorder is not None:
                state.recorder.moved(state, (card,), here, there)
        return following

    return run


def move_cards(cards: Evaluate, target: Evaluate, following: int) -> Instruction:
    """Return the instruction that moves some cards."""

    def run(state: Situation) -> int:
        v, z = state.values, state.zones
        moved = tuple(cards(v, z))
        worked(v, len(moved) * (1 + max(map(len, z)) // MOVED_AT_ONCE))
        put(state, moved, target(v, z))
        return following

    return run


def move_all(source: Evaluate, target: Evaluate, following: int) -> Instruction:
    """Return the instruction that moves all cards of a zone."""

    def run(state: Situation) -> int:
        v, z = state.values, state.zones
        here, there = source(v, z), target(v, z)
        if here == there:
            return following
        if state.mixed[here]:
            settle_order(state, here)
        cards = z[here]
        if cards:
            worked(v, len(cards))
            where = state.where
            for card in cards:
                where[card] = there
            z[there] += cards
            z[here] = []
            if state.recorder is not None:
                state.recorder.moved(state, tuple(cards), here, there)
        return following

    return run


def shuffle(zone: Evaluate, order: Sequence[int], settled: bool, following: int) -> Instruction:
    """Return the instruction that makes the order of a zone unknown.

    `order` has the kind of each card. Chance decides at once if it is `settled`: where rules take
    cards by their position. Otherwise it decides card by card, when they are dealt.
    """

    def run(state: Situation) -> int:
        here = zone(state.values, state.zones)
        # In the order of their kinds, so that what was known of the order leaves no trace.
        worked(state.values, len(state.zones[here]))
        state.zones[here].sort(key=order.__getitem__)
        state.mixed[here] = len(state.zones[here])
        if state.recorder is not None:
            state.recorder.shuffled(state, here)
        if settled:
            settle_order(state, here)
        return following

    return run


def turn(cards: Evaluate, up: bool, up_at: int, following: int) -> Instruction:
    """Return the instruction that turns cards."""

    def run(state: Situation) -> int:
        v = state.values
        turned = tuple(cards(v, state.zones))
        worked(v, len(turned))
        for card in turned:
            if v[up_at + card] != up:
                v[up_at + card] = up
                if state.recorder is not None:
                    state.recorder.turned(state, card)
        return following

    return run


def show(cards: Evaluate, seats: Evaluate, following: int) -> Instruction:
    """Return the instruction that shows cards to seats."""

    def run(state: Situation) -> int:
        v, z = state.values, state.zones
        # Worked out even if nobody listens: an error in them is one of the game.
        shown, shown_to = tuple(cards(v, z)), tuple(seats(v, z))
        worked(v, len(shown))
        if None in shown or None in shown_to:
            raise PlayError("a card that is shown, or a seat that it is shown to, is none")
        if state.recorder is not None:
            # As they lie: who is shown a row of cards sees which of them lies where.
            lying = sorted(
                shown, key=lambda card: (state.where[card], z[state.where[card]].index(card))
            )
            state.recorder.shown(state, lying, shown_to)
        return following

    return run


def amount(name: str) -> Callable[[Any], Any]:
    """Return a function that checks a number for a variable."""

    def not_absurd(value: Any) -> Any:
        if not -LARGEST <= value <= LARGEST or value.denominator > LARGEST:
            raise PlayError(f"{name} would be beyond {LARGEST}")
        return value

    return not_absurd


def checker(name: str, ends: tuple[int, int] | None, can_be_none: bool) -> Callable[[Any], Any]:
    """Return a function that checks a value for a variable."""
    if ends is not None:
        least, most = ends

        def in_range(value: Any) -> Any:
            if not least <= value <= most:
                raise PlayError(f"{name} would be {value}; its range is {least}..{most}")
            return value

        return in_range

    def not_none(value: Any) -> Any:
        if value is None and not can_be_none:
            raise PlayError(f"{name} would be none")
        return value

    return not_none


Change = tuple[str, Evaluate, Evaluate, Callable[[Any], Any]]
"""Name, position, value and check of a variable that is set."""


def set_one(change: Change, following: int) -> Instruction:
    """Return the instruction that sets a variable."""
    name, place, value, check = change

    def run(state: Situation) -> int:
        v, z = state.values, state.zones
        here = place(v, z)
        before, v[here] = v[here], check(value(v, z))
        if state.recorder is not None and v[here] != before:
            state.recorder.changed(state, name, here)
        return following

    return run


def set_several(changes: Sequence[Change], following: int) -> Instruction:
    """Return the instruction that sets variables, all values worked out first."""

    def run(state: Situation) -> int:
        v, z = state.values, state.zones
        found = [(name, place(v, z), check(value(v, z))) for name, place, value, check in changes]
        for name, here, value in found:
            before, v[here] = v[here], value
            if state.recorder is not None and value != before:
                state.recorder.changed(state, name, here)
        return following

    return run


Token = tuple[str, Evaluate, int, int]
"""Name, position, position of the supply, most in one place."""


def move_tokens(tokens: Sequence[Token], change: int, following: int) -> Instruction:
    """Return the instruction that places (+1) or removes (-1) a token each."""

    def run(state: Situation) -> int:
        v, z = state.values, state.zones
        for name, place, supply, most in tokens:
            here = place(v, z)
            if change > 0 and (v[supply] == 0 or v[here] >= most):
                continue
            if change < 0 and v[here] == 0:
                continue
            v[here] += change
            v[supply] -= change
            if state.recorder is not None:
                state.recorder.changed(state, name, here)
        return following

    return run


def by_chance(
    name: str,
    place: Evaluate,
    among: Evaluate,
    check: Callable[[Any], Any],
    following: int,
) -> Instruction:
    """Return the instruction that sets a variable to an element of a list by chance."""

    def run(state: Situation) -> int:
        v, z = state.values, state.zones
        elements = among(v, z)
        if not elements:
            raise PlayError(f"chance has nothing to choose from for {name}")
        if len(elements) > 1_000_000:
            raise PlayError("chance among more than 1000000 elements")
        here = place(v, z)
        chosen = elements[state.chance.element(name, elements)]
        before, v[here] = v[here], check(chosen)
        if state.recorder is not None and chosen != before:
            state.recorder.changed(state, name, here)
        return following

    return run


def announce(text: str, values: Sequence[tuple[str, Evaluate]], following: int) -> Instruction:
    """Return the instruction that says something to all."""

    def run(state: Situation) -> int:
        v, z = state.values, state.zones
        # Worked out even if nobody listens: an error in them is one of the game.
        said = {name: value(v, z) for name, value in values}
        if state.recorder is not None:
            state.recorder.announced(state, text, said)
        return following

    return run
