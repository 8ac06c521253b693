"""The report as an HTML page: the same words, tables and charts as the PDF, from the same data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from bs4 import BeautifulSoup

from certify.evidence.report.document import build_html, elements_of
from certify.present.document import (
    Band,
    Bullets,
    Element,
    Figure,
    Heading,
    Table,
    Text,
    Together,
)
from certify.present.grids import Grid
from certify.present.markup import spoken
from certify.studies.certification.result import Certification
from tests.report.between_sample import between

Report = tuple[list[Element], BeautifulSoup]


@pytest.fixture(scope="module", params=["banked", "between players"])
def report(request: pytest.FixtureRequest) -> Report:
    full: Certification = request.getfixturevalue("full_certification")
    made = full if request.param == "banked" else between()
    return elements_of(made), BeautifulSoup(build_html(made), "html.parser")


def words(text: str) -> str:
    """Return text without blanks, which stand otherwise between lines."""
    return re.sub(r"\s", "", text)


def said_by(element: Element) -> Iterator[str]:
    """Yield everything that an element says, as markup."""
    match element:
        case Heading() | Text():
            yield element.markup
        case Bullets():
            yield from element.items
        case Together():
            for part in element.parts:
                yield from said_by(part)
        case Table():
            yield from (element.caption, element.note)
            for row in element.rows:
                yield from [row.text] if isinstance(row, Band) else row
        case Figure():
            yield from (element.caption, element.note)
        case _:
            return


def test_everything_is_said(report: Report) -> None:
    elements, page = report
    found = words(page.text)
    for element in elements:
        for markup in said_by(element):
            for line in markup.split("<br/>"):
                assert words(spoken(line)) in found, line


def test_every_table_and_chart_is_there(report: Report) -> None:
    elements, page = report
    figures = [each for each in elements if isinstance(each, Figure)]
    drawings = [part for each in figures for part in each.body if not isinstance(part, Grid)]
    assert len(drawings) > 3
    assert len(page.select("figure")) == len(figures)
    assert len(page.select("figure svg > title")) == len(drawings)
    assert all(each.text.strip() for each in page.select("svg title, svg desc"))
    tables = [each for each in elements if isinstance(each, Table)]
    assert len(page.select("section > .scroll > table, main > .scroll > table")) >= len(tables)


def test_links_lead_somewhere(report: Report) -> None:
    _, page = report
    ids = [str(each["id"]) for each in page.select("[id]")]
    assert len(ids) == len(set(ids))
    targets = [str(each["href"]) for each in page.select("a")]
    assert len(targets) > 10
    assert {target[1:] for target in targets if target.startswith("#")} <= set(ids)
    for svg in page.select("svg"):
        assert set(str(svg["aria-labelledby"]).split()) <= set(ids)


def test_it_is_the_same_each_time(full_certification: Certification) -> None:
    build: Callable[[Certification], bytes] = build_html
    assert build(full_certification) == build(full_certification)


def test_what_a_user_wrote_is_never_markup(full_certification: Certification) -> None:
    hostile = '<script>alert("x")</script><img src=x onerror=y>&'
    wager = full_certification.wagers[0].model_copy(update={"text": hostile})
    clause = full_certification.clauses[0].model_copy(update={"text": hostile})
    made = full_certification.model_copy(
        update={
            "title": hostile,
            "summary": hostile,
            "wagers": (wager, *full_certification.wagers[1:]),
            "clauses": (clause, *full_certification.clauses[1:]),
        }
    )
    page = BeautifulSoup(build_html(made), "html.parser")
    assert not page.select("script, img, [onerror]")
    assert page.text.count('alert("x")') > 4
    assert hostile in page.select_one("head > title").text  # type: ignore[union-attr]
