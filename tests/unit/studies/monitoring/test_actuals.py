"""Files of live results: what is reduced, and what is wrong, by line."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from certify.errors import ActualsError
from certify.studies.monitoring import hands, reading
from certify.studies.monitoring.actuals import Actuals, read_actuals
from certify.studies.monitoring.asked import Asked, StakeLevels
from certify.studies.monitoring.day_totals import Assumed
from certify.studies.monitoring.sources import Source
from tests.support.monitoring import references, rounds_table, write

ROUNDS = "date,table,round,seat,wager,stake,wagered,returned"
TOTALS = "date,table,wager,rounds,stake,wagered,returned"
REFERENCES = references()


def read(*paths: Path, **asked) -> Actuals:
    return read_actuals(list(paths), REFERENCES, Asked(**asked))


def written(folder: Path, heads: str, *rows: str, name: str = "actuals.csv") -> Path:
    path = folder / name
    path.write_text("\n".join([heads, *rows]) + "\n", encoding="utf-8")
    return path


def told(actuals: Actuals) -> dict[str, list[tuple[int | None, str]]]:
    return {
        each.kind: [(example.line, example.message) for example in each.first]
        for each in actuals.errors
    }


GOOD = [
    "2026-01-05,BJ1,1,1,main,10,10,20",
    "2026-01-05,BJ1,1,2,main_burnout,10,12,0",
    "2026-01-05,BJ1,2,1,main,10,20,40",
    "2026-01-05 23:59:30,BJ1,2,2,main,10,10,25",
    "2026-01-06,BJ1,3,1,bonus.2,5,5,15",
    "2026-01-06,BJ1,3,1,main,10,10,10",
    "2026-01-06,BJ1,3,2,insurance,5,5,0",
    "2026-01-06,BJ1,3,2,main_burnout,10,22,20",
]


def test_rounds_become_totals(tmp_path):
    found = read(written(tmp_path, ROUNDS, *GOOD))
    assert told(found) == {}
    assert (found.rows, found.rows_excluded, found.tables) == (8, 0, ("BJ1",))
    totals = found.totals
    names = [list(REFERENCES)[number] for number in totals.wagers_kind]
    assert names == ["main", "main_burnout", "main", "main_burnout", "insurance", "bonus.2"]
    assert totals.wagers.tolist() == [3, 1, 1, 1, 1, 1]
    assert totals.stake.tolist() == [30, 10, 10, 10, 5, 5]
    assert totals.net.tolist() == [45, -12, 0, -2, -5, 10]
    # Seats 1 and 2 share the dealer in round 2: (10 + 10)^2 besides 10^2.
    assert totals.table_squared.tolist() == [500, 100, 100, 100, 25, 25]
    assert totals.largest_table.tolist() == [20, 10, 10, 10, 5, 5]


@pytest.mark.parametrize(
    ("row", "kind", "said"),
    [
        ("2026-01-06,BJ1,4,1,main,10,10", "columns", "expected 8 values; found 7"),
        ("2026-01-06,BJ1,4,1,main,ten,10,0", "number", "stake: expected a number; found 'ten'"),
        ("2026-01-06,BJ1,4,1,main,10,nan,0", "number", "wagered: expected a number; found 'nan'"),
        ("2026-01-06,BJ1,4,1,main,10,10,", "number", "returned: expected a number; found nothing"),
        ("2026-01-06,BJ1,x,1,main,10,10,0", "round", "found 'x'"),
        ("2026-01-06,BJ1,-4,1,main,10,10,0", "round", "found '-4'"),
        ("2026-01-06,BJ1,4.5,1,main,10,10,0", "round", "found '4.5'"),
        ("2026-01-06,,4,1,main,10,10,0", "missing", "table: expected a name or number"),
        ("2026-01-06,BJ1,4, ,main,10,10,0", "missing", "seat: expected a name or number"),
        ("06/01/2026,BJ1,4,1,main,10,10,0", "date", "expected YYYY-MM-DD; found '06/01/2026'"),
        ("2026-02-30,BJ1,4,1,main,10,10,0", "date", "found '2026-02-30'"),
        ("2026-01-06 noon,BJ1,4,1,main,10,10,0", "date", "found '2026-01-06 noon'"),
        ("2026-01-06,BJ1,4,1,bonus2,10,10,0", "wager", "found 'bonus2'; is bonus.2 meant?"),
        ("2026-01-06,BJ1,4,1,main,-10,10,0", "negative", "found stake -10"),
        ("2026-01-06,BJ1,4,1,main,0,0,0", "negative", "expected a stake above zero"),
        ("2026-01-06,BJ1,4,1,main,10,5,0", "below_stake", "wagered 5, less than the stake of 10"),
        ("2026-01-06,BJ1,4,1,main,10,15,0", "wagered", "expected 10, 20, .. 80"),
        ("2026-01-06,BJ1,4,1,main,10,90,0", "wagered", "wagered 90 for a stake of 10"),
        ("2026-01-06,BJ1,4,1,main_burnout,10,10,0", "wagered", "the payment of 2 besides"),
        ("2026-01-06,BJ1,4,1,main,10,10,30", "returned", "possible are 0, 10, 20, 25"),
        ("2026-01-06,BJ1,4,1,main,10,20,45", "returned", "with 20 wagered"),
        ("2026-01-06,BJ1,4,1,main_burnout,10,12,12", "returned", "possible are 0, 10, 20, 25"),
        ("2026-01-06,BJ1,4,1,bonus.3,10,10,40", "returned", "possible are 0, 50"),
        ("2026-01-06,BJ1,4,1,bonus.3,10,20,0", "wagered", "expected 10"),
        ("2026-01-06,BJ1,4,1,insurance,5,5,10", "returned", "possible are 0, 15"),
        ("2026-01-06,BJ1,3,1,main,10,10,10", "duplicate", "round 3 of table 'BJ1', seat '1', main"),
        ("2026-01-06,BJ1,9,1,main,10,10,10", "gap", "rounds 5 to 8 are missing before round 9"),
    ],
)
def test_each_error_is_told_by_its_line(tmp_path, row, kind, said):
    rest = "2026-01-06,BJ1,4,2,main,10,10,10"
    found = read(written(tmp_path, ROUNDS, *GOOD, rest, "", row))
    errors = told(found)
    assert list(errors) == [kind]
    (line, message) = errors[kind][0]
    # Line 1 has the heads, line 11 nothing at all, which is no error.
    assert line == 12
    assert said in message
    assert found.rows == 10
    assert found.rows_excluded == (kind != "gap")
    assert found.totals.wagers.sum() == 10 - found.rows_excluded


def test_the_effect_of_rows_with_errors_is_told(tmp_path):
    found = read(written(tmp_path, ROUNDS, *GOOD, "2026-01-06,BJ1,4,1,main,10,10,60"))
    (effect,) = found.effects
    assert (effect.wager, effect.rows, effect.stake, effect.returned) == ("main", 1, 10, 60)
    assert effect.actual == pytest.approx(1 + 45 / 40)
    assert effect.actual_with == pytest.approx(1 + 95 / 50)


def test_many_errors_are_counted_and_the_first_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK", 2_000)
    rows = [f"2026-01-05,BJ1,{number},1,main,10,10,99" for number in range(1, 301)]
    found = read(written(tmp_path, ROUNDS, *rows))
    (errors,) = found.errors
    assert (errors.kind, errors.count) == ("returned", 300)
    assert [each.line for each in errors.first] == list(range(2, 22))
    assert (found.rows, found.rows_excluded, found.totals.days.size) == (300, 300, 0)


def test_lines_are_right_wherever_a_block_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK", 400)
    rows, wrong = [], []
    for number in range(1, 400):
        if number % 37 == 0:
            rows.append("")
        if number % 53 == 0:
            rows.append("one,too,few")
            wrong.append(("columns", len(rows) + 1))
        bad = number % 41 == 0
        rows.append(f"2026-01-05,BJ1,{number},1,main,10,10,{77 if bad else 20}")
        if bad:
            wrong.append(("returned", len(rows) + 1))
    found = read(written(tmp_path, ROUNDS, *rows))
    errors = told(found)
    assert {(kind, line) for kind, each in errors.items() for line, _ in each} == set(wrong)


def test_duplicates_and_gaps_are_found_across_batches_and_files(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK", 300)

    def row(number: int) -> str:
        return f"2026-01-05,BJ1,{number},1,main,10,10,20"

    numbers = list(range(1, 201))
    first = [row(number) for number in numbers if not 50 <= number < 60 and number != 120]
    second = [row(number) for number in (55, 120, 7)]
    one = written(tmp_path, ROUNDS, *first, row(30), name="one.csv")
    two = written(tmp_path, ROUNDS, *second, name="two.csv")
    found = read(one, two)
    errors = told(found)
    assert errors["duplicate"] == [
        (len(first) + 2, "round 30 of table 'BJ1', seat '1', main is there already"),
        (4, "round 7 of table 'BJ1', seat '1', main is there already"),
    ]
    assert [message for _, message in errors["gap"]] == [
        "table 'BJ1': rounds 50 to 54 are missing before round 55",
        "table 'BJ1': rounds 56 to 59 are missing before round 60",
    ]
    (gaps,) = (each for each in found.errors if each.kind == "gap")
    assert gaps.count == 9
    assert [Path(each.file).name for each in gaps.first] == ["two.csv", "one.csv"]


def test_shuffled_rows_and_parquet_give_the_same_totals(tmp_path, monkeypatch):
    table = rounds_table(6_000, tables=3, days=9)
    shuffled = table.take(pa.array(np.random.default_rng(4).permutation(table.num_rows)))
    monkeypatch.setattr(reading, "BLOCK", 20_000)
    monkeypatch.setattr(reading, "ROWS", 700)
    found = [
        read(write(table, tmp_path / "rounds.csv"), levels=StakeLevels(quantiles=3)),
        read(write(shuffled, tmp_path / "shuffled.csv"), levels=StakeLevels(quantiles=3)),
        read(write(table, tmp_path / "rounds.parquet"), levels=StakeLevels(quantiles=3)),
    ]
    first = found[0]
    assert not first.errors
    assert first.levels == ("up to 10", ">10 to 15", ">15")
    for other in found[1:]:
        assert not other.errors
        assert other.rows == first.rows == table.num_rows
        # Tables are numbered as they come.
        for kind in ("totals", "level_totals"):
            names = [other.tables if kind == "totals" else other.levels for other in (first, other)]
            assert by_cell(getattr(other, kind), names[1]) == by_cell(
                getattr(first, kind), names[0]
            )


def by_cell(totals, names):
    return {
        (int(day), names[int(group)], int(wager)): tuple(
            round(float(getattr(totals, name)[row]), 6)
            for name in ("wagers", "stake", "net", "stake_squared", "table_squared", "largest")
        )
        for row, (day, group, wager) in enumerate(
            zip(totals.days, totals.groups, totals.wagers_kind, strict=True)
        )
    }


def test_totals_are_those_of_a_plain_loop(tmp_path):
    table = rounds_table(3_000, tables=2, days=5)
    found = read(write(table, tmp_path / "rounds.csv"))
    stake: dict[Any, float] = defaultdict(float)
    squares: dict[Any, float] = defaultdict(float)
    together: dict[Any, float] = defaultdict(float)
    for row in table.to_pylist():
        cell = (row["date"], row["table"], row["wager"])
        stake[cell] += row["stake"]
        squares[cell] += row["stake"] ** 2
        together[(*cell, row["round"])] += row["stake"]
    joined: dict[Any, float] = defaultdict(float)
    for hand, staked in together.items():
        joined[hand[:3]] += staked**2
    kinds = list(REFERENCES)
    for row, (day, group, wager) in enumerate(
        zip(found.totals.days, found.totals.groups, found.totals.wagers_kind, strict=True)
    ):
        cell = (date.fromordinal(int(day)).isoformat(), found.tables[group], kinds[wager])
        assert found.totals.stake[row] == pytest.approx(stake[cell])
        assert found.totals.stake_squared[row] == pytest.approx(squares[cell])
        if not kinds[wager].startswith("bonus"):
            assert found.totals.table_squared[row] == pytest.approx(joined[cell])
        else:
            assert found.totals.table_squared[row] == pytest.approx(
                found.totals.seats[row] * squares[cell]
            )


def test_rows_that_come_too_late_are_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(hands, "PATIENCE", 10)
    monkeypatch.setattr(reading, "BLOCK", 400)
    rows = [
        f"2026-01-05,BJ1,{number},{seat},main,10,10,20"
        for seat in (1, 2, 3)
        for number in range(1, 101)
    ]
    found = read(written(tmp_path, ROUNDS, *rows))
    assert found.totals.table_squared.tolist() == [3 * 300 * 100]
    assert found.totals.largest_table.tolist() == [30]
    assert "all its seats are taken to have been in every round" in found.assumptions[0]


def test_rounding_is_allowed_and_taken_off(tmp_path):
    rows = [
        "2026-01-05,BJ1,1,1,main,5,5,12",
        "2026-01-05,BJ1,2,1,main_burnout,7,9,0",
        "2026-01-05,BJ1,3,1,main,5,5,12.5",
        "2026-01-05,BJ1,4,1,main,5,5,14",
    ]
    path = written(tmp_path, ROUNDS, *rows)
    exact = told(read(path))
    assert [line for line, _ in exact["returned"]] == [2, 5]
    assert [line for line, _ in exact["wagered"]] == [3]
    found = read(path, rounding=1.0)
    assert [line for line, _ in told(found)["returned"]] == [5]
    assert found.totals.rounded.tolist() == pytest.approx([-0.5, -0.6])
    assert found.totals.net.tolist() == pytest.approx([15.0, -8.4])
    assert "Payouts and payments are rounded to 1" in found.assumptions[0]


def test_totals_are_taken_as_they_are_and_what_they_lack_is_told(tmp_path):
    rows = [
        "2026-01-05,BJ1,main,100,1000,1130,1120",
        "2026-01-05,BJ1,bonus.2,40,200,200,180",
        "2026-01-06,BJ1,main,0,0,0,0",
    ]
    found = read(written(tmp_path, TOTALS, *rows), assumed=Assumed(seats=3.0, spread=1.0))
    assert told(found) == {}
    assert (found.rows, found.rows_excluded) == (3, 0)
    assert found.totals.stake_squared.tolist() == [20_000, 2_000]
    assert found.totals.table_squared.tolist() == [60_000, 6_000]
    assert found.totals.largest.tolist() == [200, 100]
    assert [text.split(",")[0] for text in found.assumptions] == [
        "Without stake_squared",
        "Without largest_stake",
        "Without table_stake_squared and seats",
    ]
    heads = f"{TOTALS},stake_squared,largest_stake,table_stake_squared,seats,remark"
    rows = [
        "2026-01-05,BJ1,main,100,1000,1130,1120,15000,50,40000,,fine",
        "2026-01-05,BJ2,main,100,1000,1130,1120,15000,50,,2.5,fine",
    ]
    found = read(written(tmp_path, heads, *rows))
    assert told(found) == {}
    assert found.totals.table_squared.tolist() == [40_000, 37_500]
    assert found.assumptions == ()
    assert found.ignored == ("remark",)


@pytest.mark.parametrize(
    ("row", "kind", "said"),
    [
        ("2026-01-06,BJ1,main,9.5,90,100,90,,", "count", "found '9.5'"),
        ("2026-01-06,BJ1,main,10,100,x,90,,", "number", "wagered: expected a number; found 'x'"),
        ("2026-01-06,BJ1,main,10,100,110,90,1000,x", "number", "largest_stake: expected a number"),
        ("2026-01-06,BJ1,main,10,-100,110,90,,", "negative", "found 10 rounds, stake -100"),
        ("2026-01-06,BJ1,main,0,100,110,90,,", "negative", "a stake where there are rounds"),
        ("2026-01-06,BJ1,main,10,100,90,90,,", "below_stake", "less than the stakes of 100"),
        ("2026-01-06,BJ1,main,10,100,900,90,,", "wagered", "at least 100 and at most 800"),
        ("2026-01-06,BJ1,main_burnout,10,100,110,90,,", "wagered", "at least 120"),
        ("2026-01-06,BJ1,main,10,100,110,1000,,", "returned", "the least and the largest outcome"),
        ("2026-01-06,BJ1,bonus.2,10,100,100,301,,", "returned", "would be 0 and 300"),
        ("2026-01-06,BJ1,main,10,100,110,90,900,", "squares", "less than equal stakes give"),
        ("2026-01-06,BJ1,main,10,100,110,90,,9", "squares", "less than the mean stake"),
        ("2026-01-06,BJ1,main,10,100,110,90,1500,40", "squares", "is above stake_squared"),
        ("2026-01-06,BJ1,main,10,100,110,90,2500,20", "squares", "above largest_stake times"),
        ("2026-01-05,BJ1,main,10,100,110,90,,", "duplicate", "2026-01-05, table 'BJ1', main"),
        ("2026-01-08,BJ1,main,10,100,110,90,,", "day", "2026-01-06 to 2026-01-07 are missing"),
        ("5 Jan,BJ1,main,10,100,110,90,,", "date", "found '5 Jan'"),
        ("2026-01-06,BJ1,mane,10,100,110,90,,", "wager", "is main meant?"),
        ("2026-01-06,,main,10,100,110,90,,", "missing", "table"),
    ],
)
def test_each_error_of_totals_is_told_by_its_line(tmp_path, row, kind, said):
    heads = f"{TOTALS},stake_squared,largest_stake"
    good = "2026-01-05,BJ1,main,100,1000,1130,1120,15000,50"
    found = read(written(tmp_path, heads, good, row))
    errors = told(found)
    assert list(errors) == [kind]
    line, message = errors[kind][0]
    assert line == 3
    assert said in message
    assert found.rows_excluded == (kind != "day")


def test_columns_of_parquet_may_be_of_any_kind(tmp_path):
    table = pa.table(
        {
            "Date": pa.array([datetime(2026, 1, 5, 22, tzinfo=UTC)] * 2, pa.timestamp("us", "UTC")),
            "table": pa.array([4, 4], pa.int16()),
            "round": pa.array([1.0, 2.0], pa.float64()),
            "seat": pa.array(["a", "a"]).dictionary_encode(),
            "wager": pa.array(["main", "main"]),
            "stake": pa.array([Decimal("2.50"), Decimal("2.50")], pa.decimal128(9, 2)),
            "wagered": pa.array([2.5, 5.0], pa.float32()),
            "returned": pa.array([5, 5], pa.int64()),
        }
    )
    path = write(table, tmp_path / "rounds.parquet")
    found = read(path)
    assert told(found) == {}
    assert found.tables == ("4",)
    assert found.totals.net.tolist() == [2.5]
    assert found.totals.days.tolist() == [date(2026, 1, 5).toordinal()]
    wrong = table.set_column(2, "round", pa.array([1.5, None])).set_column(
        0, "Date", pa.array([date(2026, 1, 5), None])
    )
    errors = told(read(write(wrong, path)))
    assert [(line, message.split("; ")[1]) for line, message in errors["round"]] == [
        (1, "found '1.5'"),
        (2, "found nothing"),
    ]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.dat", b"", "expected a name that ends in .csv, .txt, .tsv, .xlsx or .parquet"),
        ("a.csv", b"", "the first line is empty"),
        ("a.csv", b"a;b;c\n1;2;3\n", "expected the columns of a layout"),
        ("a.csv", b"date,table,round,date\n", "column 'date' is there twice"),
        ("a.csv", b"x,y\n1,2\n", "expected the columns of a layout"),
        (
            "a.csv",
            b"date,table,round,seat,wager,amnt,wagered,returned\n",
            "layout rounds needs the column stake; found",
        ),
        (
            "a.csv",
            f"{ROUNDS}\n2026-01-05,\x01\xe9\n".encode("latin-1"),
            "a.csv:2: this is not text",
        ),
        ("a.parquet", b"PAR1 but not really", "it cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_explained(tmp_path, name, content, said):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ActualsError, match=r"^[^\n]+$") as caught:
        list(Source.of(path).batches(lambda line, message: None))
    assert said in str(caught.value)


def test_columns_of_parquet_that_hold_neither_text_nor_numbers_are_refused(tmp_path):
    table = rounds_table(100)
    place = table.column_names.index("stake")
    lists = table.set_column(place, "stake", pa.array([[1.0]] * table.num_rows))
    with pytest.raises(ActualsError, match="column 'stake' holds list<"):
        Source.of(write(lists, tmp_path / "rounds.parquet"))
    read(write(table.append_column("more", lists["stake"]), tmp_path / "rounds.parquet"))


def test_seats_may_be_players(tmp_path):
    rows = [f"2026-01-05,BJ1,{number // 9},{number},main,10,10,20" for number in range(9, 2_000)]
    found = read(written(tmp_path, ROUNDS, *rows))
    assert told(found) == {}
    (again,) = told(read(written(tmp_path, ROUNDS, *rows, rows[1_500]))).items()
    assert again[0] == "duplicate"


def test_amounts_beyond_reason_are_no_numbers(tmp_path):
    rows = [
        "2026-01-05,BJ1,1,1,main,1e300,1e300,0",
        "2026-01-05,BJ1,2,1,main,1e-300,10,0",
        "2026-01-05,BJ1,3,1,main,10,10,-0",
    ]
    errors = told(read(written(tmp_path, ROUNDS, *rows)))
    assert {kind: [line for line, _ in each] for kind, each in errors.items()} == {
        "number": [2],
        "negative": [3],
    }


def test_files_of_two_layouts_are_refused(tmp_path):
    one = written(tmp_path, ROUNDS, *GOOD, name="one.csv")
    two = written(tmp_path, TOTALS, name="two.csv")
    with pytest.raises(ActualsError, match="give files of one layout"):
        read(one, two)
    with pytest.raises(ActualsError, match="levels of stakes need rounds"):
        read(two, levels=StakeLevels(quantiles=2))


def test_no_rows_are_no_error(tmp_path):
    found = read(written(tmp_path, ROUNDS))
    assert (found.rows, found.errors, found.totals.days.size) == (0, (), 0)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize(
    "values", ["B\x81\xf0,1,1,main,10,10,20", "B\x81\xf0,1,1,main,10,10,20,7", "\x81\xf0"]
)
def test_a_line_that_is_not_text_is_named_even_if_it_is_left_out(tmp_path, capfd, mark, values):
    path = tmp_path / "actuals.csv"
    line = b"2026-01-05," + values.encode("latin-1")
    path.write_bytes(mark + "\n".join([ROUNDS, *GOOD, ""]).encode() + line)
    with pytest.raises(ActualsError, match=f":{len(GOOD) + 2}: this is not text in UTF-8"):
        read(path)
    # The library prints what goes wrong while it leaves a line out, and goes on.
    assert capfd.readouterr() == ("", "")
