"""The tree that plays for the streak: by hand, against every order of a shoe, and identities."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from certify.exact.blackjack.rules import TwentyOneRules
from tests.oracle.streak_tree import (
    NET_ALONE,
    AtCount,
    Resolution,
    RoundBest,
    Utility,
    best_round,
    bonus_alone,
    main_worth,
    resolution,
    streak_values,
)
from tests.oracle.tiny_shoes import CASES, PLAIN, analysed, marked
from tests.oracle.twenty_one_tree import (
    BUST,
    DOUBLE,
    HIT,
    STAND,
    Counts,
    Dealing,
    Hand,
    Number,
    add,
    best_total,
    end_of,
    is_blackjack,
    is_soft,
    sign,
    without,
)
from tests.support.one_in import one_in

BOTH_MODES = pytest.mark.parametrize("burnout", [False, True], ids=["plain", "burnout"])
BOTH_READINGS = pytest.mark.parametrize("majority", [False, True], ids=["net", "majority"])

NO_SPLIT = replace(PLAIN, max_split_hands=1)
PAYS = {2: 2, 3: 4, 4: 8, 5: 15}
PAYMENT = Fraction(1, 5)


def shoe_of(**counts: int) -> Counts:
    """Return a shoe: ``shoe_of(A=1, r5=2, T=10)``."""
    labels = ("A", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "T")
    return tuple(counts.get(label, 0) for label in labels)


def utility(net: Number, win: Number, loss: Number) -> Utility:
    """Return a utility of any numbers."""
    return Utility(Fraction(net), Fraction(win), Fraction(loss))


def worth_of(best: RoundBest, measure: Utility) -> Fraction:
    """Return what a play is worth by a utility that it need not maximise."""
    return measure.net * best.mean + measure.win * best.win - measure.loss * best.loss


NINES = shoe_of(r9=2, T=6)
"""Every hand stands: 9/28 won, 10/28 pushes, 9/28 lost; see the tests of the tree."""

ONE_ACE = shoe_of(A=1, T=11)
"""Where the ace lies is all that matters: 1/6 the player's, 1/6 the dealer's, 2/3 the rest."""

FIVE_AND_SIX = shoe_of(r5=1, r6=1, T=10)
"""132 ways for the five and the six to lie. Of these the 36 with 15 or 16 against a ten are all
that a utility can change; the rest are 34 wins (two of them doubled), 6 losses and 56 pushes."""


# --------------------------------------------------------------------------------------
# Worked by hand


@pytest.mark.parametrize(
    ("streak", "surrenders"), [(0, True), (Fraction(249, 100), True), (Fraction(5, 2), False)]
)
def test_surrender_gives_up_the_streak(streak, surrenders):
    # 15 or 16 against a ten: to stand wins 1 in 9. To give up half the wager loses the round;
    # standing loses 7/9 - 1/2 = 5/18 more, and its streak is better by (w + l) / 9.
    rules = replace(NO_SPLIT, surrender="late")
    for win in (0, streak / 3, streak):
        best = best_round(
            FIVE_AND_SIX, rules, utility(1, win, streak - win), burnout=False, majority=False
        )
        won = 34 if surrenders else 38
        assert (best.win, best.push) == (Fraction(won, 132), Fraction(56, 132))
        assert best.mean == Fraction(30 - (18 if surrenders else 28), 132)
        assert best.ties == (frozenset() if surrenders else {"first"})


@pytest.mark.parametrize(
    ("streak", "surrenders"), [(0, True), (Fraction(24, 100), True), (Fraction(26, 100), False)]
)
def test_surrender_or_burn(streak, surrenders):
    # With Burnout a hit wins 2 in 9: 1/18 more than to surrender is lost, and 2 (w + l) / 9 won.
    rules = replace(NO_SPLIT, surrender="late")
    best = best_round(FIVE_AND_SIX, rules, utility(1, 0, streak), burnout=True, majority=False)
    assert best.win == Fraction(34 if surrenders else 42, 132)
    assert best.mean == Fraction(30 - (18 if surrenders else 20), 132)


def test_bonus_alone_by_hand():
    rules = replace(NO_SPLIT, surrender="late")
    for burnout, won in ((False, 38), (True, 42)):
        for majority in (False, True):
            share = bonus_alone(FIVE_AND_SIX, rules, burnout=burnout, majority=majority)
            assert share == Fraction(won, 76)
    assert bonus_alone(NINES, NO_SPLIT, burnout=True, majority=False) == Fraction(1, 2)
    with pytest.raises(ValueError, match="push"):
        bonus_alone(shoe_of(T=12), NO_SPLIT, burnout=True, majority=False)


@pytest.mark.parametrize("most_hands", [2, 3, 4])
def test_readings_of_a_split_by_hand(most_hands):
    # Tens against a ten. Split into n hands, the ace makes one of them 21 in 2n - 2 ways of 12:
    # a win by net, a push by majority. Hit instead, it makes 21 in one, and all else is lost.
    rules = replace(PLAIN, max_split_hands=most_hands, double_after_split=False)
    wins = utility(0, 1, 0)
    split = best_round(ONE_ACE, rules, wins, burnout=False, majority=False)
    assert split.win == Fraction(2 + 2 * most_hands - 2, 12)
    assert split.loss == Fraction(2, 12)
    hit = best_round(ONE_ACE, rules, wins, burnout=False, majority=True)
    assert (hit.win, hit.push, hit.loss) == (
        Fraction(3, 12),
        Fraction(0),
        Fraction(9, 12),
    )
    # To lose counts as much as to win: the tens are kept, as are they for the ratio.
    kept = best_round(ONE_ACE, rules, utility(0, 1, 1), burnout=False, majority=True)
    assert (kept.win, kept.push, kept.loss) == (Fraction(2, 12), Fraction(8, 12), Fraction(2, 12))
    assert bonus_alone(ONE_ACE, rules, burnout=False, majority=True) == Fraction(1, 2)
    assert bonus_alone(ONE_ACE, rules, burnout=False, majority=False) == Fraction(
        most_hands, most_hands + 1
    )


def test_streak_values_without_decisions_by_hand():
    # Won or lost evenly, what is paid counts half at each win: 3/4 of 3 and 1/8 of 5 stakes.
    stakes = {2: Fraction(1), 3: Fraction(2)}
    values = streak_values(NINES, NO_SPLIT, stakes, PAYS, majority=False, payment=Fraction(1, 100))
    assert [at.worth for at in values] == [Fraction(2), Fraction(4), Fraction(5)]
    assert not any(at.bought for at in values)
    assert [at.utility for at in values] == [
        utility(1, 2, 2),
        utility(1, 4, 4),
        utility(1, 5, 5),
    ]


def test_streak_values_with_decisions_by_hand():
    # A stake s on one win at 9 to 1 pays 10 s. Without Burnout 38 of 76 are won if 15 and 16
    # stand, 34 if they surrender, for 10/132 less of main wager; with it 42, for 8/132 more than
    # standing and 2/132 less than to surrender.
    rules = replace(NO_SPLIT, surrender="late")
    dear, cheap = Fraction(1), Fraction(1, 132)

    def at_start(stake: Number, payment: Fraction) -> AtCount:
        (at,) = streak_values(
            FIVE_AND_SIX, rules, {1: Fraction(stake)}, {1: 9}, majority=False, payment=payment
        )
        return at

    assert main_worth(FIVE_AND_SIX, rules, payment=cheap) == Fraction(12, 132)
    few = at_start(Fraction(1, 10), dear)
    # Keep surrendering: 34/76 of 1.
    assert few.worth == Fraction(34, 76)
    assert few.round.win == Fraction(34, 132)
    # Burn for 2/132 and 1/132 more in each of the rounds that are no push, 76 in 132.
    burns = at_start(Fraction(1, 10), cheap)
    assert burns.worth == Fraction(42 - 3, 76)
    assert burns.bought
    # So dear that he stands instead.
    many = at_start(1, dear)
    assert many.worth == Fraction(380 - 10, 76)
    assert not many.bought
    assert many.round.win == Fraction(38, 132)


def test_resolution_by_hand():
    quarter = Fraction(1, 4)
    even = RoundBest(Fraction(0), Fraction(0), loss=quarter, push=quarter, win=2 * quarter)
    sure = RoundBest(Fraction(0), Fraction(0), loss=Fraction(0), push=2 * quarter, win=2 * quarter)
    assert resolution([even, sure, even], {2: 2, 3: 4}) == {
        2: Resolution(Fraction(2, 3), Fraction(4, 3) + Fraction(2, 3) * 2, Fraction(2)),
        3: Resolution(
            Fraction(4, 9), Fraction(4, 3) + Fraction(2, 3) * (2 + Fraction(4, 3)), Fraction(20, 9)
        ),
    }
    with pytest.raises(ValueError, match="3 wins"):
        resolution([even, even], {2: 2, 3: 4})


def test_what_cannot_be():
    with pytest.raises(ValueError, match="negative"):
        utility(1, 0, Fraction(-1, 7))
    for stakes in ({}, {2: Fraction(-1)}, {0: Fraction(1)}):
        with pytest.raises(ValueError, match="stakes"):
            streak_values(NINES, NO_SPLIT, stakes, PAYS, majority=False, payment=PAYMENT)
    with pytest.raises(ValueError, match="push"):
        streak_values(
            shoe_of(T=12), NO_SPLIT, {2: Fraction(1)}, PAYS, majority=False, payment=PAYMENT
        )


# --------------------------------------------------------------------------------------
# An independent route: every order of a shoe, and the best action for what they have in common


def every_order(shoe: Counts) -> Iterator[tuple[int, ...]]:
    """Yield every order of the cards, cards of a rank not told apart."""
    if not any(shoe):
        yield ()
    for rank, count in enumerate(shoe):
        if count:
            for order in every_order(without(shoe, rank)):
                yield (rank, *order)


Order = tuple[int, ...]


class EveryOrder:
    """The best play by what the player sees, over orders dealt as at a table.

    Cards are dealt to player, dealer, player, dealer (the hole card), and then as they come. At
    each decision there are the orders that agree in all that the player has seen.
    """

    def __init__(
        self, shoe: Counts, rules: TwentyOneRules, measure: Utility, *, majority: bool
    ) -> None:
        self.shoe = shoe
        self.rules = rules
        self.measure = measure
        self.majority = majority
        self.fixed = Dealing(shoe, rules, "deal")  # for how split hands are played

    def value(self, *, burnout: bool) -> Fraction:
        """Return the greatest expected utility of a round."""
        count = 0
        by_sight: dict[Order, list[Order]] = defaultdict(list)
        for order in every_order(self.shoe):
            count += 1
            by_sight[order[:3]].append(order)
        total = Fraction(0)
        for (first, _, second), orders in by_sight.items():
            hand = add((first,), second)
            if is_blackjack(*hand):
                won = sum(not self.blackjack(order) for order in orders)
                total += won * self.worth(self.rules.blackjack_pays, 1)
                continue
            undecided = orders
            if self.rules.dealer_peeks:
                undecided = [order for order in orders if not self.blackjack(order)]
                total += (len(orders) - len(undecided)) * self.worth(-1, -1)
            if undecided:
                total += self.decide(undecided, 4, hand, option=burnout, first=True)
        return total / count

    def worth(self, net: Number, streak: int) -> Fraction:
        """Return the utility of a round."""
        gained = {1: self.measure.win, 0: Fraction(0), -1: -self.measure.loss}[streak]
        return self.measure.net * Fraction(net) + gained

    def blackjack(self, order: Order) -> bool:
        """Return whether the dealer has a blackjack."""
        return is_blackjack(order[1], order[3])

    def settle(self, order: Order, at: int, hands: list[tuple[Hand, int]]) -> Fraction:
        """Return the utility of finished hands and their wagers; the dealer draws from `at` on."""
        if self.blackjack(order):
            takes_all = self.rules.no_peek_loses == "all"
            return self.worth(-sum(wager for _, wager in hands) if takes_all else -1, -1)
        dealer = add((order[1],), order[3])
        if any(end_of(hand) != BUST for hand, _ in hands):
            while best_total(dealer) < 17 or (
                best_total(dealer) == 17 and is_soft(dealer) and self.rules.dealer_hits_soft_17
            ):
                dealer = add(dealer, order[at])
                at += 1
        signs = [sign(end_of(hand), end_of(dealer)) for hand, _ in hands]
        net = sum(result * wager for result, (_, wager) in zip(signs, hands, strict=True))
        won, lost = signs.count(1), signs.count(-1)
        if self.majority:
            streak = (2 * won > len(hands)) - (2 * lost > len(hands))
        else:
            streak = (won > lost) - (won < lost)
        return self.worth(net, streak)

    def decide(
        self, orders: list[Order], at: int, hand: Hand, *, option: bool, first: bool = False
    ) -> Fraction:
        """Return the sum over the orders of the best action; the next card is at `at`."""
        player = self.fixed.player
        values = [self.end(orders, at, hand, 1)]
        if player.may_hit(hand):
            values.append(self.draw(orders, at, hand, 1, option=option))
        if player.may_double(hand):
            values.append(self.draw(orders, at, hand, 2, option=option))
        if first and self.rules.surrender == "late":
            whole = sum(self.blackjack(order) for order in orders)
            half = len(orders) - whole
            values.append(whole * self.worth(-1, -1) + half * self.worth(Fraction(-1, 2), -1))
        if first and hand[0] == hand[1] and self.rules.max_split_hands > 1:
            values.append(sum((self.split(order, hand[0]) for order in orders), Fraction(0)))
        return max(values)

    def end(self, orders: list[Order], at: int, hand: Hand, wager: int) -> Fraction:
        """Return the sum over the orders of a hand that takes no more cards."""
        return sum((self.settle(order, at, [(hand, wager)]) for order in orders), Fraction(0))

    def draw(
        self, orders: list[Order], at: int, hand: Hand, wager: int, *, option: bool
    ) -> Fraction:
        """Return the sum over the orders of a hit (a wager of one) or a double (of two)."""
        total = Fraction(0)
        for card, alike in by_card(orders, at).items():
            new = add(hand, card)
            values = [self.after(alike, at + 1, new, wager, option=option)]
            allowed = wager == 1 or self.rules.burnout_on_double
            if option and allowed and (end_of(new) != BUST or self.rules.burnout_on_bust):
                values.append(
                    sum(
                        (
                            self.after(same, at + 2, add(hand, other), wager, option=False)
                            for other, same in by_card(alike, at + 1).items()
                        ),
                        Fraction(0),
                    )
                )
            total += max(values)
        return total

    def after(
        self, orders: list[Order], at: int, hand: Hand, wager: int, *, option: bool
    ) -> Fraction:
        """Return the sum over the orders once a drawn card is kept."""
        if wager == 2 or end_of(hand) == BUST:
            return self.end(orders, at, hand, wager)
        return self.decide(orders, at, hand, option=option)

    def split(self, order: Order, pair: int) -> Fraction:
        """Return the utility of splitting a pair; its hands are played by the net result."""
        at, waiting = 4, 2
        finished: list[tuple[Hand, int]] = []
        while waiting:
            card = order[at]
            at += 1
            if card == pair and self.fixed.may_resplit(pair, waiting + len(finished)):
                waiting += 1
                continue
            waiting -= 1
            hand = add((pair,), card)
            action = HIT
            while action == HIT and end_of(hand) != BUST:
                action = self.fixed.split_action(pair, hand, order[1])
                if action != STAND:
                    hand = add(hand, order[at])
                    at += 1
            finished.append((hand, 2 if action == DOUBLE else 1))
        return self.settle(order, at, finished)


def by_card(orders: list[Order], at: int) -> dict[int, list[Order]]:
    """Return the orders by the card at a place."""
    result: dict[int, list[Order]] = defaultdict(list)
    for order in orders:
        result[order[at]].append(order)
    return result


SHUFFLED = {
    "one-ace": (ONE_ACE, PLAIN),
    "no-hole-card": (ONE_ACE, replace(PLAIN, dealer_peeks=False)),
    "no-hole-card-original": (
        shoe_of(A=2, r6=1, T=10),
        replace(
            PLAIN,
            dealer_peeks=False,
            no_peek_loses="original",
            surrender="late",
            max_split_hands=2,
        ),
    ),
    "burn": (FIVE_AND_SIX, PLAIN),
    "burn-and-surrender": (
        shoe_of(r5=1, r6=1, r7=1, T=9),
        replace(PLAIN, surrender="late", burnout_on_bust=False),
    ),
    "eights": (
        shoe_of(A=1, r3=1, r8=3, T=6),
        replace(PLAIN, double_on="10-11", surrender="late", max_split_hands=2),
    ),
    "double-late": (
        shoe_of(A=1, r4=1, r6=1, T=9),
        replace(NO_SPLIT, double_after_hit=True, dealer_peeks=False, surrender="late"),
    ),
    "sixes": (
        shoe_of(r4=1, r6=3, T=8),
        replace(PLAIN, max_split_hands=3, burnout_on_double=False),
    ),
}

LONGEST = ("eights", "sixes", "double-late")

MEASURES = {
    "net": utility(1, 0, 0),
    "wins": utility(0, 1, 0),
    "not to lose": utility(0, 0, 1),
    "evenly": utility(0, 1, 1),
    "high wins": utility(1, Fraction(31, 3), Fraction(1, 7)),
    "high losses": utility(1, Fraction(2, 9), Fraction(29, 3)),
    "a little": utility(1, Fraction(1, 5), Fraction(3, 10)),
    "some": utility(1, Fraction(5, 3), Fraction(3, 2)),
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=pytest.mark.slow if each in LONGEST else ()) for each in SHUFFLED],
)
@BOTH_MODES
def test_no_play_of_any_order_is_better(name, burnout):
    shoe, rules = SHUFFLED[name]
    for majority in (False, True):
        for measure in MEASURES.values():
            best = best_round(shoe, rules, measure, burnout=burnout, majority=majority)
            tree = EveryOrder(shoe, rules, measure, majority=majority)
            assert best.value == tree.value(burnout=burnout)


# --------------------------------------------------------------------------------------
# Identities on tiny cases


SMALLEST = (
    "no-split",
    "no-burn-on-bust",
    "aces-hit-and-double-no-das",
    "no-hole-card-original-late-double",
    "burn-late-double-s17",
)
LARGER = (
    "three-hands",
    "two-hands",
    "no-das",
    "low-pairs",
    "six-to-five",
    "surrender",
    "wide-no-hole-card",
)

SOME_CASES = [case for case in CASES if case.id in SMALLEST]
ON_CASES = pytest.mark.parametrize(
    "case",
    marked(
        replace(case, slow=case.id in LARGER) for case in CASES if case.id in (*SMALLEST, *LARGER)
    ),
)


@ON_CASES
def test_net_alone_is_the_main_game(case):
    analysis = analysed(case)
    for burnout, figures in ((False, analysis.main), (True, analysis.burnout)):
        for majority in (False, True):
            distribution = figures.streak_by_majority if majority else figures.streak_by_net
            for scale in (1, 7, Fraction(1, 3)):
                best = best_round(
                    case.shoe,
                    case.rules,
                    utility(scale, 0, 0),
                    burnout=burnout,
                    majority=majority,
                )
                assert best == RoundBest(
                    value=scale * figures.ev,
                    mean=figures.ev,
                    loss=distribution.loss,
                    push=distribution.push,
                    win=distribution.win,
                )


@ON_CASES
@BOTH_READINGS
def test_each_play_is_the_best_at_its_own_utility(case, majority):
    for burnout in (False, True):
        plays = {
            name: best_round(case.shoe, case.rules, measure, burnout=burnout, majority=majority)
            for name, measure in MEASURES.items()
        }
        for name, measure in MEASURES.items():
            best = plays[name]
            assert best.loss + best.push + best.win == 1
            assert best.value == worth_of(best, measure)
            for other in plays.values():
                assert worth_of(other, measure) <= best.value
        # Not all of them play the same game.
        assert len({(play.mean, play.win, play.loss) for play in plays.values()}) > 1


@ON_CASES
@BOTH_READINGS
def test_an_option_never_hurts(case, majority):
    for measure in MEASURES.values():
        plain, option = (
            best_round(case.shoe, case.rules, measure, burnout=burnout, majority=majority)
            for burnout in (False, True)
        )
        assert option.value >= plain.value


@ON_CASES
@BOTH_READINGS
def test_bonus_alone_is_a_fixed_point(case, majority):
    shares = []
    for burnout in (False, True):
        share = bonus_alone(case.shoe, case.rules, burnout=burnout, majority=majority)
        at_share = utility(0, 1 - share, share)
        best = best_round(case.shoe, case.rules, at_share, burnout=burnout, majority=majority)
        assert best.value == 0
        assert best.win / (best.win + best.loss) == share
        for measure in MEASURES.values():
            play = best_round(case.shoe, case.rules, measure, burnout=burnout, majority=majority)
            assert play.win / (play.win + play.loss) <= share
        shares.append(share)
    assert shares[0] <= shares[1]


@ON_CASES
def test_without_stakes_nothing_is_added(case):
    stakes = dict.fromkeys(PAYS, Fraction(0))
    worth = main_worth(case.shoe, case.rules, payment=PAYMENT)
    analysis = analysed(case)
    assert worth == max(analysis.main.ev, analysis.burnout.ev - PAYMENT)
    for at in streak_values(case.shoe, case.rules, stakes, PAYS, majority=False, payment=PAYMENT):
        assert at.worth == 0
        assert at.utility == NET_ALONE
        assert at.bought == (analysis.burnout.ev - PAYMENT > analysis.main.ev)
        assert at.round.mean == (analysis.burnout if at.bought else analysis.main).ev


STAKES = {
    "all": dict.fromkeys(PAYS, Fraction(1)),
    "last": {5: Fraction(4)},
    "little": {2: Fraction(1, 10), 4: Fraction(1, 5)},
}


@ON_CASES
@BOTH_READINGS
@pytest.mark.parametrize("placed", one_in(2, STAKES))
def test_streak_values_solve_the_equation(case, majority, placed):
    stakes = STAKES[placed]
    values = streak_values(case.shoe, case.rules, stakes, PAYS, majority=majority, payment=PAYMENT)
    usual = main_worth(case.shoe, case.rules, payment=PAYMENT)
    assert [at.count for at in values] == list(range(max(stakes)))
    # After a win: the wager then paid, and those still open.
    after_win = [at.worth for at in values[1:]] + [Fraction(0)]
    for wins, stake in stakes.items():
        after_win[wins - 1] += stake * (PAYS[wins] + 1)
    for at, won in zip(values, after_win, strict=True):
        assert at.worth == right_side(at, won, at.round, at.bought, usual)
        assert 0 <= at.worth <= won
        # No other play that is known does better.
        for measure in (*MEASURES.values(), *(other.utility for other in values)):
            for bought in (False, True):
                play = best_round(case.shoe, case.rules, measure, burnout=bought, majority=majority)
                assert right_side(at, won, play, bought, usual) <= at.worth


def right_side(
    at: AtCount, won: Fraction, play: RoundBest, bought: bool, usual: Fraction
) -> Fraction:
    """Return what a count is worth if the next round is played in some way."""
    cost = usual + (PAYMENT if bought else 0)
    return play.mean - cost + play.win * won + play.push * at.worth


@ON_CASES
@BOTH_READINGS
def test_worth_is_what_the_wagers_return_and_the_rounds_cost(case, majority):
    stakes = STAKES["all"]
    values = streak_values(case.shoe, case.rules, stakes, PAYS, majority=majority, payment=PAYMENT)
    usual = main_worth(case.shoe, case.rules, payment=PAYMENT)
    fates = resolution([at.round for at in values], PAYS)
    returned = sum(stakes[wins] * fate.returned for wins, fate in fates.items())
    cost = Fraction(0)
    reached = Fraction(1)
    rounds: list[Fraction] = []
    for at in values:
        spent = usual - at.round.mean + (PAYMENT if at.bought else 0)
        assert spent >= 0
        rounds.append(reached / (1 - at.round.push))
        cost += rounds[-1] * spent
        reached *= at.round.win / (at.round.win + at.round.loss)
        if at.count + 1 in fates:
            assert fates[at.count + 1].paid == reached
            assert fates[at.count + 1].rounds == sum(rounds)
    assert values[0].worth == returned - cost


def test_bonus_wagers_change_the_play():
    # Some case must show each: another play, and Burnout bought for the streak alone.
    changed = bought = 0
    for case in SOME_CASES:
        values = streak_values(
            case.shoe, case.rules, {5: Fraction(1)}, PAYS, majority=False, payment=Fraction(1, 2)
        )
        main = analysed(case).main
        worth_it = analysed(case).burnout.ev - Fraction(1, 2) > main.ev
        bought += any(at.bought and not worth_it for at in values)
        changed += any(not at.bought and at.round.mean != main.ev for at in values)
    assert changed
    assert bought
