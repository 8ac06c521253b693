"""A plain player of Rookie Mistake: deals cards, plays uniformly at random, counts what happens.

It shares no code with the engine or with any rule file. A card is a rank and a suit: ranks 2 to 10,
then jack 11, queen 12, king 13, ace 14; suits 0 to 3. All 52 are of different kinds.
"""

from random import Random
from typing import Any, NamedTuple

ACE = 14
CARDS_EACH = {2: 26, 3: 17, 4: 13, 5: 10}
ACE_POINTS = 15
MOST_POINTS = 10
"""Points of a ten and of a face card."""


class Card(NamedTuple):
    """A card of the pack."""

    rank: int
    suit: int

    def points(self) -> int:
        """Return what the card counts in a hand."""
        return ACE_POINTS if self.rank == ACE else min(self.rank, MOST_POINTS)

    def matches(self, thrown: "Card") -> bool:
        """Tell whether the card follows the thrown one, by its number or by its suit."""
        return self.rank == thrown.rank or self.suit == thrown.suit


class Laid(NamedTuple):
    """A card on the table. They compare by rank, and equal ranks by who laid first."""

    rank: int
    place: int
    seat: int
    card: Card


def collected(
    fitting: list[Laid], misfits: list[Laid], *, takes_own_back: bool
) -> list[tuple[int, list[Card]]]:
    """Return who collects which cards of a turn; the rest is discarded.

    Parameters
    ----------
    fitting, misfits : list of Laid
        The cards that match, with the thrown one, and the cards that do not, as they were laid.
    takes_own_back : bool
        Whether the only player who cannot match takes back the own card too.
    """
    if not misfits:
        return []
    if len(misfits) == 1:
        taken = fitting + misfits if takes_own_back else fitting
        return [(misfits[0].seat, [laid.card for laid in taken])]
    takers = [(min(misfits).seat, [min(fitting).card])]
    if len(fitting) > 1:
        takers.append((max(misfits).seat, [max(fitting).card]))
    return takers


def play_round(
    players: int,
    rng: Random,
    leader: int,
    *,
    turn_cap: int = 500,
    takes_own_back: bool = True,
    must_match: bool = True,
    later_is_lower: bool = False,
    ends_at_once: bool = False,
) -> dict[str, Any]:
    """Play one round, led by `leader`, by uniformly random play; `play` tells what is counted."""
    pack = [Card(rank, suit) for rank in range(2, ACE + 1) for suit in range(4)]
    rng.shuffle(pack)
    hands = [[pack.pop() for _ in range(CARDS_EACH[players])] for _ in range(players)]

    decisions = turns = forced = sole = crowds = big_crowds = even_crowds = lone_throws = 0
    collectors = cards_collected = 0
    last_card_back = False
    discarded: list[Card] = []
    while all(hands) and turns < turn_cap:
        turns += 1
        thrown: Card | None = None
        fitting: list[Laid] = []
        misfits: list[Laid] = []
        decisions += players
        for place in range(players):
            seat = (leader + place) % players
            hand = hands[seat]
            options = hand
            if thrown is not None and must_match:
                options = [card for card in hand if card.matches(thrown)] or hand
            forced += len(options) == 1
            card = rng.choice(options)
            hand.remove(card)
            if thrown is None:
                thrown = card
            laid = Laid(card.rank, -place if later_is_lower else place, seat, card)
            (fitting if card.matches(thrown) else misfits).append(laid)
            if ends_at_once and not hand:
                decisions -= players - 1 - place
                break
        emptied = {seat for seat in range(players) if not hands[seat]}
        leader = (leader + 1) % players
        if ends_at_once and emptied:
            discarded += [laid.card for laid in fitting + misfits]
            break

        sole += len(misfits) == 1
        crowds += len(misfits) >= 2
        big_crowds += len(misfits) >= 3
        even_crowds += len({laid.rank for laid in misfits}) < len(misfits)
        lone_throws += len(misfits) >= 2 and len(fitting) == 1
        taken: set[Card] = set()
        for seat, cards in collected(fitting, misfits, takes_own_back=takes_own_back):
            hands[seat] += cards
            collectors += 1
            cards_collected += len(cards)
            last_card_back = last_card_back or seat in emptied
            taken.update(cards)
        discarded += [laid.card for laid in fitting + misfits if laid.card not in taken]

    points = tuple(sum(card.points() for card in hand) for hand in hands)
    out = sum(not hand for hand in hands)
    return {
        "decisions": decisions,
        "next": leader,
        "score": points,
        "turns": turns,
        "forced": forced,
        "collectors": collectors,
        "cards_collected": cards_collected,
        "sole_turns": sole,
        "crowd_turns": crowds,
        "big_crowd_turns": big_crowds,
        "even_crowd_turns": even_crowds,
        "lone_throw_turns": lone_throws,
        "rounds": 1,
        "capped": int(out == 0),
        "out_together": int(out > 1),
        "with_crowd": int(crowds > 0),
        "with_big_crowd": int(big_crowds > 0),
        "with_last_card_back": int(last_card_back),
        "cards": len({*pack, *discarded, *(card for hand in hands for card in hand)}),
    }


def play(
    players: int,
    rng: Random,
    *,
    stop_at: int | None = None,
    opening_continues: bool = False,
    **rulings: Any,
) -> dict[str, Any]:
    """Play one round, or a game of rounds, by uniformly random play; return what was counted.

    Parameters
    ----------
    players, rng : int, Random
        Two to five players; the source of all chance.
    stop_at : int, optional
        Points at which a game ends; a single round is played if it is not given. A random player
        leads the first round, and each later one is led by the next player.
    opening_continues : bool
        Whether a later round is led by the player after the one who led the last turn.
    turn_cap : int
        Turns until a round ends with all scoring their hands.
    takes_own_back : bool
        Whether the only player who cannot match takes back the own card too.
    must_match : bool
        Whether a player who can match has to.
    later_is_lower : bool
        Whether of equal cards the one laid later is the lower one.
    ends_at_once : bool
        Whether a round ends the moment that somebody lays the last card.

    Returns
    -------
    dict
        Sums over the rounds. `score` are points, of which the fewest win. `sole_turns` are those
        with one player who cannot match, `crowd_turns` with two or more, `big_crowd_turns` with
        three or more, `even_crowd_turns` with equal ranks among the cards that do not match,
        `lone_throw_turns` those of `crowd_turns` that nobody matched. `collectors` counts players
        who collect, in all turns. `with_last_card_back` counts rounds where somebody lays a last
        card and collects in that turn. `cards` counts the different cards still anywhere.
    """
    leader = rng.randrange(players)
    first_leader = leader
    game = play_round(players, rng, leader, **rulings)
    while stop_at is not None and max(game["score"]) < stop_at:
        leader = game["next"] if opening_continues else (leader + 1) % players
        again = play_round(players, rng, leader, **rulings)
        score = tuple(map(sum, zip(game["score"], again["score"], strict=True)))
        game = {name: game[name] + again[name] for name in game if name != "score"}
        game |= {"score": score, "next": again["next"]}
    game["first_leader"] = first_leader
    best = min(game["score"])
    game["winners"] = tuple(seat for seat in range(players) if game["score"][seat] == best)
    return game
