"""Reports, and what stands on their pages: each is built and read once in a run of tests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO

import pytest
from pypdf import PdfReader

from certify.evidence.report.document import build_pdf
from certify.evidence.report.identity import results_sha256
from certify.evidence.report.layout import LAYOUTS, MULTIPLAYER, SHOES, Layout
from certify.evidence.report.sections.attachments import write_attachments, write_end
from certify.evidence.report.sections.front import write_contents, write_front
from certify.evidence.report.sections.method import write_reproduction
from certify.evidence.report.sections.results import write_results
from certify.present.composer import Composer
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification
from certify.studies.item.result import CertifiedItem
from tests.support.shared import once


class Only(Layout):
    """A report of some sections alone, without parts."""

    def __init__(self, *sections: Callable[..., None]) -> None:
        super().__init__(sections, (), ())

    def write(self, composer: Composer, certification: CertifiedItem) -> None:
        """Write them."""
        for section in self.certificate:
            section(composer, certification)


SHORT = Only(
    write_front,
    write_contents,
    write_results,
    write_reproduction,
    write_attachments,
    write_end,
)
"""Enough for what is true of a report of any length: several pages, figures, attachments."""


@contextmanager
def short_reports() -> Iterator[None]:
    """While it lasts, reports of games with a house have the sections of `SHORT` alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(LAYOUTS, Certification.engine, SHORT)
        yield


def built(
    item: CertifiedItem,
    enclosed: Mapping[str, bytes] = {},
    *,
    compress: bool = True,
    **_: object,
) -> bytes:
    """Return a report; no byte depends on what is foreseen, as `test_foreseen` shows."""
    layouts = {id(SHOES): "whole", id(SHORT): "short"}
    layout = layouts.get(id(LAYOUTS[Certification.engine]))
    if layout is None or LAYOUTS[FairnessCertification.engine] is not MULTIPLAYER:
        return build_pdf(item, enclosed, compress=compress)
    hashes = [hashlib.sha256(enclosed[name]).hexdigest() for name in sorted(enclosed)]
    key = ("report", layout, f"{compress}", results_sha256(item), *sorted(enclosed), *hashes)
    return once(key, lambda: build_pdf(item, enclosed, compress=compress))


def rebuilt_once(patch: pytest.MonkeyPatch) -> None:
    """Have verification compare a report with what any test has built from the same results."""
    patch.setattr("certify.evidence.verification.verify.build_pdf", built)


def pages_of(pdf: bytes) -> list[str]:
    """Return the text of every page."""

    def read() -> bytes:
        return json.dumps([page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]).encode()

    found: list[str] = json.loads(once(("pages", hashlib.sha256(pdf).hexdigest()), read))
    return found


def text_of(pdf: bytes) -> str:
    """Return all words, one blank between them."""
    return " ".join(" ".join(pages_of(pdf)).split())
