"""What each outcome contributes to the return, and how the return settles with the rounds."""

from __future__ import annotations

from fractions import Fraction
from math import fsum

from certify.evidence.report.charts.band_chart import Bracket, band_chart
from certify.evidence.report.charts.bars import bar_chart
from certify.present.document import Column, Composer, Row
from certify.present.figures import MINUS, count, percent
from certify.present.markup import plain
from certify.present.pdf.drawing import Bars
from certify.studies.certification.result import ShoeCertification
from certify.studies.returns.result import WagerResult

CHANCE_DIGITS = 7
SHARE_DIGITS = 6
HUNDRED = 100.0


def write_contribution(composer: Composer, shoe: ShoeCertification) -> None:
    """Write what every net result contributes to the expectation, as a table and as a chart."""
    wagers = shoe.optimal.wagers
    both = (wagers.main, wagers.main_burnout)
    outcomes = [wager.outcomes or {} for wager in both]
    values = sorted({net for found in outcomes for net in found}, key=Fraction)
    where = plain(shoe.label).lower()
    rows: list[Row] = [
        (
            _net(net),
            *(
                cell
                for found in outcomes
                for cell in (
                    percent(found.get(net), CHANCE_DIGITS),
                    percent(_part(net, found), SHARE_DIGITS),
                    percent(_back(net, found), SHARE_DIGITS),
                )
            ),
        )
        for net in values
    ]
    rows.append(
        (
            "All",
            *(
                cell
                for found in outcomes
                for cell in (
                    percent(fsum(found.values()), CHANCE_DIGITS),
                    percent(fsum(_part(net, found) for net in found), SHARE_DIGITS),
                    percent(fsum(_back(net, found) for net in found), SHARE_DIGITS),
                )
            ),
        )
    )
    composer.table(
        f"What every net result contributes, {where}, optimal strategy, before any payment",
        [
            Column("Net result,<br/>main wagers", 22, "centre"),
            *(
                Column(title, 25, "number")
                for _ in both
                for title in ("Probability,<br/>%", "Expectation,<br/>%", "Return,<br/>%")
            ),
        ],
        rows,
        groups=[("", 1), ("Without Burnout", 3), ("With Burnout", 3)],
        total=True,
        note=(
            "Expectation: net result times probability, in percent of the main wager. Return: main "
            "wager and net result, times probability, likewise; below zero where doubles and "
            "splits lose more than the main wager. The last line is the expectation, and the "
            "return of the main wager, before the Burnout payment."
        ),
    )
    composer.figure(
        f"What every net result contributes to the expectation, {where}, optimal strategy",
        bar_chart(
            [f"net {_net(net)}" for net in values],
            [
                Bars(name, tuple(HUNDRED * _part(net, found) for net in values))
                for name, found in zip(
                    ("without Burnout", "with Burnout, before the payment"), outcomes, strict=True
                )
            ],
            unit="% of the main wager",
            label_width=60,
        ),
    )


def _part(net: str, outcomes: dict[str, float]) -> float:
    return float(Fraction(net)) * outcomes.get(net, 0.0)


def _back(net: str, outcomes: dict[str, float]) -> float:
    return (1.0 + float(Fraction(net))) * outcomes.get(net, 0.0)


def write_settling(composer: Composer, shoe: ShoeCertification) -> None:
    """Write the chart of confidence bands by number of rounds."""
    wagers = shoe.optimal.wagers
    confidences = [band.confidence for band in wagers.main.sessions[0].bands]
    composer.figure(
        f"Bands of the return by number of rounds, {plain(shoe.label).lower()}, optimal strategy",
        band_chart(
            [
                (name, _brackets(wager), HUNDRED * wager.rtp)
                for name, wager in (
                    ("Without Burnout", wagers.main),
                    ("With Burnout", wagers.main_burnout),
                )
            ],
            unit="return, % of the initial amount",
        ),
        note=(
            "Thin: "
            f"{HUNDRED * confidences[-1]:g} %; thick: {HUNDRED * confidences[0]:g} % of all "
            "sessions of so many rounds, exact. Broken line: the expected return."
        ),
    )


def _brackets(wager: WagerResult) -> list[Bracket]:
    return [
        Bracket(
            label=f"{count(session.rounds)} rounds",
            inner=(HUNDRED * session.bands[0].low, HUNDRED * session.bands[0].high),
            outer=(HUNDRED * session.bands[-1].low, HUNDRED * session.bands[-1].high),
        )
        for session in wager.sessions
    ]


def _net(value: str) -> str:
    """Return a net result with its sign."""
    if value.startswith("-"):
        return MINUS + value[1:]
    return value if not Fraction(value) else f"+{value}"
