"""Puts a strategy into words: the shortest rule found, and exactly what following it costs.

Situations are told apart by what a player can say of them: the ranks of the hands in sight, single
cards, whatever the spec defines, and how many cards are of one rank. A rule takes one such property
and answers by where its value lies; where that is not enough, it does so for each value of a second
property, and may take another one for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import takewhile
from math import sqrt
from operator import itemgetter
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

MOST_PARTS = 2 * MOST_VALUES
"""Answers of a rule that somebody may still carry in the head."""

HARDLY = 1e-4
"""Units a round of which the loss is no reason for a longer rule."""

MOST_COUNTED = 1_000_000
"""Range of values of a property up to which they are counted, not sorted."""

NUMBERS = ("no", "one", "two", "three", "four", "five")

Rows = npt.NDArray[Any]
Price = tuple[float, int, float, bool]
"""What a rule loses and its length together, its length, its loss, whether it is not by hands."""


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
    """A property of situations, and how its values are said.

    `levels` are its values, ascending, and `places` where among them that of each situation is.
    `whole`: whether a value is said without the name.
    """

    name: str
    levels: npt.NDArray[np.int64]
    places: npt.NDArray[np.int32]
    said: Callable[[int], str]
    is_hand: bool = False
    is_truth: bool = False
    whole: bool = False

    @classmethod
    def of(cls, name: str, values: Rows, said: Callable[[int], str], **kind: bool) -> _Property:
        """Return a property by the values of all situations."""
        low, high = int(values.min()), int(values.max())
        if high - low >= MOST_COUNTED:
            levels, places = np.unique(values, return_inverse=True)
            return cls(name, levels, places.astype(np.int32), said, **kind)
        there = np.bincount(values - low) > 0
        place = (np.cumsum(there) - 1).astype(np.int32)
        return cls(name, low + np.flatnonzero(there), place[values - low], said, **kind)

    def case(self, level: int) -> str:
        """Return the situations of one value in words."""
        if self.is_truth:
            return self.name if level else f"not {self.name}"
        return self.said(level) if self.whole else f"{self.name} {self.said(level)}"

    def condition(self, start: int) -> str:
        """Return in words in which situations a value is so high."""
        if self.is_hand:
            return f"with {self.said(start)} or better"
        if self.is_truth:
            return f"if {self.name}"
        if self.whole:
            return f"if {self.said(start)} or more"
        return f"if {self.name} is {self.said(start)} or more"


@dataclass(frozen=True)
class _Cut:
    """Answers along a property: from which value on which option, and what that loses."""

    of: _Property
    starts: tuple[int, ...]
    options: tuple[int, ...]
    loss: float

    def taken(self, rows: Rows | slice = slice(None)) -> Rows:
        """Return the answers of situations."""
        found = np.searchsorted(np.array(self.starts), self.of.levels, side="right") - 1
        answer = np.array(self.options)[np.maximum(found, 0)]
        taken: Rows = answer[self.of.places[rows]]
        return taken


Told = tuple[Price, list[str], _Property | None, list[_Cut]]
"""A rule: its price, its lines, and the answers for each value of a property, or for all."""


def rule_of(program: Program, kinds: Kinds, answered: Answered) -> Rule | None:
    """Return the best play of a decision in words, or None if no property helps to say it.

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
    properties = [*_properties(program, kinds, answered, came)]
    if not properties:
        return None
    whole = [(each, _losses(each, None, loss)[0]) for each in properties]
    price, first = _cheapest(whole, float(hardly.sum()))
    found: Told = price, [_said(first, answered.options)], None, [first]
    if first.loss > 0.0:
        longer = _by_two(properties, loss, answered.options, hardly)
        found = min([found, *longer], key=itemgetter(0))
    _, lines, second, chosen = found
    taken = np.zeros(len(loss), dtype=np.int64)
    for place, cut in enumerate(chosen):
        rows = slice(None) if second is None else second.places == place
        taken[rows] = cut.taken(rows)
    lost = worths.units[came, answered.choice[came]] - worths.units[came, taken]
    wrong = np.flatnonzero(lost != 0)
    total = sum(int(lost[row]) * int(weights[came[row]]) for row in wrong)
    return Rule(tuple(lines), Fraction(total, worths.base * answered.total))


def _price(loss: float, parts: int, is_hand: bool, hardly: float) -> Price:
    """Return by what rules are compared: one of sixteen times as many parts must lose half.

    What is less than `hardly` is no less.
    """
    return max(loss, hardly) * sqrt(sqrt(parts)), parts, loss, not is_hand


def _cheapest(each: Iterable[tuple[_Property, Rows]], hardly: float) -> tuple[Price, _Cut]:
    """Return the answers along the property, of some with their losses, by which they are best."""
    cuts = [_cut(of, sums, hardly) for of, sums in each]
    prices = [_price(cut.loss, len(cut.options), cut.of.is_hand, hardly) for cut in cuts]
    best = min(range(len(cuts)), key=prices.__getitem__)
    return prices[best], cuts[best]


def _by_two(
    properties: Sequence[_Property], loss: Rows, options: Sequence[str], hardly: Rows
) -> Iterator[Told]:
    """Yield rules that answer for each value of a property by the other that is best there.

    `hardly`: by situation.
    """
    for second in properties:
        number = len(second.levels)
        firsts = [each for each in properties if each is not second]
        if second.is_hand or not 1 < number <= MOST_VALUES or not firsts:
            continue
        by_first = [(each, _losses(each, second, loss)) for each in firsts]
        cuts = [
            _cheapest([(of, sums[place]) for of, sums in by_first], float(least))[1]
            for place, least in enumerate(np.bincount(second.places, weights=hardly))
        ]
        parts = sum(len(cut.options) for cut in cuts)
        if parts > MOST_PARTS:
            continue
        lost, is_hand = sum(cut.loss for cut in cuts), all(cut.of.is_hand for cut in cuts)
        told = _in_a_row(second, [_said(cut, options) for cut in cuts])
        yield _price(lost, parts, is_hand, float(hardly.sum())), told, second, cuts


def _in_a_row(second: _Property, told: Sequence[str]) -> list[str]:
    """Return what is said of each value; the last ones, of which the same is said, in one line."""
    levels = second.levels.tolist()
    lines = [f"{second.case(level)}: {each}" for level, each in zip(levels, told, strict=True)]
    alike = len([*takewhile(lambda each: each == told[-1], reversed(told))])
    if second.is_truth or not 1 < alike < len(told):
        return lines
    return [*lines[:-alike], f"{second.case(levels[-alike])} or more: {told[-1]}"]


def _losses(first: _Property, second: _Property | None, loss: Rows) -> Rows:
    """Return what options lose by the values of two properties, and how many situations there are.

    Shape (values of the second, values of the first, options and one).
    """
    others = 1 if second is None else len(second.levels)
    sums = np.zeros((others, len(first.levels), loss.shape[1] + 1))
    places = np.zeros(1, dtype=np.int32) if second is None else second.places
    add_losses(places, first.places, loss, sums)
    return sums


def _cut(of: _Property, sums: Rows, hardly: float) -> _Cut:
    """Return the best answers along a property, longer ones where they lose less."""
    there = np.flatnonzero(sums[:, -1])
    each = np.ascontiguousarray(sums[there, :-1])
    places, options = each.shape
    cheapest = np.full((MOST_SEGMENTS, options), np.inf)
    came_from = np.zeros((places, MOST_SEGMENTS, options), dtype=np.int64)
    follow_cuts(each, cheapest, came_from)
    length = np.sqrt(np.sqrt(np.arange(1, MOST_SEGMENTS + 1)))
    stretch = int(np.argmin(np.maximum(cheapest.min(axis=1), hardly) * length))
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


def _properties(
    program: Program, kinds: Kinds, answered: Answered, came: Rows
) -> Iterator[_Property]:
    """Yield what can be said of the situations that come about, hands first."""
    known = answered.known
    evaluator = Evaluator(program, kinds)
    frame = Frame(known, {}, answered.values, {}, pool=-1, weights=answered.weights)
    zones = {
        group.zone: [column[came] for column in known.columns(group.zone)] for group in known.groups
    }
    names = {zone: program.layout.zones[zone][0] for zone in zones}
    for name, hands in program.layout.rankings.items():
        ranks = evaluator.ranks(name)
        for columns in _hands(list(zones.values())):
            if len(columns) >= hands.ranking.cards:
                rank = ranks.of(np.stack(columns, axis=1))
                yield _Property.of(name, rank, _hand_said(program, kinds, hands), is_hand=True)
    for name, definition in program.play.spec.definitions.items():
        if definition.takes:
            continue
        try:
            value = evaluator.value(program.node(name), frame)
        except (CardsNeeded, CertifyError, LookupError):
            continue
        if isinstance(value, np.ndarray) and value.dtype.kind in "ib":
            is_truth = value.dtype.kind == "b"
            yield _Property.of(name, value[came].astype(np.int64), str, is_truth=is_truth)
    for zone, columns in zones.items():
        for pack, attribute in program.deck.attributes:
            if pack != kinds.pack or attribute == kinds.attribute:
                continue
            table = evaluator.table(attribute)
            if table.dtype.kind != "i":
                continue
            said = _card_said(program, pack, attribute)
            values = [table[column].astype(np.int64) for column in columns]
            if len(values) == 1:
                yield _Property.of(names[zone], values[0], said)
            elif values:
                for name, end in (("highest", np.maximum), ("lowest", np.minimum)):
                    yield _Property.of(f"{name} of {names[zone]}", end.reduce(values), said)
    yield from _alike(program, evaluator, {names[zone]: own for zone, own in zones.items()})


def _alike(
    program: Program, evaluator: Evaluator, zones: Mapping[str, list[Rows]]
) -> Iterator[_Property]:
    """Yield how many of all cards in sight have one value, and how many one of a zone's cards."""
    kinds, columns = evaluator.kinds, [column for own in zones.values() for column in own]
    if len(columns) < 2:
        return
    for pack, attribute in program.deck.attributes:
        if pack != kinds.pack:
            continue
        table = None if attribute == kinds.attribute else evaluator.table(attribute)
        if table is not None and table.dtype.kind != "i":
            continue

        def values_of(some: list[Rows], table: Rows | None = table) -> list[Rows]:
            return [card % kinds.values if table is None else table[card] for card in some]

        every = np.stack(values_of(columns), axis=1)
        parts = zones.items() if len(zones) > 1 and table is not None else ()
        for zone, own in [("", columns), *parts]:
            most = np.zeros(len(every), dtype=np.int64)
            count_alike(every, np.stack(values_of(own), axis=1), most)
            yield _Property.of(attribute, most, partial(_said_alike, attribute, zone), whole=True)


def _said_alike(attribute: str, zone: str, number: int) -> str:
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    told = f"no two of a {attribute}" if number < 2 else f"{word} of a {attribute}"
    return f"{told} with a card of {zone}" if zone else told


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


@kernel
def count_alike(every: Rows, own: Rows, most: Rows) -> None:
    """Write by row how many values at most are the same as one of its own."""
    for row in range(len(every)):
        for place in range(own.shape[1]):
            alike = 0
            for other in range(every.shape[1]):
                if every[row, other] == own[row, place]:
                    alike += 1
            most[row] = max(most[row], alike)
