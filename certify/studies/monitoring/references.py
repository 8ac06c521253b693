"""The certified side of a monitor: the return of every wager, and its variance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from certify.errors import EngineError, UnknownPlayerError
from certify.exact.blackjack.card import StrategyCard
from certify.exact.blackjack.cells import with_burns_told
from certify.language.parameters import parse_odds
from certify.runtime.context import Context
from certify.studies.monitoring.distributions import WagerDistribution
from certify.studies.monitoring.result import ReferenceLine, ReferenceResult
from certify.studies.returns.bonus_result import BonusWagerResult, StreakReturn
from certify.studies.returns.result import InsuranceResult, RtpResult, WagerResult
from certify.studies.returns.study import rtp_study
from certify.studies.strategy.cost.players import PLAYERS
from certify.studies.strategy.cost.rewrites import rewritten
from certify.studies.twenty_one import BASIC, OPTIMAL, TwentyOneGame

MAIN, BURNOUT, INSURANCE, BONUS = "main", "main_burnout", "insurance", "bonus"

BONUS_PLAYS = ("any", "never", "always")
"""Whether players of Bonus wagers buy Burnout: not known, never, or in every round."""


@dataclass(frozen=True)
class Line:
    """A certified line of a wager: expectations by the stake.

    `mean` is net of the payment, and may differ from the distribution's; `average_wagered` includes
    the payment.
    """

    play: str
    mean: float
    distribution: WagerDistribution
    average_wagered: float


@dataclass(frozen=True)
class Reference:
    """Certified figures of a wager, by the stake; its return should lie between two lines.

    `seat_correlation` is that of the net results of two seats that play against the same dealer
    hand; `variance_on_action` that of the net result less its expected share of everything wagered;
    `outcomes` are the possible net results without the payment, ascending; `most_wagered` is
    without it too; `blackjack_pays` is the one outcome above 1 of a wager that was neither doubled
    nor split.
    """

    wager: str
    upper: Line
    lower: Line
    payment: float
    seat_correlation: float
    variance_on_action: float
    outcomes: tuple[float, ...]
    most_wagered: int
    blackjack_pays: float

    @property
    def is_two_point(self) -> bool:
        """Whether the wager is either paid or lost, never more."""
        return self.wager not in (MAIN, BURNOUT)

    @property
    def initial_amount(self) -> float:
        """Stake and payment, by the stake."""
        return 1.0 + self.payment

    def allowing(self, points: float) -> Reference:
        """Return it with the lower line below the upper by a share of the initial amount."""
        lower = replace(
            self.lower,
            play=f"{self.lower.play}, less {100 * points:g} points",
            mean=self.lower.mean - points * self.initial_amount,
        )
        return replace(self, lower=lower)

    def result(self) -> ReferenceResult:
        """Return it as it is printed."""
        distribution = self.upper.distribution
        return ReferenceResult(
            wager=self.wager,
            upper=self._line(self.upper),
            lower=self._line(self.lower),
            initial_amount=self.initial_amount,
            variance_on_action=self.variance_on_action,
            seat_correlation=self.seat_correlation,
            outcomes={
                f"{value + self.payment:.12g}": chance
                for value, chance in zip(
                    distribution.values.tolist(), distribution.chances.tolist(), strict=True
                )
            },
        )

    def _line(self, line: Line) -> ReferenceLine:
        return ReferenceLine(
            play=line.play,
            mean=line.mean,
            variance=line.distribution.variance,
            rtp=1.0 + line.mean / self.initial_amount,
            rtp_on_action=1.0 + line.mean / line.average_wagered,
        )


@dataclass(frozen=True)
class Play:
    """How the lower line is drawn: by a documented player, and points of return below that.

    `allowed` is a fraction of the initial amount; `bonus` says whether players of Bonus wagers buy
    Burnout.
    """

    player: str | None = None
    allowed: float = 0.0
    bonus: str = BONUS_PLAYS[0]


def lower_strategy(game: TwentyOneGame, play: Play) -> str | StrategyCard | None:
    """Return the strategy of the lower line; None if no player is named.

    Called first, so that a wrong name is reported before any work (UnknownPlayerError). A player
    whose rounds are no wager of their own is an EngineError.
    """
    name = play.player
    if name is None:
        return None
    players = {player.id: player for player in PLAYERS if player.exists(game.rules)}
    if name not in players:
        raise UnknownPlayerError(name, list(players))
    player = players[name]
    if name == OPTIMAL:
        return OPTIMAL
    if player.best is not None or player.insures != "never":
        why = (
            "insurance is a wager of its own"
            if player.insures != "never"
            else "the play of that player has no charts"
        )
        raise EngineError(f"{name} cannot be a line to hold live results against: {why}")
    if not player.rewrites:
        return BASIC
    told = with_burns_told(game.basic_card, game.rules, game.basic.decisions)
    card = rewritten(told, game.rules, player.rewrites)
    return card.model_copy(update={"strategy": card.strategy.model_copy(update={"id": name})})


def references_of(
    game: TwentyOneGame,
    certified: RtpResult,
    play: Play,
    lower: str | StrategyCard | None,
    context: Context,
) -> dict[str, Reference]:
    """Return the certified figures of every wager of a game, by name.

    `certified` includes distributions; `lower` comes from `lower_strategy`.
    """
    player = None
    if lower is not None:
        player = rtp_study(game, lower, further=False, seats=False, context=context)
    return references_from(certified, player, play)


def references_from(
    certified: RtpResult, player: RtpResult | None, play: Play
) -> dict[str, Reference]:
    """Return the certified figures of every wager, given those of both lines.

    `player` has the figures of the lower line, None if it is the upper one. Raises EngineError if
    the figures have no distribution.
    """
    lower = player or certified
    found = {
        name: _round_reference(name, certified, lower, payment)
        for name, payment in ((MAIN, 0.0), (BURNOUT, certified.wagers.main_burnout.payment))
    }
    correlation = found[MAIN].seat_correlation
    if certified.wagers.insurance is not None:
        found[INSURANCE] = _insurance_reference(certified.wagers.insurance, certified.shoe)
    for wins, wager in certified.wagers.bonus.items():
        name = f"{BONUS}.{wins}"
        found[name] = _bonus_reference(
            name, wager, lower.wagers.bonus[wins], (certified.strategy, lower.strategy), play
        )
        found[name] = replace(found[name], seat_correlation=correlation)
    if play.allowed:
        found = {name: reference.allowing(play.allowed) for name, reference in found.items()}
    return found


def _distribution(figures: WagerResult, payment: float) -> WagerDistribution:
    if figures.outcomes is None:
        raise EngineError("the distribution of a round is not worked out in these figures")
    return WagerDistribution.of(
        {
            float(Fraction(value) - Fraction(str(payment))): chance
            for value, chance in figures.outcomes.items()
        }
    )


def _round_reference(
    name: str, certified: RtpResult, lower: RtpResult, payment: float
) -> Reference:
    upper: WagerResult = getattr(certified.wagers, name)
    other: WagerResult = getattr(lower.wagers, name)
    distribution = _distribution(upper, payment)
    lost = upper.rtp_on_action - 1.0
    seats = upper.seat_covariance
    if upper.variance_wagered is None or upper.covariance_net_wagered is None or seats is None:
        raise EngineError(
            "it is not worked out how the results of two seats go together; the shoe may not"
            " suffice for them"
        )
    outcomes = tuple((distribution.values + payment).tolist())
    return Reference(
        wager=name,
        upper=Line(_named(certified.strategy), upper.ev, distribution, upper.average_wagered),
        lower=Line(
            _named(lower.strategy), other.ev, _distribution(other, payment), other.average_wagered
        ),
        payment=payment,
        seat_correlation=seats / distribution.variance,
        variance_on_action=distribution.variance
        - 2.0 * lost * upper.covariance_net_wagered
        + lost**2 * upper.variance_wagered,
        outcomes=outcomes,
        most_wagered=round(-outcomes[0]),
        blackjack_pays=float(parse_odds(str(certified.parameters["blackjack_pays"]))),
    )


def _insurance_reference(figures: InsuranceResult, shoe: Mapping[str, int]) -> Reference:
    pays = float(parse_odds(figures.pays))
    best = (figures.best_ev + 1.0) / (pays + 1.0)
    # Besides the ace, the hand that least should be insured holds two tens.
    worst = max(shoe["T"] - 2, 0) / (sum(shoe.values()) - 3)
    return _two_point(
        INSURANCE,
        pays,
        ("the best hand to insure", best),
        ("the worst hand to insure", worst),
        correlation=1.0,
    )


def _bonus_reference(
    name: str,
    upper: BonusWagerResult,
    lower: BonusWagerResult,
    strategies: tuple[str, str],
    play: Play,
) -> Reference:
    certified, other = (_named(strategy) for strategy in strategies)
    never, always = upper.without_burnout, upper.with_burnout
    lowest = lower.with_burnout if play.bonus == "always" else lower.without_burnout
    if never is None or always is None or lowest is None:
        raise EngineError("the figures lack the Bonus wagers")
    high: tuple[StreakReturn, str] = (always, f"{certified}, always with Burnout")
    if play.bonus == "never":
        high = (never, f"{certified}, never with Burnout")
        if upper.best_without_burnout is not None:
            high = (upper.best_without_burnout, "best for the Bonus, never with Burnout")
    elif upper.best is not None:
        high = (upper.best, "best for the Bonus, always with Burnout")
    pays = float(parse_odds(upper.pays)) - (upper.basis == "for_one")
    bought = "always" if play.bonus == "always" else "never"
    return _two_point(
        name,
        pays,
        (high[1], high[0].p_hit),
        (f"{other}, {bought} with Burnout", lowest.p_hit),
        correlation=0.0,
    )


def _two_point(
    wager: str,
    pays: float,
    high: tuple[str, float],
    low: tuple[str, float],
    *,
    correlation: float,
) -> Reference:
    upper, lower = (
        Line(name, distribution.mean, distribution, 1.0)
        for name, distribution in (
            (name, WagerDistribution.two_point(pays, chance)) for name, chance in (high, low)
        )
    )
    return Reference(
        wager=wager,
        upper=upper,
        lower=lower,
        payment=0.0,
        seat_correlation=correlation,
        variance_on_action=upper.distribution.variance,
        outcomes=(-1.0, pays),
        most_wagered=1,
        blackjack_pays=pays,
    )


def _named(strategy: str) -> str:
    return {OPTIMAL: "optimal play", BASIC: "the charts"}.get(strategy, strategy)
