"""What a command shows, written as an HTML page or as comma-separated values too."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
from rich.console import Group, RenderableType
from rich.table import Table as ScreenTable
from rich.text import Text as ScreenText

from certify import __version__
from certify.cli.context import FILES, PARTS, WORDS
from certify.cli.output import write_files
from certify.errors import OutputError
from certify.present.composer import Composer
from certify.present.csv import csv_text
from certify.present.document import Column, Element, Imprint, Table, Text
from certify.present.html.page import html_page
from certify.present.quantity import Number

GAP = re.compile(r"^ |\S {2,}\S", re.MULTILINE)
"""Blanks that put words below each other."""
KINDS = {"center": "centre", "right": "number"}


def write_shown(context: click.Context) -> None:
    """Write what a command has shown to the files that were asked for."""
    files: dict[str, Path] = context.meta[FILES]
    parts = context.meta.get(PARTS)
    if parts is None:
        told = "the command has shown nothing that could be written"
        raise OutputError(str(next(iter(files.values()))), told)
    command = _command(context.meta[WORDS], files)
    elements = elements_of(parts, command)
    made = {"--html": _page, "--csv": _values}
    write_files({path: made[option](elements, command) for option, path in files.items()})
    for path in files.values():
        click.echo(f"Wrote {path}", err=True)


def _command(words: Sequence[str], files: Mapping[str, Path]) -> str:
    """Return the command without the files that do not change what it shows."""
    kept: list[str] = []
    for word in words:
        if kept and kept[-1] in files:
            kept.pop()
        elif word.partition("=")[0] not in files or "=" not in word:
            kept.append(word)
    return shlex.join(["certify", *kept])


def elements_of(parts: Iterable[RenderableType | Element], command: str) -> list[Element]:
    """Return what is shown on the screen as a document.

    Parameters
    ----------
    parts : iterable of renderable
        Texts, tables and groups of both, as `show` takes them.
    command : str
        What showed them.

    Returns
    -------
    list of Element
        In a group, a text right before a table is its caption.
    """
    composer = Composer()
    composer.title(command)
    for part in parts:
        composer.elements += _elements(part)
    return composer.elements


def _elements(part: RenderableType | Element) -> Iterator[Element]:
    if isinstance(part, Element):
        yield part
    elif isinstance(part, Group):
        inner = [each for each in part.renderables if not _is_empty(each)]
        taken = {
            place
            for place, (one, two) in enumerate(pairwise(inner))
            if isinstance(one, ScreenText) and isinstance(two, ScreenTable)
        }
        for place, each in enumerate(inner):
            if place in taken:
                continue
            before = inner[place - 1] if place - 1 in taken else None
            if isinstance(each, ScreenTable):
                yield _table(each, str(before) if before is not None else "")
            else:
                yield from _elements(each)
    elif isinstance(part, ScreenTable):
        yield _table(part, "")
    elif part is not None and not _is_empty(part):
        yield from _texts(str(part).strip("\n"))


def _texts(text: str) -> Iterator[Text]:
    """Yield paragraphs; lines with columns, such as those of hashes, stand as on the screen."""
    for block in re.split(r"\n\s*\n", text):
        if GAP.search(block):
            yield Text(escape(block, quote=False), "code")
        else:
            yield Text(_words(block))


def _is_empty(part: Any) -> bool:
    return isinstance(part, str | ScreenText) and not str(part).strip()


def _table(shown: ScreenTable, caption: str) -> Table:
    """Return a table of the screen as data."""
    cells = [list(column.cells) for column in shown.columns]
    return Table(
        [
            Column(_words(column.header), 1.0, KINDS.get(column.justify, "text"))  # type: ignore[arg-type]
            for column in shown.columns
        ],
        [tuple(map(_cell, row)) for row in zip(*cells, strict=True)],
        caption=_words(caption or shown.title or ""),
        has_header=shown.show_header,
        is_numbered=True,
    )


def _words(text: Any) -> str:
    """Return words on one line, as markup."""
    return escape(" ".join(str(text).split()), quote=False)


def _cell(cell: Any) -> str:
    return cell if isinstance(cell, Number) else escape(str(cell).strip(), quote=False)


def _page(elements: list[Element], command: str) -> bytes:
    imprint = Imprint(
        title=command,
        subject="Figures of casino card games",
        author=f"certify {__version__}",
        keywords=("certify",),
        head=("certify", __version__, ""),
        foot="Figures as the command printed them; --json has them at full precision.",
        issued="",
        seed="",
    )
    return html_page(elements, imprint)


def _values(elements: list[Element], _command: str) -> bytes:
    return csv_text(elements).encode()
