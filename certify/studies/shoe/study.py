"""How the shoe's composition changes every wager: effects of removal, counting, penetration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from typing import Any

from certify.exact.blackjack.solve import ERROR_BOUND
from certify.language.game import apply_settings
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.crosscheck.result import CutCardEffect
from certify.studies.shoe.compositions import Sample, effects, in_full, sample
from certify.studies.shoe.counts import (
    Call,
    Removals,
    calls_of,
    counts_of,
    effects_of,
    identities_of,
)
from certify.studies.shoe.order import SEED_OF_COUNTED, SEED_OF_SHOES, ShoeOrder, checked_order
from certify.studies.shoe.result import ChanceCheck, ShoeResult, ShoeSample
from certify.studies.shoe.rounds import Rounds, Seen, deal
from certify.studies.shoe.sample import checks_of, counting_of, penetration_of, perfect_of
from certify.studies.shoe.wagers import BURNOUT, MAIN, Wager, wagers_of
from certify.studies.twenty_one import OPTIMAL, BlackjackGame

KIND, CUT_CARD_KIND = "shoe", "cut-card"

CHANCES_CHECKED = 2
"""Compositions whose probabilities of split rounds are computed in full, ten seconds each."""

METHOD = (
    "effects of removal and the figures of every composition: exact recursion over compositions,"
    " the strategy that is optimal for the shoe held fixed, or made optimal for the composition;"
    " compositions drawn at random without replacement, one in each part of every shoe; intervals"
    " of 95 percent from the means of shoes, with an approximation of second order, from the"
    " effects of removal and a fit to the compositions of other shoes, over many more shoes as"
    " control"
)


def shoe_study(
    game: BlackjackGame,
    order: ShoeOrder | None = None,
    *,
    context: Context | None = None,
    workers: Workers | None = None,
    keep: Callable[[Sample], None] = lambda drawn: None,
) -> ShoeResult:
    """Return how the composition of the shoe changes every wager.

    Effects are those of the game's shoe, and from it shoes are dealt. `keep` receives the random
    compositions and their figures. No result depends on `workers`.

    Notes
    -----
    Conditioning: none; insurance on an ace shown.
    Method: as `METHOD` says. A round begins with equal probability at any number of cards dealt
        before the cut card.
    Error: expectations of a composition at most `solve.ERROR_BOUND`; figures from the sample have
        their intervals.
    Source: derived here.
    """
    order, context, workers = (
        checked_order(game.shoe.size, order or ShoeOrder()),
        context or Context(),
        workers or Workers(),
    )
    cut = order.cut or 0
    found = effects(game, context, workers, bonus=order.with_bonus)
    wagers = wagers_of(game, with_bonus=found.chances is not None)
    removals = Removals(start=game.shoe.array(), full=found.full, removed=found.removed)
    counts = {wager.name: counts_of(removals, wager) for wager in wagers}
    drawn = None
    if order.compositions:
        taken = sample(
            game,
            cut=cut,
            shoes=order.shoes,
            strata=order.strata,
            seed=order.seed,
            first_order=found.chances,
            context=context,
            workers=workers,
        )
        keep(taken)
        by_name = {wager.name: wager for wager in wagers}
        calls = {
            wager.name: calls_of(removals, by_name, wager, counts[wager.name]) for wager in wagers
        }
        drawn = sample_result(removals, wagers, calls, taken, order)
        if found.chances is not None:
            check = _chance_check(game, taken, context, workers)
            drawn = drawn.model_copy(update={"chance_check": check})
    return ShoeResult(
        **game.loaded.provenance(),
        strategy="optimal",
        shoe=game.shoe.by_label(),
        parameters=game.loaded.parameters_as_written(),
        cut=cut,
        payment=float(game.rules.burnout_payment),
        effects=tuple(effects_of(removals, wager) for wager in wagers),
        identities=identities_of(removals, wagers),
        counts=tuple(counts.values()),
        sample=drawn,
        cut_card=cut_card_effects(game, order, context, workers) if order.with_cut_card else (),
        error_bound=ERROR_BOUND,
        method=METHOD,
    )


def kept_shoe_study(
    game: BlackjackGame,
    order: ShoeOrder | None = None,
    *,
    context: Context,
    workers: Workers | None = None,
) -> ShoeResult:
    """Return the `shoe_study`, looked up if it was computed before."""
    order = checked_order(game.shoe.size, order or ShoeOrder())
    return context.kept(
        KIND,
        _key(game, order),
        ShoeResult,
        lambda: shoe_study(game, order, context=context, workers=workers),
    )


def is_kept(game: BlackjackGame, order: ShoeOrder, context: Context) -> bool:
    """Return whether `kept_shoe_study` was worked out before."""
    order = checked_order(game.shoe.size, order)
    return context.found(KIND, _key(game, order), ShoeResult) is not None


def _key(game: BlackjackGame, order: ShoeOrder) -> dict[str, Any]:
    return {**game.key(), "order": asdict(order)}


def _chance_check(
    game: BlackjackGame, taken: Sample, context: Context, workers: Workers
) -> ChanceCheck:
    """Compute in full a few of the compositions that are farthest from the whole shoe."""
    few = taken.counts[:CHANCES_CHECKED, -1]
    exact = in_full(game, list(few), context=context, workers=workers)
    off = exact - taken.values[:CHANCES_CHECKED, -1, : exact.shape[1]]
    return ChanceCheck(compositions=len(few), largest=float(abs(off).max()))


def sample_result(
    removals: Removals,
    wagers: list[Wager],
    calls: dict[str, list[Call]],
    taken: Sample,
    order: ShoeOrder,
) -> ShoeSample:
    """Return the figures that follow from the random compositions.

    `calls` has by wager the counts whose gain is computed; `order` has its cut.
    """
    cut = order.cut or 0
    many = deal(removals.start, cut, order.counted, order.strata, order.seed + SEED_OF_COUNTED)
    seen = Seen(removals, Rounds(taken.counts, taken.values), many, cut)
    by_name = {wager.name: wager for wager in wagers}
    return ShoeSample(
        cut=cut,
        shoes=order.shoes,
        strata=order.strata,
        seed=order.seed,
        counted=order.counted,
        checks=checks_of(seen, wagers),
        counting=tuple(
            counting_of(seen, by_name, wager, call)
            for wager in wagers
            for call in calls[wager.name]
        ),
        perfect=tuple(perfect_of(seen, by_name, wager) for wager in wagers),
        penetration=tuple(spread for wager in wagers for spread in penetration_of(seen, wager)),
    )


def cut_card_effects(
    game: BlackjackGame, order: ShoeOrder, context: Context, workers: Workers
) -> tuple[CutCardEffect, ...]:
    """Return the effect of ending the shoe with a cut card, without Burnout and with it.

    None for a shoe that is not full, since play begins with full ones, and where the spec has no
    cut card. The cut card is at the nearest whole percent of the shoe.
    """
    # What plays loads slowly, and a result that is kept needs none of it.
    from certify.play.interpreter.program import Program
    from certify.studies.crosscheck.cut_card import (
        CUT_CARD,
        ShoePlan,
        cut_card_effect,
        plan_shoes,
        play_shoes,
    )
    from certify.studies.simulation.study import means_of
    from certify.studies.simulation.table_play import certified_play

    is_full = game.shoe == game.full_shoe
    if not is_full or CUT_CARD not in game.loaded.spec.parameters:
        return ()
    cards = game.shoe.size
    behind = round(100 * (cards - (order.cut or 0)) / cards)
    played = apply_settings(game.loaded, {CUT_CARD: behind})
    program = Program(played)
    exact = {MAIN: game.optimal.main.ev}
    gross = game.optimal.main_burnout
    if gross is not None:
        exact[BURNOUT] = gross.ev - float(game.rules.burnout_payment)
    seeds = {wager: order.seed + SEED_OF_SHOES + 2 * place for place, wager in enumerate(exact)}

    @cache
    def plans() -> dict[str, ShoePlan]:
        policies = [
            certified_play(
                program, game.optimal.decisions, name=f"{OPTIMAL}, {wager}", bought=wager == BURNOUT
            )
            for wager in exact
        ]
        found = plan_shoes(
            played,
            list(zip(policies, seeds.values(), strict=True)),
            half_width=order.half_width,
            shoes=None,
            engine=None,
            workers=workers.processes,
            progress=context.progress,
        )
        return dict(zip(exact, found, strict=True))

    found = []
    for wager, value in exact.items():
        key = {**game.key(), "order": [behind, order.half_width, seeds[wager]], "wager": wager}

        def play(wager: str = wager, value: float = value) -> CutCardEffect:
            means = means_of(context.progress, workers.processes, f"cut card, {wager}")
            plan = plans()[wager]
            return cut_card_effect(plan, wager, value, play_shoes(plan, means))

        found.append(context.kept(CUT_CARD_KIND, key, CutCardEffect, play))
    return tuple(found)
