"""The result of `certify paytable`."""

from __future__ import annotations

from certify.results import Provenance, Result
from certify.studies.banked.result import Fractions


class DesignedRow(Result):
    """A payout of the paytable that is designed.

    Attributes
    ----------
    probability
        How often it is paid in a round, by the play that is best for the table in force; `one_in`
        is how many rounds there are for each time.
    pays
        To one, in the table in force.
    low, high
        What the tables pay for it, to one, at least and at most.
    step
        Between two payouts that follow one another.
    values
        How many payouts that are.
    """

    row: str
    outcome: str
    probability: float
    one_in: float
    pays: str
    low: str
    high: str
    step: str
    values: int
    exact: Fractions | None = None


class DesignedTable(Result):
    """A paytable with its figures.

    Attributes
    ----------
    pays
        To one, in the order of the rows.
    house_edge, sd
        Of the first wager with those that follow it, in its units.
    hit_frequency
        Share of the rounds that bring a gain.
    top
        The highest payout, to one.
    is_within, is_best
        Whether it lies within the bounds, and whether no other table there beats it.
    play
        The number of the play that is best for it, counted as they were met; None where one is
        best for all.
    distance
        From what was wanted; None if nothing was.
    exact
        ``house_edge``, ``hit_frequency``, ``variance`` and ``top``.
    """

    pays: tuple[str, ...]
    house_edge: float
    hit_frequency: float
    sd: float
    top: float
    is_within: bool
    is_best: bool
    play: int | None = None
    distance: float | None = None
    exact: Fractions


class PaytableResult(Provenance):
    """All paytables within bounds, and those that no other of them beats.

    Attributes
    ----------
    wager, table
        The first wager whose figures these are, and the paytable, by their names.
    together
        The wagers whose figures are told together.
    rows
        The rarest first.
    grid
        What every payout is a multiple of, to one; `chips` are stake and chip from which it is.
    is_monotone
        Whether only tables were taken in which a rarer row pays at least as much.
    bounds, best, wanted
        What was asked: ends by figure, which side is better, what is wanted.
    tables
        How many tables the ranges hold; `within` of them lie within the bounds.
    front
        Those within that no other beats, the best in the first figure first.
    nearest
        The nearest to what is wanted, the nearest first.
    every
        All within, if they were asked for.
    in_force
        The table of the spec with what was changed in it, whether or not it is one of these.
    plays
        How many plays are best for some of the tables.
    is_narrowed
        Whether ranges that were not asked for are narrower than usual, so that the play that is
        best for the payouts in force is best for all tables.
    """

    parameters: dict[str, bool | int | float | str]
    wagers_made: tuple[str, ...]
    wager: str
    wager_title: str
    table: str
    table_title: str
    together: tuple[str, ...]
    rows: tuple[DesignedRow, ...]
    grid: str
    chips: tuple[tuple[str, str], ...]
    is_monotone: bool
    bounds: dict[str, tuple[str | None, str | None]]
    best: dict[str, str]
    wanted: dict[str, str]
    tables: int
    within: int
    front: tuple[DesignedTable, ...]
    nearest: tuple[DesignedTable, ...]
    every: tuple[DesignedTable, ...]
    in_force: DesignedTable
    plays: int
    method: str
    is_narrowed: bool = False
