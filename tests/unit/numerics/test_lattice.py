"""Equally spaced values against exact arithmetic, closed forms and plain recursion."""

from collections import Counter
from fractions import Fraction
from itertools import accumulate, pairwise
from math import comb, fsum, sqrt

import numpy as np
import pytest

from certify.numerics import lattice
from certify.numerics.lattice import (
    LatticeDistribution,
    SumDistribution,
    distribution_of_sum,
    ruin_probability,
)

F = Fraction
ROUND_OFF = 1e-15
TOTAL = 2**24
"""What weights add up to: a power of two, so that floats hold the probabilities exactly."""


def filled(weights, rest):
    """Return weights that add up to TOTAL, `rest` taking what the others leave."""
    left = TOTAL - sum(weights.values())
    assert left > 0
    return {**weights, rest: left}


COIN = filled({F(1): TOTAL // 2}, F(0))
UNFAIR_COIN = filled({F(1): TOTAL * 31 // 64}, F(0))
EVEN_MONEY = filled({F(1): TOTAL * 7 // 16}, F(-1))
WITH_PUSH = filled({F(-1): 8_000_000, F(1): 7_000_000}, F(0))
BLACKJACK = filled(
    {
        F(-8): 3,
        F(-6): 40,
        F(-5): 300,
        F(-4): 5_000,
        F(-3): 60_000,
        F(-2): 700_000,
        F(-1): 6_700_000,
        F(-1, 2): 500_000,
        F(1): 5_500_000,
        F(3, 2): 760_000,
        F(2): 920_000,
        F(3): 70_000,
        F(4): 6_000,
        F(6): 30,
        F(8): 2,
    },
    F(0),
)
SIX_TO_FIVE = filled(
    {F(-2): 900_000, F(-1): 7_400_000, F(1): 5_800_000, F(6, 5): 760_000, F(2): 900_000}, F(0)
)
WITH_PAYMENT = filled(
    {F(-11, 5): 900_000, F(-6, 5): 7_000_000, F(4, 5): 6_000_000, F(13, 10): 760_000}, F(-1, 5)
)
LOPSIDED = filled({F(-1): 15_000_000, F(0): 1_000_000}, F(5))
ONLY_GAINS = filled({F(1): 5_000_000, F(2): 3_000_000}, F(5))
ONLY_LOSSES = filled({F(-3): 5_000_000, F(-1): 3_000_000}, F(-1, 2))
CERTAIN = {F(-3, 2): TOTAL}

LAWS = {
    "coin": COIN,
    "unfair coin": UNFAIR_COIN,
    "even money": EVEN_MONEY,
    "with push": WITH_PUSH,
    "blackjack": BLACKJACK,
    "six to five": SIX_TO_FIVE,
    "with payment": WITH_PAYMENT,
    "lopsided": LOPSIDED,
    "only gains": ONLY_GAINS,
    "only losses": ONLY_LOSSES,
    "certain": CERTAIN,
}
every_distribution = pytest.mark.parametrize("weights", LAWS.values(), ids=LAWS.keys())


def distribution_of(weights):
    return LatticeDistribution.of({value: weight / TOTAL for value, weight in weights.items()})


def exact_sum(weights, rounds):
    """Return the exact distribution of a sum, convolved round after round in whole numbers."""
    denominator = np.lcm.reduce([value.denominator for value in weights])
    moves = {int(value * denominator): weight for value, weight in weights.items()}
    distribution = {0: 1}
    for _ in range(rounds):
        following: Counter[int] = Counter()
        for place, weight in distribution.items():
            for move, chance in moves.items():
                following[place + move] += weight * chance
        distribution = following
    everything = TOTAL**rounds
    return {
        F(place, int(denominator)): F(distribution[place], everything) for place in distribution
    }


def largest_error(found, exact):
    """Return the largest error of the probability of any set of values.

    `exact` has floats or fractions by value; what `found` leaves out it gives no probability.
    """
    step = found.distribution.step
    error = {value: -float(chance) for value, chance in exact.items()}
    for place, chance in enumerate(found.distribution.probability):
        value = (found.distribution.first + place * found.distribution.stride) * step
        error[value] = float(F(float(chance)) - F(exact.get(value, 0)))
    return max(
        fsum(part for part in error.values() if part > 0),
        -fsum(part for part in error.values() if part < 0),
    )


def binomial(rounds, chance, reach=16.0):
    """Return the lowest value and the binomial probabilities around the mean.

    From the most likely value outwards by the ratio of neighbours, scaled to add up to 1.
    """
    centre = int((rounds + 1) * chance)
    half = int(reach * sqrt(rounds * chance * (1 - chance))) + 1
    low, high = max(0, centre - half), min(rounds, centre + half)
    odds = np.longdouble(chance / (1 - chance))
    up = np.arange(centre, high, dtype=np.longdouble)
    down = np.arange(centre, low, -1, dtype=np.longdouble)
    rising = np.cumprod((rounds - up) / (up + 1) * odds)
    falling = np.cumprod(down / (rounds - down + 1) / odds)
    distribution = np.concatenate([falling[::-1], [np.longdouble(1)], rising])
    return low, distribution / distribution.sum()


def error_against_binomial(found, low, high, rounds, chance):
    """Return the largest error for a distribution of the two whole steps `low` and `high`."""
    first, reference = binomial(rounds, float(chance))
    apart = high - low
    error = found.distribution.probability.astype(np.longdouble)
    place = rounds * low + apart * (first + np.arange(len(reference))) - found.distribution.first
    assert not (place % found.distribution.stride).any()
    place //= found.distribution.stride
    inside = (place >= 0) & (place < len(error))
    error[place[inside]] -= reference[inside]
    missing = reference[~inside].sum()
    return float(max(error[error > 0].sum(), missing - error[error < 0].sum()))


# The distribution of one value.


@pytest.mark.parametrize(
    ("weights", "step", "first", "count"),
    [
        (COIN, F(1), 0, 2),
        (EVEN_MONEY, F(1), -1, 3),
        (BLACKJACK, F(1, 2), -16, 33),
        (SIX_TO_FIVE, F(1, 5), -10, 21),
        (WITH_PAYMENT, F(1, 10), -22, 36),
        (ONLY_LOSSES, F(1, 2), -6, 6),
        (ONLY_GAINS, F(1), 1, 5),
        (CERTAIN, F(3, 2), -1, 1),
        ({F(0): TOTAL}, F(1), 0, 1),
        (filled({F(-6, 5): 9_000_000}, F(4, 5)), F(2, 5), -3, 6),
        (filled({F(-2): 9_000_000}, F(4)), F(2), -1, 4),
        (filled({F(1, 3): 9_000_000}, F(-1, 2)), F(1, 6), -3, 6),
    ],
)
def test_the_coarsest_lattice_that_holds_the_outcomes(weights, step, first, count):
    distribution = distribution_of(weights)
    assert (distribution.step, distribution.first, len(distribution.probability)) == (
        step,
        first,
        count,
    )
    found = {
        (first + place) * step: chance for place, chance in enumerate(distribution.probability)
    }
    assert {value: chance for value, chance in found.items() if chance} == {
        value: weight / TOTAL for value, weight in weights.items()
    }
    assert distribution.values == pytest.approx([float(value) for value in found], rel=1e-15, abs=0)


def test_outcomes_in_any_order():
    backwards = dict(reversed(BLACKJACK.items()))
    assert np.array_equal(
        distribution_of(backwards).probability, distribution_of(BLACKJACK).probability
    )
    assert distribution_of(backwards).first == distribution_of(BLACKJACK).first


@pytest.mark.parametrize("denominator", [5, 10])
def test_values_are_the_nearest_floats(denominator):
    distribution = LatticeDistribution.of({F(place, denominator): 0.125 for place in range(8)})
    assert distribution.values.tolist() == [float(F(place, denominator)) for place in range(8)]


@every_distribution
def test_moments_are_the_exact_ones(weights):
    def about(point, order):
        return sum(weight * (value - point) ** order for value, weight in weights.items()) / TOTAL

    distribution = distribution_of(weights)
    mean = about(F(0), 1)
    assert distribution.mean == pytest.approx(float(mean), rel=1e-14, abs=1e-16)
    assert distribution.sd == pytest.approx(sqrt(about(mean, 2)), rel=1e-14)
    for order in (0, 1, 2, 3, 4):
        assert distribution.moment(order) == pytest.approx(
            float(about(F(0), order)), rel=1e-14, abs=1e-15
        )
        assert distribution.moment(order, 0.5) == pytest.approx(
            float(about(F(1, 2), order)), rel=1e-14, abs=1e-15
        )
    if distribution.sd:
        skewness = float(about(mean, 3)) / sqrt(about(mean, 2)) ** 3
        assert distribution.skewness == pytest.approx(skewness, rel=1e-12, abs=1e-14)


# The distribution of a sum.


@every_distribution
@pytest.mark.parametrize("rounds", [1, 2, 3, 10])
def test_sum_of_few_against_exact_convolution(weights, rounds):
    found = distribution_of_sum(distribution_of(weights), rounds)
    assert largest_error(found, exact_sum(weights, rounds)) <= found.error_bound + ROUND_OFF
    assert found.error_bound < 1e-9


@pytest.mark.parametrize("name", ["coin", "even money", "blackjack", "with payment", "only gains"])
def test_sum_of_fifty_against_exact_convolution(name):
    exact = exact_sum(LAWS[name], 50)
    found = distribution_of_sum(distribution_of(LAWS[name]), 50)
    assert largest_error(found, exact) <= found.error_bound + ROUND_OFF
    assert found.error_bound < 1e-9
    for value in (F(-20), F(-1), F(0), F(1, 2), F(7)):
        below = float(sum(chance for at, chance in exact.items() if at < value))
        above = float(sum(chance for at, chance in exact.items() if at > value))
        assert found.below(float(value)) == pytest.approx(below, abs=found.error_bound)
        assert found.above(float(value)) == pytest.approx(above, abs=found.error_bound)


def test_sum_of_hundreds_against_repeated_squaring():
    distribution = distribution_of(BLACKJACK)
    reference = distribution.probability
    for _ in range(8):
        reference = np.convolve(reference, reference)
        reference[reference < 1e-60] = 0.0
    found = distribution_of_sum(distribution, 256)
    place = found.distribution.first - 256 * distribution.first
    inside = reference[place : place + len(found.distribution.probability)]
    assert 0.5 * np.abs(inside - found.distribution.probability).sum() < 1e-12
    assert 0.0 < found.error_bound < 1e-9


@pytest.mark.parametrize("rounds", [1000, 10**5, 10**7])
@pytest.mark.parametrize(("low", "high"), [(0, 1), (-1, 0), (F(-1, 2), F(0)), (0, F(6, 5))])
def test_two_values_against_the_binomial_distribution(low, high, rounds):
    distribution = distribution_of({F(low): TOTAL * 33 // 64, F(high): TOTAL * 31 // 64})
    found = distribution_of_sum(distribution, rounds)
    step = float(distribution.step)
    error = error_against_binomial(
        found, distribution.first, distribution.first + 1, rounds, F(31, 64)
    )
    assert error <= found.error_bound + ROUND_OFF
    assert found.error_bound < 1e-9

    first, reference = binomial(rounds, 31 / 64)
    least = rounds * distribution.first + first
    for quantile in (1e-6, 0.025, 0.31, 0.5, 0.9, 1 - 1e-6):
        place = int(np.searchsorted(np.cumsum(reference), quantile))
        value = (least + place) * step
        below, above = float(reference[:place].sum()), float(reference[place + 1 :].sum())
        between = 0.5 * step
        assert found.below(value - between) == pytest.approx(below, abs=found.error_bound)
        assert found.above(value + between) == pytest.approx(above, abs=found.error_bound)

    running = np.cumsum(reference)
    for confidence in (0.5, 0.9, 0.95, 0.99, 0.9999):
        tail = (1 - confidence) / 2
        lower = least + int(np.searchsorted(running, tail))
        upper = least + int(np.searchsorted(running, 1 - tail))
        assert found.band(confidence) == pytest.approx((lower * step, upper * step), rel=1e-14)


def test_below_and_above_leave_out_the_value_itself():
    found = distribution_of_sum(distribution_of(WITH_PUSH), 3)
    exact = exact_sum(WITH_PUSH, 3)
    for value in range(-4, 5):
        at = float(exact.get(F(value), 0))
        assert found.below(value) + at + found.above(value) == pytest.approx(1, abs=1e-12)
    assert found.below(-3) == 0.0
    assert found.above(3) == 0.0
    assert found.below(-2.5) == pytest.approx(float(exact[F(-3)]), abs=1e-12)


def test_above_leaves_out_the_value_itself_in_fifths():
    distribution = LatticeDistribution.of({F(place, 5): 0.125 for place in range(8)})
    assert SumDistribution(distribution, 0.0).above(0.6) == pytest.approx(0.5)


@every_distribution
def test_the_whole_support_where_it_is_small(weights):
    distribution = distribution_of(weights)
    found = distribution_of_sum(distribution, 2).distribution
    assert found.first == 2 * distribution.first
    assert found.values[-1] == pytest.approx(2 * distribution.values[-1])
    assert fsum(found.probability) == pytest.approx(1, abs=1e-14)


def test_only_a_window_of_a_large_support():
    distribution = distribution_of(BLACKJACK)
    found = distribution_of_sum(distribution, 10**4)
    width = len(found.distribution.probability)
    assert width < 0.02 * 10**4 * len(distribution.probability)
    assert width * float(distribution.step) > 2 * 11 * distribution.sd * 100
    assert found.distribution.mean == pytest.approx(10**4 * distribution.mean, abs=1e-8)
    assert found.distribution.sd == pytest.approx(100 * distribution.sd, rel=1e-10)
    assert found.distribution.skewness == pytest.approx(distribution.skewness / 100, rel=1e-7)
    assert found.error_bound < 1e-9


@pytest.mark.parametrize("name", ["coin", "even money", "blackjack", "lopsided", "only losses"])
@pytest.mark.parametrize("window", [1.0, 2.0, 3.5])
def test_the_bound_covers_what_a_narrow_window_leaves_out(name, window, monkeypatch):
    monkeypatch.setattr(lattice, "WINDOW", window)
    monkeypatch.setattr(lattice, "LEAST_OUTSIDE", 2.0)
    weights = LAWS[name]
    found = distribution_of_sum(distribution_of(weights), 40)
    exact = exact_sum(weights, 40)
    assert len(found.distribution.probability) < 40 * (
        len(distribution_of(weights).probability) - 1
    )
    assert largest_error(found, exact) <= found.error_bound


def test_a_narrow_window_really_leaves_something_out(monkeypatch):
    monkeypatch.setattr(lattice, "WINDOW", 1.0)
    monkeypatch.setattr(lattice, "LEAST_OUTSIDE", 2.0)
    found = distribution_of_sum(distribution_of(UNFAIR_COIN), 400)
    error = error_against_binomial(found, 0, 1, 400, F(31, 64))
    assert 0.1 < error <= found.error_bound


@pytest.mark.parametrize("rounds", [1, 2, 5, 10, 20, 50, 100, 1000, 10**4, 10**5, 10**6])
@pytest.mark.parametrize("name", ["blackjack", "six to five", "with payment", "with push"])
def test_the_bound_is_small_for_the_distributions_of_a_round(name, rounds):
    assert distribution_of_sum(distribution_of(LAWS[name]), rounds).error_bound < 1e-9


@pytest.mark.parametrize("value", [F(0), F(-3, 2), F(7)])
@pytest.mark.parametrize("rounds", [0, 1, 7, 10**7])
def test_sum_of_a_certain_value(value, rounds):
    found = distribution_of_sum(LatticeDistribution.of({value: 1.0}), rounds)
    assert found.distribution.values.tolist() == [float(rounds * value)]
    assert found.distribution.probability == pytest.approx([1.0], abs=found.error_bound)
    assert found.band(0.95) == (float(rounds * value), float(rounds * value))


def test_random_distributions_of_few_values_against_exact_convolution():
    random = np.random.default_rng(20)
    for _ in range(30):
        count = int(random.integers(2, 7))
        values = random.choice(np.arange(-12, 13), count, replace=False)
        shares = random.integers(1, TOTAL // 8, count - 1)
        weights = {
            F(int(value), 4): int(share) for value, share in zip(values, shares, strict=False)
        }
        weights = filled(weights, F(int(values[-1]), 4))
        rounds = int(random.integers(1, 13))
        found = distribution_of_sum(distribution_of(weights), rounds)
        assert largest_error(found, exact_sum(weights, rounds)) <= found.error_bound + ROUND_OFF


@pytest.mark.parametrize(("low", "high"), [(F(-1), F(1)), (F(-1), F(5)), (F(-6, 5), F(4, 5))])
def test_the_bound_covers_values_with_a_common_distance(low, high):
    distribution = distribution_of({low: TOTAL * 33 // 64, high: TOTAL * 31 // 64})
    found = distribution_of_sum(distribution, 10**7)
    least, most = int(low / distribution.step), int(high / distribution.step)
    assert error_against_binomial(found, least, most, 10**7, F(31, 64)) <= found.error_bound


@pytest.mark.parametrize("rounds", [1000, 10**5, 10**7])
def test_the_bound_covers_values_far_from_zero(rounds):
    distribution = distribution_of({F(1000): TOTAL * 33 // 64, F(1001): TOTAL * 31 // 64})
    found = distribution_of_sum(distribution, rounds)
    assert error_against_binomial(found, 1000, 1001, rounds, F(31, 64)) <= found.error_bound


@pytest.mark.parametrize(
    ("low", "high", "chance", "rounds"),
    [(-1, 100, F(5, 1024), 1000), (-1, 30, F(1, 64), 200), (0, 1, F(1, 1024), 1000)],
)
def test_the_bound_is_small_for_rare_large_gains(low, high, chance, rounds):
    distribution = LatticeDistribution.of({F(low): float(1 - chance), F(high): float(chance)})
    assert distribution_of_sum(distribution, rounds).error_bound < 1e-6


def test_the_bound_is_a_number_for_very_rare_gains():
    distribution = LatticeDistribution.of({F(-1): 1 - 2.0**-20, F(10): 2.0**-20})
    assert distribution_of_sum(distribution, 1000).error_bound < 1e-6


def test_sum_of_a_certain_value_beside_an_impossible_one():
    found = distribution_of_sum(LatticeDistribution.of({F(0): 1.0, F(1): 0.0}), 100)
    assert found.above(0) == pytest.approx(0.0, abs=1e-12)


# The central interval.


def central(distribution, confidence):
    """Return the interval by its definition: no value can be given up on either side."""
    tail = (1 - confidence) / 2
    values = sorted(distribution)
    low = max(at for at in values if sum(distribution[v] for v in values if v < at) <= tail)
    high = min(at for at in values if sum(distribution[v] for v in values if v > at) <= tail)
    return float(low), float(high)


def test_band_of_equal_values_with_ties():
    distribution = SumDistribution(
        LatticeDistribution.of({F(value): 0.125 for value in range(1, 9)}), 0.0
    )
    assert distribution.band(0.76) == (1.0, 8.0)
    assert distribution.band(0.75) == (2.0, 7.0)
    assert distribution.band(0.74) == (2.0, 7.0)
    assert distribution.band(0.5) == (3.0, 6.0)
    assert distribution.band(0.25) == (4.0, 5.0)
    assert distribution.band(1.0) == (1.0, 8.0)


def test_band_against_its_definition():
    random = np.random.default_rng(21)
    for _ in range(60):
        count = int(random.integers(1, 12))
        cuts = [0, *sorted(random.choice(np.arange(1, 64), count - 1, replace=False)), 64]
        distribution = {
            F(3 * place - 7, 2): F(int(high - low), 64)
            for place, (low, high) in enumerate(pairwise(cuts))
        }
        found = SumDistribution(
            LatticeDistribution.of({at: float(chance) for at, chance in distribution.items()}), 0.0
        )
        for confidence in (F(k, 32) for k in range(1, 33)):
            assert found.band(float(confidence)) == central(distribution, confidence)


@pytest.mark.parametrize("confidence", [F(1, 2), F(9, 10), F(95, 100), F(999, 1000)])
def test_band_of_a_sum_against_exact_convolution(confidence):
    exact = exact_sum(BLACKJACK, 20)
    values = sorted(exact)
    running = dict(zip(values, accumulate(exact[at] for at in values), strict=True))
    tail = (1 - confidence) / 2
    low = next(at for at in values if running[at] > tail)
    high = next(at for at in values if running[at] >= 1 - tail)
    assert distribution_of_sum(distribution_of(BLACKJACK), 20).band(float(confidence)) == (
        float(low),
        float(high),
    )


# Ruin.


def exact_ruin(weights, rounds, lowest, bankroll):
    """Return P(ruin) by following every bankroll, in whole numbers."""
    alive, ruined = {F(bankroll): 1}, F(0)
    if bankroll < lowest:
        return F(1)
    for turn in range(1, rounds + 1):
        following: Counter[Fraction] = Counter()
        fallen = 0
        for held, weight in alive.items():
            for value, chance in weights.items():
                if held + value < lowest:
                    fallen += weight * chance
                else:
                    following[held + value] += weight * chance
        alive = following
        ruined += F(fallen, TOTAL**turn)
    return ruined


def ruin_of_walk(up, steps, bankroll):
    """Return P(a walk of one up or down falls by `bankroll`), by the hitting-time theorem."""
    down = 1 - up
    return sum(
        F(bankroll, turn) * comb(turn, fallen) * down**fallen * up ** (turn - fallen)
        for turn in range(bankroll, steps + 1, 2)
        for fallen in [(turn + bankroll) // 2]
    )


@pytest.mark.parametrize("rounds", [1, 2, 5])
@pytest.mark.parametrize("lowest", [F(1), F(6, 5), F(1, 2), F(2)])
@pytest.mark.parametrize(
    "name", ["even money", "with push", "blackjack", "six to five", "with payment", "lopsided"]
)
def test_ruin_against_every_course_of_a_few_rounds(name, lowest, rounds):
    bankrolls = (9, 2, 5, 3, 12)
    found, bound = ruin_probability(distribution_of(LAWS[name]), rounds, lowest, bankrolls)
    exact = [float(exact_ruin(LAWS[name], rounds, lowest, held)) for held in bankrolls]
    assert found == pytest.approx(exact, rel=0, abs=bound + ROUND_OFF)
    assert bound < 1e-9
    assert max(exact) > 0 or rounds == 1


def test_ruin_with_the_payment_leaves_a_smaller_margin():
    distribution = distribution_of(WITH_PAYMENT)
    found, _ = ruin_probability(distribution, 1, F(6, 5), (2, 3, 4))
    assert found == pytest.approx([7_900_000 / TOTAL, 900_000 / TOTAL, 0.0])


def test_ruin_of_a_walk_in_so_many_rounds():
    up = F(EVEN_MONEY[F(1)], TOTAL)
    bankrolls = (1, 2, 7, 20, 60)
    found, bound = ruin_probability(distribution_of(EVEN_MONEY), 200, F(1), bankrolls)
    exact = [float(ruin_of_walk(up, 200, held)) for held in bankrolls]
    assert found == pytest.approx(exact, rel=0, abs=bound)
    assert bound < 1e-9


def test_ruin_of_a_fair_walk_by_reflection():
    rounds, bankrolls = 1000, (1, 10, 31, 100)
    distribution = distribution_of(filled({F(1): TOTAL // 2}, F(-1)))
    found, bound = ruin_probability(distribution, rounds, F(1), bankrolls)
    for held, chance in zip(bankrolls, found, strict=True):
        ways = [comb(rounds, (rounds - end) // 2) for end in range(rounds % 2, rounds + 1, 2)]
        ends = dict(zip(range(rounds % 2, rounds + 1, 2), ways, strict=True))
        reached = sum(ways for end, ways in ends.items() if end >= held)
        passed = sum(ways for end, ways in ends.items() if end > held)
        assert chance == pytest.approx(float(F(reached + passed, 2**rounds)), rel=0, abs=bound)


def test_ruin_in_the_long_run_with_an_edge():
    distribution = distribution_of(filled({F(1): TOTAL * 9 // 16}, F(-1)))
    bankrolls = (1, 2, 10, 40)
    found, bound = ruin_probability(distribution, 5000, F(1), bankrolls)
    assert found == pytest.approx([(7 / 9) ** held for held in bankrolls], rel=0, abs=bound)
    assert bound < 1e-9


def test_ruin_in_the_long_run_without_an_edge():
    found, bound = ruin_probability(distribution_of(EVEN_MONEY), 10**4, F(1), (1, 2, 10, 40))
    assert found == pytest.approx([1.0] * 4, rel=0, abs=bound)
    assert bound < 1e-9


def test_ruin_is_sure_in_time_where_every_round_loses():
    found, _ = ruin_probability(distribution_of(ONLY_LOSSES), 100, F(1), (1, 10, 49))
    assert found == pytest.approx([1.0, 1.0, 1.0])
    found, _ = ruin_probability(distribution_of(ONLY_GAINS), 100, F(1), (1, 10, 49))
    assert found.tolist() == [0.0, 0.0, 0.0]


def test_ruin_falls_with_the_bankroll_and_rises_with_the_rounds():
    distribution = distribution_of(BLACKJACK)
    bankrolls = tuple(range(1, 101))
    few, _ = ruin_probability(distribution, 100, F(1), bankrolls)
    many, _ = ruin_probability(distribution, 300, F(1), bankrolls)
    assert (np.diff(few) <= 1e-15).all()
    assert (np.diff(many) <= 1e-15).all()
    assert (many >= few).all()
    assert few[0] > 0.5 > many[-1] > 0.0


def test_ruin_rises_with_the_lowest_bankroll():
    distribution = distribution_of(WITH_PAYMENT)
    found = [
        ruin_probability(distribution, 50, lowest, (15,))[0][0] for lowest in (F(1), F(6, 5), F(3))
    ]
    assert found[0] < found[1] < found[2]


def test_bankrolls_do_not_mind_each_other():
    distribution = distribution_of(BLACKJACK)
    together, bound = ruin_probability(distribution, 60, F(1), (3, 40, 3, 8))
    for held, chance in zip((3, 40, 3, 8), together, strict=True):
        alone, _ = ruin_probability(distribution, 60, F(1), (held,))
        assert alone[0] == pytest.approx(chance, rel=0, abs=bound)


@pytest.mark.parametrize("window", [0.5, 1.0, 2.0])
def test_the_bound_covers_bankrolls_beyond_the_highest(window, monkeypatch):
    monkeypatch.setattr(lattice, "WINDOW", window)
    monkeypatch.setattr(lattice, "LEAST_OUTSIDE", 2.0)
    up = F(1, 2)
    distribution = distribution_of(filled({F(1): TOTAL // 2}, F(-1)))
    found, bound = ruin_probability(distribution, 300, F(1), (1, 5, 12))
    for held, chance in zip((1, 5, 12), found, strict=True):
        error = abs(chance - float(ruin_of_walk(up, 300, held)))
        assert 1e-12 < error <= bound


@pytest.mark.parametrize(("lowest", "bankrolls"), [(F(1), (0, 3)), (F(3), (2, 3)), (F(6, 5), (1,))])
def test_below_the_lowest_bankroll_ruin_is_sure(lowest, bankrolls):
    found, _ = ruin_probability(distribution_of(WITH_PAYMENT), 4, lowest, bankrolls)
    exact = [float(exact_ruin(WITH_PAYMENT, 4, lowest, held)) for held in bankrolls]
    assert found == pytest.approx(exact)


def test_far_below_the_lowest_bankroll_ruin_is_sure():
    found, _ = ruin_probability(distribution_of(EVEN_MONEY), 4, F(100), (1,))
    assert found == pytest.approx([1.0])


@pytest.mark.parametrize(
    ("low", "high", "lowest", "bankrolls"),
    [
        (F(-2), F(2), F(1), (1, 2, 3, 5)),
        (F(-6, 5), F(4, 5), F(1), (1, 2, 3, 5)),
    ],
)
def test_bankrolls_between_two_values_of_the_lattice(low, high, lowest, bankrolls):
    weights = filled({low: 9_000_000}, high)
    found, bound = ruin_probability(distribution_of(weights), 4, lowest, bankrolls)
    exact = [float(exact_ruin(weights, 4, lowest, held)) for held in bankrolls]
    assert found == pytest.approx(exact, rel=0, abs=bound)


@pytest.mark.parametrize(("value", "sure"), [(F(-1), 1.0), (F(0), 0.0), (F(1), 0.0)])
def test_ruin_by_a_certain_value(value, sure):
    found, _ = ruin_probability(LatticeDistribution.of({value: 1.0}), 10, F(1), (5,))
    assert found == pytest.approx([sure])


def test_no_ruin_without_rounds():
    found, _ = ruin_probability(distribution_of(BLACKJACK), 0, F(1), (5,))
    assert found.tolist() == [0.0]


def test_the_bound_on_ruin_is_small_for_rare_large_losses():
    distribution = LatticeDistribution.of({F(1): 1 - 2.0**-7, F(-99): 2.0**-7})
    _, bound = ruin_probability(distribution, 10, F(1), (50, 300))
    assert bound < 1e-6


@pytest.mark.parametrize("payment", [F(1, 5), F(1, 3), F(12345, 100000), F(1)])
def test_a_payment_beside_the_distribution_is_a_payment_within_it(payment):
    """It makes the lattice no finer: a thousand rounds of an odd payment take no longer."""
    gross = distribution_of(BLACKJACK)
    within = distribution_of({value - payment: weight for value, weight in BLACKJACK.items()})
    lowest, bankrolls = 1 + payment, (2, 5, 9)
    beside, bound = ruin_probability(gross, 6, lowest, bankrolls, payment)
    found, other_bound = ruin_probability(within, 6, lowest, bankrolls)
    assert beside == pytest.approx(found, abs=bound + other_bound)
    many, _ = ruin_probability(gross, 1000, lowest, bankrolls, payment)
    assert (many > beside).all()
    assert (np.diff(many) <= 0).all()


def test_a_sum_of_an_odd_payment_has_no_more_values():
    distribution = distribution_of(
        {value - F(12345, 100000): weight for value, weight in BLACKJACK.items()}
    )
    found = distribution_of_sum(distribution, 10**6)
    assert len(found.distribution.probability) < 100_000
    assert found.distribution.mean == pytest.approx(distribution.mean * 10**6, rel=1e-9)
