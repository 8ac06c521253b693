"""How the composition of the shoe changes every wager, as `certify shoe` prints it."""

from __future__ import annotations

from typing import Literal

from certify.results import Provenance, Result
from certify.studies.crosscheck.result import CutCardEffect

Direction = Literal["at_least", "at_most"]
"""On which side of its trigger a true count calls for the wager."""

Tags = dict[str, float]
"""A number by value of a card, keys A, 2, .., 9, T."""


class Estimated(Result):
    """A figure from a sample, and half its 95 percent interval.

    The interval is from the means of shoes; None where they cannot give it, or where there was
    nothing to average.
    """

    value: float | None
    half_width: float | None


class EffectsResult(Result):
    """Effects of removal on a wager.

    Attributes
    ----------
    wager, title
        Its name (main, main_burnout, main_or_burnout, insurance, bonus.N.without_burnout,
        bonus.N.with_burnout), and its title in print.
    value
        Expectation at the shoe of the result, under the strategy that is optimal there.
    effects
        Change of `value` when one card leaves the shoe, by its value, under the same strategy; None
        where the shoe has no such card.
    best_effects
        The same if play is made optimal for the shoe without the card; None where no play helps.
    weights
        Cards by which the effects are weighted: the shoe, for insurance less the ace shown.
    weighted_sum
        Mean effect of a card drawn at random.
    demanded
        What exchangeability requires of it: zero; None for a wager that is no expectation under one
        strategy.
    best_weighted_sum
        The same with play made optimal: the value of seeing one card, not below zero.
    """

    wager: str
    title: str
    value: float
    effects: dict[str, float | None]
    best_effects: dict[str, float | None] | None
    weights: dict[str, int]
    weighted_sum: float
    demanded: Literal["zero"] | None
    best_weighted_sum: float | None
    unit: str


class IdentityResult(Result):
    """A sum of effects that exchangeability requires.

    Attributes
    ----------
    weighted_sum
        Sum of the effects, each weighted by the share of its cards in the shoe.
    demanded
        zero, or not_negative where play is made optimal for the shoe without the card.
    """

    quantity: str
    title: str
    weighted_sum: float
    demanded: Literal["zero", "not_negative"]
    tolerance: float
    holds: bool


class CountResult(Result):
    """A count of the cards dealt, and how well it predicts the expectation of a wager.

    Attributes
    ----------
    kind
        optimal (real tags), integer (the best whole balanced tags up to a level) or published.
    balanced
        Whether the tags of the shoe add up to zero; unbalanced ones are corrected by their mean.
    correlation
        Of the tags and the effects, weighted by the shoe; None where either does not vary.
    slope
        Change of the expectation for each unit of the true count, by the effects alone.
    trigger
        The whole true count nearest to zero from which the expectation is above zero, by the
        effects alone; None for never.
    direction
        Whether the wager is made at this true count and above, or at it and below.
    """

    name: str
    title: str
    kind: Literal["optimal", "integer", "published"]
    level: int | None
    tags: Tags
    balanced: bool
    correlation: float | None
    slope: float
    trigger: int | None
    direction: Direction


class WagerCounts(Result):
    """Every count for one wager."""

    wager: str
    title: str
    counts: tuple[CountResult, ...]


class CountingResult(Result):
    """Gain of a player who makes a wager only when a count calls for it.

    Attributes
    ----------
    trigger, direction
        When the wager is made, as in `CountResult`; of main_or_burnout None, since there the count
        calls for it when it calls for one of the two.
    buys, buys_direction
        Of main_or_burnout, the true count from which Burnout is bought (None for never), and on
        which side of it.
    frequency
        Share of the rounds in which the wager is made, of those in which it is offered.
    """

    wager: str
    title: str
    count: str
    count_title: str
    trigger: int | None
    direction: Direction | None
    buys: int | None = None
    buys_direction: Direction | None = None
    frequency: Estimated
    edge: Estimated
    units: Estimated
    unit: str


class PerfectResult(Result):
    """Gain of a player who knows every card dealt and computes the expectation.

    Attributes
    ----------
    frequency, edge, units
        As in `CountingResult`: the wager is made when its expectation is above zero, and played
        optimally for the shoe as it is.
    flat_gain
        Gain over the strategy of the full shoe if the wager is made every round, in `unit`; None
        where no play helps.
    """

    wager: str
    title: str
    frequency: Estimated
    edge: Estimated
    units: Estimated
    flat_gain: Estimated | None
    most: float
    unit: str


class StratumResult(Result):
    """Expectations of a wager in one part of the shoe.

    Attributes
    ----------
    dealt_from, dealt_to
        Cards dealt when the round begins: from the first, up to but not including the second. Where
        the parts are no whole number of cards wide, a number between two of them belongs to both.
    favourable
        Share of the rounds with an expectation above zero, of those in which it is offered.
    """

    dealt_from: int
    dealt_to: int
    penetration: float
    mean: Estimated
    sd: float
    quantiles: dict[str, float]
    favourable: Estimated
    mean_when_favourable: Estimated


class PenetrationResult(Result):
    """Distribution of a wager's expectation by penetration, in parts of the shoe of equal width.

    `play` is fixed (the strategy that is optimal for the full shoe) or best (optimal for the shoe
    as it is).
    """

    wager: str
    title: str
    play: Literal["fixed", "best"]
    strata: tuple[StratumResult, ...]
    overall: StratumResult
    unit: str


class MeanCheck(Result):
    """A mean of the sample beside its exact value.

    Attributes
    ----------
    exact, mean, half_width
        The figure of the full shoe, the mean of the sample, and half its interval.
    worst_z
        Difference in standard errors of the stratum in which it is farthest from zero.
    """

    quantity: str
    title: str
    exact: float
    mean: float
    half_width: float | None
    z: float | None
    worst_z: float | None


class ChanceCheck(Result):
    """Error of the first-order probabilities of split rounds.

    Attributes
    ----------
    compositions
        Number of compositions, of the deepest part of the shoe, that were computed in full.
    largest
        The largest difference found in any probability that a round is won or lost.
    """

    compositions: int
    largest: float


class ShoeSample(Result):
    """Figures from random compositions.

    Attributes
    ----------
    shoes, strata, seed
        Shoes dealt, rounds in each (one in each part of equal width), and the seed.
    counted
        Further shoes that were only counted, to make the estimates of counting sharper.
    """

    cut: int
    shoes: int
    strata: int
    seed: int
    counted: int
    checks: tuple[MeanCheck, ...]
    counting: tuple[CountingResult, ...]
    perfect: tuple[PerfectResult, ...]
    penetration: tuple[PenetrationResult, ...]
    chance_check: ChanceCheck | None = None

    @property
    def compositions(self) -> int:
        """Number of compositions whose figures were computed."""
        return self.shoes * self.strata


class ShoeResult(Provenance):
    """The result of `certify shoe`.

    Attributes
    ----------
    strategy
        The strategy that is held fixed: optimal for the shoe of the result.
    error_bound
        Bound on the absolute numerical error of the expectations of main wagers.
    """

    strategy: Literal["optimal"]
    shoe: dict[str, int]
    parameters: dict[str, bool | int | float | str]
    cut: int
    payment: float
    effects: tuple[EffectsResult, ...]
    identities: tuple[IdentityResult, ...]
    counts: tuple[WagerCounts, ...]
    sample: ShoeSample | None
    cut_card: tuple[CutCardEffect, ...]
    error_bound: float
    method: str

    @property
    def sound(self) -> bool:
        """Whether every identity holds."""
        return all(identity.holds for identity in self.identities)
