"""`certify fairness`: its tables, its JSON and CSV, what it asks the study, its errors."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field
from math import ceil, inf, log10, nan
from pathlib import Path
from typing import Any

import pytest

from certify.cli.durations import Reference
from certify.cli.output import show
from certify.present.markup import spoken
from certify.present.quantity import Interval, Number, number_text, p_value
from certify.results import Estimate
from certify.studies.fairness.csv import HEADS, fairness_csv
from certify.studies.fairness.figures_view import (
    MEAN,
    count_text,
    mean_text,
    players_text,
    share_text,
    times_text,
)
from certify.studies.fairness.question import SECTIONS
from certify.studies.fairness.results.fairness import FairnessResult, Finding
from certify.studies.fairness.results.length_of_play import PlayLimit
from certify.studies.fairness.results.use_of_rules import UseOfRules
from certify.studies.fairness.solved_view import MOST_STEPS
from certify.studies.fairness.use_view import MOST_RARE
from certify.studies.fairness.view import fairness_view
from tests.support.fairness import synthetic_fairness

LONG_LADDER = (
    "random",
    "sensible",
    "search:10000",
    "search:100000:sensible",
    "search:1000000:sensible",
)
NOTHING_USED = UseOfRules(players=(), games=(), elements=(), never=())
BARE = {
    "equal": (),
    "meetings": (),
    "ratings": (),
    "rating_checks": (),
    "shares": (),
    "skill": None,
    "lengths": (),
    "use": NOTHING_USED,
    "sensitivity": (),
    "matches": (),
    "findings": (),
}


def printed(capsys, result, **options):
    """Return what the tables of a study print."""
    show(*fairness_view(result, **options))
    return capsys.readouterr().out


def bare(**parts):
    """Return a study of two players with these parts of its table alone."""
    full = synthetic_fairness((2,))
    table = full.tables[0].model_copy(update=BARE | parts)
    return full.model_copy(update={"tables": (table,), "solved": ()})


@dataclass
class Study:
    """Stands for `certify.studies.fairness.study`."""

    asked: list[Any] = field(default_factory=list)
    crews: list[Any] = field(default_factory=list)
    desks: list[Any] = field(default_factory=list)
    seconds: float = 1.0

    def fairness_of(self, question, context, workers):
        """Return a made-up study, and keep what was asked."""
        self.asked.append(question)
        self.desks.append(context)
        self.crews.append(workers)
        return synthetic_fairness(question.players or (2, 3, 4))

    def reference(self, question, workers):
        """Return what was set."""
        return Reference(self.seconds / (workers or 1), workers or 1)


@pytest.fixture
def study(monkeypatch, tmp_path):
    """Let the command ask a study that plays nothing."""
    made = Study()
    monkeypatch.setattr("certify.studies.fairness.study.fairness_of", made.fairness_of)
    monkeypatch.setattr("certify.cli.fairness.of_fairness", made.reference)
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path))
    return made


# Figures


@pytest.mark.parametrize(
    ("value", "low", "high", "text"),
    [
        (0.4931, 0.4910, 0.4952, "0.4931 ± 0.0021"),
        (0.5, 0.1, 0.7, "0.50 (0.10 to 0.70)"),
        (-31.04, -43.04, -19.04, "-31 ± 12"),
        (-0.00001, -0.004, 0.004, "0.0000 ± 0.0040"),
        (12345.6, 12000.0, 12800.0, "12346 (12000 to 12800)"),
        (0.0, 0.0, 0.0, "0"),
        (3.0, 3.0, 3.0, "3"),
        (0.5, -inf, inf, "-"),
        (nan, 0.0, 1.0, "-"),
    ],
)
def test_an_interval_has_the_digits_that_its_width_needs(value, low, high, text):
    assert Interval()(Estimate(value=value, low=low, high=high)) == text


def test_both_ends_of_an_uneven_interval_are_printed():
    # None of 10,000: the interval ends at three by the number of games, about.
    assert Interval()(Estimate(value=0.0, low=0.0, high=0.00037)) == (
        "0.00000 (0.00000 to 0.00037)"
    )
    found = Interval(100, signed=True)(Estimate(value=0.1, low=0.05, high=0.11))
    assert found == "+10.0 (5.0 to 11.0)"
    assert isinstance(found, Number)
    assert found.value == 10.0
    assert Interval()(None) == "-"


def test_large_amounts_are_grouped():
    """Decimals are not."""
    assert MEAN(Estimate(value=12345.6, low=12000.0, high=12800.0)) == "12,346 (12,000 to 12,800)"
    assert MEAN(Estimate(value=19866.0, low=19787.0, high=19945.0)) == "19,866 ± 79"
    assert MEAN(Estimate(value=0.49312345, low=0.49311, high=0.493136)) == "0.493123 ± 0.000013"


@pytest.mark.parametrize("power", range(-5, 4))
@pytest.mark.parametrize("first", [1.0, 1.04, 4.9, 9.94])
def test_two_digits_of_the_width_are_shown(power, first):
    half = first * 10.0**power
    text = Interval()(Estimate(value=1.0, low=1.0 - half, high=1.0 + half))
    shown = float(text.split("±")[1])
    # Half a unit of the second digit; above a hundred all digits are shown.
    assert abs(shown - half) <= 0.5 * 10.0 ** min(0, ceil(log10(half) - 1e-9) - 2) + 1e-15
    assert len(text.split("±")[1].strip().replace(".", "").lstrip("0")) >= 2


def test_other_figures_are_short_and_never_lie():
    assert [spoken(p_value(p)) for p in (1.0, 0.03125, 1e-4, 2.4e-7, 0.0, None)] == [
        "1.0000",
        "0.0312",
        "0.0001",
        "3e-07",
        "<1e-300",
        "-",
    ]
    assert [count_text(n) for n in (11.2, 1234.0, 3.2e7, None)] == ["12", "1,234", "3.2e+07", "-"]
    assert [number_text(n) for n in (3.0, 2500.0, 0.25, -1.0, None)] == [
        "3",
        "2,500",
        "0.25",
        "-1",
        "-",
    ]
    assert [times_text(n) for n in (0.0, 1.5e-6, 0.25, 12.0, 345.67)] == [
        "0",
        "2e-06",
        "0.250",
        "12.000",
        "345.670",
    ]
    shares = [spoken(share_text(n)) for n in (0.0, 1e-6, 0.0001, 1.0)]
    assert shares == ["0.00", "< 0.01", "0.01", "100.00"]
    assert mean_text(Estimate(value=12.346, low=12.323, high=12.369)) == "12.35"
    assert mean_text(Estimate(value=1.0, low=1.0, high=1.0)) == "1"
    assert players_text(2) == "2 players"
    assert players_text(2, 3, 5) == "2, 3 and 5 players"


# Tables


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("all_uses", [False, True])
def test_no_line_is_wider_than_the_screen_and_no_figure_is_broken(capsys, players, all_uses):
    found = synthetic_fairness((players,), ladder=LONG_LADDER)
    text = printed(capsys, found, all_uses=all_uses)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    # A row of a table has all its figures in one line: each ± stands between two numbers.
    assert all(
        len(re.findall(r"-?[\d.]+ ± [\d.]+", line)) == line.count("±")
        for line in lines
        if "± is" not in line
    )
    seats = [line for line in lines if re.match(r".*\bseat \d  ", line)]
    assert len(seats) == len(LONG_LADDER) * players
    assert all(line.count("±") == 2 and re.search(r" \d+\.\d\d$", line) for line in seats)
    pairs = [line for line in lines if re.match(r"[B-E] v [A-D] +[\d,]+ ", line)]
    assert len(pairs) == 10
    for player in LONG_LADDER:
        assert any(line.startswith(f"{player} ") and line.count("±") == 3 for line in lines)


def test_a_reader_is_told_in_the_order_of_his_questions(capsys):
    text = printed(capsys, synthetic_fairness((2,)))
    titles = [
        "What matters, 2 players",
        "Worth knowing, 2 players",
        "From the weakest, as it was expected",
        "Tests of equal seats, and draws, 2 players",
        "What each seat wins",
        "Advantage of going first",
        "Points of each player against each other",
        "Every meeting",
        "Ratings, 2 players",
        "Shares of the variance",
        "Relative skill, 2 players",
        "The strongest against the weakest",
        "What each test asks",
        "What the figures say",
        "Decisions of a game",
        "Games stopped by a limit",
        "What of the rules no game used",
        "Settings that change something",
        "Matches, and what the source says they take",
        "Length of matches",
        "Cut-down games solved",
    ]
    places = [text.index(title) for title in titles]
    assert places == sorted(places)


def test_the_figures_printed_are_those_of_the_study(capsys):
    found = synthetic_fairness((3,))
    table = found.tables[0]
    rows = [line.split() for line in printed(capsys, found).splitlines()]
    for place, equal in enumerate(table.equal):
        seat = equal.seats[2]
        cells = [row for row in rows if row[1:3] == ["seat", "3"]][place]
        assert cells[0] == equal.player
        assert float(cells[3]) == pytest.approx(100 * seat.win.value, abs=0.051)
        assert float(cells[5]) == pytest.approx(100 * (seat.win.high - seat.win.value), abs=0.051)
        assert float(cells[6]) == pytest.approx(seat.score.value, abs=0.0051)
    met = {(row[0], row[2]): row for row in rows if row[1:2] == ["v"] and row[3].count(".") == 0}
    for meeting in table.meetings:
        letter, other = ("ABCDE"[LADDER.index(who)] for who in (meeting.player, meeting.opponent))
        cells = met[letter, other]
        assert int(cells[3].replace(",", "")) == meeting.deals
        assert float(cells[4]) == pytest.approx(meeting.points.value, abs=0.00051)
        assert int(cells[-2].replace(",", "")) == ceil(meeting.deals_for_95 or 0.0)
    matrix = next(row for row in rows if row[:3] == ["E", "search:500", "↑"])
    assert [float(cell) for cell in matrix if cell[0] == "0"] == pytest.approx(
        [each.points.value for each in table.meetings[-4:]], abs=0.000051
    )


LADDER = ("random", "sensible", "search:20", "search:100", "search:500")


def test_of_two_players_one_has_the_points_that_the_other_lacks(capsys):
    rows = [line.split() for line in printed(capsys, synthetic_fairness((2,))).splitlines()]
    listed = [row for row in rows if len(row) == 11 and row[2] in "-↑↓"]
    matrix = {row[0]: [cell for cell in row[2:] if cell not in "↑↓"] for row in listed}
    for one, row in enumerate(matrix.values()):
        assert row[one] == "-"
        for other, column in enumerate(matrix.values()):
            if one != other:
                assert float(row[other]) + float(column[one]) == pytest.approx(1.0, abs=1.1e-4)
    assert len(matrix) == 5


def test_findings_come_first_and_once_for_all_numbers_of_players(capsys, words):
    found = synthetic_fairness((2, 3, 4))
    other = found.tables[2].model_copy(
        update={
            "findings": (
                Finding(weight="note", about="draws", text="Draws are 51.2 % of games."),
                Finding(weight="matter", about="seats", text="Seat 4 wins least."),
            )
        }
    )
    found = found.model_copy(update={"tables": (*found.tables[:2], other)})
    text = printed(capsys, found)
    said = words(text)
    assert "What matters, 2 and 3 players Seats: Seat 1 wins more often" in said
    assert "What matters, 4 players Seats: Seat 4 wins least." in said
    assert "Worth knowing, 4 players Draws: Draws are 51.2 %" in said
    assert text.count("Seat 1 wins more often") == 1
    assert not re.search(r"\d\n *%", text)
    assert "\u00a0" not in text


@pytest.mark.parametrize(
    ("part", "title"),
    [
        ("equal", "What each seat wins"),
        ("meetings", "Strength against strength"),
        ("ratings", "Ratings"),
        ("shares", "Where results come from"),
        ("skill", "Tests used in law"),
        ("lengths", "Decisions of a game"),
        ("use", "What of the rules no game used"),
        ("sensitivity", "Other settings and readings"),
        ("matches", "Length of matches"),
    ],
)
def test_what_was_not_asked_leaves_no_trace(capsys, part, title):
    full = synthetic_fairness((2,)).tables[0]
    empty = printed(capsys, bare())
    assert title not in empty
    assert ", 2 players" not in empty
    assert title in printed(capsys, bare(**{part: getattr(full, part)}))


def test_nobody_goes_first_where_all_decide_together(capsys, words):
    equal = tuple(
        play.model_copy(
            update={
                "first_win": None,
                "others_win": None,
                "first_advantage": None,
                "first_p": None,
            }
        )
        for play in synthetic_fairness((2,)).tables[0].equal
    )
    said = words(printed(capsys, bare(equal=equal)))
    assert "Going first Nobody ever decides alone" in said
    assert "Advantage" not in said
    # One kind of player may, another not.
    some = (synthetic_fairness((2,)).tables[0].equal[0], *equal[1:])
    rows = [line.split() for line in printed(capsys, bare(equal=some)).splitlines()]
    assert ["sensible", "-", "-", "-", "-"] in rows


def test_minutes_are_told_where_the_source_tells_them(capsys):
    timed, free = synthetic_fairness((2,)).tables[0].matches
    both = printed(capsys, bare(matches=(timed, free)))
    assert re.search(r"^short +random .* 30 to 45 +3\.63 to 5\.44$", both, re.M)
    assert re.search(r"^long +random .* - +-$", both, re.M)
    alone = printed(capsys, bare(matches=(free,)))
    assert "what the source says they take" not in alone
    assert re.search(r"^long +random +100,000 +48\.80 ± 0\.40 +0\.100 ± 0\.030$", alone, re.M)


def test_roles_have_their_names(capsys):
    text = printed(capsys, synthetic_fairness((2,), roles=("agency", "asset")))
    assert re.search(r"^random +agency +50\.00 ± 0\.15 ", text, re.M)
    assert re.search(r"^random +asset +47\.60 ± 0\.15 ", text, re.M)


def test_use_is_told_briefly_or_in_full(capsys, words):
    found = synthetic_fairness((2,))
    short, full = (printed(capsys, found, all_uses=every) for every in (False, True))
    for text in (short, full):
        assert "4,000 games of random, 4,000 games of sensible with 2 players" in words(text)
        assert "What of the rules no game used: 1 of 20 elements" in text
        assert re.search(r"^bury_again +procedure +C3, R2 ", text, re.M)
        rare = text.partition("used in no more than 1 % of games")[2]
        row = r"^settle: else +branch +C5, R2 +0\.003 +0\.30 +0\.004 +0\.30$"
        assert re.search(row, rare, re.M)
    assert "rank 10" not in short
    assert "with --use" in short
    assert "with --use" not in full
    assert re.search(r"^rank 10 +C20, R2 +2\.000 +100\.00 +2\.400 +100\.00$", full, re.M)
    for kind in ("procedure", "branch", "decision", "move", "card"):
        assert f"How often each {kind} is used, 2 players" in full
    used = found.tables[0].use.model_copy(update={"never": ()})
    assert "All 20 elements are used." in words(printed(capsys, bare(use=used)))


def test_other_settings_are_told_with_their_changes(capsys, words):
    effects = synthetic_fairness((2,)).tables[0].sensitivity
    text = printed(capsys, bare(sensitivity=effects))
    row = r"^hand_size = 6 .* \+2\.10 +0\.00 +\+4\.20 +-11\.20 +2e-09$"
    assert len(re.findall(row, text, re.M)) == 2
    assert words(text).count("Ten cards are dealt") == 1
    assert "All seats random or sensible: equal_bids = leader." in words(text)


def test_rare_elements_are_counted_where_they_are_too_many(capsys, words):
    use = synthetic_fairness((2,)).tables[0].use
    rare = tuple(
        use.elements[4].model_copy(update={"name": f"rare {n}", "games": (n / 1e4, n / 1e4)})
        for n in range(1, 31)
    )
    said = words(printed(capsys, bare(use=use.model_copy(update={"elements": rare}))))
    assert f"{30 - MOST_RARE} more are in the results (JSON)." in said
    # Those that are used least are named.
    assert f"rare {MOST_RARE} " in said
    assert f"rare {MOST_RARE + 1} " not in said


def test_solved_versions_tell_their_size_and_how_far_they_can_be_exploited(capsys, words):
    found = synthetic_fairness((2,))
    said = words(printed(capsys, found))
    assert "Value +0.041200000 to the first seat, error at most 1e-09" in said
    assert "best answers to both strategies gain 3e-12 together" in said
    assert "Value +0.118000000 to the first seat, exact Checked by brute force" in said
    assert "first player wins 52.1000" in said
    # The best play of a holding comes first.
    assert "2 3, held in 33.33 % of deals 3 +0.3800 - 75.00 2 +0.0200 0.3600 25.00" in said
    long = found.solved[0].model_copy(
        update={"trace": tuple((10 * step, 1.0 / step) for step in range(1, 1001))}
    )
    text = printed(capsys, found.model_copy(update={"solved": (long,)}))
    steps = re.findall(r"^ *([\d,]+) +(\d\.\d{3}e-\d+|1\.000e\+00)$", text, re.M)
    assert len(steps) == MOST_STEPS
    assert (steps[0], steps[-1]) == (("10", "1.000e+00"), ("10,000", "1.000e-03"))


# CSV


def test_every_figure_is_in_the_csv():
    found = synthetic_fairness((2, 3))
    rows = list(csv.reader(io.StringIO(fairness_csv(found))))
    assert tuple(rows[0]) == HEADS
    assert {len(row) for row in rows} == {len(HEADS)}
    written = {(row[0], row[6]) for row in rows}

    def estimates(part):
        """Yield every estimate of a part, wherever it is."""
        if isinstance(part, Estimate):
            yield part
        elif isinstance(part, tuple):
            for each in part:
                yield from estimates(each)
        elif hasattr(type(part), "model_fields"):
            for name in type(part).model_fields:
                yield from estimates(getattr(part, name))

    for table in found.tables:
        known = list(estimates(table))
        assert len(known) > 100
        for each in known:
            assert (str(table.players), repr(each.value)) in written
    for version in found.solved:
        assert ("", repr(version.value)) in written
    ends = {(row[6], row[7], row[8]) for row in rows if row[7]}
    elo = found.tables[0].ratings[3].elo
    assert (repr(elo.value), repr(elo.low), repr(elo.high)) in ends
    # No figure is there twice: a row is told by what stands before its figure.
    keys = [tuple(row[:6]) for row in rows]
    assert len(keys) == len(set(keys))


# The command


def test_the_question_is_what_was_asked(study, certify):
    certify(
        "fairness",
        "burn",
        *(
            "--players",
            "3",
            "--players",
            "2,4",
            "--ladder",
            "random, sensible,search:0100:sensible",
        ),
        *("--games", "2e5", "--search-games", "5000", "--seed", "7", "--confidence", "0.99"),
        *("--only", "seats,skill", "--only", "use", "--workers", "1", "--no-cache"),
    )
    (asked,) = study.asked
    assert asked.game.spec.game.id == "burn"
    assert asked.players == (2, 3, 4)
    assert asked.ladder == ("random", "sensible", "search:100:sensible")
    assert (asked.games, asked.search_games) == (200_000, 5000)
    assert (asked.seed, asked.confidence) == (7, 0.99)
    assert asked.sections == {"seats", "skill", "use"}
    assert (study.crews[0].processes, study.crews[0].scheduler) == (1, None)
    assert study.desks[0].cache is None


def test_what_is_not_said_is_as_usual(study, certify):
    certify("fairness", "burn", "--set", "short_game=true")
    (asked,) = study.asked
    assert (asked.players, asked.ladder) == (None, None)
    assert (asked.games, asked.search_games) == (1_000_000, 10_000)
    assert (asked.seed, asked.confidence) == (1, 0.95)
    assert asked.sections == frozenset(SECTIONS)
    assert asked.game.changed
    assert study.desks[0].cache is not None
    certify("fairness", "burn", "--without", "sensitivity", "--without", "solved,use")
    assert study.asked[1].sections == frozenset(SECTIONS) - {"sensitivity", "solved", "use"}


def test_the_json_is_the_result(study, certify):
    found = certify("fairness", "burn", "--json")
    result = FairnessResult.from_json(found.stdout_bytes)
    assert result == synthetic_fairness((2, 3, 4))
    assert result.to_json().encode() + b"\n" == found.stdout_bytes


def test_figures_go_to_a_file_or_to_the_screen(study, certify, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = Path("burn.csv")
    assert certify("fairness", "burn", "--csv", path).output.endswith(f"\nWrote {path}\n")
    alone = certify("fairness", "burn", "--csv", "-")
    assert alone.stdout_bytes == path.read_bytes()
    assert path.read_text() == fairness_csv(synthetic_fairness((2, 3, 4)))
    as_json = certify("fairness", "burn", "--csv", path, "--json")
    assert FairnessResult.from_json(as_json.stdout_bytes).seed == 1


def test_all_uses_are_printed_if_they_are_asked_for(study, certify):
    assert "How often each card is used" not in certify("fairness", "burn").output
    assert "How often each card is used" in certify("fairness", "burn", "--use").output


def test_a_long_run_must_be_wanted(study, certify, words):
    study.seconds = 9.5 * 3600
    said = words(certify("fairness", "burn", "--workers", "2", code=1).output)
    assert "this takes about 4.8 hours on two cores, as measured when certify" in said
    assert "less where results are kept; fewer games, players or sections take less" in said
    assert "give --yes to begin all the same" in said
    assert study.asked == []
    certify("fairness", "burn", "--workers", "2", "--yes")
    study.seconds = 3599.0
    certify("fairness", "burn", "--workers", "1")
    assert len(study.asked) == 2


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ("burn", "--players", "5"),
            1,
            "the number of players cannot be '5': expected 2 or 3 or 4",
        ),
        (("burn", "--players", "two"), 1, "cannot be 'two': expected 2 or 3 or 4"),
        (("burn", "--players", "2,"), 1, "the number of players cannot be ''"),
        (("burnout", "--players", "3"), 1, "cannot be '3': expected 2"),
        (("burn", "--ladder", "random,sensibel"), 1, "did you mean sensible?"),
        (("burn", "--ladder", "random,serch:100"), 1, "did you mean search:100?"),
        (
            ("burn", "--ladder", "random,search:0"),
            1,
            "search:0 has 0 playouts; expected 1 to 1,000",
        ),
        (("burn", "--ladder", "random,search:1000001"), 1, "expected 1 to 1,000,000"),
        (("burn", "--ladder", "random,search:9:sensibl"), 1, "did you mean sensible?"),
        (
            ("burn", "--ladder", "random,search:9,search:09"),
            1,
            "names search:9 twice; name it once",
        ),
        (("burn", "--ladder", "random,"), 1, "there is no player ''"),
        (("burn", "--ladder", "random"), 1, "--ladder names 1 player; expected 2 to 12"),
        (
            ("burn", "--ladder", "random,open:9,open:9:sensible"),
            1,
            "names 1 player limited to what the rules show; expected 2 at least",
        ),
        (
            ("burn", "--ladder", ",".join(f"search:{n}" for n in range(1, 14))),
            1,
            "--ladder names 13 players; expected 2 to 12",
        ),
        (("burn", "--games", "999"), 2, "expected a number of games from 1,000 to 1e+12"),
        (("burn", "--games", "many"), 2, "found 'many'"),
        (("burn", "--games", "1e99"), 2, "found '1e99'"),
        (("burn", "--games", "1000.5"), 2, "found '1000.5'"),
        (("burn", "--search-games", "99"), 2, "--search-games"),
        (("burn", "--seed", "-1"), 2, "--seed"),
        (("burn", "--confidence", "1"), 2, "--confidence"),
        (("burn", "--confidence", "95"), 2, "--confidence"),
        (("burn", "--only", "seat"), 2, "there is no section 'seat'; did you mean seats?"),
        (("burn", "--without", "distribution"), 2, "known: seats, skill, length, use, sensitivity"),
        (("burn", "--only", "seats", "--without", "use"), 2, "exclude each other"),
        (("burn", "--without", ",".join(SECTIONS)), 2, "--without leaves no section"),
        (("burn", "--only", "seats", "--use"), 2, "--use prints the section use"),
        (("burn", "--json", "--csv", "-"), 2, "exclude each other"),
        (("burn", "--csv", "no/such/burn.csv"), 1, "no/such does not exist"),
        (("burn", "--workers", "2", "--scheduler", "tcp://here:1"), 2, "has its own workers"),
        (("burn", "--set", "no_such=1"), 1, "there is no parameter or payout 'no_such'"),
        (("bern",), 1, "did you mean burn?"),
        (
            ("blackjack-burnout",),
            1,
            "blackjack-burnout is played against a house, and fairness is asked of games between"
            " players; certify rtp, strategy, hand, parameters, whatif, simulate, crosscheck, shoe,"
            " exposure, play, check, monitor, report and submit answer for it",
        ),
        (
            ("casino-war",),
            1,
            "players; certify rtp, strategy, hand, parameters, whatif, simulate, crosscheck, shoe,"
            " exposure, paytable, play",
        ),
    ],
)
def test_what_cannot_be_asked_is_told_before_any_work(
    study, certify, words, arguments, code, message
):
    assert message in words(certify("fairness", *arguments, code=code).output)
    assert study.asked == []


# Intervals of shares


@pytest.mark.parametrize(
    ("value", "low", "high", "shown"),
    [
        (0.0, 0.0, 0.0084, "0.00 (0 to 0.84)"),
        (0.001, 0.0001, 0.004, "0.10 (0.01 to 0.40)"),
        (1.0, 0.87, 1.0, "100 (87 to 100)"),
        (0.5, 0.46, 0.53, "50.0 (46.0 to 53.0)"),
        (0.5, 0.46, 0.54, "50.0 ± 4.0"),
        (0.2, 0.0, 1.0, "unknown (0 to 100)"),
    ],
)
def test_no_interval_of_a_share_goes_below_zero_or_above_one(value, low, high, shown):
    estimate = Estimate(value=value, low=low, high=high)
    assert Interval(100, is_share=True)(estimate) == shown
    # A difference of shares may be negative.
    assert "±" in Interval(100, signed=True)(Estimate(value=0.0, low=-0.1, high=0.1))


def test_what_stops_games_is_told_beside_how_often(capsys):
    found = synthetic_fairness((2,))
    (table,) = found.tables
    limit = PlayLimit(
        measure="capped", settings=(("turn_cap", "500"),), text="Then it is a draw.", rulings=()
    )
    text = printed(
        capsys,
        found.model_copy(update={"tables": (table.model_copy(update={"limits": (limit,)}),)}),
    )
    flat = " ".join(text.split())
    assert "turn_cap = 500: Then it is a draw." in flat
    assert "a share of wins or of draws could be other by as much" in flat
