"""Exact second moments of a round, and of two seats, agree with millions of rounds dealt."""

from functools import cache

import numpy as np
import pytest

from certify.cards.shoe import Shoe
from certify.exact.blackjack.distribution import (
    round_distribution,
    split_distributions,
    wagered_of_splits,
)
from certify.exact.blackjack.seats import seat_covariance
from certify.exact.blackjack.solve import Solution, solve_basic, solve_optimal
from certify.exact.blackjack.values import shoe_values
from tests.crosscheck.plain_dealer import House
from tests.crosscheck.plain_table import Table, deal_table
from tests.crosscheck.test_plain_dealer import strategy_of
from tests.support.rules import rules_with

# Fixed before any run: a right engine is rejected by each measure once in 16 000 seeds.
MOST_Z = 4.0
BATCHES = 100


@cache
def solved(decks: int, most_hands: int, *, basic: bool = False) -> Solution:
    """Return a strategy with its shoe."""
    rules = rules_with(decks=decks, max_split_hands=most_hands)
    shoe = shoe_values(rules, Shoe.of_decks(decks), with_burnout=True)
    return solve_basic(shoe) if basic else solve_optimal(shoe)


def exact_figures(solution: Solution, *, paid: bool) -> dict[str, float]:
    """Return the exact figures by name."""
    distribution = round_distribution(
        solution, with_option=paid, splits=split_distributions(solution)
    )
    outcomes = distribution.outcomes()
    mean = sum(float(value) * chance for value, chance in outcomes.items())
    variance = sum((float(value) - mean) ** 2 * chance for value, chance in outcomes.items())
    splits = wagered_of_splits(solution, solution.shoe.rules, list(distribution.p_split))
    wagered = distribution.wagered_moments(splits)
    return {
        "net": mean,
        "variance": variance,
        "wagered": wagered.mean,
        "variance of wagered": wagered.variance,
        "covariance of net and wagered": wagered.covariance_with_net,
        "covariance of seats": seat_covariance(solution, with_option=paid).covariance,
    }


def deviations(exact: dict[str, float], table: Table) -> dict[str, float]:
    """Return by how many standard errors dealt rounds are off each exact figure."""
    net, wagered = exact["net"], exact["wagered"]
    # About the exact means, so that no batch has a bias.
    estimates = {
        "net": (table.net + table.other_net) / 2.0,
        "variance": table.net_squared - 2.0 * net * table.net + net**2,
        "wagered": table.wagered,
        "variance of wagered": table.wagered_squared - 2.0 * wagered * table.wagered + wagered**2,
        "covariance of net and wagered": table.net_wagered
        - net * table.wagered
        - wagered * table.net
        + net * wagered,
        "covariance of seats": table.nets - net * (table.net + table.other_net) + net**2,
    }
    return {
        name: float((values.mean() - exact[name]) / (values.std(ddof=1) / np.sqrt(len(values))))
        for name, values in estimates.items()
    }


def compared(
    decks: int, most_hands: int, *, paid: bool, rounds: int, seed: int, basic: bool = False
) -> dict[str, float]:
    """Return how far a table of rounds is off the exact figures."""
    solution = solved(decks, most_hands, basic=basic)
    table = deal_table(
        strategy_of(solution),
        House(most_hands=most_hands),
        paid=paid,
        decks=decks,
        batches=BATCHES,
        rounds=rounds // BATCHES,
        seed=seed,
    )
    found = deviations(exact_figures(solution, paid=paid), table)
    print(found)
    return found


@pytest.mark.parametrize(
    ("paid", "rounds", "seed"),
    [
        (True, 300_000, 20261202),
        pytest.param(True, 3_000_000, 20261202, marks=pytest.mark.slow),
        pytest.param(False, 3_000_000, 20261201, marks=pytest.mark.slow),
    ],
)
def test_one_deck_two_hands(paid, rounds, seed):
    """Moments of a small game agree with many rounds."""
    found = compared(1, 2, paid=paid, rounds=rounds, seed=seed)
    assert max(map(abs, found.values())) < MOST_Z, found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("decks", "basic", "paid", "seed"),
    [
        (6, False, False, 20261203),
        (6, False, True, 20261204),
        (6, True, False, 20261205),
        (6, True, True, 20261206),
        (2, False, False, 20261207),
        (2, False, True, 20261208),
    ],
)
def test_four_hands(decks, basic, paid, seed):
    """Moments of the game as it is offered agree with fifty million rounds."""
    found = compared(decks, 4, paid=paid, rounds=50_000_000, seed=seed, basic=basic)
    assert max(map(abs, found.values())) < MOST_Z, found


def test_independent_seats_are_rejected():
    """Seats that have nothing to do with each other do not agree with the table."""
    solution = solved(1, 2)
    table = deal_table(
        strategy_of(solution),
        House(most_hands=2),
        paid=False,
        decks=1,
        batches=BATCHES,
        rounds=1_000,
        seed=20261209,
    )
    exact = exact_figures(solution, paid=False) | {"covariance of seats": 0.0}
    assert abs(deviations(exact, table)["covariance of seats"]) > MOST_Z
