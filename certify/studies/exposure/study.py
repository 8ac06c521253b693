"""What hidden cards are worth to who sees them: the exact engine with more in sight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import SpecError, StateSpaceError
from certify.exact.banked.amounts import Amount
from certify.exact.banked.composition import Composition, cards_named
from certify.exact.banked.expressions import Evaluator
from certify.exact.banked.frames import Answered
from certify.exact.banked.holdings import (
    Holdings,
    first_slots,
    make_canonical,
    packed,
)
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.properties import zone_name
from certify.exact.banked.situations import as_seen
from certify.exact.banked.solution import ANY, Leak, Solution, question
from certify.exact.banked.telling import MOST_CASES, Losses, cases_of, form_seen, lines_of
from certify.exact.banked.walking import OTHERS, DecisionKey, Summary
from certify.exact.banked.words import IN_SHORT, Form, rule_of
from certify.language.game import LoadedGame, wagers_made
from certify.play.interpreter.deck import alike_label
from certify.play.interpreter.program import Program
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.banked.shoes import ShoeGiven, composition_for, counts_of, with_shoe
from certify.studies.banked.study import solved_within
from certify.studies.exposure.hole import NEXT, dealt_late, hole_study
from certify.studies.exposure.next_card import next_card_study
from certify.studies.exposure.remedies import remedies_of
from certify.studies.exposure.result import (
    ExposedCase,
    ExposedDecision,
    ExposedOption,
    ExposedResult,
    ExposedWager,
)
from certify.studies.kinds import has_choices
from certify.studies.twenty_one import BlackjackGame

KIND = "exposed"
METHOD = (
    "the exact engine twice: by the rules, and with the cards in sight that are seen against them;"
    " the best play of each, suits exchanged, integers throughout"
)
MOST_SEEN = 9
MOST_AGAIN = 1_000_000
"""Situations up to which the whole pack is worked out too, where cards that are left are given."""
Rows = npt.NDArray[Any]


Seen = Mapping[str, int | str]
"""By zone how many of its cards are seen, or what of them: ``"1:T-A"``."""


def exposure_study(
    game: LoadedGame,
    seen: Seen,
    context: Context | None = None,
    *,
    shoe: ShoeGiven = None,
    workers: Workers | None = None,
) -> ExposedResult:
    """Return what hidden cards are worth to a player who sees them before deciding.

    Parameters
    ----------
    game : LoadedGame
        A game against the house that the exact engine reaches.
    seen : dict
        By hidden zone, how many of its cards are seen; ``others`` are cards that lie nowhere in
        the game, as in the hands of other players. ``"1:T-A"`` is one card of which only that is
        seen whether it is one of these, as cards are sorted by their backs.
    context : Context, optional
        What may be looked up, and who is told how far it is.
    shoe : Shoe, str or sequence, optional
        The cards that the round is dealt from, as somebody who has counted knows them.
    workers : Workers, optional
        Who does the pieces of what takes long; by default this process.

    Raises
    ------
    SpecError
        If there is no such hidden zone, or no such cards.
    InfeasibleShoeError
        If the pack cannot be left so.
    StateSpaceError
        If nothing is decided, or there are too many situations.
    """
    context = context or Context()
    leaks = {zone: leak_of(zone, given) for zone, given in seen.items()}
    left = composition_for(game, shoe)

    def worked_out() -> ExposedResult:
        found = _worked_out(game, leaks, left, context, workers)
        shuffled = None
        if left is not None and found.situations is not None and found.situations <= MOST_AGAIN:
            shuffled = exposure_study(game, seen, context, workers=workers)
        is_marked = bool(found.marked)
        remedies = tuple(remedies_of(found.wagers, is_marked=is_marked, shuffled=shuffled))
        return found.model_copy(update={"remedies": remedies})

    return context.kept(KIND, _key(game, leaks, left), ExposedResult, worked_out)


def is_exposure_kept(game: LoadedGame, seen: Seen, context: Context) -> bool:
    """Return whether `exposure_study` of the whole pack was worked out before."""
    leaks = {zone: leak_of(zone, given) for zone, given in seen.items()}
    return context.found(KIND, _key(game, leaks, None), ExposedResult) is not None


def _key(game: LoadedGame, leaks: Mapping[str, Leak], left: Composition | None) -> dict[str, Any]:
    """Return plain data that determines every figure."""
    return {
        **with_shoe(game, left).key(),
        "made": wagers_made(game),
        "leaks": {zone: astuple(leak) for zone, leak in leaks.items()},
    }


def leak_of(zone: str, given: int | str) -> Leak:
    """Return what is seen of a zone, such as ``1`` or ``1:T-A``; a SpecError if it says nothing."""
    number, _, marked = str(given).partition(":")
    if not number.isascii() or not number.isdecimal() or not 1 <= int(number) <= MOST_SEEN:
        raise SpecError(
            f"found {zone}:{given}; expected a zone and a number of cards from 1 to {MOST_SEEN},"
            f" such as {zone}:1, or with what is known of them, such as {zone}:1:T-A"
        )
    return Leak(int(number), marked.replace(" ", ""))


def hole_exposure_study(game: BlackjackGame, seen: Seen, context: Context) -> ExposedResult:
    """Return what a card seen is worth in a game of the twenty-one family.

    `seen` is the zone that the dealer's second card lies in, as `exposure_study` takes it, or
    ``next`` for the next card of the shoe; errors as there.
    """
    leaks = {zone: leak_of(zone, given) for zone, given in seen.items()}
    key = {**game.key(), "leaks": {zone: astuple(leak) for zone, leak in leaks.items()}}

    def worked_out() -> ExposedResult:
        is_next = NEXT in leaks
        found = (next_card_study if is_next else hole_study)(game, leaks, context)
        shuffled = None
        if game.given_shoe is not None:
            shuffled = hole_exposure_study(replace(game, given_shoe=None), seen, context)
        usual = remedies_of(found.wagers, is_marked=False, shuffled=shuffled)
        late = () if is_next else dealt_late(game, found)
        return found.model_copy(update={"remedies": (*usual, *late)})

    return context.kept(KIND, key, ExposedResult, worked_out)


def _worked_out(
    game: LoadedGame,
    leaks: dict[str, Leak],
    left: Composition | None,
    context: Context,
    workers: Workers | None,
) -> ExposedResult:
    nothing = f"nothing is decided in {game.spec.game.id}, so that seeing cards changes nothing"
    if not has_choices(game):
        raise StateSpaceError(nothing)
    program, kinds = Program(game), question(game, left=left, made_alone=True).kinds

    @cache
    def fair() -> Solution:
        return solved_within(context, game, leaks={}, left=left, workers=workers)

    @cache
    def forms() -> dict[DecisionKey, Form]:
        return dict(_forms(program, fair()))

    # The harder of both first: where it is beyond reach, that is said at once.
    exposed = solved_within(
        context,
        game,
        leaks=leaks,
        left=left,
        workers=workers,
        forms=forms if _has_few_cases(kinds, leaks) else None,
    )
    if not exposed.decided:
        raise StateSpaceError(nothing)
    told_apart = {
        key: tuple(_cases_apart(program, kinds, before, own.losses, forms()[key], leaks))
        for key, own in exposed.decided.items()
        if own.losses and not own.kept and (before := fair().decided[key])
    }
    return ExposedResult(
        **with_shoe(game, left).provenance(),
        parameters=game.parameters_as_written(),
        wagers_made=wagers_made(game),
        leaks={zone: leak.number for zone, leak in leaks.items()},
        marked={zone: leak.marked for zone, leak in leaks.items() if leak.marked},
        shoe=counts_of(left) or {},
        wagers=dict(_wagers(game, fair(), exposed)),
        decisions=tuple(_decisions(game, program, fair(), exposed, leaks, told_apart)),
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
    game: LoadedGame,
    program: Program,
    fair: Solution,
    exposed: Solution,
    leaks: Mapping[str, Leak],
    told_apart: Mapping[DecisionKey, tuple[ExposedCase, ...]],
) -> Iterator[ExposedDecision]:
    for key, summary in exposed.decided.items():
        decision, before = key
        others = fair.decided[key].shares if key in fair.decided else {}
        options = tuple(
            ExposedOption(option=option, fair=float(others.get(option, 0)), exposed=float(share))
            for option, share in summary.shares.items()
        )
        changed: float | None = None
        cases = told_apart.get(key, ())
        if len(summary.kept) == 1:
            (answered,) = summary.kept
            zones = [zone for zone in _zones(program, leaks) if answered.known.columns(zone)]
            marked = [leak.marked for leak in leaks.values()]
            cases = tuple(_cases(program, exposed, answered, zones, marked))
        if summary.kept and key in fair.decided and fair.decided[key].kept:
            changed = _changed(summary.kept, fair.decided[key].kept, _zones(program, leaks))
        yield ExposedDecision(
            decision=decision,
            text=game.spec.decisions[decision].text,
            before=before,
            options=options,
            changed=changed,
            cases=cases,
        )


def _zones(program: Program, leaks: Mapping[str, Leak]) -> list[int]:
    """Return the numbers of the zones of which cards are seen."""
    names = {name: place for place, (name, _) in enumerate(program.layout.zones)}
    return [OTHERS if name == ANY else names[name] for name in leaks]


def _cases(
    program: Program,
    solution: Solution,
    answered: Answered,
    zones: list[int],
    marked: list[str],
) -> Iterator[ExposedCase]:
    """Yield what is done for each set of seen cards, if these are not too many."""
    if len(zones) != 1 or answered.worths is None:
        return
    kinds, (zone,), (mark,) = solution.kinds, zones, marked
    columns = [column // kinds.values for column in answered.known.columns(zone)]
    if mark:
        named = cards_named(program, kinds.pack, mark)
        of_rank = np.array([card in named for card in kinds.cards[:: kinds.values]])
        columns = [of_rank[column] for column in columns]
    seen, case_of = np.unique(
        np.sort(np.stack(columns, axis=1), axis=1), axis=0, return_inverse=True
    )
    if len(seen) > MOST_CASES:
        return
    name = zone_name(program, zone)
    for number, own in enumerate(seen):
        rows = case_of.reshape(-1) == number
        part = answered.take(np.flatnonzero(rows))
        weight = sum(int(weight) for weight in part.weights)
        if not weight or part.worths is None:
            continue
        best = part.worths.units[np.arange(int(rows.sum())), part.choice]
        total = sum(int(w) * int(unit) for w, unit in zip(part.weights, best, strict=True))
        known = part
        if mark:
            seen_zones = [group.zone for group in part.known.groups if group.zone != zone]
            known = as_seen(part, seen_zones, part.values, exchanged=False)
        rule = rule_of(program, kinds, known, aside=None if mark else zone, length=IN_SHORT)
        told = [mark if of else f"not {mark}" for of in own] if mark else None
        yield ExposedCase(
            seen={name: " ".join(told or (_label(program, kinds, int(rank)) for rank in own))},
            probability=weight / part.total,
            worth=float(Fraction(total, weight * part.worths.base)),
            rule=() if rule is None else rule.lines,
            rule_cost=None if rule is None else float(rule.cost * part.total / weight),
        )


def _forms(program: Program, fair: Solution) -> Iterator[tuple[DecisionKey, Form]]:
    """Yield by which properties decisions are told to who sees nothing."""
    for key, summary in fair.decided.items():
        if len(summary.kept) == 1:
            rule = rule_of(program, fair.kinds, summary.kept[0])
            if rule is not None:
                yield key, form_seen(Evaluator(program, fair.kinds), summary.kept[0], rule.form)


def _has_few_cases(kinds: Kinds, leaks: Mapping[str, Leak]) -> bool:
    """Return whether the best play can be told for each set of cards that may be seen."""
    if len(leaks) != 1:
        return False
    (leak,) = leaks.values()
    return not leak.marked and cases_of(kinds, leak.number) <= MOST_CASES


def _cases_apart(
    program: Program,
    kinds: Kinds,
    fair: Summary,
    losses: Losses,
    form: Form,
    leaks: Mapping[str, Leak],
) -> Iterator[ExposedCase]:
    """Yield what is done for each set of seen cards, by what was added up part by part."""
    (like,), (zone,) = fair.kept, leaks
    evaluator = Evaluator(program, like.known.kinds)
    for case, own, lines, cost in lines_of(evaluator, like, losses, form):
        yield ExposedCase(
            seen={zone: " ".join(_label(program, kinds, rank) for rank in case)},
            probability=own.share,
            worth=own.worth / own.share,
            rule=lines,
            rule_cost=cost / own.share,
        )


def _label(program: Program, kinds: Kinds, rank: int) -> str:
    """Return what the labels of cards have in common that differ in suit alone."""
    cards = kinds.cards[rank * kinds.values : (rank + 1) * kinds.values]
    pack = program.play.spec.packs[kinds.pack]
    return alike_label(program.deck, pack, kinds.pack, cards) or program.deck.labels[cards[0]]


def _changed(
    exposed: Sequence[Answered], fair: Sequence[Answered], zones: Sequence[int]
) -> float | None:
    """Return the share of the rounds in which who sees more does better to answer otherwise."""
    places = [
        place
        for place in exposed[0].values
        if all(place in answered.values for answered in (*exposed, *fair))
    ]
    known = {
        key: answered.options[choice]
        for answered in fair
        for key, choice in zip(
            _keys(answered.known, answered, places), answered.choice, strict=True
        )
    }
    changed = Fraction(0)
    for answered in exposed:
        if answered.worths is None:
            return None
        groups = tuple(group for group in answered.known.groups if group.zone not in zones)
        columns = [column for group in groups for column in answered.known.columns(group.zone)]
        cards = np.stack(columns, axis=1) if columns else np.empty((len(answered.choice), 0))
        cards = np.ascontiguousarray(cards, dtype=np.uint8)
        kinds = answered.known.kinds
        make_canonical(cards, kinds.values, first_slots(groups))
        # To a situation that the best play by the rules never comes to there is no other answer.
        by_option = {option: place for place, option in enumerate(answered.options)}
        answers = np.array(
            [
                by_option.get(known.get(key, ""), -1)
                for key in _keys(Holdings(kinds, cards, groups), answered, places)
            ],
            dtype=np.int64,
        )
        rows = np.flatnonzero(answers >= 0)
        units = answered.worths.units
        loses = units[rows, answers[rows]] < units[rows, answered.choice[rows]]
        weights = answered.weights if answered.ways is None else answered.ways
        changed += Fraction(sum(int(weight) for weight in weights[rows[loses]]), answered.total)
    return float(changed)


def _keys(seen: Holdings, answered: Answered, places: Sequence[int]) -> list[tuple[Any, ...]]:
    """Return what tells rows apart, as plain values: the cards seen, and some of the values."""
    rows = len(answered.choice)
    columns = [word.tolist() for word in packed(seen.cards, len(seen.kinds.cards))]
    columns += [_plain(answered.values[place], rows) for place in places]
    return [*zip(*columns, strict=True)]


def _plain(value: Any, rows: int) -> list[Any]:
    if isinstance(value, Amount):
        return [Fraction(int(units), value.base) for units in value.units]
    return value.tolist() if isinstance(value, np.ndarray) else [value] * rows
