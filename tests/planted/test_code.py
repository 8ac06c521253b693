"""Errors planted in the code, one at a time: each is noticed by the check that is named.

The check is a test of the project, which runs in a process of its own on the changed source. That
it passes on the source as it stands is seen when it runs itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.planted.plugin import VARIABLE
from tools.mutation.definitions import ROOT


class Planted(NamedTuple):
    """An error, and the test that must fail of it."""

    error: str
    module: str
    old: str
    new: str
    test: str
    slow: bool = False


ORACLE = "tests/oracle/test_exact_engine.py::test_expectation"
BONUS = "tests/oracle/test_bonus.py::test_play_count_by_count"
PLANTED = (
    Planted(
        "the dealer of the exact engine stands on soft 17",
        "certify.exact.blackjack.dealer",
        "(hits_soft_17 and total == DEALER_STANDS_ON)",
        "(hits_soft_17 and total == DEALER_STANDS_ON + 1)",
        f"{ORACLE}[plain-h17]",
        slow=True,
    ),
    Planted(
        "a blackjack pays even money in streaks alone",
        "certify.exact.blackjack.streak",
        "float(shoe.rules.blackjack_pays) * at_all",
        "1.0 * at_all",
        f"{BONUS}[no-split-net]",
        slow=True,
    ),
    Planted(
        "insurance counts the ace that is shown among the unseen cards",
        "certify.exact.blackjack.insurance",
        "    counts[ACE] -= 1\n",
        "",
        "tests/unit/exact/test_insurance.py::test_figures_are_those_of_all_deals",
        slow=True,
    ),
    Planted(
        "a split round with as many hands lost as won counts as lost",
        "certify.exact.blackjack.streak_rules",
        "wins, loses = won > lost, won < lost",
        "wins, loses = won > lost, won <= lost",
        "tests/oracle/test_distribution.py::test_streak_by_both_readings[two-hands]",
        slow=True,
    ),
    Planted(
        "a variance is divided by n, not by n - 1",
        "certify.play.tallies",
        "(games - 1) * self.scale(name) ** 2",
        "games * self.scale(name) ** 2",
        "tests/unit/engine/test_tallies.py::test_statistics_are_those_of_the_values",
        slow=True,
    ),
    Planted(
        "the standard error of an interval is that of n, not of n - 1",
        "certify.studies.fairness.intervals",
        "values.std(ddof=1)",
        "values.std(ddof=0)",
        "tests/unit/studies/fairness/test_intervals.py::test_an_error_is_that_of_a_sample",
        slow=True,
    ),
    Planted(
        "one tag of a count is wrong",
        "certify.studies.shoe.tags",
        '"Hi-Lo", (-1, 1, 1, 1, 1, 1,',
        '"Hi-Lo", (-1, 1, 1, 1, 1, 0,',
        "tests/unit/studies/shoe/test_tags.py",
        slow=True,
    ),
    Planted(
        "who can count the cards of a zone sees which card moves",
        "certify.play.events",
        "if not (seen[source] or seen[target]):",
        "if not (known[source] or known[target]):",
        "tests/unit/engine/test_observation.py",
        slow=True,
    ),
    Planted(
        "the last card of a shuffled zone is never the next",
        "certify.play.chance",
        "return self.below(number)",
        "return self.below(number - 1)",
        "tests/playthroughs/test_playthroughs.py::test_the_same_seeds_give_the_same_logs",
        slow=True,
    ),
    Planted(
        "a bound on an error is rounded down",
        "certify.present.quantity",
        "digit = ceil(value / 10.0**exponent - 1e-9)",
        "digit = floor(value / 10.0**exponent + 1e-9)",
        "tests/unit/present/test_quantity.py::test_a_bound_is_rounded_up",
        slow=True,
    ),
    Planted(
        "a figure is printed a digit short",
        "certify.present.quantity",
        "EXPECTATION = Quantity(9, 100)",
        "EXPECTATION = Quantity(8, 100)",
        "tests/unit/present/test_quantity.py::test_each_kind_of_figure_has_its_decimals",
    ),
)


@pytest.mark.parametrize(
    "planted",
    [
        pytest.param(one, id=one.error, marks=pytest.mark.slow if one.slow else ())
        for one in PLANTED
    ],
)
def test_a_planted_error_is_noticed(planted: Planted, tmp_path: Path) -> None:
    given = {
        "module": planted.module,
        "old": planted.old,
        "new": planted.new,
        "folder": str(tmp_path),
    }
    options = ["-q", "-x", "-p", "no:cacheprovider", "--tb=line", "-p", "tests.planted.plugin"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, planted.test],
        cwd=ROOT,
        env=os.environ | {VARIABLE: json.dumps(given)},
        capture_output=True,
        text=True,
        check=False,
    )
    # 1: tests were run and one failed; a file that cannot be read, or no test, is something else.
    assert run.returncode == 1, run.stdout[-2000:] + run.stderr[-2000:]
    assert f"FAILED {planted.test}" in run.stdout
