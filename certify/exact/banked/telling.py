"""The best play in words where situations are too many to be kept: for each set of seen cards.

What answers lose is added up part by part, by what is seen and by the properties that the rule of
who sees nothing goes by; rules for seen cards go by the same, with bounds of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.exact.banked.expressions import Evaluator
from certify.exact.banked.frames import Answered
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.properties import CARD, Key, Property, properties_of
from certify.exact.banked.words import (
    HARDLY,
    IN_SHORT,
    MOST_VALUES,
    Form,
    add_losses,
    shortest,
)

Rows = npt.NDArray[Any]

MOST_CASES = 30
"""Sets of seen cards for each of which the best play is told."""

Case = tuple[int, ...]
"""The ranks of seen cards, ascending."""

Pair = tuple[Key, Key]
"""A second property of a form, or `NONE`, and a first one."""

NONE: Key = ()
"""No second property: all situations have the same value of it, 0."""


@dataclass
class Cells:
    """What options lose by the values of two properties.

    Attributes
    ----------
    levels : ndarray of int64, shape (cells, 2)
        A value of the second property, and of the first one.
    lost : ndarray of float64, shape (cells, options and one)
        What each option loses, in units a round, and the probability.
    """

    levels: npt.NDArray[np.int64]
    lost: npt.NDArray[np.float64]

    def with_more(self, other: Cells) -> Cells:
        """Return the sums of both, a cell for each two values, in their order."""
        levels = np.concatenate([self.levels, other.levels])
        low, high = levels.min(axis=0), levels.max(axis=0)
        code = (levels[:, 0] - low[0]) * (high[1] - low[1] + 1) + levels[:, 1] - low[1]
        _, first, place = np.unique(code, return_index=True, return_inverse=True)
        lost = np.zeros((len(first), self.lost.shape[1]))
        np.add.at(lost, place.reshape(-1), np.concatenate([self.lost, other.lost]))
        return Cells(levels[first], lost)

    def along(self, which: int) -> tuple[npt.NDArray[np.int64], Rows]:
        """Return the values of one property, and what options lose by them; the last is a count."""
        values, place = np.unique(self.levels[:, which], return_inverse=True)
        sums = np.zeros((len(values), self.lost.shape[1]))
        np.add.at(sums, place.reshape(-1), self.lost)
        sums[:, -1] = 1.0
        return values, sums


@dataclass
class CaseLosses:
    """What answers lose where some cards are seen.

    Attributes
    ----------
    share : float
        Probability that the decision comes up and these are seen.
    worth : float
        What is won from there on, times the probability, in units.
    lost : dict
        For each second property of a form, or none, with each first one.
    """

    share: float = 0.0
    worth: float = 0.0
    lost: dict[Pair, Cells] = field(default_factory=dict)

    def add(self, other: CaseLosses) -> None:
        """Add what answers lose in other situations."""
        self.share += other.share
        self.worth += other.worth
        for pair, cells in other.lost.items():
            own = self.lost.get(pair)
            self.lost[pair] = cells if own is None else own.with_more(cells)

    def to_json(self) -> list[Any]:
        """Return it as plain data."""
        lost = [
            [*pair, cells.levels.tolist(), cells.lost.tolist()] for pair, cells in self.lost.items()
        ]
        return [self.share, self.worth, lost]

    @classmethod
    def from_json(cls, told: Sequence[Any]) -> CaseLosses:
        """Return it from what `to_json` made."""
        share, worth, lost = told
        found = {
            (tuple(second), tuple(first)): Cells(np.array(levels), np.array(own))
            for second, first, levels, own in lost
        }
        return cls(share, worth, found)


Losses = dict[Case, CaseLosses]
"""What answers of a decision lose, by what is seen."""


def add_to(losses: Losses, more: Losses) -> None:
    """Add losses in other situations."""
    for case, own in more.items():
        losses.setdefault(case, CaseLosses()).add(own)


def form_seen(evaluator: Evaluator, fair: Answered, form: Form) -> Form:
    """Return a form that also answers for each card that lies alone in its zone, as an upcard does.

    What a hidden card is worth rests on how it goes with these.
    """
    some = np.flatnonzero(fair.weights != 0)
    alone = [
        each.key
        for each in properties_of(evaluator, fair, some)
        if each.key[0] == CARD and not each.key[-1] and 1 < len(each.levels) <= MOST_VALUES
    ]
    return replace(form, seconds=tuple(dict.fromkeys((*form.seconds, *alone))))


def cases_of(kinds: Kinds, number: int) -> int:
    """Return how many sets of so many cards may be seen, suits left aside."""
    ranks = len(kinds.cards) // kinds.values
    return comb(ranks + number - 1, number)


def losses_of(evaluator: Evaluator, answered: Answered, zone: int, form: Form) -> Losses | None:
    """Return what answers lose, by the cards of a zone and by the properties of a form.

    None if the situations lack one of these. Method: plain sums of non-negative terms. Error:
    rounding, relative 1e-12.
    """
    worths, came = answered.worths, np.flatnonzero(answered.weights != 0)
    if worths is None:
        return None
    if not len(came):
        return {}
    seen, case_of = _seen(evaluator.kinds, answered, zone, came)
    told = properties_of(evaluator, answered, came, form.keys, aside=zone)
    properties = {each.key: each for each in told}
    if properties.keys() != form.keys:
        return None
    share = answered.weights[came].astype(np.float64) / answered.total
    units = worths.units[came]
    best = units[np.arange(len(came)), answered.choice[came]]
    loss = (best[:, None] - units).astype(np.float64) * (share / worths.base)[:, None]
    loss[~answered.legal[came]] = np.inf
    columns = np.column_stack([loss, share])
    worth = np.bincount(case_of, weights=best.astype(np.float64) / worths.base * share)
    shares = np.bincount(case_of, weights=share)
    found: Losses = {
        case: CaseLosses(float(p), float(own))
        for case, p, own in zip(seen, shares, worth, strict=True)
    }
    for second, first in product(form.seconds or (NONE,), form.firsts):
        levels = properties[second].levels.tolist() if second else [0]
        places = case_of * len(levels) + (properties[second].places if second else 0)
        of = properties[first]
        sums = np.zeros((len(seen) * len(levels), len(of.levels), columns.shape[1] + 1))
        add_losses(places.astype(np.int32), of.places, columns, sums)
        rows, at = np.nonzero(sums[:, :, -1])
        pairs = np.stack([np.array(levels)[rows % len(levels)], of.levels[at]], axis=1)
        for number, case in enumerate(seen):
            own = rows // len(levels) == number
            found[case].lost[second, first] = Cells(pairs[own], sums[rows[own], at[own], :-1])
    return found


def _seen(
    kinds: Kinds, answered: Answered, zone: int, came: Rows
) -> tuple[list[Case], npt.NDArray[np.int64]]:
    """Return the sets of ranks that are seen, and which of them each situation has."""
    ranks = [column[came] // kinds.values for column in answered.known.columns(zone)]
    rows = np.sort(np.stack(ranks, axis=1), axis=1).astype(np.int64)
    code = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        code = code * len(kinds.cards) + column
    _, first, case_of = np.unique(code, return_index=True, return_inverse=True)
    return [tuple(map(int, rows[row])) for row in first], case_of.reshape(-1)


def lines_of(
    evaluator: Evaluator, like: Answered, losses: Losses, form: Form
) -> Iterator[tuple[Case, CaseLosses, tuple[str, ...], float]]:
    """Yield for each set of seen cards what answers lose, the best play in words, and its cost.

    `like`: situations of who sees nothing, for how properties are said.

    Notes
    -----
    Conditioning: the cost is that of a round, of which the seen cards are a part.
    Method: `shortest`, for each set of seen cards, over what was added up.
    Error: relative 1e-12 of the cost; another rule of the same price may be taken.
    Source: derived here, reports/METHOD.md section 16.
    """
    some = np.flatnonzero(like.weights != 0)[:1]
    said = {each.key: each for each in properties_of(evaluator, like, some, form.keys)}
    seconds = form.seconds or (NONE,)
    for case, own in sorted(losses.items()):
        hardly = HARDLY * own.share
        whole = [_along(said[key], own.lost[seconds[0], key], 1) for key in form.firsts]
        whole += [_along(said[key], own.lost[key, form.firsts[0]], 0) for key in form.seconds]
        by_two = (_by_second(said, own, form.firsts, second) for second in form.seconds)
        _, lines, _, cuts = shortest(whole, by_two, like.options, hardly, IN_SHORT)
        yield case, own, tuple(lines), sum(cut.loss for cut in cuts)


def _along(of: Property, cells: Cells, which: int) -> tuple[Property, Rows]:
    """Return a property with its values, and what options lose by them."""
    values, sums = cells.along(which)
    return replace(of, levels=values), sums


def _by_second(
    said: Mapping[Key, Property], own: CaseLosses, firsts: Sequence[Key], second: Key
) -> tuple[Property, list[tuple[Property, Rows]], Rows]:
    """Return the second property, the first ones with losses by both, and what is hardly a loss."""
    found = []
    for key in firsts:
        cells = own.lost[second, key]
        levels, level = np.unique(cells.levels[:, 0], return_inverse=True)
        values, value = np.unique(cells.levels[:, 1], return_inverse=True)
        sums = np.zeros((len(levels), len(values), cells.lost.shape[1]))
        sums[level.reshape(-1), value.reshape(-1), :-1] = cells.lost[:, :-1]
        sums[level.reshape(-1), value.reshape(-1), -1] = 1.0
        share = np.bincount(level.reshape(-1), weights=cells.lost[:, -1])
        found.append((replace(said[key], levels=values), sums))
    return replace(said[second], levels=levels), found, HARDLY * share
