"""What the games answered, as it is told of a double entry of any game."""

from __future__ import annotations

from math import isfinite

from certify.studies.crosscheck.result import CrosscheckTest
from certify.studies.double_entry import Answer, Question

LEVEL = 0.01
"""Greatest probability that any test fails though nothing is wrong."""

BETWEEN_SEEDS = 1_000_003
"""Distance of the seeds of the runs, beginning with the seed that was given."""


def told(run: str, question: Question, answer: Answer, chance: float) -> CrosscheckTest:
    """Return a test as it is told, its p adjusted for the number of tests."""
    exact, simulated = question.exact, answer.simulated
    difference = simulated if exact is None or simulated is None else simulated - exact
    return CrosscheckTest(
        id=question.identity,
        wager=question.wager,
        text=question.text,
        kind=question.kind,  # type: ignore[arg-type]
        run=run,
        exact=exact,
        simulated=simulated,
        difference=difference,
        half_width=answer.half_width,
        statistic=answer.statistic if isfinite(answer.statistic) else None,
        freedom=answer.freedom,
        p=answer.p,
        p_adjusted=chance,
        passed=chance >= LEVEL,
        detectable=answer.detectable if isfinite(answer.detectable) else None,
    )
