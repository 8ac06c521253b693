"""Results of cut-down versions of a game, which are small enough to be solved."""

from __future__ import annotations

from certify.results import Assignment, Result


class FirstPlay(Result):
    """Values of the first plays of a solved game.

    Attributes
    ----------
    holding
        What the player holds, such as the hand, as labels.
    values
        The player's expected score after each play, in equilibrium.
    """

    holding: str
    chance: float
    plays: tuple[str, ...]
    values: tuple[float, ...]
    probabilities: tuple[float, ...]


class AgainstBest(Result):
    """A player's results at a solved version, averaged over all seats.

    Attributes
    ----------
    best_play
        Mean score against an equilibrium strategy, which knows nothing of the player; None with
        open cards.
    best_answer
        Mean score against the best response to this very player.
    outcomes
        With open cards: ``wins``, ``loses``, ``level`` and ``goes on for ever`` against the best
        response, and the share of deals.
    """

    player: str
    best_play: float | None
    best_answer: float
    outcomes: tuple[tuple[str, float], ...] = ()


class SolvedVersion(Result):
    """A cut-down version of the game, solved.

    Attributes
    ----------
    value
        Expected score of the first seat in equilibrium (of retrograde analysis: over all deals).
    exploitability
        What both players together could gain by best responses to each other's strategy; 0 for
        exact methods up to `error`.
    trace
        Iterations and the exploitability after them, where the method iterates.
    outcomes
        Of games with open cards: outcomes of best play (such as "first player wins"), and the share
        of deals.
    """

    title: str
    edits: tuple[Assignment, ...]
    method: str
    nodes: int
    information_sets: int
    sequences: int
    value: float
    exploitability: float
    error: float
    trace: tuple[tuple[int, float], ...] = ()
    checked_by: str = ""
    first_plays: tuple[FirstPlay, ...] = ()
    outcomes: tuple[tuple[str, float], ...] = ()
    against_best: tuple[AgainstBest, ...] = ()
