"""Exports of houses: each monitored with one mapping, to the figures of the layouts' own form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from certify.errors import ActualsError, SpecError
from certify.results.monitoring import MonitorResult
from certify.studies.monitoring.actuals import read_actuals
from certify.studies.monitoring.asked import Asked
from certify.studies.monitoring.mapping import MappingAsked
from certify.studies.monitoring.study import MonitorOrder, monitored
from tests.support.exports import HANDLE, six
from tests.support.monitoring import certified, references

REFERENCES = references()
EXPORTS = ("semicolons", "tabs", "dollars", "workbook", "columns", "handle")


def monitor(path: Path, mapping: str | None = None) -> MonitorResult:
    asked = Asked(mapping=MappingAsked.of(mapping))
    actuals = read_actuals([path], REFERENCES, asked)
    return monitored(certified(), REFERENCES, actuals, MonitorOrder(asked=asked))


@pytest.fixture(scope="module")
def exports(tmp_path_factory):
    return six(tmp_path_factory.mktemp("exports"))


@pytest.mark.parametrize("name", EXPORTS)
def test_six_exports_come_to_the_figures_of_the_own_form(exports, name):
    path, own, mapping = exports[name]
    found, expected = monitor(path, mapping), monitor(own)
    assert found.errors == expected.errors == ()
    assert (found.rows, found.rows_excluded) == (expected.rows, 0)
    assert (found.layout, found.days, found.tables) == (
        expected.layout,
        expected.days,
        expected.tables,
    )
    assert found.mapping is not None
    assert numbers(found.lines) == pytest.approx(numbers(expected.lines), rel=1e-9, abs=1e-9)
    assert [(each.grouping, each.wager, each.table, each.flag) for each in found.lines] == [
        (each.grouping, each.wager, each.table, each.flag) for each in expected.lines
    ]


def numbers(parts: Any) -> list[float]:
    """Return every number of results, in order."""
    if isinstance(parts, BaseModel):
        parts = list(parts.model_dump().values())
    if isinstance(parts, list | tuple | dict):
        values = parts.values() if isinstance(parts, dict) else parts
        return [number for each in values for number in numbers(each)]
    return [float(parts)] if isinstance(parts, int | float) else []
