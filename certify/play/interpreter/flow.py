"""How a program goes on: loops, calls and questions, as functions that return what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from certify.errors import PlayError
from certify.play.interpreter.evaluate import Evaluate
from certify.play.interpreter.picks import MoveRule
from certify.play.interpreter.series import worked
from certify.play.interpreter.situation import ASKING, ME, OVER, Instruction, Situation

MOST_TOGETHER = 64


def jump(target: int) -> Instruction:
    """Return the instruction that goes on elsewhere."""
    return lambda state: target


def branch(condition: Evaluate, then: int, otherwise: int) -> Instruction:
    """Return the instruction that goes one of two ways."""
    return lambda state: then if condition(state.values, state.zones) else otherwise


def charged(instruction: Instruction, weight: int) -> Instruction:
    """Return an instruction that counts as work."""

    def run(state: Situation) -> int:
        worked(state.values, weight)
        return instruction(state)

    return run


@dataclass(frozen=True)
class EachPlaces:
    """Where a loop over a list keeps what it knows.

    Attributes
    ----------
    left, position, element : int
        The list, the place of the next element, and the element itself.
    saved : int or None
        Who decided before, if the loop makes each element the seat that decides.
    """

    left: int
    position: int
    element: int
    saved: int | None


def begin_each(collection: Evaluate, places: EachPlaces, following: int) -> Instruction:
    """Return the instruction that takes up a list."""
    left, position, saved = places.left, places.position, places.saved

    def run(state: Situation) -> int:
        v = state.values
        among = collection(v, state.zones)
        # A copy, since a zone may change meanwhile; a range cannot.
        v[left], v[position] = tuple(among) if type(among) is list else among, 0
        if saved is not None:
            v[saved] = v[ME]
        return following

    return run


def step_each(places: EachPlaces, body: int, after: int) -> Instruction:
    """Return the instruction that takes the next element."""
    left, position, element = places.left, places.position, places.element

    def run(state: Situation) -> int:
        v = state.values
        here = v[position]
        if here >= len(v[left]):
            return after
        v[element] = v[left][here]
        v[position] = here + 1
        return body

    return run


def finish_each(places: EachPlaces, following: int) -> Instruction:
    """Return the instruction that forgets the list."""
    left, position, element, saved = places.left, places.position, places.element, places.saved

    def run(state: Situation) -> int:
        v = state.values
        v[left] = v[position] = None
        if saved is None:
            v[element] = None
        else:
            v[ME], v[saved] = v[saved], None
        return following

    return run


def name(place: int, value: Evaluate, following: int) -> Instruction:
    """Return the instruction that works a value out and keeps it by a name."""

    def run(state: Situation) -> int:
        state.values[place] = value(state.values, state.zones)
        return following

    return run


def forget(place: int, following: int) -> Instruction:
    """Return the instruction that forgets a name."""

    def run(state: Situation) -> int:
        state.values[place] = None
        return following

    return run


def begin_repeat(at_most: Evaluate, place: int, following: int) -> Instruction:
    """Return the instruction that sets how many passes are left."""

    def run(state: Situation) -> int:
        v = state.values
        v[place] = at_most(v, state.zones)
        return following

    return run


def step_repeat(place: int, body: int, after: int) -> Instruction:
    """Return the instruction that begins a pass, if one is left."""

    def run(state: Situation) -> int:
        v = state.values
        if v[place] <= 0:
            return after
        v[place] -= 1
        return body

    return run


def call(arguments: Sequence[tuple[int, Evaluate]], entry: int, following: int) -> Instruction:
    """Return the instruction that runs a procedure."""

    def run(state: Situation) -> int:
        v, z = state.values, state.zones
        state.frames.append((following, v[ME]))
        found = [(place, value(v, z)) for place, value in arguments]
        for place, value in found:
            # A list is a copy: the zone that it came from may change meanwhile.
            v[place] = tuple(value) if isinstance(value, list) else value
        return entry

    return run


def finish(state: Situation) -> int:
    """Leave a procedure or a move: go on where it was begun."""
    if not state.frames:
        return OVER
    following, state.values[ME] = state.frames.pop()
    return following


def finish_clearing(locals_: Sequence[int]) -> Instruction:
    """Return the instruction that leaves a procedure or a move, and forgets its locals."""

    def run(state: Situation) -> int:
        for place in locals_:
            state.values[place] = None
        return finish(state)

    return run


def stop_game(state: Situation) -> int:
    """End the game."""
    del state
    return OVER


def ask(decision: int, seat: Evaluate, following: int) -> Instruction:
    """Return the instruction that puts a decision to a seat."""

    def run(state: Situation) -> int:
        asked = seat(state.values, state.zones)
        if asked is None:
            raise PlayError("a decision is put to no seat")
        _put_to(state, decision, asked, following)
        return ASKING

    return run


@dataclass(frozen=True)
class TogetherPlaces:
    """Where a decision of several keeps the seats that are left, and what was chosen."""

    left: int
    choices: int


def begin_together(seats: Evaluate, places: TogetherPlaces, following: int) -> Instruction:
    """Return the instruction that takes up the seats which decide together."""

    def run(state: Situation) -> int:
        v = state.values
        asked = tuple(seats(v, state.zones))
        if len(asked) > MOST_TOGETHER:
            raise PlayError(f"more than {MOST_TOGETHER} seats are asked together")
        if None in asked:
            raise PlayError("a decision is put to no seat")
        v[places.left], v[places.choices] = asked, ()
        return following

    return run


def ask_next(decision: int, places: TogetherPlaces, here: int, perform: int) -> Instruction:
    """Return the instruction that asks the next seat, and then goes on to what was chosen."""

    def run(state: Situation) -> int:
        v = state.values
        if not v[places.left]:
            return perform
        asked, *others = v[places.left]
        v[places.left] = tuple(others)
        _put_to(state, decision, asked, here)
        state.together = places.choices
        return ASKING

    return run


def perform_next(places: TogetherPlaces, here: int, following: int) -> Instruction:
    """Return the instruction that makes the next move that was chosen."""

    def run(state: Situation) -> int:
        v = state.values
        if not v[places.choices]:
            v[places.left] = v[places.choices] = None
            return following
        (seat, move, picked), *others = v[places.choices]
        v[places.choices] = tuple(others)
        return begin_move(state, seat, move, picked, v[ME], here)

    return run


def _put_to(state: Situation, decision: int, seat: int, resume: int) -> None:
    v = state.values
    state.saved_me = v[ME]
    v[ME] = seat
    state.asked, state.seat, state.resume, state.together = decision, seat, resume, -1


def begin_move(
    state: Situation, seat: int, move: MoveRule, picked: Any, me: int | None, resume: int
) -> int:
    """Begin the effects of a move."""
    v = state.values
    state.frames.append((resume, me))
    v[ME] = seat
    if move.pick is not None:
        v[move.pick.picked] = picked
    return move.entry
