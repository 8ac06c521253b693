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

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import comb, factorial, lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import PlayError, StateSpaceError
from certify.exact.banked.amounts import LARGEST, Amount, alike, amount_of, fitting
from certify.exact.banked.boards import Boards, can_be_gone_through
from certify.exact.banked.expressions import CardsNeeded, Evaluator, Items, Known
from certify.exact.banked.frames import Frame
from certify.exact.banked.holdings import Deal, Group, Holdings
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.settling import parts_by_rank
from certify.language import acts, typed
from certify.language.order import zones_with_order
from certify.language.typed import Node
from certify.play.events import Visibility
from certify.play.interpreter.program import Program

Rows = npt.NDArray[Any]

MOST_STEPS = 4_000_000
"""Steps that are held at once where nothing has to be decided any more."""

MOST_KEPT = 8_000_000
"""Steps that are kept for other courses that come to the same cards."""

MOST_SINGLE = 60_000_000
"""Steps that are taken one by one; where there are more, whole boards are gone through."""

MOST_SITUATIONS = 60_000_000
"""Situations before a decision: each is kept until what follows it is known."""

SEAT = 0


@dataclass(frozen=True)
class _Ended(acts.Act):
    """The end of a procedure, a move or a loop: where `stop` goes to."""

    what: str


@dataclass(frozen=True)
class _Again(acts.Act):
    """The next pass of a loop, if some are left."""

    loop: acts.RepeatAct
    left: int


@dataclass(frozen=True)
class _Bind(acts.Act):
    """A local name for the next pass of a loop over a list."""

    slot: int
    value: Any


Todo = tuple[acts.Act, Any] | None
"""What is still to be done: a statement, and what comes after it."""

Work = Callable[[Frame], Amount]
"""What is done with the rows of a frame: what they are worth; forward, nothing of meaning."""


@dataclass(frozen=True)
class Option:
    """A way to answer a decision: the move, and what is picked by it."""

    move: acts.ResolvedMove
    picked: Any = None

    @property
    def name(self) -> str:
        """How the option is written."""
        return self.move.name if self.picked is None else f"{self.move.name} {self.picked}"


@dataclass(eq=False)
class Answered:
    """All situations in which a decision came up in the same way.

    Attributes
    ----------
    before : tuple of str
        Decisions and options that led to it.
    worths : Amount or None
        What each option is worth, shape (rows, options); None if a policy decides.
    legal : ndarray of bool, shape (rows, options)
    choice : ndarray of int64
        The option taken, by row.
    weights : ndarray
        In how many of `total` ways each situation comes about.
    """

    decision: str
    options: tuple[str, ...]
    before: tuple[str, ...]
    known: Holdings
    values: Mapping[int, Any]
    worths: Amount | None
    legal: npt.NDArray[np.bool_]
    choice: npt.NDArray[np.int64]
    weights: Rows = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    total: int = 1


@dataclass(eq=False)
class Summary:
    """How a decision was answered, over all situations in which it came up in the same way.

    Attributes
    ----------
    situations : int
        Rows that came about.
    shares : dict
        Probability of each option.
    kept : Answered or None
        Every situation, where they are few enough to be kept.
    """

    situations: int
    shares: dict[str, Fraction]
    kept: Answered | None


@dataclass(frozen=True)
class Stakes:
    """Expressions of what is put on some wagers, what they bring, and their pay lines."""

    names: tuple[str, ...]
    stakes: tuple[Node, ...]
    nets: tuple[Node, ...]
    lines: tuple[Node, ...]

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All of them."""
        return self.stakes + self.nets + self.lines


Outcomes = dict[tuple[Fraction, ...], Fraction]
"""Probabilities by what is put on each wager, what each brings, and the lines."""


@dataclass
class Solver:
    """Walks through a game for one seat.

    Attributes
    ----------
    aims : sequence of Stakes
        The best play is best for the sum of what these bring.
    asked : dict of Stakes
        Whose outcomes are told.
    policy : dict or None
        Values of moves by decision and move; None for the best play.
    """

    program: Program
    kinds: Kinds
    aims: Sequence[Stakes]
    asked: Mapping[str, Stakes]
    policy: Mapping[str, Mapping[str, Node]] | None = None
    answered: dict[int, Answered] = field(default_factory=dict)
    outcomes: dict[str, Outcomes] = field(default_factory=dict)
    situations: int = 0
    settled: int = 0
    most_single: int = MOST_SINGLE
    summaries: dict[tuple[str, tuple[str, ...]], Summary] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.evaluator = Evaluator(self.program, self.kinds)
        play = self.program.play
        self.play = play
        self.order = zones_with_order(play, self._policy_nodes())
        self.visibility = Visibility(self.program)
        self.sees = self.visibility.zones[SEAT]
        self.decided: dict[int, bool] = {}
        self.number = 0
        self.path: tuple[str, ...] = ()
        self.shown: set[int] = set()
        self.looked_first: dict[tuple[Any, ...], int] = {}
        self.outcomes = {name: {} for name in self.asked}

    def _policy_nodes(self) -> Iterator[Node]:
        for moves in (self.policy or {}).values():
            yield from moves.values()

    # From outside

    def best_play(self) -> Amount:
        """Return what the game is worth, and keep the best decisions."""
        return self._from_start(forward=False)

    def tally(self) -> None:
        """Add up the outcomes, by the decisions that are kept or by the policy."""
        self._from_start(forward=True)

    def _from_start(self, *, forward: bool) -> Amount:
        self.forward = forward
        self.number, self.path, self.shown = 0, (), set()
        pool = self._pool()
        none = np.zeros((1, 0), dtype=np.uint8)
        if not hasattr(self, "start"):
            self.start = Holdings(self.kinds, none, ())
        frame = Frame(
            known=self.start,
            hidden={},
            values=dict(enumerate(self.program.start_values)),
            locals={},
            pool=pool,
            seat=SEAT,
            weights=np.ones(1, dtype=np.int64),
        )
        todo = _pushed(self.play.procedures["play"].do, None)
        return self._go(frame, todo)

    def _pool(self) -> int:
        pack = self.play.spec.packs[self.kinds.pack]
        base, _, _ = self.program.layout.places[pack.into]
        return base

    # The course

    def _go(self, frame: Frame, todo: Todo) -> Amount:
        """Return what the rows of a frame are worth; on the way forward, nothing of meaning."""
        while todo is not None:
            act, after = todo
            try:
                match act:
                    case acts.DealAct():
                        frame, todo = self._deal(frame, act), after
                    case acts.ShuffleAct():
                        frame, todo = self._shuffle(frame, act), after
                    case acts.MoveAct():
                        frame, todo = self._move(frame, act), after
                    case acts.SetAct():
                        frame, todo = self._set(frame, act), after
                    case acts.TokenAct():
                        frame, todo = self._tokens(frame, act), after
                    case acts.IfAct():
                        condition = self.evaluator.truth(act.condition, frame)
                        if isinstance(condition, np.ndarray):
                            return self._split(frame, condition, act, after)
                        todo = _pushed(act.then if condition else act.otherwise, after)
                    case acts.EachAct():
                        todo = self._each(frame, act, after)
                    case _Bind():
                        if act.slot >= 0:
                            frame = replace(frame, locals={**frame.locals, act.slot: act.value})
                        else:
                            frame = replace(frame, seat=act.value)
                        todo = after
                    case acts.RepeatAct():
                        left = self._plain(act.at_most, frame, "how often something is repeated")
                        todo = (_Again(act.place, act, left), (_Ended(act.place, "repeat"), after))
                    case _Again():
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
                        frame, todo = self._shown(frame, act), after
                    case acts.AnnounceAct() | _Ended():
                        todo = after
                    case acts.StopAct():
                        todo = _stopped(act.what, after)
                    case _:
                        raise self._beyond("several seats decide together", act)
            except CardsNeeded as needed:
                return self._look(
                    frame, needed.zone, self._going(todo), is_last=not self._asks(todo)
                )
        return self._end(frame)

    def _going(self, todo: Todo) -> Work:
        return lambda frame: self._go(frame, todo)

    def _beyond(self, what: str, act: acts.Act) -> StateSpaceError:
        return StateSpaceError(f"{self.program.game.located(act.place)}: {what}")

    def _plain(self, node: Node, frame: Frame, what: str) -> Any:
        value = self.evaluator.value(node, frame)
        if isinstance(value, np.ndarray):
            raise StateSpaceError(f"{what} depends on the cards")
        return value

    def _deal(self, frame: Frame, act: acts.DealAct) -> Frame:
        source = self.evaluator.place_of(act.source, frame)
        target = self.evaluator.place_of(act.target, frame)
        if source != frame.pool:
            raise self._beyond("cards are dealt from a zone that holds no pack", act)
        number = self._plain(act.number, frame, "how many cards are dealt")
        number = max(0, min(number, frame.size(source)))
        return replace(frame, hidden={**frame.hidden, target: frame.hidden.get(target, 0) + number})

    def _shuffle(self, frame: Frame, act: acts.ShuffleAct) -> Frame:
        if self.evaluator.place_of(act.zone, frame) != frame.pool:
            raise self._beyond("a zone is shuffled that holds no pack", act)
        return frame

    def _move(self, frame: Frame, act: acts.MoveAct) -> Frame:
        target = self.evaluator.place_of(act.target, frame)
        if act.source is None or target == frame.pool:
            raise self._beyond("single cards are moved, or cards go back to the pack", act)
        source = self.evaluator.place_of(act.source, frame)
        if source == frame.pool:
            raise self._beyond("the whole pack is moved", act)
        number = frame.hidden.get(source, 0)
        hidden = {**frame.hidden, source: 0, target: frame.hidden.get(target, 0) + number}
        if frame.known.columns(source):
            raise self._beyond("cards are moved that are known", act)
        return replace(frame, hidden=hidden)

    def _set(self, frame: Frame, act: acts.SetAct) -> Frame:
        values = dict(frame.values)
        for target, node in act.changes:
            value = self.evaluator.value(node, frame)
            if isinstance(value, Items):
                raise self._beyond("a variable holds cards", act)
            ends = self.program.ends_of(target.name)
            if ends is not None and (np.any(value < ends[0]) or np.any(value > ends[1])):
                raise PlayError(
                    f"{target.name} would leave its range {ends[0]}..{ends[1]}",
                    self.program.game.located(act.place),
                )
            values[self.evaluator.place_of(target, frame)] = value
        return replace(frame, values=values)

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

    def _shown(self, frame: Frame, act: acts.TurnAct | acts.ShowAct) -> Frame:
        if not isinstance(act.cards, typed.ZoneAt) or (
            isinstance(act, acts.TurnAct) and not act.up
        ):
            raise self._beyond("single cards are turned or shown", act)
        self.shown.add(self.evaluator.place_of(act.cards, frame))
        return frame

    def _each(self, frame: Frame, act: acts.EachAct, after: Todo) -> Todo:
        items = self.evaluator.value(act.collection, frame)
        if not items.is_whole:
            raise self._beyond("which elements there are depends on the cards", act)
        todo: Todo = (_Ended(act.place, "repeat"), after)
        for element in reversed(items.elements):
            slot = -1 if act.slot is None else act.slot
            if slot < 0 and isinstance(element, np.ndarray):
                raise self._beyond("which seat acts depends on the cards", act)
            todo = (_Bind(act.place, slot, element), _pushed(act.do, todo))
        return todo

    def _again(self, frame: Frame, act: _Again, after: Todo) -> Todo | Amount:
        loop = act.loop
        if act.left <= 0:
            return _stopped("repeat", after)
        again: Todo = (replace(act, left=act.left - 1), after)
        if loop.until is not None:
            leave = acts.StopAct(loop.place, "repeat")
            again = (acts.IfAct(loop.place, loop.until, (leave,), ()), again)
        todo = _pushed(loop.do, again)
        if loop.before is not None:
            goes_on = self.evaluator.truth(loop.before, frame)
            if isinstance(goes_on, np.ndarray):
                return self._halves(frame, goes_on, todo, _stopped("repeat", after))
            if not goes_on:
                return _stopped("repeat", after)
        return todo

    def _call(self, frame: Frame, act: acts.CallAct, after: Todo) -> tuple[Frame, Todo]:
        procedure = self.play.procedures[act.procedure]
        values = [self.evaluator.value(node, frame) for node in act.arguments]
        locals_ = {**frame.locals, **dict(zip(procedure.arguments, values, strict=True))}
        ended = (_Ended(act.place, "procedure"), after)
        return replace(frame, locals=locals_), _pushed(procedure.do, ended)

    # Where rows part

    def _split(self, frame: Frame, condition: Rows, act: acts.IfAct, after: Todo) -> Amount:
        return self._halves(
            frame, condition, _pushed(act.then, after), _pushed(act.otherwise, after)
        )

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
        one, two = alike(*parts)
        bound = max(one.bound, two.bound)
        units = fitting(np.zeros(len(frame), dtype=np.int64), bound)
        if object in {one.units.dtype, two.units.dtype}:
            units = units.astype(object)
        units[condition], units[~condition] = one.units, two.units
        return Amount(units, one.base, bound)

    def _chance(self, frame: Frame, act: acts.ChanceAct, after: Todo) -> Amount:
        items = self.evaluator.value(act.among, frame)
        if not items.is_whole or not items.elements:
            raise self._beyond("what chance chooses from depends on the cards", act)
        number = len(items.elements)
        place = self.evaluator.place_of(act.target, frame)
        path, shown = self.path, set(self.shown)
        total = amount_of(0, len(frame))
        for element in items.elements:
            self.path, self.shown = path, set(shown)
            here = replace(
                frame, values={**frame.values, place: element}, total=frame.total * number
            )
            found = self._go(here, after)
            total = total if self.forward else total + found
        self.path, self.shown = path, shown
        return Amount(total.units, total.base * number, total.bound)

    def _asks(self, todo: Todo) -> bool:
        """Return whether something may still have to be decided."""
        while todo is not None:
            act, todo = todo
            if isinstance(act, acts.StopAct):
                todo = _stopped(act.what, todo)
            elif self._may_ask(act):
                return True
        return False

    def _may_ask(self, act: acts.Act) -> bool:
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
            case acts.EachAct() | acts.RepeatAct():
                found = any(map(self._may_ask, act.do))
            case _Again():
                return self._may_ask(act.loop)
            case acts.CallAct():
                found = any(map(self._may_ask, self.play.procedures[act.procedure].do))
        self.decided[id(act)] = found
        return found

    # Cards become known

    def _look(self, frame: Frame, zone: int, work: Work, *, is_last: bool) -> Amount:
        """Look at the hidden cards of a zone, and go on; `is_last`: nothing is decided any more."""
        number = frame.hidden.get(zone, 0)
        if zone == frame.pool or not number:
            raise StateSpaceError("a rule reads cards that are not dealt")
        seen = self._is_seen(zone)
        ordered = self.program.layout.zones[zone][0] in self.order
        if (seen or is_last) and self._are_boards(frame, zone):
            return self._by_boards(frame, zone, work, is_last=is_last)
        # What several courses come to is worked out once.
        is_few = len(frame) * comb(frame.known.left(), number) <= MOST_KEPT
        merged = not is_last or (bool(self.path) and not ordered and is_few)
        if not merged:
            kinds = len(self.kinds.cards)
            each = kinds**number if ordered else comb(kinds + number - 1, number)
            size = max(1, MOST_STEPS // each)
            if len(frame) > size:
                return self._in_pieces(
                    frame, size, lambda piece: self._look(piece, zone, work, is_last=is_last)
                )
        groups = frame.known.groups
        place = sum(self._is_seen(group.zone) for group in groups) if seen else len(groups)
        deal = frame.known.dealt(
            zone, number, ordered=ordered, place=place, beside=frame.beside(), merged=merged
        )
        if not is_last and len(deal.after) > MOST_SITUATIONS:
            raise StateSpaceError(f"{len(deal.after):,} situations before a decision")
        return self._after(frame, deal, zone, work, is_secret=frame.is_secret or not seen)

    def _by_boards(self, frame: Frame, zone: int, work: Work, *, is_last: bool) -> Amount:
        """Look at the cards of a zone from the side of what they make, and go on with each."""
        boards = Boards(frame.known, zone, frame.hidden[zone])
        sums = np.zeros(len(frame), dtype=np.int64)
        base, bound = 1, 0
        path, shown = self.path, set(self.shown)
        kept = self.answered, self.number
        weights = frame.weights // boards.orbits if self.forward else frame.weights
        for known, stands_for in boards.pieces():
            self.path, self.shown = path, set(shown)
            after = replace(
                frame,
                known=known,
                hidden={**frame.hidden, zone: 0},
                weights=stands_for,
                total=frame.total * boards.total,
            )
            # Decisions from here on are found again when they are needed.
            self.answered, self.number = {}, 0
            if self.forward:
                after = replace(after, weights=stands_for * boards.collect(known, weights))
                if self.policy is None and not is_last:
                    self._decide_again(after, work)
                work(after)
                continue
            worth = work(after).times(stands_for, factorial(self.kinds.values))
            if base != worth.base:
                sums, base = sums * (lcm(base, worth.base) // base), lcm(base, worth.base)
            worth = worth.over(base)
            bound = max(bound, worth.bound)
            if bound * boards.total >= LARGEST:
                raise StateSpaceError("the sums over all boards do not fit a machine word")
            boards.add(known, worth.units, sums)
        self.answered, self.number = kept
        self.path, self.shown = path, shown
        if self.forward:
            return amount_of(0, len(frame))
        return Amount(sums // boards.orbits, base * boards.total, bound * boards.total)

    def _are_boards(self, frame: Frame, zone: int) -> bool:
        """Return whether cards of a zone are looked at from the side of what they make."""
        ways = comb(frame.known.left(), frame.hidden.get(zone, 0))
        return (
            len(frame) * ways > self.most_single
            and self.program.layout.zones[zone][0] not in self.order
            and not frame.is_secret
            and not frame.beside()
            and can_be_gone_through(frame.known)
        )

    def _decide_again(self, frame: Frame, work: Work) -> None:
        """Find the decisions that follow, on the way forward."""
        path, shown = self.path, set(self.shown)
        self.forward = False
        work(frame)
        self.forward = True
        self.path, self.shown, self.number = path, shown, 0

    def _is_seen(self, zone: int) -> bool:
        return self.sees[zone] or zone in self.shown

    def _in_pieces(self, frame: Frame, size: int, work: Work) -> Amount:
        found = [
            work(frame.subset(slice(start, start + size))) for start in range(0, len(frame), size)
        ]
        if self.forward:
            return found[0]
        pieces = alike(*found)
        return Amount(
            np.concatenate([piece.units for piece in pieces]),
            pieces[0].base,
            max(piece.bound for piece in pieces),
        )

    def _after(self, frame: Frame, deal: Deal, zone: int, work: Work, *, is_secret: bool) -> Amount:
        values, locals_ = frame.taking(deal.origin)
        after = replace(
            frame,
            known=deal.after,
            hidden={**frame.hidden, zone: 0},
            values=values,
            locals=locals_,
            weights=deal.forward(fitting(frame.weights, frame.total * deal.total)),
            total=frame.total * deal.total,
            is_secret=is_secret,
        )
        worth = work(after)
        if self.forward:
            return worth
        bound = worth.bound * deal.total
        units = deal.backward(fitting(worth.units, bound))
        return Amount(units, worth.base * deal.total, bound)

    # Decisions

    def _ask(self, frame: Frame, act: acts.AskAct, after: Todo) -> Amount | tuple[Frame, Todo]:
        seat = self._plain(act.seat, frame, "who decides")
        if seat != SEAT:
            raise self._beyond("another seat decides", act)
        for zone, number in frame.hidden.items():
            if number and self._is_seen(zone):
                raise CardsNeeded(zone)
        decision = self.play.decisions[act.decision]
        options, legal = self._options(decision, frame, act)
        moved = replace(frame, seat=SEAT)
        if len(options) == 1 and legal.all():
            return self._moved(moved, options[0]), self._course(options[0], act, after)
        number, path, shown = self.number, self.path, set(self.shown)
        self.number += 1
        if self.policy is not None:
            if self.forward:
                self.answered[number] = self._by_policy(decision, options, legal, frame)
        elif not self.forward:
            self.situations += len(frame)
            worths = []
            for place, option in enumerate(options):
                self.path = (*path, f"{decision.name}: {option.name}")
                self.shown = set(shown)
                course = self._course(option, act, after)
                worths.append(self._worth_of(option, legal[:, place], moved, course))
            self.path, self.shown = path, shown
            answered, best = self._best(decision, options, legal, frame, worths)
            self.answered[number] = answered
            return best
        answered = self.answered[number]
        answered.weights, answered.total = frame.weights, frame.total
        self._summarise(answered)
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

    def _summarise(self, answered: Answered) -> None:
        key = (answered.decision, answered.before)
        is_new = key not in self.summaries
        found = self.summaries.setdefault(key, Summary(0, {}, answered if is_new else None))
        found.kept = answered if is_new else None
        found.situations += int((answered.weights != 0).sum())
        for place, option in enumerate(answered.options):
            weight = int(answered.weights[answered.choice == place].sum())
            share = found.shares.get(option, Fraction(0))
            found.shares[option] = share + Fraction(weight, answered.total)

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
            picks = [None] if move.pick is None else self._picks(move.pick, frame, act)
            for picked in picks:
                options.append(Option(move, picked))
                legal.append(rows)
        if not options or not np.any(legal, axis=0).all():
            raise PlayError("no move is legal", self.program.game.located(act.place))
        return options, np.stack(legal, axis=1)

    def _picks(self, pick: acts.ResolvedPick, frame: Frame, act: acts.Act) -> list[Any]:
        if pick.kind not in ("number", "word") or pick.where is not None:
            raise self._beyond(f"a {pick.kind} is picked", act)
        items = self.evaluator.value(pick.collection, frame)
        if not items.is_whole or any(isinstance(e, np.ndarray) for e in items.elements):
            raise self._beyond("what can be picked depends on the cards", act)
        return list(items.elements)

    @staticmethod
    def _moved(frame: Frame, option: Option) -> Frame:
        if option.move.pick is None:
            return frame
        slot = option.move.pick.picked.slot
        return replace(frame, locals={**frame.locals, slot: option.picked})

    @staticmethod
    def _course(option: Option, act: acts.Act, after: Todo) -> Todo:
        return _pushed(option.move.do, (_Ended(act.place, "procedure"), after))

    def _worth_of(self, option: Option, legal: Rows, frame: Frame, todo: Todo) -> Amount:
        here = frame if legal.all() else frame.subset(legal)
        found = self._go(self._moved(here, option), todo)
        if legal.all():
            return found
        units = np.zeros(len(frame), dtype=found.units.dtype)
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
        answered = Answered(
            decision.name,
            tuple(option.name for option in options),
            self.path,
            frame.known,
            frame.values,
            Amount(units, own[0].base, bound),
            legal,
            choice,
        )
        taken = units[np.arange(len(frame)), choice]
        return answered, Amount(taken, own[0].base, bound)

    def _judged(
        self, frame: Frame, units: Rows, legal: npt.NDArray[np.bool_]
    ) -> tuple[Rows, npt.NDArray[np.bool_]]:
        """Return for each row what options are worth to a seat that knows no hidden card.

        Rows that look the same to the seat are weighed by how often they come about.
        """
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
            if self._is_seen(group.zone)
            for column in frame.known.columns(group.zone)
        ]
        seen += [
            value
            for place, value in frame.values.items()
            if isinstance(value, np.ndarray) and self._is_known(place)
        ]
        if not seen:
            seen = [np.zeros(len(frame), dtype=np.int64)]
        order = np.lexsort(seen)
        new = np.zeros(len(frame), dtype=bool)
        new[:1] = True
        for column in seen:
            new[1:] |= column[order][1:] != column[order][:-1]
        number = np.empty(len(frame), dtype=np.int64)
        number[order] = np.cumsum(new) - 1
        return order, new, number

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
                units = np.where(better, one.units, two.units)
                best = Amount(units, one.base, max(one.bound, two.bound))
            choice[better] = place
        if (choice < 0).any():
            raise StateSpaceError(f"the policy does not say how {decision.name} is answered")
        return Answered(
            decision.name,
            tuple(option.name for option in options),
            self.path,
            frame.known,
            frame.values,
            None,
            legal,
            choice,
        )

    # The end

    def _end(self, frame: Frame) -> Amount:
        if self.forward:
            for name, stakes in self.asked.items():
                self._add(frame, name, stakes)
            return amount_of(0, len(frame))
        total = amount_of(0, len(frame))
        for stakes in self.aims:
            total = total + self._worth(frame, stakes.nets)
        return total

    def _worth(self, frame: Frame, nets: Sequence[Node]) -> Amount:
        known: Known = {}
        try:
            found = self._sum(frame, nets, known)
            self.settled += len(frame)
        except CardsNeeded as needed:
            parts = parts_by_rank(self.evaluator, frame, nets)
            if parts is None:
                zone = self._first_to_look(frame, needed.zone, nets)
                return self._look(frame, zone, lambda after: self._worth(after, nets), is_last=True)
            total = amount_of(0, len(frame))
            for part in parts.parts:
                net = self._sum(frame, nets, part.known)
                total = total + net.times(part.ways, parts.total)
            self.settled += len(frame) * len(parts.parts)
            # No sum of parts is larger than the largest net for all of them.
            bound = min(total.bound, int(np.abs(total.units).max(initial=0)))
            return Amount(total.units, total.base * parts.total, bound)
        return found

    def _sum(self, frame: Frame, nodes: Sequence[Node], known: Known) -> Amount:
        total = amount_of(0, len(frame))
        for node in nodes:
            total = total + self.evaluator.amount(node, frame, known)
        return total

    def _first_to_look(self, frame: Frame, zone: int, nodes: Sequence[Node]) -> int:
        """Return the zone after whose cards the others can be counted; the given one if none is."""
        hidden = [other for other, number in frame.hidden.items() if number]
        if len(hidden) < 2:
            return zone
        key = (tuple(hidden), frame.known.groups, tuple(map(id, nodes)))
        if key not in self.looked_first:
            found = zone
            for other in hidden:
                if self._is_settled(self._assumed(frame, other), nodes):
                    found = other
            self.looked_first[key] = found
        return self.looked_first[key]

    def _is_settled(self, frame: Frame, nodes: Sequence[Node]) -> bool:
        """Return whether wagers can be settled without looking at more cards."""
        try:
            for node in nodes:
                self.evaluator.value(node, frame)
        except CardsNeeded:
            return parts_by_rank(self.evaluator, frame, nodes) is not None
        return True

    def _assumed(self, frame: Frame, zone: int) -> Frame:
        """Return a single row in which a zone has any cards that are left."""
        one = frame.subset(slice(0, 1))
        left = self.kinds.copies.copy()
        np.subtract.at(left, one.known.cards[0], 1)
        free = np.repeat(np.arange(len(left)), left)[: frame.hidden[zone]].astype(np.uint8)
        groups = [*one.known.groups, Group(zone, frame.hidden[zone], ordered=False)]
        cards = np.concatenate([one.known.cards[0], free])[None, :]
        known = Holdings(self.kinds, cards, tuple(groups))
        return replace(one, known=known, hidden={**frame.hidden, zone: 0})

    def _add(self, frame: Frame, name: str, stakes: Stakes) -> Amount:
        """Add the outcomes of some wagers."""
        done = amount_of(0, len(frame))
        known: Known = {}
        try:
            self._add_all(frame, name, stakes, frame.weights, frame.total, known)
        except CardsNeeded as needed:
            parts = parts_by_rank(self.evaluator, frame, stakes.nodes)
            if parts is None:
                zone = self._first_to_look(frame, needed.zone, stakes.nodes)
                return self._look(
                    frame, zone, lambda after: self._add(after, name, stakes), is_last=True
                )
            total = frame.total * parts.total
            weights = fitting(frame.weights, total)
            for part in parts.parts:
                self._add_all(frame, name, stakes, weights * part.ways, total, part.known)
        return done

    def _add_all(
        self, frame: Frame, name: str, stakes: Stakes, weights: Rows, total: int, known: Known
    ) -> None:
        amounts = [self.evaluator.amount(node, frame, known) for node in stakes.nodes]
        code = np.zeros(len(frame), dtype=np.int64)
        numbered = []
        for amount in amounts:
            units, inverse = np.unique(amount.units, return_inverse=True)
            numbered.append([Fraction(int(unit), amount.base) for unit in units])
            code = code * len(units) + inverse
        codes, inverse = np.unique(code, return_inverse=True)
        order = np.argsort(inverse, kind="stable")
        starts = np.searchsorted(inverse[order], np.arange(len(codes)))
        sums = np.add.reduceat(weights[order], starts)
        found = self.outcomes[name]
        for place, number in enumerate(codes):
            weight = int(sums[place])
            if not weight:
                continue
            outcome: list[Fraction] = []
            rest = int(number)
            for own in reversed(numbered):
                rest, digit = divmod(rest, len(own))
                outcome.append(own[digit])
            key = tuple(reversed(outcome))
            found[key] = found.get(key, Fraction(0)) + Fraction(weight, total)


def _pushed(block: acts.Acts, after: Todo) -> Todo:
    for act in reversed(block):
        after = (act, after)
    return after


def _stopped(what: str, todo: Todo) -> Todo:
    """Return what comes after the loop or the procedure that is left; nothing after the game."""
    while todo is not None:
        act, todo = todo
        if isinstance(act, _Ended) and act.what == what:
            return todo
    return None
