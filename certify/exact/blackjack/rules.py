"""The rules of a twenty-one game, as the exact engine takes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from typing import Literal

from certify.cards.ranks import ACE, TEN
from certify.errors import EngineError

OF_THE_OPTION = ("burnout_payment", "burnout_on_bust", "burnout_on_double")
"""Parameters of the option to burn a card: a spec has all of them, or none."""


@dataclass(frozen=True, kw_only=True)
class TwentyOneRules:
    """Parameters of a game of the twenty-one family; names as in the rule spec.

    Attributes
    ----------
    no_peek_loses : str
        Without a peek, what a dealer blackjack takes: ``all`` wagers, or the ``original`` one.
    double_on : str
        ``any``, ``hard`` (any hard total), ``9-11`` or ``10-11`` (hard totals).
    double_after_hit : bool
        Whether a hand of more than two cards may be doubled.
    max_split_hands : int
        Hands that splitting can make at most; 1 forbids it.
    blackjack_pays, burnout_payment : Fraction
        To one; and in units of the main wager.
    burnout_on_bust, burnout_on_double : bool
        Whether a card that busts, and that of a double, may be burned. All of Burnout is left out
        of a spec that has no such option.
    burnout_ends_hand : bool
        Whether the card that replaces a burned one ends the hand after a hit too.
    """

    decks: int
    dealer_hits_soft_17: bool
    dealer_peeks: bool
    no_peek_loses: Literal["all", "original"]
    double_on: Literal["any", "hard", "9-11", "10-11"]
    double_after_hit: bool
    double_after_split: bool
    max_split_hands: int
    resplit_aces: bool
    hit_split_aces: bool
    double_split_aces: bool
    surrender: Literal["none", "late"]
    blackjack_pays: Fraction
    insurance: bool = False
    burnout_payment: Fraction = Fraction(0)
    burnout_on_bust: bool = False
    burnout_on_double: bool = False
    burnout_ends_hand: bool = False

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, object]) -> TwentyOneRules:
        """Return the rules given by a spec's parameters; parameters of other parts are ignored.

        Parameters
        ----------
        parameters : mapping
            Values by name, checked against the spec.

        Returns
        -------
        TwentyOneRules
            The rules.

        Raises
        ------
        EngineError
            If the spec lacks a parameter that the exact analysis needs.
        """
        names = [field.name for field in fields(cls)]
        needed = [field.name for field in fields(cls) if field.default is MISSING]
        if any(name in parameters for name in OF_THE_OPTION):
            needed += OF_THE_OPTION
        missing = [name for name in needed if name not in parameters]
        if missing:
            raise EngineError(
                "the exact analysis of the twenty-one family needs the parameters "
                f"{', '.join(missing)}, which the spec does not declare"
            )
        values = {name: parameters[name] for name in names if name in parameters}
        for name in ("blackjack_pays", "burnout_payment"):
            if name in values:
                values[name] = Fraction(str(values[name]))
        return cls(**values)  # type: ignore[arg-type]

    @property
    def blackjack_takes_all(self) -> bool:
        """Whether a dealer blackjack found after play takes doubles and splits too."""
        return not self.dealer_peeks and self.no_peek_loses == "all"

    def takes_all_against(self, upcard: int) -> bool:
        """Return whether a dealer who shows this rank can have a blackjack that takes it all."""
        return self.blackjack_takes_all and upcard in (ACE, TEN)

    def may_double_total(self, hard_total: int, *, is_soft: bool) -> bool:
        """Return whether `double_on` allows a hand of this total."""
        if self.double_on == "any":
            return True
        lowest = {"hard": 0, "9-11": 9, "10-11": 10}[self.double_on]
        highest = 21 if self.double_on == "hard" else 11
        return not is_soft and lowest <= hard_total <= highest
