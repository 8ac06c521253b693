"""Results in detail, for each shoe."""

from __future__ import annotations

from collections.abc import Callable

from certify.evidence.report.charts.bars import column_chart
from certify.present.document import Band, Column, Composer, Row
from certify.present.figures import NONE, bound, count, percent, rate, units
from certify.present.markup import plain
from certify.present.pdf.drawing import Bars
from certify.studies.certification.result import Certification, ShoeCertification
from certify.studies.returns.odds import odds_text
from certify.studies.returns.result import BurnoutWagerResult, WagerResult
from certify.studies.returns.view import shared_tables


def write_results(composer: Composer, certification: Certification) -> None:
    """Write every figure of every wager, by shoe.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    certification : Certification
        The results.
    """
    composer.section("Results in detail")
    composer.text(
        "All figures are exact expectations, not estimates from simulation; they are rounded only "
        "for print. Their numerical error is bounded in the last line of each table. Terms are "
        "defined at the end of this report."
    )
    _write_denominators(composer, certification)
    for number, shoe in enumerate(certification.shoes):
        if number:
            composer.new_page()
        composer.subsection(plain(shoe.label))
        _write_wagers(composer, shoe)
        for table in shared_tables(shoe.optimal):
            composer.put(table)
        _write_upcards(composer, shoe)
        _write_insurance(composer, shoe)


def _write_denominators(composer: Composer, certification: Certification) -> None:
    composer.table(
        "The main wager on four denominators",
        [
            Column("Wager", 40),
            Column("Strategy", 17),
            Column("% of the main wager", 23, "number"),
            Column("% of main wager plus payment", 27, "number"),
            Column("% of everything wagered", 25, "number"),
            Column("main wagers a round", 27, "number"),
        ],
        [row for shoe in certification.shoes for row in _denominator_rows(shoe)],
        groups=[("", 2), ("House advantage", 3), ("Player’s expectation", 1)],
        note=(
            "A positive house advantage is the player’s expected loss, any payment counted as lost."
        ),
    )


def _denominator_rows(shoe: ShoeCertification) -> list[Row]:
    rows: list[Row] = [Band(plain(shoe.label))]
    for title, name in (("Main wager", "main"), ("Main wager with Burnout", "main_burnout")):
        for strategy, result in (("optimal", shoe.optimal), ("basic", shoe.basic)):
            wager: WagerResult = getattr(result.wagers, name)
            rows.append(
                (
                    title,
                    strategy,
                    percent(wager.house_edge),
                    percent(1 - wager.rtp),
                    percent(wager.element_of_risk),
                    units(wager.ev),
                )
            )
    return rows


def _write_wagers(composer: Composer, shoe: ShoeCertification) -> None:
    """Write the table of the main wager without and with the payment."""
    wagers = (
        shoe.optimal.wagers.main,
        shoe.basic.wagers.main,
        shoe.optimal.wagers.main_burnout,
        shoe.basic.wagers.main_burnout,
    )
    burnouts = (shoe.optimal.wagers.main_burnout, shoe.basic.wagers.main_burnout)

    def line(title: str, unit: str, text: Callable[[WagerResult], str]) -> Row:
        return (title, unit, *(text(wager) for wager in wagers))

    def burnout(title: str, unit: str, text: Callable[[BurnoutWagerResult], str]) -> Row:
        return (title, unit, NONE, NONE, *(text(wager) for wager in burnouts))

    rows: list[Row] = [
        Band("Expectation and return"),
        line("Expectation", "% of main wager", lambda wager: percent(wager.ev)),
        line("House edge", "% of main wager", lambda wager: percent(wager.house_edge)),
        line(
            "House edge on the initial amount",
            "% of initial amount",
            lambda wager: percent(1 - wager.rtp),
        ),
        line("Return to player", "% of initial amount", lambda wager: percent(wager.rtp)),
        line(
            "Element of risk",
            "% of all wagered",
            lambda wager: percent(wager.element_of_risk),
        ),
        line("Return on action", "% of all wagered", lambda wager: percent(wager.rtp_on_action)),
        Band("Amounts"),
        line("Initial amount", "main wagers", lambda wager: units(wager.initial_amount)),
        line("Average wagered", "main wagers", lambda wager: units(wager.average_wagered)),
        Band("The Burnout option"),
        burnout(
            "Expectation before the payment",
            "% of main wager",
            lambda wager: percent(wager.gross_ev),
        ),
        burnout("Payment", "% of main wager", lambda wager: percent(wager.payment)),
        burnout("Gain from the option", "% of main wager", lambda wager: percent(wager.gain)),
        burnout("Rounds with a burned card", "% of rounds", lambda wager: rate(wager.burn_rate)),
        Band("Numerical error"),
        line("Bound on the error", "main wagers", lambda wager: bound(wager.ev_error_bound)),
    ]
    composer.table(
        f"Main wager, {plain(shoe.label).lower()}",
        [
            Column("Figure", 42),
            Column("Unit", 28),
            Column("optimal", 22, "number"),
            Column("basic", 22, "number"),
            Column("optimal", 22, "number"),
            Column("basic", 22, "number"),
        ],
        rows,
        groups=[("", 2), ("Without Burnout", 2), ("With Burnout", 2)],
        note=(
            "Expectation is the player’s, net of the Burnout payment except where it says "
            "“before the payment”. The initial amount is the main wager plus the payment."
        ),
    )


def _write_upcards(composer: Composer, shoe: ShoeCertification) -> None:
    """Write the expectation by upcard, as a table and as a chart."""
    upcards = shoe.optimal.by_upcard
    if not upcards:
        return

    def difference(without: float | None, with_option: float | None) -> str:
        known = without is not None and with_option is not None
        return percent(with_option - without, signed=True) if known else NONE  # type: ignore[operator]

    wagers = shoe.optimal.wagers
    rows: list[Row] = [
        (
            plain(upcard.upcard),
            rate(upcard.probability),
            percent(upcard.main),
            percent(upcard.main_burnout_gross),
            difference(upcard.main, upcard.main_burnout_gross),
        )
        for upcard in upcards
    ]
    rows.append(
        (
            "All",
            rate(sum(upcard.probability for upcard in upcards)),
            percent(wagers.main.ev),
            percent(wagers.main_burnout.gross_ev),
            percent(wagers.main_burnout.gain, signed=True),
        )
    )
    composer.table(
        f"Expectation by the dealer’s upcard, {plain(shoe.label).lower()}, optimal strategy",
        [
            Column("Upcard", 18, "centre"),
            Column("Probability, %", 28, "number"),
            Column("Without Burnout,<br/>% of main wager", 38, "number"),
            Column("With Burnout before the<br/>payment, % of main wager", 46, "number"),
            Column("Gain,<br/>percentage points", 34, "number"),
        ],
        rows,
        total=True,
        note="T is a ten, jack, queen or king. A dealer blackjack is included.",
    )
    composer.figure(
        f"Expectation by upcard, {plain(shoe.label).lower()}, optimal strategy",
        column_chart(
            [upcard.upcard for upcard in upcards],
            [
                Bars("without Burnout", tuple(_hundredfold(card.main) for card in upcards)),
                Bars(
                    "with Burnout, before the payment",
                    tuple(_hundredfold(card.main_burnout_gross) for card in upcards),
                ),
            ],
            unit="% of the main wager",
        ),
    )


def _write_insurance(composer: Composer, shoe: ShoeCertification) -> None:
    """Write insurance and even money, a wager of its own."""
    insurance = shoe.optimal.wagers.insurance
    if insurance is None:
        composer.text("Insurance and even money are not offered.")
        return
    composer.table(
        f"Insurance and even money, {plain(shoe.label).lower()}",
        [Column("Figure", 60), Column("Unit", 62), Column("Value", 30, "number")],
        [
            ("Pays", "for the insurance wager", plain(odds_text(insurance.pays, "to_one"))),
            ("Rounds in which it is offered", "% of rounds", rate(insurance.p_offered)),
            (
                "Expectation when always taken",
                "% of the insurance wager, when offered",
                percent(insurance.ev_when_always_taken),
            ),
            (
                "Expectation for the best hand to insure",
                "% of the insurance wager, when offered",
                percent(insurance.best_ev),
            ),
            (
                "Effect of taking even money",
                "% of main wager, over all rounds",
                percent(insurance.ev_even_money, signed=True),
            ),
        ],
        note=(
            f"The shoe holds {count(sum(shoe.optimal.shoe.values()))} cards. Insurance is not part "
            "of the figures of the main wager."
        ),
    )


def _hundredfold(value: float | None) -> float | None:
    """Return a fraction in percent, for a chart."""
    return None if value is None else value * 100
