"""What the rank of a hand means: each way to choose and to replace cards, one by one.

A rank is an integer: the number of the category, counted from the worst, then the ranks that break
ties, each a digit to the base of how many ranks there are. Equal hands have equal integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from typing import Any

from certify.errors import PlayError
from certify.language.rankings import Category, Ranking

MOST_RANK = 10**15
"""What a rank is below: numbers of the language have so many digits."""

MOST_STOOD_FOR = 10_000
"""Sets of ranks that the wild cards of a hand can stand for: each is looked at."""

LOOK = 4
"""What looking at a hand counts, in elements of series."""

MOST_CARDS = 9
"""Cards of which the best hand is looked for."""


@dataclass(frozen=True, eq=False)
class Hands:
    """A ranking of the cards of a pack.

    Attributes
    ----------
    values : dict
        Rank of each card, by its number; None of a wild card.
    classes : dict
        By attribute that can be the same in a hand: its value for each card.
    ranks : tuple of int
        Every rank that a card of the pack has or a wild card can stand for; ascending.
    """

    ranking: Ranking
    values: Mapping[int, int | None]
    classes: Mapping[str, Mapping[int, object]]
    ranks: tuple[int, ...]

    @property
    def base(self) -> int:
        """The base of the digits of a rank: 0 stands for no card."""
        return len(self.ranks) + 1

    def rank(self, cards: Sequence[int]) -> int:
        """Return the rank of the best hand among some cards."""
        return self._best(tuple(sorted(cards)))

    def category(self, cards: Sequence[int]) -> str:
        """Return the name of the category of the best hand among some cards."""
        return self.category_of(self.rank(cards))

    def category_of(self, rank: int) -> str:
        """Return the name of the category of a rank."""
        names = list(self.ranking.categories)
        number: int = rank // self.base**self.ranking.cards
        return names[len(names) - 1 - number]

    def of_written(self, ranks: Sequence[int]) -> int:
        """Return the rank of a hand written down; of fewer cards, that of the least hand with them.

        Nothing is the same in its cards but their ranks.
        """
        for rank in ranks:
            if rank not in self.ranks:
                raise PlayError(f"no card has the {self.ranking.by} {rank}")
        whole = len(ranks) == self.ranking.cards
        return self._plain(sorted(ranks), frozenset(), self.ranking.categories, whole=whole)

    def work(self, cards: Sequence[int]) -> int:
        """Return what ranking some cards counts: each hand among them, and what its wild ones are.

        Of many hands not all have all wild cards; they count as if they had.
        """
        hands = comb(len(cards), self.ranking.cards)
        wild = sum(self.values[card] is None for card in cards)
        return LOOK * hands * _stood_for(self.ranks, min(wild, self.ranking.cards))

    @lru_cache(maxsize=100_000)  # noqa: B019  (one for each spec in play)
    def _best(self, cards: tuple[int, ...]) -> int:
        size = self.ranking.cards
        if not size <= len(cards) <= MOST_CARDS:
            raise PlayError(
                f"a hand of {size} cards is ranked, of at most {MOST_CARDS}; there are {len(cards)}"
            )
        return self._chosen(self._of_hand(hand) for hand in combinations(cards, size))

    @property
    def _chosen(self) -> Callable[[Iterable[int]], int]:
        return max if self.ranking.best == "most" else min

    def _of_hand(self, cards: Sequence[int]) -> int:
        """Return the rank of a hand, its wild cards taken for whatever makes it best."""
        natural = [card for card in cards if self.values[card] is not None]
        ranks = [rank for card in natural if (rank := self.values[card]) is not None]
        same = frozenset(
            name
            for name, values in self.classes.items()
            if len({values[card] for card in natural}) <= 1
        )
        return self._with_wild(tuple(sorted(ranks)), same, len(cards) - len(natural))

    @lru_cache(maxsize=100_000)  # noqa: B019  (one for each spec in play)
    def _with_wild(self, ranks: tuple[int, ...], same: frozenset[str], number: int) -> int:
        """Return the rank of a hand by the ranks of its cards and how many others are wild."""
        wild, categories = self.ranking.wild, self.ranking.categories
        if not number or wild is None:
            return self._plain(ranks, same, categories)
        made = {name: categories[name] for name in wild.completes} if wild.completes else categories
        found = [
            self._plain(sorted([*ranks, *others]), same, made, wild=number)
            for others in combinations_with_replacement(self.ranks, number)
        ]
        if wild.otherwise is not None:
            plain = sorted([*ranks, *[wild.otherwise] * number])
            found.append(self._plain(plain, frozenset(), categories, wild=number))
        return self._chosen(rank for rank in found if rank >= 0)

    def _plain(
        self,
        ranks: Sequence[int],
        same: frozenset[str],
        allowed: Mapping[str, Category],
        *,
        whole: bool = True,
        wild: int = 0,
    ) -> int:
        """Return the rank of cards by their ranks; -1 if no allowed category fits.

        `wild`: of how many the rank is one that they stand for.
        """
        top = self._top_of_run(ranks) if whole else None
        groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
        sizes = tuple(size for _, size in groups if size > 1)
        names = list(self.ranking.categories)
        for name, category in self.ranking.categories.items():
            if name not in allowed:
                continue
            deciding = top if category.run else groups[0][0]
            fits = (
                (top is not None or not category.run)
                and (not category.groups or category.groups == sizes)
                and (category.same is None or category.same in same)
                and category.wild in (None, wild)
                and (
                    category.least is None or (deciding is not None and deciding >= category.least)
                )
            )
            if fits:
                digits = [top] if category.run and top is not None else [rank for rank, _ in groups]
                value = len(names) - 1 - names.index(name)
                for place in range(self.ranking.cards):
                    digit = self.ranks.index(digits[place]) + 1 if place < len(digits) else 0
                    value = value * self.base + digit
                return value
        return -1

    def _top_of_run(self, ranks: Sequence[int]) -> int | None:
        """Return the highest rank of a run, or None if the cards are none."""
        if _is_run(ranks):
            return ranks[-1]
        for high, low in self.ranking.also.items():
            if ranks.count(high) == 1:
                others = [rank for rank in ranks if rank != high]
                if _is_run(sorted([low, *others])):
                    return max(others)
        return None


def hands_of(
    ranking: Ranking,
    cards: Mapping[int, Mapping[str, Any]],
    is_wild: Callable[[dict[str, Any]], bool] | None,
) -> Hands:
    """Return a ranking of cards, given the attributes of each.

    Raises `PlayError` if there is no hand of so many, or if it names ranks that no card has.
    """
    wild = {card for card, own in cards.items() if is_wild is not None and is_wild(dict(own))}
    values = {card: None if card in wild else own[ranking.by] for card, own in cards.items()}
    ranks = {rank for rank in values.values() if rank is not None}
    if ranking.wild is not None:
        _require_said(ranking, ranks, {cards[card][ranking.by] for card in wild})
        ranks.update(ranking.wild.also or ())
    other = ranking.wild.otherwise if ranking.wild is not None else None
    for rank in (*ranking.also, *([] if other is None else [other])):
        if rank not in ranks:
            raise PlayError(f"no card has the {ranking.by} {rank}")
    most = _stood_for(ranks, min(len(wild), ranking.cards))
    if most > MOST_STOOD_FOR:
        raise PlayError(
            f"the wild cards of a hand can stand for {most:,} sets of ranks; at most"
            f" {MOST_STOOD_FOR:,} are looked at"
        )
    if ranking.wild is not None and not ranks:
        raise PlayError("all cards are wild: there is no rank that they could stand for")
    if len(cards) < ranking.cards:
        raise PlayError(f"a hand has {ranking.cards} cards, and the pack {len(cards)}")
    named = sorted({c.same for c in ranking.categories.values() if c.same is not None})
    classes = {name: {card: own[name] for card, own in cards.items()} for name in named}
    found = Hands(ranking, values, classes, tuple(sorted(ranks)))
    digits = len(found.ranking.categories) * found.base**ranking.cards
    if digits >= MOST_RANK:
        raise PlayError(f"{len(ranks)} ranks are too many for hands of {ranking.cards} cards")
    return found


def _require_said(ranking: Ranking, ranks: Collection[int], wild: Collection[int]) -> None:
    """Refuse to guess whether wild cards can stand for a rank of runs that they alone have."""
    if ranking.wild is None or ranking.wild.also is not None or not ranks:
        return
    known = {*ranks, *ranking.also.values()}
    if not any(category.run for category in ranking.categories.values()):
        return
    near = range(min(known) - 1, max(known) + 2)
    if asked := [rank for rank in sorted(wild) if rank in near and rank not in known]:
        alone = " and ".join(map(str, asked))
        raise PlayError(
            f"only wild cards have the {ranking.by} {alone}; name in `also` of `wild` what they can"
            f" stand for in a run, such as `also: [{asked[-1]}]`, or `also: []` for none"
        )


def _stood_for(ranks: Collection[int], wild: int) -> int:
    """Return how many sets of ranks so many wild cards can stand for."""
    return comb(max(len(ranks), 1) + wild - 1, wild)


def _is_run(ranks: Sequence[int]) -> bool:
    """Return whether ranks in ascending order follow each other without a gap."""
    return len(ranks) > 1 and all(after == before + 1 for before, after in pairwise(ranks))
