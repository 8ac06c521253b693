"""The certified lines of blackjack without an option to burn cards, and of its other wagers."""

from __future__ import annotations

from dataclasses import dataclass, field

from certify.errors import EngineError, SpecError
from certify.exact.blackjack.card import StrategyCard
from certify.exact.blackjack.seats import seat_covariance, seats_suffice
from certify.language.parameters import parse_odds
from certify.results import Result
from certify.runtime.context import Context
from certify.studies.banked.blackjack import blackjack_study
from certify.studies.banked.result import BankedResult
from certify.studies.kinds import main_wager
from certify.studies.monitoring.analysed_lines import certified_from, reference_of
from certify.studies.monitoring.burnout_lines import named, possible_of
from certify.studies.monitoring.distributions import WagerDistribution
from certify.studies.monitoring.references import BONUS_PLAYS, Certified, Line, Play, Reference
from certify.studies.returns.round_distributions import distribution_of, wagered_moments_of
from certify.studies.strategy.strategy_file import selected_strategy
from certify.studies.twenty_one import BlackjackGame, card_sha256, require_distribution, solved

KIND = "monitor-blackjack"
SEATS = (
    "Seats that make the same wager on the first cards are taken to win and lose together, which is"
    " a bound; how those with the main wager go together is exact."
)
OFFERED = (
    "A wager that is offered in some rounds only, such as insurance, has the return of who makes it"
    " whenever it is offered; who chooses by his cards returns a little more."
)


class RoundMoments(Result):
    """Moments of a round that the results of blackjack do not have, in main wagers squared."""

    variance_wagered: float
    covariance_net_wagered: float
    seat_covariance: float


@dataclass(frozen=True)
class BlackjackLines:
    """The lines of a game: `strategy` above, and the one that `play` names below.

    Wrong names, and rules without a distribution, are reported at once.
    """

    game: BlackjackGame
    strategy: str | StrategyCard
    play: Play
    usual: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "usual", (main_wager(self.game.loaded),))
        require_distribution(self.game, "a comparison with live results")
        if self.play.bonus != BONUS_PLAYS[0]:
            raise SpecError(f"{self.game.loaded.spec.game.id} has no Bonus wagers")
        if not seats_suffice(self.game.shoe, self.game.rules):
            raise EngineError(
                "it is not worked out how the results of two seats go together; the shoe may not"
                " suffice for them"
            )

    def certified(self, context: Context) -> Certified:
        """Return the figures, looked up if they were computed before."""
        player = self.play.player
        lower = self.strategy if player is None else selected_strategy(player, self.game)
        upper, other = (
            blackjack_study(self.game, each, context=context) for each in (self.strategy, lower)
        )
        main, *first_cards = upper.wagers
        references = {main: self._main(main, upper, other, context)} | {
            name: reference_of(name, upper, upper, correlation=1.0) for name in first_cards
        }
        return certified_from(upper, references, self.play, (SEATS, OFFERED) if first_cards else ())

    def _main(
        self, name: str, upper: BankedResult, lower: BankedResult, context: Context
    ) -> Reference:
        played = self.strategy
        key = self.game.key() | {
            "strategy": card_sha256(played) if isinstance(played, StrategyCard) else played
        }
        moments = context.kept(KIND, key, RoundMoments, lambda: self._moments(context))
        line = _line(name, upper)
        lost = line.mean / line.average_wagered
        variance = line.distribution.variance
        return Reference(
            wager=name,
            upper=line,
            lower=_line(name, lower),
            payment=0.0,
            seat_correlation=moments.seat_covariance / variance,
            variance_on_action=variance
            - 2.0 * lost * moments.covariance_net_wagered
            + lost**2 * moments.variance_wagered,
            possible=possible_of(
                tuple(line.distribution.values.tolist()),
                float(parse_odds(str(upper.parameters["blackjack_pays"]))),
            ),
        )

    def _moments(self, context: Context) -> RoundMoments:
        solution, _ = solved(context.memory, self.game, self.strategy)
        distribution = distribution_of(self.game, solution, context)
        wagered = wagered_moments_of(distribution, solution, context)
        return RoundMoments(
            variance_wagered=wagered.variance,
            covariance_net_wagered=wagered.covariance_with_net,
            seat_covariance=seat_covariance(solution, with_option=False).covariance,
        )


def _line(name: str, figures: BankedResult) -> Line:
    wager = figures.wagers[name]
    outcomes = {each.net: each.probability for each in wager.outcomes}
    if wager.ev is None or wager.average_wagered is None:
        raise EngineError("the figures lack what is wagered in a round")
    return Line(
        named(figures.policy), wager.ev, WagerDistribution.of(outcomes), wager.average_wagered
    )
