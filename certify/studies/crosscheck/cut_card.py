"""Cut-card effect: dealing to a cut card against a fresh shoe, as the exact figures assume."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import floor, sqrt

from certify.language.game import LoadedGame, apply_settings, parameter_values
from certify.play.interpreter.program import Program
from certify.play.simulate.job import INTERPRETER, Job
from certify.play.simulate.runner import INTERVAL, StopRule
from certify.play.tables import TablePolicy
from certify.play.tallies import Tallies
from certify.studies.crosscheck.result import CutCardEffect
from certify.studies.simulation.questions import fine_scales
from certify.studies.simulation.study import Means, compile_games, job_for, play_games

PROCEDURE, EXCESS, ROUNDS, NET = "single_shoe", "shoe_excess", "shoe_rounds", "score.1"
CUT_CARD, LEAST, OTHERS, DECKS = "cut_card", "least_rounds", "other_players", "decks"
MOST_LEAST_ROUNDS = 100
CARDS_OF_A_DECK = 52

PILOT, TRIAL = 60, 400
"""Shoes, of seeds of their own, that show the rounds of a shoe and the spread of the estimate."""

SPREAD = 0.4
"""Upper bound on the standard deviation of the cards of a round, by their mean."""

SAFE = 5.0
"""Standard deviations of cards that are left after the fewest rounds have been dealt."""

METHOD = (
    "shoes dealt past the cut card to a fixed number of rounds m: the first m rounds of a shoe"
    " together have m times the expectation from a fresh shoe exactly, so that only the rounds"
    " between the cut card and round m count; ratio of means, interval by the delta method"
)


@dataclass(frozen=True)
class ShoePlan:
    """Shoes to be dealt, at least `least_rounds` rounds of each; `engine` None for the fastest."""

    game: LoadedGame
    policy: TablePolicy
    least_rounds: int
    shoes: int
    seed: int
    engine: str | None

    def job(self) -> Job:
        """Return the series of shoes."""
        return job_for(
            self.game,
            seed=self.seed,
            policies=[self.policy],
            procedure=PROCEDURE,
            pairs=((EXCESS, ROUNDS),),
            scales=fine_scales(Program(self.game)),
            engine=self.engine,
        )


def plan_shoes(
    game: LoadedGame,
    policies: Sequence[tuple[TablePolicy, int]],
    *,
    half_width: float,
    shoes: int | None,
    engine: str | None,
    workers: int | None,
    progress: Callable[[int, int, str], None],
) -> list[ShoePlan]:
    """Return for each policy, with its seed, how many shoes are dealt, and rounds of each at least.

    `half_width` is that of the effect's interval, if `shoes` is not given; the seed of the pilot is
    the next after that of the policy. `progress` is told of the games compiled.
    """
    # The interpreter plays so few shoes before code is compiled, with the same result.
    pilots = [ShoePlan(game, policy, 0, PILOT, seed + 1, INTERPRETER) for policy, seed in policies]
    rounds = [float(play_shoes(pilot, Means(workers=1)).mean(ROUNDS)) for pilot in pilots]
    # The same for all, so that the same compiled code plays them.
    least = min(_least_rounds(game, mean) for mean in rounds)
    changed = apply_settings(game, {LEAST: least})
    plans = [ShoePlan(changed, policy, least, 0, seed, engine) for policy, seed in policies]
    compile_games([plan.job() for plan in plans], workers, progress)
    return [
        replace(plan, shoes=_shoes_for(plan, mean, half_width) if shoes is None else shoes)
        for plan, mean in zip(plans, rounds, strict=True)
    ]


def _least_rounds(game: LoadedGame, rounds: float) -> int:
    """Return how many rounds a shoe has cards for, whatever comes, given its mean rounds."""
    parameters = parameter_values(game)
    cards = float(CARDS_OF_A_DECK * int(str(parameters[DECKS])))
    of_a_round = cards * (1.0 - int(str(parameters[CUT_CARD])) / 100.0) / rounds
    least = max(1, round(rounds))
    while least > 1 and cards < of_a_round * (least + SAFE * SPREAD * sqrt(least)):
        least -= 1
    return min(least, MOST_LEAST_ROUNDS)


def _shoes_for(plan: ShoePlan, rounds: float, half_width: float) -> int:
    """Return how many shoes give the interval, from a trial."""
    trial = play_shoes(replace(plan, shoes=TRIAL, seed=plan.seed + 1))
    spread = trial.sem(EXCESS) * sqrt(TRIAL)
    return max(TRIAL, floor((INTERVAL * spread / rounds / half_width) ** 2) + 1)


def play_shoes(plan: ShoePlan, means: Means | None = None) -> Tallies:
    """Return the statistics of shoes."""
    tallies, _ = play_games(
        plan.job(), StopRule(plan.shoes, None, None, NET), means or Means(workers=1)
    )
    return tallies


def cut_card_effect(plan: ShoePlan, wager: str, exact: float, tallies: Tallies) -> CutCardEffect:
    """Return the effect of the cut card.

    `exact` is the net expectation a round from a fresh shoe.

    Notes
    -----
    Method: let K be the rounds of a shoe until the cut card has come, S_k the net of its first k
    rounds, v the exact expectation of a round. Whatever m, E S_m = m v, since each of the first m
    rounds is dealt in every shoe. So the effect E S_K / E K - v equals E X / E K with
    X = S_K - S_m - v (K - m), in which only the rounds between K and m are left. Its variance is
    that of (X - effect K) / E K.
    Error: the interval; besides, m rounds need more cards than the shoe has in fewer than one shoe
    of a million.
    Source: derived here.
    """
    least = plan.least_rounds
    rounds, excess = float(tallies.mean(ROUNDS)), float(tallies.mean(EXCESS))
    effect = (excess - exact * (rounds - least)) / rounds
    slope = exact + effect
    spread = (
        float(tallies.variance(EXCESS))
        + slope**2 * float(tallies.variance(ROUNDS))
        - 2.0 * slope * float(tallies.covariance(EXCESS, ROUNDS))
    )
    parameters = parameter_values(plan.game)
    return CutCardEffect(
        wager=wager,
        cut_card=int(str(parameters[CUT_CARD])),
        other_players=int(str(parameters[OTHERS])),
        shoes=plan.shoes,
        seed=plan.seed,
        least_rounds=least,
        rounds=rounds,
        exact=exact,
        mean=exact + effect,
        effect=effect,
        half_width=INTERVAL * sqrt(max(0.0, spread) / plan.shoes) / rounds,
        method=METHOD,
    )
