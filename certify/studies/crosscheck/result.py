"""The result of `certify crosscheck`."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from certify.results import Provenance, Result

MOST_GAMES = 50_000_000
"""Rounds that are played of a policy at most, however rare what a wager pays most for."""


class CrosscheckRun(Result):
    """A simulation run for some of the tests."""

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
    kind
        mean, share (of the games in which something happens), distribution (chi-square) or paid
        (the amounts paid, which must be equal to the last cent).
    exact, simulated
        The figure; None of a distribution. Of a payment, the excess paid a game.
    half_width
        Of the 95 percent interval of the difference.
    statistic
        z, or chi-square; None if something impossible was seen.
    p, p_adjusted
        Probability of a statistic as far out if nothing is wrong; and adjusted for the number of
        tests.
    detectable
        The smallest error that is detected with a probability of 99 percent: of a mean, in its
        unit; of a distribution, of the probability of one outcome. None with too few games.
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
    """Effect of dealing on to a cut card: no test, since it is no error.

    Attributes
    ----------
    cut_card
        Percent of the shoe behind the cut card.
    least_rounds
        Rounds dealt from every shoe at least, for the estimate.
    rounds
        Mean rounds of a shoe until the cut card has come.
    exact
        Net expectation a round from a fresh shoe, any payment made, in main wagers.
    mean
        The same over all rounds of such shoes.
    effect, half_width
        Their difference, and half its 95 percent interval.
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
    seed
        Seed from which those of the runs follow.
    detect
        The error of a mean for which the runs were sized, if the number of rounds was not given.
    play
        In words whose play was compared, of games that are analysed from their specs.
    left_out
        Means that were not tested, since a rare outcome sways them in so few rounds; their outcomes
        and pay lines were.
    level, power
        Greatest probability that any test fails though nothing is wrong; probability to detect what
        is detectable.
    plan_sha256
        SHA-256 of the plan: every test with its exact figure, every run with its number of games,
        fixed before anything was played.
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
    # Not written where there is nothing to say, so that issued results stay as they are.
    play: str | None = Field(default=None, exclude_if=lambda play: play is None)
    left_out: tuple[str, ...] = Field(default=(), exclude_if=lambda names: not names)

    @property
    def passed(self) -> bool:
        """Whether every test agrees."""
        return all(test.passed for test in self.tests)
