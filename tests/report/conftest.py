"""One report, built once, and its text."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from certify.report.document import build_pdf
from certify.results.certification import Certification
from tests.report.report_sample import sample_certification


@pytest.fixture(scope="session")
def certification() -> Certification:
    return sample_certification()


@pytest.fixture(scope="session")
def pdf(certification: Certification) -> bytes:
    return build_pdf(certification)


@pytest.fixture(scope="session")
def reader(pdf: bytes) -> PdfReader:
    return PdfReader(BytesIO(pdf))


@pytest.fixture(scope="session")
def pages(reader: PdfReader) -> list[str]:
    return [page.extract_text() for page in reader.pages]


@pytest.fixture(scope="session")
def text(pages: list[str]) -> str:
    """All words of the report, one blank between them."""
    return " ".join(" ".join(pages).split())
