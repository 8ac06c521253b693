"""The section on sensitivity says what the result says."""

from __future__ import annotations

import re
from typing import Any

import pytest

from certify.evidence.report.sections.sensitivity import write_sensitivity
from certify.studies.certification.result import Certification
from certify.studies.whatif.result import SensitivityResult
from tests.report.conftest import SectionText
from tests.report.test_content import shown


@pytest.fixture
def sensitivity(full_certification: Certification) -> SensitivityResult:
    assert full_certification.sensitivity is not None
    return full_certification.sensitivity


def changed(certification: Certification, **changes: Any) -> Certification:
    """Return the certification with another sensitivity."""
    assert certification.sensitivity is not None
    return certification.model_copy(
        update={"sensitivity": certification.sensitivity.model_copy(update=changes)}
    )


def test_begins_with_the_largest_changes(full_text: str) -> None:
    assert (
        "the largest changes, in percentage points, are +0.234940 to the main wager without "
        "Burnout (ruling R3), −10.289410 to the main wager with Burnout (ruling R2), +0.599420 to "
        "insurance (ruling R3) and −35.089697 to the return of a Bonus wager (the Bonus wager on 5 "
        "wins, best play for it; ruling R2)."
    ) in full_text


def test_every_change_of_every_figure_is_printed(
    full_text: str, sensitivity: SensitivityResult
) -> None:
    words = set(full_text.split())
    for ruling in sensitivity.rulings:
        for alternative in ruling.alternatives:
            for change in alternative.changes or ():
                if change.difference:
                    assert shown(change.difference, 6, sign="+") in words


def test_every_figure_stands_between_its_ends(
    full_text: str, sensitivity: SensitivityResult
) -> None:
    assert (
        "Main wager, without Burnout expectation −0.615389123 −0.815929123 R1 −0.380449123 R3"
    ) in full_text
    assert (
        "Main wager, with Burnout expectation −1.518310270 −11.807720270 R2 −1.103530270 R3"
    ) in full_text
    assert "Insurance expectation −7.395498390 – – −6.796078390 R3" in full_text
    words = set(full_text.split())
    assert {shown(base, 9) for base in sensitivity.base if base is not None} <= words


def test_readings_that_change_nothing_say_why(full_text: str) -> None:
    _, _, rest = full_text.partition("Alternatives that change no figure here")
    assert "R4 Computed for nothing Computed; every figure stays as it is." in rest
    assert "R4 Only words No parameter carries it." in rest


def test_a_figure_that_a_reading_takes_away_is_a_dash(full_text: str) -> None:
    assert "Not offered 0 0 –" in full_text


def test_payouts_have_their_derivatives(full_text: str) -> None:
    assert (
        "blackjack_pays: 3:2 Main wager, without Burnout, expectation +4.532299 "
        "the chance of a blackjack"
    ) in full_text
    assert "burnout_payment: 0.2 Main wager, with Burnout, expectation −100.000000" in full_text


def test_a_bar_that_outlies_the_others_is_broken_and_told(full_text: str) -> None:
    assert "A broken bar is longer than it is drawn" in full_text
    # Beside the broken bar, with two decimals; in the table it has six.
    assert "−31.93" in full_text.split()


def test_nothing_is_charted_that_is_not_there(
    full_certification: Certification, section_text: SectionText
) -> None:
    sensitivity = full_certification.sensitivity
    assert sensitivity is not None
    text = section_text(
        write_sensitivity,
        changed(
            full_certification,
            figures=sensitivity.figures[:2],
            base=sensitivity.base[:2],
            rulings=sensitivity.rulings[3:],
            payouts=(),
            strategy="house",
        ),
    )
    assert "No other reading of a ruling changes a figure of this section." in text
    assert "with the strategy house throughout" in text
    assert "return of each Bonus wager under" not in text
    assert "Payouts and payments" not in text


def test_without_a_result_there_is_no_section(text: str, full_text: str) -> None:
    heading = re.compile(r"[A-Z] Sensitivity")
    assert not heading.search(text)
    assert heading.search(full_text)
