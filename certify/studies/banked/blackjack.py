"""Blackjack without an option to burn cards: its main wager, and wagers on the first cards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import fsum, sqrt
from typing import Any

import numpy as np

from certify.cards.charts import UPCARDS
from certify.cards.ranks import RANK_LABELS
from certify.errors import SpecError
from certify.exact.blackjack.card import StrategyCard
from certify.exact.blackjack.distribution import RoundDistribution
from certify.exact.blackjack.solve import ERROR_BOUND, Solution
from certify.language.cut_down import cut_down
from certify.language.game import LoadedGame, wagers_made, with_wagers
from certify.runtime.context import Context
from certify.studies.banked.result import BankedOutcome, BankedResult, BankedUpcard, BankedWager
from certify.studies.banked.study import banked_study
from certify.studies.kinds import FIRST_CARDS, main_wager
from certify.studies.returns.round_distributions import distribution_of, wagered_moments_of
from certify.studies.twenty_one import (
    BASIC,
    OPTIMAL,
    BlackjackGame,
    card_sha256,
    require_distribution,
    solved,
    split_play_told,
    strategy_name,
)

KIND = "rtp-blackjack"
STRATEGIES = (OPTIMAL, BASIC)

METHOD = (
    "main wager by exact recursion over compositions, {after_split}; wagers on the first cards"
    " counted in integers"
)


def blackjack_study(
    game: BlackjackGame,
    strategy: str | StrategyCard = OPTIMAL,
    *,
    exact: bool = False,
    context: Context | None = None,
) -> BankedResult:
    """Return the exact figures of every wager, looked up if they were computed before.

    `strategy`: ``optimal``, ``basic``, a policy of the spec, or a strategy file's card. `exact`
    adds the expectation of the main wager as a fraction. Optional wagers of the spec are worked out
    on the cards that its procedure ``first_cards`` deals from a full shoe; they are told beside the
    main wager, and never change how it is played. Raises `SpecError` if
    there is no such strategy, or they are to be made.
    """
    require_analysed(game, strategy)
    require_distribution(game, "the return of blackjack")
    context = context or Context()
    played = card_sha256(strategy) if isinstance(strategy, StrategyCard) else strategy
    key = game.key() | {"strategy": played, "exact": exact}
    return context.kept(
        KIND, key, BankedResult, lambda: _worked_out(game, strategy, exact=exact, context=context)
    )


def require_analysed(game: BlackjackGame, strategy: str | StrategyCard) -> None:
    """Raise a `SpecError` if blackjack is not analysed by a strategy, or for wagers to be made."""
    known = (*STRATEGIES, *game.loaded.spec.policies)
    if isinstance(strategy, str) and strategy not in known:
        raise SpecError(
            f"{game.loaded.spec.game.id} is analysed by the strategies {', '.join(known)}, or by a"
            f" strategy file; found {strategy!r}"
        )
    loaded = game.loaded
    optional = [name for name in wagers_made(loaded) if loaded.spec.wagers[name].optional]
    if optional:
        raise SpecError(
            f"wagers on the first cards are told without being made, since they change no play:"
            f" leave out {', '.join(optional)}"
        )


def blackjack_values(
    game: BlackjackGame,
    strategy: str | StrategyCard,
    places: Sequence[tuple[str, str]],
    context: Context,
) -> tuple[float | Fraction | None, ...]:
    """Return figures by wager and name; the distribution is worked out only if one rests on it.

    Payouts of wagers on the first cards are put into odds that are kept. None where there is no
    such wager or figure.
    """
    name = main_wager(game.loaded)
    solution, _ = solved(context.memory, game, strategy)
    quick = _expectations(solution)
    found: BankedResult | None = None
    first: dict[str, BankedWager] | None = None
    values: list[float | Fraction | None] = []
    for wager, figure in places:
        if wager != name:
            first = _first_cards(game, context, exact=True) if first is None else first
            own = first.get(wager)
            exact = None if own is None else (own.exact or {}).get(figure)
            values.append(Fraction(exact) if exact else getattr(own, figure, None))
        elif figure in quick:
            values.append(quick[figure])
        else:
            found = found or blackjack_study(game, strategy, context=context)
            values.append(getattr(found.wagers[name], figure, None))
    return tuple(values)


def blackjack_edges(game: BlackjackGame, context: Context) -> dict[str, Fraction | None]:
    """Return the house edge of every first wager under optimal play, without distributions."""
    solution, _ = solved(context.memory, game, OPTIMAL)
    first = _first_cards(game, context, exact=True)
    edges = {name: (wager.exact or {}).get("house_edge") for name, wager in first.items()}
    main = {main_wager(game.loaded): -_fraction(game, solution)}
    return main | {name: Fraction(edge) if edge else None for name, edge in edges.items()}


def sd_on_action(game: BlackjackGame, context: Context) -> float:
    """Return the deviation of the return of the main wager on everything put down in a round.

    With W net and T wagered, 1 + W/T has the variance of W - R T over n E[T]^2, R = E[W] / E[T].
    """
    solution, _ = solved(context.memory, game, OPTIMAL)
    distribution = distribution_of(game, solution, context)
    wagered = wagered_moments_of(distribution, solution, context)
    ratio = solution.main.ev / wagered.mean
    variance = _figures(solution, distribution)["variance"]
    apart = variance - 2.0 * ratio * wagered.covariance_with_net + ratio**2 * wagered.variance
    return sqrt(apart) / wagered.mean


def _expectations(solution: Solution) -> dict[str, float]:
    """Return the figures of the main wager that need no distribution."""
    ev, wagered = solution.main.ev, solution.main.average_wagered
    return {
        "stake": 1.0,
        "net": ev,
        "ev": ev,
        "house_edge": -ev,
        "rtp": 1.0 + ev,
        "element_of_risk": -ev / wagered,
        "rtp_on_action": 1.0 + ev / wagered,
        "average_wagered": wagered,
    }


def _worked_out(
    game: BlackjackGame, strategy: str | StrategyCard, *, exact: bool, context: Context
) -> BankedResult:
    loaded = game.loaded
    solution, _ = solved(context.memory, game, strategy)
    distribution = distribution_of(game, solution, context)
    fraction = None
    if exact:
        ev = _fraction(game, solution)
        fraction = {"ev": str(ev), "house_edge": str(-ev)}
        fraction |= {"stake": "1", "net": str(ev), "rtp": str(1 + ev)}
    name = main_wager(loaded)
    figures = _figures(solution, distribution)
    main = BankedWager(
        title=loaded.spec.wagers[name].title,
        of=None,
        made=True,
        together=(name,),
        lines=(),
        exact=fraction,
        **{key: value for key, value in figures.items() if key != "skewness"}
        | _expectations(solution),
    )
    return BankedResult(
        **loaded.provenance(),
        policy=strategy_name(strategy),
        strategy_sha256=card_sha256(strategy) if isinstance(strategy, StrategyCard) else None,
        parameters=loaded.parameters_as_written(),
        wagers_made=(name,),
        wagers={name: main} | _first_cards(game, context, exact=exact),
        **figures,
        decisions=(),
        situations=0,
        exact=fraction,
        method=METHOD.format(after_split=split_play_told(game, strategy)),
        split_play=game.split_play,
        shoe=game.shoe.by_label(),
        by_upcard=tuple(_by_upcard(game, solution)),
        error_bound=ERROR_BOUND,
    )


def _figures(solution: Solution, distribution: RoundDistribution) -> dict[str, Any]:
    """Return what a round with the main wager comes to, in main wagers."""
    outcomes = distribution.outcomes()
    chances = np.array(list(outcomes.values()))
    values = np.array([float(value) for value in outcomes])
    mean = fsum(chances * values)
    variance = fsum(chances * (values - mean) ** 2)
    return {
        "outcomes": tuple(
            BankedOutcome(staked=None, net=float(net), probability=chance)
            for net, chance in sorted(outcomes.items())
            if chance
        ),
        "ev": solution.main.ev,
        "average_wagered": solution.main.average_wagered,
        "variance": variance,
        "sd": sqrt(variance),
        "skewness": fsum(chances * (values - mean) ** 3) / variance**1.5 if variance else None,
        "hit_frequency": fsum(chances[values > 0]),
        "push_frequency": fsum(chances[values == 0]),
        "loss_frequency": fsum(chances[values < 0]),
    }


def _fraction(game: BlackjackGame, solution: Solution) -> Fraction:
    # Imported here so that its kernels are compiled only if fractions are asked for.
    from certify.exact.blackjack.residues.fraction import exact_expectation

    found = exact_expectation(game.shoe, game.rules, solution.decisions, with_burnout=False)
    return found.main


def _by_upcard(game: BlackjackGame, solution: Solution) -> list[BankedUpcard]:
    shoe, found = game.shoe, []
    for label in UPCARDS:
        rank = RANK_LABELS.index(label)
        if shoe.counts[rank]:
            ev = float(solution.main.by_upcard[rank])
            chance = shoe.counts[rank] / shoe.size
            found.append(BankedUpcard(upcard=label, probability=chance, ev=ev))
    return found


def first_cards_of(game: BlackjackGame) -> LoadedGame | None:
    """Return the first cards as a game of their own, all wagers on them made; None without any.

    Nor of a shoe that is not full: it is given by the values of its cards, and such wagers look at
    ranks and suits.
    """
    spec = game.loaded.spec
    optional = [name for name, wager in spec.wagers.items() if wager.optional]
    is_full = game.shoe == game.full_shoe
    if not optional or not is_full or FIRST_CARDS not in spec.procedures:
        return None
    dealt = cut_down(game.loaded, {"procedures.play.do": [{"call": FIRST_CARDS}]})
    return with_wagers(dealt, optional)


def _first_cards(game: BlackjackGame, context: Context, *, exact: bool) -> dict[str, BankedWager]:
    """Return the figures of the optional wagers on the first cards."""
    dealt = first_cards_of(game)
    if dealt is None:
        return {}
    found = banked_study(dealt, exact=exact, context=context)
    optional = [name for name in found.wagers if dealt.spec.wagers[name].optional]
    return {name: found.wagers[name].model_copy(update={"made": False}) for name in optional}
