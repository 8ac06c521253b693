"""The rulings of a game, and what each of their alternatives changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from certify.language.game import LoadedGame
from certify.language.models import Alternative
from certify.studies.whatif.result import AlternativeSensitivity, RulingSensitivity

Ruling = TypeVar("Ruling", bound=RulingSensitivity)


def every_alternative(game: LoadedGame) -> list[Alternative]:
    """Return the alternatives of all rulings, in their order."""
    return [each for settled in game.spec.settled.values() for each in settled.alternatives]


def rulings_with(
    kind: type[Ruling], game: LoadedGame, effects: Iterable[AlternativeSensitivity]
) -> tuple[Ruling, ...]:
    """Return the rulings with the effects of `every_alternative`."""
    found = iter(effects)
    return tuple(
        kind(
            id=number,
            question=settled.question,
            decided=settled.decided,
            parameters=settled.parameters,
            alternatives=tuple(next(found) for _ in settled.alternatives),
        )
        for number, settled in game.spec.settled.items()
    )
