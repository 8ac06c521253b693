"""The library: what the command line does, in one call each.

``import certify`` offers what is here; `certify.load` returns a `Game`, whose calls return an
`Answer`.
"""

from certify.library.answer import Answer, Part
from certify.library.game import Game, load, monitor
from certify.library.reports import verify
from certify.library.shown import Shown, bars, intervals

__all__ = ["Answer", "Game", "Part", "Shown", "bars", "intervals", "load", "monitor", "verify"]
