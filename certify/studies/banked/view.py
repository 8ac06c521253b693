"""How the exact figures of a game against the house are shown."""

from __future__ import annotations

from collections.abc import Iterator

from certify.present.document import Band, Column, Element, Row, Table, number
from certify.present.facts import identification
from certify.present.quantity import (
    CHANCE,
    COUNT,
    EXPECTATION,
    MOMENT,
    NONE,
    QUOTED,
    RATE,
    UNITS,
    Quantity,
    shortest,
)
from certify.studies.banked.result import (
    BankedDecision,
    BankedLine,
    BankedOutcome,
    BankedResult,
    BankedWager,
)

ONE_IN = Quantity(2, thousands=True)
"""Rounds for each one that comes to a row of a paytable."""

_COST = Quantity(6, 100)

MOST_OUTCOMES = 24
"""Outcomes that are listed where not everything is asked for."""

WAGERS_NOTE = (
    "Edge and element of risk in percent: of the first wager, and of everything that is put down"
    " with it. SD is the standard deviation of a round, in units of the first wager. All figures"
    " are ratios of integers, rounded once."
)


def banked_view(found: BankedResult, *, everything: bool = False) -> Iterator[Element]:
    """Yield what is shown of the figures of a game, all of them or the headline."""
    made = ", ".join(found.wagers[name].title for name in found.wagers_made)
    yield from identification(
        found,
        ("Wagers made", made),
        ("Play", "the best there is" if found.strategy == "optimal" else found.strategy),
        with_hashes=everything,
    )
    yield _wagers(found)
    if any(wager.exact for wager in found.wagers.values()):
        yield _fractions(found)
    if any(wager.lines for wager in found.wagers.values()):
        yield _lines(found)
    if found.decisions:
        yield _decisions(found)
    if any(decision.rule for decision in found.decisions):
        yield _rules(found)
    yield _outcomes(found, everything=everything)


def _firsts(found: BankedResult) -> list[tuple[str, BankedWager]]:
    return [(name, wager) for name, wager in found.wagers.items() if wager.of is None]


def _wagers(found: BankedResult) -> Table:
    return Table.of(
        "Wagers",
        [
            Column("Wager", 2.0, value=lambda named: named[1].title),
            number("House edge", lambda named: named[1].house_edge, EXPECTATION),
            number("Return", lambda named: named[1].rtp, QUOTED),
            number("Risk", lambda named: named[1].element_of_risk, RATE),
            number("SD", lambda named: named[1].sd, Quantity(4)),
            number("Wins", lambda named: named[1].hit_frequency, QUOTED),
        ],
        _firsts(found),
        WAGERS_NOTE,
    )


def _fractions(found: BankedResult) -> Table:
    rows = [
        (wager.title, what.replace("_", " "), text)
        for wager in found.wagers.values()
        for what, text in (wager.exact or {}).items()
    ]
    return Table.of(
        "As fractions",
        [
            Column("Wager", value=lambda row: row[0]),
            Column("Figure", value=lambda row: row[1]),
            Column("Exact", 3.0, "mono", lambda row: row[2]),
        ],
        rows,
    )


def _lines(found: BankedResult) -> Table:
    columns = [
        Column("Outcome", 2.0, value=lambda line: line.outcome),
        Column("Pays", 1.0, "number", lambda line: f"{line.pays}:1"),
        number("Percent", lambda line: line.probability, CHANCE),
        number("1 in", lambda line: line.one_in, ONE_IN),
        number("Of the return", lambda line: line.contribution, RATE),
    ]
    rows: list[Band | BankedLine] = []
    for wager in found.wagers.values():
        if wager.lines:
            rows += [Band(wager.title), *wager.lines]
    return Table.of(
        "True odds",
        columns,
        rows,
        "How often a round comes to each row of a paytable, and what it pays to one.",
    )


def _decisions(found: BankedResult) -> Table:
    rows: list[Row] = []
    several = len(found.decisions) > 1
    for decision in found.decisions:
        if several:
            rows.append(Band(_after(decision)))
        rows += [
            (
                option.option,
                RATE(option.frequency),
                RATE(option.frequency / decision.frequency if decision.frequency else None),
                COUNT(decision.situations) if place == 0 else "",
            )
            for place, option in enumerate(decision.options)
        ]
    columns = [
        Column("Decision", 2.0),
        Column("% of rounds", 1.0, "number"),
        Column("% of these", 1.0, "number"),
        Column("Situations", 1.0, "number"),
    ]
    return Table(columns, rows, "What is decided", is_numbered=True)


def _rules(found: BankedResult) -> Table:
    rows = [
        (f"{_after(decision)}: {line}" if len(found.decisions) > 1 else line, cost)
        for decision in found.decisions
        for place, line in enumerate(decision.rule)
        for cost in [_COST(decision.rule_cost) if place == 0 else ""]
    ]
    return Table.of(
        "The best play in words",
        [
            Column("Rule", 5.0, value=lambda row: row[0]),
            Column("Costs", 1.0, "number", lambda row: row[1]),
        ],
        rows,
        "What following a rule costs, in percent of a unit a round: 0 where it is the best play in"
        " every situation, which was compared one by one.",
    )


def _after(decision: BankedDecision) -> str:
    if not decision.before:
        return decision.decision
    return f"{decision.decision} after {'; '.join(decision.before)}"


def _outcomes(found: BankedResult, *, everything: bool) -> Table:
    rows = list(found.outcomes)
    note = (
        f"Mean {UNITS(found.mean)}, standard deviation {MOMENT(found.sd)}, skewness"
        f" {NONE if found.skewness is None else MOMENT(found.skewness)}, all in units."
    )
    if len(rows) > MOST_OUTCOMES and not everything:
        rows = sorted(rows, key=lambda o: -o.probability)[:MOST_OUTCOMES]
        rows.sort(key=lambda o: o.net)
        note += f" The {MOST_OUTCOMES} most frequent of {len(found.outcomes)}; --all prints all."
    return Table.of(
        "Gains of a round",
        [
            Column("Gain", 1.0, "number", lambda o: shortest(o.net)),
            Column("Put down", 1.0, "number", lambda o: shortest(o.staked)),
            number("Percent", lambda o: o.probability, CHANCE),
            number("1 in", _one_in, ONE_IN),
        ],
        rows,
        note,
    )


def _one_in(outcome: BankedOutcome) -> float | None:
    return 1.0 / outcome.probability if outcome.probability else None
