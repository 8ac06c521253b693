"""Games with open cards: retrograde analysis against brute force of three kinds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from certify.errors import StateSpaceError
from certify.exact.multiplayer.limited_depth import play_to_depth
from certify.exact.multiplayer.open_cards import CHANCE, END, OpenGraph, narrowed, open_graph
from certify.exact.multiplayer.retrograde import solve_open
from certify.language.catalogue import load_game
from certify.language.cut_down import cut_down
from certify.language.game import apply_settings
from certify.play.interpreter.interpreter import choose, options, outcome
from certify.play.interpreter.program import Program
from tests.support.games import small_game
from tests.support.matrix_games import matrix_game

EDITS = {
    "packs.cards.cards.suit": ["clubs"],
    "packs.cards.only": "rank in [3, 5, 9, 10, 13, 14]",
    "definitions.cards_each.is": "1",
    "procedures.exchange_cards.do": [],
}


@pytest.fixture(scope="module")
def solved():
    """A pack of six cards, one of each kind of place for either player."""
    game = apply_settings(cut_down(load_game("burn"), EDITS), {"move_cap": 100_000})
    states = {}

    def watch(position, state, found):
        states[position] = state.copy()

    graph = open_graph(Program(game, 2), endless=["take_turns"], watch=watch)
    return graph, solve_open(graph), states


def random_graph(seed, *, positions=6, ends=3, chance=False):
    """Return a graph in which each position leads to one or two others, ends among them."""
    draw = np.random.default_rng(seed)
    graph = OpenGraph()
    for _ in range(ends):
        end = graph.add(END)
        graph.scores[end] = Fraction(int(draw.integers(-2, 3)))
    for _ in range(positions):
        graph.add(int(draw.integers(0, 2)))
    for position in range(ends, ends + positions):
        number = int(draw.integers(1, 3))
        graph.following[position] = [int(to) for to in draw.integers(0, ends + positions, number)]
    if chance:
        first = graph.add(CHANCE)
        graph.following[first] = [int(to) for to in draw.integers(0, first, 2)]
        graph.weights[first] = [Fraction(1, 3), Fraction(2, 3)]
    return graph


def by_strategies(graph, start):
    """Return what best play is worth, over all ways to decide by the position alone."""
    mine = [[node for node, owner in enumerate(graph.owners) if owner == seat] for seat in (0, 1)]

    def outcome_of(chosen):
        here, met = start, set()
        while graph.owners[here] != END:
            if here in met:
                return Fraction(0)
            met.add(here)
            here = graph.following[here][chosen[here]]
        return graph.scores[here]

    def ways(nodes):
        for picks in product(*(range(len(graph.following[node])) for node in nodes)):
            yield dict(zip(nodes, picks, strict=True))

    return max(
        min(outcome_of(first | second) for second in ways(mine[1])) for first in ways(mine[0])
    )


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs_by_all_strategies(seed):
    graph = random_graph(seed)
    found = solve_open(graph)
    for start in range(3, 9):
        assert found.values[start] == by_strategies(graph, start)


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs_by_limited_depth(seed):
    graph = random_graph(100 + seed, positions=40, ends=6, chance=True)
    found = solve_open(graph)
    limited = play_to_depth(graph)
    assert [float(value) for value in found.values] == pytest.approx(limited.values, abs=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_the_best_answer_to_a_fixed_way_to_decide(seed):
    graph = random_graph(seed)
    chosen = dict.fromkeys(range(len(graph.owners)), 0)
    fixed = solve_open(narrowed(graph, 0, chosen))
    free = solve_open(graph)
    for start in range(3, 9):
        assert fixed.values[start] == by_strategies(narrowed(graph, 0, chosen), start)
        assert fixed.values[start] <= free.values[start]


def test_chance_in_play_without_end_is_refused():
    graph = OpenGraph()
    first, lot = graph.add(0), graph.add(CHANCE)
    end = graph.add(END)
    graph.scores[end] = Fraction(1)
    graph.following = [[lot], [first, end], []]
    graph.weights[lot] = [Fraction(1, 2)] * 2
    with pytest.raises(StateSpaceError, match="go on for ever"):
        solve_open(graph)


def test_a_pack_of_six_cards(solved):
    graph, found, _ = solved
    assert sum(share for share, _ in graph.starts) == 1
    assert len(graph.starts) == 720
    wins = sum(
        share
        for share, start in graph.starts
        if found.values[start] == (1 if graph.owners[start] == 0 else -1)
    )
    assert wins == Fraction(149, 360)
    assert all(found.ends[start] for _, start in graph.starts)
    limited = play_to_depth(graph)
    assert [float(value) for value in found.values] == list(limited.values)


def test_deals_are_worth_as_much_to_one_seat_as_to_the_other(solved):
    graph, found, _ = solved
    assert sum(share * found.values[start] for share, start in graph.starts) == 0


def minimax(state, depth, known):
    """Return what a state is worth if it is drawn after so many moves, by the interpreter alone."""
    if state.is_over:
        return outcome(state).scores[0]
    if depth == 0:
        return 0
    zones = tuple(tuple(zone) for zone in state.zones)
    key = (zones, state.seat, state.asked, depth)
    if key not in known:
        values = []
        found = options(state)
        for place in range(found.total):
            other = state.copy()
            choose(other, *found.at(place))
            values.append(minimax(other, depth - 1, known))
        known[key] = max(values) if state.seat == 0 else min(values)
    return known[key]


def test_deals_by_plain_minimax(solved):
    graph, found, states = solved
    depth = play_to_depth(graph).moves + 1
    for _, start in graph.starts[::90]:
        assert minimax(states[start], depth, {}) == found.values[start]


def test_a_loop_that_comes_to_its_cap_is_told():
    game = apply_settings(cut_down(load_game("burn"), EDITS), {"move_cap": 10})
    with pytest.raises(StateSpaceError, match="cap"):
        open_graph(Program(game, 2), endless=["take_turns"])


def test_what_is_not_solved_with_open_cards(tmp_path, solved):
    game = load_game("burn")
    with pytest.raises(StateSpaceError, match="for two players; this has 3"):
        open_graph(Program(game, 3))
    together = Program(small_game(tmp_path, matrix_game("one - two", 1)))
    with pytest.raises(StateSpaceError, match="decide something together"):
        open_graph(together)
    with pytest.raises(StateSpaceError, match="no procedure take_turn; did you mean take_turns"):
        open_graph(solved[2][solved[0].starts[0][1]].program, endless=["take_turn"])
    in_turn = matrix_game("one + two", 1, do="{ask: {show: 1}}", score="gain")
    with pytest.raises(StateSpaceError, match=r"here scores of [01] and [01] occur"):
        open_graph(Program(small_game(tmp_path, in_turn)))
