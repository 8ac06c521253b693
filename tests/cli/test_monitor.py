"""`certify monitor`: its tables, its JSON, its files, its errors, its examples."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path, PurePath
from typing import Any

import pytest
from pypdf import PdfReader

from certify.evidence.ledger.reproduction import words_again
from certify.evidence.ledger.store import Ledger
from certify.studies.monitoring.result import MonitorResult
from tests.support.exports import six
from tests.support.monitoring import certified, rounds_table, write

GAME = "blackjack-burnout"
ROOT = Path(__file__).resolve().parents[2]
HEADS = "date,table,round,seat,wager,stake,wagered,returned"


@pytest.fixture
def monitor(certify, monkeypatch):
    """Return a function that runs the command on certified figures that are there already."""

    def figures(game: Any, strategy: Any, **settings: Any) -> Any:
        weak = getattr(getattr(strategy, "strategy", None), "id", strategy)
        return certified(weak, worse=0.0 if weak == "optimal" else 0.02)

    monkeypatch.setattr("certify.studies.monitoring.burnout_lines.rtp_study", figures)

    def run(*arguments, code=0):
        return certify("monitor", GAME, *arguments, code=code)

    return run


@pytest.fixture(scope="module")
def rounds(tmp_path_factory):
    """Return a file of rounds without errors."""
    folder = tmp_path_factory.mktemp("rounds")
    return write(rounds_table(20_000, tables=3, days=8), folder / "rounds.csv")


@pytest.fixture(scope="module")
def shifted(tmp_path_factory):
    """Return a file of rounds in which a tenth of the won stakes is lost, and a row is wrong."""
    path = tmp_path_factory.mktemp("shifted") / "rounds.csv"
    write(rounds_table(60_000, tables=2, days=10, bonus=False, shift=0.2), path)
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[41] = lines[41].rsplit(",", 1)[0] + ",1234"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_findings_come_first_and_the_screen_is_wide_enough(monitor, rounds, words):
    found = monitor(rounds, "--all", "--stake-levels", "3").stdout
    assert max(map(len, found.splitlines())) <= 80
    said = words(found)
    assert "Findings Nothing: every line is ok, and the data have no errors." in said
    for title in (
        "Return on initial amounts, by wager, %",
        "Limits of the return on initial amounts, %",
        "Return on turnover, %",
        "What a number of wagers can show",
        "Return on initial amounts, by table, all wagers, %",
        "Return on initial amounts, by wager and table, %",
        "Return on initial amounts, by wager and level of stakes, %",
    ):
        assert title in said
    assert said.index("Findings") < said.index("Return on initial amounts")
    assert "of its own" in said
    assert "shared" in said
    assert "Lines optimal play, above and below" in said
    short = monitor(rounds).stdout
    assert "by wager and table" not in short


def test_an_alarm_and_a_data_error_are_told_with_their_reason(monitor, shifted, words):
    found = monitor(shifted, code=3).stdout
    assert max(map(len, found.splitlines())) <= 80
    said = words(found)
    assert re.search(r"ALARM main: returned \d\d\.\d\d %, \d+\.\d\d points below the certi", said)
    assert "the e-value reached" in said
    assert "DATA Returns that no outcome gives: 1" in said
    assert "rounds.csv:42 main: returned" in said
    assert "What leaving rows out changes" in said


def test_the_json_is_the_result(monitor, shifted):
    found = monitor(shifted, "--json", "--play", "weak", "--confidence", "0.9,0.95", code=3)
    result: Any = MonitorResult.from_json(found.stdout_bytes)
    assert result.to_json().encode() + b"\n" == found.stdout_bytes
    assert (result.look, result.alert, result.rows_excluded) == (0.9, 0.95, 1)
    assert result.references[0].lower.play == "weak"
    assert result.references[0].lower.rtp == pytest.approx(result.references[0].upper.rtp - 0.02)
    assert result.flag == "alarm"
    alarmed = [line for line in result.lines if line.flag == "alarm"]
    for line in alarmed:
        assert line.largest_log10_e >= line.log10_threshold
        assert result.first_day <= line.alarm_on <= result.last_day
    for line in result.lines:
        if line.band_low is not None and line.alarm_on is None:
            assert line.band_low <= line.actual <= line.band_high
    assert result.files[0].rows == result.rows
    assert len(result.series) == len(result.powers) == len(result.references) == 2
    assert result.series[0].points[-1].date == result.last_day


def test_files_are_written(monitor, rounds, tmp_path):
    table, report = tmp_path / "limits.csv", tmp_path / "report.pdf"
    found = monitor(rounds, "--csv", table, "-o", report)
    assert f"Wrote {table}" in found.stdout.replace("\n", " ")
    rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
    result: Any = MonitorResult.from_json(report.with_suffix(".json").read_bytes())
    assert len(rows) == len(result.lines)
    for row, line in zip(rows, result.lines, strict=True):
        assert float(row["actual"]) == line.actual
        assert float(row["low_0.95"]) == line.tolerances[0].low
        assert float(row["high_alone_on_action_0.99"]) == line.tolerances_on_action[1].high_alone
        assert row["flag"] == line.flag
    assert report.read_bytes().startswith(b"%PDF-")


def test_levels_of_stakes(monitor, rounds):
    found = json.loads(monitor(rounds, "--stake-levels", "10,50", "--json").stdout)
    levels = {line["level"] for line in found["lines"] if line["grouping"] == "level"}
    assert levels == {"up to 10", ">10 to 50", ">50"}
    of_main = [line for line in found["lines"] if line["wager"] == "main"]
    parts = [line["wagers"] for line in of_main if line["grouping"] == "level"]
    whole = next(line["wagers"] for line in of_main if line["grouping"] == "wager")
    assert sum(parts) == whole
    tables = [line["wagers"] for line in of_main if line["grouping"] == "table_wager"]
    assert sum(tables) == whole


def test_the_threshold_shares_alpha_among_all_lines(monitor, rounds):
    found: Any = MonitorResult.from_json(
        monitor(rounds, "--json", "--alpha", "0.05", "--stake-levels", "2").stdout_bytes
    )
    assert sum(10.0**-line.log10_threshold for line in found.lines) == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--play", "weak", "--allow", "1"), "--play and --allow both draw the lower line"),
        (("--confidence", "0.99,0.95"), "expected two confidences"),
        (("--confidence", "high"), "found 'high'"),
        (("--stake-levels", "25,10"), "the upper ends of levels such as 10,25,100"),
        (("--stake-levels", "1"), "expected a number of levels from 2 to 20"),
        (("--alpha", "0"), "alpha"),
        (("--csv", "limits.txt"), "ends in .csv"),
        (("-o", "report.txt"), "ends in .pdf"),
        (("--bonus-play", "some"), "'any', 'never', 'always'"),
    ],
)
def test_wrong_usage(monitor, rounds, words, arguments, said):
    assert said in words(monitor(rounds, *arguments, code=2).stderr)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none.csv",), "none.csv: there is no such file"),
        (("folder.csv",), "folder.csv: expected a file; this is a folder"),
        (("empty.csv",), "empty.csv: the first line is empty"),
        (("rounds.dat",), "rounds.dat: expected a name that ends in .csv, .txt, .tsv, .xlsx or"),
        (("--play", "weke", "rounds.csv"), "there is no player 'weke'; did you mean weak?"),
        (("--play", "always_insures", "rounds.csv"), "insurance is a wager of its own"),
        (("--play", "burns_busts_best", "rounds.csv"), "has no charts"),
        (("--stake-levels", "3", "totals.csv"), "levels of stakes need rounds"),
        (("--set", "max_split_hands=5", "rounds.csv"), "4 hands at most; found max_split_hands=5"),
    ],
)
def test_what_cannot_be_done_is_explained(monitor, words, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    Path("rounds.csv").write_text(f"{HEADS}\n", encoding="utf-8")
    Path("rounds.dat").write_text("", encoding="utf-8")
    Path("empty.csv").write_text("", encoding="utf-8")
    Path("folder.csv").mkdir()
    heads = "date,table,wager,rounds,stake,wagered,returned"
    Path("totals.csv").write_text(f"{heads}\n", encoding="utf-8")

    def figures(*_: Any, **__: Any) -> Any:
        raise AssertionError("figures take minutes; what is wrong is to be told before")

    monkeypatch.setattr("certify.studies.monitoring.burnout_lines.rtp_study", figures)
    assert said in words(monitor(*arguments, code=1).stderr)


def test_no_data_are_no_alarm(monitor, tmp_path, words):
    path = tmp_path / "rounds.csv"
    path.write_text(f"{HEADS}\n", encoding="utf-8")
    report = tmp_path / "report.pdf"
    said = words(monitor(path, "-o", report).stdout)
    assert "There is nothing to be held against the certified figures." in said
    assert report.read_bytes().startswith(b"%PDF-")


@pytest.fixture(scope="module")
def exports(tmp_path_factory):
    """Return exports as houses write them, with the same in the layouts' form, and mappings."""
    return six(tmp_path_factory.mktemp("exports"))


@pytest.mark.parametrize("name", ["semicolons", "tabs", "workbook", "handle"])
def test_how_an_export_was_read_is_told(monitor, exports, words, name):
    path, _, mapping = exports[name]
    found = monitor(path, "--map", mapping).stdout
    assert max(map(len, found.splitlines())) <= 80
    said = words(found)
    for part in {
        "semicolons": (
            "date Datum mapped",
            "separator semicolon; decimal comma; dates day-first",
            "Amounts have a decimal comma, as",
        ),
        "tabs": ("Read 'Gaming Date' as date: the day.", "The file is read as text in UTF-16."),
        "workbook": ("The heads are in row 3", "Of 2 sheets, 'January' is read.", "row of sums"),
        "handle": (
            "wager main, always given",
            "'Drop' is not read: drop is the money that was changed",
        ),
    }[name]:
        assert part in said
    assert said.index("Findings") < said.index(f"How {path.name} was read")
    assert "main: the 99 % tolerance is" in said
    assert "to see a shift of 1 point takes" in said


def test_the_mapping_is_in_the_results_and_in_the_report(monitor, exports, tmp_path):
    path, _, mapping = exports["handle"]
    report = tmp_path / "report.pdf"
    found = monitor(path, "--map", mapping, "-o", report, "--json").stdout
    result: Any = MonitorResult.from_json(found)
    assert result.mapping.columns == {
        "Gaming Date": "date", "Table ID": "table", "Handle": "stake", "Win": "won"
    }  # fmt: skip
    text = " ".join(" ".join(page.extract_text().split()) for page in PdfReader(report).pages)
    assert "How the data were read" in text
    assert "recognised by its name" in text


def test_a_mapping_is_recorded_so_that_the_work_can_be_done_again(
    monitor, exports, tmp_path, monkeypatch
):
    monkeypatch.setenv("CERTIFY_LEDGER", str(tmp_path / "ledger.sqlite"))
    path, _, mapping = exports["semicolons"]
    monitor(path, "--map", mapping)
    monitor(exports["handle"][0], "--map", exports["handle"][2])
    ledger = Ledger(tmp_path / "ledger.sqlite")
    first, second = (row.entry() for row in ledger.rows(last=2))
    if first.number > second.number:
        first, second = second, first
    assert [Path(each.path) for each in first.inputs if each.role == "input"] == [
        path,
        Path(mapping),
    ]
    assert all(each.kept for each in first.inputs)
    places = {PurePath(each.path): f"inputs/{Path(each.path).name}" for each in first.inputs}
    again = list(words_again(first, places))
    assert again[again.index("--map") + 1] == "inputs/german.yaml"
    places = {PurePath(each.path): f"inputs/{Path(each.path).name}" for each in second.inputs}
    again = list(words_again(second, places))
    assert again[again.index("--map") + 1] == exports["handle"][2]


def test_a_file_whose_only_row_is_wrong_compares_nothing(monitor, tmp_path, words):
    path = tmp_path / "rounds.csv"
    path.write_text(f"{HEADS}\n2026-03-01,BJ1,1,1,main,10,10,99\n", encoding="utf-8")
    report = tmp_path / "report.pdf"
    said = words(monitor(path, "-o", report, code=3).stdout)
    assert "Nothing could be compared: no row is without errors." in said
    assert "main 1 none is left 990.000" in said
    result: Any = MonitorResult.from_json(report.with_suffix(".json").read_bytes())
    assert result.effects[0].actual is None


def test_the_layout_is_told_without_a_game(certify):
    found = certify("monitor", "--layout").stdout
    assert max(map(len, found.splitlines())) <= 80
    for column in (*HEADS.split(","), "rounds", "stake_squared", "table_stake_squared", "seats"):
        assert re.search(rf"^{column} ", found, re.M)


def test_the_examples_of_the_document_are_read_without_errors(monitor, tmp_path):
    text = (ROOT / "docs" / "monitor.md").read_text(encoding="utf-8")
    examples = re.findall(r"```csv .*?\n(.*?)```", text, re.S)
    assert len(examples) == 2
    layouts = []
    for number, example in enumerate(examples):
        path = tmp_path / f"example{number}.csv"
        path.write_text(example, encoding="utf-8")
        result = json.loads(monitor(path, "--json").stdout)
        assert result["errors"] == []
        assert result["ignored_columns"] == []
        layouts.append((result["layout"], result["rows"]))
    assert layouts == [("rounds", 8), ("totals", 4)]


def test_every_option_is_in_the_document(certify):
    text = (ROOT / "docs" / "monitor.md").read_text(encoding="utf-8")
    options = set(re.findall(r"  (--[a-z-]+)", certify("monitor", "--help").stdout))
    assert options - {"--help", "--no-cache", "--output"} <= set(re.findall(r"--[a-z-]+", text))


@pytest.mark.slow
def test_real_figures_from_end_to_end(certify, tmp_path):
    path = tmp_path / "rounds.csv"
    path.write_text(f"{HEADS}\n2026-03-01,BJ1,1,1,main,10,10,25\n", encoding="utf-8")
    small = ("--set", "decks=1", "--set", "max_split_hands=2", "--no-cache", "--json")
    found = json.loads(certify("monitor", GAME, path, *small, "--play", "weak").stdout)
    (reference,) = found["references"]
    assert reference["upper"]["rtp"] == pytest.approx(0.9996, abs=2e-3)
    assert reference["lower"]["rtp"] == pytest.approx(0.9685, abs=5e-3)
    assert 0.3 < reference["seat_correlation"] < 0.45
    assert sum(reference["outcomes"].values()) == pytest.approx(1.0)


# Games that are analysed from their spec

BACCARAT = "punto-banco"
LEAK = ROOT / "docs" / "examples" / "punto-banco-leak.csv"


def test_a_month_of_baccarat_with_a_leak_as_it_is_written_and_shown(certify, tmp_path, words):
    report, table, page = (tmp_path / name for name in ("month.pdf", "lines.csv", "month.html"))
    files = ("-o", report, "--csv", table, "--html", page)
    found = certify("monitor", BACCARAT, LEAK, "--all", *files, code=3).stdout
    # Names of files are not broken.
    lines = [line for line in found.splitlines() if not line.startswith("Wrote")]
    assert max(map(len, lines)) <= 80
    said = words(found)
    assert "ALARM table PB3, banco: returned 102.86 %" in said
    assert "Lines any play, above and below" in said
    assert "banco: chi-squared 0.3, degrees of freedom 2, p 1" in said
    assert "taken to win and lose together" in said
    result: Any = MonitorResult.from_json(report.with_suffix(".json").read_bytes())
    assert result.shoe is None
    assert result.game == BACCARAT
    rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
    assert len(rows) == len(result.lines)
    assert float(rows[0]["outcomes_statistic"]) == result.lines[0].spread.statistic
    assert rows[4]["outcomes_statistic"] == ""
    pages = " ".join(page.extract_text() for page in PdfReader(report).pages)
    assert "Outcomes, by net result for a stake of 1" in pages
    assert "Return of banco over volume" in pages
    assert "Outcomes, by net result for a stake of 1" in page.read_text(encoding="utf-8")
    assert certify("monitor", BACCARAT, LEAK, "-o", tmp_path / "page.html", code=3)
    assert json.loads(certify("monitor", BACCARAT, LEAK, "--json", code=3).stdout)["rows"] == 360


@pytest.mark.parametrize(
    ("rows", "arguments", "said"),
    [
        ("", ("--bonus-play", "never"), "punto-banco has no Bonus wagers"),
        ("", ("--play", "weak"), "there is no policy weak; known: optimal"),
        ("", ("--strategy", "none.yaml"), "none.yaml"),
        ("", ("--wagers", "pairs"), "there is no wager pairs"),
        ("", ("--map", "wager:bank"), "has no wager 'bank'; expected banco, punto, tie"),
        ("date,table,hands,handle,win", (), "needs the column wager; found"),
    ],
)
def test_what_cannot_be_done_for_baccarat_is_one_sentence(
    certify, words, tmp_path, monkeypatch, rows, arguments, said
):
    monkeypatch.chdir(tmp_path)
    Path("totals.csv").write_text(
        f"{rows or 'date,table,wager,rounds,stake,wagered,returned'}\n", encoding="utf-8"
    )
    found = certify("monitor", BACCARAT, "totals.csv", *arguments, "-o", "no.pdf", code=1)
    assert said in words(found.stderr)
    assert "Traceback" not in found.stderr
    assert not Path("no.pdf").exists()


def test_a_wager_of_another_game_is_told_with_the_nearest(certify, words, tmp_path):
    path = tmp_path / "totals.csv"
    rows = "2026-03-01,PB1,punto_pairs,1,10,10,0\n"
    path.write_text(f"date,table,wager,rounds,stake,wagered,returned\n{rows}", encoding="utf-8")
    said = words(certify("monitor", BACCARAT, path, code=3).stdout)
    assert "found 'punto_pairs'; is punto_pair meant?" in said


def test_a_game_between_players_is_sent_elsewhere(certify, words):
    said = words(certify("monitor", "kuhn-poker", LEAK, code=1).stderr)
    assert "ask certify fairness" in said
