"""Short names of figures, and numbers as people write them.

``edge``, ``burnout.edge``, ``bonus.2.rtp`` and ``insurance.ev`` stand for places in the JSON of
`certify rtp`; a target may be ``94%`` or ``0.94``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from certify.errors import SpecError
from certify.language.parameters import exact_share
from certify.studies.returns.bonus import PAYTABLE

ROOT = "wagers."
MAIN, BURNOUT, INSURANCE = "main", "main_burnout", "insurance"
SAID = {MAIN: MAIN, "burnout": BURNOUT, BURNOUT: BURNOUT, INSURANCE: INSURANCE}
"""Names of the wagers, and their places; a row of the Bonus is named by its row."""

WORDS = {"edge": "house_edge", "house_advantage": "house_edge", "return": "rtp"}
EDGE = "house_edge"
ALWAYS_TAKEN = "ev_when_always_taken"
PLAYS = ("without_burnout", "with_burnout", "best")

MOST_DIGITS = 40
"""Digits before the point of a number that is aimed at, and after it: more than figures have."""

_EXPONENT = re.compile(r"(.*[0-9])[eE]([-+]?[0-9]{1,2})")
"""A number and its power of ten."""

QUOTED = (EDGE, "rtp", "element_of_risk", "sd", "hit_frequency")
"""Quoted figures of the main wager."""


@dataclass(frozen=True)
class Aim:
    """Meaning of a figure's name: a place in the JSON of `certify rtp`.

    The figure is the value given times `scale`, plus `offset`: the edge of a Bonus wager is one
    less its return.
    """

    path: str
    scale: int = 1
    offset: int = 0

    def target(self, value: Fraction) -> Fraction:
        """Return the figure's target for a value given under the short name."""
        return self.scale * value + self.offset


def aims_of(name: str) -> tuple[Aim, ...]:
    """Return what a figure's name can mean, the likeliest first.

    A place such as ``wagers.main.ev``, or a shorter name such as ``edge``, ``burnout.edge``,
    ``insurance.ev`` or ``bonus.2.rtp``; a figure alone is that of the main wager, without the
    payment or with it. Whether the figure exists is not checked.
    """
    parts = name.strip().removeprefix(ROOT).split(".")
    last = WORDS.get(parts[-1], parts[-1])
    if len(parts) == 1:
        return Aim(f"{ROOT}{MAIN}.{last}"), Aim(f"{ROOT}{BURNOUT}.{last}")
    first, inner = SAID.get(parts[0]), parts[1:-1]
    if first == INSURANCE and not inner:
        if last == EDGE:
            return (Aim(f"{ROOT}{INSURANCE}.{ALWAYS_TAKEN}", scale=-1),)
        last = ALWAYS_TAKEN if last == "ev" else last
    if first is not None:
        return (Aim(".".join([f"{ROOT}{first}", *inner, last])),)
    if parts[0] != PAYTABLE:
        return (Aim(name.strip()),)
    if len(parts) == 3:
        inner = [*inner, "with_burnout"]
    path = ".".join([f"{ROOT}{PAYTABLE}", *inner])
    if last == EDGE:
        return (Aim(f"{path}.rtp", scale=-1, offset=1),)
    return (Aim(f"{path}.{last}"),)


def own_aims(name: str, row: str) -> tuple[Aim, ...]:
    """Return what a figure's name can mean when the payout of a Bonus wager is solved for.

    A figure alone, or one of a way of play such as ``best.rtp``, is the wager's own.
    """
    if "." not in name or name.partition(".")[0] in PLAYS:
        return (*aims_of(f"{PAYTABLE}.{row}.{name.strip()}"), *aims_of(name))
    return aims_of(name)


def short_name(path: str) -> str:
    """Return the shortest name of a figure that `aims_of` takes."""
    parts = path.removeprefix(ROOT).split(".")
    if not path.startswith(ROOT):
        return path
    if parts[0] == PAYTABLE:
        return ".".join(part for part in parts if part != "with_burnout")
    if parts[0] == INSURANCE and parts[-1] == ALWAYS_TAKEN:
        return f"{INSURANCE}.ev"
    said = "burnout" if parts[0] == BURNOUT else parts[0]
    last = "edge" if parts[-1] == EDGE else parts[-1]
    return ".".join([said, *parts[1:-1], last])


def quoted_paths(rows: Iterable[str], *, best: bool, insurance: bool) -> Iterator[str]:
    """Yield the figures that people quote of every wager, as places in the JSON of `certify rtp`.

    `rows` are the Bonus wagers; `best` says whether best play for them is computed.
    """
    for wager in (MAIN, BURNOUT):
        yield from (f"{ROOT}{wager}.{figure}" for figure in QUOTED)
    if insurance:
        yield f"{ROOT}{INSURANCE}.{ALWAYS_TAKEN}"
    plays: Sequence[str] = PLAYS if best else PLAYS[:2]
    for row in rows:
        yield from (f"{ROOT}{PAYTABLE}.{row}.{play}.rtp" for play in plays)


def said_number(text: str, where: str) -> Fraction:
    """Return a number as people and programs write it, exactly.

    ``94%``, ``94 %``, ``0.94``, ``47/50``, or ``9.4e-01`` as JSON may have it.
    Percent become parts of one. Other texts are a SpecError that names `where` it was given.
    """
    number = text.strip()
    percent = number.endswith("%")
    digits, exponent = number.removesuffix("%").strip(), 0
    if match := _EXPONENT.fullmatch(digits):
        digits, exponent = match[1], int(match[2])
    try:
        value = exact_share(digits, MOST_DIGITS) * Fraction(10) ** exponent
    except ValueError:
        raise SpecError(
            f"{where}: {text!r} is no number; expected one such as 0.9 or 90%"
        ) from None
    return value / 100 if percent else value
