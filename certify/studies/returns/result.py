"""The return to player of every wager, as `certify rtp` prints it."""

from __future__ import annotations

from typing import Literal

from certify.results import Provenance, Result
from certify.studies.returns.bonus_result import BonusWagerResult, StreakResult
from certify.studies.returns.distribution_result import (
    Extreme,
    RuinResult,
    SessionResult,
    StreakChances,
)
from certify.studies.returns.exposure_result import WagersExposure
from certify.studies.split_play import PlaysSplits


class WagerResult(Result):
    """The exact figures of one wager.

    Attributes
    ----------
    ev
        Net expectation a round, in initial main wagers; for a wager with a payment, net of it.
    house_edge
        ``-ev``: expected loss a round per unit of the main wager.
    rtp
        Expected return per unit of the initial amount (main wager plus payment).
    element_of_risk
        Expected loss per unit of everything wagered (doubles, splits and payment included).
    rtp_on_action
        ``1 - element_of_risk``.
    initial_amount
        Main wager plus payment, in main wagers.
    average_wagered
        Expectation of everything wagered a round, in main wagers, payment included.
    error_bound
        Bound on the probability that stands at a wrong outcome, summed over all outcomes; it
        changes no mean. Without a distribution, `ev_error_bound`.
    ev_error_bound
        Bound on the absolute numerical error of `ev` and `average_wagered`.
    outcomes
        Probability of every net result of a round in main wagers, before any payment. This and all
        below is None where the distribution was not computed.
    outcomes_by_streak
        The same by alternative for split rounds (net, majority, any_loss), and by what the round
        counts as for the streak.
    p_win, p_push, p_loss
        Probability that the round counts as each for the streak.
    hit_frequency
        Probability of a net result above zero, before any payment.
    variance, sd, skewness
        Of the net result of a round; `sd` in main wagers.
    volatility_index
        Half the width of the central 90 % of a normal distribution with this `sd`, in main wagers.
    variance_wagered
        Variance of everything wagered in a round, in main wagers squared. A payment, being the same
        every round, changes neither this nor the next.
    covariance_net_wagered
        Covariance of the net result of a round and everything wagered in it. `error_bound` does not
        apply to these two: nothing is left out of them, and they are exact within 1e-12.
    seat_covariance
        Covariance of the net results of two seats that play against the same hand of the dealer in
        one round from a fresh shoe, both by the strategy of the result and both with the payment or
        without it. None too where the shoe may not suffice for two seats, or it was not asked for.
    seat_covariance_error
        Bound on its error. The cards that the seats and the dealer take from each other are counted
        exactly; only pairs of hands too unlikely to matter are neglected, and this bounds all that
        they could add, and rounding. It does not cover a seat that uses the cards of the other, nor
        a shoe that is played on after its first round.
    sessions
        The return over many rounds; left out for numbers of rounds over which odd payouts would
        give tens of millions of results.
    ruin
        The probability of losing a bankroll; left out likewise.
    """

    ev: float
    house_edge: float
    rtp: float
    element_of_risk: float
    rtp_on_action: float
    initial_amount: float
    average_wagered: float
    error_bound: float
    ev_error_bound: float
    outcomes: dict[str, float] | None = None
    outcomes_by_streak: dict[str, dict[str, StreakChances]] | None = None
    p_win: float | None = None
    p_push: float | None = None
    p_loss: float | None = None
    hit_frequency: float | None = None
    variance: float | None = None
    sd: float | None = None
    skewness: float | None = None
    volatility_index: float | None = None
    variance_wagered: float | None = None
    covariance_net_wagered: float | None = None
    seat_covariance: float | None = None
    seat_covariance_error: float | None = None
    max_loss: Extreme | None = None
    max_win: Extreme | None = None
    sessions: tuple[SessionResult, ...] = ()
    ruin: tuple[RuinResult, ...] = ()
    unit: str = "initial main wagers a round"
    method: str


class BurnoutWagerResult(WagerResult):
    """The main wager with the Burnout payment made.

    Attributes
    ----------
    gross_ev
        Net expectation of the main wager before the payment, in main wagers.
    gain
        `gross_ev` less the `ev` of the main wager without the payment: the value of the option.
    """

    gross_ev: float
    payment: float
    gain: float
    burn_rate: float


class InsuranceResult(Result):
    """Insurance, a wager of its own, offered when the upcard is an ace.

    Attributes
    ----------
    ev_when_always_taken
        Net expectation per unit of the insurance wager over all rounds in which it is offered.
    best_ev
        The same for the best two-card hand to insure.
    ev_even_money
        Gain a round from taking even money on a blackjack against an ace, in main wagers.
    """

    pays: str
    p_offered: float
    ev_when_always_taken: float
    best_ev: float
    ev_even_money: float
    unit: str = "insurance wagers each time it is offered"


class UpcardResult(Result):
    """Expectation given the dealer's upcard, in main wagers, dealer blackjack included."""

    upcard: str
    probability: float
    main: float | None
    main_burnout_gross: float | None


class Wagers(Result):
    """Every wager of the game."""

    main: WagerResult
    main_burnout: BurnoutWagerResult
    insurance: InsuranceResult | None
    bonus: dict[str, BonusWagerResult]


class ExactFraction(Result):
    """A number without rounding: whole numbers in lowest terms, as text since they are long."""

    numerator: str
    denominator: str


class ExactResult(Result):
    """Net expectations a round as fractions, in main wagers, under the strategy of the result.

    Attributes
    ----------
    main, main_burnout
        Without the Burnout payment, and with it, net of it.
    main_burnout_gross
        With it, before the payment.
    """

    main: ExactFraction
    main_burnout: ExactFraction
    main_burnout_gross: ExactFraction
    unit: str = "initial main wagers a round"
    method: str


class RtpResult(Provenance, PlaysSplits):
    """The result of `certify rtp`.

    Attributes
    ----------
    shoe
        Undealt cards by value, keys A, 2, .., 9, T.
    exposure
        The most that can be lost and paid by sets of wagers, whatever the cards and the play; each
        Bonus wager at one main wager. None in results of earlier versions.
    split_play
        How optimal play goes on after a split.
    """

    strategy: str
    strategy_class: Literal["composition_dependent", "total_dependent"]
    strategy_sha256: str | None
    shoe: dict[str, int]
    parameters: dict[str, bool | int | float | str]
    wagers: Wagers
    by_upcard: tuple[UpcardResult, ...]
    exact: ExactResult | None = None
    streak: StreakResult | None = None
    exposure: tuple[WagersExposure, ...] = ()
