"""What a fairness study is asked."""

from __future__ import annotations

from dataclasses import dataclass

from certify.language.game import LoadedGame

SECTIONS = ("seats", "skill", "length", "use", "sensitivity", "matches", "solved")
GAMES, SEARCH_GAMES = 1_000_000, 10_000
FEWEST_GAMES, FEWEST_SEARCH_GAMES = 1_000, 100


@dataclass(frozen=True)
class FairnessQuestion:
    """What a fairness study is asked; by default all allowed numbers of players.

    `ladder` is from the expected weakest on. `games` are those of each play of equal strength
    without search. There are about `search_games` games with search in all, in equal parts for all
    numbers of players, and divided among the meetings of a table by what a game costs. `confidence`
    holds jointly for the intervals of each family.
    """

    game: LoadedGame
    players: tuple[int, ...] | None = None
    ladder: tuple[str, ...] | None = None
    games: int = GAMES
    search_games: int = SEARCH_GAMES
    seed: int = 1
    confidence: float = 0.95
    sections: frozenset[str] = frozenset(SECTIONS)
