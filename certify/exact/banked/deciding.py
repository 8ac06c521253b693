"""How decisions are taken: the best of what follows, or as a policy says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from certify.cards.picks import picks_cards
from certify.errors import PlayError, StateSpaceError
from certify.exact.banked.amounts import Amount, alike, amount_of
from certify.exact.banked.ending import Ending
from certify.exact.banked.expressions import CardsNeeded
from certify.exact.banked.frames import SEAT, TOLD, Answered, Frame, columns_of
from certify.exact.banked.items import Picked
from certify.exact.banked.situations import as_seen, in_order
from certify.exact.banked.steps import Again, Bind, Ended, Todo, pushed, stopped
from certify.exact.banked.telling import losses_of
from certify.exact.banked.walking import OTHERS, Option
from certify.language import acts, typed
from certify.language.typed import Node

Rows = npt.NDArray[Any]

MOST_WAYS = 300
"""Series of answers after which something is decided, each for all rows that come to it."""


MOST_PICKS = 256
"""Ways to pick: each is gone on with for all rows in which it is possible."""

MOST_NUMBERS = 10_000
"""Numbers of a range that are looked at; a condition may leave `MOST_PICKS` of them."""

HOW_MANY = "how many cards are picked"


class Deciding(Ending, ABC):
    """Asks the seat, for all rows of a frame at once."""

    most_ways: ClassVar[int] = MOST_WAYS

    @abstractmethod
    def _go(self, frame: Frame, todo: Todo) -> Amount:
        """Return what the rows of a frame are worth; on the way forward, nothing of meaning."""

    def _beyond(self, what: str, act: acts.Act) -> StateSpaceError:
        return StateSpaceError(what, self.program.game.located(act.place))

    def _best_is_asked(self, todo: Todo) -> bool:
        """Return whether the best play may still have to be found of something."""
        return self.policy is None and self._asks(todo)

    def _asks(self, todo: Todo) -> bool:
        """Return whether something may still have to be decided."""
        while todo is not None:
            act, todo = todo
            if isinstance(act, acts.StopAct):
                todo = stopped(act.what, todo)
            elif self._may_ask(act):
                return True
        return False

    def _may_ask(self, act: acts.Act) -> bool:
        if isinstance(act, Again):
            return self._may_ask(act.loop)
        if isinstance(act, Bind | Ended):
            # These come and go: what is remembered of one would be taken for another's.
            return False
        if id(act) in self.decided:
            return self.decided[id(act)]
        found = False
        match act:
            case acts.AskAct():
                found = len(self.play.decisions[act.decision].moves) > 1
                moves = self.play.decisions[act.decision].moves
                found = found or any(
                    move.pick is not None or any(map(self._may_ask, move.do)) for move in moves
                )
            case acts.IfAct():
                found = any(map(self._may_ask, (*act.then, *act.otherwise)))
            case acts.EachAct() | acts.RepeatAct() | acts.LetAct():
                found = any(map(self._may_ask, act.do))
            case acts.CallAct():
                found = any(map(self._may_ask, self.play.procedures[act.procedure].do))
        self.decided[id(act)] = found
        return found

    def _ask(self, frame: Frame, act: acts.AskAct, after: Todo) -> Amount | tuple[Frame, Todo]:
        seat = self._plain(act.seat, frame, "who decides")
        if seat != SEAT:
            raise self._beyond("another seat decides", act)
        self._require_seen(frame)
        self._see_leaks(frame, act)
        decision = self.play.decisions[act.decision]
        options, legal = self._options(decision, frame, act)
        moved = replace(frame, seat=SEAT)
        self.ways.add(self.path)
        if len(self.ways) > self.most_ways:
            told = f"decisions follow each other in more than {self.most_ways:,} ways"
            raise self._beyond(told, act)
        if len(options) == 1 and legal.all():
            return self._moved(moved, options[0]), self._course(options[0], act, after)
        if not self.forward:
            return self._once(
                moved,
                (act, after),
                lambda: self._decide(decision, options, legal, moved, act, after),
            )
        number, path, shown = self.number, self.path, set(self.shown)
        self.number += 1
        answered = self._answer(number, decision, options, legal, frame)
        answered.known, answered.values = frame.known, frame.values
        answered.weights, answered.total = frame.weights, frame.total
        self._summarise(answered, frame)
        found = amount_of(0, len(frame))
        for place, option in enumerate(options):
            self.path = (*path, f"{decision.name}: {option.name}")
            self.shown = set(shown)
            rows = legal[:, place]
            taken = replace(moved, weights=frame.weights * (answered.choice == place))
            taken = taken if rows.all() else taken.subset(rows)
            course = self._course(option, act, after)
            if not self._asks(course) or self.policy is not None:
                there = taken.weights != 0
                taken = taken if there.all() else taken.subset(there)
            if len(taken):
                self._go(self._moved(taken, option), course)
        self.path, self.shown = path, shown
        return found

    def _answer(
        self,
        number: int,
        decision: acts.ResolvedDecision,
        options: Sequence[Option],
        legal: npt.NDArray[np.bool_],
        frame: Frame,
    ) -> Answered:
        """Return how a decision is answered on the way forward."""
        if self.policy is not None:
            self.answered[number] = self._by_policy(decision, options, legal, frame)
        return self.answered[number]

    def _see_leaks(self, frame: Frame, act: acts.AskAct) -> None:
        """Have the cards looked at that the seat sees against the rules."""
        for zone, number in self.leaks.items():
            there = number if zone == OTHERS else min(number, frame.size(zone))
            missing = there - frame.known.held(zone)
            if zone == OTHERS and missing > frame.size(frame.pool):
                raise self._beyond("cards of others are seen, and so many are not left", act)
            if missing > 0:
                raise CardsNeeded(zone, missing)

    def _decide(
        self,
        decision: acts.ResolvedDecision,
        options: Sequence[Option],
        legal: npt.NDArray[np.bool_],
        frame: Frame,
        act: acts.AskAct,
        after: Todo,
    ) -> Amount:
        """Find the best answers."""
        number, path, shown = self.number, self.path, set(self.shown)
        self.number += 1
        worths = []
        for place, option in enumerate(options):
            self.path = (*path, f"{decision.name}: {option.name}")
            self.shown = set(shown)
            course = self._course(option, act, after)
            worths.append(self._worth_of(option, legal[:, place], frame, course))
        self.path, self.shown = path, shown
        answered, best = self._best(decision, options, legal, frame, worths)
        self.answered[number] = answered
        if frame.is_secret and not self.marks:
            every = np.ones(len(frame), dtype=np.int64)
            answered = self._as_seen(replace(answered, worths=None, weights=every), frame)
        self.situations += len(answered.known)
        return best

    def _require_seen(self, frame: Frame) -> None:
        """Ask for the cards that the seat sees before it decides."""
        for zone, number in frame.hidden.items():
            if number and self._is_seen(zone):
                raise CardsNeeded(zone)

    def _summarise(self, answered: Answered, frame: Frame) -> None:
        key = (answered.decision, answered.before)
        if frame.is_secret and not self.marks:
            answered = self._as_seen(answered, frame)
        situations = int((answered.weights != 0).sum())
        if frame.is_secret and self.marks:
            # A situation of the seat is then several rows, which only those who ask for marks take.
            _, new, _ = self._looking_alike(frame.subset(answered.weights != 0))
            situations = int(new.sum())
        ways = answered.weights if answered.ways is None else answered.ways
        shares = {
            option: Fraction(int(ways[answered.choice == place].sum()), answered.total)
            for place, option in enumerate(answered.options)
        }
        found = self.add_summary(key, situations, shares)
        if key in self.told_by:
            (zone,) = self.leaks
            found.add_losses(losses_of(self.evaluator, answered, zone, self.told_by[key]))
        if self.keeps:
            found.kept.append(answered)

    def _as_seen(self, answered: Answered, frame: Frame) -> Answered:
        """Return situations as they are to the seat, where hidden cards were looked at."""
        zones = self._seen_zones(frame)
        places = {place for place in frame.values if self._knows(place)}
        exchanged = self._exchanges(frame, answered.options)
        return as_seen(answered, zones, places, exchanged=exchanged)

    def _seen_zones(self, frame: Frame) -> set[int]:
        return {group.zone for group in frame.known.groups if self._is_seen(group.zone)}

    def _exchanges(self, frame: Frame, options: Iterable[str]) -> bool:
        """Return whether hands that differ by an exchange of suits are the same to the seat.

        Where hidden cards were read suits are kept for their sake alone, unless the seat sees a
        variable that is a card, or picks cards by their places in the order of the pack.
        """
        if not frame.keeps_suits:
            return True
        cards = (
            place
            for name, kind in self.play.names.variable_types.items()
            for base, size, _ in [self.program.layout.places[name]]
            for place in range(base, base + size)
            if kind.kind == "card" and frame.values.get(place) is not None
        )
        are_kept = any(map(self._is_known, cards)) or any(map(picks_cards, options))
        return frame.is_secret and not are_kept

    def _options(
        self, decision: acts.ResolvedDecision, frame: Frame, act: acts.Act
    ) -> tuple[list[Option], npt.NDArray[np.bool_]]:
        options, legal = [], []
        for move in decision.moves:
            when = self.evaluator.truth(move.when, frame)
            if not isinstance(when, np.ndarray) and not when:
                continue
            rows = np.broadcast_to(np.asarray(when, dtype=bool), len(frame))
            if isinstance(when, np.ndarray) and not rows.any():
                continue
            picks = [(None, rows)] if move.pick is None else self._picks(move.pick, frame, act)
            for picked, can_be in picks:
                own = rows & can_be
                if picked is None or own.any():
                    options.append(Option(move, picked))
                    legal.append(own)
        if not options or not np.any(legal, axis=0).all():
            raise PlayError("no move is legal", self.program.game.located(act.place))
        return options, np.stack(legal, axis=1)

    def _picks(
        self, pick: acts.ResolvedPick, frame: Frame, act: acts.Act
    ) -> Iterator[tuple[Any, npt.NDArray[np.bool_]]]:
        """Yield what can be picked in some rows, and in which."""
        if pick.kind in ("card", "cards"):
            yield from self._card_picks(pick, frame, act)
            return
        if pick.kind not in ("number", "word"):
            raise self._beyond("a seat or an order of cards is picked", act)
        every, possible = np.ones(len(frame), dtype=bool), 0
        for picked, is_there in self._candidates(pick.collection, frame, act):
            rows = every & is_there & self._fits(pick, picked, frame)
            possible += bool(rows.any())
            if possible > MOST_PICKS:
                raise self._beyond(f"a {pick.kind} is picked among more than {MOST_PICKS}", act)
            yield picked, rows

    def _card_picks(
        self, pick: acts.ResolvedPick, frame: Frame, act: acts.Act
    ) -> Iterator[tuple[Picked, npt.NDArray[np.bool_]]]:
        """Yield which cards of a zone can be picked in some rows, and in which.

        Of alike cards only the first are picked: to pick others comes to the same.
        """
        if not isinstance(pick.collection, typed.ZoneAt):
            raise self._beyond("cards are picked from more than one whole zone", act)
        zone = self.evaluator.place_of(pick.collection, frame)
        columns = frame.known.columns(zone)
        if not self._is_seen(zone) or frame.hidden.get(zone, 0):
            raise self._beyond("cards are picked that the seat has not seen", act)
        if self._is_ordered(zone):
            self._require_picks_of_the_rules(pick, act)
        fits = [
            self._fits(pick, Picked(zone, (n,), is_one=True), frame) for n in range(len(columns))
        ]
        least = most = 1
        if pick.kind == "cards":
            least = 1 if pick.least is None else self._plain(pick.least, frame, HOW_MANY)
            most = len(columns)
            if pick.most is not None:
                most = min(most, self._plain(pick.most, frame, HOW_MANY))
        numbers = range(max(least, 0), most + 1)
        if sum(comb(len(columns), number) for number in numbers) > MOST_PICKS:
            raise self._beyond(f"cards are picked in more than {MOST_PICKS} ways", act)
        compared = [
            (self._values_of(attribute, columns, act), is_same)
            for attribute, is_same in ((pick.same, True), (pick.distinct, False))
            if attribute is not None
        ]
        for number in numbers:
            for places in combinations(range(len(columns)), number):
                rows = np.ones(len(frame), dtype=bool)
                for place in places:
                    rows &= fits[place]
                    for before in range(place):
                        if before not in places:
                            rows &= columns[place] != columns[before]
                for values, is_same in compared:
                    for one, two in combinations(places, 2):
                        rows &= (values[one] == values[two]) == is_same
                picked = Picked(zone, places, is_one=pick.kind == "card")
                if pick.condition is not None and rows.any():
                    rows &= self._holds(pick.condition, pick.picked.slot, picked, frame)
                yield picked, rows

    def _require_picks_of_the_rules(self, pick: acts.ResolvedPick, act: acts.Act) -> None:
        """Refuse picks from cards in the order in which they came, if the rules pick otherwise."""
        if self.by_position and pick.kind == "cards":
            raise self._beyond("one of several picked cards is read by its position", act)
        rules: dict[int, set[int]] = {}
        for card, kind in self.kinds.kind_of.items():
            rules.setdefault(kind, set()).add(self.program.deck.kinds[card])
        if any(len(own) > 1 for own in rules.values()):
            raise self._beyond("cards are picked by more than their attributes, in an order", act)

    def _fits(
        self, pick: acts.ResolvedPick, picked: Any, frame: Frame
    ) -> bool | npt.NDArray[np.bool_]:
        if pick.where is None:
            return True
        return self._holds(pick.where, pick.candidate.slot, picked, frame)

    def _holds(
        self, condition: Node, slot: int, value: Any, frame: Frame
    ) -> bool | npt.NDArray[np.bool_]:
        """Return whether a condition holds in each row, with a value for a local."""
        return self.evaluator.truth(condition, replace(frame, locals={**frame.locals, slot: value}))

    def _values_of(self, attribute: str, columns: Sequence[Rows], act: acts.Act) -> list[Rows]:
        """Return the values of an attribute of cards, which no two cards of a kind differ in."""
        values = self.program.layout.deck.attributes[self.kinds.pack, attribute]
        own: dict[int, set[Any]] = {}
        for card, kind in self.kinds.kind_of.items():
            own.setdefault(kind, set()).add(values[card])
        if any(len(each) > 1 for each in own.values()):
            raise self._beyond(f"cards are picked by {attribute}, which nothing else reads", act)
        different = [*dict.fromkeys(next(iter(each)) for _, each in sorted(own.items()))]
        table = np.array([different.index(next(iter(each))) for _, each in sorted(own.items())])
        return [table[column] for column in columns]

    def _candidates(
        self, collection: Node, frame: Frame, act: acts.Act
    ) -> Iterator[tuple[Any, bool | npt.NDArray[np.bool_]]]:
        if isinstance(collection, typed.Range):
            least = self.evaluator.value(collection.least, frame)
            most = self.evaluator.value(collection.most, frame)
            first, last = int(np.min(least)), int(np.max(most))
            if last - first >= MOST_NUMBERS:
                raise self._beyond(f"a number is picked among more than {MOST_NUMBERS:,}", act)
            for number in range(first, last + 1):
                yield number, (least <= number) & (number <= most)
            return
        items = self.evaluator.value(collection, frame)
        if not items.is_whole or any(isinstance(e, np.ndarray) for e in items.elements):
            raise self._beyond("what can be picked depends on the cards", act)
        for element in items.elements:
            yield element, True

    @staticmethod
    def _moved(frame: Frame, option: Option) -> Frame:
        if option.move.pick is None:
            return frame
        slot = option.move.pick.picked.slot
        return replace(frame, locals={**frame.locals, slot: option.picked})

    @staticmethod
    def _course(option: Option, act: acts.Act, after: Todo) -> Todo:
        return pushed(option.move.do, (Ended(act.place, "procedure"), after))

    def _worth_of(self, option: Option, legal: Rows, frame: Frame, todo: Todo) -> Amount:
        here = frame if legal.all() else frame.subset(legal)
        found = self._go(self._moved(here, option), todo)
        if legal.all():
            return found
        units = np.zeros((len(frame), *found.units.shape[1:]), dtype=found.units.dtype)
        units[legal] = found.units
        return Amount(units, found.base, found.bound)

    def _best(
        self,
        decision: acts.ResolvedDecision,
        options: Sequence[Option],
        legal: npt.NDArray[np.bool_],
        frame: Frame,
        worths: Sequence[Amount],
    ) -> tuple[Answered, Amount]:
        own = alike(*worths)
        bound = max(worth.bound for worth in own)
        units = np.stack([worth.units for worth in own], axis=1)
        judged, allowed = units, legal
        if frame.is_secret:
            judged, allowed = self._judged(frame, units, legal)
        choice = np.full(len(frame), -1, dtype=np.int64)
        best = np.zeros(len(frame), dtype=judged.dtype)
        for place in range(len(options)):
            better = allowed[:, place] & ((choice < 0) | (judged[:, place] > best))
            choice[better] = place
            best[better] = judged[better, place]
        every = Amount(units, own[0].base, bound)
        answered = self._as_answered(decision, options, legal, frame, choice, every)
        taken = units[np.arange(len(frame)), choice]
        return answered, Amount(taken, own[0].base, bound)

    def _judged(
        self, frame: Frame, units: Rows, legal: npt.NDArray[np.bool_]
    ) -> tuple[Rows, npt.NDArray[np.bool_]]:
        """Return for each row what options are worth to a seat that knows no hidden card.

        Rows that look the same to the seat are weighed by how often they come about.
        """
        held = {zone: frame.known.held(zone) for zone in self.leaks.keys() - self.marks.keys()}
        if not all(self._sees_all(zone, number) for zone, number in held.items() if number):
            raise StateSpaceError("hidden cards are read while some of them are seen")
        if self.marks and self.kinds.values > 1 and (frame.keeps_suits or self.shown):
            # How suits are written would tell which ones the hidden cards have.
            raise StateSpaceError("single cards are kept in mind or shown while some are marked")
        order, new, number = self._looking_alike(frame)
        starts = np.flatnonzero(new)
        weighed = frame.weights[:, None].astype(object) * units
        sums = np.add.reduceat(weighed[order], starts)
        allowed = np.logical_and.reduceat(legal[order], starts)
        if (np.logical_or.reduceat(legal[order], starts) != allowed).any():
            raise StateSpaceError("what can be chosen depends on hidden cards")
        return sums[number], allowed[number]

    def _looking_alike(self, frame: Frame) -> tuple[Rows, npt.NDArray[np.bool_], Rows]:
        """Return rows in the order of what the seat sees, where that changes, and its number."""
        groups = frame.known.groups
        seen = [
            column
            for group in groups
            if self._is_seen(group.zone) or self._sees_all(group.zone, group.number)
            for column in frame.known.columns(group.zone)
        ]
        seen += [
            self.marks[group.zone][np.stack(list(frame.known.columns(group.zone)))].sum(axis=0)
            for group in groups
            if group.zone in self.marks
        ]
        seen += self._told(frame)
        order, new = in_order(seen, len(frame))
        number = np.empty(len(frame), dtype=np.int64)
        number[order] = np.cumsum(new) - 1
        return order, new, number

    def _told(self, frame: Frame) -> list[Rows]:
        """Return in columns what the seat knows besides cards, where it is not always the same."""
        return [
            column
            for place, value in frame.values.items()
            for column in columns_of(value)
            if self._knows(place)
        ]

    def _knows(self, place: int) -> bool:
        """Return whether the seat sees a value, or was told it."""
        return place <= TOLD or self._is_known(place)

    def _is_known(self, place: int) -> bool:
        """Return whether the seat sees a variable or tokens."""
        for name, (base, size, _) in self.program.layout.places.items():
            is_zone = name in self.play.spec.zones
            if not is_zone and base <= place < base + size:
                return self.visibility.sees_value(name, place - base, SEAT)
        return False

    def _by_policy(
        self,
        decision: acts.ResolvedDecision,
        options: Sequence[Option],
        legal: npt.NDArray[np.bool_],
        frame: Frame,
    ) -> Answered:
        values = (self.policy or {}).get(decision.name)
        if values is None:
            raise StateSpaceError(f"the policy does not say how {decision.name} is answered")
        choice = np.full(len(frame), -1, dtype=np.int64)
        best: Amount | None = None
        is_tied = np.zeros(len(frame), dtype=bool)
        for place, option in enumerate(options):
            node = values.get(option.move.name)
            if node is None:
                continue
            value = self.evaluator.amount(node, self._moved(frame, option))
            if best is None:
                better = legal[:, place]
                best = value
            else:
                one, two = alike(value, best)
                better = legal[:, place] & ((choice < 0) | (one.units > two.units))
                is_tied &= ~better
                if isinstance(option.picked, Picked):
                    is_tied |= legal[:, place] & ~better & (one.units == two.units)
                units = np.where(better, one.units, two.units)
                best = Amount(units, one.base, max(one.bound, two.bound))
            choice[better] = place
        if is_tied.any():
            raise StateSpaceError(
                f"the policy values picks of cards of {decision.name} alike; which is taken depends"
                " on the order of the cards"
            )
        if (choice < 0).any():
            raise StateSpaceError(f"the policy does not say how {decision.name} is answered")
        return self._as_answered(decision, options, legal, frame, choice)

    def _as_answered(
        self,
        decision: acts.ResolvedDecision,
        options: Sequence[Option],
        legal: npt.NDArray[np.bool_],
        frame: Frame,
        choice: npt.NDArray[np.int64],
        worths: Amount | None = None,
    ) -> Answered:
        """Return how a decision is answered, given the option taken in each row."""
        names = tuple(option.name for option in options)
        return Answered(
            decision.name, names, self.path, frame.known, frame.values, worths, legal, choice
        )
