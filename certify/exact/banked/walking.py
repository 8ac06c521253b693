"""What a walk through a game remembers, whichever way it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy.typing as npt

from certify.errors import PlayError, StateSpaceError
from certify.exact.banked.expressions import Evaluator
from certify.exact.banked.frames import SEAT, Answered, TooMuchAtOnce
from certify.exact.banked.keeping import Place, Steps
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.telling import Losses, add_to
from certify.exact.banked.words import Form
from certify.language import acts
from certify.language.order import first_of, picks_by_position, zones_with_order
from certify.language.typed import Node
from certify.play.events import Visibility
from certify.play.interpreter.program import Program
from certify.runtime.memory import keep_freed

Rows = npt.NDArray[Any]

HOUR = 3600.0
"""Seconds of a single look that must be wanted."""

OTHERS = -2
"""The zone of cards that lie nowhere in the game, and are seen all the same."""

DecisionKey = tuple[str, tuple[str, ...]]
"""A decision, and the answers before it."""

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
        All situations; none where there are too many.
    losses : dict or None
        By what is seen, what answers lose, where that was asked for; None where it cannot be told.
    """

    situations: int
    shares: dict[str, Fraction]
    kept: list[Answered]
    losses: Losses | None = field(default_factory=dict)

    def add_losses(self, more: Losses | None) -> None:
        """Add what answers lose in some of the situations."""
        if more is None or self.losses is None:
            self.losses = None
        else:
            add_to(self.losses, more)


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
class Walking:
    """What a walk through a game for one seat is about, and what it remembers.

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
    tell_plan : callable or None
        Called once, before the first of what takes long is begun.
    steps : Steps or None
        Keeps what long steps of the way backward came to.
    patience : float
        Seconds that may be spent on one look at cards.
    leaks : dict
        By zone, how many of its hidden cards the seat sees against the rules before it decides.
    marks : dict
        By zone of which the seat does not see the cards themselves but a mark on their backs: for
        each kind of card, whether it has one.
    forms : callable or None
        Returns for decisions by which properties the best play is told for each set of seen cards,
        where situations are too many to be kept.
    procedure : str
        What is played.
    given : dict
        Values by position that are not those of the start.
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
    summaries: dict[DecisionKey, Summary] = field(default_factory=dict)
    progress: Progress = lambda done, total, doing: None
    tell_plan: Callable[[], None] | None = None
    steps: Steps | None = None
    patience: float = HOUR
    leaks: Mapping[int, int] = field(default_factory=dict)
    marks: Mapping[int, Rows] = field(default_factory=dict)
    forms: Callable[[], Mapping[DecisionKey, Form]] | None = None
    procedure: str = "play"
    given: Mapping[int, Any] = field(default_factory=dict)

    # Beside these: `settler` works out what wagers bring; `bounds` say where the best play stays
    # best, where payouts are kept apart (`certify.exact.banked.pricing`).

    def __post_init__(self) -> None:
        keep_freed()
        self.evaluator = Evaluator(self.program, self.kinds)
        play = self.program.play
        self.play = play
        moves = (act for act in play.statements() if isinstance(act, acts.MoveAct))
        apart = [move.cards for move in moves if first_of(move) is not None]
        self.order = zones_with_order(play, self._policy_nodes(), apart=apart, laid=False)
        self.by_position = picks_by_position(play, self.nodes)
        self.visibility = Visibility(self.program)
        self.sees = self.visibility.zones[SEAT]
        self.decided: dict[int, bool] = {}
        self.forward = False
        self.number = 0
        self.acts = 0
        self.ways: set[tuple[str, ...]] = set()
        self.gone = 0
        self.parted: set[int] = set()
        self.is_part = False
        self.path: tuple[str, ...] = ()
        self.shown: set[int] = set()
        self.keeps = True
        self.told_by: Mapping[DecisionKey, Form] = {}
        self.looked_first: dict[tuple[Any, ...], int] = {}
        self.kept_steps: list[str] = []
        self.repeated = 1.0
        self.answered_after: dict[Place, dict[int, Answered]] = {}
        self.undealt = self.kinds.total
        """Cards that are left in the pack where most of them are dealt."""
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

    @property
    def payouts(self) -> int:
        """How many payouts that matter to the play are kept apart."""
        return 0

    def forget(self) -> None:
        """Forget what was found on the way."""
        self.answered, self.answered_after = {}, {}

    def begin_long(self) -> None:
        """Have it told what is to be done, if it was not; some of that takes long."""
        tell, self.tell_plan = self.tell_plan, None
        if tell is not None:
            tell()

    @contextmanager
    def repeating(self, times: float) -> Iterator[None]:
        """Tell whoever looks at cards meanwhile that the same is done so many times."""
        repeated = self.repeated
        self.repeated *= times
        try:
            yield
        finally:
            self.repeated = repeated

    def _placed(
        self, error: PlayError | StateSpaceError, place: tuple[str | int, ...]
    ) -> PlayError | StateSpaceError:
        """Return an error with the place in the spec, if it knows none that is nearer."""
        if error.place:
            return error
        placed = type(error)(error.message, self.program.game.located(place))
        if isinstance(error, TooMuchAtOnce) and isinstance(placed, TooMuchAtOnce):
            placed.steps = error.steps
        return placed

    def _policy_nodes(self) -> Iterator[Node]:
        for moves in (self.policy or {}).values():
            yield from moves.values()

    def _is_seen(self, zone: int) -> bool:
        return zone == OTHERS or self.sees[zone] or zone in self.shown

    def _sees_all(self, zone: int, number: int) -> bool:
        """Return whether the seat sees all of so many cards of a zone against the rules."""
        return zone not in self.marks and self.leaks.get(zone, 0) >= number

    def _is_ordered(self, zone: int) -> bool:
        """Return whether a rule looks at the order of the cards of a zone."""
        return self.program.layout.zones[zone][0] in self.order

    def add_summary(
        self, key: DecisionKey, situations: int, shares: Mapping[str, Fraction]
    ) -> Summary:
        """Add how a decision was answered in some of its situations."""
        found = self.summaries.setdefault(key, Summary(0, {}, []))
        found.situations += situations
        for option, share in shares.items():
            found.shares[option] = found.shares.get(option, Fraction(0)) + share
        return found
