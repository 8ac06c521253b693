"""A policy of the spec as decisions of the exact engine: it is shown every hand that it can meet.

What a policy may look at is read off its expressions, so that a hand by the values of its cards,
the upcard, and whether there was a split or a burned card, decides all that it does; what looks at
anything else is refused. So the decisions are the policy's own, and not what it did in a sample.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from certify.cards.hands import BUST, BUST_ABOVE, hand_table
from certify.cards.ranks import ACE, RANK_LABELS, RANKS, TEN
from certify.cards.shoe import Shoe
from certify.cards.split_play import SplitPlay
from certify.errors import SpecError
from certify.exact.blackjack.decisions import (
    ACTION_NAMES,
    DOUBLE,
    HIT,
    SPLIT,
    AfterSplit,
    BoolArray,
    CodeArray,
    Decisions,
)
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.split import most_hands_of
from certify.language import typed
from certify.language.game import LoadedGame
from certify.language.order import zones_in_order
from certify.play.chance import Stream
from certify.play.interpreter.interpreter import options
from certify.play.interpreter.program import Program
from certify.play.interpreter.situation import ME
from certify.play.interpreter.state import initial_state
from certify.play.policies import placing_of
from certify.studies.kinds import VALUE, has_option

TURN, BURN = "turn", "burn"
HAND, UPCARD, BURNED, DRAWN = "hands", "upcard", "burned", "just_drawn"
ACTING, DOUBLED = "acting", "doubled"
HAND_COUNT, SPLIT_ACES, BOUGHT = "hand_count", "split_aces", "burnout_bought"
VARIABLES = (HAND_COUNT, SPLIT_ACES, BOUGHT)
"""Names of decisions of a playable spec of the family, and of what they depend on."""

NEVER_LEFT_OPEN = {TURN: "stand", BURN: "keep"}
"""A move of each decision that is always allowed: who values it leaves nothing to chance."""


def policy_decisions(loaded: LoadedGame, name: str, rules: TwentyOneRules, shoe: Shoe) -> Decisions:
    """Return what a policy of the spec does with every hand that it can meet.

    Of hands that it does not meet it stands. A SpecError if there is no such policy, or it looks at
    what the decisions of the exact engine cannot depend on.
    """
    return _Reader(loaded, name, rules, shoe).decisions()


class _Reader:
    """Asks a policy; met hands are found hand by hand, fewer cards first."""

    def __init__(self, loaded: LoadedGame, name: str, rules: TwentyOneRules, shoe: Shoe) -> None:
        self.program = Program(loaded)
        self.name, self.rules, self.shoe = name, rules, shoe
        self.with_option = has_option(loaded)
        self.table = hand_table()
        self.placing = placing_of(self.program, name)
        self._require_decided()
        self.chance = Stream(0)
        self.state = initial_state(self.program, self.chance)
        self.state.seat = self.state.values[ME] = 0
        self.places = {
            each: self.program.position(text)[1]
            for each, text in (
                *((zone, zone) for zone in (UPCARD, BURNED, DRAWN)),
                *((variable, variable) for variable in VARIABLES),
                *((each, f"{each}[1]") for each in (HAND, DOUBLED)),
            )
            if each in self.program.layout.places
        }
        (pack,) = self.program.deck.packs
        values = self.program.deck.attributes[pack, VALUE]
        cards = list(self.program.deck.cards(pack))
        # One card stands for all of its value, which nothing that is looked at tells apart.
        self.cards = [next(c for c in cards if values[c] == rank + 1) for rank in range(RANKS)]
        self.hands = [np.repeat(self.cards, counts).tolist() for counts in self.table.counts]
        self.upcards = [rank for rank in range(RANKS) if shoe.counts[rank]]

    def _require_decided(self) -> None:
        """Refuse a policy that leaves something to chance, or looks at what no table holds."""
        decided = self.program.play.policies[self.name].decisions
        for decision in (TURN, BURN) if self.with_option else (TURN,):
            moves = decided.get(decision, {})
            if NEVER_LEFT_OPEN[decision] not in moves:
                raise SpecError(
                    f"the policy {self.name} leaves the decision {decision} to chance, which exact"
                    f" figures are not worked out for; certify simulate --policy {self.name} plays"
                    " it"
                )
            for node in moves.values():
                for seen in _beyond(self.program, node):
                    raise SpecError(
                        f"the policy {self.name} looks at {seen} in the decision {decision}, and"
                        " the exact figures know the hand by the values of its cards, the upcard,"
                        " and whether there was a split or a burned card; certify simulate --policy"
                        f" {self.name} plays it"
                    )

    def _asked(self, decision: str, hand: int, upcard: int, **at: Any) -> str:
        """Return the move of a hand; `at` has what else is so, by name of a zone or variable."""
        state, places = self.state, self.places
        state.asked = self.program.decision_numbers[decision]
        state.zones[places[HAND]] = self.hands[hand]
        state.zones[places[UPCARD]] = [self.cards[upcard]]
        for zone in (BURNED, DRAWN):
            if zone in places:
                state.zones[places[zone]] = [self.cards[rank] for rank in at.get(zone, ())]
        usual = {HAND_COUNT: 1, SPLIT_ACES: False, BOUGHT: False, DOUBLED: False}
        for variable, value in usual.items():
            if variable in places:
                state.values[places[variable]] = at.get(variable, value)
        found = options(state)
        move, _ = found.at(self.placing(state, found, self.chance))
        return move.name

    def _turn(self, hand: int, upcard: int, **at: Any) -> int:
        return ACTION_NAMES.index(self._asked(TURN, hand, upcard, **at))

    def decisions(self) -> Decisions:
        """Return the decisions."""
        found = Decisions.blank()
        play = tuple(np.zeros_like(found.option_hits) for _ in range(2))
        for upcard in self.upcards:
            is_met = self._unsplit(found, upcard)
            pairs = self._pairs(found.first[upcard])
            if self.with_option:
                self._with_option(found, upcard)
                pairs |= self._pairs(found.option_first[upcard])
            moves = self._after(upcard, sorted(pairs))
            for move, own, after in zip(
                (HIT, DOUBLE), (found.hits, found.doubles), play, strict=True
            ):
                unsplit = own[upcard, NONE_BURNED]
                # Hands that are met on one way alone are played so on both, which changes nothing.
                after[upcard] = unsplit
                for hand, done in moves.items():
                    after[upcard, hand] = done == move
                ends_here = (self.table.size == 2) | ~is_met
                unsplit[ends_here] = after[upcard, ends_here]
        plain = found.hits[:, NONE_BURNED], found.doubles[:, NONE_BURNED]
        if all(map(np.array_equal, play, plain)):
            return found
        return replace(
            found, after_split=AfterSplit(SplitPlay.UNSPLIT, (((play[0], play[1]),),) * RANKS)
        )

    def _pairs(self, first: CodeArray) -> set[int]:
        table = self.table
        return {r for r in range(RANKS) if first[table.index_of((r, r))] == SPLIT}

    def _unsplit(self, found: Decisions, upcard: int) -> BoolArray:
        """Fill in the play of unsplit hands without an option to burn, and return those met."""
        is_met = self._dealt(upcard)
        for hand in self._walked(is_met):
            move = self._turn(hand, upcard)
            if self.table.size[hand] == 2:
                found.first[upcard, hand] = move
            else:
                found.hits[upcard, NONE_BURNED, hand] = move == HIT
                found.doubles[upcard, NONE_BURNED, hand] = move == DOUBLE
            if move == HIT:
                self._meet(is_met, hand, upcard)
        return is_met

    def _with_option(self, found: Decisions, upcard: int) -> None:
        """Fill in the play with the option to burn, and after a burned card."""
        is_met = self._dealt(upcard)
        is_met_after = [np.zeros_like(is_met) for _ in range(RANKS)]
        for hand in self._walked(is_met):
            move = self._turn(hand, upcard, **{BOUGHT: True})
            if self.table.size[hand] == 2:
                found.option_first[upcard, hand] = move
            found.option_hits[upcard, hand] = move == HIT
            found.option_doubles[upcard, hand] = move == DOUBLE
            if move not in (HIT, DOUBLE) or (move == DOUBLE and not self.rules.burnout_on_double):
                continue
            burns = found.burns_hit if move == HIT else found.burns_double
            for drawn in range(RANKS):
                child = self.table.successor[hand, drawn]
                if child == BUST and not self.rules.burnout_on_bust:
                    continue
                at = {BOUGHT: True, DRAWN: (drawn,), DOUBLED: move == DOUBLE}
                burned = self._asked(BURN, hand, upcard, **at) == BURN
                burns[upcard, hand, drawn] = burned
                if move == HIT and burned:
                    self._meet(is_met_after[drawn], hand, upcard)
                elif move == HIT and child != BUST:
                    is_met[child] = self._is_there(int(child), upcard)
        for rank, met in enumerate(is_met_after):
            if self.rules.burnout_ends_hand:
                break
            for hand in self._walked(met):
                move = self._turn(hand, upcard, **{BOUGHT: True, BURNED: (rank,)})
                found.hits[upcard, 1 + rank, hand] = move == HIT
                found.doubles[upcard, 1 + rank, hand] = move == DOUBLE
                if move == HIT:
                    self._meet(met, hand, upcard)

    def _after(self, upcard: int, pairs: Sequence[int]) -> dict[int, int]:
        """Return the move of each hand that is met and asked after pairs were split."""
        moves: dict[int, int] = {}
        for pair in pairs:
            again, most = self.table.index_of((pair, pair)), most_hands_of(self.rules, pair)
            is_met = np.zeros(len(self.table.size), dtype=np.bool_)
            self._meet(is_met, self.table.index_of((pair,)), upcard)
            for hand in self._walked(is_met):
                found = self._moves_after(hand, upcard, pair, range(2, 1 + most))
                if hand == again and {*found[:-1]} - {SPLIT}:
                    raise SpecError(
                        f"the policy {self.name} splits {RANK_LABELS[pair]},{RANK_LABELS[pair]},"
                        f" but not always again after a split, against {RANK_LABELS[upcard]}; the"
                        " exact figures split again as often as the rules allow"
                    )
                found = found[-1:] if hand == again else found
                if pair == ACE and not self.rules.hit_split_aces:
                    continue
                known = {*found, moves.get(hand, found[-1])}
                if len(known) > 1:
                    ways = " and ".join(sorted(ACTION_NAMES[move] for move in known))
                    raise SpecError(
                        f"the policy {self.name} does more than one thing ({ways}) with the same"
                        f" cards after a split, against {RANK_LABELS[upcard]}: it looks at the"
                        " number of hands or at what was split; the exact figures know one way"
                    )
                moves[hand] = found[-1]
                if found[-1] == HIT:
                    self._meet(is_met, hand, upcard)
        return moves

    def _moves_after(self, hand: int, upcard: int, pair: int, counts: range) -> list[int]:
        """Return the moves of a hand after a split, by the number of hands."""
        found: list[int] = []
        for count in counts:
            at = {HAND_COUNT: count, SPLIT_ACES: pair == ACE}
            own = {self._turn(hand, upcard, **at)}
            if self.with_option:
                own.add(self._turn(hand, upcard, **at, **{BOUGHT: True}))
            if len(own) > 1:
                raise SpecError(
                    f"the policy {self.name} looks after a split at whether the payment for the"
                    " option to burn was made; the exact figures know one way"
                )
            found += own
        return found

    def _is_there(self, hand: int, upcard: int) -> bool:
        """Return whether the shoe has the cards."""
        counts = self.table.counts[hand].copy()
        counts[upcard] += 1
        return bool((counts <= self.shoe.counts).all())

    def _dealt(self, upcard: int) -> BoolArray:
        """Return which hands of two cards are dealt and asked."""
        is_met: BoolArray = self.table.size == 2
        is_met[self.table.index_of((ACE, TEN))] = False
        for hand in np.flatnonzero(is_met):
            is_met[hand] = self._is_there(int(hand), upcard)
        return is_met

    def _walked(self, is_met: BoolArray) -> Iterator[int]:
        """Yield the hands that are met and asked; those that are found on the way, too."""
        for hand in range(len(is_met)):
            if is_met[hand] and self.table.hard_total[hand] < BUST_ABOVE:
                yield hand

    def _meet(self, is_met: BoolArray, hand: int, upcard: int) -> None:
        """Mark the hands that a card makes of a hand."""
        for child in self.table.successor[hand]:
            if child != BUST and self._is_there(int(child), upcard):
                is_met[child] = True


def _beyond(program: Program, node: typed.Node) -> Iterator[str]:
    """Yield what an expression looks at beside what decisions of the exact engine depend on."""
    (pack,) = program.deck.packs
    of_acting: set[int] = set()
    for part in node.walk():
        if isinstance(part, typed.VariableAt) and part.name == ACTING and id(part) not in of_acting:
            yield "which of the hands it plays"
        if isinstance(part, typed.VariableAt | typed.ZoneAt) and part.name in (HAND, DOUBLED):
            index = part.index
            if not isinstance(index, typed.VariableAt) or index.name != ACTING:
                yield "other hands"
            of_acting.add(id(index))
        elif isinstance(part, typed.ZoneAt) and part.name not in (UPCARD, BURNED, DRAWN):
            yield f"the cards of {part.name}"
        elif isinstance(part, typed.VariableAt) and part.name not in (ACTING, *VARIABLES):
            yield part.name
        elif isinstance(part, typed.Ranked):
            yield f"the ranking {part.ranking}"
    if typed.tells_cards_apart(node, pack):
        yield "which card it is of those that are alike"
    if HAND in zones_in_order(node):
        yield "the order of the cards"
    values = program.deck.attributes[pack, VALUE]
    for of, name in sorted(typed.attributes_read(node)):
        table = program.deck.attributes[of, name]
        kinds = {(values[card], table[card]) for card in program.deck.cards(pack)}
        if len(kinds) > len({value for value, _ in kinds}):
            yield f"the {name} of cards"
