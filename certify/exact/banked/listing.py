"""Every situation in which something is decided, also where whole boards are gone through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.exact.banked.amounts import Amount
from certify.exact.banked.composition import Composition
from certify.exact.banked.course import Solver
from certify.exact.banked.frames import Answered, Frame
from certify.exact.banked.planning import Plan, have_planned
from certify.exact.banked.solution import BEST, Solution, question, walked
from certify.exact.banked.walking import HOUR, Option, Progress
from certify.language import acts
from certify.language.game import LoadedGame

Rows = npt.NDArray[Any]


class Listing(Solver):
    """Walks through a game and remembers what answers are worth beside whole boards too.

    Attributes
    ----------
    on_boards : list of Answered
        The situations of decisions that are taken beside whole boards.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self.on_boards: list[Answered] = []
        self._worths: dict[int, tuple[Rows, Amount | None]] = {}

    def _best(
        self,
        decision: acts.ResolvedDecision,
        options: Sequence[Option],
        legal: npt.NDArray[np.bool_],
        frame: Frame,
        worths: Sequence[Amount],
    ) -> tuple[Answered, Amount]:
        answered, best = super()._best(decision, options, legal, frame, worths)
        if not self.keeps:
            # Of boards the walk remembers what is chosen alone, in this very array.
            self._worths[id(answered.choice)] = answered.choice, answered.worths
        return answered, best

    def _summarise(self, answered: Answered, frame: Frame) -> None:
        super()._summarise(answered, frame)
        if not self.keeps:
            _, worths = self._worths.pop(id(answered.choice))
            told = replace(answered, worths=worths)
            self.on_boards.append(self._as_seen(told, frame) if frame.is_secret else told)


def listed(
    game: LoadedGame,
    progress: Progress = lambda done, total, doing: None,
    *,
    patience: float = HOUR,
    left: Composition | None = None,
    tell: Callable[[Plan], None] | None = None,
) -> tuple[Solution, list[Answered]]:
    """Return the best play, with every situation in which something is decided.

    Parameters
    ----------
    game, progress, patience, left, tell
        As `certify.exact.banked.solution.solve` takes them.

    Returns
    -------
    Solution
        What `solve` returns.
    list of Answered
        The situations beside whole boards, which no `Summary` keeps. A board stands for all that
        exchanging suits makes the same, and for those with other suits of which no flush can come.

    Raises
    ------
    SpecError, StateSpaceError
        As `solve`.

    Notes
    -----
    Conditioning: as `solve`. Method: as `solve`, by one process.
    Error: none; all are ratios of integers. Source: as `solve`.
    """
    asked = question(game, BEST, left)
    solver = asked.solver(Listing, progress)
    solver.patience = patience
    if tell is not None:
        have_planned(solver, tell)
    return walked(game, asked, solver), solver.on_boards
