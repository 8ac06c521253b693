"""The distribution of a round, and what follows from it over many rounds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate

from certify.evidence.report.charts.distribution_charts import logarithmic_chart, step_chart
from certify.evidence.report.sections.contribution import write_contribution, write_settling
from certify.evidence.report.sections.exposure import write_exposure
from certify.present.document import Band, Column, Composer, Row
from certify.present.figures import MINUS, bound, count, fixed, percent, rate
from certify.present.markup import plain
from certify.present.pdf.drawing import Bars
from certify.studies.certification.result import Certification, ShoeCertification
from certify.studies.returns.distribution_result import Extreme
from certify.studies.returns.result import RtpResult, WagerResult

CHANCE_DIGITS = 7
"""Decimals of the probability of an outcome in percent; the rarest are that small."""
RETURN_DIGITS = 4
MOMENT_DIGITS = 6
"""Decimals that the bound on misplaced probability leaves sure."""
HEADS = ("Without Burnout", "With Burnout")


def write_distribution(composer: Composer, certification: Certification) -> None:
    """Write outcomes, moments, returns over many rounds and ruin, by shoe.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    certification : Certification
        The results.
    """
    shoes = [shoe for shoe in certification.shoes if shoe.optimal.wagers.main.outcomes]
    if not shoes:
        return
    composer.new_page()
    composer.section("Distribution of a round")
    composer.text(
        "The probability of every net result of a round is exact, with up to four hands after a "
        "split taken jointly with the dealer. Outcomes are in main wagers, before the Burnout "
        "payment; a payment moves each of them by its amount and changes neither standard "
        "deviation nor skewness."
    )
    write_exposure(composer, certification)
    for shoe in shoes:
        composer.subsection(f"{plain(shoe.label)}: a round")
        _write_moments(composer, shoe)
        _write_chances(composer, shoe)
        _write_outcomes(composer, shoe)
        _write_sums(composer, shoe)
        write_contribution(composer, shoe)
        main = shoe.optimal.wagers.main
        if main.sessions:
            composer.subsection(f"{plain(shoe.label)}: many rounds")
            _write_sessions(composer, shoe)
            write_settling(composer, shoe)
        if main.ruin:
            _write_ruin(composer, shoe)


def _strategies(shoe: ShoeCertification) -> list[tuple[str, RtpResult]]:
    """Return the strategies of which the distribution is known."""
    both = (("optimal", shoe.optimal), ("basic", shoe.basic))
    return [(name, result) for name, result in both if result.wagers.main.outcomes]


def _columns(shoe: ShoeCertification, share: float) -> tuple[list[Column], list[tuple[str, int]]]:
    """Return a column for each wager and strategy, and the line above them."""
    names = [name for name, _ in _strategies(shoe)]
    return (
        [Column(name, share, "number") for _ in HEADS for name in names],
        [(head, len(names)) for head in HEADS],
    )


def _wagers(shoe: ShoeCertification) -> list[WagerResult]:
    """Return the wagers in the order of the columns."""
    results = [result.wagers for _, result in _strategies(shoe)]
    return [*(wagers.main for wagers in results), *(wagers.main_burnout for wagers in results)]


def _write_moments(composer: Composer, shoe: ShoeCertification) -> None:
    wagers = _wagers(shoe)

    def line(title: str, unit: str, text: Callable[[WagerResult], str]) -> Row:
        return (title, unit, *(text(wager) for wager in wagers))

    def extreme(title: str, of: Callable[[WagerResult], Extreme | None]) -> list[Row]:
        def net(wager: WagerResult) -> str:
            found = of(wager)
            return _net(f"{found.net - (wager.initial_amount - 1.0):g}") if found else ""

        def chance(wager: WagerResult) -> str:
            found = of(wager)
            return percent(found.probability, CHANCE_DIGITS) if found else ""

        return [
            line(title, "main wagers", net),
            line("… its probability", "% of rounds", chance),
        ]

    columns, groups = _columns(shoe, 24)
    composer.table(
        f"A round, {plain(shoe.label).lower()}",
        [Column("Figure", 46), Column("Unit", 28), *columns],
        [
            Band("As the round counts for the streak"),
            line("Win", "% of rounds", lambda wager: percent(wager.p_win)),
            line("Push", "% of rounds", lambda wager: percent(wager.p_push)),
            line("Loss", "% of rounds", lambda wager: percent(wager.p_loss)),
            Band("Net result"),
            line("Hit frequency", "% of rounds", lambda wager: percent(wager.hit_frequency)),
            line("Standard deviation", "main wagers", lambda wager: _moment(wager.sd)),
            line(
                "Variance",
                "squared main wagers",
                lambda wager: _moment(wager.variance),
            ),
            line("Skewness", "", lambda wager: _moment(wager.skewness)),
            line(
                "Volatility index, 90 %",
                "main wagers",
                lambda wager: _moment(wager.volatility_index),
            ),
            Band("Extremes of this play, the Burnout payment included"),
            *extreme("Lowest net result", lambda wager: wager.max_loss),
            *extreme("Highest net result", lambda wager: wager.max_win),
            Band("Numerical error"),
            line("Probability misplaced, at most", "", lambda wager: bound(wager.error_bound)),
        ],
        groups=[("", 2), *groups],
        note=(
            "A hit is a round with a net result above zero, before any payment. A round with split "
            "hands counts as a whole for the streak, so that wins and hits differ. Bonus wagers "
            "are no part of these results; the table of exposure has them."
        ),
    )


def _write_outcomes(composer: Composer, shoe: ShoeCertification) -> None:
    columns, groups = _columns(shoe, 32)
    outcomes = [wager.outcomes or {} for wager in _wagers(shoe)]
    values = sorted({value for found in outcomes for value in found}, key=Fraction)
    rows: list[Row] = [
        (_net(value), *(percent(found.get(value), CHANCE_DIGITS) for found in outcomes))
        for value in values
    ]
    rows.append(("All", *(percent(sum(found.values()), CHANCE_DIGITS) for found in outcomes)))
    composer.table(
        f"Probability of every net result in percent, {plain(shoe.label).lower()}",
        [Column("Net result,<br/>main wagers", 26, "centre"), *columns],
        rows,
        groups=[("", 1), *groups],
        total=True,
        note="Net result before the Burnout payment.",
    )


def _series(shoe: ShoeCertification) -> tuple[list[str], list[tuple[str, list[float]]]]:
    """Return the net results, and for each wager its name and their probabilities in percent."""
    wagers = shoe.optimal.wagers
    outcomes = (wagers.main.outcomes or {}, wagers.main_burnout.outcomes or {})
    values = sorted({*outcomes[0], *outcomes[1]}, key=Fraction)
    names = ("without Burnout", "with Burnout, before the payment")
    return values, [
        (name, [100 * found.get(value, 0.0) for value in values])
        for name, found in zip(names, outcomes, strict=True)
    ]


def _write_chances(composer: Composer, shoe: ShoeCertification) -> None:
    values, series = _series(shoe)
    composer.figure(
        f"Probability of every net result, {plain(shoe.label).lower()}, optimal strategy",
        logarithmic_chart(
            [_net(value) for value in values],
            [Bars(name, tuple(chance or None for chance in chances)) for name, chances in series],
            unit="% of rounds, logarithmic; by net result in main wagers",
        ),
    )


def _write_sums(composer: Composer, shoe: ShoeCertification) -> None:
    values, series = _series(shoe)
    composer.figure(
        f"Probability that the net result is at most so much, {plain(shoe.label).lower()}, "
        "optimal strategy",
        step_chart(
            [float(Fraction(value)) for value in values],
            [Bars(name, tuple(accumulate(chances))) for name, chances in series],
            unit="% of rounds; by net result in main wagers",
        ),
    )


def _write_sessions(composer: Composer, shoe: ShoeCertification) -> None:
    wagers = shoe.optimal.wagers
    confidences = [band.confidence for band in wagers.main.sessions[0].bands]
    rows: list[Row] = []
    for head, wager in zip(HEADS, (wagers.main, wagers.main_burnout), strict=True):
        rows.append(Band(f"{head}: expected return {percent(wager.rtp)} %"))
        for session in wager.sessions:
            for number, band in enumerate(session.bands):
                rows.append(
                    (
                        "" if number else count(session.rounds),
                        f"{100 * band.confidence:g} %",
                        percent(band.low, RETURN_DIGITS),
                        percent(band.high, RETURN_DIGITS),
                        percent(band.normal_low, RETURN_DIGITS),
                        percent(band.normal_high, RETURN_DIGITS),
                        "" if number else rate(session.p_ahead),
                    )
                )
    composer.table(
        f"Return over many rounds, {plain(shoe.label).lower()}, optimal strategy",
        [
            Column("Rounds", 24, "number"),
            Column("Confidence", 22, "number"),
            Column("from, %", 24, "number"),
            Column("to, %", 24, "number"),
            Column("from, %", 24, "number"),
            Column("to, %", 24, "number"),
            Column("Player is ahead,<br/>% of sessions", 32, "number"),
        ],
        rows,
        groups=[("", 2), ("Exact", 2), ("Normal approximation", 2), ("", 1)],
        note=(
            "The return is per unit of the initial amount, the Burnout payment counted as lost. It "
            "lies below the band, and above it, with at most half of what the confidence leaves "
            f"({_tails(confidences)}). Rounds are independent, each from a fresh shoe; "
            "the distribution of their sum is computed from that of a round, not approximated."
        ),
    )


def _tails(confidences: list[float]) -> str:
    return " and ".join(f"{50 * (1 - confidence):g} %" for confidence in confidences)


def _write_ruin(composer: Composer, shoe: ShoeCertification) -> None:
    wagers = shoe.optimal.wagers
    rounds = sorted({found.rounds for found in wagers.main.ruin})
    bankrolls = sorted({found.bankroll for found in wagers.main.ruin})
    chances = [
        {(found.bankroll, found.rounds): found.probability for found in wager.ruin}
        for wager in (wagers.main, wagers.main_burnout)
    ]
    composer.table(
        f"Probability of ruin in percent, {plain(shoe.label).lower()}, optimal strategy",
        [
            Column("Bankroll, main wagers", 36, "number"),
            *(
                Column(f"within {count(number)} rounds", 34, "number")
                for _ in chances
                for number in rounds
            ),
        ],
        [
            (
                count(bankroll),
                *(rate(found.get((bankroll, number))) for found in chances for number in rounds),
            )
            for bankroll in bankrolls
        ],
        groups=[("", 1), *((head, len(rounds)) for head in HEADS)],
        note=(
            "Ruined is who has less than the initial amount left. Amounts for doubles and splits "
            "are taken to be at hand, even where they exceed the bankroll."
        ),
    )


def _moment(value: float | None) -> str:
    """Return a moment with the decimals that are sure."""
    return fixed(value, MOMENT_DIGITS)


def _net(value: str) -> str:
    """Return a net result with its sign."""
    if value.startswith("-"):
        return MINUS + value[1:]
    return value if value == fixed(0, 0) else f"+{value}"
