"""Equivalence check: the game that is played is the one that is analysed, on small shoes.

A spec of the twenty-one family is both the data of the exact engine and a game that the rule
language plays. Here a round by the rules is followed by the engine of any game against the house,
and compared with the exact engine of the family; the two share nothing but the spec.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from certify.cards.shoe import Shoe
from certify.errors import SpecError
from certify.exact.banked.procedures import value_of
from certify.exact.blackjack.solve import Solution
from certify.language.acts import NET, TOTAL
from certify.language.base import Scalar
from certify.language.catalogue import packaged_game
from certify.language.document import Place
from certify.language.game import NOT_PLAYED, LoadedGame, apply_settings
from certify.language.parameters import IntegerParameter
from certify.play.interpreted import PLAY
from certify.play.interpreter.program import Program
from certify.runtime.canonical import without
from certify.runtime.context import Context
from certify.studies.kinds import FIRST_CARDS, VALUE, has_charts, has_option, main_wager
from certify.studies.simulation.table_play import certified_play
from certify.studies.twenty_one import BlackjackGame

ROUND = "single_round"
BOUGHT = "burnout_bought"
DECKS = "decks"
"""Names in a playable spec of the family: a single round, if that is not all that is played;
whether the payment for an option to burn is made; the packs."""

SECTIONS = ("variables", "definitions", "decisions", "procedures")
"""What play is made of."""

KEPT = "played-and-analysed"
"""The kind under which it is kept how a play of somebody's own differs, in a sentence."""

TOLERANCE = 1e-12


@dataclass(frozen=True)
class EquivalenceCheck:
    """A shoe (cards by value, A, 2, .., T) and rules for the equivalence check.

    With `best` the best play is compared, otherwise the exact engine's strategy; `bought`: without
    the Burnout payment, with it, or both.
    """

    text: str
    shoe: tuple[int, ...]
    settings: dict[str, Scalar]
    best: bool
    bought: tuple[bool, ...] = (False, True)


EQUIVALENCE_CHECKS = (
    EquivalenceCheck(
        "best play, no splits", (2, 1, 1, 0, 2, 2, 1, 1, 2, 4), {"max_split_hands": 1}, True
    ),
    EquivalenceCheck(
        "best play, no splits, dealer stands on soft 17, no hole card",
        (2, 0, 1, 0, 1, 3, 1, 2, 2, 4),
        {"max_split_hands": 1, "dealer_hits_soft_17": False, "dealer_peeks": False},
        True,
    ),
    EquivalenceCheck(
        "best play, no splits, surrender, doubles after hits, busting cards not burned",
        (2, 0, 0, 1, 1, 2, 2, 1, 3, 4),
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
        (1, 0, 0, 0, 0, 0, 2, 4, 5, 8),
        {"max_split_hands": 3},
        False,
    ),
    EquivalenceCheck(
        "certified strategy, aces split again, hit and doubled",
        (3, 0, 0, 0, 0, 2, 0, 3, 4, 8),
        {
            "max_split_hands": 3,
            "resplit_aces": True,
            "hit_split_aces": True,
            "double_split_aces": True,
        },
        False,
    ),
    EquivalenceCheck(
        "best play, no splits, the card after a burn ends the hand",
        (1, 1, 0, 1, 2, 2, 1, 1, 2, 5),
        {"max_split_hands": 1, "burnout_ends_hand": True},
        True,
    ),
    EquivalenceCheck(
        "best play of half a pack, no splits, no payment",
        (2, 2, 2, 2, 2, 2, 2, 2, 2, 8),
        {"max_split_hands": 1},
        True,
        (False,),
    ),
)
"""Shoes that are followed in seconds, and together reach every rule.

Where pairs are split, there are no more cards of a value than packs: the first of them is moved,
which is followed where all are alike.
"""


@dataclass(frozen=True)
class Compared:
    """Expected net result of the main wager and what belongs to it, played and analysed.

    In units a round; `bought` is None where there is no option to pay for.
    """

    check: EquivalenceCheck
    bought: bool | None
    played: float
    analysed: float

    @property
    def sentence(self) -> str:
        """What each of the two comes to."""
        payment = {None: "", False: ", without the payment", True: ", with the payment"}
        return (
            f"{self.check.text}{payment[self.bought]}: the played game gives {self.played!r} units"
            f" a round, the exact engine {self.analysed!r}"
        )

    @property
    def agrees(self) -> bool:
        """Whether the two are equal to `TOLERANCE`."""
        return abs(self.played - self.analysed) <= TOLERANCE


def has_exact_play(game: LoadedGame) -> bool:
    """Return whether a game is both played and analysed."""
    return has_charts(game) and game.carries_money


def compare_plays(
    game: LoadedGame, checks: tuple[EquivalenceCheck, ...] = EQUIVALENCE_CHECKS
) -> Iterator[Compared]:
    """Yield the comparison of each shoe, without the option to burn and, if any, with it."""
    for check in checks:
        if not set(check.settings) <= set(game.spec.parameters):
            # A spec of the family need not have every alternative.
            continue
        # Insurance is never taken by certified play; not offered, it makes fewer situations.
        usual: dict[str, Scalar] = {DECKS: _most_packs(game), "insurance": False}
        settings = {name: usual[name] for name in usual if name in game.spec.parameters}
        exact = BlackjackGame(apply_settings(game, settings | check.settings), Shoe(check.shoe))
        program = Program(exact.loaded)
        solution = exact.optimal
        for bought in check.bought if exact.has_option else (False,):
            figures = solution.main_burnout if bought else solution.main
            if figures is not None:
                played = played_value(program, check, bought, None if check.best else solution)
                paid = float(exact.rules.burnout_payment) if bought else 0.0
                option = bought if exact.has_option else None
                yield Compared(check, option, float(played), figures.ev - paid)


def require_analysed(game: LoadedGame, context: Context) -> None:
    """Raise `SpecError` if somebody's own spec of the family is played otherwise than analysed.

    Where its play is written as in the package there is nothing to compare. What was compared is
    kept.
    """
    if not has_exact_play(game):
        return
    place = _written_otherwise(game)
    if place is None:
        return
    key = (game.spec_sha256, game.paytable_sha256, game.changed)
    found = context.cache.load_as(KEPT, key, bytes.decode) if context.cache else None
    if found is None:
        found = _told(game, context)
        if context.cache:
            context.cache.store(KEPT, key, found.encode())
    if found:
        raise SpecError(
            f"{game.located(place)} is not what the exact engine of the family twenty_one"
            f" works by: {found}; parameters change how it is analysed, and certify simulate plays"
            " what is written"
        )


def _told(game: LoadedGame, context: Context) -> str:
    """Return in a sentence what is played and analysed otherwise; nothing if all is alike."""
    most = 2 * len(EQUIVALENCE_CHECKS)
    for done, one in enumerate(compare_plays(game), 1):
        if not one.agrees:
            return one.sentence
        context.progress(done, most, "comparing the play that is written with what is analysed")
    return ""


def _written_otherwise(game: LoadedGame) -> Place | None:
    """Return the first element of play that is not as in the package.

    How cards are dealt for wagers on the first ones matters to no other.
    """
    usual = packaged_game("blackjack-burnout" if has_option(game) else "blackjack")
    own, theirs = (without(each.spec, NOT_PLAYED - {"wagers"}) for each in (game, usual))
    first = [name for name, wager in usual.spec.wagers.items() if not wager.optional]
    names = {section: list(theirs.get(section, {})) for section in SECTIONS} | {"wagers": first}
    for section, every in names.items():
        written = own.get(section, {})
        for name in every:
            if name != FIRST_CARDS and written.get(name) != theirs[section][name]:
                return (section, name) if name in written else (section,)
    return None


def played_value(
    program: Program, check: EquivalenceCheck, bought: bool, strategy: Solution | None
) -> Fraction:
    """Return the expected net result of the main wager in the played game, with what belongs to it.

    `bought` makes the payment for the option; without a `strategy` it is the best play there is.
    """
    play = None
    if strategy is not None:
        play = certified_play(program, strategy.decisions, name="certified", bought=bought)
    result, main = program.play.result, main_wager(program.game)
    if result is None:
        raise SpecError("the game has no result")
    whole = TOTAL if program.game.spec.following(main) else NET
    return value_of(
        program,
        ROUND if ROUND in program.entries else PLAY,
        result.recorded()[f"{whole}.{main}"],
        cards=_cards(program, check.shoe),
        given={BOUGHT: True} if bought else {},
        play=play,
    )


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
