"""Games of seatings, part by part: the same bytes whoever works, and each part kept."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from certify.play.interpreter.program import Program
from certify.play.search.games import PlayersGame
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.fairness import parts, play
from certify.studies.fairness.parts import Seating
from certify.studies.fairness.play import Request, all_scores, all_tallies
from certify.studies.fairness.seats import pairs_needed
from tests.support.games import small_game
from tests.support.matrix_games import matrix_game

ONE = Workers(processes=1)


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    body = matrix_game("one - two", 2, do="{ask_together: {show: seats}}, {ask: {show: 2}}")
    return small_game(tmp_path_factory.mktemp("specs"), body)


@pytest.fixture
def context(tmp_path):
    told: list[str] = []
    return Context(cache=Cache(tmp_path / "kept", told.append))


def parts_kept(context):
    return sorted(path.name for path in context.cache.folder.rglob("*") if path.is_file())


def test_parts_add_up_to_the_games_of_the_series(game, context, monkeypatch):
    monkeypatch.setattr(play, "GAMES_OF_A_PART", 70)
    seating = Seating(game, 2, ("random", "random"), seed=8)
    found = all_scores([Request(seating, 200), Request(seating, 75)], context, ONE)
    (scores, none), (again, _) = found
    assert none is None
    (tallies,) = all_tallies([Request(seating, 200, (("first.2", "score.1"),))], context, ONE)
    own = PlayersGame(Program(game, 2), pairs=[*pairs_needed(2), ("first.2", "score.1")])
    assert (scores == own.scores(seating.seats, 8, 0, 200)).all()
    assert (again == scores[:75]).all()
    assert tallies == own.play(seating.seats, 8, 0, 200)
    assert tallies.tally("score.1").total == scores[:, 0].sum()
    assert tallies.tally("first.2").counts == {1: 200}
    assert not seating.searches
    assert Seating(game, 2, ("search:5", "random")).searches


def test_what_is_kept_is_taken_up_and_what_is_missing_is_played(game, context, monkeypatch):
    monkeypatch.setattr(play, "GAMES_OF_A_PART", 50)
    played: list[int] = []
    part_of = parts.play_part

    def noted(part):
        played.append(part.first)
        return part_of(part)

    monkeypatch.setattr(play, "play_part", noted)
    monkeypatch.setattr("certify.runtime.workers.LocalMachine", InThisProcess)
    seating = Seating(game, 2, ("random", "random"), seed=8)
    ((whole, _),) = all_scores([Request(seating, 150)], context, ONE)
    assert played == [0, 50, 100]
    ((more, _),) = all_scores([Request(seating, 200)], context, ONE)
    assert played == [0, 50, 100, 150]
    assert (more[:150] == whole).all()
    # Another repeat, other statistics or another seed are not what was kept.
    for other in (Seating(game, 2, ("random", "random"), 8, 1), Seating(game, 2, seating.seats, 9)):
        ((found, _),) = all_scores([Request(other, 50)], context, ONE)
        assert (found != whole[:50]).any()
    assert len(played) == 6
    all_tallies([Request(seating, 50)], context, ONE)
    assert len(played) == 7
    # Of games with search everything is kept at once.
    searching = Request(Seating(game, 2, ("search:2", "random"), 8), 30)
    ((scores, tallies),) = all_scores([searching], context, ONE)
    assert len(played) == 9
    assert all_tallies([searching], context, ONE) == [tallies]
    assert len(played) == 9
    assert tallies is not None
    assert tallies.tally("score.1").total == scores[:, 0].sum()


class AskedError(Exception):
    """Work that was asked for."""


def test_what_plays_the_tables_is_compiled_ahead(game, monkeypatch):
    def asked_for(_, tasks, *keys, **named):
        raise AskedError(tasks)

    def asked(call, *given, **named):
        with pytest.raises(AskedError) as found:
            call(*given, **named)
        return found.value.args[0]

    monkeypatch.setattr(play, "work_out", asked_for)
    everything = game, (2,), (parts.TALLIES, parts.SCORES, parts.BOTH), Context()
    play.compile_ahead(*everything, ONE)
    play.compile_ahead(*everything, Workers(processes=2, interpreted=True))
    two = Workers(processes=2)
    ((only,),) = asked(play.compile_ahead, game, (2,), (parts.TALLIES,), Context(), two)
    assert (only.what, only.searches) == (parts.TALLIES, False)
    searching, plain = asked(play.compile_ahead, *everything, two)
    # They are the modules that play what is asked for then.
    for ahead, call in ((searching, all_scores), (plain, all_scores), (plain, all_tallies)):
        (part,) = asked(call, [Request(ahead[0].seating, 1)], Context(), two)
        assert part in ahead


class InThisProcess:
    """Does each task at once, so that what is done can be watched."""

    width = 1

    def __init__(self, work, workers):
        del workers
        self.work, self.done = work.prepare(), []

    def submit(self, asked):
        self.done.append((asked, self.work(asked), 0.0))

    def finished(self):
        done, self.done = self.done, []
        return done

    def close(self):
        pass


@pytest.mark.slow
def test_one_worker_and_two_give_the_same_bytes(game, tmp_path, monkeypatch):
    monkeypatch.setattr(play, "GAMES_OF_A_PART", 40)
    monkeypatch.setattr(play, "SEARCHED_GAMES_OF_A_PART", 5)
    requests = [
        Request(Seating(game, 2, ("search:20", "random"), seed=3), 23),
        Request(Seating(game, 2, ("random", "random"), seed=3), 130),
    ]
    found: list[list[Any]] = []
    kept = []
    for workers in (1, 2):
        context = Context(cache=Cache(tmp_path / str(workers), print))
        scores = all_scores(requests, context, Workers(processes=workers))
        tallies = all_tallies(requests, context, Workers(processes=workers))
        found.append(
            [*(each.scores.tobytes() for each in scores), *(each.to_data() for each in tallies)]
        )
        kept.append({path.name: path.read_bytes() for path in all_files(tmp_path / str(workers))})
    assert found[0] == found[1]
    assert kept[0] == kept[1]
    assert len(kept[0]) == 5 + 2 * 4
    assert np.frombuffer(found[0][0], dtype=np.int64).size == 2 * 23


def all_files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]
