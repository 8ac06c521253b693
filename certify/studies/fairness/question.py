"""What a fairness study is asked."""

from __future__ import annotations

from dataclasses import dataclass

from certify.language.game import LoadedGame

SECTIONS = ("seats", "skill", "length", "use", "sensitivity", "matches", "solved")
"""Parts of the study, in the order in which they are printed."""

SEARCHED = frozenset({"seats", "skill"})
"""Sections for which players that search play."""

PLAYED = SEARCHED | {"length", "use", "sensitivity"}
"""Sections for which the game is played as it is set."""

GAMES, SEARCH_GAMES = 1_000_000, 10_000
LEAST_GAMES, LEAST_SEARCH_GAMES = 1_000, 100
"""Fewer games leave intervals that say nothing."""

MOST_GAMES = 10**12

BRIEF_GAMES, BRIEF_SEARCH_GAMES = 100_000, 1_000
LEFT_OUT_OF_BRIEF = frozenset({"sensitivity"})


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


def question_of_report(
    loaded: LoadedGame,
    *,
    brief: bool,
    games: int | None = None,
    search_games: int | None = None,
) -> FairnessQuestion:
    """Return the fairness question of a report: all allowed numbers of players, default ladder."""
    usual = (BRIEF_GAMES, BRIEF_SEARCH_GAMES) if brief else (GAMES, SEARCH_GAMES)
    return FairnessQuestion(
        game=loaded,
        games=games or usual[0],
        search_games=search_games or usual[1],
        sections=frozenset(SECTIONS) - (LEFT_OUT_OF_BRIEF if brief else frozenset()),
    )
