"""Games against the house that are analysed from their spec: wagers say what they bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from certify.cards.shoe import Shoe
from certify.language.game import LoadedGame, wagers_made
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.banked.result import (
    BankedResult,
    BankedStrategyResult,
)
from certify.studies.banked.shoes import ShoeGiven, composition_for, with_shoe
from certify.studies.banked.situations import banked_strategy_study, every_situation
from certify.studies.banked.strategy_file import SUFFIXES, is_strategy_file, table_bytes
from certify.studies.banked.study import (
    banked_study,
)
from certify.studies.exposure.result import ExposedResult
from certify.studies.house.asked import (
    ChangesAsked,
    HandAsked,
    ReturnsAsked,
    StrategyAsked,
    StrategyGiven,
)
from certify.studies.house.house import House, Lack
from certify.studies.shoe.analysed_result import AnalysedShoeResult
from certify.studies.shoe.csv import Compositions
from certify.studies.shoe.order import ShoeOrder

if TYPE_CHECKING:
    from certify.studies.banked.result import BankedHandResult
    from certify.studies.crosscheck.study import Order
    from certify.studies.crosscheck.wagers import Entry
    from certify.studies.monitoring.analysed_lines import AnalysedLines
    from certify.studies.monitoring.references import Play

ONLY = "only for games of the family twenty_one"


@dataclass(frozen=True)
class AnalysedHouse(House):
    """A game whose figures follow from its spec."""

    lacks: ClassVar[Mapping[type, Lack]] = {
        ReturnsAsked: Lack(
            ("distribution", "thorough", "split_play"),
            f"{ONLY}; the figures of {{game}} follow from its spec in one pass",
        ),
        StrategyAsked: Lack(
            ("strategy", "split_play", "cost", "everything"),
            f"{ONLY}; the best play of {{game}} follows from its spec, and is told with what errors"
            " cost",
        ),
        HandAsked: Lack(
            ("upcard", "burned", "burnout", "kept", "split_play", "splits"),
            f"{ONLY}; of {{game}} the cards are all that the seat sees, zone by zone, such as"
            " 'hand: Qh 6d 4c'",
        ),
        ChangesAsked: Lack(("split_play",), f"{ONLY}; {{game}} has no splits"),
        ShoeOrder: Lack(("bonus", "cut_card"), f"{ONLY}, not for {{game}}"),
    }
    in_pieces = True
    returned = BankedResult
    strategy_suffixes = SUFFIXES

    @staticmethod
    def shoe_of(given: ShoeGiven) -> str | None:
        """Return what is left of a pack as ``--shoe`` takes it."""
        if given is None or isinstance(given, str):
            return given
        counts = given.counts if isinstance(given, Shoe) else given
        return ",".join(str(count) for count in counts)

    # Play -----------------------------------------------------------------------------------------

    def play(self, strategy: StrategyGiven) -> str:
        """Return the name of a policy, or of a file."""
        return self.named(strategy)

    def files(self, strategy: StrategyGiven) -> tuple[Path, ...]:
        """Return the file that a strategy is, if it is one."""
        name = self.named(strategy)
        return (Path(name),) if is_strategy_file(name) else ()

    def strategy(self, asked: StrategyAsked, context: Context) -> BankedStrategyResult:
        """Return the best play in words, looked up if it is kept."""
        self.check(asked)
        game = with_shoe(self.loaded, composition_for(self.loaded, self.given_shoe))
        return context.kept(
            "strategy-banked",
            {**game.key(), "made": wagers_made(game)},
            BankedStrategyResult,
            lambda: banked_strategy_study(
                self.loaded, context, shoe=self.given_shoe, workers=Workers()
            )[0],
        )

    def strategy_file(
        self, asked: StrategyAsked, path: Path, context: Context
    ) -> tuple[BankedStrategyResult, bytes]:
        """Return the same, and every situation as a file."""
        self.check(asked)
        found, situations = every_situation(self.loaded, context, shoe=self.given_shoe)
        return found, table_bytes(situations, path)

    def hand(self, asked: HandAsked, context: Context) -> BankedHandResult:
        """Return what every answer is worth in a situation."""
        from certify.studies.banked.hand import banked_hand_study

        self.check(asked)
        return banked_hand_study(
            self.loaded, asked.cards, asked.after, shoe=self.given_shoe, context=context
        )

    # Figures --------------------------------------------------------------------------------------

    def returns(
        self, asked: ReturnsAsked, context: Context, workers: Workers | None = None
    ) -> BankedResult:
        """Return the exact figures of every wager."""
        self.check(asked)
        return banked_study(
            self.loaded,
            self.named(asked.strategy),
            exact=asked.exact,
            shoe=self.given_shoe,
            context=context,
            workers=workers,
        )

    # Played ---------------------------------------------------------------------------------------

    def _entry(self, strategy: StrategyGiven, order: Order, context: Context) -> Entry:
        from certify.studies.crosscheck.wagers import prepare_wagers

        return prepare_wagers(self.loaded, self.named(strategy), order, context)

    def lines(self, strategy: StrategyGiven, play: Play) -> AnalysedLines:
        """Return the certified lines that live results are held against."""
        from certify.studies.monitoring.analysed_lines import AnalysedLines

        return AnalysedLines(self.loaded, self.named(strategy), play)

    def with_odds(self) -> LoadedGame:
        """Return the game itself."""
        return self.loaded

    # Cards known ----------------------------------------------------------------------------------

    def draws(self, order: ShoeOrder) -> bool:
        """Return whether compositions are drawn: of a shoe, or where there is a cut card."""
        from certify.studies.shoe.analysed import is_sampled

        return is_sampled(self.loaded, order)

    def shoe(
        self,
        order: ShoeOrder,
        context: Context,
        workers: Workers,
        *,
        ask: Callable[[float], None] = lambda seconds: None,
        keep: Callable[[Compositions], None] | None = None,
    ) -> AnalysedShoeResult:
        """Return how the composition of the pack moves every wager."""
        from certify.studies.shoe.analysed import analysed_compositions, analysed_shoe_study

        self.check(order)
        given: Any = {"shoe": self.given_shoe, "context": context, "workers": workers}
        found = analysed_shoe_study(self.loaded, order, ask=ask, **given)
        if keep is not None:
            labels, names, drawn = analysed_compositions(self.loaded, order, **given)
            dealt = sum(found.shoe.values()) - drawn.undealt.sum(axis=-1)
            keep(Compositions(labels, names, drawn.undealt, dealt, drawn.figures))
        return found

    def seeing(
        self, seen: Mapping[str, int | str], context: Context, workers: Workers | None = None
    ) -> ExposedResult:
        """Return what hidden cards are worth to who sees them."""
        from certify.studies.exposure.study import exposure_study

        return exposure_study(self.loaded, seen, context, shoe=self.given_shoe, workers=workers)
