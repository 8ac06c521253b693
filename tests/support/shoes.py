"""A world in which a shoe is simple: figures linear in the shares of the cards, no engine."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from certify.cards.ranks import RANKS
from certify.cards.shoe import Shoe
from certify.exact.blackjack.composition import FirstOrder
from certify.studies.shoe.compositions import Effects, Sample, dealt_from

FULL = np.array([-0.006, 0.43, 0.48, 0.185, 0.47, 0.42, -0.006, 0.185])
SLOPES = np.array(
    [
        [0.60, -0.38, -0.44, -0.55, -0.69, -0.46, -0.28, 0.00, 0.18, 0.51],
        [0.10, -0.20, -0.22, -0.25, -0.30, -0.20, -0.10, 0.00, 0.10, 0.25],
        [-0.30, 0.10, 0.12, 0.15, 0.20, 0.10, 0.05, 0.00, -0.05, -0.10],
        [0.40, 0.25, 0.30, 0.30, -0.10, -0.08, 0.10, 0.03, -0.20, -0.24],
        [0.05, 0.10, 0.10, 0.10, -0.05, 0.00, 0.02, 0.00, -0.05, -0.06],
        [-0.10, -0.05, -0.06, -0.06, 0.05, 0.04, 0.00, 0.00, 0.05, 0.04],
    ]
)
"""Change of a figure for each unit of the share of a value among the cards undealt."""

OFF = 1e-5
"""What the chances of split rounds are off, to first order."""

WORTH_OF_KNOWING = 0.5
"""What the best play adds for each unit of the squared distance of the shares."""


@dataclass
class LinearWorld:
    """Stands for `certify.studies.shoe.compositions`."""

    asked: list[dict[str, int]] = field(default_factory=list)

    def figures(self, start, undealt):
        """Return the figures of compositions, shape (.., 8)."""
        off = undealt / undealt.sum(axis=-1, keepdims=True) - start / start.sum()
        fixed = FULL[:6] + off @ SLOPES.T
        added = WORTH_OF_KNOWING * (off**2).sum(axis=-1)
        return np.concatenate(
            [fixed, (fixed[..., 0] + added)[..., None], (fixed[..., 3] + added)[..., None]],
            axis=-1,
        )

    def effects(self, game, context=None, workers=None, *, bonus=True):
        """Stand for `compositions.effects`."""
        start = game.shoe.array()
        less = start - np.eye(RANKS, dtype=np.int64)
        removed = np.where(start[:, None] > 0, self.figures(start, np.maximum(less, 0)), np.nan)
        return Effects(
            full=self.figures(start, start),
            removed=removed,
            chances=FirstOrder(start, np.zeros(0), np.zeros(0)) if bonus else None,
        )

    def sample(
        self, game, *, cut, shoes, strata, seed, first_order=None, context=None, workers=None
    ):
        """Stand for `compositions.sample`."""
        self.asked.append({"cut": cut, "shoes": shoes, "strata": strata, "seed": seed})
        counts = np.array(
            [
                dealt_from(game.shoe, cut=cut, strata=strata, seed=seed, number=number)
                for number in range(shoes)
            ]
        )
        return Sample(
            counts=counts,
            dealt=game.shoe.size - counts.sum(axis=2),
            values=self.figures(game.shoe.array(), counts),
        )

    def in_full(self, game, compositions, *, context=None, workers=None):
        """Stand for `compositions.in_full`; the chances are a little off."""
        return self.figures(game.shoe.array(), np.array(compositions))[:, :6] + OFF


def in_linear_world(monkeypatch) -> LinearWorld:
    """Let the study of the shoe work with the simple figures."""
    world = LinearWorld()
    monkeypatch.setattr("certify.studies.shoe.study.effects", world.effects)
    monkeypatch.setattr("certify.studies.shoe.study.sample", world.sample)
    monkeypatch.setattr("certify.studies.shoe.study.in_full", world.in_full)
    return world


def full_shoe(decks: int) -> np.ndarray:
    """Return the counts of a full shoe."""
    return Shoe.of_decks(decks).array()
