"""Timings are taken on demand."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def only_on_demand(request: pytest.FixtureRequest) -> None:
    """Skip before anything is prepared, which takes as long as what is timed."""
    if not request.config.getoption("benchmark_enable"):
        pytest.skip("run with --benchmark-enable")
