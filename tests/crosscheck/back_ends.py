"""Compares the two back ends of the engine decision by decision."""

from __future__ import annotations

from collections.abc import Sequence

from certify.errors import PlayError
from certify.play.compiler.compiled import CompiledGame, Noted
from certify.play.interpreted import streams
from certify.play.interpreter.interpreter import Options, Outcome, choose, options, outcome, run
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import initial_state
from certify.play.policies import RANDOM, policy_of
from certify.play.tables import TablePolicy
from certify.play.tallies import Tallies


def noted_by_interpreter(
    program: Program,
    procedure: str,
    policies: Sequence[str | TablePolicy],
    seed: int,
    number: int,
) -> tuple[list[Noted], Outcome]:
    """Return every decision of a game as the interpreter makes it, and how the game ended."""
    chance, choices = streams(seed, number)
    made = [None if policy == RANDOM else policy_of(program, policy) for policy in policies]
    state = initial_state(program, chance, procedure=procedure)
    run(state)
    found = []
    while not state.is_over:
        known, seat = options(state), state.seat
        policy = made[seat]
        if policy is None:
            place = choices.below(known.total)
            move, picked = known.at(place)
        else:
            move, picked = policy(state, choices)
            place = _place(known, move, picked)
        found.append(Noted(state.asked, seat, known.total, place))
        choose(state, move, picked)
    return found, outcome(state)


def _place(known: Options, move: object, picked: object) -> int:
    place = 0
    for other, choice in known.choices:
        if other is move:
            return place + next(at for at in range(choice.total) if choice.at(at) == picked)
        place += choice.total
    raise AssertionError(move)


def values_of(tallies: Tallies) -> dict[str, object]:
    """Return what was recorded of a single game."""
    return {name: tallies.mean(name) for name in tallies.names}


def difference(game: CompiledGame, seed: int, number: int) -> str:
    """Return what differs between the back ends in a game; nothing if they agree."""
    program = game.program
    try:
        expected, ended = noted_by_interpreter(program, game.procedure, game.policies, seed, number)
    except PlayError as error:
        try:
            game.play(seed, number, 1)
        except PlayError as other:
            return "" if error.message in str(other) else f"{error} and {other}"
        return f"game {number}: only the interpreter stops: {error}"
    found, tallies = game.noted(seed, number)
    if found != expected:
        at = next(
            (at for at, (a, b) in enumerate(zip(found, expected, strict=False)) if a != b),
            min(len(found), len(expected)),
        )
        return f"game {number}, decision {at}: {found[at : at + 1]} and {expected[at : at + 1]}"
    if game.play(seed, number, 1) != tallies:
        return f"game {number}: played without notes it ends otherwise"
    recorded = values_of(tallies)
    wanted: dict[str, object] = {
        f"score.{seat}": score for seat, score in enumerate(ended.scores, start=1)
    }
    if "draw" in recorded:
        seats = range(program.players)
        wanted |= {f"win.{seat + 1}": int(seat in ended.winners) for seat in seats}
        wanted["draw"] = int(not ended.winners)
    wanted |= {"decisions": len(expected), **ended.measures}
    wrong = {
        name: (recorded[name], wanted[name]) for name in wanted if recorded[name] != wanted[name]
    }
    return f"game {number}: {wrong}" if wrong or recorded.keys() != wanted.keys() else ""


def differences(game: CompiledGame, numbers: Sequence[int], seed: int = 1) -> list[str]:
    """Return what differs in some games."""
    found = (difference(game, seed, number) for number in numbers)
    return [text for text in found if text]
