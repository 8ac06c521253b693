"""Numbers of results as figures: how exact they are, and what they are measured in."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from certify.present.quantity import Figure
from certify.results import Result

EV_ERRORS = {
    "ev": 1,
    "house_edge": 1,
    "gross_ev": 1,
    "average_wagered": 1,
    "rtp": 1,
    "gain": 2,
    "element_of_risk": 2,
    "rtp_on_action": 2,
}
"""Figures of a wager whose error is at most so many times that of its expectation.

An initial amount, and everything wagered, are at least one main wager; a quotient of two figures
below one another has twice the error at most.
"""

CHANCES = ("p_win", "p_push", "p_loss", "hit_frequency")
CENTRAL_ERROR = 1e-12
CENTRAL = ("variance_wagered", "covariance_net_wagered")
"""Figures that `certify.studies.returns.result.WagerResult` states to be exact within that."""

INTERVALS = ("mean", "rtp")
"""Figures found by playing, beside which their interval stands."""

UNITS = {
    "StrategyResult": "main wagers",
    "CompositionException": "main wagers",
    "WagersExposure": "main wagers",
    "MostAtRisk": "main wagers",
    "SimulatedReturn": "initial amount",
}
"""By the class of a result, the unit of its figures where no field tells it."""


def figure_of(value: float, root: Result, parent: Result, path: str) -> Figure:
    """Return a number of a result as a figure.

    Parameters
    ----------
    value : float
        The number.
    root : Result
        The whole result.
    parent : Result
        The part of it in which the number stands, or in a dictionary of which.
    path : str
        Where it stands in the whole, dotted.

    Returns
    -------
    Figure
        The number with what the result states of it.
    """
    name = path.rpartition(".")[2]
    return Figure(
        value,
        exact=_exact(root, parent, path, name),
        error=_error(root, parent, path, name),
        unit=_unit(root, parent, path, name),
        interval=_interval(parent, name, value),
    )


def _exact(root: Any, parent: Any, path: str, name: str) -> Fraction | None:
    if name == "mean" and hasattr(parent, "mean_exact"):
        return Fraction(parent.mean_exact)
    stated = getattr(root, "exact", None)
    if stated is None or not path.startswith("wagers.main"):
        return None
    main, bought, gross = (
        Fraction(int(each.numerator), int(each.denominator))
        for each in (stated.main, stated.main_burnout, stated.main_burnout_gross)
    )
    ev, initial = (main, Fraction(1)) if path.startswith("wagers.main.") else (bought, None)
    known = {"ev": ev, "house_edge": -ev, "rtp": 1 + ev / (initial or 1 + gross - bought)}
    if initial is None:
        known |= {"gross_ev": gross, "gain": gross - main}
    return known.get(name)


def _error(root: Any, parent: Any, path: str, name: str) -> float | None:
    if hasattr(parent, "ev_error_bound"):
        return _error_of_wager(parent, path, name)
    if path.startswith("actions."):
        bound: float = root.error_bound
        return bound
    if type(root).__name__ == "StrategyResult" and name.startswith(("ev_", "cost_")):
        from certify.exact.blackjack.solve import ERROR_BOUND

        return ERROR_BOUND * (2 if name.startswith("cost_") else 1)
    if name in ("before", "after", "difference") and hasattr(root, "error_bound"):
        # It is stated of expectations.
        if parent.path.rpartition(".")[2] not in ("ev", "house_edge", "gross_ev"):
            return None
        return float(root.error_bound) * (2 if name == "difference" else 1)
    return None


def _error_of_wager(wager: Any, path: str, name: str) -> float | None:
    if name in EV_ERRORS:
        return float(EV_ERRORS[name] * wager.ev_error_bound)
    if name in CENTRAL:
        return CENTRAL_ERROR
    if name == "seat_covariance":
        error: float | None = wager.seat_covariance_error
        return error
    if name in CHANCES or ".outcomes." in path:
        return float(wager.error_bound)
    return None


def _unit(root: Any, parent: Any, path: str, name: str) -> str:
    if path.startswith(("wagers.", "by_upcard.", "streak.")) and hasattr(root, "wagers"):
        from certify.studies.whatif.figures import figure_name

        return figure_name(path).unit
    if name in ("deviation", "p_dealer_blackjack") or name.startswith("error"):
        return ""
    own = getattr(parent, "unit", None) or getattr(root, "unit", None)
    return own if isinstance(own, str) else UNITS.get(type(parent).__name__, "")


def _interval(parent: Any, name: str, value: float) -> tuple[float, float] | None:
    if name in INTERVALS:
        found: tuple[float, float] | None = getattr(parent, "interval", None)
        return found
    if name != "value":
        return None
    if hasattr(parent, "low") and hasattr(parent, "high"):
        return parent.low, parent.high
    half = getattr(parent, "half_width", None)
    return None if half is None else (value - half, value + half)
