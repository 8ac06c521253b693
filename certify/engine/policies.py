"""Ways of playing: uniformly at random, or as a policy of the spec says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from certify.engine.chance import Stream
from certify.engine.evaluate import Evaluate
from certify.engine.flow import MoveRule
from certify.engine.interpreter import (
    WRONG,
    Options,
    as_play_error,
    decision_of,
    options,
)
from certify.engine.program import Program
from certify.engine.state import State
from certify.errors import PlayError, SpecError, nearest_name

RANDOM = "random"
MOST_VALUED = 4_096

Policy = Callable[[State, Stream], tuple[MoveRule, Any]]
"""Given a game at a decision and a stream, a legal move and its pick."""


def policy_names(program: Program) -> tuple[str, ...]:
    """Return the names of the policies that a game can be played by."""
    return (RANDOM, *program.play.policies)


def policy_of(program: Program, name: str) -> Policy:
    """Return a policy by its name.

    Parameters
    ----------
    program : Program
        The game.
    name : str
        ``random``, or a policy of the spec.

    Returns
    -------
    callable
        The policy.

    Raises
    ------
    SpecError
        If there is no such policy.
    """
    if name == RANDOM:
        return random_move
    if name not in program.play.policies:
        known = policy_names(program)
        nearest = nearest_name(name, known)
        meant = f"; did you mean {nearest}?" if nearest else ""
        raise SpecError(f"there is no policy {name!r}{meant}; known: {', '.join(known)}")
    values = {
        decision: {move: program.evaluator.function(node) for move, node in moves.items()}
        for decision, moves in program.play.policies[name].decisions.items()
    }

    def play(state: State, stream: Stream) -> tuple[MoveRule, Any]:
        decision = decision_of(state).name
        if decision not in values:
            return random_move(state, stream)
        found = options(state)
        try:
            return _best(state, found, values[decision], stream)
        except WRONG as error:
            place = program.game.located(("policies", name, "decisions", decision))
            raise as_play_error(error, place) from None

    return play


def random_move(state: State, stream: Stream) -> tuple[MoveRule, Any]:
    """Return an option of the decision, each equally likely."""
    found = options(state)
    return found.at(stream.below(found.total))


def _best(
    state: State, found: Options, values: Mapping[str, Evaluate], stream: Stream
) -> tuple[MoveRule, Any]:
    v, z = state.values, state.zones
    best: tuple[MoveRule, Any] | None = None
    best_value: Any = None
    for move, choice in found.choices:
        value_of = values.get(move.name)
        if value_of is None:
            continue
        if choice.total > MOST_VALUED:
            raise PlayError(f"more than {MOST_VALUED} picks of {move.name} to be valued")
        for pick in choice:
            if move.pick is not None:
                v[move.pick.picked] = pick
            value = value_of(v, z)
            if best_value is None or value > best_value:
                best, best_value = (move, pick), value
        if move.pick is not None:
            v[move.pick.picked] = None
    return best if best is not None else found.at(stream.below(found.total))
