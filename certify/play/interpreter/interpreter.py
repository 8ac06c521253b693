"""The reference interpreter: runs a program from decision to decision.

It is written to be read, and it defines what the rule language means; whatever runs faster must
agree with it move for move.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from certify.errors import IllegalMoveError, PlayError
from certify.play.chance import Chance, Stream
from certify.play.interpreter.flow import begin_move
from certify.play.interpreter.picks import Choice, DecisionRule, MoveRule, Nothing
from certify.play.interpreter.program import Program
from certify.play.interpreter.situation import ASKING, ME, OVER
from certify.play.interpreter.state import State, initial_state

MOST_STEPS = 200_000
MOST_DECISIONS = 100_000
MOST_WORK = 50_000_000
"""Steps and elements of series in a whole game; the longest games of the package need a tenth."""

WRONG = (PlayError, TypeError, IndexError, ValueError, ArithmeticError)
"""What working out an expression can raise if the spec is wrong."""

NOTHING = Nothing()


class Options(NamedTuple):
    """What the seat that is asked can do.

    Attributes
    ----------
    choices : tuple
        Legal moves, each with its picks.
    total : int
        How many options there are in all.
    """

    choices: tuple[tuple[MoveRule, Choice], ...]
    total: int

    def at(self, place: int) -> tuple[MoveRule, Any]:
        """Return the move and the pick at a place, from 0."""
        for move, choice in self.choices:
            if place < choice.total:
                return move, choice.at(place)
            place -= choice.total
        raise IndexError(place)


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    Attributes
    ----------
    scores : tuple
        Score of each seat.
    winners : tuple of int
        Seats with the best score, from 0; empty if all are equal or nothing is best.
    measures : dict
        What the spec records of a game.
    """

    scores: tuple[int | Fraction, ...]
    winners: tuple[int, ...]
    measures: dict[str, int | bool | Fraction]


def start(program: Program, chance: Chance | int) -> State:
    """Return a game at its first decision, or over.

    `chance`: where chance comes from; an integer is the seed of a stream.
    """
    state = initial_state(program, Stream(chance) if isinstance(chance, int) else chance)
    run(state)
    return state


def run(state: State) -> None:
    """Run a game to its next decision, or to its end."""
    code = state.program.code
    pc = state.pc
    state.values[0] = 0
    try:
        for steps in range(MOST_STEPS):  # noqa: B007  (counted as work below)
            here = pc
            pc = code[pc](state)
            if pc < 0:
                break
        else:
            raise PlayError(f"more than {MOST_STEPS} steps without a decision")
    except WRONG as error:
        raise as_play_error(error, _place(state, here)) from None
    state.pc = pc
    state.work += steps + state.values[0]
    if state.work > MOST_WORK:
        raise PlayError(f"more than {MOST_WORK} steps and elements in a game", _place(state, here))
    if pc == ASKING:
        state.decisions += 1
        if state.decisions > MOST_DECISIONS:
            raise PlayError(f"more than {MOST_DECISIONS} decisions", _place(state, here))


def as_play_error(error: Exception, place: str) -> PlayError:
    """Return the error of an expression as one of the spec.

    `place`: where the expression is, as ``file:line: element``.
    """
    if isinstance(error, PlayError):
        return PlayError(error.message, error.place or place)
    return PlayError(_explained(error), place)


def _place(state: State, pc: int) -> str:
    return state.program.game.located(state.program.places[pc])


def _explained(error: Exception) -> str:
    match error:
        case TypeError():
            return "a value is none where a seat or a card is needed"
        case IndexError():
            return "there is no card at that position of the list"
        case ZeroDivisionError():
            return "a division by zero"
    return f"the statement cannot be run ({error})"


def decision_of(state: State) -> DecisionRule:
    """Return what is asked."""
    return state.program.decisions[state.asked]


def options(state: State) -> Options:
    """Return what the seat that is asked can do.

    The result: legal moves by name, each with its picks; counted, not listed.
    """
    v, z = state.values, state.zones
    found: list[tuple[MoveRule, Choice]] = []
    total = 0
    v[0] = 0  # as often as somebody looks
    try:
        for move in state.program.decisions[state.asked].moves:
            if move.when is not None and not move.when(v, z):
                continue
            choice: Choice = NOTHING if move.pick is None else move.pick.choice(v, z)
            if choice.total:
                found.append((move, choice))
                total += choice.total
    except WRONG as error:
        raise as_play_error(error, _decision_place(state)) from None
    if not total:
        raise PlayError("the seat that is asked has no legal move", _decision_place(state))
    return Options(tuple(found), total)


def _decision_place(state: State) -> str:
    return state.program.game.located(("decisions", decision_of(state).name))


def choose(state: State, move: MoveRule, picked: Any) -> None:
    """Make a legal move, and run the game to its next decision or its end."""
    begin(state, move, picked)
    run(state)


def begin(state: State, move: MoveRule, picked: Any) -> None:
    """Begin a legal move without running on; parameters as `choose`."""
    v = state.values
    if state.recorder is not None:
        state.recorder.chosen(state, move, picked)
    if state.together >= 0:
        v[state.together] = (*v[state.together], (state.seat, move, picked))
        v[ME] = state.saved_me
        state.pc = state.resume
    else:
        state.pc = begin_move(state, state.seat, move, picked, state.saved_me, state.resume)


def legal(state: State, move_name: str, picked: Any) -> tuple[MoveRule, Any]:
    """Return a move by its name with its pick, if it is legal.

    `picked`: a card, a tuple of cards, a seat, an integer, a word, or None. Raises
    `IllegalMoveError` if the rules do not allow it; it names the clauses.
    """
    decision = decision_of(state)
    rules = {move.name: move for move in decision.moves}
    who = state.program.called(state.seat)
    if move_name not in rules:
        known = ", ".join(rules)
        raise IllegalMoveError(f"{who} has no move {move_name} in {decision.name}; known: {known}")
    rule = rules[move_name]
    for move, choice in options(state).choices:
        if move is rule:
            try:
                return move, choice.normal(picked)
            except (LookupError, TypeError):
                raise IllegalMoveError(
                    f"{who} may not {move_name.replace('_', ' ')} with what was picked", rule.cites
                ) from None
    raise IllegalMoveError(f"{who} may not {move_name.replace('_', ' ')} now", rule.cites)


def play_randomly(state: State, chance: Stream) -> None:
    """Play a game to its end, every option of a decision equally likely."""
    while state.pc != OVER:
        found = options(state)
        move, picked = found.at(chance.below(found.total))
        choose(state, move, picked)


def _wrong_part(state: State) -> tuple[str, ...]:
    """Return the wager or measure that cannot be worked out; the result, if the score cannot."""
    for name, function in state.program.measures.items():
        kind, _, wager = name.partition(".")
        if kind not in ("total", "wagered") or not wager:
            try:
                function(state.values, state.zones)
            except WRONG:
                return ("wagers", wager) if wager else ("result", "measures", name)
    return ("result",)


def outcome(state: State) -> Outcome:
    """Return how a game ended."""
    program = state.program
    v, z = state.values, state.zones
    v[0] = 0
    result = program.play.result
    scores: list[Any] = []
    me = v[ME]
    try:
        for seat in range(program.players):
            v[ME] = seat
            scores.append(program.score(v, z) if program.score is not None else 0)
        v[ME] = me
        measures = {name: function(v, z) for name, function in program.measures.items()}
    except WRONG as error:
        v[ME] = me
        raise as_play_error(error, program.game.located(_wrong_part(state))) from None
    winners: tuple[int, ...] = ()
    if result is not None and result.best is not None:
        best = max(scores) if result.best == "most" else min(scores)
        found = tuple(seat for seat, score in enumerate(scores) if score == best)
        winners = found if len(found) < len(scores) else ()
    return Outcome(tuple(scores), winners, measures)
