"""The sections of figures of games between players say what the result says."""

from __future__ import annotations

import re

import pytest

from certify.evidence.report.sections.multiplayer.study import (
    law_section,
    length_section,
    seats_section,
    settings_section,
    shares_section,
    skill_section,
    solved_section,
    strength_section,
    use_section,
)
from certify.results import Estimate
from certify.studies.fairness.figures_view import PlayerKey
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from tests.report.fairness_texts import (
    Section,
    digits_after_point,
    elements_of,
    shown,
    text_of,
    with_table,
)
from tests.support.fairness import LADDER, synthetic_fairness

SECTIONS: tuple[Section, ...] = (
    law_section,
    seats_section,
    strength_section,
    skill_section,
    length_section,
    use_section,
    settings_section,
    solved_section,
)
LONG_NAMES = ("random", "sensible", "search:1000:sensible", "search:2000:sensible", "search:50000")


def bare(table: TableResult) -> TableResult:
    return table.model_copy(
        update={
            "equal": (),
            "meetings": (),
            "ratings": (),
            "rating_checks": (),
            "shares": (),
            "skill": None,
            "lengths": (),
            "use": table.use.model_copy(update={"elements": (), "never": ()}),
            "sensitivity": (),
            "matches": (),
            "findings": (),
        }
    )


@pytest.fixture(scope="module")
def several() -> FairnessResult:
    return synthetic_fairness((2, 3, 4))


@pytest.fixture(scope="module")
def pair() -> FairnessResult:
    return synthetic_fairness((2,))


@pytest.fixture(scope="module")
def seats_text(several: FairnessResult) -> str:
    return text_of(seats_section, several)


@pytest.mark.parametrize("section", SECTIONS)
def test_nothing_is_written_where_nothing_was_found(
    section: Section, several: FairnessResult
) -> None:
    empty = several.model_copy(
        update={"tables": tuple(bare(table) for table in several.tables), "solved": ()}
    )
    assert elements_of(section, empty) == []
    assert elements_of(section, several.model_copy(update={"tables": (), "solved": ()})) == []


@pytest.mark.parametrize("section", SECTIONS)
def test_long_names_and_signs_of_markup_are_printed(section: Section) -> None:
    result = synthetic_fairness((2, 4), ladder=LONG_NAMES)
    odd = "if left < right & more"
    tables = tuple(
        table.model_copy(
            update={
                "use": table.use.model_copy(
                    update={
                        "elements": tuple(
                            use.model_copy(update={"name": f"{use.name} {odd}"})
                            for use in table.use.elements
                        ),
                        "never": (f"bury_again {odd}",),
                    }
                )
            }
        )
        for table in result.tables
    )
    text = text_of(section, result.model_copy(update={"tables": tables}))
    assert "&lt;" not in text
    assert "&amp;" not in text
    assert "<br" not in text
    assert (odd in text) == (section is use_section)


def test_every_seat_has_its_line_with_its_interval(
    seats_text: str, several: FairnessResult
) -> None:
    lines = re.findall(r"(\S+) (seat \d) ([\d.]+) ± ([\d.]+) [+−]?[\d.]+ ± ", seats_text)
    expected = [
        (equal.player, seat)
        for table in several.tables
        for equal in table.equal
        for seat in equal.seats
    ]
    assert len(lines) == len(expected) == 5 * (2 + 3 + 4)
    for (player, role, *figures), (name, seat) in zip(lines, expected, strict=True):
        assert (player, role) == (name, seat.role)
        half = max(seat.win.high - seat.win.value, seat.win.value - seat.win.low)
        for text, value in zip(figures, (seat.win.value, half), strict=True):
            assert text == shown(100 * value, digits_after_point(text))
            # What is printed is not coarser than a twentieth of the interval.
            assert 10.0 ** -digits_after_point(text) <= 0.1 * 100 * (seat.win.high - seat.win.low)


def test_seats_are_favoured_only_where_the_result_says_so(seats_text: str) -> None:
    assert "random 1 000 000 2.400 ± 0.050 71.30 1 4 × 10−17" in seats_text
    assert "sensible 1 000 000 2.400 ± 0.050 2.10 1 0.3500" in seats_text
    assert "The scores of every game add up to nothing." in seats_text
    assert "at least 95 %" in seats_text


def test_a_game_in_which_nobody_goes_first_has_no_advantage(pair: FairnessResult) -> None:
    together = tuple(
        equal.model_copy(
            update={
                "first_win": None,
                "others_win": None,
                "first_advantage": None,
                "first_p": None,
            }
        )
        for equal in pair.tables[0].equal
    )
    text = text_of(seats_section, with_table(pair, equal=together))
    assert "nobody goes first" in text
    assert "Advantage of going first" not in text
    assert "Advantage of going first" in text_of(seats_section, pair)


def test_two_players_share_the_points_of_a_meeting(pair: FairnessResult) -> None:
    text = text_of(strength_section, pair)
    for number, opponent in enumerate(LADDER):
        cells = []
        for other in LADDER:
            found = [
                meeting.points.value if meeting.player == opponent else 1 - meeting.points.value
                for meeting in pair.tables[0].meetings
                if {meeting.player, meeting.opponent} == {opponent, other}
            ]
            value = found[0] if found else None
            mark = "" if value is None else "↑ " if value > 0.5 else "↓ "
            cells.append("–" if value is None else mark + shown(value, 4))
        assert f"{'ABCDE'[number]} {opponent} {' '.join(cells)}" in text


def test_three_players_have_no_points_that_nobody_played_for(several: FairnessResult) -> None:
    text = text_of(strength_section, with_table(several, players=3))
    matrix = text.partition("Table 1.")[2].partition("Table 2.")[0]
    assert len(re.findall(r"0\.\d{4}", matrix)) == len(several.tables[0].meetings)
    assert "↓ 0." not in matrix


def test_no_arrow_where_no_difference_is_found(pair: FairnessResult) -> None:
    level = tuple(
        meeting.model_copy(update={"p": 0.051, "deals_for_75": None, "deals_for_95": None})
        for meeting in pair.tables[0].meetings
    )
    text = text_of(strength_section, with_table(pair, meetings=level))
    assert "↑ 0." not in text
    assert "↓ 0." not in text
    assert "found in 0 of 10 meetings" in text
    assert "found in 10 of 10 meetings" in text_of(strength_section, pair)


def test_ratings_stand_beside_the_points_that_follow_from_them(pair: FairnessResult) -> None:
    text = text_of(strength_section, pair)
    for check in pair.tables[0].rating_checks:
        assert f" {shown(check.rated, 4)}" in text
    assert "331.2 (325.9 to 336.5)" in text
    alone = text_of(strength_section, with_table(pair, rating_checks=()))
    assert "95 % Rated" in text
    assert "Rated" not in alone
    assert "ratings are farthest" not in alone


def test_shares_of_variance_and_their_intervals_are_printed(pair: FairnessResult) -> None:
    text = text_of(shares_section, pair)
    for shares in pair.tables[0].shares:
        for part in (shares.deal, shares.interaction, shares.rest):
            half = max(part.high - part.value, part.value - part.low)
            assert f"{shown(100 * part.value, 1)} ± {shown(100 * half, 1)}" in text
    assert "1 250 deals, 2 seatings of each, each played 2 times" in text


def test_a_share_that_is_not_measured_is_not_printed_as_nothing(pair: FairnessResult) -> None:
    nothing = Estimate(value=0.0, low=0.0, high=0.0)
    found = (
        pair.tables[0]
        .shares[0]
        .model_copy(update={"seating": nothing, "interaction": nothing, "rest": nothing})
    )
    text = text_of(shares_section, with_table(pair, shares=(found,)))
    assert "41.2 ± 1.4 0 0 0 0.2437" in text
    single = found.model_copy(update={"seatings": 1})
    text = text_of(shares_section, with_table(pair, shares=(single,)))
    assert "41.2 ± 1.4 – – 0 0.2437" in text


def test_every_test_has_definition_source_finding_and_answer(several: FairnessResult) -> None:
    text = text_of(law_section, several)
    skill = several.tables[0].skill
    assert skill is not None
    for test in skill.tests:
        assert f"{test.title} {test.definition} {test.source}" in text
        # Three numbers of players with one finding have one line.
        assert f"{test.title} 2, 3 and 4 {test.finding} {test.answer}" in text
    single = text_of(law_section, synthetic_fairness((2,)))
    for test in skill.tests:
        assert f"{test.title} {test.finding} {test.answer}" in single


def test_findings_that_differ_stand_apart(several: FairnessResult) -> None:
    tables = []
    for table in several.tables:
        assert table.skill is not None
        first, *others = table.skill.tests
        changed = first.model_copy(update={"finding": f"Found at a table of {table.players}."})
        skill = table.skill.model_copy(update={"tests": (changed, *others)})
        tables.append(table.model_copy(update={"skill": skill}))
    text = text_of(law_section, several.model_copy(update={"tables": tuple(tables)}))
    for players in (2, 3, 4):
        assert f"{players} Found at a table of {players}. skill" in text


def test_relative_skill_is_the_learning_effect_over_both(pair: FairnessResult) -> None:
    text = text_of(skill_section, pair)
    assert f"0.210 ± 0.018 {shown(0.37 / 0.58, 3)}" in text
    assert f"0.210 ± 0.018 {shown(0.22 / 0.43, 3)}" in text


def test_letters_follow_the_ladder_and_run_out(pair: FairnessResult) -> None:
    key = PlayerKey(pair)
    assert [key.letter(player) for player in LADDER] == list("ABCDE")
    assert key.letter("open:100") == "F"
    assert key.letter("stranger") == "stranger"
    note = " ".join(key.note(["search:20", "random"]).split())
    assert note == "Players: A random; C search:20."
    assert key.note(["stranger"]) == ""
