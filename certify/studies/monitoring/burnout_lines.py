"""The certified lines of a game with the option to burn a card, and Bonus wagers."""

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
from certify.studies.monitoring.references import Certified, Line, Play, Reference
from certify.studies.returns.bonus_result import BonusWagerResult, StreakReturn
from certify.studies.returns.result import InsuranceResult, RtpResult, WagerResult
from certify.studies.returns.study import rtp_study
from certify.studies.strategy.cost.players import PLAYERS
from certify.studies.strategy.cost.rewrites import rewritten
from certify.studies.twenty_one import BASIC, OPTIMAL, TwentyOneGame, require_distribution

MAIN, BURNOUT, INSURANCE, BONUS = "main", "main_burnout", "insurance", "bonus"

IDENTITY = {
    *("game", "title", "version", "spec_sha256", "paytable_sha256", "changed"),
    *("engine_version", "strategy", "shoe", "parameters"),
}


@dataclass(frozen=True)
class BurnoutLines:
    """The lines of a game: `strategy` above, and the documented player of `play` below.

    Rules without a distribution are reported at once.
    """

    game: TwentyOneGame
    strategy: str | StrategyCard
    play: Play
    usual: tuple[str, ...] = (MAIN,)

    def __post_init__(self) -> None:
        require_distribution(self.game, "a comparison with live results")

    def certified(self, context: Context) -> Certified:
        """Return the figures, looked up if they were computed before."""
        lower = lower_strategy(self.game, self.play)
        found = rtp_study(self.game, self.strategy, further=False, context=context)
        player = None
        if lower is not None:
            player = rtp_study(
                self.game, lower, further=False, wagered=False, seats=False, context=context
            )
        return certified_from(found, player, self.play)


def certified_from(certified: RtpResult, player: RtpResult | None, play: Play) -> Certified:
    """Return what live results are held against, from the figures of both lines."""
    return Certified(
        certified.model_dump(include=IDENTITY), references_from(certified, player, play)
    )


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
        upper=Line(named(certified.strategy), upper.ev, distribution, upper.average_wagered),
        lower=Line(
            named(lower.strategy), other.ev, _distribution(other, payment), other.average_wagered
        ),
        payment=payment,
        seat_correlation=seats / distribution.variance,
        variance_on_action=distribution.variance
        - 2.0 * lost * upper.covariance_net_wagered
        + lost**2 * upper.variance_wagered,
        possible=possible_of(
            outcomes, float(parse_odds(str(certified.parameters["blackjack_pays"])))
        ),
    )


def possible_of(
    outcomes: tuple[float, ...], blackjack_pays: float
) -> tuple[tuple[float, tuple[float, ...]], ...]:
    """Return the net results of blackjack by the number of stakes wagered.

    `outcomes` are those of a round, ascending; of one stake a blackjack is the only one above 1.
    """
    # Half a stake comes back of a hand that is given up, and a blackjack is neither.
    single = tuple(net for net in outcomes if -1.0 <= net <= 1.0 or net == blackjack_pays)
    several = range(2, round(-outcomes[0]) + 1)
    return (
        (1.0, single),
        *(
            (float(most), tuple(net for net in outcomes if abs(net) <= most and net % 1.0 == 0.0))
            for most in several
        ),
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
    certified, other = (named(strategy) for strategy in strategies)
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
        possible=((1.0, (-1.0, pays)),),
        is_streak=wager.startswith(BONUS),
    )


def named(strategy: str) -> str:
    """Return what a strategy is called where live results are told."""
    return {OPTIMAL: "optimal play", BASIC: "the charts"}.get(strategy, strategy)
