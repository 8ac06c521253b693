"""Side wagers at a table: asked for once, made again in every later round until that is changed.

A decision is about a side wager if a word of its name is the name of a wager of the spec, such as
``buy_burnout`` of the wager ``burnout``. Decisions of the same name are told apart by what was
announced since the last decision, such as which of several is offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from certify.play.events import Announced, Chosen, Event
from certify.play.interpreter.program import Program

Asked = tuple[int, str, tuple[object, ...]]
"""Who is asked, the decision, and what was announced before it."""


@dataclass
class StandingWagers:
    """What persons have answered about side wagers.

    Attributes
    ----------
    program : Program
        The game.
    answers : dict
        By what was asked, the number of decisions made before it, and the option that was written.
    unasked : set of int
        Decisions that were made so, by how many were made before them.
    """

    program: Program
    answers: dict[Asked, tuple[int, str]] = field(default_factory=dict)
    unasked: set[int] = field(default_factory=set)

    def asked(self, seat: int, decision: str, history: Sequence[Event]) -> Asked | None:
        """Return what is asked if it is about a side wager; otherwise None."""
        if not set(decision.split("_")) & set(self.program.game.spec.wagers):
            return None
        announced: list[object] = []
        for event in reversed(history):
            if isinstance(event, Chosen):
                break
            if isinstance(event, Announced):
                announced.append((event.text, event.values))
        return seat, decision, tuple(announced)

    def forget_after(self, made: int) -> None:
        """Forget what was answered when so many decisions or more had been made."""
        self.answers = {key: kept for key, kept in self.answers.items() if kept[0] < made}
        self.unasked = {number for number in self.unasked if number < made}
