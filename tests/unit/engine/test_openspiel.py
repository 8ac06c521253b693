"""OpenSpiel judges the equilibria that are found here, and finds the same by itself."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from certify.errors import EngineError
from certify.exact.multiplayer.equilibrium import exploitability, solve_by_regret, solve_program
from certify.exact.multiplayer.game_tree import unfold
from certify.exact.multiplayer.openspiel import OpenSpielGame, efg_text
from certify.exact.multiplayer.sequence_form import sequence_form
from certify.language.catalogue import load_game
from certify.language.cut_down import cut_down
from certify.play.interpreter.program import Program
from tests.support.games import small_game
from tests.support.matrix_games import KUHN, matrix_game

EDITS = {"packs.cards.cards.rank": "1..3", "procedures.deal_hands.do.3.do.0.deal.cards": 2}


@pytest.fixture
def kuhn(tmp_path):
    return sequence_form(unfold(Program(small_game(tmp_path, KUHN))))


@pytest.fixture(scope="module")
def cut_form():
    return sequence_form(unfold(Program(cut_down(load_game("burnout"), EDITS))))


def uniform(form):
    return tuple(plans.plan(np.zeros(plans.sequences)) for plans in form.plans)


def test_without_the_library_it_is_told_how_to_install_it(kuhn, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(EngineError, match=r"pip install 'certify\[openspiel\]'"):
        OpenSpielGame(kuhn)


def test_the_text_of_a_tree(tmp_path):
    form = sequence_form(unfold(Program(small_game(tmp_path, matrix_game("one - two", 1)))))
    assert efg_text(form.tree, "two numbers").splitlines() == [
        'EFG 2 R "two numbers" { "1" "2" } ""',
        'p "" 1 1 "set 0" { "take 0" "take 1" } 0',
        'p "" 2 1 "set 1" { "take 0" "take 1" } 0',
        't "" 1 "" { 0.0 0.0 }',
        't "" 2 "" { -1.0 1.0 }',
        'p "" 2 1 "set 1" { "take 0" "take 1" } 0',
        't "" 3 "" { 1.0 -1.0 }',
        't "" 4 "" { 0.0 0.0 }',
    ]


def test_poker_as_openspiel_knows_it(kuhn):
    library = pytest.importorskip("pyspiel")
    theirs = OpenSpielGame(kuhn)
    assert theirs.exploitability(solve_program(kuhn).plans) == pytest.approx(0, abs=1e-9)
    value, gain = theirs.regret(2000)
    assert gain < 2e-3
    assert value == pytest.approx(-1 / 18, abs=gain)
    # Their own poker, which is written without any of this, is worth as much.
    poker = library.load_game("kuhn_poker")
    solver = library.CFRPlusSolver(poker)
    for _ in range(2000):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    known = library.expected_returns(poker.new_initial_state(), policy, -1, True)[0]
    assert known == pytest.approx(solve_program(kuhn).value, abs=2e-3)


def test_a_cut_down_game(cut_form):
    pytest.importorskip("pyspiel")
    theirs = OpenSpielGame(cut_form, "cut down")
    exact = solve_program(cut_form)
    assert theirs.exploitability(exact.plans) == pytest.approx(0, abs=1e-9)
    assert theirs.value(theirs.policy(exact.plans)) == pytest.approx(exact.value, abs=1e-9)
    value, gain = theirs.regret(300)
    assert gain < 5e-3
    assert value == pytest.approx(exact.value, abs=gain)


def test_best_responses_agree(cut_form):
    pytest.importorskip("pyspiel")
    theirs = OpenSpielGame(cut_form)
    plans = uniform(cut_form)
    assert theirs.exploitability(plans) == pytest.approx(exploitability(cut_form, plans), abs=1e-9)
    few = solve_by_regret(cut_form, [7]).plans
    assert theirs.exploitability(few) == pytest.approx(exploitability(cut_form, few), abs=1e-9)
