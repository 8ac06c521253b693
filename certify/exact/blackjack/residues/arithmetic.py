"""Arithmetic modulo a prime, and the dealer's probabilities in it.

Every figure of a round is a rational number whose denominator has no prime factor above the number
of cards, so it has a residue modulo any larger prime: n / N becomes n times the inverse of N.
The kernels here and in `.play` are the recursions of `certify.exact.blackjack.dealer`,
`player` and `split` with the decisions given, and residues in place of floats;
`certify.exact.blackjack.residues.fraction` puts the number together again.

Residues are int64 in [0, prime), prime < 2^31, so that a product fits, and so does a sum of ten
residues each taken up to a thousand times. Products are reduced by Montgomery's method with
R = 2^31, which needs no division: `multiply(a, b)` is a b / R. Factors (inverses, falling
factorials) are therefore kept *scaled*, multiplied by R, and values are not: scaled times plain
is plain.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import count, islice
from math import isqrt

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import RANKS
from certify.exact.blackjack.dealer import OUTCOME_BUST, OUTCOMES
from certify.numerics.jit import inline, kernel

IntArray = npt.NDArray[np.int64]

RADIX_BITS = 31
RADIX = 1 << RADIX_BITS
LOW_BITS = RADIX - 1
LANES = 96
"""Multisets worked side by side, as in `certify.exact.blackjack.dealer`."""


@dataclass(frozen=True)
class Field:
    """Arithmetic modulo a prime.

    Attributes
    ----------
    prime, magic : int
        The prime, and its inverse modulo 2^31.
    inverses : ndarray of int64
        Inverses of 0 (as 0), 1, .., the number of cards; scaled by 2^31.
    """

    prime: int
    magic: int
    inverses: IntArray

    @classmethod
    def modulo(cls, prime: int, cards: int) -> Field:
        """Return the field of a prime above `cards`."""
        inverses = [0] + [RADIX * pow(number, -1, prime) % prime for number in range(1, cards + 1)]
        return cls(prime, pow(prime, -1, RADIX), np.array(inverses, dtype=np.int64))

    @property
    def packed(self) -> tuple[int, int, IntArray]:
        """The attributes in their order, as the kernels take them."""
        return self.prime, self.magic, self.inverses

    def residue(self, value: Fraction) -> int:
        """Return what stands for a fraction, not scaled."""
        return value.numerator * pow(value.denominator, -1, self.prime) % self.prime


@cache
def largest_primes(number: int) -> tuple[int, ...]:
    """Return the largest primes below 2^31, in descending order."""
    divisors = _odd_primes_to(isqrt(RADIX))
    odd_numbers = count(RADIX - 1, -2)
    return tuple(islice((n for n in odd_numbers if all(n % p for p in divisors)), number))


def _odd_primes_to(most: int) -> list[int]:
    is_prime = np.ones(most + 1, dtype=np.bool_)
    for divisor in range(3, isqrt(most) + 1, 2):
        is_prime[divisor * divisor :: divisor] = False
    return [int(number) for number in np.flatnonzero(is_prime[3::2]) * 2 + 3]


@inline
def multiply(one, other, prime, magic):
    """Return ``one * other / 2^31``; the masks tell the compiler that 32-bit factors suffice."""
    product = (one & LOW_BITS) * (other & LOW_BITS)
    quotient = ((product & LOW_BITS) * magic) & LOW_BITS
    # The low halves are equal, so the difference of the high halves is exact.
    reduced = (product >> RADIX_BITS) - ((quotient * prime) >> RADIX_BITS)
    return reduced + prime if reduced < 0 else reduced


@kernel
def dealer_residues(shoe, removed, tree, busts_otherwise, field, outcomes):
    """Fill ``outcomes[multiset, u, outcome]`` as `dealer.dealer_outcomes` does.

    `removed` holds multisets that the shoe contains; `field` is `Field.packed`.
    """
    node_depth, node_rank, node_count, node_size, node_outcome = tree[:5]
    entry_start, entry_upcard, entry_orders, most_of_rank, most_cards = tree[5:]
    prime, magic, inverses = field
    scaled_one = RADIX % prime
    falling = np.zeros((RANKS, most_of_rank + 1, LANES), dtype=np.int64)
    inverse = np.zeros((most_cards + 1, LANES), dtype=np.int64)
    product = np.ones((RANKS + 1, LANES), dtype=np.int64)
    total = np.zeros((RANKS, OUTCOMES, LANES), dtype=np.int64)
    left = np.zeros((RANKS, LANES), dtype=np.int64)
    cards = np.zeros(LANES, dtype=np.int64)
    probability = np.zeros(LANES, dtype=np.int64)
    for start in range(0, removed.shape[0], LANES):
        lanes = min(LANES, removed.shape[0] - start)
        cards[:] = 0
        for rank in range(RANKS):
            for lane in range(LANES):
                source = start + min(lane, lanes - 1)
                left[rank, lane] = shoe[rank] - removed[source, rank]
            cards += left[rank]
            falling[rank, 0, :] = scaled_one
            for number in range(1, most_of_rank + 1):
                for lane in range(LANES):
                    factor = max(left[rank, lane] - (number - 1), 0)
                    falling[rank, number, lane] = falling[rank, number - 1, lane] * factor % prime
        inverse[0, :] = scaled_one
        for number in range(1, most_cards + 1):
            for lane in range(LANES):
                factor = max(cards[lane] - (number - 1), 0)
                inverse[number, lane] = multiply(
                    inverse[number - 1, lane], inverses[factor], prime, magic
                )
        total[:] = 0
        for node in range(node_depth.size):
            depth = node_depth[node]
            rank = node_rank[node]
            number = node_count[node]
            for lane in range(LANES):
                product[depth + 1, lane] = multiply(
                    product[depth, lane], falling[rank, number, lane], prime, magic
                )
            outcome = node_outcome[node]
            if outcome < 0:
                continue
            size = node_size[node]
            for lane in range(LANES):
                probability[lane] = multiply(
                    product[depth + 1, lane], inverse[size, lane], prime, magic
                )
            # No reduction here: the orders of all hands together number less than 2^17.
            for entry in range(entry_start[node], entry_start[node + 1]):
                upcard = entry_upcard[entry]
                orders = entry_orders[entry]
                for lane in range(LANES):
                    total[upcard, outcome, lane] += orders * probability[lane]
        for lane in range(lanes):
            for upcard in range(RANKS):
                upcards_left = left[upcard, lane]
                if upcards_left <= 0:
                    continue
                others = 0
                for outcome in range(OUTCOMES):
                    value = total[upcard, outcome, lane] % prime * cards[lane] % prime
                    value = multiply(value, inverses[upcards_left], prime, magic)
                    outcomes[start + lane, upcard, outcome] = value
                    others += value
                if busts_otherwise:
                    outcomes[start + lane, upcard, OUTCOME_BUST] = (1 - others) % prime
