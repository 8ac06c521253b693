"""The strategy charts of each shoe, what they cost, and where optimal play departs from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from certify.present.document import Composer
from certify.present.markup import plain
from certify.present.quantity import COUNT, EXPECTATION
from certify.studies.certification.result import Certification, ShoeCertification
from certify.studies.strategy.result import CompositionException, StrategyResult
from certify.studies.strategy.view import chart_figures, cost_table, exceptions_table

SHOWN_EXCEPTIONS = 12
"""Exceptions printed for each shoe and wager; the results file holds them all."""


def write_strategy(composer: Composer, certification: Certification) -> None:
    """Write the charts of every shoe."""
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
    table = cost_table(strategy)
    digest = (
        'SHA-256 of the charts <font name="IBMPlexMono" size="7">'
        f"{plain(strategy.strategy_sha256)}</font>"
    )
    where = shoe.label.lower()
    composer.put(replace(table, note=digest), where)
    for figure in chart_figures(strategy.charts):
        composer.put(figure, where)
    _write_exceptions(composer, where, strategy)


def _write_exceptions(composer: Composer, where: str, strategy: StrategyResult) -> None:
    """Write the two-card hands that optimal play treats otherwise, the dearest first."""
    ordered = sorted(strategy.exceptions, key=lambda exception: -exception.gain)
    if not ordered:
        composer.text("No two-card hand departs from the charts under optimal play.")
        return
    sides = [
        [exception for exception in ordered if exception.with_burnout is with_burnout]
        for with_burnout in (False, True)
    ]
    table = exceptions_table(
        [exception for side in sides for exception in side[:SHOWN_EXCEPTIONS]],
        "Letters as in the charts. The gain is given that the dealer has no blackjack, each time "
        f"the hand comes up.{_more(sides)}",
    )
    composer.put(table, where)


def _more(sides: Sequence[Sequence[CompositionException]]) -> str:
    """Return a sentence about the exceptions that are not printed."""
    hidden = sorted(
        (exception.gain for side in sides for exception in side[SHOWN_EXCEPTIONS:]), reverse=True
    )
    if not hidden:
        return ""
    return (
        f" {COUNT(len(hidden))} more, each worth {EXPECTATION(hidden[0])} % of the main wager or "
        "less, are in the results file."
    )
