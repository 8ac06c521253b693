"""Ways of playing: uniformly at random, as a policy of the spec says, or by tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from certify.errors import PlayError, SpecError, nearest_name
from certify.play.chance import Stream
from certify.play.interpreter.evaluate import Evaluate
from certify.play.interpreter.interpreter import (
    WRONG,
    Options,
    as_play_error,
    decision_of,
    options,
)
from certify.play.interpreter.picks import MoveRule
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State
from certify.play.tables import TablePolicy, Wanted, wanted_moves, wanted_option

RANDOM = "random"
SEARCHER = re.compile(r"(search|open):([0-9]+)(?::(.+))?")
"""A player that searches, as `certify.play.search.players` reads it."""

MOST_VALUED = 4_096

Policy = Callable[[State, Stream], tuple[MoveRule, Any]]
"""Given a game at a decision and a stream, a legal move and its pick."""

Placing = Callable[[State, Options, Stream], int]
"""Given a game at a decision, what can be chosen and a stream, the place of an option."""


def policy_names(program: Program) -> tuple[str, ...]:
    """Return the names of the policies that a game can be played by."""
    return (RANDOM, *program.play.policies)


def policy_of(program: Program, policy: str | TablePolicy) -> Policy:
    """Return a policy, ready to play a game.

    `policy`: ``random``, the name of a policy of the spec, or tables. Raises `SpecError` if there
    is no such policy, or the tables do not fit the game.
    """
    if isinstance(policy, TablePolicy):
        return _by_tables(program, policy)
    placing = placing_of(program, policy)

    def play(state: State, stream: Stream) -> tuple[MoveRule, Any]:
        found = options(state)
        return found.at(placing(state, found, stream))

    return play


def placing_of(program: Program, name: str) -> Placing:
    """Return what finds the option that a policy of the spec chooses.

    `name`: ``random``, or the name of a policy of the spec. Raises `SpecError` if there is no such
    policy.
    """
    if name == RANDOM:
        return random_place
    if name not in program.play.policies:
        known = policy_names(program)
        nearest = nearest_name(name, known)
        meant = f"; did you mean {nearest}?" if nearest else ""
        raise SpecError(f"there is no policy {name!r}{meant}; known: {', '.join(known)}")
    values = {
        decision: {move: program.evaluator.function(node) for move, node in moves.items()}
        for decision, moves in program.play.policies[name].decisions.items()
    }

    def place(state: State, found: Options, stream: Stream) -> int:
        decision = decision_of(state).name
        if decision not in values:
            return stream.below(found.total)
        try:
            return _best(state, found, values[decision], stream)
        except WRONG as error:
            where = program.game.located(("policies", name, "decisions", decision))
            raise as_play_error(error, where) from None

    return place


def _by_tables(program: Program, policy: TablePolicy) -> Policy:
    tables = wanted_moves(program, policy)
    otherwise = policy_of(program, policy.otherwise)

    def play(state: State, stream: Stream) -> tuple[MoveRule, Any]:
        wanted = tables.get(decision_of(state).name)
        if wanted is None:
            return otherwise(state, stream)
        found = options(state)
        return found.at(place_by_table(state, found, wanted))

    return play


def place_by_table(state: State, found: Options, wanted: Wanted) -> int:
    """Return the place of the option that a table chooses.

    The result: the place, from 0: of the first move in the order of the table that is legal. Raises
    `PlayError` if none is, it has several options, or the table has no entry.
    """
    decision = decision_of(state).name
    try:
        order = wanted(state.values, state.zones)
    except WRONG as error:
        raise as_play_error(error, f"the table of {decision}") from None
    first, places = 0, {}
    for move, choice in found.choices:
        places[move.name] = (first, choice.total)
        first += choice.total
    for wanted_one in order:
        name, option = wanted_option(wanted_one)
        if name in places:
            place, total = places[name]
            if option is not None and option < total:
                return place + option
            if option is not None or total > 1:
                raise PlayError(
                    f"a table chose {wanted_one} in {decision}, which has {total} options"
                )
            return place
    raise PlayError(f"a table wants {' or '.join(order)} in {decision}, and none of it is legal")


def random_place(state: State, found: Options, stream: Stream) -> int:
    """Return the place of an option, each equally likely."""
    del state
    return stream.below(found.total)


def _best(state: State, found: Options, values: Mapping[str, Evaluate], stream: Stream) -> int:
    v, z = state.values, state.zones
    best, best_value = -1, None
    first = 0
    for move, choice in found.choices:
        value_of = values.get(move.name)
        if value_of is None:
            first += choice.total
            continue
        if choice.total > MOST_VALUED:
            raise PlayError(f"more than {MOST_VALUED} picks of {move.name} to be valued")
        for place, pick in enumerate(choice, start=first):
            if move.pick is not None:
                v[move.pick.picked] = pick
            value = value_of(v, z)
            if best_value is None or value > best_value:
                best, best_value = place, value
        if move.pick is not None:
            v[move.pick.picked] = None
        first += choice.total
    return best if best >= 0 else stream.below(found.total)
