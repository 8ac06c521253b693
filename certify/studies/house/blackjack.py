"""Blackjack, with and without the option to burn a card: the exact engine of the family."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from certify.cards.shoe import Shoe
from certify.cards.split_play import SplitPlay
from certify.errors import AskedError, SpecError
from certify.language.game import LoadedGame
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.banked.result import BankedResult
from certify.studies.banked.shoes import ShoeGiven
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.exposure.result import ExposedResult
from certify.studies.house.asked import (
    BASIC,
    OPTIMAL,
    ChangesAsked,
    HandAsked,
    ReturnsAsked,
    StrategyAsked,
    StrategyGiven,
)
from certify.studies.house.house import House, Lack
from certify.studies.returns.result import RtpResult
from certify.studies.shoe.csv import Compositions
from certify.studies.shoe.order import ShoeOrder, checked_order
from certify.studies.shoe.result import ShoeResult
from certify.studies.strategy.cost_result import StrategyCostResult
from certify.studies.strategy.hand_result import HandResult
from certify.studies.strategy.result import StrategyResult
from certify.studies.twenty_one import BlackjackGame, TwentyOneGame

if TYPE_CHECKING:
    from certify.exact.blackjack.card import StrategyCard
    from certify.studies.crosscheck.study import Order
    from certify.studies.monitoring.blackjack_lines import BlackjackLines
    from certify.studies.monitoring.burnout_lines import BurnoutLines
    from certify.studies.monitoring.references import Play
    from certify.studies.shoe.compositions import Sample
    from certify.studies.whatif.asked import Found, Plan

OF_ITS_CARDS = Lack(("after",), "not for games of the family twenty_one, of which {game} is one")
WITH_OPTION = "only for games with the option to burn a card, which {game} does not have"


@dataclass(frozen=True)
class _TwentyOneHouse(House):
    """What both kinds of blackjack answer alike."""

    strategy_suffixes = (".yaml", ".yml", ".json")

    @staticmethod
    def shoe_of(given: ShoeGiven) -> Shoe | None:
        """Return undealt cards by value."""
        if given is None or isinstance(given, Shoe):
            return given
        return Shoe.parse(given) if isinstance(given, str) else Shoe(given)

    @cached_property
    def game(self) -> BlackjackGame:
        """What the exact engine takes; solved once."""
        return BlackjackGame(self.loaded, self.shoe_of(self.given_shoe))

    def playing(self, split_play: str) -> BlackjackGame:
        """Return the game with hands after a split played so."""
        usual = split_play == SplitPlay.UNSPLIT
        return self.game if usual else self.game.playing_after_splits(split_play)

    def play(self, strategy: StrategyGiven) -> str | StrategyCard:
        """Return the strategy that is meant, its file read."""
        from certify.studies.strategy.strategy_file import selected_strategy

        if isinstance(strategy, str | Path):
            return selected_strategy(str(strategy), self.game)
        return strategy

    def files(self, strategy: StrategyGiven) -> tuple[Path, ...]:
        """Return the file that a strategy is, if it is one."""
        from certify.studies.strategy.strategy_file import is_named

        if not isinstance(strategy, str | Path) or is_named(str(strategy), self.loaded):
            return ()
        return (Path(strategy),)

    def charted(self, strategy: StrategyGiven) -> StrategyCard | None:
        """Return a strategy that has charts; None for the one that the tool derives."""
        from certify.exact.blackjack.card import StrategyCard

        found = self.play(strategy)
        if isinstance(found, StrategyCard):
            return found
        if found == OPTIMAL:
            raise SpecError("optimal play depends on every card and has no charts; ask for basic")
        if found != BASIC:
            raise SpecError(
                f"{found} is a policy of the spec, which has no charts; rtp tells what it comes to"
            )
        return None

    def strategy(
        self, asked: StrategyAsked, context: Context
    ) -> StrategyResult | StrategyCostResult:
        """Return the charts, what following them costs, and the exceptions to them."""
        from certify.studies.strategy.study import strategy_study

        self.check(asked)
        card = self.charted(asked.strategy)
        return strategy_study(self.playing(asked.split_play), card, context=context)

    def strategy_file(
        self, asked: StrategyAsked, path: Path, context: Context
    ) -> tuple[StrategyResult | StrategyCostResult, bytes]:
        """Return the same, and the charts as a strategy file."""
        from certify.studies.strategy.strategy_file import strategy_bytes

        found = self.strategy(asked, context)
        card = self.charted(asked.strategy) or self.game.basic_card
        return found, strategy_bytes(card, path, with_option=self.game.has_option)

    def hand(self, asked: HandAsked, context: Context) -> HandResult:
        """Return what every action is worth in a hand."""
        from certify.cards.ranks import parse_rank, parse_ranks
        from certify.studies.strategy.hand import hand_study

        self.check(asked)
        if asked.upcard is None:
            raise AskedError(("upcard",), "a hand is played against an upcard, such as T")
        burned = None if asked.burned is None else parse_rank(asked.burned)
        return hand_study(
            self.playing(asked.split_play),
            parse_ranks(asked.cards),
            parse_rank(asked.upcard),
            burned=burned,
            burnout=asked.burnout,
            kept=asked.kept,
            splits=asked.splits,
            context=context,
        )

    def shoe_order(self, order: ShoeOrder) -> ShoeOrder:
        """Return an order for the shoe, its cut filled in."""
        self.check(order)
        return checked_order(self.game.shoe.size, order)

    def shoe(
        self,
        order: ShoeOrder,
        context: Context,
        workers: Workers,
        *,
        ask: Callable[[float], None] = lambda seconds: None,
        keep: Callable[[Compositions], None] | None = None,
    ) -> ShoeResult:
        """Return how the composition of the shoe moves every wager; how long is known before."""
        from certify.studies.shoe.study import kept_shoe_study, shoe_study

        self.check(order)
        if keep is None:
            return kept_shoe_study(self.game, order, context=context, workers=workers)
        # Compositions are kept one by one, and no result has them.
        drawn: list[Sample] = []
        found = shoe_study(self.game, order, context=context, workers=workers, keep=drawn.append)
        keep(_compositions(drawn[0]))
        return found

    def seeing(
        self, seen: Mapping[str, int | str], context: Context, workers: Workers | None = None
    ) -> ExposedResult:
        """Return what the dealer's second card is worth to who sees it, or the next card."""
        from certify.studies.exposure.study import hole_exposure_study

        return hole_exposure_study(self.game, seen, context)


def _compositions(drawn: Sample) -> Compositions:
    from certify.cards.ranks import RANK_LABELS
    from certify.studies.shoe.compositions import FIELDS

    return Compositions(tuple(RANK_LABELS), tuple(FIELDS), drawn.counts, drawn.dealt, drawn.values)


# Without the option to burn a card ----------------------------------------------------------------


@dataclass(frozen=True)
class BlackjackHouse(_TwentyOneHouse):
    """Blackjack without the option to burn a card, and wagers on its first cards."""

    lacks: ClassVar[Mapping[type, Lack]] = {
        ReturnsAsked: Lack(("distribution", "thorough"), WITH_OPTION),
        StrategyAsked: Lack(("cost",), WITH_OPTION),
        HandAsked: OF_ITS_CARDS,
        ShoeOrder: Lack(("bonus", "cut_card"), WITH_OPTION),
    }
    returned = BankedResult

    def strategy(
        self, asked: StrategyAsked, context: Context
    ) -> StrategyResult | StrategyCostResult:
        """Return the charts; a `SpecError` if wagers on the first cards are to be made."""
        from certify.studies.banked.blackjack import require_analysed

        require_analysed(self.game, OPTIMAL)
        return super().strategy(asked, context)

    def returns(
        self, asked: ReturnsAsked, context: Context, workers: Workers | None = None
    ) -> BankedResult:
        """Return the exact figures of every wager; one process works."""
        from certify.studies.banked.blackjack import blackjack_study

        self.check(asked)
        return blackjack_study(
            self.playing(asked.split_play),
            self.play(asked.strategy),
            exact=asked.exact,
            context=context,
        )

    def _entry(self, strategy: StrategyGiven, order: Order, context: Context) -> Any:
        from certify.studies.crosscheck.blackjack import prepare_blackjack

        return prepare_blackjack(self.game, self.play(strategy), order, context)

    def lines(self, strategy: StrategyGiven, play: Play) -> BlackjackLines:
        """Return the certified lines that live results are held against."""
        from certify.studies.monitoring.blackjack_lines import BlackjackLines

        return BlackjackLines(self.game, self.play(strategy), play)

    def _blackjack(self, split_play: str) -> BlackjackGame:
        return self.playing(split_play)

    def with_odds(self) -> LoadedGame:
        """Return the first cards as a game of their own, if there are wagers on them."""
        from certify.studies.banked.blackjack import first_cards_of

        return first_cards_of(self.game) or super().with_odds()


# With it ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BurnoutHouse(_TwentyOneHouse):
    """Blackjack with the option to burn a card, and Bonus wagers on its rounds."""

    lacks: ClassVar[Mapping[type, Lack]] = {HandAsked: OF_ITS_CARDS}
    returned = RtpResult

    @cached_property
    def game(self) -> TwentyOneGame:
        """What the exact engine takes; solved once."""
        return TwentyOneGame(self.loaded, self.shoe_of(self.given_shoe))

    def playing(self, split_play: str) -> TwentyOneGame:
        """Return the game with hands after a split played so."""
        usual = split_play == SplitPlay.UNSPLIT
        return self.game if usual else self.game.playing_after_splits(split_play)

    def strategy(
        self, asked: StrategyAsked, context: Context
    ) -> StrategyResult | StrategyCostResult:
        """Return the charts with the exceptions to them, or what errors cost."""
        if not asked.cost:
            return super().strategy(asked, context)
        from certify.studies.strategy.cost.study import strategy_cost_study

        card = self.charted(asked.strategy)
        return strategy_cost_study(self.playing(asked.split_play), card, context=context)

    def returns(
        self, asked: ReturnsAsked, context: Context, workers: Workers | None = None
    ) -> RtpResult:
        """Return the exact figures of every wager; one process works."""
        from certify.studies.returns.study import rtp_study

        return rtp_study(
            self.playing(asked.split_play),
            self.play(asked.strategy),
            exact=asked.exact,
            distribution=asked.distribution,
            context=replace(context, thorough=asked.thorough),
        )

    def first_figures(self, asked: ReturnsAsked, context: Context) -> str | None:
        """Return the edges, which are known within seconds, where the distribution is awaited."""
        if not asked.distribution or asked.split_play != SplitPlay.UNSPLIT:
            return None
        from certify.studies.returns.headline_view import first_figures
        from certify.studies.returns.study import rtp_study

        play = self.play(asked.strategy)
        return first_figures(rtp_study(self.game, play, distribution=False, context=context))

    def crosscheck(
        self,
        strategy: StrategyGiven,
        order: Order,
        context: Context,
        workers: int | None = None,
    ) -> CrosscheckResult:
        """Return the tests of the game as it is played against every exact figure."""
        from certify.studies.crosscheck.study import crosscheck

        return crosscheck(self.game, self.play(strategy), order, context=context, workers=workers)

    def _entry(self, strategy: StrategyGiven, order: Order, context: Context) -> Any:
        from certify.studies.crosscheck.study import prepare

        return prepare(self.game, self.play(strategy), order, context)

    def lines(self, strategy: StrategyGiven, play: Play) -> BurnoutLines:
        """Return the certified lines that live results are held against."""
        from certify.studies.monitoring.burnout_lines import BurnoutLines

        return BurnoutLines(self.game, self.play(strategy), play)

    def changes(self, asked: ChangesAsked) -> Plan:
        """Return a checked plan of what other settings change."""
        from certify.studies.whatif.asked import planned
        from certify.studies.whatif.study import Question

        base = self.playing(asked.split_play)
        return planned(
            base,
            Question.of(base, self.play(asked.strategy), asked.figures),
            asked.assignments,
            **asked.ways,
        )

    def changed(self, plan: Plan, context: Context, workers: Workers) -> Found:
        """Return what a plan comes to."""
        from certify.studies.whatif.asked import worked_out

        return worked_out(plan, context, workers)
