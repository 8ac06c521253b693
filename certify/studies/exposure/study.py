"""What hidden cards are worth to who sees them: the exact engine with more in sight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import takewhile
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import StateSpaceError
from certify.exact.banked.frames import Answered
from certify.exact.banked.holdings import (
    Holdings,
    first_slots,
    make_canonical,
    packed,
)
from certify.exact.banked.looking import OTHERS
from certify.exact.banked.solution import ANY, Solution
from certify.exact.banked.words import rule_of
from certify.language.game import LoadedGame, wagers_made
from certify.play.interpreter.program import Program
from certify.runtime.context import Context
from certify.studies.banked.study import solved_within
from certify.studies.exposure.result import (
    ExposedCase,
    ExposedDecision,
    ExposedOption,
    ExposedResult,
    ExposedWager,
)

KIND = "exposed"
METHOD = (
    "the exact engine twice: by the rules, and with the cards in sight that are seen against them;"
    " the best play of each, suits exchanged, integers throughout"
)
MOST_CASES = 30
"""Sets of seen cards for each of which the best play is told."""

Rows = npt.NDArray[Any]


def exposure_study(
    game: LoadedGame, leaks: Mapping[str, int], context: Context | None = None
) -> ExposedResult:
    """Return what hidden cards are worth to a player who sees them before deciding.

    Parameters
    ----------
    game : LoadedGame
        A game against the house that the exact engine reaches.
    leaks : dict
        By hidden zone, how many of its cards are seen; ``others`` are cards that lie nowhere in
        the game, as in the hands of other players.
    context : Context, optional
        What may be looked up, and who is told how far it is.

    Raises
    ------
    SpecError
        If there is no such hidden zone.
    StateSpaceError
        If nothing is decided, or there are too many situations.
    """
    context = context or Context()
    key = {**game.key(), "made": wagers_made(game), "leaks": dict(leaks)}
    return context.kept(KIND, key, ExposedResult, lambda: _worked_out(game, dict(leaks), context))


def _worked_out(game: LoadedGame, leaks: dict[str, int], context: Context) -> ExposedResult:
    fair = solved_within(context, game)
    if not fair.decided:
        raise StateSpaceError(
            f"nothing is decided in {game.spec.game.id}, so that seeing cards changes nothing"
        )
    exposed = solved_within(context, game, leaks=leaks)
    program = Program(game)
    return ExposedResult(
        **game.provenance(),
        parameters=game.parameters_as_written(),
        wagers_made=wagers_made(game),
        leaks=leaks,
        wagers=dict(_wagers(game, fair, exposed)),
        decisions=tuple(_decisions(game, program, fair, exposed, leaks)),
        situations=exposed.situations,
        method=METHOD,
    )


def _wagers(
    game: LoadedGame, fair: Solution, exposed: Solution
) -> Iterator[tuple[str, ExposedWager]]:
    """Yield what first wagers that are made bring, with those that follow them."""
    made = wagers_made(game)
    for name in made:
        if game.spec.wagers[name].of is not None:
            continue
        own = [name, *(other for other in game.spec.following(name) if other in made)]
        unit = fair.wagers[name].stake
        if not unit:
            continue
        before, after = (
            sum((found.wagers[other].net for other in own), Fraction(0)) / unit
            for found in (fair, exposed)
        )
        exact = {"fair": str(before), "exposed": str(after), "gain": str(after - before)}
        yield (
            name,
            ExposedWager(
                title=game.spec.wagers[name].title,
                fair=float(before),
                exposed=float(after),
                gain=float(after - before),
                exact=exact,
            ),
        )


def _decisions(
    game: LoadedGame, program: Program, fair: Solution, exposed: Solution, leaks: Mapping[str, int]
) -> Iterator[ExposedDecision]:
    for key, summary in exposed.decided.items():
        decision, before = key
        others = fair.decided[key].shares if key in fair.decided else {}
        options = tuple(
            ExposedOption(option=option, fair=float(others.get(option, 0)), exposed=float(share))
            for option, share in summary.shares.items()
        )
        changed: float | None = None
        cases: tuple[ExposedCase, ...] = ()
        if len(summary.kept) == 1:
            (answered,) = summary.kept
            zones = [zone for zone in _zones(program, leaks) if answered.known.columns(zone)]
            cases = tuple(_cases(program, exposed, answered, zones))
            if key in fair.decided and len(fair.decided[key].kept) == 1:
                changed = _changed(answered, fair.decided[key].kept[0], zones)
        yield ExposedDecision(
            decision=decision,
            text=game.spec.decisions[decision].text,
            before=before,
            options=options,
            changed=changed,
            cases=cases,
        )


def _zones(program: Program, leaks: Mapping[str, int]) -> list[int]:
    """Return the numbers of the zones of which cards are seen."""
    names = {name: place for place, (name, _) in enumerate(program.layout.zones)}
    return [OTHERS if name == ANY else names[name] for name in leaks]


def _cases(
    program: Program, solution: Solution, answered: Answered, zones: list[int]
) -> Iterator[ExposedCase]:
    """Yield what is done for each set of seen cards, if these are not too many."""
    kinds = solution.kinds
    columns = [column for zone in zones for column in answered.known.columns(zone)]
    ranks = np.sort(np.stack([column // kinds.values for column in columns], axis=1), axis=1)
    seen, case_of = np.unique(ranks, axis=0, return_inverse=True)
    if len(seen) > MOST_CASES or len(zones) > 1 or answered.worths is None:
        return
    (zone,) = zones
    name = ANY if zone == OTHERS else program.layout.zones[zone][0]
    for number, own in enumerate(seen):
        rows = case_of.reshape(-1) == number
        part = _part(answered, rows)
        weight = sum(int(weight) for weight in part.weights)
        if not weight or part.worths is None:
            continue
        best = part.worths.units[np.arange(int(rows.sum())), part.choice]
        total = sum(int(w) * int(unit) for w, unit in zip(part.weights, best, strict=True))
        rule = rule_of(program, kinds, part)
        yield ExposedCase(
            seen={name: " ".join(_label(program, solution, int(rank)) for rank in own)},
            probability=weight / part.total,
            worth=float(Fraction(total, weight * part.worths.base)),
            rule=() if rule is None else rule.lines,
        )


def _label(program: Program, solution: Solution, rank: int) -> str:
    """Return what the labels of cards have in common that differ in suit alone."""
    kinds = solution.kinds
    cards = kinds.cards[rank * kinds.values : (rank + 1) * kinds.values]
    labels = [program.deck.labels[card] for card in cards]
    same = takewhile(lambda letters: len(set(letters)) == 1, zip(*labels, strict=False))
    return "".join(letters[0] for letters in same) or labels[0]


def _part(answered: Answered, rows: npt.NDArray[np.bool_]) -> Answered:
    """Return some of the situations."""
    places = np.flatnonzero(rows)
    return replace(
        answered,
        known=answered.known.subset(rows),
        values={
            place: value[rows] if isinstance(value, np.ndarray) else value
            for place, value in answered.values.items()
        },
        worths=None if answered.worths is None else answered.worths.take(places),
        legal=answered.legal[rows],
        choice=answered.choice[rows],
        weights=answered.weights[rows],
    )


def _changed(exposed: Answered, fair: Answered, zones: list[int]) -> float:
    """Return the share of the rounds in which who sees more answers otherwise."""
    groups = tuple(group for group in exposed.known.groups if group.zone not in zones)
    columns = [column for group in groups for column in exposed.known.columns(group.zone)]
    cards = np.ascontiguousarray(np.stack(columns, axis=1)) if columns else np.empty((0, 0))
    kinds = exposed.known.kinds
    cards = cards.astype(np.uint8)
    make_canonical(cards, kinds.values, first_slots(groups))
    wanted = _keys(Holdings(kinds, cards, groups))
    known = {key: int(choice) for key, choice in zip(_keys(fair.known), fair.choice, strict=True)}
    other = np.array([known.get(key, -1) for key in wanted])
    weight = sum(int(weight) for weight in exposed.weights[other != exposed.choice])
    return weight / exposed.total


def _keys(known: Holdings) -> list[tuple[int, ...]]:
    """Return what tells rows apart, as plain values."""
    words = packed(known.cards, len(known.kinds.cards))
    return [*zip(*(word.tolist() for word in words), strict=True)]
