"""What every seat of a game has seen, each by itself and with nothing forgotten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from certify.play.events import CARD_PICKS, Chosen, Visibility
from certify.play.interpreter.picks import MoveRule
from certify.play.interpreter.program import Program
from certify.play.interpreter.situation import ASKING
from certify.play.interpreter.state import State
from certify.play.observation import chosen_event
from certify.play.sight import UNSEEN, Sight

Seen = tuple[int, tuple[Any, ...]]
"""Number of what was seen before, and what was seen last."""


class Memory(Sight):
    """A recorder of what one seat sees, of which the past has a number.

    Two memories with the same table have seen the same if and only if their `seen` are equal,
    which is found without looking at the whole past.

    Parameters
    ----------
    program : Program
        The game.
    seat : int
        Whose memory, from 0.
    visibility : Visibility
        Who sees what.
    table : dict
        Numbers of what can have been seen; shared by all memories that are compared.
    """

    def __init__(
        self, program: Program, seat: int, visibility: Visibility, table: dict[Any, int]
    ) -> None:
        super().__init__(program, seat)
        self.visibility = visibility
        self.table = table

    def fresh(self) -> Memory:
        """Return a memory of the same seat that has seen nothing yet."""
        other = Memory.__new__(Memory)
        other.seat, other.visibility, other.seen = self.seat, self.visibility, ()
        other.zones, other.counted, other.table = self.zones, self.counted, self.table
        return other

    def _note(self, *what: Any) -> None:
        # Where the last note is taken up again, what is left of `seen` is the number before it.
        before: Any = self.seen
        if not isinstance(before, int):
            before = self.table.setdefault(before, len(self.table))
        self.seen = (before, what)

    def saw(self, event: Chosen, kinds: Sequence[int]) -> None:
        """Note what a seat chose, as far as it is seen; cards by their kinds."""
        picked: Any = event.picked
        if event.kind in CARD_PICKS:
            cards = [UNSEEN if card is None else kinds[card] for card in picked]
            pairs = list(zip(event.zones, cards, strict=True))
            picked = tuple(sorted(pairs) if event.kind == "cards" else pairs)
        self._note("chosen", event.seat, event.decision, event.move, picked)


class Memories:
    """A recorder that keeps the memory of every seat.

    What seats choose together the others learn once all have chosen; where the effects of a choice
    show it, they see those.

    Parameters
    ----------
    program : Program
        The game.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        visibility, table = Visibility(program), dict[Any, int]()
        self.memories = [
            Memory(program, seat, visibility, table) for seat in range(program.players)
        ]
        self.waiting: tuple[Chosen, ...] = ()
        self.together = -1

    def copy(self) -> Memories:
        """Return memories that go on from here by themselves."""
        other = Memories.__new__(Memories)
        other.program = self.program
        other.memories = []
        for memory in self.memories:
            mine = memory.fresh()
            mine.seen = memory.seen
            other.memories.append(mine)
        other.waiting, other.together = self.waiting, self.together
        return other

    def seen(self, state: State) -> tuple[Seen, ...]:
        """Return what each seat has seen up to a decision."""
        self._let_out(state)
        return tuple(memory.seen for memory in self.memories)

    def _let_out(self, state: State) -> None:
        """Tell what was chosen together if by now all have chosen."""
        if not self.waiting:
            return
        choices = state.values[self.together]
        is_open = state.together == self.together and isinstance(choices, tuple)
        if is_open and len(choices) == len(self.waiting) and state.pc == ASKING:
            return
        waiting, self.waiting = self.waiting, ()
        for event in waiting:
            self._tell_others(event)

    def _tell_others(self, event: Chosen) -> None:
        for memory in self.memories:
            if memory.seat != event.seat:
                seen = memory.visibility.seen_by(event, memory.seat)
                assert isinstance(seen, Chosen)  # noqa: S101  (that a seat has chosen is seen)
                memory.saw(seen, self.program.deck.kinds)

    # What the engine calls

    def chosen(self, state: State, move: MoveRule, picked: Any) -> None:
        """Hear what the seat that is asked has chosen."""
        event = chosen_event(state, move, picked)
        self._let_out(state)
        self.memories[event.seat].saw(event, self.program.deck.kinds)
        if state.together < 0:
            self._tell_others(event)
        else:
            self.together = state.together
            self.waiting = (*self.waiting, event)

    def moved(self, state: State, cards: Sequence[int], source: int, target: int) -> None:
        """Hear of cards that have moved."""
        self._let_out(state)
        for memory in self.memories:
            memory.moved(state, cards, source, target)

    def shuffled(self, state: State, zone: int) -> None:
        """Hear that a zone has been shuffled."""
        self._let_out(state)
        for memory in self.memories:
            memory.shuffled(state, zone)

    def turned(self, state: State, card: int) -> None:
        """Hear of a card that has been turned over."""
        self._let_out(state)
        for memory in self.memories:
            memory.turned(state, card)

    def shown(self, state: State, cards: Sequence[int], seats: Sequence[int]) -> None:
        """Hear of cards that have been shown to seats."""
        self._let_out(state)
        for memory in self.memories:
            memory.shown(state, cards, seats)

    def changed(self, state: State, name: str, place: int) -> None:
        """Hear of a variable that has another value now, or a token placed or removed."""
        self._let_out(state)
        for memory in self.memories:
            memory.changed(state, name, place)

    def announced(self, state: State, text: str, values: Mapping[str, Any]) -> None:
        """Hear what has been said to all."""
        self._let_out(state)
        for memory in self.memories:
            memory.announced(state, text, values)
