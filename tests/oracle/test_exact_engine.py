"""The exact engine against the oracle: every figure, on every tiny shoe, to 1e-12."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from certify.cards.shoe import Shoe
from certify.exact.blackjack.figures import WagerFigures
from certify.exact.blackjack.solve import solve_optimal
from certify.exact.blackjack.values import shoe_values
from tests.oracle.tiny_shoes import CASES, Case, analysed, marked
from tests.oracle.twenty_one_tree import Figures

TOLERANCE = 1e-12


@cache
def solved(case: Case) -> tuple[WagerFigures, WagerFigures]:
    """Return the engine's figures without and with Burnout."""
    solution = solve_optimal(shoe_values(case.rules, Shoe(case.shoe), with_burnout=True))
    burnout = solution.main_burnout
    assert burnout is not None
    return solution.main, burnout


def both(case: Case) -> list[tuple[WagerFigures, Figures]]:
    """Return the engine's and the oracle's figures, without and with Burnout."""
    analysis = analysed(case)
    return list(zip(solved(case), (analysis.main, analysis.burnout), strict=True))


def near(value: Fraction):
    return pytest.approx(float(value), rel=0, abs=TOLERANCE)


@pytest.mark.parametrize("case", marked(CASES))
def test_expectation(case: Case):
    for engine, oracle in both(case):
        assert engine.ev == near(oracle.ev)


@pytest.mark.parametrize("case", marked(CASES))
def test_expectation_by_upcard(case: Case):
    for engine, oracle in both(case):
        expected = [np.nan if ev is None else float(ev) for ev in oracle.by_upcard]
        np.testing.assert_allclose(engine.by_upcard, expected, rtol=0, atol=TOLERANCE)


@pytest.mark.parametrize("case", marked(CASES))
def test_average_wagered(case: Case):
    for engine, oracle in both(case):
        assert engine.average_wagered == near(oracle.average_wagered)


@pytest.mark.parametrize("case", marked(CASES))
def test_burn_rate(case: Case):
    # Without a hole card a card has been burned before the dealer finds a blackjack.
    for engine, oracle in both(case):
        assert engine.burn_rate == near(oracle.burn_rate)
