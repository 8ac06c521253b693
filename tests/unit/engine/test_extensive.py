"""Games between players as trees, and their equilibria: known values, and two methods each."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from certify.errors import StateSpaceError
from certify.exact.multiplayer.actions import holding
from certify.exact.multiplayer.chances import chances_of
from certify.exact.multiplayer.equilibrium import exploitability, solve_by_regret, solve_program
from certify.exact.multiplayer.game_tree import CHANCE, END, unfold
from certify.exact.multiplayer.sequence_form import sequence_form
from certify.language.catalogue import load_game
from certify.language.cut_down import cut_down
from certify.play.chance import Stream
from certify.play.interpreter.interpreter import choose, options, outcome, play_randomly, start
from certify.play.interpreter.program import Program
from certify.play.naming import Naming
from certify.play.policies import policy_of
from tests.support.games import small_game
from tests.support.matrix_games import IN_TURN, KUHN, matrix_game

EDITS = {"packs.cards.cards.rank": "1..3", "procedures.deal_hands.do.3.do.0.deal.cards": 2}
LOOKS = (1, 10, 100, 1000)


def form_of(tmp_path, body):
    return sequence_form(unfold(Program(small_game(tmp_path, body))))


def uniform(form):
    return tuple(plans.plan(np.zeros(plans.sequences)) for plans in form.plans)


@pytest.fixture(scope="module")
def cut_form():
    return sequence_form(unfold(Program(cut_down(load_game("burnout"), EDITS))))


def check_equilibrium(form, value, *, iterated=2e-3):
    exact = solve_program(form)
    assert exact.programs == pytest.approx([value] * 4, abs=1e-9)
    assert exact.low - 1e-9 <= value <= exact.high + 1e-9
    assert exact.exploitability == pytest.approx(0, abs=1e-9)
    found = solve_by_regret(form, LOOKS)
    assert found.exploitability < iterated
    assert found.low - 1e-9 <= value <= found.high + 1e-9
    measured = [gain for _, gain in found.trace]
    assert all(later <= earlier for earlier, later in pairwise(measured))
    return exact


def test_poker_with_three_cards(tmp_path):
    form = form_of(tmp_path, KUHN)
    exact = check_equilibrium(form, -1 / 18)
    assert [plans.sequences for plans in form.plans] == [13, 13]
    assert len(form.tree.information_sets) == 12
    # With a 3 the first seat bets three times as often as with a 1; with a 2 it never does.
    mine, sets = form.plans[0], form.tree.information_sets
    chances = mine.chances(exact.plans[0])
    bets = {
        known.holding: chances[first + known.actions.index("bet")]
        for known, first in zip(map(sets.__getitem__, mine.sets), mine.firsts, strict=True)
        if known.before is None
    }
    assert bets["hand 3"] == pytest.approx(3 * bets["hand 1"], abs=1e-9)
    assert bets["hand 2"] == pytest.approx(0, abs=1e-9)


def test_what_a_seat_sees_is_told_zone_by_zone(tmp_path):
    program = Program(small_game(tmp_path, KUHN.replace("see: owner", "see: all")))
    state, naming = start(program, 1), Naming(program, alike=True)
    _, (mine,), (other,) = state.zones
    assert holding(state, naming) == f"hand {mine + 1}, hand[2] {other + 1}"
    assert holding(state, naming, own=True) == f"hand {mine + 1}"


def test_alike_cards_are_one_option_whatever_the_others_hold(tmp_path):
    body = KUHN.replace(
        'rank: 1..3}, label: "{rank}"', 'rank: 1..3, suit: [a, b]}, label: "{rank}{suit}"'
    )
    body = body.replace("bet: {do:", "bet: {pick: {card: hand}, do:")
    tree = unfold(Program(small_game(tmp_path, body)))
    actions = {action for known in tree.information_sets for action in known.actions}
    assert {name for name in actions if name.startswith("bet")} == {"bet 1a", "bet 2a", "bet 3a"}


def test_probabilities_of_the_tree_are_exact(tmp_path):
    tree = unfold(Program(small_game(tmp_path, KUHN)), number=Fraction)
    weights = [
        weight for weight, parent in zip(tree.weights, tree.parents, strict=True) if not parent
    ]
    assert weights == [Fraction(1, 6)] * 6
    assert tree.kinds[0] == CHANCE
    # For each deal nine decisions and ends: check-check, check-bet-fold or call, bet-fold or call.
    assert len(tree.kinds) == 1 + 6 * 9
    assert tree.kinds.count(END) == 6 * 5
    assert {score for scores in tree.scores.values() for score in scores} == {-2, -1, 1, 2}


def test_stone_paper_and_scissors(tmp_path):
    form = form_of(tmp_path, matrix_game("(one - two + 4) % 3 - 1", 2))
    exact = check_equilibrium(form, 0)
    for plan in exact.plans:
        assert plan[1:] == pytest.approx([1 / 3] * 3, abs=1e-9)


def test_two_by_two(tmp_path):
    # By the closed form for [[3, -1], [-2, 1]]: (3 * 1 - 1 * 2) / (3 + 1 + 1 + 2).
    gain = "(3 if two == 0 else -1) if one == 0 else (-2 if two == 0 else 1)"
    exact = check_equilibrium(form_of(tmp_path, matrix_game(gain, 1)), 1 / 7)
    assert exact.plans[0][1:] == pytest.approx([3 / 7, 4 / 7], abs=1e-9)
    assert exact.plans[1][1:] == pytest.approx([2 / 7, 5 / 7], abs=1e-9)


MATCH = "1 if one == two else -1"


@pytest.mark.parametrize(
    ("secret", "see", "value"),
    [(False, "all", -1), (False, "none", -1), (True, "all", -1), (True, "none", 0)],
)
def test_what_the_others_choose_is_seen_unless_it_is_secret(tmp_path, secret, see, value):
    body = matrix_game(MATCH, 1, do=IN_TURN, secret=secret, see=see)
    check_equilibrium(form_of(tmp_path, body), value)


def test_what_is_chosen_together_is_not_seen_until_all_have_chosen(tmp_path):
    check_equilibrium(form_of(tmp_path, matrix_game(MATCH, 1, see="none")), 0)
    # Once chosen it is known: the second time round both know the first choices.
    twice = matrix_game(MATCH, 1, do="{ask_together: {show: seats}}, {ask_together: {show: seats}}")
    form = form_of(tmp_path, twice)
    assert [len(level.starts) for level in form.plans[0].levels] == [1, 4]
    check_equilibrium(form, 0)


def test_a_cut_down_game_by_two_methods(cut_form):
    exact = check_equilibrium(cut_form, -1099 / 1800)
    assert exact.value == pytest.approx(-1099 / 1800, abs=1e-12)
    assert exploitability(cut_form, uniform(cut_form)) > 1


def test_random_play_of_the_tree_is_that_of_the_interpreter(cut_form):
    program, games = cut_form.tree.program, 4000
    scores = np.empty(games)
    for game in range(games):
        state = start(program, game)
        play_randomly(state, Stream(game, 1))
        scores[game] = outcome(state).scores[0]
    expected = cut_form.value(0, uniform(cut_form))
    assert abs(scores.mean() - expected) < 4 * scores.std() / games**0.5


def test_policies_of_the_tree_are_those_of_the_interpreter():
    program = Program(cut_down(load_game("burnout"), EDITS))
    chances = chances_of(program, "sensible")
    chosen = {}
    form = sequence_form(
        unfold(
            program,
            watch=lambda number, state, found: chosen.update({number: chances(state, found)}),
        )
    )
    assert all(sum(likely) == 1 and max(likely) == 1 for likely in chosen.values())
    plans = [mine.plan_of(chosen) for mine in form.plans]
    policy, games = policy_of(program, "sensible"), 2000
    scores = np.empty(games)
    for game in range(games):
        state, stream = start(program, game), Stream(game, 1)
        while not state.is_over:
            choose(state, *policy(state, stream))
        scores[game] = outcome(state).scores[0]
    assert abs(scores.mean() - form.value(0, plans)) < 4 * scores.std() / games**0.5
    assert form.best_response(0, plans) > form.value(0, plans)


def test_what_random_play_leaves_to_chance_is_equally_likely(tmp_path):
    program = Program(small_game(tmp_path, KUHN))
    state = start(program, 1)
    assert chances_of(program, "random")(state, options(state)) == [0.5, 0.5]


def test_the_chances_of_ends_add_up(cut_form):
    plans = uniform(cut_form)
    for seat in (0, 1):
        assert cut_form.reached(seat, plans) @ plans[seat] == pytest.approx(1, abs=1e-12)
        assert cut_form.worth(seat, plans)[0][0] == pytest.approx(1, abs=1e-12)


def test_best_plans_bring_what_best_responses_say(cut_form):
    plans = uniform(cut_form)
    for seat in (0, 1):
        gains = cut_form.gains(seat, plans)
        best = cut_form.plans[seat].best_plan(gains)
        assert gains @ best == pytest.approx(cut_form.best_response(seat, plans), abs=1e-12)
        assert set(best) == {0.0, 1.0}


def test_gains_that_are_not_the_others_losses_are_refused(tmp_path):
    form = form_of(tmp_path, matrix_game(MATCH, 1, score="gain"))
    for solver in (solve_program, lambda form: solve_by_regret(form, LOOKS)):
        with pytest.raises(StateSpaceError, match="what the other loses; here scores of -1 and -1"):
            solver(form)


def test_three_players_have_a_tree_and_best_responses_but_no_equilibrium(tmp_path):
    body = matrix_game(MATCH, 1, seats=3, score="gain if me == 1 else 0")
    form = form_of(tmp_path, body)
    plans = uniform(form)
    assert form.value(0, plans) == pytest.approx(0)
    assert form.best_response(0, plans) == pytest.approx(0)
    with pytest.raises(StateSpaceError, match="for two players; the game has 3"):
        solve_program(form)


def test_a_tree_that_is_too_large_is_refused(tmp_path):
    with pytest.raises(StateSpaceError, match="more than 20 histories"):
        unfold(Program(small_game(tmp_path, KUHN)), most_nodes=20)


def test_a_choice_that_tells_of_what_is_hidden_is_refused(tmp_path):
    body = KUHN.replace("      check: {cites: [C1]}", "      check: {when: deck, cites: [C1]}")
    told = body.replace("when: deck", "when: any(c.rank == 1 for c in deck), referee: true")
    program = Program(small_game(tmp_path, told))
    with pytest.raises(StateSpaceError, match="hidden"):
        unfold(program)


def test_options_of_the_tree_are_those_of_the_interpreter(cut_form):
    tree = cut_form.tree
    state = start(tree.program, 3)
    found = options(state)
    names = {known.actions for known in tree.information_sets if known.decision == "first_bid"}
    assert found.total in {len(actions) for actions in names}
