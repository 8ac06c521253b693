"""Values of a swept setting: lists and ranges in exact numbers, each checked by the spec."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from certify.errors import SpecError
from certify.language.game import LoadedGame
from certify.studies.whatif.result import SweepAxis
from certify.studies.whatif.settings import INTEGER, PAYOUT, Setting, setting_of, with_settings

MOST_VALUES = 1_000_000
CHECKED_AT_ONCE = 10_000
"""Values of a range that are checked one by one; of more only the ends, where limits are."""

ALL = "all"
FORMS = "NAME=a,b,c, NAME=low:high:step, NAME=low:high/count or NAME=all"

_NUMBER = r"[-+]?\d{1,15}(?:\.\d{1,12})?"
_RANGE = re.compile(rf"({_NUMBER}):({_NUMBER})(?::({_NUMBER})|/(\d{{1,15}}))?")


@dataclass(frozen=True)
class Values:
    """Values of a setting: listed as written, or a number of them from a first in equal steps."""

    setting: Setting
    listed: tuple[str, ...]
    number: int
    first: Fraction = Fraction(0)
    step: Fraction = Fraction(0)

    def __len__(self) -> int:
        return self.number

    def __iter__(self) -> Iterator[str]:
        return (self[place] for place in range(self.number))

    def __getitem__(self, place: int) -> str:
        if self.listed:
            return self.listed[place]
        return self.setting.text(self.first + place * self.step)

    def axis(self) -> SweepAxis:
        """Return the values as part of a result."""
        texts = tuple(self)
        numbers = None
        if self.setting.lowest is not None:
            numbers = tuple(float(self.setting.number(text)) for text in texts)
        setting = self.setting
        return SweepAxis(
            name=setting.name,
            title=setting.title,
            unit=setting.unit,
            values=texts,
            numbers=numbers,
        )


def swept_values(game: LoadedGame, text: str) -> Values:
    """Return the values that ``--sweep`` gives; a SpecError for a fault.

    A list ``NAME=a,b,c``; a range ``NAME=low:high:step`` or ``NAME=low:high/count``, both ends
    included; ``NAME=all`` for every value of a setting that has few. Payouts are odds in lists, and
    decimals to one in ranges.
    """
    name, equals, given = (part.strip() for part in text.partition("="))
    if not equals or not name or not given:
        raise SpecError(f"--sweep {text!r} gives no values: expected {FORMS}")
    setting = setting_of(game, name)
    found = _all(setting) if given == ALL else _range(setting, given) or _list(setting, given)
    places = range(len(found))
    if len(found) > CHECKED_AT_ONCE:
        places = range(0, len(found), len(found) - 1)
    for place in places:
        with_settings(game, [f"{name}={found[place]}"])
    return found


def _all(setting: Setting) -> Values:
    if not setting.values:
        raise SpecError(
            f"--sweep {setting.name}={ALL}: a {setting.kind} has no list of all its values;"
            f" expected {FORMS}"
        )
    return Values(setting, setting.values, len(setting.values))


def _list(setting: Setting, given: str) -> Values:
    values = tuple(part.strip() for part in given.split(","))
    if not all(values):
        raise SpecError(f"--sweep {setting.name}={given}: a value is missing between two commas")
    for place, value in enumerate(values):
        if value in values[:place]:
            raise SpecError(f"--sweep gives {setting.name}={value} twice; give it once")
    return Values(setting, values, len(values))


def _range(setting: Setting, given: str) -> Values | None:
    """Return the values of a range; None if the text is not of its form."""
    match = _RANGE.fullmatch(given)
    if match is None or setting.lowest is None:
        return None
    low, high, by, count = match.groups()
    if by is None and count is None:
        if setting.kind == PAYOUT:
            return None
        if setting.kind != INTEGER:
            raise SpecError(
                f"--sweep {setting.name}={given}: the range has no step; expected"
                f" {given}:STEP or {given}/COUNT"
            )
    first, last = Fraction(low), Fraction(high)
    if count is not None:
        number = int(count)
        if number < 2 or first == last:
            raise SpecError(
                f"--sweep {setting.name}={given}: a range is of at least two values between two"
                " ends that differ"
            )
        step = (last - first) / (number - 1)
    else:
        step = Fraction(by or 1)
        if not step or (last - first) / step < 0:
            raise SpecError(
                f"--sweep {setting.name}={given}: the range is empty; a step of {by or 1} does not"
                f" lead from {low} to {high}"
            )
        number = int((last - first) / step) + 1
    if number > MOST_VALUES:
        raise SpecError(
            f"--sweep {setting.name}={given} has {number:,} values; expected at most"
            f" {MOST_VALUES:,}"
        )
    return Values(setting, (), number, first, step)
