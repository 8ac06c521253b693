"""How likely a policy of the spec chooses each option, so that it can be judged by best answers."""

from __future__ import annotations

from collections.abc import Callable

from certify.play.chance import Stream
from certify.play.interpreter.interpreter import Options
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State
from certify.play.policies import placing_of

Chances = Callable[[State, Options], list[float]]
"""Given a game at a decision and what can be chosen, the probability of each option."""


class _ByLotError(Exception):
    """A policy leaves a decision to chance."""


class _NoLot(Stream):
    """A stream that tells when it is asked."""

    def below(self, n: int) -> int:
        """Tell that chance is asked, unless there is but one way."""
        if n > 1:
            raise _ByLotError
        return 0


def chances_of(program: Program, name: str) -> Chances:
    """Return what tells how likely a policy chooses each option.

    Parameters
    ----------
    program : Program
        The game.
    name : str
        ``random``, or the name of a policy of the spec. What it leaves to chance is chosen with
        equal probabilities.

    Returns
    -------
    callable
        The probabilities.

    Raises
    ------
    SpecError
        If there is no such policy.
    """
    placing, no_lot = placing_of(program, name), _NoLot(0)

    def chances(state: State, found: Options) -> list[float]:
        try:
            place = placing(state, found, no_lot)
        except _ByLotError:
            return [1.0 / found.total] * found.total
        return [float(number == place) for number in range(found.total)]

    return chances
