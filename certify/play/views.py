"""What a seat sees of a game now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from certify.play.events import Visibility
from certify.play.interpreter.interpreter import decision_of
from certify.play.interpreter.program import Program
from certify.play.interpreter.situation import ASKING
from certify.play.interpreter.state import State
from certify.play.naming import Naming


@dataclass(frozen=True)
class ZoneView:
    """A zone as a seat sees it.

    Attributes
    ----------
    zone : int
        Number of the zone.
    name : str
        Such as ``hand[1]``.
    cards : tuple of str
        Labels of the cards that are seen; of an ordered zone in its order, the top last.
    unseen : int or None
        How many more there are; None if that is not known.
    """

    zone: int
    name: str
    cards: tuple[str, ...]
    unseen: int | None

    @property
    def is_empty(self) -> bool:
        """Whether the seat knows that no card is there."""
        return not self.cards and self.unseen == 0


@dataclass(frozen=True)
class ValueView:
    """A variable, or the tokens of a place, as a seat sees it.

    Attributes
    ----------
    index : int
        Which of several, from 0.
    value : object
        Seats and cards by their numbers.
    written : str
        The value as it is written.
    is_start : bool
        Whether it is what it was before play.
    """

    name: str
    index: int
    value: Any
    written: str
    is_start: bool


@dataclass(frozen=True)
class View:
    """What a seat sees now.

    Attributes
    ----------
    seat : int
        Who looks.
    zones, variables, tokens : tuple
        In alphabetical order.
    supplies : tuple of tuple
        Name of each token whose places are seen, and how many are left.
    asked : str or None
        Name of the decision that is asked; None if the game is over.
    asked_seat : int or None
        Who is asked; None of a decision that several take together, unless it is this seat.
    """

    seat: int
    zones: tuple[ZoneView, ...]
    variables: tuple[ValueView, ...]
    tokens: tuple[ValueView, ...]
    supplies: tuple[tuple[str, int], ...]
    asked: str | None
    asked_seat: int | None

    def lines(self) -> tuple[str, ...]:
        """Return the view as lines, the same for the same view always."""
        found = []
        for zone in self.zones:
            more = "?" if zone.unseen is None else "" if not zone.unseen else f"+{zone.unseen}"
            found.append(f"zone {zone.name}: {' '.join([*zone.cards, more])}".rstrip())
        for kind, values in (("variable", self.variables), ("tokens", self.tokens)):
            found += [f"{kind} {value.name}.{value.index}: {value.written}" for value in values]
        found += [f"supply {name}: {number}" for name, number in self.supplies]
        return tuple(found)

    def __str__(self) -> str:
        asked = () if self.asked is None else (f"asked {self.asked_seat} {self.asked}",)
        return "\n".join((*self.lines(), *asked))


def observe(
    state: State,
    seat: int,
    *,
    visibility: Visibility | None = None,
    naming: Naming | None = None,
) -> View:
    """Return what a seat sees now.

    `seat`: who looks, from 0; `EVERYONE` for what all see. The result: nothing in it rests on what
    is hidden from the seat.
    """
    program = state.program
    visibility = visibility or Visibility(program)
    naming = naming or Naming(program)
    spec = program.play.spec
    zones = tuple(_zone_view(state, number, seat, visibility, naming) for number in _order(program))
    asked = decision_of(state).name if state.pc == ASKING else None
    visible_tokens = [
        name
        for name, tokens in sorted(spec.tokens.items())
        if tokens.see not in ("none", "owner") and visibility.sees_value(name, 0, seat)
    ]
    return View(
        seat,
        zones,
        tuple(_values(state, sorted(spec.variables), seat, visibility, naming)),
        tuple(_values(state, sorted(spec.tokens), seat, visibility, naming)),
        tuple((name, state.values[program.layout.supply_at[name]]) for name in visible_tokens),
        asked,
        None if asked is None or (state.together >= 0 and state.seat != seat) else state.seat,
    )


def _order(program: Program) -> list[int]:
    """Return the numbers of zones, in alphabetical order of their names."""
    return sorted(range(len(program.zones)), key=program.layout.zones.__getitem__)


def _zone_view(
    state: State, number: int, seat: int, visibility: Visibility, naming: Naming
) -> ZoneView:
    program = state.program
    held = state.zones[number]
    if visibility.zones[seat][number]:
        seen = list(held)
    else:
        seen = [card for card in held if program.layout.up(state.values, card)]
    if visibility.ordered[number]:
        # What a shuffle has mixed is in no order yet.
        mixed = set(held[: state.mixed[number]])
        seen = sorted(card for card in seen if card in mixed) + [
            card for card in seen if card not in mixed
        ]
    else:
        seen.sort()
    known = visibility.known[seat][number]
    unseen = len(held) - len(seen) if known else None
    return ZoneView(number, naming.zone(number), tuple(naming.cards(seen).split()), unseen)


def _values(
    state: State, names: Sequence[str], seat: int, visibility: Visibility, naming: Naming
) -> list[ValueView]:
    program = state.program
    found = []
    for name in names:
        base, size, _ = program.layout.places[name]
        for index in range(size):
            if visibility.sees_value(name, index, seat):
                value = state.values[base + index]
                is_start = value == program.start_values[base + index]
                found.append(ValueView(name, index, value, naming.variable(name, value), is_start))
    return found
