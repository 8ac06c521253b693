"""What the report says equals what the results say."""

from __future__ import annotations

from typing import Any

import pytest

from certify.evidence.report.sections.comparison import write_comparison
from certify.evidence.report.sections.front import write_front, write_scope
from certify.evidence.report.sections.rulings import write_rulings
from certify.present.pdf.fonts import SANS_BOLD, register, text_width
from certify.present.pdf.grid_tables import _fit
from certify.studies.certification.result import (
    AlternativeEffect,
    Certification,
    RulingText,
    ShoeCertification,
)
from certify.studies.returns.result import UpcardResult
from tests.report.built import built, text_of
from tests.report.conftest import Alone, SectionText
from tests.report.report_sample import sample_certification


def shown(value: float, digits: int = 6, *, scale: float = 100, sign: str = "") -> str:
    """Return a figure as a reader expects it, made in another way than the report does."""
    return f"{value * scale:{sign}.{digits}f}".replace("-", "−")


def test_results_have_the_main_wager_on_four_denominators(
    text: str, certification: Certification
) -> None:
    words = text.split()
    for shoe in certification.shoes:
        for result in (shoe.optimal, shoe.basic):
            for wager in (result.wagers.main, result.wagers.main_burnout):
                line = [
                    shown(wager.house_edge, 9),
                    shown(1 - wager.rtp, 9),
                    shown(wager.element_of_risk, 9),
                    shown(wager.ev, 11, scale=1),
                ]
                assert line in [words[start : start + 4] for start in range(len(words))]


def test_first_page_identifies_the_item(
    pages: list[str], text: str, certification: Certification
) -> None:
    for value in (
        certification.game,
        certification.version,
        certification.spec_sha256,
        certification.paytable_sha256,
        certification.source.sha256,
        f"issued {certification.issued} by certify {certification.engine_version}",
        "relate only to the item tested",
    ):
        assert value in pages[0]
    for software in certification.software:
        assert f"{software.name} {software.version}" in text


def test_all_figures_of_all_wagers_are_printed(text: str, certification: Certification) -> None:
    words = set(text.split())
    for shoe in certification.shoes:
        for result in (shoe.optimal, shoe.basic):
            for wager in (result.wagers.main, result.wagers.main_burnout):
                assert {
                    shown(wager.ev, 9),
                    shown(wager.house_edge, 9),
                    shown(wager.rtp, 9),
                    shown(wager.element_of_risk, 9),
                    shown(wager.rtp_on_action, 9),
                    shown(wager.initial_amount, 11, scale=1),
                    shown(wager.average_wagered, 11, scale=1),
                } <= words
            burnout = result.wagers.main_burnout
            assert {
                shown(burnout.gross_ev, 9),
                shown(burnout.gain, 9),
                shown(burnout.payment, 9),
                shown(burnout.burn_rate),
            } <= words
        insurance = shoe.optimal.wagers.insurance
        assert insurance is not None
        assert {
            shown(insurance.p_offered),
            shown(insurance.ev_when_always_taken, 9),
            shown(insurance.best_ev, 9),
            shown(insurance.ev_even_money, 9, sign="+"),
        } <= words
        for upcard in shoe.optimal.by_upcard:
            assert upcard.main is not None
            assert upcard.main_burnout_gross is not None
            assert {
                shown(upcard.probability),
                shown(upcard.main, 9),
                shown(upcard.main_burnout_gross, 9),
            } <= words


def test_rulings_parameters_clauses_and_paytables_are_printed(
    text: str, certification: Certification
) -> None:
    words = set(text.split())
    for ruling in certification.rulings:
        assert f"{ruling.id} {' '.join(ruling.question.split())}" in text
        for value in (ruling.decided, ruling.why):
            assert value in text
        for alternative in ruling.alternatives:
            if alternative.ev_main_burnout is not None:
                assert shown(alternative.ev_main_burnout, 9) in words
            if alternative.change_main_burnout:
                assert shown(alternative.change_main_burnout, sign="+") in words
    for parameter in certification.parameters:
        assert parameter.name in words
    for clause in certification.clauses:
        assert clause.text.split(",")[0][:30] in text
        for element in clause.elements:
            section, _, name = element.partition(".")
            assert f"{section}:" in words
            assert {name, f"{name},"} & words
    for paytable in certification.paytables:
        assert paytable.sha256 in words
        for row in paytable.rows:
            assert f"{row.outcome} {row.pays.replace(':', ' to ')}" in text


def test_charts_are_printed_cell_by_cell(text: str, certification: Certification) -> None:
    for shoe in certification.shoes:
        for chart in shoe.strategy.charts:
            assert f"{chart.title}, {shoe.label.lower()}" in text
    row = certification.shoes[0].strategy.charts[0].sections[1].rows[5]
    assert f"{row.hand} {' '.join(row.cells)}" in text


def test_exceptions_are_limited_and_counted(text: str) -> None:
    assert "37 more, each worth" in text


def test_published_figures_have_the_decimals_of_the_publication(
    text: str, certification: Certification, alone: Alone
) -> None:
    assert "Expectation −0.615389123 −0.615389123 0.000000000" in text
    assert "Expectation before the payment 16.342 17.4 −1.058" in text
    heading = "Comparison with published figures"
    assert heading in text
    unpublished = certification.model_copy(update={"published": ()})
    with alone(write_scope, write_comparison):
        assert heading not in text_of(built(unpublished))


def test_sparse_results_make_a_report() -> None:
    sample = sample_certification()

    def sparse(shoe: ShoeCertification) -> ShoeCertification:
        wagers = shoe.optimal.wagers.model_copy(update={"insurance": None, "bonus": {}})
        upcards = (UpcardResult(upcard="2", probability=1.0, main=None, main_burnout_gross=None),)
        optimal = shoe.optimal.model_copy(update={"wagers": wagers, "by_upcard": upcards})
        strategy = shoe.strategy.model_copy(update={"exceptions": (), "charts": ()})
        return shoe.model_copy(update={"optimal": optimal, "strategy": strategy})

    text = text_of(
        built(
            sample_certification(
                rulings=(),
                clauses=(),
                parameters=(),
                paytables=(),
                changed=(("decks", "1"),),
                shoes=(sparse(sample.shoes[0]),),
            )
        )
    )
    assert "Insurance and even money are not offered" in text
    assert "Changed from the spec decks = 1" in text
    assert "probabilities and returns are not part" not in text


def test_text_of_the_results_is_never_markup(section_text: SectionText) -> None:
    text = section_text(write_front, sample_certification(summary="Hands < 17 & <b>pairs</b> hit."))
    assert "Hands < 17 & <b>pairs</b> hit." in text


def test_much_content_breaks_into_pages(section_text: SectionText) -> None:
    ruling = RulingText(
        id="long",
        question="What of a question that is as long as this one? " * 6,
        decided="Yes. " * 60,
        why="Because. " * 120,
        parameters=("decks",),
        alternatives=tuple(
            AlternativeEffect(
                text=f"Alternative {number} " + "with a long explanation " * 8,
                settings=(("burnout_on_double", "false"), ("max_split_hands", "3")),
                ev_main=-0.01 * number,
                ev_main_burnout=-0.04,
                change_main=-0.001 * number,
                change_main_burnout=0.002 * number,
            )
            for number in range(40)
        ),
    )
    text = section_text(write_rulings, sample_certification(rulings=(ruling,)))
    assert "Alternative 39" in text


@pytest.mark.parametrize(
    "cell", ["-", "7-T", "A-3,9-T", "A,3,5-7,9-T", "A,2,4,6,8,T", "A,2-3,5,7,9-T"]
)
def test_cells_of_charts_fit(cell: str) -> None:
    register()
    shown_text, size = _fit(cell, 40.0)
    assert max(text_width(line, SANS_BOLD, size) for line in shown_text.split("\n")) <= 40.0
    joined: Any = shown_text.replace("\n", "").replace("–", "-")
    assert joined == cell
