"""How often each element of the rules is used in play."""

from __future__ import annotations

from typing import Literal

from certify.results import Result


class Use(Result):
    """How often an element of the rules is used.

    Attributes
    ----------
    kind : str
        What it is.
    name : str
        As it is called, such as ``collect_alone`` or ``later_bid: pass``.
    element : str
        Its path in the spec.
    cites : tuple of str
        Clauses and rulings that it implements.
    times : tuple of float
        Times a game, for each player of the study of use.
    games : tuple of float
        Share of games in which it is used, likewise.
    """

    kind: Literal["procedure", "branch", "decision", "move", "card"]
    name: str
    element: str
    cites: tuple[str, ...]
    times: tuple[float, ...]
    games: tuple[float, ...]


class UseOfRules(Result):
    """What of the rules is used in play.

    Attributes
    ----------
    players : tuple of str
        Who plays.
    games : tuple of int
        How many games of each.
    elements : tuple of Use
        Every element.
    never : tuple of str
        Names of those that no game used: findings.
    """

    players: tuple[str, ...]
    games: tuple[int, ...]
    elements: tuple[Use, ...]
    never: tuple[str, ...]
