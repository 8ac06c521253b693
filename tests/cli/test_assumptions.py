"""Whoever asks for figures of a game is told which of its data the source has lost."""

from __future__ import annotations

import json

from certify.cli.output import show
from certify.studies.fairness.early_view import early_answer
from certify.studies.fairness.question import FairnessQuestion
from certify.studies.fairness.results.fairness import Finding
from certify.studies.fairness.stages import Stage
from certify.studies.fairness.study import qualified
from certify.studies.fairness.view import fairness_view
from tests.report.test_fairness_report import assembled
from tests.support.assumed import assumed, assumed_game
from tests.support.fairness import synthetic_fairness

SAID = (
    "two assumptions, since the source has lost data that the spec supplies: A1, number of rounds;"
    " A2, cards."
)
WITH = "with the supplied number of rounds and cards, not of the game as published."


def study_of(folder):
    """Return a made-up study of the small game."""
    study, found = synthetic_fairness((2,)), assumed(folder)
    headline = Finding(weight="matter", about="seats", text="Seat 1 wins more often.")
    table = study.tables[0].model_copy(update={"findings": (headline,)})
    return study.model_copy(update={"tables": (qualified(table, found),), "assumptions": found})


def test_fairness_says_it_before_its_findings_and_in_them(tmp_path, capsys, words):
    show(*fairness_view(study_of(tmp_path)))
    out = words(capsys.readouterr().out)
    assert f"This study rests on {SAID}" in out
    assert WITH in out
    assert (
        "Seats (A1, A2): With the supplied number of rounds and cards: seat 1 wins more often."
        in out
    )
    assert out.index("This study rests on") < out.index("What matters")


def test_an_early_answer_says_it(tmp_path, words):
    study = study_of(tmp_path)
    stage = Stage(FairnessQuestion(assumed_game(tmp_path), games=1_000, search_games=100))
    assert "2 players, with the supplied number of rounds and cards (A1, A2):" in words(
        early_answer(study, stage, 1, 2)
    )


def test_fairness_of_a_game_that_lost_nothing_says_nothing_of_it(capsys, words):
    show(*fairness_view(synthetic_fairness((2,))))
    assert "assumption" not in words(capsys.readouterr().out)


def test_check_and_trace_say_it(tmp_path, certify, words):
    assumed_game(tmp_path)
    checked = certify("check", tmp_path / "spec.yaml", "--games", "20", code=3)
    assert f"The game that was checked rests on {SAID}" in words(checked.stdout)
    # The path of the file is as long as it is, and stands whole.
    lines = [line for line in checked.stdout.splitlines() if str(tmp_path) not in line]
    assert max(map(len, lines)) <= 80
    traced = certify("trace", tmp_path / "spec.yaml")
    assert SAID in words(traced.stdout)
    assert WITH in words(traced.stdout)


def test_report_says_it_and_its_json_has_it(tmp_path, certify, words, monkeypatch):
    study = study_of(tmp_path)
    found = assembled().model_copy(update={"assumptions": study.assumptions, "fairness": study})
    work = "certify.studies.certification.fairness.certify_multiplayer"
    monkeypatch.setattr(work, lambda *_, **__: found)
    out = tmp_path / "small.pdf"
    printed = words(certify("report", "burnout", "-o", out).stdout)
    assert f"This report rests on {SAID}" in printed
    assert "With the supplied number of rounds and cards: seat 1 wins more often." in printed
    result = json.loads(certify("report", "burnout", "-o", out, "--json").stdout)
    assert [each["id"] for each in result["assumptions"]] == ["A1", "A2", "A3"]
    written = json.loads(out.with_suffix(".json").read_text())
    assert written["assumptions"] == result["assumptions"]
