"""How numbers, tables and the identification of a result look on the screen."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from certify.cli.context import collect
from certify.present.document import Element
from certify.present.document import Text as Lines
from certify.present.paragraphs import paragraphs
from certify.present.terminal import empty_table, on_screen
from certify.results import Provenance

LABEL_WIDTH = 11


class _Screen(Console):
    """Standard output, plain text taken as it is; a closed pipe is left to the caller."""

    def __init__(self) -> None:
        super().__init__(markup=False, highlight=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Let the error pass, so that the command line ends as it ends everywhere."""
        raise BrokenPipeError


def show(*parts: RenderableType | Element) -> None:
    """Print parts to standard output with an empty line between them, but for those under a head.

    Parameters
    ----------
    *parts : str, Element or renderable
        Text is wrapped, elements of a document are drawn; renderables are printed as they are.
    """
    collect(parts)
    screen = _Screen()
    for before, part in zip((None, *parts), parts, strict=False):
        is_headed = isinstance(before, Lines) and before.kind == "lead"
        if before is not None and not is_headed:
            screen.print()
        shown = _drawn(part)
        # Text is wrapped already; once more would break a hash or a path.
        screen.print(shown, soft_wrap=isinstance(shown, Text))


def table(*columns: str, numbers_from: int = 1) -> Table:
    """Return an empty table.

    Parameters
    ----------
    *columns : str
        Heads of the columns.
    numbers_from : int
        The first column that is aligned to the right.

    Returns
    -------
    Table
        The table, to be filled with `add_row`.
    """
    made = empty_table()
    for number, head in enumerate(columns):
        made.add_column(
            head, justify="right" if number >= numbers_from else "left", overflow="fold"
        )
    return made


def titled(title: str, listed: Table, note: str = "") -> Group:
    """Return a table under its title and over a note, both as wide as they need to be."""
    parts: list[RenderableType] = [Text(paragraphs(title), style="bold"), listed]
    return Group(*parts, *([Text(paragraphs(note))] if note else []))


def _drawn(part: RenderableType | Element) -> RenderableType:
    if isinstance(part, str):
        return Text(paragraphs(part))
    return on_screen(part) if isinstance(part, Element) else part


def identification(
    result: Provenance,
    *lines: tuple[str, str],
    strategy_sha256: str | None = None,
    with_hashes: bool = True,
) -> Text:
    """Return what identifies a result: game, settings changed, hashes.

    Parameters
    ----------
    result : Provenance
        The result.
    *lines : tuple of str
        Further lines, each a label and a text.
    strategy_sha256 : str, optional
        Hash of the strategy, if it has one.
    with_hashes : bool
        Whether hashes are told too.

    Returns
    -------
    Text
        Lines of at most 80 columns.
    """
    text = Text()
    text.append(f"{result.title} {result.version}", style="bold")
    text.append(f" ({result.game}), certify {result.engine_version}\n")
    if result.changed:
        changed = ", ".join(f"{name} = {value}" for name, value in result.changed)
        text.append(
            paragraphs(f"CHANGED from the spec: {changed}", hanging=2) + "\n", style="bold yellow"
        )
    for label, line in lines:
        text.append(paragraphs(f"{label:{LABEL_WIDTH}}{line}", hanging=LABEL_WIDTH) + "\n")
    if not with_hashes:
        text.rstrip()
        return text
    digests = [("spec", result.spec_sha256), ("paytables", result.paytable_sha256)]
    if strategy_sha256 is not None:
        digests.append(("strategy", strategy_sha256))
    text.append(hashes(digests))
    return text


def hashes(rows: Iterable[tuple[str, str]]) -> str:
    """Return lines with SHA-256 of named things, each hash whole and in its line."""
    named = list(rows)
    width = max(len(name) for name, _ in named)
    fits = width + len("  ") * 2 + 64 <= 80
    lines = ["SHA-256"]
    for name, digest in named:
        lines += [f"  {name:{width}}  {digest}"] if fits else [f"  {name}", f"    {digest}"]
    return "\n".join(lines)


def shoe_text(counts: dict[str, int]) -> str:
    """Return a shoe in one line: decks if it is full, otherwise the counts."""
    cards = sum(counts.values())
    decks = counts["A"] // 4
    full = {label: 16 * decks if label == "T" else 4 * decks for label in counts}
    if decks and counts == full:
        return f"{decks} deck{'s' if decks > 1 else ''}, {cards} cards"
    listed = " ".join(f"{label}:{count}" for label, count in counts.items())
    return f"{cards} cards, {listed}"
