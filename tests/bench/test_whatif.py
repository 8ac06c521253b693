"""Timings of what-ifs, printed: ``pytest tests/bench --benchmark-enable``."""

import time

import pytest

from certify.spec.catalogue import load_game
from certify.spec.overrides import apply_overrides
from certify.studies.desk import Desk
from certify.studies.rtp import rtp_study
from certify.studies.tasks import Crew
from certify.studies.twenty_one import TwentyOneGame
from certify.studies.whatif.study import Question, figures_of, whatif_study
from certify.studies.whatif.sweep import plan_sweep, sweep_study

RULE = "dealer_hits_soft_17=false"


@pytest.fixture(scope="module")
def analysed():
    """Return six decks with everything about them on the desk, and the question."""
    game, desk = TwentyOneGame(load_game("blackjack-burnout")), Desk()
    question = Question.of(game)
    figures_of(game, question, desk)
    return game, question, desk


def seconds(function):
    begun = time.perf_counter()
    function()
    return time.perf_counter() - begun


def test_a_payout(analysed, capsys):
    """Goal: under 0.2 s."""
    game, question, desk = analysed
    settings = ["bonus.2.pays=3:1", "blackjack_pays=6:5", "burnout_payment=0.15"]
    taken = sorted(seconds(lambda: whatif_study(game, settings, question, desk)) for _ in range(7))
    with capsys.disabled():
        print(f" a what-if on payouts: best {taken[0]:.3f} s, median {taken[3]:.3f} s")


def test_a_rule(analysed, capsys):
    """Goal: no slower than a fresh analysis of the changed game."""
    game, question, desk = analysed
    changed = TwentyOneGame(apply_overrides(game.loaded, [RULE]))
    asked = seconds(lambda: whatif_study(game, [RULE], question, desk))
    fresh = seconds(lambda: rtp_study(changed, further=False, desk=Desk()))
    whole = seconds(lambda: rtp_study(changed, desk=Desk()))
    with capsys.disabled():
        print(
            f" a what-if on a rule: {asked:.1f} s; the same figures afresh {fresh:.1f} s, all that"
            f" `certify rtp` tells {whole:.1f} s"
        )


def test_a_hundred_payouts(analysed, capsys):
    """Goal: under 10 s."""
    game, question, desk = analysed
    sweep = plan_sweep(game, [], ["bonus.2.pays=1:2.98:0.02"], question)
    assert sweep.number == 100
    taken = seconds(lambda: sweep_study(sweep, desk, Crew(workers=1)))
    with capsys.disabled():
        print(f" a sweep of {sweep.number} payouts: {taken:.2f} s")
