"""The games of the shelf with few cards: their own specs, small enough for brute force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from certify.language.catalogue import load_game
from certify.language.cut_down import cut_down
from certify.language.game import LoadedGame
from tests.oracle.random_games import Data

SUITS = ["clubs", "diamonds", "hearts"]
THREE_CARDS: list[Data] = [
    {"straight_flush": {"run": True, "same": "suit"}},
    {"three_of_a_kind": {"groups": [3]}},
    {"straight": {"run": True}},
    {"flush": {"same": "suit"}},
    {"pair": {"groups": [2]}},
    {"high_card": {}},
]
"""Hands of three cards, for games that are played with five where these are too many."""

Made = Callable[[], LoadedGame]


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


def side_line(cards: str) -> str:
    """Return the row of a side wager on five cards for hands of three; every row is reached."""
    best = f"category_of(poker, {cards})"
    return (
        f"'royal_flush' if {best} == 'straight_flush' and any(c.rank == 14 for c in {cards})"
        f" else 'four_of_a_kind' if {best} == 'three_of_a_kind'"
        f" else 'full_house' if {best} == 'pair'"
        f" else 'nothing' if {best} == 'high_card' else {best}"
    )


def let_it_ride(ranks: list[int], suits: int, **edits: Any) -> LoadedGame:
    """Return let it ride with few cards; hands are of five."""
    return shelf("let_it_ride", ranks, suits, **edits)


def mississippi_stud(ranks: list[int], suits: int, **edits: Any) -> LoadedGame:
    """Return Mississippi stud with few cards; hands are of five."""
    return shelf("mississippi_stud", ranks, suits, **edits)


def caribbean_stud(ranks: list[int], suits: int, **edits: Any) -> LoadedGame:
    """Return Caribbean stud with few cards and hands of three: of five there are ten in a round."""
    few = {
        "rankings__poker__cards": 3,
        "rankings__poker__order": THREE_CARDS,
        "zones__hand__limit": 3,
        "zones__dealer__limit": 2,
        "procedures__play__do__1__deal__cards": 3,
        "procedures__play__do__3__deal__cards": 2,
        "wagers__side__row": side_line("hand"),
        "invariants__five_each__is": "len(hand) == 3 and len(dealer) + len(upcard) == 3",
    }
    return shelf("caribbean_stud", ranks, suits, **(few | edits))


def casino_holdem(ranks: list[int], suits: int, **edits: Any) -> LoadedGame:
    """Return casino hold'em with few cards: one of the board before the decision, one after it."""
    few = {
        "rankings__poker__cards": 3,
        "rankings__poker__order": THREE_CARDS,
        "procedures__play__do__3__deal__cards": 1,
        "procedures__play__do__5__then__0__deal__cards": 1,
        "definitions__qualifies__cases__fours": "at_least(poker, dealer + board, 'A A')",
        "invariants__seven__is": "len(hand) + len(board) == (4 if calls else 3)",
    }
    return shelf("casino_holdem", ranks, suits, **(few | edits))


USUAL = "policies__usual__decisions__"
LAST = f"{USUAL}last__raise_one"
PAIRED = "at_least(poker, hand + board, 'A A') or has_own_pair or is_fourth_of_a_suit"


def ultimate_texas_holdem(ranks: list[int], suits: int, **edits: Any) -> LoadedGame:
    """Return Ultimate Texas hold'em with few cards: a flop and a turn of one card each."""
    few = {
        "rankings__poker__cards": 3,
        "rankings__poker__order": THREE_CARDS,
        "procedures__play__do__4__deal__cards": 1,
        "procedures__play__do__6__deal__cards": 1,
        "wagers__trips__row": side_line("hand + board"),
        f"{USUAL}second__raise_two": f"1 if {PAIRED} else 0",
        LAST: "1 if has_own_pair or outs < 5 else 0",
    }
    return shelf("ultimate_texas_holdem", ranks, suits, **(few | edits))


def blackjack_first_cards(ranks: list[int], suits: int, **edits: Any) -> LoadedGame:
    """Return the wagers on the first cards of blackjack with few cards."""
    return shelf("blackjack_first_cards", ranks, suits, **({"packs__cards__copies": 1} | edits))


def blackjack(ranks: list[int], copies: str, **edits: Any) -> LoadedGame:
    """Return blackjack with few cards, of which there are copies as told."""
    few = {
        "packs__cards__copies": copies,
        "rankings__three_cards__also": {max(ranks): min(ranks) - 1},
    }
    return shelf("blackjack", ranks, 3, **(few | edits))


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

# Of five cards, or with three and more cards in sight

LET_IT_RIDE: dict[str, Made] = {
    "six-cards": lambda: let_it_ride([9, 10, 14], 2),
    "eight-cards": lambda: let_it_ride([8, 9, 10, 14], 2),
    "three-suits": lambda: let_it_ride(
        [9, 10, 14], 3, packs__cards__only="rank == 14 or suit != 'clubs'"
    ),
    "one-suit": lambda: let_it_ride([8, 9, 10, 11, 12, 14], 1),
    "alike": lambda: let_it_ride([2, 10, 14], 1, packs__cards__copies=2),
    "low": lambda: let_it_ride([2, 3, 14], 2),
}
MISSISSIPPI: dict[str, Made] = {
    "six-cards": lambda: mississippi_stud([5, 6, 11], 2),
    "one-suit": lambda: mississippi_stud([6, 7, 8, 9, 10, 14], 1),
    "three-suits": lambda: mississippi_stud([2, 11], 3),
    "alike": lambda: mississippi_stud([3, 6, 12], 1, packs__cards__copies=2),
    "high": lambda: mississippi_stud([10, 13, 14], 2),
}
CARIBBEAN: dict[str, Made] = {
    "six-cards": lambda: caribbean_stud([12, 13, 14], 2),
    "a-gap": lambda: caribbean_stud([11, 13, 14], 2),
    "three-suits": lambda: caribbean_stud([13, 14], 3),
    "seven-cards": lambda: caribbean_stud(
        [2, 13, 14], 3, packs__cards__only="rank == 13 or suit != 'clubs'"
    ),
    "one-suit": lambda: caribbean_stud([2, 3, 11, 12, 13, 14], 1),
    "alike": lambda: caribbean_stud([3, 13, 14], 1, packs__cards__copies=2),
}
CASINO_HOLDEM: dict[str, Made] = {
    "six-cards": lambda: casino_holdem([4, 11, 14], 2),
    "three-suits": lambda: casino_holdem([10, 14], 3),
    "seven-cards": lambda: casino_holdem(
        [2, 13, 14], 3, packs__cards__only="rank == 13 or suit != 'clubs'"
    ),
    "one-suit": lambda: casino_holdem([3, 4, 5, 6, 11, 14], 1),
    "alike": lambda: casino_holdem([5, 12, 14], 1, packs__cards__copies=2),
}
ULTIMATE: dict[str, Made] = {
    "six-cards": lambda: ultimate_texas_holdem([3, 12, 14], 2),
    "three-suits": lambda: ultimate_texas_holdem([12, 14], 3),
    "seven-cards": lambda: ultimate_texas_holdem(
        [3, 12, 14], 3, packs__cards__only="rank == 12 or suit != 'clubs'"
    ),
    "one-suit": lambda: ultimate_texas_holdem([2, 3, 5, 11, 12, 14], 1),
    "alike": lambda: ultimate_texas_holdem([2, 13, 14], 1, packs__cards__copies=2),
}
FIRST_CARDS: dict[str, Made] = {
    "tens": lambda: blackjack_first_cards([10, 12, 14], 3),
    "queens": lambda: blackjack_first_cards([11, 12, 14], 3),
    "small": lambda: blackjack_first_cards([2, 3, 12, 14], 3),
    "two-packs": lambda: blackjack_first_cards([12, 14], 3, packs__cards__copies=2),
    "uneven": lambda: blackjack_first_cards(
        [10, 12, 14], 3, packs__cards__copies="2 if rank == 12 and suit == 'hearts' else 1"
    ),
}
TWENTY_ONE: dict[str, Made] = {
    "six-cards": lambda: blackjack([1, 5, 10], "1 if suit != 'clubs' else 0"),
    "aces-and-sixes": lambda: blackjack([1, 6, 10], "1 if suit != 'clubs' else 0"),
    "no-aces": lambda: blackjack([2, 6, 10], "1 if suit != 'clubs' else 0"),
    "sevens": lambda: blackjack([1, 7, 10], "1 if suit != 'clubs' else 0"),
    "alike": lambda: blackjack([1, 8, 10], "2 if suit == 'hearts' else 0"),
    "alike-eights": lambda: blackjack(
        [3, 8, 10], "0 if suit != 'hearts' else 3 if rank == 8 else 2"
    ),
}

SHELF: dict[str, dict[str, Made]] = {
    "three-card-poker": POKER,
    "casino-war": WAR,
    "red-dog": DOG,
    "punto-banco": BACCARAT,
    "let-it-ride": LET_IT_RIDE,
    "mississippi-stud": MISSISSIPPI,
    "caribbean-stud": CARIBBEAN,
    "casino-holdem": CASINO_HOLDEM,
    "ultimate-texas-holdem": ULTIMATE,
    "blackjack-first-cards": FIRST_CARDS,
    "blackjack": TWENTY_ONE,
}
"""Every game of the shelf against the house, with several packs of few cards each."""
