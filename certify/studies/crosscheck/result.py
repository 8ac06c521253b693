"""What `certify crosscheck` found."""

from __future__ import annotations

from typing import Literal

from certify.results import Provenance, Result


class CrosscheckRun(Result):
    """Games that were played for some of the tests.

    Attributes
    ----------
    procedure : str
        What was played as a game.
    policy, policy_sha256 : str
        How, and the SHA-256 of the tables.
    games, seed : int
        How many, and the seed of the series.
    """

    name: str
    procedure: str
    policy: str
    policy_sha256: str
    games: int
    seed: int


class CrosscheckTest(Result):
    """An exact figure, the same simulated, and the test between them.

    Attributes
    ----------
    id : str
        Name of the test.
    wager, text : str
        The wager that it is about, and what is compared.
    kind : str
        mean, share (of the games in which something happens), distribution (chi-square) or paid
        (what was paid for what happened, which must be equal to the last cent).
    run : str
        The games that it looks at.
    exact, simulated : float or None
        The figure; None of a distribution. Of a payment, what was paid too much, a game.
    difference : float or None
        Simulated less exact.
    half_width : float or None
        Of the interval of the difference, 95 percent.
    statistic : float or None
        z, or chi-square; None if something was seen that cannot be.
    freedom : int or None
        Degrees of freedom of a chi-square.
    p, p_adjusted : float
        Chance of a statistic as far out if nothing is wrong; and adjusted for the number of tests.
    passed : bool
        Whether the adjusted one is not below the level.
    detectable : float or None
        The smallest error that is seen with a chance of 99 percent: of a mean, in its unit; of a
        distribution, of the probability of one outcome. None if the games were too few to tell.
    """

    id: str
    wager: str
    text: str
    kind: Literal["mean", "share", "distribution", "paid"]
    run: str
    exact: float | None
    simulated: float | None
    difference: float | None
    half_width: float | None
    statistic: float | None
    freedom: int | None
    p: float
    p_adjusted: float
    passed: bool
    detectable: float | None


class CutCardEffect(Result):
    """What dealing on to a cut card changes: no test, since it is no error.

    Attributes
    ----------
    wager : str
        main or main_burnout.
    cut_card : int
        Percent of the shoe behind the cut card.
    other_players : int
        Others at the table.
    shoes, seed : int
        How many shoes were dealt, and the seed of the series.
    least_rounds : int
        Rounds dealt from every shoe at least, for the estimate.
    rounds : float
        Mean rounds of a shoe until the cut card has come.
    exact : float
        Net expectation a round from a fresh shoe, any payment made, in main wagers.
    mean : float
        The same over all rounds of such shoes.
    effect, half_width : float
        Their difference, and half its interval of 95 percent.
    """

    wager: str
    cut_card: int
    other_players: int
    shoes: int
    seed: int
    least_rounds: int
    rounds: float
    exact: float
    mean: float
    effect: float
    half_width: float
    unit: str = "main wagers a round"
    method: str


class CrosscheckResult(Provenance):
    """The result of `certify crosscheck`.

    Attributes
    ----------
    strategy : str
        optimal, basic or the id of a strategy file.
    engine : str
        Who played: interpreter or compiled.
    seed : int
        Seed from which those of the runs follow.
    detect : float
        The error of a mean for which the runs were sized, if the number of rounds was not given.
    level, power : float
        Chance that any test fails though nothing is wrong, at most; chance to see what is
        detectable.
    correction : str
        How the tests are corrected for their number.
    plan_sha256 : str
        SHA-256 of the plan: every test with its exact figure, every run with its number of games,
        fixed before anything was played.
    runs, tests : tuple
        What was played, and compared.
    cut_card : tuple of CutCardEffect
        What exactness assumes away.
    """

    strategy: str
    engine: str
    seed: int
    detect: float
    level: float
    power: float
    correction: Literal["Holm"]
    plan_sha256: str
    runs: tuple[CrosscheckRun, ...]
    tests: tuple[CrosscheckTest, ...]
    cut_card: tuple[CutCardEffect, ...]

    @property
    def passed(self) -> bool:
        """Whether every test agrees."""
        return all(test.passed for test in self.tests)
