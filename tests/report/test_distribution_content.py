"""The sections on the distribution and on the Bonus wagers say what the results say."""

from __future__ import annotations

from certify.evidence.report.sections.front import write_scope
from certify.evidence.report.sections.results import (
    write_bonus,
    write_distribution,
    write_in_full,
    write_results,
)
from certify.studies.certification.result import Certification, ShoeCertification
from certify.studies.returns.result import RtpResult
from tests.report.built import built, text_of
from tests.report.conftest import Alone
from tests.report.report_sample import sample_certification
from tests.report.test_content import shown


def optimal(certification: Certification) -> RtpResult:
    return certification.shoes[0].optimal


def test_every_outcome_has_its_line(text: str, certification: Certification) -> None:
    words = text.split()
    wagers = [
        wager
        for result in (certification.shoes[0].optimal, certification.shoes[0].basic)
        for wager in (result.wagers.main, result.wagers.main_burnout)
    ]
    for value in wagers[0].outcomes or {}:
        net = value.replace("-", "−") if value.startswith("-") else f"+{value}" * (value != "0")
        line = [net or "0", *(shown((wager.outcomes or {})[value], 7) for wager in wagers)]
        assert line in [words[start : start + 5] for start in range(len(words))]


def test_moments_and_exposure_are_printed(text: str, certification: Certification) -> None:
    words = set(text.split())
    wager = optimal(certification).wagers.main
    assert wager.p_win is not None
    assert wager.sd is not None
    assert wager.max_win is not None
    assert {shown(wager.p_win, 7), shown(wager.sd, 6, scale=1), "+8", "−8"} <= words
    # The extremes of a player who pays for Burnout have the payment in them.
    assert "−8 −8 −8.2 −8.2" in text
    assert "+8 +8 +7.8 +7.8" in text
    assert shown(wager.max_win.probability, 7) in words


def test_bands_of_every_confidence_and_ruin_are_printed(
    text: str, certification: Certification
) -> None:
    words = set(text.split())
    for wager in (optimal(certification).wagers.main, optimal(certification).wagers.main_burnout):
        for session in wager.sessions:
            for band in session.bands:
                figures = (band.low, band.high, band.normal_low, band.normal_high)
                assert {shown(figure, 4) for figure in figures} <= words
        assert {shown(found.probability) for found in wager.ruin} <= words


def test_every_bonus_figure_is_printed(text: str, certification: Certification) -> None:
    words = set(text.split())
    result = optimal(certification)
    for bonus in result.wagers.bonus.values():
        for found in (
            *(bonus.without_burnout, bonus.with_burnout),
            *(bonus.best, bonus.best_without_burnout),
        ):
            assert found is not None
            figures = (found.q, found.p_hit, found.rtp, 1 - found.rtp)
            assert {shown(figure) for figure in figures} <= words
        assert {shown(late.rtp_with_burnout) for late in bonus.late} <= words
    assert result.streak is not None
    for reading in result.streak.readings:
        returns = (reading.without_burnout, reading.with_burnout)
        assert {shown(found.rtp["5"]) for found in returns} <= words
        assert reading.name in text
    for combined in result.streak.combinations:
        assert {shown(combined.rtp), shown(combined.gain, sign="+")} <= words


def test_changed_decisions_name_the_counts(text: str) -> None:
    assert "A,2 double → hit 0–4 1–4" in text
    assert "3,5 double → hit 0, 2–3" in text


def test_house_edges_of_bonus_wagers_are_on_the_first_page(
    pages: list[str], certification: Certification
) -> None:
    for shoe in certification.shoes:
        for bonus in shoe.optimal.wagers.bonus.values():
            assert bonus.with_burnout is not None
            assert shown(1 - bonus.with_burnout.rtp, 4) in pages[0].split()


def _short(result: RtpResult) -> RtpResult:
    """Return a result without distribution, as of rules with more than four hands."""
    nothing = {
        **dict.fromkeys(("outcomes", "p_win", "p_push", "p_loss", "hit_frequency", "sd")),
        **dict.fromkeys(("variance", "skewness", "volatility_index", "max_loss", "max_win")),
        **dict.fromkeys(("sessions", "ruin"), ()),
    }
    wagers = result.wagers
    bonus = {
        wins: wager.model_copy(
            update={
                **dict.fromkeys(("without_burnout", "with_burnout", "best")),
                "best_without_burnout": None,
                "late": (),
            }
        )
        for wins, wager in wagers.bonus.items()
    }
    changed = wagers.model_copy(
        update={
            "main": wagers.main.model_copy(update=nothing),
            "main_burnout": wagers.main_burnout.model_copy(update=nothing),
            "bonus": bonus,
        }
    )
    return result.model_copy(update={"wagers": changed, "streak": None})


def _without(shoe: ShoeCertification) -> ShoeCertification:
    return shoe.model_copy(update={"optimal": _short(shoe.optimal), "basic": _short(shoe.basic)})


def test_what_was_not_worked_out_has_no_section(alone: Alone) -> None:
    sample = sample_certification()
    first, second = sample.shoes
    neither = sample.model_copy(update={"shoes": (_without(first), _without(second))})
    of_rounds = (write_scope, write_results, write_distribution, write_bonus, write_in_full)
    with alone(*of_rounds):
        text = text_of(built(neither))
    assert "Distribution of a round" not in text
    assert "Bonus, 2 wins" not in text
    assert "not worked out" in text
    only_first = sample.model_copy(update={"shoes": (first, _without(second))})
    with alone(*of_rounds):
        text = text_of(built(only_first))
    assert "Six decks: every outcome" in text
    assert "Two decks: every outcome" not in text
    assert "Six decks: Bonus wagers" in text
