"""Both sides of the double entry: exact distributions, and the records of played games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import fsum

import numpy as np

from certify.cards.ranks import ACE, RANK_LABELS, RANKS, TEN
from certify.exact.blackjack.dealer import OUTCOME_LABELS
from certify.exact.blackjack.distribution import RoundDistribution, round_distribution
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.solve import Solution
from certify.exact.blackjack.splits.split_distribution import MOST_NET
from certify.play.tallies import Tallies
from certify.studies.double_entry import OTHER
from certify.studies.returns.round_distributions import Distributions
from certify.studies.twenty_one import TwentyOneGame

RESULT, DEALER = "result", "dealer"
BLOCK = 36
"""The measure ``result``: 36 times the upcard from 0, and the number of what became of the round.

Numbers 0 to 32 are a net of -16 to 16 main wagers; then a blackjack that was paid, half the wager
given up, and even money taken.
"""

EVEN, PAID_BLACKJACK, GIVEN_UP, EVEN_MONEY = 16, 33, 34, 35
DEALER_BLACKJACK, DEALER_BUSTS = 30, 22
DID_NOT_DRAW = "did not draw"

Places = dict[int, float]
"""Probability by the measure ``result``."""


def upcard_places() -> dict[int, int]:
    """Return the rank of each upcard by its number in the measure ``result``."""
    return {(rank - 1 if rank != ACE else RANKS - 1): rank for rank in range(RANKS)}


def places_of(distribution: RoundDistribution, block: int) -> Places:
    """Return the probabilities of the measure ``result`` for one upcard."""
    by_net = distribution.rounds.sum(axis=(1, 2, 3))
    found = {
        BLOCK * block + EVEN + net - MOST_NET: float(by_net[net])
        for net in range(len(by_net))
        if by_net[net]
    }
    if distribution.blackjack:
        found[BLOCK * block + PAID_BLACKJACK] = distribution.blackjack
    if distribution.surrender:
        found[BLOCK * block + GIVEN_UP] = distribution.surrender
    return found


def places_by_upcard(
    solution: Solution, distributions: Distributions, *, bought: bool
) -> dict[int, Places]:
    """Return the probabilities of the measure ``result``, by upcard rank."""
    found = {}
    for block, rank in sorted(upcard_places().items()):
        distribution = round_distribution(
            solution, with_option=bought, splits=distributions.splits, upcard=rank
        )
        found[rank] = places_of(distribution, block)
    return found


@dataclass(frozen=True)
class Pays:
    """Payouts of a blackjack and of even money, to one."""

    blackjack: Fraction
    even_money: Fraction


def pays_of(game: TwentyOneGame) -> Pays:
    """Return the payouts from the paytables of a game."""
    return Pays(game.rules.blackjack_pays, game.pays("main.even_money"))


def net_of(number: int, pays: Pays) -> Fraction:
    """Return the net result of a value of ``result``, in main wagers."""
    result = number % BLOCK
    special = {
        PAID_BLACKJACK: pays.blackjack,
        EVEN_MONEY: pays.even_money,
        GIVEN_UP: Fraction(-1, 2),
    }
    return special.get(result, Fraction(result - EVEN))


def result_name(number: int) -> str:
    """Return the meaning of a value of ``result``, without the upcard."""
    result = number % BLOCK
    special = {PAID_BLACKJACK: "blackjack", GIVEN_UP: "given up", EVEN_MONEY: "even money"}
    return special.get(result, f"{result - EVEN:+d}")


def result_counts(tallies: Tallies) -> Mapping[int, int]:
    """Return how often each value of ``result`` was seen."""
    return tallies.tally(RESULT).counts


def outcomes_seen(tallies: Tallies) -> dict[str, int]:
    """Return how often each result was seen, whatever the upcard."""
    found: dict[str, int] = {}
    for number, count in result_counts(tallies).items():
        name = result_name(number)
        found[name] = found.get(name, 0) + count
    return found


def places_seen(tallies: Tallies) -> dict[str, int]:
    """Return how often each result was seen with each upcard."""
    return {place_name(number): count for number, count in result_counts(tallies).items()}


def place_name(number: int) -> str:
    """Return the meaning of a value of ``result``, with the upcard."""
    rank = upcard_places().get(number // BLOCK)
    return OTHER if rank is None else f"{RANK_LABELS[rank]}: {result_name(number)}"


def moments_of_upcard(tallies: Tallies, rank: int, pays: Pays) -> tuple[float, float, int]:
    """Return mean, variance and number of the net results of rounds with an upcard."""
    (block,) = (block for block, other in upcard_places().items() if other == rank)
    seen = [
        (net_of(number, pays), count)
        for number, count in result_counts(tallies).items()
        if number // BLOCK == block
    ]
    number = sum(count for _, count in seen)
    if number < 2:
        return 0.0, 0.0, 0
    mean = sum((net * count for net, count in seen), Fraction(0)) / number
    squares = sum((net * net * count for net, count in seen), Fraction(0)) / number
    return float(mean), float(squares - mean * mean), number


def due_for_results(tallies: Tallies, pays: Pays) -> Fraction:
    """Return the mean net result of a game that follows from the results of its rounds."""
    due = sum(
        (net_of(number, pays) * n for number, n in result_counts(tallies).items()),
        Fraction(0),
    )
    return due / tallies.games


# The dealer


def dealer_distribution(solution: Solution) -> dict[str, float]:
    """Return the distribution of the dealer's hand if the player always stands.

    The dealer does not draw to a player's blackjack.

    Notes
    -----
    Method: the sum over upcards and first hands of their probability times the dealer's outcomes
        given the cards that are dealt.
    Error: below 1e-12, as `certify.exact.blackjack.dealer.dealer_outcomes`.
    """
    shoe = solution.shoe
    weights = shoe.counts / shoe.counts.sum()
    terms: dict[str, list[float]] = {name: [] for name in (*OUTCOME_LABELS, DID_NOT_DRAW)}
    for upcard in np.flatnonzero(shoe.counts):
        for hand in shoe.two_cards:
            dealt = float(weights[upcard] * shoe.deal[upcard, hand])
            if not dealt:
                continue
            chances = shoe.outcomes[shoe.multiset[NONE_BURNED, hand], upcard]
            by_name = dict(zip(OUTCOME_LABELS, chances, strict=True))
            if hand == shoe.natural:
                blackjack = by_name["blackjack"]
                terms["blackjack"].append(dealt * blackjack)
                terms[DID_NOT_DRAW].append(dealt * (1.0 - blackjack))
            else:
                for name, chance in by_name.items():
                    terms[name].append(dealt * chance)
    return {name: fsum(parts) for name, parts in terms.items()}


def dealer_seen(tallies: Tallies) -> dict[str, int]:
    """Return how often the dealer's hand had each outcome."""
    found = dict.fromkeys((*OUTCOME_LABELS, DID_NOT_DRAW, OTHER), 0)
    for points, count in tallies.tally(DEALER).counts.items():
        if points == 0:
            name = DID_NOT_DRAW
        elif points == DEALER_BLACKJACK:
            name = "blackjack"
        elif DEALER_BUSTS <= points < DEALER_BLACKJACK:
            name = "bust"
        else:
            name = str(points) if str(points) in found else OTHER
        found[name] += count
    return found


# Insurance


def insurance_distribution(game: TwentyOneGame) -> tuple[Fraction, Fraction]:
    """Return the probabilities a round that insurance wins, and that it loses.

    For a player who takes it whenever it is offered; with a blackjack that is even money instead.
    Exact: the tens among the unseen cards are the dealer's blackjacks.
    """
    counts = game.shoe.counts
    aces, tens, cards = counts[ACE], counts[TEN], game.shoe.size
    offered = Fraction(aces, cards)
    wins = offered * Fraction(tens, cards - 1)
    natural = offered * Fraction(2 * (aces - 1) * tens, (cards - 1) * (cards - 2))
    with_natural = natural * Fraction(tens - 1, cards - 3)
    return wins - with_natural, offered - natural - (wins - with_natural)
