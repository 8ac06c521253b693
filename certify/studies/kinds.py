"""Kinds of games: how the figures of each are worked out, and which commands answer for it."""

from __future__ import annotations

from certify.language.game import LoadedGame

FAMILY = "twenty_one"
BETWEEN_PLAYERS = "between_players"


def is_analysed(game: LoadedGame) -> bool:
    """Return whether a game's figures follow from its wagers, which say what they bring."""
    identity = game.spec.game
    is_other = identity.kind != BETWEEN_PLAYERS and identity.family != FAMILY
    return is_other and game.carries_money


def commands_for(game: LoadedGame) -> tuple[str, ...]:
    """Return the commands that are asked of a game first."""
    identity = game.spec.game
    if identity.kind == BETWEEN_PLAYERS:
        return "parameters", "fairness", "play", "report"
    if identity.family == FAMILY:
        return "parameters", "rtp", "whatif", "strategy", "play", "report"
    if is_analysed(game):
        return "rtp", "strategy", "parameters", "simulate", "play", "check", "report"
    return "parameters", "simulate", "play", "check"


def who_answers(game: LoadedGame) -> str:
    """Return in words which commands answer for a game."""
    *first, last = commands_for(game)
    return f"certify {', '.join(first)} and {last} answer for it"
