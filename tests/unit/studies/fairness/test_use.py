"""Use of rules: counted by hand in a game without choices, and again from the log of others."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from certify.errors import EngineError, SpecError
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_settings
from certify.play.interpreted import InterpretedGame, streams
from certify.play.interpreter.interpreter import choose, decision_of, run
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import initial_state
from certify.play.policies import policy_of
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.fairness.use import Watch, _counted, _Part, use_of_rules
from certify.studies.fairness.use_elements import reach_of
from tests.support.games import pack, small_game

COUNTED = (
    """\
parameters:
  last: {type: integer, minimum: 1, maximum: 9, default: 4, title: Last, text: Last., cites: [C1]}
  extra: {type: boolean, default: false, title: Extra, text: Extra., cites: [C1]}
players: {seats: [2], cites: [C1]}
"""
    + pack(3, "2")
    + """\
zones:
  deck: {see: none, cites: [C1]}
  hand: {of: seat, see: owner, cites: [C1]}
  table: {see: all, cites: [C1]}
variables:
  passes: {type: 0..99, cites: [C1]}
  capped: {type: 0..9, cites: [C1]}
decisions:
  turn:
    text: Lay a card.
    moves:
      lay:
        text: Lay.
        when: hand
        pick: {card: hand, where: c.rank > 0}
        do: [{move: {cards: picked, to: table}}]
        cites: [C1]
      wait: {text: Wait., when: not hand, cites: [C1]}
      double: {text: Twice., when: extra, do: [{call: bonus}], cites: [C1]}
procedures:
  play:
    text: Play.
    do:
      - shuffle: deck
      - each: {p: seats}
        do: [{deal: {cards: 2, from: deck, to: "hand[p]"}}]
      - repeat:
          do: [{call: one_pass}]
          until: passes >= 6
          at_most: last
      - repeat:
          do: [{add: {passes: 1}}]
          at_most: 2
      - repeat:
          while: passes > 20
          do: [{add: {passes: 1}}]
          at_most: 3
      - if: passes < 8
        then: [{add: {capped: 1}}]
      - if: extra
        then: [{call: bonus}]
    cites: [C1]
  one_pass:
    text: A pass.
    do:
      - add: {passes: 1}
      - if: passes % 2 == 1
        then: [{ask: {turn: 1}}]
        else: [{ask: {turn: 2}}]
      - if: passes > 90
        then: [{call: never_played}]
    cites: [C1]
  never_played: {text: Never., do: [{add: {passes: 1}}], cites: [C1]}
  bonus: {text: Bonus., do: [{add: {passes: 1}}], cites: [C1]}
result:
  score: "len(hand[me])"
  best: most
  measures: {passes: passes, stopped: capped}
  cites: [C1]
policies:
  low: {text: Low., decisions: {turn: {lay: "0 - picked.rank", wait: "0", double: "0"}}}
"""
)


def small(folder: Any) -> LoadedGame:
    return small_game(folder, COUNTED)


def by_name(found: Any) -> dict[str, tuple[tuple[float, ...], tuple[float, ...]]]:
    return {each.name: (each.times, each.games) for each in found.elements}


def test_every_element_is_counted_as_by_hand(tmp_path):
    fewer = {"low": 40}
    found = use_of_rules(
        small(tmp_path), 2, Context(), Workers(processes=1), policies=["low"], games=fewer
    )
    times = {name: time for name, ((time,), _) in by_name(found).items()}
    cards = {name: times.pop(name) for name in ("1", "2", "3")}
    assert times == {
        "play": 1.0,
        # Four passes, and `until` waits for six.
        "play: stopped after last": 1.0,
        # `while` is false at once, which is no running out; the loop of two passes is a number.
        "play: stopped after 3": 0.0,
        "play: if passes < 8": 1.0,
        "one_pass": 4.0,
        "one_pass: if passes % 2 == 1": 2.0,
        "one_pass: if passes % 2 == 1, else": 2.0,
        "one_pass: if passes > 90": 0.0,
        "never_played": 0.0,
        "turn": 4.0,
        "turn: lay": 4.0,
        "turn: wait": 0.0,
    }
    assert sum(cards.values()) == 4.0
    assert all(games == (1.0,) for name, (_, games) in by_name(found).items() if name == "turn")
    assert found.never == ("one_pass: if passes > 90", "never_played", "turn: wait")
    assert all(each.cites == ("C1",) for each in found.elements)


def test_settings_say_what_there_is_to_be_used(tmp_path):
    game = small(tmp_path)
    plain = {element.name for element in reach_of(Program(game, 2)).elements}
    more = {
        element.name
        for element in reach_of(Program(apply_settings(game, {"extra": True}), 2)).elements
    }
    # With it the condition on a parameter is no branch, but what is always done.
    assert more - plain == {"bonus", "turn: double"}
    assert not plain - more


def test_loop_that_ends_as_it_should_has_not_run_out(tmp_path):
    game = apply_settings(small(tmp_path), {"last": 6})
    found = use_of_rules(game, 2, Context(), Workers(processes=1), policies=["random"], games=10)
    times = by_name(found)
    assert times["one_pass"] == ((6.0,), (1.0,))
    assert times["play: stopped after last"] == ((0.0,), (0.0,))
    assert times["play: if passes < 8"] == ((0.0,), (0.0,))
    # Nobody is to blame for a limit that is never reached.
    assert "play: stopped after last" not in found.never


@pytest.mark.parametrize(
    ("name", "players", "policy"),
    [("burnout", 2, "sensible"), ("rookie-mistake", 3, "random"), ("burned", 2, "random")],
)
def test_moves_and_cards_are_those_of_the_same_games_played_without_counting(name, players, policy):
    program = Program(load_game(name), players)
    watch = Watch(program, policy)
    choice, names = policy_of(program, policy), [each.name for each in watch.reach.elements]
    for number in range(6):
        moves: Counter[str] = Counter()
        picked: Counter[str] = Counter()
        chance, choices = streams(7, number)
        state = initial_state(program, chance)
        run(state)
        while not state.is_over:
            rule = decision_of(state)
            move, pick = choice(state, choices)
            moves[rule.name] += 1
            moves[f"{rule.name}: {move.name}"] += 1
            if move.pick is not None and move.pick.kind in ("card", "cards", "order"):
                for card in pick if isinstance(pick, tuple) else (pick,):
                    picked[program.deck.labels[card]] += 1
            choose(state, move, pick)
        over, counts = watch.played(7, number)
        assert over.values == state.values
        assert over.zones == state.zones
        found = {names[place]: count for place, count in enumerate(counts) if count}
        kinds = {each.name: each.kind for each in watch.reach.elements}
        assert {key: found[key] for key in found if kinds[key] in ("move", "decision")} == moves
        # A label stands for itself, with its pack before it if cards of several are picked.
        cards: Counter[str] = Counter()
        for key, count in found.items():
            if kinds[key] == "card":
                cards[key.rpartition(": ")[2]] += count
        assert cards == picked


def test_branches_agree_with_what_the_spec_itself_counts():
    program = Program(load_game("rookie-mistake"), 4)
    watch, plain = Watch(program), InterpretedGame(program)
    places = {each.name: place for place, each in enumerate(watch.reach.elements)}
    for number in range(30):
        counts = watch.played(3, number)[1]
        tallies = plain.play(3, number, 1)
        for element, measure in (
            ("take_turn", "turns"),
            ("collect_alone", "turns_one_unmatched"),
            ("collect: if len(unmatched) == 1", "turns_one_unmatched"),
            ("collect_among_several: if len(losers) == 2", "turns_two_unmatched"),
            ("collect_among_several: if len(losers) == 2, else", "turns_more_unmatched"),
            ("take_turns: stopped after turn_cap", "capped_rounds"),
        ):
            assert counts[places[element]] == tallies.tally(measure).total, element


def test_alike_cards_are_one_kind():
    names = [
        element.name
        for element in reach_of(Program(load_game("burn"), 2)).elements
        if element.kind == "card"
    ]
    assert names == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def test_parts_are_kept_and_make_the_whole_again(tmp_path):
    game = small(tmp_path)
    context = Context(cache=Cache(tmp_path / "kept", pytest.fail))
    first = use_of_rules(game, 2, context, Workers(processes=1), games=300, seed=5)
    doing: list[tuple[int, int, str]] = []
    again = Context(cache=context.cache, progress=lambda *told: doing.append(told))
    assert use_of_rules(game, 2, again, Workers(processes=2), games=300, seed=5) == first
    assert [told[:2] for told in doing] == [(24, 24)]
    parts = [
        json.loads(_counted(_Part(game, 2, "random", "play", 5, begin, number)))
        for begin, number in ((0, 100), (100, 200))
    ]
    lay = next(n for n, each in enumerate(first.elements) if each.name == "turn: lay")
    assert first.games == (300, 300)
    assert first.elements[lay].times[0] == sum(part["times"][lay] for part in parts) / 300


def test_what_cannot_be_counted_is_refused_at_once(tmp_path):
    game = small(tmp_path)
    with pytest.raises(EngineError, match="1 game at least; 0 were asked for"):
        use_of_rules(game, 2, Context(), Workers(processes=1), games=0)
    with pytest.raises(SpecError, match="there is no policy 'lwo'; did you mean low"):
        use_of_rules(game, 2, Context(), Workers(processes=1), policies=["lwo"])
