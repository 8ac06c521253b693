"""The result of `certify rtp` for a game against the house that is analysed from its spec."""

from __future__ import annotations

from pydantic import Field

from certify.results import Provenance, Result
from certify.studies.split_play import PlaysSplits

Fractions = dict[str, str]
"""Figures by name as fractions in lowest terms, such as ``12/5525``."""


class BankedLine(Result):
    """A row of a wager's paytable with its true odds.

    Attributes
    ----------
    pays
        To one.
    probability
        That a round comes to it; `one_in` is how many rounds there are for each.
    contribution
        What the wager brings by it a round, in units of the first wager. Of all rows, and of the
        rounds that come to none, these add up to what the wager brings.
    """

    row: str
    outcome: str
    pays: str
    probability: float
    one_in: float | None
    contribution: float | None
    exact: Fractions | None = None


class BankedOutcome(Result):
    """An outcome of a round: what was put down in all, what it brought, and its probability.

    `staked` is None of blackjack, of which the outcomes are told by what they bring alone.
    """

    staked: float | None
    net: float
    probability: float
    exact: Fractions | None = None


class BankedWager(Result):
    """The exact figures of one wager.

    The figures of a first wager take those that follow it together with it; one that follows has
    its own. All but `stake` and `net` are in units of the first wager.

    Attributes
    ----------
    of
        The first wager that it follows; None of a first wager.
    made
        Whether it is made, so that the best play is best for it too.
    together
        The wagers whose figures these are.
    stake, net
        Expected amount put on the wager alone, and expected gain on it, in units.
    average_wagered
        Expectation of everything put down.
    ev
        Expected gain; `house_edge` is its negative.
    rtp
        What comes back of the first wager; None of one that follows it.
    element_of_risk
        House edge over everything put down; `rtp_on_action` is 1 less that.
    hit_frequency, push_frequency, loss_frequency
        Share of the rounds that bring a gain, nothing and a loss.
    """

    title: str
    of: str | None
    made: bool
    together: tuple[str, ...]
    stake: float
    net: float
    average_wagered: float | None
    ev: float | None
    house_edge: float | None
    rtp: float | None
    element_of_risk: float | None
    rtp_on_action: float | None
    variance: float | None
    sd: float | None
    hit_frequency: float
    push_frequency: float
    loss_frequency: float
    lines: tuple[BankedLine, ...]
    outcomes: tuple[BankedOutcome, ...]
    exact: Fractions | None = None


class BankedOption(Result):
    """A way to answer a decision: in which share of the rounds it is taken."""

    option: str
    frequency: float
    exact: Fractions | None = None


class BankedDecision(Result):
    """A decision that comes up after certain others.

    Attributes
    ----------
    before
        The decisions before it and how they were answered.
    situations
        How many different situations there are for the seat.
    frequency
        Share of the rounds in which it comes up.
    rule
        The best play in words, line by line; empty of a policy, or if no property tells it.
    rule_cost
        What following the rule costs, in units a round: 0 if it is the best play itself.
    """

    decision: str
    text: str
    before: tuple[str, ...]
    situations: int
    frequency: float
    options: tuple[BankedOption, ...]
    rule: tuple[str, ...]
    rule_cost: float | None
    exact: Fractions | None = None


class BankedUpcard(Result):
    """The expectation of the main wager of blackjack, given the dealer's upcard."""

    upcard: str
    probability: float
    ev: float


class BankedResult(Provenance, PlaysSplits):
    """Exact figures of a game against the house, worked out from its spec.

    Every number is the float nearest to a ratio of integers, or to the root of one; the ratio
    itself is beside it, as ``exact``, if it was asked for. Of blackjack the main wager is worked
    out by an engine of its own, within `error_bound`.

    Attributes
    ----------
    policy
        ``optimal``, which no play exceeds, a policy of the spec, or a strategy file.
    strategy_sha256
        Of the bytes of that file.
    shoe
        Cards that were left, by kind; None for the whole pack. Of blackjack always, by value.
    wagers
        In the order of the spec. A wager that the rules ask about is there only where it is made.
    outcomes
        Of a round with all wagers that are made, in units; so are the figures that follow.
    skewness
        None where nothing varies.
    situations
        How many different situations were decided, of all decisions together.
    split_play
        Of blackjack: how optimal play goes on after a split.
    by_upcard, error_bound
        Of blackjack: the expectation by the dealer's upcard, and the bound on the numerical error
        of the main wager's expectation.
    """

    policy: str
    parameters: dict[str, bool | int | float | str]
    wagers_made: tuple[str, ...]
    wagers: dict[str, BankedWager]
    outcomes: tuple[BankedOutcome, ...]
    ev: float
    average_wagered: float
    variance: float
    sd: float
    skewness: float | None
    hit_frequency: float
    push_frequency: float
    loss_frequency: float
    decisions: tuple[BankedDecision, ...]
    situations: int
    exact: Fractions | None = None
    unit: str = "units"
    method: str
    strategy_sha256: str | None = None
    shoe: dict[str, int] | None = None
    by_upcard: tuple[BankedUpcard, ...] = ()
    error_bound: float | None = None


class BankedSituation(Result):
    """A situation in which the seat decides.

    Attributes
    ----------
    cards
        The cards that the seat sees, by zone; suits stand for any that differ in the same way.
    frequency
        Share of the rounds in which it comes about.
    worths
        What each answer is worth from there on, in units.
    picked
        The cards that the best answer picks, if any.
    cost
        What the second best answer costs.
    """

    decision: str
    before: str
    cards: dict[str, str]
    frequency: float
    worths: dict[str, float]
    best: str
    picked: str = Field(default="", exclude_if=lambda cards: not cards)
    cost: float


class BankedChart(Result):
    """The best play with two cards, by their ranks and whether they are of one suit.

    Attributes
    ----------
    ranks
        Heads of rows and columns, the last of the pack first.
    codes
        What a cell stands for.
    rows
        Cells, row by row: above the diagonal hands of one suit, on it pairs, below it others.
    """

    decision: str
    before: tuple[str, ...]
    zone: str
    ranks: tuple[str, ...]
    codes: dict[str, str]
    rows: tuple[tuple[str, ...], ...]


class BankedStrategyResult(Provenance):
    """The best play of a game against the house.

    Attributes
    ----------
    closest
        The situations in which an error costs least, but something.
    situations
        All that were decided.
    charts
        Of starting hands, where two cards are decided on.
    """

    policy: str
    wagers_made: tuple[str, ...]
    decisions: tuple[BankedDecision, ...]
    closest: tuple[BankedSituation, ...]
    situations: int
    shoe: dict[str, int] | None = None
    charts: tuple[BankedChart, ...] = ()


class BankedAnswer(Result):
    """An answer in a situation.

    Attributes
    ----------
    ev
        What the wagers made bring from there on, in units, with the best play afterwards.
    cost
        What it costs against the best answer.
    """

    option: str
    ev: float
    cost: float
    exact: Fractions | None = None


class BankedHandResult(Provenance):
    """The result of `certify hand` for a game that is analysed from its spec.

    Attributes
    ----------
    shoe
        Cards that were left, by kind; None for the whole pack.
    before
        The decisions before it and how they were answered.
    cards
        The cards that the seat sees, by zone.
    frequency
        Share of the rounds in which it comes about, if the seat answers so before it; situations
        that differ by an exchange of suits alone are one.
    answers
        The best first.
    """

    wagers_made: tuple[str, ...]
    shoe: dict[str, int] | None
    decision: str
    text: str
    before: tuple[str, ...]
    cards: dict[str, str]
    frequency: float
    answers: tuple[BankedAnswer, ...]
    best: str
    exact: Fractions | None = None
    unit: str = "units"


class ToldSituations(Result):
    """Situations in which an error costs least; every one with a choice, if they are few.

    `charts` are of starting hands, where two cards are decided on.
    """

    closest: tuple[BankedSituation, ...] = ()
    every: tuple[BankedSituation, ...] = ()
    charts: tuple[BankedChart, ...] = Field(default=(), exclude_if=lambda charts: not charts)
