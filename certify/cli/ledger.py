"""``certify ledger``: what was worked out before."""

from __future__ import annotations

from pathlib import Path

import click

from certify.cli.options import examples, json_option
from certify.cli.output import end_unless, print_json, show
from certify.errors import LedgerError
from certify.evidence.ledger.audit import exported_line, verify_ledger
from certify.evidence.ledger.result import LedgerEntry
from certify.evidence.ledger.store import VARIABLE, Ledger
from certify.evidence.ledger.view import entries_view, entry_view, verification_view
from certify.present.markup import counted
from certify.runtime.files import check_destination, write_files

LAST = 20
DIGITS_OF_A_HASH = 64

file_option = click.option(
    "--file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=f"The ledger. By default what `certify --ledger` or {VARIABLE} names, or the user's own.",
)


@click.group("ledger", epilog=examples("certify ledger list", "certify ledger verify"))
def command() -> None:
    """Look at what was worked out before: every analysis, simulation and report.

    An entry has the command, the hashes of everything that it began from, seed, versions, the
    result and its hash, and the hash of the entry before, so that a changed, removed or exchanged
    entry is found.
    """


@command.command(
    "list", epilog=examples("certify ledger list --last 5", "certify ledger list --game burn")
)
@file_option
@click.option(
    "--last",
    type=click.IntRange(1),
    default=LAST,
    show_default=True,
    metavar="N",
    help="How many entries, the last ones.",
)
@click.option("--game", metavar="ID", help="Entries about this game alone.")
@json_option
def list_entries(file: Path | None, last: int, game: str | None, as_json: bool) -> None:
    """List entries: number, time, command, what came out."""
    ledger = ledger_of(file)
    if game is None:
        rows = list(ledger.rows(last=last))
    else:
        rows = [row for row in ledger.rows() if row.entry().game == game][-last:]
    if as_json:
        print_json(f"[{','.join(exported_line(row).rstrip() for row in rows)}]")
        return
    show(*entries_view(rows, ledger.path))


@command.command("show", epilog=examples("certify ledger show 7", "certify ledger show 7 --result"))
@click.argument("entry", metavar="ENTRY")
@file_option
@click.option("--result", "is_result", is_flag=True, help="Print the result as JSON, nothing else.")
@click.option(
    "--input",
    "name",
    metavar="PATH",
    help="Print an input that the ledger keeps, by the path that was recorded, and nothing else.",
)
@json_option
def show_entry(
    entry: str, file: Path | None, is_result: bool, name: str | None, as_json: bool
) -> None:
    """Print an entry: who, when, from what, by what, what came out.

    ENTRY is its number, or the first digits of its SHA-256.
    """
    if is_result + (name is not None) + as_json > 1:
        raise click.UsageError("--result, --input and --json exclude each other.")
    ledger = ledger_of(file)
    row = ledger.find(entry)
    found = row.entry()
    if is_result:
        what = f"the result of entry {found.number}"
        click.echo(ledger.required_content(found.result_sha256, what))
    elif name is not None:
        click.echo(_input(ledger, found, name), nl=False)
    elif as_json:
        print_json(exported_line(row).rstrip())
    else:
        show(*entry_view(row, found))


@command.command(
    "verify",
    epilog=examples("certify ledger verify", "certify ledger verify ledger.jsonl --expect SHA256"),
)
@click.argument("path", required=False, type=click.Path(path_type=Path), metavar="[FILE]")
@click.option(
    "--expect",
    metavar="SHA256",
    help="The SHA-256 of an entry, as noted elsewhere: shows that nothing up to it was written"
    " anew, and that the end was not cut off before it.",
)
@json_option
def verify(path: Path | None, expect: str | None, as_json: bool) -> None:
    """Verify a ledger, or an export of one.

    Every entry, every link and everything that it keeps is hashed again.

    A ledger that somebody wrote anew from its first entry on is sound in itself. Note the SHA-256
    of the last entry somewhere else from time to time, and give it with --expect.

    Exit code 3 if something is not as it was written.
    """
    if expect is not None and not _is_digest(expect):
        raise click.BadParameter(
            f"expected {DIGITS_OF_A_HASH} hexadecimal digits; found {expect!r}",
            param_hint="'--expect'",
        )
    found = verify_ledger(path or ledger_of(None).path, expect)
    if as_json:
        print_json(found.to_json())
    else:
        show(*verification_view(found))
    end_unless(found.sound)


@command.command("export", epilog=examples("certify ledger export -o ledger.jsonl"))
@file_option
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE.jsonl",
    help="Where to write it.",
)
def export(file: Path | None, output: Path) -> None:
    """Write all entries as JSON Lines.

    `certify ledger verify` takes them too. A line is an entry in canonical JSON (RFC 8785) and its
    SHA-256, so that any other program can verify it. What the ledger keeps of inputs and results is
    left out.
    """
    check_destination(output)
    lines = [exported_line(row) for row in ledger_of(file).rows()]
    write_files({output: "".join(lines).encode()})
    show(f"Wrote {counted(len(lines), 'entry', 'entries')} to {output}")


def ledger_of(file: Path | None) -> Ledger:
    """Return the ledger that is looked at.

    Raises `LedgerError` if there is to be none.
    """
    given = click.get_current_context().find_root().params.get("ledger")
    ledger = Ledger(file) if file is not None else Ledger.of_user(given)
    if ledger is None:
        raise LedgerError(f"no ledger is kept here; name one by --file, or by {VARIABLE}")
    return ledger


def _input(ledger: Ledger, entry: LedgerEntry, name: str) -> bytes:
    for file in entry.inputs:
        if file.path == name:
            if not file.kept:
                raise LedgerError(f"{name} was too large for the ledger, which has its hash alone")
            return ledger.required_content(file.sha256, name)
    raise LedgerError(
        f"entry {entry.number} has no input {name!r}; it has"
        f" {', '.join(file.path for file in entry.inputs) or 'none'}"
    )


def _is_digest(text: str) -> bool:
    return len(text) == DIGITS_OF_A_HASH and set(text) <= set("0123456789abcdef")
