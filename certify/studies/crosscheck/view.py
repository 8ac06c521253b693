"""How a cross-check is shown: exact figures beside those of the played game."""

from __future__ import annotations

from collections.abc import Iterator

from certify.present.document import Column, Table, Text, number
from certify.present.markup import plain
from certify.present.quantity import COUNT, NONE, Quantity
from certify.studies.crosscheck.result import CrosscheckResult, CrosscheckRun, CrosscheckTest

FIGURE = Quantity(6)
"""A figure in wagers a round, or a chance."""
DIFFERENCE = Quantity(6, signed=True)
ROUNDS = Quantity(2)
LEGEND = (
    "Figures are in wagers a round, or chances. +- is the 95 percent interval of the difference."
    " z is the difference in standard errors, or of a distribution chi-square over its degrees of"
    " freedom. A test holds if its p, adjusted for the number of tests, is not below the level."
    " Sees is the smallest error that is seen with a chance of 99 percent: of a mean, or of the"
    " chance of one outcome. What was paid must be equal; any error is seen."
)


def crosscheck_tables(found: CrosscheckResult) -> Iterator[Table | Text]:
    """Yield what is shown of a cross-check, but what identifies it."""
    yield from (_run_table(found, run) for run in found.runs)
    yield _cut_card(found)
    yield Text(plain(LEGEND))
    yield Text(plain(_verdict(found)))


def _run_table(found: CrosscheckResult, run: CrosscheckRun) -> Table:
    what = "streaks" if run.procedure == "single_streak" else "rounds"
    return Table.of(
        f"{run.name}: {run.games:,} {what}",
        [
            Column("Test", value=_label),
            number("Exact", lambda test: test.exact, FIGURE),
            number(
                "Simulated", lambda test: None if test.kind == "paid" else test.simulated, FIGURE
            ),
            number("Differs", lambda test: test.difference, DIFFERENCE),
            number("+-", _half_width, FIGURE),
            Column("z", 1.0, "number", _statistic),
            Column("Sees", 1.0, "number", _sees),
            Column("Holds", 1.0, "number", lambda test: "yes" if test.passed else "NO"),
        ],
        [test for test in found.tests if test.run == run.name],
    )


def _half_width(test: CrosscheckTest) -> float | None:
    return test.half_width if test.kind in ("mean", "share") else None


def _sees(test: CrosscheckTest) -> str:
    return "any" if test.kind == "paid" else FIGURE(test.detectable)


def _label(test: CrosscheckTest) -> str:
    own = test.id.removeprefix(f"{test.wager}.").removeprefix("without_burnout.")
    return own.removeprefix("with_burnout.")


def _statistic(test: CrosscheckTest) -> str:
    if test.kind == "paid":
        return NONE
    if test.statistic is None:
        return "inf"
    if test.freedom is None:
        return f"{test.statistic:+.2f}"
    return f"{test.statistic:.0f}/{test.freedom}"


def _cut_card(found: CrosscheckResult) -> Table:
    first = found.cut_card[0]
    others = f", {first.other_players} other players" if first.other_players else ""
    return Table.of(
        f"What the cut card changes: {first.cut_card} % of the shoe behind it{others}",
        [
            Column("Wager", value=lambda effect: effect.wager),
            number("Fresh shoe", lambda effect: effect.exact, FIGURE),
            number("Cut card", lambda effect: effect.mean, FIGURE),
            number("Effect", lambda effect: effect.effect, DIFFERENCE),
            number("+-", lambda effect: effect.half_width, FIGURE),
            number("Rounds", lambda effect: effect.rounds, ROUNDS),
            number("Shoes", lambda effect: effect.shoes, COUNT),
        ],
        found.cut_card,
        "The mean over all rounds of a shoe against the exact figure, which is that of a round from"
        " a fresh shoe; a shoe in which the cut card comes late has more rounds.",
    )


def _verdict(found: CrosscheckResult) -> str:
    failed = [f"{test.id} (p {test.p_adjusted:.1g})" for test in found.tests if not test.passed]
    if not failed:
        return f"All {len(found.tests)} tests agree."
    return f"{len(failed)} of {len(found.tests)} tests do NOT agree: {', '.join(failed)}."
