"""Assumptions that figures rest on where the source lacks data: as marks, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal

from certify.studies.item.result import AssumptionText

Part = Literal["play", "matches", "wagers"]
NUMBERS = "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"


def resting_on(
    assumptions: Sequence[AssumptionText], part: Part = "play"
) -> tuple[AssumptionText, ...]:
    """Return the assumptions that a figure of some part of the study rests on.

    Those that play rests on, as every figure does, and those of the part itself.
    """
    return tuple(each for each in assumptions if {"play", part} & set(each.bears_on))


def numbered(assumptions: Iterable[AssumptionText], *, between: str = " to ") -> str:
    """Return the numbers of assumptions, ranges joined: "A1 to A4, A6" with `between` " to "."""
    numbers = sorted(int(each.id[1:]) for each in assumptions)
    parts = []
    for _, group in groupby(enumerate(numbers), key=lambda found: found[1] - found[0]):
        run = [number for _, number in group]
        if len(run) > 2:
            parts.append(f"A{run[0]}{between}A{run[-1]}")
        else:
            parts += [f"A{number}" for number in run]
    return ", ".join(parts)


def supplied(assumptions: Sequence[AssumptionText]) -> str:
    """Return what is supplied, in words that follow "with".

    Such as "the supplied maps, card texts and agents"; an assumption that does not say what it
    supplies is named by its number.
    """
    return f"the supplied {what_is_supplied(assumptions)}"


def what_is_supplied(assumptions: Sequence[AssumptionText]) -> str:
    """Return what is supplied, in a list such as "maps, card texts and agents"."""
    named = [each.supplies or f"data of {each.id}" for each in assumptions]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


def summary(assumptions: Sequence[AssumptionText], what: str = "This report") -> str:
    """Return two sentences that say that figures are not those of the game as published.

    `what` is the subject of the first sentence: what has the figures.
    """
    number = len(assumptions)
    counted = NUMBERS[number] if number < len(NUMBERS) else str(number)
    listed = "; ".join(
        f"{each.id}, {each.supplies or each.question.rstrip('?').lower()}" for each in assumptions
    )
    return (
        f"{what} rests on {counted} assumption{'s' if number > 1 else ''}, since the source has"
        f" lost data that the spec supplies: {listed}. The figures are those of the game with"
        f" {supplied(assumptions)}, not of the game as published."
    )
