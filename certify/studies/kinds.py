"""Kinds of games: how the figures of each are worked out, and which commands answer for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from certify.language.game import LoadedGame

FAMILY = "twenty_one"
OPTION = "burnout_payment"
"""The parameter by which a game of the family has the option to burn a card."""
BETWEEN_PLAYERS = "between_players"


def is_analysed(game: LoadedGame) -> bool:
    """Return whether a game's figures follow from its wagers, which say what they bring."""
    identity = game.spec.game
    is_other = identity.kind != BETWEEN_PLAYERS and identity.family != FAMILY
    return is_other and game.carries_money


def has_option(game: LoadedGame) -> bool:
    """Return whether a game is of the family twenty_one, and has the option to burn a card."""
    return game.spec.game.family == FAMILY and OPTION in game.spec.parameters


def is_plain(game: LoadedGame) -> bool:
    """Return whether a game is blackjack without the option to burn a card."""
    return game.spec.game.family == FAMILY and not has_option(game)


def has_choices(game: LoadedGame) -> bool:
    """Return whether something is decided: between moves, or what is picked."""
    return any(
        len(decision.moves) > 1 or any(move.pick is not None for move in decision.moves.values())
        for decision in game.spec.decisions.values()
    )


def main_wager(game: LoadedGame) -> str:
    """Return the wager that a round is played for: the first that is not optional."""
    return next(name for name, wager in game.spec.wagers.items() if not wager.optional)


def commands_for(game: LoadedGame) -> tuple[str, ...]:
    """Return the commands that are asked of a game first."""
    identity = game.spec.game
    if identity.kind == BETWEEN_PLAYERS:
        return "parameters", "fairness", "play", "report"
    if is_analysed(game) or identity.family == FAMILY:
        # Where nothing is decided there is no play to tell, and cards that are seen change nothing.
        is_decided = has_choices(game)
        return (
            "rtp",
            *(("strategy", "hand") if is_decided else ()),
            *("parameters", "whatif", "simulate", "crosscheck", "shoe"),
            *(("exposure",) if is_decided else ()),
            *("play", "check", "monitor", "report"),
        )
    return "parameters", "simulate", "play", "check"


def who_answers(game: LoadedGame) -> str:
    """Return in words which commands answer for a game."""
    *first, last = commands_for(game)
    return f"certify {', '.join(first)} and {last} answer for it"
