"""Drawings as data, their colours and their words."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError

import pytest

from certify.present import palette
from certify.present.palette import ACCENT, COLOURS, INK, MUTED, PAPER, Colour
from certify.present.shapes import Drawing, Group, Line, Rect, String


def luminance(colour: str) -> float:
    """Return the relative luminance, as the accessibility guidelines WCAG 2.2 define it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_what_is_drawn_is_in_order_and_groups_are_opened() -> None:
    drawing = Drawing(100, 50)
    bar = Rect(0, 0, 10, 20, fill=ACCENT)
    inner, last = String(1, 2, "inner"), String(3, 4, "last")
    drawing.add(bar)
    drawing.add(Group([Group([inner]), Line(0, 0, 1, 1, stroke=INK)]))
    drawing.add(last)
    assert list(drawing.shapes()) == [bar, inner, Line(0, 0, 1, 1, stroke=INK), last]
    assert [each.text for each in drawing.strings()] == ["inner", "last"]
    assert len(drawing.contents) == 3


def test_drawings_share_nothing() -> None:
    Drawing(1, 1).add(String(0, 0, "x"))
    assert Drawing(1, 1).contents == []


def test_a_shape_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Line(0, 0, 1, 1).x1 = 2  # type: ignore[misc]


def test_every_colour_of_the_palette_is_listed_once() -> None:
    single = [value for value in vars(palette).values() if isinstance(value, Colour)]
    several = [*palette.ACTION_FILLS.values(), *palette.FAN_FILLS, *palette.SHADES]
    assert {*single, *several} == set(COLOURS)
    assert len({colour.name for colour in COLOURS}) == len(COLOURS)
    for colour in COLOURS:
        assert re.fullmatch(r"[a-z]+(-\d)?", colour.name)
        for value in (colour.light, colour.dark):
            assert re.fullmatch(r"#[0-9a-f]{6}", value)


@pytest.mark.parametrize("side", ["light", "dark"])
def test_text_is_read_on_what_it_stands_on(side: str) -> None:
    def of(colour: Colour) -> str:
        return str(getattr(colour, side))

    for ground in (PAPER, palette.BAND):
        for text in (INK, ACCENT, MUTED):
            assert contrast(of(text), of(ground)) >= 4.5
    for ground in (*palette.ACTION_FILLS.values(), palette.BURN_FILL, *palette.SHADES[:-1]):
        assert contrast(of(INK), of(ground)) >= 4.5
    for ground in (palette.SHADES[-1], ACCENT):
        assert contrast(of(PAPER), of(ground)) >= 4.5


@pytest.mark.parametrize("fills", [palette.FAN_FILLS, palette.SHADES])
@pytest.mark.parametrize("side", ["light", "dark"])
def test_each_fill_is_stronger_than_the_last(fills: tuple[Colour, ...], side: str) -> None:
    found = [contrast(getattr(fill, side), getattr(PAPER, side)) for fill in fills]
    assert found == sorted(found)
    assert found[0] > 1.05
