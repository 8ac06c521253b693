"""The rule by which a seat, or going first, counts as favoured, the same everywhere.

A p is adjusted by Bonferroni for the number of players tested, and compared with one less the
confidence of the table. An interval of the advantage of going first that excludes zero is a finding
too: it holds together with all others of the table.
"""

from __future__ import annotations

from certify.studies.fairness.results.equal_play import EqualPlay
from certify.studies.fairness.results.fairness import TableResult


def level_of(table: TableResult) -> float:
    """Return the adjusted p below which a difference counts as found."""
    return 1.0 - table.family.confidence


def seats_chance(table: TableResult, play: EqualPlay) -> float:
    """Return the p of equal seats, adjusted for the number of players tested."""
    return min(play.seats_p * len(table.equal), 1.0)


def is_seat_favoured(table: TableResult, play: EqualPlay) -> bool:
    """Return whether a seat is found to win more often than another."""
    return seats_chance(table, play) < level_of(table)


def first_looked_at(table: TableResult) -> int:
    """Return for how many players going first was tested."""
    return sum(play.first_p is not None for play in table.equal)


def first_chance(table: TableResult, play: EqualPlay) -> float | None:
    """Return the adjusted p of no advantage of going first; None if nobody goes first."""
    if play.first_p is None:
        return None
    return min(play.first_p * first_looked_at(table), 1.0)


def first_matters(table: TableResult, play: EqualPlay) -> bool:
    """Return whether going first is found to be an advantage or a disadvantage."""
    chance = first_chance(table, play)
    if chance is None or play.first_advantage is None:
        return False
    return chance < level_of(table) or not play.first_advantage.holds(0.0)


def one_seat_begins(play: EqualPlay) -> bool:
    """Return whether the same seat goes first in every game: its advantage is the seat's."""
    return max(seat.opens for seat in play.seats) >= 1.0
