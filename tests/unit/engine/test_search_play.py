"""Games with players by name: the same as other play, and searches that find what is best."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from certify.errors import CompileError, EngineError, SpecError
from certify.language.catalogue import load_game
from certify.play.compiler import module, repeated
from certify.play.compiler.compiled import CompiledGame
from certify.play.compiler.generator import Generator
from certify.play.compiler.seated import (
    LEAST_TABLE,
    SeatedGame,
    table_size,
)
from certify.play.interpreted import InterpretedGame
from certify.play.interpreter.interpreter import outcome
from certify.play.interpreter.program import Program
from certify.play.search.games import PlayersGame, choice_seed
from certify.play.search.players import MOST_PLAYOUTS, Searcher, player_named
from tests.support.games import pack, small_game
from tests.support.matrix_games import matrix_game

HIGH_CARDS = (
    """\
players: {seats: [2, 3], cites: [C1]}
"""
    + pack(4, "2")
    + """\
zones:
  deck: {see: none, cites: [C1]}
  hand: {of: seat, see: owner, cites: [C1]}
  table: {see: all, ordered: true, cites: [C1]}
variables:
  points: {of: seat, type: 0..99, cites: [C1]}
  leader: {type: seat, cites: [C1]}
decisions:
  keep:
    text: Keep the hand?
    moves:
      keep: {cites: [C1]}
      change:
        do:
          - move: {from: hand, to: deck}
          - shuffle: deck
          - deal: {cards: 2, from: deck, to: hand}
        cites: [C1]
  turn:
    text: Play a card, or draw one.
    moves:
      play:
        pick: {card: hand}
        do: [{move: {cards: picked, to: table}}, {add: {"points[me]": "table[-1].rank"}}]
        cites: [C1]
      draw: {when: deck, do: [{deal: {from: deck, to: hand}}], cites: [C1]}
procedures:
  play:
    text: Keep or change, then play twice.
    cites: [C1]
    do:
      - shuffle: deck
      - each: {me: seats}
        do: [{deal: {cards: 2, from: deck, to: hand}}]
      - ask_together: {keep: seats}
      - chance: {leader: seats}
      - repeat:
          at_most: 2
          do: [{each: {p: "[leader] + [q for q in seats if q != leader]"}, do: [{ask: {turn: p}}]}]
result: {score: "points[me]", best: most, measures: {held: "len(hand[1])"}, cites: [C1]}
policies:
  high:
    text: The highest card.
    decisions: {turn: {play: picked.rank, draw: "0"}}
"""
)
"""Whoever lays more points has won; drawing is a waste, and high cards are best."""

GUESSING = (
    """\
players: {seats: [2], cites: [C1]}
"""
    + pack(4)
    + """\
zones:
  deck: {see: none, cites: [C1]}
  hidden: {see: none, cites: [C1]}
variables:
  guess: {type: 1..4, start: 1, cites: [C1]}
definitions:
  is_right: {is: "any(c.rank == guess for c in hidden)", cites: [C1]}
decisions:
  guess_card:
    text: Which card is hidden?
    moves:
      guess: {pick: {number: 1..4}, do: [{set: {guess: picked}}], cites: [C1]}
procedures:
  play:
    text: A card is hidden, and the first seat guesses which.
    cites: [C1]
    do:
      - shuffle: deck
      - deal: {from: deck, to: hidden}
      - ask: {guess_card: 1}
result: {score: "(1 if is_right else -1) * (1 if me == 1 else -1)", best: most, cites: [C1]}
"""
)


LOOPS = (
    """\
players: {seats: [2], cites: [C1]}
"""
    + pack(6, "3")
    + """\
zones:
  deck: {see: none, cites: [C1]}
  hand: {of: seat, see: owner, cites: [C1]}
  table: {see: all, ordered: true, cites: [C1]}
variables:
  points: {of: seat, type: 0..99, cites: [C1]}
  rounds: {type: 1..9, start: 3, cites: [C1]}
  thrown: {type: 0..99, cites: [C1]}
decisions:
  turn:
    text: Play a card, or draw one.
    moves:
      play:
        pick: {card: hand}
        do: [{move: {cards: picked, to: table}}, {add: {"points[me]": "table[-1].rank"}}]
        cites: [C1]
      draw: {when: deck, do: [{deal: {from: deck, to: hand}}, {add: {thrown: 1}}], cites: [C1]}
      wait: {when: "not hand[me] and not deck", cites: [C1]}
procedures:
  play:
    text: Rounds, of which there are to be more once the first was played, but only the first three.
    cites: [C1]
    do:
      - shuffle: deck
      - repeat: {at_most: rounds, do: [{call: round}, {set: {rounds: 9}}]}
      - add: {"points[1]": 1}
  round:
    text: Nothing without cards.
    cites: [C1]
    do: [{if: deck, then: [{call: played}]}]
  played:
    text: Two cards each, then turns; of a short deck all at once.
    cites: [C1]
    do:
      - each: {me: seats}
        do: [{deal: {cards: 2, from: deck, to: hand}}]
      - if: len(deck) > 30
        then: [{each: {p: seats}, do: [{ask: {turn: p}}]}]
        else:
          - repeat:
              while: thrown < 3
              do: [{each: {p: seats}, do: [{ask: {turn: p}}]}]
              until: "not any(hand[p] for p in seats)"
              at_most: "1 + len(hand[1])"
          - set: {thrown: 0}
result: {score: "points[me]", best: most, cites: [C1]}
"""
)
"""A loop within a loop, behind a condition that turns false, as often as was said before."""


REMEMBERED = (
    """\
players: {seats: [2], cites: [C1]}
"""
    + pack(6, "3")
    + """\
zones:
  deck: {see: none, cites: [C1]}
  hand: {of: seat, see: owner, cites: [C1]}
  table: {see: all, ordered: true, cites: [C1]}
variables:
  points: {of: seat, type: 0..99, cites: [C1]}
  noted: {type: 0..99, cites: [C1]}
definitions:
  is_six_out:
    is: "any(c.rank > 5 and c.rank * 2 > c.rank + 5 for p in seats for c in hand[p])"
    cites: [C1]
decisions:
  turn:
    text: Play a card, or draw one.
    moves:
      play:
        pick: {card: hand}
        do:
          - add: {"points[me]": "picked.rank + (0 if is_six_out else 6)"}
          - move: {cards: picked, to: table}
        cites: [C1]
      draw:
        when: deck
        do: [{add: {"points[me]": "2 if is_six_out else 0"}}, {deal: {from: deck, to: hand}}]
        cites: [C1]
      wait: {when: "not hand[me] and not deck", cites: [C1]}
procedures:
  play:
    text: Three cards each, then turns.
    cites: [C1]
    do:
      - shuffle: deck
      - each: {me: seats}
        do: [{deal: {cards: 3, from: deck, to: hand}}]
      - repeat:
          at_most: 4
          do:
            - add: {noted: "1 if is_six_out else 0"}
            - each: {p: seats}
              do: [{ask: {turn: p}}]
          until: "is_six_out and noted > 2"
result: {score: "points[me]", best: most, cites: [C1]}
"""
)
"""Whether anybody has a six is asked before and after a decision, and at the end of a pass."""


UNPLAYABLE = (
    """\
players: {seats: [2], cites: [C1]}
"""
    + pack(8)
    + """\
zones:
  deck: {see: none, ordered: true, cites: [C1]}
variables:
  answer: {type: 0..9999, cites: [C1]}
  taken: {type: 0..2, cites: [C1]}
decisions:
  take:
    text: Take one or two?
    moves:
      one: {do: [{set: {taken: 1}}], cites: [C1]}
      two: {do: [{set: {taken: 2}}], cites: [C1]}
procedures:
  play:
    text: What the first cards are is noted, and must still be so after the decision.
    cites: [C1]
    do:
      - shuffle: deck
      - set: {answer: "deck[0].rank * 1000 + deck[1].rank * 100 + deck[2].rank * 10 + deck[3].rank"}
      - ask: {take: 1}
      - if: "deck[0].rank * 1000 + deck[1].rank * 100 + deck[2].rank * 10 + deck[3].rank != answer"
        then: [{set: {taken: answer}}]
result: {score: "2 * taken - 3 if me == 1 else 0", best: most, cites: [C1]}
policies:
  cautious:
    text: One.
    decisions: {take: {one: "1", two: "0"}}
"""
)
"""No deal can be played on but the real one, which one of 1,680 imagined ones is like."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("specs")


@pytest.fixture(scope="module")
def high(folder):
    return PlayersGame(Program(small_game(folder, HIGH_CARDS), 2), searches=True)


@pytest.fixture(scope="module")
def guessing(tmp_path_factory):
    game = small_game(tmp_path_factory.mktemp("specs"), GUESSING)
    return PlayersGame(Program(game, 2), searches=True)


@pytest.fixture(scope="module")
def pennies(tmp_path_factory):
    body = matrix_game("1 if one == two else -1", 1)
    game = small_game(tmp_path_factory.mktemp("specs"), body)
    return PlayersGame(Program(game, 2), searches=True)


# The same games


def require_same(seated, seats, games, other=None, seed=7):
    """Compare play by seats that are given away with other engines, number by number."""
    own = seated.played(seats, seed, 3, games, seed)
    kept = {
        name: scale
        for name, scale in zip(own.names, own.scales, strict=True)
        if not name.startswith("first.")
    }
    reference = InterpretedGame(seated.program, policies=seats, scales=kept).play(seed, 3, games)
    assert set(reference.names) == set(kept)
    for name in kept:
        assert own.scale(name) == reference.scale(name)
        assert own.tally(name) == reference.tally(name)
        assert other is None or own.tally(name) == other.play(seed, 3, games).tally(name)
    scores = seated.scores(seats, seed, 3, games, seed)
    for seat in range(seated.program.players):
        assert Counter(scores[:, seat].tolist()) == own.tally(f"score.{seat + 1}").counts


@pytest.mark.parametrize(
    "seats",
    [
        ("high", "random"),
        *(
            pytest.param(seats, marks=pytest.mark.slow)
            for seats in (("random",) * 2, ("high",) * 2)
        ),
    ],
)
def test_seats_that_are_given_away_play_as_the_interpreter(high, seats):
    require_same(high.compiled, seats, 300)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players"), [("burnout", 2), ("rookie-mistake", 3), ("burned", 2), ("burn", 2)]
)
def test_seats_of_every_game_play_as_compiled_and_interpreted(name, players):
    program = Program(load_game(name), players)
    seats = ("random", *["sensible"] * (players - 1))
    require_same(SeatedGame(program), seats, 40, CompiledGame(program, policies=seats))


def test_what_is_recorded_is_what_the_interpreter_finds(high):
    names, games = ("high", "random"), 200
    compiled = high.play(names, 3, 0, games)
    scores = high.scores(names, 3, 0, games)
    opened: Counter[int] = Counter()
    players = high.players(names)
    for number in range(games):
        found = high.played(players, 3, number)
        opened[found.opened] += 1
        assert outcome(found.state).scores == tuple(scores[number])
        leader = found.state.values[high.program.layout.places["leader"][0]]
        # Both decide together first; so who opens is the leader.
        assert found.opened == leader
    for seat in range(2):
        assert compiled.tally(f"first.{seat + 1}").counts[1] == opened[seat]
    assert min(opened.values()) > 60


def test_tallies_of_games_with_searches_are_those_of_their_ends(high):
    names = ("search:8", "high")
    tallies = high.play(names, 5, 0, 12)
    scores = high.scores(names, 5, 0, 12)
    players = high.players(names)
    ends = [outcome(high.played(players, 5, number).state) for number in range(12)]
    assert [end.scores for end in ends] == [tuple(row) for row in scores]
    assert tallies.mean("win.1") * 12 == sum(end.winners == (0,) for end in ends)
    assert tallies.mean("held") * 12 == sum(end.measures["held"] for end in ends)


# Searches


def test_a_search_finds_the_best_option(high):
    # Who plays as high as can be, and draws nothing, is as good as the policy.
    names = ("search:200", "random")
    scores = high.scores(names, 1, 0, 60)
    by_policy = high.scores(("high", "random"), 1, 0, 600)
    assert scores[:, 0].mean() > by_policy[:, 0].mean() - 0.5
    by_chance = high.scores(("random", "random"), 1, 0, 600)
    assert scores[:, 0].mean() > by_chance[:, 0].mean() + 1


@pytest.mark.parametrize("playouts", [1, 127, 128, 129, 5_000, MOST_PLAYOUTS])
def test_a_tree_has_room_for_every_playout_and_no_more_than_is_needed(playouts):
    size = table_size(playouts)
    assert size.bit_count() == 1
    assert 8 * playouts < size <= max(2 * LEAST_TABLE, 16 * playouts)


def test_no_search_knows_a_hidden_card_and_an_open_one_does(guessing):
    hidden = guessing.scores(("search:100", "random"), 2, 0, 400)[:, 0]
    # Chance is 1/4 of 400 games: 100, with a deviation of 8.7.
    assert 70 < (hidden == 1).sum() < 130
    seen = guessing.scores(("open:100", "random"), 2, 0, 100)[:, 0]
    assert (seen == 1).all()


@pytest.mark.slow
def test_no_search_knows_the_order_of_a_zone_that_was_shuffled(tmp_path_factory):
    # All four cards are known to be in the deck, and rules read one by its place.
    body = GUESSING.replace("  hidden: {see: none, cites: [C1]}\n", "")
    body = body.replace("deck: {see: none,", "deck: {see: none, ordered: true,")
    body = body.replace("      - deal: {from: deck, to: hidden}\n", "")
    body = body.replace("any(c.rank == guess for c in hidden)", "deck[0].rank == guess")
    game = PlayersGame(
        Program(small_game(tmp_path_factory.mktemp("specs"), body), 2), searches=True
    )
    hidden = game.scores(("search:100", "random"), 2, 0, 400)[:, 0]
    assert 70 < (hidden == 1).sum() < 130
    assert (game.scores(("open:100", "random"), 2, 0, 100)[:, 0] == 1).all()


@pytest.mark.parametrize("name", ["search:100", "open:100"])
@pytest.mark.parametrize("seat", [0, 1])
def test_what_another_chooses_at_the_same_time_is_not_answered(pennies, name, seat):
    # The other seat is random. Who knew its choice would win always; nobody can win more than half.
    names = (name, "random") if seat == 0 else ("random", name)
    wins = (pennies.scores(names, 4, 0, 300)[:, seat] == 1).sum()
    assert 110 < wins < 190


def test_a_search_mixes_where_no_option_is_best(pennies):
    players = pennies.players(("search:101", "search:101"))
    chosen = Counter(pennies.played(players, 9, number).choices for number in range(200))
    assert min(chosen[one, two] for one in range(2) for two in range(2)) > 15


@pytest.mark.slow
def test_a_search_that_can_imagine_no_deal_plays_as_its_policy(tmp_path_factory):
    game = PlayersGame(
        Program(small_game(tmp_path_factory.mktemp("specs"), UNPLAYABLE), 2), searches=True
    )
    # With two playouts the search may try forty deals: one game of 42 finds one that goes on.
    scores = game.scores(("search:2:cautious", "random"), 1, 0, 60)[:, 0]
    assert (scores == -1).sum() > 50
    # Random play beyond the tree means random play where there is no tree.
    by_chance = game.scores(("search:2", "random"), 1, 0, 200)[:, 0]
    assert 70 < (by_chance == -1).sum() < 130
    # Whoever sees all cards imagines the real deal, and finds that two wins.
    assert (game.scores(("open:50:cautious", "random"), 1, 0, 40)[:, 0] == 1).all()


# Seeds


def test_games_are_the_same_in_any_order_and_in_parts_of_any_size(high):
    names = ("search:10", "search:10:high")
    whole = high.scores(names, 6, 0, 9)
    parts = [high.scores(names, 6, first, 3) for first in (6, 0, 3)]
    assert (np.concatenate([parts[1], parts[2], parts[0]]) == whole).all()
    one = high.play(names, 6, 0, 4)
    one.add(high.play(names, 6, 4, 5))
    assert one == high.play(names, 6, 0, 9)


def test_another_repeat_has_the_same_deals_and_other_choices(high):
    assert choice_seed(6, 0) == 6
    assert len({choice_seed(6, repeat) for repeat in range(4)} | {choice_seed(7, 1)}) == 5
    places = high.program.layout.places
    dealt, choices = [], []
    for repeat in range(2):
        for names in (("random", "random"), ("search:6", "search:6")):
            played = [high.played(high.players(names), 6, number, repeat) for number in range(25)]
            # Who leads is drawn after the deal, unless hands are changed.
            kept = [game.choices[:2] for game in played]
            dealt.append([game.state.values[places["leader"][0]] for game in played])
            choices.append(([game.choices for game in played], kept))
    for one in range(4):
        for other in range(one):
            same = [
                first == second
                for first, second, own, others in zip(
                    dealt[one], dealt[other], choices[one][1], choices[other][1], strict=True
                )
                if own == others == (0, 0)
            ]
            assert all(same)
            assert choices[one][0] != choices[other][0]
    assert (
        high.scores(("high", "random"), 6, 0, 50, 0) != high.scores(("high", "random"), 6, 0, 50, 1)
    ).any()


# Names


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("random", "random"),
        ("high", "high"),
        ("search:100", Searcher(100)),
        ("search:100:random", Searcher(100)),
        ("search:1:high", Searcher(1, "high")),
        (f"open:{MOST_PLAYOUTS}:high", Searcher(MOST_PLAYOUTS, "high", is_open=True)),
    ],
)
def test_players_have_names(high, name, player):
    found = player_named(high.program, name)
    assert found == player
    if isinstance(found, Searcher):
        assert player_named(high.program, found.name) == found


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("hihg", "there is no player 'hihg'; did you mean high\\?"),
        ("searhc:100", "did you mean search:100\\?"),
        ("search", "known: .*search:N"),
        ("search:-5", "there is no player"),
        ("search:10:", "there is no player"),
        ("search:0", "expected 1 to 1,000,000"),
        (f"search:{MOST_PLAYOUTS + 1}", "expected 1 to 1,000,000"),
        ("search:" + "9" * 5_000, "expected 1 to 1,000,000"),
        ("open:10:hihg", "plays on by 'hihg', which is no policy; did you mean high\\?"),
    ],
)
def test_names_that_mean_nobody(high, name, told):
    with pytest.raises(SpecError, match=told):
        player_named(high.program, name)


def test_there_is_a_player_for_each_seat(high):
    with pytest.raises(EngineError, match="1 players for 2 seats"):
        high.play(("random",), 1, 0, 1)


def test_a_seat_is_given_to_a_policy_of_the_spec(high):
    with pytest.raises(SpecError, match="did you mean high"):
        high.compiled.number_of("hihg")


def test_a_table_for_one_cannot_be_searched_at(folder):
    body = GUESSING.replace("seats: [2]", "seats: [1]")
    with pytest.raises(CompileError, match="two or more; found 1"):
        SeatedGame(Program(small_game(folder, body), 1), searches=True)


def searched(program: Program) -> tuple[str, list[tuple[int, ...]]]:
    """Return the source of a game with searches, and what was chosen in some."""
    game = PlayersGame(program, searches=True)
    seated = game.players(("search:40", "open:15"))
    return game.compiled.source, [game.played(seated, 3, number).choices for number in range(12)]


def test_imagined_games_go_on_at_the_pass_of_a_loop_as_if_they_were_dealt(tmp_path, monkeypatch):
    program = Program(small_game(tmp_path, LOOPS), 2)
    source, going_on = searched(program)
    assert "go_on(block, at)" in source
    assert {f"mark_pass(block, {level}," in source for level in (1, 2)} == {True}
    monkeypatch.setattr(Generator, "_trunk", lambda _self, _calls: {})
    source, dealt = searched(program)
    assert "go_on" not in source
    assert going_on == dealt


def test_a_search_that_ends_when_it_is_settled_chooses_as_a_whole_one(tmp_path, monkeypatch):
    program = Program(small_game(tmp_path, LOOPS), 2)
    _, settled = searched(program)
    whole = module.SEARCH.replace("is_settled(at, playouts - done)", "False")
    assert whole != module.SEARCH
    monkeypatch.setattr(module, "SEARCH", whole)
    source, ended = searched(program)
    assert "is_settled" not in source
    assert settled == ended


def test_what_is_remembered_is_forgotten_where_a_deal_is_imagined(tmp_path, monkeypatch):
    program = Program(small_game(tmp_path, REMEMBERED), 2)
    source, remembering = searched(program)
    assert "known_values" in source
    monkeypatch.setattr(repeated, "MOST_REMEMBERED", 0)
    source, anew = searched(program)
    assert "known_values" not in source
    assert remembering == anew
