"""``certify check``, ``trace`` and ``diff``: what is printed, and how they end."""

from __future__ import annotations

import json

import pytest

from certify.resources import data_files
from tests.support.games import pack, write_game

GAME = (
    """\
players: {seats: [1, 2], cites: [C1]}
"""
    + pack(4)
    + """\
zones:
  deck: {see: none, cites: [C1]}
  hand: {of: seat, see: owner, cites: [C1]}
decisions:
  draw:
    text: Draw a card?
    moves:
      draw: {when: deck, do: [{deal: {from: deck, to: hand}}], cites: [C1]}
      pass: {cites: [C1]}
procedures:
  play:
    text: Each may draw.
    cites: [C1]
    do: [{shuffle: deck}, {each: {me: seats}, do: [{ask: draw}]}]
result: {score: sum(c.rank for c in hand), best: most, cites: [C1]}
invariants:
  few: {text: Nobody holds two cards., is: "all(len(hand[p]) < 2 for p in seats)", cites: [C1]}
examples:
  passed:
    text: Both pass.
    cites: [C1]
    players: 2
    steps: [{seat: 1, move: pass}, {seat: 2, move: pass}, {expect: {over: true, scores: [0, 0]}}]
"""
)


@pytest.fixture
def spec(tmp_path):
    return write_game(tmp_path, GAME)


def changed(tmp_path, old, new, name="other.yaml"):
    assert old in GAME
    return write_game(tmp_path, GAME.replace(old, new), name)


def test_check_of_a_sound_spec(certify, spec):
    result = certify("check", spec, "--games", "20")
    assert "trace complete" in result.stdout
    assert "1 of 1 played as written" in result.stdout
    assert "NO" not in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_check_names_what_does_not_hold(certify, tmp_path):
    path = changed(tmp_path, "len(hand[p]) < 2", "len(hand[p]) < 1")
    result = certify("check", path, "--games", "50", code=3)
    assert "NO" in result.stdout
    flat = " ".join(result.stdout.split())
    assert "the invariant does not hold: Nobody holds two cards." in flat
    assert "other.yaml:" in flat


def test_check_names_an_example_that_goes_otherwise(certify, tmp_path):
    path = changed(tmp_path, "scores: [0, 0]", "scores: [0, 1]")
    result = certify("check", path, "--games", "5", code=3)
    assert "expected the scores 0, 1; found 0, 0" in " ".join(result.stdout.split())


def test_check_as_json(certify, spec):
    found = json.loads(certify("check", spec, "--games", "20", "--json").stdout)
    assert found["game"] == "small"
    assert all(criterion["passed"] for criterion in found["criteria"])
    assert sum(played["games"] for played in found["played"]) == 20


WITH_FIGURE = (
    GAME.replace(
        "best: most, cites: [C1]}",
        "best: most, measures: {held: 'sum(len(hand[p]) for p in seats)'}, cites: [C1, R1]}",
    )
    + """\
rulings:
  R1:
    question: Must a card be drawn?
    decided: "No; {{held}} are held on average."
    why: Nothing says so.
    alternatives: [{text: Yes}]
figures:
  held: {text: Cards held at the end of a random game., measure: held, players: [2], games: 500}
"""
)


def test_check_works_out_the_figures_of_texts(certify, tmp_path, monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path / "cache"))
    path = write_game(tmp_path, WITH_FIGURE)
    assert "{{held}} are held" in flat(certify("trace", path).stdout)
    shown = certify("check", path, "--games", "20")
    found = json.loads(certify("check", path, "--games", "20", "--json").stdout)
    (figure,) = found["spec_figures"]
    (value,) = figure["values"]
    assert 0.9 < value["estimate"]["low"] < 1.0 < value["estimate"]["high"] < 1.1
    assert f"held 2 {value['shown']} " in flat(shown.stdout)
    assert "figures in texts 1 worked out yes" in flat(shown.stdout)
    assert max(map(len, shown.stdout.splitlines())) <= 80
    assert f"No; {value['shown']} are held on average." in flat(certify("trace", path).stdout)
    without = certify("check", path, "--games", "20", "--without-figures", "--json").stdout
    assert json.loads(without)["spec_figures"] == []


def test_diff_shows_references_as_written(certify, tmp_path):
    one = write_game(tmp_path, WITH_FIGURE)
    two = write_game(tmp_path, WITH_FIGURE.replace("500}", "600}").replace("held on", "left on"))
    other = write_game(tmp_path, WITH_FIGURE, "other.yaml")
    assert one == two
    text = flat(certify("diff", other, two).stdout)
    assert "figure held, games: changed was 500 is 600" in text
    assert "is No; {{held}} are left on average." in text


def flat(text):
    return " ".join(text.split())


def test_check_of_a_wrong_spec_tells_every_problem(certify, tmp_path):
    path = changed(tmp_path, "when: deck", "when: dekc")
    result = certify("check", path, code=1)
    assert "unknown name dekc; did you mean deck?" in " ".join(result.stderr.split())


def test_trace_of_every_game(certify):
    for name in data_files("rules", ".yaml"):
        result = certify("trace", name.removesuffix(".yaml").replace("_", "-"))
        assert "C1" in result.stdout
        assert max(map(len, result.stdout.splitlines())) <= 80


def test_trace_compares_the_source(certify, spec, tmp_path):
    source = tmp_path / "source.txt"
    source.write_text("The game.\n", encoding="utf-8")
    result = certify("trace", spec, "--source", source, code=3)
    assert "The source given is another" in result.stdout
    found = json.loads(certify("trace", spec, "--source", source, "--json", code=3).stdout)
    assert found["source"]["uncovered"] == []
    assert "procedures.play" in found["trace"]["C1"]


def test_trace_fails_on_what_is_cited_by_nothing(certify, tmp_path):
    path = tmp_path / "small.yaml"
    text = write_game(tmp_path, GAME).read_text(encoding="utf-8")
    more = text.replace("clauses:\n", 'clauses:\n  C2: {lines: "2", text: More.}\n')
    path.write_text(more, encoding="utf-8")
    assert "no element cites this clause" in certify("trace", path, code=1).stderr


def test_diff_of_the_same_in_another_layout(certify, spec, tmp_path):
    path = changed(tmp_path, "sum(c.rank for c in hand)", '"sum( c.rank  for c in hand )"')
    assert "The two specs say the same." in certify("diff", spec, path).stdout


def test_diff_tells_play_from_texts(certify, spec, tmp_path):
    path = changed(tmp_path, "text: Draw a card?", "text: Draw?")
    assert "Play and payouts" not in certify("diff", spec, path).stdout
    path = changed(tmp_path, "when: deck", "when: len(deck) > 2")
    result = certify("diff", spec, path)
    assert "Play and payouts" in result.stdout
    assert "decision draw, moves.draw.when: changed" in result.stdout
    assert "was  deck" in result.stdout
    assert "is   len(deck) > 2" in result.stdout
    found = json.loads(certify("diff", spec, path, "--json").stdout)
    assert found["changes"][0]["play"] is True
