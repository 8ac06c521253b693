"""Cards that a seat sees or knows by a mark, against the rules: as every order of the cards."""

from __future__ import annotations

from typing import Any

import pytest

from certify.errors import SpecError, StateSpaceError
from certify.exact.banked.solution import Leak, Solution, solve
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame
from certify.play.interpreter.state import State
from tests.oracle.banked import brute_force
from tests.oracle.random_games import decision, frame_of, loaded
from tests.support.one_in import one_in
from tests.unit.exact.banked.test_against_brute_force import small

ONE = Leak(1)
AHEAD = "max(c.rank for c in mine) + count(b.suit == c.suit for b in board for c in mine)"


def two_decisions(seen_first: bool) -> LoadedGame:
    """Return a game with a hidden hand of two, and a decision before and after a card comes."""
    raised = decision(
        {"raise": {"do": [{"add": {"put": 1}}]}, "wait": {"do": []}, "fold": {"do": [{"end": ""}]}}
    )
    later = decision({"double": {"do": [{"add": {"put": 2}}]}, "check": {"do": []}})
    do: list[Any] = [
        {"shuffle": "pool"},
        {"deal": {"from": "pool", "to": "mine"}},
        {"deal": {"cards": 2, "from": "pool", "to": "house"}},
        {"ask": {"first": "player"}},
        {"deal": {"from": "pool", "to": "board"}},
        {"ask": {"later": "player"}},
        {"set": {"lead": f"({AHEAD}) - max(c.rank for c in house)"}},
    ]
    if seen_first:
        do[1], do[2] = do[2], do[1]
    spec = frame_of(
        {"cards": {"rank": "1..4", "suit": ["a", "b"]}},
        {
            "pool": {"see": "none"},
            "mine": {"see": "all"},
            "house": {"see": "none"},
            "board": {"see": "all"},
        },
        {"put": {"type": "0..3"}, "lead": {"type": "-9..9"}, "folded": {"type": "boolean"}},
        do,
        {"first": raised, "later": later},
        {"main": {"stake": "1 + put", "net": "-1"}},
    )
    raised["moves"]["fold"]["do"] = [{"set": {"folded": True}}]
    do[-2:] = [{"if": "not folded", "then": do[-2:]}]
    net = "-1 if folded else (1 + put if lead > 0 else 0 if lead == 0 else -1 - put)"
    spec["wagers"]["main"]["net"] = net
    return loaded(spec, {})


def of_house(game: LoadedGame, number: int, least: int | None) -> Any:
    """Return what tells of a state the first cards of the house, or how many are high."""

    def told(state: State) -> Any:
        program = state.program
        place = [name for name, _ in program.layout.zones].index("house")
        ranks = program.deck.attributes["cards", "rank"]
        own = [ranks[card] for card in state.zones[place][:number]]
        if least is None:
            return tuple(sorted(state.zones[place][:number]))
        return sum(rank >= least for rank in own)

    return told


@pytest.mark.parametrize("seen_first", [False, True])
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("least", one_in(3, [None, 3, 4]))
def test_two_decisions_with_what_is_known_of_the_house(
    seen_first: bool, number: int, least: int | None
) -> None:
    """With a mark the seat sees neither the card nor, later, more of it."""
    game = two_decisions(seen_first)
    leak = Leak(number, "" if least is None else f"{least}-4")
    found = solve(game, leaks={"house": leak}).wagers["main"].net
    assert found == brute_force(game, told=of_house(game, number, least)).value


def test_a_mark_lies_between_nothing_and_the_card() -> None:
    game = two_decisions(seen_first=False)
    nets = [
        solve(game, leaks=leaks).wagers["main"].net
        for leaks in ({}, {"house": Leak(1, "3,4")}, {"house": ONE})
    ]
    assert nets == sorted(nets)
    assert len(set(nets)) == 3


def require_made_alike(seen: Solution, fair: Solution) -> None:
    """Require the same of every wager that is made; of others nothing is told to who sees cards."""
    assert set(seen.wagers) == {"ante", "play", "ante_bonus"}
    assert seen.wagers == {name: fair.wagers[name] for name in seen.wagers}


def test_a_mark_that_all_cards_have_tells_nothing() -> None:
    game = load_game("three-card-poker")
    require_made_alike(solve(game, leaks={"dealer": Leak(1, "2-A")}), solve(game))


@pytest.mark.slow
def test_cards_of_others_are_worth_something_and_none_are_worth_nothing() -> None:
    game = load_game("three-card-poker")
    none, one = (solve(game, leaks={"others": Leak(number)}) for number in (0, 1))
    require_made_alike(none, solve(game))
    assert sum(each.net for each in one.wagers.values()) > sum(
        each.net for each in none.wagers.values()
    )


def test_single_cards_are_kept_in_mind_and_others_marked() -> None:
    """How suits are written would tell which of them hidden cards have."""
    do: list[Any] = [
        {"shuffle": "pool"},
        {"deal": {"from": "pool", "to": "house"}},
        {"deal": {"from": "pool", "to": "mine"}},
        {"each": {"c": "mine"}, "do": [{"set": {"points": "c.rank"}}]},
        {"ask": {"turn": "player"}},
    ]
    same = "any(c.suit == d.suit for c in mine for d in house)"
    game = small(do, f"points if {same} else -points", variables={"points": {"type": "0..9"}})
    with pytest.raises(StateSpaceError, match="kept in mind or shown while some are marked"):
        solve(game, leaks={"house": Leak(1, "3-4")})
    seen = solve(game, leaks={"house": ONE}).wagers["main"].net
    assert seen == brute_force(game, told=of_house(game, 1, None)).value


@pytest.mark.parametrize(
    ("leaks", "told"),
    [
        ({"deeler": ONE}, "there is no hidden zone deeler; did you mean dealer"),
        ({"draw": ONE}, "draw is the pack that cards are dealt from; the next one is seen in"),
        ({"dealer": Leak(1, "T-X")}, "there is no value of a card X"),
        ({"dealer": Leak(1, "h")}, "h tells cards apart that the rules take for alike"),
    ],
)
def test_what_cannot_be_seen(leaks: dict[str, Leak], told: str) -> None:
    with pytest.raises(SpecError, match=told):
        solve(load_game("three-card-poker"), leaks=leaks)
