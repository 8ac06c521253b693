"""Functions of a series for many rows at once: a body for each element, in rows that have it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import PlayError, StateSpaceError
from certify.exact.banked.amounts import Amount
from certify.exact.banked.items import Items
from certify.language import typed
from certify.language.typed import Node

MOST_BODIES = 50_000
"""Elements of series in one expression: the body of each is worked out for all rows."""

Rows = npt.NDArray[Any]


class SeriesByRow(ABC):
    """The part of an evaluation that knows series.

    `locals` are values by slot; `needed` are the rows for which something is worked out.
    """

    locals: dict[int, Any]
    needed: bool | Rows
    bodies = 0

    @abstractmethod
    def value(self, node: Node) -> Any:
        """Return the value of an expression: plain, or by row."""

    @abstractmethod
    def truth(self, node: Node) -> bool | Rows:
        """Return whether a condition holds."""

    @abstractmethod
    def _where(self, needed: bool | Rows, work: Callable[[], Any]) -> Any:
        """Return what is worked out for some rows only."""

    @abstractmethod
    def _compared(self, name: str, left: Any, right: Any) -> bool | Rows:
        """Return what a comparison of two values comes to."""

    @abstractmethod
    def _choice(self, condition: Rows, then: Any, otherwise: Any) -> Any:
        """Return one of two values, row by row."""

    @abstractmethod
    def _as_amount(self, value: Any) -> Amount:
        """Return a number as an amount."""

    @staticmethod
    def _both(one: bool | Rows, two: bool | Rows) -> bool | Rows:
        if isinstance(one, np.ndarray) or isinstance(two, np.ndarray):
            return np.logical_and(one, two)
        return one and two

    @staticmethod
    def _either(one: bool | Rows, two: bool | Rows) -> bool | Rows:
        if isinstance(one, np.ndarray) or isinstance(two, np.ndarray):
            return np.logical_or(one, two)
        return one or two

    def _series(self, node: typed.Series) -> Any:
        found = self._bodies(node, list(node.loops), None)
        match node.function:
            case "list":
                return Items(
                    tuple(value for value, _, _ in found), tuple(mask for _, mask, _ in found)
                )
            case "any" | "all" | "count":
                return self._truths(node.function, found)
            case "sum":
                return self._sum(found)
            case "distinct":
                return self._distinct(found)
            case "run":
                return self._run(found)
        if node.nth is not None:
            return self._nth(node, node.nth, found)
        return self._picked(node, found)

    def _bodies(
        self, node: typed.Series, loops: list[typed.SeriesLoop], outer: Rows | None
    ) -> list[tuple[Any, Rows | None, Any]]:
        """Return body, rows in which it counts, and element, for every element."""
        loop, *others = loops
        items = self.value(loop.collection)
        found = []
        for element, present in zip(items.elements, items.present, strict=True):
            self.bodies += 1
            if self.bodies > MOST_BODIES:
                raise StateSpaceError(f"series of more than {MOST_BODIES:,} elements")
            self.locals[loop.slot] = element
            mask: bool | Rows = True if outer is None else outer
            mask = self._both(mask, True if present is None else present)
            if loop.condition is not None:
                mask = self._both(mask, self.truth(loop.condition))
            if not isinstance(mask, np.ndarray) and not mask:
                continue
            kept = mask if isinstance(mask, np.ndarray) else None
            if kept is not None and not np.any(self._both(kept, self.needed)):
                continue
            found += self._where(mask, partial(self._body, node, others, kept, element))
        return found

    def _body(
        self, node: typed.Series, others: list[typed.SeriesLoop], kept: Rows | None, element: Any
    ) -> list[tuple[Any, Rows | None, Any]]:
        if others:
            return self._bodies(node, others, kept)
        is_truth = node.function in ("any", "all", "count")
        return [(self.truth(node.body) if is_truth else self.value(node.body), kept, element)]

    def _truths(self, function: str, found: list[tuple[Any, Rows | None, Any]]) -> Any:
        if function == "all":
            whole: bool | Rows = True
            for body, mask, _ in found:
                here = body if mask is None else self._either(body, ~mask)
                whole = self._both(whole, here)
            return whole
        held = [body if mask is None else self._both(body, mask) for body, mask, _ in found]
        if function == "any":
            some: bool | Rows = False
            for one in held:
                some = self._either(some, one)
            return some
        total: Any = 0
        for one in held:
            total = total + (one.astype(np.int64) if isinstance(one, np.ndarray) else int(one))
        return total

    def _sum(self, found: list[tuple[Any, Rows | None, Any]]) -> Any:
        total: Any = 0
        for body, mask, _ in found:
            here = body if mask is None else self._choice(mask, body, 0)
            if isinstance(here, Amount | Fraction) or isinstance(total, Amount | Fraction):
                total = self._as_amount(total) + self._as_amount(here)
            else:
                total = total + here
        return total

    def _distinct(self, found: list[tuple[Any, Rows | None, Any]]) -> Any:
        total: Any = 0
        for place, (body, mask, _) in enumerate(found):
            new: bool | Rows = True if mask is None else mask
            for other, there, _ in found[:place]:
                same = self._compared("==", body, other)
                same = same if there is None else self._both(same, there)
                new = self._both(new, ~same if isinstance(same, np.ndarray) else not same)
            total = total + (new.astype(np.int64) if isinstance(new, np.ndarray) else int(new))
        return total

    def _run(self, found: list[tuple[Any, Rows | None, Any]]) -> Any:
        if any(mask is not None for _, mask, _ in found):
            raise StateSpaceError("a run in a list that depends on the cards")
        length: Any = 0
        goes_on: bool | Rows = True
        for body, _, _ in reversed(found):
            goes_on = self._both(goes_on, self._compared("==", body, found[-1][0]))
            one = goes_on.astype(np.int64) if isinstance(goes_on, np.ndarray) else int(goes_on)
            length = length + one
        return length

    def _picked(self, node: typed.Series, found: list[tuple[Any, Rows | None, Any]]) -> Any:
        """Return the least or greatest body, the first, or the element of the least or greatest."""
        least = node.function in ("min", "lowest")
        by_element = node.function in ("highest", "lowest")
        there: bool | Rows = False
        best: Any = None
        value: Any = None
        for body, mask, element in found:
            here: bool | Rows = True if mask is None else mask
            if best is None:
                best, value, there = body, element if by_element else body, here
                continue
            better: bool | Rows
            if node.function == "first":
                better = False
            else:
                better = self._compared("<" if least else ">", body, best)
            new = self._either(better, ~there if isinstance(there, np.ndarray) else not there)
            new = self._both(new, here)
            if isinstance(new, np.ndarray):
                best = self._choice(new, body, best)
                value = self._choice(new, element, value) if by_element else best
            elif new:
                best, value = body, element if by_element else body
            there = self._either(there, here)
        return self._or_default(node, value, there)

    def _nth(self, node: typed.Series, nth: Node, found: list[tuple[Any, Rows | None, Any]]) -> Any:
        """Return the nth greatest or least body, or its element; of equals the first is first."""
        number = self.value(nth)
        if np.any(self._both(number < 1, self.needed)):
            raise PlayError(f"nth counts from 1; found {np.min(number)}")
        sign = "<" if node.function in ("min", "lowest") else ">"
        by_element = node.function in ("highest", "lowest")
        there: bool | Rows = False
        value: Any = None
        for place, (body, mask, element) in enumerate(found):
            before: Any = 0
            for other, (rival, present, _) in enumerate(found):
                if other != place:
                    wins = self._compared(f"{sign}=" if other < place else sign, rival, body)
                    before = before + self._both(wins, True if present is None else present) * 1
            here = self._both(True if mask is None else mask, before == number - 1)
            if not np.any(here):
                continue
            one = element if by_element else body
            if isinstance(here, np.ndarray) and value is not None:
                one = self._choice(here, one, value)
            value = one
            there = self._either(there, here)
        return self._or_default(node, value, there)

    def _or_default(self, node: typed.Series, value: Any, there: bool | Rows) -> Any:
        """Return a value where it is there, elsewhere the default."""
        missing = not there if not isinstance(there, np.ndarray) else ~there
        if value is not None and not np.any(self._both(missing, self.needed)):
            return value
        if node.default is None:
            what = "nothing" if node.nth is None else "too few elements"
            raise PlayError(f"{node.function} of {what}; give a default")
        default = self.value(node.default)
        if not isinstance(there, np.ndarray):
            return default
        return self._choice(~there, default, value)
