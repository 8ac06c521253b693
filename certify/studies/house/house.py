"""What is asked of any game against the house; each exact engine answers in a class of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from certify.cards.shoe import Shoe
from certify.errors import AskedError, EngineError, SpecError
from certify.language.game import LoadedGame
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.banked.result import (
    BankedResult,
    BankedStrategyResult,
)
from certify.studies.banked.shoes import ShoeGiven
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.exposure.result import ExposedResult
from certify.studies.house.asked import (
    ChangesAsked,
    HandAsked,
    Options,
    ReturnsAsked,
    StrategyAsked,
    StrategyGiven,
)
from certify.studies.kinds import who_answers
from certify.studies.returns.result import RtpResult
from certify.studies.shoe.analysed_result import AnalysedShoeResult
from certify.studies.shoe.csv import Compositions
from certify.studies.shoe.order import ShoeOrder
from certify.studies.shoe.result import ShoeResult
from certify.studies.strategy.cost_result import StrategyCostResult
from certify.studies.strategy.hand_result import HandResult
from certify.studies.strategy.result import StrategyResult

if TYPE_CHECKING:
    from certify.exact.blackjack.card import StrategyCard
    from certify.studies.banked.result import BankedHandResult
    from certify.studies.crosscheck.study import Order
    from certify.studies.monitoring.references import Lines, Play
    from certify.studies.twenty_one import BlackjackGame


@dataclass(frozen=True)
class Lack:
    """Options that an engine has no answer for.

    Attributes
    ----------
    names : tuple of str
        The options.
    reason : str
        Of which games they are asked; ``{game}`` is the id of this one.
    """

    names: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class House(ABC):
    """A game against the house, with what is left of its pack, as studies ask it.

    Attributes
    ----------
    loaded : LoadedGame
        The spec with its settings.
    given_shoe : Shoe, str or sequence, optional
        The undealt cards; by default all.
    """

    loaded: LoadedGame
    given_shoe: ShoeGiven = None

    lacks: ClassVar[Mapping[type, Lack]] = {}
    """By what is asked, the options that are not taken."""
    in_pieces: ClassVar[bool] = False
    """Whether several processes share what takes long."""
    strategy_suffixes: ClassVar[tuple[str, ...]] = ()
    """Of files that a strategy can be written to."""
    returned: ClassVar[type[RtpResult | BankedResult]]
    """What `returns` gives."""

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.loaded.spec.game.id

    def check(self, asked: Options | ShoeOrder) -> None:
        """Raise an `AskedError` if an option is given that the engine has no answer for."""
        lack = self.lacks.get(type(asked))
        found = [] if lack is None else [name for name in asked.given if name in lack.names]
        if lack is not None and found:
            raise AskedError(found, lack.reason.format(game=self.id))

    @staticmethod
    @abstractmethod
    def shoe_of(given: ShoeGiven) -> Shoe | str | None:
        """Return undealt cards as the engine takes them; an error if they cannot be."""

    # Play -----------------------------------------------------------------------------------------

    def named(self, strategy: StrategyGiven) -> str:
        """Return the name of a policy, or of a file that was not read."""
        if not isinstance(strategy, str | Path):
            raise SpecError(
                f"{self.id} is played by a policy of its spec or a file; found {strategy!r}"
            )
        return str(strategy)

    @abstractmethod
    def play(self, strategy: StrategyGiven) -> str | StrategyCard:
        """Return the strategy that is meant, its file read; errors as of `returns`."""

    @abstractmethod
    def files(self, strategy: StrategyGiven) -> tuple[Path, ...]:
        """Return the file that a strategy is, if it is one."""

    @abstractmethod
    def strategy(
        self, asked: StrategyAsked, context: Context
    ) -> StrategyResult | StrategyCostResult | BankedStrategyResult:
        """Return the charts or the best play in words, or what errors cost."""

    @abstractmethod
    def strategy_file(
        self, asked: StrategyAsked, path: Path, context: Context
    ) -> tuple[StrategyResult | StrategyCostResult | BankedStrategyResult, bytes]:
        """Return the same, and a file of the strategy, of the kind that its name says."""

    @abstractmethod
    def hand(self, asked: HandAsked, context: Context) -> HandResult | BankedHandResult:
        """Return what every answer is worth in one hand."""

    # Figures --------------------------------------------------------------------------------------

    @abstractmethod
    def returns(
        self, asked: ReturnsAsked, context: Context, workers: Workers | None = None
    ) -> RtpResult | BankedResult:
        """Return the exact figures of every wager."""

    def first_figures(self, asked: ReturnsAsked, context: Context) -> str | None:
        """Return what is known within seconds where the rest takes long; None elsewhere."""
        return None

    def crosscheck(
        self,
        strategy: StrategyGiven,
        order: Order,
        context: Context,
        workers: int | None = None,
    ) -> CrosscheckResult:
        """Return the tests of the game as it is played against every exact figure."""
        from certify.studies.crosscheck.wagers import compared

        entry = self._entry(strategy, order, context)
        return compared(self.loaded, entry, order, context, workers)

    def crosscheck_plan(
        self, strategy: StrategyGiven, order: Order, context: Context
    ) -> dict[str, Any]:
        """Return what is fixed before anything of it is played."""
        plan: dict[str, Any] = self._entry(strategy, order, context).plan
        return plan

    @abstractmethod
    def _entry(self, strategy: StrategyGiven, order: Order, context: Context) -> Any:
        """Return a double entry before its rounds are played."""

    @abstractmethod
    def lines(self, strategy: StrategyGiven, play: Play) -> Lines:
        """Return the certified lines that live results are held against; `play`: the lower."""

    # Other settings -------------------------------------------------------------------------------

    def changes(self, asked: ChangesAsked) -> Any:
        """Return a checked plan of what other settings change."""
        from certify.studies.whatif.analysed_asked import analysed_plan

        self.check(asked)
        return analysed_plan(
            self.loaded,
            asked.assignments,
            **asked.ways,
            figures=asked.figures,
            policy=self.named(asked.strategy),
            shoe=self.given_shoe,
            blackjack=self._blackjack(asked.split_play),
        )

    def changed(self, plan: Any, context: Context, workers: Workers) -> Any:
        """Return what a plan comes to."""
        from certify.studies.whatif.analysed_asked import analysed_work

        return analysed_work(plan, context)

    def _blackjack(self, split_play: str) -> BlackjackGame | None:
        """Return the game as the engine of blackjack takes it; None of any other."""
        return None

    def with_odds(self) -> LoadedGame:
        """Return the game whose odds by pay line answer for all paytables of its wagers."""
        raise EngineError(
            f"{self.id} is not analysed from its spec, so that its paytables are not gone through;"
            f" {who_answers(self.loaded)}"
        )

    # Cards known ----------------------------------------------------------------------------------

    def shoe_order(self, order: ShoeOrder) -> ShoeOrder:
        """Return a checked order; of blackjack with its cut filled in."""
        self.check(order)
        return order

    def draws(self, order: ShoeOrder) -> bool:
        """Return whether compositions are drawn at random."""
        return bool(order.compositions)

    @abstractmethod
    def shoe(
        self,
        order: ShoeOrder,
        context: Context,
        workers: Workers,
        *,
        ask: Callable[[float], None] = lambda seconds: None,
        keep: Callable[[Compositions], None] | None = None,
    ) -> ShoeResult | AnalysedShoeResult:
        """Return how the composition of the pack moves every wager.

        `ask` is told of seconds that are known only when it has begun; `keep` takes what is drawn.
        """

    @abstractmethod
    def seeing(
        self, seen: Mapping[str, int | str], context: Context, workers: Workers | None = None
    ) -> ExposedResult:
        """Return what hidden cards are worth to who sees them."""
