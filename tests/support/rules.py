"""Rules for tests: the defaults of Blackjack Burnout with changes."""

from fractions import Fraction
from typing import Any

from certify.exact.blackjack.rules import TwentyOneRules

DEFAULTS: dict[str, Any] = {
    "decks": 6,
    "dealer_hits_soft_17": True,
    "dealer_peeks": True,
    "no_peek_loses": "all",
    "double_on": "any",
    "double_after_hit": False,
    "double_after_split": True,
    "max_split_hands": 4,
    "resplit_aces": False,
    "hit_split_aces": False,
    "double_split_aces": False,
    "surrender": "none",
    "blackjack_pays": Fraction(3, 2),
    "insurance": True,
    "burnout_payment": Fraction(1, 5),
    "burnout_on_bust": True,
    "burnout_on_double": True,
    "burnout_ends_hand": False,
}


def rules_with(**changes: Any) -> TwentyOneRules:
    """Return the default rules with changes."""
    return TwentyOneRules(**(DEFAULTS | changes))
