"""Tables of rankings: the rank of every hand by the ranks of its cards.

A hand is known by its ranks in ascending order, as positions among all ranks (a wild card comes
last), and by the attributes that are the same in its cards. Hands of `size` cards with positions
``r[0] <= r[1] <= ..`` have the number ``sum(binomial(r[i] + i, i + 1))``: each hand another one,
from 0 up without a gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb

import numpy as np
import numpy.typing as npt

from certify.errors import CompileError
from certify.language.rankings import Category, Ranking

WIDTH = 16
"""Binomial coefficients of one number; words of `work` for positions, behind which cards stand."""
MOST_ENTRIES = 1_000_000
"""Entries of all tables of a ranking."""

MOST_CELLS = 10_000_000
"""Entries of the tables of hands that are ranked times the ranks of cards: what it takes to fill
them."""

Table = npt.NDArray[np.int64]
Flags = frozenset[str]


@dataclass(frozen=True)
class RankTables:
    """The tables of a ranking, one behind another.

    Attributes
    ----------
    entries : ndarray of int64
        Ranks of hands: for each number of cards from `least` to `most`, and for each set of
        attributes that are the same, those of all hands in the order of their numbers.
    starts : tuple of int
        Where each of these tables begins: by number of cards, then by set of attributes as bits.
    symbols : int
        How many positions there are.
    """

    entries: Table
    starts: tuple[int, ...]
    least: int
    most: int
    attributes: tuple[str, ...]
    symbols: int


def rank_tables(ranking: Ranking, ranks: Sequence[int], *, wild: bool, most: int) -> RankTables:
    """Return the tables of a ranking for hands of up to `most` cards, or fewer if there is no room.

    `ranks` are those that a card has, in ascending order; `wild` says whether some cards are wild.
    Hands of more cards than are ranked are valued for attributes that are the same in all cards.
    Raises `CompileError` if the tables have no room.
    """
    categories = ranking.categories
    attributes = tuple(sorted({c.same for c in categories.values() if c.same is not None}))
    size, symbols = ranking.cards, len(ranks) + wild
    hands = comb(symbols + size - 1, size) << len(attributes)
    if hands > MOST_ENTRIES or hands * symbols > MOST_CELLS:
        raise CompileError(
            f"a ranking of {size} cards of {len(ranks)} ranks has {hands:,} kinds of hands, of"
            " which there is no table; the interpreter can play it"
        )
    makers = [_Maker(ranking, ranks, flags, wild=wild) for flags in subsets(attributes)]
    tables = [maker.of_size(size) for maker in makers]
    starts: list[int] = []
    parts: list[Table] = []
    room = MOST_ENTRIES
    for number in range(size, max(size, most) + 1):
        count = comb(symbols + number - 1, number) * len(makers)
        if number > size:
            if count > room:
                break
            tables = _best_without_one(ranking, tables, symbols, number)
        room -= count
        for table in tables:
            starts.append(sum(len(part) for part in parts))
            parts.append(table)
    return RankTables(
        entries=np.concatenate(parts),
        starts=tuple(starts),
        least=size,
        most=size + len(starts) // len(makers) - 1,
        attributes=attributes,
        symbols=symbols,
    )


def choices_of(tables: RankTables, more: int) -> list[list[int]]:
    """Return binomials by which hands are numbered: of each position and `more`, by place.

    No hand has more cards than there are tables for, and none is numbered by more.
    """
    return [
        [comb(n, k) if k <= tables.most else 0 for k in range(WIDTH)]
        for n in range(tables.symbols + more)
    ]


def set_tables(
    tables: RankTables, columns: Sequence[int], pack: int, *, is_least: bool
) -> tuple[list[int], list[int]] | None:
    """Return what ranks hands that are sets of cards; None if they cannot be ranked as such.

    `columns` are the positions of the cards of a pack, then the values of each attribute, -1 of a
    wild card. The result: what each card adds to the number of a hand, by its place in the hand,
    and the sets of cards in which the attribute is the same.
    """
    positions = columns[:pack]
    if list(positions) != sorted(positions) or len(tables.attributes) > (0 if is_least else 1):
        return None
    most = tables.most
    steps = [
        comb(position + place, place + 1) if place < most else 0
        for position in positions
        for place in range(WIDTH)
    ]
    values = columns[pack:]
    wild = sum(1 << card for card, value in enumerate(values) if value < 0)
    sets: dict[int, int] = {}
    for card, value in enumerate(values):
        if value >= 0:
            sets[value] = sets.get(value, wild) | 1 << card
    return steps, list(sets.values())


def subsets(attributes: Sequence[str]) -> list[Flags]:
    """Return every set of attributes, by its bits."""
    sets = chain.from_iterable(combinations(attributes, n) for n in range(len(attributes) + 1))
    return sorted(map(frozenset, sets), key=lambda s: sum(1 << attributes.index(a) for a in s))


def hands_of(symbols: int, size: int) -> npt.NDArray[np.int64]:
    """Return all hands by number: an array (hands, size) of positions in ascending order."""
    hands = np.zeros((1, 0), dtype=np.int64)
    for cards in range(1, size + 1):
        parts = []
        for last in range(symbols):
            inner = hands[: comb(last + cards - 1, cards - 1)]
            parts.append(np.hstack([inner, np.full((len(inner), 1), last)]))
        hands = np.vstack(parts)
    return hands


def numbers_of(hands: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the numbers of hands whose positions ascend."""
    found = np.zeros(len(hands), dtype=np.int64)
    for place in range(hands.shape[1]):
        column = hands[:, place] + place
        table = np.array([comb(int(n), place + 1) for n in range(int(column.max(initial=0)) + 1)])
        found += table[column]
    return found


def _best_without_one(
    ranking: Ranking, tables: Sequence[Table], symbols: int, size: int
) -> list[Table]:
    """Return the tables for one more card, of which the best hand leaves one out."""
    hands = hands_of(symbols, size)
    without = [numbers_of(np.delete(hands, place, axis=1)) for place in range(size)]
    choose = np.maximum if ranking.best == "most" else np.minimum
    return [choose.reduce([table[numbers] for numbers in without]) for table in tables]


class _Maker:
    """Works out the table of the hands in which certain attributes are the same."""

    def __init__(self, ranking: Ranking, ranks: Sequence[int], flags: Flags, *, wild: bool) -> None:
        self.ranking = ranking
        self.ranks = np.array(ranks, dtype=np.int64)
        self.flags = flags
        self.wild = wild
        self.names = list(ranking.categories)

    def of_size(self, size: int) -> Table:
        """Return the ranks of all hands of a size."""
        symbols = len(self.ranks) + self.wild
        hands = hands_of(symbols, size)
        wild = (hands == len(self.ranks)).sum(axis=1)
        found = np.full(len(hands), -1, dtype=np.int64)
        natural = wild == 0
        found[natural] = self._valued(hands[natural], self._with_wild(self.names, 0), self.flags)
        rule = self.ranking.wild
        if not self.wild or rule is None:
            return found
        made, made_of = found, None
        is_most = self.ranking.best == "most"
        for number in range(1, size + 1):
            these = wild == number
            allowed = self._with_wild(list(rule.completes) or self.names, number)
            if allowed != made_of:
                made, made_of = self._replaced(hands, wild, allowed), allowed
            if rule.otherwise is None:
                found[these] = made[these]
                continue
            plain = hands[these].copy()
            plain[plain == len(self.ranks)] = int(np.searchsorted(self.ranks, rule.otherwise))
            names = self._with_wild(self.names, number)
            other = self._valued(np.sort(plain, axis=1), names, frozenset())
            found[these] = _best(np.array([made[these], other]), is_most=is_most)
        return found

    def _with_wild(self, names: Sequence[str], number: int) -> list[str]:
        """Return those of some categories that hands with so many wild cards can belong to."""
        categories = self.ranking.categories
        return [name for name in names if categories[name].wild in (None, number)]

    def _replaced(
        self, hands: npt.NDArray[np.int64], wild: npt.NDArray[np.int64], allowed: Sequence[str]
    ) -> Table:
        """Return the ranks of all hands as wild cards, one by one, make allowed categories."""
        made = np.full(len(hands), -1, dtype=np.int64)
        made[wild == 0] = self._valued(hands[wild == 0], allowed, self.flags)
        size = hands.shape[1]
        for number in range(1, size + 1):
            these = wild == number
            options = []
            for rank in range(len(self.ranks)):
                changed = hands[these].copy()
                changed[:, size - number] = rank
                options.append(made[numbers_of(np.sort(changed, axis=1))])
            made[these] = _best(np.array(options), is_most=self.ranking.best == "most")
        return made

    def _valued(self, hands: npt.NDArray[np.int64], allowed: Sequence[str], flags: Flags) -> Table:
        """Return the ranks of hands without wild cards; -1 where no allowed category fits."""
        number, size = hands.shape
        counts = np.zeros((number, len(self.ranks)), dtype=np.int64)
        for place in range(size):
            np.add.at(counts, (np.arange(number), hands[:, place]), 1)
        positions = np.arange(len(self.ranks))
        order = np.argsort(-(counts * (len(self.ranks) + 1) + positions), axis=1)[:, :size]
        held = np.take_along_axis(counts, order, axis=1)
        digits = np.where(held > 0, order + 1, 0)
        if digits.shape[1] < size:
            digits = np.pad(digits, ((0, 0), (0, size - digits.shape[1])))
            held = np.pad(held, ((0, 0), (0, size - held.shape[1])))
        top = self._tops(hands)
        run = np.zeros_like(digits)
        run[:, 0] = top + 1
        found = np.full(number, -1, dtype=np.int64)
        for place, name in reversed(list(enumerate(self.names))):
            if name not in allowed:
                continue
            category = self.ranking.categories[name]
            if category.same is not None and category.same not in flags:
                continue
            fits = self._fits(category, held, digits, top)
            value = np.full(number, len(self.names) - 1 - place, dtype=np.int64)
            for digit in (run if category.run else digits).T:
                value = value * (len(self.ranks) + 1) + digit
            found[fits] = value[fits]
        return found

    def _fits(
        self,
        category: Category,
        held: npt.NDArray[np.int64],
        digits: npt.NDArray[np.int64],
        top: npt.NDArray[np.int64],
    ) -> npt.NDArray[np.bool_]:
        fits = top >= 0 if category.run else np.ones(len(held), dtype=np.bool_)
        if category.groups:
            wanted = np.zeros(held.shape[1], dtype=np.int64)
            wanted[: len(category.groups)] = category.groups
            fits &= (np.where(held > 1, held, 0) == wanted).all(axis=1)
        if category.least is not None:
            deciding = top if category.run else digits[:, 0] - 1
            fits &= self.ranks[deciding] >= category.least
        return fits

    def _tops(self, hands: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the position of the highest card of each hand that is a run, otherwise -1."""
        top = np.full(len(hands), -1, dtype=np.int64)
        if hands.shape[1] < 2:
            return top
        values = self.ranks[hands]
        for high, low in reversed(self.ranking.also.items()):
            once = (values == high).sum(axis=1) == 1
            changed = np.sort(np.where(values == high, low, values), axis=1)
            is_run = once & (np.diff(changed, axis=1) == 1).all(axis=1)
            others = np.where(values == high, -1, hands).max(axis=1)
            top[is_run] = others[is_run]
        is_run = (np.diff(values, axis=1) == 1).all(axis=1)
        top[is_run] = hands[is_run, -1]
        return top


def _best(options: npt.NDArray[np.int64], *, is_most: bool) -> npt.NDArray[np.int64]:
    """Return the best of several ranks, -1 standing for none."""
    if is_most:
        most: Table = options.max(axis=0)
        return most
    least = np.where(options < 0, np.iinfo(np.int64).max, options).min(axis=0)
    return np.where((options < 0).all(axis=0), -1, least)
