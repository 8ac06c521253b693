"""Figures of games that are analysed from their spec."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from certify.errors import StateSpaceError
from certify.exact.banked.solution import ANY, Solution
from certify.language.game import LoadedGame, with_wagers
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.banked.result import BankedOutcome, BankedResult, ToldSituations
from certify.studies.banked.situations import COST, banked_strategy_study, told
from certify.studies.banked.study import (
    banked_study,
    outcomes_alone,
    priced_within,
    returns_within,
)
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.exposure.hole import hidden_zones
from certify.studies.exposure.result import ExposedResult
from certify.studies.exposure.study import exposure_study, is_exposure_kept
from certify.studies.house.figures import OPTIMAL, Figures, Solved, edge_of, rules_of
from certify.studies.shoe.analysed import held_effects, is_held_kept
from certify.studies.shoe.analysed_result import AnalysedShoeResult
from certify.studies.strategy.result import StrategyResult

SITUATIONS = "banked-situations"
MOST_LISTED = 150
"""Situations up to which every one is told."""


@dataclass(frozen=True)
class AnalysedFigures(Figures):
    """Figures that follow from the spec."""

    def exactly(self, context: Context, policy: str = OPTIMAL) -> BankedResult:
        """Return the figures of the best play, or a policy, with fractions."""
        return banked_study(self.loaded, policy, exact=True, context=context)

    def is_decided(self, returns: BankedResult) -> bool:
        """Return whether anything is decided in play."""
        return returns.situations > 0

    def best_play(
        self, returns: BankedResult, context: Context
    ) -> tuple[ToldSituations, StrategyResult | None]:
        """Return the closest decisions, and all if they are few."""
        if not returns.situations:
            return ToldSituations(), None

        def work() -> ToldSituations:
            found, table = banked_strategy_study(self.loaded, context)
            every = table.to_pylist() if found.situations <= MOST_LISTED else ()
            return ToldSituations(
                closest=found.closest,
                every=tuple(told(row) for row in every if row.get(COST) is not None),
                charts=found.charts,
            )

        return context.kept(SITUATIONS, self.loaded.key(), ToldSituations, work), None

    def together(self, context: Context) -> tuple[BankedResult | None, str | None]:
        """Return the figures with all wagers made, if that is not usual, or why there are none."""
        everything = self._everything
        if everything.changed == self.loaded.changed:
            return None, None
        try:
            return banked_study(everything, exact=True, context=context), None
        except StateSpaceError as error:
            return None, str(error)

    @property
    def _everything(self) -> LoadedGame:
        """The game with all wagers made."""
        return with_wagers(self.loaded, self.loaded.spec.wagers)

    def solved(self, context: Context, *, in_words: bool = True) -> Solved:
        """Return what the game comes to, looked up if it can be; perhaps without its rules."""
        if in_words:
            found = banked_study(self.loaded, exact=True, context=context)
        else:
            found = returns_within(context, self.loaded)
        return Solved(
            Fraction((found.exact or {})["ev"]),
            {name: edge_of(wager) for name, wager in found.wagers.items()},
            rules_of(found),
        )

    def sd_on_action(self, context: Context) -> dict[str, float]:
        """Return nothing: outcomes tell what is put down."""
        return {}

    def alone(
        self, returns: BankedResult, context: Context
    ) -> Callable[[str, str], tuple[BankedOutcome, ...]]:
        """Return what tells the outcomes of a wager that follows another by itself."""

        @cache
        def solution(is_usual: bool) -> Solution:
            game = self.loaded if is_usual else self._everything
            return priced_within(context, game, OPTIMAL, None)

        return lambda first, each: outcomes_alone(solution(first in returns.wagers), each)

    def played(self, context: Context, workers: Workers | None = None) -> CrosscheckResult | None:
        """Return the policies of the spec played, or None where they cannot be compared."""
        # Its statistics load slowly, and a brief report needs none of them.
        from certify.studies.crosscheck.policies import kept_policies_check

        return kept_policies_check(self.loaded, context, workers.processes if workers else None)

    def is_played(self, context: Context) -> bool:
        """Return whether `played` is kept."""
        from certify.studies.crosscheck.policies import is_kept

        return is_kept(self.loaded, context)

    def effects(
        self, context: Context, workers: Workers | None = None
    ) -> AnalysedShoeResult | None:
        """Return effects of removal, the best play held, and counts; None if they are not told."""
        try:
            return held_effects(self.loaded, context, workers)
        except StateSpaceError:
            # Of some games no card is looked at that can be counted.
            return None

    def has_effects(self, context: Context) -> bool:
        """Return whether `effects` are kept."""
        return is_held_kept(self.loaded, context)

    def card_seen(
        self, returns: BankedResult, context: Context, workers: Workers | None = None
    ) -> ExposedResult | None:
        """Return what a hidden card is worth to who sees it: of the house, or else of another hand.

        None if nothing is decided, or it would take more than an hour of one core.
        """
        if not returns.situations:
            return None
        # With a card in sight there are many more situations: to begin those was not agreed to.
        context = replace(context, is_patient=False)
        try:
            return exposure_study(self.loaded, self._hidden, context, workers=workers)
        except StateSpaceError:
            return None

    def has_card_seen(self, returns: BankedResult, context: Context) -> bool:
        """Return whether `card_seen` is kept, or takes no time."""
        return not returns.situations or is_exposure_kept(self.loaded, self._hidden, context)

    @property
    def _hidden(self) -> dict[str, int]:
        """The card that is seen, by zone."""
        (zone, *_) = (*hidden_zones(self.loaded), ANY)
        return {zone: 1}
