"""How the composition of the pack changes the wagers of a game that is analysed from its spec."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from certify.errors import StateSpaceError
from certify.exact.banked.composition import Composition, composition_of
from certify.exact.banked.dealing import Dealing, dealing_of
from certify.exact.banked.removal import CardClass, Pack, classes_of
from certify.exact.banked.solution import Solution, solve
from certify.language.game import LoadedGame, wagers_made
from certify.play.interpreter.deck import alike_label
from certify.play.interpreter.program import Program
from certify.runtime.context import Context
from certify.runtime.cores import cores
from certify.runtime.workers import Workers, work_out
from certify.studies.banked.shoes import ShoeGiven, composition_for, with_shoe
from certify.studies.shoe.analysed_result import AnalysedShoeResult
from certify.studies.shoe.counts import Call, Removals, counts_of
from certify.studies.shoe.result import (
    EffectsResult,
    IdentityResult,
    ShoeSample,
    WagerCounts,
)
from certify.studies.shoe.rounds import Rounds, Seen, deal
from certify.studies.shoe.sample import checks_of, counting_of, penetration_of, perfect_of
from certify.studies.shoe.study import SEED_OF_COUNTED, ShoeOrder, checked_order
from certify.studies.shoe.tags import Trigger
from certify.studies.shoe.wagers import HUNDRED, Wager, field
from certify.studies.simulation.wagers import told_wagers

KIND, WITHOUT, BEST_OF = "shoe-banked", "removal-banked", "compositions-banked"

LEVELS = (1, 2, 3)
TOLERANCE = 1e-12
UNIT = "units"

MEASURED = 20.0
"""Seconds for the whole pack up to which it is measured what a card less takes."""

TIMES = 5.0
"""Time without a card whose suit is then told from the others, in times of the whole pack."""

METHOD = (
    "the exact engine for the pack without one card of each class that differs in suit alone, the"
    " card lying aside: by the play that is best then, and by that of the whole pack; integers"
    " throughout"
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


@dataclass(frozen=True)
class _Told:
    """A first wager with those that follow it, in the units of what is put on it at first."""

    name: str
    title: str
    own: tuple[str, ...]
    unit: Fraction

    def net(self, found: Solution) -> Fraction:
        """Return what they bring in all."""
        return sum((found.wagers[name].net for name in self.own), Fraction(0))


@dataclass(frozen=True, eq=False)
class _Asked:
    """A game, and the cards that its rounds are dealt from."""

    game: LoadedGame
    left: Composition | None

    @property
    def key(self) -> dict[str, object]:
        """Plain data that determines every figure."""
        return {**with_shoe(self.game, self.left).key(), "made": wagers_made(self.game)}


_PACKS: dict[str, Pack] = {}
"""The pack that this process has solved last."""


def _solved(asked: _Asked) -> Pack:
    name = json.dumps(asked.key, sort_keys=True, default=str)
    if name not in _PACKS:
        _PACKS.clear()
        _PACKS[name] = Pack.of(asked.game, left=asked.left)
    return _PACKS[name]


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
    context, workers, order = context or Context(), workers or Workers(), order or ShoeOrder()
    asked = _Asked(game, composition_for(game, shoe))
    program = Program(game)
    several = _is_dealt_on(program) or order.cut is not None
    if several:
        order = checked_order(_cards(program, asked.left), order)
    key = {**asked.key, "order": asdict(order) if several else None}
    return context.kept(
        KIND,
        key,
        AnalysedShoeResult,
        lambda: _worked_out(asked, order, context, workers, ask, several=several),
    )


def _is_dealt_on(program: Program) -> bool:
    """Return whether a pack has cards several times: a shoe, from which rounds are dealt on."""
    return any(
        len({program.deck.labels[card] for card in program.deck.cards(pack)})
        < len(program.deck.cards(pack))
        for pack in program.play.spec.packs
    )


def _cards(program: Program, left: Composition | None) -> int:
    if left is not None:
        return left.size
    return sum(len(program.deck.cards(pack)) for pack in program.play.spec.packs)


def _worked_out(
    asked: _Asked,
    order: ShoeOrder,
    context: Context,
    workers: Workers,
    ask: Callable[[float], None],
    *,
    several: bool,
) -> AnalysedShoeResult:
    began = time.monotonic()
    pack = _solved(asked)
    took = time.monotonic() - began
    classes = classes_of(pack.asked.kinds)
    if took < MEASURED:
        # The first solution has loaded what all need.
        began = time.monotonic()
        pack.without(classes[0].kind)
        took = time.monotonic() - began
    elif pack.asked.kinds.values > 1:
        took *= TIMES
    ask(took * len(classes) / (workers.processes or cores()))
    game, decided = asked.game, bool(pack.solution.decided)
    wagers = _wagers(game, pack.solution)
    labels = _labels(pack, classes)
    figures = _without(asked, wagers, classes, labels, context, workers)
    weights = np.array([len(each.cards) for each in classes])
    removals = _removals(pack, wagers, weights, labels, figures)
    by_name = {
        wager.name: _as_wager(game, wager, place, decided) for place, wager in enumerate(wagers)
    }
    counts = {
        name: counts_of(removals, wager, systems=(), levels=LEVELS)
        for name, wager in by_name.items()
    }
    sample = None
    if several and order.compositions:
        sample = _sample(asked, pack, wagers, by_name, counts, removals, order, context, workers)
    return AnalysedShoeResult(
        **with_shoe(game, asked.left).provenance(),
        wagers_made=wagers_made(game),
        parameters=game.parameters_as_written(),
        shoe=dict(zip(labels, weights.tolist(), strict=True)),
        cut=order.cut if several else None,
        decided=decided,
        effects=tuple(
            _effects(pack, wager, by_name[wager.name], figures, weights, labels) for wager in wagers
        ),
        identities=tuple(_identities(pack, wagers, figures, weights, decided=decided)),
        counts=tuple(counts.values()),
        sample=sample,
        method=METHOD + (SAMPLED if sample is not None else ""),
    )


def _wagers(game: LoadedGame, found: Solution) -> list[_Told]:
    """Return the wagers that are told, each with those that follow it."""
    told = []
    for name in told_wagers(game):
        own = (name, *(other for other in game.spec.following(name) if other in found.wagers))
        unit = found.wagers[name].stake
        if unit:
            told.append(_Told(name, game.spec.wagers[name].title, own, unit))
    return told


def _labels(pack: Pack, classes: Sequence[CardClass]) -> tuple[str, ...]:
    """Return the names of classes: what the labels of their cards have in common."""
    program, name = pack.asked.program, pack.asked.kinds.pack
    deck, spec = program.deck, program.play.spec.packs[name]
    labels = tuple(alike_label(deck, spec, name, each.cards) for each in classes)
    if len(set(labels)) < len(labels) or not all(labels):
        labels = tuple(deck.labels[each.cards[0]] for each in classes)
    return labels


def _as_wager(game: LoadedGame, wager: _Told, place: int, decided: bool) -> Wager:
    improves = decided and bool(set(wager.own) & set(wagers_made(game)))
    return Wager(
        wager.name,
        wager.title,
        UNIT,
        UNIT + HUNDRED,
        field(2 * place),
        field(2 * place + 1),
        improves=improves,
        kept=wager.name,
    )


# Without one card ---------------------------------------------------------------------------------


def _without(
    asked: _Asked,
    wagers: Sequence[_Told],
    classes: Sequence[CardClass],
    labels: Sequence[str],
    context: Context,
    workers: Workers,
) -> list[_Figures]:
    """Return what wagers bring without one card of each class."""
    payloads = work_out(
        _one_less,
        [(asked, tuple(wagers), each.kind) for each in classes],
        [{**asked.key, "without": label} for label in labels],
        kind=WITHOUT,
        context=context,
        workers=workers,
        doing="cards taken from the pack",
    )
    found = []
    for payload in payloads:
        told = json.loads(payload)
        found.append(
            _Figures(*({name: Fraction(net) for name, net in each.items()} for each in told))
        )
    return found


def _one_less(task: tuple[_Asked, tuple[_Told, ...], int]) -> bytes:
    asked, wagers, kind = task
    pack = _solved(asked)
    removal = pack.without(kind)
    if removal.fixed is None and removal.best.decided:
        raise StateSpaceError(
            f"{asked.game.spec.game.id} is worked out board by board, so that the play of the whole"
            " pack is not kept situation by situation: effects of removal are not told"
        )
    both = (removal.best, removal.fixed or removal.best)
    told = [{wager.name: str(wager.net(found)) for wager in wagers} for found in both]
    return json.dumps(told).encode()


def _removals(
    pack: Pack,
    wagers: Sequence[_Told],
    weights: IntArray,
    labels: tuple[str, ...],
    figures: Sequence[_Figures],
) -> Removals:
    """Return figures as numbers: of every wager by the play of the pack, and by the best play."""
    full = [
        float(wager.net(pack.solution) / wager.unit) for wager in wagers for _ in ("fixed", "best")
    ]
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
    pack: Pack, wager: _Told, figures: Sequence[_Figures], *, best: bool
) -> list[Fraction]:
    """Return the effects of removal, in units of the wager."""
    value = wager.net(pack.solution)
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
    pack: Pack,
    wager: _Told,
    as_wager: Wager,
    figures: Sequence[_Figures],
    weights: IntArray,
    labels: tuple[str, ...],
) -> EffectsResult:
    fixed = _changes(pack, wager, figures, best=False)
    best = _changes(pack, wager, figures, best=True) if as_wager.improves else None
    return EffectsResult(
        wager=wager.name,
        title=wager.title,
        value=float(wager.net(pack.solution) / wager.unit),
        effects=dict(zip(labels, map(float, fixed), strict=True)),
        best_effects=None if best is None else dict(zip(labels, map(float, best), strict=True)),
        weights=dict(zip(labels, weights.tolist(), strict=True)),
        weighted_sum=float(_mean(fixed, weights)),
        demanded="zero",
        best_weighted_sum=None if best is None else float(_mean(best, weights)),
        unit=UNIT,
    )


def _identities(
    pack: Pack,
    wagers: Sequence[_Told],
    figures: Sequence[_Figures],
    weights: IntArray,
    *,
    decided: bool,
) -> list[IdentityResult]:
    """Return what exchangeability demands: zero for one play, not below zero for the best."""
    found = []
    for wager in wagers:
        total = float(_mean(_changes(pack, wager, figures, best=False), weights))
        holds = abs(total) <= TOLERANCE
        found.append(_identity(wager.name, wager.title, total, holds=holds, best=False))
    made = [wager for wager in wagers if set(wager.own) & set(wagers_made(pack.game))]
    if decided and made:
        exact = sum(
            (
                wager.unit * _mean(_changes(pack, wager, figures, best=True), weights)
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


# A shoe that is dealt on --------------------------------------------------------------------------


def _sample(
    asked: _Asked,
    pack: Pack,
    wagers: Sequence[_Told],
    by_name: dict[str, Wager],
    counts: dict[str, WagerCounts],
    removals: Removals,
    order: ShoeOrder,
    context: Context,
    workers: Workers,
) -> ShoeSample:
    """Return what a player makes of the shoe as it is dealt."""
    kinds, cut = pack.asked.kinds, order.cut or 0
    undealt = deal(kinds.copies, cut, order.shoes, order.strata, order.seed)
    fixed = _by_play_of_pack(dealing_of(asked.game, left=asked.left), wagers, undealt)
    best = fixed
    if any(wager.improves for wager in by_name.values()):
        best = _by_best_play(asked, pack, wagers, undealt, context, workers)
    figures = np.empty((*undealt.shape[:2], 2 * len(wagers)))
    figures[..., 0::2], figures[..., 1::2] = fixed, best
    by_class = _by_class(undealt, kinds.values)
    many = deal(removals.start, cut, order.counted, order.strata, order.seed + SEED_OF_COUNTED)
    seen = Seen(
        removals,
        Rounds(by_class, figures),
        many,
        cut,
        tuple(2 * place + 1 for place, wager in enumerate(wagers) if by_name[wager.name].improves),
    )
    return ShoeSample(
        cut=cut,
        shoes=order.shoes,
        strata=order.strata,
        seed=order.seed,
        counted=order.counted,
        checks=checks_of(
            seen, (), [(2 * place, each.name, each.title) for place, each in enumerate(wagers)]
        ),
        counting=tuple(
            counting_of(seen, by_name, by_name[name], call)
            for name in by_name
            for call in _calls(counts[name])
        ),
        perfect=tuple(perfect_of(seen, by_name, wager) for wager in by_name.values()),
        penetration=tuple(
            spread for wager in by_name.values() for spread in penetration_of(seen, wager)
        ),
    )


def _by_class(undealt: IntArray, values: int) -> IntArray:
    """Return cards by class, of which each has so many kinds."""
    *shape, number = undealt.shape
    found: IntArray = undealt.reshape(*shape, number // values, values).sum(axis=-1)
    return found


def _by_play_of_pack(dealing: Dealing, wagers: Sequence[_Told], undealt: IntArray) -> FloatArray:
    rows = undealt.reshape(-1, undealt.shape[-1])
    columns = [
        sum((dealing.nets(name, rows) for name in wager.own), np.zeros(len(rows)))
        / float(wager.unit)
        for wager in wagers
    ]
    return np.stack(columns, axis=-1).reshape(*undealt.shape[:2], len(wagers))


def _by_best_play(
    asked: _Asked,
    pack: Pack,
    wagers: Sequence[_Told],
    undealt: IntArray,
    context: Context,
    workers: Workers,
) -> FloatArray:
    cards = [
        [card for card, kind in pack.asked.kinds.kind_of.items() if kind == own]
        for own in range(len(pack.asked.kinds.cards))
    ]
    tasks = [(asked, tuple(wagers), cards, counts) for counts in undealt]
    keys = [{**asked.key, "counts": counts.tolist()} for counts in undealt]
    payloads = work_out(
        _best_of_shoe,
        tasks,
        keys,
        kind=BEST_OF,
        context=context,
        workers=workers,
        doing="shoes",
    )
    return np.array([json.loads(payload) for payload in payloads])


def _best_of_shoe(
    task: tuple[_Asked, tuple[_Told, ...], list[list[int]], IntArray],
) -> bytes:
    """Return the expectations of the compositions of one shoe, each with its best play."""
    asked, wagers, cards, compositions = task
    program = Program(asked.game)
    (pack,) = program.play.spec.packs
    alike: dict[int, int] = {}
    for card in program.deck.cards(pack):
        alike.setdefault(program.deck.kinds[card], len(alike))
    rows = []
    for counts in compositions:
        left = [0] * len(alike)
        for own, count in zip(cards, counts, strict=True):
            for card in own[: int(count)]:
                left[alike[program.deck.kinds[card]]] += 1
        found = solve(asked.game, left=composition_of(program, left))
        rows.append([float(wager.net(found) / wager.unit) for wager in wagers])
    return json.dumps(rows).encode()


def _calls(counts: WagerCounts) -> list[Call]:
    """Return the counts whose gain is computed: all there are."""
    return [
        Call(
            count.name,
            count.title,
            np.array([*count.tags.values()]),
            (Trigger(count.trigger, count.direction),),
        )
        for count in counts.counts
    ]
