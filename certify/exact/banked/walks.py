"""A walk through a game as work for other processes, which do its pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from certify.exact.banked.aside import OneAside
from certify.exact.banked.composition import Composition
from certify.exact.banked.course import Solver
from certify.exact.banked.odds import pricing
from certify.exact.banked.pieces import PieceWork, Ranks
from certify.exact.banked.solution import Leak, let_see, question
from certify.exact.banked.walking import HOUR
from certify.language.game import LoadedGame

Asked = tuple[int, bytes, Ranks]
"""The number of a piece, its bytes, and what is known of its cards."""

ROOTS = ("certify.exact.banked.odds", "certify.exact.banked.aside")
"""What the pieces of a walk rest on."""


@dataclass(frozen=True)
class Walk:
    """A walk through a game, whose pieces are work that can be done anywhere.

    Attributes
    ----------
    policy, left, leaks
        As `certify.exact.banked.solution.solve` takes them.
    is_priced, decisive : bool
        Whether payouts are kept apart; whether those too that matter to the best play.
    is_aside : bool
        Whether it is told what wagers bring without a card of each class.
    patience : float
        Seconds that may be spent on one look at cards.
    """

    game: LoadedGame
    policy: str
    left: Composition | None
    leaks: Mapping[str, Leak] | None = None
    is_priced: bool = False
    decisive: bool = True
    is_aside: bool = False
    patience: float = HOUR

    @property
    def parts(self) -> tuple[str, ...]:
        """The modules that it rests on."""
        return ROOTS

    def prepare(self) -> Callable[[Asked], tuple[bytes, Ranks]]:
        """Return what does a piece."""
        asked = question(self.game, self.policy, self.left, made_alone=self.leaks is not None)
        solver: Solver
        if self.is_priced:
            solver = pricing(self.game, asked, _nobody, decisive=self.decisive)
        else:
            solver = asked.solver(OneAside if self.is_aside else Solver, _nobody)
            let_see(solver, asked, self.leaks or {})
        solver.patience = self.patience
        work = PieceWork(solver)
        return lambda piece: work.do(*piece[1:])

    def told(self, asked: Asked) -> str:
        """Return what a piece is, in words."""
        return f"piece {asked[0] + 1} of {self.game.spec.game.id}"


def _nobody(done: int, total: int, doing: str) -> None:
    """Tell nobody how far it is."""
