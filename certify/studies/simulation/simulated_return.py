"""The simulated return of a game of the twenty-one family, beside its exact figure."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import sqrt

from certify.language.game import LoadedGame
from certify.play.interpreter.program import Program
from certify.play.quantities import recorded_of
from certify.play.simulate.job import Job
from certify.play.simulate.runner import INTERVAL
from certify.play.tables import TablePolicy
from certify.play.tallies import Pair, Tallies
from certify.runtime.context import Context
from certify.studies.kinds import has_option
from certify.studies.returns.study import rtp_study
from certify.studies.simulation.questions import BURNOUT, MAIN, ROUND, STREAK
from certify.studies.simulation.result import SimulatedReturn
from certify.studies.simulation.table_policies import EVEN_MONEY, STRATEGIES
from certify.studies.simulation.wagers import wager_pairs
from certify.studies.strategy.strategy_file import read_strategy
from certify.studies.twenty_one import TwentyOneGame

ROUNDS = "rounds"
"""The measure that counts main wagers."""

FROM_A_FULL_SHOE = frozenset({"single_round", ROUND, STREAK})
"""Procedures that deal every round from a freshly shuffled shoe, as the exact figures mean it."""

MEASURES = (MAIN, BURNOUT, ROUNDS)


def return_pairs(game: LoadedGame, players: int | None = None) -> tuple[Pair, ...]:
    """Return the pairs of quantities whose products the returns of wagers need."""
    pairs = wager_pairs(game)
    if is_counted(game, players):
        pairs += tuple(combinations(MEASURES, 2))
    return tuple(dict.fromkeys(pairs))


def is_counted(game: LoadedGame, players: int | None) -> bool:
    """Return whether a game records main wagers, and the payment for the option to burn."""
    return has_option(game) and recorded_of(Program(game, players)).keys() >= set(MEASURES)


def simulated_return(job: Job, tallies: Tallies, context: Context) -> SimulatedReturn | None:
    """Return the return of the main wager, and the Burnout payment where it was made.

    `tallies` have the products of `return_pairs`; exact figures are looked up in the context. None
    if the game has no such return.

    Notes
    -----
    Method: net wins N by amounts D paid before the deal, in sums of all games; the error of N / D
        is that of the mean of N - (N / D) D, from the exact covariances of a game (delta method).
    Error: of the interval, the normal distribution's.
    Source: Cochran, Sampling Techniques, 3rd edition, 1977, section 2.11.
    """
    if not is_counted(job.game, job.players):
        return None
    rounds = tallies.mean(ROUNDS)
    if not rounds:
        return None
    net = {MAIN: 1, BURNOUT: 1}
    paid = {ROUNDS: 1, BURNOUT: -1}
    ratio = _mean(tallies, net) / _mean(tallies, paid)
    sem = interval = None
    if tallies.games > 1:
        left = {name: net.get(name, 0) - ratio * paid.get(name, 0) for name in MEASURES}
        spread = sum(
            one * other * tallies.covariance(first, second)
            for first, one in left.items()
            for second, other in left.items()
        )
        sem = sqrt(spread / tallies.games) / float(_mean(tallies, paid))
        middle = 1.0 + float(ratio)
        interval = (middle - INTERVAL * sem, middle + INTERVAL * sem)
    bought = tallies.mean(BURNOUT) != 0
    exact, strategy = _exact(job, bought=bought, context=context)
    return SimulatedReturn(
        wager="main_burnout" if bought else "main",
        wagers=int(tallies.tally(ROUNDS).total // tallies.scale(ROUNDS)),
        wagers_a_game=float(rounds),
        rtp=1.0 + float(ratio),
        sem=sem,
        interval=interval,
        exact=exact,
        exact_strategy=strategy,
        from_full_shoe=job.procedure in FROM_A_FULL_SHOE,
    )


def _mean(tallies: Tallies, weights: Mapping[str, int]) -> Fraction:
    return sum((weight * tallies.mean(name) for name, weight in weights.items()), start=Fraction(0))


def _exact(job: Job, *, bought: bool, context: Context) -> tuple[float | None, str | None]:
    """Return the exact return of the simulated play, and the strategy; None if it is not known."""
    policy = job.policies[0]
    if not isinstance(policy, TablePolicy):
        return None, None
    strategy, *wagers = policy.name.split("+")
    if EVEN_MONEY in wagers:
        return None, None
    game = TwentyOneGame(job.game)
    play = strategy if strategy in STRATEGIES else read_strategy(strategy, job.game)
    found = rtp_study(game, play, distribution=False, further=False, seats=False, context=context)
    return (found.wagers.main_burnout if bought else found.wagers.main).rtp, strategy
