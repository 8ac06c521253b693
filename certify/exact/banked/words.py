"""Puts a strategy into words: the shortest rule found, and exactly what following it costs.

A rule takes one property of situations and answers by where its value lies; where that is not
enough, it does so for each value of a second property, and may take another one for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.exact.banked.expressions import Evaluator
from certify.exact.banked.frames import Answered
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.properties import Key, Property, properties_of
from certify.numerics.jit import copy_into, kernel
from certify.play.interpreter.program import Program

MOST_SEGMENTS = 5
"""Changes of the answer along one property that are still a rule, less one."""

MOST_VALUES = 13
"""Values of a second property for each of which there may be a rule."""

MOST_PARTS = 2 * MOST_VALUES
"""Answers of a rule that somebody may still carry in the head."""

HARDLY = 1e-4
"""Units a round of which the loss is no reason for a longer rule."""

AT_LENGTH, IN_SHORT = 0.25, 0.5
"""The power of the length of a rule: where it is told once, and where it is for many seen cards.

A rule of sixteen times as many parts, or of four times as many, must lose half.
"""

Rows = npt.NDArray[Any]

Price = tuple[float, int, float, bool]
"""What a rule loses and its length together, its length, its loss, whether it is not by hands."""


@dataclass(frozen=True)
class Form:
    """By which properties a rule tells situations apart.

    Attributes
    ----------
    firsts : tuple of Key
        It answers by where the value of one of these lies.
    seconds : tuple of Key
        It may do so for each value of one of these.
    """

    firsts: tuple[Key, ...]
    seconds: tuple[Key, ...]

    @property
    def keys(self) -> frozenset[Key]:
        """All of them."""
        return frozenset(self.firsts + self.seconds)


@dataclass(frozen=True)
class Rule:
    """A strategy for a decision in words.

    Attributes
    ----------
    lines : tuple of str
        One for each value of a second property, or a single one.
    cost : Fraction
        What following it costs, in units a round; 0 of the best play itself.
    form : Form
        By which properties.
    """

    lines: tuple[str, ...]
    cost: Fraction
    form: Form


@dataclass(frozen=True)
class _Cut:
    """Answers along a property: from which value on which option, and what that loses."""

    of: Property
    starts: tuple[int, ...]
    options: tuple[int, ...]
    loss: float

    def taken(self, rows: Rows | slice = slice(None)) -> Rows:
        """Return the answers of situations."""
        found = np.searchsorted(np.array(self.starts), self.of.levels, side="right") - 1
        answer = np.array(self.options)[np.maximum(found, 0)]
        taken: Rows = answer[self.of.places[rows]]
        return taken


Told = tuple[Price, list[str], Property | None, list[_Cut]]
"""A rule: its price, its lines, and the answers for each value of a property, or for all."""


def rule_of(
    program: Program,
    kinds: Kinds,
    answered: Answered,
    aside: int | None = None,
    length: float = AT_LENGTH,
) -> Rule | None:
    """Return the best play of a decision in words, or None if no property helps to say it.

    `aside`: a zone whose cards belong to no hand of the seat. `length`: how much a longer rule must
    lose less.

    Method: for each property the cheapest way to answer in at most `MOST_SEGMENTS` stretches of its
    values, by dynamic programming; where each loses something, the same for each value of a second
    property, by another one each.
    """
    worths, weights = answered.worths, answered.weights
    if worths is None:
        return None
    came = np.flatnonzero(weights != 0)
    if not len(came):
        return None
    share = weights[came].astype(np.float64)
    best = worths.units[came, answered.choice[came]]
    loss = (best[:, None] - worths.units[came]).astype(np.float64) * share[:, None]
    loss[~answered.legal[came]] = np.inf
    hardly = HARDLY * worths.base * share
    properties = [*properties_of(Evaluator(program, kinds), answered, came, aside=aside)]
    if not properties:
        return None
    least = float(hardly.sum())
    whole = [(each, _losses(each, None, loss)[0]) for each in properties]
    by_two = _by_two(properties, loss, hardly)
    _, lines, second, chosen = shortest(whole, by_two, answered.options, least, length)
    taken = np.zeros(len(loss), dtype=np.int64)
    for place, cut in enumerate(chosen):
        rows = slice(None) if second is None else second.places == place
        taken[rows] = cut.taken(rows)
    lost = worths.units[came, answered.choice[came]] - worths.units[came, taken]
    wrong = np.flatnonzero(lost != 0)
    total = sum(int(lost[row]) * int(weights[came[row]]) for row in wrong)
    firsts = tuple(dict.fromkeys(cut.of.key for cut in chosen))
    form = Form(firsts, () if second is None else (second.key,))
    return Rule(tuple(lines), Fraction(total, worths.base * answered.total), form)


def shortest(
    whole: Sequence[tuple[Property, Rows]],
    by_two: Iterable[tuple[Property, Sequence[tuple[Property, Rows]], Rows]],
    options: Sequence[str],
    hardly: float,
    length: float,
) -> Told:
    """Return the rule that costs least, by one property or, where it loses, by two.

    `whole`: properties with what options lose by their values, and how many situations there are;
    `by_two`: a second property, the first ones with the same for each of its values, and what is
    hardly a loss there. `length`: `AT_LENGTH`, or `IN_SHORT`.
    """
    price, first = _cheapest(whole, hardly, length)
    found: Told = price, [_said(first, options)], None, [first]
    if first.loss > 0.0:
        longer = (_for_each(*each, options, hardly, length) for each in by_two)
        found = min([found, *(each for each in longer if each)], key=itemgetter(0))
    return found


def _price(loss: float, parts: int, is_hand: bool, hardly: float, length: float) -> Price:
    """Return by what rules are compared: a power of their length weighs like what they lose.

    What is less than `hardly` is no less.
    """
    return max(loss, hardly) * parts**length, parts, loss, not is_hand


def _cheapest(
    each: Iterable[tuple[Property, Rows]], hardly: float, length: float
) -> tuple[Price, _Cut]:
    """Return the answers along the property, of some with their losses, by which they are best."""
    cuts = [_cut(of, sums, hardly, length) for of, sums in each]
    prices = [_price(cut.loss, len(cut.options), cut.of.is_hand, hardly, length) for cut in cuts]
    best = min(range(len(cuts)), key=prices.__getitem__)
    return prices[best], cuts[best]


def _by_two(
    properties: Sequence[Property], loss: Rows, hardly: Rows
) -> Iterator[tuple[Property, list[tuple[Property, Rows]], Rows]]:
    """Yield second properties with the others, and what options lose by the values of both."""
    for second in properties:
        firsts = [each for each in properties if each is not second]
        if second.is_hand or not 1 < len(second.levels) <= MOST_VALUES or not firsts:
            continue
        least = np.bincount(second.places, weights=hardly)
        yield second, [(each, _losses(each, second, loss)) for each in firsts], least


def _for_each(
    second: Property,
    by_first: Sequence[tuple[Property, Rows]],
    least: Rows,
    options: Sequence[str],
    hardly: float,
    length: float,
) -> Told | None:
    """Return the rule that answers for each value of a property by the other that is best there."""
    cuts = [
        _cheapest([(of, sums[place]) for of, sums in by_first], float(own), length)[1]
        for place, own in enumerate(least)
    ]
    said = [_said(cut, options) for cut in cuts]
    told = _in_a_row(second, said)
    # Values of which the same is said are one to remember.
    parts = sum(
        len(cut.options)
        for place, cut in enumerate(cuts)
        if place == 0 or said[place] != said[place - 1]
    )
    if parts > MOST_PARTS:
        return None
    lost, is_hand = sum(cut.loss for cut in cuts), all(cut.of.is_hand for cut in cuts)
    return _price(lost, parts, is_hand, hardly, length), told, second, cuts


def _in_a_row(second: Property, told: Sequence[str]) -> list[str]:
    """Return a line for each run of values of which the same is said; for all values, just that."""
    if len(set(told)) == 1:
        return [told[0]]
    levels, lines, start = second.levels.tolist(), [], 0
    for own, alike in groupby(told):
        end = start + len([*alike])
        case = second.case(levels[start])
        if second.is_truth and end - start > 1:
            lines += [f"{second.case(level)}: {own}" for level in levels[start:end]]
        elif end - start > 1 and start and end == len(told):
            lines.append(f"{case} or more: {own}")
        elif end - start > 1:
            lines.append(f"{case} to {second.said(levels[end - 1])}: {own}")
        else:
            lines.append(f"{case}: {own}")
        start = end
    return lines


def _losses(first: Property, second: Property | None, loss: Rows) -> Rows:
    """Return what options lose by the values of two properties, and how many situations there are.

    Shape (values of the second, values of the first, options and one).
    """
    others = 1 if second is None else len(second.levels)
    sums = np.zeros((others, len(first.levels), loss.shape[1] + 1))
    places = np.zeros(1, dtype=np.int32) if second is None else second.places
    add_losses(places, first.places, loss, sums)
    return sums


def _cut(of: Property, sums: Rows, hardly: float, length: float) -> _Cut:
    """Return the best answers along a property, longer ones where they lose less."""
    there = np.flatnonzero(sums[:, -1])
    each = np.ascontiguousarray(sums[there, :-1])
    places, options = each.shape
    cheapest = np.full((MOST_SEGMENTS, options), np.inf)
    came_from = np.zeros((places, MOST_SEGMENTS, options), dtype=np.int64)
    follow_cuts(each, cheapest, came_from)
    longer = np.arange(1, MOST_SEGMENTS + 1) ** length
    stretch = int(np.argmin(np.maximum(cheapest.min(axis=1), hardly) * longer))
    option = int(np.argmin(cheapest[stretch]))
    total = float(cheapest[stretch, option])
    found: list[tuple[int, int]] = []
    for place in range(places - 1, -1, -1):
        source = int(came_from[place, stretch, option])
        if place == 0 or source < 0:
            found.append((int(of.levels[there[place]]), option))
            if source < 0:
                stretch, option = stretch - 1, -1 - source
    found.reverse()
    return _Cut(of, tuple(start for start, _ in found), tuple(o for _, o in found), total)


def _said(cut: _Cut, options: Sequence[str]) -> str:
    """Return the answers along a property in words, the highest values first."""
    if len(cut.options) == 1:
        return f"always {options[cut.options[0]]}"
    stretches = list(zip(cut.starts, cut.options, strict=True))
    parts = [f"{options[own]} {cut.of.condition(start)}" for start, own in reversed(stretches[1:])]
    return f"{', '.join(parts)}, otherwise {options[stretches[0][1]]}"


@kernel
def follow_cuts(each: Rows, cheapest: Rows, came_from: Rows) -> None:
    """Write what is cheapest along places, and whence it comes.

    `cheapest[s, o]`: up to the last place in s + 1 stretches, the last answered by o. `came_from`
    has an option, or -1 less one where a stretch begins.
    """
    places, options = each.shape
    stretches = len(cheapest)
    before = np.empty_like(cheapest)
    cheapest[0] = 0.0
    for place in range(places):
        for stretch in range(stretches):
            copy_into(before[stretch], cheapest[stretch])
        for stretch in range(stretches):
            for option in range(options):
                stay, source = before[stretch, option], option
                if place > 0 and stretch > 0:
                    other = 0
                    for one in range(1, options):
                        if before[stretch - 1, one] < before[stretch - 1, other]:
                            other = one
                    if before[stretch - 1, other] < stay:
                        stay, source = before[stretch - 1, other], -1 - other
                cheapest[stretch, option] = stay + each[place, option]
                came_from[place, stretch, option] = source
        if place == 0:
            cheapest[1:] = np.inf


@kernel
def add_losses(second: Rows, first: Rows, loss: Rows, sums: Rows) -> None:
    """Add up losses by the places of two properties, or of one, and how many there are."""
    options = loss.shape[1]
    several = len(second) > 1
    for row in range(len(first)):
        own = sums[second[row] if several else 0, first[row]]
        for option in range(options):
            own[option] += loss[row, option]
        own[options] += 1.0
