"""``certify reproduce``: what the ledger recorded, done again and compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import RenderableType
from rich.text import Text

from certify.cli.display import hashes, show, table, titled
from certify.cli.exits import end_unless
from certify.cli.ledger import file_option, ledger_of, told_words
from certify.cli.main import certify
from certify.cli.options import examples, json_option
from certify.cli.output import print_json
from certify.cli.recording import record
from certify.errors import LedgerError
from certify.evidence.ledger.result import LedgerEntry, ReproductionResult
from certify.present.quantity import NONE

MOST_CHANGED = 20
"""Figures that came out otherwise that are listed."""

ANEW = "--no-cache"
WITHOUT_ASKING = "--yes"


@click.command(
    "reproduce",
    epilog=examples(
        "certify reproduce 12",
        "certify reproduce 3fa85f64 --use-cache",
        "certify reproduce 40 --input january.csv=/archive/january.csv",
    ),
)
@click.argument("entry", metavar="ENTRY")
@file_option
@click.option(
    "--use-cache",
    is_flag=True,
    help="Look up what is kept on disk. By default everything is worked out again.",
)
@click.option(
    "--input",
    "inputs",
    multiple=True,
    metavar="RECORDED=PATH",
    help="Where a file is now that was too large for the ledger; may be given several times.",
)
@json_option
def command(
    entry: str, file: Path | None, use_cache: bool, inputs: tuple[str, ...], as_json: bool
) -> None:
    """Do the work of an entry of the ledger again, and compare.

    ENTRY is a number that `certify ledger list` shows, or the first digits of an entry's SHA-256.
    The command is run on the inputs that the ledger keeps, in a folder of its own: no file is
    touched. Results are equal byte for byte, or within the stated bound, or what differs is told,
    with the versions that are others now.

    Exit code 3 if a figure differs.
    """
    from certify.evidence.ledger.reproduction import reproduce

    ledger = ledger_of(file)
    given = dict(_moved(text) for text in inputs)
    recorded = ledger.find(entry).entry()
    options = tuple(_options(recorded, use_cache=use_cache))
    found = reproduce(ledger, recorded, options=options, given=given)
    record(found, met=found.agrees)
    if as_json:
        print_json(found.to_json())
    else:
        show(*_parts(recorded, found))
    end_unless(found.agrees)


def _moved(text: str) -> tuple[str, Path]:
    name, equals, path = text.partition("=")
    if not equals or not name or not path:
        raise click.BadParameter(
            f"expected RECORDED=PATH, such as january.csv=/archive/january.csv; found {text!r}",
            param_hint="'--input'",
        )
    return name, Path(path)


def _options(entry: LedgerEntry, *, use_cache: bool) -> Iterator[str]:
    """Yield the options to add to a command, of those that it has."""
    recorded = None
    if entry.words:
        recorded = certify.get_command(click.get_current_context(), entry.words[0])
    if recorded is None:
        raise LedgerError(
            f"entry {entry.number} was made by {told_words(entry)}, and this version of certify has"
            " no such command"
        )
    known = {name for parameter in recorded.params for name in parameter.opts}
    if ANEW in known and not use_cache:
        yield ANEW
    if WITHOUT_ASKING in known:
        yield WITHOUT_ASKING


def _parts(entry: LedgerEntry, found: ReproductionResult) -> Iterator[RenderableType]:
    """Yield what the screen shows."""
    yield Text(f"Entry {entry.number}, {entry.time}", style="bold")
    yield told_words(entry)
    yield from _figures(found)
    if found.outputs:
        rows = table("File", "Now", numbers_from=2)
        for output in found.outputs:
            verdict = "equal, byte for byte" if output.found == output.recorded else "other bytes"
            rows.add_row(output.path, "not written" if output.found is None else verdict)
        yield rows
    if found.versions:
        rows = table("Not as it was", "Recorded", "Now", numbers_from=3)
        for one in found.versions:
            rows.add_row(one.name, one.recorded or NONE, one.now or NONE)
        yield rows
    else:
        yield "Versions of everything, sources and system are those of then."
    yield hashes([("result then", found.result_sha256), ("result now", found.found_sha256)])


def _figures(found: ReproductionResult) -> Iterator[RenderableType]:
    """Yield whether the figures are the same."""
    if found.comparison is None:
        yield "The result came out equal, byte for byte."
        return
    changed = found.comparison.changed
    near = found.comparison.figures - found.comparison.equal - len(changed)
    yield (
        f"{found.comparison.equal:,} of {found.comparison.figures:,} figures and texts came out"
        f" equal to the last bit, {near:,} within {found.comparison.tolerance:.0e} (at most"
        f" {found.comparison.largest_difference:.1e} apart), {len(changed):,} did "
        f"{'NOT' if changed else 'not'}."
    )
    if changed:
        rows = table("Figure", "Recorded", "Now", numbers_from=3)
        for one in changed[:MOST_CHANGED]:
            rows.add_row(one.path, one.reported, one.recomputed)
        more = len(changed) - MOST_CHANGED
        yield titled("What differs", rows, f"and {more:,} more" if more > 0 else "")
