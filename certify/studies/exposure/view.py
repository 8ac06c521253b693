"""How it is shown what hidden cards are worth to a player who sees them."""

from __future__ import annotations

from collections.abc import Iterator

from certify.present.document import Band, Column, Element, Row, Table, Text, number, numbers
from certify.present.facts import identification
from certify.present.markup import after_answers, counted, in_a_row, plain, said
from certify.present.quantity import BAND, GAIN, QUOTED, Quantity
from certify.studies.exposure.result import (
    ExposedCase,
    ExposedDecision,
    ExposedOption,
    ExposedResult,
)

WORTH = Quantity(4, signed=True)
COST = Quantity(4)
"""An amount among many, in units."""

OTHERS, ELSEWHERE = "others", "other players' hands"
"""Where cards lie that are nowhere in the game, as it is asked and as it is told."""

WAGERS_NOTE = (
    "What a round brings, in percent of the first wager, to who plays best for what is in sight: by"
    " the rules, and with the cards seen besides. Below zero is the house's."
)
REMEDIES_NOTE = (
    "The player's edge when it is done, in percent of the first wager, and by how much that is"
    " above what the rules leave."
)
CASES_NOTE = (
    "How often these cards are seen, what the rest of the round then brings in units, and the best"
    " play in words. Suits do not matter."
)
COSTS_NOTE = " What following the words costs then is in units too: 0 where they are the best play."


def exposed_view(found: ExposedResult) -> Iterator[Element]:
    """Yield what hidden cards are worth, and how who sees them plays."""
    left = [f"{name}:{count}" for name, count in found.shoe.items()]
    yield from identification(
        found,
        *([("Wagers made", said(", ".join(found.wagers_made)))] if found.wagers_made else []),
        ("Seen", seen_in_words(found)),
        *([("Shoe", " ".join(left))] if left else []),
        with_hashes=False,
    )
    yield from exposed_tables(found)


def exposed_tables(found: ExposedResult) -> Iterator[Table | Text]:
    """Yield what is shown, but what identifies it."""
    yield Table.of(
        "What wagers bring",
        [
            Column("Wager", 2.0, value=lambda wager: wager.title),
            number("By the rules, %", lambda wager: wager.fair, GAIN),
            number("Seeing more, %", lambda wager: wager.exposed, GAIN),
            number("Gain", lambda wager: wager.gain, GAIN),
        ],
        [*found.wagers.values()],
        WAGERS_NOTE,
    )
    if found.remedies:
        yield _remedies(found)
    rows: list[Band | ExposedOption] = []
    for decision in found.decisions:
        # What the best play never comes to is not told.
        if any(option.fair or option.exposed for option in decision.options):
            rows += [Band(plain(_decision(decision))), *decision.options]
    if rows:
        yield Table.of(
            "How it is decided",
            [
                Column("Answer", 2.0, value=lambda option: said(option.option)),
                number("By the rules, % of rounds", lambda option: option.fair, BAND),
                number("Seeing more, %", lambda option: option.exposed, BAND),
            ],
            rows,
        )
    for decision in found.decisions:
        if decision.cases:
            yield _cases(decision)
    yield Text(plain(f"Method: {found.method}."), "note")


def _cases(decision: ExposedDecision) -> Table:
    """Return the best play for each set of seen cards, and what is lost by its words."""
    columns = [
        Column("Seen", 1.0, value=_seen),
        number("% of rounds", lambda case: case.probability, BAND),
        number("Brings", lambda case: case.worth, WORTH),
        Column("Best play", 4.0, value=lambda case: said("; ".join(case.rule))),
    ]
    note = CASES_NOTE
    # Reports of earlier versions did not tell it.
    if any(case.rule_cost is not None for case in decision.cases):
        columns.append(number("Costs", lambda case: case.rule_cost, COST))
        note += COSTS_NOTE
    asked = said(after_answers(decision.decision, decision.before))
    return Table.of(f"{asked}: the best play by what is seen", columns, decision.cases, note)


def _remedies(found: ExposedResult) -> Table:
    """Return what can be done, and what is left of the gain of each wager."""
    columns = [
        Column("Remedy", 4.0),
        *numbers("Edge then, %", "Gain left"),
    ]
    rows: list[Row] = []
    for name, wager in found.wagers.items():
        if len(found.wagers) > 1:
            rows.append(Band(plain(wager.title)))
        for each in found.remedies:
            edge = each.edges[name]
            rows.append((plain(each.text), GAIN(edge), GAIN(edge - wager.fair)))
    return Table(columns, rows, "What remedies do", REMEDIES_NOTE)


def seen_in_words(found: ExposedResult) -> str:
    """Return which cards are seen."""
    return ", ".join(
        f"{counted(count, 'card')} of {ELSEWHERE if zone == OTHERS else zone}"
        + (f", but only whether {found.marked[zone]}" if zone in found.marked else "")
        for zone, count in found.leaks.items()
    )


def _decision(decision: ExposedDecision) -> str:
    after = f" (after {said(in_a_row(decision.before))})" if decision.before else ""
    changed = (
        ""
        if decision.changed is None
        else f" Answered otherwise in {QUOTED(decision.changed)} % of the rounds."
    )
    return f"{decision.text}{after}{changed}"


def _seen(case: ExposedCase) -> str:
    return "; ".join(case.seen.values())
