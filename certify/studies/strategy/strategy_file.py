"""Reader of strategy files: total-dependent strategies in cells, for the games of the family."""

from __future__ import annotations

from pathlib import Path

from certify.errors import Problem, StrategyFileError, nearest_name
from certify.exact.blackjack.card import StrategyCard
from certify.language.document import is_there, read_document, read_text
from certify.language.loader import validated
from certify.studies.twenty_one import BASIC, OPTIMAL, TwentyOneGame


def read_strategy(path: str, game: str) -> StrategyCard:
    """Return the strategy in a YAML or JSON file; `game` is the id of the game it must be for.

    SpecSyntaxError for bad YAML, StrategyFileError with every problem, file and line.
    """
    if not is_there(Path(path)):
        nearest = nearest_name(path, (OPTIMAL, BASIC))
        meant = f"did you mean {nearest}? " if nearest else ""
        message = f"there is no such strategy file; {meant}expected {OPTIMAL}, {BASIC} or a file"
        raise StrategyFileError([Problem(path, None, "", message)])
    document = read_document(read_text(Path(path), path), path)
    card = validated(document, StrategyCard, StrategyFileError)
    if card.strategy.game != game:
        place = ("strategy", "game")
        message = f"the strategy is for the game {card.strategy.game}; expected {game}"
        raise StrategyFileError(
            [Problem(path, document.locate(place)[1], ".".join(place), message)]
        )
    return card


def selected_strategy(name: str, game: TwentyOneGame) -> str | StrategyCard:
    """Return the strategy of a file, or the name itself if it is ``optimal`` or ``basic``."""
    if name in (OPTIMAL, BASIC):
        return name
    return read_strategy(name, game.loaded.spec.game.id)


def strategy_files(name: str) -> tuple[Path, ...]:
    """Return the file that a name means, or none if the tool derives the strategy."""
    return () if name in (OPTIMAL, BASIC) else (Path(name),)
