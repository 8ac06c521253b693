"""Exact figures of games against the house, against brute force over small packs."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from certify.errors import PlayError
from certify.exact.banked import looking
from certify.exact.banked.solution import BEST, Solution, solve
from certify.language.catalogue import game_of, load_game
from certify.language.game import LoadedGame, with_wagers
from tests.oracle.banked_tree import BruteForce, Sums
from tests.oracle.small_games import small_game

SHELF = Path(__file__).parents[2] / "rules" / "shelf"
GAMES = Path(__file__).parents[1] / "games"


def cut(name: str, only: str, **values: str) -> LoadedGame:
    """Return a game of the shelf with a smaller pack, without its worked examples."""
    text = (SHELF / f"{name}.yaml").read_text()
    text = re.sub(r"\nexamples:\n(?:(?: .*)?\n)*", "\n", text)
    text = text.replace("    into:", f'    only: "{only}"\n    into:', 1)
    for old, new in values.items():
        text = text.replace(old, new)

    def find(file: str) -> tuple[str, str] | None:
        path = SHELF / "paytables" / file
        return (path.read_text(), str(path)) if path.exists() else None

    return game_of(text, f"{name}.yaml", find)


def totals(found: Solution) -> Sums:
    """Return figures of the engine as brute force calls them."""
    sums: Sums = {}
    for name, wager in found.wagers.items():
        sums |= {f"stake.{name}": wager.stake, f"net.{name}": wager.net}
        for number, share in enumerate(
            [wager.lines.get("", Fraction(0)), *(p for row, p in wager.lines.items() if row)]
        ):
            if wager.lines:
                sums[f"line.{name}={number}"] = share
    score = Fraction(0)
    for (_, net), p in found.outcomes[""].items():
        sums[f"score={net}"] = sums.get(f"score={net}", Fraction(0)) + p
        score += net * p
    return sums | {"score": score}


def agree(game: LoadedGame, policy: str | None = None) -> None:
    """Assert that both ways of counting come to the same."""
    found = totals(solve(game, policy or BEST))
    expected = BruteForce(game, policy).sums()
    compared = {name: share for name, share in found.items() if share}
    assert compared == {name: expected.get(name, Fraction(0)) for name in compared}
    told = {name: s for name, s in expected.items() if s and not re.fullmatch(r"line\.\w+", name)}
    assert set(told) <= set(compared)


ONE_PACK = {
    "maximum: 8, default: 6": "maximum: 8, default: 1",
    "maximum: 8, default: 8": "maximum: 8, default: 1",
}
CLUBS_AND_HEARTS = "suit in ['clubs', 'hearts']"
SEVEN = "rank in [4, 6, 12, 14] and suit == 'clubs' or rank in [12, 13, 14] and suit == 'hearts'"
NINE = "rank >= 12 and suit != 'clubs' and not (rank == 13 and suit == 'hearts')"


@pytest.mark.parametrize("policy", [None, "from_seven", "never"])
@pytest.mark.parametrize("only", ["rank >= 13", f"rank in [2, 5, 9] and {CLUBS_AND_HEARTS}"])
def test_red_dog(only: str, policy: str | None) -> None:
    agree(cut("red_dog", only, **ONE_PACK), policy)


@pytest.mark.parametrize("policy", [None, "fights", "gives_up"])
def test_casino_war(policy: str | None) -> None:
    only = "rank >= 13 and suit != 'spades' or rank == 4 and suit == 'clubs'"
    agree(cut("casino_war", only, **ONE_PACK), policy)


def test_punto_banco() -> None:
    agree(cut("punto_banco", f"rank in [3, 5, 6, 8] and {CLUBS_AND_HEARTS}", **ONE_PACK))


@pytest.mark.parametrize("policy", [None, "queen_six_four"])
def test_three_card_poker(policy: str | None) -> None:
    agree(cut("three_card_poker", SEVEN), policy)


def test_three_card_poker_with_another_wager() -> None:
    agree(with_wagers(cut("three_card_poker", SEVEN), ["ante", "pair_plus"]))


@pytest.mark.slow
def test_three_card_poker_with_three_suits() -> None:
    agree(cut("three_card_poker", NINE))


@pytest.mark.parametrize("policy", [None, "from_three"])
def test_a_hidden_card_that_may_end_the_round(policy: str | None) -> None:
    """The seat decides knowing only that the hidden card has not ended it."""
    agree(load_game(str(GAMES / "peeking.yaml")), policy)


def agree_at_random(seed: int) -> None:
    """Assert that both agree on a game made at random, or refuse it alike."""
    game = small_game(seed)
    if seed % 2:
        game = with_wagers(game, ["main", "side"])
    try:
        agree(game)
    except PlayError:
        with pytest.raises(PlayError):
            BruteForce(game).sums()


@pytest.mark.parametrize("seed", range(1, 21, 2))
def test_games_made_at_random(seed: int) -> None:
    agree_at_random(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 300))
def test_many_games_made_at_random(seed: int) -> None:
    agree_at_random(seed)


@pytest.mark.parametrize("only", ["rank >= 12", "rank >= 11 and suit != 'spades'"])
def test_boards_that_are_gone_through_come_to_the_same(
    only: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flop, a turn and a river, taken card by card and from the side of whole boards."""
    game = cut("ultimate_texas_holdem", only)
    one_by_one = solve(game)
    monkeypatch.setattr(looking, "MOST_SINGLE", 0)
    by_boards = solve(game)
    assert one_by_one.wagers == by_boards.wagers
    assert one_by_one.outcomes == by_boards.outcomes
    assert one_by_one.decided.keys() == by_boards.decided.keys()


def test_a_rule_that_names_a_suit_leaves_suits_as_they_are() -> None:
    hearts = {"lead > 0 else": "lead > 0 or any(c.suit == 'hearts' for c in hand) else"}
    plain, named = (cut("three_card_poker", "rank >= 9", **change) for change in ({}, hearts))
    assert (solve(plain).kinds.attribute, solve(named).kinds.attribute) == ("suit", "")
    agree(cut("three_card_poker", SEVEN, **hearts))


def test_other_names_of_suits_change_nothing() -> None:
    plain = solve(cut("three_card_poker", "true"))
    renamed = cut(
        "three_card_poker",
        "true",
        **{"[clubs, diamonds, hearts, spades]": "[spades, clubs, diamonds, hearts]"},
    )
    assert solve(renamed).wagers == plain.wagers
