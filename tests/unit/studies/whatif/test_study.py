"""What-ifs: the same figures as worked out afresh, and no more work than is needed."""

import json
import pickle
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from certify.cards.ranks import ACE, TEN
from certify.cards.shoe import Shoe
from certify.errors import EngineError, SpecError
from certify.exact.blackjack.solve import evaluate, repaid, solve_basic, solve_optimal
from certify.exact.blackjack.values import shoe_values
from certify.runtime.cache import Cache
from certify.runtime.context import Context, Memory
from certify.runtime.workers import Workers
from certify.studies.returns.result import RtpResult
from certify.studies.returns.round_distributions import distributions_of
from certify.studies.returns.study import rtp_study, worked_out
from certify.studies.twenty_one import BASIC, OPTIMAL, TwentyOneGame
from certify.studies.whatif import asked
from certify.studies.whatif import study as module
from certify.studies.whatif.figures import ROOTS, _leaves, checked_path, figure_at, figure_name
from certify.studies.whatif.result import (
    IN_FORCE,
    SETS_NOTHING,
    SensitivityResult,
    SweepResult,
    WhatIfResult,
)
from certify.studies.whatif.sensitivity import (
    CHANGES_NOTHING,
    alternative_sensitivities,
    payout_sensitivities,
    sensitivity_study,
)
from certify.studies.whatif.settings import with_settings
from certify.studies.whatif.study import (
    Errand,
    Question,
    figures_at,
    figures_of,
    run_errand,
    whatif_study,
)
from certify.studies.whatif.sweep import plan_sweep, sweep_study
from tests.support.whatif import known, small_game

distributions_module: Any = import_module("certify.studies.returns.round_distributions")
exact_module: Any = import_module("certify.exact.blackjack.distribution")
EXPECTATIONS = ("wagers.main.ev", "wagers.main_burnout.ev")
PAID = ("blackjack_pays=6:5", "burnout_payment=1/7", "bonus.3.pays=9:2", "insurance=false")
ALONE = Workers(processes=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def game():
    return small_game()


@pytest.fixture(scope="module")
def context(folder, game):
    """Return a context on which the small game has been analysed."""
    made = Context(cache=Cache(folder, print))
    figures_of(game, Question.of(game), made)
    return made


# What follows from the same decisions.


def same_figures(one, other):
    return all(
        np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True)
        for name in ("ev", "average_wagered", "by_upcard", "burn_rate")
    )


@pytest.mark.parametrize("strategy", [OPTIMAL, BASIC, "card"])
def test_repaid_is_what_solving_afresh_gives_to_the_last_bit(game, strategy):
    other = small_game(*PAID)
    fresh = shoe_values(other.rules, other.shoe, with_burnout=True)
    if strategy == OPTIMAL:
        found, expected = game.optimal, solve_optimal(fresh)
    elif strategy == BASIC:
        found, expected = game.basic, solve_basic(fresh)
    else:
        found = game.evaluate_card(game.basic_card)
        expected = evaluate(fresh, found.decisions)
    found = repaid(found, other.rules)
    assert found.shoe.rules == other.rules
    assert found.decisions.same_as(expected.decisions)
    assert same_figures(found.main, expected.main)
    assert same_figures(found.main_burnout, expected.main_burnout)


def test_repaid_refuses_rules_that_change_play(game):
    with pytest.raises(EngineError, match="more than payments"):
        repaid(game.optimal, small_game("dealer_hits_soft_17=false").rules)


@pytest.mark.parametrize(
    ("strategy", "settings"),
    [
        pytest.param(OPTIMAL, PAID, marks=pytest.mark.slow),
        pytest.param(BASIC, PAID, marks=pytest.mark.slow),
        pytest.param(OPTIMAL, ("streak_split_rule=any_loss",), marks=pytest.mark.slow),
    ],
    ids=["paid", "basic", "reading"],
)
def test_every_figure_is_that_of_an_analysis_of_its_own(game, context, strategy, settings):
    assert_warm_is_as_cold(small_game(*settings), strategy, context)


def test_every_figure_of_few_ranks_is_that_of_an_analysis_of_its_own(tmp_path):
    shoe = Shoe.parse("2,0,4,0,4,0,0,4,0,8")
    game, other = (TwentyOneGame(small_game(*each).loaded, shoe) for each in ((), PAID))
    context = Context(cache=Cache(tmp_path, print))
    figures_of(game, Question.of(game), context)
    assert_warm_is_as_cold(other, OPTIMAL, context)


def assert_warm_is_as_cold(other, strategy, context):
    warm = worked_out(other, strategy, further=False, context=context)
    assert warm == rtp_study(other, strategy, further=False, context=Context())


@pytest.mark.slow
def test_the_figures_of_many_rounds_do_not_change_the_others(game, context):
    whole = worked_out(game, context=context)
    assert whole.wagers.main.sessions
    assert known(whole.streak).combinations
    fewer = worked_out(game, further=False, context=context)
    assert fewer.wagers.main.sessions == ()
    for wager in ("main", "main_burnout"):
        one, other = getattr(whole.wagers, wager), getattr(fewer.wagers, wager)
        assert one.model_copy(update={"sessions": (), "ruin": ()}) == other
    assert whole.wagers.bonus == fewer.wagers.bonus


@pytest.mark.slow
def test_payouts_of_many_digits_are_no_burden(context):
    other = small_game("blackjack_pays=1.523456789012:1", "burnout_payment=0.123456789012")
    found = worked_out(other, further=False, context=context).wagers.main_burnout
    near = worked_out(
        small_game("blackjack_pays=1.5235:1", "burnout_payment=0.1235"),
        further=False,
        context=context,
    ).wagers.main_burnout
    assert found.sd == pytest.approx(near.sd, abs=1e-4)
    assert found.skewness == pytest.approx(near.skewness, abs=1e-3)


# No more work than is needed.


@pytest.fixture
def worked(monkeypatch):
    """Return the list of splits of which the distribution is worked out from now on."""
    cells = []
    true = exact_module.distribution_of_split

    def counted(solution, rules, pair, upcard):
        cells.append((pair, upcard))
        return true(solution, rules, pair, upcard)

    monkeypatch.setattr(exact_module, "distribution_of_split", counted)
    return cells


@pytest.mark.slow
def test_no_distribution_is_worked_out_twice(game, context, worked, folder):
    question = Question.of(game)
    figures_of(small_game(*PAID), question, context)
    assert worked == []
    # Burning is no part of play after a split.
    figures_of(small_game("burnout_on_double=false"), question, context)
    assert worked == []
    distributions_of(game, game.optimal, Context(cache=Cache(folder, print)))
    assert worked == []
    distributions_of(game, game.optimal, Context())
    assert worked


def test_what_is_wagered_in_splits_is_worked_out_only_where_it_is_asked_for(tmp_path, monkeypatch):
    cells = []
    true = exact_module.wagered_of_split

    def counted(*arguments):
        cells.append(arguments[2:])
        return true(*arguments)

    monkeypatch.setattr(exact_module, "wagered_of_split", counted)
    game = TwentyOneGame(small_game().loaded, Shoe.parse("2,0,4,0,4,0,0,4,0,8"))
    context = Context(cache=Cache(tmp_path, print))
    figures_of(game, Question.of(game), context)
    few = ("wagers.main.variance", "wagers.main_burnout.average_wagered", "wagers.main.p_win")
    figures_of(game, Question.of(game, OPTIMAL, few), context)
    assert cells == []
    asked = Question.of(
        game,
        OPTIMAL,
        ("wagers.main.variance_wagered", "wagers.main_burnout.covariance_net_wagered"),
    )
    found = figures_of(game, asked, context)
    assert None not in found
    assert (
        len(cells) == len(set(cells)) == len(distributions_of(game, game.optimal, context).splits)
    )
    # What is remembered, and what is looked up, is the same to the last bit.
    assert figures_of(game, asked, context) == found
    assert figures_of(game, asked, Context(cache=Cache(tmp_path, print))) == found
    assert len(cells) == len(set(cells))
    assert figures_of(game, asked, Context()) == found
    assert len(cells) == 2 * len(set(cells))


def test_what_was_interrupted_goes_on_from_there(game, tmp_path, monkeypatch, worked):
    counted = exact_module.distribution_of_split
    done: list[object] = []

    def interrupted(*arguments):
        if len(done) == 5:
            raise RuntimeError("lights out")
        done.append(arguments)
        return counted(*arguments)

    monkeypatch.setattr(distributions_module, "_threads", lambda: 1)
    monkeypatch.setattr(exact_module, "distribution_of_split", interrupted)
    cache = Cache(tmp_path, print)
    with pytest.raises(RuntimeError, match="lights out"):
        distributions_of(game, game.optimal, Context(cache=cache))
    monkeypatch.setattr(exact_module, "distribution_of_split", counted)
    first = set(worked)
    worked.clear()
    found = distributions_of(game, game.optimal, Context(cache=cache))
    assert len(first) == 5
    assert first.isdisjoint(worked)
    assert first | set(worked) == set(found.splits)


def test_distributions_have_room_of_their_own_in_the_cache(tmp_path, monkeypatch):
    monkeypatch.setattr("certify.runtime.cache.MOST_ENTRIES", 2)
    cache = Cache(tmp_path, print)
    for number in range(5):
        cache.store(distributions_module.KIND, number, b"distribution")
        cache.store("rtp", number, b"result")
    assert [cache.load(distributions_module.KIND, number) for number in range(5)] == [
        b"distribution"
    ] * 5
    assert sum(cache.load("rtp", number) is not None for number in range(5)) == 2


# Before and after.


def test_before_after_and_difference(game, context):
    question = Question.of(game, OPTIMAL, ["wagers.main_burnout.ev", "wagers.bonus.3.rtp"])
    found = whatif_study(game, ["bonus.3.pays=5:1", "burnout_payment=0.1"], question, context)
    payment, bonus = found.figures
    assert payment.difference == pytest.approx(0.1, abs=1e-15)
    assert bonus.path == "wagers.bonus.3.with_burnout.rtp"
    assert known(bonus.after) / known(bonus.before) == pytest.approx(6 / 5, abs=1e-14)
    assert [(each.name, each.before, each.after) for each in found.settings] == [
        ("bonus.3.pays", "4:1", "5:1"),
        ("burnout_payment", "0.2", "0.1"),
    ]
    assert WhatIfResult.from_json(found.to_json()) == found


def test_a_change_that_is_asked_again_is_looked_up(game, tmp_path, monkeypatch):
    plan = asked.planned(game, Question.of(game, OPTIMAL, EXPECTATIONS), ("burnout_payment=0.1",))
    context = Context(cache=Cache(tmp_path, pytest.fail))
    found = asked.worked_out(plan, context, ALONE)
    monkeypatch.setattr(asked, "whatif_study", pytest.fail)
    assert asked.worked_out(plan, replace(context, memory=Memory()), ALONE) == found


def test_a_figure_that_there_is_not_any_more(game, context):
    found = whatif_study(game, ["insurance=false", "cut_card=50"], Question.of(game), context)
    insurance = next(each for each in found.figures if each.wager == "Insurance")
    assert insurance.before is not None
    assert insurance.after is None
    assert insurance.difference is None
    assert found.without_effect == ("cut_card",)


# Sweeps.


def test_a_sweep_is_what_single_changes_give_to_the_last_bit(game, context):
    question = Question.of(game)
    sweep = plan_sweep(
        game, ["blackjack_pays=7:5"], ["streak_split_rule=all", "bonus.2.pays=1:2/3"], question
    )
    found = sweep_study(sweep, context, ALONE)
    assert SweepResult.from_json(found.to_json()) == found
    assert [point.values for point in found.points][:3] == [
        ("net", "1:1"),
        ("net", "3:2"),
        ("net", "2:1"),
    ]
    for point in found.points:
        reading, pays = point.values
        settings = ["blackjack_pays=7:5", f"streak_split_rule={reading}", f"bonus.2.pays={pays}"]
        single = whatif_study(game, settings, question, context)
        assert point.figures == tuple(each.after for each in single.figures)
        assert point.differences == tuple(each.difference for each in single.figures)


def test_a_sweep_that_was_done_is_looked_up(game, context, monkeypatch):
    question = Question(EXPECTATIONS)
    points = [("dealer_hits_soft_17=false",), ("bonus.2.pays=3:1",)]
    found = figures_at(game, points, question, context, ALONE)
    monkeypatch.setattr(module, "figures_of", lambda *_: pytest.fail("worked out again"))
    assert figures_at(game, points, question, context, ALONE) == found
    assert figures_at(game, points[::-1], question, context, ALONE) == found[::-1]


def test_an_errand_in_another_process_gives_the_same_bytes(game, context, folder):
    question = Question.of(game)
    loaded = replace(game.loaded, play=None, document=None)
    errand = Errand(loaded, None, game.split_play, (PAID, ()), question, str(folder), context)
    sent = pickle.loads(pickle.dumps(errand))
    assert sent.context is None
    assert run_errand(sent) == run_errand(errand)
    assert json.loads(run_errand(errand))[1] == list(figures_of(game, question, context))


@pytest.mark.slow
def test_processes_change_nothing(game, monkeypatch):
    monkeypatch.setattr("certify.runtime.processes.SECONDS_ALONE", 0.0)
    question = Question.of(game)
    points = [
        (f"{name}={value}",)
        for name in ("dealer_hits_soft_17", "burnout_on_bust")
        for value in ("true", "false")
    ]
    alone = figures_at(game, points, question, Context(), ALONE)
    assert figures_at(game, points, question, Context(), Workers(processes=2)) == alone


# Rulings and payouts.


def test_a_payout_is_worth_the_chance_that_it_is_paid(game, context):
    found = {
        (each.name, each.path): each
        for each in payout_sensitivities(game, Question.of(game), context)
    }
    # Closed forms from the shoe alone: nobody plays a blackjack.
    aces, tens, cards = game.shoe.counts[ACE], game.shoe.counts[TEN], game.shoe.size
    blackjack = Fraction(2 * aces * tens, cards * (cards - 1))
    both = blackjack * Fraction(2 * (aces - 1) * (tens - 1), (cards - 2) * (cards - 3))
    for wager in ("main", "main_burnout"):
        slope = found["blackjack_pays", f"wagers.{wager}.ev"].derivative
        assert slope == pytest.approx(float(blackjack - both), abs=1e-14)
    always = found["main.insurance.pays", "wagers.insurance.ev_when_always_taken"]
    assert always.derivative == pytest.approx(tens / (cards - 1), abs=1e-14)
    assert found["burnout_payment", "wagers.main_burnout.ev"].derivative == pytest.approx(-1.0)
    bonus = worked_out(game, further=False, context=context).wagers.bonus
    for wins, returns in bonus.items():
        for play in ("without_burnout", "with_burnout", "best"):
            slope = found[f"bonus.{wins}.pays", f"wagers.bonus.{wins}.{play}.rtp"].derivative
            assert slope == pytest.approx(getattr(returns, play).q ** int(wins), abs=1e-13)
    assert len(found) == 2 + 1 + 1 + 1 + 1 + 12


def test_every_ruling_with_what_it_changes_or_why_it_does_not(game, context):
    found = sensitivity_study(game, Question(EXPECTATIONS), context, ALONE)
    assert SensitivityResult.from_json(found.to_json()) == found
    rulings = {ruling.id: ruling.alternatives for ruling in found.rulings}
    assert list(rulings) == list(game.loaded.spec.rulings)
    assert [each.reason for each in rulings["R3"]] == [SETS_NOTHING]
    assert {each.reason for each in rulings["R19"]} == {CHANGES_NOTHING}
    assert rulings["R15"][0].reason == CHANGES_NOTHING
    cheaper, dearer = (each.difference("wagers.main_burnout.ev") for each in rulings["R8"])
    assert cheaper == pytest.approx(0.05)
    assert dearer == pytest.approx(-0.05)
    two, eight = rulings["R10"]
    assert known(two.difference("wagers.main.ev")) > known(eight.difference("wagers.main.ev"))
    other = TwentyOneGame(with_settings(game.loaded, ["decks=2"]))
    assert known(two.changes)[0].after == other.optimal.main.ev
    assert known(two.changes)[0].before == game.optimal.main.ev
    again = list(game.loaded.spec.rulings["R10"].alternatives)[:1]
    (in_force,) = alternative_sensitivities(
        other, again, (None, None), Question(EXPECTATIONS), context, ALONE
    )
    assert in_force.reason == IN_FORCE


# Figures by name.


@pytest.mark.parametrize("further", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_figures_are_found_where_the_json_has_them(game, context, further):
    whole = worked_out(game, further=further, context=context)
    data = json.loads(whole.to_json())
    main, fifth = data["wagers"]["main"], data["wagers"]["bonus"]["5"]
    by_streak = main["outcomes_by_streak"]["net"]
    found = {
        "wagers.main.ev": main["ev"],
        "wagers.main.outcomes.1.5": main["outcomes"]["1.5"],
        "wagers.main.outcomes_by_streak.net.-1.push": by_streak["-1"]["push"],
        "by_upcard.A.main": data["by_upcard"][-1]["main"],
        "by_upcard.0.main": data["by_upcard"][0]["main"],
        "wagers.bonus.5.late.3.rtp_with_burnout": fifth["late"][2]["rtp_with_burnout"],
    }
    if further:
        bands, counts = main["sessions"][0]["bands"], data["streak"]["combinations"][0]["counts"]
        found["wagers.main.sessions.1000.bands.0.99.low"] = bands[1]["low"]
        found["streak.combinations.0.counts.1.q"] = counts[1]["q"]
    for path, expected in found.items():
        assert checked_path(path, game, OPTIMAL) == path
        assert expected is not None
        assert figure_at(whole, path) == expected
        assert figure_name(path).wager
    assert figure_at(whole, "wagers.main.outcomes.7.5") is None


def test_every_name_that_is_offered_is_a_name(game):
    names = [name for root, kind in ROOTS.items() for _, name in _leaves(kind, root, ["2", "5"])]
    assert len(names) > 200
    for name in names:
        assert checked_path(name, game, OPTIMAL) == name
    assert set(ROOTS) <= set(RtpResult.model_fields)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("wagers.main.eve", "wagers.main.ev"),
        ("wagers.bonus.7.rtp", "wagers.bonus.2"),
        ("wagers.main", "there is no figure"),
        ("strategy", "there is no figure"),
        ("", "there is no figure"),
    ],
)
def test_unknown_figures_tell_the_nearest(game, path, expected):
    with pytest.raises(SpecError, match=expected):
        checked_path(path, game, OPTIMAL)


def test_best_play_is_that_of_the_optimal_strategy(game):
    with pytest.raises(SpecError, match="optimal"):
        checked_path("wagers.bonus.2.best.rtp", game, BASIC)
    assert all(".best." not in path for path in Question.of(game, BASIC).paths)
