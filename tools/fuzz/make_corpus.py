"""Writes the seeds of the corpus: small inputs that are right, from which the others come.

Run as ``python -m tools.fuzz.make_corpus``. What is named ``seed_`` is written anew; findings
beside it are not touched.
"""

from __future__ import annotations

import io
import json
import sqlite3
import tempfile
from contextlib import closing
from copy import deepcopy
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pikepdf
import pyarrow as pa
import pyarrow.csv as arrow_csv
from openpyxl import Workbook
from pyarrow import parquet

from certify.errors import CertifyError
from certify.evidence.ledger.audit import exported_line
from certify.evidence.ledger.recording import Work, record
from certify.evidence.ledger.result import LedgerEntry
from certify.evidence.ledger.store import Ledger
from certify.evidence.verification.results_text import read_results
from certify.play.chance import Stream
from certify.play.interpreter.program import Program
from certify.play.logs.log import Session, header_of
from certify.play.policies import RANDOM, policy_of
from certify.play.quantities import quantities_of
from certify.play.simulate.job import Job, playable
from certify.resources import data_files
from certify.runtime.canonical import canonical_bytes
from certify.studies.check.result import Criterion
from tests.report.report_sample import sample_certification
from tests.support.banked_spec import BANKED
from tests.support.monitoring import certified, rounds_table
from tests.support.specs import BASE
from tools.fuzz.targets import CORPUS, JOB, small_game

ROOT = Path(__file__).parents[2]

ABOUT = """certify: 1
laboratory: {name: A laboratory, address: A street}
client: {name: A client}
jurisdiction: {name: A state, reference: A rule}
authorised_by: {name: A person, function: head}
report_number: L-1
received: 2026-11-02
performed: {from: 2026-11-03, to: 2026-11-20}
requirements:
  - {figure: shoes.0.optimal.wagers.main.ev, at_least: -0.01, at_most: 0.01, clause: "1.2"}
"""
EXPRESSIONS = (
    "points[1] + 3 * len(hand[1]) // 2",
    "sum(c.rank for c in draw if c.suit == 'clubs' and fits(c.rank))",
    "stack[-1].value if mode == 'plain' else max(1, 2)",
    "all(len(hand[p]) <= 5 for p in seats) and not over",
    "len(top(draw, 3)) + abs(0 - 1) % rounds",
    "highest((c.rank for c in hand[1]), default=none)",
)
ARGUMENTS = """set decks=2
set bonus.2.pays=3:1
set burnout_payment=0.3
sweep burnout_payment=0.1:0.3:0.01
sweep decks=1,2,6
sweep bonus.2.pays=1:9/5
shoe 24,24,24,24,24,24,24,24,24,96
cards 8,8
map Gaming Date=date,Table ID=table,Handle=stake,Win=won,wager:main
map dates:day-first,decimal:comma,zone:Europe/Vienna,heads:3,mean_stake:25
"""
MAPPING = """certify: 1
columns: {Gaming Date: date, Table ID: table, Game Part: wager, Hands: rounds, Handle: stake}
constants: {seats: 3.5}
wagers: {Base: main}
separator: semicolon
decimal: comma
dates: day-first
zone: Europe/Vienna
encoding: utf-8
heads: 1
"""


def write_corpus() -> None:
    """Write every seed."""
    write("spec", "small.json", canonical_bytes(BASE))
    write("spec", "banked.json", canonical_bytes(BANKED))
    write("spec", "counted.json", canonical_bytes(with_four_suits()))
    write("spec", "paytables.yaml", spec_with_paytables())
    for file, path in data_files("paytables", ".yaml").items():
        write("paytable", file, path.read_text(encoding="utf-8").encode())
    for number, text in enumerate(EXPRESSIONS):
        write("expression", f"{number}.txt", text.encode())
    write("about", "all.yaml", ABOUT.encode())
    write("log", "small.jsonl", log_of(small_game()))
    write("arguments", "all.txt", ARGUMENTS.encode())
    rounds = rounds_table(60, tables=2, seats=2, days=3)
    totals = totals_table()
    for name, table in (("rounds", rounds), ("totals", totals)):
        cells, columns = io.BytesIO(), io.BytesIO()
        arrow_csv.write_csv(table, cells, arrow_csv.WriteOptions(quoting_style="needed"))
        parquet.write_table(table, columns, store_schema=False, write_statistics=False)
        write("monitor_csv", f"{name}.csv", cells.getvalue())
        write("monitor_parquet", f"{name}.parquet", columns.getvalue())
        write("monitor_workbook", f"{name}.xlsx", workbook(table))
    write("mapping", "all.yaml", MAPPING.encode())
    for name in ("burnout", "burn"):
        content = json.loads((ROOT / "reports" / f"{name}.json").read_bytes())
        write("results", f"{name}.json", json.dumps(shrunk(content)).encode())
    banked = json.loads(sample_certification().to_json())
    write("results", "banked.json", json.dumps(shrunk(banked)).encode())
    write("kept", "tallies.json", tallies())
    write("kept", "rtp.json", certified().to_json(indent=None).encode())
    write_ledgers()
    for name, settings in (
        ("plain", {"object_stream_mode": pikepdf.ObjectStreamMode.disable}),
        ("packed", {"object_stream_mode": pikepdf.ObjectStreamMode.generate}),
    ):
        write("pdf", f"{name}.pdf", document(**settings))


def workbook(table: pa.Table) -> bytes:
    """Return a table as a workbook."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append(table.column_names)
    for row in table.to_pylist()[:20]:
        day = date.fromisoformat(row["date"])
        sheet.append([day, *(value for name, value in row.items() if name != "date")])
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def write(target: str, name: str, content: bytes) -> None:
    """Write a seed."""
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"seed_{name}").write_bytes(content)


def write_ledgers() -> None:
    """Write a ledger of two entries, and an export of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.sqlite"
        # Small pages, so that the seed is small.
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA page_size = 512")
            database.execute("VACUUM")
        ledger = Ledger(path)
        result = Criterion(name="a", passed=True, found="b")
        entry = record(Ledger(Path(folder) / "own"), Work(words=("check", "burn"), result=result))
        for seed in (1, 2):
            ledger.append(partial(_of_nobody, entry, seed), {entry.result_sha256: b"{}"})
        export = "".join(exported_line(row) for row in ledger.rows())
        write("ledger", "entries.sqlite", path.read_bytes())
        write("ledger", "export.jsonl", export.encode())


def _of_nobody(entry: LedgerEntry, seed: int, number: int, previous: str) -> LedgerEntry:
    """Return an entry that says nothing of who wrote the seed, and where."""
    return entry.model_copy(
        update={
            "number": number,
            "previous_sha256": previous,
            "seed": seed,
            "user": "somebody",
            "host": "somewhere",
            "system": "Linux",
            "versions": {"certify": "0.1.0"},
        }
    )


def with_four_suits() -> dict[str, Any]:
    """Return the small banked game with so many cards that hidden hands are counted by rank."""
    data: dict[str, Any] = deepcopy(BANKED)
    pack = data["packs"]["cards"]
    pack["cards"]["suit"] += ["white", "gold"]
    pack["names"]["suit"] |= {"white": "w", "gold": "g"}
    return data


def spec_with_paytables() -> bytes:
    """Return a game with the paytables of the package and a payout as a parameter."""
    data: dict[str, Any] = deepcopy(BASE)
    data["paytables"] = {"main": {"id": "blackjack-burnout-main", "version": "1.0.0"}}
    data["result"]["measures"]["paid"] = "pays('main.insurance')"
    return canonical_bytes(data)


def log_of(game: Any) -> bytes:
    """Return the log of a random game."""
    program = Program(game, 2)
    lines: list[bytes] = []
    header = header_of(program, 7, [RANDOM] * 2)
    session = Session(program, header, lambda line: lines.append(canonical_bytes(line)))
    streams, choose = [Stream(7, 1), Stream(7, 2)], policy_of(program, RANDOM)
    is_undone = False
    while not session.state.is_over:
        session.choose(*choose(session.state, streams[session.state.seat]))
        if len(session.made) == 3 and not is_undone:
            session.undo(1)
            is_undone = True
    return b"\n".join(lines) + b"\n"


def totals_table() -> Any:
    """Return three days of totals."""
    return pa.table(
        {
            "date": ["2026-01-05", "2026-01-06", "2026-01-07", "2026-01-05"],
            "table": ["1", "1", "1", "2"],
            "wager": ["main", "main", "main", "main_burnout"],
            "rounds": [100, 120, 0, 80],
            "stake": [1000.0, 1200.0, 0.0, 800.0],
            "wagered": [1100.0, 1350.0, 0.0, 1100.0],
            "returned": [1090.0, 1300.0, 0.0, 1000.0],
            "stake_squared": [12000.0, 14000.0, 0.0, 9000.0],
            "largest_stake": [50.0, 50.0, 0.0, 25.0],
            "seats": [4.5, 4.0, 1.0, 3.0],
        }
    )


def tallies() -> bytes:
    """Return the statistics of ten games."""
    job = Job(small_game(), 2, ("random", "random"), 1, scales=tuple(scales().items()))
    found = playable(job).play(1, 0, 10)
    return canonical_bytes({"job": JOB.decode(), "first": 0, "tallies": found.to_data()})


def scales() -> dict[str, int]:
    """Return scales with which every quantity of the small game is an integer."""
    return {name: 2 for name in quantities_of(Program(small_game(), 2)).names if "stake" in name}


def shrunk(content: Any) -> Any:
    """Return results with every list as short as they are still results of a report with."""

    def is_right(tree: Any) -> bool:
        try:
            read_results(json.dumps(tree).encode())
        except CertifyError:
            return False
        return True

    left = [content]
    while left:
        parts = left.pop()
        parts = list(parts.values()) if isinstance(parts, dict) else parts
        for part in parts:
            if isinstance(part, list) and len(part) > 1:
                whole = list(part)
                part[1:] = []
                if not is_right(content):
                    part[:] = whole
        left += [part for part in parts if isinstance(part, dict | list)]
    return content


def document(**settings: Any) -> bytes:
    """Return a small PDF with what a report has: pages, fonts, attachments, a structure."""
    pdf = pikepdf.new()
    font = pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
        )
    )
    for number in range(3):
        page = pdf.add_blank_page(page_size=(200, 200))
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
        page.Contents = pdf.make_stream(
            b"BT /F1 12 Tf 20 100 Td (Page %d of a report) Tj [(0.6) -20 (15389)] TJ ET" % number
        )
    pdf.Root.Lang = pikepdf.String("en-GB")
    pdf.Root.MarkInfo = pikepdf.Dictionary(Marked=True)
    attach(pdf, "results.json", b'{"game": "burn", "shoes": [1, 2]}')
    attach(pdf, "rules.yaml", b"certify: 1\n" * 9)
    pdf.Root.AF = pikepdf.Array([pdf.attachments[name].obj for name in pdf.attachments])
    output = io.BytesIO()
    pdf.save(output, deterministic_id=True, **settings)
    return output.getvalue()


def attach(pdf: pikepdf.Pdf, name: str, content: bytes) -> None:
    """Attach a file to a document, in place of one of that name."""
    pdf.attachments[name] = pikepdf.AttachedFileSpec(
        pdf,
        content,
        description="",
        filename=name,
        mime_type="text/plain",
        creation_date="",
        mod_date="",
    )


if __name__ == "__main__":
    write_corpus()
