"""What a notebook shows of an answer: the tables of its study's view, and charts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from certify.errors import SpecError, nearest_name
from certify.present.charts import Bars, ColumnChart, Mark, RowChart, RowGroup
from certify.present.document import Band, Element, Figure, Table, Text
from certify.present.markup import plain, spoken
from certify.present.quantity import NONE, Number, shortest
from certify.results import Provenance, Result

if TYPE_CHECKING:
    import pyarrow


class Shown(Sequence["Shown"]):
    """Tables, texts and charts, as a notebook shows them; an item is one of them.

    Attributes
    ----------
    elements : tuple of Element
        What is shown, as data.
    """

    def __init__(self, elements: Iterable[Element]) -> None:
        self.elements = tuple(elements)

    def __len__(self) -> int:
        return len(self.elements)

    def __getitem__(self, place: Any) -> Shown:
        found = self.elements[place]
        return Shown(found if isinstance(found, tuple) else (found,))

    def __repr__(self) -> str:
        return f"<certify: {'; '.join(self.captions) or 'text'}>"

    @property
    def captions(self) -> tuple[str, ...]:
        """What the tables and charts are called."""
        return tuple(
            spoken(element.caption)
            for element in self.elements
            if isinstance(element, Table | Figure) and element.caption
        )

    def only(self, *captions: str) -> Shown:
        """Return the tables and charts whose captions have these words.

        Parameters
        ----------
        *captions : str
            Words of a caption each, in any case.

        Raises
        ------
        SpecError
            If no caption has them.
        """
        found = []
        for words in captions:
            some = [
                element
                for element in self.elements
                if isinstance(element, Table | Figure)
                and words.lower() in spoken(element.caption).lower()
            ]
            if not some:
                nearest = nearest_name(words, self.captions)
                meant = f"; did you mean {nearest!r}?" if nearest else ""
                known = "; ".join(self.captions)
                raise SpecError(f"no caption has the words {words!r}{meant}; there are: {known}")
            found += some
        return Shown(found)

    def to_frame(self) -> pyarrow.Table:
        """Return the first table as an Arrow table: numbers at full precision, in its own units.

        Raises
        ------
        SpecError
            If no table is shown.
        """
        import pyarrow

        tables = [element for element in self.elements if isinstance(element, Table)]
        if not tables:
            raise SpecError("no table is shown, so there is no frame of it")
        table = tables[0]
        rows = [[_datum(cell) for cell in row] for row in table.rows if not isinstance(row, Band)]
        names = _unique(spoken(column.title) for column in table.columns)
        return pyarrow.table(
            {name: _one_kind([row[place] for row in rows]) for place, name in enumerate(names)}
        )

    def _repr_html_(self) -> str:
        # A command line shows no page.
        from certify.present.html.page import html_fragment

        prefix = hashlib.sha256(repr(self.elements).encode()).hexdigest()[:8]
        measure = None
        if any(isinstance(element, Figure) for element in self.elements):
            # Charts are laid out by the widths of these letters.
            from certify.present.pdf.fonts import text_width

            measure = text_width
        return html_fragment(self.elements, measure, prefix=f"certify-{prefix}")


def bars(
    title: str,
    labels: Iterable[object],
    series: Mapping[str, Sequence[float | None]],
    *,
    unit: str,
    scale: float = 1.0,
) -> Shown:
    """Return a chart of upright bars, one or two for each label.

    Parameters
    ----------
    title : str
        What it shows.
    labels : iterable
        Labels along the horizontal axis.
    series : mapping
        One or two lists of values by their names, one value for each label; None draws nothing.
    unit : str
        What the vertical axis measures, such as ``% of the main wager``.
    scale : float
        By what the values are multiplied, such as 100 for percent.

    Returns
    -------
    Shown
        The chart; solid and outlined bars, so that it reads without colour.
    """
    shown = []
    for name, values in series.items():
        scaled = tuple(None if value is None else scale * value for value in values)
        shown.append(Bars(name, scaled, tuple(map(shortest, scaled))))
    return Shown([Figure.of(title, ColumnChart([str(label) for label in labels], shown, unit))])


def intervals(
    title: str,
    figures: Mapping[str, float],
    *,
    unit: str,
    scale: float = 1.0,
    reference: tuple[str, float] | None = None,
) -> Shown:
    """Return a chart of figures with their intervals, a line for each.

    Parameters
    ----------
    title : str
        What it shows.
    figures : mapping
        Figures by their names; those that were found by playing have an ``interval``.
    unit : str
        What the axis measures.
    scale : float
        By what the figures are multiplied.
    reference : tuple, optional
        Name and value of a figure that is drawn as a broken line; a mark is solid whose interval
        leaves it out.

    Returns
    -------
    Shown
        The chart.
    """
    lines = []
    for name, figure in figures.items():
        low, high = getattr(figure, "interval", None) or (figure, figure)
        is_solid = reference is not None and not low <= reference[1] <= high
        ends = scale * low, scale * high
        text = f"{scale * figure:.4g}"
        told = text if low == high else f"{text} ({ends[0]:.4g} to {ends[1]:.4g})"
        lines.append(Mark(name, scale * figure, *ends, text, is_solid, told))
    named, level = ("", None) if reference is None else (reference[0], scale * reference[1])
    chart = RowChart([RowGroup("", lines, level)], unit, reference=named)
    return Shown([Figure.of(title, chart)])


def view_of(result: Result) -> list[Element]:
    """Return everything that the view of a study shows of a result, but what identifies it."""
    place, told = VIEWS.get(type(result).__name__, ("", {}))
    return list(resolve_name(place)(result, **told)) if place else []


def page_of(result: Result, *, game: str = "", everything: bool = False) -> Iterator[Element]:
    """Yield what a command shows of a result, with what identifies it.

    `game` as it was named; `everything`: all that was worked out.
    """
    place, names = PAGES[type(result).__name__]
    told = {"game": game, "everything": everything}
    yield from resolve_name(place)(result, **{name: told[name] for name in names})


def charts_of(result: Result) -> list[Element]:
    """Return the charts of a result."""
    place = CHARTS.get(type(result).__name__)
    found = resolve_name(place)(result) if place else None
    if found is None:
        return []
    return [found] if isinstance(found, Figure) else list(found)


def captioned(result: Result, elements: Iterable[Element]) -> list[Element]:
    """Return elements with the game before the first caption, and below where they come from."""
    found = list(elements)
    if not isinstance(result, Provenance):
        return found
    changed = "".join(f", {name}={value}" for name, value in result.changed)
    game = plain(f"{result.title} {result.version}{changed}")
    for place, element in enumerate(found):
        if isinstance(element, Table | Figure):
            caption = element.caption or "What people quote"
            found[place] = replace(element, caption=f"{game}: {caption[:1].lower()}{caption[1:]}")
            break
    told = f"Spec SHA-256 {result.spec_sha256}, certify {result.engine_version}."
    return [*found, Text(plain(told), "note")]


# What the studies show ----------------------------------------------------------------------------


VIEWS: dict[str, tuple[str, dict[str, Any]]] = {
    "RtpResult": ("certify.studies.returns.view:rtp_tables", {}),
    "BankedResult": ("certify.studies.banked.view:banked_tables", {}),
    "BankedHandResult": ("certify.studies.banked.view:banked_hand_tables", {}),
    "BankedStrategyResult": ("certify.studies.banked.view:banked_strategy_tables", {}),
    "StrategyResult": ("certify.library.shown:_strategy", {}),
    "StrategyCostResult": ("certify.studies.strategy.cost_view:cost_tables", {"everything": False}),
    "HandResult": ("certify.studies.strategy.hand_view:hand_tables", {}),
    "WhatIfResult": ("certify.studies.whatif.view:whatif_tables", {"everything": True}),
    "SweepResult": ("certify.studies.whatif.view:sweep_tables", {}),
    "AnalysedWhatIfResult": ("certify.studies.whatif.view:analysed_tables", {"everything": True}),
    "AnalysedSweepResult": ("certify.studies.whatif.view:analysed_sweep_tables", {}),
    "AnalysedSensitivityResult": (
        "certify.studies.whatif.sensitivity_view:sensitivity_tables",
        {},
    ),
    "SensitivityResult": ("certify.studies.whatif.sensitivity_view:sensitivity_tables", {}),
    "ShoeResult": ("certify.studies.shoe.view:shoe_tables", {"everything": True}),
    "AnalysedShoeResult": (
        "certify.studies.shoe.analysed_view:analysed_shoe_tables",
        {"everything": True},
    ),
    "PaytableResult": ("certify.studies.paytable.view:paytable_tables", {"everything": True}),
    "ExposedResult": ("certify.studies.exposure.view:exposed_tables", {}),
    "ExposureResult": ("certify.library.shown:_exposure", {}),
    "CheckResult": ("certify.studies.check.view:check_view", {}),
    "SimulationResult": ("certify.studies.simulation.view:simulation_view", {}),
    "VerificationResult": (
        "certify.evidence.verification.view:verification_view",
        {"is_recomputed": False},
    ),
    "Submission": ("certify.studies.submission.view:submission_view", {}),
    "CrosscheckResult": ("certify.studies.crosscheck.view:crosscheck_tables", {}),
    "FairnessResult": ("certify.studies.fairness.view:fairness_parts", {"all_uses": True}),
    "MonitorResult": ("certify.studies.monitoring.view:monitor_parts", {"everything": True}),
}
"""By the class of a result, the view of its study, and what that is told."""

PAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "RtpResult": ("certify.studies.returns.view:rtp_view", ("game", "everything")),
    "BankedResult": ("certify.studies.banked.view:banked_view", ("game", "everything")),
    "BankedHandResult": ("certify.studies.banked.view:banked_hand_view", ()),
    "BankedStrategyResult": ("certify.studies.banked.view:banked_strategy_view", ()),
    "StrategyResult": ("certify.library.shown:_strategy_page", ("everything",)),
    "StrategyCostResult": ("certify.library.shown:_strategy_page", ("everything",)),
    "HandResult": ("certify.studies.strategy.hand_view:hand_view", ()),
    "ShoeResult": ("certify.studies.shoe.view:shoe_view", ("everything",)),
    "AnalysedShoeResult": (
        "certify.studies.shoe.analysed_view:analysed_shoe_view",
        ("everything",),
    ),
}
"""Of results that are not of one class for every game: what a command shows, and what of
`page_of` that is told."""

MOST_TABLES = 4
"""Tables and charts that an answer shows of itself; of a longer view, the first."""


def beginning(view: Sequence[Element]) -> list[Element]:
    """Return a short view as it is, and of a long one what there is to its first table or chart."""
    places = [place for place, each in enumerate(view) if isinstance(each, Table | Figure)]
    return list(view if len(places) <= MOST_TABLES else view[: places[0] + 1])


def _strategy(found: Any) -> Iterator[Element]:
    from certify.exact.blackjack.solve import ERROR_BOUND
    from certify.studies.strategy.view import strategy_tables

    return strategy_tables(found, ERROR_BOUND, everything=True)


def _strategy_page(found: Any, *, everything: bool) -> Iterator[Element]:
    from certify.exact.blackjack.solve import ERROR_BOUND
    from certify.studies.strategy.view import strategy_view

    return strategy_view(found, ERROR_BOUND, everything=everything)


def _exposure(found: Any) -> Iterator[Element]:
    from certify.studies.returns.exposure_view import exposure_tables

    return exposure_tables(found.exposure)


# Charts -------------------------------------------------------------------------------------------


CHARTS: dict[str, str] = {
    "RtpResult": "certify.studies.returns.distribution_view:chances_chart",
    "BankedResult": "certify.studies.banked.view:outcomes_chart",
    "StrategyResult": "certify.studies.strategy.view:strategy_charts",
    "StrategyCostResult": "certify.studies.strategy.cost_view:cost_charts",
    "BankedStrategyResult": "certify.studies.banked.view:strategy_figures",
    "SweepResult": "certify.studies.whatif.chart_view:sweep_figure",
    "AnalysedSweepResult": "certify.studies.whatif.chart_view:sweep_figure",
    "ShoeResult": "certify.studies.shoe.view:effects_chart",
    "AnalysedShoeResult": "certify.studies.shoe.analysed_view:analysed_effects_charts",
    "MonitorResult": "certify.studies.monitoring.course_view:course_figures",
}
"""By the class of a result, the view that describes its charts."""


# Tables as data -----------------------------------------------------------------------------------


def _datum(cell: str) -> float | str | None:
    if isinstance(cell, Number):
        return cell.value
    return None if cell == NONE else spoken(cell)


def _one_kind(cells: list[Any]) -> list[Any]:
    """Return a column as Arrow takes it: texts where not all are numbers."""
    if all(isinstance(cell, float | int | None) for cell in cells):
        return cells
    return [None if cell is None else str(cell) for cell in cells]


def _unique(names: Iterable[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        number = sum(other == name or other.startswith(f"{name} (") for other in found)
        found.append(f"{name} ({number + 1})" if number else name)
    return found
