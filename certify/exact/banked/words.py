"""Puts a strategy into words: the shortest rule found, and exactly what following it costs.

Situations are told apart by what a player can say of them: the ranks of the hands in sight, single
cards, whatever the spec defines, and how many cards are of one rank. A rule takes one such property
and answers by where its value lies; where that is not enough, it does so for each value of a second
property, and may take another one for each.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import CertifyError
from certify.exact.banked.expressions import CardsNeeded, Evaluator
from certify.exact.banked.frames import Answered, Frame
from certify.exact.banked.kinds import Kinds
from certify.numerics.jit import copy_into, kernel
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

AT_LENGTH, IN_SHORT = 0.25, 0.5
"""The power of the length of a rule: where it is told once, and where it is for many seen cards.

A rule of sixteen times as many parts, or of four times as many, must lose half.
"""

MOST_COUNTED = 1_000_000
"""Range of values of a property up to which they are counted, not sorted."""

CARD = "card"
"""The sort of properties that are the value of a card, or the highest or lowest of some."""

OTHERS_NAME = "others"
"""How cards are called that lie nowhere in the game, as in the hands of other players."""

NUMBERS = ("no", "one", "two", "three", "four", "five")

Rows = npt.NDArray[Any]

Key = tuple[str, ...]
"""What a property is of: its sort, its name, and the zone or the zones whose cards it reads."""

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


@dataclass(frozen=True, eq=False)
class Property:
    """A property of situations, and how its values are said.

    `levels` are its values, ascending, and `places` where among them that of each situation is.
    `whole`: whether a value is said without the name. That of a hand is where its cards lie, if it
    may be asked which are meant.
    """

    key: Key
    name: str
    levels: npt.NDArray[np.int64]
    places: npt.NDArray[np.int32]
    said: Callable[[int], str]
    is_hand: bool = False
    is_truth: bool = False
    whole: bool = False

    @classmethod
    def of(
        cls, key: Key, name: str, values: Rows, said: Callable[[int], str], **kind: bool
    ) -> Property:
        """Return a property by the values of all situations."""
        low, high = int(values.min()), int(values.max())
        if high - low >= MOST_COUNTED:
            levels, places = np.unique(values, return_inverse=True)
            return cls(key, name, levels, places.astype(np.int32), said, **kind)
        there = np.bincount(values - low) > 0
        place = (np.cumsum(there) - 1).astype(np.int32)
        return cls(key, name, low + np.flatnonzero(there), place[values - low], said, **kind)

    def case(self, level: int) -> str:
        """Return the situations of one value in words."""
        if self.is_truth:
            return self.name if level else f"not {self.name}"
        return self.said(level) if self.whole else f"{self.name} {self.said(level)}"

    def condition(self, start: int) -> str:
        """Return in words in which situations a value is so high."""
        if self.is_hand:
            return f"with {self.said(start)} or better{self.name}"
        if self.is_truth:
            return f"if {self.name}"
        if self.whole:
            return f"if {self.said(start)} or more"
        return f"if {self.name} is {self.said(start)} or more"


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


def properties_of(
    evaluator: Evaluator,
    answered: Answered,
    came: Rows,
    wanted: Container[Key] | None = None,
    *,
    aside: int | None = None,
) -> Iterator[Property]:
    """Yield what can be said of the situations that come about, hands first.

    `wanted`: of which properties; by default all. `aside`: a zone whose cards are none of the
    seat's: they make no hands with others, and only cards that are like them are counted.
    """
    known, program, kinds = answered.known, evaluator.program, evaluator.kinds
    frame = Frame(known, {}, answered.values, {}, pool=-1, weights=answered.weights)
    names = {group.zone: zone_name(program, group.zone) for group in known.groups}
    zones = {name: [each[came] for each in known.columns(zone)] for zone, name in names.items()}
    own = {name: zones[name] for zone, name in names.items() if zone != aside}

    def is_wanted(*key: str) -> bool:
        return wanted is None or key in wanted

    for name, hands in program.layout.rankings.items():
        ranks, said = evaluator.ranks(name), _hand_said(program, kinds, hands)
        made = [each for each in _hands(name, own) if len(each[1]) >= hands.ranking.cards]
        for key, columns in made:
            if is_wanted(*key):
                rank = ranks.of(np.stack(columns, axis=1))
                place = f" in {' and '.join(key[2:])}" if len(made) > 1 else ""
                yield Property.of(key, place, rank, said, is_hand=True)
    for name, definition in program.play.spec.definitions.items():
        key = ("definition", name)
        if definition.takes or not is_wanted(*key):
            continue
        try:
            value = evaluator.value(program.node(name), frame)
        except (CardsNeeded, CertifyError, LookupError):
            continue
        if isinstance(value, np.ndarray) and value.dtype.kind in "ib":
            is_truth = value.dtype.kind == "b"
            yield Property.of(key, name, value[came].astype(np.int64), str, is_truth=is_truth)
    tables = _tables(evaluator)
    numbers = {
        name: table
        for name, table in tables.items()
        if not isinstance(program.deck.attributes[kinds.pack, name][kinds.cards[0]], str)
    }
    for zone, columns in zones.items():
        for attribute, table in numbers.items():
            said = _card_said(program, kinds.pack, attribute)
            own_name = attribute if len(numbers) > 1 else ""
            ends = (("highest", np.maximum), ("lowest", np.minimum))
            for word, end in ends if len(columns) > 1 else (("", None),) if columns else ():
                key = (CARD, attribute, zone, word)
                if is_wanted(*key):
                    values = [table[column].astype(np.int64) for column in columns]
                    value = values[0] if end is None else end.reduce(values)
                    of = " ".join(filter(None, (word, own_name)))
                    yield Property.of(key, f"{of} of {zone}" if of else zone, value, said)
    others = {name: columns for name, columns in zones.items() if name not in own}
    for attribute, zone, every, some in _alike(evaluator, tables, own, others):
        key = ("alike", attribute, zone)
        if is_wanted(*key):
            most = np.zeros(len(came), dtype=np.int64)
            count_alike(every(), some(), most)
            told = partial(_said_alike, attribute, zone)
            yield Property.of(key, attribute, most, told, whole=True)


def zone_name(program: Program, zone: int) -> str:
    """Return how a zone is called in words; of cards that lie nowhere in the game, whose they are.

    The number of these is no place among the zones.
    """
    return program.layout.zones[zone][0] if zone >= 0 else OTHERS_NAME


def _tables(evaluator: Evaluator) -> dict[str, Rows]:
    """Return the attributes that cards of a kind have in common, as numbers by kind.

    Others are read by no rule; and suits that are exchanged are told by where they are alike.
    """
    kinds, found = evaluator.kinds, {}
    for (pack, attribute), values in evaluator.program.deck.attributes.items():
        own = [values[card] for card in kinds.cards]
        if pack != kinds.pack or attribute == kinds.attribute or not isinstance(own[0], int | str):
            continue
        if all(values[card] == own[kind] for card, kind in kinds.kind_of.items()):
            table = evaluator.table(attribute)
            if table.dtype.kind == "i":
                found[attribute] = table
    return found


def _alike(
    evaluator: Evaluator,
    tables: Mapping[str, Rows],
    zones: Mapping[str, list[Rows]],
    others: Mapping[str, list[Rows]],
) -> Iterator[tuple[str, str, Callable[[], Rows], Callable[[], Rows]]]:
    """Yield attributes, zones or none, and the values of all cards and of the zone's.

    Cards of others are counted only with themselves.
    """
    kinds, columns = evaluator.kinds, [column for own in zones.values() for column in own]
    beside = [column for own in others.values() for column in own]
    if len(columns) + len(beside) < 2:
        return
    for pack, attribute in evaluator.program.deck.attributes:
        table = tables.get(attribute)
        if pack != kinds.pack or (table is None and attribute != kinds.attribute):
            continue

        def values_of(some: list[Rows], table: Rows | None = table) -> Rows:
            values = [card % kinds.values if table is None else table[card] for card in some]
            return np.stack(values, axis=1)

        parts = zones.items() if len(zones) > 1 and table is not None else ()
        if len(columns) > 1:
            for zone, own in [("", columns), *parts]:
                yield attribute, zone, partial(values_of, columns), partial(values_of, own)
        for zone, own in others.items() if table is not None else ():
            yield attribute, zone, partial(values_of, columns + beside), partial(values_of, own)


def _said_alike(attribute: str, zone: str, number: int) -> str:
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    told = f"no two of a {attribute}" if number < 2 else f"{word} of a {attribute}"
    return f"{told} with a card of {zone}" if zone else told


def _hands(name: str, zones: Mapping[str, list[Rows]]) -> Iterator[tuple[Key, list[Rows]]]:
    """Yield the cards of each zone, and of all together."""
    for zone, columns in zones.items():
        yield ("hand", name, zone), columns
    if len(zones) > 1:
        every = [column for columns in zones.values() for column in columns]
        yield ("hand", name, *zones), every


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
