"""A plain player of Burnout: deals a Pairs deck, bids uniformly at random, counts what happens.

It shares no code with the engine or with any rule file. A card is its rank, 1 to 10, and there are
as many cards of a rank as the rank says.

Options are counted by kind of card: a bid is a multiset of ranks.
"""

from random import Random
from typing import Any

HIGHEST = 10
HAND = 8


class Side:
    """The cards of one player."""

    def __init__(self, hand: list[int]) -> None:
        self.hand = hand
        self.reserve: list[int] = []
        self.discard: list[int] = []
        self.score: list[int] = []

    def bid_one(self, rng: Random, *, by_cards: bool) -> list[int]:
        """Take one card from the hand, all its different ranks being equally likely."""
        card = rng.choice(self.hand if by_cards else sorted(set(self.hand)))
        self.hand.remove(card)
        return [card]

    def bid_any(self, rng: Random, *, by_cards: bool) -> list[int]:
        """Take any cards from the hand, or none, all different multisets being equally likely."""
        bid: list[int] = []
        for rank in set(self.hand):
            held = self.hand.count(rank)
            number = rng.getrandbits(held).bit_count() if by_cards else rng.randint(0, held)
            bid += [rank] * number
        for card in bid:
            self.hand.remove(card)
        return bid

    def pick_up_reserve(self) -> None:
        """Take the reserve into an empty hand."""
        if not self.hand:
            self.hand, self.reserve = self.reserve, []

    def is_out(self) -> bool:
        """Tell whether no card is left in the hand or the reserve."""
        return not (self.hand or self.reserve)

    def points(self) -> int:
        """Return the points scored less those discarded."""
        return sum(self.score) - sum(self.discard)


def play(
    players: int,
    rng: Random,
    *,
    match_to: int | None = None,
    on_one_balance: bool = False,
    **rulings: Any,
) -> dict[str, Any]:
    """Play one hand, or a match of hands, by uniformly random play; return what was counted.

    Parameters
    ----------
    players, rng : int, Random
        Two players; the source of all chance.
    match_to : int, optional
        Points that end a match; a single hand is played if it is not given.
    on_one_balance : bool
        Whether a hand lost takes points away from those won before; if not, each player adds up
        the hands won.
    **rulings
        As of `play_hand`.

    Returns
    -------
    dict
        Sums over the hands, but `cards_burned`, `deck_left` and `cards` of the last one. `margin`
        and `winners` are those of the match, `hands` is their number.
    """
    hand = play_hand(players, rng, **rulings)
    if match_to is None:
        return hand | {"hands": 1}
    game, won, hands = hand, [0, 0], 0
    while True:
        hands += 1
        lead = hand["score"][0] - hand["score"][1]
        won[0] += max(0, lead)
        won[1] += max(0, -lead)
        reached = abs(won[0] - won[1]) if on_one_balance else max(won)
        if reached >= match_to:
            break
        hand = play_hand(players, rng, **rulings)
        of_last = ("score", "winners", "cards_burned", "deck_left", "cards")
        game = {name: hand[name] if name in of_last else game[name] + hand[name] for name in game}
    return game | {
        "hands": hands,
        "margin": abs(won[0] - won[1]),
        "winners": (0,) if won[0] > won[1] else (1,),
    }


def play_hand(
    players: int,
    rng: Random,
    *,
    burns_reserve: bool = True,
    bids_by_cards: bool = False,
    turns_after_passes: bool = False,
    out_at_once: bool = False,
) -> dict[str, Any]:
    """Play one hand of Burnout by uniformly random play, and return what was counted.

    Parameters
    ----------
    players, rng : int, Random
        Two players; the source of all chance.
    burns_reserve : bool
        Whether the survivor burns the reserve too, and not the hand only.
    bids_by_cards : bool
        Whether cards of one rank count as different when a bid is chosen.
    turns_after_passes : bool
        Whether the other player bids first after both have passed.
    out_at_once : bool
        Whether a player who bids first, and has nothing left, is out before the other can bid.

    Returns
    -------
    dict
        `rounds` counts the bids that were compared, tied ones and first rounds among them; a
        double pass is none. `passes` counts bids of no cards, two in a double pass, and `cards_bid`
        all cards bid after the first rounds. `survivor_hand` and `survivor_reserve` are cards
        before they burn, and 0 if nobody survives. `deck_out` tells that a target could not be
        dealt. `winners` are both if the scores are equal. `cards` counts every card still anywhere.
    """
    if players != 2:
        raise ValueError(f"Burnout is for 2 players, not {players}")
    deck = [rank for rank in range(1, HIGHEST + 1) for _ in range(rank)]
    rng.shuffle(deck)
    sides = [Side([deck.pop() for _ in range(HAND)]) for _ in range(players)]
    shared: list[int] = []
    target: list[int] = []

    rounds = first_ties = later_ties = double_passes = passes = cards_bid = unanswered = 0
    first = 0
    is_first_round = True
    while deck and not any(side.is_out() for side in sides):
        target.append(deck.pop())
        if is_first_round:
            bids = [side.bid_one(rng, by_cards=bids_by_cards) for side in sides]
        else:
            bids = [[], []]
            bids[first] = sides[first].bid_any(rng, by_cards=bids_by_cards)
            if out_at_once and sides[first].is_out():
                unanswered += 1
            else:
                bids[1 - first] = sides[1 - first].bid_any(rng, by_cards=bids_by_cards)
            passes += bids.count([])
            cards_bid += len(bids[0]) + len(bids[1])
            if not bids[0] and not bids[1]:
                double_passes += 1
                if turns_after_passes:
                    first = 1 - first
                continue
        rounds += 1
        if sum(bids[0]) == sum(bids[1]):
            shared += target + bids[0] + bids[1]
            if is_first_round:
                first_ties += 1
                for side in sides:
                    side.hand.append(deck.pop())
            else:
                later_ties += 1
        else:
            first = 0 if sum(bids[0]) > sum(bids[1]) else 1
            sides[first].score += target
            sides[first].discard += bids[first]
            sides[1 - first].reserve += bids[1 - first]
            is_first_round = False
        target = []
        for side in sides:
            side.pick_up_reserve()

    out = [side.is_out() for side in sides]
    deck_out = not any(out)
    survivor_hand = survivor_reserve = 0
    if sum(out) == 1:
        survivor = sides[out.index(False)]
        survivor_hand = len(survivor.hand)
        survivor_reserve = len(survivor.reserve)
    burned = 0
    for side in sides:
        burning = side.hand + side.reserve if burns_reserve else side.hand
        left = [] if burns_reserve else side.reserve
        shared += left
        side.discard += burning
        side.hand, side.reserve = [], []
        if not deck_out:
            for _ in burning:
                if deck:
                    burned += 1
                    side.score.append(deck.pop())

    points = tuple(side.points() for side in sides)
    return {
        "decisions": players * (rounds + double_passes) - unanswered,
        "score": points,
        "winners": tuple(seat for seat in range(players) if points[seat] == max(points)),
        "margin": abs(points[0] - points[1]),
        "equal": points[0] == points[1],
        "rounds": rounds,
        "first_ties": first_ties,
        "later_ties": later_ties,
        "double_passes": double_passes,
        "passes": passes,
        "cards_bid": cards_bid,
        "both_out": all(out),
        "deck_out": deck_out,
        "survivor_hand": survivor_hand,
        "survivor_reserve": survivor_reserve,
        "survivor_has_reserve": survivor_reserve > 0,
        "cards_burned": burned,
        "deck_left": len(deck),
        "cards": len(deck + shared + target)
        + sum(len(side.discard) + len(side.score) for side in sides),
    }
