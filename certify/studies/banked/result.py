"""The result of `certify rtp` for a game against the house that is analysed from its spec."""

from __future__ import annotations

from certify.results import Provenance, Result


class BankedLine(Result):
    """A row of a wager's paytable with its true odds.

    Attributes
    ----------
    pays
        To one.
    probability
        That a round comes to it; `one_in` is how many rounds there are for each.
    contribution
        What it brings for each unit put on the wager; None where that differs from round to round.
    exact
        The probability as a fraction in lowest terms, if it was asked for.
    """

    row: str
    outcome: str
    pays: str
    probability: float
    one_in: float | None
    contribution: float | None
    exact: str | None = None


class BankedWager(Result):
    """Exact figures of a wager.

    Attributes
    ----------
    of
        The wager that must be made before; None of a first wager.
    made
        Whether the best play is best for it too.
    stake, net
        Expected amount put on it, and expected gain, in units.
    total_stake, total_net
        Of a first wager: with those that follow it. None of others.
    house_edge
        What the house keeps on average of a first wager and those that follow it, in units of the
        first; `rtp` is what comes back.
    element_of_risk
        House edge over everything put down.
    sd
        Standard deviation of a round's gain, in units of the first wager.
    hit_frequency, push_frequency
        Share of the rounds that win, and that neither win nor lose.
    exact
        Stake, net, and house edge as fractions in lowest terms, if they were asked for.
    """

    title: str
    of: str | None
    made: bool
    stake: float
    net: float
    total_stake: float | None
    total_net: float | None
    house_edge: float | None
    rtp: float | None
    element_of_risk: float | None
    sd: float | None
    hit_frequency: float | None
    push_frequency: float | None
    lines: tuple[BankedLine, ...]
    exact: dict[str, str] | None = None


class BankedOutcome(Result):
    """A gain of a round with all wagers made, its probability, and what was put down for it."""

    staked: float
    net: float
    probability: float
    exact: str | None = None


class BankedOption(Result):
    """A way to answer a decision: in which share of the rounds it is taken."""

    option: str
    frequency: float


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
    rule: tuple[str, ...] = ()
    rule_cost: float | None = None


class BankedResult(Provenance):
    """Exact figures of a game against the house, worked out from its spec.

    Attributes
    ----------
    strategy
        ``optimal``, which no play exceeds, or a policy of the spec.
    outcomes
        Gains of a round with the wagers made, in ascending order.
    sd, skewness
        Of them, in units; skewness None where nothing varies.
    """

    strategy: str
    wagers_made: tuple[str, ...]
    wagers: dict[str, BankedWager]
    outcomes: tuple[BankedOutcome, ...]
    mean: float
    sd: float
    skewness: float | None
    hit_frequency: float
    push_frequency: float
    decisions: tuple[BankedDecision, ...]
