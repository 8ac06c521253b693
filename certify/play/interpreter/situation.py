"""What changes while a game is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from certify.play.chance import Chance
from certify.play.interpreter.picks import MoveRule

ME = 1
"""Position of the seat that decides among the values; position 0 counts work."""

OVER = -1
ASKING = -2


class Watcher(Protocol):
    """Is told of everything that happens in a game.

    Seats count from 0; cards and zones go by their numbers, a place is one among the values.
    """

    def moved(self, state: Any, cards: Sequence[int], source: int, target: int) -> None:
        """Hear of cards that have moved."""

    def shuffled(self, state: Any, zone: int) -> None:
        """Hear that a zone has been shuffled."""

    def turned(self, state: Any, card: int) -> None:
        """Hear of a card that has been turned over."""

    def shown(self, state: Any, cards: Sequence[int], seats: Sequence[int]) -> None:
        """Hear of cards that have been shown to seats."""

    def changed(self, state: Any, name: str, place: int) -> None:
        """Hear of a variable that has another value now, or a token placed or removed."""

    def announced(self, state: Any, text: str, values: Mapping[str, Any]) -> None:
        """Hear what has been said to all."""

    def chosen(self, state: Any, move: MoveRule, picked: Any) -> None:
        """Hear what the seat that is asked has chosen."""


class Situation:
    """Everything that changes in play.

    Attributes
    ----------
    pc : int
        Position of the next instruction; `OVER` when the game is over.
    values : list
        Work done since the last decision, the seat that decides, locals, variables, tokens,
        whether each card was turned face up.
        Seats count from 0; none is None; cards are their numbers.
    zones : list of list of int
        Cards of each zone, the top last.
    mixed : list of int
        How many of the cards of each zone, from the bottom, are in an order that chance has not
        yet decided.
    where : list of int
        Zone of each card; -1 for a card that does not take part.
    frames : list of tuple
        For each call and move that is being run: where it goes on, and who decided before.
    asked : int
        Number of the decision that is asked; meaningful while a seat is asked.
    seat : int
        Seat that is asked.
    decisions, work : int
        Decisions so far; steps, and elements of series, so far.
    """

    __slots__ = (
        "asked",
        "chance",
        "decisions",
        "frames",
        "mixed",
        "pc",
        "recorder",
        "resume",
        "saved_me",
        "seat",
        "together",
        "values",
        "where",
        "work",
        "zones",
    )

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.recorder: Watcher | None = None
        self.pc = 0
        self.values: list[Any] = []
        self.zones: list[list[int]] = []
        self.mixed: list[int] = []
        self.where: list[int] = []
        self.frames: list[tuple[int, int | None]] = []
        self.asked = -1
        self.seat = -1
        self.resume = 0
        self.saved_me: int | None = None
        self.together = -1
        self.decisions = 0
        self.work = 0

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.pc == OVER

    def fill(self, other: Situation) -> None:
        """Make another situation, still empty, equal to this one, without the recorder."""
        other.chance = self.chance
        other.recorder = None
        other.pc = self.pc
        other.values = self.values[:]
        other.zones = [zone[:] for zone in self.zones]
        other.mixed = self.mixed[:]
        other.where = self.where[:]
        other.frames = self.frames[:]
        other.asked = self.asked
        other.seat = self.seat
        other.resume = self.resume
        other.saved_me = self.saved_me
        other.together = self.together
        other.decisions = self.decisions
        other.work = self.work


Instruction = Callable[[Any], int]
"""What is done at one position of a state; returns the next position, `OVER` or `ASKING`."""
