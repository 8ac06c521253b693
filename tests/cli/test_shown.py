"""`--html` and `--csv`: what a command shows, as a page and as comma-separated values."""

import csv
import io
import json

import pytest
from bs4 import BeautifulSoup

from tests.support.fairness import synthetic_fairness

GAME = "blackjack-burnout"
SMALL = ("--shoe", "2,0,4,0,4,2,0,4,0,8")
RTP = ("rtp", GAME, *SMALL, "--no-distribution", "--all")


@pytest.fixture
def written(certify, tmp_path):
    """Return a function that runs a command, and its page and its values."""

    def run(*arguments, code=0):
        page, values = tmp_path / "shown.html", tmp_path / "shown.csv"
        found = certify(*arguments, "--html", page, f"--csv={values}", code=code)
        assert f"Wrote {page}" in found.stderr
        rows = list(csv.reader(io.StringIO(values.read_text(encoding="utf-8"))))
        return BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser"), rows

    return run


def test_figures_are_there_at_full_precision(certify, written):
    page, rows = written(*RTP)
    ev = json.loads(certify(*RTP[:-1], "--json").stdout)["wagers"]["main"]["ev"]
    (line,) = (row for row in rows if row[:2] == ["Expectation", "% of main wager"])
    assert float(line[2]) == 100 * ev
    cells = [
        [cell.text for cell in row.select("th, td")]
        for row in page.select("tr")
        if row.th is not None and row.th.text == "Expectation"
    ]
    assert [f"{100 * ev:.9f}"] == [row[2] for row in cells if row[1] == "% of main wager"]


def test_a_table_has_the_caption_and_the_columns_of_the_screen(written):
    page, rows = written(*RTP)
    captions = [each.text for each in page.select("caption")]
    assert "Main wager" in captions
    start = rows.index(["Main wager"])
    assert rows[start - 1] == []
    assert rows[start + 1] == ["Figure", "Unit", "Without Burnout", "With Burnout"]


def test_the_page_names_the_command_without_its_own_files(written):
    page, _ = written("hash", GAME)
    assert page.h1.text == f"certify hash {GAME}"
    hashes = [row.td.text for row in page.select("tr")]
    assert len(hashes) > 2
    assert {len(each) for each in hashes} == {64}


@pytest.mark.parametrize(
    "arguments",
    [("games",), ("trace", "burnout"), ("diff", "burnout", "burn"), ("parameters", GAME)],
)
def test_any_command_that_shows_something_writes_it(written, arguments):
    page, _ = written(*arguments)
    assert len(page.main.text) > 200


def test_what_fails_its_criterion_is_written_too(written, tmp_path):
    source = tmp_path / "other.txt"
    source.write_text("Another text.\n")
    page, _ = written("trace", "burnout", "--source", source, code=3)
    assert "SHA-256" in page.main.text


def test_json_is_all_that_is_printed(certify, words, tmp_path):
    page = tmp_path / "a.html"
    said = words(certify(*RTP, "--json", "--html", page, code=2).stderr)
    assert "--json and --html exclude each other" in said
    assert not page.exists()


def test_a_file_is_checked_before_anything_is_computed(certify, words, tmp_path):
    said = words(certify("games", "--html", tmp_path / "a.pdf", code=2).stderr)
    assert "expected a name that ends in .html; found 'a.pdf'" in said
    said = words(certify("games", "--csv", tmp_path / "no" / "a.csv", code=2).stderr)
    assert "does not exist; create it first" in said


def test_what_shows_nothing_writes_no_empty_page(certify, words, tmp_path, monkeypatch):
    study = "certify.studies.fairness.study.fairness_of"
    monkeypatch.setattr(study, lambda *_: synthetic_fairness((2,)))
    page = tmp_path / "a.html"
    asked = ("fairness", "burnout", "--csv", "-", "--html", page)
    said = words(certify(*asked, code=1).stderr)
    assert "the command has shown nothing that could be written" in said
    assert not page.exists()


def test_nothing_is_written_after_an_error(certify, tmp_path):
    page = tmp_path / "a.html"
    certify("rtp", "no-such-game", "--html", page, code=1)
    assert not page.exists()
