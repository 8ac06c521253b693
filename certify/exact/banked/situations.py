"""Situations of a seat as somebody writes them down: zone by zone the cards in sight.

Written cards stand for those of every situation that differs from theirs by an exchange of suits
alone, where the rules allow to exchange them; rows of the engine are found by that form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations, product, repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.cards.picks import picked_places
from certify.errors import CardError, nearest_name, unknown_name
from certify.exact.banked.amounts import Amount, fitting
from certify.exact.banked.expressions import Evaluator
from certify.exact.banked.frames import Answered, Frame, columns_of
from certify.exact.banked.holdings import (
    Group,
    Holdings,
    first_slots,
    make_canonical,
)
from certify.exact.banked.kinds import Kinds
from certify.language import typed
from certify.play.interpreter.program import Program

Cards = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]

Held = tuple[int, ...]
"""Cards of a zone by kind, in the order in which they are written."""


@dataclass(frozen=True)
class Situation:
    """What a seat sees, and has answered before.

    Attributes
    ----------
    before : tuple of str
        Decisions and answers that led to it, as ``first: ride``.
    cards : dict
        By number of a zone.
    values : dict
        By name, of variables that tell situations apart.
    """

    before: tuple[str, ...]
    cards: Mapping[int, Held]
    values: Mapping[str, Any]


def read_cards(program: Program, kinds: Kinds, text: str) -> Held:
    """Return written cards by kind.

    Raises `CardError` if there is no such card in the pack, or there are not so many.
    """
    deck = program.deck
    labels = [deck.labels[card] for card in deck.cards(kinds.pack)]
    left: dict[str, int] = {}
    for card, kind in kinds.kind_of.items():
        left.setdefault(deck.labels[card], kind)
    found = []
    for label in text.replace(",", " ").split():
        if label not in labels:
            nearest = nearest_name(label, labels)
            meant = f", did you mean {nearest}?" if nearest else ""
            known = ", ".join(labels[:: max(1, len(labels) // 4)])
            raise CardError(f"there is no card {label}{meant}; cards are such as {known}")
        if label not in left:
            raise CardError(f"no card {label} is left")
        found.append(left[label])
    for kind in set(found):
        if found.count(kind) > kinds.copies[kind]:
            label = deck.labels[kinds.cards[kind]]
            left_over = kinds.copies[kind]
            only = "1 is" if left_over == 1 else f"{left_over} are"
            raise CardError(
                f"{found.count(kind)} cards that count as {label} are given, but only {only} left"
            )
    return tuple(found)


def variable_names(program: Program) -> dict[int, str]:
    """Return the names of the variables and tokens that are one value, by position."""
    zones = program.play.spec.zones
    return {
        base: name
        for name, (base, size, _) in program.layout.places.items()
        if name not in zones and size == 1
    }


def differing(values: Sequence[Mapping[int, Any]]) -> dict[int, list[Any]]:
    """Return the positions of plain values that are not the same in all frames, and these."""
    found = {}
    for place in values[0] if values else ():
        several = [own.get(place) for own in values]
        if not any(isinstance(value, np.ndarray | Amount) for value in several):
            different = list(dict.fromkeys(several))
            if len(different) > 1:
                found[place] = different
    return found


def as_written(evaluator: Evaluator, name: str, value: Any) -> str:
    """Return the value of a variable as it is told; that of a card is its label."""
    if value is not None and _kind_of(evaluator.program, name) == "card":
        label: str = evaluator.program.deck.labels[evaluator.kinds.cards[value]]
        return label
    return str(in_words(evaluator, name, value))


def in_words(evaluator: Evaluator, name: str, value: Any) -> Any:
    """Return the value of a variable, a word where rows have its number."""
    if _kind_of(evaluator.program, name) != "word" or isinstance(value, str):
        return value
    words = evaluator.program.play.names.variable_types[name].words or ()
    return next((word for word in words if evaluator.word(word) == value), value)


def _kind_of(program: Program, name: str) -> str:
    """Return what kind of value a variable has; tokens are integers."""
    types = program.play.names.variable_types
    return types[name].kind if name in types else "integer"


def value_of(program: Program, kinds: Kinds, name: str, text: str) -> Any:
    """Return the value of a variable that is written so; a `CardError` if it cannot be that."""
    if _kind_of(program, name) == "word":
        words = program.play.names.variable_types[name].words or ()
        if text not in words:
            raise CardError(f"{name}: {unknown_name(text, 'word', sorted(words))}")
        return text
    plain = {"true": True, "false": False, "none": None}
    if text.lower() in plain:
        return plain[text.lower()]
    if _kind_of(program, name) == "card":
        held = read_cards(program, kinds, text)
        if len(held) != 1:
            raise CardError(f"{name} is one card; found {text!r}")
        return held[0]
    value: Any = text
    for number in (Fraction, int):
        with suppress(ValueError, ZeroDivisionError):
            value = number(text)
    ends = program.ends_of(name) if name in program.play.variables else None
    if ends is not None and not (isinstance(value, int) and ends[0] <= value <= ends[1]):
        raise CardError(f"{name} is a whole number from {ends[0]} to {ends[1]}; found {text!r}")
    return value


def alike_in(frame: Frame, places: Iterable[int]) -> tuple[Integers, list[dict[int, Any]]]:
    """Return which number each row has, the same where some values are, and the values by number.

    With those that were asked for come all others, of one of the rows.
    """
    which = np.zeros(len(frame), dtype=np.int64)
    for place in places:
        for column in columns_of(frame.values.get(place)):
            different, own = np.unique(column, return_inverse=True)
            which = np.unique(which * len(different) + own, return_inverse=True)[1]
    firsts = np.unique(which, return_index=True)[1]
    return which, [
        {place: next(each_of(value, [first])) for place, value in frame.values.items()}
        for first in firsts
    ]


def each_of(value: Any, rows: Sequence[int] | Integers) -> Iterator[Any]:
    """Yield a value in some rows; a number is a fraction."""
    match value:
        case Amount():
            yield from (Fraction(int(value.units[row]), value.base) for row in rows)
        case np.ndarray():
            yield from value[rows].tolist()
        case _:
            yield from repeat(value, len(rows))


def seen_groups(known: Holdings, is_seen: Collection[int]) -> list[Group]:
    """Return the groups of cards that the seat sees, in their order."""
    return [group for group in known.groups if group.zone in is_seen]


def picks_from(program: Program, decision: str, option: str) -> tuple[int, list[int]] | None:
    """Return the zone of which an option picks cards, and their places there; None if it does not.

    Places are those among the cards of the zone in the order of the pack, from zero on.
    """
    places = picked_places(option)
    moves = {move.name: move for move in program.play.decisions[decision].moves}
    pick = moves[option.partition(" ")[0]].pick
    if not places or pick is None:
        return None
    (zone,) = (
        program.layout.places[part.name][0]
        for part in pick.collection.walk()
        if isinstance(part, typed.ZoneAt)
    )
    return zone, places


def in_one_form(kinds: Kinds, groups: Sequence[Group], rows: Cards, *, exchanged: bool) -> Cards:
    """Return rows of cards in the form in which the engine keeps them."""
    found = np.array(rows, dtype=np.uint8, order="C")
    start = 0
    for group in groups:
        if not group.ordered:
            found[:, start : start + group.number].sort(axis=1)
        start += group.number
    values = kinds.values if exchanged else 1
    make_canonical(found, values, first_slots(groups))
    return found


def as_asked(
    kinds: Kinds, known: Mapping[int, Held], asked: Mapping[int, Held]
) -> Mapping[int, Held]:
    """Return cards in the order in which they are known, with the suits as they were asked for."""
    wanted = {zone: sorted(held) for zone, held in asked.items()}
    for order in permutations(range(kinds.values)):
        found = {
            zone: tuple(card - card % kinds.values + order[card % kinds.values] for card in held)
            for zone, held in known.items()
        }
        if all(sorted(found.get(zone, ())) == held for zone, held in wanted.items()):
            return found
    return known


def forms_of(
    kinds: Kinds, groups: Sequence[Group], held: Mapping[int, Held], *, exchanged: bool
) -> set[bytes]:
    """Return the rows that written cards may stand for, as far as the groups know them.

    Of a zone of which fewer cards are known any of them may be; in an ordered one the first.
    """
    choices: list[Iterable[Held]] = []
    for group in groups:
        cards = held[group.zone]
        some = [cards[: group.number]] if group.ordered else combinations(cards, group.number)
        choices.append(some)
    rows = {tuple(card for cards in each for card in cards) for each in product(*choices)}
    if not rows:
        return set()
    slots = sum(group.number for group in groups)
    some_rows = np.array(sorted(rows), dtype=np.uint8).reshape(len(rows), slots)
    forms = in_one_form(kinds, groups, some_rows, exchanged=exchanged)
    return {row.tobytes() for row in forms}


def forms_seen(frame: Frame, groups: Sequence[Group], *, exchanged: bool) -> Iterator[bytes]:
    """Yield what the seat sees in each row of a frame, in one form."""
    return (row.tobytes() for row in _cards_of(frame.known, groups, exchanged=exchanged))


def _cards_of(known: Holdings, groups: Sequence[Group], *, exchanged: bool) -> Cards:
    """Return the cards of some groups, in rows of one form."""
    columns = [column for group in groups for column in known.columns(group.zone)]
    rows = np.stack(columns, axis=1) if columns else np.zeros((len(known), 0), dtype=np.uint8)
    return in_one_form(known.kinds, groups, rows, exchanged=exchanged)


def as_seen(
    answered: Answered, zones: Collection[int], places: Collection[int], *, exchanged: bool
) -> Answered:
    """Return the situations that come about as a seat sees them: those that look alike are one.

    `zones`: whose cards are seen; `places`: of the values that are known; `exchanged`: whether
    suits may be.
    """
    answered = answered.take(np.flatnonzero(answered.weights != 0))
    groups = tuple(seen_groups(answered.known, zones))
    cards = _cards_of(answered.known, groups, exchanged=exchanged)
    values = {place: value for place, value in answered.values.items() if place in places}
    told = [column for value in values.values() for column in columns_of(value)]
    order, new = in_order([*cards.T, *told], len(cards))
    starts = np.flatnonzero(new)
    rows, worths = order[starts], answered.worths
    if worths is not None:
        bound = worths.bound * answered.total
        ways = fitting(answered.weights, bound).reshape(-1, *[1] * (worths.units.ndim - 1))
        units = np.add.reduceat((fitting(worths.units, bound) * ways)[order], starts)
        worths = Amount(units, worths.base, bound)
    found = replace(answered, values=values).take(rows)
    return replace(
        found,
        known=Holdings(answered.known.kinds, cards[rows], groups),
        worths=worths,
        weights=np.ones(len(rows), dtype=np.int64),
        ways=np.add.reduceat(answered.weights[order], starts),
    )


def in_order(
    columns: Sequence[npt.NDArray[Any]], rows: int
) -> tuple[Integers, npt.NDArray[np.bool_]]:
    """Return rows in the order of some columns, and where these change in it."""
    columns = columns or [np.zeros(rows, dtype=np.int64)]
    order = np.lexsort(columns)
    new = np.zeros(rows, dtype=bool)
    new[:1] = True
    for column in columns:
        new[1:] |= column[order][1:] != column[order][:-1]
    return order, new
