"""Games as OpenSpiel has them, for its best responses and its regret minimisation.

OpenSpiel is an optional extra; nothing else of the package needs it. A tree goes there as text in
the format of Gambit, so that nothing of this package is run by OpenSpiel.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from certify.errors import EngineError
from certify.exact.multiplayer.game_tree import CHANCE, END, GameTree
from certify.exact.multiplayer.sequence_form import Floats, SequenceForm

MISSING = (
    "this needs the library open_spiel, which is not installed: pip install 'certify[openspiel]'"
)
MODULE = "pyspiel"


def efg_text(tree: GameTree, title: str) -> str:
    """Return a tree in the format ``.efg`` of Gambit.

    Parameters
    ----------
    tree : GameTree
        The game.
    title : str
        What it is called there.

    Returns
    -------
    str
        The text: each node before those that follow on it. Information sets are named by their
        numbers in the tree.
    """
    players = " ".join(f'"{seat + 1}"' for seat in range(tree.players))
    lines = [f'EFG 2 R "{title}" {{ {players} }} ""']
    following: list[list[int]] = [[] for _ in tree.kinds]
    for node, parent in enumerate(tree.parents):
        if parent >= 0:
            following[parent].append(node)
    for after in following:
        after.sort(key=tree.branches.__getitem__, reverse=True)
    # Of each seat, information sets are counted from 1.
    numbers: dict[int, int] = {}
    counted = [0] * tree.players
    for number, known in enumerate(tree.information_sets):
        counted[known.seat] += 1
        numbers[number] = counted[known.seat]
    ends = lots = 0
    todo = [0]
    while todo:
        node = todo.pop()
        todo += following[node]
        kind = tree.kinds[node]
        if kind == END:
            scores = " ".join(repr(float(score)) for score in tree.scores[node])
            ends += 1
            lines.append(f't "" {ends} "" {{ {scores} }}')
        elif kind == CHANCE:
            branches = " ".join(
                f'"{tree.branches[after]}" {float(tree.weights[after])!r}'
                for after in reversed(following[node])
            )
            lots += 1
            lines.append(f'c "" {lots} "" {{ {branches} }} 0')
        else:
            number = tree.sets[node]
            actions = " ".join(f'"{name}"' for name in tree.information_sets[number].actions)
            lines.append(f'p "" {kind + 1} {numbers[number]} "set {number}" {{ {actions} }} 0')
    return "\n".join(lines) + "\n"


class OpenSpielGame:
    """A tree as a game of OpenSpiel.

    Parameters
    ----------
    form : SequenceForm
        The game.
    title : str
        What it is called there.

    Attributes
    ----------
    game : pyspiel.Game
        For everything else that OpenSpiel can do with it.

    Raises
    ------
    EngineError
        If OpenSpiel is not installed.
    """

    def __init__(self, form: SequenceForm, title: str = "game") -> None:
        self.library = _library()
        self.form = form
        self.game = self.library.load_efg_game(efg_text(form.tree, title))
        self.states = self._states()

    def _states(self) -> dict[str, tuple[int, list[int]]]:
        """Return the number of each information set by OpenSpiel's name of it, and its actions."""
        found: dict[str, tuple[int, list[int]]] = {}
        todo = [self.game.new_initial_state()]
        while todo:
            state = todo.pop()
            if state.is_terminal():
                continue
            actions = list(state.legal_actions())
            if not state.is_chance_node():
                name = state.information_state_string()
                if name not in found:
                    number = int(name.rsplit("set ", 1)[1])
                    names = self.form.tree.information_sets[number].actions
                    places = {text: place for place, text in enumerate(names)}
                    by_place = sorted(
                        actions, key=lambda action: places[state.action_to_string(action)]
                    )
                    found[name] = (number, by_place)
            todo += [state.child(action) for action in actions]
        return found

    def policy(self, plans: Sequence[Floats]) -> Any:
        """Return plans as a policy of OpenSpiel for all seats."""
        chances: dict[int, list[float]] = {}
        for mine, plan in zip(self.form.plans, plans, strict=True):
            behaviour = mine.chances(plan)
            for number, first, actions in zip(mine.sets, mine.firsts, mine.numbers, strict=True):
                chances[int(number)] = [float(p) for p in behaviour[first : first + actions]]
        table = {
            name: list(zip(actions, chances[number], strict=True))
            for name, (number, actions) in self.states.items()
        }
        return self.library.TabularPolicy(table)

    def exploitability(self, plans: Sequence[Floats]) -> float:
        """Return how much all seats together gain by answering best, as OpenSpiel finds it.

        Notes
        -----
        Conditioning: none but the plans.
        Method: OpenSpiel's best responses (`nash_conv`) on the whole tree.
        Error: rounding.
        Source: Lanctot et al., OpenSpiel: A framework for reinforcement learning in games, 2019.
        """
        return float(self.library.nash_conv(self.game, self.policy(plans)))

    def value(self, policy: Any) -> float:
        """Return what the first seat expects if all play a policy of OpenSpiel."""
        start = self.game.new_initial_state()
        return float(self.library.expected_returns(start, policy, -1, True)[0])

    def regret(self, iterations: int) -> tuple[float, float]:
        """Return value and exploitability after OpenSpiel's own CFR+.

        Parameters
        ----------
        iterations : int
            How many.

        Returns
        -------
        value : float
            What the first seat expects by the average policy.
        exploitability : float
            How much all seats together gain by answering it best.
        """
        solver = self.library.CFRPlusSolver(self.game)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        return self.value(policy), float(self.library.nash_conv(self.game, policy))


def _library() -> Any:
    try:
        return import_module(MODULE)
    except ImportError:
        raise EngineError(MISSING) from None
