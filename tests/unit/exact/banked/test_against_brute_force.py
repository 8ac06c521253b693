"""Exact figures of games against the house: equal, as fractions, to every order of the cards."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from certify.errors import StateSpaceError
from certify.exact.banked import kinds
from certify.exact.banked.looking import Looking
from certify.exact.banked.solution import BEST, Solution, solve
from certify.language.catalogue import game_of, load_game
from certify.language.cut_down import cut_down
from certify.language.game import LoadedGame, apply_overrides, with_wagers
from tests.oracle.banked import BruteForce, Decided, brute_force
from tests.oracle.random_games import (
    Data,
    decision,
    frame_of,
    loaded,
    random_game,
    random_spec,
)

SUITS = ["clubs", "diamonds", "hearts"]


def require_equal(game: LoadedGame, policy: str = BEST) -> Solution:
    """Require every figure of the engine to be that of brute force; return the engine's."""
    found, wanted = solve(game, policy), brute_force(game, policy)
    figures = {name: (each.stake, each.net, each.lines) for name, each in found.wagers.items()}
    assert figures == wanted.wagers
    assert {name: found.outcomes[name] for name in wanted.outcomes} == wanted.outcomes
    if policy == BEST:
        assert decided(found) == wanted.decisions
    return found


def decided(found: Solution) -> dict[Decided, Fraction]:
    """Return probabilities of situations with a choice, by what each option is worth."""
    shares: dict[Decided, Fraction] = {}
    for answered in (one for summary in found.decided.values() for one in summary.kept):
        worths, weights = answered.worths, answered.weights
        assert worths is not None
        for row, weight in enumerate(weights):
            legal = [place for place in range(len(answered.options)) if answered.legal[row, place]]
            if not weight or len(legal) < 2:
                continue
            key = (
                answered.decision,
                tuple(answered.options[place] for place in legal),
                tuple(Fraction(int(worths.units[row, place]), worths.base) for place in legal),
                answered.options[answered.choice[row]],
            )
            shares[key] = shares.get(key, Fraction(0)) + Fraction(int(weight), answered.total)
    return shares


# The games of the shelf, with few cards


def shelf(name: str, ranks: list[int], suits: int, **edits: Any) -> LoadedGame:
    """Return a game of the shelf with few cards, and what else is changed in its spec."""
    pack = {"rank": ranks, "suit": SUITS[:suits]}
    changes = {key.replace("__", "."): value for key, value in edits.items()}
    game = load_game(f"rules/shelf/{name}.yaml")
    assert game.document is not None
    for ranking in game.spec.rankings:
        # The ace is the lowest card too, and the ranks that a hand is written down by are there.
        changes = {f"rankings.{ranking}.also": {max(ranks): min(ranks) - 1}} | changes
    return cut_down(game, {"packs.cards.cards": pack} | changes)


QUEEN = "1 if at_least(three_cards, hand, 'Q') else 0"
SIX_CARDS = "category_of(six_cards, hand + dealer)"
UPCARD = {
    "zones": {
        "draw": {"see": "none", "cites": ["C1"]},
        "hand": {"see": "all", "limit": 3, "cites": ["C1"]},
        "upcard": {"see": "all", "limit": 1, "cites": ["C1"]},
        "dealer": {"see": "none", "limit": 2, "cites": ["C1"]},
    },
    "procedures__play__do": [
        {"shuffle": "draw"},
        {"deal": {"cards": 3, "from": "draw", "to": "hand"}},
        {"deal": {"from": "draw", "to": "upcard"}},
        {"deal": {"cards": 2, "from": "draw", "to": "dealer"}},
        {"ask": {"turn": "player"}},
    ],
    "definitions__qualifies__cases__queen": "at_least(three_cards, dealer + upcard, 'Q')",
    "definitions__lead__is": "rank_of(three_cards, hand) - rank_of(three_cards, dealer + upcard)",
}


NAMED = {
    "variables": {
        "plays": {"type": "boolean", "cites": ["C2"]},
        "noted": {"type": "-1..1", "cites": ["C1"]},
    },
    "procedures__play__do": [
        {"shuffle": "draw"},
        {"deal": {"cards": 3, "from": "draw", "to": "hand"}},
        {"deal": {"cards": 3, "from": "draw", "to": "dealer"}},
        {"let": {"queens": "count(c.rank == 12 for c in hand)"}},
        {"ask": {"turn": "player"}},
        {"let": {"ahead": "rank_of(three_cards, hand) - rank_of(three_cards, dealer)"}},
        {
            "if": "ahead > 0 or queens > 1",
            "then": [{"set": {"noted": 1}}],
            "else": [{"set": {"noted": "0 if ahead == 0 else -1"}}],
        },
    ],
    "definitions__lead__is": "noted",
}
"""Names for values, of which one is worked out of cards that nobody has seen."""


COUNTED = {
    "definitions__lead__is": (
        "max((c.rank for c in hand), nth=2) ** 2 - max((c.rank for c in dealer), nth=2) ** 2"
        " + (2 - count(c.rank == 12 for c in hand)) ** count(c.rank == 11 for c in dealer)"
        " - min((c.rank for c in dealer if c.rank > 11), nth=2, default=3)"
        " + max((c.rank for c in hand if c.rank != 12), nth=1 + count(c.rank == 13 for c in hand),"
        " default=2) - lowest((c.rank for c in dealer), nth=3).rank + 2 ** 3"
    ),
}
"""Powers by card, and of the cards the second and third."""


def three_card_poker(ranks: list[int], suits: int, **edits: Any) -> LoadedGame:
    """Return three-card poker with few cards, without six of both; its policy plays queen high."""
    few = {
        "policies__queen_six_four__decisions__turn__play": QUEEN,
        "definitions__qualifies__cases__king": False,
        "wagers__six_card_bonus__row": f"{SIX_CARDS} if made(six_card_bonus) else 'nothing'",
    }
    return shelf("three_card_poker", ranks, suits, **(few | edits))


def casino_war(ranks: list[int], suits: int, **edits: Any) -> LoadedGame:
    """Return casino war with few cards, of which one is burned."""
    few = {"packs__cards__copies": 1, "procedures__fight__do__0__deal__cards": 1}
    return shelf("casino_war", ranks, suits, **(few | edits))


def red_dog(ranks: list[int], suits: int, **edits: Any) -> LoadedGame:
    """Return red dog with few cards; its policy raises with two ranks between."""
    policy = "policies__from_seven__decisions__raise_it__raise_it"
    few = {"packs__cards__copies": 1, policy: "1 if spread >= 2 else 0"}
    return shelf("red_dog", ranks, suits, **(few | edits))


def punto_banco(ranks: list[int], suits: int, **edits: Any) -> LoadedGame:
    """Return punto banco with few cards."""
    return shelf("punto_banco", ranks, suits, **({"packs__cards__copies": 1} | edits))


Made = Callable[[], LoadedGame]

POKER: dict[str, Made] = {
    "queen-king-ace": lambda: three_card_poker([12, 13, 14], 2),
    "five-six-queen": lambda: three_card_poker([5, 6, 12], 2),
    "two-three-queen-ace": lambda: three_card_poker(
        [2, 12, 14], 3, packs__cards__only="rank != 12 or suit == 'clubs'"
    ),
    "three-suits": lambda: three_card_poker([4, 12], 3),
    "alike": lambda: three_card_poker([4, 11, 12], 1, packs__cards__copies=2),
    "upcard": lambda: three_card_poker([11, 12, 13], 2, **UPCARD),
    "upcard-three-suits": lambda: three_card_poker([12, 14], 3, **UPCARD),
    "names": lambda: three_card_poker([11, 12, 13], 2, **NAMED),
    "powers-and-nth": lambda: three_card_poker([11, 12, 13], 2, **COUNTED),
    "powers-and-nth-of-three": lambda: three_card_poker([11, 12], 3, **COUNTED),
    "seen-dealer": lambda: three_card_poker([10, 11, 12], 2, zones__dealer__see="all"),
    "two-kinds-of-pairs": lambda: three_card_poker(
        [11, 12, 13], 2,
        rankings__three_cards__order=[
            {"straight_flush": {"run": True, "same": "suit"}},
            {"three_of_a_kind": {"groups": [3]}},
            {"straight": {"run": True}},
            {"flush": {"same": "suit"}},
            {"high_pair": {"groups": [2], "least": 12}},
            {"pair": {"groups": [2]}},
            {"high_card": {}},
        ],
    ),
    "six-cards": lambda: three_card_poker(
        [11, 12, 13], 3,
        packs__cards__only="rank == 12 or suit != 'clubs'",
        wagers__six_card_bonus__row=SIX_CARDS,
    ),
    "least-counts": lambda: three_card_poker([3, 4, 12], 2, rankings__three_cards__best="least"),
}  # fmt: skip
WAR: dict[str, Made] = {
    "six-cards": lambda: casino_war([2, 3, 4], 2),
    "three-suits": lambda: casino_war([2, 3], 3),
    "alike": lambda: casino_war([2, 3], 1, packs__cards__copies=3),
    "no-burn": lambda: casino_war([5, 6, 9], 2, procedures__fight__do__0__deal__cards=0),
    "seen-burn": lambda: casino_war([5, 6, 9], 2, zones__burned__see="all"),
    "seven-cards": lambda: casino_war(
        [2, 3, 4], 3, packs__cards__only="rank == 2 or suit != 'hearts'"
    ),
}
DOG: dict[str, Made] = {
    "five-ranks": lambda: red_dog([2, 3, 4, 5, 6], 2),
    "gaps": lambda: red_dog([2, 5, 7, 13], 2),
    "three-suits": lambda: red_dog([2, 4, 6], 3),
    "two-packs": lambda: red_dog([2, 4, 5], 2, packs__cards__copies=2),
    "many-ranks": lambda: red_dog([2, 3, 5, 9, 12, 13, 14], 1, packs__cards__copies=2),
}
BACCARAT: dict[str, Made] = {
    "low": lambda: punto_banco([1, 2, 3], 2),
    "middle": lambda: punto_banco([4, 5, 6], 2),
    "high": lambda: punto_banco([6, 8, 13], 2),
    "tens": lambda: punto_banco([3, 10, 13], 2),
    "three-suits": lambda: punto_banco([2, 7], 3),
    "alike": lambda: punto_banco([1, 5, 13], 1, packs__cards__copies=2),
    "no-suit-twice": lambda: punto_banco([1, 2, 3, 4, 6, 13], 1),
}


def cases() -> list[Any]:
    """Return the shelf's games with few cards, by each policy, wagers and settings."""
    found: list[Any] = []

    def add(name: str, made: Made, policy: str, settings: list[str], wagers: list[str]) -> None:
        written = "-".join([name, policy, *settings, *wagers])
        found.append(pytest.param(made, policy, settings, wagers, id=written))

    for name, made in POKER.items():
        for policy in (BEST, "queen_six_four"):
            add(f"poker-{name}", made, policy, [], [])
    for name in ("five-six-queen", "upcard"):
        add(f"poker-{name}", POKER[name], BEST, [], ["ante", "pair_plus"])
    add("poker-alike", POKER["alike"], BEST, ["ante_bonus.straight.pays=3:2"], [])
    for name, made in WAR.items():
        for policy in (BEST, "fights", "gives_up"):
            add(f"war-{name}", made, policy, [], [])
    for name in ("six-cards", "alike"):
        add(f"war-{name}", WAR[name], BEST, ["bonus_for_second_tie=false"], [])
        add(f"war-{name}", WAR[name], BEST, ["tie_pays=11:1"], ["main", "tie"])
    for name, made in DOG.items():
        for policy in (BEST, "from_seven", "never"):
            add(f"dog-{name}", made, policy, [], [])
    add("dog-gaps", DOG["gaps"], BEST, ["main.three.pays=3:1"], [])
    for name, made in BACCARAT.items():
        add(f"banco-{name}", made, BEST, [], [])
        add(f"banco-{name}", made, BEST, ["commission=0.04"], ["banco", "tie", "punto_pair"])
    return found


@pytest.mark.parametrize(("made", "policy", "settings", "wagers"), cases())
def test_a_game_of_the_shelf_with_few_cards(
    made: Made, policy: str, settings: list[str], wagers: list[str]
) -> None:
    game = apply_overrides(made(), settings)
    require_equal(with_wagers(game, wagers) if wagers else game, policy)


def test_there_are_many_cases() -> None:
    assert len(cases()) >= 60


@pytest.mark.slow
@pytest.mark.parametrize("edits", [{}, UPCARD], ids=["closed", "upcard"])
@pytest.mark.parametrize("suits", [2, 3])
def test_three_card_poker_with_eight_and_seven_cards(edits: Data, suits: int) -> None:
    if suits == 2:
        game = three_card_poker([4, 6, 12, 14], 2, **edits)
    else:
        only = "rank == 13 or suit != 'hearts'"
        game = three_card_poker([6, 12, 13], 3, packs__cards__only=only, **edits)
    require_equal(game)


# Games made at random

ORDINARY = [
    2,
    3,
    8,
    13,
    17,
    34,
    36,
    39,
    47,
    49,
    52,
    53,
    55,
    59,
    64,
    67,
    69,
    70,
    71,
    75,
    78,
    82,
    84,
    85,
    87,
    90,
    91,
    93,
    94,
    95,
    96,
    98,
]
"""Games with few enough orders of the cards for the ordinary run."""


def compare(seed: int) -> bool:
    """Compare a random game; return whether the engine followed it."""
    followed = False
    for policy in (BEST, "keen"):
        try:
            require_equal(random_game(seed), policy)
            followed = True
        except StateSpaceError:
            continue
    return followed


@pytest.mark.parametrize("seed", ORDINARY)
def test_a_game_made_at_random(seed: int) -> None:
    assert compare(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 20))
def test_many_games_made_at_random(first: int) -> None:
    followed = sum(compare(seed) for seed in range(first, first + 20))
    assert followed >= 15


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


@pytest.mark.parametrize("place", PLANTED)
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
    require_equal(small(do, net, **more))


REFUSED: dict[str, tuple[list[Any], str, Data]] = {
    "cards that are not shuffled": ([deal("mine"), SHUFFLE, deal("house"), ASK], AHEAD, {}),
    "chance that the seat does not see": (
        [SHUFFLE, deal("mine"), {"chance": {"factor": "range(1, 3)"}}, deal("house"), ASK],
        f"factor * ({AHEAD})", {"variables": {"factor": {"type": "1..3", "see": "none"}}},
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
    assert (summary.situations, summary.kept) == (5, [])


def with_few_cards(only: str) -> LoadedGame:
    """Return Ultimate Texas hold'em with some of the cards."""
    text = Path("rules/shelf/ultimate_texas_holdem.yaml").read_text()
    text = text[: text.index("examples:")].replace("    into:", f'    only: "{only}"\n    into:')
    # The policy asks for a hand whose cards there are.
    return game_of(text.replace("'3 3 2 2'", "'A A K K'"), "few_cards.yaml")


@pytest.mark.parametrize(
    "only",
    [
        "rank >= 12",
        "rank >= 11 and suit != 'spades'",
        # Flushes: suits of which a board has three can be read, the others cannot.
        "rank >= 9 and suit in ['spades', 'hearts']",
        "suit == 'clubs' and rank >= 8 or rank >= 13",
    ],
)
@pytest.mark.parametrize("play", [BEST, "usual"])
def test_boards_that_are_gone_through_come_to_the_same(
    only: str, play: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flop, a turn and a river, taken card by card and from the side of whole boards.

    The policy reads suits after the flop, and not after the river.
    """
    game = with_few_cards(only)
    one_by_one = solve(game, play)
    for most in (0, 300, 3_000, 10_000):
        monkeypatch.setattr(Looking, "most_single", most)
        by_boards = solve(game, play)
        assert one_by_one.wagers == by_boards.wagers
        assert one_by_one.outcomes == by_boards.outcomes
        assert one_by_one.decided.keys() == by_boards.decided.keys()
