"""Strategies of games that differ in payments only: computed once in a process."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import asdict

from certify.exact.blackjack.card import StrategyCard
from certify.exact.blackjack.solve import PAYMENTS, Solution, repaid
from certify.runtime.context import Memory
from certify.studies.twenty_one import BASIC, TwentyOneGame, card_sha256

WITHOUT_EFFECT = PAYMENTS | {"decks"}
"""Rules on which no decision and no distribution depends, the shoe being given."""


def solved(
    memory: Memory, game: TwentyOneGame, strategy: str | StrategyCard
) -> tuple[Solution, StrategyCard | None]:
    """Return a strategy with its figures, and its card; None of optimal play.

    The same as solving afresh, to the last bit; for rules that differ from those of an earlier game
    in payments only, just the figures are computed.
    """
    identity = game.loaded.spec.game
    key = (identity.id, identity.title, identity.version, *rules_key(game))
    known = memory.recall("game", key, lambda: game)
    card = None
    if isinstance(strategy, StrategyCard):
        card = strategy
        solution = memory.recall(
            "card", (*key, card_sha256(strategy)), lambda: known.evaluate_card(strategy)
        )
    elif strategy == BASIC:
        solution, card = known.basic, known.basic_card
    else:
        solution = known.optimal
    if solution.shoe.rules != game.rules:
        solution = repaid(solution, game.rules)
    return solution, card


def rules_key(game: TwentyOneGame) -> tuple[Hashable, ...]:
    """Return the rules and the shoe from which every decision follows."""
    rules = asdict(game.rules)
    parts = tuple((name, rules[name]) for name in rules if name not in WITHOUT_EFFECT)
    return (*parts, game.shoe.counts)
