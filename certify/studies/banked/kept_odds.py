"""Odds of a game that are kept: one entry for each play that was best for some payouts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from certify.exact.banked.composition import Composition
from certify.exact.banked.odds import Odds
from certify.exact.banked.odds_file import (
    odds_from_bytes,
    odds_to_bytes,
    situations_from_bytes,
    situations_to_bytes,
)
from certify.exact.banked.solution import question
from certify.language.game import LoadedGame, wagers_made
from certify.language.parameters import PayoutParameter, ShareParameter
from certify.runtime.canonical import sha256_of
from certify.runtime.context import Context
from certify.studies.banked.shoes import with_shoe

KIND = "banked-odds"
SITUATIONS = "situations"

MOST_PLAYS = 64
"""Plays of a game whose odds are kept; of more, the paytables are solved anew."""


@dataclass(eq=False)
class KeptOdds:
    """The odds that are kept of a game, whatever it pays; `left` are the cards it is dealt from."""

    context: Context
    game: LoadedGame
    policy: str
    left: Composition | None

    def __post_init__(self) -> None:
        told = with_shoe(self.game, self.left)
        parameters = {
            name: value
            for name, value in told.parameters_as_written().items()
            if not isinstance(told.spec.parameters[name], PayoutParameter | ShareParameter)
        }
        self.key = {
            "game": [told.spec.game.id, told.spec_sha256, told.paytable_sha256],
            "parameters": parameters,
            "made": wagers_made(told),
            "policy": self.policy,
            "shoe": dict(told.changed).get("shoe"),
        }
        memory = self.context.memory
        self.known: list[Odds] = memory.recall("odds", sha256_of(self.key), list)

    def found(self, game: LoadedGame, *, with_situations: bool = False) -> Odds | None:
        """Return the odds of the play that is best for a game's payouts, if they are kept."""
        for place in range(MOST_PLAYS):
            if place == len(self.known):
                odds = self._load(place)
                if odds is None:
                    return None
                self.known.append(odds)
            odds = self.known[place]
            if odds.hold(game):
                return self._complete(odds, place) if with_situations else odds
        return None

    def keep(self, odds: Odds) -> None:
        """Keep odds beside those of other plays, or in place of the same without situations."""
        game = self.game
        place = next(
            (at for at, other in enumerate(self.known) if other.hold(game)), len(self.known)
        )
        if place == MOST_PLAYS:
            return
        self.known[place : place + 1] = [odds if odds.is_complete else odds.without_situations()]
        if self.context.cache is None:
            return
        self.context.cache.store(KIND, self._key(place), odds_to_bytes(odds))
        situations = situations_to_bytes(odds)
        if situations is not None:
            self.context.cache.store(KIND, self._key(place, SITUATIONS), situations)

    def _key(self, *part: object) -> list[object]:
        return [self.key, *part]

    def _load(self, place: int) -> Odds | None:
        cache = self.context.cache
        return None if cache is None else cache.load_as(KIND, self._key(place), odds_from_bytes)

    def _complete(self, odds: Odds, place: int) -> Odds | None:
        """Return odds with their situations; None if these are not kept."""
        if odds.kinds is not None:
            return odds
        kinds = question(self.game, self.policy, self.left).kinds
        if not odds.summaries:
            return replace(odds, kinds=kinds)
        if self.context.cache is None:
            return None
        found = self.context.cache.load_as(
            KIND,
            self._key(place, SITUATIONS),
            lambda content: situations_from_bytes(content, odds, kinds),
        )
        if found is not None:
            self.known[place] = found
        return found
