"""A first answer that narrows: its stages, and that the last answer is not moved by them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from certify.language.catalogue import load_game
from certify.play.compiler import store
from certify.play.interpreter.program import Program
from certify.play.search.games import PlayersGame
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.fairness import stages
from certify.studies.fairness.question import FairnessQuestion
from certify.studies.fairness.seats import pairs_needed
from certify.studies.fairness.stages import AT_ONCE, fairness_in_stages, stages_of
from certify.studies.fairness.study import fairness_of, is_kept
from tests.support.dice import write_dice

ONE = Workers(processes=1)
LADDER = ("random", "careful")
SEATS = frozenset({"seats"})


@pytest.fixture(scope="module")
def dice(tmp_path_factory):
    return load_game(str(write_dice(tmp_path_factory.mktemp("dice"))))


@pytest.fixture(scope="module")
def burn():
    return load_game("burn")


@pytest.fixture
def compiled(monkeypatch):
    monkeypatch.setattr(store, "was_written", lambda source, game: True)


@pytest.fixture
def nothing_compiled(monkeypatch):
    monkeypatch.setattr(store, "was_written", lambda source, game: False)


def desk_in(folder):
    return Context(cache=Cache(folder, print))


def test_before_anything_is_compiled_the_interpreter_plays(burn, nothing_compiled):
    first, second = stages_of(FairnessQuestion(burn, games=2_000, search_games=100, sections=SEATS))
    assert first.interpreted
    assert (first.question.players, first.question.games) == ((2,), AT_ONCE)
    assert first.question.ladder == ("random", "sensible")
    assert not second.interpreted
    assert (second.question.players, second.question.games) == (None, 2_000)
    assert second.question.ladder == first.question.ladder


def test_a_large_study_is_told_of_four_times_before_it_is_done(burn, nothing_compiled):
    found = stages_of(FairnessQuestion(burn))
    assert [stage.interpreted for stage in found] == [True, False, False, False]
    assert [stage.question.games for stage in found] == [100, 5_000, 100_000, 100_000]
    assert [stage.question.search_games for stage in found[2:]] == [100, 1_000]
    assert [sorted(stage.question.sections) for stage in found] == [
        ["length", "seats"],
        ["length", "seats"],
        ["length", "seats"],
        ["length", "seats", "skill"],
    ]


def test_what_is_quick_or_plays_nothing_of_the_kind_has_no_stages(burn, dice, compiled):
    few = FairnessQuestion(dice, ladder=LADDER, games=2_000, sections=SEATS)
    assert stages_of(few) == ()
    assert stages_of(FairnessQuestion(burn, sections=frozenset({"solved"}))) == ()


def test_of_one_policy_there_is_an_early_answer_too(burn, compiled):
    question = FairnessQuestion(
        burn, ladder=("random", "search:5"), search_games=100, sections=SEATS
    )
    (stage,) = stages_of(question)
    # The last of a ladder is the strongest, and here nobody is to search.
    assert stage.question.ladder == ("search:5", "random")


def test_the_interpreter_plays_the_same_games(dice):
    game = PlayersGame(Program(dice, 2), pairs=pairs_needed(2))
    for names in (("random", "random"), ("careful", "random")):
        asked = (names, 5, 3, 20)
        assert game.play(*asked, interpreted=True) == game.play(*asked)
        assert (game.scores(*asked, interpreted=True) == game.scores(*asked)).all()


def test_the_last_answer_is_the_same_with_stages_and_without(
    dice, nothing_compiled, tmp_path, monkeypatch
):
    monkeypatch.setattr(stages, "FIRST_GAMES", 400)
    question = FairnessQuestion(
        dice, players=(2,), ladder=LADDER, games=2_000, sections=SEATS, seed=4
    )
    told = []

    def tell(found, stage, number, number_of_stages):
        told.append((found, stage.question.games, number, number_of_stages))

    staged = fairness_in_stages(question, desk_in(tmp_path / "staged"), ONE, tell)
    plain_desk = desk_in(tmp_path / "plain")
    assert not is_kept(question, plain_desk)
    plain = fairness_of(question, plain_desk, ONE)
    assert staged.to_json() == plain.to_json()
    assert [(games, number, of) for _, games, number, of in told] == [(100, 1, 2), (400, 2, 2)]
    widths = [
        found.tables[0].equal[-1].seats[0].win.high - found.tables[0].equal[-1].seats[0].win.low
        for found in (*(found for found, *_ in told), staged)
    ]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 2 * widths[-1]
    # What is known is told at once, without stages.
    told.clear()
    assert is_kept(question, plain_desk)
    assert fairness_in_stages(question, plain_desk, ONE, tell).to_json() == plain.to_json()
    assert told == []
    assert not is_kept(replace(question, seed=5), plain_desk)
