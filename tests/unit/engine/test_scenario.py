"""Worked examples: those that hold pass, and each way of going otherwise is told with its place."""

from __future__ import annotations

import pytest

from certify.errors import SpecError
from certify.play.scenario import example_failure
from tests.support.games import pack, small_game

GAME = (
    """\
players: {seats: [2], cites: [C1]}
"""
    + pack(5)
    + """\
zones:
  deck: {see: none, cites: [C1]}
  hand: {of: seat, see: owner, cites: [C1]}
  table: {see: all, ordered: true, cites: [C1]}
variables:
  turn: {type: seat, start: 1, cites: [C1]}
  starter: {type: seat, cites: [C1]}
decisions:
  lay:
    text: Lay a card.
    moves:
      lay:
        pick: {card: hand, where: "not table or c.rank > table[-1].rank"}
        do: [{move: {cards: picked, to: table}}]
        cites: [C1]
      draw: {when: deck, do: [{deal: {from: deck, to: hand}}], cites: [C1]}
      pass: {cites: [C1]}
procedures:
  play:
    text: All of it.
    cites: [C1]
    do:
      - shuffle: deck
      - chance: {starter: seats}
      - set: {turn: starter}
      - call: turns
  turns:
    text: Turns.
    cites: [C1]
    do:
      - repeat:
          at_most: 10
          until: "any(c.rank == 5 for c in table)"
          do: [{ask: {lay: turn}}, {set: {turn: "first(p for p in after(turn))"}}]
result: {score: "len(hand)", best: least, cites: [C1]}
examples:
  worked:
    text: A worked example.
    cites: [C1]
    run: turns
    given: {zones: {"hand[1]": 2 4, "hand[2]": 3}, rest: deck}
    steps:
      - {seat: 1, move: lay, pick: 2}
STEPS
"""
)


def failure(tmp_path, *steps: str, game: str = GAME) -> str | None:
    text = game.replace("STEPS", "\n".join(f"      - {step}" for step in steps))
    return example_failure(small_game(tmp_path, text), "worked")


@pytest.mark.parametrize(
    "steps",
    [
        ("{seat: 2, move: lay, pick: 3}", '{expect: {zones: {table: 2 3, "hand[2]": ""}}}'),
        ("{seat: 2, refused: lay, pick: 2}", "{seat: 2, refused: lay, pick: 3 3}"),
        ("{expect: {decision: lay, seat: 2, over: false, facts: [turn == 2]}}",),
        ("{seat: 2, move: pass}", "{seat: 1, decision: lay, move: lay, pick: 4}"),
        ("{seat: 2, move: draw}", '{expect: {zones: {"hand[2]": 3 5}}}'),
        (
            "{seat: 2, move: draw}",
            "{seat: 1, move: pass}",
            "{seat: 2, move: lay, pick: 5}",
            "{expect: {over: true, scores: [1, 1]}}",
        ),
    ],
)
def test_examples_that_hold(tmp_path, steps):
    assert failure(tmp_path, *steps) is None


ENDED = ("{seat: 2, move: draw}", "{seat: 1, move: pass}", "{seat: 2, move: lay, pick: 5}")


def test_scores_are_compared_as_they_are_written(tmp_path):
    def told(score, scores):
        game = GAME.replace('len(hand)"', f'len(hand) * ({score})"')
        assert game != GAME
        expected = f"{{expect: {{over: true, scores: {scores}}}}}"
        return failure(tmp_path, *ENDED, expected, game=game)

    assert told("1 / 3", '["1/3", 1/3]') is None
    assert "expected the scores 0.3333333333333333, 1/3; found 1/3, 1/3" in (
        told("1 / 3", "[0.3333333333333333, 1/3]") or ""
    )
    assert told("13 / 10", "[1.3, 13/10]") is None
    assert "expected the scores 1, 2/3; found 1.3, 1.3" in (told("13 / 10", "[1, 2/3]") or "")
    with pytest.raises(
        SpecError, match=r"expected a number, or a fraction of integers such as 2/3"
    ):
        told("1 / 3", "[one, 1/3]")


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (("{seat: 1, move: lay, pick: 4}",), "player 2 is asked (lay), not player 1"),
        (("{seat: 2, move: lay, pick: 4}",), "player 2 may not lay: 4 is not there (C1)"),
        (("{seat: 2, refused: lay, pick: 3}",), "lay 3 is legal"),
        (("{seat: 2, refused: lay, pick: 9}",), "there is no card 9"),
        (("{seat: 2, move: lay, pick: 3 4}",), "player 2 may not lay: 4 is not there (C1)"),
        (("{expect: {zones: {table: 2 3}}}",), "expected 2 3; found 2"),
        (("{expect: {facts: [turn == 1]}}",), "turn == 1 is false"),
        (("{expect: {seat: 1}}",), "expected seat 1; player 2 is asked"),
        (("{expect: {over: true}}",), "expected over: true; lay is asked"),
        (("chance: [5]",), "chance was not asked for 5"),
    ],
)
def test_what_goes_otherwise_is_told_with_its_line(tmp_path, steps, told):
    found = failure(tmp_path, *steps)
    assert found is not None
    assert told in found
    assert "small.yaml:" in found


def test_chance_that_is_not_used_is_told_with_what_is_not_as_expected(tmp_path):
    steps = ("chance: [5]", "{expect: {over: true}}", "{seat: 2, move: pass}")
    found = failure(tmp_path, *steps)
    assert found is not None
    assert "expected over: true; lay is asked; small.yaml" in found.replace(f"{tmp_path}/", "")
    assert found.endswith("chance was not asked for 5")


def test_chance_that_a_later_step_uses_is_no_fault(tmp_path):
    text = GAME.replace("STEPS", "").replace("    run: turns\n", "")
    steps = """\
    given: {zones: {}}
    steps:
      - chance: [2, "4"]
      - expect: {over: true}
      - {seat: 2, move: draw}
"""
    first = text.index('    given: {zones: {"hand[1]"')
    found = example_failure(small_game(tmp_path, text[:first] + steps), "worked")
    assert found is not None
    assert found.endswith("expected over: true; lay is asked")


def test_chance_follows_the_script(tmp_path):
    text = GAME.replace("STEPS", "").replace("    run: turns\n", "")
    steps = """\
    given: {zones: {}}
    steps:
      - chance: [2]
      - expect: {facts: [starter == 2], seat: 2}
      - {seat: 2, move: draw}
      - chance: ["4"]
      - expect: {zones: {"hand[2]": "4"}}
"""
    first = text.index('    given: {zones: {"hand[1]"')
    game = small_game(tmp_path, text[:first] + steps)
    assert example_failure(game, "worked") is None


def test_missing_chance_is_told(tmp_path):
    text = GAME.replace("STEPS", "").replace("    run: turns\n", "")
    first = text.index('    given: {zones: {"hand[1]"')
    game = small_game(tmp_path, text[:first] + "    steps: [{expect: {over: false}}]\n")
    assert "does not say what chance gives for starter" in str(example_failure(game, "worked"))
