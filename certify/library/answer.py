"""What the calls of a game return: a result whose numbers are figures, as JSON, table or HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from certify.errors import nearest_name
from certify.library.listings import listing_of, table_of
from certify.library.shown import Shown, beginning, captioned, charts_of, view_of
from certify.present.quantity import Figure
from certify.results import Result

if TYPE_CHECKING:
    import pyarrow

    from certify.present.document import Element


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
    own = getattr(parent, "exact", None)
    if isinstance(own, Mapping):
        return Fraction(own[name]) if name in own else None
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
    if path.startswith(("wagers.", "by_upcard.", "streak.")) and isinstance(root.wagers, Result):
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


Found = TypeVar("Found", bound=Result)

NO_FIGURES = ("parameters", "error_bound", "ev_error_bound", "seat_covariance_error")
"""Fields with numbers that are given, or tell how exact others are."""


class Part:
    """A part of a result: its fields are attributes, and its numbers are figures.

    Notes
    -----
    A number with decimals is a `certify.present.quantity.Figure`: a float with ``.exact``,
    ``.error`` and ``.unit``. Lists are tuples, and parts of parts are parts.
    """

    def __init__(self, root: Result, result: Result, path: str = "") -> None:
        self._root, self._result, self._path = root, result, path

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("_", "model_")):
            raise AttributeError(name)
        if not hasattr(self._result, name):
            known = sorted(type(self._result).model_fields)
            nearest = nearest_name(name, known)
            meant = f"did you mean {nearest}?" if nearest else f"known: {', '.join(known)}"
            raise AttributeError(f"there is no {name!r} in this result; {meant}")
        return self._seen(getattr(self._result, name), _joined(self._path, name), self._result)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *type(self._result).model_fields})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self._result == other._result

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __repr__(self) -> str:
        fields = ", ".join(type(self._result).model_fields)
        return f"<{type(self._result).__name__}: {fields}>"

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return this part as JSON text at full precision.

        Parameters
        ----------
        indent : int or None
            Spaces a level, or None for a single line.

        Returns
        -------
        str
            JSON; of a whole answer what the command prints with ``--json``, without the last line
            break.
        """
        return self._result.to_json(indent=indent)

    def _seen(self, value: Any, path: str, parent: Result) -> Any:
        """Return a value with its numbers as figures, and results as parts."""
        if isinstance(value, Result):
            return Part(self._root, value, path)
        if isinstance(value, float):
            return figure_of(value, self._root, parent, path)
        if isinstance(value, tuple | list):
            return tuple(
                self._seen(each, f"{path}.{number}", parent) for number, each in enumerate(value)
            )
        if isinstance(value, Mapping):
            return {key: self._seen(each, f"{path}.{key}", parent) for key, each in value.items()}
        return value


class Answer(Part, Generic[Found]):
    """What a call of a game returns.

    Attributes
    ----------
    result : Result
        The result itself, as the studies return it: plain, frozen data.
    """

    def __init__(self, result: Found) -> None:
        super().__init__(result, result)
        self.result = result

    def __getattr__(self, name: str) -> Any:
        wagers = getattr(self._result, "wagers", None)
        if isinstance(wagers, Result) and name in type(wagers).model_fields:
            return getattr(Part(self._root, wagers, "wagers"), name)
        if isinstance(wagers, Mapping) and name in wagers:
            return Part(self._root, wagers[name], f"wagers.{name}")
        return super().__getattr__(name)

    def to_frame(self, of: str = "") -> pyarrow.Table:
        """Return figures of the answer as an Arrow table, which pandas and polars take.

        Parameters
        ----------
        of : str
            Dotted place of a list or a dictionary in the result, such as ``sample.counting``: a row
            for each entry. Left out, the table that is asked for most.

        Returns
        -------
        pyarrow.Table
            It implements the DataFrame interchange protocol: ``polars.from_arrow(table)``,
            ``table.to_pandas()``, ``pandas.api.interchange.from_dataframe(table)``.

        Raises
        ------
        SpecError
            If there is no such list.
        """
        import pyarrow

        listing = listing_of(self.result, of, list(_figures(self, "")))
        columns = zip(*listing.rows, strict=True) if listing.rows else ((),) * len(listing.names)
        return pyarrow.table(
            {name: list(cells) for name, cells in zip(listing.names, columns, strict=True)}
        )

    def show(self, *captions: str) -> Shown:
        """Return every table that the command shows, and charts, for a notebook.

        Parameters
        ----------
        *captions : str
            Words of the captions that are wanted; by default everything.

        Returns
        -------
        Shown
            An item is one table, text or chart; ``captions`` tells what there is.

        Raises
        ------
        SpecError
            If no caption has the words.
        """
        view = self._view()
        charts = [chart for chart in charts_of(self.result) if chart not in view]
        shown = Shown(captioned(self.result, [*view, *charts]))
        return shown.only(*captions) if captions else shown

    def chart(self) -> Shown:
        """Return the charts of the answer; none if it has nothing to be drawn."""
        return Shown(charts_of(self.result))

    def _view(self) -> list[Element]:
        return view_of(self.result) or [
            table_of(listing_of(self.result, "", list(_figures(self, ""))))
        ]

    def _repr_html_(self) -> str:
        return Shown(captioned(self.result, beginning(self._view())))._repr_html_()


def _figures(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Part):
        for name in type(value._result).model_fields:
            if name in NO_FIGURES:
                continue
            yield from _figures(Part.__getattr__(value, name), _joined(path, name))
    elif isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from _figures(each, f"{path}.{number}")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _figures(each, f"{path}.{key}")
    elif isinstance(value, float):
        yield path, value


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
