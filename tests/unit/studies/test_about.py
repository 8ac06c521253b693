"""What a user gives with a report: the file, its errors, and the verdict on every limit."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from certify.errors import SpecError, SpecInvalidError
from certify.results import Estimate
from certify.studies.certification.about import Given, completed, read_about
from certify.studies.certification.conformity import Limit, figure_problem, judged
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.item.laboratory_and_client import Client, Jurisdiction, Laboratory, Period
from tests.report.report_sample import sample_certification
from tests.report.test_fairness_report import assembled

MAIN_RTP = "shoes.0.optimal.wagers.main.rtp"
WHOLE = """
certify: 1
laboratory: {name: Example Laboratory, address: "1 Example Street"}
client: {name: Example Casino, contact: J. Doe}
jurisdiction: {name: Example State, reference: "Gaming Rule 8"}
authorised_by: {name: A. Person, function: head of mathematics}
report_number: L-17
received: 2026-11-02
condition: complete
performed: {from: 2026-11-03, to: 2026-11-20}
requirements:
  - {figure: shoes.0.optimal.wagers.main.rtp, at_least: 0.98, at_most: 0.99, clause: house rule}
"""


def given(folder: Path, text: str, *, between_players: bool = False) -> Given:
    path = folder / "about.yaml"
    path.write_text(text)
    return read_about(str(path), FairnessCertification if between_players else Certification)


def test_everything_that_is_given_is_recorded(tmp_path: Path) -> None:
    found = given(tmp_path, WHOLE)
    assert found.about is not None
    assert found.about.laboratory == Laboratory(
        name="Example Laboratory", address="1 Example Street"
    )
    assert found.about.client == Client(name="Example Casino", contact="J. Doe")
    assert found.about.jurisdiction == Jurisdiction(name="Example State", reference="Gaming Rule 8")
    assert found.about.performed == Period(first="2026-11-03", last="2026-11-20")
    assert found.about.report_number == "L-17"
    whole = completed(sample_certification(), found)
    assert whole.about == found.about
    assert [each.verdict for each in whole.requirements] == ["met", "not met"]
    assert not whole.all_met
    assert Certification.from_json(whole.to_json()) == whole


def test_the_file_of_the_documents(tmp_path: Path) -> None:
    document = (Path(__file__).parents[3] / "docs" / "verification.md").read_text()
    (text,) = re.findall(r"```yaml about.yaml\n(.*?)```", document, re.DOTALL)
    found = given(tmp_path, text)
    assert found.about is not None
    assert found.about.report_number == "L-17"
    assert completed(sample_certification(), found).all_met


def test_requirements_alone_tell_nothing_of_parties(tmp_path: Path) -> None:
    text = f"certify: 1\nrequirements:\n  - {{figure: {MAIN_RTP}, at_least: 0.9, clause: x}}\n"
    found = completed(sample_certification(), given(tmp_path, text))
    assert found.about is None
    assert found.all_met


def test_without_requirements_nothing_fails() -> None:
    assert sample_certification().all_met


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("certify: 1\nlabratory: {}\n", "about.yaml:2: labratory: unknown key; did you mean lab"),
        ("certify: 1\nclient: {contact: x}\n", "client.name: missing"),
        ("certify: 1\nreceived: 2026-02-30\n", "expected a day of the calendar"),
        ("certify: 1\nreceived: yesterday\n", "expected a date such as 2026-11-21"),
        (
            "certify: 1\nperformed: {from: 2026-03-02, to: 2026-03-01}\n",
            "expected to not before from; found 2026-03-02 to 2026-03-01",
        ),
        ("certify: 1\n", "the file says nothing"),
        (
            f"certify: 1\nrequirements:\n  - {{figure: {MAIN_RTP}, clause: x}}\n",
            "a requirement has at_least, at_most or both; found neither",
        ),
        (
            f"certify: 1\nrequirements:\n  - {{figure: {MAIN_RTP}, at_least: 98 %, clause: x}}\n",
            "at_least: expected a number",
        ),
        (
            "certify: 1\nrequirements:\n"
            f"  - {{figure: {MAIN_RTP}, at_least: 2, at_most: 1, clause: x}}\n",
            "expected at_most not below at_least; found 1 and 2",
        ),
        (
            "certify: 1\nrequirements:\n"
            "  - {figure: shoes.0.optimal.wagers.main.house_edg, at_least: 0.9, clause: x}\n",
            "about.yaml:3: requirements.0.figure: there is no 'house_edg' in"
            " shoes.0.optimal.wagers.main; did you mean house_edge?",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SpecInvalidError) as caught:
        given(tmp_path, text)
    assert told in str(caught.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="there is no such file"):
        read_about(str(tmp_path / "none.yaml"), Certification)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (MAIN_RTP, ""),
        ("shoes.1.basic.wagers.bonus.2.with_burnout.rtp", ""),
        ("shoes.0.optimal.wagers.main.outcomes.1.5", ""),
        ("shoes.0.optimal.wagers.main.sessions.0.p_ahead", ""),
        ("shoe.0.optimal", "there is no 'shoe' in the results; did you mean shoes?"),
        ("shoes.first.optimal", "shoes is a list; expected the number of an entry"),
        ("shoes.0.optimal.wagers", "is no figure; it has main, main_burnout"),
        ("title", "is no number"),
        (f"{MAIN_RTP}.mean", "has no parts"),
    ],
)
def test_paths_are_checked_before_anything_is_worked_out(path: str, told: str) -> None:
    found = figure_problem(path, Certification)
    assert told in found
    assert bool(found) == bool(told)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("shoes.7.optimal.wagers.main.rtp", "there is no entry 7; there are 2 entries, from 0"),
        ("shoes.0.optimal.wagers.bonus.9.best.rtp", "there is no '9'; expected one of 2, 3, 4, 5"),
        ("shoes.0.basic.wagers.bonus.2.best.rtp", "best was not worked out for this report"),
        ("shoes.0.optimal.wagers.main.skewness", "no bound on the error"),
    ],
)
def test_figures_that_the_results_lack_are_told_with_their_line(
    tmp_path: Path, path: str, told: str
) -> None:
    text = f"certify: 1\nrequirements:\n  - {{figure: {path}, at_least: 0.9, clause: x}}\n"
    found = given(tmp_path, text)
    with pytest.raises(SpecInvalidError) as caught:
        completed(sample_certification(), found)
    assert told in str(caught.value)
    assert "about.yaml:3" in str(caught.value)


def with_rtp(rtp: float, error: float) -> Certification:
    """Return a certification whose first figure is changed."""
    sample = sample_certification()
    shoe = sample.shoes[0]
    main = shoe.optimal.wagers.main.model_copy(update={"rtp": rtp, "ev_error_bound": error})
    wagers = shoe.optimal.wagers.model_copy(update={"main": main})
    optimal = shoe.optimal.model_copy(update={"wagers": wagers})
    return sample.model_copy(update={"shoes": (shoe.model_copy(update={"optimal": optimal}),)})


def verdict(item: Any, path: str, comparison: Any, value: float) -> Any:
    found = judged(item, Limit(path, comparison, value, "x"))
    assert not isinstance(found, str), found
    return found


@pytest.mark.parametrize(
    ("rtp", "error", "least", "most"),
    [
        (0.985, 1e-12, "met", "not met"),
        (0.975, 1e-12, "not met", "met"),
        (0.98, 1e-12, "undecided", "undecided"),
        (0.98 + 0.9e-6, 1e-6, "undecided", "undecided"),
        (0.98 + 1.1e-6, 1e-6, "met", "not met"),
        (0.98 - 1.1e-6, 1e-6, "not met", "met"),
    ],
)
def test_exact_figures_are_accepted_simply(rtp: float, error: float, least: str, most: str) -> None:
    item = with_rtp(rtp, error)
    found = verdict(item, MAIN_RTP, "at_least", 0.98)
    assert found.verdict == least
    assert found.false_accept == 0.0
    assert found.basis == "exact"
    assert found.low < rtp < found.high
    assert found.high - found.low == pytest.approx(2 * error, rel=1e-2)
    assert verdict(item, MAIN_RTP, "at_most", 0.98).verdict == most


def test_bounds_of_streaks_hold_against_moved_chances() -> None:
    """The bound holds where win and loss chances are moved as far as they may be wrong."""
    item = sample_certification()
    found = verdict(item, "shoes.0.optimal.wagers.bonus.5.with_burnout.rtp", "at_least", 0.5)
    bonus = item.shoes[0].optimal.wagers.bonus["5"]
    streak = item.shoes[0].optimal.streak
    assert bonus.with_burnout is not None
    assert streak is not None
    error = Fraction(streak.error_bound)
    q = Fraction(bonus.with_burnout.q)
    decided = sum(q**k for k in range(5)) / Fraction(bonus.with_burnout.expected_rounds)
    win, loss = q * decided, (1 - q) * decided
    for sign in (1, -1):
        moved = (win + sign * error) / (win + loss)
        assert abs(16 * moved**5 - 16 * q**5) <= Fraction(found.high) - Fraction(found.found)


@pytest.mark.parametrize(
    ("value", "least", "most"),
    [(0.4, "met", "not met"), (0.5, "undecided", "undecided"), (0.6, "not met", "met")],
)
def test_intervals_decide_on_figures_found_by_playing(value: float, least: str, most: str) -> None:
    item = assembled()
    path = "fairness.tables.0.equal.0.seats.0.win"
    table = item.fairness.tables[0]
    seat = (
        table.equal[0].seats[0].model_copy(update={"win": Estimate(value=0.5, low=0.49, high=0.51)})
    )
    equal = table.equal[0].model_copy(update={"seats": (seat, *table.equal[0].seats[1:])})
    tables = (table.model_copy(update={"equal": (equal, *table.equal[1:])}),)
    fairness = FairnessResult.model_copy(item.fairness, update={"tables": tables})
    item = item.model_copy(update={"fairness": fairness})
    found = verdict(item, path, "at_least", value)
    assert found.verdict == least
    assert found.basis == "played"
    assert found.false_accept == pytest.approx(1 - table.family.confidence)
    assert (found.low, found.high) == (0.49, 0.51)
    assert verdict(item, f"{path}.value", "at_most", value).verdict == most
    assert "all seats played by random, seat 1" in found.title
