"""Imagined deals: each that agrees with what is known comes up as often as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from certify.play.compiler.imagined import KINDS, hidden_cards, imagine_pack, lay_again
from certify.play.compiler.machine import Stopped, start_stream
from certify.play.compiler.seated import HiddenPack, _record

STREAM, SETS, GROUPS, ORDER = 0, 8, 80, 150
DEALS = 20_000
LEAST_P = 0.001

Deal = tuple[tuple[int, ...], ...]


def hidden_pack(
    cards: Sequence[tuple[int, str]], where: str, known: Sequence[tuple[int, int]] = ()
) -> HiddenPack:
    """Return what is known of cards, each given by its kind and the zones that it may be in."""
    allowed = tuple(sum(1 << int(zone) for zone in zones) for _, zones in cards)
    lies = tuple(int(zone) for zone in where)
    zones = 1 + max(*(int(zone) for _, text in cards for zone in text), *lies)
    sizes = sorted(allowed, key=int.bit_count)
    return HiddenPack(
        kinds=tuple(kind for kind, _ in cards),
        allowed=allowed,
        room=tuple(lies.count(zone) for zone in range(zones)),
        where=lies,
        known=tuple(known),
        loose=(),
        is_nested=all(one & ~other == 0 for one, other in pairwise(sizes)),
    )


class Table:
    """Cards of the game in memory: those hidden, and others that are known."""

    def __init__(self, pack: HiddenPack, others: Sequence[tuple[int, int, bool]] = ()) -> None:
        """Others are given by their kind, zone, and whether they lie face up."""
        self.pack = pack
        cards = [(kind, zone, 0) for kind, zone in zip(pack.kinds, pack.where, strict=True)]
        cards += [(kind, zone, int(is_up)) for kind, zone, is_up in others]
        # By kinds, as packs lie; within a kind cards that are up come last.
        self.cards = sorted(cards, key=lambda card: (card[0], card[2]))
        self.kinds = [kind for kind, _, _ in self.cards]
        self.block = np.zeros(512, dtype=np.int64)
        self.record = _record(pack)
        self.up = 0
        for number, (kind, zone, is_up) in enumerate(self.cards):
            self.block[SETS + zone] |= 1 << number
            self.block[GROUPS + kind] |= 1 << number
            self.up |= is_up << number
        self.start = self.block.copy()

    def deals(self, number: int, seed: int = 1) -> Iterator[Deal]:
        """Yield deals: for each zone the kinds of the hidden cards in it."""
        at, record = self.block.ctypes.data, self.record.ctypes.data
        start_stream(at, STREAM, seed, 0)
        for _ in range(number):
            self.block[SETS:] = self.start[SETS:]
            pool = hidden_cards(at, record, SETS, GROUPS, self.up)
            assert pool.bit_count() == len(self.pack.kinds)
            imagine_pack(at, STREAM, record, SETS, pool)
            zones = [int(self.block[SETS + zone]) for zone in range(len(self.pack.room))]
            assert all(
                zone.bit_count() == int(before).bit_count()
                for zone, before in zip(zones, self.start[SETS:], strict=False)
            )
            yield tuple(self.named(zone & pool) for zone in zones)

    def named(self, cards: int) -> tuple[int, ...]:
        return tuple(kind for number, kind in enumerate(self.kinds) if cards >> number & 1)


def every_deal(pack: HiddenPack) -> Counter[Deal]:
    """Return by brute force every deal, and in how many ways cards told apart make it."""
    found: Counter[Deal] = Counter()

    def deal(card: int, zones: list[list[int]]) -> None:
        if card == len(pack.kinds):
            found[tuple(tuple(sorted(zone)) for zone in zones)] += 1
            return
        for number, zone in enumerate(zones):
            if pack.allowed[card] >> number & 1 and len(zone) < pack.room[number]:
                zone.append(pack.kinds[card])
                deal(card + 1, zones)
                zone.pop()

    deal(0, [[] for _ in pack.room])
    return found


def require_uniform(table: Table, deals: int = DEALS) -> None:
    expected = every_deal(table.pack)
    seen = Counter(table.deals(deals))
    assert set(seen) <= set(expected)
    total = sum(expected.values())
    assert len(expected) > 1
    result = chisquare(
        [seen[deal] for deal in expected], [deals * ways / total for ways in expected.values()]
    )
    assert result.pvalue > LEAST_P


NESTED = {
    "one set": ([(0, "01"), (1, "01"), (2, "01"), (3, "01")], "0011"),
    "three sets": (
        [(0, "01"), (1, "01"), (2, "012"), (3, "012"), (4, "0123"), (5, "0123")],
        "012012",
    ),
    "alike cards": (
        [(0, "01"), (1, "01"), (0, "012"), (0, "012"), (1, "012"), (2, "012")],
        "012012",
    ),
}

NOT_NESTED = {
    "two pairs": ([(0, "01"), (1, "12"), (2, "012"), (3, "012")], "0112"),
    "a round of three": ([(0, "01"), (1, "12"), (2, "02")], "012"),
    "unequal chances": (
        [(0, "01"), (1, "12"), (2, "23"), (3, "013"), (4, "0123"), (5, "0123")],
        "012301",
    ),
    "alike cards": ([(0, "01"), (0, "12"), (1, "02"), (1, "012"), (0, "012")], "01212"),
}


@pytest.mark.parametrize("name", NESTED)
def test_deals_of_nested_sets_are_equally_likely(name):
    pack = hidden_pack(*NESTED[name])
    assert pack.is_nested
    require_uniform(Table(pack))


@pytest.mark.parametrize("name", NOT_NESTED)
def test_deals_of_other_sets_are_equally_likely(name):
    pack = hidden_pack(*NOT_NESTED[name])
    assert not pack.is_nested
    require_uniform(Table(pack))


def test_cards_that_are_known_stay_where_they_are():
    # Zone 1 holds a known card of kind 0 that is hidden, zone 0 one of kind 1 that lies face up.
    pack = hidden_pack(
        [(0, "01"), (1, "01"), (1, "012"), (2, "012")], "0112", known=[(1, 0), (0, 1)]
    )
    others = [(0, 1, False), (1, 0, True), (2, 3, False)]
    require_uniform(Table(pack, others))
    table = Table(pack, others)
    up = [number for number, card in enumerate(table.cards) if card[2]]
    for _ in table.deals(200):
        assert all(table.block[SETS] >> number & 1 for number in up)
        assert table.block[SETS + 3] == table.start[SETS + 3]


def test_a_walk_begins_where_no_deal_is_found_by_luck():
    # Of cards that may each be in two zones, round and round, those of every second zone are dealt
    # first: there are two deals, and one attempt in 2^15 finds either. Four others are free.
    around = 32
    order = [*range(0, around, 2), *range(1, around, 2)]
    allowed = [1 << zone | 1 << (zone + 1) % around for zone in order]
    free = [32, 33, 34, 35]
    pack = HiddenPack(
        kinds=(*order, *free),
        allowed=(*allowed, *[3 << around] * len(free)),
        room=(*[1] * around, 2, 2),
        where=(*order, around, around, around + 1, around + 1),
        known=(),
        loose=(),
        is_nested=False,
    )
    found: Counter[tuple[int, ...]] = Counter()
    for deal in Table(pack).deals(3_000):
        ways = {(zone - deal[zone][0]) % around for zone in range(around)}
        assert ways in ({0}, {1})
        found[deal[around]] += 1
    assert len(found) == 6
    assert chisquare(list(found.values())).pvalue > LEAST_P


def test_what_cannot_be_is_stopped_at():
    # The record names a kind that no zone has.
    pack = hidden_pack([(0, "01"), (1, "01")], "01")
    table = Table(pack)
    table.record[KINDS] = 7
    with pytest.raises(Stopped, match=r"^$"):
        list(table.deals(1))


@pytest.mark.parametrize("loose", [0b11111, 0b10110, 0b00011])
def test_cards_are_laid_in_any_order_in_the_places_of_loose_ones(loose):
    # Five cards lay there; of the loose ones the last went elsewhere, and card 6 came instead.
    gone = loose.bit_length() - 1
    before = [3, 0, 4, 1, 2]
    new = (0b11111 & ~(1 << gone)) | 1 << 6
    moved = loose | 1 << 6
    block = np.zeros(512, dtype=np.int64)
    cards = block.view(np.uint16)
    at = block.ctypes.data
    start_stream(at, STREAM, 5, 0)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(DEALS):
        cards[ORDER : ORDER + 6] = [*before, 99]
        lay_again(at, STREAM, moved, ORDER, new)
        found[tuple(cards[ORDER : ORDER + 6].tolist())] += 1
    fresh = [card for card in range(7) if new & moved & 1 << card]
    expected = set()
    for laid in permutations(fresh):
        left = list(laid)
        row = [left.pop(0) if loose >> card & 1 else card for card in before]
        expected.add((*row, 99))
    assert set(found) == expected
    assert chisquare(list(found.values())).pvalue > LEAST_P


def test_nothing_is_laid_where_nothing_is_loose():
    block = np.arange(512, dtype=np.int64)
    before = block.copy()
    lay_again(block.ctypes.data, STREAM, 0b1000, ORDER, 0b0111)
    assert (block == before).all()
