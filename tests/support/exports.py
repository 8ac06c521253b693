"""Exports of live results as houses write them, made from the layouts' own columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
from openpyxl import Workbook
from pyarrow import parquet

from tests.support.monitoring import references, rounds_table, write

TOTALS = ("date", "table", "wager", "rounds", "stake", "wagered", "returned")


def day_totals(table: pa.Table) -> list[dict[str, Any]]:
    """Return the totals of rounds by day, table and wager."""
    sums = table.group_by(["date", "table", "wager"]).aggregate(
        [("seat", "count"), ("stake", "sum"), ("wagered", "sum"), ("returned", "sum")]
    )
    named = sums.rename_columns(
        {"seat_count": "rounds"} | {f"{n}_sum": n for n in ("stake", "wagered", "returned")}
    )
    return sorted(named.to_pylist(), key=lambda row: (row["date"], row["table"], row["wager"]))


def written(path: Path, heads: Sequence[str], rows: Sequence[Sequence[str]], **form: Any) -> Path:
    """Write text, every value as it is given."""
    separator, encoding = form.get("separator", ","), form.get("encoding", "utf-8")
    lines = [*form.get("above", ()), separator.join(heads), *(separator.join(row) for row in rows)]
    path.write_bytes("\r\n".join([*lines, ""]).encode(encoding))
    return path


def german(value: float) -> str:
    """Return an amount with a decimal comma and points between thousands."""
    return f"{value:,.2f}".replace(",", "_").replace(".", ",").replace("_", ".")


def american(value: float) -> str:
    """Return an amount in dollars, in brackets if it is negative."""
    text = f"${abs(value):,.2f}"
    return f'"({text})"' if value < 0 else f'"{text}"'


def dates(day: str, form: str) -> str:
    """Return a day in another form."""
    return date.fromisoformat(day).strftime(form)


def six(folder: Path) -> Mapping[str, tuple[Path, Path, str]]:
    """Write six exports, each with the same data in the layouts' own form and its mapping."""
    table = rounds_table(4_000, tables=2, days=20)
    rows = table.to_pylist()
    own_rounds = write(table, folder / "own_rounds.csv")
    totals = day_totals(table)
    own_totals = write(pa.Table.from_pylist(totals).select(TOTALS), folder / "own_totals.csv")
    found = {}
    made = written(
        folder / "semicolons.csv",
        ("Datum", "Tisch", "Runde", "Platz", "Wette", "Einsatz", "Umsatz", "Auszahlung"),
        [
            (
                dates(row["date"], "%d.%m.%Y"), row["table"], str(row["round"]), str(row["seat"]),
                row["wager"], *(german(row[name]) for name in ("stake", "wagered", "returned")),
            )
            for row in rows
        ],
        separator=";",
        encoding="latin-1",
    )  # fmt: skip
    mapping = folder / "german.yaml"
    mapping.write_text(
        "certify: 1\ncolumns: {Datum: date, Tisch: table, Runde: round, Platz: seat, Wette: wager,"
        " Einsatz: stake, Umsatz: wagered, Auszahlung: returned}\n",
        encoding="utf-8",
    )
    found["semicolons"] = (made, own_rounds, str(mapping))
    made = written(
        folder / "tabs.txt",
        ("Gaming Date", "TABLE_NO", "Hand No", "Seat No", "Kind", "Bet", "Total Bet", "Payout"),
        [
            (
                dates(row["date"], "%d/%m/%Y 23:15"), row["table"], str(row["round"]),
                str(row["seat"]), row["wager"].upper().replace("_", " "), f"{row['stake']:.2f}",
                f"{row['wagered']:.2f}", f"{row['returned']:.2f}",
            )
            for row in rows
        ],
        separator="\t",
        encoding="utf-16",
    )  # fmt: skip
    found["tabs"] = (made, own_rounds, "Kind=wager")
    made = written(
        folder / "dollars.csv",
        ("Date", "Table", "Round", "Seat", "Wager", "Bet ($)", "Total Bet ($)", "Win"),
        [
            (
                dates(row["date"], "%m/%d/%Y"), row["table"], f'"{row["round"]:,}"',
                str(row["seat"]), row["wager"], american(row["stake"]), american(row["wagered"]),
                american(row["wagered"] - row["returned"]),
            )
            for row in rows
        ],
    )  # fmt: skip
    found["dollars"] = (made, own_rounds, "Win=won")
    found["workbook"] = (_workbook(folder / "workbook.xlsx", totals), own_totals, "Bet Kind=wager")
    renamed = table.rename_columns(
        [
            "play_day",
            "context",
            "hand_number",
            "spot",
            "bet_kind",
            "initial_bet",
            "action",
            "paid_out",
        ]
    )
    parquet.write_table(renamed, folder / "columns.parquet")
    given = "play_day=date,context=table,bet_kind=wager"
    found["columns"] = (folder / "columns.parquet", own_rounds, given)
    found["handle"] = (*_handle(folder, totals), HANDLE)
    return found


HANDLE = "Gaming Date=date,Table ID=table,Handle=stake,Win=won"


def _workbook(path: Path, totals: Sequence[Mapping[str, Any]]) -> Path:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "January"
    sheet["A1"] = "Table games, day by day"
    sheet.merge_cells("A1:G1")
    sheet.append([])
    sheet.append(["Business Date", "Table", "Bet Kind", "Hands", "Stakes", "Turnover", "Payouts"])
    for row in totals:
        sheet.append([date.fromisoformat(row["date"]), *(row[name] for name in TOTALS[1:])])
    sums = [sum(row[name] for row in totals) for name in TOTALS[3:]]
    sheet.append(["Total", None, None, *sums])
    book.create_sheet("Notes").append(["Nothing of use"])
    book.save(path)
    return path


def _handle(folder: Path, totals: Sequence[dict[str, Any]]) -> tuple[Path, Path]:
    """Return day totals of main wagers with handle and win, and the same as the layout has them."""
    average = references()["main"].upper.average_wagered
    main = [row for row in totals if row["wager"] == "main"]
    made = written(
        folder / "handle.csv",
        ("Gaming Date", "Table ID", "Hands", "Handle", "Drop", "Win", "Hold %"),
        [
            (
                row["date"], row["table"], str(row["rounds"]), f"{row['stake']:.2f}", "5000",
                f"{row['wagered'] - row['returned']:.2f}", "12.3",
            )
            for row in main
        ]
        + [("Grand Total", "", "1", "1", "1", "1", "1")],
    )  # fmt: skip
    own = [
        row | {"wagered": row["stake"] * average, "returned": row["stake"] * average - win}
        for row in main
        if (win := round(row["wagered"] - row["returned"], 2)) is not None
    ]
    return made, write(pa.Table.from_pylist(own).select(TOTALS), folder / "own_handle.csv")
