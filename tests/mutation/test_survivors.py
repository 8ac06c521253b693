"""The survivors that are explained are survivors of the code as it stands."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tools.mutation.definitions import path_of
from tools.mutation.score import (
    Explained,
    Result,
    explanations,
    interval,
    is_explained,
    table,
)

EXPLANATIONS = explanations()


def test_explanations_are_of_lines_that_exist():
    for one in EXPLANATIONS:
        path = path_of(one.module)
        assert path.is_file(), one.module
        lines = [line.strip() for line in path.read_text().splitlines()]
        assert one.line in lines, one
        assert one.changes, one
        assert one.line not in one.changes, one
        assert len(one.why.split()) >= 5, one


def test_no_line_is_explained_twice():
    number = Counter((one.module, one.line) for one in EXPLANATIONS)
    assert [place for place, times in number.items() if times > 1] == []


def test_the_interval_is_that_of_wilson():
    # Agresti, Coull: the middle of Wilson's interval is nearly that of two more of each.
    low, high = interval(90, 100)
    assert (low, high) == pytest.approx((0.8256, 0.9448), abs=1e-4)


SURVIVOR = Result(
    key="k",
    module="certify.exact.blackjack.dealer",
    operator="AddNot",
    occurrence=0,
    line=1,
    text="if a:",
    change="if not a:",
    outcome="survived",
    told="",
    seconds=1.0,
    of=9,
)


def test_a_survivor_is_explained_by_its_own_change_alone():
    known = [Explained(SURVIVOR.module, "if a:", ("if not a:",), "")]
    assert is_explained(SURVIVOR, known)
    assert not is_explained(replace(SURVIVOR, change="if b:"), known)
    assert not is_explained(replace(SURVIVOR, module="certify.exact.blackjack.player"), known)


def test_a_table_counts_what_is_left():
    others = [replace(SURVIVOR, outcome=name) for name in ("killed", "not imported")]
    assert "| certify.exact.blackjack.dealer | 9 | 2 | 1 | 0 | 1 | 50% |" in table(
        [SURVIVOR, *others]
    )
