"""How hidden cards become known: in every way, or board by board; and what a walk remembers."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import chain, pairwise
from math import comb, factorial, perm
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from certify.errors import EngineError, PlayError, StateSpaceError
from certify.exact.banked.amounts import LARGEST, Amount, alike, amount_of, fitting
from certify.exact.banked.boards import (
    Boards,
    Completing,
    boards_after,
    can_be_gone_through,
)
from certify.exact.banked.expressions import Evaluator
from certify.exact.banked.frames import Answered, Frame
from certify.exact.banked.holdings import Deal, Holdings
from certify.exact.banked.keeping import Place, Step, Steps, step_of
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.pieces import (
    Counting,
    Piece,
    Pieces,
    PieceWork,
    Ranks,
    Work,
    add_counted,
    array_of,
    come_to,
)
from certify.exact.banked.settling import Count
from certify.exact.banked.standing import least_read
from certify.exact.banked.steps import Todo, still_done, still_read
from certify.language import acts
from certify.language.order import first_of, zones_with_order
from certify.language.typed import Node
from certify.play.events import Visibility
from certify.play.interpreter.program import Program

Rows = npt.NDArray[Any]

MOST_STEPS = 250_000
"""Steps that are held at once where nothing has to be decided any more."""

MOST_KEPT = 8_000_000
"""Steps that are kept for other courses that come to the same cards."""

MOST_SINGLE = 60_000_000
"""Steps that are taken one by one; where there are more, whole boards are gone through."""

LEAST_APART = 400_000
"""Rows of which no piece is given to other processes if there are no more."""

PIECES = 64
"""Pieces of rows that are settled one by one."""

MOST_HELD = 60_000_000
"""Steps that are held at once before a decision: some two gigabytes."""

RATE = 1_000_000
"""Steps a second of one core, when it is slow."""

HOUR = 3600.0
"""Seconds of a single look that must be wanted."""

SEAT = 0

OTHERS = -2
"""The zone of cards that lie nowhere in the game, and are seen all the same."""


LONG_STEP = 5.0
"""Seconds from which on what a step came to is kept."""

STEPS = 1000
"""Steps of progress."""

Progress = Callable[[int, int, str], None]
"""Called with the steps done, the steps in all, and what is being done."""


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
class Summary:
    """How a decision was answered, over all situations in which it came up in the same way.

    Attributes
    ----------
    situations : int
        Rows that came about.
    shares : dict
        Probability of each option.
    kept : list of Answered
        All situations; none where there are too many, or hidden cards were looked at before.
    """

    situations: int
    shares: dict[str, Fraction]
    kept: list[Answered]


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


Outcomes = dict[tuple[Any, ...], Fraction]
"""Probabilities by what is put on each wager, what each brings, and the lines.

All are fractions; what a wager brings is a tuple of them where payouts are kept apart.
"""


@dataclass
class Looking:
    """What walks through a game for one seat knows, and how hidden cards become known to it.

    Attributes
    ----------
    nodes : sequence of Node
        Every expression that a round or its wagers are made of.
    aims : sequence of Stakes
        The best play is best for the sum of what these bring.
    asked : dict of Stakes
        Whose outcomes are told.
    policy : dict or None
        Values of moves by decision and move; None for the best play.
    progress : callable
        Told how far it is where that takes long.
    steps : Steps or None
        Keeps what long steps of the way backward came to.
    pieces : Pieces or None
        Has pieces of long steps worked out, perhaps by other processes; None to do all here.
    patience : float
        Seconds that may be spent on one look at cards.
    leaks : dict
        By zone, how many of its hidden cards the seat sees against the rules before it decides.
    marks : dict
        By zone of which the seat does not see the cards themselves but a mark on their backs: for
        each kind of card, whether it has one.
    procedure : str
        What is played.
    given : dict
        Values by position that are not those of the start.
    least_apart : int
        Rows that are worked out in pieces only where there are more.
    most_single : int
        Steps that are taken one by one; where there are more, whole boards are gone through.
    """

    program: Program
    kinds: Kinds
    nodes: Sequence[Node]
    aims: Sequence[Stakes]
    asked: Mapping[str, Stakes]
    policy: Mapping[str, Mapping[str, Node]] | None = None
    answered: dict[int, Answered] = field(default_factory=dict)
    outcomes: dict[str, Outcomes] = field(default_factory=dict)
    situations: int = 0
    settled: int = 0
    summaries: dict[tuple[str, tuple[str, ...]], Summary] = field(default_factory=dict)
    progress: Progress = lambda done, total, doing: None
    steps: Steps | None = None
    pieces: Pieces | None = None
    patience: float = HOUR
    leaks: Mapping[int, int] = field(default_factory=dict)
    marks: Mapping[int, Rows] = field(default_factory=dict)
    procedure: str = "play"
    given: Mapping[int, Any] = field(default_factory=dict)

    # Beside these: `settler` works out what wagers bring; `bounds` say where the best play stays
    # best, where payouts are kept apart (`certify.exact.banked.pricing`).

    least_apart: ClassVar[int] = LEAST_APART
    most_single: ClassVar[int] = MOST_SINGLE

    def __post_init__(self) -> None:
        self.evaluator = Evaluator(self.program, self.kinds)
        play = self.program.play
        self.play = play
        moves = (act for act in play.statements() if isinstance(act, acts.MoveAct))
        apart = [move.cards for move in moves if first_of(move) is not None]
        self.order = zones_with_order(play, self._policy_nodes(), apart=apart)
        self.visibility = Visibility(self.program)
        self.sees = self.visibility.zones[SEAT]
        self.decided: dict[int, bool] = {}
        self.forward = False
        self.number = 0
        self.acts = 0
        self.ways: set[tuple[str, ...]] = set()
        self.path: tuple[str, ...] = ()
        self.shown: set[int] = set()
        self.keeps = True
        self.looked_first: dict[tuple[Any, ...], int] = {}
        self.boards: dict[tuple[Any, ...], Boards] = {}
        self.kept_steps: list[str] = []
        self.piece_work: PieceWork | None = None
        self.repeated = 1.0
        self.answered_after: dict[Place, dict[int, Answered]] = {}
        self.outcomes = {name: {} for name in self.asked}
        self.apart: dict[str, Any] = {}
        self.settler = self.evaluator
        self.bounds: list[Rows] = []
        self.wager_of = {
            id(node): name
            for each in (*self.aims, *self.asked.values())
            for nodes in (each.stakes, each.nets, each.lines)
            for name, node in zip(each.names, nodes, strict=True)
        }

    def set_out(self, *, forward: bool) -> None:
        """Set out on the way backward or forward."""
        self.forward = forward

    def _placed(
        self, error: PlayError | StateSpaceError, place: tuple[str | int, ...]
    ) -> PlayError | StateSpaceError:
        """Return an error with the place in the spec, if it knows none that is nearer."""
        if error.place:
            return error
        return type(error)(error.message, self.program.game.located(place))

    def _policy_nodes(self) -> Iterator[Node]:
        for moves in (self.policy or {}).values():
            yield from moves.values()

    # Cards become known

    def _look(
        self,
        frame: Frame,
        zone: int,
        work: Work,
        *,
        is_last: bool,
        todo: Todo = None,
        number: int | None = None,
    ) -> Amount:
        """Look at the hidden cards of a zone, and go on.

        `is_last`: nothing is decided any more. `todo`: what is still to be done. `number`: so many
        cards, which the seat sees against the rules.
        """
        leaks, number = number is not None, number or frame.hidden.get(zone, 0)
        if zone == frame.pool or not number:
            raise StateSpaceError("a rule reads cards that are not dealt")
        seen = leaks or self._is_seen(zone)
        ordered = zone != OTHERS and self.program.layout.zones[zone][0] in self.order
        if not leaks and (seen or is_last) and self._are_boards(frame, zone):
            boards = self._boards(frame, zone, todo)
            return self._once(lambda: self._by_boards(frame, boards, work, is_last=is_last))
        # What several courses come to is worked out once.
        is_few = len(frame) * comb(frame.known.left(), number) <= MOST_KEPT
        merged = not is_last or (bool(self.path) and not ordered and is_few)
        self._require_within_reach(frame, zone, number, ordered=ordered, merged=merged)
        if not merged:
            kinds = len(self.kinds.cards)
            each = kinds**number if ordered else comb(kinds + number - 1, number)
            size = max(1, MOST_STEPS // each)
            if len(frame) > size:
                going = partial(
                    self._look,
                    zone=zone,
                    work=work,
                    is_last=is_last,
                    todo=todo,
                    number=number if leaks else None,
                )
                return self._parted(frame, size, going)
        groups = frame.known.groups
        place = sum(self._is_seen(group.zone) for group in groups) if seen else len(groups)
        deal = frame.known.dealt(
            zone,
            number,
            ordered=ordered,
            place=place,
            beside=frame.beside(),
            merged=merged,
            exchanged=not frame.holds_cards,
        )
        is_secret = frame.is_secret or not seen or zone in self.marks
        return self._after(frame, deal, zone, work, is_secret=is_secret)

    def _require_within_reach(
        self, frame: Frame, zone: int, number: int, *, ordered: bool, merged: bool
    ) -> None:
        """Refuse, before anything is spent on it, what needs too much room or time."""
        kinds, left = len(self.kinds.cards), frame.known.left()
        # Alike cards are dealt once.
        ways = min(
            perm(left, number) if ordered else comb(left, number),
            kinds**number if ordered else comb(kinds + number - 1, number),
        )
        steps = len(frame) * ways
        name = "others" if zone == OTHERS else self.program.layout.zones[zone][0]
        each = f" in each of {len(frame):,} situations" if len(frame) > 1 else ""
        what = f"{number} cards of {name} can lie in {ways:,} ways{each}"
        if merged and steps > MOST_HELD:
            raise StateSpaceError(
                f"{what}: {steps:,} steps before a decision, and at most {MOST_HELD:,} are held"
            )
        if steps * self.repeated > RATE * self.patience:
            if self.repeated > 1:
                what += f", and so again {self.repeated:,.0f} times"
            steps = round(steps * self.repeated)
            hours = steps / RATE / HOUR
            raise StateSpaceError(
                f"{what}: {steps:,} steps, about {hours:,.1f} hours at a million a second;"
                " --yes begins all the same"
            )

    def _once(self, work: Callable[[], Amount]) -> Amount:
        """Return what a step backward comes to; if it takes long, the next run finds it kept."""
        if self.forward or self.steps is None or not self.keeps:
            # Of a piece of boards the whole is kept.
            return work()
        number, situations, settled = self.number, self.situations, self.settled
        step = "; ".join([*self.path, str(number)])
        found = self.steps.find(step, lambda content: step_of(content, self.kinds))
        if found is not None:
            self.number += found.number
            self.situations += found.situations
            self.settled += found.settled
            self.answered.update(found.answered)
            self.answered_after.update((p, dict(own)) for p, own in found.after.items())
            self.bounds += found.bounds
            self.kept_steps.append(step)
            return found.worth
        before, within = set(self.answered_after), len(self.kept_steps)
        bounds = len(self.bounds)
        began = time.monotonic()
        worth = work()
        if time.monotonic() - began >= LONG_STEP:
            found = Step(
                worth,
                self.number - number,
                self.situations - situations,
                self.settled - settled,
                {n: each for n, each in self.answered.items() if number <= n < self.number},
                {p: own for p, own in self.answered_after.items() if p not in before},
                self.bounds[bounds:],
            )
            self.steps.keep(step, found.to_bytes(), self.kept_steps[within:])
            self.kept_steps[within:] = [step]
        return worth

    def _by_boards(self, frame: Frame, boards: Boards, work: Work, *, is_last: bool) -> Amount:
        """Look at the cards of a zone from the side of what they make, and go on with each."""
        rows = Completing(boards, frame.known)
        path, shown = self.path, set(self.shown)
        kept = self.answered, self.number, self.keeps
        self.keeps = False
        ways = np.zeros(len(boards.rows[0]), dtype=np.int64)
        if self.forward:
            if frame.total * rows.total >= LARGEST:
                raise StateSpaceError("the ways to all boards do not fit a machine word")
            ways = rows.forward(frame.weights)

        def laid() -> Iterator[tuple[int, Frame]]:
            start = 0
            for place, known in enumerate(boards.pieces()):
                self.progress(round(start / len(ways) * STEPS), STEPS, self._where())
                own = ways[start : start + len(known)]
                start += len(known)
                after = replace(
                    frame,
                    known=known,
                    hidden={**frame.hidden, boards.zone: 0},
                    weights=own,
                    total=frame.total * rows.total,
                )
                if not self.forward:
                    yield place, after
                elif own.any():
                    yield place, after.subset(own != 0) if is_last else after

        worths = []
        if self.pieces is not None and len(ways) > self.least_apart:
            asked = (
                (after, self.answered_after.get((path, kept[1], place), {}) if self.forward else {})
                for place, after in laid()
            )
            for place, step in enumerate(self._apart(work, asked)):
                worths.append(step.worth)
                self.answered_after[path, kept[1], place] = dict(step.answered)
        else:
            for place, after in laid():
                self.path, self.shown = path, set(shown)
                # Decisions from here on are answered piece by piece.
                key = (path, kept[1], place)
                self.number = 0
                if self.forward:
                    self.answered = self.answered_after.get(key, {})
                    work(after)
                    continue
                self.answered = {}
                worths.append(work(after))
                answers = {n: replace(each, worths=None) for n, each in self.answered.items()}
                self.answered_after[key] = answers
        self.answered, self.number, self.keeps = kept
        self.path, self.shown = path, shown
        if self.forward:
            return amount_of(0, len(frame))
        pieces = alike(*worths)
        base, bound = pieces[0].base, max(piece.bound for piece in pieces)
        if bound * rows.total * factorial(self.kinds.values) >= LARGEST:
            raise StateSpaceError("the sums over all boards do not fit a machine word")
        units = np.concatenate([piece.units for piece in pieces])
        return Amount(_by_column(rows.backward, units), base * rows.total, bound * rows.total)

    def _apart(
        self, work: Work, asked: Iterable[tuple[Frame, Mapping[int, Answered]]]
    ) -> Iterator[Step]:
        """Have pieces worked out, perhaps by other processes; yield what each is worth.

        On the way forward what they come to is added up, and nothing is worth anything.
        """
        shown, apart = tuple(sorted(self.shown)), tuple(sorted(self.apart))
        under_way: deque[Holdings] = deque()

        def pieces() -> Iterator[tuple[Piece, Ranks]]:
            for frame, answered in asked:
                under_way.append(frame.known)
                piece = Piece(work, frame, self.path, shown, self.forward, answered, apart)
                yield piece, frame.known.ranks

        for found, ranks in self._done_apart(pieces()):
            # Other courses, and the way forward, come to the same cards.
            under_way.popleft().ranks.update(ranks)
            if self.forward:
                add_counted(found, self)
                continue
            step = step_of(found, self.kinds)
            self.situations += step.situations
            self.settled += step.settled
            self.bounds += step.bounds
            yield step

    def counter(self, frame: Frame) -> Count | None:
        """Return what counts hidden hands of many rows piece by piece."""
        is_apart = self.pieces is not None and len(frame) > self.least_apart
        return self._counted_apart if is_apart else None

    def _counted_apart(
        self, ranking: str, opened: Rows, others: Rows, hidden: int, limits: Rows
    ) -> Rows:
        """Have hidden hands counted, perhaps by other processes."""
        new = np.ones(len(opened), dtype=bool)
        new[1:] = (opened[1:] != opened[:-1]).any(axis=1)
        # Rows with the same open cards stay together: what is made for them is made once.
        starts = np.flatnonzero(new)[:: max(1, int(new.sum()) // PIECES)]
        asked: Iterator[tuple[Counting, Ranks]] = (
            (Counting(ranking, opened[a:b], others[a:b], hidden, limits[a:b]), {})
            for a, b in pairwise([*starts, len(opened)])
        )
        return np.concatenate([array_of(found) for found, _ in self._done_apart(asked)])

    def _done_apart(
        self, asked: Iterable[tuple[Piece | Counting, Ranks]]
    ) -> Iterator[tuple[bytes, Ranks]]:
        """Yield what pieces come to, in their order, and what was worked out for their cards."""
        if self.pieces is None:
            raise EngineError("pieces are worked out apart, and nobody is there who does it")
        if self.piece_work is None:
            self.piece_work = PieceWork(self)
        work = self.piece_work
        written = ((work.to_bytes(piece), ranks) for piece, ranks in asked)
        for name, content, ranks in self.pieces.done(written):
            self.kept_steps.append(name)
            yield come_to(content), ranks

    def add_summary(
        self, key: tuple[str, tuple[str, ...]], situations: int, shares: Mapping[str, Fraction]
    ) -> Summary:
        """Add how a decision was answered in some of its situations."""
        found = self.summaries.setdefault(key, Summary(0, {}, []))
        found.situations += situations
        for option, share in shares.items():
            found.shares[option] = found.shares.get(option, Fraction(0)) + share
        return found

    def _boards(self, frame: Frame, zone: int, todo: Todo) -> Boards:
        """Return the boards that rows come to, kept for all rows that come to the same."""
        number = frame.size(zone)
        told = (each.nodes for each in (*self.aims, *self.asked.values()))
        nodes = [*still_read(todo, self.play, self.policy), *chain.from_iterable(told)]
        least = 0
        if not self._may_get_more(zone, todo):
            least = least_read(self.program, nodes, self.kinds.attribute, zone, number)
        cores = 1 if self.pieces is None else self.pieces.cores
        boards = boards_after(frame.known, zone, frame.hidden[zone], least, cores)
        key = (zone, number, boards.groups, least, boards.hands.tobytes())
        return self.boards.setdefault(key, boards)

    def _may_get_more(self, zone: int, todo: Todo) -> bool:
        """Return whether cards may still come to a zone: then any suit may make a flush there."""
        for act in still_done(todo, self.play):
            if isinstance(act, acts.DealAct | acts.MoveAct):
                base, size, _ = self.program.layout.places[act.target.name]
                if base <= zone < base + size:
                    return True
        return False

    def _where(self) -> str:
        """Return in words which boards are gone through."""
        way = "counting outcomes" if self.forward else "finding the best play"
        return f"{way}, boards{' after ' if self.path else ''}{'; '.join(self.path)}"

    def _are_boards(self, frame: Frame, zone: int) -> bool:
        """Return whether cards of a zone are looked at from the side of what they make."""
        ways = comb(frame.known.left(), frame.hidden.get(zone, 0))
        return (
            len(frame) * ways > self.most_single
            and self.program.layout.zones[zone][0] not in self.order
            and not frame.is_secret
            and not frame.holds_cards
            and not frame.beside()
            and can_be_gone_through(frame.known, zone, frame.hidden.get(zone, 0))
        )

    def _is_seen(self, zone: int) -> bool:
        return zone == OTHERS or self.sees[zone] or zone in self.shown

    def _parted(self, frame: Frame, size: int, work: Work) -> Amount:
        """Go on in pieces, of which each stands for all in what is within reach."""
        times = len(frame) / size
        self.repeated *= times
        try:
            return self._in_pieces(frame, size, work)
        finally:
            self.repeated /= times

    def _in_pieces(self, frame: Frame, size: int, work: Work) -> Amount:
        is_apart = self.pieces is not None and len(frame) > self.least_apart
        if is_apart:
            # Each is parted again, as all rows would be.
            size *= -(-len(frame) // (size * PIECES))
        parts = (frame.subset(slice(start, start + size)) for start in range(0, len(frame), size))
        if is_apart:
            found = [step.worth for step in self._apart(work, ((part, {}) for part in parts))]
        else:
            found = [work(part) for part in parts]
        if self.forward:
            return amount_of(0, len(frame))
        pieces = alike(*found)
        return Amount(
            np.concatenate([piece.units for piece in pieces]),
            pieces[0].base,
            max(piece.bound for piece in pieces),
        )

    def _after(self, frame: Frame, deal: Deal, zone: int, work: Work, *, is_secret: bool) -> Amount:
        known = deal.after.cards.shape[1] - frame.known.cards.shape[1]
        left = {} if zone == OTHERS else {zone: frame.hidden.get(zone, 0) - known}
        values, locals_ = frame.taking(deal.origin)
        after = replace(
            frame,
            known=deal.after,
            hidden={**frame.hidden, **left},
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


def _by_column(work: Callable[[Rows], Rows], units: Rows) -> Rows:
    """Return what is made of numbers by row, column by column if they have any."""
    if units.ndim == 1:
        return work(units)
    columns = [work(np.ascontiguousarray(column)) for column in units.T]
    return np.stack(columns, axis=1)
