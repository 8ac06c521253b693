"""Random play notices what must not be: each planted defect is told with its place."""

from __future__ import annotations

import time
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children

import pytest

from certify.errors import EngineError, PlayError
from certify.language.catalogue import load_game
from certify.play.chance import Stream
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import initial_state
from certify.play.soundness import Invariants, watch_games
from certify.studies.check import study
from certify.studies.check.study import check_game
from tests.support.games import pack, small_game

GAME = (
    """\
parameters:
  most: {type: integer, minimum: 1, maximum: 9, default: 3, title: Most, text: Most., cites: [C1]}
rulings:
  R1:
    question: How many?
    decided: Three.
    why: Enough.
    parameters: [most]
    alternatives: [{text: Two, set: {most: 2}}]
players: {seats: [2, 3], cites: [C1]}
"""
    + pack(4)
    + """\
zones:
  deck: {see: none, cites: [C1]}
  table: {see: all, limit: most, cites: [C1]}
variables:
  laid: {type: 0..most, cites: [C1]}
decisions:
  lay:
    text: Lay or stop.
    moves:
      lay:
        when: LEGAL
        do: [{deal: {from: deck, to: table}}, {add: {laid: 1}}]
        cites: [C1]
      stop: {when: STOPS, do: [{stop: game}], cites: [C1]}
procedures:
  play:
    text: All of it.
    cites: [C1]
    do: [{shuffle: deck}, {repeat: {at_most: 9, do: [{ask: {lay: 1}}]}}]
result: {score: laid, best: most, cites: [C1]}
invariants:
  counted: {text: The count is right., is: COUNTED, cites: [C1]}
examples:
  stops:
    text: The game stops.
    cites: [C1]
    steps: [{seat: 1, move: stop}, {expect: {over: true}}]
"""
)


def game(tmp_path, *, legal="laid < most", stops="true", counted="laid == len(table)"):
    text = GAME.replace("LEGAL", legal).replace("STOPS", stops).replace("COUNTED", counted)
    return small_game(tmp_path, text)


def test_a_sound_game(tmp_path):
    found = watch_games(game(tmp_path), 2, range(50))
    assert found.games == 50
    assert not found.failures
    assert found.longest <= 4


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"legal": "laid <= most"}, "laid would be 4; its range is 0..3"),
        ({"stops": "laid > 3"}, "the seat that is asked has no legal move"),
        ({"counted": "laid < 3"}, "the invariant does not hold: The count is right."),
    ],
)
def test_defects_are_found(tmp_path, changes, told):
    found = watch_games(game(tmp_path, **changes), 2, range(200))
    assert found.failures
    ((failure, where),) = found.failures.items()
    assert told in failure
    assert "small.yaml:" in failure
    assert "game of seed" in where


def test_a_card_in_two_zones_is_found(tmp_path):
    program = Program(game(tmp_path))
    state = initial_state(program, Stream(0))
    state.zones[program.position("table")[1]].append(0)
    with pytest.raises(PlayError, match="in two zones"):
        Invariants(program).check(state)


def test_a_card_in_no_zone_is_found(tmp_path):
    program = Program(game(tmp_path))
    state = initial_state(program, Stream(0))
    state.zones[program.position("deck")[1]].pop()
    with pytest.raises(PlayError, match="in no zone"):
        Invariants(program).check(state)


def test_check_tells_what_holds_and_what_does_not(tmp_path):
    sound = check_game(game(tmp_path), games=40, seed=1, workers=1)
    assert sound.passed
    assert {played.setting for played in sound.played} == {"", "R1: most=2"}
    assert sum(played.games for played in sound.played if not played.setting) == 40
    broken = check_game(game(tmp_path, counted="laid < 2"), games=40, seed=1, workers=1)
    assert not broken.passed
    assert next(c.name for c in broken.criteria if not c.passed) == "invariants in random play"


def test_workers_change_nothing(tmp_path):
    alone = check_game(game(tmp_path), games=600, seed=1, workers=1)
    together = check_game(game(tmp_path), games=600, seed=1, workers=2)
    assert alone == together


@pytest.mark.slow
def test_workers_change_no_failure_that_is_told(tmp_path, monkeypatch):
    # Whichever shard ends first, the failure is told of the first game in which it is seen.
    monkeypatch.setattr(
        "certify.studies.check.study.as_completed", lambda waiting: [*waiting][::-1]
    )
    broken = game(tmp_path, counted="laid < 2")
    alone = check_game(broken, games=1200, seed=1, workers=1)
    assert alone == check_game(broken, games=1200, seed=1, workers=2)
    assert not alone.passed


def test_a_process_that_is_killed_is_told(tmp_path, monkeypatch):
    def killed(*_arguments, **_named):
        raise BrokenProcessPool("gone")

    monkeypatch.setattr("certify.studies.check.study.as_completed", killed)
    with pytest.raises(EngineError, match="ended from outside"):
        check_game(game(tmp_path), games=1000, seed=1, workers=2)


def test_an_interrupt_ends_the_processes(tmp_path, monkeypatch):
    # The interpreter plays: it reports before anything is compiled.
    monkeypatch.setattr(study, "COMPILED_FROM", 10**9)

    def interrupt(done, total, doing):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_game(game(tmp_path), games=200_000, seed=1, workers=2, progress=interrupt)
    # The pool's own thread waits for them too; only one of the two learns at once that they ended.
    for _ in range(100):
        if not active_children():
            break
        time.sleep(0.1)
    assert not active_children()


def test_no_more_games_are_played_after_so_many_decisions():
    game = load_game("burnout")
    whole = watch_games(game, 2, range(20))
    part = watch_games(game, 2, range(20), most_decisions=whole.decisions // 2)
    assert 0 < part.games < whole.games
    assert whole.decisions // 2 <= part.decisions < whole.decisions // 2 + part.longest
