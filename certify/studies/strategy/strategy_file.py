"""Strategy files, read and written: total-dependent strategies in cells."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from certify.cards.charts import ACTION_MEANINGS, UPCARDS
from certify.errors import Problem, StrategyFileError, nearest_name
from certify.exact.blackjack.card import OPTION_PARTS, StrategyCard, unplayed
from certify.language.document import Document, is_there, read_document, read_text
from certify.language.game import LoadedGame
from certify.language.loader import validated
from certify.present.paragraphs import paragraphs
from certify.studies.kinds import has_option
from certify.studies.twenty_one import BASIC, OPTIMAL, BlackjackGame

HEADER = f"""\
A strategy file of certify: `certify rtp GAME --strategy FILE` computes what it returns.
Rows are hands; cells are for the dealer's upcards {" ".join(UPCARDS)}.
Actions: {"; ".join(f"{letter} {meaning}" for letter, meaning in ACTION_MEANINGS.items())}.
"""
BURN_HEADER = """\
In the burn tables rows are hands before the card was drawn, and cells list the drawn cards to \
burn: 7-T every card from 7 to T, - none, . no card is drawn.
"""
"""What a strategy file says of itself, as comments."""


class _Quoted(str):
    """Text that is written in quotes, so that no reader takes it for a number or a list."""


class _Dumper(yaml.SafeDumper):
    """Writes `_Quoted` in quotes."""


_Dumper.add_representer(
    _Quoted,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="'"),
)


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
    return name if is_named(name, game.loaded) else read_strategy(name, game.loaded)


def is_named(name: str, game: LoadedGame) -> bool:
    """Return whether a strategy is ``optimal``, ``basic`` or a policy; otherwise it is a file."""
    return name in (OPTIMAL, BASIC, *game.spec.policies)


def strategy_bytes(card: StrategyCard, path: Path, *, with_option: bool = True) -> bytes:
    """Return a strategy file, JSON if its name ends so, that `read_strategy` reads as the card."""
    left_out = set() if with_option else set(OPTION_PARTS)
    if path.suffix.lower() == ".json":
        return (card.model_dump_json(indent=2, exclude=left_out) + "\n").encode()
    text = yaml.dump(
        _written(card.model_dump(mode="json", exclude=left_out)),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=10_000,
    )
    comments = textwrap.indent(paragraphs(HEADER + BURN_HEADER * with_option), "# ")
    return f"{comments}\n{text}".encode()


def _written(data: Any) -> Any:
    """Return plain data with texts quoted, and the rows of each table in columns."""
    if isinstance(data, dict):
        rows = [value.split() for value in data.values() if isinstance(value, str)]
        if len(rows) == len(data) and all(len(row) == len(UPCARDS) for row in rows):
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            return {
                key: _Quoted(
                    " ".join(
                        cell.ljust(width) for cell, width in zip(row, widths, strict=True)
                    ).rstrip()
                )
                for key, row in zip(data, rows, strict=True)
            }
        return {key: _written(value) for key, value in data.items()}
    return _Quoted(data) if isinstance(data, str) else data
