"""How what a seat can do, and what it sees, is written."""

from __future__ import annotations

from typing import Any

from certify.play.interpreter.interpreter import Options
from certify.play.interpreter.picks import Nothing
from certify.play.interpreter.state import State
from certify.play.naming import Naming
from certify.play.views import observe


def action_names(state: State, found: Options, naming: Naming) -> tuple[str, ...]:
    """Return what the options of a decision are called, such as ``bid 2 3``.

    Parameters
    ----------
    state : State
        A game at a decision.
    found : Options
        What can be chosen.
    naming : Naming
        Names of cards; alike ones have the same.
    """
    names = []
    for move, choice in found.choices:
        if isinstance(choice, Nothing) or move.pick is None:
            names.append(move.name)
            continue
        kind = move.pick.kind
        for pick in choice:
            names.append(f"{move.name} {_written(state, kind, pick, naming)}".rstrip())
    return tuple(names)


def _written(state: State, kind: str, picked: Any, naming: Naming) -> str:
    match kind:
        case "card":
            return naming.cards([picked])
        case "cards" | "order":
            return naming.cards(picked)
        case "seat":
            return state.program.seat_name(picked)
    return str(picked)


def holding(state: State, naming: Naming, *, own: bool = False) -> str:
    """Return the cards that the seat that is asked sees, zone by zone.

    Parameters
    ----------
    state : State
        A game at a decision.
    naming : Naming
        Names of cards; alike ones have the same.
    own : bool
        Whether only the seat's own zones are told.

    Returns
    -------
    str
        Such as ``hand 2 3, target 9``; a zone of another seat has the seat's name.
    """
    program, parts = state.program, []
    for zone in observe(state, state.seat, naming=naming).zones:
        name, index = program.layout.zones[zone.zone]
        is_own = program.play.names.domains[name].kind == "seat" and index == state.seat
        if zone.cards and (is_own or not own):
            parts.append(f"{name if is_own else zone.name} {' '.join(zone.cards)}")
    return ", ".join(parts).replace("_", " ")
