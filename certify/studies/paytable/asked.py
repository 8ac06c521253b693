"""What is asked of the paytables of a wager, checked before any work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from certify.errors import EngineError, SpecError, unknown_name
from certify.exact.banked.pricing import payouts_read
from certify.language.game import LoadedGame, wagers_made, with_wagers
from certify.language.parameters import MOST_ODDS
from certify.studies.house.choice import house_of
from certify.studies.paytable.figures import EDGE, FIGURES, HIT, SD, TOP, Ends
from certify.studies.whatif.aims import said_number

HIGH, LOW = "high", "low"
USUAL_BEST = ((HIT, HIGH), (SD, LOW), (TOP, HIGH))
"""The edge is the house's to set within its bounds; of tables with the same, players like these."""

Written = float | int | str | Fraction
Given = str | Sequence[Written | None] | None
"""A range: ``LOW:HIGH`` as text, or both ends; an end that is left out is open."""


@dataclass(frozen=True)
class RowRange:
    """What a payout may be, to one: from, to, and in which steps if not in all that are payable."""

    low: Fraction
    high: Fraction
    step: Fraction | None = None


@dataclass(frozen=True)
class PaytableQuestion:
    """What is asked.

    Attributes
    ----------
    game : LoadedGame
        With the wager made.
    wager : str
        The first wager, whose figures are told, with those that follow it.
    table : str
        The paytable, by the name that the spec gives it.
    bounds : dict
        By figure, between which ends it must lie.
    ranges : dict
        By row of the paytable, what it may pay; of others about what they pay now.
    chips : tuple of (Fraction, Fraction)
        Stakes are multiples of the first, and payouts must be multiples of the second.
    best : tuple of (str, str)
        Figures, each with whether ``high`` or ``low`` is better.
    wanted : dict
        Figures and rows with what is wanted of them.
    is_monotone : bool
        Whether a rarer row must pay at least as much.
    everything : bool
        Whether to list all tables within the bounds, too.
    """

    game: LoadedGame
    wager: str
    table: str
    bounds: Mapping[str, Ends]
    ranges: Mapping[str, RowRange]
    chips: tuple[tuple[Fraction, Fraction], ...] = ()
    best: tuple[tuple[str, str], ...] = USUAL_BEST
    wanted: Mapping[str, Fraction] | None = None
    is_monotone: bool = True
    everything: bool = False

    @classmethod
    def of(
        cls,
        game: LoadedGame,
        wager: str | None = None,
        *,
        bounds: Mapping[str, Given] | None = None,
        rows: Mapping[str, Given | Written] | None = None,
        chips: Iterable[Given] = (),
        best: Mapping[str, str] | None = None,
        fit: Mapping[str, Written] | None = None,
        is_monotone: bool = True,
        everything: bool = False,
    ) -> PaytableQuestion:
        """Return a question; what cannot be answered is a SpecError or an EngineError."""
        game = house_of(game).with_odds()
        named, table = _table_of(game, wager)
        known = [row.key for row in game.paytable_rows(table)]
        ranges = {}
        for row, given in (rows or {}).items():
            if row not in known:
                raise SpecError(unknown_name(row, f"row of the paytable {table}", known))
            ranges[row] = _row_range(row, given)
        return cls(
            with_wagers(game, [*wagers_made(game), named]) if _can_choose(game, named) else game,
            _first(game, named),
            table,
            {
                name: ends
                for name, given in (bounds or {}).items()
                if (ends := _bounds(name, given)) != (None, None)
            },
            ranges,
            tuple(_chips(given) for given in chips),
            _best(best),
            {name: _wanted(name, value, known) for name, value in (fit or {}).items()} or None,
            is_monotone,
            everything,
        )

    @property
    def own(self) -> tuple[str, ...]:
        """The wagers whose figures are told together, the first one first."""
        return (self.wager, *self.game.spec.following(self.wager))

    @property
    def grid(self) -> Fraction:
        """What every payout must be a multiple of, to one."""
        steps = [chip / stake for stake, chip in self.chips]
        return (
            Fraction(
                lcm(*(step.numerator for step in steps)), gcd(*(step.denominator for step in steps))
            )
            if steps
            else Fraction(1)
        )

    def key(self) -> dict[str, Any]:
        """Return plain data that determines the answer."""
        return {
            **self.game.key(),
            "made": wagers_made(self.game),
            "asked": [self.wager, self.table, self.is_monotone, self.everything],
            "bounds": {name: [*map(_text, ends)] for name, ends in self.bounds.items()},
            "ranges": {
                row: [_text(own.low), _text(own.high), _text(own.step)]
                for row, own in self.ranges.items()
            },
            "chips": [[str(stake), str(chip)] for stake, chip in self.chips],
            "best": [*map(list, self.best)],
            "wanted": {name: str(value) for name, value in (self.wanted or {}).items()},
        }


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


# Wagers -------------------------------------------------------------------------------------------


def _first(game: LoadedGame, name: str) -> str:
    wager = game.spec.wagers[name]
    return name if wager.of is None or wager.optional else wager.of


def _can_choose(game: LoadedGame, name: str) -> bool:
    return name not in wagers_made(game)


def _tables(game: LoadedGame) -> dict[str, list[str]]:
    """Return by wager the paytables that say what it brings."""
    play = game.play
    every = {} if play is None or play.result is None else play.result.wagers
    found = {
        name: [*dict.fromkeys(row.partition(".")[0] for row in payouts_read([wager.net]))]
        for name, wager in every.items()
    }
    return {name: tables for name, tables in found.items() if tables}


def _table_of(game: LoadedGame, wager: str | None) -> tuple[str, str]:
    """Return a wager and its paytable; if no wager is named, of the only paytable."""
    tables = _tables(game)
    if not tables:
        raise EngineError(f"no wager of {game.spec.game.id} is paid by a paytable")
    if wager is not None:
        if wager not in game.spec.wagers:
            raise SpecError(unknown_name(wager, "wager", game.spec.wagers))
        if wager not in tables:
            raise SpecError(
                f"the wager {wager} is paid by no paytable; those that are: {', '.join(tables)}"
            )
        if len(tables[wager]) > 1:
            raise EngineError(
                f"the wager {wager} is paid by several paytables, {', '.join(tables[wager])}; one"
                " is gone through at a time"
            )
        return wager, tables[wager][0]
    different = {(_first(game, name), *own) for name, own in tables.items()}
    if len(different) > 1:
        raise SpecError(
            f"{game.spec.game.id} has paytables of several wagers; expected one of"
            f" {', '.join(tables)} (certify paytable GAME --wager NAME)"
        )
    name = next(iter(tables))
    return name, tables[name][0]


# Numbers ------------------------------------------------------------------------------------------


def _number(given: Written, where: str) -> Fraction:
    if isinstance(given, Fraction):
        return given
    return said_number(str(given), where)


def _parts(given: Given | Written, where: str, most: int) -> list[str]:
    """Return the parts of a range as texts; empty for an end that is left open."""
    if isinstance(given, str):
        parts = given.split(":")
    elif isinstance(given, Sequence):
        parts = ["" if part is None else str(part) for part in given]
    else:
        parts = [str(given)]
    if (not given and given != 0) or len(parts) > most:
        raise SpecError(f"{where}: found {given!r}; expected LOW:HIGH{':STEP' * (most > 2)}")
    return [part.strip() for part in parts]


def _bounds(name: str, given: Given) -> Ends:
    """Return both ends of a figure, each None if it is open."""
    if name not in FIGURES:
        raise SpecError(unknown_name(name, "figure", FIGURES))
    if given is None:
        return None, None
    parts = _parts(given, name, 2)
    if len(parts) != 2:
        raise SpecError(
            f"{name}: found {given!r}; expected LOW:HIGH such as {_EXAMPLES[name]}, an end may be"
            " left out"
        )
    low, high = (said_number(part, name) if part else None for part in parts)
    if low is not None and high is not None and low > high:
        raise SpecError(
            f"{name} {parts[0]}:{parts[1]}: the first end is above the second; expected LOW:HIGH"
            f" such as {_EXAMPLES[name]}"
        )
    if name == SD and any(end is not None and end < 0 for end in (low, high)):
        raise SpecError(f"{name} {':'.join(parts)}: a standard deviation is not below zero")
    return low, high


_EXAMPLES = {EDGE: "0.02:0.03", HIT: "0.2:0.3", SD: "2:4", TOP: "40:100"}


def _row_range(row: str, given: Given | Written) -> RowRange:
    where = f"the row {row}"
    parts = _parts(given, where, 3)
    numbers = [said_number(part, where) for part in parts]
    low, high = numbers[0], numbers[min(1, len(numbers) - 1)]
    step = numbers[2] if len(numbers) > 2 else None
    if low > high:
        raise SpecError(
            f"{where}, {':'.join(parts)}: the first payout is above the second; expected LOW:HIGH"
            " such as 3:6"
        )
    if not 0 <= low <= high <= MOST_ODDS:
        raise SpecError(f"{where}, {':'.join(parts)}: payouts are to one, from 0 to {MOST_ODDS:,}")
    if step is not None and step <= 0:
        raise SpecError(f"{where}, {':'.join(parts)}: a step is above zero")
    return RowRange(low, high, step)


def _chips(given: Given) -> tuple[Fraction, Fraction]:
    parts = _parts(given, "chips", 2)
    expected = "expected STAKE:CHIP such as 5:1, for stakes of 5, 10, 15 .. and chips of 1"
    if len(parts) != 2:
        raise SpecError(f"chips: found {given!r}; {expected}")
    stake, chip = (said_number(part, "chips") for part in parts)
    if stake <= 0 or chip <= 0:
        raise SpecError(f"chips {':'.join(parts)}: both are above zero; {expected}")
    return stake, chip


def _best(given: Mapping[str, str] | None) -> tuple[tuple[str, str], ...]:
    if not given:
        return USUAL_BEST
    for name, side in given.items():
        if name not in FIGURES:
            raise SpecError(unknown_name(name, "figure", FIGURES))
        if side not in (LOW, HIGH):
            raise SpecError(f"best {name}={side}: expected {name}={LOW} or {name}={HIGH}")
    return tuple(given.items())


def _wanted(name: str, value: Written, rows: Sequence[str]) -> Fraction:
    if name not in FIGURES and name not in rows:
        raise SpecError(unknown_name(name, "figure or row", [*FIGURES, *rows]))
    found = _number(value, f"fit {name}")
    if found < 0 and name != EDGE:
        raise SpecError(f"fit {name}={value}: what is wanted is not below zero")
    return found
