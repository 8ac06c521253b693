"""Games of nobody's shelf, written from the documents alone: equal to every order of the cards."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from certify.errors import PlayError, StateSpaceError
from certify.exact.banked import counting, ending, settling
from certify.exact.banked.ranks import ranks_of
from certify.exact.banked.solution import BEST, solve
from certify.language.catalogue import load_game
from certify.language.cut_down import cut_down
from certify.language.game import LoadedGame, apply_overrides, with_wagers
from certify.play.interpreter.program import Program
from certify.play.scenario import example_failure
from certify.play.soundness import watch_games
from tests.oracle.compared import require_equal
from tests.oracle.random_games import decision, random_game
from tests.unit.exact.banked.test_against_brute_force import SHUFFLE, deal, small


def new_game(name: str) -> LoadedGame:
    """Return a game that was written to try the documents."""
    return load_game(f"tests/games/{name}.yaml")


@pytest.mark.parametrize(
    "name",
    [
        *("andar_bahar", "ferryman", "four_card", "joker_lane", "long_suit", "press_on"),
        *("three_bets", "wild_five"),
    ],
)
def test_its_worked_examples_are_played_as_written(name: str) -> None:
    game = new_game(name)
    assert len(game.spec.examples) >= 4
    assert [example_failure(game, example) for example in game.spec.examples] == [None] * len(
        game.spec.examples
    )


# With few cards


def andar_bahar() -> LoadedGame:
    """Return Andar Bahar with six cards."""
    ranks = {"rank": [2, 3, 4], "suit": ["clubs", "diamonds"]}
    return cut_down(new_game("andar_bahar"), {"packs.cards.cards": ranks})


def press_on() -> LoadedGame:
    """Return pressing on with six cards, of which two lose."""
    pack = {"rank": [7, 8, 9], "suit": ["clubs", "diamonds"]}
    return cut_down(new_game("press_on"), {"packs.cards.cards": pack})


def ferryman() -> LoadedGame:
    """Return ferryman with ten cards: cases tell what a wager brings, and loads are picked."""
    few = {"packs.cards.cards": {"value": "1..5"}, "packs.cards.copies": 2}
    return cut_down(new_game("ferryman"), few)


def joker_lane() -> LoadedGame:
    """Return Joker Lane with six cards and the joker; a pair in sight allows a second ante."""
    pack = {"rank": [0, 12, 13, 14], "suit": ["none_at_all", "clubs", "diamonds"]}
    few = {
        "packs.cards.cards": pack,
        "rankings.three.also": {14: 11},
        "definitions.plays.cases.queen": "at_least(three, house + lane, 'K')",
        "definitions.plays.cases.pair": "at_least(three, house + lane, 'K K')",
        "definitions.gate_line.is": (
            "('natural_aces' if not has_joker else 'joker_aces') if gate_hand == 'three_aces'"
            " else gate_hand"
        ),
        "policies.plain.decisions.first.put": "picked if at_least(three, hand + lane, 'K') else 0",
        "policies.plain.decisions.second.press": "1 if has_joker else 0",
    }
    return cut_down(new_game("joker_lane"), few)


def long_suit() -> LoadedGame:
    """Return Long suit with eight cards and hands of two; two of a suit raise by two."""
    few = {
        "packs.cards.cards.rank": [9, 14],
        "definitions.most_raised.cases": {2: 2, "else": 1},
        "definitions.plays.is": "best(house) >= 2 ** 15 + 2 ** 14",
        "policies.plain.decisions.turn.raise": "picked if best(hand) >= 2 * 2 ** 15 else 0",
    }
    return apply_overrides(cut_down(new_game("long_suit"), few), ["size=2"])


FEW: dict[str, tuple[Callable[[], LoadedGame], list[str], list[str]]] = {
    "andar_bahar": (andar_bahar, ["andar", "bahar", "few"], [BEST]),
    "ferryman": (ferryman, ["fare", "toll"], [BEST, "middling", "bold"]),
    "joker_lane": (joker_lane, ["ante"], [BEST]),
    "joker_lane_and_gate": (joker_lane, ["ante", "gate"], ["plain"]),
    "long_suit": (long_suit, ["ante", "flush"], [BEST, "plain"]),
    "press_on": (press_on, ["main"], [BEST, "six"]),
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name == "joker_lane" else ()) for name in FEW],
)
def test_with_few_cards_it_is_solved_as_by_brute_force(name: str) -> None:
    made, wagers, policies = FEW[name]
    for policy in policies:
        require_equal(with_wagers(made(), wagers), policy)


def test_hands_that_are_compared_within_cases_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A joker, a hand that must qualify, and half a win: counted by rank, not looked at."""
    counted = []

    def parts(*given: Any) -> settling.Parts | None:
        counted.append(settling.parts_by_rank(*given))
        return counted[-1]

    monkeypatch.setattr(settling, "MOST_LOOKED", 0)
    monkeypatch.setattr(ending, "parts_by_rank", parts)
    by_rank = solve(joker_lane())
    assert counted
    assert all(found is not None for found in counted)
    monkeypatch.setattr(ending, "parts_by_rank", lambda *_given: None)
    looked_at = solve(joker_lane())
    assert (by_rank.wagers, by_rank.outcomes) == (looked_at.wagers, looked_at.outcomes)


def test_five_hidden_cards_are_counted_as_they_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The best four of six cards, of which five are hidden."""
    game = apply_overrides(new_game("four_card"), ["low=11"])
    counted = solve(game)
    monkeypatch.setattr(counting, "MOST_HIDDEN", 4)
    looked_at = solve(game)
    assert (counted.wagers, counted.outcomes) == (looked_at.wagers, looked_at.outcomes)
    assert counted.decided.keys() == looked_at.decided.keys()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "own", "edge", "risk"),
    [
        ("four_card", ["ante", "raised_by", "bonus"], 0.0279, 0.0130),
        ("three_bets", ["ante", "flop", "turn", "river"], 0.0204, 0.0053),
        # Told as "about 3.5 %".
        ("wild_five", ["ante", "blind", "play"], 0.0347, 0.0102),
    ],
)
def test_it_has_the_published_edge(name: str, own: list[str], edge: float, risk: float) -> None:
    """As analysts print it of the known game: of the ante, and of all that is put down."""
    found = solve(new_game(name))
    net, stake = (
        sum(getattr(found.wagers[wager], what) for wager in own) for what in ("net", "stake")
    )
    assert float(-net) == pytest.approx(edge, abs=5e-5)
    assert float(-net / stake) == pytest.approx(risk, abs=5e-5)


@pytest.mark.slow
def test_boards_with_too_many_hands_are_refused_at_once() -> None:
    """Of five cards on either side nothing is counted where more than the rank matters."""
    even = "-1 if not played or lead < 0 and any(c.rank == 14 for c in house) else 1"
    game = cut_down(new_game("wild_five"), {"definitions.even.is": even})
    with pytest.raises(StateSpaceError, match="2,869,685 hands beside each; at most 100,000,000"):
        solve(game)


def test_of_more_cards_than_are_ranked_wild_ones_make_no_suits_alike() -> None:
    """Two cards of different suits beside two wild ones are no flush without wild cards."""
    program = Program(random_game(6807))
    hands = program.layout.rankings["hands"]
    assert hands.ranking.categories["flush"].wild == 0
    ranks = ranks_of(hands, [*range(7)])
    for number in range(2, 6):
        cards = [*combinations(range(7), number)]
        found = ranks.of(np.array(cards, dtype=np.uint8))
        assert found.tolist() == [hands.rank(each) for each in cards]


# What can be picked


def picking(pick: dict[str, Any], kind: Any) -> LoadedGame:
    """Return a game in which what is picked is multiplied with a win, or named for it."""
    wild = "(2 if picked_as == 'wild' else 1)" if isinstance(kind, list) else "picked_as"
    ahead = "1 if max(c.rank for c in mine) > max(c.rank for c in house) else -1"
    play = {"pick": pick, "do": [{"set": {"raised": True, "picked_as": "picked"}}]}
    return small(
        [SHUFFLE, deal("mine", 2), deal("house"), {"ask": {"turn": "player"}}],
        f"{wild} * ({ahead})",
        ranks=4,
        variables={"picked_as": {"type": kind}},
        decisions={"turn": decision({"fold": {}, "play": play})},
    )


@pytest.mark.parametrize(
    ("pick", "kind"),
    [
        ({"number": "1..min(c.rank for c in mine)"}, "1..5"),
        ({"number": "count(c.suit == 'a' for c in mine)..2"}, "0..5"),
        ({"number": "3..max(c.rank for c in mine)"}, "3..5"),
        ({"number": "1..3", "where": "n == 1 or n == distinct(c.suit for c in mine)"}, "1..3"),
        (
            {"word": ["wild", "calm"], "where": "w == 'calm' or any(c.rank == 2 for c in mine)"},
            ["calm", "wild"],
        ),
    ],
    ids=["to", "from", "none", "where-number", "where-word"],
)
def test_cards_may_tell_what_can_be_picked(pick: dict[str, Any], kind: Any) -> None:
    require_equal(picking(pick, kind))


# What is wrong is told with its place


def test_a_wager_that_cannot_be_settled_is_named() -> None:
    do = [SHUFFLE, deal("mine"), deal("house"), {"ask": {"turn": "player"}}]
    game = small(do, "7 // (min(c.rank for c in mine) - 2)")
    told = "wagers.main: a division by zero"
    with pytest.raises(PlayError, match=told):
        solve(game)
    played = watch_games(game, 1, range(30))
    assert played.failures
    assert all(failure.endswith(told) for failure in played.failures)


@pytest.mark.parametrize("act", ["chance", "set"])
def test_a_value_beyond_the_range_of_a_variable_is_refused(act: str) -> None:
    value = {"chance": "[1, 2]", "set": "2 if min(c.rank for c in mine) == 2 else 1"}[act]
    do = [
        SHUFFLE,
        deal("mine"),
        {act: {"factor": value}},
        deal("house"),
        {"ask": {"turn": "player"}},
    ]
    game = small(do, "factor", variables={"factor": {"type": "0..1"}})
    with pytest.raises(PlayError, match=r"procedures.play.do.2: factor would leave its range 0..1"):
        solve(game)
    failures = watch_games(game, 1, range(30)).failures
    assert failures
    assert all("factor would be 2; its range is 0..1" in failure for failure in failures)


def test_a_pick_that_is_not_followed_is_told_with_its_place() -> None:
    play = {"pick": {"order": "mine"}, "do": [{"set": {"raised": "picked[0].rank > 2"}}]}
    game = small(
        [SHUFFLE, deal("mine", 2), deal("house"), {"ask": {"turn": "player"}}],
        "1",
        decisions={"turn": decision({"fold": {}, "play": play})},
    )
    with pytest.raises(StateSpaceError) as caught:
        solve(game)
    assert caught.value.message == "a seat or an order of cards is picked"
    assert caught.value.place.endswith("procedures.play.do.3")
