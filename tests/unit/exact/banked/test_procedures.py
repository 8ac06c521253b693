"""The value of a procedure: by the banked engine, and by a tree that the interpreter unfolds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from certify.errors import SpecError, StateSpaceError
from certify.exact.banked.procedures import value_of
from certify.exact.multiplayer.game_tree import unfold
from certify.exact.multiplayer.sequence_form import sequence_form
from certify.play.interpreter.program import Program
from certify.play.tables import Fold, TableDecision, TablePolicy
from tests.support.games import small_game

GAME = """\
players: {seats: [1], cites: [C1]}
packs:
  cards: {cards: {rank: 1..3}, copies: 2, label: "{rank}", into: deck, cites: [C1]}
zones:
  deck: {see: none, cites: [C1]}
  hands: {of: 1..2, see: all, cites: [C1]}
  drawn: {see: all, cites: [C1]}
  gone: {see: all, cites: [C1]}
  hole: {see: none, cites: [C1]}
variables:
  more: {type: boolean, cites: [C1]}
  stopped: {type: boolean, cites: [C1]}
  split: {type: boolean, cites: [C1]}
definitions:
  points:
    takes: [{h: integer}]
    is: sum(c.rank for c in hands[h])
    cites: [C1]
  won:
    is: >-
      sum((points(h) if points(h) <= 5 else -1) for h in range(1, 2)) - sum(c.rank for c in hole)
    cites: [C1]
decisions:
  draw:
    text: Another card?
    moves:
      stop: {do: [{set: {stopped: true}}], cites: [C1]}
      draw: {do: [{deal: {from: deck, to: drawn}}], cites: [C1]}
      split:
        when: len(hands[1]) == 2 and distinct(c.rank for c in hands[1]) == 1 and not split
        do:
          - set: {split: true}
          - move: {cards: "FIRST", to: "hands[2]"}
          - deal: {from: deck, to: "hands[2]"}
        cites: [C1]
  keep:
    text: Keep it?
    moves:
      keep: {cites: [C1]}
      burn: {do: [{move: {from: drawn, to: gone}}, {deal: {from: deck, to: drawn}}], cites: [C1]}
procedures:
  play:
    text: Cards are drawn, and some are burned.
    cites: [C1]
    do:
      - shuffle: deck
      - deal: {cards: 2, from: deck, to: "hands[1]"}
      - deal: {from: deck, to: hole}
      - if: more
        then: [{deal: {from: deck, to: "hands[2]"}}]
      - repeat:
          at_most: 2
          while: not stopped
          do:
            - ask: {draw: 1}
            - if: drawn and not gone
              then: [{ask: {keep: 1}}]
            - move: {from: drawn, to: "hands[1]"}
result: {score: won, cites: [C1]}
"""
"""Known cards are moved from zone to zone: drawn, burned, kept, and split off a pair."""

FIRST = "first(c for c in hands[1])"


def game(tmp_path, first=FIRST, old="", new=""):
    return Program(small_game(tmp_path, GAME.replace("FIRST", first).replace(old, new)))


def value(program, **asked):
    cards = program.deck.cards("cards")
    return value_of(program, "play", "won", cards=cards, given=asked.pop("given", {}), **asked)


def by_the_tree(program):
    form = sequence_form(unfold(program))
    (mine,) = form.plans
    return form.best_response(0, [mine.plan(np.zeros(mine.sequences))])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("is: sum(c.rank", "is: 2 * sum(c.rank"),
        ("distinct(c.rank for c in hands[1]) == 1", "min(c.rank for c in hands[1]) > 1"),
        ("{see: all, cites: [C1]}\n  hole", "{see: all, ordered: true, cites: [C1]}\n  hole"),
    ],
)
def test_known_cards_that_move(tmp_path, old, new):
    if "min(" in new:
        # Of two cards that are not alike the first is either, and no order of them is kept.
        with pytest.raises(StateSpaceError, match="its order matters"):
            value(game(tmp_path, old=old, new=new))
        return
    program = game(tmp_path, old=old, new=new)
    assert float(value(program)) == pytest.approx(by_the_tree(program), abs=1e-12)


def test_values_that_are_given(tmp_path):
    asked = game(tmp_path, old="more: {type: boolean", new="more: {type: boolean, start: true")
    found = value(game(tmp_path), given={"more": True})
    assert found == value(asked)
    assert float(found) == pytest.approx(by_the_tree(asked), abs=1e-12)


def test_a_shoe_of_some_cards(tmp_path):
    program = game(tmp_path)
    cards = [card for card in program.deck.cards("cards") if program.deck.labels[card] != "3"]
    fewer = game(tmp_path, old="rank: 1..3", new="rank: 1..2")
    assert value_of(program, "play", "won", cards=cards, given={}) == value(fewer)


STOPS_FROM = [3, 4, 5, 6]


@pytest.mark.parametrize("least", STOPS_FROM)
def test_play_by_tables(tmp_path, least):
    # Points are counted up to nine, in whatever order the cards come.
    steps = np.minimum(np.arange(10)[:, None] + np.arange(1, 4), 9).astype(np.int32)
    stops = (np.arange(10) >= least).astype(np.int8)
    fold = Fold("hands[1]", "rank", 1, steps)
    orders = (("draw",), ("stop",))
    keeps = TableDecision((), np.zeros((), dtype=np.int8), (("keep",),))
    play = TablePolicy("table", {"draw": TableDecision((fold,), stops, orders), "keep": keeps})
    program = game(tmp_path)
    chosen = {}

    def watch(number, state, found):
        options = [move.name for move, _ in found.choices]
        if "keep" in options:
            wanted = "keep"
        else:
            _, place = program.position("hands[1]")
            points = sum(int(program.deck.labels[card]) for card in state.zones[place])
            wanted = "stop" if points >= least else "draw"
        chosen[number] = [float(option == wanted) for option in options]

    form = sequence_form(unfold(program, watch=watch))
    expected = form.value(0, [form.plans[0].plan_of(chosen)])
    assert float(value(program, play=play)) == pytest.approx(expected, abs=1e-12)


def test_a_fold_that_reads_the_order_is_refused(tmp_path):
    steps = np.array([[1, 2, 1], [1, 1, 1], [2, 2, 2]], dtype=np.int32)
    fold = Fold("hands[1]", "rank", 1, steps)
    table = TableDecision((fold,), np.zeros(3, dtype=np.int8), (("stop",),))
    with pytest.raises(SpecError, match="order of the cards"):
        value(game(tmp_path), play=TablePolicy("table", {"draw": table}))


def test_a_procedure_that_is_not_there(tmp_path):
    program = game(tmp_path)
    with pytest.raises(SpecError, match="needs the procedure other"):
        value_of(program, "other", "won", cards=program.deck.cards("cards"), given={})


def test_the_value_is_a_fraction(tmp_path):
    assert isinstance(value(game(tmp_path)), Fraction)
