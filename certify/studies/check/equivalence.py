"""Equivalence check: the game that is played is the one that is analysed, on tiny shoes.

A spec of the twenty-one family is both the data of the exact engine and a game that the rule
language plays. Here the whole tree of the played game is walked and compared with the exact engine;
the two share nothing but the spec.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from certify.cards.shoe import Shoe
from certify.errors import SpecError
from certify.exact.blackjack.solve import Solution
from certify.language.acts import NET, TOTAL
from certify.language.base import Scalar
from certify.language.game import LoadedGame, apply_settings
from certify.language.parameters import IntegerParameter
from certify.play.chance import Stream
from certify.play.interpreted import PLAY
from certify.play.interpreter.interpreter import Options, decision_of
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State, initial_state
from certify.play.policies import place_by_table
from certify.play.tables import wanted_moves
from certify.play.tree import Chooser, solve
from certify.studies.kinds import FAMILY, main_wager
from certify.studies.simulation.table_play import certified_play
from certify.studies.twenty_one import BlackjackGame

ROUND = "single_round"
BOUGHT = "burnout_bought"
DECKS = "decks"
VALUE = "value"
"""Names in a playable spec of the family: a single round, if that is not all that is played;
whether the payment for an option to burn is made; the packs, and the value of a card."""

TOLERANCE = 1e-12


@dataclass(frozen=True)
class EquivalenceCheck:
    """A shoe (cards by value, A, 2, .., T) and rules for the equivalence check.

    With `best` the best play is compared, otherwise the exact engine's strategy.
    """

    text: str
    shoe: tuple[int, ...]
    settings: dict[str, Scalar]
    best: bool


EQUIVALENCE_CHECKS = (
    EquivalenceCheck(
        "best play, no splits", (1, 0, 0, 0, 2, 2, 0, 0, 2, 3), {"max_split_hands": 1}, True
    ),
    EquivalenceCheck(
        "best play, no splits, dealer stands on soft 17, no hole card",
        (2, 0, 0, 0, 0, 3, 0, 2, 0, 3),
        {"max_split_hands": 1, "dealer_hits_soft_17": False, "dealer_peeks": False},
        True,
    ),
    EquivalenceCheck(
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
    EquivalenceCheck(
        "certified strategy, splits to three hands",
        (1, 0, 0, 0, 0, 0, 0, 4, 3, 8),
        {"max_split_hands": 3},
        False,
    ),
    EquivalenceCheck(
        "certified strategy, aces split again, hit and doubled",
        (4, 0, 0, 0, 0, 4, 0, 0, 0, 8),
        {"resplit_aces": True, "hit_split_aces": True, "double_split_aces": True},
        False,
    ),
    EquivalenceCheck(
        "best play, no splits, the card after a burn ends the hand",
        (1, 0, 0, 0, 2, 2, 0, 0, 2, 3),
        {"max_split_hands": 1, "burnout_ends_hand": True},
        True,
    ),
)
"""Shoes small enough for the whole tree, and together reaching every rule."""


@dataclass(frozen=True)
class Compared:
    """Expected net result of the main wager and what belongs to it, played and analysed."""

    check: EquivalenceCheck
    bought: bool
    played: float
    analysed: float

    @property
    def agrees(self) -> bool:
        """Whether the two are equal to `TOLERANCE`."""
        return abs(self.played - self.analysed) <= TOLERANCE


def has_exact_play(game: LoadedGame) -> bool:
    """Return whether a game is both played and analysed."""
    return game.spec.game.family == FAMILY and game.carries_money


def compare_plays(
    game: LoadedGame, checks: tuple[EquivalenceCheck, ...] = EQUIVALENCE_CHECKS
) -> Iterator[Compared]:
    """Yield the comparison of each shoe, without the option to burn and, if any, with it."""
    for check in checks:
        if not set(check.settings) <= set(game.spec.parameters):
            # A spec of the family need not have every alternative.
            continue
        # Insurance is never taken by certified play, and not offering it keeps the tree small.
        usual: dict[str, Scalar] = {DECKS: _most_packs(game), "insurance": False}
        settings = {name: usual[name] for name in usual if name in game.spec.parameters}
        exact = BlackjackGame(apply_settings(game, settings | check.settings), Shoe(check.shoe))
        program = Program(exact.loaded)
        solution = exact.optimal
        for bought in (False, True) if exact.has_option else (False,):
            figures = solution.main_burnout if bought else solution.main
            if figures is not None:
                played = played_value(program, check, bought, None if check.best else solution)
                paid = float(exact.rules.burnout_payment) if bought else 0.0
                yield Compared(check, bought, played, figures.ev - paid)


def played_value(
    program: Program, check: EquivalenceCheck, bought: bool, strategy: Solution | None
) -> float:
    """Return the expected net result of the main wager in the played game, with what belongs to it.

    `bought` makes the payment for the option; without a `strategy` it is the best play of the tree.
    """
    procedure = ROUND if ROUND in program.entries else PLAY
    state = initial_state(
        program, Stream(0), procedure=procedure, cards=_cards(program, check.shoe)
    )
    if bought:
        _, place = program.position(BOUGHT)
        state.values[place] = True
    main = main_wager(program.game)
    whole = TOTAL if program.game.spec.following(main) else NET
    net = program.measures[f"{whole}.{main}"]
    choose = None if strategy is None else _chooser(program, strategy, bought=bought)
    found = solve(state, lambda ended: float(net(ended.values, ended.zones)), choose=choose)
    return float(found.value)


def _chooser(program: Program, strategy: Solution, *, bought: bool) -> Chooser:
    tables = wanted_moves(
        program, certified_play(program, strategy.decisions, name="certified", bought=bought)
    )

    def choose(state: State, found: Options) -> int:
        return place_by_table(state, found, tables[decision_of(state).name])

    return choose


def _most_packs(game: LoadedGame) -> int:
    """Return the most packs that there can be: copies of a card are alike, which suits are not."""
    decks = game.spec.parameters[DECKS]
    return decks.maximum if isinstance(decks, IntegerParameter) else 1


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
