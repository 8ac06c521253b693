"""From the command line's texts to what `certify fairness` is asked, checked before any work."""

from __future__ import annotations

from collections.abc import Iterable

import click

from certify.cli.options import number_of_games
from certify.errors import ParameterError, SpecError, nearest_name
from certify.language.catalogue import LoadedGame, load_game
from certify.language.overrides import apply_overrides

SECTIONS = ("seats", "skill", "length", "use", "sensitivity", "matches", "solved")
"""Parts of the study, in the order in which they are printed."""

BANKED = "banked"
LEAST_PLAYERS, MOST_PLAYERS = 2, 12
"""Players of a ladder: all meet each other."""

LEAST_GAMES, LEAST_SEARCH_GAMES, MOST_GAMES = 1_000, 100, 10**12
"""Fewer games leave intervals that say nothing."""


GAMES_FOR_ONE_SEARCHED = 100
MOST_SEARCHED_UNASKED = 10_000
"""Games in which a player searches take far longer: unless more are asked for, there is one of them
for so many others, and so many at most."""


def numbers_of_games(games: str, search_games: str | None) -> dict[str, int]:
    """Return how many games were asked for, and in how many of them a player searches.

    Parameters
    ----------
    games : str
        Games of each player that does not search.
    search_games : str or None
        Games in which somebody searches; None for a share of the others.

    Returns
    -------
    dict
        By the names that a `FairnessQuestion` has for them.
    """
    asked = number_of_games(games, "--games", least=LEAST_GAMES, most=MOST_GAMES)
    if search_games is None:
        share = max(LEAST_SEARCH_GAMES, asked // GAMES_FOR_ONE_SEARCHED)
        return {"games": asked, "search_games": min(share, MOST_SEARCHED_UNASKED)}
    searched = number_of_games(
        search_games, "--search-games", least=LEAST_SEARCH_GAMES, most=MOST_GAMES
    )
    return {"games": asked, "search_games": searched}


def game_between_players(name: str, assignments: tuple[str, ...]) -> LoadedGame:
    """Return the game that GAME and ``--set`` select.

    Parameters
    ----------
    name : str
        Id or path.
    assignments : tuple of str
        Settings, each ``NAME=VALUE``.

    Returns
    -------
    LoadedGame
        A game that can be played, without a house.

    Raises
    ------
    SpecError
        If it has a house, or its spec does not say how it is played.
    """
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
    """Return the numbers of players that were asked for, or None for all that the rules allow.

    Parameters
    ----------
    texts : iterable of str
        Each a number, or several with commas between.
    game : LoadedGame
        The game.

    Returns
    -------
    tuple of int or None
        In rising order.

    Raises
    ------
    ParameterError
        If the rules do not allow it.
    """
    allowed = game.spec.players.seats if game.spec.players else ()
    found = set()
    for text in _parts(texts):
        if not (text.isascii() and text.isdecimal() and int(text) in allowed):
            expected = " or ".join(map(str, allowed))
            raise ParameterError("the number of players", text, expected)
        found.add(int(text))
    return tuple(sorted(found)) or None


def ladder_of(text: str | None, game: LoadedGame) -> tuple[str, ...] | None:
    """Return the ids of the players of a ladder, or None for the usual ones.

    Parameters
    ----------
    text : str or None
        Ids with commas between, the weakest first.
    game : LoadedGame
        The game: its policies are players too.

    Returns
    -------
    tuple of str or None
        The ids, as they are written everywhere.

    Raises
    ------
    SpecError
        If an id names no player, one comes twice, or too few can meet each other.
    """
    if text is None:
        return None
    # The engine loads slowly; whatever else is wrong is told of before.
    from certify.play.interpreter.program import Program
    from certify.play.search.players import OPEN, Searcher, player_named

    program = Program(game)
    players = [player_named(program, name) for name in _parts([text])]
    found = [player if isinstance(player, str) else player.name for player in players]
    twice = next((player for player in found if found.count(player) > 1), None)
    if twice is not None:
        raise SpecError(f"--ladder names {twice} twice; name it once")
    if not LEAST_PLAYERS <= len(found) <= MOST_PLAYERS:
        raise SpecError(
            f"--ladder names {len(found)} player{'s' if len(found) > 1 else ''}; expected"
            f" {LEAST_PLAYERS} to {MOST_PLAYERS}"
        )
    seeing = [player for player in players if isinstance(player, Searcher) and player.is_open]
    others = len(found) - len(seeing)
    if others < LEAST_PLAYERS:
        raise SpecError(
            f"--ladder names {others or 'no'} player{'s' if others != 1 else ''} limited to what"
            f" the rules show; expected {LEAST_PLAYERS} at least besides {OPEN}:N, which meets"
            " nobody"
        )
    return tuple(found)


def sections_of(only: Iterable[str], without: Iterable[str]) -> frozenset[str]:
    """Return the sections that were asked for.

    Parameters
    ----------
    only, without : iterable of str
        Names of sections, of those that are wanted or of those that are not; at most one of both.

    Returns
    -------
    frozenset of str
        Names of `SECTIONS`.

    Raises
    ------
    click.UsageError
        If a name is none, both are given, or nothing is left.
    """
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
