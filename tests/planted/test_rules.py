"""Errors planted in the rules as they are played: each is noticed by the checks that are named.

The exact engine reads no procedure of a spec, so that such an error parts the two books of the
double entry. `certify check` plays the worked examples, and compares both books on tiny shoes.
A changed copy of a published file is also seen by its SHA-256, whatever the change; here the
question is whether its meaning is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from certify.errors import SpecInvalidError
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_settings
from certify.play.chance import Stream
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import initial_state
from certify.play.scenario import example_failure
from certify.studies.check.equivalence import EQUIVALENCE_CHECKS, compare_plays

BLACKJACK, BURN = "blackjack_burnout.yaml", "burn.yaml"
Copied = Callable[..., Path]


class Planted(NamedTuple):
    """An error in a spec, and what must notice it.

    `check` is the number of a tiny shoe on which the played game must part with the exact engine;
    None where the error does not touch the main wager, or the shoe would be too large.
    """

    error: str
    file: str
    old: str
    new: str
    examples: tuple[str, ...]
    check: int | None = None


PLANTED = (
    Planted(
        "the dealer stands on soft 17",
        BLACKJACK,
        "or dealer_hits_soft_17 and dealer_points == 17",
        "or dealer_hits_soft_17 and dealer_points == 27",
        ("dealer_draws_to_soft_17",),
        0,
    ),
    Planted(
        "a blackjack pays 6 to 5",
        BLACKJACK,
        "else 0 if dealer_blackjack else blackjack_pays",
        "else 0 if dealer_blackjack else 6 / 5",
        ("blackjack_pays_three_to_two", "a_session"),
        0,
    ),
    Planted(
        "a split ace is hit",
        BLACKJACK,
        "hard_total(hand) < 21 and (not split_aces or hit_split_aces)",
        "hard_total(hand) < 21",
        ("split_aces_get_one_card_each",),
    ),
    Planted(
        "a burned card goes back to the shoe",
        BLACKJACK,
        "- move: {from: just_drawn, to: burned}\n",
        "- move: {from: just_drawn, to: burned}\n          - move: {from: burned, to: shoe}\n",
        ("a_busting_card_is_burned", "play_goes_on_after_a_burn"),
    ),
    Planted(
        "a card is burned after a split",
        BLACKJACK,
        "burnout_bought and hand_count == 1 and not burned",
        "burnout_bought and not burned",
        ("no_burn_after_a_split",),
    ),
    Planted(
        "a push ends the streak",
        BLACKJACK,
        "- if: counts_as == -1\n",
        "- if: counts_as <= 0\n",
        ("a_streak_for_itself", "as_many_hands_lost_as_won"),
    ),
    Planted(
        "a loss leaves the streak as it is",
        BLACKJACK,
        '- set: {streak: 0, bonus_net: "-sum',
        '- set: {bonus_net: "-sum',
        ("most_hands_lose",),
    ),
    Planted(
        "the streak goes on after five wins",
        BLACKJACK,
        "- if: streak == 5\n",
        "- if: streak == 6\n",
        ("the_fifth_win",),
    ),
    Planted(
        "a won hand is paid a unit more",
        BLACKJACK,
        "is: \"pays('main.win') if results[h] == 1",
        "is: \"pays('main.win') + 1 if results[h] == 1",
        ("a_busting_card_is_burned", "most_hands_win"),
        0,
    ),
    Planted(
        "insurance is a whole wager",
        BLACKJACK,
        "(pays('main.insurance') if dealer_blackjack else -1) / 2",
        "(pays('main.insurance') if dealer_blackjack else -1)",
        ("insurance_wins",),
    ),
    Planted(
        "surrender costs the whole wager",
        BLACKJACK,
        "-1 / 2 if surrendered",
        "-1 if surrendered",
        ("late_surrender",),
        2,
    ),
    Planted(
        "the seats play in reverse",
        BURN,
        "first(p for p in after(turn) if not out[p])",
        "[p for p in after(turn) if not out[p]][-1]",
        ("worked_plays",),
    ),
    Planted(
        "three of a kind burn the stack",
        BURN,
        "run(c.rank for c in stack) == 4",
        "run(c.rank for c in stack) == 3",
        ("worked_plays",),
    ),
)


@pytest.mark.parametrize("planted", [pytest.param(one, id=one.error) for one in PLANTED])
def test_a_planted_error_is_noticed(planted: Planted, copied: Copied) -> None:
    spec = copied(planted.old, planted.new, file=planted.file).with_name(planted.file)
    game = load_game(str(spec))
    for name in planted.examples:
        assert example_failure(game, name) is not None, name
    if planted.check is not None:
        found = compare_plays(game, (EQUIVALENCE_CHECKS[planted.check],))
        assert not all(compared.agrees for compared in found)


def shuffled_with(game: LoadedGame, decks: int, percent: int) -> list[int]:
    """Return the numbers of cards left in the shoe with which it is shuffled before a round."""
    program = Program(apply_settings(game, {"decks": decks, "cut_card": percent}))
    due = program.question("shuffle_is_due")
    state = initial_state(program, Stream(0))
    shoe = state.zones[program.position("shoe")[1]]
    found = []
    while shoe:
        if due(state.values, state.zones):
            found.append(len(shoe))
        shoe.pop()
    return found


CUT_CARDS = [(1, 25, 13), (2, 50, 52), (6, 25, 78)]
"""Decks, percent of the shoe behind the cut card, and the cards that these are."""


@pytest.mark.parametrize(("decks", "percent", "behind"), CUT_CARDS)
def test_the_cut_card_comes_when_the_cards_behind_it_are_left(
    decks: int, percent: int, behind: int
) -> None:
    found = shuffled_with(load_game("blackjack-burnout"), decks, percent)
    assert found == list(range(behind, 0, -1))


@pytest.mark.parametrize(("decks", "percent", "behind"), CUT_CARDS)
def test_a_cut_card_that_is_a_card_off_is_noticed(
    decks: int, percent: int, behind: int, copied: Copied
) -> None:
    game = load_game(str(copied("<= 52 * decks * cut_card", "< 52 * decks * cut_card")))
    assert shuffled_with(game, decks, percent) != list(range(behind, 0, -1))


def test_a_policy_that_reads_a_hidden_card_is_refused(copied: Copied) -> None:
    spec = copied("play: len(picked)", "play: len(picked) + len(down[1])", file=BURN)
    load_game(str(spec.with_name(BURN)))
    spec = copied("play: len(picked)", "play: down[1][0].rank", file=BURN)
    with pytest.raises(SpecInvalidError, match="down"):
        load_game(str(spec.with_name(BURN)))
