"""What statements do, and which errors of a spec are told while it is played."""

from __future__ import annotations

from collections import Counter

import pytest

from certify.errors import IllegalMoveError, PlayError
from certify.play.chance import Stream
from certify.play.interpreter.interpreter import choose, legal, options, start
from certify.play.interpreter.program import Program
from certify.play.policies import policy_of
from certify.play.reading import picked_from
from certify.play.scenario import example_failure
from certify.play.soundness import watch_games
from tests.support.games import small_game

BODY = """\
players: {{seats: [2], cites: [C1]}}
packs:
  cards: {{cards: {{rank: 1..3}}, copies: 2, label: "{{rank}}", into: deck, cites: [C1]}}
zones:
  deck: {{see: none, ordered: true, cites: [C1]}}
  hand: {{see: all, cites: [C1]}}
  pile: {{see: all, ordered: true, cites: [C1]}}
variables:
  who: {{type: seat, cites: [C1]}}
  number: {{type: 0..9, cites: [C1]}}
tokens:
  bell: {{supply: {supply}, most: 1, cites: [C1]}}
decisions:
  turn:
    text: Your turn.
    moves:
      act:
        {move}
        cites: [C1]
procedures:
  play:
    text: Deal, then ask.
    cites: [C1]
    do:
      - shuffle: deck
{do}
      - deal: {{cards: 3, from: deck, to: hand}}
      - ask: {{turn: 1}}
      - {{if: hand, then: [{{move: {{from: hand, to: pile}}}}]}}
result:
  score: "number + bell + sum(c.rank for c in pile) + (1 if who == me else 0)"
  cites: [C1]
{more}
"""
MOVE = "do: [{set: {who: 1, number: 2}}, {place: {bell: true}}]"


def game(tmp_path, *do, move=MOVE, more="", supply="2", body=BODY):
    statements = "\n".join(f"      - {statement}" for statement in do)
    return small_game(tmp_path, body.format(do=statements, move=move, more=more, supply=supply))


def begun(tmp_path, *do, seed=1, **parts):
    return start(Program(game(tmp_path, *do, **parts), 2), seed)


def test_a_card_that_a_list_has_twice_is_picked_once(tmp_path):
    move = f"pick: {{cards: hand + hand, n: 0..all}}\n        {MOVE}"
    state = begun(tmp_path, move=move)
    found = options(state)
    picks = [found.at(place) for place in range(found.total)]
    assert all(legal(state, rule.name, pick) == (rule, pick) for rule, pick in picks)
    assert max(len(pick) for _, pick in picks) == 3


def test_a_seat_that_a_list_has_twice_is_one_option(tmp_path):
    move = f"pick: {{seat: '[2, 1, 2]'}}\n        {MOVE}"
    found = options(begun(tmp_path, move=move))
    assert [found.at(place)[1] for place in range(found.total)] == [1, 0]


WITHOUT_CARDS = """\
players: {seats: [2], cites: [C1]}
variables: {number: {type: 0..9, cites: [C1]}}
decisions:
  turn:
    text: Your turn.
    moves: {act: {when: "sum(n for n in range(0, 1)) == 1 and me == 1", cites: [C1]}}
procedures: {play: {text: Ask., cites: [C1], do: [{ask: {turn: 1}}]}}
result: {score: number, cites: [C1]}
"""


def test_a_name_in_an_expression_takes_nothing_from_the_seat_that_decides(tmp_path):
    state = start(Program(small_game(tmp_path, WITHOUT_CARDS), 2), 1)
    assert options(state).total == 1


def test_a_seat_is_named_by_its_number(tmp_path):
    state = begun(tmp_path, move=f"pick: {{seat: seats}}\n        {MOVE}")
    assert [picked_from(state, "act", name) for name in ("1", "2")] == [0, 1]
    for name in ("0", "3", "none"):
        with pytest.raises(IllegalMoveError, match=f"act takes a seat; found .{name}"):
            picked_from(state, "act", name)


def test_nobody_is_no_seat(tmp_path):
    move = f"pick: {{seat: '[who, 1]'}}\n        {MOVE}"
    with pytest.raises(PlayError, match="seat that can be picked is none"):
        options(begun(tmp_path, move=move))
    with pytest.raises(PlayError, match="put to no seat"):
        begun(tmp_path, "ask_together: {turn: '[who, 1]'}")
    with pytest.raises(PlayError, match="is none"):
        begun(tmp_path, "show: {cards: hand, to: who}")
    with pytest.raises(PlayError, match="is none"):
        begun(tmp_path, "set: {number: len(after(none))}")


def test_an_announcement_is_worked_out_though_nobody_listens(tmp_path):
    with pytest.raises(PlayError, match="min of nothing"):
        begun(
            tmp_path,
            'announce: {text: "{low}", values: {low: "min(c.rank for c in pile)"}}',
        )


def test_a_shuffled_zone_that_is_read_has_its_order(tmp_path):
    loaded = game(tmp_path, "set: {number: 'deck[-1].rank'}")
    program = Program(loaded, 2)
    tops: Counter[int] = Counter()
    for seed in range(60):
        state = start(program, seed)
        first = state.zones[program.position("hand")[1]][0]
        number = state.values[program.position("number")[1]]
        assert program.deck.attributes["cards", "rank"][first] == number
        tops[number] += 1
    assert set(tops) == {1, 2, 3}


def test_looking_at_the_options_again_costs_nothing(tmp_path):
    move = f"when: sum(1 for n in range(1, 600000)) > 3\n        {MOVE}"
    state = begun(tmp_path, move=move)
    for _ in range(3):
        rule, picked = legal(state, "act", picked_from(state, "act", ""))
    choose(state, rule, picked)
    assert state.is_over


def test_dealing_fewer_than_none_earns_no_work(tmp_path):
    with pytest.raises(PlayError, match="more than 1000000"):
        begun(
            tmp_path,
            "deal: {cards: 0 - 900000000000, from: deck, to: hand}",
            "if: sum(1 for n in range(1, 999999)) + sum(1 for n in range(1, 999999)) == 3\n"
            "        then: [{set: {number: 1}}]",
        )


def test_a_run_is_work_for_every_element(tmp_path):
    run = "run(1 for n in range(1, 600000))"
    with pytest.raises(PlayError, match="more than 1000000"):
        begun(tmp_path, f"if: {run} + {run} == 3\n        then: [{{set: {{number: 1}}}}]")


def test_there_are_no_fewer_tokens_than_none(tmp_path):
    with pytest.raises(PlayError, match="bell would have -1 tokens"):
        begun(tmp_path, supply="0 - 1")


@pytest.mark.parametrize("wrong", ["pile[-1].rank", "1 // len(pile)", "1 % len(pile)"])
def test_errors_of_policies_and_invariants_are_told(tmp_path, wrong):
    policy = f'policies:\n  odd: {{text: Odd., decisions: {{turn: {{act: "{wrong}"}}}}}}'
    loaded = game(tmp_path, more=policy)
    state = start(Program(loaded, 2), 1)
    with pytest.raises(PlayError, match=r"policies\.odd\.decisions\.turn: "):
        policy_of(state.program, "odd")(state, Stream(1))
    invariant = f'invariants:\n  odd: {{is: "{wrong} > 0", cites: [C1]}}'
    (failure,) = watch_games(game(tmp_path, more=invariant), 2, [1]).failures
    assert "invariants.odd: " in failure


def test_a_variable_starts_with_any_value_of_its_range(tmp_path):
    def number_at_first(start):
        body = BODY.replace("type: 0..9,", f"type: 0..9, start: {start},")
        state = begun(tmp_path, body=body)
        return state.values[state.program.position("number")[1]]

    assert [number_at_first(start) for start in (0, 4, 9)] == [0, 4, 9]
    with pytest.raises(PlayError, match=r"number would be 10; its range is 0\.\.9"):
        number_at_first(10)


def test_after_five_different_failures_no_more_games_are_played(tmp_path):
    wrong = ("chance: {number: 'range(0, 9)'}", "set: {number: number + 10}")
    found = watch_games(game(tmp_path, *wrong), 2, range(200))
    assert len(found.failures) == 5
    assert found.games < 200


EXAMPLE = """\
examples:
  one:
    text: One.
    given: {given}
    steps:
      - chance: [{chance}]
      - expect: {{facts: ["{fact}"]}}
    cites: [C1]
"""


@pytest.mark.parametrize(
    ("given", "fact", "message"),
    [
        ("{}", "pile[-1].rank > 0", "facts.0: there is no card at that position"),
        ("{variables: {number: 12}}", "number == 12", "number would be 12; its range is 0..9"),
        ("{variables: {number: 'len(deck) // len(pile)'}}", "bell == 0", "a division by zero"),
        ("{tokens: {bell: 2}}", "bell == 2", "2 tokens cannot lie at bell"),
        ("{tokens: {bell: -1}}", "bell == 0", "-1 tokens cannot lie at bell"),
        ("{face_up: 1}", "bell == 0", "no card of this game is ever turned"),
    ],
)
def test_examples_that_cannot_be(tmp_path, given, fact, message):
    more = EXAMPLE.format(given=given, fact=fact, chance="1, 1, 2")
    failure = example_failure(game(tmp_path, more=more), "one")
    assert failure is not None
    assert message in failure
