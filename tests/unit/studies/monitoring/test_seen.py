"""Duplicates and gaps against plain sets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certify.errors import EngineError
from certify.studies.monitoring.seen import MOST_ROUND, Groups, Runs, SeenRounds, place

BATCHES = st.lists(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 150)), max_size=40), max_size=6
)


def places_of(batch):
    array = np.array(batch, dtype=np.int64).reshape(-1, 2)
    return place(array[:, 0], array[:, 1])


@settings(deadline=None)
@given(BATCHES)
def test_duplicates_are_those_of_a_set(batches):
    seen, known = SeenRounds(), set()
    for batch in batches:
        expected = []
        for each in batch:
            expected.append(each in known)
            known.add(each)
        assert seen.add(places_of(batch)).tolist() == expected
    asked = [(group, number) for group in range(4) for number in range(151)]
    assert seen.contains(places_of(asked)).tolist() == [each in known for each in asked]


@settings(deadline=None)
@given(BATCHES)
def test_gaps_are_those_of_a_set(batches):
    runs = Runs()
    first_line: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for file, batch in enumerate(batches):
        lines = np.arange(10, 10 + len(batch), dtype=np.int64)
        runs.add(places_of(batch), file, lines)
        for each, line in zip(batch, lines.tolist(), strict=True):
            first_line.setdefault(each, set()).add((file, line))
    missing = set()
    for group, first, last, file, line in runs.gaps():
        missing |= {(group, number) for number in range(first, last + 1)}
        assert (file, line) in first_line[group, last + 1]
    expected = set()
    for group in range(4):
        numbers = [number for known, number in first_line if known == group]
        if numbers:
            between = set(range(min(numbers), max(numbers))) - set(numbers)
            expected |= {(group, number) for number in between}
    assert missing == expected


def test_groups_are_numbered_as_they_come():
    groups = Groups()
    assert groups.numbers(np.array([7, 5, 7])).tolist() == [1, 0, 1]
    assert groups.numbers(np.array([9, 7])).tolist() == [2, 1]


def test_there_is_room_for_large_rounds_and_many_groups():
    dated = np.array([20_260_105_000_123])
    assert dated[0] < MOST_ROUND
    with pytest.raises(EngineError, match="65,536 combinations"):
        place(np.array([65_536]), dated)
