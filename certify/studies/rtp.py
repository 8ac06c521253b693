"""The return to player of every wager."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from certify.cards.ranks import RANK_LABELS
from certify.exact.card import StrategyCard
from certify.exact.figures import WagerFigures
from certify.exact.insurance import insurance_figures
from certify.exact.solve import ERROR_BOUND, Solution
from certify.results.rtp import (
    BonusWagerResult,
    BurnoutWagerResult,
    ExactFraction,
    ExactResult,
    InsuranceResult,
    RtpResult,
    UpcardResult,
    WagerResult,
    Wagers,
)
from certify.results.strategy import UPCARDS
from certify.spec.odds import odds_text
from certify.studies.twenty_one import BASIC, OPTIMAL, TwentyOneGame, card_sha256

METHODS = {
    OPTIMAL: "exact recursion over compositions; optimal composition-dependent play, zero-memory"
    " after a split (CDZ-)",
    BASIC: "exact recursion over compositions; total-dependent strategy derived by the tool",
}


def rtp_study(
    game: TwentyOneGame, strategy: str | StrategyCard = OPTIMAL, *, exact: bool = False
) -> RtpResult:
    """Return the exact figures of every wager.

    Parameters
    ----------
    game : TwentyOneGame
        The game and the shoe.
    strategy : str or StrategyCard
        ``optimal``, ``basic``, or a card.
    exact : bool
        Whether to give the expectations as fractions too.

    Returns
    -------
    RtpResult
        The figures.
    """
    card: StrategyCard | None
    if isinstance(strategy, StrategyCard):
        card, name = strategy, strategy.strategy.id
        solution = game.evaluate_card(card)
        method = "exact recursion over compositions; the total-dependent strategy of a file"
    elif strategy == BASIC:
        card, name, solution, method = game.basic_card, BASIC, game.basic, METHODS[BASIC]
    else:
        card, name, solution, method = None, OPTIMAL, game.optimal, METHODS[OPTIMAL]
    return RtpResult(
        **game.provenance(),
        strategy=name,
        strategy_class="total_dependent" if card else "composition_dependent",
        strategy_sha256=card_sha256(card) if card else None,
        shoe=game.shoe.by_label(),
        parameters=game.loaded.parameters_as_written(),
        wagers=_wagers(game, solution, method),
        by_upcard=_by_upcard(game, solution),
        exact=_exact(game, solution) if exact else None,
    )


def _exact(game: TwentyOneGame, solution: Solution) -> ExactResult:
    # Imported here so that its kernels are compiled only by those who ask for fractions.
    from certify.exact.fraction import exact_expectation

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


def _wagers(game: TwentyOneGame, solution: Solution, method: str) -> Wagers:
    main = solution.main
    gross = solution.main_burnout
    assert gross is not None  # noqa: S101  (a TwentyOneGame always analyses the option)
    payment = float(game.rules.burnout_payment)
    net = gross.ev - payment
    return Wagers(
        main=WagerResult(**_figures(main, main.ev, 0.0, method)),
        main_burnout=BurnoutWagerResult(
            **_figures(gross, net, payment, method),
            gross_ev=gross.ev,
            payment=payment,
            gain=gross.ev - main.ev,
            burn_rate=gross.burn_rate,
        ),
        insurance=_insurance(game),
        bonus={
            row.key: BonusWagerResult(pays=row.pays, basis=row.basis)
            for row in game.loaded.paytable_rows("bonus")
        },
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
        "error_bound": ERROR_BOUND,
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
