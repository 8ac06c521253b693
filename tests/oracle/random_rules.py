"""Rules of blackjack and tiny shoes for them, drawn at random."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from certify.cards.ranks import RANKS
from tests.oracle.tiny_shoes import PLAIN, Case

SWITCHES = (
    "dealer_hits_soft_17",
    "dealer_peeks",
    "double_after_hit",
    "double_after_split",
    "resplit_aces",
    "hit_split_aces",
    "double_split_aces",
    "burnout_on_bust",
    "burnout_on_double",
    "burnout_ends_hand",
)
CHOICES: dict[str, tuple[Any, ...]] = {
    "no_peek_loses": ("all", "original"),
    "double_on": ("any", "hard", "9-11", "10-11"),
    "max_split_hands": (1, 2, 2, 3, 4),
    "surrender": ("none", "late"),
    "blackjack_pays": (Fraction(3, 2), Fraction(6, 5), Fraction(1), Fraction(2)),
    "burnout_payment": (Fraction(1, 5), Fraction(1, 10), Fraction(1, 2), Fraction(3, 17)),
}


def random_case(seed: int, **given: Any) -> Case:
    """Return rules and 14 to 20 cards of three to five ranks; rules that are given hold."""
    random = Random(seed)
    rules = {name: random.random() < 0.5 for name in SWITCHES}
    chosen = {name: random.choice(values) for name, values in CHOICES.items()}
    ranks = sorted(random.sample(range(RANKS), random.choice((3, 4, 4, 5))))
    cards = [*ranks, *random.choices(ranks, k=random.choice((14, 16, 18, 20)) - len(ranks))]
    shoe = tuple(map(cards.count, range(RANKS)))
    drawn = replace(PLAIN, **rules | chosen | given)
    return Case(str(seed), shoe, drawn, drawn.max_split_hands)
