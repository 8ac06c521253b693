"""The games of the shelf with few cards: equal, as fractions, to every order of the cards."""

from __future__ import annotations

from typing import Any

import pytest

from certify.exact.banked.solution import BEST
from certify.language.game import apply_overrides, parameter_values, with_wagers
from certify.play.interpreter.program import Program
from tests.oracle.compared import require_equal
from tests.oracle.cut_packs import (
    BACCARAT,
    DOG,
    POKER,
    SHELF,
    TWENTY_ONE,
    UPCARD,
    WAR,
    Made,
    three_card_poker,
)
from tests.oracle.random_games import Data

OTHERS: dict[str, tuple[tuple[str, ...], list[str]]] = {
    "let-it-ride": (("usual", "what_pays"), []),
    "mississippi-stud": (("by_points",), []),
    "caribbean-stud": (("pairs", "ace_king_and_a_court_card"), ["ante", "side"]),
    "casino-holdem": (("a_pair_or_high_card", "always"), []),
    "ultimate-texas-holdem": (("usual", "never_before_the_flop"), ["ante", "trips"]),
    "blackjack-first-cards": ((), ["three_cards", "insurance"]),
}
"""Policies that are compared beside the best play, and wagers that are made instead."""

DEAR = (
    "two-three-queen-ace",
    "six-cards",
    "queen-king-ace",
    "three-suits",
    "upcard-three-suits",
    "powers-and-nth-of-three",
)
"""Packs of three-card poker that take longest, and those of whose kind there are others."""

UNSPLIT = ["max_split_hands=1", "dealer_peeks=false"]
"""Of hands that are split policies alone are compared: with so few cards too, the ways of
splitting and drawing are more than the engine follows for the best play."""


def cases() -> list[Any]:
    """Return the shelf's games with few cards, by each policy, wagers and settings."""
    found: list[Any] = []

    def add(
        name: str,
        made: Made,
        policy: str,
        settings: list[str],
        wagers: list[str],
        *,
        is_slow: bool = False,
    ) -> None:
        written = "-".join([name, policy, *settings, *wagers])
        marks = [pytest.mark.slow] if is_slow else []
        found.append(pytest.param(made, policy, settings, wagers, id=written, marks=marks))

    for name, made in POKER.items():
        for policy in (BEST, "queen_six_four"):
            is_one = policy == BEST or name == "alike"
            add(f"poker-{name}", made, policy, [], [], is_slow=name in DEAR or not is_one)
    for name in ("five-six-queen", "upcard"):
        add(f"poker-{name}", POKER[name], BEST, [], ["ante", "pair_plus"])
    add("poker-alike", POKER["alike"], BEST, ["ante_bonus.straight.pays=3:2"], [])
    for name, made in WAR.items():
        for policy in (BEST, "fights", "gives_up"):
            add(f"war-{name}", made, policy, [], [])
    for name in ("six-cards", "alike"):
        add(f"war-{name}", WAR[name], BEST, ["bonus_for_second_tie=false"], [])
        add(f"war-{name}", WAR[name], BEST, ["tie_pays=11:1"], ["main", "tie"])
    for name, made in DOG.items():
        for policy in (BEST, "from_seven", "never"):
            add(f"dog-{name}", made, policy, [], [])
    add("dog-gaps", DOG["gaps"], BEST, ["main.three.pays=3:1"], [])
    for place, (name, made) in enumerate(BACCARAT.items()):
        add(f"banco-{name}", made, BEST, [], [], is_slow=place > 1)
        several = ["banco", "tie", "punto_pair"]
        add(f"banco-{name}", made, BEST, ["commission=0.04"], several, is_slow=place > 1)
    for game, (policies, several) in OTHERS.items():
        for place, (name, made) in enumerate(SHELF[game].items()):
            for policy in (BEST, *policies):
                is_dear = game == "mississippi-stud" and policy == BEST
                add(f"{game}-{name}", made, policy, [], [], is_slow=place > 0 or is_dear)
            if several:
                add(f"{game}-{name}", made, BEST, [], several, is_slow=place > 0)
    for place, (name, made) in enumerate(TWENTY_ONE.items()):
        for policy in (BEST, "by_total", "as_the_dealer"):
            is_one = place == 0 and policy != BEST
            add(f"blackjack-{name}", made, policy, UNSPLIT, [], is_slow=not is_one)
        if name.startswith("alike"):
            # Where one of two cards is moved, which of them is followed if both are alike.
            add(f"blackjack-{name}", made, "by_total", [], [], is_slow=name != "alike")
    looks = TWENTY_ONE["aces-and-sixes"]
    add("blackjack-the-dealer-looks", looks, BEST, UNSPLIT[:1], [], is_slow=True)
    return found


@pytest.mark.parametrize(("made", "policy", "settings", "wagers"), cases())
def test_a_game_of_the_shelf_with_few_cards(
    made: Made, policy: str, settings: list[str], wagers: list[str]
) -> None:
    game = apply_overrides(made(), settings)
    # Where the dealer looks first, a decision rests on a hidden card that has been read.
    looks = bool(parameter_values(game).get("dealer_peeks", False))
    require_equal(with_wagers(game, wagers) if wagers else game, policy, decisions=not looks)


@pytest.mark.slow
def test_there_are_many_packs_of_every_game() -> None:
    """Packs that differ in their cards, whatever else is changed in a spec."""
    packs = {
        game: {tuple(sorted(Program(made()).deck.labels)) for made in known.values()}
        for game, known in SHELF.items()
    }
    assert all(len(known) >= 4 for known in packs.values())
    assert sum(len(known) for known in packs.values()) >= 60


@pytest.mark.slow
@pytest.mark.parametrize("edits", [{}, UPCARD], ids=["closed", "upcard"])
@pytest.mark.parametrize("suits", [2, 3])
def test_three_card_poker_with_eight_and_seven_cards(edits: Data, suits: int) -> None:
    if suits == 2:
        game = three_card_poker([4, 6, 12, 14], 2, **edits)
    else:
        only = "rank == 13 or suit != 'hearts'"
        game = three_card_poker([6, 12, 13], 3, packs__cards__only=only, **edits)
    require_equal(game)
