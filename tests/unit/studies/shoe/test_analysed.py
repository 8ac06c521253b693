"""`certify shoe` of games that their specs analyse: plain enumeration, published effects, sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from certify.errors import EngineError
from certify.exact.banked.removal import Pack, classes_of
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, with_wagers
from certify.runtime.workers import Workers
from certify.studies.shoe.analysed import analysed_shoe_study
from certify.studies.shoe.analysed_result import AnalysedShoeResult
from certify.studies.shoe.order import ShoeOrder
from tests.oracle.cut_packs import casino_war, red_dog, three_card_poker

ONE = Workers(processes=1)
FEW = ShoeOrder(compositions=40, counted=200)

# Baccarat, by its rules as they are printed everywhere: values and how many cards of each.


def coups(shoe: dict[int, int]) -> Iterator[tuple[int, int, int]]:
    """Yield the totals of the player's hand and the banker's, and in how many orders of six cards
    they come about.
    """
    left = dict(shoe)
    cards = sum(shoe.values())

    def drawn(ways: int) -> Iterator[tuple[int, int]]:
        for value in range(10):
            if left[value]:
                own = ways * left[value]
                left[value] -= 1
                yield value, own
                left[value] += 1

    for first, p1 in drawn(1):
        for second, p2 in drawn(p1):
            for third, p3 in drawn(p2):
                for fourth, p in drawn(p3):
                    player, banker = (first + third) % 10, (second + fourth) % 10
                    if player >= 8 or banker >= 8 or (player >= 6 and banker >= 6):
                        yield player, banker, p * (cards - 4) * (cards - 5)
                    elif player >= 6:
                        for card, q in drawn(p):
                            yield player, (banker + card) % 10, q * (cards - 5)
                    else:
                        for card, q in drawn(p):
                            own = (player + card) % 10
                            if not BANKER_DRAWS[banker](card):
                                yield own, banker, q * (cards - 5)
                                continue
                            for last, r in drawn(q):
                                yield own, (banker + last) % 10, r


BANKER_DRAWS = {
    **dict.fromkeys((0, 1, 2), lambda card: True),
    3: lambda card: card != 8,
    4: lambda card: card in (2, 3, 4, 5, 6, 7),
    5: lambda card: card in (4, 5, 6, 7),
    6: lambda card: card in (6, 7),
    7: lambda card: False,
}


def chances(shoe: dict[int, int]) -> tuple[float, float, float]:
    """Return how often the player's hand wins, the banker's, and neither."""
    found: Counter[int] = Counter()
    whole = sum(shoe.values())
    base = 1
    for place in range(6):
        base *= whole - place
    for player, banker, p in coups(shoe):
        found[(player > banker) - (player < banker)] += p
    assert sum(found.values()) == base
    return found[1] / base, found[-1] / base, found[0] / base


PUBLISHED = {"4": -0.0000435175, "T": -0.0000373810, "A": -0.0000295798, "3": -0.0000217068}
"""Change of the chance that the player's hand wins, eight decks, one card gone: excelpunks.com,
Concepts 16, Baccarat, Effects of Card Removal."""


@pytest.fixture(scope="module")
def baccarat() -> Pack:
    return Pack.of(load_game("punto-banco"))


@pytest.mark.slow
@pytest.mark.parametrize("label", ["4", "T", "A", "3"])
def test_baccarat_without_a_card_is_plain_enumeration_and_as_published(
    baccarat: Pack, label: str
) -> None:
    value = {"T": 0, "A": 1}.get(label) if label in "TA" else int(label)
    assert value is not None
    shoe = {0: 128, **dict.fromkeys(range(1, 10), 32)}
    shoe[value] -= 1
    deck = baccarat.asked.program.deck
    (kind,) = [
        each.kind
        for each in classes_of(baccarat.asked.kinds)
        if deck.labels[each.cards[0]].startswith(label)
    ]
    found = baccarat.without(kind).best.wagers
    player, banker, tie = chances(shoe)
    assert float(found["punto"].net) == pytest.approx(player - banker, abs=1e-14)
    assert float(found["banco"].net) == pytest.approx(0.95 * banker - player, abs=1e-14)
    assert float(found["tie"].net) == pytest.approx(8 * tie - player - banker, abs=1e-14)
    whole = baccarat.solution.wagers
    ties = [(1 + wagers["tie"].net) / 9 for wagers in (whole, found)]
    wins = [
        (1 - tie + wagers["punto"].net) / 2
        for tie, wagers in zip(ties, (whole, found), strict=True)
    ]
    assert float(wins[1] - wins[0]) == pytest.approx(PUBLISHED[label], abs=0.5e-10)


# Three cards: the side wager that nothing is decided about.


def pair_plus(cards: list[tuple[int, int]]) -> Fraction:
    total = 0
    hands = [*combinations(cards, 3)]
    for hand in hands:
        ranks = sorted(rank for rank, _ in hand)
        run = ranks == [2, 3, 14] or (ranks[0] + 1 == ranks[1] and ranks[1] + 1 == ranks[2])
        flush = len({suit for _, suit in hand}) == 1
        several = len(set(ranks))
        if run and flush:
            total += 40
        elif several == 1:
            total += 30
        elif run:
            total += 6
        elif flush:
            total += 4
        else:
            total += 1 if several == 2 else -1
    return Fraction(total, len(hands))


@pytest.mark.slow
def test_pair_plus_without_a_card_is_plain_enumeration() -> None:
    pack = Pack.of(load_game("three-card-poker"))
    deck = [(rank, suit) for rank in range(2, 15) for suit in range(4)]
    assert pack.solution.wagers["pair_plus"].net == pair_plus(deck)
    for place in (0, 5):
        (kind,) = [c.kind for n, c in enumerate(classes_of(pack.asked.kinds)) if n == place]
        found = pack.without(kind).best.wagers["pair_plus"].net
        assert found == pair_plus([card for card in deck if card != (place + 2, 0)])


# The study


def small() -> LoadedGame:
    return with_wagers(three_card_poker([5, 6, 11, 12, 13], 3), ["ante"])


@pytest.fixture(scope="module")
def poker() -> AnalysedShoeResult:
    return analysed_shoe_study(small(), workers=ONE)


def test_a_pack_that_is_shuffled_has_effects_and_counts_and_no_sample(
    poker: AnalysedShoeResult,
) -> None:
    assert poker.sound
    assert poker.decided
    assert poker.sample is None
    assert poker.cut is None
    assert poker.shoe == {"5": 3, "6": 3, "J": 3, "Q": 3, "K": 3}
    by_name = {effect.wager: effect for effect in poker.effects}
    ante = by_name["ante"]
    assert ante.weighted_sum == 0.0
    assert ante.best_effects is not None
    assert by_name["pair_plus"].best_effects is None
    for label, fixed in ante.effects.items():
        best = ante.best_effects[label]
        assert fixed is not None
        assert best is not None
        assert best >= fixed
    assert ante.best_weighted_sum is not None
    assert ante.best_weighted_sum > 0
    gained = next(i for i in poker.identities if i.quantity == "best")
    assert gained.demanded == "not_negative"
    assert gained.weighted_sum > 0
    tags = {count.name: count for count in poker.counts[0].counts}
    assert set(tags) == {"optimal", "integer.1", "integer.2", "integer.3"}
    assert tags["optimal"].correlation == pytest.approx(1.0)
    found = [tags[f"integer.{level}"].correlation for level in (1, 2, 3)]
    assert found == sorted(found, key=lambda each: each or 0.0)
    assert all(sum(tags[name].tags.values()) == pytest.approx(0) for name in tags)


def test_behind_the_cut_card_are_the_cards_that_a_round_may_take() -> None:
    game = red_dog([*range(2, 10)], 3)
    found = analysed_shoe_study(game, replace(FEW, cut=21), workers=ONE)
    assert found.cut == 21
    assert analysed_shoe_study(game, replace(FEW, cut=20), workers=ONE).cut == 20
    with pytest.raises(EngineError, match=r"after 22 of 24 cards; expected 20 to 21.* the 3 cards"):
        analysed_shoe_study(game, replace(FEW, cut=22), workers=ONE)
    with pytest.raises(EngineError, match=r"after 30 of 24 cards; expected 20 to 24, so.* card$"):
        analysed_shoe_study(game, replace(FEW, cut=30), workers=ONE)


def test_effects_need_no_more_cards_than_a_round() -> None:
    game = casino_war([*range(2, 6)], 2, packs__cards__copies=2)
    few = analysed_shoe_study(game, ShoeOrder(compositions=0), workers=ONE)
    assert few.sound
    assert few.sample is None
    assert sum(few.shoe.values()) == 16
    with pytest.raises(EngineError, match=r"16 cards; expected 20 or more, from which comp"):
        analysed_shoe_study(game, FEW, workers=ONE)


def test_a_shoe_that_is_dealt_on_is_sampled_and_agrees_with_what_is_exact() -> None:
    game = casino_war([*range(2, 8)], 4, packs__cards__copies=4)
    found = analysed_shoe_study(game, FEW, workers=ONE)
    assert found.sound
    assert found.cut is not None
    assert found.sample is not None
    sample = found.sample
    assert {check.quantity for check in sample.checks} == {"main", "tie"}
    assert all(check.z is None or abs(check.z) < 4 for check in sample.checks)
    tie = next(each for each in sample.perfect if each.wager == "tie")
    # All ranks are alike: an expectation moves, and no count of ranks tells it.
    assert all(effect == 0.0 for effect in next(
        e.effects for e in found.effects if e.wager == "tie"
    ).values())  # fmt: skip
    assert next(each for each in found.counts if each.wager == "tie").counts == ()
    assert tie.most > found.effects[-1].value
    again = analysed_shoe_study(game, FEW, workers=ONE)
    assert again == found
