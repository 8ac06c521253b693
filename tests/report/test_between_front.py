"""The first page of the report of a game between players: what a reader must not misread."""

from __future__ import annotations

from typing import Any

from certify.evidence.report.sections.multiplayer.front import write_front
from certify.evidence.report.sections.multiplayer.sheet import write_sheet
from certify.evidence.report.sections.multiplayer.study import length_section, skill_section
from certify.results import Estimate
from certify.studies.certification.conformity import Limit, judged
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.fairness.results.fairness import TableResult
from certify.studies.fairness.results.length_of_play import PlayLimit
from tests.report.conftest import ABOUT
from tests.report.test_fairness_report import assembled, text_of


def given(*limits: Limit) -> FairnessCertification:
    """Return a report that was given parties and requirements."""
    content = assembled()
    found = tuple(judged(content, limit) for limit in limits)
    return content.model_copy(update={"about": ABOUT, "requirements": found})


def test_parties_and_every_requirement_stand_on_the_first_page() -> None:
    path = "fairness.tables.0.equal.0.draw"
    text = text_of(
        given(
            Limit(path, "at_most", 0.9, "contract, 4"),
            Limit(path, "at_most", 0.0, "contract, 5"),
        ),
        write_front,
    )
    for words in (
        "Laboratory Example Laboratory for Games, its report no. L-2026-17",
        "Client Example Casino Company",
        "Jurisdiction Example State: Gaming Rule 8, 30-899",
        "1 of 2 requirements is met, 1 is not.",
        "at most 0 % (contract, 5): found",
        "at most 90 % (contract, 4): found",
    ):
        assert words in text
    assert text.index("contract, 5") < text.index("contract, 4")
    assert ", not met" in text
    assert ", met" in text


def test_of_many_requirements_the_first_page_tells_how_many_more_there_are() -> None:
    path = "fairness.tables.0.equal.0.draw"
    limits = [Limit(path, "at_most", 0.9 + number / 100, f"no. {number}") for number in range(5)]
    assert "2 more: see the statement of conformity" in text_of(given(*limits), write_front)


def test_what_was_not_given_is_told_as_such() -> None:
    text = text_of(assembled(), write_front)
    for word in ("Laboratory", "Client", "Jurisdiction"):
        assert word not in text
    assert "Tested by, and for not given" in text
    assert "Requirements none was given, so that there is no verdict" in text


# What the figures mean


def study(**changes: Any) -> FairnessCertification:
    """Return a report of two players, with changes of its table."""
    content = assembled()
    table = content.fairness.tables[0].model_copy(update=changes)
    fairness = content.fairness.model_copy(update={"tables": (table,)})
    return content.model_copy(update={"fairness": fairness})


def table_of(content: FairnessCertification) -> TableResult:
    return content.fairness.tables[0]


def last_play(*, opens: tuple[float, float] = (0.5, 0.5), **changes: Any) -> FairnessCertification:
    """Return a report in which the strongest players play otherwise."""
    table = table_of(study())
    last = table.equal[-1]
    seats = tuple(
        seat.model_copy(update={"opens": share})
        for seat, share in zip(last.seats, opens, strict=True)
    )
    last = last.model_copy(update={"seats": seats, **changes})
    return study(equal=(*table.equal[:-1], last))


BEHIND: dict[str, Any] = {
    "first_advantage": Estimate(value=-0.3, low=-0.44, high=-0.17),
    "first_p": 1e-12,
    "seats_p": 0.35,
}


def test_no_favoured_seat_and_a_disadvantage_of_going_first_do_not_contradict() -> None:
    """Today: "seat favoured: not found" directly above "going first -30 (-44 to -17)"."""
    text = text_of(last_play(**BEHIND), write_front)
    assert "Is a seat favoured between the strongest? none is found (p " in text
    assert "−30 (−44 to −17): a disadvantage" in text
    assert "Going first is a disadvantage. No seat is favoured all the same, since who goes" in text
    assert "strongest? not found" not in text
    sheet = text_of(last_play(**BEHIND), write_sheet)
    assert "Going first is a disadvantage: who goes first wins" in sheet


def test_the_advantage_of_a_seat_that_always_begins_is_told_to_be_the_same() -> None:
    text = text_of(last_play(opens=(1.0, 0.0), **BEHIND), write_front)
    assert "The same seat goes first in every game" in text
    sheet = text_of(last_play(opens=(1.0, 0.0), **BEHIND), write_sheet)
    assert "Going first is" not in sheet


def test_a_finding_of_the_test_alone_says_so() -> None:
    wide: dict[str, Any] = {
        "first_advantage": Estimate(value=0.13, low=-0.06, high=0.31),
        "first_p": 0.001,
    }
    text = text_of(last_play(**wide), write_front)
    assert "13 (−6 to 31): an advantage by the test (p 0.00" in text
    assert "the interval still holds zero" in text
    none: dict[str, Any] = {
        "first_advantage": Estimate(value=0.13, low=-0.06, high=0.31),
        "first_p": 0.4,
    }
    text = text_of(last_play(**none), write_front)
    assert "13 (−6 to 31): no difference is found" in text


def test_relative_skill_that_may_be_anything_is_nothing_that_can_be_said() -> None:
    table = table_of(study())
    assert table.skill is not None
    first, *others = table.skill.relative
    unknown = first.model_copy(update={"relative_skill": Estimate(value=0.0, low=0.0, high=1.0)})
    skill = table.skill.model_copy(update={"relative": (unknown, *others)})
    text = text_of(study(skill=skill), write_front)
    assert "Relative skill, 0 chance to 1 skill nothing can be said (0 to 1)" in text
    assert "counts for neither skill nor chance" in text
    section = text_of(
        study(skill=skill), lambda composer, content: skill_section(composer, content.fairness)
    )
    assert "unknown (0 to 1)" in section
    assert "0.00 0.00 to 1.00" not in section


def test_games_that_a_limit_stops_are_explained_wherever_they_are_told() -> None:
    limit = PlayLimit(
        measure="capped",
        settings=(("turn_cap", "500"),),
        text="After so many turns nobody wins.",
        rulings=("R15",),
    )
    content = study(limits=(limit,))
    for section in (
        write_front,
        lambda composer, content: length_section(composer, content.fairness),
    ):
        text = text_of(content, section)
        assert "turn_cap = 500 (R15): After so many turns nobody wins." in text
        assert (
            "Games that it stops count with the result and the length that they have then" in text
        )
        assert "a share of wins or of draws could be other by as much as" in text
    assert "a limit that stops play (capped)" in text_of(study(), write_front)
