"""Published figures of well-known games, from their specs to all digits that are printed.

House edges in percent of the first wager, as analysts print them; where counts are published, they
must come out as integers.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import pytest

from certify.exact.banked.solution import BEST, Solution, solve
from certify.language.catalogue import load_game
from certify.language.cut_down import small_versions
from certify.language.game import apply_overrides, with_wagers
from certify.studies.fairness.solved import solve_version
from tests.oracle import six_cards


@cache
def solved(name: str, *settings: str, wagers: tuple[str, ...] = (), policy: str = BEST) -> Solution:
    """Return the figures of a game of the shelf."""
    game = apply_overrides(load_game(name), settings)
    return solve(with_wagers(game, wagers) if wagers else game, policy)


def edge(found: Solution, wager: str) -> Fraction:
    """Return the house edge of a first wager with all that follow it."""
    own = found.outcomes[wager]
    return -sum((net * p for (_, net), p in own.items()), Fraction(0)) / found.wagers[wager].stake


def printed(value: Fraction, like: str) -> str:
    """Return a figure in percent with as many decimals as another."""
    return f"{float(100 * value):.{len(like.partition('.')[2])}f}"


def cases(name: str, *, is_slow: bool, **figures: str) -> list[object]:
    """Return the wagers of a game with their published edges."""
    marks = [pytest.mark.slow] if is_slow else []
    return [
        pytest.param(name, wager, text, id=f"{name}-{wager}", marks=marks)
        for wager, text in figures.items()
    ]


PUBLISHED = [
    *cases(
        "punto-banco",
        is_slow=False,
        banco="1.0579",
        punto="1.2351",
        tie="14.3596",
        punto_pair="10.36",
        punto_margin="2.65",
        banco_margin="9.37",
    ),
    *cases("casino-war", is_slow=False, main="2.33", tie="18.65"),
    *cases("red-dog", is_slow=False, main="2.80"),
    *cases(
        "three-card-poker", is_slow=False, ante="3.373", pair_plus="2.32", six_card_bonus="8.56"
    ),
    *cases(
        "blackjack-first-cards",
        is_slow=False,
        pairs="6.11",
        three_cards="3.24",
        twenty="24.71",
        insurance="7.3955",
    ),
    *cases("let-it-ride", is_slow=True, third="3.506"),
    *cases("mississippi-stud", is_slow=True, ante="4.91"),
]


@pytest.mark.parametrize(("name", "wager", "text"), PUBLISHED)
def test_published_edges(name: str, wager: str, text: str) -> None:
    assert printed(edge(solved(name), wager), text) == text


def test_casino_war_otherwise() -> None:
    without = solved("casino-war", "bonus_for_second_tie=false")
    assert printed(edge(without, "main"), "2.88") == "2.88"
    assert printed(edge(solved("casino-war", policy="gives_up"), "main"), "3.70") == "3.70"


@pytest.mark.slow
def test_other_commissions_of_punto_banco() -> None:
    for settings, text in [
        (("commission=0", "half_for_six=true"), "1.46"),
        (("commission=0.04",), "0.60"),
    ]:
        assert printed(edge(solved("punto-banco", *settings), "banco"), text) == text
    assert printed(edge(solved("punto-banco", "tie_pays=9:1"), "tie"), "4.84") == "4.84"


@pytest.mark.parametrize(("decks", "text"), [(1, "3.155"), (2, "3.077"), (4, "2.884")])
def test_red_dog_from_other_packs(decks: int, text: str) -> None:
    assert printed(edge(solved("red-dog", f"decks={decks}"), "main"), text) == text


@pytest.mark.slow
def test_other_payments_of_pair_plus() -> None:
    found = solved("three-card-poker", "pair_plus.flush.pays=3:1")
    assert printed(edge(found, "pair_plus"), "7.28") == "7.28"


@pytest.mark.slow
def test_six_card_bonus_against_a_count_of_all_hands() -> None:
    """All 20,358,520 hands of six cards, counted without a ranking; another published table."""
    found = solved("three-card-poker").wagers["six_card_bonus"].lines
    counts = {row: share * comb(52, 6) for row, share in found.items()}
    assert counts == six_cards.counts()
    pays = {"royal_flush": 1000, "straight_flush": 200, "four_of_a_kind": 50, "full_house": 25}
    pays |= {"flush": 15, "straight": 10, "three_of_a_kind": 5, "": -1}
    other = -sum(count * pays[row] for row, count in six_cards.counts().items()) / comb(52, 6)
    assert f"{100 * other:.2f}" == "15.28"


def test_counts_of_punto_banco() -> None:
    """Six cards of eight packs in all orders: who wins how often."""
    found = solved("punto-banco")
    orders = 4_998_398_275_503_360
    wins = {net: p for (_, net), p in found.outcomes["punto"].items()}
    assert wins[Fraction(1)] * orders == 2_230_518_282_592_256
    assert wins[Fraction(-1)] * orders == 2_292_252_566_437_888
    assert wins[Fraction(0)] * orders == 475_627_426_473_216


def test_counts_of_three_cards() -> None:
    found = solved("three-card-poker").wagers["pair_plus"].lines
    counts = {row: share * 22_100 for row, share in found.items()}
    assert counts == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "": 16_440,
    }


@pytest.mark.slow
def test_caribbean_stud_loses_what_was_counted() -> None:
    """134,459 hands, 47 open cards and 163,185 hidden hands each."""
    found = solved("caribbean-stud")
    assert edge(found, "ante") == Fraction(1_041_372_912_372, 19_933_230_517_200)
    put_down = sum((staked * p for (staked, _), p in found.outcomes["ante"].items()), Fraction(0))
    assert printed(edge(found, "ante") / put_down, "2.555") == "2.555"


SIDE_WAGER = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush")


@pytest.mark.slow
def test_side_wager_of_caribbean_stud() -> None:
    """Counts of five cards, and the meters at which nobody has an edge."""
    found = solved("caribbean-stud")
    lines = found.wagers["side"].lines
    counts = {row: lines[row] * comb(52, 5) for row in SIDE_WAGER}
    assert list(counts.values()) == [4, 36, 624, 3_744, 5_108]
    paid = 100_000 * (4 + Fraction(36, 10)) + 500 * 624 + 100 * 3_744 + 50 * 5_108
    assert edge(found, "side") == 1 - paid / comb(52, 5)
    for even, *awards in [(263_205, 100, 75, 50), (218_047, 500, 100, 50)]:
        fixed = sum(counts[row] * pays for row, pays in zip(SIDE_WAGER[2:], awards, strict=True))
        shares_of_meter = counts["royal_flush"] + counts["straight_flush"] / 10
        assert round((comb(52, 5) - fixed) / shares_of_meter) == even


@pytest.mark.parametrize(
    ("name", "value"), [("kuhn-poker", f"{-1 / 18:.9f}"), ("leduc-poker", "-0.0856")]
)
def test_values_of_games_between_players(name: str, value: str) -> None:
    """To the first seat, as printed since 1950 and 2005; `certify fairness` tells them."""
    (whole,) = small_versions(name).values()
    found = solve_version(whole, whole.cut(load_game(name)))
    assert f"{found.value:.{len(value.partition('.')[2])}f}" == value
    assert found.error < 1e-9


@pytest.mark.slow
def test_ultimate_texas_holdem() -> None:
    """Whole boards; the hands to raise with at once are those that players learn."""
    found = solved("ultimate-texas-holdem")
    assert printed(edge(found, "ante"), "2.185") == "2.185"
    assert printed(edge(found, "trips"), "0.90") == "0.90"
    put_down = sum((staked * p for (staked, _), p in found.outcomes["ante"].items()), Fraction(0))
    assert printed(edge(found, "ante") / put_down, "0.526") == "0.526"
    (first,) = found.decided["first", ()].kept
    raised = set()
    for (low, high), choice in zip(first.known.cards.tolist(), first.choice, strict=True):
        if first.options[choice] == "raise_first":
            ranks = "".join("23456789TJQKA"[card // 4] for card in (high, low))
            raised.add(ranks if low // 4 == high // 4 else ranks + "os"[low % 4 == high % 4])
    assert raised == learned("33+ A2s+ A2o+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo+")


def learned(text: str) -> set[str]:
    """Return starting hands, written as players do: a pair or a second card, and what is better."""
    ranks, found = "23456789TJQKA", set()
    for part in text.split():
        high, low = ranks.index(part[0]), ranks.index(part[1])
        if high == low:
            found |= {2 * rank for rank in ranks[low:]}
        else:
            found |= {part[0] + rank + part[2] for rank in ranks[low:high]}
    return found


@pytest.mark.slow
def test_casino_holdem() -> None:
    found = solved("casino-holdem")
    assert printed(edge(found, "ante"), "2.158") == "2.158"
    shares = found.decided["turn", ()].shares
    assert printed(shares["call"], "82.0") == "82.0"
