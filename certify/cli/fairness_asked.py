"""From the command line's texts to what `certify fairness` is asked, checked before any work."""

from __future__ import annotations

from collections.abc import Iterable

import click

from certify.cli.options import number_of_games
from certify.errors import SpecError, nearest_name
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_overrides
from certify.studies.fairness.asked import (
    LEAST_SEARCH_GAMES,
    allowed_players,
    checked_ladder,
    searched_of,
)

SECTIONS = ("seats", "skill", "length", "use", "sensitivity", "matches", "solved")
"""Parts of the study, in the order in which they are printed."""

BANKED = "banked"
LEAST_GAMES, MOST_GAMES = 1_000, 10**12
"""Fewer games leave intervals that say nothing."""


def numbers_of_games(games: str, search_games: str | None) -> dict[str, int]:
    """Return how many games were asked for, and in how many of them a player searches."""
    asked = number_of_games(games, "--games", least=LEAST_GAMES, most=MOST_GAMES)
    if search_games is None:
        return {"games": asked, "search_games": searched_of(asked)}
    searched = number_of_games(
        search_games, "--search-games", least=LEAST_SEARCH_GAMES, most=MOST_GAMES
    )
    return {"games": asked, "search_games": searched}


def game_between_players(name: str, assignments: tuple[str, ...]) -> LoadedGame:
    """Return the game that GAME and ``--set`` select."""
    game = load_game(name)
    identity = game.spec.game
    if identity.kind == BANKED:
        raise SpecError(
            f"{identity.id} is played against a house, and fairness is asked of games between"
            f" players; certify rtp {identity.id} tells its return, and strategy, whatif, shoe and"
            " report serve it too"
        )
    if game.play is None:
        raise SpecError(f"{identity.id} cannot be played: its spec says only what is certified")
    return apply_overrides(game, assignments)


def numbers_of_players(texts: Iterable[str], game: LoadedGame) -> tuple[int, ...] | None:
    """Return the numbers of players of texts, each one or several with commas between."""
    return allowed_players(_parts(texts), game)


def ladder_of(text: str | None, game: LoadedGame) -> tuple[str, ...] | None:
    """Return the players of a ladder with commas between, or None for the usual ones."""
    return None if text is None else checked_ladder(_parts([text]), game, "--ladder")


def sections_of(only: Iterable[str], without: Iterable[str]) -> frozenset[str]:
    """Return the sections that were asked for."""
    wanted, unwanted = _sections(only, "--only"), _sections(without, "--without")
    if wanted and unwanted:
        raise click.UsageError("--only and --without exclude each other")
    found = (wanted or frozenset(SECTIONS)) - unwanted
    if not found:
        raise click.UsageError("--without leaves no section; leave one of them in")
    return found


def _sections(texts: Iterable[str], option: str) -> frozenset[str]:
    found = set()
    for name in _parts(texts):
        if name not in SECTIONS:
            nearest = nearest_name(name, SECTIONS)
            meant = f"; did you mean {nearest}?" if nearest else ""
            raise click.BadParameter(
                f"there is no section {name!r}{meant}; known: {', '.join(SECTIONS)}",
                param_hint=f"'{option}'",
            )
        found.add(name)
    return frozenset(found)


def _parts(texts: Iterable[str]) -> list[str]:
    """Return names that are given one by one, or several with commas between."""
    return [part.strip() for text in texts for part in text.split(",")]
