"""The course of a game, for all situations at once.

A frame holds every situation that the same decisions and the same turns of the rules lead to. Cards
are looked at as late as can be: a card that no rule has read and the seat has not seen is any of
the cards that are not known, so that it needs no situation of its own. Before a decision the seat
sees what it may see; after the last, hidden cards are counted by the rank that they lead to.

The game is walked through twice in the same way. First backward: each situation is worth the best
of what follows (`Solver.best_play`). Then forward, with how often each situation comes about and
the decisions that were found, or those of a policy (`Solver.tally`).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, partial
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import PlayError, StateSpaceError
from certify.exact.banked.amounts import Amount, amount_of, fitting, together
from certify.exact.banked.by_row import set_by_row
from certify.exact.banked.completing import orbits_of
from certify.exact.banked.deciding import Deciding
from certify.exact.banked.expressions import CardsNeeded
from certify.exact.banked.frames import SEAT, Frame, TooMuchAtOnce
from certify.exact.banked.holdings import Holdings
from certify.exact.banked.items import Items, Picked
from certify.exact.banked.pieces import Work
from certify.exact.banked.steps import Again, Bind, Ended, Todo, pushed, stopped
from certify.language import acts, typed
from certify.language.order import first_of

Rows = npt.NDArray[Any]

MOST_ACTS = 2_000_000
"""Statements that are gone through, each for all rows that come to it."""

MOST_TOGETHER = 200_000
"""Rows in which results of chance are followed together."""

STEPS_OF_A_RESULT = 3_000
"""As long as so many steps it takes to go on after a result of chance, with few cards too."""

MOST_CALLS = 20_000
"""Calls within calls: what comes later is worked out within what comes before."""

MOST_ELEMENTS = 10_000
"""More than the cards of all packs: elements of a list that a loop goes through."""


_CALLS = Lock()
_given: list[int] = []
"""How deep calls might lie when each solve began that is not done; other threads solve too."""


@contextmanager
def _many_calls() -> Iterator[None]:
    """Let calls lie in calls as deep as a game needs, in the block alone."""
    with _CALLS:
        _given.append(sys.getrecursionlimit())
        sys.setrecursionlimit(max(_given[0], MOST_CALLS))
    try:
        yield
    finally:
        with _CALLS:
            given = _given.pop()
            if not _given:
                sys.setrecursionlimit(given)


class Solver(Deciding):
    """Walks through a game for one seat, backward and then forward."""

    # From outside

    def best_play(self) -> Amount:
        """Return what the game is worth, and keep the best decisions."""
        return self._from_start(forward=False)

    def tally(self) -> None:
        """Add up the outcomes, by the decisions that are kept or by the policy."""
        self._from_start(forward=True)
        for name, heap in self.apart.items():
            self._add_heap(heap, name)

    def _from_start(self, *, forward: bool) -> Amount:
        self.set_out(forward=forward)
        self.number, self.path, self.shown = 0, (), set()
        self.acts = self.gone = 0
        pool = self._pool()
        none = np.zeros((1, 0), dtype=np.uint8)
        if not hasattr(self, "start"):
            self.start = Holdings(self.kinds, none, ())
        # A row stands for all that it becomes as suits are exchanged.
        ways = orbits_of(self.start)
        frame = Frame(
            known=self.start,
            hidden={},
            values={**dict(enumerate(self.program.start_values)), **self.given},
            locals={},
            pool=pool,
            seat=SEAT,
            weights=ways,
            total=int(ways.sum()),
        )
        self.begun = frame
        if forward:
            self._set_apart(frame)
        todo = pushed(self.play.procedures[self.procedure].do, None)
        try:
            with _many_calls():
                return self._go(frame, todo)
        except RecursionError:
            raise StateSpaceError("more follows one after another than is gone through") from None

    @cached_property
    def set_by_row(self) -> frozenset[str]:
        """Variables of which the results of chance are followed together."""
        return set_by_row(self.play)

    def _pool(self) -> int:
        pack = self.play.spec.packs[self.kinds.pack]
        base, _, _ = self.program.layout.places[pack.into]
        return base

    # The course

    def _go(self, frame: Frame, todo: Todo) -> Amount:
        """Return what the rows of a frame are worth; on the way forward, nothing of meaning.

        Before anything is decided rows need nothing of each other: where all of them would come to
        more than is held at once, they are gone on with part by part.
        """
        if self.path or self.is_part:
            return self._follow(frame, todo)
        self.gone += 1
        gone = self.gone
        if self.forward:
            if gone in self.parted:
                return amount_of(0, len(frame))
            return self._follow(frame, todo)
        shown, number = set(self.shown), self.number
        situations, settled, keeps = self.situations, self.settled, self.keeps
        try:
            return self._follow(frame, todo)
        except TooMuchAtOnce as error:
            refused = error
        self.path, self.shown, self.number = (), shown, number
        self.situations, self.settled, self.keeps = situations, settled, keeps
        # What came after is gone through by the parts.
        self.gone = gone
        self.parted.add(gone)
        self._set_apart(self.begun)
        return self._in_parts(frame, self._going(todo), refused)

    def _follow(self, frame: Frame, todo: Todo) -> Amount:
        """Go on with all rows of a frame, statement by statement."""
        while todo is not None:
            act, after = todo
            self.acts += 1
            if self.acts > MOST_ACTS:
                raise self._beyond(f"more than {MOST_ACTS:,} statements are gone through", act)
            try:
                match act:
                    case acts.DealAct():
                        frame, todo = self._deal(frame, act, after), after
                    case acts.ShuffleAct():
                        frame, todo = self._shuffle(frame, act), after
                    case acts.MoveAct():
                        moved = self._move(frame, act, after)
                        if isinstance(moved, Amount):
                            return moved
                        frame, todo = moved, after
                    case acts.SetAct():
                        frame, todo = self._set(frame, act, after), after
                    case acts.TokenAct():
                        frame, todo = self._tokens(frame, act), after
                    case acts.IfAct():
                        condition = self.evaluator.truth(act.condition, frame)
                        if isinstance(condition, np.ndarray):
                            return self._split(frame, condition, act, after)
                        todo = pushed(act.then if condition else act.otherwise, after)
                    case acts.EachAct():
                        frame, todo = self._each(frame, act, after)
                    case acts.LetAct():
                        frame, todo = self._let(frame, act), pushed(act.do, after)
                    case Bind():
                        if act.slot >= 0:
                            found = act.value if act.kept is None else frame.locals[act.kept]
                            frame = _with_local(frame, act.slot, found)
                        else:
                            frame = replace(frame, seat=act.value)
                        todo = after
                    case acts.RepeatAct():
                        left = self._plain(act.at_most, frame, "how often something is repeated")
                        todo = (Again(act.place, act, left), (Ended(act.place, "repeat"), after))
                    case Again():
                        passed = self._again(frame, act, after)
                        if isinstance(passed, Amount):
                            return passed
                        todo = passed
                    case acts.CallAct():
                        frame, todo = self._call(frame, act, after)
                    case acts.AskAct():
                        asked = self._ask(frame, act, after)
                        if isinstance(asked, Amount):
                            return asked
                        frame, todo = asked
                    case acts.ChanceAct():
                        return self._chance(frame, act, after)
                    case acts.TurnAct() | acts.ShowAct():
                        frame, todo = self._shown(frame, act, after), after
                    case acts.AnnounceAct():
                        frame, todo = self._announced(frame, act, after), after
                    case Ended():
                        todo = after
                    case acts.StopAct():
                        todo = stopped(act.what, after)
                    case _:
                        raise self._beyond("several seats decide together", act)
            except CardsNeeded as needed:
                return self._look(
                    frame,
                    needed.zone,
                    self._going(todo),
                    is_last=not self._asks(todo),
                    todo=todo,
                    number=needed.number,
                )
            except (PlayError, StateSpaceError) as error:
                raise self._placed(error, act.place) from None
        return self._end(frame)

    def _going(self, todo: Todo) -> Work:
        return partial(self._go, todo=todo)

    def _deal(self, frame: Frame, act: acts.DealAct, after: Todo) -> Frame:
        source = self.evaluator.place_of(act.source, frame)
        target = self.evaluator.place_of(act.target, frame)
        if source != frame.pool:
            raise self._beyond("cards are dealt from a zone that holds no pack", act)
        if not frame.is_shuffled:
            raise self._beyond("cards are dealt that are not shuffled", act)
        self._require_unshown(target, act, after)
        number = self._plain(act.number, frame, "how many cards are dealt")
        number = max(0, min(number, frame.size(source)))
        hidden = {**frame.hidden, target: frame.hidden.get(target, 0) + number}
        dealt = replace(frame, hidden=hidden)
        self.undealt = min(self.undealt, dealt.size(source))
        return dealt

    def _shuffle(self, frame: Frame, act: acts.ShuffleAct) -> Frame:
        if self.evaluator.place_of(act.zone, frame) != frame.pool:
            raise self._beyond("a zone is shuffled that holds no pack", act)
        return replace(frame, is_shuffled=True)

    def _require_unshown(self, zone: int, act: acts.Act, after: Todo) -> None:
        """Refuse cards that come hidden to a zone whose cards were shown, before a decision."""
        if zone in self.shown and not self.sees[zone] and self._asks(after):
            raise self._beyond("cards come to a zone whose cards were shown", act)

    def _move(self, frame: Frame, act: acts.MoveAct, after: Todo) -> Frame | Amount:
        target = self.evaluator.place_of(act.target, frame)
        if target == frame.pool:
            raise self._beyond("cards go back to the pack", act)
        source, hidden, places = self._moving(frame, act)
        if source == target or not (hidden or places):
            return frame
        if self._is_seen(source) and not self.sees[target] and self._asks(after):
            raise self._beyond("cards are moved that the seat has seen", act)
        self._require_unshown(target, act, after)
        ordered = self._is_ordered(target)
        if places and ordered and (hidden or frame.hidden.get(target, 0)):
            # Known cards come to lie on hidden ones, whose places in the order must be known too.
            if act.source is None:
                raise self._beyond("known cards come to lie on hidden ones, in their order", act)
            raise CardsNeeded(source if hidden else target)
        left = frame.hidden.get(source, 0) - hidden
        counts = {source: left, target: frame.hidden.get(target, 0) + hidden}
        frame = replace(frame, hidden={**frame.hidden, **counts})
        if not places:
            return frame
        is_followed = act.source is not None and self._is_ordered(source)
        if len(places) > 1 and ordered and not is_followed:
            raise self._beyond("cards of which the order was not followed are moved", act)
        groups = [group for group in frame.known.groups if self._is_seen(group.zone)]
        deal = frame.known.moved(
            source,
            target,
            places,
            ordered=ordered,
            place=len(groups) if self._is_seen(target) else len(frame.known.groups),
            beside=frame.beside(),
            exchanged=not frame.keeps_suits,
        )
        return self._after(frame, deal, target, self._going(after), is_secret=frame.is_secret)

    def _moving(self, frame: Frame, act: acts.MoveAct) -> tuple[int, int, Sequence[int]]:
        """Return from where cards move, how many of the hidden ones, and which of the known."""
        cards = act.cards
        if isinstance(cards, typed.Listed) and len(cards.parts) == 1:
            (cards,) = cards.parts
        picked = frame.locals.get(cards.slot) if isinstance(cards, typed.Local) else None
        if isinstance(picked, Picked) and not picked.are_gone:
            return picked.zone, 0, picked.places
        whole = act.source if act.source is not None else first_of(act)
        if whole is None:
            raise self._beyond("single cards are moved", act)
        source = self.evaluator.place_of(whole, frame)
        if source == frame.pool:
            raise self._beyond("the whole pack is moved", act)
        places = range(frame.known.held(source))
        if act.source is not None:
            return source, frame.hidden.get(source, 0), places
        self._require_alike(frame, source, act)
        return source, 0, places[:1]

    def _require_alike(self, frame: Frame, zone: int, act: acts.Act) -> None:
        """Refuse a first card of several unless all of them are alike, since no order is kept."""
        if frame.hidden.get(zone, 0):
            raise CardsNeeded(zone)
        columns = frame.known.columns(zone)
        if not columns:
            raise PlayError("a card is none", self.program.game.located(act.place))
        first, *others = columns
        if not self._is_ordered(zone) and any((first != other).any() for other in others):
            raise self._beyond("the first card of a zone is moved, and its order matters", act)

    def _set(self, frame: Frame, act: acts.SetAct, after: Todo) -> Frame:
        values = {}
        for target, node in act.changes:
            value = self.evaluator.value(node, frame)
            if isinstance(value, Items):
                raise self._beyond("a variable holds cards", act)
            self._require_in_range(target.name, value, act)
            values[self.evaluator.place_of(target, frame)] = value
            if isinstance(value, np.ndarray) and target.type.kind == "card":
                frame = replace(frame, keeps_suits=True)
        frame = self._unforgotten(frame, values, after)
        return replace(frame, values={**frame.values, **values})

    def _tells(self, frame: Frame, after: Todo) -> bool:
        """Return whether what the seat is told now may be of hidden cards, and matter later."""
        return frame.is_secret and self._best_is_asked(after)

    def _unforgotten(self, frame: Frame, places: Iterable[int], after: Todo) -> Frame:
        """Return a frame in which the seat still knows what it saw of variables that change."""
        if self._tells(frame, after):
            for place in filter(self._is_known, places):
                frame = replace(frame, values=frame.telling(frame.values[place]))
        return frame

    def _announced(self, frame: Frame, act: acts.AnnounceAct, after: Todo) -> Frame:
        """Return a frame in which the seat knows what is said of hidden cards."""
        if not self._best_is_asked(after):
            return frame
        for _, node in act.values:
            hides = any(map(self._hides, node.walk()))
            if not hides and not any(isinstance(part, typed.Local) for part in node.walk()):
                continue
            value = self.evaluator.value(node, frame)
            if isinstance(value, Items | Picked):
                if hides:
                    raise self._beyond("cards are told that the seat has not seen", act)
            elif self._tells(frame, after):
                frame = replace(frame, values=frame.telling(value))
        return frame

    def _hides(self, node: typed.Node) -> bool:
        """Return whether a part of an expression reads what the seat does not see."""
        if not isinstance(node, typed.ZoneAt | typed.VariableAt | typed.TokensAt):
            return False
        base, size, _ = self.program.layout.places[node.name]
        is_seen = self._is_seen if isinstance(node, typed.ZoneAt) else self._is_known
        return not all(map(is_seen, range(base, base + size)))

    def _require_in_range(self, name: str, value: Any, act: acts.Act) -> None:
        """Refuse a value, or values by row, that a variable cannot have."""
        ends = self.program.ends_of(name)
        if ends is not None and (np.any(value < ends[0]) or np.any(value > ends[1])):
            raise PlayError(
                f"{name} would leave its range {ends[0]}..{ends[1]}",
                self.program.game.located(act.place),
            )

    def _tokens(self, frame: Frame, act: acts.TokenAct) -> Frame:
        values = dict(frame.values)
        for token in act.tokens:
            most = self.play.tokens[token.name].most
            limit = 10**9 if most is None else self.program.evaluator.constant(most)
            place = self.evaluator.place_of(token, frame)
            supply = self.program.layout.supply_at[token.name]
            if act.change > 0 and (values[supply] == 0 or values[place] >= limit):
                continue
            if act.change < 0 and values[place] == 0:
                continue
            values[place] += act.change
            values[supply] -= act.change
        return replace(frame, values=values)

    def _shown(self, frame: Frame, act: acts.TurnAct | acts.ShowAct, after: Todo) -> Frame:
        if not isinstance(act.cards, typed.ZoneAt) or (
            isinstance(act, acts.TurnAct) and not act.up
        ):
            raise self._beyond("single cards are turned or shown", act)
        zone = self.evaluator.place_of(act.cards, frame)
        self.shown.add(zone)
        if frame.hidden.get(zone, 0) and self._asks(after):
            raise CardsNeeded(zone)
        return frame

    def _each(self, frame: Frame, act: acts.EachAct, after: Todo) -> tuple[Frame, Todo]:
        items = self.evaluator.value(act.collection, frame)
        if not items.is_whole:
            raise self._beyond("which elements there are depends on the cards", act)
        todo: Todo = (Ended(act.place, "repeat"), after)
        for place, element in reversed([*enumerate(items.elements)]):
            slot = -1 if act.slot is None else act.slot
            if slot < 0 and isinstance(element, np.ndarray):
                raise self._beyond("which seat acts depends on the cards", act)
            bind = Bind(act.place, slot, element)
            if isinstance(element, np.ndarray):
                # Below all slots, and apart for every loop.
                kept = -1 - place - MOST_ELEMENTS * act.list_slot
                bind = Bind(act.place, slot, None, kept)
                frame = _with_local(frame, kept, element)
            todo = (bind, pushed(act.do, todo))
        return frame, todo

    def _let(self, frame: Frame, act: acts.LetAct) -> Frame:
        value = self.evaluator.value(act.value, frame)
        return _with_local(frame, act.slot, value, is_card=act.value.type.kind == "card")

    def _again(self, frame: Frame, act: Again, after: Todo) -> Todo | Amount:
        loop = act.loop
        if act.left <= 0:
            return stopped("repeat", after)
        again: Todo = (replace(act, left=act.left - 1), after)
        if loop.until is not None:
            leave = acts.StopAct(loop.place, "repeat")
            again = (acts.IfAct(loop.place, loop.until, (leave,), ()), again)
        todo = pushed(loop.do, again)
        if loop.before is not None:
            goes_on = self.evaluator.truth(loop.before, frame)
            if isinstance(goes_on, np.ndarray):
                return self._halves(frame, goes_on, todo, stopped("repeat", after))
            if not goes_on:
                return stopped("repeat", after)
        return todo

    def _call(self, frame: Frame, act: acts.CallAct, after: Todo) -> tuple[Frame, Todo]:
        procedure = self.play.procedures[act.procedure]
        values = [self.evaluator.value(node, frame) for node in act.arguments]
        for slot, value, node in zip(procedure.arguments, values, act.arguments, strict=True):
            if isinstance(value, Items):
                raise self._beyond("a procedure takes a list", act)
            frame = _with_local(frame, slot, value, is_card=node.type.kind == "card")
        ended = (Ended(act.place, "procedure"), after)
        return frame, pushed(procedure.do, ended)

    # Where rows part

    def _split(self, frame: Frame, condition: Rows, act: acts.IfAct, after: Todo) -> Amount:
        return self._halves(frame, condition, pushed(act.then, after), pushed(act.otherwise, after))

    def _halves(self, frame: Frame, condition: Rows, then: Todo, otherwise: Todo) -> Amount:
        if condition.all():
            return self._go(frame, then)
        if not condition.any():
            return self._go(frame, otherwise)
        if frame.is_secret and self._asks(then) and self._asks(otherwise):
            order, new, _ = self._looking_alike(frame)
            starts = np.flatnonzero(new)
            if (
                np.logical_or.reduceat(condition[order], starts)
                != np.logical_and.reduceat(condition[order], starts)
            ).any():
                raise StateSpaceError(
                    "hidden cards decide how the game goes on, and something is decided either way"
                )
        path, shown = self.path, set(self.shown)
        parts = []
        for rows, todo in ((condition, then), (~condition, otherwise)):
            self.path, self.shown = path, set(shown)
            parts.append(self._go(frame.subset(rows), todo))
        self.path, self.shown = path, shown
        if self.forward:
            return parts[0]
        return together([condition, ~condition], parts)

    def _chance(self, frame: Frame, act: acts.ChanceAct, after: Todo) -> Amount:
        items = self.evaluator.value(act.among, frame)
        if not items.is_whole or not items.elements:
            raise self._beyond("what chance chooses from depends on the cards", act)
        number = len(items.elements)
        place = self.evaluator.place_of(act.target, frame)
        if not self._is_known(place) and self._best_is_asked(after):
            raise self._beyond("what chance decides is hidden from who decides later", act)
        frame = self._unforgotten(frame, [place], after)
        is_card = act.target.type.kind == "card"
        frame = replace(frame, keeps_suits=frame.keeps_suits or is_card)
        path, shown = self.path, set(self.shown)
        total = amount_of(0, len(frame))
        # Cards that chance may choose are given by row.
        are_plain = not any(isinstance(each, np.ndarray) for each in items.elements)
        counted = Counter(items.elements) if are_plain else {}
        different = counted.items() or [(each, 1) for each in items.elements]
        if (
            act.target.name in self.set_by_row
            and len(frame) * len(counted) <= MOST_TOGETHER
            and not (frame.is_secret and self._asks(after))
        ):
            return self._chances(frame, act, after, counted)
        with self.repeating(len(different)):
            self.require_patience(
                f"chance comes to {self.repeated:,.0f} results in all, each gone through by itself",
                STEPS_OF_A_RESULT * self.repeated,
            )
            for element, times in different:
                self._require_in_range(act.target.name, element, act)
                self.path, self.shown = path, set(shown)
                ways = fitting(frame.weights, frame.total * number) * times
                values = {**frame.values, place: element}
                here = replace(frame, values=values, weights=ways, total=frame.total * number)
                found = self._go(here, after)
                if not self.forward:
                    total += found if times == 1 else found * amount_of(times, len(frame))
        self.path, self.shown = path, shown
        return Amount(total.units, total.base * number, total.bound)

    def _chances(
        self, frame: Frame, act: acts.ChanceAct, after: Todo, counted: Mapping[int, int]
    ) -> Amount:
        """Go on after all results of chance at once, each in rows of its own."""
        place = self.evaluator.place_of(act.target, frame)
        for element in counted:
            self._require_in_range(act.target.name, element, act)
        number, rows = sum(counted.values()), len(frame)
        times = np.array([*counted.values()])
        spread = frame.subset(np.repeat(np.arange(rows), len(counted)))
        values = {**spread.values, place: np.tile(np.array([*counted]), rows)}
        total = frame.total * number
        weights = fitting(spread.weights, total) * np.tile(times, rows)
        path, shown = self.path, set(self.shown)
        found = self._go(replace(spread, values=values, weights=weights, total=total), after)
        self.path, self.shown = path, shown
        if self.forward:
            return amount_of(0, rows)
        bound = found.bound * number
        units = fitting(found.units, bound).reshape(rows, len(counted), *found.units.shape[1:])
        units = (units * times.reshape(-1, *[1] * (units.ndim - 2))).sum(axis=1)
        return Amount(units, found.base * number, bound)


def _with_local(frame: Frame, slot: int, value: Any, *, is_card: bool = True) -> Frame:
    """Return a frame with a local; what an element of a list is by row may be a card."""
    keeps_suits = frame.keeps_suits or (is_card and isinstance(value, np.ndarray))
    return replace(frame, locals={**frame.locals, slot: value}, keeps_suits=keeps_suits)
