"""How often each element of the rules is used in play."""

from __future__ import annotations

from typing import Literal

from certify.results import Result


class Use(Result):
    """How often an element of the rules is used.

    Attributes
    ----------
    times
        Uses a game, for each player of the study of use.
    games
        Share of games in which it is used, likewise.
    """

    kind: Literal["procedure", "branch", "decision", "move", "card"]
    name: str
    element: str
    cites: tuple[str, ...]
    times: tuple[float, ...]
    games: tuple[float, ...]


class UseOfRules(Result):
    """Use of the rules in play, with the names of the elements that no game used."""

    players: tuple[str, ...]
    games: tuple[int, ...]
    elements: tuple[Use, ...]
    never: tuple[str, ...]
