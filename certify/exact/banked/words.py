"""Puts a strategy into words: the shortest rule found, and exactly what following it costs.

Situations are told apart by what a player can say of them: the ranks of the hands in sight, single
cards, and whatever the spec defines. A rule takes one such property and answers by where its value
lies; where that is not enough, it does so for each value of a second property.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import CertifyError
from certify.exact.banked.expressions import CardsNeeded, Evaluator
from certify.exact.banked.frames import Answered, Frame
from certify.exact.banked.kinds import Kinds
from certify.numerics.jit import kernel
from certify.play.interpreter.program import Program
from certify.play.interpreter.ranking import Hands

MOST_SEGMENTS = 5
"""Changes of the answer along one property that are still a rule, less one."""

MOST_VALUES = 13
"""Values of a second property for each of which there may be a rule."""

Rows = npt.NDArray[Any]


@dataclass(frozen=True)
class Rule:
    """A strategy for a decision in words.

    Attributes
    ----------
    lines : tuple of str
        One for each value of a second property, or a single one.
    cost : Fraction
        What following it costs, in units a round; 0 of the best play itself.
    """

    lines: tuple[str, ...]
    cost: Fraction


@dataclass(frozen=True, eq=False)
class _Property:
    """A property of situations: its value by row, and how a bound on it is said."""

    name: str
    values: npt.NDArray[np.int64]
    said: Callable[[int], str]
    is_hand: bool
    is_truth: bool = False


@dataclass(frozen=True)
class _Cut:
    """Answers along a property: from which value on which option, and what that loses."""

    starts: tuple[int, ...]
    options: tuple[int, ...]
    loss: float


def rule_of(program: Program, kinds: Kinds, answered: Answered) -> Rule | None:
    """Return the best play of a decision in words, or None if no property helps to say it.

    Method: for each property the cheapest way to answer in at most `MOST_SEGMENTS` stretches of its
    values, by dynamic programming; the fewest stretches without a loss, otherwise the cheapest.
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
    properties = [replace(p, values=p.values[came]) for p in _properties(program, kinds, answered)]
    found: tuple[tuple[Any, ...], list[str], Rows] | None = None
    for order, first in enumerate(properties):
        cut = _cut(first.values, loss)
        key = (cut.loss > 0.0, cut.loss, len(cut.options), not first.is_hand, order)
        if found is None or key < found[0]:
            found = key, [_said(first, cut, answered.options)], _taken(first.values, cut)
    if found is not None and found[0][0]:
        found = _by_two(properties, loss, answered.options, found)
    if found is None:
        return None
    _, lines, taken = found
    lost = worths.units[came, answered.choice[came]] - worths.units[came, taken]
    wrong = np.flatnonzero(lost != 0)
    total = sum(int(lost[row]) * int(weights[came[row]]) for row in wrong)
    return Rule(tuple(lines), Fraction(total, worths.base * answered.total))


def _by_two(properties: Sequence[_Property], loss: Rows, options: Sequence[str], found: Any) -> Any:
    """Return a rule by two properties if it loses less than one by a single one."""
    for order, second in enumerate(properties):
        kinds_of_second = np.unique(second.values)
        if second.is_hand or len(kinds_of_second) > MOST_VALUES or len(kinds_of_second) < 2:
            continue
        for other, first in enumerate(properties):
            if other == order:
                continue
            lines: list[str] = []
            taken = np.zeros(len(loss), dtype=np.int64)
            total, parts = 0.0, 0
            for value in kinds_of_second:
                rows = second.values == value
                cut = _cut(first.values[rows], loss[rows])
                taken[rows] = _taken(first.values[rows], cut)
                total += cut.loss
                parts += len(cut.options)
                said = _said(first, cut, options)
                case = f"{second.name} {second.said(int(value))}"
                if second.is_truth:
                    case = second.name if value else f"not {second.name}"
                lines.append(f"{case}: {said}")
            key = (total > 0.0, total, parts, not first.is_hand, 1000 + order * 100 + other)
            if key < found[0]:
                found = key, lines, taken
    return found


def _cut(values: Rows, loss: Rows) -> _Cut:
    """Return the cheapest answers along a property: without a loss, with the fewest changes."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=ordered[0] - 1))
    each = np.add.reduceat(loss[order], starts, axis=0)
    places, options = each.shape
    cheapest = np.full((MOST_SEGMENTS, options), np.inf)
    came_from = np.zeros((places, MOST_SEGMENTS, options), dtype=np.int64)
    follow_cuts(np.ascontiguousarray(each), cheapest, came_from)
    least = cheapest.min(axis=1)
    stretch = int(np.argmin(least)) if least.min() > 0.0 else int(np.flatnonzero(least <= 0.0)[0])
    option = int(np.argmin(cheapest[stretch]))
    total = float(cheapest[stretch, option])
    found: list[tuple[int, int]] = []
    for place in range(places - 1, -1, -1):
        source = int(came_from[place, stretch, option])
        if place == 0 or source < 0:
            found.append((int(ordered[starts[place]]), option))
            if source < 0:
                stretch, option = stretch - 1, -1 - source
    found.reverse()
    return _Cut(tuple(start for start, _ in found), tuple(o for _, o in found), total)


def _taken(values: Rows, cut: _Cut) -> Rows:
    place = np.searchsorted(np.array(cut.starts), values, side="right") - 1
    return np.array(cut.options)[np.maximum(place, 0)]


def _said(of: _Property, cut: _Cut, options: Sequence[str]) -> str:
    """Return the answers along a property in words, the highest values first."""
    if len(cut.options) == 1:
        return f"always {options[cut.options[0]]}"
    parts = []
    stretches = list(zip(cut.starts, cut.options, strict=True))
    for start, option in reversed(stretches[1:]):
        bound = of.said(start)
        if of.is_hand:
            parts.append(f"{options[option]} with {bound} or better")
        elif of.is_truth:
            parts.append(f"{options[option]} if {of.name}")
        else:
            parts.append(f"{options[option]} if {of.name} is {bound} or more")
    return f"{', '.join(parts)}, otherwise {options[stretches[0][1]]}"


def _properties(program: Program, kinds: Kinds, answered: Answered) -> Iterator[_Property]:
    """Yield what can be said of the situations, hands first."""
    known = answered.known
    evaluator = Evaluator(program, kinds)
    frame = Frame(known, {}, answered.values, {}, pool=-1, weights=answered.weights)
    zones = {group.zone: known.columns(group.zone) for group in known.groups}
    names = {zone: program.layout.zones[zone][0] for zone in zones}
    for name, hands in program.layout.rankings.items():
        ranks = evaluator.ranks(name)
        for columns in _hands(list(zones.values())):
            if len(columns) >= hands.ranking.cards:
                rank = ranks.of(np.stack(columns, axis=1))
                yield _Property(name, rank, _hand_said(program, kinds, hands), is_hand=True)
    for name, definition in program.play.spec.definitions.items():
        if definition.takes:
            continue
        try:
            value = evaluator.value(program.node(name), frame)
        except (CardsNeeded, CertifyError, LookupError):
            continue
        if isinstance(value, np.ndarray) and value.dtype.kind in "ib":
            yield _Property(
                name,
                value.astype(np.int64),
                str,
                is_hand=False,
                is_truth=value.dtype.kind == "b",
            )
    for zone, columns in zones.items():
        if len(columns) == 1:
            for (pack, attribute), _ in program.deck.attributes.items():
                if pack != kinds.pack or attribute == kinds.attribute:
                    continue
                table = evaluator.table(attribute)
                if table.dtype.kind == "i":
                    values = table[columns[0]].astype(np.int64)
                    said = _card_said(program, pack, attribute)
                    yield _Property(names[zone], values, said, is_hand=False)


def _hands(zones: list[list[Rows]]) -> Iterator[list[Rows]]:
    """Yield the cards of each zone, and of all together."""
    yield from zones
    if len(zones) > 1:
        yield [column for columns in zones for column in columns]


def _card_said(program: Program, pack: str, attribute: str) -> Callable[[int], str]:
    shown = program.play.spec.packs[pack].names.get(attribute, {})
    return lambda value: shown.get(str(value), str(value))


def _hand_said(program: Program, kinds: Kinds, hands: Hands) -> Callable[[int], str]:
    shown = program.play.spec.packs[kinds.pack].names.get(hands.ranking.by, {})

    def said(rank: int) -> str:
        names = list(hands.ranking.categories)
        category = hands.category_of(rank)
        digits = []
        for _ in range(hands.ranking.cards):
            rank, digit = divmod(rank, hands.base)
            if digit:
                value = str(hands.ranks[digit - 1])
                digits.append(shown.get(value, value))
        cards = "-".join(reversed(digits))
        return cards if category == names[-1] else f"{category.replace('_', ' ')} {cards}"

    return said


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
        before[:] = cheapest
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
