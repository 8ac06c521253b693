"""The matrix of contents: complete, in order, and no claim without what it rests on."""

from __future__ import annotations

from typing import Any

import pytest

from certify.studies.certification.matrix import matrix_of
from certify.studies.certification.result import Certification
from certify.studies.certification.sheet import sheet_of
from certify.studies.certification.tolerance import tolerances_of
from certify.studies.item.laboratory_and_client import (
    About,
    Authorisation,
    Client,
    Laboratory,
    Period,
)
from certify.studies.item.matrix import MatrixEntry
from tests.report.report_sample import sample_certification
from tests.report.test_fairness_report import assembled

WHOLE = About(
    laboratory=Laboratory(name="L", address="A"),
    client=Client(name="C"),
    authorised_by=Authorisation(name="P", function="F"),
    received="2026-11-02",
    condition="complete",
    performed=Period(first="2026-11-03", last="2026-11-04"),
)


def entries(item: Any) -> dict[str, MatrixEntry]:
    return {entry.id: entry for entry in matrix_of(item)}


@pytest.fixture(scope="module")
def sample() -> Certification:
    sample = sample_certification()
    annexes = (tolerances_of(shoe) for shoe in sample.shoes)
    return sample.model_copy(
        update={
            "annex": tuple(annex for annex in annexes if annex),
            "sheet": sheet_of(sample.shoes[0]),
        }
    )


def test_every_entry_stands_once_and_in_order(sample: Certification) -> None:
    wanted = [f"A{number}" for number in range(1, 20)]
    assert [entry.id for entry in matrix_of(sample)] == wanted
    assert [entry.id for entry in matrix_of(assembled())] == wanted


def test_what_is_answered_says_where_and_everything_says_how(sample: Certification) -> None:
    for item in (sample, assembled()):
        for entry in matrix_of(item):
            assert entry.text
            assert entry.source
            if entry.status in ("answered", "in part"):
                assert entry.sections, entry.id


def test_nobody_claims_conformity(sample: Certification) -> None:
    for item in (sample, assembled()):
        told = " ".join(entry.text for entry in matrix_of(item)).lower()
        for word in ("complies", "conforms", "compliant", "fulfils"):
            assert word not in told


def test_what_the_user_gave_changes_what_is_answered(sample: Certification) -> None:
    before = entries(sample)
    assert [before[name].status for name in ("A2", "A3", "A5")] == [
        "not given",
        "in part",
        "in part",
    ]
    after = entries(sample.model_copy(update={"about": WHOLE}))
    assert {after[name].status for name in ("A2", "A3", "A5")} == {"answered"}
    some = entries(sample.model_copy(update={"about": About(client=Client(name="C"))}))
    assert some["A2"].status == "in part"


def test_without_a_distribution_less_is_answered(sample: Certification) -> None:
    found = entries(sample)
    assert (found["A13"].status, found["A16"].status) == ("answered", "answered")
    shoe = sample.shoes[0]
    wagers = shoe.optimal.wagers
    bare = wagers.model_copy(update={"main": wagers.main.model_copy(update={"outcomes": None})})
    optimal = shoe.optimal.model_copy(update={"wagers": bare, "streak": None})
    shoes = (shoe.model_copy(update={"optimal": optimal}),)
    less = entries(sample.model_copy(update={"shoes": shoes, "annex": ()}))
    assert (less["A13"].status, less["A16"].status) == ("in part", "not examined")
    assert "not worked out" in less["A12"].text


def test_games_between_players_have_no_bank() -> None:
    found = entries(assembled())
    assert {found[name].status for name in ("A8", "A11", "A13", "A16")} == {"not applicable"}
    assert found["A19"].status == "answered"
    assert found["A19"].sections == ("Seats", "Skill and chance")
    assert entries(sample_certification())["A19"].status == "not applicable"
