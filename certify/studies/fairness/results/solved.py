"""What is found of cut-down versions of a game, which are small enough to be solved."""

from __future__ import annotations

from certify.results import Assignment, Result


class FirstPlay(Result):
    """What a first play of a solved game is worth.

    Attributes
    ----------
    holding : str
        What the player holds, such as the hand, as labels.
    chance : float
        Probability of holding it.
    plays : tuple of str
        The plays.
    values : tuple of float
        What each is worth to the player in equilibrium, in scores.
    probabilities : tuple of float
        How often each is made.
    """

    holding: str
    chance: float
    plays: tuple[str, ...]
    values: tuple[float, ...]
    probabilities: tuple[float, ...]


class AgainstBest(Result):
    """How a player fares at a solved version, in all seats alike.

    Attributes
    ----------
    player : str
        Who, named as elsewhere.
    best_play : float or None
        Mean score against an equilibrium strategy, which knows nothing of the player; None with
        open cards.
    best_answer : float
        Mean score against the best answer to this very player.
    outcomes : tuple of tuple
        With open cards: ``wins``, ``loses``, ``level`` and ``goes on for ever`` against the best
        answer, and the share of deals.
    """

    player: str
    best_play: float | None
    best_answer: float
    outcomes: tuple[tuple[str, float], ...] = ()


class SolvedVersion(Result):
    """A cut-down version of the game, solved.

    Attributes
    ----------
    title : str
        Which version.
    edits : tuple of Assignment
        What was changed in the spec: paths or parameters, and their values.
    method : str
        Linear program in sequence form, counterfactual regret minimisation, or retrograde analysis.
    nodes, information_sets, sequences : int
        Size of the game.
    value : float
        What the first seat expects to score in equilibrium (of retrograde analysis: over all
        deals).
    exploitability : float
        How much both players together could gain by answering the other's strategy best; 0 for
        exact methods up to `error`.
    error : float
        Bound of the numerical error of `value`.
    trace : tuple of tuple
        Iterations and exploitability after them, where the method iterates.
    checked_by : str
        By what independent means, and how far apart.
    first_plays : tuple of FirstPlay
        What first play is worth.
    outcomes : tuple of tuple
        Of games with open cards: what happens with best play (such as "first player wins"), and
        the share of deals.
    against_best : tuple of AgainstBest
        How random play and the policies of the spec fare.
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
