"""Results of changes: before and after, sweeps, settings solved for, rulings and payouts."""

from __future__ import annotations

from certify.results import Assignment, Provenance, Result
from certify.studies.split_play import PlaysSplits


class FigureName(Result):
    """A figure of the analysis, by its place in the JSON of `certify rtp`, and in words.

    Such as ``wagers.main.ev``; a rate is printed in percent of the unit.
    """

    path: str
    wager: str
    figure: str
    unit: str
    is_rate: bool


class FigureChange(FigureName):
    """A figure before and after a change; None where it does not exist, such as without insurance.

    `difference` is `after` less `before`.
    """

    before: float | None
    after: float | None
    difference: float | None


class SettingChange(Result):
    """A parameter or payout that was changed; values as written in YAML."""

    name: str
    before: str
    after: str


class Attained(Result):
    """The figure at one value of a setting, as written."""

    value: str
    figure: float


class Suggestion(Attained):
    """A value that a casino would print or accept, next to an exact one.

    `form` is odds as casinos pay them, whole percent of a wager, or chips; `is_above` says whether
    the figure is more than its target there.
    """

    form: str
    is_above: bool


class SolvedSetting(Result):
    """A setting at which a figure meets a target.

    Attributes
    ----------
    deviation
        `achieved` less `target`; at most 1e-9 either way.
    lowest, highest
        The least and the greatest figure seen over the values that were allowed.
    simple
        Values of few digits on both sides, and the figure there.
    suggested
        The nearest values on both sides that a casino would print or accept, ascending.
    """

    name: str
    figure: FigureName
    value: str
    number: float
    target: float
    achieved: float
    deviation: float
    method: str
    lowest: Attained
    highest: Attained
    simple: tuple[Attained, ...]
    suggested: tuple[Suggestion, ...] = ()


class WhatIfResult(Provenance, PlaysSplits):
    """The result of `certify whatif`: the figures of the spec, and those of the changed game.

    Attributes
    ----------
    settings
        The changes; `changed` is empty, since the provenance is that of the spec.
    strategy
        ``optimal``, ``basic`` or the id of a strategy file; the first two are computed anew for the
        changed rules.
    without_effect
        Those of the changes on which no figure of the exact analysis depends.
    paytable
        Every row of the paytable that was solved for, each for a figure of its own wager.
    """

    settings: tuple[SettingChange, ...]
    strategy: str
    strategy_sha256: str | None
    shoe: dict[str, int]
    changed_shoe: dict[str, int]
    without_effect: tuple[str, ...] = ()
    figures: tuple[FigureChange, ...]
    solved: SolvedSetting | None = None
    paytable: tuple[SolvedSetting, ...] = ()
    error_bound: float
    method: str


class SweepAxis(Result):
    """A setting that is swept: its values as written, and as numbers if they are numbers."""

    name: str
    title: str
    unit: str
    values: tuple[str, ...]
    numbers: tuple[float, ...] | None


class SweepPoint(Result):
    """The figures at one point of a sweep, and their differences from the spec as it is."""

    values: tuple[str, ...]
    figures: tuple[float | None, ...]
    differences: tuple[float | None, ...]


class SweepResult(Provenance, PlaysSplits):
    """The result of a sweep: every combination of values, the last axis varying fastest.

    `before` are the figures of the spec as it is.
    """

    settings: tuple[SettingChange, ...]
    strategy: str
    strategy_sha256: str | None
    shoe: dict[str, int]
    axes: tuple[SweepAxis, ...]
    figures: tuple[FigureName, ...]
    before: tuple[float | None, ...]
    points: tuple[SweepPoint, ...]
    error_bound: float
    method: str


SETS_NOTHING = "No parameter carries it, so that nothing is worked out."
IN_FORCE = "It is what is in force here."
NOT_WORKED_OUT = "It was not worked out"
"""Why an alternative changes no figure; the last is followed by what is too much."""


class AlternativeSensitivity(Result):
    """Effect of an alternative of a ruling on every wager.

    `changes` is None where nothing in the analysis changes, for the `reason`.
    """

    text: str
    settings: tuple[Assignment, ...]
    changes: tuple[FigureChange, ...] | None
    reason: str | None = None

    def difference(self, path: str) -> float | None:
        """Return the change of one figure; None if it does not exist, 0 if nothing changes."""
        if self.changes is None:
            return 0.0
        return next((each.difference for each in self.changes if each.path == path), None)


class RulingSensitivity(Result):
    """A ruling, and what each of its alternatives changes."""

    id: str
    question: str
    decided: str
    parameters: tuple[str, ...]
    alternatives: tuple[AlternativeSensitivity, ...]


class PayoutSensitivity(FigureName):
    """Change of a figure for one more unit of a payout or payment, play being the same.

    The figure is linear in the payout.
    """

    name: str
    pays: str
    derivative: float
    meaning: str


class SensitivityResult(Provenance, PlaysSplits):
    """Effect of every ruling and every payout on every wager; `base` as ruled."""

    strategy: str
    strategy_sha256: str | None
    shoe: dict[str, int]
    figures: tuple[FigureName, ...]
    base: tuple[float | None, ...]
    rulings: tuple[RulingSensitivity, ...]
    payouts: tuple[PayoutSensitivity, ...]
    error_bound: float
    method: str
