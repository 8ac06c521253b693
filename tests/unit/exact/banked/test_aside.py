"""A card that lies aside, of all classes at once: against walks that look at every card."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from certify.errors import StateSpaceError
from certify.exact.banked import aside, boards, counting_classes, settling
from certify.exact.banked.amounts import amount_of
from certify.exact.banked.aside import OneAside, added_up, nets_without, numbered
from certify.exact.banked.counting import hands_below
from certify.exact.banked.counting_classes import classes_held
from certify.exact.banked.course import Solver
from certify.exact.banked.looking import Looking
from certify.exact.banked.pieces import Ranks
from certify.exact.banked.removal import Pack, classes_of
from certify.exact.banked.solution import BEST, question, solve
from certify.exact.banked.walks import Walk
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame
from tests.oracle.cut_packs import (
    UPCARD,
    caribbean_stud,
    casino_holdem,
    casino_war,
    mississippi_stud,
    three_card_poker,
    ultimate_texas_holdem,
)
from tests.oracle.every_card import nets_without_a_card

SMALL: dict[str, Callable[[], LoadedGame]] = {
    "caribbean": lambda: caribbean_stud([3, 11, 13, 14], 3),
    "caribbean-uneven": lambda: caribbean_stud(
        [2, 13, 14], 3, packs__cards__only="rank == 13 or suit != 'clubs'"
    ),
    "casino": lambda: casino_holdem([4, 11, 13, 14], 2),
    "casino-three-suits": lambda: casino_holdem([4, 13, 14], 3),
    "ultimate": lambda: ultimate_texas_holdem([3, 10, 12, 14], 2),
    "three-cards": lambda: three_card_poker([5, 6, 12, 13], 3),
    "upcard": lambda: three_card_poker([11, 12, 13, 14], 2, **UPCARD),
    "mississippi": lambda: mississippi_stud([5, 6, 11], 2),
    "alike": lambda: casino_war([2, 3], 1, packs__cards__copies=3),
}

COUNTED = {*SMALL} - {"alike"}

each_small = pytest.mark.parametrize("name", SMALL)

KEPT: dict[str, dict[str, list[Fraction]]] = {}


def every_card(name: str) -> dict[str, list[Fraction]]:
    """Return what a walk tells that looks at every card, which is done once."""
    if name not in KEPT:
        KEPT[name] = nets_without_a_card(SMALL[name]())
    return KEPT[name]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have hidden hands counted however few there are, and note which wagers that is done for."""
    monkeypatch.setattr(settling, "MOST_LOOKED", 0)
    found: list[str] = []
    add = OneAside._add_parts

    def noted(self: OneAside, frame: Any, name: str, *others: Any) -> None:
        found.append(name)
        add(self, frame, name, *others)

    monkeypatch.setattr(OneAside, "_add_parts", noted)
    return found


@each_small
def test_hands_that_are_counted_are_those_that_are_looked_at(name: str, counted: list[str]) -> None:
    assert nets_without(SMALL[name]()) == every_card(name)
    assert bool(counted) == (name in COUNTED)


@pytest.mark.parametrize("name", ["casino", "casino-three-suits", "ultimate"])
def test_whole_boards_tell_the_same(
    name: str, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = every_card(name)
    monkeypatch.setattr(Looking, "most_single", 0)
    assert nets_without(SMALL[name]()) == expected
    assert counted


@pytest.mark.parametrize("name", ["caribbean", "three-cards"])
def test_a_pack_without_the_card_tells_the_same(name: str, counted: list[str]) -> None:
    game = SMALL[name]()
    pack, nets = Pack.of(game), nets_without(game)
    for place, each in enumerate(classes_of(pack.asked.kinds)):
        held = pack.without(each.kind).fixed
        assert held is not None
        assert {wager: net[place] for wager, net in nets.items()} == {
            wager: held.wagers[wager].net for wager in nets
        }


class Elsewhere:
    """Works pieces out by another solver, as another process would, and counts them."""

    cores = 2

    def __init__(self, walk: Walk) -> None:
        self.do = pickle.loads(pickle.dumps(walk)).prepare()
        self.asked: list[bytes] = []

    def done(self, asked: Iterable[tuple[bytes, Ranks]]) -> Iterator[tuple[str, bytes, Ranks]]:
        for piece, ranks in asked:
            self.asked.append(piece)
            yield "", *self.do((len(self.asked), piece, ranks))


@pytest.mark.parametrize(("name", "most"), [("caribbean", 10**9), ("ultimate", 60)])
def test_pieces_tell_the_same(
    name: str, most: int, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = every_card(name)
    monkeypatch.setattr(Solver, "least_apart", 0)
    monkeypatch.setattr(Looking, "most_single", most)
    monkeypatch.setattr(boards, "MOST_ROWS", 100)
    game = SMALL[name]()
    there = Elsewhere(Walk(game, BEST, None, is_aside=True))
    assert nets_without(game, pieces=there) == expected
    assert len(there.asked) > 1
    assert any(b"ClassCounting" in piece for piece in there.asked) == (name == "caribbean")


def test_wagers_on_one_heap_need_no_hand_of_each_side() -> None:
    game = SMALL["three-cards"]()
    asked = question(game)
    walk = asked.solver(OneAside, lambda done, total, doing: None)
    walk.best_play()
    walk.tally()
    assert [*walk.apart]


def test_without_room_for_all_classes_some_are_counted_after_others(
    counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting_classes, "MOST_RUNNING", 1)
    assert nets_without(SMALL["caribbean"]()) == every_card("caribbean")


def test_sums_beyond_a_machine_word_are_those_of_python(
    counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = every_card("caribbean")
    monkeypatch.setattr(aside, "LARGEST", 2**24)
    assert nets_without(SMALL["caribbean"]()) == expected
    monkeypatch.setattr(aside, "LARGEST", 2)
    with pytest.raises(StateSpaceError, match="too many to be added up"):
        nets_without(SMALL["caribbean"]())


def test_large_weights_are_added_up_by_their_digits() -> None:
    weights = np.array([2**100 + 3, 5, 2**61], dtype=object)
    found = added_up(lambda by: np.array([by.sum(), 7 * by[0]]), weights, 7)
    assert found.tolist() == [2**100 + 8 + 2**61, 7 * (2**100 + 3)]


def test_what_wagers_bring_together_is_numbered() -> None:
    numbers: aside.Numbers = {(Fraction(1), Fraction(1, 2)): 0}
    one, two = amount_of(np.array([1, 2, 1, 2]), 4), amount_of(Fraction(1, 2), 4)
    assert numbered([one, two], numbers).tolist() == [0, 1, 0, 1]
    assert numbers == {(Fraction(1), Fraction(1, 2)): 0, (Fraction(2), Fraction(1, 2)): 1}


def test_cards_of_hidden_hands_are_those_of_plain_enumeration() -> None:
    game = three_card_poker([4, 11, 12, 13], 3)
    solver = question(game).solver(Solver, lambda done, total, doing: None)
    ranks, kinds, values = solver.evaluator.ranks("three_cards"), 12, 3
    source = np.random.default_rng(5)
    rows = [source.permutation(kinds)[:4].tolist() for _ in range(6)]
    rows = sorted([*rows, *([row[0], *row[:0:-1]] for row in rows)])
    cards = np.array(rows, dtype=np.uint8)
    middle = np.sort(source.choice(ranks.values, (len(rows), 2)), axis=1)
    weights = source.integers(0, 5, len(rows))
    labels = source.integers(0, 3, (len(rows), 3)).astype(np.int32)
    expected = np.zeros((3, 4), dtype=np.int64)
    for row, limits, weight, own in zip(rows, middle, weights, labels, strict=True):
        for hand in combinations(sorted({*range(kinds)} - {*row}), 2):
            (rank,) = ranks.of(np.array([[row[0], *hand]], dtype=np.uint8))
            label = own[int((rank >= limits).sum())]
            for card in hand:
                expected[label, card // values] += weight
    opened, others = cards[:, :1], cards[:, 1:]
    found = classes_held(ranks, kinds, values, opened, others, 2, middle, weights, labels, 3)
    assert found.tolist() == expected.tolist()
    # Hands below a limit do not rest on the limits that come before it.
    below = hands_below(ranks, kinds, opened, others, 2, middle)
    turned = hands_below(ranks, kinds, opened, others, 2, middle[:, ::-1])
    assert turned.tolist() == below[:, ::-1].tolist()


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(SMALL["ultimate"], id="few-cards"),
        *(
            pytest.param(partial(load_game, name), id=name, marks=pytest.mark.slow)
            for name in ("casino-holdem", "ultimate-texas-holdem")
        ),
    ],
)
def test_the_effects_of_all_classes_cancel_out(made: Callable[[], LoadedGame]) -> None:
    game = made()
    nets, solution = nets_without(game), solve(game)
    copies = [len(each.cards) for each in classes_of(question(game).kinds)]
    for wager, found in nets.items():
        total = sum(net * number for net, number in zip(found, copies, strict=True))
        assert total / sum(copies) == solution.wagers[wager].net


# Worked out from a start at which an ace lies aside, every situation answered as it is with all
# cards (`certify.exact.banked.removal.Holding`): with one suit told from the others.
WITHOUT_AN_ACE = {
    "caribbean-stud": {
        "ante": Fraction(-31262625586, 134165974635),
        "call": Fraction(451234995473, 2683319492700),
        "side": Fraction(-12113, 33558),
    },
    "casino-holdem": {
        "ante": Fraction(3973738619, 60846247000),
        "call": Fraction(-6921819437, 76666271220),
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("game", WITHOUT_AN_ACE)
def test_a_whole_game_without_an_ace(game: str) -> None:
    nets = nets_without(load_game(game))
    assert {wager: found[-1] for wager, found in nets.items()} == WITHOUT_AN_ACE[game]
