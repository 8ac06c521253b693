"""From the command line's texts to the game, the shoe and the strategy to analyse."""

from __future__ import annotations

from certify.cards.shoe import Shoe
from certify.language.catalogue import load_game
from certify.library import Game
from certify.studies.twenty_one import TwentyOneGame


def asked_game(game: str, assignments: tuple[str, ...], shoe: str | None) -> Game:
    """Return the game that GAME, ``--set`` and ``--shoe`` select, to be asked by the library.

    Parameters
    ----------
    game : str
        Id or path.
    assignments : tuple of str
        Settings, each ``NAME=VALUE``.
    shoe : str or None
        Ten counts, or None for the full shoe.

    Returns
    -------
    Game
        The game, nothing solved yet.

    Raises
    ------
    EngineError
        If the exact engine cannot analyse it; it names the command that can be asked.
    """
    given = None if shoe is None else Shoe.parse(shoe)
    found = Game(load_game(game)).changed(*assignments, shoe=given)
    # Its errors name commands, where those of the library name calls.
    _ = found.analysed
    return found


def selected_game(game: str, assignments: tuple[str, ...], shoe: str | None) -> TwentyOneGame:
    """Return what the exact engine takes of `asked_game`."""
    return asked_game(game, assignments, shoe).analysed
