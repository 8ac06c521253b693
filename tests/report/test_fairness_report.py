"""The report of a game between players: what stands in it, and that it follows from its results."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from certify.cli.main import certify
from certify.errors import SpecError
from certify.evidence.enclosures import enclose
from certify.evidence.recompute import recompute
from certify.evidence.report.document import build_pdf
from certify.evidence.report.identity import report_number, results_bytes, results_sha256
from certify.evidence.report.layout import LAYOUTS, Section
from certify.evidence.report.sections.multiplayer.front import (
    USUAL_GAMES,
    USUAL_SEARCH_GAMES,
    write_findings,
    write_front,
    write_further_findings,
    write_scope,
)
from certify.evidence.report.sections.multiplayer.sheet import write_sheet
from certify.language.catalogue import load_game
from certify.present.markup import plain, typeset
from certify.studies.certification import fairness as study
from certify.studies.certification.fairness import certify_multiplayer
from certify.studies.certification.fairness_result import Extent, FairnessCertification
from certify.studies.certification.kinds import kind_for
from certify.studies.certification.matrix import matrix_of
from certify.studies.fairness.question import (
    BRIEF_GAMES,
    BRIEF_SEARCH_GAMES,
    GAMES,
    SEARCH_GAMES,
    SECTIONS,
    question_of_report,
)
from certify.studies.fairness.results.fairness import Finding
from tests.report.built import Only, built, pages_of
from tests.report.built import text_of as built_text
from tests.report.test_document import outline_titles
from tests.support.fairness import made_up_figures, synthetic_fairness

BUILD = """
import sys
from certify.evidence.report.document import build_pdf
from certify.studies.certification.fairness_result import FairnessCertification
sys.stdout.buffer.write(build_pdf(FairnessCertification.from_json(sys.stdin.read())))
"""
GAME = "burnout"


def assembled(**changes: Any) -> FairnessCertification:
    """Return the rules of a real game and a made-up study, without playing anything."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "fairness_of", lambda *_: synthetic_fairness((2, 3, 4)))
        patch.setattr(study, "spec_figures", lambda game, *_: made_up_figures(game))
        found = certify_multiplayer(load_game(GAME), command="certify report x -o x.pdf", **changes)
    return found


@pytest.fixture(scope="module")
def content() -> FairnessCertification:
    return assembled()


@pytest.fixture(scope="module")
def whole(content: FairnessCertification) -> bytes:
    return built(content)


@pytest.fixture(scope="module")
def sheets(whole: bytes) -> list[str]:
    return [" ".join(page.split()) for page in pages_of(whole)]


@pytest.fixture(scope="module")
def words(sheets: list[str]) -> str:
    return " ".join(sheets)


def text_of(content: FairnessCertification, *sections: Section[FairnessCertification]) -> str:
    """Return all words of a report, or of some of its sections alone."""
    with pytest.MonkeyPatch.context() as patch:
        if sections:
            patch.setitem(LAYOUTS, FairnessCertification.engine, Only(*sections))
        return built_text(built(content))


def test_json_alone_makes_the_same_bytes(content: FairnessCertification, whole: bytes) -> None:
    again = FairnessCertification.from_json(results_bytes(content))
    assert again == content
    other = subprocess.run(
        [sys.executable, "-c", BUILD],
        input=results_bytes(content),
        env={"PYTHONHASHSEED": "4711", "TZ": "Pacific/Kiritimati", "PYTHONPATH": "."},
        capture_output=True,
        check=True,
    ).stdout
    assert other == whole


def test_other_results_have_another_number(content: FairnessCertification) -> None:
    other = content.model_copy(update={"fairness": synthetic_fairness((2,))})
    assert report_number(other) != report_number(content)


def test_every_page_has_its_number_and_the_report_its_end(
    sheets: list[str], content: FairnessCertification
) -> None:
    for number, page in enumerate(sheets, start=1):
        assert f"Page {number} of {len(sheets)}" in page
        assert report_number(content) in page
    assert f"End of report {report_number(content)}" in sheets[-1]


def test_sections_stand_in_the_order_of_reading(whole: bytes) -> None:
    titles = [
        " ".join(title.split()) for title in outline_titles(PdfReader(BytesIO(whole)).outline)
    ]
    wanted = [
        "Test Report",
        "Summary",
        "Signature and seal",
        "Report",
        "1 Findings",
        "2 Scope and exclusions",
        "3 Parties",
        "4 Statement of conformity",
        "5 Parameters",
        "6 Rulings",
        "7 Players of the study",
        "8 Seats",
        "Annexes",
        "A Further findings",
        "B Strength against strength",
    ]
    assert [title for title in titles if title in wanted] == wanted
    assert titles[-1].endswith("Matrix of contents")
    assert sum(title.endswith("Definitions and method") for title in titles) == 1


def test_first_page_identifies_the_item(sheets: list[str], content: FairnessCertification) -> None:
    for text in (
        content.spec_sha256,
        content.source.sha256,
        results_sha256(content),
        content.summary.split(".")[0],
        "2, 3 and 4 players",
        f"seed {content.fairness.seed}",
        "The study in short",
        "relate only to the item tested",
    ):
        assert text in sheets[0]
    assert "Authorised by" in sheets[1]
    before_matrix = " ".join(sheets).partition("What public rules and laboratories ask")[0]
    assert "paytable" not in before_matrix.lower()


def test_glance_has_a_column_for_each_number_of_players(sheets: list[str]) -> None:
    """Figures are those of the study, which the test writes by itself."""
    glance = " ".join(sheets[2:5])
    tables = synthetic_fairness((2, 3, 4)).tables
    for table in tables:
        (first, *_) = table.equal
        best = first.seats[0].win
        assert f"{100 * best.value:.2f}" in glance
        (points,) = (
            meeting.points
            for meeting in table.meetings
            if (meeting.player, meeting.opponent) == ("search:500", "random")
        )
        assert f"{points.value:.3f} ({points.low:.3f} to {points.high:.3f})" in glance
    assert glance.count("none is found (p 0.3500") == 4 * len(tables)
    assert glance.count("median") == 2 * len(tables)
    assert "28.7 (27.3 to 30.1)" in glance
    assert "1 skill, 1 mixed, 1 chance, 1 open" in glance


def test_glance_shows_going_first_where_it_matters(content: FairnessCertification) -> None:
    """Between the weakest and the strongest nobody is told of unless a difference was found."""
    (table,) = synthetic_fairness((2,)).tables
    assert "Going first, % points, search:20" not in text_of(content, write_findings)
    equal = list(table.equal)
    equal[2] = equal[2].model_copy(update={"first_p": 1e-9})
    changed = table.model_copy(update={"equal": tuple(equal)})
    fairness = content.fairness.model_copy(update={"tables": (changed,)})
    other = content.model_copy(update={"fairness": fairness})
    assert "Going first, % points, search:20" in text_of(other, write_findings)


def test_findings_are_told_with_their_weight(words: str) -> None:
    assert "Further findings" in words
    assert "No game used bury_again; the rule may be without effect." in words
    assert words.index("No game used bury_again") < words.index("One game in 2 000 is stopped")


def test_findings_of_long_topics_go_on_in_the_annex(content: FairnessCertification) -> None:
    """Three of a topic stand in the report; each finding stands once in the file."""
    many = [Finding(weight="matter", about="skill", text=f"Skilled {each}.") for each in range(5)]
    some = [Finding(weight="matter", about="draws", text=f"Drawn {each}.") for each in range(2)]
    table = content.fairness.tables[0].model_copy(update={"findings": (*many, *some)})
    fairness = content.fairness.model_copy(update={"tables": (table,)})
    other = content.model_copy(update={"fairness": fairness})
    first, further = (text_of(other, each) for each in (write_findings, write_further_findings))
    for finding in (*many[:3], *some):
        assert finding.text in first
        assert finding.text not in further
    for finding in many[3:]:
        assert finding.text not in first
        assert finding.text in further


def test_rules_rulings_and_parameters_are_those_of_the_spec(words: str) -> None:
    spec = load_game(GAME).spec
    for number, clause in spec.clauses.items():
        assert f"{number} {clause.lines}" in words
    for number, ruling in spec.rulings.items():
        assert f"{number} {' '.join(ruling.question.split())}" in words
        for alternative in ruling.alternatives:
            for name in alternative.set:
                assert f"{name} = " in words
    for name in spec.parameters:
        assert name in words


def test_texts_have_the_figures_that_were_worked_out(
    content: FairnessCertification, words: str
) -> None:
    """The spec has references; the report has figures, in its texts and in a table of their own."""
    rulings = {ruling.id: ruling for ruling in content.rulings}
    drawn = next(figure for figure in content.spec_figures if figure.name == "drawn")
    assert f"It happens in {drawn.shown} of games of random play." in rulings["R13"].why
    assert "{{" in load_game(GAME).spec.rulings["R13"].why
    assert "{{" not in results_bytes(content).decode()
    flat = words.replace("\u00a0", " ")
    assert f"It happens in {drawn.shown} of games".replace("\u00a0", " ") in flat
    for figure in content.spec_figures:
        (value,) = figure.values
        assert f"{figure.text} 2 {value.shown}" in flat


def test_every_player_of_the_study_is_described(words: str) -> None:
    for player in synthetic_fairness().ladder:
        assert player.id in words
        assert player.does in words


def test_what_was_not_studied_leaves_no_trace(content: FairnessCertification) -> None:
    tables = tuple(
        table.model_copy(
            update={
                "equal": (),
                "meetings": (),
                "ratings": (),
                "rating_checks": (),
                "shares": (),
                "skill": None,
                "lengths": (),
                "use": table.use.model_copy(
                    update={"players": (), "games": (), "elements": (), "never": ()}
                ),
                "sensitivity": (),
                "matches": (),
                "findings": (),
            }
        )
        for table in content.fairness.tables
    )
    fairness = content.fairness.model_copy(update={"tables": tables, "solved": ()})
    other = content.model_copy(update={"fairness": fairness})
    text = text_of(other.model_copy(update={"matrix": matrix_of(other)}))
    for word in ("at a glance", "Findings", "9 Seats", "Relative skill", "Exploitability", "Elo"):
        assert word not in text
    assert "Rules as modelled" in text
    assert "End of report" in text


def test_full_and_brief_questions_differ_as_documented() -> None:
    game = load_game(GAME)
    full, brief = question_of_report(game, brief=False), question_of_report(game, brief=True)
    assert (full.games, full.search_games) == (GAMES, SEARCH_GAMES) == (1_000_000, 10_000)
    assert full.sections == set(SECTIONS)
    assert (brief.games, brief.search_games) == (100_000, 1_000)
    assert (full.games, full.search_games) == (USUAL_GAMES, USUAL_SEARCH_GAMES)
    assert full.sections - brief.sections == {"sensitivity"}
    assert replace(full, games=1, search_games=1, sections=frozenset()) == replace(
        brief, games=1, search_games=1, sections=frozenset()
    )


def test_other_numbers_of_games_may_be_asked_for_and_are_recomputed() -> None:
    content = assembled(games=50_000, search_games=2_000)
    assert (content.extent.games, content.extent.search_games) == (50_000, 2_000)
    assert not content.extent.is_brief
    asked = question_of_report(load_game(GAME), brief=True, search_games=2_000)
    assert (asked.games, asked.search_games) == (100_000, 2_000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "fairness_of", lambda *_: synthetic_fairness((2, 3, 4)))
        patch.setattr(study, "spec_figures", lambda game, *_: made_up_figures(game))
        assert not recompute(content, load_game(GAME)).changed


def test_a_brief_report_says_so(words: str) -> None:
    content = assembled(brief=True)
    assert content.extent == Extent(
        is_brief=True,
        games=BRIEF_GAMES,
        search_games=BRIEF_SEARCH_GAMES,
        sections=tuple(name for name in SECTIONS if name != "sensitivity"),
        left_out=("sensitivity",),
    )
    text = text_of(content, write_front, write_scope)
    assert "This is a brief report: few games, so that intervals are wide; without other" in text
    assert "without other settings and readings" in text
    assert "Left out of this report: other settings and readings" in text
    assert "brief report" not in words
    many = content.extent.model_copy(update={"games": GAMES, "search_games": SEARCH_GAMES})
    text = text_of(content.model_copy(update={"extent": many}), write_front)
    assert "This is a brief report: without other settings and readings." in text


def test_date_of_issue_is_the_specs_or_the_given(content: FairnessCertification) -> None:
    assert content.issued == load_game(GAME).spec.game.date
    assert assembled(issued="2027-01-31").issued == "2027-01-31"


def test_results_file_holds_everything(content: FairnessCertification) -> None:
    found = json.loads(results_bytes(content))
    assert found["fairness"]["tables"][0]["players"] == 2
    assert len(found["rulings"]) == len(load_game(GAME).spec.rulings)
    assert found["paytables"] == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a difference of -2.1 points", "a difference of −2.1 points"),
        ("10-20 and C-3", "10-20 and C-3"),
        (
            "1,000,000 games, 4,000 more",
            "1\N{NO-BREAK SPACE}000\N{NO-BREAK SPACE}000 games, 4\N{NO-BREAK SPACE}000 more",
        ),
        ("1,2 and 3,45", "1,2 and 3,45"),
        ("48.2 % of games", "48.2\N{NO-BREAK SPACE}% of games"),
        ("a < b & c", "a &lt; b &amp; c"),
        ("Student's t", "Student’s t"),
        ("1 - (1 - confidence)", "1 − (1 − confidence)"),
    ],
)
def test_sentences_are_written_as_elsewhere_in_a_report(text: str, shown: str) -> None:
    assert typeset(plain(text)) == shown


def run(*arguments: object) -> Result:
    """Run a command line."""
    return CliRunner().invoke(certify, [str(argument) for argument in arguments])


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was asked of the study, which answers with a made-up result."""
    asked: list[Any] = []

    def answer(question: Any, *_: Any) -> Any:
        asked.append(question)
        return synthetic_fairness((2,), game=GAME, title="Burnout")

    monkeypatch.setattr(study, "fairness_of", answer)
    return asked


def test_command_writes_the_report_and_its_results(tmp_path: Path, questions: list[Any]) -> None:
    path = tmp_path / "game.pdf"
    result = run("report", GAME, "-o", path, "--brief", "--issued-at", "2026-12-01", "--no-cache")
    assert result.exit_code == 0, result.output
    (question,) = questions
    assert (question.games, question.search_games) == (BRIEF_GAMES, BRIEF_SEARCH_GAMES)
    content = FairnessCertification.from_json(path.with_suffix(".json").read_text())
    assert content.command == f"certify report {GAME} --issued-at 2026-12-01 --brief -o game.pdf"
    assert build_pdf(content, enclose(content, load_game(GAME))[1]) == path.read_bytes()
    assert report_number(content) in result.output
    assert "What matters, 2 players" in result.output
    assert "No game used bury_again" in result.output
    assert max(map(len, result.output.replace(str(path.parent), "").splitlines())) <= 80


@pytest.mark.slow
def test_command_prints_json(tmp_path: Path, questions: list[Any]) -> None:
    path = tmp_path / "game.pdf"
    found = json.loads(run("report", GAME, "-o", path, "--json", "--no-cache").stdout)
    assert questions[0].games == GAMES
    assert found["game"] == GAME
    assert found["extent"]["is_brief"] is False
    assert [table["players"] for table in found["tables"]] == [2]
    assert {Path(file["path"]).name for file in found["files"]} == {"game.pdf", "game.json"}


@pytest.mark.parametrize("setting", ["decks=2", "match_target=-1"])
def test_settings_of_other_games_are_refused(
    setting: str, tmp_path: Path, questions: list[Any]
) -> None:
    result = run("report", GAME, "-o", tmp_path / "game.pdf", "--set", setting)
    assert result.exit_code == 1
    assert setting.partition("=")[0] in result.output
    assert not questions
    assert not list(tmp_path.iterdir())


def test_a_game_that_cannot_be_played_has_no_report() -> None:
    game = replace(load_game(GAME), play=None)
    with pytest.raises(SpecError, match="cannot be played"):
        kind_for(game)


@pytest.mark.parametrize(("p", "answer"), [(1e-9, "Yes."), (0.2, "No difference was found.")])
def test_the_sheet_for_players_answers_by_the_test_of_strength(
    content: FairnessCertification, p: float, answer: str
) -> None:
    """An interval that holds one half, all intervals together, says nothing against the test."""
    table = content.fairness.tables[0]
    assert table.skill is not None
    ends = (table.skill.strongest, table.skill.weakest)
    (met,) = [each for each in table.meetings if (each.player, each.opponent) == ends]
    wide = met.model_copy(
        update={"p": p, "points": met.points.model_copy(update={"value": 0.9, "low": 0.48})}
    )
    fairness = content.fairness.model_copy(
        update={"tables": (table.model_copy(update={"meetings": (wide,)}),)}
    )
    words = text_of(content.model_copy(update={"fairness": fairness}), write_sheet)
    assert f"{answer} The best program takes 90 of 100 points" in words
