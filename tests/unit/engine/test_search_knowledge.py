"""What a seat knows of hidden cards: nothing that is not so, and nothing that it cannot know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import pytest

from certify.language.catalogue import load_game
from certify.play.chance import Stream
from certify.play.compiler.plan import Plan
from certify.play.interpreter.interpreter import choose, decision_of, options, run
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State, initial_state
from certify.play.observation import Recorder
from certify.play.search.knowledge import Knowledge
from tests.support.games import pack, small_game
from tests.support.observed_game import write_spec

GAMES = {"burnout": 2, "rookie-mistake": 3, "burned": 2, "burn": 3}
MOST_LOOKED_AT = 60


@pytest.fixture(scope="module", params=[*GAMES, "observed"])
def program(request, tmp_path_factory):
    if request.param == "observed":
        return Program(load_game(str(write_spec(tmp_path_factory.mktemp("spec")))))
    return Program(load_game(request.param), GAMES[request.param])


def decisions_of(program: Program, seed: int) -> Iterator[tuple[State, Knowledge]]:
    """Yield a random game at each of its first decisions."""
    state = initial_state(program, Stream(seed))
    knowledge = Knowledge(program, range(program.players))
    state.recorder = knowledge
    run(state)
    choices = Stream(seed, 1)
    for _ in range(MOST_LOOKED_AT):
        if state.is_over:
            return
        yield state, knowledge
        found = options(state)
        choose(state, *found.at(choices.below(found.total)))


@pytest.mark.parametrize("seed", range(4))
def test_a_card_is_never_ruled_out_of_the_zone_where_it_is(program, seed):
    for state, knowledge in decisions_of(program, seed):
        for seat, known in knowledge.zones.items():
            there = [zone < 0 or known[card] >> zone & 1 for card, zone in enumerate(state.where)]
            assert all(there), (seat, there.index(0))


@pytest.mark.parametrize("seed", range(2))
def test_cards_that_a_seat_sees_are_known_and_others_are_nowhere_that_it_sees(program, seed):
    for state, knowledge in decisions_of(program, seed):
        for seat, known in knowledge.zones.items():
            sees = knowledge.sees[seat]
            in_sight = sum(1 << zone for zone, seen in enumerate(sees) if seen)
            for card, zone in enumerate(state.where):
                is_up = program.layout.up_at >= 0 and program.layout.up(state.values, card)
                if sees[zone] or is_up:
                    assert known[card] == 1 << zone
                else:
                    assert not known[card] & in_sight


@pytest.mark.parametrize("seed", range(2))
def test_hidden_cards_are_as_many_as_there_is_room_for(program, seed):
    plan = Plan(program)
    for state, knowledge in decisions_of(program, seed):
        for pack_plan, found in zip(
            plan.packs.values(), knowledge.hidden(state, state.seat, plan), strict=True
        ):
            assert sum(found.room) == len(found.kinds) == len(found.allowed) == len(found.where)
            room = [0] * len(found.room)
            for allowed, zone in zip(found.allowed, found.where, strict=True):
                assert allowed >> zone & 1
                room[zone] += 1
            assert room == list(found.room)
            sizes = [allowed.bit_count() for allowed in found.allowed]
            assert sizes == sorted(sizes)
            assert min(sizes, default=2) > 1
            assert found.is_nested == all(
                one & other in (one, other) for one, other in product(set(found.allowed), repeat=2)
            )
            assert set(found.kinds) <= set(pack_plan.kinds)


def test_who_lays_any_card_has_none_that_matches():
    # Of seats that lay any card, every card of the rank or suit thrown is ruled out, and no other.
    program = Program(load_game("rookie-mistake"), 3)
    ranks = program.deck.attributes["cards", "rank"]
    suits = program.deck.attributes["cards", "suit"]
    hands, laid = program.layout.places["hand"][0], program.layout.places["laid"][0]
    thrown: int | None = None
    looked_at = 0
    for seed in range(20):
        before: dict[int, list[int]] = {}
        mover = -1
        for state, knowledge in decisions_of(program, seed):
            if mover >= 0:
                assert thrown is not None
                for seat in {0, 1, 2} - {mover}:
                    for card, zones in enumerate(knowledge.zones[seat]):
                        bit = 1 << hands + mover
                        matches = ranks[card] == ranks[thrown] or suits[card] == suits[thrown]
                        if before[seat][card] & bit and state.where[card] == hands + mover:
                            assert not matches
                            assert zones & bit
                        if matches and zones & bit:
                            pytest.fail("a card that matches may still be in the hand")
                        looked_at += bool(before[seat][card] & bit and not zones & bit)
            mover = -1
            if decision_of(state).name == "respond":
                (thrower,) = (
                    seat
                    for seat in range(3)
                    if state.zones[laid + seat] and seat == thrower_of(program, state)
                )
                thrown = state.zones[laid + thrower][0]
                names = [move.name for move, _ in options(state).choices]
                # Whoever answers last collects at once, and then holds cards that match.
                is_last = sum(bool(state.zones[laid + seat]) for seat in range(3)) == 2
                if names == ["lay_any"] and not is_last:
                    mover = state.seat
                    before = {seat: list(known) for seat, known in knowledge.zones.items()}
    assert looked_at > 100


def thrower_of(program: Program, state: State) -> int:
    found: int = state.values[program.layout.places["thrower"][0]]
    return found


# Every course of a tiny game

TINY = (
    """\
players: {seats: [2], cites: [C1]}
"""
    + pack(3, "2 if rank == 1 else 1")
    + """\
zones:
  deck: {see: none, cites: [C1]}
  hand: {of: seat, see: owner, cites: [C1]}
  table: {see: all, cites: [C1]}
  cellar: {see: none, cites: [C1]}
decisions:
  turn:
    text: Do what?
    moves:
      play: {pick: {card: hand}, do: [{move: {cards: picked, to: table}}], cites: [C1]}
      take: {pick: {card: table}, do: [{move: {cards: picked, to: hand}}], cites: [C1]}
      hide: {pick: {card: hand}, do: [{move: {cards: picked, to: cellar}}], cites: [C1]}
      wait: {when: not hand, cites: [C1]}
      %s
procedures:
  play:
    text: Everybody gets a card, and does something in turn.
    cites: [C1]
    do:
      - shuffle: deck
      - each: {me: seats}
        do: [{deal: {from: deck, to: hand}}]
      - deal: {from: deck, to: table}
      - repeat: {at_most: 2, do: [{each: {p: seats}, do: [{ask: {turn: p}}]}]}
result: {score: len(hand), best: most, cites: [C1]}
"""
)
"""Cards 1, 1, 2, 3, that are dealt, played, taken up again, and hidden."""

MORE = {
    "draw": "draw: {when: deck, do: [{deal: {from: deck, to: hand}}], cites: [C1]}",
    "show": "show: {when: hand, do: [{show: {cards: hand, to: seats}}], cites: [C1]}",
    "none": 'none: {when: "not any(c.rank == 1 for c in hand)", cites: [C1]}',
    "all": 'all: {when: "all(c.rank != 2 for c in hand) and len(hand) <= 1", cites: [C1]}',
    "one": 'one: {when: "len(hand) == 1", cites: [C1]}',
    "sum": 'sum: {when: "sum(c.rank for c in hand) == 2", cites: [C1]}',
    "some": 'some: {when: "any(c.rank == 1 for c in hand)", cites: [C1]}',
    "empty": "empty: {do: [{move: {from: cellar, to: deck}}, {shuffle: deck}], cites: [C1]}",
}

MORE_SLOWLY = ("draw", "none", "all", "one", "sum", "some", "empty")


class ForkError(Exception):
    """The script ends where something is to be decided in one of several ways."""


class Script:
    """Decides by a script what chance and players would."""

    def __init__(self, path: Sequence[int]) -> None:
        self.path, self.done = path, 0

    def below(self, number: int) -> int:
        if number == 1:
            return 0
        if self.done == len(self.path):
            raise ForkError(number)
        self.done += 1
        return self.path[self.done - 1]

    def card(self, cards: Sequence[int], number: int) -> int:
        del cards
        return self.below(number)

    def element(self, name: str, elements: Sequence[object]) -> int:
        del name
        return self.below(len(elements))


class Both:
    """A recorder that tells two."""

    def __init__(self, *recorders: Any) -> None:
        self.recorders = recorders

    def __getattr__(self, name: str) -> Any:
        def tell(*what: Any) -> None:
            for recorder in self.recorders:
                getattr(recorder, name)(*what)

        return tell


class Seen(NamedTuple):
    """A decision: what its seat has seen, what it knows of each kind, where each kind lies."""

    seen: str
    known: Any
    possible: dict[int, tuple[int, ...]]
    lies: dict[int, tuple[int, ...]]


def every_decision(program: Program) -> list[Seen]:
    plan = Plan(program)
    kinds = program.deck.kinds
    found: list[Seen] = []
    paths: list[tuple[int, ...]] = [()]
    while paths:
        path = paths.pop()
        script = Script(path)
        state = initial_state(program, script)
        knowledge, recorder = Knowledge(program, [0, 1]), Recorder(state)
        state.recorder = Both(knowledge, recorder)
        try:
            run(state)
            while not state.is_over:
                seat = state.seat
                packs = knowledge.hidden(state, seat, plan)
                if script.done == len(path):
                    told = [pack._replace(where=()) for pack in packs]
                    possible: dict[int, tuple[int, ...]] = {}
                    lies: dict[int, tuple[int, ...]] = {}
                    for card, kind in enumerate(kinds):
                        possible[kind] = (*possible.get(kind, ()), knowledge.zones[seat][card])
                        lies[kind] = (*lies.get(kind, ()), state.where[card])
                    seen = f"{seat} {recorder.information_state(seat)}"
                    found.append(Seen(seen, told, possible, lies))
                choices = options(state)
                choose(state, *choices.at(script.below(choices.total)))
        except ForkError as fork:
            paths += [(*path, place) for place in range(fork.args[0])]
    return found


@pytest.mark.parametrize(
    "more",
    [pytest.param(name, marks=pytest.mark.slow if name in MORE_SLOWLY else ()) for name in MORE],
)
def test_what_a_seat_knows_follows_from_what_it_has_seen_and_allows_all_that_agrees(more, tmp_path):
    found = every_decision(Program(small_game(tmp_path, TINY % MORE[more])))
    assert len(found) > 1_000
    groups: dict[str, list[Seen]] = {}
    for each in found:
        groups.setdefault(each.seen, []).append(each)
    tight = loose = 0
    for group in groups.values():
        first = group[0]
        assert all(other.known == first.known for other in group)
        for kind, sets in first.possible.items():
            worlds = {other.lies[kind] for other in group}
            together = 0
            for known in sets:
                together |= known
            really = 0
            for world in worlds:
                assert agrees(world, sets)
                for zone in world:
                    really |= 1 << zone
            tight += together == really
            loose += together != really
    # What is ruled out only because of how many cards there are is not always found.
    assert tight > 9 * loose


def agrees(world: Sequence[int], sets: Sequence[int]) -> bool:
    """Return whether cards of a kind can lie as they do, whichever of them is which."""
    if not world:
        return True
    zone, *others = world
    return any(
        known >> zone & 1 and agrees(others, [*sets[:at], *sets[at + 1 :]])
        for at, known in enumerate(sets)
    )


TOLD = (
    """\
players: {seats: [2], cites: [C1]}
"""
    + pack(3, "2 if rank < 3 else 1")
    + """\
zones:
  deck: {see: none, cites: [C1]}
  hand: {of: seat, see: owner, cites: [C1]}
decisions:
  tell:
    text: Which is so?
    moves:
      all: {when: "all(c.rank != 1 for c in hand)", cites: [C1]}
      some: {when: "any(c.rank == 1 for c in hand)", cites: [C1]}
procedures:
  play:
    text: Everybody gets two cards and tells of them.
    cites: [C1]
    do:
      - shuffle: deck
      - each: {me: seats}
        do: [{deal: {cards: 2, from: deck, to: hand}}]
      - each: {p: seats}
        do: [{ask: {tell: p}}]
result: {score: len(hand), best: most, cites: [C1]}
"""
)


def test_what_all_cards_are_rules_cards_out_and_what_some_are_rules_out_none(tmp_path):
    """Of two hidden cards one that is an ace says nothing of the other."""
    program = Program(small_game(tmp_path, TOLD))
    ranks = program.deck.attributes["cards", "rank"]
    hand = program.layout.places["hand"][0]
    told = dict.fromkeys(("all", "some"), 0)
    for each in every_decision(program):
        if each.seen[0] != "1":
            continue
        (move,) = (name for name in told if f"choose 1 tell: {name}" in each.seen)
        told[move] += 1
        for kind, sets in each.possible.items():
            is_ace = ranks[program.deck.kinds.index(kind)] == 1
            for known, lies in zip(sets, each.lies[kind], strict=True):
                if lies != hand + 1:
                    assert (known >> hand & 1 == 0) == (is_ace and move == "all")
    assert all(number > 20 for number in told.values())
