"""Nash equilibria of games of two in which one gains what the other loses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import scipy

from certify.errors import StateSpaceError
from certify.exact.multiplayer.sequence_form import Floats, Plans, SequenceForm, check_zero_sum

METHODS = ("highs-ds", "highs-ipm")
"""Of the programs of `linprog`: the simplex method for small games, an interior point for large."""

LARGE = 4_000
"""Sequences of both seats from which a game is large."""

GOOD_ENOUGH = 1e-6


@dataclass(frozen=True)
class Equilibrium:
    """Plans of two seats that answer each other best, up to what is told.

    Attributes
    ----------
    plans : tuple of ndarray
        Of each seat.
    value : float
        Expected score of the first seat if both play them.
    low, high : float
        What the first seat gets at least by its plan, and at most against the second seat's: the
        value of the game lies between.
    programs : tuple of float
        Value by each linear program and by its dual; empty if there was none.
    trace : tuple of tuple
        Iterations and exploitability after them.
    """

    plans: tuple[Floats, Floats]
    value: float
    low: float
    high: float
    programs: tuple[float, ...] = ()
    trace: tuple[tuple[int, float], ...] = ()

    @property
    def exploitability(self) -> float:
        """How much both seats together could gain by answering the other's plan best."""
        return self.high - self.low


def exploitability(form: SequenceForm, plans: tuple[Floats, Floats]) -> float:
    """Return how much both seats together gain by answering the other's plan best.

    Notes
    -----
    Conditioning: none but the plans.
    Method: exact best responses of both seats; their sum, since what one gains the other loses.
    Error: rounding, below 1e-11 for scores of order 1.
    Source: Zinkevich et al., Regret minimization in games with incomplete information, 2007.
    """
    return form.best_response(0, plans) + form.best_response(1, plans)


def solve_program(form: SequenceForm) -> Equilibrium:
    """Return an equilibrium by linear programming.

    Parameters
    ----------
    form : SequenceForm
        The game.

    Returns
    -------
    Equilibrium
        With the values of both programs and of their duals.

    Raises
    ------
    StateSpaceError
        If it is no zero-sum game of two, or a program is not solved.

    Notes
    -----
    Conditioning: none; the whole game.
    Method: for each seat the linear program in sequence form, whose variables are the plan of the
    seat and what the other can get at each information set; solved by HiGHS. The plans are made
    to add up exactly, and best responses to them bound the value.
    Error: `low` and `high` hold whatever the solver did; they are mostly less than 1e-9 apart.
    Source: von Stengel, Efficient computation of behavior strategies, 1996; Koller, Megiddo and von
    Stengel, Efficient computation of equilibria for extensive two-person games, 1996.
    """
    check_zero_sum(form)
    matrix = form.matrix()
    first, dual_of_first, own = _program(form.plans[0], form.plans[1], matrix)
    second, dual_of_second, other = _program(form.plans[1], form.plans[0], -matrix.T.tocsr())
    plans = (form.plans[0].plan(own), form.plans[1].plan(other))
    values = (first, dual_of_first, -second, -dual_of_second)
    found = _bounded(form, plans, programs=values)
    if found.exploitability > GOOD_ENOUGH * max(1.0, float(np.abs(form.scores).max())):
        raise StateSpaceError(
            f"the linear program was solved to {found.exploitability:.1e} only; cut the game down"
        )
    return found


def _program(
    mine: Plans, theirs: Plans, matrix: scipy.sparse.csr_array
) -> tuple[float, float, Floats]:
    """Return the value of a seat's linear program, that of its dual, and the plan found.

    The seat maximises what the other leaves it: ``max f v`` over plans ``E x = e`` and values ``v``
    of the other's information sets with ``F' v <= A' x``.
    """
    constraints, others = mine.constraints(), theirs.constraints()
    sequences, values = mine.sequences, others.shape[0]
    zeros = scipy.sparse.coo_array((constraints.shape[0], values))
    equal = scipy.sparse.hstack([constraints, zeros]).tocsr()
    below = scipy.sparse.hstack([-matrix.T, others.T]).tocsr()
    cost = np.zeros(sequences + values)
    cost[sequences] = -1.0
    right = np.zeros(constraints.shape[0])
    right[0] = 1.0
    limits = np.full((sequences + values, 2), np.inf)
    limits[:sequences, 0], limits[sequences:, 0] = 0.0, -np.inf
    method = METHODS[sequences + theirs.sequences > LARGE]
    found = scipy.optimize.linprog(
        cost,
        A_ub=below,
        b_ub=np.zeros(below.shape[0]),
        A_eq=equal,
        b_eq=right,
        bounds=limits,
        method=method,
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if found.status != 0:
        raise StateSpaceError(f"the linear program was not solved: {found.message}")
    dual = -float(found.eqlin.marginals[0])
    return -float(found.fun), dual, np.maximum(found.x[:sequences], 0.0)


def solve_by_regret(form: SequenceForm, looks: Iterable[int]) -> Equilibrium:
    """Return plans near an equilibrium by counterfactual regret minimisation.

    Parameters
    ----------
    form : SequenceForm
        The game.
    looks : iterable of int
        Numbers of iterations, rising, after which the exploitability is measured; the last is that
        of all.

    Returns
    -------
    Equilibrium
        The average plans, with the exploitability after each of `looks`.

    Raises
    ------
    StateSpaceError
        If it is no zero-sum game of two.

    Notes
    -----
    Conditioning: none; the whole game.
    Method: CFR+: the seats in turn follow their positive regrets, and the plans of later
    iterations weigh more in the average, in proportion to their number.
    Error: measured, by best responses to the average plans.
    Source: Zinkevich et al., Regret minimization in games with incomplete information, 2007;
    Tammelin, Solving large imperfect information games using CFR+, 2014.
    """
    check_zero_sum(form)
    matrix = form.matrix()
    payoffs = (matrix, (-matrix.T).tocsr())
    regrets = [np.zeros(plans.sequences) for plans in form.plans]
    current = [plans.plan(none) for plans, none in zip(form.plans, regrets, strict=True)]
    sums = [np.zeros(plans.sequences) for plans in form.plans]
    trace: list[tuple[int, float]] = []
    done = 0
    for look in looks:
        while done < look:
            done += 1
            for seat, plans in enumerate(form.plans):
                gains = payoffs[seat] @ current[1 - seat]
                _regret(plans, gains, plans.chances(regrets[seat]), regrets[seat])
                current[seat] = plans.plan(regrets[seat])
                sums[seat] += done * current[seat]
        average = (sums[0] / sums[0][0], sums[1] / sums[1][0])
        trace.append((done, exploitability(form, average)))
    return _bounded(form, (sums[0] / sums[0][0], sums[1] / sums[1][0]), trace=tuple(trace))


def _regret(plans: Plans, gains: Floats, chances: Floats, regrets: Floats) -> None:
    """Add what each action would have brought more than what was done; no regret is below 0."""
    for level in reversed(plans.levels):
        here = gains[level.sequences]
        values = np.add.reduceat(here * chances[level.sequences], level.starts)
        regrets[level.sequences] = np.maximum(
            regrets[level.sequences] + here - values[level.owners], 0.0
        )
        np.add.at(gains, level.parents, values)


def _bounded(
    form: SequenceForm,
    plans: tuple[Floats, Floats],
    *,
    programs: tuple[float, ...] = (),
    trace: tuple[tuple[int, float], ...] = (),
) -> Equilibrium:
    low, high = -form.best_response(1, plans), form.best_response(0, plans)
    return Equilibrium(plans, form.value(0, plans), low, high, programs, trace)
