"""A card that lies aside, by a walk that looks at every card: no hidden hand is counted."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from certify.exact.banked.amounts import Amount
from certify.exact.banked.dealing import ByCards
from certify.exact.banked.frames import Frame
from certify.exact.banked.solution import question
from certify.language.game import LoadedGame


def nets_without_a_card(game: LoadedGame) -> dict[str, list[Fraction]]:
    """Return by wager what it brings without a card of each class, by the play of the pack."""
    walk = question(game).solver(EveryCard, lambda done, total, doing: None)
    walk.best_play()
    walk.tally()
    cards, copies = walk.kinds.total, walk.copies.tolist()
    return {
        name: [net * cards / own for net, own in zip(nets, copies, strict=True)]
        for name, nets in walk.aside.items()
    }


class EveryCard(ByCards):
    """Adds up what wagers bring by the class of a card that is not known at the end."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.aside: dict[str, list[Fraction]] = {}
        self.copies = self.kinds.copies.reshape(-1, self.kinds.values).sum(axis=1)

    def _keep(self, frame: Frame, wager: str, amount: Amount) -> None:
        found = self.aside.setdefault(wager, [Fraction(0)] * len(self.copies))
        dealt = [np.bincount(row, minlength=len(self.copies)) for row in self._classes(frame)]
        for gone, unit, weight in zip(dealt, amount.units, frame.weights, strict=True):
            chance = Fraction(int(weight), frame.total) / frame.known.left()
            for place, number in enumerate(self.copies - gone):
                found[place] += Fraction(int(unit), amount.base) * chance * int(number)

    def _classes(self, frame: Frame) -> np.ndarray:
        return frame.known.cards // self.kinds.values
