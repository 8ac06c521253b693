"""What a report says of data that the source has lost: in front, in a section, at every figure."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from certify.evidence.report.layout import LAYOUTS, SHOES, figures_of
from certify.evidence.report.sections.front import write_front
from certify.evidence.report.sections.results import write_results
from certify.evidence.report.sections.rulings import write_supplied
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification
from certify.studies.fairness.results.fairness import Finding
from certify.studies.fairness.study import qualified
from certify.studies.item.result import AssumptionText
from tests.report.between_sample import between_pdf
from tests.report.built import Only, built, pages_of, text_of
from tests.report.report_sample import sample_certification
from tests.report.structure_check import TaggedFile
from tests.report.structure_check import findings as stumbling_blocks
from tests.report.test_document import outline_titles
from tests.report.test_fairness_report import assembled
from tests.support.assumed import LENGTH, assumed
from tests.support.fairness import synthetic_fairness
from tests.support.pages import pieces_of

MARK = "A1, A2"
QUALIFIED = "with the supplied number of rounds and cards"


@pytest.fixture(scope="module")
def assumptions(tmp_path_factory: pytest.TempPathFactory) -> tuple[AssumptionText, ...]:
    return assumed(tmp_path_factory.mktemp("game"))


@pytest.fixture(scope="module")
def content(assumptions: tuple[AssumptionText, ...]) -> FairnessCertification:
    study = synthetic_fairness((2,))
    (table,) = study.tables
    headline = Finding(weight="matter", about="seats", text="Seat 1 wins more often.")
    table = table.model_copy(update={"findings": (headline, *table.findings)})
    table = qualified(table, assumptions)
    effect = table.sensitivity[0].model_copy(
        update={
            "settings": (("rounds", "1"),),
            "player": "sensible",
            "changes": (0.0312, -0.0007, 0.01, -4.5),
            "p": 1e-9,
        }
    )
    table = table.model_copy(update={"sensitivity": (*table.sensitivity, effect)})
    study = study.model_copy(update={"tables": (table,), "assumptions": assumptions})
    return assembled().model_copy(update={"assumptions": assumptions, "fairness": study})


@pytest.fixture(scope="module")
def whole(content: FairnessCertification) -> bytes:
    return built(content)


@pytest.fixture(scope="module")
def sheets(whole: bytes) -> list[str]:
    return [" ".join(page.split()) for page in pages_of(whole)]


def test_first_page_says_what_is_assumed_and_that_figures_rest_on_it(sheets: list[str]) -> None:
    assert "This report rests on two assumptions" in sheets[0]
    assert "A1, number of rounds; A2, cards." in sheets[0]
    assert f"{QUALIFIED}, not of the game as published." in sheets[0]
    assert f"The study in short, {QUALIFIED} {MARK}" in sheets[0]


def test_no_mark_is_smaller_than_seven_points(whole: bytes) -> None:
    assert min(piece.size for page in pieces_of(whole) for piece in page if piece.text) > 6.95


def test_every_page_explains_the_mark(sheets: list[str]) -> None:
    assert all("Raised A1, A2: rests on assumptions, see there." in sheet for sheet in sheets)


def test_section_has_question_decision_reason_elements_and_alternatives(
    sheets: list[str], whole: bytes
) -> None:
    words = " ".join(sheets)
    titles = [
        " ".join(title.split()) for title in outline_titles(PdfReader(BytesIO(whole)).outline)
    ]
    assert "6 Assumptions" in titles
    assert "7 Rulings" in titles
    for text in (
        f"A1 {LENGTH['question']}",
        "Decided: Three. Why: The page is torn. Parameters: rounds.",
        "What rests on it: Setting up and playing rest on it",
        "Elements that cite it: parameters.rounds.",
        "One round rounds = 1 first seat wins +3.12, draws −0.07 points; decisions −4.50;",
        "all seats sensible",
        "Five rounds rounds = 5 not worked out for this report",
        "Alternative: Until nobody has a card",
        "A3 How many hold?",
        "What is supplied by A2",
        "packs.cards 2C (rank 2, suit clubs, value 2); 2D",
    ):
        assert text in words, text


def test_every_table_and_figure_of_play_is_marked(sheets: list[str]) -> None:
    words = " ".join(sheets)
    for caption in (
        "The study at a glance",
        "Points of each player against each other, 2 players",
        "Relative skill",
        "Matches, and what the source says they take, 2 players",
        "Settings that change something, 2 players",
    ):
        assert f"{caption} {MARK}" in words, caption
    # What says who plays and what the rules are rests on nothing.
    assert f"Clauses {MARK}" not in words
    assert f"Parameters in force {MARK}" not in words


def test_findings_are_qualified_and_marked(sheets: list[str]) -> None:
    words = " ".join(sheets)
    assert f"Seats. {MARK} With the supplied number of rounds and cards: seat 1 wins more" in words


def test_the_sheet_for_players_says_it(sheets: list[str]) -> None:
    (sheet,) = [sheet for sheet in sheets if "Does playing well help?" in sheet]
    assert f"The answers are for the game {QUALIFIED}." in sheet


def test_marks_are_read_out_and_in_no_bookmark(whole: bytes) -> None:
    assert stumbling_blocks(TaggedFile(whole)) == []
    assert not any(MARK in title for title in outline_titles(PdfReader(BytesIO(whole)).outline))


def test_a_game_that_lost_nothing_has_no_mark_and_no_section() -> None:
    words = text_of(between_pdf())
    assert "assumptions, see there" not in words
    assert "rests on" not in words.partition("Contents")[0]


def test_a_banked_game_says_it_too(
    assumptions: tuple[AssumptionText, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert write_supplied in SHOES.report
    some = (write_front, figures_of(write_results), write_supplied)
    monkeypatch.setitem(LAYOUTS, Certification.engine, Only(*some))
    certification = sample_certification().model_copy(update={"assumptions": assumptions})
    words = text_of(built(certification))
    assert "This report rests on two assumptions" in words
    assert "Decided: Three. Why: The page is torn." in words
    assert f"1 Results in detail {MARK}" in words
    assert f"Main wager, six decks {MARK}" in words
    assert "Raised A1, A2" in words
