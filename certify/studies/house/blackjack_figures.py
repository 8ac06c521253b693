"""Figures of blackjack without the option to burn a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.banked.blackjack import blackjack_edges, blackjack_study, sd_on_action
from certify.studies.banked.result import BankedOutcome, BankedResult, ToldSituations
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.exposure.hole import hidden_zones
from certify.studies.exposure.result import ExposedResult
from certify.studies.exposure.study import hole_exposure_study
from certify.studies.house.figures import OPTIMAL, Figures, Solved
from certify.studies.kinds import main_wager
from certify.studies.shoe.order import ShoeOrder
from certify.studies.shoe.result import ShoeResult
from certify.studies.shoe.study import is_kept as is_shoe_kept
from certify.studies.shoe.study import kept_shoe_study
from certify.studies.strategy.result import StrategyResult
from certify.studies.strategy.study import strategy_study
from certify.studies.twenty_one import BlackjackGame

FOR_REPORT = ShoeOrder(compositions=0, with_cut_card=False)
"""What is asked of the shoe: no compositions are drawn at random."""


@dataclass(frozen=True)
class BlackjackFigures(Figures):
    """Figures of the main wager, and of wagers on the first cards."""

    @cached_property
    def game(self) -> BlackjackGame:
        """What the exact engine takes; solved once."""
        return BlackjackGame(self.loaded)

    def exactly(self, context: Context, policy: str = OPTIMAL) -> BankedResult:
        """Return the figures of the best play, or a policy, with fractions."""
        return blackjack_study(self.game, policy, exact=True, context=context)

    def together(self, context: Context) -> tuple[BankedResult | None, str | None]:
        """Return nothing: wagers on the first cards are told beside the main wager."""
        return None, None

    def is_decided(self, returns: BankedResult) -> bool:
        """Return whether anything is decided in play, which it is."""
        return True

    def best_play(
        self, returns: BankedResult, context: Context
    ) -> tuple[ToldSituations, StrategyResult | None]:
        """Return the charts."""
        return ToldSituations(), strategy_study(self.game, context=context)

    def solved(self, context: Context, *, in_words: bool = True) -> Solved:
        """Return what the game comes to; its play is told by charts."""
        edges = blackjack_edges(self.game, context)
        return Solved(-(edges[main_wager(self.loaded)] or Fraction(0)), edges)

    def sd_on_action(self, context: Context) -> dict[str, float]:
        """Return the deviation of the main wager on everything put down in a round."""
        return {main_wager(self.loaded): sd_on_action(self.game, context)}

    def alone(
        self, returns: BankedResult, context: Context
    ) -> Callable[[str, str], tuple[BankedOutcome, ...]]:
        """Return what tells the outcomes of a wager: no other follows it."""
        return lambda first, each: returns.wagers[each].outcomes

    def played(self, context: Context, workers: Workers | None = None) -> CrosscheckResult | None:
        """Return the best play, played."""
        from certify.studies.crosscheck.blackjack import kept_blackjack_check

        return kept_blackjack_check(self.game, context, workers.processes if workers else None)

    def is_played(self, context: Context) -> bool:
        """Return whether `played` is kept."""
        from certify.studies.crosscheck.blackjack import is_kept

        return is_kept(self.game, context)

    def effects(self, context: Context, workers: Workers | None = None) -> ShoeResult:
        """Return effects of removal and counts; no compositions are drawn at random."""
        return kept_shoe_study(self.game, FOR_REPORT, context=context, workers=Workers(processes=1))

    def has_effects(self, context: Context) -> bool:
        """Return whether `effects` are kept."""
        return is_shoe_kept(self.game, FOR_REPORT, context)

    def has_card_seen(self, returns: BankedResult, context: Context) -> bool:
        """Return whether `card_seen` takes no time, which it does not."""
        return True

    def card_seen(
        self, returns: BankedResult, context: Context, workers: Workers | None = None
    ) -> ExposedResult | None:
        """Return what the dealer's second card is worth to who sees it, if it is there."""
        zones = hidden_zones(self.loaded)
        if not self.game.rules.dealer_peeks or not zones:
            return None
        return hole_exposure_study(self.game, {zones[0]: 1}, context)
