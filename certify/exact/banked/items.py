"""Lists of an expression, and what an expression depends on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from certify.cards.picks import written_places
from certify.language import typed

Rows = npt.NDArray[Any]

_PLAIN = (
    typed.Literal, typed.ParameterValue, typed.Named, typed.Conditional, typed.Comparison,
    typed.Arithmetic, typed.Negative, typed.Logic, typed.Not, typed.Membership, typed.Listed,
    typed.Range,
)  # fmt: skip
"""Expressions that depend on what they are made of alone."""


@dataclass(frozen=True)
class Items:
    """A list: an entry for each element, and in which rows it is in the list; None for all."""

    elements: tuple[Any, ...]
    present: tuple[Rows | None, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every element is there in every row."""
        return all(mask is None for mask in self.present)


@dataclass(frozen=True)
class Picked:
    """Cards of a zone that the seat picked, by their places among its known cards.

    Attributes
    ----------
    is_one : bool
        Whether one card is picked, not a list of them.
    are_gone : bool
        Whether cards have moved since: then only their number is known.
    """

    zone: int
    places: tuple[int, ...]
    is_one: bool
    are_gone: bool = False

    def __str__(self) -> str:
        return written_places(self.places, is_one=self.is_one)


def whole(elements: Sequence[Any]) -> Items:
    """Return a list of which every element is there in every row."""
    return Items(tuple(elements), (None,) * len(elements))


def is_of_its_value(node: typed.Let) -> bool:
    """Return whether the body of a value depends on that value alone."""
    return all(
        isinstance(part, _PLAIN) or (isinstance(part, typed.Local) and part.slot == node.slot)
        for part in node.body.walk()
    )
