"""Timings of what-ifs, printed: ``pytest tests/bench --benchmark-enable``."""

import time

import pytest

from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.returns.study import rtp_study
from certify.studies.twenty_one import TwentyOneGame
from certify.studies.whatif.study import Question, figures_of, whatif_study
from certify.studies.whatif.sweep import plan_sweep, sweep_study

RULE = "dealer_hits_soft_17=false"


@pytest.fixture(scope="module")
def analysed():
    """Return six decks with everything about them on the context, and the question."""
    game, context = TwentyOneGame(load_game("blackjack-burnout")), Context()
    question = Question.of(game)
    figures_of(game, question, context)
    return game, question, context


def seconds(function):
    begun = time.perf_counter()
    function()
    return time.perf_counter() - begun


def test_a_payout(analysed, capsys):
    """Goal: under 0.2 s."""
    game, question, context = analysed
    settings = ["bonus.2.pays=3:1", "blackjack_pays=6:5", "burnout_payment=0.15"]
    taken = sorted(
        seconds(lambda: whatif_study(game, settings, question, context)) for _ in range(7)
    )
    with capsys.disabled():
        print(f" a what-if on payouts: best {taken[0]:.3f} s, median {taken[3]:.3f} s")


def test_a_rule(analysed, capsys):
    """Goal: no slower than a fresh analysis of the changed game."""
    game, question, context = analysed
    changed = TwentyOneGame(apply_overrides(game.loaded, [RULE]))
    asked = seconds(lambda: whatif_study(game, [RULE], question, context))
    fresh = seconds(lambda: rtp_study(changed, further=False, context=Context()))
    whole = seconds(lambda: rtp_study(changed, context=Context()))
    with capsys.disabled():
        print(
            f" a what-if on a rule: {asked:.1f} s; the same figures afresh {fresh:.1f} s, all that"
            f" `certify rtp` tells {whole:.1f} s"
        )


def test_a_hundred_payouts(analysed, capsys):
    """Goal: under 10 s."""
    game, question, context = analysed
    sweep = plan_sweep(game, [], ["bonus.2.pays=1:2.98:0.02"], question)
    assert sweep.number == 100
    taken = seconds(lambda: sweep_study(sweep, context, Workers(processes=1)))
    with capsys.disabled():
        print(f" a sweep of {sweep.number} payouts: {taken:.2f} s")
