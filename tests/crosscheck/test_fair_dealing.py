"""Compiled play deals fairly: hands counted by others, and where every card of a deal lies.

What is tested is what deals: games in the rule language, compiled, by the machinery of `certify
simulate`. Tests, numbers, seed and level were fixed before anything was played; the tests of a
family are corrected for their number by Holm. docs/simulation.md says what was found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import pytest

from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_overrides
from certify.play.tallies import Tallies
from certify.studies.crosscheck.answers import LEVEL
from certify.studies.double_entry import Answer, Distribution, Question, Share, adjusted
from tests.support.counted import counted

HANDS = 10_000_000_000
"""Hands of the slow test; some ten minutes of processor time, shared by all cores."""

DEALS = 1_000_000_000
"""Deals of the slow test from each number of packs."""

FEW = 10_000_000
SEED = 25

ORDERS = 4_998_398_275_503_360
"""Orders of six cards of eight packs, and how many of them each hand wins (counted by others)."""
WON = {1: 2_230_518_282_592_256, -1: 2_292_252_566_437_888, 0: 475_627_426_473_216}
NAMES = {1: "player", -1: "banker", 0: "tie"}

NET = "net.punto"

SIX = range(6)
RANKS, SUITS = range(1, 14), range(4)
PAIRS = tuple(combinations(SIX, 2))
"""Pairs of positions."""


# Hands ------------------------------------------------------------------------------------------


def hands(number: int, won: Mapping[int, int] = WON) -> list[Answer]:
    """Return how often player, banker and tie won, against counts of all orders."""
    tallies = counted(load_game("punto-banco"), [NET], number, seed=SEED)
    assert sum(WON.values()) == ORDERS
    return answers([_share(net, won[net] / ORDERS) for net in WON], tallies)


def _share(net: int, chance: float) -> Share:
    def read(tallies: Tallies) -> dict[str, int]:
        hits = tallies.tally(NET).counts[net]
        return {"hit": hits, "other": tallies.games - hits}

    return Share(NAMES[net], "", NAMES[net], chance, read)


def answers(questions: Sequence[Question], tallies: Tallies) -> list[Answer]:
    """Return the answers to questions that are one family."""
    found = [question.answer(tallies, LEVEL / len(questions)) for question in questions]
    for question, answer in zip(questions, found, strict=True):
        print(f"{question.identity}: {answer.statistic:+.3f} ({answer.freedom}), p {answer.p:.4f},"
              f" would see {answer.detectable:.2e}")  # fmt: skip
    return found


def passes(found: Sequence[Answer]) -> bool:
    """Tell whether no test of a family fails; by Holm."""
    return min(adjusted([answer.p for answer in found])) >= LEVEL


def test_hands_of_punto_banco() -> None:
    assert passes(hands(FEW))


def test_other_chances_of_hands_are_noticed() -> None:
    """A thousandth of all hands, given by the banker to the player."""
    other = WON | {1: WON[1] + ORDERS // 1_000, -1: WON[-1] - ORDERS // 1_000}
    assert not passes(hands(FEW, other))


@pytest.mark.slow
def test_very_many_hands_of_punto_banco() -> None:
    """A share that is wrong by 26 in a million is seen with 99 percent."""
    found = hands(HANDS)
    assert max(answer.detectable for answer in found) < 2.7e-5
    assert passes(found)


# Positions --------------------------------------------------------------------------------------


def dealt(packs: int) -> LoadedGame:
    """Return a game in which six cards are dealt; it records each, and each two of them."""
    return apply_overrides(load_game("tests/games/six_cards.yaml"), [f"decks={packs}"])


def kind(place: int) -> str:
    return f"card_{place + 1}"


def both(first: int, second: int) -> str:
    return f"ranks_{first + 1}_{second + 1}"


def positions(number: int, packs: int, assumed: float | None = None) -> list[Answer]:
    """Return how kinds of cards lie in six positions, and ranks in each two of them.

    `assumed` is the number of packs from which they are taken to come, if it is another.
    """
    names = [*(kind(place) for place in SIX), *(both(*pair) for pair in PAIRS)]
    tallies = counted(dealt(packs), names, number, seed=SEED)
    packs_of = packs if assumed is None else assumed
    one = {str(value): 1 / 52 for value in range(52)}
    alike, others = 4 * packs_of - 1, 52 * packs_of - 1
    two = {
        str(13 * (first - 1) + second - 1): (alike if first == second else alike + 1) / 13 / others
        for first in RANKS
        for second in RANKS
    }
    assert sum(two.values()) == pytest.approx(1, abs=1e-12)
    return answers(
        [_distribution(name, two if "ranks" in name else one) for name in names], tallies
    )


def _distribution(name: str, cells: dict[str, float]) -> Distribution:
    def read(tallies: Tallies) -> dict[str, int]:
        tally = tallies.tally(name)
        return {str(value): count for value, count in tally.counts.items()}

    return Distribution(name, "", name, cells, read)


ONE = pytest.param(1, marks=pytest.mark.slow)
"""A pack of few cards is dealt by other code; it has to be compiled, too."""


@pytest.mark.parametrize("packs", [ONE, 8])
def test_cards_by_position(packs: int) -> None:
    assert passes(positions(FEW, packs))


@pytest.mark.parametrize("assumed", [4, 1e9])
def test_cards_of_other_packs_are_noticed(assumed: float) -> None:
    """So are cards that are put back: as if of endlessly many packs."""
    assert not passes(positions(FEW, 8, assumed))


@pytest.mark.slow
@pytest.mark.parametrize("packs", [1, 8])
def test_very_many_cards_by_position(packs: int) -> None:
    """The chance of a kind in a position that is wrong by 41 in a million is seen."""
    found = positions(DEALS, packs)
    assert max(answer.detectable for answer in found) < 4.1e-5
    assert passes(found)
