"""From the command line's texts to the game, the shoe and the strategy to analyse."""

from __future__ import annotations

from certify.cards.shoe import Shoe
from certify.language.catalogue import load_game
from certify.language.overrides import apply_overrides
from certify.studies.twenty_one import TwentyOneGame


def selected_game(game: str, assignments: tuple[str, ...], shoe: str | None) -> TwentyOneGame:
    """Return the game that GAME, ``--set`` and ``--shoe`` select.

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
    TwentyOneGame
        The game, nothing solved yet.
    """
    given = None if shoe is None else Shoe.parse(shoe)
    return TwentyOneGame(apply_overrides(load_game(game), assignments), given)
