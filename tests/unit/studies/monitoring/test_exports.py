"""Exports of houses: each monitored with one mapping, to the figures of the layouts' own form."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from certify.errors import ActualsError, SpecError
from certify.studies.monitoring.actuals import read_actuals
from certify.studies.monitoring.asked import Asked
from certify.studies.monitoring.mapping import MappingAsked
from certify.studies.monitoring.result import MonitorResult
from certify.studies.monitoring.study import MonitorOrder, monitored
from tests.support.exports import six
from tests.support.monitoring import known_lines
from tests.support.one_in import one_in

LINES = known_lines()
REFERENCES = LINES.references
EXPORTS = ("semicolons", "tabs", "dollars", "workbook", "columns", "handle")


def monitor(path: Path, mapping: str | None = None) -> MonitorResult:
    asked = Asked(mapping=MappingAsked.of(mapping))
    actuals = read_actuals([path], REFERENCES, asked)
    return monitored(LINES, actuals, MonitorOrder(asked=asked))


@pytest.fixture(scope="module")
def exports(tmp_path_factory):
    return six(tmp_path_factory.mktemp("exports"))


@pytest.mark.parametrize("name", one_in(3, EXPORTS))
def test_six_exports_come_to_the_figures_of_the_own_form(exports, name):
    path, own, mapping = exports[name]
    found, expected = monitor(path, mapping), monitor(own)
    assert found.errors == expected.errors == ()
    assert (found.rows, found.rows_excluded) == (expected.rows, 0)
    assert (found.layout, found.days, found.tables) == (
        expected.layout,
        expected.days,
        expected.tables,
    )
    assert found.mapping is not None
    assert numbers(found.lines) == pytest.approx(numbers(expected.lines), rel=1e-9, abs=1e-9)
    assert [(each.grouping, each.wager, each.table, each.flag) for each in found.lines] == [
        (each.grouping, each.wager, each.table, each.flag) for each in expected.lines
    ]


def numbers(parts: Any) -> list[float]:
    """Return every number of results, in order."""
    if isinstance(parts, BaseModel):
        parts = list(parts.model_dump().values())
    if isinstance(parts, list | tuple | dict):
        values = parts.values() if isinstance(parts, dict) else parts
        return [number for each in values for number in numbers(each)]
    return [float(parts)] if isinstance(parts, int | float) else []


def file(folder: Path, text: str, name: str = "export.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def read(path: Path, mapping: str | None = None):
    return read_actuals([path], REFERENCES, Asked(mapping=MappingAsked.of(mapping)))


def told(found) -> str:
    return " ".join(found.files[0].told)


HEADS = "Gaming Date,Table,Wager,Hands,Handle,Total Bet,Win"
GREEN = "Gr\u00fcn 1"
ROW = "2026-01-13,BJ1,main,100,1000,1130,10"


def test_each_guess_is_told_in_a_line(exports):
    path, _, mapping = exports["handle"]
    found = read(path, mapping)
    (data,) = found.files
    assert {(each.column, each.head, each.value, each.how) for each in data.columns} == {
        ("date", "Gaming Date", None, "mapped"),
        ("table", "Table ID", None, "mapped"),
        ("stake", "Handle", None, "mapped"),
        ("won", "Win", None, "mapped"),
        ("rounds", "Hands", None, "guessed"),
        ("wager", None, "main", "constant"),
    }
    assert "Read 'Hands' as rounds: number of wagers made" in told(found)
    assert "No column tells the wager, so every row is taken as main" in told(found)
    assert "'Win' is taken as what the house won, negative if it lost" in told(found)
    assert "'Drop' is not read: drop is the money that was changed into chips" in told(found)
    assert "The row of sums in line 42 is not counted." in told(found)
    assert any("Without wagered, everything wagered is taken" in each for each in found.assumptions)
    assert found.ignored == ("Drop", "Hold %")


def test_a_file_in_the_own_form_is_read_as_ever(exports):
    _, own, _ = exports["tabs"]
    (data,) = read(own).files
    assert (data.columns, data.form, data.told) == ((), {}, ())


@pytest.mark.parametrize(
    ("rows", "dates", "days"),
    [
        (["05/01/2026", "06/01/2026", "13/01/2026"], "", [5, 6, 13]),
        (["01/05/2026", "01/13/2026"], "", [5, 13]),
        (["5.1.2026", "6.1.2026"], "", [5, 6]),
        (["05/01/2026", "06/01/2026"], ",dates:day-first", [5, 6]),
        (["01/05/26 11:59 PM", "01/06/26"], ",dates:month-first", [5, 6]),
        (["2026/1/5", "20260106"], "", [5, 6]),
        (["5-Jan-2026", "6 January 2026", "Jan 7, 2026"], "", [5, 6, 7]),
        (["2026-01-05T23:30:00Z", "2026-01-06 10:00+01:00"], ",zone:Asia/Tokyo", [6, 6]),
    ],
)
def test_dates(tmp_path, rows, dates, days):
    lines = [f'"{day}",T{place},main,10,100,110,1' for place, day in enumerate(rows)]
    path = file(tmp_path, "\n".join([HEADS, *lines]))
    found = read(path, f"Table=table{dates}")
    assert found.errors == ()
    assert sorted(date.fromordinal(int(day)).day for day in found.totals.days) == days


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            ["05/01/2026", "06/02/2026"],
            "export.csv: column 'Gaming Date' has dates such as '05/01/2026', and none that shows"
            " whether the day or the month stands first; say --map dates:day-first or --map"
            " dates:month-first",
        ),
        (
            ["13/01/2026", "01/13/2026"],
            "has '13/01/2026', which has the day first, and '01/13/2026', which has the month",
        ),
    ],
)
def test_dates_that_can_be_read_in_two_ways_are_refused(tmp_path, rows, said):
    lines = [f"{day},BJ1,main,10,100,110,1" for day in rows]
    with pytest.raises(ActualsError) as caught:
        read(file(tmp_path, "\n".join([HEADS, *lines])))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("win", "decimal", "won"),
    [
        ("($1,234.50)", "", -1234.5),
        ("-$12.50", "", -12.5),
        ("12.50-", "", -12.5),
        ("\u22125,00", "", -5.0),
        ("1.234,50 \u20ac", "", 1234.5),
        ("EUR 1 234,50", "", 1234.5),
        ("CHF 1'234.50", "", 1234.5),
        ("$ -", "", 0.0),
        ("1,234", ",decimal:point", 1234.0),
        ("1,234", ",decimal:comma", 1.234),
        ("1,234,567", "", 1234567.0),
    ],
)
def test_amounts(tmp_path, win, decimal, won):
    path = file(tmp_path, f'{HEADS}\n2026-01-13,BJ1,main,999999,9999990,11999990,"{win}"')
    found = read(path, f"Win=won{decimal}")
    assert found.errors == ()
    assert -found.totals.net == pytest.approx([won])


def test_amounts_that_can_be_two_things_are_refused(tmp_path):
    path = file(tmp_path, f'{HEADS}\n2026-01-13,BJ1,main,100,"1,000","1,130",10')
    with pytest.raises(ActualsError, match=r"amounts such as '1,000' can be 1000 or 1.000, and no"):
        read(path)
    path = file(tmp_path, f'{HEADS}\n2026-01-13,BJ1,main,"1,000","9,000","9,130",10')
    # A number of rounds is whole: the comma parts thousands.
    assert read(path).totals.stake.tolist() == [9000]
    path = file(tmp_path, f'{HEADS}\n2026-01-13,BJ1,main,100,"1000,50","1.130",10.5')
    with pytest.raises(
        ActualsError, match=r"amounts contradict one another: '10\.5' has a decimal"
    ):
        read(path)


def test_what_the_players_won_is_the_other_sign(tmp_path):
    path = file(tmp_path, f"{HEADS}\n{ROW}")
    assert read(path).totals.net.tolist() == [-10]
    assert read(path, "Win=net").totals.net.tolist() == [10]


def test_handle_may_be_all_that_was_wagered_and_the_mean_stake_takes_the_place_of_rounds(tmp_path):
    path = file(tmp_path, "Day,Table,Handle,Win,Avg Bet\n2026-01-13,BJ1,1136.2,10,25")
    found = read(path, "Handle=wagered")
    average = REFERENCES["main"].upper.average_wagered
    assert found.totals.stake == pytest.approx([1136.2 / average])
    assert found.totals.wagered == pytest.approx([1136.2])
    assert found.totals.wagers.tolist() == [round(1136.2 / average / 25)]
    assert [each.split(",")[0] for each in found.assumptions[:2]] == [
        "Without stake",
        "Without rounds",
    ]


@pytest.mark.parametrize(
    ("text", "mapping", "said"),
    [
        ("Day,Table,Hands,Drop,Win\n", None, "no column tells what was wagered: drop is the money"),
        ("Day,Table,Hands,Drop,Win\n", "Drop=stake", "'Drop=stake': drop is the money"),
        ("Day,Table,Hands,Handle\n", "Handle=stake", "needs the columns wagered, returned; found"),
        ("Day,Table,Handle,Win\n", "Win=won", "without it, --map mean_stake:25 tells the mean"),
        (f"{HEADS}\n", "Gaming Dat=date", "'Gaming Dat', which is not there; found Gaming Date"),
        (f"{HEADS}\n", "Handel=stake", "did you mean 'Handle'?"),
        (f"{HEADS}\n", "Handle=stakes", "there is no column 'stakes'; expected one of date"),
        (f"{HEADS}\n", "Handle", "expected HEAD=COLUMN, such as Handle=stake, or NAME:VALUE"),
        (f"{HEADS}\n", "Handle=stake,Total Bet=stake", "another column is stake already"),
        (f"{HEADS}\n", "dates:dayfirst", "found 'dayfirst'; did you mean day-first?"),
        (f"{HEADS}\n", "colour:red", "'colour' cannot be given for all rows; expected one of date"),
        (f"{HEADS}\n", "zone:Mars/Base", "there is no time zone 'Mars/Base'"),
        (f"{HEADS}\n", "zone:../../etc/passwd", "there is no time zone"),
        (f"{HEADS}\n", "heads:0", "heads is the line of the heads, from 1 to 1000; found '0'"),
        (f"{HEADS}\n", "heads:9", "it has no line 9, where the heads are to be"),
        (f"{HEADS}\n", "sheet:January", "it has no sheets; only a workbook (.xlsx) has"),
        (f"{HEADS}\n", "wager:mane", "the game has no wager 'mane'; expected main"),
        ("Day,Table,Hands,Bet,Stakes,Win\n", None, "each of the columns 'Bet', 'Stakes' could be"),
    ],
)
def test_what_cannot_be_read_is_explained(tmp_path, text, mapping, said):
    with pytest.raises(ActualsError) as caught:
        read(file(tmp_path, text), mapping)
    assert said in str(caught.value)


def test_errors_name_the_line_and_the_column_as_the_file_calls_it(tmp_path):
    heads = f"Report of January\n\n{HEADS.replace(',', ';')}"
    rows = [ROW, ROW.replace("1000", "ten").replace("-13", "-14"), ROW.replace("main", "mane")]
    path = file(tmp_path, "\n".join([heads, *(row.replace(",", ";") for row in rows)]))
    found = read(path)
    first = {each.kind: each.first[0] for each in found.errors}
    assert first["number"].place == "export.csv:5"
    assert first["number"].message == "'Handle' (stake): expected a number; found 'ten'"
    assert first["wager"].place == "export.csv:6"
    assert first["wager"].message.endswith("found 'mane'; is main meant?")
    assert "The heads are in line 3; what stands above is not read." in told(found)


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8-sig", None),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("cp1252", "WINDOWS-1252"),
    ],
)
def test_encodings_are_found_out_and_told(tmp_path, encoding, said):
    path = file(tmp_path, f"{HEADS}\n{ROW}\n".replace("BJ1", GREEN), encoding=encoding)
    found = read(path)
    assert found.tables == (GREEN,)
    assert (f"The file is read as text in {said}." in told(found)) == (said is not None)


def test_a_mapping_file_says_the_same_and_its_errors_are_told_by_line(tmp_path):
    path = file(tmp_path, f"{HEADS.replace('Wager', 'Part')}\n{ROW.replace('main', 'Base')}\n")
    mapping = tmp_path / "house.yaml"
    mapping.write_text("certify: 1\ncolumns: {Part: wager}\nwagers: {Base: main}\n")
    found = read(path, str(mapping))
    assert found.errors == ()
    assert found.totals.stake.tolist() == [1000]
    for text, said in (
        (
            "certify: 1\ncolumns:\n  Handle: stakes\n",
            "house.yaml:3: columns.Handle: there is no",
        ),
        ("certify: 1\ncolumns: {Drop: stake}\n", "house.yaml:2: columns.Drop: drop is the money"),
        ("certify: 1\nseparator: colon\n", "house.yaml:2: separator: "),
        ("certify: 1\ncolums: {A: stake}\n", "house.yaml:2: colums: "),
        ("certify: 1\nconstants: {stake: 5}\n", "'stake' cannot be given for all rows"),
        ("certify: 1\nzone: Mars/Base\n", "there is no time zone 'Mars/Base'"),
        ("certify: 1\n", "the file says nothing"),
    ):
        mapping.write_text(text)
        with pytest.raises(SpecError) as caught:
            read(path, str(mapping))
        assert said in str(caught.value)
    with pytest.raises(ActualsError, match=r"none\.yaml: there is no such file"):
        read(path, "none.yaml")


def test_rows_of_sums_are_not_counted_wherever_they_stand(tmp_path):
    rows = [ROW, "Total 2026-01-13,,,100,1000,1130,10", "2026-01-13,Total,main,100,1000,1130,10"]
    found = read(file(tmp_path, "\n".join([HEADS, *rows, "Grand Total,,,9,9,9,x"])))
    assert (found.errors, found.rows, found.totals.stake.tolist()) == ((), 1, [1000])
    assert "3 rows of sums, the first in line 3, are not counted." in told(found)


def test_a_file_of_which_every_row_is_wrong_compares_nothing(tmp_path):
    found = read(file(tmp_path, f"{HEADS}\n{ROW.replace('1130', '99')}"))
    (effect,) = found.effects
    assert (effect.actual, effect.rows, found.rows_excluded) == (None, 1, 1)
