"""The ledger's file: what is written is on the disk, whoever else writes, whoever is killed."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from certify.errors import LedgerError
from certify.evidence.ledger.audit import verify_ledger
from certify.evidence.ledger.result import NOTHING_BEFORE
from certify.evidence.ledger.store import VARIABLE, Ledger, entry_sha256
from tests.unit.studies.ledger.entries import sha256, work, write


@pytest.fixture
def ledger(tmp_path):
    return Ledger(tmp_path / "folder" / "ledger.sqlite")


def test_entries_are_chained(ledger):
    first, second, third = write(ledger, 1, 3)
    assert first.previous_sha256 == NOTHING_BEFORE
    assert second.previous_sha256 == entry_sha256(first)
    assert third.previous_sha256 == entry_sha256(second)
    assert [row.entry() for row in ledger.rows()] == [first, second, third]
    assert ledger.head() == (3, entry_sha256(third))


def test_an_entry_has_what_the_work_began_from_and_ended_in(ledger):
    (entry,) = write(ledger, 7, 7)
    result = work(7).result.to_json(indent=None).encode()
    assert entry.result_sha256 == sha256(result)
    assert ledger.content(entry.result_sha256) == result
    assert entry.words == ("check", "game-7")
    assert entry.seed == 7
    assert entry.versions["numpy"]
    assert len(entry.engine_sha256) == 64


def test_the_last_entries_can_be_read_alone(ledger):
    write(ledger, 1, 5)
    assert [row.number for row in ledger.rows(last=2)] == [4, 5]
    assert [row.number for row in ledger.rows(last=9)] == [1, 2, 3, 4, 5]


def test_an_entry_is_found_by_number_and_by_hash(ledger):
    _, second, _ = write(ledger, 1, 3)
    assert ledger.find("2").entry() == second
    assert ledger.find(entry_sha256(second)[:8]).entry() == second


def test_a_hash_that_begins_with_decimal_digits_is_no_number(ledger, monkeypatch):
    monkeypatch.setattr(
        "certify.evidence.ledger.store.entry_sha256",
        lambda entry: f"{entry.number}73213775".ljust(64, "a"),
    )
    _, second, _ = write(ledger, 1, 3)
    assert ledger.find("273213775").entry() == second
    assert ledger.find("273213").entry() == second


@pytest.mark.parametrize("name", ["4", "0", "abc", "ffffffffffff", "x", "", "9" * 30, "-1"])
def test_what_there_is_not_is_told(ledger, name):
    write(ledger, 1, 3)
    with pytest.raises(LedgerError, match=r"has no entry .*; expected a number from 1 to 3"):
        ledger.find(name)


def test_the_same_content_is_kept_once(ledger):
    first, second = write(ledger, 1, 1) + write(ledger, 1, 1)
    assert first.result_sha256 == second.result_sha256
    assert len(list(ledger.content_rows())) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET sha256 = 'x' WHERE number = 1",
        "DELETE FROM entries WHERE number = 1",
        "UPDATE contents SET content = x'00'",
        "DELETE FROM contents",
    ],
)
def test_the_file_itself_refuses_changes(ledger, statement):
    write(ledger, 1, 2)
    database = sqlite3.connect(ledger.path)
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        database.execute(statement)
    database.close()
    assert verify_ledger(ledger.path).sound


def test_a_ledger_that_is_not_there(ledger):
    with pytest.raises(LedgerError, match="does not exist: nothing has been recorded there"):
        list(ledger.rows())
    assert not ledger.path.exists()


def test_what_is_no_ledger_is_left_alone(tmp_path):
    text = tmp_path / "text"
    text.write_text("no database, but long enough to be taken for one" * 100)
    with pytest.raises(LedgerError, match="cannot be written: file is not a database"):
        write(Ledger(text), 1, 1)
    with pytest.raises(LedgerError, match="cannot be read as a ledger: file is not a database"):
        list(Ledger(text).rows())
    other = tmp_path / "other.sqlite"
    database = sqlite3.connect(other)
    database.execute("CREATE TABLE entries (number INTEGER)")
    database.commit()
    database.close()
    before = other.read_bytes()
    for use in (lambda: write(Ledger(other), 1, 1), lambda: list(Ledger(other).rows())):
        with pytest.raises(LedgerError, match="is a database, but no ledger of certify"):
            use()
    assert other.read_bytes() == before


def test_a_ledger_of_a_later_format_is_not_touched(ledger):
    write(ledger, 1, 1)
    database = sqlite3.connect(ledger.path)
    database.execute("PRAGMA user_version = 2")
    database.close()
    with pytest.raises(LedgerError, match="of format 2; this version reads format 1"):
        write(ledger, 2, 2)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_that_cannot_be_written(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(LedgerError, match="cannot be written"):
        write(Ledger(tmp_path / "ledger.sqlite"), 1, 1)


def test_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(LedgerError, match=r"cannot be written: .*none` works without"):
        write(Ledger(tmp_path / "file" / "ledger.sqlite"), 1, 1)


def test_who_names_the_ledger(monkeypatch, tmp_path):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "named"))
    assert Ledger.of_user() == Ledger(tmp_path / "named")
    assert Ledger.of_user("given") == Ledger(Path("given"))
    assert Ledger.of_user("none") is None
    monkeypatch.setenv(VARIABLE, "none")
    assert Ledger.of_user() is None
    monkeypatch.delenv(VARIABLE)
    usual = Ledger.of_user()
    assert usual is not None
    assert usual.path.name == "ledger.sqlite"


# Many processes

WRITER = """
import sys
from pathlib import Path
from certify.evidence.ledger.recording import record
from certify.evidence.ledger.store import Ledger, entry_sha256
from tests.unit.studies.ledger.entries import work

ledger, number = Ledger(Path(sys.argv[1])), int(sys.argv[2])
while True:
    entry = record(ledger, work(number))
    # Told only now: what a reader of this has seen must be there, whatever happens next.
    print(entry.number, entry_sha256(entry), flush=True)
    number += 1000
"""


@pytest.mark.parametrize(
    ("processes", "longest"), [(4, 0.5), pytest.param(40, 3.0, marks=pytest.mark.slow)]
)
def test_processes_that_are_killed_lose_nothing_that_was_acknowledged(tmp_path, processes, longest):
    path = tmp_path / "ledger.sqlite"
    random = Random(1)

    def write_until_killed(number: int) -> list[tuple[int, str]]:
        """Return what a process said that it had recorded before it was killed at random."""
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(number)],
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            # From its first word on, so that it dies at its work and not while it starts.
            told = [process.stdout.readline()]
            time.sleep(waits[number])
            os.kill(process.pid, signal.SIGKILL)
            told += process.stdout.readlines()
        pairs = [line.split() for line in told if line.endswith("\n")]
        return [(int(place), digest) for place, digest in pairs]

    waits = [random.uniform(0.0, longest) for _ in range(processes)]
    with ThreadPoolExecutor(processes) as threads:
        acknowledged = [
            pair for told in threads.map(write_until_killed, range(processes)) for pair in told
        ]
    found = verify_ledger(path)
    assert found.faults == ()
    there = {row.number: row.sha256 for row in Ledger(path).rows()}
    assert len(acknowledged) >= processes
    assert len(dict(acknowledged)) == len(acknowledged)
    assert {number: there.get(number) for number, _ in acknowledged} == dict(acknowledged)
    # Each may have been killed between the disk and its word, once.
    assert len(there) <= len(acknowledged) + processes
    # And the ledger goes on.
    write(Ledger(path), 1, 1)
    assert verify_ledger(path).sound
