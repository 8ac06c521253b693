"""The distribution of a round, and what follows from it over many rounds."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from certify.evidence.report.charts.distribution_charts import logarithmic_chart, step_chart
from certify.evidence.report.sections.contribution import write_contribution, write_settling
from certify.evidence.report.sections.exposure import write_exposure
from certify.present.document import Composer
from certify.present.figures import bound
from certify.present.markup import plain
from certify.present.pdf.drawing import Bars
from certify.studies.certification.result import Certification, ShoeCertification
from certify.studies.returns.distribution_view import moments, net, outcomes, ruin, sessions


def write_distribution(composer: Composer, certification: Certification) -> None:
    """Write outcomes, moments, returns over many rounds and ruin, by shoe."""
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
        where = plain(shoe.label).lower()
        both = (("optimal", shoe.optimal), ("basic", shoe.basic))
        played = [(name, result) for name, result in both if result.wagers.main.outcomes]
        composer.subsection(f"{plain(shoe.label)}: a round")
        composer.put(moments(played), where)
        _write_error(composer, shoe)
        _write_chances(composer, shoe)
        composer.put(outcomes(played), where)
        _write_sums(composer, shoe)
        write_contribution(composer, shoe)
        main = shoe.optimal.wagers.main
        if main.sessions:
            composer.subsection(f"{plain(shoe.label)}: many rounds")
            composer.put(sessions(shoe.optimal), where)
            write_settling(composer, shoe)
        if main.ruin:
            composer.put(ruin(shoe.optimal), where)


def _write_error(composer: Composer, shoe: ShoeCertification) -> None:
    wagers = shoe.optimal.wagers, shoe.basic.wagers
    errors = (each.error_bound for pair in wagers for each in (pair.main, pair.main_burnout))
    composer.text(f"Probability misplaced: at most {bound(max(errors))} in all.")


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
            [net(value) for value in values],
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
