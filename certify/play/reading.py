"""Reads what people write of a move: labels of cards, seats from 1 or roles, numbers, words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from certify.errors import IllegalMoveError, nearest_name
from certify.play.events import CARD_PICKS
from certify.play.interpreter.interpreter import decision_of, options
from certify.play.interpreter.picks import Choice, Listed, MoveRule
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State
from certify.play.naming import unique_labels


def seat_from(program: Program, text: str | int) -> int:
    """Return a seat, from 0, by its role or its number from 1.

    Raises `ValueError` if it names no seat; the message says what does.
    """
    players = program.play.spec.players
    roles = players.roles if players else ()
    if text in roles:
        return roles.index(str(text))
    try:
        seat = int(text) - 1
    except ValueError:
        seat = -1
    if not 0 <= seat < program.players:
        known = ", ".join(roles) or f"1 to {program.players}"
        raise ValueError(f"there is no seat {text}; known: {known}")
    return seat


def picked_from(state: State, move_name: str, text: str | int) -> Any:
    """Return what is picked, cards by their labels.

    `text`: labels with spaces between, a seat from 1 or a role, a number, or a word. The result:
    the pick; a label names a card that can be picked, if there is one. Raises `IllegalMoveError` if
    nothing is named that could be picked.
    """
    rule = next((move for move in decision_of(state).moves if move.name == move_name), None)
    if rule is None or rule.pick is None or rule.pick.kind not in CARD_PICKS:
        return _plain_pick(state, rule, text)
    legal = {move.name: choice for move, choice in options(state).choices}
    among = list(pickable(legal[move_name])) if move_name in legal else []
    among += rule.pick.collection(state.values, state.zones)
    names = unique_labels(state.program)
    left: dict[str, list[int]] = {}
    for card in dict.fromkeys(among):
        for name in {names[card], state.program.deck.labels[card]}:
            left.setdefault(name, []).append(card)
    found: list[int] = []
    who = f"{state.program.called(state.seat)} may not {move_name.replace('_', ' ')}"
    for label in str(text).split():
        there = [card for card in left.get(label, ()) if card not in found]
        if not there:
            raise IllegalMoveError(f"{who}: {_missing(state, label, left)}", rule.cites)
        found.append(there[0])
    if rule.pick.kind != "card":
        return tuple(found)
    if len(found) != 1:
        raise IllegalMoveError(f"{who} with {len(found)} cards; expected one", rule.cites)
    return found[0]


def _plain_pick(state: State, rule: MoveRule | None, text: str | int) -> Any:
    if rule is None or rule.pick is None:
        return None if text == "" else text
    if rule.pick.kind == "word":
        return str(text)
    try:
        return seat_from(state.program, text) if rule.pick.kind == "seat" else int(text)
    except ValueError:
        wanted = f"a {rule.pick.kind}"
        raise IllegalMoveError(f"{rule.name} takes {wanted}; found {text!r}", rule.cites) from None


def _missing(state: State, label: str, there: Mapping[str, Sequence[int]]) -> str:
    if label in there:
        return f"{label} is named more often than there are such cards"
    if label in state.program.deck.labels or label in unique_labels(state.program):
        return f"{label} is not there"
    nearest = nearest_name(label, there)
    return f"there is no card {label!r}" + (f"; did you mean {nearest}?" if nearest else "")


def pickable(choice: Choice) -> Sequence[int]:
    """Return the cards that some pick of a choice has, in order."""
    if isinstance(choice, Listed):
        cards: dict[int, None] = {}
        for pick in choice.picks:
            cards |= dict.fromkeys(pick if isinstance(pick, tuple) else (pick,))
        return tuple(cards)
    groups: list[list[int]] = getattr(choice, "groups", [])
    return tuple(card for group in groups for card in group)
