"""Where the values and zones of a state are, for given parameters and number of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from certify.errors import PlayError
from certify.play.interpreter.deck import Deck
from certify.play.interpreter.ranking import Hands

FIRST_LOCAL = 2
"""Values 0 and 1 are the work done and the seat that decides; locals follow, from slot 1."""

MOST_PLACES = 4_000
SCRATCH = 64
"""Values for the locals of expressions from outside the rules: of examples and questions."""


class Layout:
    """Positions of everything in a state.

    Attributes
    ----------
    players : int
        How many play.
    parameters : dict
        Values of parameters by name, and ``players``.
    orders : tuple of tuple of int
        For each seat all seats in turn, beginning with the next.
    places : dict
        Of each zone, variable and token: position of the first, how many, and what is taken off an
        index to get it from 0. Zones are numbered by themselves.
    supply_at : dict
        Position of the supply of each token.
    up_at : int
        Position of the first of the marks of cards turned up; -1 if no card is ever turned.
    size : int
        Number of values so far.
    zones : list of tuple
        Name and index of each zone.
    """

    def __init__(
        self,
        players: int,
        parameters: Mapping[str, Any],
        slots: int,
        pays: Callable[[str], Any],
    ) -> None:
        self.players = players
        self.parameters = {**parameters, "players": players}
        self.pays = pays
        seats = range(players)
        self.orders = tuple(
            tuple((seat + step) % players for step in range(1, players + 1)) for seat in seats
        )
        self.places: dict[str, tuple[int, int, int]] = {}
        self.supply_at: dict[str, int] = {}
        self.up_at = -1
        self.slots = slots
        self.size = FIRST_LOCAL + slots
        self.scratch_at = -1
        self.zones: list[tuple[str, int]] = []
        self.deck = Deck({}, (), {}, (), ())
        self.rankings: dict[str, Hands] = {}

    def local(self, slot: int) -> int:
        """Return the position of a local by its slot."""
        if slot <= self.slots:
            return FIRST_LOCAL + slot - 1
        if slot > self.slots + SCRATCH:
            raise PlayError("the expression has too many names of its own")
        return self.scratch_at + slot - self.slots - 1

    def add_scratch(self) -> None:
        """Make room for expressions from outside the rules."""
        self.scratch_at = self.size
        self.size += SCRATCH

    def check_seat(self, seat: int) -> None:
        """Raise `PlayError` if nobody sits there."""
        if seat >= self.players:
            raise PlayError(f"there is no seat {seat + 1} with {self.players} players")

    def new_place(self) -> int:
        """Return the position of one more value."""
        self.size += 1
        return self.size - 1

    def add_values(self, name: str, size: int, shift: int) -> None:
        """Make room for a variable or token."""
        self._check(size)
        self.places[name] = (self.size, size, shift)
        self.size += size

    def add_zones(self, name: str, size: int, shift: int) -> None:
        """Make room for a zone."""
        self._check(size)
        self.places[name] = (len(self.zones), size, shift)
        self.zones += [(name, index) for index in range(size)]

    def _check(self, size: int) -> None:
        known = sum(held for _, held, _ in self.places.values())
        if size < 0 or known + size > MOST_PLACES:
            raise PlayError(f"more than {MOST_PLACES} zones, variables and tokens")

    def up(self, values: list[Any], card: int) -> bool:
        """Return whether a card was turned up."""
        return self.up_at >= 0 and bool(values[self.up_at + card])
