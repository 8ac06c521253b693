"""``certify reproduce``: what the ledger recorded, done again and compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from certify.cli.ledger import file_option, ledger_of
from certify.cli.main import certify
from certify.cli.options import examples, json_option
from certify.cli.output import end_unless, print_json, show
from certify.cli.study import record
from certify.errors import LedgerError
from certify.evidence.ledger.result import LedgerEntry
from certify.evidence.ledger.view import reproduction_view, told_words

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
        show(*reproduction_view(recorded, found))
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
