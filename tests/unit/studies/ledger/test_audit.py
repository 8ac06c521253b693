"""Whatever is done to a ledger is found, and named by its entry."""

import json
import sqlite3
import zlib

import pytest

from certify.errors import LedgerError
from certify.evidence.ledger.audit import exported_line, verify_ledger
from certify.evidence.ledger.result import LedgerEntry
from certify.evidence.ledger.store import Ledger, entry_bytes, entry_sha256
from tests.unit.studies.ledger.entries import sha256, write

ENTRIES = 6


@pytest.fixture
def ledger(tmp_path):
    made = Ledger(tmp_path / "ledger.sqlite")
    write(made, 1, ENTRIES)
    return made


def tamper(ledger: Ledger, *statements: tuple[str, tuple[object, ...]]) -> None:
    """Do something to the file that only its own triggers would have prevented."""
    database = sqlite3.connect(ledger.path)
    triggers = database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    saved = triggers.fetchall()
    for name, _ in saved:
        database.execute(f"DROP TRIGGER {name}")
    for statement, values in statements:
        database.execute(statement, values)
    for _, text in saved:
        database.execute(text)
    database.commit()
    database.close()


def told(ledger: Ledger, expected: str | None = None) -> list[tuple[int | None, str]]:
    return [(fault.number, fault.kind) for fault in verify_ledger(ledger.path, expected).faults]


def changed(entry: LedgerEntry, **fields: object) -> tuple[str, str]:
    """Return the text of an entry with other content, and its new hash."""
    other = entry.model_copy(update=fields)
    return entry_bytes(other).decode(), entry_sha256(other)


def test_a_ledger_as_it_was_written_is_sound(ledger):
    found = verify_ledger(ledger.path)
    assert found.sound
    assert found.entries == found.contents == ENTRIES
    assert found.head_sha256 == ledger.head()[1]


@pytest.mark.parametrize("number", [1, 3, ENTRIES])
def test_a_changed_entry_is_named(ledger, number):
    text, _ = changed(ledger.find(str(number)).entry(), seed=99)
    tamper(ledger, ("UPDATE entries SET entry = ? WHERE number = ?", (text, number)))
    assert told(ledger) == [(number, "changed")]


@pytest.mark.parametrize("number", [1, 3])
def test_a_changed_entry_with_its_hash_is_found_by_the_next(ledger, number):
    text, digest = changed(ledger.find(str(number)).entry(), seed=99)
    tamper(
        ledger,
        ("UPDATE entries SET entry = ?, sha256 = ? WHERE number = ?", (text, digest, number)),
    )
    (fault,) = verify_ledger(ledger.path).faults
    assert (fault.number, fault.kind) == (number + 1, "changed")
    assert f"the one before it, {number}, has {digest}" in fault.text


def test_the_last_entry_changed_with_its_hash_is_found_by_the_head(ledger):
    text, digest = changed(ledger.find(str(ENTRIES)).entry(), seed=99)
    tamper(ledger, ("UPDATE entries SET entry = ?, sha256 = ? WHERE number = 6", (text, digest)))
    assert told(ledger) == [(ENTRIES, "changed")]


def test_only_the_recorded_hash_changed(ledger):
    tamper(ledger, ("UPDATE entries SET sha256 = ? WHERE number = 3", ("0" * 64,)))
    assert told(ledger) == [(3, "changed")]


def test_another_spelling_of_the_same_entry_is_a_change(ledger):
    spaced = json.dumps(json.loads(ledger.find("3").text), indent=1)
    tamper(
        ledger,
        (
            "UPDATE entries SET entry = ?, sha256 = ? WHERE number = 3",
            (spaced, sha256(spaced.encode())),
        ),
    )
    assert told(ledger)[0] == (3, "changed")


def test_a_removed_entry_is_named(ledger):
    tamper(ledger, ("DELETE FROM entries WHERE number = 3", ()))
    assert (3, "missing") in told(ledger)
    assert told(ledger)[0] == (3, "missing")


def test_removed_entries_are_named_together(ledger):
    tamper(ledger, ("DELETE FROM entries WHERE number IN (2, 3, 4)", ()))
    fault = verify_ledger(ledger.path).faults[0]
    assert fault.text == "entries 2 to 4 are not where they belong"


def test_the_first_entry_removed(ledger):
    tamper(ledger, ("DELETE FROM entries WHERE number = 1", ()))
    assert told(ledger)[0] == (1, "missing")


def test_a_removed_entry_whose_number_the_next_takes(ledger):
    tamper(
        ledger,
        ("DELETE FROM entries WHERE number = 3", ()),
        ("UPDATE entries SET number = number - 1 WHERE number = 4", ()),
        ("UPDATE entries SET number = number - 1 WHERE number = 5", ()),
        ("UPDATE entries SET number = number - 1 WHERE number = 6", ()),
    )
    assert {(3, "moved"), (3, "changed"), (6, "missing")} <= set(told(ledger))


def test_the_end_cut_off_is_named(ledger):
    tamper(ledger, ("DELETE FROM entries WHERE number > 4", ()))
    assert (5, "missing") in told(ledger)
    assert "entries 5 to 6 are missing at the end" in [
        fault.text for fault in verify_ledger(ledger.path).faults
    ]


def test_exchanged_entries_are_named(ledger):
    tamper(
        ledger,
        ("UPDATE entries SET number = 99 WHERE number = 3", ()),
        ("UPDATE entries SET number = 3 WHERE number = 4", ()),
        ("UPDATE entries SET number = 4 WHERE number = 99", ()),
    )
    found = told(ledger)
    assert (3, "moved") in found
    assert (4, "moved") in found


def test_an_entry_added_by_hand_is_named(ledger):
    number, head = ledger.head()
    text, digest = changed(
        ledger.find(str(number)).entry(), number=number + 1, previous_sha256=head
    )
    tamper(ledger, ("INSERT INTO entries VALUES (?, ?, ?)", (number + 1, text, digest)))
    assert told(ledger) == [(number + 1, "added")]
    # Nor can the ledger go on over it.
    with pytest.raises(LedgerError, match="already has an entry 7 that its head does not know of"):
        write(ledger, 7, 7)


def test_a_ledger_written_anew_is_found_by_what_was_noted_elsewhere(ledger, tmp_path):
    noted = ledger.find("4").sha256
    assert told(ledger, noted) == []
    anew = Ledger(tmp_path / "anew.sqlite")
    write(anew, 1, 2)
    write(anew, 4, ENTRIES)
    assert told(anew) == []
    assert told(anew, noted) == [(None, "missing")]


def test_kept_contents_are_hashed_again(ledger):
    digest = ledger.find("2").entry().result_sha256
    packed = zlib.compress(b"{}")
    tamper(ledger, ("UPDATE contents SET content = ? WHERE sha256 = ?", (packed, digest)))
    assert told(ledger) == [(2, "content")]
    tamper(ledger, ("UPDATE contents SET content = ? WHERE sha256 = ?", (b"no zlib", digest)))
    assert told(ledger) == [(2, "content")]
    tamper(ledger, ("DELETE FROM contents WHERE sha256 = ?", (digest,)))
    assert told(ledger) == [(2, "content")]
    tamper(ledger, ("INSERT INTO contents VALUES (?, ?)", ("f" * 64, packed)))
    assert (None, "content") in told(ledger)


def test_a_head_that_is_gone(ledger):
    tamper(ledger, ("DELETE FROM head", ()))
    assert told(ledger) == [(None, "file")]
    with pytest.raises(LedgerError, match="does not say which of its entries is the last"):
        write(ledger, 7, 7)


def test_triggers_that_are_gone(ledger):
    database = sqlite3.connect(ledger.path)
    database.execute("DROP TRIGGER entries_stay")
    database.close()
    (fault,) = verify_ledger(ledger.path).faults
    assert fault.text == "the file's own entries_stay is missing or was changed"


def test_a_text_that_is_no_entry(ledger):
    tamper(ledger, ("UPDATE entries SET entry = ? WHERE number = 3", ("{}",)))
    assert told(ledger)[0] == (3, "changed")
    with pytest.raises(LedgerError, match="entry 3 of the ledger cannot be read"):
        ledger.find("3").entry()


def test_bytes_changed_in_the_file(ledger):
    content = ledger.path.read_bytes()
    place = content.index(b'"seed":3')
    ledger.path.write_bytes(content[:place] + b'"seed":4' + content[place + 8 :])
    assert told(ledger) == [(3, "changed")]


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5])
def test_a_file_cut_short(ledger, share):
    content = ledger.path.read_bytes()
    ledger.path.write_bytes(content[: int(share * len(content))])
    with pytest.raises(LedgerError, match=r"cannot be read as a ledger: .*malformed|is empty"):
        verify_ledger(ledger.path)


def test_a_file_that_lost_a_part_of_its_last_page(ledger):
    content = ledger.path.read_bytes()
    ledger.path.write_bytes(content[:-100])
    assert told(ledger)


# Exports


@pytest.fixture
def export(ledger, tmp_path):
    path = tmp_path / "ledger.jsonl"
    path.write_text("".join(exported_line(row) for row in ledger.rows()))
    return path


def lines_of(path):
    return path.read_text().splitlines(keepends=True)


def test_an_export_is_verified_too(ledger, export):
    found = verify_ledger(export, ledger.head()[1])
    assert found.sound
    assert (found.entries, found.contents) == (ENTRIES, 0)
    # Any program can: a line is an entry and the hash of its canonical JSON.
    one = json.loads(lines_of(export)[2])
    text = json.dumps(one["entry"], separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    assert sha256(text.encode()) == one["sha256"]


def test_lines_of_an_export_changed_removed_exchanged(export):
    def told_of(lines):
        export.write_text("".join(lines))
        return {(fault.number, fault.kind) for fault in verify_ledger(export).faults}

    lines = lines_of(export)
    assert told_of([line.replace('"seed":3', '"seed":4') for line in lines]) == {(3, "changed")}
    assert told_of(lines[:2] + lines[3:]) == {(3, "missing")}
    assert told_of([*lines[:2], lines[3], lines[2], *lines[4:]]) == {(3, "missing"), (3, "moved")}


@pytest.mark.parametrize(
    "line", ["", "{}", "[1]", '{"entry":{"number":1},"sha256":2}', "\x00", "[" * 100_000]
)
def test_a_file_that_is_neither(tmp_path, line):
    path = tmp_path / "file"
    path.write_text(f"{line}\n")
    with pytest.raises(LedgerError, match=r"file:1: "):
        verify_ledger(path)
    with pytest.raises(LedgerError, match="cannot be read"):
        verify_ledger(tmp_path / "none")
