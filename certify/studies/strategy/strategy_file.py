"""Reader of strategy files: total-dependent strategies in cells, for the games of the family."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from certify.errors import Problem, StrategyFileError, nearest_name
from certify.exact.blackjack.card import OPTION_PARTS, StrategyCard, unplayed
from certify.language.document import Document, is_there, read_document, read_text
from certify.language.game import LoadedGame
from certify.language.loader import validated
from certify.studies.kinds import has_option
from certify.studies.twenty_one import BASIC, OPTIMAL, BlackjackGame


def read_strategy(path: str, game: LoadedGame) -> StrategyCard:
    """Return the strategy in a YAML or JSON file; `game` is the game it must be for.

    Of a game without the option to burn a card the file says nothing of that option.
    SpecSyntaxError for bad YAML, StrategyFileError with every problem, file and line.
    """
    if not is_there(Path(path)):
        known = (OPTIMAL, BASIC, *game.spec.policies)
        nearest = nearest_name(path, known)
        meant = f"did you mean {nearest}? " if nearest else ""
        message = f"there is no such strategy file; {meant}expected {', '.join(known)} or a file"
        raise StrategyFileError([Problem(path, None, "", message)])
    document = read_document(read_text(Path(path), path), path)
    if not has_option(game):
        document = _without_option(document, game)
    card = validated(document, StrategyCard, StrategyFileError)
    identity = game.spec.game.id
    if card.strategy.game != identity:
        place = ("strategy", "game")
        message = f"the strategy is for the game {card.strategy.game}; expected {identity}"
        raise StrategyFileError(
            [Problem(path, document.locate(place)[1], ".".join(place), message)]
        )
    return card


def _without_option(document: Document, game: LoadedGame) -> Document:
    """Return a strategy with parts that are never played for the option that a game has not."""
    found = [name for name in OPTION_PARTS if name in document.data]
    if found:
        message = f"{game.spec.game.id} has no option to burn a card; expected no {found[0]}"
        line = document.locate((found[0],))[1]
        raise StrategyFileError([Problem(document.path, line, found[0], message)])
    return replace(document, data={**document.data, **unplayed()})


def selected_strategy(name: str, game: BlackjackGame) -> str | StrategyCard:
    """Return the strategy of a file, or the name itself: ``optimal``, ``basic``, or a policy's."""
    if name in (OPTIMAL, BASIC, *game.loaded.spec.policies):
        return name
    return read_strategy(name, game.loaded)


def strategy_files(name: str, play: str | StrategyCard) -> tuple[Path, ...]:
    """Return the file that a name means, given the strategy that it selects; none without one."""
    return (Path(name),) if isinstance(play, StrategyCard) else ()
