"""What a change does: before and after, sweeps, a setting solved for, rulings and payouts."""

from __future__ import annotations

from certify.results import Assignment, Provenance, Result


class FigureName(Result):
    """A figure of the analysis.

    Attributes
    ----------
    path : str
        Where it stands in the JSON of `certify rtp`, such as ``wagers.main.ev``.
    wager : str
        The wager that it belongs to, in words.
    figure : str
        What it is, in words.
    unit : str
        What it is measured in.
    is_rate : bool
        Whether it is printed in percent of the unit.
    """

    path: str
    wager: str
    figure: str
    unit: str
    is_rate: bool


class FigureChange(FigureName):
    """A figure before and after a change; None where it does not exist, say of no insurance.

    Attributes
    ----------
    before, after, difference : float or None
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
    """What a figure comes to at one value of a setting, as written."""

    value: str
    figure: float


class Suggestion(Attained):
    """A value that a casino would print or take, next to an exact one.

    Attributes
    ----------
    form : str
        As what: odds as casinos pay them, whole percent of a wager, or chips.
    is_above : bool
        Whether the figure is more than its target there.
    """

    form: str
    is_above: bool


class SolvedSetting(Result):
    """A setting at which a figure meets a target.

    Attributes
    ----------
    name : str
        The parameter or payout.
    value : str
        The value found, as ``--set`` takes it.
    number : float
        The same as a number; of a payout, what its row pays.
    target : float
        What the figure is to be.
    achieved : float
        What it is at `value`.
    deviation : float
        `achieved` less `target`; at most 1e-9 either way.
    method : str
        What the value is, by how it was found.
    lowest, highest : Attained
        The least and the most that the figure was seen to be over the values that were allowed.
    simple : tuple of Attained
        Values of few digits on both sides, and what the figure comes to there.
    suggested : tuple of Suggestion
        The nearest values on both sides that a casino would print or take, ascending.
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


class WhatIfResult(Provenance):
    """The result of `certify whatif`: the figures of the spec, and those of the changed game.

    Attributes
    ----------
    settings : tuple of SettingChange
        What was changed; `changed` is empty, since the provenance is that of the spec.
    strategy : str
        ``optimal``, ``basic`` or the id of a strategy file; the first two are worked out anew for
        the changed rules.
    shoe, changed_shoe : dict
        Undealt cards by value, before and after.
    without_effect : tuple of str
        Settings among these on which no figure of the exact analysis depends.
    figures : tuple of FigureChange
        The figures.
    solved : SolvedSetting or None
        The setting that was solved for, one of `settings`.
    paytable : tuple of SolvedSetting
        Every row of the paytable that was solved for, each for a figure of its own wager.
    error_bound : float
        Bound on the numerical error of an expectation.
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
    """A setting that is swept.

    Attributes
    ----------
    name, title : str
        The parameter or payout, and its title.
    unit : str
        What its values are measured in.
    values : tuple of str
        As written in YAML.
    numbers : tuple of float or None
        The same as numbers; None where they are none.
    """

    name: str
    title: str
    unit: str
    values: tuple[str, ...]
    numbers: tuple[float, ...] | None


class SweepPoint(Result):
    """The figures at one point of a sweep.

    Attributes
    ----------
    values : tuple of str
        Of each axis, as written in YAML.
    figures, differences : tuple of float or None
        In the order of the result's figures; `differences` against the spec as it is.
    """

    values: tuple[str, ...]
    figures: tuple[float | None, ...]
    differences: tuple[float | None, ...]


class SweepResult(Provenance):
    """The result of a sweep.

    Attributes
    ----------
    settings : tuple of SettingChange
        What was changed besides, the same at every point.
    axes : tuple of SweepAxis
        One or two.
    figures : tuple of FigureName
        The figures.
    before : tuple of float or None
        What they are for the spec as it is.
    points : tuple of SweepPoint
        Every combination of values, the last axis running fastest.
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


class AlternativeSensitivity(Result):
    """What another reading of a ruling does to every wager.

    Attributes
    ----------
    text : str
        The reading.
    settings : tuple of Assignment
        What is set for it.
    changes : tuple of FigureChange or None
        Every figure of the table; None where nothing of the analysis changes.
    reason : str or None
        Why nothing changes, where nothing does.
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
    """A ruling, and what each other reading of it changes."""

    id: str
    question: str
    decided: str
    parameters: tuple[str, ...]
    alternatives: tuple[AlternativeSensitivity, ...]


class PayoutSensitivity(FigureName):
    """By how much a figure changes for one more unit of a payout or payment.

    Attributes
    ----------
    name : str
        The payout or payment, as ``--set`` takes it.
    pays : str
        What it is, as written.
    derivative : float
        Change of the figure for one more unit, play being the same; the figure is linear in it.
    meaning : str
        What the derivative is, in words.
    """

    name: str
    pays: str
    derivative: float
    meaning: str


class SensitivityResult(Provenance):
    """What every ruling and every payout means for every wager.

    Attributes
    ----------
    figures : tuple of FigureName
        The figures of the table.
    base : tuple of float or None
        What they are as ruled.
    rulings : tuple of RulingSensitivity
        Every ruling of the spec, in its order.
    payouts : tuple of PayoutSensitivity
        Every payout and the Burnout payment, for every figure that it changes.
    """

    strategy: str
    strategy_sha256: str | None
    shoe: dict[str, int]
    figures: tuple[FigureName, ...]
    base: tuple[float | None, ...]
    rulings: tuple[RulingSensitivity, ...]
    payouts: tuple[PayoutSensitivity, ...]
    error_bound: float
    method: str
