"""Policies by tables: what they choose, and which errors of a table are told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from certify.errors import PlayError, SpecError
from certify.play.chance import Stream
from certify.play.interpreter.interpreter import choose, start
from certify.play.interpreter.program import Program
from certify.play.policies import policy_of
from certify.play.tables import Fold, TableDecision, TablePolicy
from tests.support.games import small_game

BODY = """\
players: {seats: [2], cites: [C1]}
packs:
  cards: {cards: {rank: 1..3}, copies: 2, label: "{rank}", into: deck, cites: [C1]}
zones:
  deck: {see: none, ordered: true, cites: [C1]}
  hand: {of: seat, see: all, cites: [C1]}
variables:
  score: {of: seat, type: 0..9, cites: [C1]}
decisions:
  turn:
    text: Your turn.
    moves:
      draw: {when: deck, do: [{deal: {from: deck, to: hand}}], cites: [C1]}
      give: {pick: {card: hand}, do: [{move: {cards: picked, to: deck}}], cites: [C1]}
      pass: {do: [{set: {score: 1}}], cites: [C1]}
  other:
    text: Another question.
    moves:
      yes: {cites: [C1]}
      no: {do: [{set: {score: 2}}], cites: [C1]}
procedures:
  play:
    text: Deal, then ask.
    do:
      - shuffle: deck
      - deal: {cards: 2, from: deck, to: "hand[1]"}
      - ask: {turn: 1}
      - ask: {other: 2}
    cites: [C1]
result: {score: "score + sum(c.rank for c in hand)", best: most, cites: [C1]}
policies:
  nay: {text: Says no., decisions: {other: {"no": "1"}}}
"""
SUM = np.array([[0 + step, 1 + step, 2 + step] for step in range(1, 8)], dtype=np.int32).clip(0, 6)
"""State n is a sum of n; columns are ranks from 1."""


@pytest.fixture
def program(tmp_path):
    return Program(small_game(tmp_path, BODY), 2)


def policy(index, table, orders, *, decision="turn", otherwise="random"):
    made = TableDecision(tuple(index), np.array(table, dtype=np.int8), tuple(orders))
    return TablePolicy("mine", {decision: made}, otherwise)


def sums(**changes):
    given: dict[str, Any] = {
        "cards": "hand[1]",
        "attribute": "rank",
        "first": 1,
        "steps": SUM,
        "start": 0,
    }
    return Fold(**(given | changes))


def chosen(program, play, seed=1):
    state = start(program, Stream(seed))
    move, _ = policy_of(program, play)(state, Stream(0))
    return state, move.name


class NoStream(Stream):
    """A stream that must not be used."""

    def __init__(self):
        """Have no generator."""

    def below(self, n: int) -> int:
        raise AssertionError(n)


@pytest.mark.parametrize("seed", range(12))
def test_a_fold_walks_over_the_cards(program, seed):
    table = [0, 0, 0, 0, 1, 1, 1]
    play = policy([sums()], table, [("draw",), ("pass",)])
    state, move = chosen(program, play, seed)
    ranks = [program.deck.attributes["cards", "rank"][card] for card in state.zones[1]]
    assert move == ("pass" if sum(ranks) >= 4 else "draw")


def test_the_first_legal_move_of_an_order_is_made_and_no_stream_is_used(program):
    play = policy(["len(hand[1]) == 2"], [0, 1], [("pass",), ("draw", "pass")])
    state = start(program, Stream(1))
    state.zones[1] += state.zones[0]
    state.zones[0].clear()
    move, _ = policy_of(program, play)(state, NoStream())
    assert move.name == "pass"


def test_without_an_index_the_table_is_one_entry(program):
    assert chosen(program, policy([], 0, [("pass",)]))[1] == "pass"


def test_other_decisions_are_taken_otherwise(program):
    play = policy_of(program, policy([], 0, [("pass",)], otherwise="nay"))
    state = start(program, Stream(1))
    choose(state, *play(state, NoStream()))
    assert play(state, NoStream())[0].name == "no"


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (policy([], 0, [("fly",)]), "makes the move fly in turn; known: draw, give, pass"),
        (policy([], 0, [("pass",)], decision="tern"), "decides tern; decisions of the game"),
        (policy(["hand[1]"], [0], [("pass",)]), "is an integer or a boolean; hand"),
        (policy([sums(cards="score[1]")], [0] * 7, [("pass",)]), "walks over a list of cards"),
        (policy([sums(attribute="suit")], [0] * 7, [("pass",)]), "have no attribute suit"),
        (policy([sums(first=2)], [0] * 7, [("pass",)]), "no step for rank 1; expected 2 to 4"),
        (policy(["hnd[1]"], [0], [("pass",)]), "hnd"),
        (policy([], 0, [("pass",)], otherwise="yay"), "there is no policy 'yay'; did you mean nay"),
    ],
)
def test_what_does_not_fit_the_game_is_told_before_play(program, play, message):
    with pytest.raises(SpecError, match=message):
        policy_of(program, play)


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (policy(["len(hand[1])"], [0, 0], [("pass",)]), "no entry 2 along index 1 of its decision"),
        (policy(["0 - len(hand[1])"], [0, 0], [("pass",)]), "no entry -2 along index 1"),
        (policy(["1 // len(hand[2])"], [0, 0], [("pass",)]), "table of turn: a division by zero"),
        (policy([], 0, [("give",)]), "chose give in turn, which has 2 options"),
    ],
)
def test_what_goes_wrong_in_play_is_told(program, play, message):
    kinds = program.deck.kinds
    seed = next(
        seed for seed in range(50) if len({kinds[c] for c in start(program, seed).zones[1]}) == 2
    )
    with pytest.raises(PlayError, match=message):
        chosen(program, play, seed)


def test_a_fold_cannot_tell_apart_what_no_rule_does(tmp_path):
    body = BODY.replace("sum(c.rank for c in hand)", "len(hand)")
    with pytest.raises(SpecError, match="reads rank, which no rule reads"):
        policy_of(Program(small_game(tmp_path, body), 2), policy([sums()], [0] * 7, [("pass",)]))


def test_an_order_without_a_legal_move_is_told(program):
    state = start(program, Stream(1))
    state.zones[0].clear()
    with pytest.raises(PlayError, match="wants draw in turn, and none of it is legal"):
        policy_of(program, policy([], 0, [("draw",)]))(state, Stream(0))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: policy([], [0], [("pass",)]), "an axis for each index"),
        (lambda: policy([], 1, [("pass",)]), "no row of its orders"),
        (lambda: policy(["1"], [], [("pass",)]), "has an entry at least"),
        (lambda: sums(start=7), "starts at 7; states: 7"),
        (lambda: sums(steps=SUM + np.int32(1)), "steps to a state that it has not"),
        (lambda: sums(steps=SUM.astype(np.int64)), "an array of int32"),
    ],
)
def test_a_table_that_cannot_be_is_told(make, message):
    with pytest.raises(SpecError, match=message):
        make()
