"""A plain player of Burn: deals ranks, plays uniformly at random, and counts what happens.

It shares no code with the engine or with any rule file. Only ranks are dealt, since no rule of Burn
reads a suit: 2 to 10, then jack 11, queen 12, king 13, ace 14.

Options are counted by kind of card: a decision to play is a rank and how many of it.
"""

from random import Random
from typing import Any

TWO, NINE, TEN, ACE = 2, 9, 10, 14
RANKS = range(TWO, ACE + 1)
SUITS = 4
CARDS_EACH = {2: 6, 3: 4, 4: 3}
"""Cards face down, face up and in hand, each, by number of players."""

SHORT_CARDS_EACH = 3
SHORT_DRAW = 16
PICK_UP, PASS = (0, 0), (0, 1)
"""Stand for picking up, and for leaving the other turn, among the plays, which are pairs of a rank
and how many of it; the number is negative for face-up cards that are played beside a hand."""


def fits(rank: int, stack: list[int], *, both_limits: bool = False) -> bool:
    """Tell whether a card may be played on the stack, whose last card is on top."""
    if not stack or rank == TWO:
        return True
    top = stack[-1]
    if rank == TEN:
        return top <= 8
    if top == NINE:
        return rank == NINE if both_limits else rank <= NINE
    return rank >= top


def burns(stack: list[int]) -> bool:
    """Tell whether the cards just played burn the stack: a ten, or four equal cards on top."""
    return stack[-1] == TEN or (len(stack) >= SUITS and len(set(stack[-SUITS:])) == 1)


def random_exchange(cards: list[int], size: int, rng: Random, *, by_cards: bool) -> list[int]:
    """Choose the cards to keep in hand: every different multiset of ranks is equally likely.

    Any number of each rank, independently, is uniform over all multisets; those of the right size
    are kept.
    """
    if by_cards:
        return rng.sample(cards, size)
    while True:
        kept: list[int] = []
        for rank in set(cards):
            kept += [rank] * rng.randint(0, cards.count(rank))
        if len(kept) == size:
            return kept


class Table:
    """The cards of a game of Burn, and what has been counted so far."""

    def __init__(self, players: int, size: int, *, both_limits: bool = False) -> None:
        self.size = size
        self.both_limits = both_limits
        self.draw: list[int] = []
        self.stack: list[int] = []
        self.burnt: list[int] = []
        self.hand: list[list[int]] = [[] for _ in range(players)]
        self.up: list[list[int]] = [[] for _ in range(players)]
        self.down: list[list[int]] = [[] for _ in range(players)]
        self.pick_ups = 0
        self.tens = 0
        self.fours = 0
        self.blind_plays = 0
        self.blind_failures = 0

    def source(self, seat: int) -> list[int]:
        """Return the zone that the player must play from; empty if only blind cards are left."""
        return self.hand[seat] or self.up[seat]

    def is_out(self, seat: int) -> bool:
        """Tell whether the player has no card left anywhere."""
        return not (self.hand[seat] or self.up[seat] or self.down[seat])

    def lay(self, cards: list[int]) -> bool:
        """Put cards of one rank on the stack; tell whether it burns."""
        self.stack += cards
        if not burns(self.stack):
            return False
        if self.stack[-1] == TEN:
            self.tens += 1
        else:
            self.fours += 1
        self.burnt += self.stack
        self.stack = []
        return True

    def fits(self, rank: int) -> bool:
        """Tell whether a card may be played now."""
        return fits(rank, self.stack, both_limits=self.both_limits)

    def play(self, seat: int, rank: int, number: int) -> bool:
        """Play cards from the hand, or from the face-up cards; tell whether the stack burns."""
        source = self.up[seat] if number < 0 else self.source(seat)
        number = abs(number)
        for _ in range(number):
            source.remove(rank)
        return self.lay([rank] * number)

    def play_blind(self, seat: int, place: int) -> bool:
        """Play a face-down card, or take it and the stack; tell whether the stack burns."""
        card = self.down[seat].pop(place)
        self.blind_plays += 1
        if self.fits(card):
            return self.lay([card])
        self.blind_failures += 1
        self.hand[seat] += [card, *self.stack]
        self.stack = []
        return False

    def pick_up(self, seat: int) -> None:
        """Take the stack into the hand."""
        self.pick_ups += 1
        self.hand[seat] += self.stack
        self.stack = []

    def refill(self, seat: int) -> None:
        """Draw up to the size of a hand while there are cards to draw."""
        while self.draw and len(self.hand[seat]) < self.size:
            self.hand[seat].append(self.draw.pop())


def _options(
    table: Table,
    seat: int,
    lead: int | None,
    *,
    picks_up_at_will: bool,
    early: bool = False,
    may_pass: bool = False,
    one_starts: bool = False,
) -> list[tuple[int, int]]:
    """Return what a player with cards in sight may do: ranks with numbers, and picking up."""
    source = table.source(seat)
    if lead is not None:
        return [(lead, number + 1) for number in range(1 if one_starts else source.count(lead))]
    options = [
        (rank, number + 1)
        for rank in set(source)
        if table.fits(rank)
        for number in range(source.count(rank))
    ]
    if early and table.hand[seat]:
        up = table.up[seat]
        options += [
            (rank, -number - 1)
            for rank in set(up)
            if table.fits(rank)
            for number in range(up.count(rank))
        ]
    if may_pass:
        options.append(PASS)
    if table.stack and (picks_up_at_will or not options):
        options.append(PICK_UP)
    return options


def play(
    players: int,
    rng: Random,
    *,
    cap: int = 5000,
    short: bool = False,
    picks_up_at_will: bool = True,
    exchanges_by_cards: bool = False,
    opens_by_cards: bool = False,
    pack_of_16: bool = False,
    both_limits: bool = False,
    early: bool = False,
    passes: bool = False,
    one_starts: bool = False,
    places: bool = False,
) -> dict[str, Any]:
    """Play one game by uniformly random play, and return what was counted.

    Parameters
    ----------
    players, rng : int, Random
        Two to four players; the source of all chance.
    cap : int
        Decisions after the exchange until the game is a draw.
    short : bool
        Whether three cards are dealt to each zone and sixteen left to draw.
    picks_up_at_will : bool
        Whether a player who can play may pick up instead.
    exchanges_by_cards : bool
        Whether cards of one rank count as different when a hand is chosen.
    opens_by_cards : bool
        Whether a player with more of the lowest rank opens more often.
    pack_of_16 : bool
        Whether the short game is dealt from sixteen cards, one to each zone.
    both_limits : bool
        Whether a card on a nine must be as high as well.
    early : bool
        Whether face-up cards may be played beside a hand.
    passes : bool
        Whether who burned the stack may leave the other turn.
    one_starts : bool
        Whether the first play is one card.
    places : bool
        Whether who goes out scores how many are left behind, and only the first wins.

    Returns
    -------
    dict
        `score` is 1 for who is out of cards and 0 for who is not; `winners` is empty after a draw.
        A game that ends with the last decision under the cap is no draw.
        `moves` counts the decisions after the exchange, `blind_plays` among them. `pick_ups` are
        those without a blind card; `forced_pick_ups` had no other option; a blind card that does
        not fit is one of `blind_failures`. `forced` counts the moves with one option.
        `ranks_kept` adds up the different ranks in each hand after the exchange; the opener holds
        `lowest_held` cards of the rank `lowest`. `cards` counts every card still anywhere.
    """
    size = 1 if pack_of_16 else SHORT_CARDS_EACH if short else CARDS_EACH[players]
    table = Table(players, size, both_limits=both_limits)
    table.draw = [rank for rank in RANKS for _ in range(SUITS)]
    rng.shuffle(table.draw)
    if pack_of_16:
        del table.draw[SHORT_DRAW:]
    for seat in range(players):
        for zone in (table.down[seat], table.up[seat], table.hand[seat]):
            zone += [table.draw.pop() for _ in range(size)]
    if short:
        del table.draw[SHORT_DRAW:]

    for seat in range(players):
        cards = table.hand[seat] + table.up[seat]
        table.hand[seat] = random_exchange(cards, size, rng, by_cards=exchanges_by_cards)
        for card in table.hand[seat]:
            cards.remove(card)
        table.up[seat] = cards

    lead: int | None = min(
        (card for hand in table.hand for card in hand if card != TWO), default=TWO
    )
    ranks_kept = sum(len(set(hand)) for hand in table.hand)
    openers = [seat for seat in range(players) for card in table.hand[seat] if card == lead]
    turn = rng.choice(openers if opens_by_cards else sorted(set(openers)))

    lowest, lowest_held = lead, openers.count(turn)

    moves = forced = forced_pick_ups = 0
    playing, went_out, other_turn = list(range(players)), dict[int, int](), False
    while len(playing) > 1 and moves < cap:
        moves += 1
        plays_again = False
        if table.source(turn):
            options = _options(
                table,
                turn,
                lead,
                picks_up_at_will=picks_up_at_will,
                early=early,
                may_pass=passes and other_turn,
                one_starts=one_starts,
            )
            lead = None
            forced += len(options) == 1
            choice = rng.choice(options)
            if choice == PICK_UP:
                forced_pick_ups += len(options) == 1
                table.pick_up(turn)
            elif choice == PASS:
                pass
            else:
                plays_again = table.play(turn, *choice)
        elif passes and other_turn and rng.random() < 0.5:
            pass
        else:
            forced += 1
            plays_again = table.play_blind(turn, rng.randrange(len(table.down[turn])))
        table.refill(turn)
        next_turn = playing[(playing.index(turn) + 1) % len(playing)]
        if table.is_out(turn):
            playing.remove(turn)
            went_out[turn] = len(playing)
            plays_again = False
        if not plays_again:
            turn = next_turn
        other_turn = plays_again

    capped = len(playing) > 1
    score = tuple(
        (went_out[seat] if places else 1) if seat in went_out else 0 for seat in range(players)
    )
    best = max(score) if places else 1
    return {
        "decisions": players + moves,
        "score": score,
        "winners": () if capped else tuple(seat for seat in range(players) if score[seat] == best),
        "capped": capped,
        "moves": moves,
        "forced": forced,
        "pick_ups": table.pick_ups,
        "forced_pick_ups": forced_pick_ups,
        "burns": table.tens + table.fours,
        "burns_by_ten": table.tens,
        "burns_by_four": table.fours,
        "cards_burnt": len(table.burnt),
        "blind_plays": table.blind_plays,
        "blind_failures": table.blind_failures,
        "ranks_kept": ranks_kept,
        "lowest": lowest,
        "lowest_held": lowest_held,
        "cards": len(table.draw + table.stack + table.burnt)
        + sum(map(len, table.hand + table.up + table.down)),
    }
