"""What a study of the pack of a game begins from: the game solved, and the wagers it is told of."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction

from certify.exact.banked.composition import Composition
from certify.exact.banked.removal import Pack
from certify.exact.banked.solution import Solution
from certify.language.game import LoadedGame, wagers_made
from certify.studies.banked.shoes import with_shoe
from certify.studies.shoe.wagers import HUNDRED, Wager, field
from certify.studies.simulation.wagers import told_wagers

UNIT = "units"


@dataclass(frozen=True)
class ToldWager:
    """A first wager with those that follow it, in the units of what is put on it at first."""

    name: str
    title: str
    own: tuple[str, ...]
    unit: Fraction

    def net(self, found: Solution) -> Fraction:
        """Return what they bring in all."""
        return sum((found.wagers[name].net for name in self.own), Fraction(0))


@dataclass(frozen=True, eq=False)
class AskedPack:
    """A game, and the cards that its rounds are dealt from."""

    game: LoadedGame
    left: Composition | None

    @property
    def key(self) -> dict[str, object]:
        """Plain data that determines every figure."""
        return {**with_shoe(self.game, self.left).key(), "made": wagers_made(self.game)}


_PACKS: dict[str, Pack] = {}
"""The pack that this process has solved last."""


def solved(asked: AskedPack) -> Pack:
    """Return a pack, solved; the last is remembered."""
    name = json.dumps(asked.key, sort_keys=True, default=str)
    if name not in _PACKS:
        _PACKS.clear()
        _PACKS[name] = Pack.of(asked.game, left=asked.left)
    return _PACKS[name]


def wagers_of(game: LoadedGame, found: Solution) -> list[ToldWager]:
    """Return the wagers that are told, each with those that follow it."""
    told = []
    for name in told_wagers(game):
        own = (name, *(other for other in game.spec.following(name) if other in found.wagers))
        unit = found.wagers[name].stake
        if unit:
            told.append(ToldWager(name, game.spec.wagers[name].title, own, unit))
    return told


def as_wager(game: LoadedGame, wager: ToldWager, place: int, decided: bool) -> Wager:
    """Return a wager as the studies of the shoe know it; `decided`: whether anything is."""
    improves = decided and bool(set(wager.own) & set(wagers_made(game)))
    return Wager(
        wager.name,
        wager.title,
        UNIT,
        UNIT + HUNDRED,
        field(2 * place),
        field(2 * place + 1),
        improves=improves,
        kept=wager.name,
    )
