"""The return to player of every wager."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from certify.cards.charts import UPCARDS
from certify.cards.ranks import RANK_LABELS
from certify.exact.blackjack.card import StrategyCard
from certify.exact.blackjack.distribution import RoundDistribution
from certify.exact.blackjack.figures import WagerFigures
from certify.exact.blackjack.insurance import insurance_figures
from certify.exact.blackjack.seats import SeatCovariance, seat_covariance, seats_suffice
from certify.exact.blackjack.solve import ERROR_BOUND, Solution
from certify.numerics.odds import odds_text
from certify.runtime.canonical import sha256_of
from certify.runtime.context import Context
from certify.studies.returns.bonus import bonus_results
from certify.studies.returns.bonus_result import BonusWagerResult, StreakResult
from certify.studies.returns.distribution import distribution_figures, wagered_figures
from certify.studies.returns.exposure import exposures
from certify.studies.returns.result import (
    BurnoutWagerResult,
    ExactFraction,
    ExactResult,
    InsuranceResult,
    RtpResult,
    UpcardResult,
    WagerResult,
    Wagers,
)
from certify.studies.returns.round_distributions import (
    Distributions,
    distributions_of,
    key_of,
    reading_of,
    wagered_in_splits,
)
from certify.studies.twenty_one import (
    BASIC,
    OPTIMAL,
    TwentyOneGame,
    can_tell,
    card_sha256,
    is_policy,
    solved,
    strategy_name,
)

KIND = "rtp"

METHOD = "exact recursion over compositions; optimal composition-dependent play"
METHOD_OF_BASIC = "exact recursion over compositions; total-dependent strategy derived by the tool"
METHOD_OF_POLICY = "exact recursion over compositions; a policy of the spec, asked hand by hand"
METHOD_OF_CARD = "exact recursion over compositions; the total-dependent strategy of a file"


def rtp_study(
    game: TwentyOneGame,
    strategy: str | StrategyCard = OPTIMAL,
    *,
    exact: bool = False,
    distribution: bool = True,
    further: bool = True,
    wagered: bool = True,
    seats: bool = True,
    context: Context | None = None,
) -> RtpResult:
    """Return the exact figures of every wager, looked up if they were computed before.

    `exact` adds the expectations as fractions. `distribution` asks for the distribution of a round
    and the Bonus wagers (left out where splitting can make more than four hands), `further` for
    what takes longest of that: many rounds, ruin, and the best play for several Bonus wagers
    together; `wagered` for how what is wagered in a round varies, and goes with the net result;
    `seats` for the covariance of two seats.
    """
    context = context or Context()
    distribution = distribution and can_tell(game)
    context = replace(
        context, thorough=context.thorough and distribution and strategy_name(strategy) == OPTIMAL
    )
    parts = {
        "exact": exact,
        "distribution": distribution,
        "further": further,
        "wagered": wagered,
        "seats": seats,
        "thorough": context.thorough,
    }
    return context.kept(
        KIND,
        _key(game, strategy, parts),
        RtpResult,
        lambda: worked_out(
            game,
            strategy,
            exact=exact,
            distribution=distribution,
            further=further,
            wagered=wagered,
            seats=seats,
            context=context,
        ),
    )


def kept_rtp(game: TwentyOneGame, context: Context) -> RtpResult | None:
    """Return the figures of optimal play if `rtp_study` kept them; nothing is computed."""
    for distribution in (True, False) if can_tell(game) else (False,):
        parts = {
            "exact": False,
            "distribution": distribution,
            "further": True,
            "wagered": True,
            "seats": True,
            "thorough": False,
        }
        key = _key(game, OPTIMAL, parts)
        found = context.found(KIND, key, RtpResult)
        if found is not None:
            return found
    return None


def _key(
    game: TwentyOneGame, strategy: str | StrategyCard, parts: dict[str, bool]
) -> dict[str, Any]:
    """Return plain data that determines the figures."""
    card = strategy if isinstance(strategy, StrategyCard) else None
    played = [strategy_name(strategy), card_sha256(card) if card else None]
    return game.key() | {"strategy": played, "parts": parts}


def method_of(game: TwentyOneGame, strategy: str | StrategyCard) -> str:
    """Return how the figures of a strategy are computed, in words."""
    if isinstance(strategy, StrategyCard):
        return METHOD_OF_CARD
    if strategy_name(strategy) == BASIC:
        return METHOD_OF_BASIC
    if is_policy(strategy):
        return METHOD_OF_POLICY
    return f"{METHOD}, {game.split_play.told}"


def worked_out(
    game: TwentyOneGame,
    strategy: str | StrategyCard = OPTIMAL,
    *,
    exact: bool = False,
    distribution: bool = True,
    further: bool = True,
    wagered: bool = True,
    seats: bool = True,
    context: Context,
) -> RtpResult:
    """Return the result of `rtp_study`, without looking up or keeping the whole of it."""
    distribution = distribution and can_tell(game)
    name, method = strategy_name(strategy), method_of(game, strategy)
    solution, card = solved(context.memory, game, strategy)
    distributions = distributions_of(game, solution, context) if distribution else None
    of_all = _wagered(solution, distributions, context) if distributions and wagered else ({}, {})
    of_seats = seat_figures(game, solution, context) if distributions and seats else ({}, {})
    besides = of_all[0] | of_seats[0], of_all[1] | of_seats[1]
    bonus, streak = _bonus(
        game, solution, distributions, best=strategy == OPTIMAL, further=further, context=context
    )
    return RtpResult(
        **game.loaded.provenance(),
        strategy=name,
        strategy_class="total_dependent" if card else "composition_dependent",
        strategy_sha256=card_sha256(card) if card else None,
        split_play=game.split_play,
        shoe=game.shoe.by_label(),
        parameters=game.loaded.parameters_as_written(),
        wagers=_wagers(game, solution, method, distributions, besides, bonus, further=further),
        by_upcard=_by_upcard(game, solution),
        exact=_exact(game, solution) if exact else None,
        streak=streak,
        exposure=exposures(game),
    )


def _bonus(
    game: TwentyOneGame,
    solution: Solution,
    distributions: Distributions | None,
    *,
    best: bool,
    further: bool,
    context: Context,
) -> tuple[dict[str, BonusWagerResult], StreakResult | None]:
    if distributions:
        return bonus_results(
            game, solution, distributions, best=best, further=further, context=context
        )
    rows = game.loaded.paytable_rows("bonus")
    return {row.key: BonusWagerResult(pays=row.pays, basis=row.basis) for row in rows}, None


def _exact(game: TwentyOneGame, solution: Solution) -> ExactResult:
    # Imported here so that its kernels are compiled only if fractions are asked for.
    from certify.exact.blackjack.residues.fraction import exact_expectation

    found = exact_expectation(game.shoe, game.rules, solution.decisions, with_burnout=True)
    gross = found.main_burnout
    assert gross is not None  # noqa: S101  (asked for)
    return ExactResult(
        main=_fraction(found.main),
        main_burnout=_fraction(gross - game.rules.burnout_payment),
        main_burnout_gross=_fraction(gross),
        method="the same recursion modulo primes, joined by the Chinese remainder theorem",
    )


def _fraction(value: Fraction) -> ExactFraction:
    return ExactFraction(numerator=str(value.numerator), denominator=str(value.denominator))


def _wagers(
    game: TwentyOneGame,
    solution: Solution,
    method: str,
    distributions: Distributions | None,
    besides: tuple[dict[str, Any], dict[str, Any]],
    bonus: dict[str, BonusWagerResult],
    *,
    further: bool,
) -> Wagers:
    main = solution.main
    gross = solution.main_burnout
    assert gross is not None  # noqa: S101  (a TwentyOneGame always analyses the option)
    payment = float(game.rules.burnout_payment)
    net = gross.ev - payment
    distribution_main, distribution_burnout = (
        (distributions.main, distributions.main_burnout) if distributions else (None, None)
    )
    return Wagers(
        main=WagerResult(
            **_figures(main, main.ev, 0.0, method),
            **_distribution(game, distribution_main, Fraction(0), further=further),
            **besides[0],
        ),
        main_burnout=BurnoutWagerResult(
            **_figures(gross, net, payment, method),
            **_distribution(
                game, distribution_burnout, game.rules.burnout_payment, further=further
            ),
            **besides[1],
            gross_ev=gross.ev,
            payment=payment,
            gain=gross.ev - main.ev,
            burn_rate=gross.burn_rate,
        ),
        insurance=_insurance(game),
        bonus=bonus,
    )


def _distribution(
    game: TwentyOneGame, distribution: RoundDistribution | None, payment: Fraction, *, further: bool
) -> dict[str, Any]:
    if distribution is None:
        return {"error_bound": ERROR_BOUND}
    return distribution_figures(distribution, reading_of(game), payment, further=further)


def _wagered(
    solution: Solution, distributions: Distributions, context: Context
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields about everything wagered, without Burnout and with it."""
    splits = wagered_in_splits(solution, context)
    return (
        wagered_figures(distributions.main, splits),
        wagered_figures(distributions.main_burnout, splits),
    )


def _figures(figures: WagerFigures, ev: float, payment: float, method: str) -> dict[str, Any]:
    initial = 1.0 + payment
    wagered = figures.average_wagered + payment
    return {
        "ev": ev,
        "house_edge": -ev,
        "rtp": 1.0 + ev / initial,
        "element_of_risk": -ev / wagered,
        "rtp_on_action": 1.0 + ev / wagered,
        "initial_amount": initial,
        "average_wagered": wagered,
        "ev_error_bound": ERROR_BOUND,
        "method": method,
    }


def _insurance(game: TwentyOneGame) -> InsuranceResult | None:
    if not game.rules.insurance:
        return None
    pays = game.pays("main.insurance")
    figures = insurance_figures(
        game.shoe,
        pays=pays,
        blackjack_pays=game.rules.blackjack_pays,
        even_money_pays=game.pays("main.even_money"),
    )
    if figures is None:
        return None
    return InsuranceResult(
        pays=odds_text(pays),
        p_offered=float(figures.p_offered),
        ev_when_always_taken=float(figures.ev_always),
        best_ev=float(figures.best_ev),
        ev_even_money=float(figures.even_money),
    )


def _by_upcard(game: TwentyOneGame, solution: Solution) -> tuple[UpcardResult, ...]:
    gross = solution.main_burnout
    assert gross is not None  # noqa: S101  (a TwentyOneGame always analyses the option)

    def value(figures: WagerFigures, rank: int) -> float | None:
        given = float(figures.by_upcard[rank])
        return None if np.isnan(given) else given

    return tuple(
        UpcardResult(
            upcard=label,
            probability=game.shoe.counts[rank] / game.shoe.size,
            main=value(solution.main, rank),
            main_burnout_gross=value(gross, rank),
        )
        for label, rank in ((label, RANK_LABELS.index(label)) for label in UPCARDS)
    )


DOING = "results of two seats"


def seat_figures(
    game: TwentyOneGame, solution: Solution, context: Context
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of a `WagerResult` about two seats, without Burnout and with it.

    No fields where the shoe may not suffice for two seats.
    """
    if not seats_suffice(game.shoe, game.rules):
        return {}, {}
    key = {**key_of(game, solution), "blackjack_pays": str(game.rules.blackjack_pays)}
    without, with_burnout = context.memory.recall(
        "seats", sha256_of(key), lambda: _covariances(game, solution, context)
    )
    return _fields(without), _fields(with_burnout)


def _covariances(
    game: TwentyOneGame, solution: Solution, context: Context
) -> tuple[SeatCovariance, SeatCovariance]:
    upcards = sum(count > 0 for count in game.shoe.counts)
    context.progress(0, 2 * upcards, DOING)
    return (
        seat_covariance(
            solution,
            with_option=False,
            computed=lambda done: context.progress(done, 2 * upcards, DOING),
        ),
        seat_covariance(
            solution,
            with_option=True,
            computed=lambda done: context.progress(upcards + done, 2 * upcards, DOING),
        ),
    )


def _fields(found: SeatCovariance) -> dict[str, Any]:
    return {
        "seat_covariance": found.covariance,
        "seat_covariance_error": found.error_bound,
    }
