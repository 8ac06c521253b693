"""What a seat sees and remembers, and how chance is followed: games of values known by hand."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from certify.errors import StateSpaceError
from certify.exact.multiplayer.game_tree import unfold
from certify.exact.multiplayer.sequence_form import sequence_form
from certify.play.interpreter.program import Program
from tests.support.games import pack, small_game

ZONES = """\
zones:
  deck: {see: none, cites: [C1]}
  shown: {see: all, cites: [C1]}
  hidden: {see: none, cites: [C1]}
"""

STOPPING = (
    """\
players: {seats: [1], cites: [C1]}
"""
    + pack(3)
    + ZONES
    + """\
decisions:
  draw:
    text: Draw another card, or be paid the last one?
    moves:
      draw:
        when: deck
        do: [{move: {from: shown, to: hidden}}, {deal: {from: deck, to: shown}}]
        cites: [C1]
      stop: {do: [{stop: game}], cites: [C1]}
procedures:
  play:
    text: Draw until stopped.
    cites: [C1]
    do:
      - shuffle: deck
      - deal: {from: deck, to: shown}
      - repeat: {at_most: 5, do: [{ask: {draw: 1}}]}
result: {score: "sum(c.rank for c in shown)", cites: [C1]}
"""
)
"""Three cards 1, 2, 3 in random order; the player stops and is paid the card that is shown."""

GUESSING = (
    """\
players: {seats: [1], cites: [C1]}
"""
    + pack(2, "3 - rank")
    + ZONES
    + """\
variables:
  guess: {type: 1..2, start: 1, cites: [C1]}
decisions:
  guess_card:
    text: Which card is hidden?
    moves:
      guess: {pick: {number: 1..2}, do: [{set: {guess: picked}}], cites: [C1]}
procedures:
  play:
    text: A card is hidden, and one is shown.
    cites: [C1]
    do:
      - shuffle: deck
      - deal: {from: deck, to: hidden}
      - deal: {from: deck, to: shown}
      - ask: {guess_card: 1}
result: {score: "1 if any(c.rank == guess for c in hidden) else 0", cites: [C1]}
"""
)
"""Cards 1, 1, 2: one is hidden, another shown; who guesses the hidden one scores 1."""


def value(tmp_path, body, choose=None):
    """Return what a seat that plays alone makes of a game, at best or choosing one way."""
    chosen = {}

    def watch(number, state, found):
        place = choose(state, found)
        chosen[number] = [float(other == place) for other in range(found.total)]

    program = Program(small_game(tmp_path, body))
    form = sequence_form(unfold(program, watch=None if choose is None else watch))
    (mine,) = form.plans
    if choose is not None:
        return near(form.value(0, [mine.plan_of(chosen)]))
    return near(form.best_response(0, [mine.plan(np.zeros(mine.sequences))]))


def near(found):
    """Return the fraction of a small denominator that a number is."""
    known = Fraction(found).limit_denominator(1000)
    assert float(known) == pytest.approx(found, abs=1e-12)
    return known


def test_optimal_stopping(tmp_path):
    # Shown 3: stop. Shown 2: the next is 1 or 3, then 2 is known to be gone; going on is worth
    # (3 + max(1, 3)) / 2 = 3. Shown 1: 2 or 3 next; from 2 on to 3 for sure: 3.
    assert value(tmp_path, STOPPING) == 3


def test_play_of_a_fixed_kind(tmp_path):
    # The first option is to draw as long as it can be done: the last card, 2 on average.
    assert value(tmp_path, STOPPING, choose=lambda state, found: 0) == 2
    # The last option is always to stop: the first card.
    assert value(tmp_path, STOPPING, choose=lambda state, found: found.total - 1) == 2


def test_what_is_hidden_is_not_known(tmp_path):
    # Shown 2 (1 in 3): the hidden card is 1 for sure. Shown 1: 1 or 2, even chances.
    assert value(tmp_path, GUESSING) == Fraction(1, 3) + Fraction(2, 3) * Fraction(1, 2)


def test_what_is_shown_is_known(tmp_path):
    seen = GUESSING.replace("hidden: {see: none", "hidden: {see: all")
    assert value(tmp_path, seen) == 1


def test_a_card_shown_for_a_moment_is_remembered(tmp_path):
    shown = GUESSING.replace(
        "      - ask: {guess_card: 1}",
        "      - show: {cards: hidden}\n      - ask: {guess_card: 1}",
    )
    assert value(tmp_path, shown) == 1


def test_cards_of_an_ordered_zone_are_shown_as_they_lie(tmp_path):
    hidden = GUESSING.replace("hidden: {see: none", "hidden: {see: none, ordered: true")
    hidden = hidden.replace(
        "      - deal: {from: deck, to: hidden}\n",
        "      - deal: {cards: 2, from: deck, to: hidden}\n",
    ).replace("any(c.rank == guess for c in hidden)", "hidden[0].rank == guess")
    assert value(tmp_path, hidden) == Fraction(2, 3)
    shown = hidden.replace(
        "      - ask: {guess_card: 1}",
        "      - show: {cards: hidden}\n      - ask: {guess_card: 1}",
    )
    assert value(tmp_path, shown) == 1


def test_a_statement_may_draw_several_cards(tmp_path):
    two = "      - deal: {cards: 2, from: deck, to: shown}\n"
    body = STOPPING.replace("      - deal: {from: deck, to: shown}\n", two)
    # The two are worth 4 on average; the last card is no more than they are.
    assert value(tmp_path, body) == 4


HIDING = """\
players: {{seats: [1], cites: [C1]}}
packs:
  cards: {{cards: {{rank: 1..2}}, copies: {copies}, label: "{{rank}}", into: deck, cites: [C1]}}
zones:
  deck: {{see: none, cites: [C1]}}
  left: {{see: none, counted: {counted}, cites: [C1]}}
  right: {{see: none, counted: {counted}, cites: [C1]}}
  shown: {{see: all, cites: [C1]}}
variables:
  guess: {{type: 1..2, start: 1, cites: [C1]}}
  side: {{type: 1..2, start: 1, see: none, cites: [C1]}}
  sign: {{type: 0..1, cites: [C1]}}
decisions:
  guess_it:
    text: Which is it?
    moves:
      guess: {{pick: {{number: 1..2}}, do: [{{set: {{guess: picked}}}}], cites: [C1]}}
procedures:
  play:
    text: Something is hidden.
    cites: [C1]
    do:
      - chance: {{side: "range(1, 2)"}}
      - if: sign == 1 and side == 2
        then:
          - deal: {{from: deck, to: left}}
          - deal: {{from: deck, to: right}}
          - deal: {{from: deck, to: shown}}
{do}
result: {{score: "{score}", cites: [C1]}}
"""


def hidden_value(tmp_path, score, *statements, copies="1", counted="all"):
    do = "\n".join(f"      - {statement}" for statement in statements)
    body = HIDING.format(do=do, score=f"1 if {score} else 0", copies=copies, counted=counted)
    return value(tmp_path, body)


ASK = "ask: {guess_it: 1}"
IS_SHOWN = "any(c.rank == guess for c in shown)"


def test_the_order_in_a_zone_that_is_dealt_from_matters(tmp_path):
    found = hidden_value(
        tmp_path,
        IS_SHOWN,
        "shuffle: deck",
        "deal: {cards: 2, from: deck, to: left}",
        ASK,
        "deal: {from: left, to: shown}",
    )
    assert found == Fraction(1, 2)


def test_cards_on_top_of_a_shuffled_zone_matter(tmp_path):
    found = hidden_value(
        tmp_path,
        IS_SHOWN,
        "shuffle: deck",
        "deal: {from: deck, to: left}",
        "move: {from: left, to: deck}",
        ASK,
        "deal: {from: deck, to: shown}",
    )
    assert found == Fraction(1, 2)


def test_which_card_is_turned_down_is_seen(tmp_path):
    found = hidden_value(
        tmp_path,
        "guess == side",
        "turn: {cards: deck, face: up}",
        'turn: {cards: "[c for c in deck if c.rank == side]", face: down}',
        ASK,
    )
    assert found == 1


def test_where_a_card_lies_that_is_shown_is_seen(tmp_path):
    found = hidden_value(
        tmp_path,
        "guess == side",
        "shuffle: deck",
        "deal: {from: deck, to: left}",
        "deal: {from: deck, to: right}",
        "{if: side == 1, then: [{show: {cards: left}}], else: [{show: {cards: right}}]}",
        ASK,
    )
    assert found == 1


def test_from_which_uncounted_zone_a_card_comes_is_not_seen(tmp_path):
    found = hidden_value(
        tmp_path,
        "guess == side",
        "shuffle: deck",
        "deal: {from: deck, to: left}",
        "deal: {from: deck, to: right}",
        "{if: side == 1, then: [{move: {from: left, to: shown}}],"
        " else: [{move: {from: right, to: shown}}]}",
        ASK,
        counted="none",
    )
    assert found == Fraction(1, 2)


def test_what_is_set_to_what_it_was_is_not_seen(tmp_path):
    found = hidden_value(
        tmp_path, "guess == side", "{if: side == 1, then: [{set: {sign: 0}}]}", ASK
    )
    assert found == Fraction(1, 2)


def test_which_statement_asks_is_not_seen(tmp_path):
    found = hidden_value(
        tmp_path, "guess == side", f"{{if: side == 1, then: [{{{ASK}}}], else: [{{{ASK}}}]}}"
    )
    assert found == Fraction(1, 2)


def test_a_choice_that_tells_of_what_is_hidden_is_refused(tmp_path):
    body = HIDING.format(do=f"      - {ASK}", score="guess", copies="1", counted="all")
    body = body.replace("guess: {pick:", "guess: {when: side == 1, referee: true, pick:")
    body = body.replace("    moves:\n", "    moves:\n      pass: {cites: [C1]}\n")
    with pytest.raises(StateSpaceError, match="hidden"):
        value(tmp_path, body)


WATCHING = """\
players: {seats: [1], cites: [C1]}
packs:
  cards: {cards: {rank: 1..1}, copies: 2, label: "{rank}", into: deck, cites: [C1]}
zones:
  deck: {see: none, ordered: true, cites: [C1]}
  left: {see: none, cites: [C1]}
  right: {see: none, cites: [C1]}
variables:
  guess: {type: 1..2, start: 1, cites: [C1]}
  side: {type: 1..2, start: 1, see: none, cites: [C1]}
  is_right: {type: boolean, see: none, cites: [C1]}
decisions:
  guess_it:
    text: Is it on the left (1)?
    moves:
      guess: {pick: {number: 1..2}, do: [{set: {guess: picked}}], cites: [C1]}
procedures:
  play:
    text: One of two like cards is watched.
    cites: [C1]
    do:
      - chance: {side: "range(1, 2)"}
      - call: {watch: ['WATCHED']}
  watch:
    text: It goes to the left, or the other does.
    takes: [{watched: TYPE}]
    cites: [C1]
    do:
      - if: side == 1
        then: [{move: {cards: watched, to: left}}]
        else: [{move: {cards: "deck[0]", to: left}}]
      - set: {side: 1}
      - ask: {guess_it: 1}
      - move: {cards: watched, to: right}
      - set: {is_right: "(len(left) == 0) == (guess == 1)"}
result: {score: "1 if is_right else 0", cites: [C1]}
"""


@pytest.mark.parametrize(
    ("type_", "watched"), [("list of cards", "top(deck, 1)"), ("cards", "deck[-1]")]
)
def test_of_like_cards_one_that_is_an_argument_is_told_apart(tmp_path, type_, watched):
    """Two states that differ in which of two like cards is meant are not the same state."""
    body = WATCHING.replace("TYPE", type_).replace("WATCHED", watched)
    assert value(tmp_path, body) == Fraction(1, 2)
