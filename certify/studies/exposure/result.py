"""The result of `certify exposure`."""

from __future__ import annotations

from certify.results import Provenance, Result
from certify.studies.banked.result import Fractions


class ExposedWager(Result):
    """What a first wager, with those that follow it, brings by the rules and to who sees more.

    Attributes
    ----------
    fair, exposed
        Expected gain in units of the first wager, which is the player's edge; `gain` is the
        difference.
    """

    title: str
    fair: float
    exposed: float
    gain: float
    exact: Fractions | None = None


class ExposedOption(Result):
    """Share of the rounds in which an answer is given, by the rules and by who sees more."""

    option: str
    fair: float
    exposed: float


class ExposedCase(Result):
    """What is done when certain cards are seen.

    Attributes
    ----------
    seen
        The cards, by zone; suits do not matter.
    probability
        That the decision comes up and these are seen.
    worth
        Expected gain from there on, in units, what was put down before counted in.
    rule
        The best play in words.
    rule_cost
        What following it costs, in units, where these are seen; None where there is no rule.
    """

    seen: dict[str, str]
    probability: float
    worth: float
    rule: tuple[str, ...]
    rule_cost: float | None = None


class ExposedDecision(Result):
    """A decision, by the rules and by who sees more.

    Attributes
    ----------
    changed
        Share of the rounds in which the answer is another; None where situations are not kept.
    """

    decision: str
    text: str
    before: tuple[str, ...]
    options: tuple[ExposedOption, ...]
    changed: float | None
    cases: tuple[ExposedCase, ...]


class ExposedRemedy(Result):
    """What is done against it, and what the player's edge is then.

    Attributes
    ----------
    remedy
        ``covered``, ``dealt_late``, ``turned``, ``shuffled`` or ``cut``.
    edges
        Expected gain by wager, in units of the first wager, to who plays best for what he still
        sees.
    """

    remedy: str
    text: str
    edges: dict[str, float]


class ExposedResult(Provenance):
    """What hidden cards are worth to a player who sees them before deciding.

    Attributes
    ----------
    leaks
        How many hidden cards of each zone are seen; ``others`` lie nowhere in the game.
    marked
        By zone the cards that have a mark, where of those that are seen only the mark is.
    shoe
        How many cards of each kind the round is dealt from; empty for the whole pack.
    situations
        In which something was decided, by who sees more; None of blackjack.
    remedies
        What can be done against it.
    error_bound
        Of blackjack: bound on the numerical error of every expectation.
    """

    parameters: dict[str, bool | int | float | str]
    wagers_made: tuple[str, ...]
    leaks: dict[str, int]
    marked: dict[str, str]
    shoe: dict[str, int]
    wagers: dict[str, ExposedWager]
    decisions: tuple[ExposedDecision, ...]
    situations: int | None
    method: str
    remedies: tuple[ExposedRemedy, ...] = ()
    error_bound: float | None = None
