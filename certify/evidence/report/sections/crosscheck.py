"""The double entry: the exact figures against the same game, played."""

from __future__ import annotations

from statistics import NormalDist

from certify.evidence.report.charts.crosscheck_chart import Marks, score_chart
from certify.present.document import Composer
from certify.present.figures import count, fixed, percent
from certify.present.markup import plain
from certify.studies.certification.result import Certification
from certify.studies.crosscheck.result import CrosscheckResult, CrosscheckTest
from certify.studies.crosscheck.view import cut_card, run_name, tests

STATISTIC_DIGITS = 2
MOST_SCORE = 6.0
"""Scores farther out are drawn at the edge."""
_NORMAL = NormalDist()


def write_crosscheck(composer: Composer, certification: Certification) -> None:
    """Write every test with its verdict, if the game was played."""
    found = certification.crosscheck
    if found is None:
        return
    composer.new_page()
    composer.section("Crosscheck with the played game")
    failed = [test for test in found.tests if not test.passed]
    verdict = (
        f"<b>All {len(found.tests)} tests hold.</b>"
        if not failed
        else f"<b>{len(failed)} of {len(found.tests)} tests do not hold</b>: "
        + plain("; ".join(test.id for test in failed))
        + "."
    )
    games = sum(run.games for run in found.runs)
    composer.text(
        f"{verdict} The rules were also played as a game, {count(games)} rounds and streaks in "
        f"{len(found.runs)} parts, by a program that shares with the exact engine nothing but the "
        "spec. Every test, its exact figure and its number of games were fixed before anything was "
        f"played. The tests are corrected for their number by {plain(found.correction)}’s method: "
        f"the chance that any fails though nothing is wrong is at most {percent(found.level, 1)} "
        "%. An error of the size under <i>sees</i> would be found with a chance of "
        f"{percent(found.power, 0)} %. Simulation confirms; no figure of this report rests on it."
    )
    composer.text(
        f"Sampling plan: {plain(found.strategy)} strategy; seed {found.seed}; as many games as "
        f"show an error of {found.detect:g} wagers of a mean. SHA-256 of the plan: "
        f'<font name="IBMPlexMono" size="7">{plain(found.plan_sha256)}</font>.'
    )
    _write_chart(composer, found)
    composer.put(tests(found))
    if found.cut_card:
        composer.put(cut_card(found))


def score_of(test: CrosscheckTest) -> float:
    """Return how far out a test is, in standard errors of a normal distribution.

    The result: z with its sign; of a distribution the score of a normal distribution beyond which
    lies the p of chi-square, negative where the outcomes fit better than on average.
    """
    if test.kind != "distribution":
        return 0.0 if test.statistic is None else test.statistic
    if test.p <= 0.0:
        return MOST_SCORE
    return -MOST_SCORE if test.p >= 1.0 else -_NORMAL.inv_cdf(test.p)


def _write_chart(composer: Composer, found: CrosscheckResult) -> None:
    marks = []
    for run in found.runs:
        scores = [
            (score_of(test), test.kind == "distribution")
            for test in found.tests
            if test.run == run.name and test.kind != "paid"
        ]
        if scores:
            marks.append(Marks(run_name(run.name), tuple(scores)))
    if not marks:
        return
    tests = sum(test.kind != "paid" for test in found.tests)
    paid = len(found.tests) - tests
    # Holm's first step asks most of the test that is farthest out.
    two_sided = _NORMAL.inv_cdf(1.0 - found.level / len(found.tests) / 2.0)
    composer.figure(
        f"Scores of {tests} tests against the bound for the one farthest out",
        score_chart(marks, bound=two_sided, most=MOST_SCORE),
        note=(
            "Open: z of a mean or a share. Solid: of a distribution, the normal score of the p of "
            f"its chi-square. Broken lines: ± {fixed(two_sided, STATISTIC_DIGITS)}, beyond which "
            f"the test farthest out fails. The {paid} tests of payments, which must be equal to "
            "the last digit, are in the table alone."
        ),
    )
