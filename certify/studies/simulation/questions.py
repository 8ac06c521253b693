"""Questions of a double entry: the simulation runs, and the exact figures for comparison."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any

from certify.cards.ranks import RANK_LABELS
from certify.exact.blackjack.solve import Solution
from certify.play.interpreter.program import Program
from certify.play.quantities import exact_scale, quantities_of
from certify.play.simulate.job import table_sha256
from certify.play.tables import TablePolicy
from certify.play.tallies import WINDOW, Pair, Tallies
from certify.studies.double_entry import OTHER, Distribution, Mean, Payment, Question, Share
from certify.studies.returns.bonus_result import StreakReturn
from certify.studies.returns.result import RtpResult, WagerResult
from certify.studies.returns.round_distributions import Distributions, reading_of
from certify.studies.simulation import entries
from certify.studies.simulation.table_play import certified_play, standing_play
from certify.studies.twenty_one import TwentyOneGame

ROUND, STREAK = "wagered_round", "single_streak"
NET, MAIN, BURNOUT, INSURANCE, BONUS = "score.1", "main", "burnout", "insurance", "bonus"
WON, PUSHED, LOST = "won", "pushed", "lost"
HANDS, DOUBLES, BURNS, ROUNDS = "hands", "doubles", "burns", "rounds"
"""Names of the procedures and measures of a playable spec of the family."""

PAIRS = ((HANDS, DOUBLES),)
"""The same for all rounds, so that all are played by the same compiled code."""

WITH_BURNOUT = "main_burnout"
WIDEST_SHARE = 0.5
"""Standard deviation of a share of one half, the greatest that there is."""


@dataclass(frozen=True)
class Run:
    """A simulation run for some questions.

    Attributes
    ----------
    questions : tuple of Question
        Asked of the games of this run.
    sd : float
        Standard deviation of one game, of the figure for which the run is sized.
    pool : str
        Name of runs whose rounds are played in the same way, and counted together; none by default.
    decided : float
        Decided rounds of a game of a pool, in the mean.
    of_pool : tuple of Question
        Asked of the games of all runs of the pool together.
    """

    name: str
    procedure: str
    policy: TablePolicy
    questions: tuple[Question, ...]
    sd: float
    pairs: tuple[Pair, ...] = ()
    games: int = 0
    seed: int = 0
    pool: str = ""
    decided: float = 1.0
    of_pool: tuple[Question, ...] = ()

    @property
    def asked(self) -> tuple[Question, ...]:
        """All questions of the run."""
        return (*self.of_pool, *self.questions)

    def plan(self) -> dict[str, Any]:
        """Return what is fixed before the games, as plain data."""
        return {
            "name": self.name,
            "procedure": self.procedure,
            "policy": table_sha256(self.policy),
            "games": self.games,
            "seed": self.seed,
            "tests": [question.plan() for question in self.asked],
        }


@dataclass(frozen=True)
class Book:
    """The exact side: a strategy, its figures and its distributions."""

    game: TwentyOneGame
    solution: Solution
    distributions: Distributions
    figures: RtpResult


def fine_scales(program: Program) -> dict[str, int]:
    """Return scales, by quantity, in which half of every amount in the rules is an integer.

    Insurance is half a wager.
    """
    quantities = quantities_of(program)
    amounts = zip(quantities.names, quantities.scales, strict=True)
    fine = 2 * exact_scale(program)
    return {name: fine for name, scale in amounts if scale != 1}


def runs_of(book: Book, program: Program) -> list[Run]:
    """Return the simulation runs of a double entry, without sizes and seeds.

    Main wager, main wager with Burnout, insurance, the dealer, and each Bonus wager.
    """
    runs = [_main(book, program, bought=bought) for bought in (False, True)]
    if book.figures.wagers.insurance is not None:
        runs.append(_insurance(book, program))
    runs.append(_dealer(book, program))
    for key, wager in book.figures.wagers.bonus.items():
        sides = ((False, wager.without_burnout), (True, wager.with_burnout))
        runs += [
            _bonus(book, program, int(key), bought, figures)
            for bought, figures in sides
            if figures is not None
        ]
    return [_sized(run, runs) if run.pool else run for run in runs]


def _sized(run: Run, runs: list[Run]) -> Run:
    """Return a run whose deviation tells its part of the rounds that its pool needs.

    Before, it is that of one decided round; the return that varies most needs most of them.
    """
    pool = [other for other in runs if other.pool == run.pool]
    most = max(other.sd for other in pool)
    return replace(run, sd=most / sqrt(len(pool) * run.decided))


def policy_for(book: Book, program: Program, name: str, **wagered: Any) -> TablePolicy:
    """Return the policy of a book's strategy with other wagers, as `certified_play` takes it."""
    return certified_play(program, book.solution.decisions, name=name, **wagered)


def _main(book: Book, program: Program, *, bought: bool) -> Run:
    wagers, rules = book.figures.wagers, book.game.rules
    wager: WagerResult = wagers.main_burnout if bought else wagers.main
    figures = book.solution.main_burnout if bought else book.solution.main
    distribution = book.distributions.main_burnout if bought else book.distributions.main
    name = WITH_BURNOUT if bought else MAIN
    payment = rules.burnout_payment if bought else Fraction(0)
    pays = entries.pays_of(book.game)
    sd = wager.sd or 0.0
    by_place = entries.places_by_upcard(book.solution, book.distributions, bought=bought)
    whole = entries.places_of(distribution, 0)
    loss, push, win = distribution.streak(reading_of(book.game))
    questions: list[Question] = [
        Mean(f"{name}.ev", name, "net of a round, payment included", wager.ev, sd, _mean(NET)),
        Payment(
            f"{name}.paid",
            name,
            "what results and payment come to",
            lambda tallies: (
                entries.due_for_results(tallies, pays) - payment,
                tallies.mean(MAIN) + tallies.mean(BURNOUT),
            ),
        ),
        Distribution(
            f"{name}.results",
            name,
            "results of a round",
            {entries.result_name(number): chance for number, chance in whole.items()},
            entries.outcomes_seen,
        ),
        Distribution(
            f"{name}.by_upcard",
            name,
            "results with the dealer's upcard",
            {
                entries.place_name(number): chance
                for places in by_place.values()
                for number, chance in places.items()
            },
            entries.places_seen,
        ),
        Distribution(
            f"{name}.streak",
            name,
            "won, pushed and lost rounds, as the streak counts them",
            {WON: float(win), PUSHED: float(push), LOST: float(loss)},
            lambda tallies: {
                outcome: tallies.tally(outcome).counts.get(1, 0) for outcome in (WON, PUSHED, LOST)
            },
        ),
        Distribution(
            f"{name}.hands",
            name,
            "hands of a round",
            _hands(
                distribution.rounds.sum(axis=(0, 2, 3)),
                distribution.blackjack + distribution.surrender,
            ),
            lambda tallies: _by_value(tallies, HANDS),
        ),
    ]
    if figures is not None:
        questions += [
            _of_upcard(name, rank, places, float(figures.by_upcard[rank]), pays)
            for rank, places in by_place.items()
            if places
        ]
    if rules.dealer_peeks or rules.blackjack_takes_all:
        # Otherwise a dealer blackjack gives units back, which the exact amount leaves out.
        questions.append(
            Mean(
                f"{name}.wagered",
                name,
                "main wager, doubles and splits of a round",
                wager.average_wagered - float(payment),
                None,
                _wagered,
            )
        )
    if bought:
        questions.append(
            Share(
                f"{name}.burns",
                name,
                "rounds in which a card is burned",
                wagers.main_burnout.burn_rate,
                lambda tallies: _happened(tallies, BURNS, 1),
            )
        )
    policy = policy_for(book, program, f"{book.figures.strategy}, {name}", bought=bought)
    return Run(name, ROUND, policy, tuple(questions), sd, PAIRS)


def _of_upcard(
    name: str, rank: int, places: entries.Places, exact: float, pays: entries.Pays
) -> Question:
    chance = sum(places.values())
    squares = sum(float(entries.net_of(n, pays)) ** 2 * p for n, p in places.items()) / chance
    label = RANK_LABELS[rank]
    return Mean(
        f"{name}.upcard.{label}",
        name,
        f"net of a round before any payment, the dealer showing {label}",
        exact,
        sqrt(max(0.0, squares - exact**2)),
        lambda tallies: entries.moments_of_upcard(tallies, rank, pays),
    )


def _insurance(book: Book, program: Program) -> Run:
    game, figures = book.game, book.figures
    pays = game.pays("main.insurance") / 2
    wins, loses = (float(chance) for chance in entries.insurance_distribution(game))
    mean = float(pays) * wins - loses / 2
    sd = sqrt(float(pays) ** 2 * wins + loses / 4 - mean**2)
    gain = figures.wagers.insurance.ev_even_money if figures.wagers.insurance else 0.0
    questions: tuple[Question, ...] = (
        Mean("insurance.ev", INSURANCE, "net a round, always taken", mean, sd, _mean(INSURANCE)),
        Mean(
            "insurance.even_money",
            INSURANCE,
            "net of the main wager, even money always taken",
            figures.wagers.main.ev + gain,
            None,
            _mean(MAIN),
        ),
    )
    by_result = entries.pays_of(game)
    questions += (
        Payment(
            "insurance.paid",
            INSURANCE,
            "what insurance won pays",
            lambda tallies: _most_paid(tallies, INSURANCE, pays),
        ),
        Payment(
            "insurance.main_paid",
            INSURANCE,
            "what results and even money come to",
            lambda tallies: (entries.due_for_results(tallies, by_result), tallies.mean(MAIN)),
        ),
    )
    if pays * fine_scales(program)[INSURANCE] in WINDOW:
        cells = {str(pays): wins, "-1/2": loses, "0": 1.0 - wins - loses}
        questions += (
            Distribution(
                "insurance.results",
                INSURANCE,
                "won, lost and not taken",
                cells,
                lambda tallies: _by_value(tallies, INSURANCE),
            ),
        )
    policy = policy_for(
        book,
        program,
        f"{figures.strategy}, insurance and even money",
        bought=False,
        insures=True,
        takes_even_money=True,
    )
    return Run(INSURANCE, ROUND, policy, questions, sd, PAIRS)


def _dealer(book: Book, program: Program) -> Run:
    question = Distribution(
        "dealer.results",
        "dealer",
        "the dealer's final hand, the player always standing",
        {
            name: chance
            for name, chance in entries.dealer_distribution(book.solution).items()
            if chance
        },
        entries.dealer_seen,
    )
    policy = standing_play(policy_for(book, program, "stand", bought=False))
    return Run("dealer", ROUND, policy, (question,), WIDEST_SHARE, PAIRS)


def _bonus(book: Book, program: Program, wins: int, bought: bool, figures: StreakReturn) -> Run:
    name = f"bonus.{wins}"
    run = f"{name}, with Burnout" if bought else name
    identity = f"{name}.{'with' if bought else 'without'}_burnout"
    pays, q = book.game.pays(name), figures.q
    worth = float(pays) + 1.0
    # All Bonus wagers are played by the same strategy, so that a round tells of each of them.
    returned = Mean(
        f"{identity}.rtp",
        name,
        "return, by the rounds won of all Bonus wagers",
        worth * figures.p_hit,
        _sd_of_return(worth, wins, q),
        lambda tallies: _return_of_rounds(tallies, worth, wins),
    )
    lengths = {str(won): q**won * (1.0 - q) for won in range(wins)} | {str(wins): q**wins}
    questions: tuple[Question, ...] = (
        Payment(
            f"{identity}.paid",
            name,
            "what the wagers won and lost come to",
            lambda tallies: (_due_for_bonus(tallies, wins, pays), tallies.mean(BONUS)),
        ),
        Distribution(
            f"{identity}.streaks",
            name,
            "rounds won when the wager is decided",
            lengths,
            lambda tallies: _by_value(tallies, WON),
        ),
        Mean(
            f"{identity}.rounds",
            name,
            "rounds until the wager is decided",
            figures.expected_rounds,
            None,
            _mean(ROUNDS),
        ),
    )
    policy = policy_for(
        book, program, f"{book.figures.strategy}, {run}", bought=bought, wagers=(wins,)
    )
    return Run(
        run,
        STREAK,
        policy,
        questions,
        returned.sd or 0.0,
        pool=f"bonus, {'with' if bought else 'without'} Burnout",
        decided=(1.0 - q**wins) / (1.0 - q),
        of_pool=(returned,),
    )


def _sd_of_return(worth: float, wins: int, share: float) -> float:
    """Return the deviation, for one decided round, of the return that the share won tells."""
    return worth * wins * share ** (wins - 1) * sqrt(share * (1.0 - share))


# What the games record


def _mean(name: str) -> Callable[[Tallies], tuple[float, float, int]]:
    return lambda tallies: (
        float(tallies.mean(name)),
        float(tallies.variance(name)),
        tallies.games,
    )


def _wagered(tallies: Tallies) -> tuple[float, float, int]:
    mean = tallies.mean(HANDS) + tallies.mean(DOUBLES)
    variance = (
        tallies.variance(HANDS) + tallies.variance(DOUBLES) + 2 * tallies.covariance(HANDS, DOUBLES)
    )
    return float(mean), float(variance), tallies.games


def _by_value(tallies: Tallies, name: str) -> dict[str, int]:
    tally, scale = tallies.tally(name), tallies.scale(name)
    found = {str(Fraction(value, scale)): count for value, count in tally.counts.items()}
    if tally.beyond.number:
        found[OTHER] = tally.beyond.number
    return found


def _most_paid(tallies: Tallies, name: str, pays: Fraction) -> tuple[Fraction, Fraction]:
    """Return the payout of a won wager, and the most that was paid if any was."""
    most = Fraction(tallies.tally(name).most or 0, tallies.scale(name))
    return (pays, most) if most > 0 else (most, most)


def _happened(tallies: Tallies, name: str, value: int) -> dict[str, int]:
    times = tallies.tally(name).counts.get(value, 0)
    return {"yes": times, "no": tallies.games - times}


def _hands(distribution: Any, single: float) -> dict[str, float]:
    found = {str(hands): float(chance) for hands, chance in enumerate(distribution) if chance}
    found["1"] = found.get("1", 0.0) + single
    return found


def _return_of_rounds(tallies: Tallies, worth: float, wins: int) -> tuple[float, float, int]:
    """Return what the share of decided rounds that are won tells of a return, and its variance.

    It varies less than the share of streaks that are won, and is the same if rounds do not depend
    on each other: that is tested by the lengths of streaks.
    """
    won, lost = tallies.tally(WON).total, tallies.tally(LOST).total
    share = won / (won + lost)
    return worth * share**wins, _sd_of_return(worth, wins, share) ** 2, won + lost


def _due_for_bonus(tallies: Tallies, wins: int, pays: Fraction) -> Fraction:
    won = tallies.tally(WON).counts.get(wins, 0)
    return (pays * won - (tallies.games - won)) / tallies.games
