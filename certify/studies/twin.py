"""The game that is played and the game that is analysed are the same: shown on tiny shoes.

A spec of the twenty-one family is both the data of the exact engine and a game that the rule
language plays. Here the whole tree of the played game is walked and compared with the exact engine;
the two share nothing but the spec.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from certify.cards.hands import hand_table
from certify.cards.shoe import Shoe
from certify.engine.chance import Stream
from certify.engine.interpreter import Options, decision_of
from certify.engine.program import Program
from certify.engine.state import State
from certify.engine.tree import solve
from certify.errors import SpecError
from certify.exact.decisions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from certify.exact.solve import Solution
from certify.spec.base import Scalar
from certify.spec.catalogue import LoadedGame
from certify.spec.overrides import apply_settings
from certify.studies.twenty_one import FAMILY, TwentyOneGame

ROUND = "single_round"
BOUGHT = "burnout_bought"
NET = "main_net"
VALUE = "value"
"""What a playable spec of the family calls a single round, whether the payment is made, and the
net result of the main wager; ``value`` is the cards' attribute."""

TOLERANCE = 1e-12

MOVES = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split", SURRENDER: "surrender"}


@dataclass(frozen=True)
class Twin:
    """A shoe and rules on which the two are compared.

    Attributes
    ----------
    text : str
        What is compared.
    shoe : tuple of int
        Cards by value, A, 2, .., T.
    settings : dict
        Parameters that differ from the spec's.
    best : bool
        Whether the best play is compared; otherwise the exact engine's strategy is played.
    """

    text: str
    shoe: tuple[int, ...]
    settings: dict[str, Scalar]
    best: bool


TWINS = (
    Twin("best play, no splits", (1, 0, 0, 0, 2, 2, 0, 0, 2, 3), {"max_split_hands": 1}, True),
    Twin(
        "best play, no splits, dealer stands on soft 17, no hole card",
        (2, 0, 0, 0, 0, 3, 0, 2, 0, 3),
        {"max_split_hands": 1, "dealer_hits_soft_17": False, "dealer_peeks": False},
        True,
    ),
    Twin(
        "best play, no splits, surrender, doubles after hits, busting cards not burned",
        (1, 0, 0, 0, 0, 2, 2, 0, 2, 3),
        {
            "max_split_hands": 1,
            "surrender": "late",
            "double_after_hit": True,
            "burnout_on_bust": False,
        },
        True,
    ),
    Twin(
        "certified strategy, splits to three hands",
        (1, 0, 0, 0, 0, 0, 0, 4, 3, 8),
        {"max_split_hands": 3},
        False,
    ),
    Twin(
        "certified strategy, aces split again, hit and doubled",
        (4, 0, 0, 0, 0, 4, 0, 0, 0, 8),
        {"resplit_aces": True, "hit_split_aces": True, "double_split_aces": True},
        False,
    ),
)
"""Shoes small enough for the whole tree, and together reaching every rule."""


@dataclass(frozen=True)
class Compared:
    """The value of a round in both.

    Attributes
    ----------
    played, analysed : float
        Expected net result of the main wager, the payment not counted.
    """

    twin: Twin
    bought: bool
    played: float
    analysed: float

    @property
    def agrees(self) -> bool:
        """Whether the two are equal to `TOLERANCE`."""
        return abs(self.played - self.analysed) <= TOLERANCE


def is_twin(game: LoadedGame) -> bool:
    """Return whether a game is both played and analysed."""
    return game.play is not None and game.spec.game.family == FAMILY


def compare_twins(game: LoadedGame, twins: tuple[Twin, ...] = TWINS) -> Iterator[Compared]:
    """Yield the comparison of each shoe, without the Burnout payment and with it.

    Parameters
    ----------
    game : LoadedGame
        A game of the twenty-one family that can be played.
    twins : tuple of Twin
        Shoes and rules.

    Yields
    ------
    Compared
        Both values.
    """
    for twin in twins:
        # Insurance is never taken by certified play, and not offering it keeps the tree small.
        settings = {"decks": 1, "insurance": False, **twin.settings}
        exact = TwentyOneGame(apply_settings(game, settings), Shoe(twin.shoe))
        program = Program(exact.loaded)
        if ROUND not in program.entries:
            raise SpecError(f"a playable spec of the family needs the procedure {ROUND}")
        solution = exact.optimal
        for bought in (False, True):
            figures = solution.main_burnout if bought else solution.main
            if figures is not None:
                played = played_value(program, twin, bought, None if twin.best else solution)
                yield Compared(twin, bought, played, figures.ev)


def played_value(program: Program, twin: Twin, bought: bool, strategy: Solution | None) -> float:
    """Return the expected net result of the main wager in the played game.

    Parameters
    ----------
    program : Program
        The game.
    twin : Twin
        The shoe.
    bought : bool
        Whether the Burnout payment is made.
    strategy : Solution, optional
        Whose decisions are played; left out, the best play of the tree.

    Returns
    -------
    float
        The value.
    """
    state = program.initial(Stream(0), procedure=ROUND, cards=_cards(program, twin.shoe))
    _, place = program.position(BOUGHT)
    state.values[place] = bought
    _, net = program.position(NET)
    choose = None if strategy is None else CertifiedPlay(program, strategy, bought=bought)
    found = solve(state, lambda ended: float(ended.values[net]), choose=choose)
    return float(found.value)


def _cards(program: Program, shoe: tuple[int, ...]) -> list[int]:
    """Return cards of the pack that make a shoe."""
    (pack,) = program.deck.packs
    values = program.deck.attributes[pack, VALUE]
    left = list(shoe)
    found = []
    for card in program.deck.cards(pack):
        if left[values[card] - 1]:
            left[values[card] - 1] -= 1
            found.append(card)
    if any(left):
        raise SpecError("the shoe has more cards of a value than the pack")
    return found


class CertifiedPlay:
    """The exact engine's decisions as a way to play the spec.

    Parameters
    ----------
    program : Program
        The game.
    solution : Solution
        Whose decisions are played.
    bought : bool
        Whether the Burnout payment is made.
    """

    def __init__(self, program: Program, solution: Solution, *, bought: bool) -> None:
        (pack,) = program.deck.packs
        self.values: list[int] = program.deck.attributes[pack, VALUE]
        self.decisions = solution.decisions
        self.bought = bought
        self.rules = solution.shoe.rules
        self.table = hand_table()
        self.place = {
            name: program.position(name)[1]
            for name in ("acting", "hand_count", "upcard", "burned", "just_drawn")
        }
        self.hands_at = program.position("hands[1]")[1]
        self.doubled_at = program.position("doubled[1]")[1]

    def __call__(self, state: State, found: Options) -> int:
        """Return the place of the option that the strategy chooses."""
        wanted = self._burn(state) if decision_of(state).name == "burn" else self._turn(state)
        names = [move.name for move, _ in found.choices]
        return next(names.index(name) for name in wanted if name in names)

    def _ranks(self, cards: list[int]) -> tuple[int, ...]:
        return tuple(self.values[card] - 1 for card in cards)

    def _hand(self, state: State) -> int:
        acting = state.values[self.place["acting"]] - 1
        return self.table.index(self._ranks(state.zones[self.hands_at + acting]))

    def _upcard(self, state: State) -> int:
        return self._ranks(state.zones[self.place["upcard"]])[0]

    def _burn(self, state: State) -> tuple[str, ...]:
        acting = state.values[self.place["acting"]] - 1
        doubled = state.values[self.doubled_at + acting]
        burns = self.decisions.burns_double if doubled else self.decisions.burns_hit
        (card,) = self._ranks(state.zones[self.place["just_drawn"]])
        return ("burn",) if burns[self._upcard(state), self._hand(state), card] else ("keep",)

    def _turn(self, state: State) -> tuple[str, ...]:
        decisions, upcard, hand = self.decisions, self._upcard(state), self._hand(state)
        burned = self._ranks(state.zones[self.place["burned"]])
        gone = burned[0] + 1 if burned else 0
        alone = state.values[self.place["hand_count"]] == 1
        open_option = self.bought and alone and not burned
        if alone and not burned and self.table.size[hand] == 2:
            first = decisions.option_first if self.bought else decisions.first
            return (MOVES[int(first[upcard, hand])], "stand")
        if open_option:
            hits, doubles = decisions.option_hits, decisions.option_doubles
            return _names(bool(hits[upcard, hand]), bool(doubles[upcard, hand]))
        pair = not alone and np.count_nonzero(self.table.counts[hand]) == 1
        if pair and self.table.size[hand] == 2:
            # A pair drawn to a split hand is split again as long as the rules allow it.
            return ("split", *self._plain(upcard, gone, hand))
        return self._plain(upcard, gone, hand)

    def _plain(self, upcard: int, gone: int, hand: int) -> tuple[str, ...]:
        hits = bool(self.decisions.hits[upcard, gone, hand])
        return _names(hits, bool(self.decisions.doubles[upcard, gone, hand]))


def _names(hits: bool, doubles: bool) -> tuple[str, ...]:
    """Return what is done, the wanted move first; one that is not allowed gives way to the next."""
    rest = ("hit", "stand") if hits else ("stand",)
    return ("double", *rest) if doubles else rest
