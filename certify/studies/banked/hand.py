"""One situation of a game against the house: what each answer is worth, and what it costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from certify.errors import CardError, SpecError, nearest_name
from certify.exact.banked.composition import Composition
from certify.exact.banked.expressions import Evaluator
from certify.exact.banked.inquiry import UNNAMED, Inquiry, Sought, Worth
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.situations import (
    Held,
    as_asked,
    as_written,
    differing,
    picks_from,
    read_cards,
    value_of,
    variable_names,
)
from certify.exact.banked.solution import BEST, Question, question
from certify.language.game import LoadedGame, wagers_made
from certify.play.interpreter.program import Program
from certify.present.markup import said
from certify.runtime.context import Context
from certify.studies.banked.result import BankedAnswer, BankedHandResult
from certify.studies.banked.shoes import ShoeGiven, composition_for, counts_of, with_shoe
from certify.studies.kinds import has_choices


def banked_hand_study(
    game: LoadedGame,
    cards: str,
    after: str = "",
    *,
    shoe: ShoeGiven = None,
    context: Context | None = None,
) -> BankedHandResult:
    """Return what each answer is worth in a situation, the best play from there on.

    `cards`: what the seat sees, zone by zone, as ``hand: Qh 6d 4c; board: 5s``; without a name the
    cards that it sees first. `after`: its answers before, as ``first: ride; second: ride``, or
    answers alone. A name of a variable that the seat sees may stand beside zones.

    Raises `CardError` if no such situation comes up; it tells what the seat sees. Raises
    `StateSpaceError` if the rules are beyond the engine.
    """
    if not has_choices(game):
        raise CardError(f"nothing is decided in {game.spec.game.id}: no hand has a choice")
    left = composition_for(game, shoe)
    asked = question(game, BEST, left)
    steps = _answers(asked.program, after)
    inquiry = asked.solver(Inquiry, (context or Context()).progress)
    parts = _parts(cards)
    found = inquiry.answer(_sought(asked, parts, steps))
    if not found:
        raise CardError(_not_met(inquiry))
    told = _one_of(asked, found)
    return _told(game, asked, left, inquiry, told, dict(parts))


def _told(
    game: LoadedGame,
    asked: Question,
    left: Composition | None,
    inquiry: Inquiry,
    told: Worth,
    parts: Mapping[str, str],
) -> BankedHandResult:
    program = asked.program
    zones = [program.layout.zones[zone][0] for zone in inquiry.cards]
    best = told.options[told.best]
    named = _with_cards(program, asked.kinds, inquiry, told)
    answers = tuple(
        BankedAnswer(
            option=named(option),
            ev=float(value),
            cost=float(best - value),
            exact={"ev": str(value), "cost": str(best - value)},
        )
        for option, value in sorted(told.options.items(), key=lambda each: -each[1])
    )
    return BankedHandResult(
        **with_shoe(game, left).provenance(),
        wagers_made=wagers_made(game),
        shoe=counts_of(left),
        decision=told.decision,
        text=game.spec.decisions[told.decision].text,
        before=told.before,
        # As they were given: the engine takes cards for one another that no rule tells apart.
        cards={
            zone: " ".join(parts.get(zone, parts.get("", "")).replace(",", " ").split())
            for zone in zones
        },
        frequency=float(told.frequency),
        answers=answers,
        best=named(told.best),
        exact={"frequency": str(told.frequency)},
    )


def _with_cards(
    program: Program, kinds: Kinds, inquiry: Inquiry, told: Worth
) -> Callable[[str], str]:
    """Return what writes an option with the cards that it picks, not with their places."""

    def named(option: str) -> str:
        picks = picks_from(program, told.decision, option)
        if picks is None:
            return option
        zone, places = picks
        held = as_asked(kinds, told.cards, inquiry.cards)[zone]
        cards = (program.deck.labels[kinds.cards[held[place]]] for place in places)
        return " ".join([option.partition(" ")[0], *cards])

    return named


def _answers(program: Program, after: str) -> tuple[tuple[str | None, str], ...]:
    """Return decisions, if they are named, and answers."""
    found: list[tuple[str | None, str]] = []
    for part in after.replace(",", ";").split(";"):
        name, colon, answer = (each.strip() for each in part.partition(":"))
        decisions = program.play.decisions
        if colon:
            name = _as_named(name, decisions)
            if name not in decisions:
                nearest = nearest_name(name, decisions)
                meant = f", did you mean {nearest}?" if nearest else ""
                raise SpecError(f"there is no decision {name!r}{meant}")
            moves = [move.name for move in decisions[name].moves]
            found.append((name, _as_named(answer, moves)))
        elif name:
            moves = [move.name for each in decisions.values() for move in each.moves]
            found.append((None, _as_named(name, moves)))
    return tuple(found)


def _as_named(text: str, names: Iterable[str]) -> str:
    """Return what is given with its name as the spec has it: ``take back`` for ``take_back``."""
    for name in names:
        words = said(name)
        if text == words or text.startswith(f"{words} "):
            return name + text[len(words) :]
    return text


def _parts(cards: str) -> list[tuple[str, str]]:
    """Return what is given with its names, of cards without one with none."""
    found = []
    for part in cards.split(";"):
        name, colon, text = (each.strip() for each in part.partition(":"))
        found.append((name, text) if colon else ("", name))
    return found


def _sought(
    asked: Question,
    parts: Sequence[tuple[str, str]],
    steps: tuple[tuple[str | None, str], ...],
) -> Sought:
    program = asked.program
    zones = {name: at for at, (name, _) in enumerate(program.layout.zones)}
    variables = set(variable_names(program).values())
    held: dict[int, Held] = {}
    values = {}
    for given, text in parts:
        name = _as_named(given, (*zones, *variables))
        if not name and UNNAMED in held:
            raise CardError("cards of a second zone need its name, as in board: 5s")
        if not name or name in zones:
            held[zones.get(name, UNNAMED)] = read_cards(program, asked.kinds, text)
        elif name in variables:
            values[name] = value_of(program, asked.kinds, name, text)
        else:
            nearest = nearest_name(name, (*zones, *variables))
            meant = f", did you mean {nearest}?" if nearest else ""
            raise CardError(f"there is no zone {name!r}{meant}")
    every = Counter(kind for own in held.values() for kind in own)
    for kind, number in every.items():
        if number > asked.kinds.copies[kind]:
            label = program.deck.labels[asked.kinds.cards[kind]]
            raise CardError(f"the card {label} is given more often than it is there")
    return Sought(steps, held, values)


def _one_of(asked: Question, found: Sequence[Worth]) -> Worth:
    """Return the only situation; a `CardError` tells what tells several apart."""
    first, *others = found
    if all(
        (other.decision, other.before, other.options)
        == (first.decision, first.before, first.options)
        for other in others
    ):
        return replace(first, frequency=sum((each.frequency for each in found), Fraction(0)))
    names = variable_names(asked.program)
    evaluator = Evaluator(asked.program, asked.kinds)

    def written(at: int, values: Iterable[Any]) -> str:
        return ", ".join(as_written(evaluator, names[at], value) for value in values)

    apart = [
        f"{names[at]} ({written(at, values)})"
        for at, values in differing([worth.values for worth in found]).items()
        if at in names
    ]
    if not apart:
        raise CardError(
            f"{len(found)} situations look so, which differ in what was seen before and is no more"
        )
    raise CardError(
        f"{len(found)} situations look so; say with the cards, as in {'NAME: VALUE'}, what"
        f" {' and '.join(apart)} is"
    )


def _not_met(inquiry: Inquiry) -> str:
    """Return why a situation does not come up."""
    if inquiry.is_forced:
        return "nothing is decided in such a situation: there is one answer alone"
    met = max(inquiry.turns, key=len, default=None)
    after = f" after {'; '.join(met)}" if met else ""
    if met is None and not inquiry.sights:
        return "nothing is decided in such a situation"
    if met is not None and len(met) < len(inquiry.before):
        asked = [
            f"{decision} is answered by {', '.join(options)}"
            for decision, options in inquiry.turns[met].items()
        ]
        name, answer = inquiry.before[len(met)]
        if any(
            name in (None, decision) and answer in options
            for decision, options in inquiry.turns[met].items()
        ):
            steps = (": ".join(filter(None, step)) for step in inquiry.before[: len(met) + 1])
            return f"nothing is decided with such cards after {'; '.join(steps)}"
        return f"{' and '.join(asked)}{after}; found {f'{name}: ' if name else ''}{answer}"
    zones = inquiry.program.layout.zones
    seen = [
        " and ".join(f"{number} of {zones[zone][0]}" for zone, number in sight)
        for sight in sorted(inquiry.sights, key=len, reverse=True)
    ]
    given = [
        f"{len(held)} of {'what is seen first' if zone == UNNAMED else zones[zone][0]}"
        for zone, held in inquiry.cards.items()
    ]
    if " and ".join(given) in seen:
        return f"nothing is decided with such cards{after}"
    held = " and ".join(given) or "none"
    told = f"the cards that are seen{after} are {', or '.join(seen)}; given are {held}"
    most = max(sum(number for _, number in sight) for sight in inquiry.sights)
    is_later = not inquiry.before and sum(map(len, inquiry.cards.values())) > most
    return f"{told}; a later decision needs the answers before it" if is_later else told
