"""The expectation of every action for one hand, as `certify hand` prints it."""

from __future__ import annotations

from typing import Literal

from certify.results import Provenance


class HandResult(Provenance):
    """The result of `certify hand`.

    Attributes
    ----------
    actions
        Expectation by action, in initial main wagers, given that the dealer has no blackjack.
    p_dealer_blackjack
        Probability of a dealer blackjack before the dealer looked; 0 in the condition of `actions`.
    """

    cards: tuple[str, ...]
    upcard: str
    burned: str | None
    total: str
    burnout_available: bool
    shoe: dict[str, int]
    actions: dict[str, float]
    best: str
    condition: Literal["no dealer blackjack", "none"]
    p_dealer_blackjack: float
    error_bound: float
    unit: str = "initial main wagers"
    method: str
