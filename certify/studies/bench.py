"""What was worked out in this process, kept for games that differ in what is paid alone."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import asdict
from typing import Any, TypeVar

from certify.exact.card import StrategyCard
from certify.exact.solve import PAYMENTS, Solution, repaid
from certify.studies.twenty_one import BASIC, TwentyOneGame, card_sha256

MOST_KEPT = {"game": 4, "card": 4, "laws": 24, "seats": 24, "split-law": 2000, "round": 200}
"""How many of each kind are kept; a solved game takes some 50 MB."""

WITHOUT_EFFECT = PAYMENTS | {"decks"}
"""Rules on which no decision and no law depends, the shoe being given."""

Kept = TypeVar("Kept")


class Bench:
    """A memory of this process; whoever has it may change what is on it, nothing else."""

    def __init__(self) -> None:
        self._kept: dict[str, OrderedDict[Hashable, Any]] = {
            kind: OrderedDict() for kind in MOST_KEPT
        }

    def find(self, kind: str, key: Hashable) -> Any:
        """Return what is kept for a key, or None."""
        kept = self._kept[kind]
        if key in kept:
            kept.move_to_end(key)
        return kept.get(key)

    def keep(self, kind: str, key: Hashable, value: object) -> None:
        """Keep a value; the longest unused is forgotten where there are too many."""
        kept = self._kept[kind]
        kept[key] = value
        kept.move_to_end(key)
        while len(kept) > MOST_KEPT[kind]:
            kept.popitem(last=False)

    def recall(self, kind: str, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """Return what is kept for a key, or make it now and keep it."""
        found: Kept | None = self.find(kind, key)
        if found is None:
            found = make()
            self.keep(kind, key, found)
        return found

    def solved(
        self, game: TwentyOneGame, strategy: str | StrategyCard
    ) -> tuple[Solution, StrategyCard | None]:
        """Return a strategy with its figures, and its card if it is total-dependent.

        Parameters
        ----------
        game : TwentyOneGame
            The game.
        strategy : str or StrategyCard
            ``optimal``, ``basic``, or a card.

        Returns
        -------
        Solution
            What solving afresh gives, to the last bit; of rules that differ from those of an
            earlier game in payments alone only the figures are worked out.
        StrategyCard or None
            The card; None of optimal play.
        """
        identity = game.loaded.spec.game
        key = (identity.id, identity.title, identity.version, *rules_key(game))
        known = self.recall("game", key, lambda: game)
        card = None
        if isinstance(strategy, StrategyCard):
            card = strategy
            solution = self.recall(
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
