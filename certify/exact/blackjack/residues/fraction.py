"""The expectation of a round as an exact fraction, by residues and the Chinese remainder theorem.

Some regulators forbid rounding before the final result. Here nothing is rounded at all: the
recursion of the float engine is run modulo several primes, and the residues determine the numerator
over a denominator that is known beforehand. A further prime, which takes no part in that, must
agree with the number found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm, perm, prod

import numpy as np

from certify.cards.hands import BUST_ABOVE
from certify.cards.ranks import RANKS
from certify.cards.shoe import Shoe
from certify.errors import EngineError
from certify.exact.blackjack.dealer import DEALER_STANDS_ON
from certify.exact.blackjack.decisions import Decisions
from certify.exact.blackjack.feasible import check_split, check_unsplit
from certify.exact.blackjack.residues.arithmetic import largest_primes
from certify.exact.blackjack.residues.round import SURRENDER_LOSS, RoundResidues
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.values import ShoeValues, shoe_values


@dataclass(frozen=True)
class ExactExpectation:
    """What a strategy comes to, without any rounding.

    Attributes
    ----------
    main : Fraction
        Net expectation a round, in main wagers, without the Burnout payment.
    main_burnout : Fraction or None
        The same with the option to burn, before the payment; None if it was not asked for.
    by_upcard, by_upcard_burnout : tuple of Fraction or None
        The same given the upcard A, 2, .., T; None where it cannot be dealt. The second is empty
        if it was not asked for.
    """

    main: Fraction
    main_burnout: Fraction | None
    by_upcard: tuple[Fraction | None, ...]
    by_upcard_burnout: tuple[Fraction | None, ...]


def exact_expectation(
    shoe: Shoe,
    rules: TwentyOneRules,
    decisions: Decisions,
    *,
    with_burnout: bool,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> ExactExpectation:
    """Return the expectation of a round under given decisions, as a fraction in lowest terms.

    Parameters
    ----------
    shoe : Shoe
        Undealt cards.
    rules : TwentyOneRules
        The rules.
    decisions : Decisions
        The strategy, such as ``Solution.decisions``.
    with_burnout : bool
        Whether to work out the Burnout option too.
    progress : callable
        Called with the primes done and their number, after each of them.

    Returns
    -------
    ExactExpectation
        The fractions.

    Raises
    ------
    InfeasibleShoeError
        If a round can run out of cards.
    EngineError
        If the check prime disagrees, which would be a fault of this program or of the machine.

    Notes
    -----
    Conditioning: `by_upcard` on the upcard, the others none.
    Method: the recursion of the float engine modulo primes below 2^31; the numerator over a known
    denominator by the Chinese remainder theorem; one more prime as a check.
    Error: none.
    Source: derived here, reports/METHOD.md section 8.
    """
    values = shoe_values(rules, shoe, with_burnout=with_burnout)
    check_unsplit(values)
    check_split(values, decisions.after_splitting)
    engine = RoundResidues(values, decisions)
    denominator = common_denominator(values, engine.most_gone)
    primes = _enough_primes(2 * _most_won_or_lost(rules) * denominator)
    found = []
    for done, prime in enumerate(primes, start=1):
        found.append([denominator * value % prime for value in engine.modulo(prime)])
        progress(done, len(primes))
    given_upcard = [
        Fraction(_numerator(list(residues), primes), denominator)
        for residues in zip(*found, strict=True)
    ]
    places = {upcard: place for place, upcard in enumerate(engine.upcards)}
    modes = [
        tuple(
            given_upcard[first + places[upcard]] if upcard in places else None
            for upcard in range(RANKS)
        )
        for first in range(0, len(given_upcard), len(places))
    ]
    means = [
        sum(
            (Fraction(shoe.counts[upcard], shoe.size) * (mode[upcard] or 0) for upcard in places),
            Fraction(0),
        )
        for mode in modes
    ]
    return ExactExpectation(
        main=means[0],
        main_burnout=means[1] if with_burnout else None,
        by_upcard=modes[0],
        by_upcard_burnout=modes[1] if with_burnout else (),
    )


def common_denominator(values: ShoeValues, most_gone: int) -> int:
    """Return a number that every expectation given the upcard becomes whole by.

    A run of k cards after the upcard has a probability of some whole number over falling(N - 1, k),
    which divides falling(N - 1, K) for the longest run K; payouts have their own denominators. A
    hand that stands has at most 21 points, the dealer before his last card at most 16, and no cards
    of so many points are more than the smallest of the shoe. Besides there are the burned card
    or the other hands' pair cards, and two for the last cards of the dealer or of a bust.

    Parameters
    ----------
    values : ShoeValues
        Values of the shoe.
    most_gone : int
        Pair cards that the other hands of a split may hold.

    Returns
    -------
    int
        The denominator.

    Notes
    -----
    Conditioning: on the upcard.
    Method: bound on the number of cards by their points.
    Error: none; were the bound too small, the check prime would find it out.
    Source: derived here, reports/METHOD.md section 8.
    """
    cards = int(values.counts.sum())
    points = np.cumsum(np.repeat(np.arange(1, RANKS + 1), values.counts))
    by_points = int(np.searchsorted(points, BUST_ABOVE + DEALER_STANDS_ON - 1, side="right"))
    longest = min(cards, by_points + 2 + max(int(values.with_burnout), most_gone + 1))
    payouts = lcm(values.rules.blackjack_pays.denominator, SURRENDER_LOSS.denominator)
    return payouts * perm(cards - 1, longest - 1)


def _most_won_or_lost(rules: TwentyOneRules) -> int:
    return max(2 * rules.max_split_hands, 2, ceil(rules.blackjack_pays))


def _enough_primes(span: int) -> tuple[int, ...]:
    """Return primes whose product exceeds `span`, the last one, the check, not counted."""
    number = 2
    while prod(largest_primes(number)[:-1]) <= span:
        number += 1
    return largest_primes(number)


def _numerator(residues: list[int], primes: tuple[int, ...]) -> int:
    """Return the number nearest to 0 with these residues; the last one is a check."""
    check = primes[-1]
    number, modulus = 0, 1
    for residue, prime in zip(residues[:-1], primes[:-1], strict=True):
        number += modulus * ((residue - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    if 2 * number > modulus:
        number -= modulus
    if (number - residues[-1]) % check:
        raise EngineError(
            "the exact fraction failed its check: "
            f"the residue modulo {check} is {residues[-1]}, not {number % check}"
        )
    return number
