"""A single situation of a seat: what each answer is worth there, and nothing else is worked out.

The game is followed from its start to the situation, by the answers before it and the cards that
the seat sees; all other cards are left out. From there on it is solved as ever.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from certify.errors import StateSpaceError
from certify.exact.banked.amounts import Amount, amount_of
from certify.exact.banked.course import Solver
from certify.exact.banked.frames import Answered, Frame
from certify.exact.banked.holdings import Deal
from certify.exact.banked.pieces import Work
from certify.exact.banked.situations import (
    Held,
    Integers,
    alike_in,
    each_of,
    forms_of,
    forms_seen,
    in_words,
    seen_groups,
    variable_names,
)
from certify.exact.banked.steps import Todo
from certify.language import acts

MOST_SINGLE = 1_000_000
"""As in `looking`, of one situation: boards are then gone through for its hand alone."""

UNNAMED = -1
"""In place of a zone: the one that the seat sees first."""


@dataclass(frozen=True)
class Sought:
    """A situation that is asked about.

    Attributes
    ----------
    before : tuple
        Decisions, if they are named, and answers that led to it.
    cards : dict
        By number of a zone, or `UNNAMED`.
    values : dict
        By name, of variables that tell situations apart.
    """

    before: tuple[tuple[str | None, str], ...]
    cards: Mapping[int, Held]
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Worth:
    """What answers are worth in a situation.

    Attributes
    ----------
    options : dict
        Expected net of the wagers made, from the situation on with the best play.
    frequency : Fraction
        Share of the rounds in which it comes about, if the seat answers as it did before it.
    values : dict
        Values of variables by position.
    cards : dict
        By zone the cards that are known, as kinds, in the order in which picks number them.
    """

    decision: str
    before: tuple[str, ...]
    options: dict[str, Fraction]
    best: str
    frequency: Fraction
    values: dict[int, Any]
    cards: dict[int, tuple[int, ...]]


class Inquiry(Solver):
    """Follows a game to one situation.

    Attributes
    ----------
    turns : dict
        By the answers before: decisions that were met on the way, with their options.
    sights : set
        How many cards of which zones are seen where the situation should be.
    is_forced : bool
        Whether the situation comes up, but with one answer alone.
    """

    most_single = MOST_SINGLE

    def answer(self, sought: Sought) -> list[Worth]:
        """Return what answers are worth in a situation, once for all that look the same."""
        self.before, self.values = sought.before, sought.values
        self.cards = dict(sought.cards)
        self.is_there = False
        self.found: list[Worth] = []
        self.is_forced = False
        self.turns: dict[tuple[str, ...], dict[str, tuple[str, ...]]] = {}
        self.sights: set[tuple[tuple[int, int], ...]] = set()
        self.best_play()
        return self.found

    def _are_boards(self, frame: Frame, zone: int) -> bool:
        # On the way to the situation only the cards that are wanted are gone on with.
        return self.is_there and super()._are_boards(frame, zone)

    def _after(self, frame: Frame, deal: Deal, zone: int, work: Work, *, is_secret: bool) -> Amount:
        if self.is_there or not self._is_seen(zone):
            return super()._after(frame, deal, zone, work, is_secret=is_secret)

        def only_wanted(after: Frame) -> Amount:
            rows = self._rows(after, is_whole=False)
            if rows.any():
                work(after if rows.all() else after.subset(rows))
            return amount_of(0, len(after))

        return super()._after(frame, deal, zone, only_wanted, is_secret=is_secret)

    def _ask(self, frame: Frame, act: acts.AskAct, after: Todo) -> Amount | tuple[Frame, Todo]:
        if self.is_there:
            return super()._ask(frame, act, after)
        self._require_seen(frame)
        decision = self.play.decisions[act.decision]
        options, legal = self._options(decision, frame, act)
        path = self.path
        if len(options) == 1 and legal.all():
            sights = set(self.sights)
            if len(path) == len(self.before) and self._wanted(frame).any():
                self.is_forced = True
            self.sights = sights
            return super()._ask(frame, act, after)
        names = tuple(option.name for option in options)
        self.turns.setdefault(path, {})[decision.name] = names
        nothing = amount_of(0, len(frame))
        if len(path) == len(self.before):
            rows = self._wanted(frame)
            if rows.any():
                self._arrive(frame if rows.all() else frame.subset(rows), act, after)
            return nothing
        wanted, answer = self.before[len(path)]
        for place, option in enumerate(options):
            is_wanted = wanted in (None, decision.name) and answer == option.name
            if is_wanted and legal[:, place].any():
                shown = set(self.shown)
                self.path = (*path, f"{decision.name}: {option.name}")
                rows = legal[:, place]
                here = replace(frame, seat=0)
                here = here if rows.all() else here.subset(rows)
                self._go(self._moved(here, option), self._course(option, act, after))
                self.path, self.shown = path, shown
        return nothing

    def _arrive(self, frame: Frame, act: acts.AskAct, after: Todo) -> None:
        told = self._told(frame) if frame.is_secret else []
        if any((column != column[0]).any() for column in told):
            raise self._beyond("the seat was told of hidden cards what a hand does not say", act)
        number = self.number
        self.is_there = True
        super()._ask(frame, act, after)
        self.is_there = False
        answered = self.answered[number]
        which, values = alike_in(frame, filter(self._is_known, frame.values))
        for number, own in enumerate(values):
            rows = np.flatnonzero(which == number)
            rows = self._of_one_form(frame, rows, answered.options)
            self.found.append(_worth(answered, frame, rows, own))

    def _of_one_form(self, frame: Frame, rows: Integers, options: Sequence[str]) -> Integers:
        """Return those of rows with their cards in the same suits, where picks go by these."""
        if self._exchanges(frame, options) or not self._exchanges(frame, ()):
            return rows
        groups = seen_groups(frame.known, self._seen_zones(frame))
        asked = forms_of(self.kinds, groups, self.cards, exchanged=False)
        forms = [*forms_seen(frame.subset(rows), groups, exchanged=False)]
        chosen = next((form for form in forms if form in asked), forms[0])
        return rows[[form == chosen for form in forms]]

    def _wanted(self, frame: Frame) -> Any:
        """Return which rows are the situation that is asked for."""
        return self._rows(frame, is_whole=True) & self._with_values(frame)

    def _rows(self, frame: Frame, *, is_whole: bool) -> Any:
        """Return which rows show the wanted cards; or, on the way, may come to show them."""
        groups = seen_groups(frame.known, self._seen_zones(frame))
        if groups and UNNAMED in self.cards:
            self.cards[groups[0].zone] = self.cards.pop(UNNAMED)
        cards = self.cards
        numbers = {group.zone: group.number for group in groups}
        if is_whole:
            self.sights.add(tuple(numbers.items()))
        if any(number > len(cards.get(zone, ())) for zone, number in numbers.items()):
            self.sights.add(tuple(numbers.items()))
            return np.zeros(len(frame), dtype=bool)
        if is_whole and numbers != {zone: len(held) for zone, held in cards.items()}:
            return np.zeros(len(frame), dtype=bool)
        exchanged = self._exchanges(frame, ())
        forms = forms_of(self.kinds, groups, cards, exchanged=exchanged)
        seen = forms_seen(frame, groups, exchanged=exchanged)
        return np.array([form in forms for form in seen], dtype=bool)

    def _with_values(self, frame: Frame) -> Any:
        """Return in which rows variables have the values that are asked for."""
        places = {name: place for place, name in variable_names(self.program).items()}
        found = np.ones(len(frame), dtype=bool)
        for name, value in self.values.items():
            own = frame.values.get(places.get(name, -1))
            rows = range(len(frame) if isinstance(own, np.ndarray | Amount) else 1)
            found &= [in_words(self.evaluator, name, each) == value for each in each_of(own, rows)]
        return found


def _worth(answered: Answered, frame: Frame, rows: Integers, values: dict[int, Any]) -> Worth:
    """Return what answers are worth over rows, which all look the same to the seat."""
    worths = answered.worths
    if worths is None:
        raise StateSpaceError("a policy decides, and answers are not compared")
    weights = [int(weight) for weight in frame.weights[rows]]
    total = sum(weights)
    options = {}
    for place, name in enumerate(answered.options):
        if answered.legal[rows, place].all():
            units = (int(unit) for unit in worths.units[rows, place])
            whole = sum(weight * unit for weight, unit in zip(weights, units, strict=True))
            options[name] = Fraction(whole, total * worths.base)
    first = rows[0]
    return Worth(
        answered.decision,
        answered.before,
        options,
        answered.options[answered.choice[first]],
        Fraction(total, frame.total),
        values,
        {
            group.zone: tuple(int(column[first]) for column in frame.known.columns(group.zone))
            for group in frame.known.groups
        },
    )
