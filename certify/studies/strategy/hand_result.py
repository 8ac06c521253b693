"""The expectation of every action for one hand, as `certify hand` prints it."""

from __future__ import annotations

from typing import Literal

from certify.results import Provenance, Result
from certify.studies.split_play import PlaysSplits


class SplitResult(Result):
    """What splitting comes to by how the hands are played after it, in the unit of `actions`.

    Attributes
    ----------
    by_play
        By split play, split again as the rules allow.
    of_two_hands
        The same if the pair is split once only.
    full_memory
        The most that any play of two hands, dealt one after the other, can make of it: that of
        who remembers every card. An upper bound of `of_two_hands`, not of `by_play`.
    """

    by_play: dict[str, float]
    of_two_hands: dict[str, float]
    full_memory: float


class HandResult(Provenance, PlaysSplits):
    """The result of `certify hand`.

    Attributes
    ----------
    actions
        Expectation by action, in initial main wagers, given that the dealer has no blackjack.
    burnout_available
        Whether a card may still be burned; null by rules that have no such option.
    p_dealer_blackjack
        Probability of a dealer blackjack before the dealer looked; 0 in the condition of `actions`.
    split_play
        How optimal play goes on after a split.
    splits
        What splitting comes to by every split play, where it was asked for.
    """

    cards: tuple[str, ...]
    upcard: str
    burned: str | None
    total: str
    burnout_available: bool | None
    shoe: dict[str, int]
    actions: dict[str, float]
    best: str
    condition: Literal["no dealer blackjack", "none"]
    p_dealer_blackjack: float
    error_bound: float
    unit: str = "initial main wagers"
    method: str
    splits: SplitResult | None = None
