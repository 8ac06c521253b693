"""How rulings, published figures and the sheet for players are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from certify.present.charts import BarChart, ColumnChart, bars
from certify.present.document import Column, Figure, Row, Table, number
from certify.present.markup import HELD, plain
from certify.present.quantity import COUNT, EXPECTATION, POINTS, WHOLE, Quantity
from certify.studies.certification.result import (
    AlternativeEffect,
    PublishedFigure,
    PublishedText,
    RulingText,
)
from certify.studies.certification.sheet_result import PlayerSheet, SheetSession, SheetWager
from certify.studies.item.result import AlternativeText
from certify.studies.returns.result import RtpResult

FIGURE_LINES = 24
"""Alternatives in one figure; more would not fit on a page."""

STAKE = 100
"""The wager of the sheet for players."""
SHOWN = Quantity(1)
"""An amount on the sheet for players: as many decimals as a player can use."""
SHOWN_AMOUNT = Quantity(1, signed=True)
SHOWN_RATE = Quantity(1, 100)
NAMES = {"main": "without Burnout", "main_burnout": "with Burnout"}


# Rulings


def effects_charts(rulings: Sequence[RulingText]) -> Iterator[Figure]:
    """Yield the chart of what every alternative changes, in as many figures as it needs."""
    lines = [
        (_label(ruling, alternative), alternative)
        for ruling in rulings
        for alternative in ruling.alternatives
        if alternative.change_main is not None or alternative.change_main_burnout is not None
    ]
    found = [
        None if change is None else 100 * change
        for _, alternative in lines
        for change in (alternative.change_main, alternative.change_main_burnout)
    ]
    for start in range(0, len(lines), FIGURE_LINES):
        part = lines[start : start + FIGURE_LINES]
        chart = BarChart(
            [label for label, _ in part],
            [
                bars("without Burnout", [each.change_main for _, each in part], POINTS),
                bars("with Burnout", [each.change_main_burnout for _, each in part], POINTS),
            ],
            "percentage points of the main wager",
            shown=found,
        )
        yield Figure.of("Change of the expectation under each alternative reading", chart)


def _label(ruling: RulingText, alternative: AlternativeEffect) -> str:
    """Return the label of an alternative in the chart."""
    changes = ", ".join(f"{name} = {value}" for name, value in alternative.settings)
    return f"{ruling.id}: {changes or alternative.text}"


def alternatives_table(ruling: RulingText) -> Table | None:
    """Return what the alternatives change that settings carry; None if there are none."""
    computed = [alternative for alternative in ruling.alternatives if alternative.settings]
    if not computed:
        return None
    return Table.of(
        "",
        [
            Column("Alternative", 54, value=lambda each: each.text),
            replace(SETTINGS, share=46),
            number("Without<br/>Burnout, %", lambda each: each.ev_main, EXPECTATION, 27),
            number("Change,<br/>points", lambda each: each.change_main, POINTS, 22),
            number("With<br/>Burnout, %", lambda each: each.ev_main_burnout, EXPECTATION, 27),
            number("Change,<br/>points", lambda each: each.change_main_burnout, POINTS, 22),
        ],
        computed,
    )


def _settings(alternative: AlternativeText) -> str:
    return "<br/>".join(f"{plain(name)} = {plain(value)}" for name, value in alternative.settings)


SETTINGS = Column("Settings", 50, "mono", _settings, is_markup=True)


def settings_tables(
    alternatives: Sequence[AlternativeText],
    changes: Callable[[AlternativeText], str] | None = None,
) -> Iterator[Table]:
    """Yield the table of the alternatives that settings carry, and what each changes, if told."""
    carried = [alternative for alternative in alternatives if alternative.settings]
    if not carried:
        return
    columns = [
        Column("Alternative", 100 if changes is None else 70, value=lambda each: each.text),
        replace(SETTINGS, share=68 if changes is None else 44),
    ]
    if changes is not None:
        columns.append(Column("What it changes", 58, value=changes, is_markup=True))
    yield Table.of("", columns, carried)


# Published figures


def published_table(publication: PublishedText, where: str) -> Table:
    """Return the figures of one publication beside those of this report."""
    rows: list[Row] = [_published(figure) for figure in publication.figures]
    return Table(
        [
            Column("Figure", 74),
            Column("This report,<br/>% of main wager", 34, "number"),
            Column("Published,<br/>% of main wager", 34, "number"),
            Column("Difference,<br/>percentage points", 34, "number"),
        ],
        rows,
        plain(f"{publication.title}: published and exact figures, {where}"),
        plain(
            f"Source: {publication.source}. The difference is this report’s figure less the "
            "published one."
        ),
        is_numbered=True,
    )


def _published(figure: PublishedFigure) -> Row:
    """Return the line of a figure, with as many decimals as were published, three at least."""
    decimals = max(len(figure.published.partition(".")[2]) - 2, 0)
    published, ours = float(figure.published), figure.computed
    shown = Quantity(max(decimals, 3), 100)
    return (
        plain(figure.title),
        shown(ours),
        Quantity(decimals, 100)(published),
        shown(None if ours is None else ours - published, signed=True),
    )


# The sheet for players


def back_table(sheet: PlayerSheet, basic: RtpResult) -> Table:
    """Return what comes back of a stake of 100, wager by wager."""
    rows: list[Row] = []
    for wager in sheet.wagers:
        staked = wager.staked * STAKE
        back = wager.rtp * staked
        rows.append(
            (
                f"The game {NAMES[wager.wager]}",
                COUNT(staked),
                SHOWN(back),
                SHOWN(staked - back),
                SHOWN_RATE(wager.rtp),
            )
        )
    if basic.wagers.insurance is not None:
        cost = -basic.wagers.insurance.ev_when_always_taken * STAKE
        rows.append(_per_hundred("Insurance, when it is offered", cost))
    for wins, bonus in basic.wagers.bonus.items():
        for words, found in (
            ("without Burnout", bonus.without_burnout),
            ("with Burnout in every round", bonus.with_burnout),
        ):
            if found is not None:
                cost = (1.0 - found.rtp) * STAKE
                rows.append(_per_hundred(f"Bonus on {plain(wins)} wins, {words}", cost))
    return Table(
        [
            Column("If you play", 66),
            Column("You put down", 24, "number"),
            Column("You get back,<br/>on average", 28, "number"),
            Column("It costs you,<br/>on average", 28, "number"),
            Column("Back of each 100", 26, "number"),
        ],
        rows,
        "What comes back",
        "Amounts for a main wager, insurance or Bonus wager of 100. Of a single round you cannot "
        "tell: it may win or lose.",
        is_numbered=True,
    )


def _per_hundred(name: str, cost: float) -> Row:
    back = STAKE - cost
    return (name, COUNT(STAKE), SHOWN(back), SHOWN(cost), SHOWN(back))


def afterwards_table(sheet: PlayerSheet) -> Table:
    """Return where players stand after some rounds."""

    def rounds(line: tuple[SheetWager, SheetSession]) -> str:
        return f"{COUNT(line[1].rounds)} rounds, {NAMES[line[0].wager]}".replace(",", HELD, 1)

    return Table.of(
        "Where you may stand afterwards",
        [
            Column("After", 58, value=rounds),
            number("Of 100 players<br/>are ahead", lambda line: line[1].p_ahead, WHOLE, 28),
            number(
                "Half of them are<br/>between", lambda line: line[1].quarter_low, SHOWN_AMOUNT, 28
            ),
            number("and", lambda line: line[1].quarter_high, SHOWN_AMOUNT, 20),
            number(
                "One in 20 is at this<br/>or below", lambda line: line[1].unlucky, SHOWN_AMOUNT, 34
            ),
        ],
        [(wager, session) for wager in sheet.wagers for session in wager.sessions],
        "Amounts in main wagers, the same wager every round, any Burnout payment taken off.",
    )


def ahead_chart(sheet: PlayerSheet) -> Figure:
    """Return the chart of how many players are ahead."""
    chart = ColumnChart(
        [
            f"{COUNT(session.rounds)} rounds".replace(",", HELD)
            for session in sheet.wagers[0].sessions
        ],
        [
            bars(NAMES[wager.wager], [session.p_ahead for session in wager.sessions], WHOLE)
            for wager in sheet.wagers
        ],
        "players of 100",
        height=150.0,
    )
    return Figure.of("Of 100 players, how many are ahead", chart)
