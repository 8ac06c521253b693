"""Games in series, played by the reference interpreter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from certify.errors import EngineError, PlayError, SpecError, nearest_name
from certify.play.chance import Stream
from certify.play.interpreter.interpreter import choose, outcome, run
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State, initial_state
from certify.play.policies import RANDOM, Policy, policy_of
from certify.play.quantities import quantities_of
from certify.play.tables import TablePolicy
from certify.play.tallies import Pair, Tallies

PLAY = "play"

Policies = str | TablePolicy | Sequence[str | TablePolicy]
"""One for all seats, or one for each."""


class PlayableGame(Protocol):
    """Plays games of a series by their numbers."""

    @property
    def names(self) -> tuple[str, ...]:
        """The quantities that are recorded."""

    @property
    def scales(self) -> tuple[int, ...]:
        """What the integer units of each quantity are divided by."""

    def play(self, seed: int, first: int, games: int) -> Tallies:
        """Return the statistics of the games ``first`` to ``first + games - 1`` of a seed."""


class InterpretedGame:
    """Plays games of a series with the interpreter: the reference of whatever is faster.

    `policies`: how the seats are played: one for all, or one for each.

    Attributes
    ----------
    names : tuple of str
        The quantities that are recorded.
    scales : tuple of int
        What the integer units of each are divided by.
    """

    def __init__(
        self,
        program: Program,
        procedure: str = PLAY,
        policies: Policies = RANDOM,
        pairs: Sequence[Pair] = (),
        scales: Mapping[str, int] | None = None,
    ) -> None:
        require_procedure(program, procedure)
        self.program = program
        self.procedure = procedure
        self.quantities = quantities_of(program, scales)
        self.quantities.require_pairs(pairs)
        self.names, self.scales = self.quantities.names, self.quantities.scales
        self.pairs = tuple(pairs)
        made: dict[str | TablePolicy, Policy] = {}
        for policy in by_seat(program, policies):
            if policy not in made:
                made[policy] = policy_of(program, policy)
        self._policies = [made[policy] for policy in by_seat(program, policies)]

    def play(self, seed: int, first: int, games: int) -> Tallies:
        """Return the statistics of some games.

        `first` and `games`: number of the first game, from 0, and how many are played. Raises
        `PlayError` if a game goes wrong; it tells which.
        """
        tallies = Tallies.empty(self.names, self.scales, self.pairs)
        for number in range(first, first + games):
            try:
                state = self.played(seed, number)
                tallies.record(self.quantities.row(outcome(state), state.decisions))
            except EngineError as error:
                place = error.place if isinstance(error, PlayError) else ""
                message = error.message if isinstance(error, PlayError) else str(error)
                raise PlayError(f"{message} (game {number} of seed {seed})", place) from None
        return tallies

    def played(self, seed: int, number: int) -> State:
        """Return a game of the series when it is over."""
        chance, choices = streams(seed, number)
        state = initial_state(self.program, chance, procedure=self.procedure)
        run(state)
        while not state.is_over:
            move, picked = self._policies[state.seat](state, choices)
            choose(state, move, picked)
        return state


def streams(seed: int, number: int) -> tuple[Stream, Stream]:
    """Return the streams of a game of a series: of its chance, and of its players' choices."""
    return Stream(seed, 2 * number), Stream(seed, 2 * number + 1)


def by_seat(program: Program, policies: Policies) -> tuple[str | TablePolicy, ...]:
    """Return the policy of each seat."""
    if isinstance(policies, str | TablePolicy):
        return (policies,) * program.players
    found = tuple(policies)
    if len(found) == 1:
        return found * program.players
    if len(found) != program.players:
        raise EngineError(
            f"there are {len(found)} policies for {program.players} players; expected one, or one"
            " for each"
        )
    return found


def require_procedure(program: Program, name: str) -> None:
    """Raise `SpecError` if a game has no procedure of that name that can be run by itself."""
    procedures = program.play.procedures
    known = [other for other, procedure in procedures.items() if not procedure.arguments]
    if name not in procedures:
        nearest = nearest_name(name, known)
        meant = f"; did you mean {nearest}?" if nearest else ""
        raise SpecError(f"there is no procedure {name!r}{meant}; known: {', '.join(known)}")
    if name not in known:
        raise SpecError(
            f"the procedure {name} takes arguments; those that can be run: {', '.join(known)}"
        )
