"""Exact statistics of games: integers that are summed, so that merging in any order is the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from certify.errors import EngineError, nearest_name

WINDOW = range(-128, 384)
"""Values of a quantity that are counted one by one, in units of its scale."""

Pair = tuple[str, str]


@dataclass
class Moments:
    """What is kept of values outside the window, in integer units.

    Attributes
    ----------
    number, total, squares : int
        How many there were, their sum, and the sum of their squares.
    least, most : int or None
        None if there were none.
    """

    number: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None

    def record(self, value: int) -> None:
        """Take up a value."""
        self.add(Moments(1, value, value * value, value, value))

    def add(self, other: Moments) -> None:
        """Take up other values."""
        self.number += other.number
        self.total += other.total
        self.squares += other.squares
        self.least = _extreme(min, self.least, other.least)
        self.most = _extreme(max, self.most, other.most)


@dataclass
class Tally:
    """The values that a quantity took, in integer units.

    Attributes
    ----------
    counts : dict
        How often each value within `WINDOW` was seen; values that were not are left out.
    beyond : Moments
        The values outside.
    """

    counts: dict[int, int] = field(default_factory=dict)
    beyond: Moments = field(default_factory=Moments)

    def record(self, value: int) -> None:
        """Take up a value."""
        if value in WINDOW:
            self.counts[value] = self.counts.get(value, 0) + 1
        else:
            self.beyond.record(value)

    def add(self, other: Tally) -> None:
        """Take up other values."""
        for value, count in other.counts.items():
            self.counts[value] = self.counts.get(value, 0) + count
        self.beyond.add(other.beyond)

    @property
    def number(self) -> int:
        """How many values there were."""
        return sum(self.counts.values()) + self.beyond.number

    @property
    def total(self) -> int:
        """Their sum."""
        return sum(value * count for value, count in self.counts.items()) + self.beyond.total

    @property
    def squares(self) -> int:
        """The sum of their squares."""
        within = sum(value * value * count for value, count in self.counts.items())
        return within + self.beyond.squares

    @property
    def least(self) -> int | None:
        """The least value; None if there was none."""
        return _extreme(min, min(self.counts, default=None), self.beyond.least)

    @property
    def most(self) -> int | None:
        """The greatest value; None if there was none."""
        return _extreme(max, max(self.counts, default=None), self.beyond.most)


@dataclass
class Tallies:
    """The exact statistics of games.

    Attributes
    ----------
    games : int
        How many were played.
    names : tuple of str
        The quantities.
    scales : tuple of int
        What the integer units of each are divided by.
    tallies : list of Tally
        The values of each.
    products : dict
        The sum over the games of the product of two quantities in integer units, for the pairs
        that were asked for.
    """

    games: int
    names: tuple[str, ...]
    scales: tuple[int, ...]
    tallies: list[Tally]
    products: dict[Pair, int]

    @classmethod
    def empty(
        cls, names: Sequence[str], scales: Sequence[int], pairs: Iterable[Pair] = ()
    ) -> Tallies:
        """Return the statistics of no game."""
        return cls(
            0, tuple(names), tuple(scales), [Tally() for _ in names], dict.fromkeys(pairs, 0)
        )

    def copy(self) -> Tallies:
        """Return the same statistics, to be changed apart."""
        found = Tallies.empty(self.names, self.scales, self.products)
        found.add(self)
        return found

    def record(self, values: Sequence[int]) -> None:
        """Take up a game: the value of every quantity, in integer units."""
        self.games += 1
        for tally, value in zip(self.tallies, values, strict=True):
            tally.record(value)
        for first, second in self.products:
            place, other = self.names.index(first), self.names.index(second)
            self.products[first, second] += values[place] * values[other]

    def add(self, other: Tallies) -> None:
        """Take up other games of the same quantities.

        Raises `EngineError` if they are of other quantities, scales or pairs.
        """
        for what in ("names", "scales"):
            if getattr(self, what) != getattr(other, what):
                raise EngineError(
                    f"statistics of different {what} of quantities cannot be merged:"
                    f" {getattr(self, what)} and {getattr(other, what)}"
                )
        if self.products.keys() != other.products.keys():
            raise EngineError("statistics of different pairs of quantities cannot be merged")
        self.games += other.games
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.add(theirs)
        for pair, product in other.products.items():
            self.products[pair] += product

    # Statistics

    def _place(self, name: str) -> int:
        require_quantity(name, self.names)
        return self.names.index(name)

    def tally(self, name: str) -> Tally:
        """Return the values of a quantity, in integer units."""
        return self.tallies[self._place(name)]

    def scale(self, name: str) -> int:
        """Return what the integer units of a quantity are divided by."""
        return self.scales[self._place(name)]

    def mean(self, name: str) -> Fraction:
        """Return the mean of a quantity over the games, at least one."""
        self._require(1, "a mean")
        return Fraction(self.tally(name).total, self.games * self.scale(name))

    def variance(self, name: str) -> Fraction:
        """Return the sample variance of a quantity, of two games at least."""
        self._require(2, "a variance")
        tally, games = self.tally(name), self.games
        spread = games * tally.squares - tally.total**2
        return Fraction(spread, games * (games - 1) * self.scale(name) ** 2)

    def sem(self, name: str) -> float:
        """Return the standard error of the mean of a quantity, of two games at least."""
        return sqrt(self.variance(name) / self.games)

    def covariance(self, first: str, second: str) -> Fraction:
        """Return the sample covariance of a pair of quantities that was asked for."""
        if first == second:
            return self.variance(first)
        self._require(2, "a covariance")
        pair = (first, second) if (first, second) in self.products else (second, first)
        if pair not in self.products:
            raise EngineError(f"the product of {first} and {second} was not recorded")
        games = self.games
        spread = games * self.products[pair] - self.tally(first).total * self.tally(second).total
        return Fraction(spread, games * (games - 1) * self.scale(first) * self.scale(second))

    def _require(self, games: int, what: str) -> None:
        if self.games < games:
            raise EngineError(f"{what} needs {games} games at least; there are {self.games}")

    # Plain data

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data; equal statistics give equal data."""
        return {
            "games": self.games,
            "names": list(self.names),
            "scales": list(self.scales),
            "counts": [
                [[value, tally.counts[value]] for value in sorted(tally.counts)]
                for tally in self.tallies
            ],
            "beyond": [list(vars(tally.beyond).values()) for tally in self.tallies],
            "products": [[*pair, self.products[pair]] for pair in sorted(self.products)],
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Tallies:
        """Return what `to_data` wrote.

        Raises `ValueError` or `KeyError` or `TypeError` if it is something else.
        """
        names, games = tuple(data["names"]), data["games"]
        tallies = [
            Tally(dict(counts), Moments(*beyond))
            for counts, beyond in zip(data["counts"], data["beyond"], strict=True)
        ]
        if not len(names) == len(data["scales"]) == len(tallies):
            raise ValueError("quantities and tallies of different numbers")
        if any(tally.number != games for tally in tallies):
            raise ValueError("a tally of another number of games")
        products = {(first, second): product for first, second, product in data["products"]}
        return cls(games, names, tuple(data["scales"]), tallies, products)


def require_quantity(name: str, known: Sequence[str]) -> None:
    """Raise `EngineError`, with the nearest name, if there is no quantity of that name."""
    if name not in known:
        nearest = nearest_name(name, known)
        meant = f"; did you mean {nearest}?" if nearest else ""
        raise EngineError(f"there is no quantity {name!r}{meant}; known: {', '.join(known)}")


def _extreme(which: Any, first: int | None, second: int | None) -> int | None:
    if first is None or second is None:
        return second if first is None else first
    chosen: int = which(first, second)
    return chosen
