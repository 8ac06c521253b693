"""How the composition of the shoe moves every wager, as `certify shoe` prints it."""

from __future__ import annotations

from typing import Literal

from certify.results import Provenance, Result
from certify.studies.crosscheck.result import CutCardEffect

Direction = Literal["at_least", "at_most"]
"""On which side of its trigger a true count calls for the wager."""

Tags = dict[str, float]
"""A number by value of a card, keys A, 2, .., 9, T."""


class Estimated(Result):
    """A figure from a sample, and half its interval of 95 percent.

    Attributes
    ----------
    value : float or None
        The estimate; None where nothing was seen of which it would be the mean.
    half_width : float or None
        Half the interval, from the means of shoes; None where they cannot tell it.
    """

    value: float | None
    half_width: float | None


class EffectsResult(Result):
    """What one card more or less in the shoe does to a wager.

    Attributes
    ----------
    wager, title : str
        Its name (main, main_burnout, main_or_burnout, insurance, bonus.N.without_burnout,
        bonus.N.with_burnout), and what it is called in print.
    value : float
        Expectation at the shoe of the result, under the strategy that is optimal there.
    effects : dict
        Change of `value` when one card leaves the shoe, by its value, under the same strategy;
        None where the shoe has no such card.
    best_effects : dict or None
        The same if play is made optimal for the shoe without the card; None where no play helps.
    weights : dict
        Cards by which the effects are weighted: the shoe, for insurance less the ace shown.
    weighted_sum : float
        Mean effect of a card drawn at random.
    demanded : str or None
        What exchangeability demands of it: zero; None for a wager that is no expectation under one
        strategy.
    best_weighted_sum : float or None
        The same with play made optimal: what it is worth to see one card, not below zero.
    unit : str
        What `value` and the effects are in.
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
    """A sum of effects that exchangeability demands.

    Attributes
    ----------
    quantity, title : str
        Of what the effects are.
    weighted_sum : float
        Their sum, each weighted by the share of its cards in the shoe.
    demanded : str
        zero, or not_negative where play is made optimal for the shoe without the card.
    tolerance : float
        How far it may be off by rounding.
    holds : bool
        Whether it is not farther off.
    """

    quantity: str
    title: str
    weighted_sum: float
    demanded: Literal["zero", "not_negative"]
    tolerance: float
    holds: bool


class CountResult(Result):
    """A count of the cards gone, and how well it tells the expectation of a wager.

    Attributes
    ----------
    name : str
        optimal, integer.LEVEL, or the name under which it was published.
    title : str
        What it is called in print.
    kind : str
        optimal (real tags), integer (the best whole balanced tags up to a level) or published.
    level : int or None
        The largest tag, of a count with whole tags.
    tags : dict
        What is added when a card of the value is seen.
    balanced : bool
        Whether the tags of the shoe add up to zero; those of others are made true by their mean.
    correlation : float or None
        Of the tags and the effects, weighted by the shoe; None where either does not vary.
    slope : float
        Change of the expectation for each unit of the true count, by the effects alone.
    trigger : int or None
        The whole true count nearest to zero from which the expectation is above zero, by the
        effects alone; None for never.
    direction : str
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
    """What a player gains who makes a wager only when a count calls for it.

    Attributes
    ----------
    wager, title : str
        The wager.
    count, count_title : str
        Name of the count among those of the wager.
    trigger, direction
        When the wager is made, as in `CountResult`; of main_or_burnout None, since there the count
        calls for it when it calls for one of the two.
    buys : int or None
        Of main_or_burnout, the true count from which Burnout is bought; None for never.
    buys_direction : str or None
        On which side of it.
    frequency : Estimated
        Share of the rounds in which the wager is made, of those in which it is offered.
    edge : Estimated
        Mean expectation when it is made.
    units : Estimated
        Expected gain in `unit`.
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
    """What a player gains who knows every card gone and works out the expectation.

    Attributes
    ----------
    wager, title : str
        The wager.
    frequency, edge, units : Estimated
        As in `CountingResult`: the wager is made when its expectation is above zero, and played
        optimally for the shoe as it is.
    flat_gain : Estimated or None
        Gain over the strategy of the full shoe if the wager is made every round, in `unit`; None
        where no play helps.
    most : float
        The highest expectation in the sample.
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
    dealt_from, dealt_to : int
        Cards gone when the round begins: from the first, up to but not including the second. Where
        the parts are no whole cards wide, a number between two of them belongs to both.
    penetration : float
        Their middle, as a share of the shoe.
    mean, sd : float
        Of the expectations.
    quantiles : dict
        By percent: 1, 5, 25, 50, 75, 95 and 99.
    favourable : Estimated
        Share of the rounds with an expectation above zero, of those in which it is offered.
    mean_when_favourable : Estimated
        Mean expectation of these.
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
    """How the expectation of a wager spreads as the shoe is dealt.

    Attributes
    ----------
    wager, title : str
        The wager.
    play : str
        fixed (the strategy that is optimal for the full shoe) or best (optimal for the shoe as it
        is).
    strata : tuple of StratumResult
        Parts of the shoe of equal width, from its first card to the cut card.
    overall : StratumResult
        All of them together.
    unit : str
        What the expectations are in.
    """

    wager: str
    title: str
    play: Literal["fixed", "best"]
    strata: tuple[StratumResult, ...]
    overall: StratumResult
    unit: str


class MeanCheck(Result):
    """A mean that is known exactly, and what the sample says of it.

    Attributes
    ----------
    quantity, title : str
        What was averaged, under the strategy of the full shoe: by exchangeability its mean is the
        same however many unseen cards are gone.
    exact, mean, half_width : float
        The figure of the full shoe, the mean of the sample, and half its interval.
    z : float or None
        The difference in standard errors.
    worst_z : float or None
        The same of the stratum in which it is farthest from zero.
    """

    quantity: str
    title: str
    exact: float
    mean: float
    half_width: float | None
    z: float | None
    worst_z: float | None


class ChanceCheck(Result):
    """What it leaves out to take the chances of split rounds to first order in the cards gone.

    Attributes
    ----------
    compositions : int
        Of the deepest part of the shoe, of which everything was worked out in full.
    largest : float
        The largest difference found in any probability that a round is won or lost.
    """

    compositions: int
    largest: float


class ShoeSample(Result):
    """What was found in compositions drawn at random.

    Attributes
    ----------
    cut : int
        Cards dealt before the cut card.
    shoes, strata, seed : int
        Shoes dealt, rounds looked at in each (one in each part of equal width), and the seed.
    counted : int
        Shoes of which the counts alone were looked at, to make the estimates of counting sharper.
    checks : tuple of MeanCheck
        Means that are known exactly.
    counting, perfect, penetration : tuple
        Gains of counting and of perfect play, and distributions by penetration.
    chance_check : ChanceCheck or None
        Of the chances that Bonus wagers rest on; None without these.
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
        """How many compositions were worked out."""
        return self.shoes * self.strata


class ShoeResult(Provenance):
    """The result of `certify shoe`.

    Attributes
    ----------
    strategy : str
        The strategy that is held fixed: optimal for the shoe of the result.
    shoe : dict
        Undealt cards by value, keys A, 2, .., 9, T.
    parameters : dict
        Every parameter in force, as written in YAML.
    cut : int
        Cards dealt before the cut card.
    payment : float
        The Burnout payment, in main wagers.
    effects : tuple of EffectsResult
        Effects of removal on every wager.
    identities : tuple of IdentityResult
        Sums that exchangeability demands.
    counts : tuple of WagerCounts
        Counts for every wager.
    sample : ShoeSample or None
        What was found in compositions drawn at random, if any were.
    cut_card : tuple of CutCardEffect
        What ending the shoe with a cut card changes, if it was worked out.
    error_bound : float
        Bound on the absolute numerical error of the expectations of main wagers.
    method : str
        How the figures were found.
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
