"""Seeing the next card, against a plain recursion over the cards of a tiny shoe."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from certify.cards.shoe import Shoe
from certify.errors import SpecError
from certify.exact.blackjack.next_card import SeenNext
from certify.exact.blackjack.split import NET
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.runtime.context import Context
from certify.studies.exposure.study import hole_exposure_study
from certify.studies.twenty_one import BlackjackGame

Cards = tuple[int, ...]
ACE, TEN = 1, 10


def total(cards: Cards) -> int:
    hard = sum(cards)
    return hard + 10 if ACE in cards and hard <= 11 else hard


def without(left: Cards, card: int) -> Cards:
    return (*left[: card - 1], left[card - 1] - 1, *left[card:])


def draws(left: Cards) -> list[tuple[int, float]]:
    """Return the cards that can come, with their chances."""
    return [(card, n / sum(left)) for card, n in enumerate(left, start=1) if n]


@dataclass(frozen=True)
class Plain:
    """Blackjack in which the dealer looks, without splits; cards are values from 1 to 10."""

    hits_soft_17: bool
    burns: bool

    def is_drawn_to(self, cards: Cards) -> bool:
        points = total(cards)
        soft = points != sum(cards)
        return points < 17 or (self.hits_soft_17 and soft and points == 17)

    def dealer(self, player: int, cards: Cards, left: Cards, coming: int | None) -> float:
        """Return the result against a dealer who has these cards; `coming` is drawn first."""
        if self.is_drawn_to(cards):
            if coming is not None:
                return self.dealer(player, (*cards, coming), left, None)
            return sum(
                p * self.dealer(player, (*cards, card), without(left, card), None)
                for card, p in draws(left)
            )
        points = total(cards)
        return 1.0 if points > 21 else float(np.sign(player - points))

    def stand(self, hand: Cards, up: int, left: Cards, coming: int | None) -> float:
        """Return the value of standing, joint with no blackjack of the dealer."""
        if sum(hand) > 21:
            return -self.none(up, left)
        return sum(
            p * self.dealer(total(hand), (up, hole), without(left, hole), coming)
            for hole, p in draws(left)
            if {up, hole} != {ACE, TEN}
        )

    def none(self, up: int, left: Cards) -> float:
        """Return the chance that the dealer has no blackjack."""
        return sum(p for hole, p in draws(left) if {up, hole} != {ACE, TEN})

    def play(self, hand: Cards, up: int, left: Cards, coming: int, can_burn: bool) -> float:
        """Return the best value; the card that comes is known, and out of what is left."""
        values = [self.stand(hand, up, left, coming)]
        if sum(hand) < 21:
            values.append(self.drawn(hand, up, left, coming, can_burn, ends=False))
            if len(hand) == 2:
                values.append(2.0 * self.drawn(hand, up, left, coming, can_burn, ends=True))
        return max(values)

    def drawn(
        self, hand: Cards, up: int, left: Cards, card: int, can_burn: bool, *, ends: bool
    ) -> float:
        """Return the value after a card is drawn; who can burn it sees the next one first."""
        with_it = (*hand, card)
        if not can_burn:
            return self.stand(with_it, up, left, None) if ends else self.on(with_it, up, left)
        value = 0.0
        for coming, p in draws(left):
            rest = without(left, coming)
            busted = sum(with_it) > 21
            if ends or busted:
                keep = self.stand(with_it, up, rest, coming)
            else:
                keep = self.play(with_it, up, rest, coming, can_burn=True)
            replaced = (*hand, coming)
            burn = self.stand(replaced, up, rest, None) if ends else self.on(replaced, up, rest)
            value += p * max(keep, burn)
        return value

    def on(self, hand: Cards, up: int, left: Cards) -> float:
        """Return the value of going on without an option, the next card being seen then."""
        if sum(hand) > 21:
            return -self.none(up, left)
        return sum(
            p * self.play(hand, up, without(left, card), card, can_burn=False)
            for card, p in draws(left)
        )

    def ev(self, shoe: Cards) -> float:
        value = 0.0
        play = cache(self.first)
        for up, p_up in draws(shoe):
            rest = without(shoe, up)
            for one, p_one in draws(rest):
                after = without(rest, one)
                for other, p_other in draws(after):
                    left = without(after, other)
                    hand = tuple(sorted((one, other)))
                    value += p_up * p_one * p_other * play(hand, up, left)
        return value

    def first(self, hand: Cards, up: int, left: Cards) -> float:
        none = self.none(up, left)
        if total(hand) == 21:
            return 1.5 * none
        played = sum(
            p * self.play(hand, up, without(left, card), card, self.burns)
            for card, p in draws(left)
        )
        return played - (1.0 - none)


@pytest.mark.parametrize(
    ("game", "settings", "shoe"),
    [
        ("blackjack", (), (2, 1, 0, 0, 1, 2, 1, 0, 2, 4)),
        pytest.param(
            "blackjack",
            ("dealer_hits_soft_17=false",),
            (3, 2, 0, 1, 1, 3, 1, 0, 1, 4),
            marks=pytest.mark.slow,
        ),
        ("blackjack-burnout", (), (1, 0, 0, 0, 1, 2, 1, 1, 2, 4)),
    ],
)
def test_a_plain_recursion_agrees(game: str, settings: tuple[str, ...], shoe: Cards) -> None:
    loaded = apply_overrides(load_game(game), ("max_split_hands=1", *settings))
    analysed = BlackjackGame(loaded, Shoe(shoe))
    plain, option = SeenNext(analysed.values, analysed.optimal.decisions).rounds()
    soft = analysed.rules.dealer_hits_soft_17
    assert plain.ev == pytest.approx(Plain(soft, burns=False).ev(shoe), abs=1e-12)
    if option is not None:
        assert option.ev == pytest.approx(Plain(soft, burns=True).ev(shoe), abs=1e-12)


def test_the_mean_over_the_next_card_is_what_is_not_seen() -> None:
    """Of standing and of splitting, the strategy being the same."""
    game = BlackjackGame(load_game("blackjack"))
    seen = SeenNext(game.values, game.optimal.decisions)
    is_dealt = (seen.left.sum(axis=-1) > 0) & (game.values.table.size >= 2)
    mean = (seen.chance * seen.stand).sum(axis=-1)
    assert abs(mean - game.values.stand)[is_dealt].max() < 1e-14
    for pair, hand in enumerate(game.values.pairs):
        split = (seen.chance[:, 0, hand] * seen.split[pair]).sum(axis=-1)
        assert abs(split - game.optimal.split[NET, pair]).max() < 1e-14


def test_the_study_tells_it() -> None:
    found = hole_exposure_study(BlackjackGame(load_game("blackjack")), {"next": 1}, Context())
    main = found.wagers["main"]
    assert f"{main.exposed:.6f}" == "0.365520"
    assert sum(case.probability for case in found.decisions[0].cases) == pytest.approx(1.0)
    mean = sum(case.probability * case.worth for case in found.decisions[0].cases)
    assert mean == pytest.approx(main.exposed, abs=1e-14)
    assert {remedy.remedy for remedy in found.remedies} == {"covered", "cut"}
    with pytest.raises(SpecError, match="expected next:1"):
        hole_exposure_study(BlackjackGame(load_game("blackjack")), {"next": 2}, Context())
