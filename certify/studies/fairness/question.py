"""What is asked of a game between players."""

from __future__ import annotations

from dataclasses import dataclass

from certify.language.catalogue import LoadedGame

SECTIONS = ("seats", "skill", "length", "use", "sensitivity", "matches", "solved")
GAMES, SEARCH_GAMES = 1_000_000, 10_000
FEWEST_GAMES, FEWEST_SEARCH_GAMES = 1_000, 100


@dataclass(frozen=True)
class FairnessQuestion:
    """What is asked of a game between players.

    Attributes
    ----------
    game : LoadedGame
        The game, with its settings.
    players : tuple of int, optional
        Numbers of players; left out, all that the spec allows.
    ladder : tuple of str, optional
        Players from the weakest as it is expected; left out, those of `default_ladder`.
    games : int
        Games of each play of equal strength in which nobody searches.
    search_games : int
        Games in which somebody searches: about so many in all, in equal parts for all numbers of
        players, and among the meetings of a table by what a game costs.
    seed : int
        Seed of everything.
    confidence : float
        Of the intervals of each family.
    sections : frozenset of str
        Some of `SECTIONS`.
    """

    game: LoadedGame
    players: tuple[int, ...] | None = None
    ladder: tuple[str, ...] | None = None
    games: int = GAMES
    search_games: int = SEARCH_GAMES
    seed: int = 1
    confidence: float = 0.95
    sections: frozenset[str] = frozenset(SECTIONS)
