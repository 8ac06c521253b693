"""``certify ledger``: what was worked out before."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import RenderableType
from rich.text import Text

from certify.cli.display import hashes, show, table
from certify.cli.exits import end_unless
from certify.cli.options import examples, json_option
from certify.cli.output import check_destination, print_json, write_files
from certify.errors import LedgerError
from certify.evidence.ledger.audit import exported_line, verify_ledger
from certify.evidence.ledger.result import LedgerEntry, LedgerVerification, RecordedFile
from certify.evidence.ledger.store import VARIABLE, Ledger, Row, entry_sha256
from certify.present.paragraphs import paragraphs
from certify.present.quantity import NONE

LAST = 20
SHORT = 12
"""Digits of a hash in a list; they are enough to name an entry."""

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
    listed = table("Entry", "Time (UTC)", "SHA-256", "Met", "Command", numbers_from=5)
    for row in rows:
        entry = row.entry()
        listed.add_row(
            str(entry.number),
            entry.time.rstrip("Z").replace("T", " "),
            row.sha256[:SHORT],
            NONE if entry.met is None else "yes" if entry.met else "NO",
            told_words(entry),
        )
    show(listed, str(ledger.path))


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
        show(*_parts(row, found))


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
    """Verify a ledger, or an export of one: every entry, every link, everything that it keeps.

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
        show(*_verdict(found))
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
    """Write all entries as JSON Lines, which `certify ledger verify` takes too.

    A line is an entry in canonical JSON (RFC 8785) and its SHA-256, so that any other program can
    verify it. What the ledger keeps of inputs and results is left out.
    """
    check_destination(output)
    lines = [exported_line(row) for row in ledger_of(file).rows()]
    write_files({output: "".join(lines).encode()})
    show(f"Wrote {_counted(len(lines))} to {output}")


def ledger_of(file: Path | None) -> Ledger:
    """Return the ledger that is looked at.

    Parameters
    ----------
    file : Path or None
        What ``--file`` says.

    Returns
    -------
    Ledger
        The ledger.

    Raises
    ------
    LedgerError
        If there is to be none.
    """
    given = click.get_current_context().find_root().params.get("ledger")
    ledger = Ledger(file) if file is not None else Ledger.of_user(given)
    if ledger is None:
        raise LedgerError(f"no ledger is kept here; name one by --file, or by {VARIABLE}")
    return ledger


def told_words(entry: LedgerEntry) -> str:
    """Return the command of an entry, as for a shell."""
    return shlex.join(["certify", *entry.words])


def _parts(row: Row, entry: LedgerEntry) -> Iterator[RenderableType]:
    """Yield what the screen shows of an entry."""
    yield Text(f"Entry {entry.number}, {entry.time}", style="bold")
    yield told_words(entry)
    facts = [("By", f"{entry.user} on {entry.host}, {entry.system}")]
    if entry.game is not None:
        facts.append(("Game", f"{entry.game} {entry.version}"))
    if entry.changed:
        facts.append(("Changed", ", ".join(f"{name} = {value}" for name, value in entry.changed)))
    if entry.seed is not None:
        facts.append(("Seed", str(entry.seed)))
    criteria = {None: "", True: ", criteria met", False: ", criteria NOT met"}[entry.met]
    facts.append(("Result", f"{entry.result}{criteria}"))
    libraries = ", ".join(f"{name} {version}" for name, version in entry.versions.items())
    facts.append(("Versions", libraries))
    yield Text("\n".join(paragraphs(f"{label:10}{text}", hanging=10) for label, text in facts))
    digests = [
        ("entry", row.sha256),
        ("before", entry.previous_sha256),
        ("engine", entry.engine_sha256),
        ("result", entry.result_sha256),
    ]
    if entry.spec_sha256 is not None and entry.paytable_sha256 is not None:
        digests += [("spec", entry.spec_sha256), ("paytables", entry.paytable_sha256)]
    yield hashes(digests)
    for title, files in (("Inputs", entry.inputs), ("Written", entry.outputs)):
        if files:
            yield f"{title}, as bytes:\n" + hashes((_named(file), file.sha256) for file in files)
    if entry_sha256(entry) != row.sha256:
        yield "This entry was CHANGED: see certify ledger verify."


def _named(file: RecordedFile) -> str:
    kept = "" if file.kept or file.role == "result" else ", not kept"
    return f"{file.path} ({file.role}, {file.size:,} bytes{kept})"


def _verdict(found: LedgerVerification) -> Iterator[RenderableType]:
    """Yield what was found when a ledger was verified."""
    kept = f"{found.contents:,} inputs and results kept"
    yield f"{found.path}\n{_counted(found.entries)}, {kept}."
    for fault in found.faults:
        where = "The ledger" if fault.number is None else f"Entry {fault.number}"
        yield Text(paragraphs(f"{where}: {fault.text}.", label="! ", hanging=2))
    yield hashes([("last entry", found.head_sha256)])
    if found.sound:
        yield "The ledger is as it was written."
    else:
        yield "The ledger is NOT as it was written."


def _counted(entries: int) -> str:
    return "1 entry" if entries == 1 else f"{entries:,} entries"


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
