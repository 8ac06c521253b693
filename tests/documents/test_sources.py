"""The pages that set a source and its spec side by side are what the specs say."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from certify.language.catalogue import load_game
from certify.language.references import cited_with
from certify.language.source_table import source_coverage, source_page
from certify.resources import data_files
from tests.documents.pages import ROOT

GAMES = [name.removesuffix(".yaml").replace("_", "-") for name in data_files("rules", ".yaml")]
FOLDER = "CERTIFY_SOURCES"
"""Names the folder of the sources, which are no part of the project."""


def page_of(name: str) -> str:
    return (ROOT / "docs" / "sources" / f"{name}.md").read_text("utf-8")


def test_pages_are_what_the_specs_say():
    for name in GAMES:
        made = f"certify trace {name} --markdown > docs/sources/{name}.md"
        assert page_of(name) == source_page(load_game(name)), made
    assert {path.stem for path in (ROOT / "docs" / "sources").iterdir()} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_ruling_and_reading_has_its_line(name):
    """A count of its own, so that the page and what makes it are not wrong in the same way."""
    spec = load_game(name).spec
    sentences, _, decisions = page_of(name).partition("## Rulings and assumptions")
    lines = [line.split(" | ") for line in sentences.splitlines() if " | C" in line]
    rows = {cells[1]: cells for cells in lines if cells[1].startswith("C") and len(cells) == 6}
    assert rows.keys() - {"Clause"} == spec.clauses.keys()
    for number, clause in spec.clauses.items():
        cells = rows[number]
        assert cells[0].removeprefix("| ") == clause.lines
        assert cells[4].strip() or clause.kind == "rule"
    for number, settled in spec.settled.items():
        (row,) = [line for line in decisions.splitlines() if line.startswith(f"| {number} |")]
        assert row.count("=") >= sum(len(each.set) for each in settled.alternatives)
        assert row.count("(text only)") == sum(not each.set for each in settled.alternatives)


def test_ruling_stands_beside_the_sentences_that_are_cited_with_it():
    game = load_game("burn")
    beside = cited_with(game.spec, game.paytables)
    assert set(beside["R5"]) >= {"C34", "C35"}
    assert "C1" not in beside["R5"]
    (line,) = [line for line in page_of("burn").splitlines() if "| C38 |" in line]
    assert line.startswith("| 61 | C38 |")
    assert "`voluntary_pick_up=false`" in line


@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_the_source_is_in_a_clause(name):
    spec = load_game(name).spec
    path = Path(os.environ.get(FOLDER, "")) / spec.source.file
    if FOLDER not in os.environ or not path.is_file():
        pytest.skip(f"{FOLDER} names no folder with {spec.source.file}")
    assert source_coverage(spec, path.read_bytes()).is_complete
