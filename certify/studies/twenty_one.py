"""The starting point of every study of a twenty-one game: rules, shoe, and a solved strategy."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from certify.cards.ranks import RANKS
from certify.cards.shoe import Shoe
from certify.cards.split_play import SplitPlay
from certify.errors import EngineError, SpecError, nearest_name
from certify.exact.blackjack.card import StrategyCard, card_of, decisions_of
from certify.exact.blackjack.decisions import Decisions
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.solve import (
    PAYMENTS,
    Solution,
    evaluate,
    repaid,
    solve_basic,
    solve_optimal,
)
from certify.exact.blackjack.split import MOST_HANDS
from certify.exact.blackjack.values import ShoeValues, shoe_values
from certify.language.elements import Pack
from certify.language.game import LoadedGame, parameter_values
from certify.runtime.canonical import sha256_of
from certify.runtime.context import Memory
from certify.studies.kinds import PLAIN, VALUE, WITH_OPTION, engine_for, require_house, who_answers

OPTIMAL = "optimal"
BASIC = "basic"

WITHOUT_EFFECT = PAYMENTS | {"decks"}
"""Rules on which no decision and no distribution depends, the shoe being given."""


def own_shoe(loaded: LoadedGame) -> Shoe | None:
    """Return the full shoe of a game of the family by the `value` of the cards of its pack.

    None of whole packs, and where a spec has none. Raises `SpecError` if the cards have no values
    from 1 to 10.
    """
    packs = loaded.spec.packs
    if not packs or (len(packs) == 1 and all(map(_is_whole, packs.values()))):
        return None
    # Imported here, since the interpreter takes a while to load.
    from certify.play.interpreter.program import Program

    deck = Program(loaded).deck
    values = [
        deck.attributes[pack, VALUE][card]
        for pack in packs
        if (pack, VALUE) in deck.attributes
        for card in deck.cards(pack)
    ]
    counts = [values.count(rank + 1) for rank in range(RANKS)]
    if len(packs) > 1 or sum(counts) < max(1, len(values)):
        raise SpecError(
            f"{loaded.located(('packs',))}: expected one pack whose cards have a value from 1 to 10"
            " each, as games of the family twenty_one have"
        )
    return Shoe(counts)


def _is_whole(pack: Pack) -> bool:
    """Return whether a pack is as many of 52 cards as there are decks, written as usual."""
    others = [values for name, values in pack.cards.items() if name != "rank"]
    return (
        pack.cards.get("rank") == "1..13"
        and [len(values) for values in others if isinstance(values, tuple)] == [4]
        and len(others) == 1
        and (pack.only, pack.copies, pack.derived.get(VALUE)) == ("true", "decks", "min(rank, 10)")
    )


@dataclass(frozen=True)
class BlackjackGame:
    """A loaded game of the family with the shoe to analyse, by default the full one.

    `split_play` is how optimal play goes on after a split. Another game is an EngineError.
    """

    loaded: LoadedGame
    given_shoe: Shoe | None = None
    split_play: SplitPlay = SplitPlay.UNSPLIT

    def __post_init__(self) -> None:
        if engine_for(self.loaded) not in (PLAIN, WITH_OPTION):
            require_house(self.loaded)
            raise EngineError(
                f"{self.loaded.spec.game.id} is not of the family twenty_one, of which this is"
                f" asked; {who_answers(self.loaded)}"
            )

    @property
    def has_option(self) -> bool:
        """Whether a card can be burned."""
        return engine_for(self.loaded) == WITH_OPTION

    @cached_property
    def rules(self) -> TwentyOneRules:
        """The rules in force."""
        return TwentyOneRules.from_parameters(parameter_values(self.loaded))

    @cached_property
    def full_shoe(self) -> Shoe:
        """The cards of the spec before any is dealt."""
        return own_shoe(self.loaded) or Shoe.of_decks(self.rules.decks)

    @cached_property
    def shoe(self) -> Shoe:
        """The undealt cards."""
        return self.given_shoe or self.full_shoe

    @cached_property
    def values(self) -> ShoeValues:
        """Values of the shoe."""
        return shoe_values(self.rules, self.shoe, with_burnout=self.has_option)

    @cached_property
    def optimal(self) -> Solution:
        """The optimal strategy."""
        return solve_optimal(self.values, split_play=self.split_play)

    @cached_property
    def basic(self) -> Solution:
        """The total-dependent strategy that the tool derives."""
        # A chart is played by its own lines after a split too, whatever optimal play does there.
        by_charts = self.split_play is SplitPlay.UNSPLIT
        return solve_basic(self.values, start=self.optimal if by_charts else None)

    @cached_property
    def basic_card(self) -> StrategyCard:
        """The card of the total-dependent strategy."""
        game = self.loaded.spec.game
        return card_of(
            self.basic.decisions,
            identity={
                "id": BASIC,
                "title": f"{game.title}: total-dependent strategy",
                "version": game.version,
                "game": game.id,
            },
        )

    def decisions_of_policy(self, name: str) -> Decisions:
        """Return what a policy of the spec does with every hand."""
        # Imported here, since the interpreter takes a while to load.
        from certify.studies.policy_decisions import policy_decisions

        return policy_decisions(self.loaded, name, self.rules, self.shoe)

    def pays(self, path: str) -> Fraction:
        """Return the payout of a paytable entry such as ``main.insurance``, to one."""
        return self.loaded.pays(path)

    def key(self) -> dict[str, Any]:
        """Return plain data that determines everything about the game and its shoe."""
        own = {"shoe": list(self.shoe.counts), **self.split_play_key()}
        return self.loaded.key() | own

    def split_play_key(self) -> dict[str, str]:
        """Return the split play as a part of a key; nothing if it is the usual one."""
        usual = self.split_play is SplitPlay.UNSPLIT
        return {} if usual else {"split_play": self.split_play.value}

    def changed(self, loaded: LoadedGame) -> Self:
        """Return the game with other rules, everything else as asked."""
        return replace(self, loaded=loaded)

    def playing_after_splits(self, split_play: str) -> Self:
        """Return the game with hands after a split played so; a SpecError if it is no name."""
        found = split_play_of(split_play)
        return self if found is self.split_play else replace(self, split_play=found)

    def evaluate_card(self, card: StrategyCard) -> Solution:
        """Return the exact values of a card."""
        return evaluate(self.values, decisions_of(card, self.rules))


@dataclass(frozen=True)
class TwentyOneGame(BlackjackGame):
    """A game of the family with the option to burn a card; one without is an EngineError."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.has_option:
            raise EngineError(
                f"{self.loaded.spec.game.id} has no option to burn a card, of which this is asked;"
                f" {who_answers(self.loaded)}"
            )


def split_play_of(name: str) -> SplitPlay:
    """Return the split play of a name, in capitals or not; a SpecError if there is none."""
    by_name = {play.value.lower(): play for play in SplitPlay}
    if name.lower() not in by_name:
        near = nearest_name(name.lower(), by_name)
        raise SpecError(
            f"there is no split play {name!r}; expected {', '.join(SplitPlay)}"
            + (f"; did you mean {by_name[near]}?" if near else "")
        )
    return by_name[name.lower()]


def can_tell(game: BlackjackGame) -> bool:
    """Return whether a distribution is computed: for so many hands, and for such a split play."""
    return game.rules.max_split_hands <= MOST_HANDS and not game.split_play.is_counted


def require_distribution(game: BlackjackGame, use: str) -> None:
    """Raise an EngineError if rules allow more hands than a distribution is computed for.

    `use` is what needs the distribution, the beginning of the message.
    """
    if game.split_play.is_counted:
        raise EngineError(
            f"{use} needs the distribution of a round, which is not worked out for the split play"
            f" {game.split_play}"
        )
    if not can_tell(game):
        raise EngineError(
            f"{use} needs the distribution of a round, which is worked out for {MOST_HANDS} hands"
            f" at most; found max_split_hands={game.rules.max_split_hands}"
        )


def solved(
    memory: Memory, game: BlackjackGame, strategy: str | StrategyCard
) -> tuple[Solution, StrategyCard | None]:
    """Return a strategy with its figures, and its card; None of optimal play and of policies.

    A SpecError if charts are to be played by a split play, which only optimal play has. The same as
    solving afresh, to the last bit; for rules that differ from those of an earlier game
    in payments only, just the figures are computed.
    """
    if strategy != OPTIMAL and game.split_play is not SplitPlay.UNSPLIT:
        raise SpecError(
            f"the split play {game.split_play} says how optimal play goes on after a split; charts"
            " and policies say it themselves, so that it cannot be chosen for them"
        )
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
    elif strategy != OPTIMAL:
        solution = memory.recall(
            "card",
            sha256_of(game.key() | {"policy": strategy}),
            lambda: evaluate(known.values, game.decisions_of_policy(strategy)),
        )
    else:
        solution = known.optimal
    if solution.shoe.rules != game.rules:
        solution = repaid(solution, game.rules)
    return solution, card


def strategy_name(strategy: str | StrategyCard) -> str:
    """Return a strategy's name: ``optimal``, ``basic``, a policy's, or the id of its file."""
    return strategy.strategy.id if isinstance(strategy, StrategyCard) else strategy


def is_policy(strategy: str | StrategyCard) -> bool:
    """Return whether a strategy is a policy of the spec."""
    return isinstance(strategy, str) and strategy not in (OPTIMAL, BASIC)


def split_play_told(game: BlackjackGame, strategy: str | StrategyCard) -> str:
    """Return how hands after a split are played, as a result's method says it."""
    if is_policy(strategy):
        return f"after a split as the policy {strategy} says"
    return game.split_play.told


def rules_key(game: BlackjackGame) -> tuple[Hashable, ...]:
    """Return the rules and the shoe from which every decision follows."""
    rules = asdict(game.rules)
    parts = tuple((name, rules[name]) for name in rules if name not in WITHOUT_EFFECT)
    return (*parts, game.shoe.counts, game.split_play)


def card_sha256(card: StrategyCard) -> str:
    """Return the SHA-256 of the canonical JSON of a card."""
    return sha256_of(card.model_dump(mode="json"))
