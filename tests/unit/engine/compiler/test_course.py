"""Amounts that grow from statement to statement: what they are counted in, and that it holds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from certify.errors import CompileError
from certify.play.compiler.course import recorded_scale
from certify.play.interpreted import InterpretedGame
from certify.play.interpreter.interpreter import outcome
from certify.play.interpreter.program import Program
from certify.play.quantities import exact_scale, grows
from certify.studies.simulation.study import scale_of
from tests.crosscheck.back_ends import differences
from tests.support.games import small_game
from tests.support.plain_back_end import PlainGame

BODY = """\
players: {seats: [2], cites: [C1]}
variables:
  pot: {type: number, start: 1, cites: [C1]}
  part: {of: seat, type: number, start: 1, cites: [C1]}
  step: {type: 0..999, cites: [C1]}
decisions:
  turn:
    text: Again?
    moves:
      double: {do: [{set: {pot: pot * 3 / 2}}, {add: {step: 1}}], cites: [C1]}
      halve: {do: [{set: {"part[me]": "part[me] / 2"}}, {stop: procedure}], cites: [C1]}
      leave: {do: [{set: {step: 9}}], cites: [C1]}
procedures:
  play:
    text: Play.
    do: %s
    cites: [C1]
%s
result: {score: "pot * part[me]", best: most, measures: {steps: step}, cites: [C1]}
"""
CLIMB = """\
  climb:
    text: Up once.
    takes: [{by: number}]
    do:
      - if: step > 4
        then: [{stop: procedure}]
      - set: {pot: pot * by}
      - ask: {turn: 1}
    cites: [C1]
"""
COURSES = {
    # Each pass takes a fifth, and the move a half; a part of a seat is halved once in a pass.
    "called": ("[{repeat: {at_most: 3, do: [{call: {climb: [4 / 5]}}]}}]", 10**3, 2**3),
    "until": (
        "[{repeat: {at_most: 4, until: step == 9, do: [{set: {pot: pot / 3}}, {ask: {turn: 2}}]}}]",
        6**4,
        2**4,
    ),
    # What stops the loop happens once, however often the loop runs.
    "stopped": (
        "[{repeat: {at_most: 4, do: [{ask: {turn: 1}}, {if: step == 9, then:"
        " [{set: {pot: pot / 7}}, {stop: repeat}]}, {if: step > 2, then: [{stop: game}]}]}}]",
        2**4 * 7,
        2**4,
    ),
    "set anew": (
        "[{repeat: {at_most: 9, do: [{set: {pot: 1}}, {ask: {turn: 1}}, {set: {pot: pot / 5}}]}}]",
        10,
        2**9,
    ),
    "each": ("[{each: {p: seats}, do: [{set: {pot: pot / 3}}, {ask: {turn: p}}]}]", 6**2, 2**2),
    "together": ("[{ask_together: {turn: seats}}]", 2**2, 2**2),
    "chance": (
        "[{repeat: {at_most: 3, do: [{chance: {pot: '[pot, pot / 3, 1 / 4]'}}]}},"
        " {ask: {turn: 1}}]",
        3**3 * 4 * 2,
        2,
    ),
    "let": (
        "[{repeat: {at_most: 3, do: [{let: {half: pot / 2}},"
        " {set: {pot: 'half if step < 2 else 1'}}, {ask: {turn: 1}}]}}]",
        4**3,
        2**3,
    ),
}


def body_of(do):
    return BODY % (do, CLIMB if "climb" in do else "")


@pytest.mark.parametrize("name", COURSES)
def test_amounts_that_grow_are_counted_in_what_they_can_come_to(tmp_path, name):
    do, pot, part = COURSES[name]
    program = Program(small_game(tmp_path, body_of(do)), 2)
    assert grows(program)
    # No coarser unit holds what both engines come to in these games.
    least = np.lcm.reduce([*_denominators(program)])
    scale = recorded_scale(program)
    assert scale % least == 0
    assert scale == pot * part
    assert scale_of(program) == np.lcm(scale, exact_scale(program))
    game = PlainGame(program, scales={"score.1": scale, "score.2": scale})
    assert differences(game, range(60)) == []
    assert (
        game.play(1, 0, 300).to_data()
        == InterpretedGame(program, scales={"score.1": scale, "score.2": scale})
        .play(1, 0, 300)
        .to_data()
    )


def _denominators(program):
    game = InterpretedGame(program)
    for number in range(300):
        yield from (Fraction(score).denominator for score in outcome(game.played(1, number)).scores)


def test_an_amount_that_may_shrink_without_end_is_refused(tmp_path):
    do = "[{repeat: {at_most: 200, do: [{ask: {turn: 1}}]}}]"
    program = Program(small_game(tmp_path, body_of(do)), 2)
    with pytest.raises(CompileError, match="its amounts have no common denominator"):
        recorded_scale(program)
    assert scale_of(program) == exact_scale(program) == 2
