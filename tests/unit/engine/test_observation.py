"""What each seat sees: nothing hidden, nothing forgotten."""

from itertools import combinations, pairwise
from typing import Any

import pytest

from certify.language.catalogue import load_game
from certify.play.chance import Stream
from certify.play.events import EVERYONE, REFEREE, Changed, Chosen, Event, Moved, Visibility
from certify.play.interpreter.interpreter import choose, decision_of, legal, options, outcome, run
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State, initial_state
from certify.play.observation import Recorder
from certify.play.views import observe
from tests.support.observed_game import write_spec

SEEDS = range(12)


class Remembering:
    """Chance of a stream that remembers what it decided, or that repeats it with cards swapped."""

    def __init__(self, seed, decided=None, swap=None):
        self.stream = Stream(seed)
        self.given = None if decided is None else list(decided)
        self.swap = swap or {}
        self.decided = []

    def card(self, cards, number):
        if self.given is None:
            place = self.stream.card(cards, number)
        else:
            card = self.given.pop(0)
            place = cards.index(self.swap.get(card, card))
        self.decided.append(cards[place])
        return place

    def element(self, name, elements):
        given = self.given
        place = self.stream.element(name, elements) if given is None else given.pop(0)
        self.decided.append(place)
        return place


@pytest.fixture(scope="module")
def observed(tmp_path_factory):
    return Program(load_game(str(write_spec(tmp_path_factory.mktemp("spec")))))


@pytest.fixture(scope="module", params=["observed", "burnout"])
def program(request, observed):
    return observed if request.param == "observed" else Program(load_game("burnout"))


def recorder_of(state: State) -> Recorder:
    assert isinstance(state.recorder, Recorder)
    return state.recorder


def begun(program, chance):
    state = initial_state(program, chance)
    state.recorder = Recorder(state)
    run(state)
    return state


def played(program, seed, most=10**6):
    """Play at random and return the state, what chance decided, and the moves."""
    chance = Remembering(seed)
    state = begun(program, chance)
    stream = Stream(seed, 1)
    moves: list[tuple[str, Any]] = []
    while not state.is_over and len(moves) < most:
        found = options(state)
        move, picked = found.at(stream.below(found.total))
        moves.append((move.name, picked))
        choose(state, move, picked)
    return state, chance.decided, moves


def swapped(picked, swap):
    if isinstance(picked, tuple):
        return tuple(swap.get(card, card) for card in picked)
    return swap.get(picked, picked)


def seen_cards(recorder: Recorder, seat: int) -> set[int]:
    """Return every card that a seat has seen in a game."""
    found: set[int | None] = set()
    for event in recorder.history(seat):
        if isinstance(event, Moved):
            found |= set(event.cards)
        elif isinstance(event, Chosen) and event.kind in ("card", "cards"):
            found |= set(event.picked)
        elif isinstance(event, Changed) and event.name == "favourite":
            found.add(event.value)
        else:
            found |= set(getattr(event, "cards", ()))
    return {card for card in found if card is not None}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seat", [0, 1, EVERYONE])
def test_histories_that_differ_in_what_is_hidden_give_equal_information_states(program, seed, seat):
    state, decided, moves = played(program, seed, 1 + seed % 6)
    hidden = sorted(set(range(len(state.where))) - seen_cards(recorder_of(state), seat))
    kinds = program.deck.kinds
    pairs = [
        (one, two)
        for one, two in combinations(hidden, 2)
        if state.where[one] != state.where[two] and kinds[one] != kinds[two]
    ]
    if not pairs:
        pytest.skip("nothing that differs is hidden")
    first, second = pairs[seed % len(pairs)]
    swap = {first: second, second: first}
    other = begun(program, Remembering(seed, decided, swap))
    for name, picked in moves:
        rule = next(move for move in decision_of(other).moves if move.name == name)
        is_cards = rule.pick is not None and rule.pick.kind in ("card", "cards")
        choose(other, *legal(other, name, swapped(picked, swap) if is_cards else picked))
    assert other.where != state.where
    mine, theirs = (recorder_of(s).information_state(seat) for s in (state, other))
    assert str(mine) == str(theirs)
    assert mine == theirs
    assert hash(mine) == hash(theirs)
    assert observe(state, seat).lines() == observe(other, seat).lines()
    whole, changed = (recorder_of(s).information_state(1 - max(seat, 0)) for s in (state, other))
    if seat != EVERYONE:
        assert whole != changed


@pytest.mark.parametrize("seed", SEEDS)
def test_hidden_cards_that_change_places_change_no_view(program, seed):
    state, _, _ = played(program, seed, 1 + seed % 6)
    sight = Visibility(program)
    for seat in (0, 1, EVERYONE):
        hidden = [
            card
            for card, zone in enumerate(state.where)
            if not sight.zones[seat][zone] and not program.layout.up(state.values, card)
        ]
        turned = dict(zip(hidden, [*hidden[1:], *hidden[:1]], strict=True))
        other = state.copy()
        other.zones = [[turned.get(card, card) for card in zone] for zone in state.zones]
        other.where = list(state.where)
        for card, to in turned.items():
            other.where[to] = state.where[card]
        assert observe(other, seat) == observe(state, seat)
        moved = any(other.where[card] != state.where[card] for card in hidden)
        has_twins = len(set(program.deck.labels)) < len(program.deck.labels)
        assert has_twins or (observe(other, REFEREE) != observe(state, REFEREE)) == moved


def test_nothing_is_forgotten(program):
    """What a seat has seen at a decision of its own begins what it sees at its next."""
    state = begun(program, Stream(3))
    stream = Stream(4)
    before: dict[int, list[tuple[str, ...]]] = {0: [], 1: []}
    while not state.is_over:
        lines = recorder_of(state).information_state(state.seat).seen
        before[state.seat].append(lines)
        found = options(state)
        choose(state, *found.at(stream.below(found.total)))
    for states in before.values():
        assert len(states) > 2
        for earlier, later in pairwise(states):
            # The last line tells what is asked.
            assert later[: len(earlier) - 1] == earlier[:-1]
            assert len(later) > len(earlier)


def test_the_recorder_changes_nothing(program):
    state, _, _ = played(program, 5)
    plain = initial_state(program, Stream(5))
    run(plain)
    stream = Stream(5, 1)
    while not plain.is_over:
        found = options(plain)
        choose(plain, *found.at(stream.below(found.total)))
    assert plain.zones == state.zones
    assert outcome(plain) == outcome(state)


def at_first_decision(observed):
    state = begun(observed, Stream(1))
    return state, recorder_of(state)


def answer(state, name, picked=None):
    choose(state, *legal(state, name, picked))


def test_choices_made_together_are_seen_when_all_have_chosen(observed):
    state, recorder = at_first_decision(observed)
    answer(state, "number", 4)
    assert "choose spy plan_ahead: number 4" in recorder.information_state(0).seen
    for seat in (1, EVERYONE):
        assert not any(line.startswith("choose") for line in recorder.information_state(seat).seen)
    answer(state, "number", 7)
    for seat in (0, 1, EVERYONE):
        lines = recorder.information_state(seat).seen
        assert "choose spy plan_ahead: number 4" in lines
        assert "choose guard plan_ahead: number 7" in lines


def test_of_a_decision_taken_together_the_others_do_not_see_whose_turn_it_is(observed):
    state, recorder = at_first_decision(observed)
    assert observe(state, 0).asked_seat == 0
    assert observe(state, 1).asked_seat is None
    assert recorder.information_state(1).seen[-1] == "ask all plan_ahead"


def test_variables_and_tokens_are_seen_by_whom_they_are_shown(observed):
    state, recorder = at_first_decision(observed)
    answer(state, "number", 4)
    answer(state, "number", 7)
    mine, theirs = (str(recorder.information_state(seat)) for seat in (0, 1))
    assert "set plan[spy]: 4" in mine
    assert "set plan[guard]" not in mine
    assert "set plan[guard]: 7" in theirs
    assert "danger" not in mine + theirs
    assert "set favourite" in theirs
    assert "set favourite" not in mine
    names = {value.name for value in observe(state, 1).variables}
    assert names == {"die", "favourite", "plan", "target", "turns"}
    assert not observe(state, 1).tokens
    assert not observe(state, 1).supplies
    assert observe(state, 0).supplies == (("coin", 5),)


def test_of_cards_that_are_not_seen_it_is_told_how_many_there_are_if_they_can_be_counted(observed):
    state, _ = at_first_decision(observed)
    card = state.zones[observed.position("hand[1]")[1]][0]
    state.values[observed.layout.up_at + card] = True
    spy, guard = (observe(state, seat).lines() for seat in (0, 1))
    of = {name: observed.position(name)[1] for name in ("deck", "hand[1]", "hand[2]")}
    dealt, others, left = (len(state.zones[of[name]]) for name in ("hand[1]", "hand[2]", "deck"))
    assert min(dealt, others, left) > 1
    assert f"zone deck: +{left}" in spy
    assert f"zone hand[guard]: +{others}" in spy
    assert f"zone hand[spy]: {observed.deck.labels[card]} +{dealt - 1}" in guard
    # Nothing lies in the cellar, which the spy alone can count.
    assert "zone cellar:" in spy
    assert "zone cellar: ?" in guard
    own = next(line for line in spy if line.startswith("zone hand[spy]: "))
    assert len(own.split(": ")[1].split()) == dealt
    assert "+" not in own


def test_of_a_secret_decision_others_see_that_it_was_made_and_what_leaves_a_zone(observed):
    state, recorder = at_first_decision(observed)
    answer(state, "number", 4)
    answer(state, "number", 7)
    seat = state.seat
    card = state.zones[observed.position(f"hand[{seat + 1}]")[1]][0]
    answer(state, "hide", card)
    name, label = observed.seat_name(seat), observed.deck.labels[card]
    own = recorder.information_state(seat).seen
    others = recorder.information_state(1 - seat).seen
    assert f"choose {name} hide: hide {label}" in own
    assert f"choose {name} hide" in others
    # Only the spy can count the cards of the cellar.
    where = "cellar" if seat == 1 else "?"
    assert f"move hand[{name}] {where}: ?" in others
    assert not any(label in line for line in others)


def test_cards_turned_up_are_seen_by_all(observed):
    state, _, _ = played(observed, 2, 4)
    card = state.zones[observed.position("deck")[1]][0]
    label = observed.deck.labels[card]
    assert label not in str(observe(state, 0))
    state.values[observed.layout.up_at + card] = True
    for seat in (0, 1, EVERYONE):
        deck = next(zone for zone in observe(state, seat).zones if zone.name == "deck")
        assert deck.cards == (label,)
        assert deck.unseen == len(state.zones[deck.zone]) - 1


def test_the_order_of_a_hand_that_was_hidden_stays_hidden(observed):
    sight = Visibility(observed)
    hand, opened = (observed.position(name)[1] for name in ("hand[2]", "open"))
    one = sight.seen_by(Moved((5, 3, 4), hand, opened), 0)
    other = sight.seen_by(Moved((3, 4, 5), hand, opened), 0)
    assert one == other
    attic = observed.position("attic")[1]
    kept = sight.seen_by(Moved((5, 3, 4), hand, attic), 0)
    assert isinstance(kept, Moved)
    assert kept.cards == (5, 3, 4)


def test_a_move_between_zones_that_cannot_be_counted_is_not_noticed(observed):
    sight = Visibility(observed)
    cellar, attic = (observed.position(name)[1] for name in ("cellar", "attic"))
    event: Event = Moved((1, 2), cellar, attic)
    assert sight.seen_by(event, 1) is None
    assert sight.seen_by(event, EVERYONE) is None
    assert sight.seen_by(event, 0) == event
    assert sight.seen_by(event, REFEREE) == event
    up = sight.seen_by(Moved((1, 2), cellar, attic, (2,)), 1)
    assert up == Moved((2,), cellar, attic, (2,))


def test_alike_cards_have_one_name_in_information_states():
    program = Program(load_game("burn"))
    state = begun(program, Stream(1))
    text = str(recorder_of(state).information_state(0))
    assert "2C" in text or "3C" in text
    assert not any(f"{rank}{suit}" in text for rank in (2, 3, 4, 9, 10) for suit in "DHS")
