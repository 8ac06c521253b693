"""The interval of a share of games: within 0 and 1, and what its test does not refute."""

from __future__ import annotations

from math import sqrt

import pytest

from certify.play.simulate.runner import INTERVAL
from certify.studies.simulation.intervals import share_interval


@pytest.mark.parametrize("games", [10, 1_000, 1_000_000])
@pytest.mark.parametrize("hits", [1, 2, 5, 9])
def test_ends_are_the_shares_that_are_just_not_refuted(hits: int, games: int) -> None:
    share = hits / games
    low, high = share_interval(share, games)
    assert 0.0 <= low < share < high <= 1.0
    for end in (low, high):
        assert abs(share - end) / sqrt(end * (1 - end) / games) == pytest.approx(INTERVAL)
    other = share_interval(1 - share, games)
    assert other == pytest.approx((1 - high, 1 - low))
