"""The double entry finds what is planted in the played game, and nothing where nothing is wrong."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from functools import partial
from math import sqrt

import numpy as np
import pytest

from certify.errors import EngineError
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides, apply_settings
from certify.play.compiler.compiled import CompiledGame
from certify.play.interpreter.program import Program
from certify.play.simulate.job import Job, playable
from certify.play.tallies import Tallies
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.certification import study as report
from certify.studies.crosscheck import study
from certify.studies.crosscheck.answers import LEVEL
from certify.studies.crosscheck.cut_card import cut_card_effect, plan_shoes, play_shoes
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.crosscheck.study import Order, book_of, crosscheck, play_run
from certify.studies.double_entry import POWER, Mean, adjusted, games_to_see
from certify.studies.shoe.order import ShoeOrder, checked_order
from certify.studies.simulation.questions import LOST, MAIN, WON, policy_for, runs_of
from certify.studies.simulation.study import Means
from certify.studies.twenty_one import BASIC, TwentyOneGame

GAME = "blackjack-burnout"
SMALL = {"decks": 1, "max_split_hands": 2}
"""Rules of which the exact figures are worked out in two seconds."""

INTERPRETER = "interpreter"
ONE = Means(workers=1)


@pytest.fixture(scope="module")
def small():
    return apply_settings(load_game(GAME), SMALL)


@pytest.fixture(scope="module")
def kept():
    """Return the results that all tests of a run keep together."""
    return Context(Cache.of_user(pytest.fail))


@pytest.fixture(scope="module")
def book(small, kept):
    return book_of(TwentyOneGame(small), BASIC, kept)


def failed(book, played, games, seed, names=None):
    """Return the names of the tests that fail, of some runs or of all."""
    program = Program(played)
    alpha = LEVEL / 50
    answers: dict[str, float] = {}
    for place, run in enumerate(runs_of(book, program)):
        if names is None or run.name in names:
            sized = replace(run, games=games, seed=1_000 * seed + place)
            tallies = play_run(program, sized, INTERPRETER, ONE)
            answers |= {q.identity: q.answer(tallies, alpha).p for q in run.asked}
    chances = adjusted(list(answers.values()))
    return {name for name, p in zip(answers, chances, strict=True) if p < LEVEL}


@pytest.mark.slow
def test_no_more_false_alarms_than_stated(book, small):
    # With a chance of 1 % a run, four of 50 have one of 0.2 %.
    assert sum(bool(failed(book, small, 200, seed)) for seed in range(50)) <= 3


@pytest.mark.parametrize(
    ("planted", "runs", "found"),
    [
        ("blackjack_pays=1501:1000", {"main"}, {"main.paid"}),
        ("burnout_payment=0.201", {"main_burnout"}, {"main_burnout.paid"}),
        ("bonus.2.pays=2001:1000", {"bonus.2"}, {"bonus.2.without_burnout.paid"}),
        (
            "bonus.5.pays=15001:1000",
            {"bonus.5, with Burnout"},
            {"bonus.5.with_burnout.paid"},
        ),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                ("main.win.pays=1001:1000", {"main"}, {"main.paid"}),
                ("bonus.3.pays=4001:1000", {"bonus.3"}, {"bonus.3.without_burnout.paid"}),
                ("bonus.4.pays=8001:1000", {"bonus.4"}, {"bonus.4.without_burnout.paid"}),
                ("main.insurance.pays=2001:1000", {"insurance"}, {"insurance.paid"}),
                ("main.even_money.pays=1001:1000", {"insurance"}, {"insurance.main_paid"}),
            )
        ),
    ],
)
def test_an_error_of_a_thousandth_in_a_payout_is_found(book, small, planted, runs, found):
    assert failed(book, apply_overrides(small, [planted]), 600, 1, runs) >= found


@pytest.mark.parametrize(
    ("old", "new", "run", "found"),
    [
        ("dealer_points < 17", "dealer_points < 16", "dealer", "dealer.results"),
        (
            "burnout_on_double or not doubled[acting]",
            "not doubled[acting]",
            "main_burnout",
            "main_burnout.burns",
        ),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                (
                    *("sum(c.value for c in held)", "sum(min(c.value, 9) for c in held)"),
                    *("main", "main.ev"),
                ),
                ("2 if doubled[h] else 1", "1 if doubled[h] else 1", "main", "main.results"),
            )
        ),
    ],
)
def test_another_rule_is_found(book, copied, old, new, run, found):
    changed = apply_settings(load_game(str(copied(old, new))), SMALL)
    assert found in failed(book, changed, 1_500, 1, {run})


def streaks(rng, q, wins, games):
    """Return the tallies of so many Bonus wagers on so many rounds won in a row."""
    won = np.minimum(rng.geometric(1.0 - q, games) - 1, wins)
    times = np.bincount(won, minlength=wins + 1).tolist()
    tallies = Tallies.empty((WON, LOST), (1, 1))
    tallies.games = games
    tallies.tally(WON).counts = dict(enumerate(times))
    tallies.tally(LOST).counts = {0: times[wins], 1: games - times[wins]}
    return tallies


@pytest.mark.parametrize("shift", [0.0, 1.0])
def test_the_rounds_of_a_pool_see_every_return(book, small, shift):
    detect, alpha, times = 0.1, LEVEL / 50, 1_000
    rng = np.random.default_rng(1)
    runs = [run for run in runs_of(book, Program(small)) if run.pool.endswith("with Burnout")]
    wins = [int(run.questions[0].wager.split(".")[1]) for run in runs]
    assert wins == [2, 3, 4, 5]
    returns = [each for run in runs for each in run.of_pool if isinstance(each, Mean)]
    worths = [float(book.game.pays(each.wager)) + 1.0 for each in returns]
    q = sqrt(returns[0].exact / worths[0])
    games = [games_to_see(detect, run.sd, alpha) for run in runs]
    # The return that is hardest to see is as much too high as must be seen.
    hardest = max(range(4), key=lambda place: returns[place].sd or 0.0)
    higher = returns[hardest].exact + shift * detect
    played = (higher / worths[hardest]) ** (1 / wins[hardest])
    answers = []
    for _ in range(times):
        pool = streaks(rng, played, wins[0], games[0])
        for place in range(1, 4):
            pool.add(streaks(rng, played, wins[place], games[place]))
        answers.append([question.answer(pool, alpha) for question in returns])
    statistics = np.array([[each.statistic for each in row] for row in answers])
    assert statistics.std(axis=0) == pytest.approx(1.0, abs=0.1)
    if not shift:
        assert statistics.mean(axis=0) == pytest.approx(0.0, abs=0.15)
        assert [each.exact for each in returns] == pytest.approx(
            [worth * q**each for worth, each in zip(worths, wins, strict=True)]
        )
    else:
        seen = np.array([row[hardest].p < alpha for row in answers])
        assert seen.mean() == pytest.approx(POWER, abs=0.015)


def test_the_runs_of_a_pool_are_counted_together(book, small):
    runs = [run for run in runs_of(book, Program(small)) if run.pool]
    rng = np.random.default_rng(2)
    played = [
        (replace(run, questions=()), streaks(rng, 0.3 + 0.4 * (place % 2), 5, 100))
        for place, run in enumerate(runs)
    ]
    won, lost = Counter[str](), Counter[str]()
    for run, tallies in played:
        won[run.pool] += tallies.tally(WON).total
        lost[run.pool] += tallies.tally(LOST).total
    answers = list(study.answers_of(played, LEVEL))
    assert len(answers) == len(runs) == 8
    for run, question, answer in answers:
        share = won[run.pool] / (won[run.pool] + lost[run.pool])
        pays, wins = book.game.pays(question.wager), int(question.wager.split(".")[1])
        assert answer.simulated == pytest.approx((float(pays) + 1.0) * share**wins)


def test_everything_in_one(small, kept):
    order = Order(rounds=150, shoes=30, engine=INTERPRETER)
    found = crosscheck(TwentyOneGame(small), BASIC, order, context=kept, workers=1)
    assert found.passed
    assert len({test.id for test in found.tests}) == len(found.tests) > 60
    assert {test.wager for test in found.tests} >= {
        "main",
        "main_burnout",
        "insurance",
        *(f"bonus.{wins}" for wins in range(2, 6)),
    }
    assert len({run.seed for run in found.runs}) == len(found.runs)
    assert CrosscheckResult.from_json(found.to_json()) == found


def test_another_process_plays_the_games_of_a_report(small, tmp_path, monkeypatch):
    shoes, kept = [], Context(Cache(tmp_path, pytest.fail))
    monkeypatch.setattr(report, "cut_card_effects", lambda *asked: shoes.append(asked[1]))
    monkeypatch.setattr(study, "KEPT", Order(rounds=20, shoes=3, engine=INTERPRETER))
    game = TwentyOneGame(small)
    assert report._is_new(game, kept)
    work = pickle.loads(pickle.dumps(partial(report._play, small)))
    work(kept, Workers(1))
    assert shoes == [checked_order(52, ShoeOrder())]
    monkeypatch.setattr(study, "crosscheck", pytest.fail)
    assert [run.games for run in study.kept_crosscheck(game, context=kept).runs] == 12 * [20]
    # What is there need not be played.
    assert not report._is_new(game, kept)


def source_of(job: Job) -> str:
    """Return the code by which the games of a job are played."""
    game = playable(job)
    assert isinstance(game, CompiledGame)
    return game.source


def test_what_is_compiled_ahead_is_what_is_played(small, kept, monkeypatch):
    ahead = []
    monkeypatch.setattr(study, "compile_game", lambda job: ahead.append(source_of(job)))
    game = TwentyOneGame(small)
    study.compile_ahead(game)
    entry = study.prepare(game, BASIC, Order(rounds=2_000, shoes=1), kept, 1)
    jobs = [study.job_of(entry.program, run, None) for run in entry.runs]
    for _, _, plan in entry.shoes:
        # Where the cut card is, and how many rounds are dealt at least, are data.
        other = apply_settings(plan.game, {"cut_card": 40, "least_rounds": 5})
        jobs += [plan.job(), replace(plan, game=other).job()]
    assert len(ahead) == 3
    assert {source_of(job) for job in jobs} == {*ahead}


@pytest.mark.slow
def test_runs_are_sized_by_what_must_be_seen(book, small, monkeypatch):
    asked = []

    def few(program, run, engine, means):
        asked.append(run)
        return play_run(program, replace(run, games=50), engine, means)

    monkeypatch.setattr("certify.studies.crosscheck.study.play_run", few)
    monkeypatch.setattr("certify.studies.crosscheck.study.book_of", lambda *_: book)
    order = Order(shoes=20, detect=0.05, engine=INTERPRETER)
    crosscheck(TwentyOneGame(small), BASIC, order, workers=1)
    games = {run.name: run.games for run in asked}
    alpha = LEVEL / sum(len(run.asked) for run in asked)
    for run in asked:
        assert games[run.name] == games_to_see(0.05, run.sd, alpha)
    assert 2e4 < games["main"] < 4e4


def test_too_many_hands_are_told(small):
    game = TwentyOneGame(apply_settings(small, {"max_split_hands": 5}))
    with pytest.raises(EngineError, match="found max_split_hands=5"):
        crosscheck(game, BASIC, Order(rounds=10, shoes=10, engine=INTERPRETER))


def effect(book, settings, shoes, seed):
    played = apply_settings(book.game.loaded, settings)
    policy = policy_for(book, Program(played), "basic", bought=False)
    (plan,) = plan_shoes(
        played,
        [(policy, seed)],
        half_width=1e-2,
        shoes=shoes,
        engine=INTERPRETER,
        workers=1,
        progress=lambda *_: None,
    )
    return plan, cut_card_effect(plan, MAIN, book.figures.wagers.main.ev, play_shoes(plan))


@pytest.mark.slow
def test_the_effect_of_the_cut_card_does_not_rest_on_the_rounds_dealt_at_least(book):
    plan, reduced = effect(book, {"cut_card": 25}, 800, 5)
    assert reduced.least_rounds > 3
    plain = replace(
        plan, game=apply_settings(plan.game, {"least_rounds": 1}), least_rounds=1, seed=77
    )
    other = cut_card_effect(plain, MAIN, reduced.exact, play_shoes(plain))
    assert reduced.half_width < 0.7 * other.half_width
    both = sqrt(reduced.half_width**2 + other.half_width**2) / 1.96
    assert abs(reduced.effect - other.effect) < 4 * both


def test_a_shuffle_before_every_round_has_no_effect(book):
    _, found = effect(book, {"cut_card": 100}, 50, 3)
    assert (found.rounds, found.effect, found.half_width) == (1.0, 0.0, 0.0)


@pytest.mark.slow
def test_shoes_are_sized_by_the_interval(book):
    plan, _ = effect(book, {"cut_card": 60, "decks": 1}, None, 2)
    assert plan.shoes > 100
