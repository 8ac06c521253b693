"""How a cross-check is shown: exact figures beside those of the played game."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import NormalDist

from certify.present.charts import RowChart, RowGroup, Scores
from certify.present.document import Band, Column, Element, Figure, Table, Text, number
from certify.present.facts import identification
from certify.present.markup import counted, plain
from certify.present.quantity import COUNT, Number, Quantity, p_value
from certify.studies.crosscheck.result import CrosscheckResult, CrosscheckTest

FIGURE = Quantity(6)
"""A figure in wagers a round, or a chance."""
SCORE = Quantity(2, signed=True)
"""A difference in standard errors."""
EFFECT = Quantity(4, 100, signed=True)
"""A change of an expectation, in percentage points."""
HALF_WIDTH = Quantity(4, 100)
ROUNDS = Quantity(2)
MOST_SCORE = 6.0
"""Scores farther out are drawn at the edge."""
_NORMAL = NormalDist()
STREAKS = "single_streak"
NAMES = {
    "main": "Main wager, without Burnout",
    "main_burnout": "Main wager, with Burnout",
    "insurance": "Insurance and even money",
    "dealer": "Dealer",
    "play": "All wagers",
}
LEGEND = (
    "Figures in wagers a round, or probabilities. z is the difference in standard errors, chi2 "
    "that of a distribution over its degrees of freedom. p is adjusted for the number of tests. "
    "Sees: the smallest error that is found with a chance of {power:.0f} %; of a distribution, of "
    "the probability of one outcome. Payments must be equal."
)
LEFT_OUT_NOTE = (
    "Not tested: {}. Rare outcomes sway these means in so few rounds that no normal interval"
    " holds; all outcomes and pay lines are tested. More rounds test them too."
)
CUT_CARD_NOTE = (
    "Expectation a round of all rounds dealt from a shoe until the cut card has come, less that "
    "from a fresh shoe, for a player who does not count. Cut card: percent of the shoe behind it; "
    "others: players at the table beside this one; rounds: in a shoe."
)


def crosscheck_view(found: CrosscheckResult) -> Iterator[Element]:
    """Yield what identifies a cross-check, and what is shown of it."""
    plan = (
        f"{counted(len(found.tests), 'test')} in {counted(len(found.runs), 'part')}, fixed before"
        " play;"
        f" {found.correction} correction at {found.level:g}"
    )
    yield from identification(
        found,
        ("strategy", found.play or found.strategy),
        ("played by", f"{found.engine}, seed {found.seed}"),
        ("plan", plan),
        ("plan SHA", found.plan_sha256),
    )
    yield from crosscheck_tables(found)


def crosscheck_tables(found: CrosscheckResult) -> Iterator[Table | Text]:
    """Yield what is shown of a cross-check, but what identifies it."""
    yield tests(found)
    if found.cut_card:
        yield cut_card(found)
    if found.left_out:
        yield Text(plain(LEFT_OUT_NOTE.format(", ".join(found.left_out))))
    yield Text(plain(_verdict(found)))


def tests(found: CrosscheckResult) -> Table:
    """Return every test, run by run."""
    lines: list[Band | CrosscheckTest] = []
    for run in found.runs:
        what = "streaks" if run.procedure == STREAKS else "rounds"
        name = plain(run_name(run.name))
        lines.append(Band(f"{name}: {COUNT(run.games)} {what}, seed {run.seed}"))
        lines += [test for test in found.tests if test.run == run.name]
    return Table.of(
        "Every test of the crosscheck",
        [
            Column("What is compared", 64, value=lambda test: test.text),
            number("Exact", lambda test: test.exact, FIGURE, 19),
            number("Played", _played, FIGURE, 19),
            Column("z, chi2", 17, "number", _statistic),
            Column("p", 16, "number", lambda test: p_value(test.p_adjusted)),
            Column("Sees", 17, "number", _sees),
            Column("Holds", 11, "centre", lambda test: "yes" if test.passed else "NO"),
        ],
        lines,
        LEGEND.format(power=100 * found.power),
        breakable=True,
    )


def run_name(name: str) -> str:
    """Return what a run is called in print, by its name such as ``bonus.2, with Burnout``."""
    if name in NAMES:
        return NAMES[name]
    wager, _, play = name.partition(", ")
    kind, _, wins = wager.partition(".")
    if kind == "bonus" and wins:
        return f"Bonus on {wins} wins, {play or 'without Burnout'}"
    return name


def _played(test: CrosscheckTest) -> float | None:
    return None if test.kind == "paid" else test.simulated


def _sees(test: CrosscheckTest) -> str:
    return "any" if test.kind == "paid" else FIGURE(test.detectable)


def _statistic(test: CrosscheckTest) -> str:
    if test.statistic is None:
        return "impossible" if test.kind == "distribution" else "not equal"
    if test.kind == "paid":
        return "equal" if test.passed else "not equal"
    if test.freedom is None:
        return SCORE(test.statistic)
    return Number.of(test.statistic, f"{test.statistic:.0f}/{test.freedom}")


def cut_card(found: CrosscheckResult) -> Table:
    """Return what dealing on to the cut card changes: an estimate, and no test."""
    return Table.of(
        "What dealing on to the cut card changes: an estimate, and no test",
        [
            Column("Wager", 40, value=lambda effect: run_name(effect.wager)),
            number("Cut card, %", lambda effect: effect.cut_card, COUNT, 20),
            number("Others", lambda effect: effect.other_players, COUNT, 16),
            number("Shoes", lambda effect: effect.shoes, COUNT, 24),
            number("Rounds", lambda effect: effect.rounds, ROUNDS, 20),
            number("Effect, points", lambda effect: effect.effect, EFFECT, 26),
            number("±", lambda effect: effect.half_width, HALF_WIDTH, 20),
        ],
        found.cut_card,
        CUT_CARD_NOTE,
    )


def _verdict(found: CrosscheckResult) -> str:
    failed = [f"{test.id} (p {test.p_adjusted:.1g})" for test in found.tests if not test.passed]
    if not failed:
        return f"All {len(found.tests)} tests agree."
    return f"{len(failed)} of {len(found.tests)} tests do NOT agree: {', '.join(failed)}."


# The scores of all tests ------------------------------------------------------------------------


def scores_chart(found: CrosscheckResult) -> Figure | None:
    """Return the chart of how far out every test is; None if payments alone were compared."""
    lines = []
    for run in found.runs:
        tests = [test for test in found.tests if test.run == run.name and test.kind != "paid"]
        if tests:
            scores = tuple((score_of(test), test.kind == "distribution") for test in tests)
            told = tuple(f"{test.id}: p {p_value(test.p)}" for test in tests)
            lines.append(Scores(run_name(run.name), scores, told))
    if not lines:
        return None
    number = sum(test.kind != "paid" for test in found.tests)
    # Holm's first step asks most of the test that is farthest out.
    bound = _NORMAL.inv_cdf(1.0 - found.level / len(found.tests) / 2.0)
    return Figure.of(
        f"Scores of {number} tests against the bound for the one farthest out",
        RowChart(
            [RowGroup("", lines)],
            "standard errors",
            ends=(-MOST_SCORE, MOST_SCORE),
            bounds=(-bound, bound),
        ),
        note="Open: z of a mean or a share. Solid: of a distribution, the normal score of the p of"
        f" its chi-square. Broken lines: ± {ROUNDS(bound)}, beyond which the test farthest out"
        f" fails.{_left_out(len(found.tests) - number)}",
    )


def _left_out(payments: int) -> str:
    """Return what is said of tests that have no score; nothing if there are none."""
    if not payments:
        return ""
    return (
        f" The {payments} tests of payments, which must be equal to the last digit, are in the"
        " table alone."
    )


def score_of(test: CrosscheckTest) -> float:
    """Return how far out a test is, in standard errors of a normal distribution.

    That is z with its sign; of a distribution the score of a normal distribution beyond which lies
    the p of chi-square, negative where the outcomes fit better than on average.
    """
    if test.kind != "distribution":
        return 0.0 if test.statistic is None else test.statistic
    if test.p <= 0.0:
        return MOST_SCORE
    return -MOST_SCORE if test.p >= 1.0 else -_NORMAL.inv_cdf(test.p)
