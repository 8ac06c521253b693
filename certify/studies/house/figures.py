"""What reports and submissions are made of, whichever exact engine works it out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from certify.language.game import LoadedGame
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.banked.result import (
    BankedOutcome,
    BankedResult,
    BankedWager,
    ToldSituations,
)
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.exposure.result import ExposedResult
from certify.studies.shoe.analysed_result import AnalysedShoeResult
from certify.studies.shoe.result import ShoeResult
from certify.studies.strategy.result import StrategyResult

OPTIMAL = "optimal"
"""The best play, by its name among policies."""


@dataclass(frozen=True)
class Solved:
    """What a game comes to under its best play.

    Attributes
    ----------
    ev : Fraction
        Of a round with the wagers that are made.
    edges : dict
        House edge by wager; None where nothing is put on it.
    rules : tuple of str
        The best play in words.
    """

    ev: Fraction
    edges: Mapping[str, Fraction | None]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Figures(ABC):
    """A game against the house whose wagers have pay lines; every round from the whole pack.

    Attributes
    ----------
    loaded : LoadedGame
        The spec with its settings, and the wagers that are made.
    """

    loaded: LoadedGame

    @abstractmethod
    def exactly(self, context: Context, policy: str = OPTIMAL) -> BankedResult:
        """Return the figures of the best play, or a policy, with fractions."""

    @abstractmethod
    def together(self, context: Context) -> tuple[BankedResult | None, str | None]:
        """Return the figures with all wagers made, if that is not usual, or why there are none."""

    @abstractmethod
    def is_decided(self, returns: BankedResult) -> bool:
        """Return whether anything is decided in play."""

    @abstractmethod
    def best_play(
        self, returns: BankedResult, context: Context
    ) -> tuple[ToldSituations, StrategyResult | None]:
        """Return the closest decisions, and all if they are few; and charts, where there are."""

    @abstractmethod
    def solved(self, context: Context, *, in_words: bool = True) -> Solved:
        """Return what the game comes to, looked up if it can be; perhaps without its rules."""

    @abstractmethod
    def sd_on_action(self, context: Context) -> dict[str, float]:
        """Return by wager deviations of the return on action, where outcomes do not tell them."""

    @abstractmethod
    def alone(
        self, returns: BankedResult, context: Context
    ) -> Callable[[str, str], tuple[BankedOutcome, ...]]:
        """Return what tells, of a first wager, the outcomes of one that follows it by itself."""

    # What a report has beside: worked out by other processes too, and kept ------------------------

    @abstractmethod
    def played(self, context: Context, workers: Workers | None = None) -> CrosscheckResult | None:
        """Return the game played against its figures, as a report has it; None of some games."""

    @abstractmethod
    def is_played(self, context: Context) -> bool:
        """Return whether `played` is kept."""

    @abstractmethod
    def effects(
        self, context: Context, workers: Workers | None = None
    ) -> ShoeResult | AnalysedShoeResult | None:
        """Return effects of removal and counts, the play held; None of some games."""

    @abstractmethod
    def has_effects(self, context: Context) -> bool:
        """Return whether `effects` are kept."""

    @abstractmethod
    def card_seen(
        self, returns: BankedResult, context: Context, workers: Workers | None = None
    ) -> ExposedResult | None:
        """Return what one hidden card is worth to who sees it; None where that is not told."""

    @abstractmethod
    def has_card_seen(self, returns: BankedResult, context: Context) -> bool:
        """Return whether `card_seen` is kept, or takes no time."""


def edge_of(wager: BankedWager) -> Fraction | None:
    """Return the house edge as a fraction; None where nothing is put on the wager."""
    edge = (wager.exact or {}).get("house_edge")
    return None if edge is None else Fraction(edge)


def rules_of(found: BankedResult) -> tuple[str, ...]:
    """Return the best play in words, decision by decision."""
    return tuple(line for decision in found.decisions for line in decision.rule)
