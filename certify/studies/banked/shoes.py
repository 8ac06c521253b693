"""Cards that are left of a pack, as the studies of games against the house take and tell them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from certify.cards.shoe import Shoe
from certify.exact.banked.composition import Composition, composition_of
from certify.language.game import LoadedGame
from certify.play.interpreter.program import Program

SHOE = "shoe"
"""What is changed where a round is dealt from what is left of a pack."""

ShoeGiven = str | Sequence[int] | Shoe | None


def composition_for(game: LoadedGame, given: ShoeGiven) -> Composition | None:
    """Return what is left of the pack of a game; None for all of it."""
    if given is None:
        return None
    counts = given.counts if isinstance(given, Shoe) else given
    found = composition_of(Program(game), counts)
    return None if found.counts == found.full else found


def with_shoe(game: LoadedGame, left: Composition | None) -> LoadedGame:
    """Return a game that tells as a change what is left of its pack."""
    if left is None:
        return game
    return replace(game, changed=(*game.changed, (SHOE, str(left))))


def counts_of(left: Composition | None) -> dict[str, int] | None:
    """Return how many cards of each kind are left; None if all are."""
    return None if left is None else dict(zip(left.names, left.counts, strict=True))
