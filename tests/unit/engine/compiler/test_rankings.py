"""Rankings: tables of compiled play against the plain meaning, and counts that are published."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from math import comb
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest

from certify.errors import PlayError
from certify.language.catalogue import game_of
from certify.language.rankings import Ranking
from certify.play.compiler.hands import MOST_ITEMS, rank_of_items, rank_of_set
from certify.play.compiler.plan import MOST_IN_A_SET, in_words, narrowed
from certify.play.compiler.rankings import WIDTH, hands_of, numbers_of, rank_tables, set_tables
from certify.play.interpreter.program import Program
from certify.play.interpreter.ranking import Hands
from certify.play.interpreter.ranking import hands_of as plain_of
from tests.crosscheck.back_ends import differences
from tests.support.banked_spec import BANKED, by_name
from tests.support.plain_back_end import PlainGame
from tests.support.specs import TAKEN_OUT, spec_with

Card = dict[str, Any]
Order = Mapping[str, Mapping[str, Any]]

POKER: Order = {
    "royal_flush": {"run": True, "same": "suit", "least": 14},
    "straight_flush": {"run": True, "same": "suit"},
    "four": {"groups": (4,)},
    "full_house": {"groups": (3, 2)},
    "flush": {"same": "suit"},
    "straight": {"run": True},
    "three": {"groups": (3,)},
    "two_pairs": {"groups": (2, 2)},
    "pair": {"groups": (2,)},
    "high_card": {},
}
THREE: Order = {
    "straight_flush": {"run": True, "same": "suit"},
    "three": {"groups": (3,)},
    "straight": {"run": True},
    "flush": {"same": "suit"},
    "pair": {"groups": (2,)},
    "high_card": {},
}
PACK = [{"rank": rank, "suit": suit} for rank in range(2, 15) for suit in "cdhs"]


def ranking_of(cards: int, order: Order, **more: Any) -> Ranking:
    entries = tuple({name: dict(category)} for name, category in order.items())
    given = {"cards": cards, "by": "rank", "order": entries, "cites": ("C1",)}
    return Ranking.model_validate(given | more)


class Compiled:
    """A ranking in memory as generated code has it."""

    def __init__(self, hands: Hands, pack: int, most: int = 7) -> None:
        place = {rank: number for number, rank in enumerate(hands.ranks)}
        wild = [hands.values[card] is None for card in range(pack)]
        tables = rank_tables(hands.ranking, hands.ranks, wild=any(wild), most=most)
        columns = [place.get(hands.values[card], len(place)) for card in range(pack)]  # type: ignore[arg-type]
        for attribute in tables.attributes:
            numbers = {value: at for at, value in enumerate(hands.classes[attribute].values())}
            columns += [
                -1 if wild[card] else numbers[hands.classes[attribute][card]]
                for card in range(pack)
            ]
        words = [0] * (MOST_ITEMS + 2 * WIDTH)
        self.places = []
        choices = [comb(n, k) for n in range(tables.symbols + MOST_ITEMS) for k in range(WIDTH)]
        entries = narrowed(tables.entries)
        self.width = entries.itemsize
        for part in (columns, choices, tables.starts, in_words(entries)):
            self.places.append(len(words))
            words += [int(word) for word in part]
        by_set = set_tables(tables, columns, pack, is_least=hands.ranking.best == "least")
        self.by_set: tuple[int, int, int] | None = None
        if by_set is not None and pack <= MOST_IN_A_SET:
            halves, classes = by_set
            steps = in_words(np.array(halves, dtype=np.uint32))
            self.by_set = (len(words), len(words) + len(steps), len(classes))
            self.most = tables.most
            words += steps + classes
        self.words = np.array(words, dtype=np.int64)
        cards, choices_at, starts, entries_at = self.places
        is_least = int(hands.ranking.best == "least")
        self.given = (
            *(tables.least, tables.most, is_least, len(tables.attributes)),
            *(cards, pack, choices_at, starts, entries_at, self.width, MOST_ITEMS),
        )

    def rank(self, cards: Sequence[int]) -> int:
        self.words[: len(cards)] = cards
        return rank_of_items(self.words.ctypes.data, 0, len(cards), *self.given)

    def rank_as_set(self, cards: Sequence[int]) -> int:
        """Return the rank by another way, if there is one for this ranking and so many cards."""
        if self.by_set is None or len(cards) > self.most:
            return self.rank(cards)
        size, attributes = self.given[0], self.given[3]
        tables = (*self.places[2:], self.width)
        chosen = sum(1 << card for card in cards)
        at = self.words.ctypes.data
        return rank_of_set(at, chosen, size, attributes, *self.by_set, *tables)

    def count(self, size: int, base: int, categories: int) -> list[int]:
        """Return how many of all sets of cards are of each category, the worst first."""
        found = np.zeros(categories, dtype=np.int64)
        _count_all(self.words.ctypes.data, self.words, size, self.given, base, found)
        return found.tolist()


@numba.njit
def _count_all(
    at: int,
    words: npt.NDArray[np.int64],
    size: int,
    given: Any,
    base: int,
    found: npt.NDArray[np.int64],
) -> None:
    pack = given[5]
    chosen = np.arange(size)
    while True:
        words[:size] = chosen
        found[rank_of_items(at, 0, size, *given) // base] += 1
        place = size - 1
        while place >= 0 and chosen[place] == pack - size + place:
            place -= 1
        if place < 0:
            return
        chosen[place] += 1
        for later in range(place + 1, size):
            chosen[later] = chosen[later - 1] + 1


def is_deuce(card: Card) -> bool:
    return bool(card["rank"] == 2)


def both(ranking: Ranking, cards: Sequence[Card], is_wild: Any = None) -> tuple[Hands, Compiled]:
    hands = plain_of(ranking, dict(enumerate(cards)), is_wild)
    return hands, Compiled(hands, len(cards))


PUBLISHED = {
    (3, 3): {
        "straight_flush": 48, "three": 52, "straight": 720, "flush": 1096, "pair": 3744,
        "high_card": 16440,
    },
    (5, 5): {
        "royal_flush": 4, "straight_flush": 36, "four": 624, "full_house": 3744, "flush": 5108,
        "straight": 10200, "three": 54912, "two_pairs": 123552, "pair": 1098240,
        "high_card": 1302540,
    },
    (5, 7): {
        "royal_flush": 4324, "straight_flush": 37260, "four": 224848, "full_house": 3473184,
        "flush": 4047644, "straight": 6180020, "three": 6461620, "two_pairs": 31433400,
        "pair": 58627800, "high_card": 23294460,
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("size", "dealt"), [(3, 3), (5, 5), pytest.param(5, 7, marks=pytest.mark.slow)]
)
def test_all_hands_of_a_pack_are_counted_as_published(size: int, dealt: int) -> None:
    ranking = ranking_of(size, THREE if size == 3 else POKER, also={14: 1})
    hands, compiled = both(ranking, PACK)
    counts = compiled.count(dealt, hands.base**size, len(ranking.categories))
    names = list(reversed(ranking.categories))
    assert dict(zip(names, counts, strict=True)) == PUBLISHED[size, dealt]


def test_hands_with_wild_deuces_are_counted_as_published() -> None:
    """As tables of video poker print them, of five cards as they are dealt."""
    published = {
        "natural_royal": 4, "four_deuces": 48, "wild_royal": 480, "five": 624,
        "straight_flush": 2068, "four": 31552, "full_house": 12672, "flush": 14472,
        "straight": 62232, "three": 355080, "high_card": 2119728,
    }  # fmt: skip
    royal = POKER["royal_flush"]
    own: Order = {
        "natural_royal": {**royal, "wild": 0},
        "four_deuces": {"wild": 4},
        "wild_royal": royal,
        "five": {"groups": (5,)},
    }
    order = {**own, **{name: POKER[name] for name in published if name in POKER}}
    deuces = {"is": "rank == 2", "also": (2,)}
    ranking = ranking_of(5, order, also={14: 1}, wild=deuces)
    hands, compiled = both(ranking, PACK, is_deuce)
    found = compiled.count(5, hands.base**5, len(order))
    assert dict(zip(reversed(order), found, strict=True)) == published


def test_poker_has_7462_different_hands_and_three_cards_741() -> None:
    for size, order, number in ((5, POKER, 7462), (3, THREE, 741)):
        tables = rank_tables(
            ranking_of(size, order, also={14: 1}), range(2, 15), wild=False, most=size
        )
        plain, flush = np.split(tables.entries, 2)
        hands = hands_of(13, size)
        single = (np.diff(hands, axis=1) > 0).all(axis=1)
        few = np.array([max(np.bincount(hand)) <= 4 for hand in hands])
        assert len({*plain[few].tolist(), *flush[single].tolist()}) == number


def test_hands_are_numbered_without_a_gap() -> None:
    for symbols, size in product((1, 4, 13), (1, 3, 5)):
        hands = hands_of(symbols, size)
        assert numbers_of(hands).tolist() == list(range(comb(symbols + size - 1, size)))


@pytest.mark.parametrize(
    ("most", "width"), [(255, 1), (256, 2), (65_535, 2), (65_536, 4), (2**32 - 1, 4), (2**32, 8)]
)
def test_tables_are_as_narrow_as_their_numbers_allow(most: int, width: int) -> None:
    for values in ([0, most], [most], [5, 3, most, 1]):
        found = narrowed(np.array(values, dtype=np.int64))
        assert (found.itemsize, found.tolist()) == (width, values)
    assert narrowed(np.array([-1, 3], dtype=np.int64)).itemsize == 8


def test_where_categories_alone_are_asked_for_tables_have_no_ranks() -> None:
    """Of the game's two rankings one is compared; both play as the interpreter does."""
    measures = {"result/measures/loose": "1 if category_of(loose, hand) == 'pair' else 0"}
    program = Program(game_of(json.dumps(spec_with(measures, BANKED)), "banked.yaml", by_name))
    game = PlainGame(program)
    assert game.plan.compared == {"poker"}
    assert "ranks_in_category_of_loose = 1\n" in game.source
    assert "ranks_in_category_of_poker = 49\n" in game.source
    assert differences(game, range(60)) == []


def test_every_hand_of_three_cards_ranks_alike_in_both() -> None:
    hands, compiled = both(ranking_of(3, THREE, also={14: 1}), PACK)
    for cards in combinations(range(52), 3):
        assert compiled.rank(cards) == compiled.rank_as_set(cards) == hands.rank(cards)


JOKERS = [{"rank": 0, "suit": "none"}, {"rank": 0, "suit": "none"}]
COLOURED = [
    {"rank": rank, "suit": suit, "colour": "red" if suit in "dh" else "black"}
    for rank in range(2, 15)
    for suit in "cdhs"
    for _ in range(2)
]
PAIRS: Order = {
    "perfect": {"groups": (2,), "same": "suit"},
    "coloured": {"groups": (2,), "same": "colour"},
    "mixed": {"groups": (2,)},
    "none": {},
}
LOW: Order = {
    "four": {"groups": (4,)},
    "full_house": {"groups": (3, 2)},
    "flush": {"same": "suit"},
    "straight": {"run": True},
    "three": {"groups": (3,)},
    "two_pairs": {"groups": (2, 2)},
    "pair": {"groups": (2,)},
    "high_card": {},
}
LOW_RANKS: Order = {name: rule for name, rule in LOW.items() if "same" not in rule}
FIVE_OF_A_KIND: Order = {"five": {"groups": (5,)}, **POKER}
WILD = {"is": "rank == 0", "also": ()}
BUG = {
    **WILD,
    "completes": ("straight", "flush", "straight_flush", "royal_flush"),
    "otherwise": 14,
}
COUNTED: Order = {
    "three_wild": {"wild": 3},
    "natural_straight": {"run": True, "wild": 0},
    "flush": {"same": "suit", "wild": 1},
    "straight": {"run": True},
    "three": {"groups": (3,)},
    "wild_pair": {"groups": (2,), "wild": 1},
    "pair": {"groups": (2,)},
    "high_card": {},
}
NATURAL: Order = {"suited": {"same": "suit", "wild": 0}, "pair": {"groups": (2,)}, "high_card": {}}
LOWEST = {"is": "rank < 5", "also": (3, 4)}
COMPLETING = {"completes": ("straight", "flush", "wild_pair"), "otherwise": 14}


def is_joker(card: Card) -> bool:
    return bool(card["rank"] == 0)


def is_low_or_joker(card: Card) -> bool:
    return bool(card["rank"] <= 2)


def is_low(card: Card) -> bool:
    return bool(card["rank"] < 5)


@pytest.mark.parametrize(
    ("ranking", "cards", "wild", "sizes", "is_by_set"),
    [
        (ranking_of(5, POKER, also={14: 1}), PACK, None, (5, 6, 7, 8, 9), True),
        (ranking_of(3, THREE, also={14: 1}), PACK, None, (4, 7), True),
        (ranking_of(5, LOW, best="least"), PACK, None, (5, 7), False),
        (ranking_of(5, LOW_RANKS, best="least"), PACK, None, (5, 7), True),
        (ranking_of(2, PAIRS), COLOURED, None, (2, 3, 5), False),
        (
            ranking_of(5, FIVE_OF_A_KIND, also={14: 1}, wild=WILD),
            PACK + JOKERS,
            is_joker,
            (5, 7),
            True,
        ),
        (ranking_of(5, POKER, also={14: 1}, wild=BUG), PACK + JOKERS, is_joker, (5, 7), True),
        (ranking_of(4, LOW, best="least", wild=WILD), PACK + JOKERS, is_joker, (4, 6), False),
        (
            ranking_of(4, COUNTED, also={14: 1}, wild=LOWEST),
            PACK[12:] + PACK[:12],
            is_low,
            (4, 6),
            True,
        ),
        (ranking_of(3, COUNTED, wild=LOWEST | COMPLETING), PACK, is_low, (3, 5), False),
        (ranking_of(2, NATURAL, wild=LOWEST), PACK, is_low, (2, 4, 5), False),
        (
            ranking_of(3, THREE, also={14: 6}),
            [c for c in PACK if c["rank"] > 6],  # type: ignore[operator]
            None,
            (3, 5),
            True,
        ),
    ],
    ids=[
        *("poker", "three", "low", "low-ranks", "pairs", "wild", "bug", "low-wild", "counted"),
        *("counted-bug", "natural", "short-pack"),
    ],
)
def test_hands_drawn_at_random_rank_alike_in_both(
    ranking: Ranking, cards: list[Card], wild: Any, sizes: Sequence[int], is_by_set: bool
) -> None:
    hands, compiled = both(ranking, cards, wild)
    draw = np.random.default_rng(1)
    # Few ranks, so that groups, runs and jokers are frequent.
    jokers = [number for number, card in enumerate(cards) if card["rank"] == 0]
    for size in sizes:
        for _ in range(150 if size < 7 else 40):
            among = [*draw.choice(len(cards), min(14, len(cards)), replace=False), *jokers]
            held = [int(c) for c in draw.choice(list(dict.fromkeys(among)), size, replace=False)]
            rank = hands.rank(held)
            assert compiled.rank(held) == rank, [cards[card] for card in held]
            assert compiled.rank_as_set(held) == rank, [cards[card] for card in held]
    # All but those that are lowest by suits too, those whose suits and colours count, and those
    # whose wild cards do not come last.
    assert (compiled.by_set is not None) == is_by_set


def named(text: str) -> list[int]:
    ranks = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
    found = []
    for word in text.split():
        rank = ranks.get(word[0]) or int(word[0])
        found.append(PACK.index({"rank": rank, "suit": word[1]}))
    return found


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ac 2d 3h 4s 5c", "Ac Ad Ah Ks Qc"),
        ("2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c"),
        ("Kc Kd 2h 2s 3c", "Qc Qd Jh Js Ac"),
        ("2c 2d 2h 3s 3c", "Ac Kc Qc Jc 9c"),
        ("Ac Kd 9h 8s 7c", "Ac Qd Jh Ts 8c"),
    ],
)
def test_the_better_hand_has_the_greater_rank(better: str, worse: str) -> None:
    hands, compiled = both(ranking_of(5, POKER, also={14: 1}), PACK)
    for rank in (hands.rank, compiled.rank):
        assert rank(named(better)) > rank(named(worse))


def test_a_run_does_not_go_round_the_corner() -> None:
    hands, _ = both(ranking_of(3, THREE, also={14: 1}), PACK)
    assert hands.category(named("Kc Ad 2h")) == "high_card"
    assert hands.category(named("Qc Kd Ah")) == "straight"


def test_suits_do_not_tell_equal_hands_apart() -> None:
    hands, _ = both(ranking_of(5, POKER, also={14: 1}), PACK)
    assert hands.rank(named("Ac Kd 9h 8s 7c")) == hands.rank(named("Ad Kh 9s 8c 7d"))


def test_a_hand_written_down_is_the_least_with_these_cards() -> None:
    hands, _ = both(ranking_of(3, THREE, also={14: 1}), PACK)
    queen = hands.of_written([12])
    assert hands.rank(named("Jc Td 8h")) < queen <= hands.rank(named("Qc 3d 2h"))
    full = hands.of_written([12, 6, 4])
    assert full == hands.rank(named("Qc 6d 4h")) > hands.rank(named("Qc 6d 3h"))
    assert hands.rank(named("9c 9d Ah")) < hands.of_written([10, 10])
    assert hands.of_written([10, 10]) <= hands.rank(named("Tc Td 2h"))


def test_ranks_of_runs_that_wild_cards_alone_have_are_asked_about_together() -> None:
    cards = dict(enumerate([{"rank": 0, "suit": "none"}, *PACK]))
    wild = {"is": "rank <= 2"}
    ranking = ranking_of(5, POKER, also={14: 1}, wild=wild)
    with pytest.raises(PlayError, match="only wild cards have the rank 0 and 2; name in `also`"):
        plain_of(ranking, cards, is_low_or_joker)
    for also in ((), (2,)):
        said = ranking_of(5, POKER, also={14: 1}, wild={**wild, "also": also})
        assert plain_of(said, cards, is_low_or_joker).ranks == (*also, *range(3, 15))


def test_too_few_and_too_many_cards_are_refused() -> None:
    hands, _ = both(ranking_of(3, THREE), PACK)
    for number in (2, 10):
        with pytest.raises(PlayError, match=f"there are {number}"):
            hands.rank(range(number))


@pytest.mark.parametrize("number", [9, 12])
def test_of_a_zone_of_any_size_no_more_cards_are_ranked_than_by_the_interpreter(
    number: int,
) -> None:
    """Of twelve cards of two ranks there would be room for a table."""
    limits = {f"zones/{zone}/limit": TAKEN_OUT for zone in ("hand", "dealer")}
    changes = {
        **limits,
        "invariants": {},
        "examples": {},
        "policies": {},
        "packs/cards/cards": {"rank": "6..7", "suit": ["red", "black", "blue", "green"]},
        "packs/cards/names/suit": {"red": "r", "black": "b", "blue": "u", "green": "g"},
        "packs/cards/copies": 4,
        "rankings/loose": TAKEN_OUT,
        "result/measures/loose": TAKEN_OUT,
        "procedures/play/do/1/deal/cards": number,
    }
    program = Program(game_of(json.dumps(spec_with(changes, BANKED)), "banked.yaml", by_name))
    compiled = PlainGame(program)
    if number == MOST_ITEMS:
        assert differences(compiled, range(20)) == []
    else:
        with pytest.raises(PlayError, match="at most 9; there are 12"):
            compiled.play(1, 0, 20)
