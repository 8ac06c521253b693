"""Strategy cards and charts: a total-dependent strategy as a person carries it."""

from __future__ import annotations

from typing import Literal

from certify.cards.charts import ChartId, RowKind
from certify.results import Provenance, Result
from certify.studies.split_play import PlaysSplits


class ChartRow(Result):
    """One line of a chart: the hand, then a cell for each upcard of `UPCARDS`."""

    hand: str
    cells: tuple[str, ...]


class ChartSection(Result):
    """Rows of one kind of hand."""

    kind: RowKind
    rows: tuple[ChartRow, ...]


class Chart(Result):
    """A strategy chart.

    Attributes
    ----------
    id
        without_burnout, with_burnout, burn_on_hit, burn_on_double or after_burn.
    cells
        ``actions``: a cell is a key of `ACTION_MEANINGS`; ``cards``: a cell lists the drawn cards
        to burn, such as ``7-T`` or ``A,9,T``, and ``-`` for none. The row is the hand before the
        card was drawn.
    """

    id: ChartId
    title: str
    note: str
    cells: Literal["actions", "cards"]
    sections: tuple[ChartSection, ...]


class CompositionException(Result):
    """A two-card hand that the optimal strategy plays differently than the chart.

    `gain` is the gain of the optimal play, in main wagers, given no dealer blackjack.
    """

    cards: str
    upcard: str
    chart: str
    optimal: str
    gain: float
    with_burnout: bool


class StrategyResult(Provenance, PlaysSplits):
    """The result of `certify strategy`: the charts and their cost.

    Attributes
    ----------
    cost_main, cost_main_burnout
        Expectation of the optimal strategy less that of the chart, in main wagers. None, as
        `ev_main_burnout` is, of a game without the option to burn a card.
    split_play
        How optimal play goes on after a split; charts say it themselves.
    """

    strategy: str
    strategy_sha256: str
    shoe: dict[str, int]
    charts: tuple[Chart, ...]
    ev_main: float
    ev_main_burnout: float | None
    cost_main: float
    cost_main_burnout: float | None
    exceptions: tuple[CompositionException, ...]
