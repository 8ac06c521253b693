"""Games of the shelf once more, written by hand: every order of the cards, in fractions.

Nothing of the project is used, neither spec nor interpreter: rules, rankings and pays stand here
in plain Python. A card is its rank and its suit; an answer is worth what the rest of the pack, in
every order, makes of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise, permutations

Card = tuple[int, str]
Cards = tuple[Card, ...]

Outcomes = dict[tuple[Fraction, Fraction], Fraction]
"""Probabilities by what is put down in all, and what it brings in all."""

Ace = tuple[int, int]
"""The rank of an ace, and the rank that it has as the lowest card of a straight."""

Strength = tuple[int, list[int]]
"""Of three cards: 5 for a straight flush to 0 for high cards; then ranks, those of groups first."""

HALF = Fraction(1, 2)
ACE = 14


def certain(staked: int, net: Fraction | int) -> Outcomes:
    """Return a single outcome."""
    return {(Fraction(staked), Fraction(net)): Fraction(1)}


def mixed(cases: Iterable[Outcomes]) -> Outcomes:
    """Return outcomes of cases that are equally likely."""
    known = list(cases)
    found: Outcomes = {}
    for case in known:
        for key, chance in case.items():
            found[key] = found.get(key, Fraction(0)) + chance / len(known)
    return found


def best(*answers: Outcomes) -> Outcomes:
    """Return the outcomes of the answer that brings most, the first of equal ones.

    Answers stand in the order of their names, as a game lists them.
    """
    return max(answers, key=lambda found: sum(net * p for (_, net), p in found.items()))


def deals(pack: Cards, number: int) -> Iterator[tuple[Cards, Cards]]:
    """Yield every order in which so many cards can come, and the rest."""
    for places in permutations(range(len(pack)), number):
        left = tuple(card for place, card in enumerate(pack) if place not in places)
        yield tuple(pack[place] for place in places), left


def ace_of(pack: Cards) -> Ace:
    """Return what the highest card of a cut pack is: the ace, below the lowest card too."""
    ranks = [rank for rank, _ in pack]
    return max(ranks), min(ranks) - 1


def sign(number: int) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)


# Hands --------------------------------------------------------------------------------------------


def run_of(ranks: list[int], ace: Ace) -> int:
    """Return the highest rank of a straight, or 0; an ace may be the lowest card."""
    high, low = ace
    for ways in (ranks, [low if rank == high else rank for rank in ranks]):
        ordered = sorted(ways)
        if all(b - a == 1 for a, b in pairwise(ordered)):
            return ordered[-1]
    return 0


def three_cards(hand: Cards, ace: Ace) -> Strength:
    """Return what orders hands of three cards."""
    ranks = [rank for rank, _ in hand]
    groups = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    is_flush = len({suit for _, suit in hand}) == 1
    top = run_of(ranks, ace)
    if top:
        return (5 if is_flush else 3), [top]
    order = [rank for _, rank in groups]
    if groups[0][0] == 3:
        return 4, order
    return (2 if is_flush else 1 if groups[0][0] == 2 else 0), order


def best_three(cards: Cards, ace: Ace) -> Strength:
    """Return the best three of some cards."""
    return max(three_cards(hand, ace) for hand in permutations(cards, 3))


def five_cards(hand: Cards, ace: Ace) -> str:
    """Return the category of five cards; pairs are told by what they pay."""
    ranks = [rank for rank, _ in hand]
    groups = sorted(Counter(ranks).values(), reverse=True)
    is_flush = len({suit for _, suit in hand}) == 1
    top = run_of(ranks, ace)
    if top and is_flush:
        return "royal flush" if top == 14 else "straight flush"
    if groups[0] == 4:
        return "four"
    if groups == [3, 2]:
        return "full house"
    if is_flush:
        return "flush"
    if top:
        return "straight"
    if groups[0] == 3:
        return "three"
    if groups[:2] == [2, 2]:
        return "two pairs"
    paired = [rank for rank, number in Counter(ranks).items() if number == 2]
    return f"pair of {paired[0]}" if paired else "nothing"


# Games --------------------------------------------------------------------------------------------


def casino_war(pack: Cards, burned: int = 1) -> Outcomes:
    """Return a round with surrender, and a bonus for a second tie."""

    def war(left: Cards) -> Iterator[Outcomes]:
        for cards, _ in deals(left, burned + 2):
            mine, other = cards[-2][0], cards[-1][0]
            yield certain(2, -2 if mine < other else 2 if mine == other else 1)

    def rounds() -> Iterator[Outcomes]:
        for (mine, other), left in deals(pack, 2):
            if mine[0] != other[0]:
                yield certain(1, sign(mine[0] - other[0]))
            else:
                yield best(certain(1, -HALF), mixed(war(left)))

    return mixed(rounds())


def red_dog(pack: Cards) -> Outcomes:
    """Return a round; only with ranks between is there something to decide."""
    pays = {1: 5, 2: 4, 3: 2}

    def rounds() -> Iterator[Outcomes]:
        for (one, two), left in deals(pack, 2):
            low, high = sorted((one[0], two[0]))
            between = high - low - 1
            if between == 0:
                yield certain(1, 0)
            elif between < 0:
                yield mixed(certain(1, 11 if third == low else 0) for third, _ in left)
            else:
                won = [low < third < high for third, _ in left]
                pay = pays.get(between, 1)
                yield best(
                    mixed(certain(1, pay if wins else -1) for wins in won),
                    mixed(certain(2, 2 * (pay if wins else -1)) for wins in won),
                )

    return mixed(rounds())


def three_card_poker(pack: Cards) -> Outcomes:
    """Return ante, play and the bonus of the ante."""
    ace = ace_of(pack)
    bonus = {5: 5, 4: 4, 3: 1}

    def played(hand: Cards, left: Cards) -> Iterator[Outcomes]:
        mine = three_cards(hand, ace)
        for dealer, _ in deals(left, 3):
            other = three_cards(dealer, ace)
            qualifies = other >= (0, [12])
            lead = (mine > other) - (mine < other)
            yield certain(2, (2 * lead if qualifies else 1) + bonus.get(mine[0], 0))

    return mixed(best(certain(1, -1), mixed(played(hand, left))) for hand, left in deals(pack, 3))


def caribbean_stud(pack: Cards) -> Outcomes:
    """Return ante and call, with hands of three."""
    ace = ace_of(pack)
    pays = {5: 50, 4: 3, 3: 4, 2: 5, 1: 1, 0: 1}

    def called(hand: Cards, upcard: Card, left: Cards) -> Iterator[Outcomes]:
        mine = three_cards(hand, ace)
        for dealer, _ in deals(left, 2):
            other = three_cards((upcard, *dealer), ace)
            if other < (0, [14, 13]):
                yield certain(3, 1)
            elif mine == other:
                yield certain(3, 0)
            else:
                yield certain(3, 1 + 2 * pays[mine[0]] if mine > other else -3)

    return mixed(
        best(mixed(called(hand[:3], hand[3], left)), certain(1, -1))
        for hand, left in deals(pack, 4)
    )


def casino_holdem(pack: Cards) -> Outcomes:
    """Return ante and call; a card of the board before the decision and one after it."""
    ace = ace_of(pack)
    pays = {5: 20, 4: 1, 3: 1, 2: 2, 1: 1, 0: 1}

    def called(hand: Cards, flop: Card, left: Cards) -> Iterator[Outcomes]:
        for (last, *dealer), _ in deals(left, 3):
            board = (flop, last)
            mine = best_three((*hand, *board), ace)
            other = best_three((*dealer, *board), ace)
            if other < (1, [14]):
                yield certain(3, pays[mine[0]])
            elif mine == other:
                yield certain(3, 0)
            else:
                yield certain(3, pays[mine[0]] + 2 if mine > other else -3)

    return mixed(
        best(mixed(called(cards[:2], cards[2], left)), certain(1, -1))
        for cards, left in deals(pack, 3)
    )


def ultimate_texas_holdem(pack: Cards) -> Outcomes:
    """Return ante, blind and play; the board is of two cards, one after the other."""
    ace = ace_of(pack)
    pays = {5: Fraction(50), 3: Fraction(1), 2: Fraction(3, 2)}

    def shown(hand: Cards, board: Cards, left: Cards, wagered: int) -> Iterator[Outcomes]:
        mine = best_three((*hand, *board), ace)
        for dealer, _ in deals(left, 2):
            other = best_three((*dealer, *board), ace)
            lead = (mine > other) - (mine < other)
            ante = lead if other[0] > 0 else 0
            blind = pays.get(mine[0], Fraction(0)) if lead > 0 else Fraction(lead)
            yield certain(2 + wagered, ante + blind + lead * wagered)

    def to_the_end(hand: Cards, flop: Card, left: Cards, wagered: int) -> Outcomes:
        return mixed(
            mixed(shown(hand, (flop, *turn), rest, wagered)) for turn, rest in deals(left, 1)
        )

    def at_last(hand: Cards, flop: Card, left: Cards) -> Outcomes:
        return mixed(
            best(certain(2, -2), mixed(shown(hand, (flop, *turn), rest, 1)))
            for turn, rest in deals(left, 1)
        )

    def first(hand: Cards, left: Cards) -> Outcomes:
        flops = [(flop, rest) for (flop,), rest in deals(left, 1)]
        checked = mixed(
            best(at_last(hand, flop, rest), to_the_end(hand, flop, rest, 2)) for flop, rest in flops
        )
        raised = [
            mixed(to_the_end(hand, flop, rest, wagered) for flop, rest in flops)
            for wagered in (4, 3)
        ]
        return best(checked, *raised)

    return mixed(first(hand, left) for hand, left in deals(pack, 2))


def let_it_ride(pack: Cards) -> Outcomes:
    """Return three wagers, of which two can be taken back."""
    ace = ace_of(pack)
    pays = {"royal flush": 1000, "straight flush": 200, "four": 50, "full house": 11, "flush": 8}
    pays |= {"straight": 5, "three": 3, "two pairs": 2}
    pays |= {f"pair of {rank}": 1 for rank in range(10, 15)}

    def second(cards: Cards, left: Cards, riding: int) -> Outcomes:
        ends = [pays.get(five_cards((*cards, last), ace), -1) for (last,), _ in deals(left, 1)]
        return best(*(mixed(certain(n, n * pay) for pay in ends) for n in (riding + 1, riding)))

    def first(cards: Cards, left: Cards) -> Outcomes:
        fourths = [((*cards, *more), rest) for more, rest in deals(left, 1)]
        return best(*(mixed(second(*fourth, n) for fourth in fourths) for n in (2, 1)))

    return mixed(first(cards, left) for cards, left in deals(pack, 3))


def mississippi_stud(pack: Cards) -> Outcomes:
    """Return an ante and three streets, on each of which one folds or wagers one to three."""
    ace = ace_of(pack)
    pays = {"royal flush": 500, "straight flush": 100, "four": 40, "full house": 10, "flush": 6}
    pays |= {"straight": 4, "three": 3, "two pairs": 2}
    pays |= {f"pair of {rank}": 1 for rank in range(11, 15)}
    pays |= {f"pair of {rank}": 0 for rank in range(6, 11)}

    def street(cards: Cards, left: Cards, staked: int) -> Outcomes:
        if len(cards) == 5:
            return certain(staked, staked * pays.get(five_cards(cards, ace), -1))
        after = [((*cards, *more), rest) for more, rest in deals(left, 1)]
        wagered = (mixed(street(*each, staked + n) for each in after) for n in (1, 2, 3))
        return best(certain(staked, -staked), *wagered)

    return mixed(street(cards, left, 1) for cards, left in deals(pack, 2))


def punto_banco(pack: Cards) -> Outcomes:
    """Return the wager on the banker's hand, with a commission of 5 percent."""

    def total(hand: Iterable[Card]) -> int:
        return sum(min(rank, 10) for rank, _ in hand) % 10

    def banker_draws(points: int, third: int) -> bool:
        low, high = {3: (0, 9), 4: (2, 7), 5: (4, 7), 6: (6, 7)}.get(points, (0, 9))
        return points < 3 or (points < 7 and low <= third <= high and (points, third) != (3, 8))

    def of(cards: Cards) -> Outcomes:
        punto, banco, rest = [cards[0], cards[2]], [cards[1], cards[3]], list(cards[4:])
        if max(total(punto), total(banco)) < 8:
            if total(punto) > 5:
                if total(banco) <= 5:
                    banco += rest[:1]
            else:
                punto.append(rest[0])
                if banker_draws(total(banco), min(rest[0][0], 10) % 10):
                    banco.append(rest[1])
        won = sign(total(banco) - total(punto))
        return certain(1, Fraction(19, 20) if won > 0 else won)

    return mixed(of(cards) for cards, _ in deals(pack, 6))


PLAIN: dict[str, Callable[[Cards], Outcomes]] = {
    "casino-war": casino_war,
    "red-dog": red_dog,
    "three-card-poker": three_card_poker,
    "caribbean-stud": caribbean_stud,
    "casino-holdem": casino_holdem,
    "ultimate-texas-holdem": ultimate_texas_holdem,
    "let-it-ride": let_it_ride,
    "mississippi-stud": mississippi_stud,
    "punto-banco": punto_banco,
}
"""Outcomes of the wagers that are made by default, by best play of rounds dealt from a pack."""
