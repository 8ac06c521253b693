"""The oracle itself: examples worked by hand, identities, and a dealer who shuffles for real."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.cards.ranks import ACE, TEN
from tests.oracle.answers import FILE, ROOT, kept, sources
from tests.oracle.tiny_shoes import CASES, OTHER_WAY, PLAIN, Case, analysed, marked
from tests.oracle.twenty_one_tree import (
    BUST,
    DEALER_BLACKJACK,
    HIT,
    KEEP,
    SPLIT,
    STAND,
    SURRENDER,
    Counts,
    Dealing,
    Figures,
    Hand,
    Number,
    OutOfCards,
    Streak,
    add,
    analyse,
    best_of,
    best_total,
    end_of,
    is_blackjack,
    is_soft,
    orderings,
    sign,
    without,
)


def by_id(case: Case) -> str:
    """Return the name of a test's case."""
    return case.id


SAMPLE = [case for case in CASES if case.most_hands > 2 and not case.id.startswith("wide")][::7]
NO_SPLIT = replace(PLAIN, max_split_hands=1)


def shoe_of(**counts: int) -> Counts:
    """Return a shoe: ``shoe_of(A=1, r5=2, T=10)``."""
    labels = ("A", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "T")
    return tuple(counts.get(label, 0) for label in labels)


ONE_ACE = shoe_of(A=1, T=11)
"""Where the ace lies is all that matters: 1/6 the player's, 1/6 the dealer's, 2/3 the rest."""

FIVE_AND_SIX = shoe_of(r5=1, r6=1, T=10)
"""The five and the six may lie in 12 * 11 = 132 places, see `test_burn_by_hand`."""


# --------------------------------------------------------------------------------------
# Worked by hand


def test_all_tens_push():
    figures = analyse(shoe_of(T=12), NO_SPLIT).main
    assert figures.distribution == {Fraction(0): Fraction(1)}
    assert figures.streak_by_net == Streak(Fraction(0), Fraction(1), Fraction(0))
    assert figures.by_upcard[:9] == (None,) * 9
    assert figures.by_upcard[9] == 0
    assert figures.average_wagered == 1


def test_nines_and_tens_by_hand():
    # Every hand is 18 to 20 and stands, as any further card busts it. The two nines lie in 28
    # pairs of places of 8: both in the rest 6 times, one in each hand 4 times, a push; of the
    # other 18 the player has fewer nines half the time.
    for figures in both(analyse(shoe_of(r9=2, T=6), NO_SPLIT)):
        assert figures.distribution == {
            Fraction(1): Fraction(9, 28),
            Fraction(0): Fraction(10, 28),
            Fraction(-1): Fraction(9, 28),
        }
        assert figures.burn_rate == 0


@pytest.mark.parametrize("pays", [Fraction(3, 2), Fraction(6, 5)])
@pytest.mark.parametrize("peeks", [True, False])
def test_naturals_by_hand(pays, peeks):
    # With no ace in a first hand it is 20 against 20.
    rules = replace(NO_SPLIT, blackjack_pays=pays, dealer_peeks=peeks)
    figures = analyse(ONE_ACE, rules).main
    assert figures.distribution == {
        pays: Fraction(1, 6),
        Fraction(0): Fraction(2, 3),
        Fraction(-1): Fraction(1, 6),
    }
    assert figures.ev == (pays - 1) / 6
    assert figures.by_upcard[0] == -1
    # The ten is up unless the ace is (1/12). Then the ace is in the player's hand 2 times of 11,
    # in the hole once.
    assert figures.by_upcard[9] == (2 * pays - 1) / 11


@pytest.mark.parametrize("most_hands", [2, 3, 4])
@pytest.mark.parametrize("doubled", [False, True])
def test_splits_by_hand(most_hands, doubled):
    # Tens against a ten are split as often as allowed: the ace makes one of the hands 21, the
    # others push with 20. Making n hands takes n - 2 more tens, then one card a hand: the ace
    # is dealt if it is among the first 2n - 2 cards (not counting the hole card).
    # Doubling ace and ten after the split brings a ten: 21, and twice the win.
    rules = replace(PLAIN, max_split_hands=most_hands, double_after_split=doubled)
    figures = analyse(ONE_ACE, rules).main
    hit = Fraction(2 * most_hands - 2, 12)
    win = Fraction(2 if doubled else 1)
    assert figures.distribution == {
        Fraction(3, 2): Fraction(1, 6),
        win: hit,
        Fraction(0): Fraction(2, 3) - hit,
        Fraction(-1): Fraction(1, 6),
    }
    assert figures.most_hands == most_hands
    wagered = 1 + Fraction(2, 3) * (most_hands - 1) + (hit if doubled else 0)
    assert figures.average_wagered == wagered
    # One hand of several is more than were lost, but no majority of all.
    loss = Fraction(1, 6)
    assert figures.streak_by_net == Streak(loss + hit, 1 - 2 * loss - hit, loss)
    assert figures.streak_by_majority == Streak(loss, 1 - 2 * loss, loss)


@pytest.mark.parametrize(
    ("loses", "net", "wagered"),
    [("original", -1, 1), ("all", -2, 2)],
)
def test_no_hole_card_by_hand(loses, net, wagered):
    # Tens against a ten, split into two: an ace in the hole (1/12 of all) takes one or both.
    # Splitting is worth 2 * 1/12 - 1/12 against standing's -1/12, so it is done either way.
    rules = replace(
        PLAIN,
        max_split_hands=2,
        double_after_split=False,
        dealer_peeks=False,
        no_peek_loses=loses,
    )
    figures = analyse(ONE_ACE, rules).main
    up, hole = Fraction(1, 12), Fraction(1, 12)
    expected = {
        Fraction(3, 2): Fraction(1, 6),
        Fraction(1): Fraction(1, 6),
        Fraction(0): Fraction(1, 2),
    }
    # With the ace up everything is lost anyway, and splitting would only lose more.
    for result, chance in ((Fraction(-1), up), (Fraction(net), hole)):
        expected[result] = expected.get(result, Fraction(0)) + chance
    assert figures.distribution == expected
    assert figures.average_wagered == 1 + Fraction(2, 3) + hole * (wagered - 1)
    assert figures.streak_by_net.loss == Fraction(1, 6)


def test_burn_by_hand():
    # Ways of 132, by where the five and the six lie; all other cards are tens.
    #   both with the player, 2:      11 doubles, gets a ten, beats 20               +2 each
    #   one with him, one up, 2 + 2:  he stands, the dealer's 15 or 16 busts         +1 each
    #   one with him, ten up, 36:     15 (16) against a ten; the other one is the hole card
    #       (1 in 9: standing wins) or not (loses); hitting wins if it is the next card (1 in 9):
    #       -7/9 both ways. With Burnout a hit that is a ten is burned (8 in 9), and the next
    #       card wins in 1 of 8 then: 2/9 - 7/9 = -5/9.
    #   20 against five or six, 18:   the dealer makes 21 if the other one is the hole card or
    #       the next (1/9 each), else busts: +5/9
    #   20 against a ten, 72:         the hole card is five or six 16 times: then the dealer
    #       makes 21 in 1 of 8, else busts: +6/8; else a push.
    figures, burnout = both(analyse(FIVE_AND_SIX, NO_SPLIT))
    others = 2 * 2 + 4 + 10 + 12
    assert figures.ev == Fraction(others - 28, 132)
    assert burnout.ev == Fraction(others - 20, 132)
    assert burnout.burn_rate == Fraction(36, 132) * Fraction(8, 9)
    assert figures.burn_rate == 0
    assert figures.average_wagered == burnout.average_wagered == 1 + Fraction(2, 132)
    # All cards that would be burned bust the hand.
    kept = analyse(FIVE_AND_SIX, replace(NO_SPLIT, burnout_on_bust=False)).burnout
    assert kept.ev == figures.ev
    assert kept.burn_rate == 0


def test_surrender_by_hand():
    # As above, but the 36 hands of 15 and 16 against a ten save 7/9 - 1/2 (5/9 - 1/2) each.
    figures, burnout = both(analyse(FIVE_AND_SIX, replace(NO_SPLIT, surrender="late")))
    assert figures.ev == Fraction(30 - 18, 132)
    assert burnout.ev == Fraction(30 - 18, 132)
    assert figures.distribution[Fraction(-1, 2)] == Fraction(36, 132)
    assert burnout.burn_rate == 0


@pytest.mark.parametrize(
    ("double_on", "doubled"), [("any", 26), ("hard", 26), ("9-11", 24), ("10-11", 22)]
)
def test_what_may_be_doubled_by_hand(double_on, doubled):
    # Two of the three, the five and the six with the player, the third one up: the dealer busts,
    # as all others are tens, so 8, 9 and 11 are doubled if they may be, in 2 ways each.
    # 11 against a ten makes 21 and beats 20: 20 ways more. 8 and 9 lose to 20, and are not doubled.
    # The places of three cards: 13 * 12 * 11 ways.
    shoe = shoe_of(r3=1, r5=1, r6=1, T=10)
    figures = analyse(shoe, replace(NO_SPLIT, double_on=double_on)).main
    assert figures.average_wagered == 1 + Fraction(doubled, 13 * 12 * 11)


def test_too_small_a_shoe_is_recognised():
    with pytest.raises(OutOfCards):
        analyse(shoe_of(r2=3, r5=1, T=2), NO_SPLIT)
    with pytest.raises(OutOfCards):
        analyse(shoe_of(T=3), NO_SPLIT)
    # Four cards are enough if nobody draws, but a split needs more.
    assert analyse(shoe_of(T=6), NO_SPLIT).main.ev == 0
    with pytest.raises(OutOfCards):
        analyse(shoe_of(T=6), PLAIN)


@pytest.mark.parametrize(
    ("hand", "total", "soft"),
    [((0, 9), 21, True), ((0, 0), 12, True), ((0, 5, 9), 17, False), ((8, 9, 9), 29, False)],
)
def test_totals(hand, total, soft):
    assert best_total(hand) == total
    assert is_soft(hand) is soft
    assert end_of(hand) == (BUST if total > 21 else total)


# --------------------------------------------------------------------------------------
# Identities, on every case


@pytest.mark.parametrize("case", marked(CASES))
def test_figures_hang_together(case: Case):
    analysis = analysed(case)
    for figures in both(analysis):
        assert sum(figures.distribution.values()) == 1
        assert min(figures.distribution.values()) > 0
        assert sum(net * chance for net, chance in figures.distribution.items()) == figures.ev
        assert sum(figures.streak_by_net) == sum(figures.streak_by_majority) == 1
        # A majority is always more than the other side has.
        assert figures.streak_by_majority.win <= figures.streak_by_net.win
        assert figures.streak_by_majority.loss <= figures.streak_by_net.loss
        cards = sum(case.shoe)
        by_upcard = (
            Fraction(count, cards) * ev
            for count, ev in zip(case.shoe, figures.by_upcard, strict=True)
            if ev is not None
        )
        assert sum(by_upcard) == figures.ev
    assert analysis.main.burn_rate == 0
    assert 0 < analysis.burnout.burn_rate < 1


@pytest.mark.parametrize("case", marked(CASES))
def test_burnout_never_hurts(case: Case):
    analysis = analysed(case)
    for plain, burnout in zip(analysis.main.by_upcard, analysis.burnout.by_upcard, strict=True):
        if plain is not None and burnout is not None:
            assert burnout >= plain


@pytest.mark.parametrize("case", marked(CASES))
def test_most_hands_are_reached(case: Case):
    assert analysed(case).main.most_hands == case.most_hands


@pytest.mark.parametrize("case", marked(CASES))
def test_best_play_is_unique_where_it_shows(case: Case):
    # Two equally good actions may differ in what they wager and burn; and in the worth of split
    # hands, whose play is not the best in its place. Then there would be nothing to compare.
    analysis = analysed(case)
    assert not analysis.ties
    assert analysis.ties_burnout <= {"hand"}


def test_what_is_kept_is_what_these_sources_find():
    """Otherwise write it anew, with `python -m tests.oracle.answers`."""
    assert json.loads(FILE.read_text())["sources"] == sources()
    for name in ("no-split", "two-hands", "surrender"):
        (case,) = (case for case in CASES if case.id == name)
        assert analyse(case.shoe, case.rules) == analysed(case)


@pytest.mark.slow
def test_all_that_is_kept_is_what_these_sources_find(tmp_path):
    anew = tmp_path / "answers.json"
    subprocess.run([sys.executable, "-m", "tests.oracle.answers", anew], cwd=ROOT, check=True)
    assert json.loads(anew.read_text()) == json.loads(FILE.read_text())


@pytest.mark.parametrize(("name", "change"), OTHER_WAY)
def test_every_switch_matters(name, change):
    case = next(case for case in CASES if case.id == name)
    changed = kept(analyse, case.shoe, replace(case.rules, **change))
    assert (changed.main.ev, changed.burnout.ev) != (
        analysed(case).main.ev,
        analysed(case).burnout.ev,
    )


def test_every_setting_has_a_case():
    settings = {
        "dealer_hits_soft_17": {True, False},
        "dealer_peeks": {True, False},
        "no_peek_loses": {"all", "original"},
        "double_on": {"any", "hard", "9-11", "10-11"},
        "double_after_hit": {True, False},
        "double_after_split": {True, False},
        "max_split_hands": {1, 2, 3, 4},
        "resplit_aces": {True, False},
        "hit_split_aces": {True, False},
        "double_split_aces": {True, False},
        "surrender": {"none", "late"},
        "blackjack_pays": {Fraction(3, 2), Fraction(6, 5)},
        "burnout_on_bust": {True, False},
        "burnout_on_double": {True, False},
        "burnout_ends_hand": {True, False},
    }
    for name, values in settings.items():
        assert {getattr(case.rules, name) for case in CASES} == values
    assert len({case.id for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", [case for case in CASES if case.rules.resplit_aces], ids=by_id)
def test_aces_are_split_again(case: Case):
    for may, hands in ((True, case.rules.max_split_hands), (False, 2)):
        rules = replace(case.rules, resplit_aces=may)
        outcomes = Dealing(case.shoe, rules, "deal").split(ACE, TEN, None)
        assert max(outcome.hands for outcome in outcomes) == hands


@pytest.mark.parametrize(
    "case", marked(SAMPLE, [case.id for case in SAMPLE if case.id != "plain-h17"])
)
def test_it_does_not_matter_when_the_hole_card_is_dealt(case: Case):
    assert analyse(case.shoe, case.rules, split="hole first") == analysed(case)


# --------------------------------------------------------------------------------------
# A dealer with real cards: every order of a shoe, one round each


def every_order(shoe: Counts) -> Iterator[tuple[int, ...]]:
    """Yield every order of the cards, cards of a rank not told apart."""
    if not any(shoe):
        yield ()
    for rank, count in enumerate(shoe):
        if count:
            for order in every_order(without(shoe, rank)):
                yield (rank, *order)


class Round:
    """One round from cards in a given order: player, dealer, player, dealer, then as they come."""

    def __init__(self, dealing: Dealing, order: tuple[int, ...], *, burnout: bool) -> None:
        self.dealing = dealing
        self.rules = dealing.rules
        self.cards = iter(order)
        self.option = burnout
        self.burned: int | None = None
        first, self.up, second, self.hole = (next(self.cards) for _ in range(4))
        self.hand = add((first,), second)
        self.finished: list[tuple[int, int]] = []

    def result(self) -> Number:
        """Return the net result."""
        blackjack = is_blackjack(self.up, self.hole)
        if is_blackjack(*self.hand):
            return 0 if blackjack else self.rules.blackjack_pays
        if blackjack and self.rules.dealer_peeks:
            return -1
        action = best_of(self.dealing.first_worth(self.up, self.hand, self.option))
        if action == SURRENDER:
            return -1 if blackjack else Fraction(-1, 2)
        if action == SPLIT:
            self.play_split(self.hand[0])
        else:
            self.play(self.hand, action)
        if blackjack and self.rules.no_peek_loses == "original":
            return -1
        end = DEALER_BLACKJACK if blackjack else end_of(self.dealer_hand())
        return sum(wager * sign(mine, end) for mine, wager in self.finished)

    def dealer_hand(self) -> Hand:
        """Draw the dealer's hand."""
        hand = add((self.up,), self.hole)
        while best_total(hand) < 17 or (
            best_total(hand) == 17 and is_soft(hand) and self.rules.dealer_hits_soft_17
        ):
            hand = add(hand, next(self.cards))
        return hand

    def play(self, hand: Hand, action: str) -> None:
        """Play a hand that is not split."""
        player = self.dealing.player
        while action != STAND:
            card = next(self.cards)
            choice = KEEP
            if self.option:
                worth = player.after_hit if action == HIT else player.after_double
                choice = best_of(worth(self.up, hand, card))
            if choice != KEEP:
                self.burned, self.option = card, False
                card = next(self.cards)
            hand = add(hand, card)
            if action != HIT or end_of(hand) == BUST:
                break
            if self.option:
                action = best_of(player.with_option(self.up, hand))
            else:
                action = best_of(player.without_option(self.up, hand, self.burned))
        self.finished.append((end_of(hand), 1 if action in (HIT, STAND) else 2))

    def play_split(self, pair: int) -> None:
        """Play the hands of a split pair one after another."""
        waiting = 2
        while waiting:
            card = next(self.cards)
            if card == pair and self.dealing.may_resplit(pair, waiting + len(self.finished)):
                waiting += 1
                continue
            waiting -= 1
            hand = add((pair,), card)
            while True:
                action = self.dealing.split_action(pair, hand, self.up)
                if action != STAND:
                    hand = add(hand, next(self.cards))
                if action != HIT or end_of(hand) == BUST:
                    self.finished.append((end_of(hand), 1 if action in (HIT, STAND) else 2))
                    break


SHUFFLED = {
    "one-ace": (ONE_ACE, PLAIN),
    "no-hole-card": (ONE_ACE, replace(PLAIN, dealer_peeks=False)),
    "burn": (FIVE_AND_SIX, PLAIN),
    "eights": (
        shoe_of(A=1, r3=2, r8=3, T=6),
        replace(PLAIN, double_on="10-11", surrender="late", max_split_hands=2),
    ),
    "double-late": (
        shoe_of(A=1, r4=2, r6=1, r9=1, T=8),
        replace(NO_SPLIT, double_after_hit=True, dealer_peeks=False, no_peek_loses="original"),
    ),
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in ("eights", "double-late") else ())
        for name in SHUFFLED
    ],
)
def test_every_order_dealt_by_hand(name):
    shoe, rules = SHUFFLED[name]
    dealing = Dealing(shoe, rules, "deal")
    for burnout, figures in zip((False, True), both(analyse(shoe, rules)), strict=True):
        distribution: dict[Fraction, int] = {}
        burned = total = 0
        for order in every_order(shoe):
            one = Round(dealing, order, burnout=burnout)
            net = Fraction(one.result())
            distribution[net] = distribution.get(net, 0) + 1
            burned += one.burned is not None
            total += 1
        assert figures.distribution == {
            net: Fraction(count, total) for net, count in distribution.items()
        }
        assert figures.burn_rate == Fraction(burned, total)
        assert orderings(shoe) % total == 0


def both(analysis) -> tuple[Figures, Figures]:
    """Return the figures without and with Burnout."""
    return analysis.main, analysis.burnout
