"""What a player makes of a shoe that is dealt on, of a game that is analysed from its spec."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from certify.exact.banked.composition import composition_of
from certify.exact.banked.dealing import Dealing, dealing_of
from certify.exact.banked.removal import Pack
from certify.exact.banked.solution import solve
from certify.play.interpreter.program import Program
from certify.runtime.context import Context
from certify.runtime.workers import Workers, work_out
from certify.studies.shoe.analysed_pack import AskedPack, ToldWager
from certify.studies.shoe.counts import Call, Removals
from certify.studies.shoe.order import SEED_OF_COUNTED, ShoeOrder
from certify.studies.shoe.result import ShoeSample, WagerCounts
from certify.studies.shoe.rounds import Rounds, Seen, deal
from certify.studies.shoe.sample import checks_of, counting_of, penetration_of, perfect_of
from certify.studies.shoe.tags import Trigger
from certify.studies.shoe.wagers import Wager

BEST_OF = "compositions-banked"

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Drawn:
    """Compositions at the beginning of rounds, and what wagers bring there.

    Arrays begin with (shoes, strata). `undealt` are cards by class; `figures` are of every wager by
    the play of the pack, and by the play that is best for what is left.
    """

    undealt: IntArray
    figures: FloatArray


def drawn(
    asked: AskedPack,
    pack: Pack,
    wagers: Sequence[ToldWager],
    by_name: dict[str, Wager],
    order: ShoeOrder,
    context: Context,
    workers: Workers,
) -> Drawn:
    """Return compositions that are drawn at random; none depends on who works it out."""
    kinds = pack.asked.kinds
    undealt = deal(kinds.copies, order.cut or 0, order.shoes, order.strata, order.seed)
    fixed = _by_play_of_pack(dealing_of(asked.game, left=asked.left), wagers, undealt)
    best = fixed
    if any(wager.improves for wager in by_name.values()):
        best = _by_best_play(asked, pack, wagers, undealt, context, workers)
    figures = np.empty((*undealt.shape[:2], 2 * len(wagers)))
    figures[..., 0::2], figures[..., 1::2] = fixed, best
    return Drawn(_by_class(undealt, kinds.values), figures)


def sample_of(
    found: Drawn,
    wagers: Sequence[ToldWager],
    by_name: dict[str, Wager],
    counts: dict[str, WagerCounts],
    removals: Removals,
    order: ShoeOrder,
) -> ShoeSample:
    """Return what a player makes of the shoe as it is dealt."""
    cut = order.cut or 0
    many = deal(removals.start, cut, order.counted, order.strata, order.seed + SEED_OF_COUNTED)
    seen = Seen(
        removals,
        Rounds(found.undealt, found.figures),
        many,
        cut,
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


def _by_play_of_pack(
    dealing: Dealing, wagers: Sequence[ToldWager], undealt: IntArray
) -> FloatArray:
    rows = undealt.reshape(-1, undealt.shape[-1])
    columns = [
        sum((dealing.nets(name, rows) for name in wager.own), np.zeros(len(rows)))
        / float(wager.unit)
        for wager in wagers
    ]
    return np.stack(columns, axis=-1).reshape(*undealt.shape[:2], len(wagers))


def _by_best_play(
    asked: AskedPack,
    pack: Pack,
    wagers: Sequence[ToldWager],
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
    task: tuple[AskedPack, tuple[ToldWager, ...], list[list[int]], IntArray],
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
