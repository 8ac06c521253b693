"""The first page of the report of a game between players: what a reader must not misread."""

from __future__ import annotations

from certify.report.sections.between.front import write_front
from certify.results.fairness_certification import FairnessCertification
from certify.studies.conformity import Limit, judged
from tests.report.conftest import ABOUT
from tests.report.test_fairness_report import assembled, text_of


def given(*limits: Limit) -> FairnessCertification:
    """Return a report that was given parties and requirements."""
    content = assembled()
    found = tuple(judged(content, limit) for limit in limits)
    return content.model_copy(update={"about": ABOUT, "requirements": found})


def test_parties_and_every_requirement_stand_on_the_first_page() -> None:
    path = "fairness.tables.0.equal.0.draw"
    text = text_of(
        given(
            Limit(path, "at_most", 0.9, "contract, 4"),
            Limit(path, "at_most", 0.0, "contract, 5"),
        ),
        write_front,
    )
    for words in (
        "Laboratory Example Laboratory for Games, its report no. L-2026-17",
        "Client Example Casino Company",
        "Jurisdiction Example State: Gaming Rule 8, 30-899",
        "1 of 2 requirements is met, 1 is not.",
        "at most 0 % (contract, 5): found",
        "at most 90 % (contract, 4): found",
    ):
        assert words in text
    assert text.index("contract, 5") < text.index("contract, 4")
    assert ", not met" in text
    assert ", met" in text


def test_of_many_requirements_the_first_page_tells_how_many_more_there_are() -> None:
    path = "fairness.tables.0.equal.0.draw"
    limits = [Limit(path, "at_most", 0.9 + number / 100, f"no. {number}") for number in range(5)]
    assert "2 more: see the statement of conformity" in text_of(given(*limits), write_front)


def test_what_was_not_given_has_no_line() -> None:
    text = text_of(assembled(), write_front)
    for word in ("Laboratory", "Client", "Jurisdiction", "Requirements"):
        assert word not in text
