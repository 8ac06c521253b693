"""Exact figures of games against the house: equal, as fractions, to every order of the cards."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from certify.errors import StateSpaceError
from certify.exact.banked import kinds
from certify.exact.banked.holdings import Group
from certify.exact.banked.looking import Looking
from certify.exact.banked.solution import BEST, solve
from certify.language.catalogue import game_of, load_game
from certify.language.game import LoadedGame, wagers_made, with_wagers
from tests.oracle.banked import BruteForce, brute_force
from tests.oracle.compared import require_equal
from tests.oracle.cut_packs import SUITS, Made, let_it_ride, three_card_poker
from tests.oracle.random_games import (
    Data,
    decision,
    frame_of,
    games_from,
    loaded,
    random_game,
    random_spec,
)
from tests.support.one_in import one_in

# Games made at random

ORDINARY = [
    *(2, 3, 4, 6, 10, 15, 16, 18, 19, 20, 21, 22, 26, 34, 39, 43, 47, 59, 65, 70, 78, 81, 85, 87),
]
"""Games with few enough orders of the cards for the ordinary run, and with one best play."""


@pytest.mark.parametrize("policy", [BEST, "keen"])
@pytest.mark.parametrize("seed", one_in(2, ORDINARY))
def test_a_game_made_at_random(seed: int, policy: str) -> None:
    require_equal(random_game(seed), policy, decisions=False)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 1_000, 50))
def test_many_games_made_at_random(first: int) -> None:
    followed = 0
    for _, game in games_from(first):
        for policy in (BEST, "keen"):
            with suppress(StateSpaceError):
                require_equal(game, policy, decisions=False, may_be_tied=True)
                followed += 1
    assert followed > 50


# Wagers that change how another is played


def drawing() -> LoadedGame:
    """Return a game in which a card may be drawn, and wagers on few and on many points."""
    do = [SHUFFLE, deal("mine"), deal("house"), ASK, {"if": "raised", "then": [deal("mine")]}]
    points = "sum(c.rank for c in mine)"
    wagers = {
        "main": {"stake": 1, "net": f"1 if {points} > sum(c.rank for c in house) else -1"},
        "many": {"stake": 1, "net": f"3 if {points} >= 7 else -1", "optional": True},
        "few": {"stake": 1, "net": f"2 if {points} <= 3 else -1", "optional": True},
    }
    zones = {"pool": {"see": "none"}, "mine": {"see": "all"}, "house": {"see": "none"}}
    pack = {"cards": {"rank": "2..4", "suit": ["a", "b"]}}
    return loaded(frame_of(pack, zones, VARIABLES, do, TURN, wagers), {})


def sets_of_wagers(game: LoadedGame) -> list[list[str]]:
    """Return every set of wagers that can be made with the main wager."""
    optional = [name for name, wager in game.spec.wagers.items() if wager.optional]
    sizes = range(len(optional) + 1)
    return [["main", *some] for size in sizes for some in combinations(optional, size)]


@pytest.mark.parametrize("made", [drawing, lambda: random_game(118)], ids=["drawing", "random"])
def test_every_set_of_wagers_has_its_own_best_play(made: Made) -> None:
    game = made()
    plays = []
    for wagers in sets_of_wagers(game):
        found = require_equal(with_wagers(game, wagers), decisions=False)
        plays.append({asked: summary.shares for asked, summary in found.decided.items()})
    assert len(plays) > 1
    assert any(play != plays[0] for play in plays)


def test_what_follows_a_wager_that_nobody_makes_is_not_made() -> None:
    spec = drawing().spec.model_dump(mode="json", exclude_unset=True)
    tables: dict[str, Data] = {}
    game = loaded(spec, tables)
    more = {"title": "more", "of": "many", "net": "-20 if raised else 0", "cites": ["C1"]}
    followed = loaded({**spec, "wagers": {**spec["wagers"], "more": more}}, tables)
    assert wagers_made(followed) == wagers_made(game) == ("main",)
    assert solve(followed).wagers["main"] == solve(game).wagers["main"]
    made = with_wagers(followed, ["main", "many"])
    assert wagers_made(made) == ("main", "many", "more")
    found = require_equal(made, decisions=False)
    assert found.wagers["main"].net < solve(game).wagers["main"].net
    assert require_equal(followed, decisions=False).wagers["main"] == solve(game).wagers["main"]


@pytest.mark.slow
def test_every_set_of_wagers_of_games_made_at_random() -> None:
    for seed in ORDINARY:
        game = random_game(seed)
        for wagers in sets_of_wagers(game)[1:]:
            require_equal(with_wagers(game, wagers), decisions=False, may_be_tied=True)


# Suits


def renamed(data: Data, names: dict[str, str]) -> Data:
    """Return a spec in which the suits have each other's names, wherever they stand."""
    text = json.dumps(data)
    for name in names:
        text = text.replace(f'"{name}"', f'"<{name}>"').replace(f"'{name}'", f"'<{name}>'")
    for name, other in names.items():
        text = text.replace(f"<{name}>", other)
    found: Data = json.loads(text)
    return found


@pytest.mark.parametrize("seed", ORDINARY[::3])
def test_suits_with_other_names_change_nothing(seed: int) -> None:
    spec, tables = random_spec(seed)
    suits = list(spec["packs"]["cards"]["cards"]["suit"])
    others = suits[:]
    Random(seed).shuffle(others)
    if others == suits:
        others = [*suits[1:], suits[0]]
    found = solve(loaded(spec, tables))
    other = solve(loaded(renamed(spec, dict(zip(suits, others, strict=True))), tables))
    assert found.wagers == other.wagers
    assert found.outcomes == other.outcomes


@pytest.mark.parametrize("order", [[1, 0, 2], [2, 1, 0], [1, 2, 0]])
def test_suits_in_another_order_change_nothing(order: list[int]) -> None:
    suits = [SUITS[place] for place in order]
    game = three_card_poker([2, 3, 12, 14], 3)
    other = three_card_poker(
        [2, 3, 12, 14], 3, packs__cards__cards={"rank": [2, 3, 12, 14], "suit": suits}
    )
    found, same = solve(game), solve(other)
    assert (found.wagers, found.outcomes) == (same.wagers, same.outcomes)


NET = "-1 if not plays else 1 if not qualifies else 1 if lead > 0 else -1 if lead < 0 else 0"
HAS_CLUB = "any(c.suit == 'clubs' for c in hand)"

PLANTED: dict[str, Data] = {
    "in a net": {"wagers__ante__net": f"2 if plays and {HAS_CLUB} else {NET}"},
    "in a net, of a hidden card": {
        "wagers__ante__net": f"2 if plays and any(c.suit == 'clubs' for c in dealer) else {NET}"
    },
    "in a list": {
        "wagers__ante__net": f"2 if plays and any(c.suit in ['clubs'] for c in hand) else {NET}"
    },
    "in a legal move": {"decisions__turn__moves__play__when": HAS_CLUB},
    "in a pay line": {
        "wagers__pair_plus__row": f"'flush' if {HAS_CLUB} else category_of(three_cards, hand)"
    },
    "in a statement": {
        "procedures__play__do__3": {"if": HAS_CLUB, "then": [{"ask": {"turn": "player"}}]}
    },
    "in an attribute": {
        "packs__cards__derived": {"bonus": "1 if suit == 'clubs' else 0"},
        "wagers__ante__net": f"({NET}) + (sum(c.bonus for c in hand) if plays else 0)",
    },
    "by the cards of the pack": {"packs__cards__only": "rank != 14 or suit == 'clubs'"},
    "by copies": {"packs__cards__copies": "2 if rank == 14 and suit == 'clubs' else 1"},
    "of a wild card": {
        "rankings__three_cards__wild": {"is": "rank == 14 and suit == 'clubs'"},
    },
}


@pytest.mark.parametrize("place", one_in(2, PLANTED))
def test_a_suit_that_a_rule_names_is_no_suit_as_others(place: str) -> None:
    ranks = [4, 11, 12, 14] if "only" in str(PLANTED[place]) else [4, 12, 14]
    found = require_equal(three_card_poker(ranks, 2, **PLANTED[place]))
    assert found.kinds.attribute == ""


def test_a_suit_that_a_policy_names_is_no_suit_as_others() -> None:
    policy = {"policies__queen_six_four__decisions__turn__play": f"1 if {HAS_CLUB} else 0"}
    found = require_equal(three_card_poker([4, 12, 14], 2, **policy), "queen_six_four")
    assert found.kinds.attribute == ""


@pytest.mark.parametrize("place", ["in a net", "in a legal move", "in a statement"])
def test_suits_wrongly_taken_for_alike_are_noticed(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "_is_interchangeable", lambda *given: given[-1] == "suit")
    with pytest.raises(AssertionError):
        require_equal(three_card_poker([4, 12, 14], 2, **PLANTED[place]))


def test_suits_that_no_rule_names_are_alike() -> None:
    assert require_equal(three_card_poker([4, 12, 14], 2)).kinds.attribute == "suit"
    wild = {"rankings__three_cards__wild": {"is": "rank == 14", "also": [14]}}
    assert require_equal(three_card_poker([4, 12, 14], 2, **wild)).kinds.attribute == "suit"


# What a statement means


ASK: Data = {"ask": {"turn": "player"}}
TURN = {"turn": decision({"fold": {}, "play": {"do": [{"set": {"raised": True}}]}})}
VARIABLES: Data = {"raised": {"type": "boolean"}}


def deal(zone: str, number: int = 1) -> Data:
    """Return the statement that deals cards to a zone."""
    return {"deal": {"cards": number, "from": "pool", "to": zone}}


def small(do: list[Any], net: str, *, ranks: int = 3, suits: int = 2, **more: Any) -> LoadedGame:
    """Return a game with a hand that is seen and one that is not."""
    zones = {"pool": {"see": "none"}, "mine": {"see": "all"}, "house": {"see": "none"}}
    pack = {"cards": {"rank": f"2..{ranks + 1}", "suit": ["a", "b", "c"][:suits]}}
    wagers = {"main": {"stake": 1, "net": f"({net}) if raised else -1 / 4"}}
    spec = frame_of(
        pack,
        zones | more.get("zones", {}),
        VARIABLES | more.get("variables", {}),
        do,
        more.get("decisions", TURN),
        wagers,
    )
    spec["procedures"] |= more.get("procedures", {})
    return loaded(spec, {})


AHEAD = "1 if max(c.rank for c in mine) > max(c.rank for c in house) else -1"
SHUFFLE: Data = {"shuffle": "pool"}
FOLLOWED: dict[str, tuple[list[Any], str, Data]] = {
    "a card that a loop remembers, while others come": (
        [
            SHUFFLE, deal("house"), deal("mine", 2),
            {"each": {"c": "mine"}, "do": [
                deal("board"),
                {"if": "any(b.suit == c.suit for b in board)", "then": [{"add": {"points": 1}}]},
            ]},
            ASK,
        ],
        "points - 1",
        {"zones": {"board": {"see": "all"}}, "variables": {"points": {"type": "0..9"}}, "suits": 3},
    ),
    "a variable that is a fraction told by cards": (
        [
            SHUFFLE, deal("mine", 2),
            {"set": {"half": "sum(c.rank for c in mine) / 4"}},
            deal("house"), deal("board"), ASK,
        ],
        "half - 1 - (1 / 3 if any(c.rank == 2 for c in house + board) else 0)",
        {"zones": {"board": {"see": "all"}}, "variables": {"half": {"type": "number"}}},
    ),
    "what is impossible in other games": (
        [SHUFFLE, deal("mine", 2), deal("house"), ASK],
        "max(c.rank for c in mine if c.suit == 'a') - 2 if any(c.suit == 'a' for c in mine) else 0",
        {},
    ),
    "a division that is not done": (
        [SHUFFLE, deal("mine"), deal("house"), ASK],
        "7 // (min(c.rank for c in mine) - 2) if min(c.rank for c in mine) > 2 else -1",
        {},
    ),
    "a card that is shown": (
        [SHUFFLE, deal("mine"), deal("house"), {"show": {"cards": "house"}}, ASK], AHEAD, {},
    ),
    "cards that are shown as they lie": (
        [SHUFFLE, deal("house", 2), {"show": {"cards": "house"}}, deal("mine"), ASK],
        "1 if mine[0].rank > house[0].rank else -1",
        {"zones": {"house": {"see": "none", "ordered": True},
                   "mine": {"see": "none", "ordered": True}}},
    ),
    "a card that is turned": (
        [
            SHUFFLE, deal("mine"), deal("house"), deal("board"),
            {"turn": {"cards": "board", "face": "up"}}, ASK,
        ],
        "1 if max(c.rank for c in mine) > min(c.rank for c in house + board) else -1",
        {"zones": {"board": {"see": "none"}}},
    ),
    "hidden cards that are picked up": (
        [
            SHUFFLE, deal("mine"), deal("board", 2), deal("house"),
            {"move": {"from": "board", "to": "mine"}}, ASK,
        ],
        AHEAD, {"zones": {"board": {"see": "none"}}},
    ),
    "chance that is seen": (
        [
            SHUFFLE, deal("mine"), {"chance": {"factor": "[1, 2, 2, 3]"}}, ASK, deal("house"),
        ],
        f"factor * ({AHEAD})", {"variables": {"factor": {"type": "1..3"}}},
    ),
    "hidden chance after the last decision": (
        [SHUFFLE, deal("mine"), ASK, {"chance": {"factor": "range(1, 3)"}}, deal("house")],
        f"factor * ({AHEAD})", {"variables": {"factor": {"type": "1..3", "see": "none"}}},
    ),
    "what is said of a hidden card": (
        [
            SHUFFLE, deal("mine"), deal("house"),
            {"announce": {"text": "{n}", "values": {"n": "sum(c.rank for c in house)"}}}, ASK,
        ],
        AHEAD, {},
    ),
    "a suit that is said of a hidden card": (
        [
            SHUFFLE, deal("mine"), deal("house"),
            {"each": {"c": "house"}, "do": [
                {"announce": {"text": "{s}", "values": {"s": "c.suit"}}},
            ]},
            ASK,
        ],
        "1 if any(c.suit == d.suit for c in mine for d in house) else -1", {"suits": 3},
    ),
    "what a variable told of a hidden card before it was set anew": (
        [
            SHUFFLE, deal("mine"), deal("house"), {"set": {"points": "sum(c.rank for c in house)"}},
            {"set": {"points": "0"}}, ASK,
        ],
        f"points + ({AHEAD})", {"variables": {"points": {"type": "0..9"}}},
    ),
    "what a variable told of a hidden card before chance set it": (
        [
            SHUFFLE, deal("mine"), deal("house"), {"set": {"points": "sum(c.rank for c in house)"}},
            {"chance": {"points": "range(0, 1)"}}, ASK,
        ],
        f"points + ({AHEAD})", {"variables": {"points": {"type": "0..9"}}},
    ),
    "a variable that tells of a hidden card": (
        [
            SHUFFLE, deal("mine"), deal("house"), {"set": {"points": "sum(c.rank for c in house)"}},
            ASK,
        ],
        f"points * 0 + ({AHEAD})", {"variables": {"points": {"type": "0..9"}}},
    ),
    "a fraction that tells of a hidden card": (
        [
            SHUFFLE, deal("mine"), deal("house"),
            {"set": {"half": "sum(c.rank for c in house) / 4"}}, ASK,
        ],
        f"half + ({AHEAD})", {"variables": {"half": {"type": "number"}}},
    ),
    "seen cards that are put on hidden ones, in a zone whose order is read": (
        [
            SHUFFLE, deal("mine"), deal("house"), ASK, {"move": {"from": "mine", "to": "house"}},
            deal("house"),
        ],
        "house[1].rank - 3", {"zones": {"house": {"see": "none", "ordered": True}}},
    ),
    "a pack that runs out": (
        [SHUFFLE, deal("mine", 2), ASK, deal("house", 9)], "1 if len(house) == 4 else -1", {},
    ),
    "a procedure that is left": (
        [SHUFFLE, deal("mine"), deal("house"), {"call": "bet"}, deal("mine")], AHEAD,
        {"procedures": {"bet": {
            "text": "Bet or not.",
            "do": [
                {"if": "any(c.rank == 2 for c in mine)", "then": [{"stop": "procedure"}]}, ASK,
            ],
            "cites": ["C1"],
        }}},
    ),
    "words that are picked": (
        [SHUFFLE, deal("mine"), deal("house"), ASK],
        f"({AHEAD}) if mood == 'calm' else 0 if mood == 'neutral' else -({AHEAD})",
        {
            "variables": {"mood": {"type": ["neutral", "wild", "calm"]}},
            "decisions": {"turn": decision({
                "fold": {},
                "play": {
                    "pick": {"word": ["wild", "neutral", "calm"]},
                    "do": [{"set": {"raised": True, "mood": "picked"}}],
                },
            })},
        },
    ),
    "a table of fractions": (
        [SHUFFLE, deal("mine"), deal("house"), ASK],
        "[1 / 2, -1 / 3, 0][max(c.rank for c in mine) - 2]", {},
    ),
    "a ranking with one category": (
        [SHUFFLE, deal("mine"), deal("house"), ASK],
        "sum(c.rank for c in mine) - 3 + (1 if distinct(c.suit for c in mine + house) == 1 else 0)",
        {"suits": 3},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FOLLOWED)
def test_what_a_statement_means(what: str) -> None:
    do, net, more = FOLLOWED[what]
    require_equal(small(do, net, **more), decisions=what not in TOLD)


TOLD = [what for what in FOLLOWED if what.endswith("hidden card") or "a variable told" in what]
"""Of situations in which hidden cards have been read nothing is kept but figures."""

# What is written of suits tells nothing of hidden ones

ANY_SUIT = "1 if any(c.suit == d.suit for c in board for d in house) else -1"
FIRST = "first(c for c in house)"
READ: Data = {"set": {"secret": "sum(c.rank for c in house + other)"}}
KEEPS = {"kept": {"type": "cards", "see": "none"}}
READ_BEFORE: dict[str, tuple[list[Any], str]] = {
    "shown": ([deal("board"), READ, {"show": {"cards": "board"}}, ASK], "none"),
    "turned": ([READ, deal("board"), {"turn": {"cards": "board", "face": "up"}}, ASK], "none"),
    "moved": ([deal("other"), READ, {"move": {"from": "other", "to": "board"}}, ASK], "all"),
    "in a loop": (
        [{"each": {"c": "house"}, "do": [{"set": {"secret": "c.rank"}}]}, deal("board"), ASK], "all"
    ),
    "by name": (
        [{"let": {"x": FIRST}}, deal("board"), {"set": {"secret": "x.rank"}}, ASK],
        "all",
    ),
    "kept": ([{"set": {"kept": FIRST}}, deal("board"), ASK], "all"),
    "told": (
        [READ, deal("board"), {"announce": {"text": "{c}", "values": {"c": FIRST}}}, ASK],
        "all",
    ),
    "picked beside": ([READ, deal("board", 2), {"ask": {"pick": "player"}}], "all"),
}  # fmt: skip


def with_hidden_suits(what: str, suits: int) -> LoadedGame:
    """Return a game in which a hidden card is read, and one of its suit is worth a raise."""
    do, seen = READ_BEFORE[what]
    zones = {"board": {"see": seen}, "other": {"see": "none"}}
    picks = {
        "fold": {},
        "play": {
            "pick": {"cards": "board", "n": "1"},
            "do": [{"move": {"cards": "picked", "to": "mine"}}, {"set": {"raised": True}}],
        },
    }
    return small(
        [SHUFFLE, deal("house"), *do, deal("mine"), deal("other")],
        f"(kept.rank if kept else 0) * 0 + secret * 0 + ({ANY_SUIT})",
        suits=suits,
        zones=zones,
        variables={"secret": {"type": "0..9", "see": "none"}, **KEEPS},
        decisions={"pick": decision(picks)} if what == "picked beside" else TURN,
    )


@pytest.mark.parametrize("suits", [2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("what", READ_BEFORE)
def test_how_suits_are_written_tells_nothing(what: str, suits: int) -> None:
    found = require_equal(with_hidden_suits(what, suits), decisions=False)
    assert found.kinds.attribute == "suit"


@pytest.mark.parametrize("made", ["len({})", "len([c for c in {}])"])
def test_a_number_of_cards_beside_the_rank_of_a_hand_some_of_which_is_hidden(made: str) -> None:
    spec, tables = random_spec(10294)
    told = made.format("aside + mine")
    row = f"category_of(hands, aside + mine) if {told} >= 2 else 'plain'"
    spec["wagers"]["bonus"]["row"] = row
    require_equal(loaded(spec, tables), decisions=False)


REFUSED: dict[str, tuple[list[Any], str, Data]] = {
    "cards that are not shuffled": ([deal("mine"), SHUFFLE, deal("house"), ASK], AHEAD, {}),
    "chance that the seat does not see": (
        [SHUFFLE, deal("mine"), {"chance": {"factor": "range(1, 3)"}}, deal("house"), ASK],
        f"factor * ({AHEAD})", {"variables": {"factor": {"type": "1..3", "see": "none"}}},
    ),
    "a seen card that is put on a hidden one, in a zone whose order is read": (
        [SHUFFLE, deal("mine", 2), deal("house"), ASK], "house[-1].rank - 3",
        {
            "zones": {"house": {"see": "none", "ordered": True}},
            "decisions": {"turn": decision({
                "fold": {},
                "play": {
                    "pick": {"card": "mine"},
                    "do": [{"move": {"cards": "picked", "to": "house"}}, {"set": {"raised": True}}],
                },
            })},
        },
    ),
    "seen cards that are put away": (
        [
            SHUFFLE, deal("mine"), deal("board"), {"move": {"from": "board", "to": "house"}}, ASK,
        ],
        AHEAD, {"zones": {"board": {"see": "all"}}},
    ),
    "more cards where some were shown": (
        [
            SHUFFLE, deal("mine"), deal("house"), {"show": {"cards": "house"}}, deal("house"), ASK,
        ],
        AHEAD, {},
    ),
    "hidden cards that decide who is asked": (
        [
            SHUFFLE, deal("mine"), deal("house"),
            {"if": "any(c.rank == 2 for c in house)", "then": [ASK], "else": [deal("mine"), ASK]},
        ],
        AHEAD, {},
    ),
    "a number of cards told by cards": (
        [
            SHUFFLE, deal("mine"),
            {"deal": {"cards": "min(c.rank for c in mine)", "from": "pool", "to": "house"}}, ASK,
        ],
        AHEAD, {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_is_not_answered_wrongly(what: str) -> None:
    do, net, more = REFUSED[what]
    game = small(do, net, **more)
    assert sum(brute_force(game).outcomes["main"].values()) == 1
    with pytest.raises(StateSpaceError):
        solve(game)


# Brute force itself


def test_brute_force_of_a_game_that_is_worked_out_by_hand() -> None:
    # Of 2 to 4 in one suit the seat has one card: with a 4 it wins 1, with a 3 nothing, with a 2 it
    # would lose 1, and folds for a quarter.
    found: BruteForce = brute_force(
        small([SHUFFLE, deal("mine"), deal("house"), ASK], AHEAD, suits=1)
    )
    third = Fraction(1, 3)
    assert found.wagers["main"][:2] == (Fraction(1), third + 0 * third - third / 4)
    assert found.decisions == {
        ("turn", ("fold", "play"), (Fraction(-1, 4), Fraction(worth)), choice): third
        for worth, choice in ((1, "play"), (0, "play"), (-1, "fold"))
    }
    totals = sorted(found.outcomes["main"].items())
    assert all(first <= second for first, second in pairwise(totals))
    one = Fraction(1)
    assert dict(totals) == {
        (one, -one): third / 2,
        (one, Fraction(-1, 4)): third,
        (one, one): third * 3 / 2,
    }


# Hidden cards before a decision, and boards


@pytest.mark.parametrize("policy", [BEST, "from_three"])
def test_a_hidden_card_may_end_the_round(policy: str) -> None:
    """The seat decides knowing only that the hidden card has not ended it."""
    game = load_game("tests/games/peeking.yaml")
    found, wanted = solve(game, policy), brute_force(game, policy)
    figures = {name: (each.stake, each.net, each.lines) for name, each in found.wagers.items()}
    assert figures == wanted.wagers
    assert {name: found.outcomes[name] for name in wanted.outcomes} == wanted.outcomes
    (summary,) = found.decided.values()
    (kept,) = summary.kept
    assert summary.situations == len(kept.known) == 5
    assert found.situations == (5 if policy == BEST else 0)
    assert kept.known.groups == (Group(1, 1, ordered=False),)
    # Of 90 ways to deal both cards, two of each rank: those in which the dealer has no five.
    pack = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    dealt = [(mine, his) for mine, his in permutations(pack, 2) if his != 5]
    ways = Counter(mine for mine, _ in dealt)
    assert kept.ways is not None
    assert [Fraction(int(own), kept.total) for own in kept.ways] == [
        Fraction(ways[rank], 90) for rank in range(1, 6)
    ]
    if kept.worths is not None:
        for rank, own, units in zip(range(1, 6), kept.ways, kept.worths.units, strict=True):
            doubled = [2 * ((mine > his) - (mine < his)) for mine, his in dealt if mine == rank]
            worths = [Fraction(int(unit), int(own) * kept.worths.base) for unit in units]
            assert worths == [Fraction(sum(doubled), len(doubled)), Fraction(-1, 2)]


def with_few_cards(only: str) -> LoadedGame:
    """Return Ultimate Texas hold'em with some of the cards."""
    text = Path("rules/shelf/ultimate_texas_holdem.yaml").read_text()
    text = text[: text.index("examples:")].replace("    into:", f'    only: "{only}"\n    into:')
    # The policy asks for a hand whose cards there are.
    return game_of(text.replace("'3 3 2 2'", "'A A K K'"), "few_cards.yaml")


@pytest.mark.parametrize(
    "only",
    [
        "rank >= 13 or rank == 12 and suit != 'clubs'",
        pytest.param("rank >= 12", marks=pytest.mark.slow),
        pytest.param("rank >= 11 and suit != 'spades'", marks=pytest.mark.slow),
        # Flushes: suits of which a board has three can be read, the others cannot.
        "rank >= 10 and suit in ['spades', 'hearts']",
        pytest.param("rank >= 9 and suit in ['spades', 'hearts']", marks=pytest.mark.slow),
        pytest.param("suit == 'clubs' and rank >= 8 or rank >= 13", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("play", [BEST, "usual"])
@pytest.mark.parametrize(
    "single", [(0, 3_000), pytest.param((300, 10_000), marks=pytest.mark.slow)]
)
def test_boards_that_are_gone_through_come_to_the_same(
    only: str, play: str, single: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flop, a turn and a river, taken card by card and from the side of whole boards.

    The policy reads suits after the flop, and not after the river.
    """
    game = with_few_cards(only)
    one_by_one = solve(game, play)
    for most in single:
        monkeypatch.setattr(Looking, "most_single", most)
        by_boards = solve(game, play)
        assert one_by_one.wagers == by_boards.wagers
        assert one_by_one.outcomes == by_boards.outcomes
        assert one_by_one.decided.keys() == by_boards.decided.keys()


def test_boards_that_would_lose_rounds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # A hand looked at as a board keeps no suits that it cannot make a flush of: the cards that
    # follow it, looked at as boards too, did not come to all rounds.
    monkeypatch.setattr(Looking, "most_single", 0)
    with pytest.raises(StateSpaceError, match="the boards of board do not come to all"):
        solve(let_it_ride([9, 10, 11, 12, 13], 4))
