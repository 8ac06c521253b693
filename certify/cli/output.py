"""Shows what a command found: on the screen, and in the files that were asked for.

What is shown are elements of a view; each way to show them is a renderer under `certify.present`,
imported when something is shown, so that the help of a command need not wait for it.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from certify import __version__
from certify.errors import OutputError
from certify.runtime.files import check_destination, write_files

if TYPE_CHECKING:
    from certify.present.document import Element

WORDS = "certify.words"
"""Where the context of click has the words of a command as they were given."""
FILES = "certify.shown_files"
"""Where it has, by option, the files that what is shown is written to, too."""
SHOWN = "certify.shown"
"""Where it has what was shown so far, if it is to be written."""

JSON = "--json"
CRITERION_NOT_MET = 3
"""Exit code where a result does not meet a criterion; errors and wrong usage have 1 and 2."""


def print_json(text: str) -> None:
    """Print JSON to standard output, in UTF-8 whatever the terminal's encoding."""
    click.echo(text.encode())


def show(*parts: Element | str) -> None:
    """Print elements and sentences to standard output, and keep them if they are to be written."""
    from certify.present.document import Text
    from certify.present.markup import plain
    from certify.present.terminal import print_elements

    elements = [Text(plain(part)) if isinstance(part, str) else part for part in parts]
    context = click.get_current_context(silent=True)
    if context is not None and context.meta.get(FILES):
        context.meta.setdefault(SHOWN, []).extend(elements)
    print_elements(elements)


def tell_written(paths: Iterable[Path]) -> None:
    """Say which files a command has written, below what it has shown."""
    lines = [f"Wrote {path}" for path in paths]
    if lines:
        click.echo("\n".join(["", *lines]))


def end_unless(met: bool) -> None:
    """End the command by the exit code of a criterion that is not met, unless it is met."""
    if not met:
        click.get_current_context().exit(CRITERION_NOT_MET)


def require_suffix(path: Path, *suffixes: str, option: str = "-o") -> None:
    """Raise `click.BadParameter` unless the name of an output file ends in one of `suffixes`."""
    if path.suffix.lower() not in suffixes:
        raise click.BadParameter(
            f"expected a name that ends in {' or '.join(suffixes)}; found {path.name!r}",
            param_hint=f"'{option}'",
        )


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


def write_shown(context: click.Context) -> None:
    """Write what a command has shown to the files that were asked for."""
    from certify.present.composer import Composer
    from certify.present.csv import csv_text

    files: dict[str, Path] = context.meta[FILES]
    shown: list[Element] | None = context.meta.get(SHOWN)
    if shown is None:
        told = "the command has shown nothing that could be written"
        raise OutputError(str(next(iter(files.values()))), told)
    command = _command(context.meta[WORDS], files)
    composer = Composer()
    composer.title(command)
    composer.elements += shown
    write_files(
        {
            path: csv_text(shown).encode()
            if option == "--csv"
            else _page(composer.elements, command)
            for option, path in files.items()
        }
    )
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


def _page(elements: Sequence[Element], command: str) -> bytes:
    from certify.present.document import Imprint
    from certify.present.html.page import html_page

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
