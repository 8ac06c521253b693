"""One card less, and every composition at once: against packs that are solved for themselves."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from certify.errors import StateSpaceError
from certify.exact.banked.aside import nets_without
from certify.exact.banked.composition import composition_of
from certify.exact.banked.dealing import dealing_of
from certify.exact.banked.looking import Looking
from certify.exact.banked.removal import Pack, classes_of
from certify.exact.banked.solution import solve
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_overrides
from certify.play.chance import Stream
from certify.play.interpreter.interpreter import options
from certify.play.interpreter.program import Program
from certify.play.logs.log import Session, header_of
from certify.play.policies import RANDOM
from tests.oracle.cut_packs import (
    casino_holdem,
    casino_war,
    punto_banco,
    red_dog,
    three_card_poker,
    ultimate_texas_holdem,
)
from tests.oracle.random_games import decision, frame_of, loaded, random_game

SMALL: dict[str, Callable[[], LoadedGame]] = {
    "three-card-poker": lambda: three_card_poker([5, 6, 11, 12, 13], 3),
    "three-card-poker-alike": lambda: three_card_poker([4, 11, 12], 1, packs__cards__copies=3),
    "red-dog": lambda: red_dog([*range(2, 9)], 3),
    "casino-war": lambda: casino_war([*range(2, 8)], 4),
    "punto-banco": lambda: punto_banco([*range(1, 8)], 4),
}

each_small = pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name == "punto-banco" else ()) for name in SMALL],
)


def less_one(game: LoadedGame, card: int) -> str:
    """Return what is left of a pack without one card, as ``--shoe`` takes it."""
    asked = Pack.of(game).asked
    program = asked.program
    kinds: dict[int, int] = {}
    for each in program.deck.cards(asked.kinds.pack):
        kinds[program.deck.kinds[each]] = kinds.get(program.deck.kinds[each], 0) + 1
    kinds[program.deck.kinds[card]] -= 1
    return ",".join(map(str, kinds.values()))


def fewest_left(game: LoadedGame, rounds: int) -> int:
    """Return how many cards of the pack are left at least, by rounds that are played."""
    program = Program(game, 1)
    place, _, _ = program.layout.places[next(iter(game.spec.packs.values())).into]
    fewest = len(program.deck.labels)
    for seed in range(rounds):
        session = Session(program, header_of(program, seed, [RANDOM]))
        stream = Stream(seed, 1)
        while not session.state.is_over:
            found = options(session.state)
            session.choose(*found.at(stream.below(found.total)))
        fewest = min(fewest, len(session.state.zones[place]))
    return fewest


@pytest.mark.parametrize("seed", [1073, 1081, 1114, 1145])
def test_no_round_that_is_played_takes_more_cards_than_the_walk_finds(seed: int) -> None:
    game = random_game(seed)
    pack = Pack.of(game)
    assert fewest_left(game, 400) == pack.asked.kinds.total - pack.dealt


@pytest.mark.parametrize(("name", "dealt"), [("red-dog", 3), ("three-card-poker", 6)])
def test_cards_of_a_round_are_known(name: str, dealt: int) -> None:
    assert Pack.of(SMALL[name]()).dealt == dealt


@each_small
def test_a_card_that_lies_aside_is_a_card_less(name: str) -> None:
    game = SMALL[name]()
    pack = Pack.of(game)
    total: dict[str, Fraction] = {}
    gained, cards = Fraction(0), pack.asked.kinds.total
    for each in classes_of(pack.asked.kinds):
        removal = pack.without(each.kind)
        program = pack.asked.program
        left = composition_of(program, less_one(game, each.cards[0]))
        alone = solve(game, left=left)
        share = Fraction(len(each.cards), cards)
        for wager, found in removal.best.wagers.items():
            assert found == alone.wagers[wager]
            fixed = (removal.fixed or removal.best).wagers[wager]
            total[wager] = total.get(wager, Fraction(0)) + share * fixed.net
        made = [*pack.solution.joint][-1]
        best = sum((removal.best.wagers[wager].net for wager in made), Fraction(0))
        held = sum(
            ((removal.fixed or removal.best).wagers[wager].net for wager in made), Fraction(0)
        )
        assert best >= held
        gained += share * (best - held)
    # By one play a card set aside unseen changes nothing, exactly.
    assert total == {wager: found.net for wager, found in pack.solution.wagers.items()}
    assert gained >= 0


@pytest.mark.parametrize("most", [0, 60])
@pytest.mark.parametrize("make", [casino_holdem, ultimate_texas_holdem])
def test_boards_are_gone_through_beside_a_card_that_lies_aside(
    make: Callable[..., LoadedGame], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make([3, 12, 14], 2)

    def without_each() -> list[object]:
        pack = Pack.of(game)
        classes = classes_of(pack.asked.kinds)
        return [pack.without(each.kind, with_held=False).best.wagers for each in classes]

    whole = without_each()
    monkeypatch.setattr(Looking, "most_single", most)
    assert without_each() == whole


def test_to_see_a_card_is_worth_something_where_it_changes_the_play() -> None:
    pack = Pack.of(SMALL["three-card-poker"]())
    removals = [pack.without(each.kind) for each in classes_of(pack.asked.kinds)]
    assert all(removal.fixed is not None for removal in removals)
    assert any(
        removal.fixed is not None
        and sum(w.net for w in removal.fixed.wagers.values())
        != sum(w.net for w in removal.best.wagers.values())
        for removal in removals
    )


@each_small
def test_one_walk_tells_of_every_card_what_walks_without_it_tell(name: str) -> None:
    game = SMALL[name]()
    pack = Pack.of(game)
    nets = nets_without(game)
    for place, each in enumerate(classes_of(pack.asked.kinds)):
        removal = pack.without(each.kind)
        held = removal.fixed or removal.best
        assert {name: found[place] for name, found in nets.items()} == {
            name: held.wagers[name].net for name in nets
        }
    assert {*nets} == {*pack.solution.wagers}


@pytest.mark.parametrize("seed", [174, 387, 490])
def test_of_games_made_at_random_one_walk_tells_of_every_card(seed: int) -> None:
    """Some ask while a variable is a card that there is none of."""
    require_told_by_one_walk(random_game(seed))


def test_a_word_that_is_seen_beside_the_cards_is_told_apart() -> None:
    """Of two situations with the same cards the word tells which play is the best."""
    points = "sum(c.rank for c in mine) - sum(c.rank for c in house)"
    brings = f"({points}) * (1 if aim == 'high' else -1) if raised else 1 / 7"
    deals = [{"deal": {"from": "pool", "to": zone}} for zone in ("mine", "house")]
    ask = {"ask": {"turn": "player"}}
    do = [{"shuffle": "pool"}, {"chance": {"aim": "['low', 'high']"}}, *deals, ask]
    spec = frame_of(
        {"cards": {"rank": "1..5", "suit": ["a", "b"]}},
        {"pool": {"see": "none"}, "mine": {"see": "all"}, "house": {"see": "none"}},
        {"raised": {"type": "boolean"}, "aim": {"type": ["low", "high"]}},
        do,
        {"turn": decision({"fold": {}, "play": {"do": [{"set": {"raised": True}}]}})},
        {"main": {"stake": 1, "net": brings}},
    )
    require_told_by_one_walk(loaded(spec, {}))


def require_told_by_one_walk(game: LoadedGame) -> None:
    """Require one walk to tell of every card what the play of the whole pack brings without it."""
    pack = Pack.of(game)
    nets = nets_without(game)
    for place, each in enumerate(classes_of(pack.asked.kinds)):
        held = pack.without(each.kind).fixed
        assert held is not None
        assert {name: found[place] for name, found in nets.items()} == {
            name: held.wagers[name].net for name in nets
        }


def test_where_every_card_is_dealt_none_lies_aside() -> None:
    with pytest.raises(StateSpaceError, match="every card is dealt, so that none can"):
        nets_without(three_card_poker([12, 13], 3))


@pytest.mark.parametrize("name", ["casino-war", "punto-banco"])
def test_every_composition_at_once_is_each_for_itself(name: str) -> None:
    game = SMALL[name]()
    dealing = dealing_of(game)
    program = Pack.of(game).asked.program
    source = np.random.default_rng(7)
    copies = dealing.kinds.copies
    rows = np.array([copies, copies - source.integers(0, 2, len(copies))])
    for row in rows:
        alone = solve(game, left=composition_of(program, ",".join(map(str, row))))
        for wager, found in alone.wagers.items():
            if name == "casino-war" and wager != "tie" and row is not rows[0]:
                # The best play may be another there.
                continue
            assert dealing.net(wager, [int(count) for count in row]) == found.net
    for wager in dealing.terms:
        exact = [float(dealing.net(wager, [int(count) for count in row])) for row in rows]
        assert dealing.nets(wager, rows) == pytest.approx(exact, abs=1e-13)


def test_suits_that_were_exchanged_are_told_apart_again() -> None:
    game = apply_overrides(load_game("blackjack-first-cards"), ("decks=1",))
    dealing = dealing_of(game)
    program = Pack.of(game).asked.program
    left = composition_of(program, "Ac=0,Td=0,5h=0")
    alone = solve(game, left=left)
    kinds = dealing.kinds
    gone = {kinds.kind_of[card] for card in program.deck.cards(kinds.pack)
            if program.deck.labels[card] in ("Ac", "Td", "5h")}  # fmt: skip
    counts = [0 if kind in gone else int(n) for kind, n in enumerate(kinds.copies)]
    assert {wager: dealing.net(wager, counts) for wager in dealing.terms} == {
        wager: found.net for wager, found in alone.wagers.items() if wager in dealing.terms
    }
