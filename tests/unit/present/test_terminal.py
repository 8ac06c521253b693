"""A document on the screen: what stands where, and how wide."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from certify.present.document import Band, Bullets, Column, NewPage, Row, Table, Text, numbers
from certify.present.facts import digests, facts
from certify.present.terminal import on_screen


def drawn(element: Text | Table | Bullets) -> list[str]:
    room = io.StringIO()
    Console(file=room, width=80, markup=False).print(on_screen(element))
    return [line.rstrip() for line in room.getvalue().splitlines()]


def test_a_table_stands_between_caption_and_note() -> None:
    rows: list[Row] = [
        ("a &lt; b", "1.50"),
        Band(),
        ("sum", "-2.25"),
        Band("Others"),
        ("c", "3.00"),
    ]
    shown = drawn(Table([Column("Key"), *numbers("Figure")], rows, caption="A &amp; B", note="So."))
    assert (shown[0], shown[-1]) == ("A & B", "So.")
    assert shown[1].split() == ["Key", "Figure"]
    assert [line.split() for line in shown[3:-1]] == [
        ["a", "<", "b", "1.50"],
        [],
        ["sum", "-2.25"],
        [],
        ["Others"],
        ["c", "3.00"],
    ]


@pytest.mark.parametrize(("columns", "gap"), [(6, 2), (14, 1)])
def test_many_columns_stand_close(columns: int, gap: int) -> None:
    heads = [f"h{place:04}" for place in range(columns)][: 13 if columns > 13 else columns]
    (head, *_) = drawn(Table([*numbers(*heads)], [("1",) * len(heads)]))
    assert head == (" " * gap).join(heads)
    assert len(head) <= 80


def test_a_list_hangs_and_code_stands_as_it_is() -> None:
    assert drawn(Bullets(("word " * 20,))) == ["word " * 15 + "word", "  word word word word"]
    assert drawn(Text("a  &lt;\n  b", "code")) == ["a  <", "  b"]


def test_what_needs_a_page_is_refused() -> None:
    with pytest.raises(TypeError, match="found NewPage"):
        on_screen(NewPage())


def test_facts_hang_behind_their_labels() -> None:
    shown = drawn(facts([("Shoe", "card " * 20), ("By", "a &<b>")], "What is asked"))
    assert shown == [
        "What is asked",
        "  Shoe  " + "card " * 13 + "card",
        "        card card card card card card",
        "  By    a &<b>",
    ]


@pytest.mark.parametrize(("name", "lines"), [("spec", 1), ("a report of another name", 2)])
def test_a_hash_stays_whole(name: str, lines: int) -> None:
    digest = "f" * 64
    caption, *shown = drawn(digests([(name, digest)]))
    assert (caption, len(shown)) == ("SHA-256", lines)
    assert shown[0].startswith(f"  {name}")
    assert shown[-1].endswith(digest)
    assert max(map(len, shown)) <= 80


def test_facts_below_the_name_of_their_group_are_indented() -> None:
    rows: list[Row] = [Band("decks: changed"), ("was", "6"), ("<b>is</b>", "8<br/>or 9")]
    shown = drawn(Table([Column(""), Column("")], rows, "Changes", has_header=False))
    assert shown == ["Changes", "  decks: changed", "    was  6", "    is   8", "         or 9"]
