"""Parameters of which some are in the ordinary run, and all in the slow one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(number: int, values: Iterable[Any]) -> list[Any]:
    """Return values as parameters; beside the first of so many, each time, they are slow."""
    return [
        pytest.param(value, marks=pytest.mark.slow if place % number else ())
        for place, value in enumerate(values)
    ]
