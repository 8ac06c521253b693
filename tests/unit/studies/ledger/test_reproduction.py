"""The words of an entry, made fit for a folder of its own; what came out, compared."""

from pathlib import PurePath

import pytest

from certify.errors import LedgerError
from certify.evidence.comparison import compare
from certify.evidence.ledger.reproduction import (
    changed_versions,
    words_again,
    words_with_fixed_options,
)
from certify.evidence.ledger.result import LedgerEntry, ReproductionResult
from certify.evidence.ledger.store import Ledger
from tests.unit.studies.ledger.entries import write

PLACES = {
    PurePath("/home/me/report.pdf"): "outputs/report.pdf",
    PurePath("mine.yaml"): "game/mine.yaml",
    PurePath("a/s=1.yaml"): "inputs/3/s=1.yaml",
}


@pytest.fixture
def entry(tmp_path) -> LedgerEntry:
    return write(Ledger(tmp_path / "ledger.sqlite"), 1, 1)[0]


@pytest.mark.parametrize(
    ("words", "again"),
    [
        ("rtp mine.yaml --json", "rtp game/mine.yaml --json"),
        ("rtp ./mine.yaml", "rtp game/mine.yaml"),
        ("report x -o /home/me/report.pdf", "report x -o outputs/report.pdf"),
        ("report x -o/home/me/report.pdf", "report x -ooutputs/report.pdf"),
        ("report x --output=/home/me/report.pdf", "report x --output=outputs/report.pdf"),
        ("rtp x --strategy=mine.yaml", "rtp x --strategy=game/mine.yaml"),
        ("rtp x --strategy a/s=1.yaml", "rtp x --strategy inputs/3/s=1.yaml"),
        ("simulate x --policy 1=mine.yaml+burnout", "simulate x --policy 1=game/mine.yaml+burnout"),
        ("whatif x --set decks=2 --set a=mine", "whatif x --set decks=2 --set a=mine"),
    ],
)
def test_paths_are_those_of_the_folder(entry, words, again):
    recorded = entry.model_copy(update={"words": tuple(words.split())})
    assert " ".join(words_again(recorded, PLACES)) == again


@pytest.mark.parametrize(
    "word",
    [
        "/home/me/other.pdf",
        "../other.pdf",
        "a/../../other.pdf",
        "~/other.pdf",
        "-o/home/me/other.pdf",
        "--output=/home/me/other.pdf",
        "1=/etc/passwd+burnout",
        "C:\\other.pdf",
        "..\\other.pdf",
    ],
)
def test_nothing_outside_of_the_folder_is_reached_whatever_a_ledger_says(entry, word):
    recorded = entry.model_copy(update={"words": ("report", "x", word)})
    with pytest.raises(LedgerError, match="leads out of the folder"):
        list(words_again(recorded, PLACES))


@pytest.mark.parametrize(
    ("words", "fixed", "again"),
    [
        ("simulate x --time 3", {"--time": None, "--rounds": "70"}, "simulate x --rounds 70"),
        ("simulate x --time=3 --seed 2", {"--time": None}, "simulate x --seed 2"),
        ("simulate x --rounds 9", {"--rounds": "7"}, "simulate x --rounds 7"),
        ("simulate x --resume /d --json", {}, "simulate x --json"),
        ("shoe x --scheduler=tcp://a:1", {}, "shoe x"),
        ("rtp x", {}, "rtp x"),
    ],
)
def test_options_that_must_be_other_ones(entry, words, fixed, again):
    recorded = entry.model_copy(update={"words": tuple(words.split()), "fixed": fixed})
    assert " ".join(words_with_fixed_options(recorded)) == again


def test_versions_that_changed_are_named(entry):
    assert list(changed_versions(entry)) == []
    versions = {**entry.versions, "numpy": "1.0.0", "gone": "3"}
    recorded = entry.model_copy(update={"versions": versions, "engine_sha256": "0" * 64})
    found = {one.name: one for one in changed_versions(recorded)}
    assert set(found) == {"numpy", "gone", "engine sources"}
    assert (found["numpy"].recorded, found["numpy"].now) == ("1.0.0", entry.versions["numpy"])
    assert found["gone"].now is None


def test_whether_it_agrees():
    def result(then: str, now: str, before: object, after: object) -> ReproductionResult:
        comparison = None if then == now else compare({"a": before}, {"a": after})
        return ReproductionResult(
            number=1,
            entry_sha256="",
            words=(),
            result_sha256=then,
            found_sha256=now,
            comparison=comparison,
            outputs=(),
            versions=(),
        )

    assert result("a", "a", 1.0, 1.0).agrees
    assert result("a", "b", 1.0, 1.0 + 1e-12).agrees
    assert not result("a", "b", 1.0, 1.0 + 1e-10).agrees
    # Whole numbers are counted, and are equal or not.
    assert not result("a", "b", 10**15, 10**15 + 1).agrees
