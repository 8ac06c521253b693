"""A document as an HTML page: its elements, and nothing that a user wrote as markup."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup, Tag

from certify.present.composer import Composer
from certify.present.document import Band, Column, Imprint, Text
from certify.present.grids import Grid, GridCell, GridPart, KeyEntry
from certify.present.html.page import html_page
from certify.present.html.words import MarkupError, html_of
from certify.present.palette import BURN_FILL, COLOURS, SHADES
from certify.present.shapes import Drawing, Line

IMPRINT = Imprint(
    title="No. 7: <Game>",
    subject="Analysis",
    author="certify",
    keywords=("one", "two"),
    head=("Game & co", "version 1", "No. 7"),
    foot="Issued some day.",
    issued="2025-01-31",
    seed="seed",
)
COLUMNS = [Column("Key", 1), Column("Chance, %", 1, "number"), Column("Hash", 1, "mono")]
GRID = Grid(
    (
        (
            GridPart(
                "Hard",
                ("2", "3"),
                [
                    (
                        "17-21",
                        [
                            GridCell("S", fill=BURN_FILL, is_framed=True),
                            GridCell("H", "1.5", told="Hit <1>"),
                        ],
                    )
                ],
            ),
        ),
        (GridPart("Soft", ("2",), [("A,8", [GridCell("-", fill=SHADES[3], is_strong=True)])]),),
    ),
    (KeyEntry("S", "stand", BURN_FILL),),
)


def drawing() -> Drawing:
    found = Drawing(100.0, 50.0)
    found.add(Line(0, 0, 100, 50))
    return found


def document() -> Composer:
    composer = Composer()
    composer.title("Report <1>")
    composer.subtitle("Of a game")
    composer.contents()
    composer.section("First")
    composer.text('See <link destination="section-2">2 Second</link> &amp; <b>more</b>.')
    composer.table(
        "Chances<super>A1</super>",
        COLUMNS,
        [
            Band("A group"),
            ("one", "1.5", "ab"),
            ("", "2.5", "cd"),
            Band(),
            ("two<br/>three", "3<br/>4", "x<br/>y"),
            ("all", "11.5", "ef"),
        ],
        groups=[("", 1), ("Both", 2)],
        total=True,
        note="A <i>note</i>.",
    )
    composer.subsection("Part")
    composer.figure("A chart", drawing(), drawing(), note="Below.", alternative="It rises.")
    composer.figure("A grid", GRID)
    composer.section("Second")
    composer.bullets(["first", "second"])
    composer.code("certify games")
    composer.add(Text("Together."))
    composer.end("End")
    return composer


@pytest.fixture(scope="module")
def page() -> BeautifulSoup:
    return BeautifulSoup(html_page(document().elements, IMPRINT), "html.parser")


def one(page: BeautifulSoup | Tag, selector: str) -> Tag:
    (found,) = page.select(selector)
    return found


def test_the_same_document_is_the_same_page() -> None:
    assert html_page(document().elements, IMPRINT) == html_page(document().elements, IMPRINT)


def test_the_page_needs_nothing_else(page: BeautifulSoup) -> None:
    assert not page.select("script, link, img, iframe, object, embed")
    assert not re.search(r"url\(|@import|https?://", page.decode())
    assert one(page, "head > title").text == IMPRINT.title
    assert one(page, "html")["lang"] == "en-GB"
    assert one(page, 'meta[name="viewport"]')["content"] == "width=device-width, initial-scale=1"


def test_headings_are_nested_and_links_lead_to_them(page: BeautifulSoup) -> None:
    assert [each.name for each in page.select("h1, h2, h3")] == ["h1", "h2", "h3", "h2"]
    assert one(page, "h1").text == "Report <1>"
    assert one(page, "section section h3").text == "1.1\N{EN SPACE}Part"
    ids = [str(each["id"]) for each in page.select("[id]")]
    assert len(ids) == len(set(ids))
    links = [str(each["href"]) for each in page.select("a")]
    assert {link.removeprefix("#") for link in links} <= set(ids)
    assert [each.text for each in page.select("nav a")] == [
        *("1\N{EN SPACE}First", "1.1\N{EN SPACE}Part", "2\N{EN SPACE}Second")
    ]
    for section in page.select("section"):
        assert str(section["aria-labelledby"]) in ids


def test_a_table_has_a_caption_and_scopes(page: BeautifulSoup) -> None:
    table = one(page, "section > .scroll > table")
    assert one(table, "caption").text == "Table 1. ChancesA1"
    assert one(table, "caption sup").text == "A1"
    groups, heads = table.select("thead tr")
    assert [(each.name, each.get("colspan")) for each in groups.select("td, th")] == [
        *(("td", None), ("th", "2"))
    ]
    assert [each.text for each in heads.select('th[scope="col"]')] == [
        *("Key", "Chance,\N{NO-BREAK SPACE}%", "Hash")
    ]
    rows = [[cell.text for cell in row.select("th, td")] for row in table.select("tbody tr")]
    assert rows == [
        ["A group"],
        ["one", "1.5", "ab"],
        ["", "2.5", "cd"],
        [""],
        ["two", "3", "x"],
        ["three", "4", "y"],
        ["all", "11.5", "ef"],
    ]
    scopes = [str(each["scope"]) for each in table.select("tbody th")]
    assert scopes == ["rowgroup", "row", "row", "row", "row"]
    assert one(table, "tr.total").text == "all11.5ef"
    assert one(table, "tr.band th")["colspan"] == "3"
    # A head without words is none.
    assert one(table, "tr.band td")["colspan"] == "3"
    assert all(cell["class"] == ["number"] for cell in table.select("td:nth-child(2)"))
    region = one(page, "section > .scroll")
    assert (region["tabindex"], region["aria-label"]) == ("0", "Table 1. ChancesA1")


def test_a_long_text_keeps_its_width_where_the_screen_is_small() -> None:
    composer = Composer()
    columns = [Column("Seen"), Column("Best play")]
    composer.table("Play", columns, [("A A", "stand"), ("A 2", "stand on hard 14 or more; " * 2)])
    found = BeautifulSoup(html_page(composer.elements, IMPRINT), "html.parser")
    assert [cell.get("class") for cell in found.select("td")] == [None, ["long"]]


def test_charts_have_words_in_their_place(page: BeautifulSoup) -> None:
    chart, _ = page.select("figure")
    assert one(chart, "figcaption").text == "Figure 1. A chart"
    assert [each.text for each in chart.select("svg title")] == ["A chart", "A chart"]
    assert [each.text for each in chart.select("svg desc")] == ["It rises.", "It rises."]
    assert one(chart, ".note").text == "Below."


def test_a_grid_is_a_table_with_its_key(page: BeautifulSoup) -> None:
    _, grid = page.select("figure")
    hard, soft = grid.select("table.grid")
    assert [each.text for each in hard.select("thead th")] == ["Hard", "2", "3"]
    framed, other = hard.select("tbody td")
    assert framed["class"] == ["filled", "fill-burn", "framed"]
    assert other.get_text(" ") == "H 1.5"
    assert [framed.get("title"), other.get("title")] == [None, "Hit <1>"]
    (strong,) = soft.select("td")
    assert strong["class"][::2] == ["filled", "strong"]
    assert strong.text == "\N{EN DASH}"
    assert one(grid, ".key li").get_text(" ", strip=True) == "S stand"


def test_every_colour_has_one_for_the_dark(page: BeautifulSoup) -> None:
    style = one(page, "style").text
    for colour in COLOURS:
        assert f"--{colour.name}: {colour.light};" in style
        assert f"--{colour.name}: {colour.dark};" in style
    assert "prefers-color-scheme: dark" in style
    assert "@media print" in style


def test_markup_becomes_html() -> None:
    assert html_of("plain") == "plain"
    assert html_of('<font name="IBMPlexMono" size="7">a&lt;b</font><br/>c') == (
        "<code>a&lt;b</code><br>c"
    )
    assert html_of("2<super size='7'>n</super> &amp; <i>x</i>") == "2<sup>n</sup> &amp; <i>x</i>"
    assert html_of('<a href="https://e.org/?a=1&amp;b=2">x</a>') == (
        '<a href="https://e.org/?a=1&amp;b=2">x</a>'
    )
    assert html_of('<font size="7" color="#56616d">x</font>') == "<small>x</small>"
    with pytest.raises(MarkupError, match="script"):
        html_of("<script>x</script>")
