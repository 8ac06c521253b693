"""Results of changes of games that are analysed from their spec: exact, with where play changes."""

from __future__ import annotations

from pydantic import Field

from certify.results import Result
from certify.studies.whatif.result import (
    AlternativeSensitivity,
    PayoutSensitivity,
    RulingSensitivity,
    SensitivityResult,
    SweepResult,
    WhatIfResult,
)


class ExactChange(Result):
    """A figure before and after a change as fractions in lowest terms; None where there is none."""

    before: str | None
    after: str | None
    difference: str | None


class PlayRange(Result):
    """From where to where a payout may go, the others as they are, while one play stays best.

    Attributes
    ----------
    row
        The payout, such as ``main.flush``, to one; `pays` is what it is.
    low, high
        As fractions. At an end another answer is worth as much somewhere, or it is as far as is
        known (`is_low_known`, `is_high_known` are then false).
    """

    row: str
    pays: str
    low: str
    high: str
    is_low_known: bool
    is_high_known: bool


class AnalysedPlay(Result):
    """Whether anything is decided in the game; only where nothing is, a result says so."""

    is_decided: bool = Field(default=True, exclude_if=lambda decided: decided)


class AnalysedWhatIfResult(WhatIfResult, AnalysedPlay):
    """The result of `certify whatif` of a game that is analysed from its spec.

    Attributes
    ----------
    exact
        Figures by path, as fractions; those that are none, as standard deviations, are not there.
    same_play
        Whether the play before is the best after the change too; None if that is not known, since
        more than payouts changed.
    ranges
        Where the play after the change stays best, for every payout that matters to it.
    solution
        The value that was solved for as a fraction, which may have more digits than can be set.
    """

    exact: dict[str, ExactChange]
    same_play: bool | None
    ranges: tuple[PlayRange, ...]
    solution: str | None = None


class AnalysedSweepResult(SweepResult, AnalysedPlay):
    """A sweep of a game that is analysed from its spec.

    Attributes
    ----------
    exact
        Figures at every point as fractions; None of those that are none.
    plays
        By point the number of the play that is best there; points of one number are played alike.
        None where payouts cannot be told apart.
    """

    exact: tuple[tuple[str | None, ...], ...]
    plays: tuple[int | None, ...]


class AnalysedAlternative(AlternativeSensitivity):
    """An alternative of a ruling; `exact` by path the figures that are fractions."""

    exact: dict[str, ExactChange]


class AnalysedRuling(RulingSensitivity):
    """A ruling of a game that is analysed from its spec."""

    alternatives: tuple[AnalysedAlternative, ...]


class AnalysedPayout(PayoutSensitivity):
    """What one more unit of a payout is worth; `exact` as a fraction, if it is one."""

    exact: str | None


class AnalysedSensitivityResult(SensitivityResult, AnalysedPlay):
    """The result of `certify whatif --rulings` of a game that is analysed from its spec.

    Attributes
    ----------
    exact
        The figures as ruled as fractions; None of those that are none.
    payouts_missing
        Why there are no `payouts`.
    """

    exact: tuple[str | None, ...]
    rulings: tuple[AnalysedRuling, ...]
    payouts: tuple[AnalysedPayout, ...]
    payouts_missing: str | None
