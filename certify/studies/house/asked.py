"""What may be asked of a game against the house, beside the game itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from certify.cards.split_play import SplitPlay

if TYPE_CHECKING:
    from certify.exact.blackjack.card import StrategyCard

OPTIMAL, BASIC = "optimal", "basic"

StrategyGiven: TypeAlias = "str | Path | StrategyCard"
"""A name, a file, or a strategy file that was read."""


@dataclass(frozen=True)
class Options:
    """Options of a question; those that are as usual are not given."""

    @property
    def given(self) -> list[str]:
        """The names of the options that are given."""
        return [each.name for each in fields(self) if getattr(self, each.name) != each.default]


@dataclass(frozen=True)
class ReturnsAsked(Options):
    """What is asked of the returns; `distribution`: outcomes and Bonus wagers too."""

    strategy: StrategyGiven = OPTIMAL
    exact: bool = False
    distribution: bool = True
    thorough: bool = False
    split_play: str = SplitPlay.UNSPLIT


@dataclass(frozen=True)
class StrategyAsked(Options):
    """What is asked of the strategy; `everything`: also what is told of single hands."""

    strategy: StrategyGiven = BASIC
    split_play: str = SplitPlay.UNSPLIT
    cost: bool = False
    everything: bool = False


@dataclass(frozen=True)
class HandAsked(Options):
    """What is asked of a hand, as `certify.Game.hand` takes it."""

    cards: str
    upcard: str | None = None
    after: str = ""
    burned: str | None = None
    burnout: bool = True
    kept: bool = False
    split_play: str = SplitPlay.UNSPLIT
    splits: bool = False


@dataclass(frozen=True)
class ChangesAsked(Options):
    """What is asked of changed settings, as `certify.studies.whatif.asked.planned` takes it."""

    assignments: tuple[str, ...] = ()
    sweeps: Sequence[str] = ()
    solve: str | None = None
    target: str | None = None
    within: str | None = None
    rulings: bool = False
    figures: Sequence[str] = ()
    strategy: StrategyGiven = OPTIMAL
    split_play: str = SplitPlay.UNSPLIT

    @property
    def ways(self) -> dict[str, Any]:
        """What is done, by the names of `planned`."""
        names = ("sweeps", "solve", "target", "within", "rulings")
        return {name: getattr(self, name) for name in names}
