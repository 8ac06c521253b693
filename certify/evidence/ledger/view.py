"""How the ledger is shown: its entries, one of them, what was verified and done again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from certify.evidence.ledger.result import (
    LedgerEntry,
    LedgerVerification,
    RecordedFile,
    ReproductionResult,
)
from certify.evidence.ledger.store import Row, entry_sha256
from certify.present.document import Bullets, Column, Element, Table, Text
from certify.present.facts import digests, facts
from certify.present.markup import counted, plain
from certify.present.quantity import COUNT, NONE

SHORT = 12
"""Digits of a hash in a list; they are enough to name an entry."""
MOST_CHANGED = 20
"""Figures that came out otherwise that are listed."""
MET = {None: NONE, True: "yes", False: "NO"}
CRITERIA = {None: "", True: ", criteria met", False: ", criteria NOT met"}


def told_words(entry: LedgerEntry) -> str:
    """Return the command of an entry, as for a shell."""
    return shlex.join(["certify", *entry.words])


def entries_view(rows: Sequence[Row], path: Path) -> Iterator[Element]:
    """Yield a list of entries: number, time, hash, whether criteria were met, command."""
    yield Table.of(
        "Entries of the ledger",
        [
            Column("Entry", 1.0, "number", lambda found: str(found[1].number)),
            Column("Time (UTC)", 1.0, "mono", lambda found: _time(found[1])),
            Column("SHA-256", 1.0, "mono", lambda found: found[0].sha256[:SHORT]),
            Column("Met", value=lambda found: MET[found[1].met]),
            Column("Command", 3.0, value=lambda found: told_words(found[1])),
        ],
        [(row, row.entry()) for row in rows],
    )
    yield Text(plain(str(path)))


def _time(entry: LedgerEntry) -> str:
    return entry.time.rstrip("Z").replace("T", " ")


def entry_view(row: Row, entry: LedgerEntry) -> Iterator[Element]:
    """Yield an entry: who, when, from what, by what, what came out."""
    yield facts(_facts(entry), _titled(entry))
    hashes = [
        ("entry", row.sha256),
        ("before", entry.previous_sha256),
        ("engine", entry.engine_sha256),
        ("result", entry.result_sha256),
    ]
    if entry.spec_sha256 is not None and entry.paytable_sha256 is not None:
        hashes += [("spec", entry.spec_sha256), ("paytables", entry.paytable_sha256)]
    yield digests(hashes)
    for title, files in (("Inputs", entry.inputs), ("Written", entry.outputs)):
        if files:
            named = [(_named(file), file.sha256) for file in files]
            yield digests(named, f"{title}, SHA-256 of their bytes")
    if entry_sha256(entry) != row.sha256:
        yield Text("This entry was CHANGED: see certify ledger verify.")


def _titled(entry: LedgerEntry) -> str:
    return f"Entry {entry.number}, {entry.time}"


def _facts(entry: LedgerEntry) -> Iterator[tuple[str, str]]:
    yield "Command", told_words(entry)
    yield "By", f"{entry.user} on {entry.host}, {entry.system}"
    if entry.game is not None:
        yield "Game", f"{entry.game} {entry.version}"
    if entry.changed:
        yield "Changed", ", ".join(f"{name} = {value}" for name, value in entry.changed)
    if entry.seed is not None:
        yield "Seed", str(entry.seed)
    yield "Result", f"{entry.result}{CRITERIA[entry.met]}"
    yield "Versions", ", ".join(f"{name} {version}" for name, version in entry.versions.items())


def _named(file: RecordedFile) -> str:
    kept = "" if file.kept or file.role == "result" else ", not kept"
    return f"{file.path} ({file.role}, {COUNT(file.size)} bytes{kept})"


def verification_view(found: LedgerVerification) -> Iterator[Element]:
    """Yield what was found when a ledger was verified."""
    yield Text(plain(found.path), "lead")
    entries = counted(found.entries, "entry", "entries")
    yield Text(f"{entries}, {COUNT(found.contents)} inputs and results kept.")
    if found.faults:
        yield Text("What is not as it was written", "lead")
        yield Bullets(
            tuple(
                plain(
                    f"{'The ledger' if fault.number is None else f'Entry {fault.number}'}:"
                    f" {fault.text}."
                )
                for fault in found.faults
            )
        )
    yield digests([("last entry", found.head_sha256)])
    yield Text(f"The ledger is {'' if found.sound else 'NOT '}as it was written.")


def reproduction_view(entry: LedgerEntry, found: ReproductionResult) -> Iterator[Element]:
    """Yield what came out when the work of an entry was done again."""
    yield facts([("Command", told_words(entry))], _titled(entry))
    yield from _figures(found)
    if found.outputs:
        yield Table.of(
            "Files written again",
            [
                Column("File", 3.0, value=lambda output: output.path),
                Column(
                    "Now",
                    value=lambda output: (
                        "not written"
                        if output.found is None
                        else "equal, byte for byte"
                        if output.found == output.recorded
                        else "other bytes"
                    ),
                ),
            ],
            found.outputs,
        )
    if found.versions:
        yield Table.of(
            "Not as it was",
            [
                Column("", value=lambda one: one.name),
                Column("Recorded", value=lambda one: one.recorded or NONE),
                Column("Now", value=lambda one: one.now or NONE),
            ],
            found.versions,
        )
    else:
        yield Text("Versions of everything, sources and system are those of then.")
    yield digests([("result then", found.result_sha256), ("result now", found.found_sha256)])


def _figures(found: ReproductionResult) -> Iterator[Element]:
    """Yield whether the figures are the same, and those that are not."""
    if found.comparison is None:
        yield Text("The result came out equal, byte for byte.")
        return
    changed = found.comparison.changed
    near = found.comparison.figures - found.comparison.equal - len(changed)
    yield Text(
        f"{COUNT(found.comparison.equal)} of {COUNT(found.comparison.figures)} figures and texts"
        f" came out equal to the last bit, {COUNT(near)} within {found.comparison.tolerance:.0e}"
        f" (at most {found.comparison.largest_difference:.1e} apart), {COUNT(len(changed))} did"
        f" {'NOT' if changed else 'not'}."
    )
    if changed:
        more = len(changed) - MOST_CHANGED
        yield Table.of(
            "What differs",
            [
                Column("Figure", 2.0, value=lambda one: one.path),
                Column("Recorded", value=lambda one: one.reported),
                Column("Now", value=lambda one: one.recomputed),
            ],
            changed[:MOST_CHANGED],
            f"and {COUNT(more)} more" if more > 0 else "",
        )
