"""Tests whether a seat is favoured, and the advantage of going first, at equal strength."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import sqrt

import scipy

from certify.errors import EngineError
from certify.play.quantities import DRAW
from certify.play.tallies import Pair, Tallies
from certify.results import Estimate, Family
from certify.studies.fairness.intervals import (
    FEWEST,
    around,
    chance_of,
    difference_of_shares,
    mean_of,
    share,
    share_of,
)
from certify.studies.fairness.results.equal_play import EqualPlay, SeatFigures

Row = list[Fraction]


def pairs_needed(players: int, *, opening: bool = True) -> tuple[Pair, ...]:
    """Return the pairs of quantities whose products `equal_play` needs.

    Wins of seats with each other, scores with each other, and going first with every win (only if
    `opening`: it is recorded who is the first to decide alone).

    Examples
    --------
    >>> pairs_needed(2)[:2]
    (('win.1', 'win.2'), ('score.1', 'score.2'))
    """
    seats = range(1, players + 1)
    both = list(combinations(seats, 2))
    found = [(f"win.{one}", f"win.{other}") for one, other in both]
    found += [(f"score.{one}", f"score.{other}") for one, other in both]
    if opening:
        found += [(f"first.{one}", f"win.{other}") for one in seats for other in seats]
    return tuple(found)


def equal_play(player: str, tallies: Tallies, roles: Sequence[str], family: Family) -> EqualPlay:
    """Return wins and scores of every seat if all are played by the same player.

    Needs two games at least, with the products of `pairs_needed`. `roles` are the seats' roles in
    their order; empty if they have none.

    Notes
    -----
    Conditioning: shares of the first to decide alone are of the games in which some seat is.
    Method: shares by Clopper and Pearson, scores by Student's t, equal shares of wins by the Wald
        test from the exact covariances of the wins.
    Error: of the test, that of the chi-square distribution, small in thousands of games.
    Source: derived here, reports/METHOD.md section 13; the test: Wald, Transactions of the American
        Mathematical Society 54 (1943) 426-482, doi:10.1090/S0002-9947-1943-0012401-3.
    """
    players = _players_of(tallies)
    if tallies.games < FEWEST:
        raise EngineError(f"seats need {FEWEST} games at least; found {tallies.games}")
    if roles and len(roles) != players:
        raise EngineError(f"{len(roles)} roles were given for {players} seats")
    names = roles or [f"seat {seat}" for seat in range(1, players + 1)]
    ordered = "first.1" in tallies.names
    statistic, freedom = wald(tallies, players)
    first, others, advantage, chance = _going_first(tallies, players, family)
    return EqualPlay(
        player=player,
        games=tallies.games,
        seats=tuple(
            SeatFigures(
                seat=seat,
                role=role,
                win=share_of(tallies, f"win.{seat}", family),
                score=mean_of(tallies, f"score.{seat}", family),
                opens=float(tallies.mean(f"first.{seat}")) if ordered else 0.0,
            )
            for seat, role in enumerate(names, 1)
        ),
        draw=share_of(tallies, DRAW, family),
        is_zero_sum=is_zero_sum(tallies, players),
        seats_statistic=statistic,
        seats_freedom=freedom,
        seats_p=float(scipy.special.chdtrc(freedom, statistic)) if freedom else 1.0,
        first_win=first,
        others_win=others,
        first_advantage=advantage,
        first_p=chance,
    )


def is_zero_sum(tallies: Tallies, players: int) -> bool:
    """Return whether the scores of every game add up to zero.

    Decided exactly: a sum is 0 in every game if the sum of its squares is 0.
    """
    names = [f"score.{seat}" for seat in range(1, players + 1)]
    squares = sum(Fraction(tallies.tally(name).squares, tallies.scale(name) ** 2) for name in names)
    return squares + 2 * sum(_both(tallies, *pair) for pair in combinations(names, 2)) == 0


def wald(tallies: Tallies, players: int) -> tuple[float, int]:
    """Return chi-square and degrees of freedom of the Wald test of equal shares of wins.

    Both are 0 if there is nothing to test.

    Notes
    -----
    Method: n d' C^-1 d for the differences d of neighbouring seats' shares and their covariances C,
        solved in fractions, so that the rank of C, which is the number of degrees of freedom, is
        exact. If a difference never varies, as for a seat that always wins, there is no solution;
        then every seat is given one win more, in a game of its own.
    Error: that of the chi-square distribution.
    Source: as `equal_play`; of a C without full rank: Moore, Journal of the American Statistical
        Association 72 (1977) 131-137.
    """
    names = [f"win.{seat}" for seat in range(1, players + 1)]
    games = tallies.games
    means = [tallies.mean(name) for name in names]
    second = [
        [
            means[row] if row == column else Fraction(_both(tallies, one, other), games)
            for column, other in enumerate(names)
        ]
        for row, one in enumerate(names)
    ]
    found = _chi_square(means, second, games)
    if found is None:
        whole = games + players
        means = [(mean * games + 1) / whole for mean in means]
        second = [
            [(value * games + (row == column)) / whole for column, value in enumerate(line)]
            for row, line in enumerate(second)
        ]
        found = _chi_square(means, second, whole)
    if found is None:
        raise EngineError("the covariances of wins have no inverse where the wins differ")
    return found


def _chi_square(means: Row, second: list[Row], games: int) -> tuple[float, int] | None:
    """Return statistic and rank; None if the shares differ where nothing varies."""
    steps = range(len(means) - 1)

    def covariance(row: int, column: int) -> Fraction:
        return (second[row][column] - means[row] * means[column]) * Fraction(games, games - 1)

    covariances = [
        [
            covariance(row, column)
            - covariance(row + 1, column)
            - covariance(row, column + 1)
            + covariance(row + 1, column + 1)
            for column in steps
        ]
        for row in steps
    ]
    differences = [means[step] - means[step + 1] for step in steps]
    solved = _solve(covariances, differences)
    if solved is None:
        return None
    weights, rank = solved
    product = sum(weight * value for weight, value in zip(weights, differences, strict=True))
    return float(games * product), rank


def _solve(matrix: list[Row], right: Row) -> tuple[Row, int] | None:
    """Return a solution of linear equations and their rank; None if there is none."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size, pivots = len(right), list[int]()
    for column in range(size):
        rank = len(pivots)
        place = next((row for row in range(rank, size) if rows[row][column]), None)
        if place is None:
            continue
        rows[rank], rows[place] = rows[place], rows[rank]
        head = rows[rank][column]
        rows[rank] = [value / head for value in rows[rank]]
        for row in range(size):
            if row != rank and rows[row][column]:
                times = rows[row][column]
                rows[row] = [
                    value - times * top for value, top in zip(rows[row], rows[rank], strict=True)
                ]
        pivots.append(column)
    if any(line[-1] for line in rows[len(pivots) :]):
        return None
    found = [Fraction(0)] * size
    for row, column in enumerate(pivots):
        found[column] = rows[row][-1]
    return found, len(pivots)


FirstFigures = tuple[Estimate | None, Estimate | None, Estimate | None, float | None]


def _going_first(tallies: Tallies, players: int, family: Family) -> FirstFigures:
    """Return wins of the first to decide alone and of the others, their difference, and its p.

    In a game in which a seat is first, let A be whether that seat wins and B how many others do.
    With m others the advantage is the mean of A - B / m, and its square is A - 2 A B / m + B^2 /
    m^2, with B^2 = B + what pairs of other winners add. Only pairs of winners in all, C, are known:
    2 A B + (B^2 - B), so that A + (B + C) / m^2 is no less than the square, and equal to it where
    no two seats win together.
    """
    seats = range(1, players + 1)
    if "first.1" not in tallies.names:
        return None, None, None, None
    games = sum(tallies.tally(f"first.{seat}").total for seat in seats)
    if games < FEWEST:
        return None, None, None, None
    wins = {
        (one, other): int(_both(tallies, f"first.{one}", f"win.{other}"))
        for one in seats
        for other in seats
    }
    own = sum(wins[seat, seat] for seat in seats)
    other = sum(wins.values()) - own
    first = share(own, games, family)
    together = 2 * sum(
        int(_both(tallies, f"win.{one}", f"win.{two}")) for one, two in combinations(seats, 2)
    )
    many = players - 1
    if many == 1:
        others = share(other, games, family)
        # Two seats never win together: that is a draw.
        advantage = difference_of_shares(own, other, 0, games, family)
    else:
        others = around(
            other / (games * many),
            _error(Fraction(other, many), Fraction(other + together, many**2), games),
            family,
            bounds=(0.0, 1.0),
        )
        advantage = None
    total = own - Fraction(other, many)
    error = _error(total, own + Fraction(other + together, many**2), games)
    value = float(total / games)
    if advantage is None:
        advantage = around(value, error, family, bounds=(-1.0, 1.0))
    always = 2.0 ** (1 - games) if total else 1.0
    chance = chance_of(value / error) if error else always
    return first, others, advantage, chance


def _error(total: Fraction, squares: Fraction, games: int) -> float:
    """Return the standard error of a mean from sums of values and of squares."""
    return sqrt(max(squares - total**2 / games, Fraction(0)) / (games * (games - 1)))


def _both(tallies: Tallies, one: str, other: str) -> Fraction:
    """Return the sum of products of two quantities."""
    pair = (one, other) if (one, other) in tallies.products else (other, one)
    if pair not in tallies.products:
        raise EngineError(f"the product of {one} and {other} was not recorded")
    return Fraction(tallies.products[pair], tallies.scale(one) * tallies.scale(other))


def _players_of(tallies: Tallies) -> int:
    players = sum(name.startswith("win.") for name in tallies.names)
    if players < 2:
        raise EngineError("seats are compared in games that two seats or more can win")
    return players
