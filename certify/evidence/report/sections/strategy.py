"""The strategy charts of each shoe, what they cost, and where optimal play departs from them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, zip_longest

from certify.evidence.report.charts.grids import action_grid, card_grid, chart_cells
from certify.present.document import Column, Composer
from certify.present.figures import count, percent
from certify.present.markup import plain
from certify.studies.certification.result import Certification, ShoeCertification
from certify.studies.strategy.result import (
    Chart,
    CompositionException,
    StrategyResult,
)

SHOWN_EXCEPTIONS = 12
"""Exceptions printed for each shoe and wager; the results file holds them all."""


def write_strategy(composer: Composer, certification: Certification) -> None:
    """Write the charts of every shoe.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    certification : Certification
        The results.
    """
    composer.section("Strategy")
    composer.text(
        "The charts are the basic strategy of this report: they depend on the hand’s total, on the "
        "upcard and, with Burnout, on the card just drawn. They were derived by the engine and "
        "their return was computed exactly. Columns: the dealer’s upcard; T is a ten, jack, queen "
        "or king, A an ace. Rows: the player’s hand. The letter decides; the colour repeats it."
    )
    for shoe in certification.shoes:
        _write_shoe(composer, shoe)


def _write_shoe(composer: Composer, shoe: ShoeCertification) -> None:
    """Write the charts, their cost and the exceptions of a shoe."""
    strategy = shoe.strategy
    composer.subsection(plain(shoe.label), in_contents=False)
    composer.table(
        f"What the charts cost against optimal play, {plain(shoe.label).lower()}",
        [
            Column("Wager", 60),
            Column("Expectation with the charts,<br/>% of main wager", 50, "number"),
            Column("Cost against optimal play,<br/>percentage points", 50, "number"),
        ],
        [
            ("Main wager", percent(strategy.ev_main), percent(strategy.cost_main)),
            (
                "Main wager with Burnout, net of the payment",
                percent(strategy.ev_main_burnout),
                percent(strategy.cost_main_burnout),
            ),
        ],
        note=(
            'SHA-256 of the charts <font name="IBMPlexMono" size="7">'
            f"{plain(strategy.strategy_sha256)}</font>"
        ),
    )
    without = next((chart for chart in strategy.charts if chart.id == "without_burnout"), None)
    for chart in strategy.charts:
        _write_chart(composer, shoe.label, chart, without)
    _write_exceptions(composer, shoe.label, strategy)


def _write_chart(composer: Composer, label: str, chart: Chart, without: Chart | None) -> None:
    """Write one chart under its title."""
    caption = f"{plain(chart.title)}, {plain(label).lower()}"
    note = plain(chart.note)
    if chart.cells == "cards":
        composer.figure(caption, card_grid(chart), note=note)
        return
    reference = None
    if chart.id == "with_burnout" and without is not None:
        reference = chart_cells(without)
        note += " A heavy frame marks what differs from play without Burnout for a hand of the row."
    composer.figure(caption, action_grid(chart, reference), note=note)


def _write_exceptions(composer: Composer, label: str, strategy: StrategyResult) -> None:
    """Write the two-card hands that optimal play treats otherwise, the dearest first."""
    ordered = sorted(strategy.exceptions, key=lambda exception: -exception.gain)
    if not ordered:
        composer.text("No two-card hand departs from the charts under optimal play.")
        return
    sides = [
        [exception for exception in ordered if exception.with_burnout is with_burnout]
        for with_burnout in (False, True)
    ]
    columns = [
        Column("Hand", 16, "centre"),
        Column("Upcard", 17, "centre"),
        Column("Chart", 15, "centre"),
        Column("Optimal", 18, "centre"),
        Column("Gain, % of main wager", 24, "number"),
    ]
    rows = [
        (*_exception_cells(without), "", *_exception_cells(with_option))
        for without, with_option in islice(zip_longest(*sides), SHOWN_EXCEPTIONS)
    ]
    composer.table(
        f"Two-card hands that optimal play treats unlike the charts, {plain(label).lower()}",
        [*columns, Column("", 4), *columns],
        rows,
        groups=[("Without Burnout", 5), ("", 1), ("With Burnout", 5)],
        note=(
            "Letters as in the charts. The gain is given that the dealer has no blackjack, each "
            f"time the hand comes up.{_more(sides)}"
        ),
    )


def _more(sides: Sequence[Sequence[CompositionException]]) -> str:
    """Return a sentence about the exceptions that are not printed."""
    hidden = sorted(
        (exception.gain for side in sides for exception in side[SHOWN_EXCEPTIONS:]), reverse=True
    )
    if not hidden:
        return ""
    return (
        f" {count(len(hidden))} more, each worth {percent(hidden[0])} % of the main wager or less, "
        "are in the results file."
    )


def _exception_cells(exception: CompositionException | None) -> tuple[str, ...]:
    """Return the cells of an exception, blank where a side has no more."""
    if exception is None:
        return ("",) * 5
    return (
        plain(exception.cards),
        plain(exception.upcard),
        plain(exception.chart),
        plain(exception.optimal),
        percent(exception.gain),
    )
