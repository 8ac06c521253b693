"""One report, built once, and its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from io import BytesIO

import pytest
from pypdf import PdfReader

from certify.evidence.report.layout import LAYOUTS
from certify.present.composer import Composer
from certify.studies.certification.conformity import Limit, judged
from certify.studies.certification.matrix import matrix_of
from certify.studies.certification.result import Certification
from certify.studies.certification.sheet import sheet_of
from certify.studies.certification.tolerance import tolerances_of
from certify.studies.item.laboratory_and_client import (
    About,
    Authorisation,
    Client,
    Jurisdiction,
    Laboratory,
    Period,
)
from tests.report.built import Only, built, pages_of, text_of
from tests.report.report_sample import PROVENANCE, sample_certification
from tests.report.report_sample_cost import sample_strategy_cost
from tests.report.report_sample_crosscheck import sample_crosscheck
from tests.report.report_sample_sensitivity import sample_sensitivity
from tests.report.report_sample_shoe import sample_shoe

ABOUT = About(
    laboratory=Laboratory(name="Example Laboratory for Games", address="1 Example Street, Denver"),
    client=Client(name="Example Casino Company", contact="Jane Doe"),
    jurisdiction=Jurisdiction(name="Example State", reference="Gaming Rule 8, 30-899"),
    authorised_by=Authorisation(name="Dr A. Person", function="head of mathematics"),
    report_number="L-2026-17",
    received="2026-11-02",
    condition="Rules text complete and legible",
    performed=Period(first="2026-11-03", last="2026-11-20"),
)

Section = Callable[[Composer, Certification], None]
Alone = Callable[..., AbstractContextManager[None]]
SectionText = Callable[[Section, Certification], str]


@pytest.fixture(scope="session")
def certification() -> Certification:
    return sample_certification()


@pytest.fixture(scope="session")
def pdf(certification: Certification) -> bytes:
    return built(certification)


@pytest.fixture(scope="session")
def reader(pdf: bytes) -> PdfReader:
    return PdfReader(BytesIO(pdf))


@pytest.fixture(scope="session")
def pages(pdf: bytes) -> list[str]:
    return pages_of(pdf)


@pytest.fixture(scope="session")
def text(pdf: bytes) -> str:
    return text_of(pdf)


@pytest.fixture(scope="session")
def full_certification() -> Certification:
    """Everything that a report can hold."""
    sample = sample_certification()
    shoe = sample.shoes[0].optimal.shoe
    whole = sample.model_copy(
        update={
            "sensitivity": sample_sensitivity(PROVENANCE, shoe),
            "strategy_cost": sample_strategy_cost(PROVENANCE, shoe),
            "composition": sample_shoe(PROVENANCE, shoe),
            "crosscheck": sample_crosscheck(PROVENANCE),
            "annex": tuple(filter(None, map(tolerances_of, sample.shoes))),
            "sheet": sheet_of(sample.shoes[0]),
            "about": ABOUT,
        }
    )
    limits = (
        Limit("shoes.0.optimal.wagers.main.rtp", "at_least", 0.98, "client’s agreement, 3.1"),
        Limit("shoes.1.optimal.wagers.main_burnout.house_edge", "at_most", 0.01, "another"),
    )
    found = tuple(judged(whole, limit) for limit in limits)
    whole = whole.model_copy(update={"requirements": found})
    return whole.model_copy(update={"matrix": matrix_of(whole)})


@pytest.fixture(scope="session")
def full_pdf(full_certification: Certification) -> bytes:
    return built(full_certification)


@pytest.fixture(scope="session")
def full_pages(full_pdf: bytes) -> list[str]:
    return pages_of(full_pdf)


@pytest.fixture(scope="session")
def full_text(full_pdf: bytes) -> str:
    """All words of the report with every section."""
    return text_of(full_pdf)


@pytest.fixture(scope="session")
def alone() -> Alone:
    """While it lasts, reports are made of the given sections alone."""

    @contextmanager
    def only(*sections: Section) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(LAYOUTS, Certification.engine, Only(*sections))
            yield

    return only


@pytest.fixture(scope="session")
def section_text(alone: Alone) -> SectionText:
    """Return all words of a section."""

    def words(section: Section, certification: Certification) -> str:
        with alone(section):
            return text_of(built(certification))

    return words
