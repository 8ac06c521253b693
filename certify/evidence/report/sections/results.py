"""Results in detail, for each shoe."""

from __future__ import annotations

from certify.evidence.report.charts.bars import column_chart
from certify.present.document import Composer
from certify.present.figures import bound
from certify.present.markup import plain
from certify.present.pdf.drawing import Bars
from certify.studies.certification.result import Certification, ShoeCertification
from certify.studies.returns.distribution_view import wagers_of
from certify.studies.returns.view import (
    denominators,
    insurance_wager,
    main_wager,
    shared_tables,
    upcards,
)


def write_results(composer: Composer, certification: Certification) -> None:
    """Write every figure of every wager, by shoe."""
    composer.section("Results in detail")
    composer.text(
        "All figures are exact expectations, not estimates from simulation; they are rounded only "
        "for print. Their numerical error is bounded in the last line of each table. Terms are "
        "defined at the end of this report."
    )
    played = [
        (shoe, [("optimal", shoe.optimal), ("basic", shoe.basic)]) for shoe in certification.shoes
    ]
    composer.put(denominators((shoe.label, both) for shoe, both in played))
    for number, (shoe, both) in enumerate(played):
        if number:
            composer.new_page()
        where = plain(shoe.label).lower()
        composer.subsection(plain(shoe.label))
        composer.put(main_wager(both), where)
        errors = [wager.ev_error_bound for wager in wagers_of(both)]
        composer.text(f"Numerical error of every expectation: at most {bound(max(errors))}.")
        for table in shared_tables(shoe.optimal):
            composer.put(table)
        if shoe.optimal.by_upcard:
            composer.put(upcards(shoe.optimal), where)
            _write_upcards(composer, shoe)
        if shoe.optimal.wagers.insurance is None:
            composer.text("Insurance and even money are not offered.")
        else:
            composer.put(insurance_wager(shoe.optimal.wagers.insurance), where)


def _write_upcards(composer: Composer, shoe: ShoeCertification) -> None:
    """Write the chart of the expectation by upcard."""
    cards = shoe.optimal.by_upcard
    composer.figure(
        f"Expectation by upcard, {plain(shoe.label).lower()}, optimal strategy",
        column_chart(
            [card.upcard for card in cards],
            [
                Bars("without Burnout", tuple(_hundredfold(card.main) for card in cards)),
                Bars(
                    "with Burnout, before the payment",
                    tuple(_hundredfold(card.main_burnout_gross) for card in cards),
                ),
            ],
            unit="% of the main wager",
        ),
    )


def _hundredfold(value: float | None) -> float | None:
    """Return a fraction in percent, for a chart."""
    return None if value is None else value * 100
