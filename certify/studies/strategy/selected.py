"""Selection of a strategy by name: one that the tool derives, or a file."""

from __future__ import annotations

from pathlib import Path

from certify.exact.blackjack.card import StrategyCard
from certify.studies.strategy.strategy_file import read_strategy
from certify.studies.twenty_one import BASIC, OPTIMAL, TwentyOneGame


def selected_strategy(name: str, game: TwentyOneGame) -> str | StrategyCard:
    """Return the strategy of a file, or the name itself if it is ``optimal`` or ``basic``."""
    if name in (OPTIMAL, BASIC):
        return name
    return read_strategy(name, game.loaded.spec.game.id)


def strategy_files(name: str) -> tuple[Path, ...]:
    """Return the file that a name means, or none if the tool derives the strategy."""
    return () if name in (OPTIMAL, BASIC) else (Path(name),)
