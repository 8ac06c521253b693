"""`certify paytable`: what it prints and writes, and what it refuses in words."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import certify as library

Run = Callable[..., Result]

ASKED = ("paytable", "casino-war", "--wager", "tie")
PAIR_PLUS = ("paytable", "three-card-poker", "--wager", "pair_plus")


def test_the_front_is_shown_with_the_table_in_force(certify: Run) -> None:
    text = " ".join(certify(*ASKED, "--edge", "0.0:0.2").stdout.split())
    # 23 of 311 second cards are equal: 10, 11 and 12 to one are within, a higher one swings more.
    assert "Of 16 tables of these ranges 3 lie within the bounds; 3 of them no other beats." in text
    assert "It lies within the bounds and no other beats it." in text
    assert "18.6495" in text
    # A chart needs a page; on the screen not even its caption is left.
    assert "Standard deviation and house edge" not in text


def test_json_csv_page_and_library_tell_the_same(certify: Run, tmp_path: Path) -> None:
    given = ("--row", "tie=8:14", "--fit", "edge=0.1")
    found = json.loads(certify(*ASKED, *given, "--json").stdout)
    page, file = tmp_path / "tables.html", tmp_path / "tables.csv"
    certify(*ASKED, *given, "--html", page, "--csv", file)
    assert "<svg" in page.read_text(encoding="utf-8")
    printed = certify(*ASKED, *given, "--csv", "-").stdout
    assert file.read_text(encoding="utf-8") == printed
    rows = [*csv.DictReader(io.StringIO(printed))]
    names = {"front": found["front"], "nearest": found["nearest"], "in_force": [found["in_force"]]}
    for name, tables in names.items():
        own = [row for row in rows if row["list"] == name]
        assert [row["tie"] for row in own] == [table["pays"][0] for table in tables]
        assert [float(row["house_edge"]) for row in own] == [t["house_edge"] for t in tables]
        assert [row["exact variance"] for row in own] == [t["exact"]["variance"] for t in tables]
    answer = library.load("casino-war").paytables("tie", rows={"tie": (8, 14)}, fit={"edge": 0.1})
    assert json.loads(answer.to_json()) == found


def test_without_an_edge_it_is_said_what_tables_leave_the_house(certify: Run) -> None:
    text = " ".join(certify(*PAIR_PLUS, "--row", "flush=3:4", "--row", "pair=1").stdout.split())
    assert "No house edge was asked for, and tables are compared without it" in text
    assert "the one in force 2.3167 %. --edge 0.0185:0.0278 takes tables near" in text
    for asked in (("--edge", "0:0.2"), ("--fit", "edge=0.1")):
        assert "No house edge was asked for" not in certify(*ASKED, *asked).stdout
    text = " ".join(certify(*ASKED, "--best", "edge=low").stdout.split())
    assert "No house edge was asked for: those below leave" in text


def test_all_lists_every_table_within(certify: Run) -> None:
    found = json.loads(certify(*ASKED, "--edge", "0:0.2", "--all", "--json").stdout)
    assert len(found["every"]) == found["within"] == 3
    text = certify(*ASKED, "--edge", "0:0.2", "--all").stdout
    assert "All tables within the bounds" in text


def test_no_table_within_is_said(certify: Run) -> None:
    text = " ".join(certify(*ASKED, "--edge", "0.9:").stdout.split())
    assert "None of the 16 tables of these ranges lies within the bounds." in text


def test_a_long_front_is_shown_in_part(certify: Run) -> None:
    asked = (*PAIR_PLUS, "--edge", "0.02:0.03")
    text = " ".join(certify(*asked).stdout.split())
    assert "61 of them no other beats." in text
    assert "20 of the 61, evenly chosen in this order" in text
    assert "evenly chosen" not in certify(*PAIR_PLUS, "--edge", "0.02:0.021", "--all").stdout


USAGE = ("expected ROW=LOW:HIGH", "is given twice", "exclude each other")
"""Of what click refuses."""


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("three-card-poker",), "has paytables of several wagers; expected one of"),
        ((*PAIR_PLUS[1:3], "pair_pluss"), "pair_plus"),
        ((*PAIR_PLUS[1:3], "play"), "is paid by no paytable; those that are"),
        ((*PAIR_PLUS[1:], "--edge", "0.03:0.02"), "the first end is above the second"),
        ((*PAIR_PLUS[1:], "--edge", "0.02"), "expected LOW:HIGH such as 0.02:0.03"),
        ((*PAIR_PLUS[1:], "--edge", "a:b"), "edge"),
        ((*PAIR_PLUS[1:], "--edge", ""), "expected LOW:HIGH"),
        ((*PAIR_PLUS[1:], "--sd", "-2:-1"), "a standard deviation is not below zero"),
        ((*PAIR_PLUS[1:], "--row", "flsh=3:4"), "flush"),
        ((*PAIR_PLUS[1:], "--row", "flush"), "expected ROW=LOW:HIGH"),
        ((*PAIR_PLUS[1:], "--row", "flush=4:3"), "the first payout is above the second"),
        ((*PAIR_PLUS[1:], "--row", "flush=3:4:0"), "a step is above zero"),
        ((*PAIR_PLUS[1:], "--row", "flush=3:4:1:1"), "expected LOW:HIGH:STEP"),
        ((*PAIR_PLUS[1:], "--row", "flush=-1:4"), "payouts are to one, from 0 to 10,000,000"),
        ((*PAIR_PLUS[1:], "--row", "flush=3:4:1/2"), "cannot all be paid"),
        ((*PAIR_PLUS[1:], "--row", "flush=7/2"), "has no payout from 7/2 to 7/2"),
        ((*PAIR_PLUS[1:], "--row", "flush=3", "--row", "flush=4"), "flush is given twice"),
        ((*PAIR_PLUS[1:], "--row", "flush=0:200000"), "at most 100,000 are gone through"),
        ((*PAIR_PLUS[1:], "--row", "pair=9", "--row", "flush=8"), "the ranges hold no table"),
        pytest.param(
            (*PAIR_PLUS[1:], "--row", "straight_flush=1:9999", "--any-order"),
            "narrow",
            marks=pytest.mark.slow,
        ),
        ((*PAIR_PLUS[1:], "--chips", "5"), "expected STAKE:CHIP"),
        ((*PAIR_PLUS[1:], "--chips", "0:1"), "both are above zero"),
        ((*PAIR_PLUS[1:], "--best", "edge=best"), "expected edge=low or edge=high"),
        ((*PAIR_PLUS[1:], "--best", "rtp=high"), "rtp"),
        ((*PAIR_PLUS[1:], "--fit", "sd=-1"), "what is wanted is not below zero"),
        ((*PAIR_PLUS[1:], "--fit", "nothing=1"), "nothing"),
        ((*PAIR_PLUS[1:], "--json", "--csv", "-"), "exclude each other"),
        (("punto-banco", "--wager", "banco"), "is paid by no paytable"),
    ],
)
def test_what_cannot_be_answered_is_said_in_words(
    certify: Run, given: tuple[str, ...], told: str
) -> None:
    is_usage = any(each in told for each in USAGE)
    result = certify("paytable", *given, code=2 if is_usage else 1)
    assert told in " ".join(result.output.split())
