"""The settings that a what-if changes: their range, and changed games, checked at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from math import ceil, floor

from certify.errors import ParameterError, SpecError
from certify.exact.blackjack.rules import TwentyOneRules
from certify.language.game import PAYS, LoadedGame, apply_overrides, is_payout, target_of
from certify.language.parameters import (
    MOST_ODDS,
    BooleanParameter,
    ChoiceParameter,
    IntegerParameter,
    PayoutParameter,
    ShareParameter,
    exact_share,
    parse_odds,
    written,
)
from certify.numerics.odds import odds_text
from certify.studies.kinds import has_option
from certify.studies.returns.bonus import PAYTABLE
from certify.studies.returns.round_distributions import BURNOUT_BASE, SPLIT_RULE

INTEGER, SHARE, PAYOUT = "integer", "share", "payout"

TAKEN_PARAMETERS = {field.name for field in fields(TwentyOneRules)} | {SPLIT_RULE, BURNOUT_BASE}
TAKEN_PAYOUTS = {"main.blackjack", "main.insurance", "main.even_money"}
"""Payouts that the exact analysis takes from a spec and its paytables, besides all Bonus wagers."""

FEW_VALUES = 1_000
ON_LAYOUTS = (1, 2, 5)
"""Denominators of odds as they are printed on layouts; others are written as decimals to 1."""

IN_PARTS = (10, 20, 100)
"""Parts of a wager in which payments are counted."""

MOST_DIGITS = 12
"""Most decimals, and digits of a part of a fraction, with which a number is written."""

LEAST_PAYOUT = Fraction(1, 10**MOST_DIGITS)


@dataclass(frozen=True)
class Setting:
    """A parameter or payout of a game, and the values it can have.

    `kind` is ``boolean``, ``choice``, ``integer``, ``share`` or ``payout``; a payout is more than
    `lowest`; `values` are all its values, if these are few.
    """

    name: str
    title: str
    unit: str
    kind: str
    now: str
    lowest: Fraction | None = None
    highest: Fraction | None = None
    values: tuple[str, ...] = ()

    def number(self, text: str) -> Fraction:
        """Return a value of a number as written, exactly."""
        return parse_odds(text) if self.kind == PAYOUT else exact_share(text)

    def text(self, number: Fraction) -> str:
        """Return a number as ``--set`` takes it, exactly; too many digits are a ParameterError."""
        if self.kind == PAYOUT and number.denominator in ON_LAYOUTS and number <= MOST_ODDS:
            return odds_text(number)
        digits = decimal(number)
        if digits is not None:
            return f"{digits}:1" if self.kind == PAYOUT else digits
        between = ":" if self.kind == PAYOUT else "/"
        text = f"{number.numerator}{between}{number.denominator}"
        if max(map(len, text.split(between))) > MOST_DIGITS or self.kind == INTEGER:
            raise ParameterError(
                self.name,
                str(number),
                "a whole number"
                if self.kind == INTEGER
                else f"a number of at most {MOST_DIGITS} decimals, or a fraction of short numbers",
            )
        return text

    def shown(self, number: Fraction) -> str:
        """Return a number as it is shown: the least payout as the limit that it stands for."""
        return "0:1" if self.kind == PAYOUT and number == LEAST_PAYOUT else self.text(number)

    def simple(self, number: Fraction, lowest: Fraction, highest: Fraction) -> list[Fraction]:
        """Return values on both sides of a number that a person would print, ascending."""
        parts = {PAYOUT: ON_LAYOUTS, SHARE: IN_PARTS}.get(self.kind, ())
        found = {
            Fraction(whole, part)
            for part in parts
            for whole in (floor(number * part), ceil(number * part))
        }
        return sorted(each for each in found if lowest <= each <= highest)


def farther(setting: Setting, number: Fraction) -> Fraction:
    """Return another value, from which to tell a slope: of a share an end of its range."""
    if setting.kind != SHARE or setting.lowest is None or setting.highest is None:
        return number + 1
    return setting.lowest if number != setting.lowest else setting.highest


def as_written(number: Fraction) -> Fraction:
    """Return a number as far as it is written in decimals."""
    return Fraction(round(number * 10**MOST_DIGITS), 10**MOST_DIGITS)


def decimal(number: Fraction) -> str | None:
    """Return a number in decimal digits if it ends soon enough."""
    scaled = number * 10**MOST_DIGITS
    if scaled.denominator != 1:
        return None
    whole, rest = divmod(abs(scaled.numerator), 10**MOST_DIGITS)
    sign = "-" if number < 0 else ""
    return f"{sign}{whole}.{rest:0{MOST_DIGITS}}".rstrip("0").rstrip(".")


def setting_of(game: LoadedGame, name: str) -> Setting:
    """Return the parameter, or the payout such as ``bonus.2.pays``, that a name sets.

    Raises UnknownParameterError if there is none, SpecError if it is a payout that the exact
    analysis does not take.
    """
    parameter = game.spec.parameters.get(name)
    if parameter is None or isinstance(parameter, PayoutParameter):
        row = game.row(payout_path(game, name))
        title = parameter.title if parameter else f"{row.outcome} pays"
        unit = "to one" if row.basis == "to_one" else "for one"
        return Setting(name, title, unit, PAYOUT, row.pays, Fraction(0), Fraction(MOST_ODDS))
    now = written(game.parameters_as_written()[name])
    title, kind = parameter.title, parameter.type
    match parameter:
        case BooleanParameter():
            return Setting(name, title, "", kind, now, values=("false", "true"))
        case ChoiceParameter():
            return Setting(name, title, "", kind, now, values=tuple(parameter.choices))
        case IntegerParameter():
            low, high = parameter.minimum, parameter.maximum
            every = range(low, high + 1) if high - low < FEW_VALUES else ()
            values = tuple(map(str, every))
            return Setting(name, title, "", kind, now, Fraction(low), Fraction(high), values)
        case ShareParameter():
            limits = exact_share(parameter.minimum), exact_share(parameter.maximum)
            return Setting(name, title, parameter.unit, kind, now, *limits)


def payout_path(game: LoadedGame, name: str) -> str:
    """Return the row of a paytable that a name sets, as ``alias.row``; errors as `setting_of`."""
    path = target_of(game, name)
    alias = path.partition(".")[0]
    if has_option(game) and alias != PAYTABLE and path not in TAKEN_PAYOUTS:
        others = sorted(f"{row}.{PAYS}" for row in TAKEN_PAYOUTS)
        raise SpecError(
            f"{name} is not taken by the exact analysis, in which what it pays is fixed; expected"
            f" {', '.join(others)}, or a payout of {PAYTABLE}"
        )
    return path


def payout_settings(game: LoadedGame) -> Iterator[tuple[Setting, str]]:
    """Yield every payout that the exact analysis takes, by the name that sets it, and its row."""
    named = {
        f"{parameter.paytable}.{parameter.row}": name
        for name, parameter in game.spec.parameters.items()
        if isinstance(parameter, PayoutParameter)
    }
    for alias in game.paytables:
        for row in game.paytable_rows(alias):
            path = f"{alias}.{row.key}"
            if not has_option(game) or alias == PAYTABLE or path in TAKEN_PAYOUTS:
                yield setting_of(game, named.get(path, f"{path}.{PAYS}")), path


def with_settings(game: LoadedGame, assignments: Sequence[str]) -> LoadedGame:
    """Return the game with settings changed, each ``NAME=VALUE``, as `apply_overrides`.

    Raises SpecError also if a payout is one that the exact analysis does not take, or zero where
    that does not take it.
    """
    changed = apply_overrides(game, assignments)
    for assignment in assignments:
        name = assignment.partition("=")[0].strip()
        if not is_payout(game, name):
            continue
        pays = changed.row(payout_path(game, name)).pays
        if not parse_odds(pays) and has_option(game):
            raise ParameterError(name, pays, "odds above zero such as 3:2")
    return changed


def without_effect(game: LoadedGame) -> tuple[str, ...]:
    """Return the changed settings on which no figure of the exact analysis depends."""
    return tuple(
        name
        for name, _ in game.changed
        if not is_payout(game, name) and name not in TAKEN_PARAMETERS
    )
