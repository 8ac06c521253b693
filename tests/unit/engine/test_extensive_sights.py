"""What seats remember in a tree tells games apart as their information states do."""

from __future__ import annotations

from typing import Any

import pytest

from certify.exact.multiplayer.sights import Memories
from certify.language.catalogue import load_game
from certify.language.cut_down import cut_down
from certify.play.chance import Stream
from certify.play.interpreter.interpreter import begin, options, run
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import initial_state
from certify.play.observation import Recorder
from tests.support.games import small_game
from tests.support.matrix_games import AT_ONCE, IN_TURN, KUHN, matrix_game
from tests.support.one_in import one_in

GAMES = 400
SMALL: dict[str, dict[str, Any]] = {
    "burnout": {
        "packs.cards.cards.rank": "1..3",
        "procedures.deal_hands.do.3.do.0.deal.cards": 2,
    },
    "burn": {
        "packs.cards.cards.suit": ["clubs"],
        "packs.cards.only": "rank in [3, 5, 9, 10, 13, 14]",
        "definitions.cards_each.is": "1",
    },
}

ARRANGING = """\
players: {seats: [2], cites: [C1]}
packs:
  cards: {cards: {rank: 1..4}, label: "{rank}", into: deck, cites: [C1]}
zones:
  deck: {see: none, cites: [C1]}
  table: {see: all, ordered: true, cites: [C1]}
  hand: {of: seat, see: owner, cites: [C1]}
variables:
  called: {type: 0..3, cites: [C1]}
decisions:
  arrange:
    text: In which order?
    moves:
      arrange: {pick: {order: table}, cites: [C1]}
  call:
    text: Which card?
    moves:
      call: {pick: {number: 1..3}, do: [{set: {called: picked}}], cites: [C1]}
procedures:
  play:
    text: One arranges, and turns up a card; then the other calls.
    cites: [C1]
    do:
      - shuffle: deck
      - deal: {cards: 2, from: deck, to: table}
      - deal: {cards: 1, from: deck, to: "hand[1]"}
      - ask: {arrange: 1}
      - turn: {cards: "hand[1]", face: up}
      - ask: {call: 2}
result: {score: called, best: most, cites: [C1]}
"""


class Both:
    """Passes on all that is heard to two recorders."""

    def __init__(self, *recorders):
        self.recorders = recorders

    def __getattr__(self, name):
        def hear(*given):
            for recorder in self.recorders:
                getattr(recorder, name)(*given)

        return hear


def compare(program, games):
    """Check that equal memories and equal information states go together; return how many met."""
    blank = Memories(program)
    texts: dict[Any, Any] = {}
    memories: dict[Any, Any] = {}
    met = 0
    for game in range(games):
        state, choices = initial_state(program, Stream(game)), Stream(game, 1)
        recorder, mine = Recorder(state), blank.copy()
        state.recorder = Both(recorder, mine)
        run(state)
        while not state.is_over:
            seat = state.seat
            seen = (seat, state.asked, mine.seen(state)[seat])
            text = (seat, str(recorder.information_state(seat)))
            met += seen in texts
            assert texts.setdefault(seen, text) == text
            assert memories.setdefault(text, seen) == seen
            found = options(state)
            begin(state, *found.at(choices.below(found.total)))
            run(state)
    return met


@pytest.mark.parametrize("name", SMALL)
def test_small_games(name):
    assert compare(Program(cut_down(load_game(name), SMALL[name]), 2), GAMES) > 100


@pytest.mark.parametrize(
    "body",
    [
        KUHN,
        matrix_game("one - two", 2, do=f"{AT_ONCE}, {AT_ONCE}", see="none"),
        matrix_game("one - two", 2, do=f"{IN_TURN}, {AT_ONCE}, {IN_TURN}", secret=True, see="none"),
        ARRANGING,
    ],
)
def test_games_whose_choices_are_all_that_is_seen(tmp_path, body):
    assert compare(Program(small_game(tmp_path, body)), GAMES) > 100


@pytest.mark.parametrize("name", one_in(2, ["burnout", "rookie-mistake", "burned", "burn"]))
def test_whole_games(name):
    compare(Program(load_game(name)), 2)
