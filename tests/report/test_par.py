"""The PAR sheet of a report: that of the submission, on one page, and in its CSV."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction
from math import comb

import pytest

from certify.evidence.report.document import build_csv, build_pdf
from certify.evidence.report.layout import LAYOUTS
from certify.evidence.report.sections.par import write_par
from certify.evidence.verification.results_text import read_results
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.result import Certification
from certify.studies.submission.result import WagerFigures
from certify.studies.submission.view import true_odds
from certify.studies.submission.wagers import ENDS, wagers_of_report
from tests.report.built import Only, pages_of
from tests.report.submissions import GAMES, REPORTS, issued

BURNOUT = "blackjack-burnout"
WITH_WAGERS = (*GAMES, BURNOUT, "blackjack")


def results(game: str) -> Certification | BankedCertification:
    """Return the results of an issued report."""
    found = read_results((REPORTS / f"{game}.json").read_bytes())
    assert isinstance(found, Certification | BankedCertification)
    return found


def told(wager: WagerFigures) -> list[object]:
    """Return what a PAR sheet tells of a wager; how it ends stands for wins that follow it."""
    lines = [
        ("wins", None)
        if line.outcome in ("Wins", ENDS[0]) and "(with" in wager.title
        else (line.outcome, line.pays, line.probability)
        for line in wager.lines
        if line.is_award
    ]
    return [wager.title, wager.rtp, wager.house_edge, wager.hit_frequency, wager.sd, lines]


@pytest.mark.parametrize("game", [*GAMES, BURNOUT])
def test_it_is_that_of_the_submission(game: str) -> None:
    of_report = {wager.title: told(wager) for wager in wagers_of_report(results(game))}
    of_submission = {wager.title: told(wager) for wager in issued(game).figures.wagers}
    assert of_report == of_submission


@pytest.mark.parametrize("game", WITH_WAGERS)
def test_it_has_one_page_and_every_number_for_a_spreadsheet(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = results(game)
    best = [wager for wager in wagers_of_report(item) if wager.is_best]
    monkeypatch.setitem(LAYOUTS, item.engine, Only(write_par))
    item = item.model_copy(update={"enclosures": ()})
    first, *others = pages_of(build_pdf(item))
    for text in ("What is paid", "1.645 SD", *(wager.title.replace("'", "’") for wager in best)):
        assert text in first
    assert "SD" not in " ".join(others)
    cells = [cell for row in csv.reader(io.StringIO(build_csv(item).decode())) for cell in row]
    numbers = {float(cell) for cell in cells if re.fullmatch(r"[\d.e+-]+", cell)}
    for wager in best:
        for line in wager.lines:
            if line.pays and line.probability is not None:
                assert 100.0 * line.probability in numbers


def test_odds_of_blackjack_burnout_are_fractions_where_cards_can_be_counted() -> None:
    """Six packs: 96 tens of 311 cards unseen, 309 beside a hand without any; pairs of cards."""
    lines = {
        (wager.title, line.outcome): true_odds(line)
        for wager in wagers_of_report(results(BURNOUT))
        for line in wager.lines
    }
    assert lines["Insurance", "The dealer has a blackjack"] == "71 to 32"
    assert lines["Insurance, taken always", "Loses"] == "96 to 215"
    natural = Fraction(comb(24, 1) * comb(96, 1), comb(312, 2))
    natural *= 1 - Fraction(comb(23, 1) * comb(95, 1), comb(310, 2))
    against = (1 - natural) / natural
    assert lines["Main wager", "A blackjack, the dealer has none"] == (
        f"{against.numerator} to {against.denominator}"
    )
