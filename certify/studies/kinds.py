"""Kinds of games: what they have to be asked about, and which commands answer for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from certify.errors import EngineError

if TYPE_CHECKING:
    from certify.language.game import LoadedGame

FAMILY = "twenty_one"
OPTION = "burnout_payment"
"""The parameter by which a game of the family has the option to burn a card."""
VALUE = "value"
"""The attribute of the cards of such a game that says what they count, an ace 1."""
FIRST_CARDS = "first_cards"
"""The procedure that deals what wagers on the first cards are settled by."""
BETWEEN_PLAYERS = "between_players"

ANALYSED, PLAIN, WITH_OPTION = "analysed", "blackjack", "burnout"
"""Engines: of any game whose wagers say what they bring, and of blackjack."""


def engine_for(game: LoadedGame) -> str | None:
    """Return which exact engine works out a game; None if there is no house, or it is not said."""
    if has_charts(game):
        return WITH_OPTION if OPTION in game.spec.parameters else PLAIN
    is_banked = game.spec.game.kind != BETWEEN_PLAYERS
    return ANALYSED if is_banked and game.carries_money else None


def has_charts(game: LoadedGame) -> bool:
    """Return whether an engine derives charts by total and upcard for a game."""
    return game.spec.game.family == FAMILY


def has_option(game: LoadedGame) -> bool:
    """Return whether the rules of a game have the option to burn a card."""
    return engine_for(game) == WITH_OPTION


def has_choices(game: LoadedGame) -> bool:
    """Return whether something is decided: between moves, or what is picked."""
    return any(
        len(decision.moves) > 1 or any(move.pick is not None for move in decision.moves.values())
        for decision in game.spec.decisions.values()
    )


def require_house(game: LoadedGame) -> None:
    """Raise an EngineError if a game is played between players."""
    identity = game.spec.game
    if identity.kind == BETWEEN_PLAYERS:
        raise EngineError(
            f"{identity.id} is played between players and has no house, so it has no return"
            " either; ask certify fairness, which tells whether its seats are equal, what skill"
            " decides and how long games last"
        )


def are_alike(game: LoadedGame, other: LoadedGame) -> bool:
    """Return whether the same engine works out both games, so that one tells of the other."""
    one, two = game.spec.game, other.spec.game
    return (one.kind, one.family) == (two.kind, two.family)


def main_wager(game: LoadedGame) -> str:
    """Return the wager that a round is played for: the first that is not optional."""
    wagers = game.spec.wagers
    return next(name for name, each in wagers.items() if not each.optional and each.of is None)


def commands_for(game: LoadedGame) -> tuple[str, ...]:
    """Return the commands that are asked of a game first."""
    identity = game.spec.game
    if identity.kind == BETWEEN_PLAYERS:
        return "parameters", "fairness", "play", "report"
    engine = engine_for(game)
    if engine:
        # Where nothing is decided there is no play to tell, and cards that are seen change nothing.
        is_decided = has_choices(game)
        is_designed = engine != WITH_OPTION and bool(game.paytables)
        return (
            "rtp",
            *(("strategy", "hand") if is_decided else ()),
            *("parameters", "whatif", "simulate", "crosscheck", "shoe"),
            *(("exposure",) if is_decided else ()),
            *(("paytable",) if is_designed else ()),
            *("play", "check", "monitor", "report", "submit"),
        )
    return "parameters", "simulate", "play", "check"


def who_answers(game: LoadedGame) -> str:
    """Return in words which commands answer for a game."""
    *first, last = commands_for(game)
    return f"certify {', '.join(first)} and {last} answer for it"
