"""What commands leave in the context of click for each other, by its names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from certify.cli.output import check_destination, require_suffix
from certify.errors import OutputError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from certify.present.document import Element

WORDS = "certify.words"
"""The words of a command as they were given."""
FILES = "certify.shown_files"
"""By option, the files that what is shown is written to, too."""
PARTS = "certify.shown"
"""What was shown so far, if it is to be written."""

JSON = "--json"


def remember(context: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    """Take down a file that what is shown is written to; it must be possible to write it."""
    if path is None:
        return None
    option = parameter.opts[0]
    if JSON in context.meta.get(WORDS, ()):
        raise click.UsageError(
            f"{JSON} and {option} exclude each other: JSON is all that is printed"
        )
    require_suffix(path, f".{option.removeprefix('--')}", option=option)
    try:
        check_destination(path)
    except OutputError as error:
        raise click.BadParameter(str(error), context, parameter) from None
    context.meta.setdefault(FILES, {})[option] = path
    return path


def collect(parts: Iterable[RenderableType | Element]) -> None:
    """Keep what a command shows, if it is to be written."""
    context = click.get_current_context(silent=True)
    if context is not None and context.meta.get(FILES):
        context.meta.setdefault(PARTS, []).extend(parts)
