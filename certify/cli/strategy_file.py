"""Strategy files: a card as YAML or JSON, written."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import yaml

from certify.cards.charts import ACTION_MEANINGS, UPCARDS
from certify.exact.blackjack.card import StrategyCard
from certify.present.paragraphs import paragraphs

HEADER = f"""\
A strategy file of certify: `certify rtp GAME --strategy FILE` computes what it returns.
Rows are hands; cells are for the dealer's upcards {" ".join(UPCARDS)}.
Actions: {"; ".join(f"{letter} {meaning}" for letter, meaning in ACTION_MEANINGS.items())}.
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


def strategy_bytes(card: StrategyCard, path: Path) -> bytes:
    """Return a strategy file.

    Parameters
    ----------
    card : StrategyCard
        The strategy.
    path : Path
        Its name: JSON if it ends so, otherwise YAML.

    Returns
    -------
    bytes
        UTF-8 text that `read_strategy` reads as an equal card.
    """
    if path.suffix.lower() == ".json":
        return (card.model_dump_json(indent=2) + "\n").encode()
    text = yaml.dump(
        _written(card.model_dump(mode="json")),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=10_000,
    )
    comments = textwrap.indent(paragraphs(HEADER), "# ")
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
