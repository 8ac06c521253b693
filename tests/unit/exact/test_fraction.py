"""The expectation as a fraction: equal to the oracle's, and to the float engine's within bounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import gcd, prod

import numpy as np
import pytest

from certify.cards.shoe import Shoe
from certify.errors import EngineError, InfeasibleShoeError
from certify.exact.blackjack.decisions import HIT, Decisions
from certify.exact.blackjack.residues import arithmetic as residues
from certify.exact.blackjack.residues import fraction as fraction_module
from certify.exact.blackjack.residues.arithmetic import RADIX, Field, largest_primes, multiply
from certify.exact.blackjack.residues.fraction import ExactExpectation, exact_expectation
from certify.exact.blackjack.residues.round import RoundResidues
from certify.exact.blackjack.solve import (
    ERROR_BOUND,
    Solution,
    evaluate,
    solve_basic,
    solve_optimal,
)
from certify.exact.blackjack.values import shoe_values
from tests.oracle.tiny_shoes import CASES, Case, analysed, marked
from tests.support.rules import rules_with

NEAR = 1e-12

LONG_FOR_BRUTE_FORCE = {
    "plain-h17",
    "plain-s17",
    "no-hole-card-all",
    "no-hole-card-original",
    "double-10-11",
    "double-late-any",
    "double-late-hard-no-das",
    "aces-resplit",
    "aces-everything-late-double-no-hole-card",
    "surrender",
    "surrender-no-hole-card-all",
    "burn-on-neither",
    "no-burn-on-double",
    "double-9-11",
    "wide",
    "wide-no-hole-card",
    "wide-soft",
    "late-double-no-das",
    "late-double-no-das-aces",
    "aces-double-without-hit",
    "double-hard",
    "low-pairs",
}
"""Half a second and more each, in the oracle alone; every rule is set in some other test too."""


def quick_first() -> list[Case]:
    """Return the cases, those marked as slow that brute force takes long for."""
    return [replace(case, slow=case.slow or case.id in LONG_FOR_BRUTE_FORCE) for case in CASES]


def solved(shoe: Shoe, rules=None, *, with_burnout: bool = True) -> Solution:
    return solve_optimal(shoe_values(rules or rules_with(), shoe, with_burnout=with_burnout))


def exactly(shoe: Shoe, solution: Solution, **options) -> ExactExpectation:
    options = {"with_burnout": True} | options
    return exact_expectation(shoe, solution.shoe.rules, solution.decisions, **options)


@cache
def two_decks() -> tuple[Shoe, Solution, ExactExpectation]:
    shoe = Shoe.of_decks(2)
    solution = solved(shoe)
    return shoe, solution, exactly(shoe, solution)


@cache
def half_a_deck() -> tuple[Shoe, Solution]:
    shoe = Shoe([2, 2, 2, 2, 2, 2, 2, 2, 2, 8])
    return shoe, solved(shoe)


def apart(value: float, exact: Fraction) -> float:
    """Return how far a float is from a fraction, by arithmetic without rounding."""
    return float(abs(Fraction(value) - exact))


@pytest.mark.parametrize("case", marked(quick_first()))
def test_equals_brute_force(case: Case):
    shoe = Shoe(case.shoe)
    found = exactly(shoe, solved(shoe, case.rules))
    oracle = analysed(case)
    assert found.main == oracle.main.ev
    assert found.main_burnout == oracle.burnout.ev
    assert found.by_upcard == oracle.main.by_upcard
    assert found.by_upcard_burnout == oracle.burnout.by_upcard


def test_two_decks_equal_the_float_engine():
    _, solution, found = two_decks()
    burnout = solution.main_burnout
    assert burnout is not None
    assert found.main_burnout is not None
    assert apart(solution.main.ev, found.main) < NEAR
    assert apart(burnout.ev, found.main_burnout) < NEAR
    for floats, fractions in (
        (solution.main.by_upcard, found.by_upcard),
        (burnout.by_upcard, found.by_upcard_burnout),
    ):
        exact = [float(value) for value in fractions if value is not None]
        np.testing.assert_allclose(floats, exact, rtol=0, atol=NEAR)


@pytest.mark.parametrize(
    "changes",
    [
        {"dealer_hits_soft_17": False, "surrender": "late", "double_on": "9-11"},
        {"dealer_peeks": False, "resplit_aces": True, "hit_split_aces": True},
        pytest.param(
            {"dealer_peeks": False, "no_peek_loses": "original", "surrender": "late"},
            marks=pytest.mark.slow,
        ),
        pytest.param(
            {
                "double_after_hit": True,
                "double_after_split": False,
                "blackjack_pays": Fraction(6, 5),
            },
            marks=pytest.mark.slow,
        ),
        {"double_after_hit": True, "burnout_on_bust": False, "max_split_hands": 8},
        pytest.param(
            {"burnout_on_double": False, "double_split_aces": True, "hit_split_aces": True},
            marks=pytest.mark.slow,
        ),
        {"max_split_hands": 1, "double_on": "hard"},
    ],
)
def test_other_rules_and_total_dependent_play_equal_the_float_engine(changes):
    shoe = Shoe([4, 4, 2, 4, 0, 3, 3, 4, 2, 14])
    solution = solve_basic(shoe_values(rules_with(**changes), shoe, with_burnout=True))
    found = exactly(shoe, solution)
    assert solution.main_burnout is not None
    assert found.main_burnout is not None
    assert apart(solution.main.ev, found.main) < NEAR
    assert apart(solution.main_burnout.ev, found.main_burnout) < NEAR
    assert found.by_upcard[4] is None


def test_aces_are_hit_to_twenty_one_of_them():
    """The longest hand of all; the dealer stands on eight."""
    shoe, rules = Shoe([40, 0, 0, 0, 0, 0, 0, 0, 0, 0]), rules_with(max_split_hands=1)
    values = shoe_values(rules, shoe, with_burnout=True)
    decisions = Decisions.blank()
    decisions.hits[:] = decisions.option_hits[:] = values.table.hard_total < 21
    decisions.first[:] = decisions.option_first[:] = HIT
    found = exact_expectation(shoe, rules, decisions, with_burnout=True)
    assert found.main == found.main_burnout == 1
    floats = evaluate(values, decisions)
    assert floats.main_burnout is not None
    assert floats.main.ev == floats.main_burnout.ev == pytest.approx(1.0, abs=NEAR)


def test_without_burnout_the_main_wager_is_the_same():
    shoe, _, found = two_decks()
    plain = exactly(shoe, solved(shoe, with_burnout=False), with_burnout=False)
    assert plain.main == found.main
    assert plain.main_burnout is None
    assert plain.by_upcard_burnout == ()


def test_fraction_is_in_lowest_terms_and_the_mean_over_upcards():
    shoe, _, found = two_decks()
    assert gcd(found.main.numerator, found.main.denominator) == 1
    mean = sum(
        Fraction(count, shoe.size) * (value or 0)
        for count, value in zip(shoe.counts, found.by_upcard, strict=True)
    )
    assert mean == found.main


def test_progress_counts_the_primes():
    calls = []
    shoe, solution = half_a_deck()
    exactly(shoe, solution, progress=lambda done, total: calls.append((done, total)))
    assert calls == [(done, len(calls)) for done in range(1, len(calls) + 1)]


def test_check_prime_finds_a_denominator_that_is_too_small(monkeypatch):
    shoe, solution = half_a_deck()
    monkeypatch.setattr(fraction_module, "common_denominator", lambda *_: 26 * 25)
    with pytest.raises(EngineError, match="failed its check"):
        exactly(shoe, solution)


def test_check_prime_finds_a_damaged_residue(monkeypatch):
    shoe, solution = half_a_deck()
    honest = RoundResidues.modulo

    def damaged(self, prime):
        residues = honest(self, prime)
        residues[3] = (residues[3] + (prime == largest_primes(2)[1])) % prime
        return residues

    monkeypatch.setattr(RoundResidues, "modulo", damaged)
    with pytest.raises(EngineError, match="failed its check"):
        exactly(shoe, solution)


@pytest.mark.parametrize("number", [0, 7, -7, RADIX**3 + 5, -(RADIX**3)])
def test_a_number_is_known_by_its_residues(number):
    primes = fraction_module._enough_primes(2 * abs(number))
    found = [number % prime for prime in primes]
    assert fraction_module._numerator(found, primes) == number
    found[-1] += 1
    told = (
        f"the residue modulo {primes[-1]} is {number % primes[-1] + 1}, not {number % primes[-1]}"
    )
    with pytest.raises(EngineError, match=told):
        fraction_module._numerator(found, primes)


@pytest.mark.parametrize("span", [1, RADIX - 1, RADIX, RADIX**2, 10**100])
def test_there_are_as_many_primes_as_it_takes(span):
    """Each costs a run of the whole engine."""
    *primes, check = fraction_module._enough_primes(span)
    assert prod(primes) > span
    assert prod(primes[:-1]) <= span
    assert check not in primes


def test_denominator_covers_every_value():
    _, _, found = two_decks()
    values = shoe_values(rules_with(), Shoe.of_decks(2), with_burnout=True)
    whole = fraction_module.common_denominator(values, 4)
    for value in (*found.by_upcard, *found.by_upcard_burnout):
        assert value is not None
        assert whole % value.denominator == 0


def test_too_small_a_shoe_is_refused():
    _, solution, _ = two_decks()
    with pytest.raises(InfeasibleShoeError):
        exactly(Shoe([1, 0, 0, 0, 0, 0, 0, 0, 0, 4]), solution)


def test_primes_are_the_largest_below_the_radix():
    primes = largest_primes(20)
    assert primes[:4] == (2147483647, 2147483629, 2147483587, 2147483579)
    assert list(primes) == sorted(set(primes), reverse=True)
    assert all(pow(base, prime - 1, prime) == 1 for prime in primes for base in (2, 3, 5, 7))


@pytest.mark.parametrize("most", [3, 8, 9, 24, 25, 26, 49, 121, 200])
def test_odd_primes_are_those_that_no_smaller_number_divides(most):
    expected = [n for n in range(3, most + 1) if n % 2 and all(n % d for d in range(3, n, 2))]
    assert residues._odd_primes_to(most) == expected


def test_field_arithmetic_equals_that_of_python_integers():
    random = np.random.default_rng(7)
    for prime in largest_primes(12):
        field = Field.modulo(prime, 60)
        factors = [0, 1, 2, prime - 2, prime - 1, *random.integers(0, prime, 40).tolist()]
        for one in factors:
            for other in factors:
                expected = one * other * pow(RADIX, -1, prime) % prime
                assert multiply(one, other, field.prime, field.magic) == expected
        for number in range(1, 61):
            inverse = int(field.inverses[number])
            assert multiply(number, inverse, field.prime, field.magic) == 1


@pytest.mark.slow
def test_six_decks(record_property):
    shoe = Shoe.of_decks(6)
    values = shoe_values(rules_with(), shoe, with_burnout=True)
    optimal = solve_optimal(values)
    for name, solution in (("optimal", optimal), ("basic", solve_basic(values, start=optimal))):
        found = exactly(shoe, solution)
        assert solution.main_burnout is not None
        assert found.main_burnout is not None
        for mode, value, exact in (
            ("main", solution.main.ev, found.main),
            ("main_burnout", solution.main_burnout.ev, found.main_burnout),
        ):
            assert apart(value, exact) <= ERROR_BOUND
            digits = f"{len(str(abs(exact.numerator)))}/{len(str(exact.denominator))}"
            record_property(f"{name}_{mode}_digits", digits)
            print(
                f"{name} {mode}: {exact} ({digits} digits), float off by {apart(value, exact):.1e}"
            )
