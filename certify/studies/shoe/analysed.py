"""How the composition of the pack changes the wagers of a game that is analysed from its spec."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from math import inf

import numpy as np
import numpy.typing as npt

from certify.errors import StateSpaceError
from certify.exact.banked.aside import nets_without
from certify.exact.banked.composition import names_of_kinds
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.removal import CardClass, Pack, classes_of
from certify.exact.banked.solution import BEST, Solution, question
from certify.exact.banked.walking import HOUR
from certify.exact.banked.walks import Walk
from certify.language.game import LoadedGame, wagers_made
from certify.play.interpreter.program import Program
from certify.runtime.context import Context
from certify.runtime.cores import cores
from certify.runtime.workers import Workers, work_out
from certify.studies.banked.pieces import long_steps
from certify.studies.banked.shoes import ShoeGiven, composition_for, with_shoe
from certify.studies.banked.study import priced_within, telling
from certify.studies.shoe.analysed_pack import (
    UNIT,
    AskedPack,
    ToldWager,
    as_wager,
    solved,
    wagers_of,
)
from certify.studies.shoe.analysed_result import AnalysedShoeResult
from certify.studies.shoe.analysed_sample import Drawn, drawn, sample_of
from certify.studies.shoe.counts import Removals, counts_of
from certify.studies.shoe.order import ShoeOrder, checked_order, usual_cut
from certify.studies.shoe.result import (
    EffectsResult,
    IdentityResult,
    ShoeSample,
    WagerCounts,
)
from certify.studies.shoe.wagers import Wager

KIND, WITHOUT, HELD_KIND = "shoe-banked", "removal-banked", "removal-held"

LEVELS = (1, 2, 3)
TOLERANCE = 1e-12
MEASURED = 20.0
"""Seconds for the whole pack up to which it is measured what a card less takes."""

TIMES = 5.0
"""Time without a card whose suit is then told from the others, in times of the whole pack."""

METHOD = (
    "the exact engine for the pack without one card of each class that differs in suit alone, the"
    " card lying aside: by the play that is best then, and by that of the whole pack; integers"
    " throughout"
)
HELD = (
    "every round of the whole pack, its play held: a card of a kind is the one that lies aside as"
    " often as it is not among the cards that a wager rests on; ratios of integers"
)
SAMPLED = (
    "; compositions drawn at random without replacement, one in each part of every shoe, by the"
    " play of the whole pack a polynomial in the numbers of cards of each kind, by the best play"
    " the exact engine; intervals of 95 percent from the means of shoes"
)

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Figures:
    """Expected gains by first wager, each with the wagers that follow it."""

    best: dict[str, Fraction]
    fixed: dict[str, Fraction]


def analysed_shoe_study(
    game: LoadedGame,
    order: ShoeOrder | None = None,
    *,
    shoe: ShoeGiven = None,
    context: Context | None = None,
    workers: Workers | None = None,
    ask: Callable[[float], None] = lambda seconds: None,
) -> AnalysedShoeResult:
    """Return how the composition of the pack changes every wager, looked up if it is kept.

    `shoe`: the cards that are left; by default all. A sample is drawn where the pack has cards
    several times, so that it is dealt on from, or where `order` has a cut. `ask` is told how many
    seconds it will take, about, before that is begun. No result depends on `workers`.

    Notes
    -----
    Conditioning: none.
    Method: as `METHOD` says.
    Error: effects none but the last rounding; figures from the sample have their intervals.
    Source: derived here.
    """
    context, workers = context or Context(), workers or Workers()
    asked = AskedPack(game, composition_for(game, shoe))
    order = order or ShoeOrder()
    several = _is_cut(game, order)
    if several and not _is_only_effects(order):
        checked_order(_cards(asked), order, 0)
    key = {**asked.key, "order": asdict(order) if several else None}
    return context.kept(
        KIND,
        key,
        AnalysedShoeResult,
        lambda: _worked_out(asked, order, context, workers, ask, several=several),
    )


def held_effects(
    game: LoadedGame, context: Context, workers: Workers | None = None
) -> AnalysedShoeResult:
    """Return effects of removal by the play of the whole pack, and counts, looked up if kept.

    `workers`: who does the pieces of what takes long; by default this process. Raises
    `StateSpaceError` if the rules are beyond the exact engine.

    Notes
    -----
    Conditioning: none.
    Method: as `HELD` says.
    Error: none but the last rounding.
    Source: derived here.
    """
    asked = AskedPack(game, None)
    return context.kept(
        HELD_KIND, asked.key, AnalysedShoeResult, lambda: _held(asked, context, workers)
    )


def is_held_kept(game: LoadedGame, context: Context) -> bool:
    """Return whether `held_effects` were worked out before."""
    return context.found(HELD_KIND, AskedPack(game, None).key, AnalysedShoeResult) is not None


def _held(asked: AskedPack, context: Context, workers: Workers | None) -> AnalysedShoeResult:
    solution = priced_within(context, asked.game, BEST, None, workers)
    kinds = question(asked.game).kinds
    classes = classes_of(kinds)
    wagers = wagers_of(asked.game, solution)
    figures = [_Figures(own, own) for own in _nets_held(asked, wagers, context, workers)]
    found = _found(asked, solution, kinds, wagers, classes, figures, improves=False)
    return _result(asked, found, method=HELD)


def analysed_compositions(
    game: LoadedGame,
    order: ShoeOrder,
    *,
    shoe: ShoeGiven = None,
    context: Context,
    workers: Workers,
) -> tuple[tuple[str, ...], tuple[str, ...], Drawn]:
    """Return the kinds of cards, the figures' names, and the compositions of a study's sample.

    A wager has its figure by the play of the pack, and by the best one if play can be made better.
    What takes long in them is looked up if the study was made before.
    """
    asked = AskedPack(game, composition_for(game, shoe))
    pack = solved(asked)
    order = _checked(asked, pack, order)
    wagers = wagers_of(game, pack.solution)
    by_name = _by_name(game, wagers, decided=bool(pack.solution.decided))
    found = drawn(asked, pack, wagers, by_name, order, context, workers)
    names: dict[str, int] = {}
    for place, (name, wager) in enumerate(by_name.items()):
        names |= {name: 2 * place} | ({f"{name}.best": 2 * place + 1} if wager.improves else {})
    kinds = pack.asked.kinds
    labels = _labels(asked, kinds, classes_of(kinds))
    return labels, tuple(names), Drawn(found.undealt, found.figures[..., [*names.values()]])


def is_sampled(game: LoadedGame, order: ShoeOrder) -> bool:
    """Return whether compositions are drawn: of a shoe, or where there is a cut card."""
    return bool(order.compositions) and _is_cut(game, order)


def _is_cut(game: LoadedGame, order: ShoeOrder) -> bool:
    """Return whether rounds are dealt on up to a cut card."""
    return order.cut is not None or _is_dealt_on(Program(game))


def _cards(asked: AskedPack) -> int:
    if asked.left is not None:
        return asked.left.size
    deck = Program(asked.game).deck
    return sum(len(deck.cards(pack)) for pack in asked.game.spec.packs)


def _checked(asked: AskedPack, pack: Pack, order: ShoeOrder) -> ShoeOrder:
    """Return an order with its cut, behind which are the cards that a round may take."""
    cards = _cards(asked)
    if _is_only_effects(order):
        return replace(order, cut=usual_cut(cards, pack.dealt))
    return checked_order(cards, order, pack.dealt)


def _is_only_effects(order: ShoeOrder) -> bool:
    """Return whether nothing is drawn, so that any number of cards will do."""
    return not order.compositions and order.cut is None


def _labels(asked: AskedPack, kinds: Kinds, classes: Sequence[CardClass]) -> tuple[str, ...]:
    return names_of_kinds(Program(asked.game), kinds.pack, [each.cards for each in classes])


def _by_name(game: LoadedGame, wagers: Sequence[ToldWager], *, decided: bool) -> dict[str, Wager]:
    return {wager.name: as_wager(game, wager, place, decided) for place, wager in enumerate(wagers)}


def _is_dealt_on(program: Program) -> bool:
    """Return whether a pack has cards several times: a shoe, from which rounds are dealt on."""
    return any(
        len({program.deck.labels[card] for card in program.deck.cards(pack)})
        < len(program.deck.cards(pack))
        for pack in program.play.spec.packs
    )


def _worked_out(
    asked: AskedPack,
    order: ShoeOrder,
    context: Context,
    workers: Workers,
    ask: Callable[[float], None],
    *,
    several: bool,
) -> AnalysedShoeResult:
    began = time.monotonic()
    pack = solved(asked)
    took = time.monotonic() - began
    if several:
        order = _checked(asked, pack, order)
    kinds, solution = pack.asked.kinds, pack.solution
    classes, wagers = classes_of(kinds), wagers_of(asked.game, solution)
    held = _held_if_told(asked, wagers, context, workers)
    if held is not None and not solution.decided:
        figures = [_Figures(own, own) for own in held]
    else:
        if took < MEASURED:
            # The first solution has loaded what all need.
            began = time.monotonic()
            pack.without(classes[0].kind, with_held=held is None)
            took = time.monotonic() - began
        elif kinds.values > 1:
            took *= TIMES
        ask(took * len(classes) / (workers.processes or cores()))
        labels = _labels(asked, kinds, classes)
        figures = _without(asked, wagers, classes, labels, held, context, workers)
    improves = bool(solution.decided)
    found = _found(asked, solution, kinds, wagers, classes, figures, improves=improves)
    sample = None
    if several and order.compositions:
        taken = drawn(asked, pack, wagers, found.by_name, order, context, workers)
        sample = sample_of(taken, wagers, found.by_name, found.counts, found.removals, order)
    return _result(
        asked,
        found,
        method=METHOD + (SAMPLED if sample is not None else ""),
        cut=order.cut if several else None,
        sample=sample,
    )


@dataclass(frozen=True)
class _Found:
    """What is told of a pack; `improves`: also by the play that is best for what is left."""

    solution: Solution
    wagers: Sequence[ToldWager]
    labels: tuple[str, ...]
    weights: IntArray
    figures: Sequence[_Figures]
    by_name: dict[str, Wager]
    removals: Removals
    counts: dict[str, WagerCounts]
    improves: bool


def _found(
    asked: AskedPack,
    solution: Solution,
    kinds: Kinds,
    wagers: Sequence[ToldWager],
    classes: Sequence[CardClass],
    figures: Sequence[_Figures],
    *,
    improves: bool,
) -> _Found:
    labels = _labels(asked, kinds, classes)
    weights = np.array([len(each.cards) for each in classes])
    by_name = _by_name(asked.game, wagers, decided=improves)
    removals = _removals(solution, wagers, weights, labels, figures)
    counts = {
        name: counts_of(removals, wager, systems=(), levels=LEVELS)
        for name, wager in by_name.items()
    }
    return _Found(solution, wagers, labels, weights, figures, by_name, removals, counts, improves)


def _result(
    asked: AskedPack,
    found: _Found,
    *,
    method: str,
    cut: int | None = None,
    sample: ShoeSample | None = None,
) -> AnalysedShoeResult:
    game, solution, figures, weights = asked.game, found.solution, found.figures, found.weights
    return AnalysedShoeResult(
        **with_shoe(game, asked.left).provenance(),
        wagers_made=wagers_made(game),
        parameters=game.parameters_as_written(),
        shoe=dict(zip(found.labels, weights.tolist(), strict=True)),
        cut=cut,
        decided=bool(solution.decided),
        effects=tuple(
            _effects(solution, wager, found.by_name[wager.name], figures, weights, found.labels)
            for wager in found.wagers
        ),
        identities=tuple(
            _identities(game, solution, found.wagers, figures, weights, decided=found.improves)
        ),
        counts=tuple(found.counts.values()),
        sample=sample,
        method=method,
    )


# Without one card ---------------------------------------------------------------------------------


def _held_if_told(
    asked: AskedPack, wagers: Sequence[ToldWager], context: Context, workers: Workers
) -> list[dict[str, Fraction]] | None:
    """Return what `_nets_held` does; None where one walk does not tell it."""
    try:
        return _nets_held(asked, wagers, context, workers)
    except StateSpaceError:
        return None


def _nets_held(
    asked: AskedPack, wagers: Sequence[ToldWager], context: Context, workers: Workers | None
) -> list[dict[str, Fraction]]:
    """Return by class of the card that lies aside what wagers bring, the play held."""
    patience = inf if context.is_patient else HOUR
    walk = Walk(asked.game, BEST, asked.left, is_aside=True, patience=patience)
    with long_steps(context, walk, workers, aside=True) as (steps, pieces):
        nets = nets_without(
            asked.game,
            asked.left,
            context.progress,
            steps=steps,
            pieces=pieces,
            patience=patience,
            tell=telling(context),
        )
    return [
        {wager.name: sum((nets[own][place] for own in wager.own), Fraction(0)) for wager in wagers}
        for place in range(min(map(len, nets.values())))
    ]


def _without(
    asked: AskedPack,
    wagers: Sequence[ToldWager],
    classes: Sequence[CardClass],
    labels: Sequence[str],
    held: Sequence[dict[str, Fraction]] | None,
    context: Context,
    workers: Workers,
) -> list[_Figures]:
    """Return what wagers bring without one card of each class; `held`: by the play of the pack."""
    payloads = work_out(
        _one_less,
        [(asked, tuple(wagers), each.kind, held is None) for each in classes],
        [{**asked.key, "without": label, "held": held is None} for label in labels],
        kind=WITHOUT,
        context=context,
        workers=workers,
        doing="cards taken from the pack",
    )
    found = []
    for place, payload in enumerate(payloads):
        best, *others = (
            {name: Fraction(net) for name, net in each.items()} for each in json.loads(payload)
        )
        found.append(_Figures(best, held[place] if held is not None else others[0]))
    return found


def _one_less(task: tuple[AskedPack, tuple[ToldWager, ...], int, bool]) -> bytes:
    """Return what wagers bring without a card by the best play, and by that of the whole pack."""
    asked, wagers, kind, with_held = task
    removal = solved(asked).without(kind, with_held=with_held)
    if with_held and removal.fixed is None and removal.best.decided:
        raise StateSpaceError(
            f"{asked.game.spec.game.id} is worked out board by board, so that the play of the whole"
            " pack is not kept situation by situation: effects of removal are not told"
        )
    both = (removal.best, *((removal.fixed or removal.best,) if with_held else ()))
    told = [{wager.name: str(wager.net(found)) for wager in wagers} for found in both]
    return json.dumps(told).encode()


def _removals(
    solution: Solution,
    wagers: Sequence[ToldWager],
    weights: IntArray,
    labels: tuple[str, ...],
    figures: Sequence[_Figures],
) -> Removals:
    """Return figures as numbers: of every wager by the play of the pack, and by the best play."""
    full = [float(wager.net(solution) / wager.unit) for wager in wagers for _ in ("fixed", "best")]
    removed = [
        [
            float(net / wager.unit)
            for wager in wagers
            for net in (each.fixed[wager.name], each.best[wager.name])
        ]
        for each in figures
    ]
    return Removals(weights, np.array(full), np.array(removed), labels)


def _changes(
    solution: Solution, wager: ToldWager, figures: Sequence[_Figures], *, best: bool
) -> list[Fraction]:
    """Return the effects of removal, in units of the wager."""
    value = wager.net(solution)
    return [
        ((each.best if best else each.fixed)[wager.name] - value) / wager.unit for each in figures
    ]


def _mean(changes: Sequence[Fraction], weights: IntArray) -> Fraction:
    cards = int(weights.sum())
    return sum(
        (change * Fraction(int(w), cards) for change, w in zip(changes, weights, strict=True)),
        Fraction(0),
    )


def _effects(
    solution: Solution,
    wager: ToldWager,
    known: Wager,
    figures: Sequence[_Figures],
    weights: IntArray,
    labels: tuple[str, ...],
) -> EffectsResult:
    fixed = _changes(solution, wager, figures, best=False)
    best = _changes(solution, wager, figures, best=True) if known.improves else None
    return EffectsResult(
        wager=wager.name,
        title=wager.title,
        value=float(wager.net(solution) / wager.unit),
        effects=dict(zip(labels, map(float, fixed), strict=True)),
        best_effects=None if best is None else dict(zip(labels, map(float, best), strict=True)),
        weights=dict(zip(labels, weights.tolist(), strict=True)),
        weighted_sum=float(_mean(fixed, weights)),
        demanded="zero",
        best_weighted_sum=None if best is None else float(_mean(best, weights)),
        unit=UNIT,
    )


def _identities(
    game: LoadedGame,
    solution: Solution,
    wagers: Sequence[ToldWager],
    figures: Sequence[_Figures],
    weights: IntArray,
    *,
    decided: bool,
) -> list[IdentityResult]:
    """Return what exchangeability demands: zero for one play, not below zero for the best."""
    found = []
    for wager in wagers:
        total = float(_mean(_changes(solution, wager, figures, best=False), weights))
        holds = abs(total) <= TOLERANCE
        found.append(_identity(wager.name, wager.title, total, holds=holds, best=False))
    made = [wager for wager in wagers if set(wager.own) & set(wagers_made(game))]
    if decided and made:
        exact = sum(
            (
                wager.unit * _mean(_changes(solution, wager, figures, best=True), weights)
                for wager in made
            ),
            Fraction(0),
        )
        total = float(exact)
        found.append(
            _identity(
                "best", "All wagers made, best play", total, holds=total >= -TOLERANCE, best=True
            )
        )
    return found


def _identity(
    quantity: str, title: str, total: float, *, holds: bool, best: bool
) -> IdentityResult:
    return IdentityResult(
        quantity=quantity,
        title=title,
        weighted_sum=total,
        demanded="not_negative" if best else "zero",
        tolerance=TOLERANCE,
        holds=holds,
    )
