"""Counts and orders the ways to take some cards out of groups of alike ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


class Multisets:
    """Ways to take from `least` to `most` things, at most ``counts[i]`` of the i-th kind.

    They are ordered by the number of the first kind, then of the second, and so on.
    """

    def __init__(self, counts: Sequence[int], least: int, most: int) -> None:
        self.counts = counts
        self.least = max(0, least)
        self.most = min(most, sum(counts))
        self.is_free = self.least == 0 and self.most == sum(counts)
        if self.is_free:
            self.total = 1
            for count in counts:
                self.total *= count + 1
        elif self.most < self.least:
            self.total = 0
        else:
            self._ways = self._suffixes()
            self.total = sum(self._ways[0][self.least : self.most + 1])

    def _suffixes(self) -> list[list[int]]:
        """Return in how many ways r things can be taken from the kinds from i on, as [i][r]."""
        ways = [[1] + [0] * self.most]
        for count in reversed(self.counts):
            after = ways[-1]
            if count == 1:
                ways.append([1, *(after[n] + after[n - 1] for n in range(1, self.most + 1))])
                continue
            ways.append(
                [
                    sum(after[taken - own] for own in range(min(count, taken) + 1))
                    for taken in range(self.most + 1)
                ]
            )
        return ways[::-1]

    def at(self, place: int) -> list[int]:
        """Return the numbers taken of each kind in the way at a place, from 0."""
        if self.is_free:
            found = []
            for count in reversed(self.counts):
                place, own = divmod(place, count + 1)
                found.append(own)
            return found[::-1]
        found, taken = [], 0
        for kind, count in enumerate(self.counts):
            after = self._ways[kind + 1]
            for own in range(count + 1):
                least = max(0, self.least - taken - own)
                most = self.most - taken - own
                ways = sum(after[least : most + 1]) if most >= 0 else 0
                if place < ways:
                    found.append(own)
                    taken += own
                    break
                place -= ways
        return found

    def __iter__(self) -> Iterator[list[int]]:
        """Yield the numbers taken of each kind, in order."""
        return (self.at(place) for place in range(self.total))
