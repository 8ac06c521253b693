"""Checks of what a fairness study is asked: players, ladder, games, sections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from certify.errors import ParameterError, SpecError
from certify.language.game import LoadedGame
from certify.studies.fairness.question import LEAST_SEARCH_GAMES

LEAST_PLAYERS, MOST_PLAYERS = 2, 12
"""Fewest and most players of a ladder: all of them meet each other."""

GAMES_FOR_ONE_SEARCHED = 100
MOST_SEARCHED_UNASKED = 10_000
"""Games with search take far longer: by default there is one for so many others, and this is the
most."""


def searched_of(games: int) -> int:
    """Return the default number of games in which a player searches."""
    share = max(LEAST_SEARCH_GAMES, games // GAMES_FOR_ONE_SEARCHED)
    return min(share, MOST_SEARCHED_UNASKED)


def allowed_players(given: Iterable[int | str], game: LoadedGame) -> tuple[int, ...] | None:
    """Return the numbers of players asked for, in rising order; None for all allowed."""
    allowed = game.spec.players.seats if game.spec.players else ()
    found = set()
    for text in map(str, given):
        if not (text.isascii() and text.isdecimal() and int(text) in allowed):
            expected = " or ".join(map(str, allowed))
            raise ParameterError("the number of players", text, expected)
        found.add(int(text))
    return tuple(sorted(found)) or None


def checked_ladder(
    names: Sequence[str], game: LoadedGame, told: str = "the ladder"
) -> tuple[str, ...]:
    """Return the ids of a ladder's players, the weakest first, as they are written everywhere.

    `told` is the name of the ladder in error messages. A SpecError says which id names no player,
    which comes twice, or that there are too few or too many.
    """
    # The engine loads slowly; other faults are reported first.
    from certify.play.interpreter.program import Program
    from certify.play.search.players import OPEN, Searcher, player_named

    program = Program(game)
    players = [player_named(program, name) for name in names]
    found = [player if isinstance(player, str) else player.name for player in players]
    twice = next((player for player in found if found.count(player) > 1), None)
    if twice is not None:
        raise SpecError(f"{told} names {twice} twice; name it once")
    if not LEAST_PLAYERS <= len(found) <= MOST_PLAYERS:
        raise SpecError(
            f"{told} names {len(found)} player{'s' if len(found) > 1 else ''}; expected"
            f" {LEAST_PLAYERS} to {MOST_PLAYERS}"
        )
    seeing = [player for player in players if isinstance(player, Searcher) and player.is_open]
    others = len(found) - len(seeing)
    if others < LEAST_PLAYERS:
        raise SpecError(
            f"{told} names {others or 'no'} player{'s' if others != 1 else ''} limited to what"
            f" the rules show; expected {LEAST_PLAYERS} at least besides {OPEN}:N, which meets"
            " nobody"
        )
    return tuple(found)
