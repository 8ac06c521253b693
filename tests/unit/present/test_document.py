"""A document as data: numbers, marks, headings."""

from __future__ import annotations

from certify.present.composer import Composer
from certify.present.document import (
    Band,
    Bullets,
    Column,
    Contents,
    Figure,
    NewPage,
    Room,
    Row,
    Table,
    Text,
    Together,
    number,
)
from certify.present.markup import capitalised, plain, spoken
from certify.present.quantity import Number, Quantity
from certify.present.shapes import Drawing

UNIT = Quantity(2)
COLUMNS = [Column("Key", 1), Column("Figure", 1, "number")]


def test_sections_tables_and_figures_are_numbered() -> None:
    composer = Composer()
    composer.title("A & B")
    composer.unnumbered("Summary")
    composer.table("First", COLUMNS, [("a", "1")])
    composer.section("One")
    composer.subsection("Part")
    composer.figure("Picture", Drawing(10, 10))
    composer.section("Two")
    composer.subsection("Part", in_contents=False)
    composer.labelled("R1", "Who <pays>?")
    composer.table("Second", COLUMNS, [("a", "1")])
    composer.table("", COLUMNS, [("a", "1")])
    assert [(each.key, each.title, each.level) for each in composer.headings] == [
        ("title", "A & B", 0),
        ("section-Summary", "Summary", 0),
        ("section-1", "1\N{EN SPACE}One", 0),
        ("section-1.1", "1.1\N{EN SPACE}Part", 1),
        ("section-2", "2\N{EN SPACE}Two", 0),
        ("section-2.1", "2.1\N{EN SPACE}Part", 1),
        ("section-R1", "R1\N{EN SPACE}Who <pays>?", 1),
    ]
    assert [each.in_contents for each in composer.headings] == [
        *(False, False, True, True, True, False, False)
    ]
    assert composer.headings[-1].markup == "R1\N{EN SPACE}Who &lt;pays&gt;?"
    assert [each.caption for each in composer.elements if isinstance(each, Table | Figure)] == [
        *("Table 1. First", "Figure 1. Picture", "Table 2. Second", "")
    ]


def test_marks_stand_behind_headings_and_captions_alone() -> None:
    composer = Composer()
    with composer.marked("<super>A1</super>"):
        composer.section("One")
        composer.text("Text.")
        composer.table("First", COLUMNS, [("a", "1")])
        composer.figure("Picture", Drawing(10, 10))
    composer.section("Two")
    first, text, table, figure, second = composer.elements
    assert isinstance(table, Table)
    assert isinstance(figure, Figure)
    assert text == Text("Text.")
    assert table.caption == "Table 1. First<super>A1</super>"
    assert (figure.caption, figure.title) == ("Figure 1. Picture<super>A1</super>", "Picture")
    assert first in composer.headings
    assert composer.headings[0].markup.endswith("One<super>A1</super>")
    assert composer.headings[0].title == "1\N{EN SPACE}One"
    assert second == composer.headings[1]
    assert composer.headings[1].markup == "2\N{EN SPACE}Two"


def test_everything_else_is_kept_in_its_order() -> None:
    composer = Composer()
    composer.subtitle("Sub")
    composer.lead("Lead & co")
    composer.note("A <b>note</b>")
    composer.code("a < b")
    composer.bullets(["one", "two"])
    composer.new_page()
    composer.contents()
    composer.room(10.0)
    table = Table(COLUMNS, [("a", "1")])
    composer.add(Text("t"), table)
    composer.end("End")
    assert composer.elements == [
        Text("Sub", "subtitle"),
        Text("Lead &amp; co", "lead"),
        Text("A <b>note</b>", "note"),
        Text("a &lt; b", "code"),
        Bullets(("one", "two")),
        NewPage(),
        Contents(),
        Room(10.0),
        Together((Text("t"), table)),
        Text("End", "end"),
    ]


def test_what_users_wrote_is_never_markup() -> None:
    assert plain("<b>x</b> &  y\n z") == "&lt;b&gt;x&lt;/b&gt; &amp; y z"
    assert spoken("a<br/><b>b</b> &amp; c") == "a b & c"
    assert capitalised("an A") == "An A"


def cells(row: Row) -> list[str]:
    assert not isinstance(row, Band)
    return list(row)


def test_a_table_of_a_view_is_printed_with_minus_signs_and_dashes() -> None:
    described = Table.of(
        "A < B",
        [Column("Key", value=lambda item: item[0]), number("Figure", lambda item: item[1], UNIT)],
        [("a-b", -0.5), ("c", None)],
    )
    assert [cells(row) for row in described.rows] == [["a-b", "-0.50"], ["c", "-"]]
    composer = Composer()
    composer.put(described)
    (table,) = composer.elements
    assert isinstance(table, Table)
    assert table.caption == "Table 1. A &lt; B"
    assert [cells(row) for row in table.rows] == [
        ["a-b", "\N{MINUS SIGN}0.50"],
        ["c", "\N{EN DASH}"],
    ]
    (_, figure) = cells(table.rows[0])
    assert isinstance(figure, Number)
    assert figure.value == -0.5
