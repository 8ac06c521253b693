"""A small game that the tests of what-ifs work on."""

from certify.language.catalogue import load_game
from certify.studies.twenty_one import TwentyOneGame
from certify.studies.whatif.settings import with_settings

SMALL = ("decks=1", "max_split_hands=2")


def small_game(*settings):
    """Return the game of one deck and at most two hands after splits, with more settings."""
    return TwentyOneGame(with_settings(load_game("blackjack-burnout"), (*SMALL, *settings)))


def known(value):
    """Return a value that must be there."""
    assert value is not None
    return value
