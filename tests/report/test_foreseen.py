"""Where headings stand is believed of the file that is verified, and no byte depends on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from typing import Any

import pikepdf
import pytest
from reportlab.platypus import BaseDocTemplate

from certify.evidence.report.document import build_pdf
from certify.evidence.report.layout import LAYOUTS, MULTIPLAYER
from certify.evidence.report.sections.front import write_contents
from certify.evidence.verification.reader import read_sealed, where_headings_stand
from certify.present.composer import Composer
from certify.present.pdf.publication import Foreseen, publish
from certify.studies.certification.fairness_result import FairnessCertification
from tests.report.between_sample import between
from tests.report.built import Only, pages_of
from tests.report.test_tagging import IMPRINT


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows with every pass over a document."""
    found: list[int] = []
    build = BaseDocTemplate.build

    def counted(template: Any, *given: Any, **settings: Any) -> None:
        found.append(1)
        build(template, *given, **settings)

    monkeypatch.setattr(BaseDocTemplate, "build", counted)
    return found


@pytest.fixture(scope="module", autouse=True)
def short() -> Iterator[None]:
    """Take the first sections alone: the file is built for every test."""
    with pytest.MonkeyPatch.context() as patch:
        some = Only(*MULTIPLAYER.certificate, write_contents, *MULTIPLAYER.report[:6])
        patch.setitem(LAYOUTS, FairnessCertification.engine, some)
        yield


@cache
def due() -> bytes:
    return build_pdf(between())


def foreseen(pages: int, headings: tuple[int, ...]) -> Foreseen:
    return Foreseen(pages=pages, headings=headings)


def stood() -> Foreseen:
    found = where_headings_stand(read_sealed(due(), "report.pdf"))
    assert found is not None
    return found


def test_bookmarks_name_the_pages_of_all_headings() -> None:
    found = stood()
    assert found.pages == len(pikepdf.open(BytesIO(due())).pages)
    assert found.headings[0] == 1
    assert list(found.headings) == sorted(found.headings)
    assert len(found.headings) > 6


def test_what_is_foreseen_rightly_spares_a_pass(passes: list[int]) -> None:
    right, wanted = stood(), due()
    passes.clear()
    assert build_pdf(between(), foreseen=right) == wanted
    assert len(passes) == 1


def test_contents_of_several_pages_take_no_third_pass(passes: list[int]) -> None:
    composer = Composer()
    composer.contents()
    for number in range(120):
        composer.section(f"Section {number}")
    pages = pages_of(publish(composer.elements, IMPRINT))
    assert len(pages) > 3
    assert len(passes) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        lambda right: foreseen(right.pages + 1, right.headings),
        lambda right: foreseen(right.pages, tuple(page + 1 for page in right.headings)),
        lambda right: foreseen(10**9, (10**9,) * len(right.headings)),
        lambda right: foreseen(0, right.headings),
        lambda right: foreseen(right.pages, right.headings[:-1]),
        lambda right: foreseen(right.pages, ()),
    ],
)
def test_what_is_foreseen_wrongly_changes_nothing(
    passes: list[int], wrong: Callable[[Foreseen], Foreseen]
) -> None:
    believed, wanted = wrong(stood()), due()
    passes.clear()
    assert build_pdf(between(), foreseen=believed) == wanted
    assert len(passes) == 2


def loop(pdf: pikepdf.Pdf) -> None:
    first = pdf.Root.Outlines.First
    first.First = first


def nothing(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.Outlines


def elsewhere(pdf: pikepdf.Pdf) -> None:
    pdf.Root.Outlines.First.Dest[0] = pdf.Root


def numbers(pdf: pikepdf.Pdf) -> None:
    pdf.Root.Outlines.First.Dest = 7


@pytest.mark.parametrize("change", [loop, nothing, elsewhere, numbers])
def test_bookmarks_that_lead_nowhere_foresee_nothing(change: Callable[[pikepdf.Pdf], None]) -> None:
    with pikepdf.open(BytesIO(due())) as pdf:
        change(pdf)
        buffer = BytesIO()
        pdf.save(buffer)
    found = where_headings_stand(read_sealed(buffer.getvalue(), "report.pdf"))
    assert found is None or len(found.headings) != len(stood().headings)
