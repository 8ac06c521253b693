"""What seen cards are worth: against plain enumeration, identities, and the published edge."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from certify.errors import SpecError, StateSpaceError
from certify.language.catalogue import game_of, load_game
from certify.language.game import LoadedGame
from certify.studies.banked.study import banked_study
from certify.studies.exposure.result import ExposedResult
from certify.studies.exposure.study import exposure_study
from tests.oracle.random_games import decision, frame_of, loaded, random_spec

CARDS = [(rank, suit) for rank in range(2, 15) for suit in range(4)]
QUEEN_HIGH = (1, 12, 0, 0)


def value(hand: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return what orders hands of three cards: category and ranks."""
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    run = ranks == [14, 3, 2] or (ranks[0] - ranks[2] == 2 and len(set(ranks)) == 3)
    if run:
        ranks = [3, 2, 1] if ranks == [14, 3, 2] else ranks
    same = len({suit for _, suit in hand}) == 1
    if len(set(ranks)) == 1:
        return (5, *ranks)
    if len(set(ranks)) == 2:
        pair = ranks[1]
        return (2, pair, pair, sum(ranks) - 2 * pair)
    return (6 if run and same else 4 if run else 3 if same else 1, *ranks)


CLASSES: dict[str, Callable[[int], object]] = {
    "rank": lambda rank: rank,
    "T-A": lambda rank: rank >= 10,
    "6,7,8,9": lambda rank: 6 <= rank <= 9,
}


@cache
def three_card_poker_knowing_one() -> dict[str, Fraction]:
    """Return the player's edge with a class of a card of the dealer known, through all hands.

    All hands of the player, up to suits; each card seen; each pair of other cards.
    """
    hands = [*combinations(range(52), 3)]
    values = [value(tuple(CARDS[card] for card in hand)) for hand in hands]
    order = {found: place for place, found in enumerate(sorted({*values, QUEEN_HIGH}))}
    table = np.zeros((52, 52, 52), dtype=np.int32)
    for hand, found in zip(hands, values, strict=True):
        for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
            table[hand[a], hand[b], hand[c]] = order[found]
    queen, bonus = order[QUEEN_HIGH], {6: 5, 5: 4, 4: 1}
    firsts: dict[tuple[tuple[int, int], ...], tuple[int, Any]] = {}
    for hand, found in zip(hands, values, strict=True):
        suits: dict[int, int] = {}
        like = tuple(
            (CARDS[c][0], suits.setdefault(CARDS[c][1], len(suits))) for c in reversed(hand)
        )
        number, _ = firsts.get(like, (0, None))
        firsts[like] = number + 1, (hand, found)
    total, bonuses = dict.fromkeys(CLASSES, 0), 0
    for number, (hand, found) in firsts.values():
        own = order[found]
        left = np.array([card for card in range(52) if card not in hand])
        by_class: dict[str, dict[object, list[int]]] = {name: {} for name in CLASSES}
        for seen in left:
            rest = left[left != seen]
            dealer = table[seen][np.ix_(rest, rest)][np.triu_indices(48, 1)]
            qualifies = dealer > queen
            plays = int(
                np.where(
                    ~qualifies, 1, np.where(own > dealer, 2, np.where(own < dealer, -2, 0))
                ).sum()
            )
            for name, class_of in CLASSES.items():
                known = by_class[name].setdefault(class_of(CARDS[seen][0]), [0, 0])
                known[0] += plays
                known[1] -= len(dealer)
            bonuses += number * bonus.get(found[0], 0) * len(dealer)
        for name, each in by_class.items():
            total[name] += number * sum(map(max, each.values()))
    return {name: Fraction(each + bonuses, 22_100 * 49 * 1_128) for name, each in total.items()}


@cache
def knowing_one_rank() -> ExposedResult:
    return exposure_study(load_game("three-card-poker"), {"dealer": 1})


@pytest.mark.slow
def test_every_hand_of_the_dealer_comes_to_the_same() -> None:
    ante = knowing_one_rank().wagers["ante"]
    assert ante.exact is not None
    assert Fraction(ante.exact["exposed"]) == three_card_poker_knowing_one()["rank"]


def test_one_card_of_the_dealer_in_three_card_poker() -> None:
    found = knowing_one_rank()
    ante = found.wagers["ante"]
    assert f"{100 * ante.exposed:.2f}" == "3.48"
    (decision,) = found.decisions
    cases = {case.seen["dealer"]: case for case in decision.cases}
    assert cases["2"].rule == ("always play",)
    assert cases["Q"].rule == ("play with Q-9-2 or better, otherwise fold",)
    assert sum(case.probability for case in decision.cases) == pytest.approx(1, abs=1e-12)
    worth = sum(case.probability * case.worth for case in decision.cases)
    assert worth == pytest.approx(ante.exposed, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("mark", ["T-A", "6,7,8,9"])
def test_a_sorted_card_of_the_dealer_in_three_card_poker(mark: str) -> None:
    """Only the class is known: high and low, or the ranks that baccarat players sort."""
    found = exposure_study(load_game("three-card-poker"), {"dealer": f"1:{mark}"})
    ante = found.wagers["ante"]
    assert ante.exact is not None
    assert Fraction(ante.exact["exposed"]) == three_card_poker_knowing_one()[mark]
    assert ante.fair < ante.exposed < 0.0348
    edges = {each.remedy: each.edges["ante"] for each in found.remedies}
    assert edges == {"covered": ante.fair, "turned": ante.fair, "cut": ante.exposed}
    (decision,) = found.decisions
    assert {case.seen["dealer"] for case in decision.cases} == {mark, f"not {mark}"}
    worth = sum(case.probability * case.worth for case in decision.cases)
    assert worth == pytest.approx(ante.exposed, abs=1e-12)
    if mark == "T-A":
        rules = {case.seen["dealer"]: case.rule for case in decision.cases}
        assert rules["T-A"] == ("play with K-3-2 or better, otherwise fold",)
        assert rules["not T-A"] == ("always play",)


@pytest.mark.slow
def test_a_counted_shoe_is_what_both_are_played_from() -> None:
    game = load_game("three-card-poker")
    whole = knowing_one_rank()
    found = exposure_study(game, {"dealer": 1}, shoe="2=0,3=0")
    assert found.shoe["2c"] == 0
    assert sum(found.shoe.values()) == 44
    left = banked_study(game, exact=True, shoe="2=0,3=0").wagers["ante"].exact
    assert left is not None
    ante = found.wagers["ante"]
    assert ante.exact is not None
    assert Fraction(ante.exact["fair"]) == -Fraction(left["house_edge"])
    assert ante.fair != whole.wagers["ante"].fair
    assert ante.exposed > ante.fair
    edges = {each.remedy: each.edges["ante"] for each in found.remedies}
    assert edges == {
        "covered": ante.fair,
        "shuffled": whole.wagers["ante"].exposed,
        "cut": ante.exposed,
    }


def test_what_cannot_be_seen() -> None:
    with pytest.raises(SpecError, match="there is no hidden zone deeler; did you mean dealer"):
        exposure_study(load_game("three-card-poker"), {"deeler": 1})
    with pytest.raises(SpecError, match="found dealer:one; expected a zone and a number of cards"):
        exposure_study(load_game("three-card-poker"), {"dealer": "one"})
    with pytest.raises(StateSpaceError, match="nothing is decided in punto-banco"):
        exposure_study(load_game("punto-banco"), {"player": 1})


@pytest.mark.parametrize(
    ("seed", "zone"),
    [(0, "theirs"), (1564, "house"), (1633, "board"), (1848, "house"), (1903, "house")],
)
def test_seeing_all_cards_of_a_zone_is_playing_with_it_in_sight(seed: int, zone: str) -> None:
    """Also where rules have looked at them before, as the dealer of the first game has."""
    if seed:
        spec, tables = random_spec(seed)
        game = loaded(spec, tables)
        in_sight = {**spec["zones"], zone: {**spec["zones"][zone], "see": "all"}}
        played = loaded({**spec, "zones": in_sight}, tables)
    else:
        path = Path("tests/games/peeking.yaml")
        text = path.read_text(encoding="utf-8")
        game = load_game(str(path))
        played = game_of(text.replace(f"{zone}: {{see: none", f"{zone}: {{see: all"), str(path))
    found = exposure_study(game, {zone: 8})
    fair, seen = banked_study(game).wagers, banked_study(played).wagers
    for name, wager in found.wagers.items():
        edge, stake, unit = seen[name].house_edge, seen[name].stake, fair[name].stake
        assert edge is not None
        # A play may put more on the first wager; the unit is what is put on it by the rules.
        assert wager.exposed == pytest.approx(-edge * stake / unit, abs=1e-12)
        assert wager.gain > 0.0


def test_cards_of_others_are_as_cards_in_sight_where_the_dealer_looks_first() -> None:
    path = Path("tests/games/peeking.yaml")
    text, deal = path.read_text(encoding="utf-8"), "- {deal: {from: draw, to: mine}}"
    with_two = text.replace("  mine: {see", "  shown: {see: all, cites: [C1]}\n  mine: {see")
    with_two = with_two.replace(
        deal, f"{deal}\n      - {{deal: {{cards: 2, from: draw, to: shown}}}}"
    )
    game = load_game(str(path))
    fair, seen = (
        banked_study(each).wagers["main"] for each in (game, game_of(with_two, str(path)))
    )
    assert seen.house_edge is not None
    wager = exposure_study(game, {"others": 2}).wagers["main"]
    assert wager.exposed == pytest.approx(-seen.house_edge * seen.stake / fair.stake, abs=1e-12)
    assert wager.gain > 0.0


TINT = "6 if mine[0].suit == house[0].suit else -5"


def higher_or_not(wagers: dict[str, Any]) -> LoadedGame:
    """Return a game in which the higher card wins what may be doubled, a point more or less."""
    deals = [{"deal": {"from": "pool", "to": zone}} for zone in ("mine", "house")]
    net = "(2 if doubled else 1) * (2 * sign + shift)"
    spec = frame_of(
        {"cards": {"rank": "1..4", "suit": ["a", "b"]}},
        {
            "pool": {"see": "none"},
            "mine": {"see": "all", "limit": 1},
            "house": {"see": "none", "limit": 1},
        },
        {"doubled": {"type": "boolean"}, "shift": {"type": "-1..1"}},
        [
            {"shuffle": "pool"},
            {"chance": {"shift": "[-1, 1]"}},
            *deals,
            {"ask": {"turn": "player"}},
        ],
        {"turn": decision({"hold": {}, "double": {"do": [{"set": {"doubled": True}}]}})},
        {"main": {"stake": 1, "net": net}, **wagers},
    )
    higher = "1 if mine[0].rank > house[0].rank else -1 if mine[0].rank < house[0].rank else 0"
    return loaded({**spec, "definitions": {"sign": {"is": higher, "cites": ["C1"]}}}, {})


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("tint", ["made by nobody", "none"])
def test_who_sees_more_answers_otherwise_where_that_is_better(number: int, tint: str) -> None:
    """A wager that nobody makes, which suits decide, is no part of what is answered."""
    wagers = {"tint": {"stake": 1, "net": TINT, "optional": True}} if tint != "none" else {}
    (told,) = exposure_study(higher_or_not(wagers), {"others": number}).decisions
    cards = [rank for rank in range(1, 5) for _ in range(2)]
    changed = Fraction(0)
    for mine in range(8):
        rest = [card for card in range(8) if card != mine]
        for shift in (-1, 1):

            def worth(house: list[int], mine: int = mine, shift: int = shift) -> Fraction:
                signs = [np.sign(cards[mine] - cards[card]) for card in house]
                return Fraction(int(2 * sum(signs)), len(house)) + shift

            fair = worth(rest)
            assert fair
            for seen in combinations(rest, number):
                after = worth([card for card in rest if card not in seen])
                changed += Fraction(fair * after < 0) / (16 * comb(7, number))
    assert told.changed == pytest.approx(float(changed), abs=1e-12)
    assert told.changed is not None
    assert (told.changed > 0) == (number > 1)
