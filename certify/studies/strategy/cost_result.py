"""Losses of players who do not play optimally, and the cost of each wrong decision of a chart."""

from __future__ import annotations

from typing import Literal

from certify.cards.charts import ChartId, RowKind
from certify.results import Provenance, Result
from certify.studies.split_play import PlaysSplits

WagerId = Literal["main", "main_burnout"]
PlayerGroup = Literal["reference", "burnout", "insurance", "manners", "errors"]

GROUP_TITLES: dict[PlayerGroup, str] = {
    "reference": "References",
    "burnout": "What is made of Burnout",
    "insurance": "Insurance and even money",
    "manners": "Other manners of play",
    "errors": "Typical errors",
}
"""Titles of the groups of players, in the order in which they are printed."""

KEEP = "keep"
BURN = "burn"
"""Action of a mistake in a chart of cards to burn; in the other charts it is a code of a cell."""


class PlayerWager(Result):
    """Figures of one player on one wager.

    Attributes
    ----------
    ev
        Net expectation a round, in main wagers; with Burnout, net of the payment.
    loss
        The expectation of optimal play on the same wager less `ev`.
    loss_to_best
        `best_ev` of the result, the best that the game offers on either wager, less `ev`.
    average_wagered
        Expectation of everything wagered a round, in main wagers, payment and insurance included.
    element_of_risk
        ``-ev / average_wagered``: expected loss per unit of everything wagered.
    """

    ev: float
    loss: float
    loss_to_best: float
    average_wagered: float
    element_of_risk: float


class ChangedRow(Result):
    """A row of a chart in which a player plays some cells differently, for `UPCARDS`.

    `chart_cells` are the codes of the chart, `player_cells` the player's own.
    """

    chart: ChartId
    kind: RowKind
    hand: str
    chart_cells: tuple[str, ...]
    player_cells: tuple[str, ...]


class PlayerResult(Result):
    """A player and the figures of their play.

    Attributes
    ----------
    main, main_burnout
        Without the Burnout payment, and with it; None where that wager is never made.
    cells_changed
        Cells of the charts that are played differently; 0 too for play that no chart can express.
    """

    id: str
    title: str
    does: str
    group: PlayerGroup
    strategy_class: Literal["composition_dependent", "total_dependent"]
    main: PlayerWager | None
    main_burnout: PlayerWager | None
    cells_changed: int
    rows_changed: tuple[ChangedRow, ...] = ()


class Mistake(Result):
    """One wrong decision: a cell of a chart is played differently every time it comes up.

    Everything else is played by the charts, hands after a split too.

    Attributes
    ----------
    chart, kind, hand, upcard
        The cell; a pair is written ``8,8``.
    drawn
        In the charts of cards to burn, the card that was drawn to the hand.
    plays, instead
        The chart's action and the wrong one: codes of a cell, or keep and burn.
    met
        Times a round that a hand comes up which the mistake plays differently, when the dealer has
        looked and play goes on. More than one hand of a split round may come up.
    cost
        Cost a round, in main wagers: on the main wager without Burnout in the chart without
        Burnout, on the wager with Burnout in the others.
    cost_each
        Cost each time: ``cost / met``.
    cost_with_burnout
        In the chart without Burnout: cost a round of the same mistake on the wager with Burnout,
        where hands after a split are played by that chart. None in the others.
    verdict
        ``costs``; ``tie`` if the actions are equal within the numerical error; ``gains`` if the
        mistake is better than the chart.
    """

    chart: ChartId
    kind: RowKind
    hand: str
    upcard: str
    drawn: str | None
    plays: str
    instead: str
    met: float
    cost: float
    cost_each: float
    cost_with_burnout: float | None
    verdict: Literal["costs", "tie", "gains"]


class CostCell(Result):
    """Importance of a cell: the mistake that costs least each time.

    Attributes
    ----------
    instead
        The second-best action; in the charts of cards to burn, the verb and the drawn card, such as
        ``keep T``. None where no hand of the cell ever comes up to be played differently.
    met, cost_each
        As in `Mistake`; None with it.
    """

    plays: str
    instead: str | None
    met: float | None
    cost_each: float | None


class CostRow(Result):
    """A line of a chart of costs: the hand, then a cell for each upcard of `UPCARDS`."""

    hand: str
    cells: tuple[CostCell, ...]


class CostSection(Result):
    """Rows of one kind of hand."""

    kind: RowKind
    rows: tuple[CostRow, ...]


class CostChart(Result):
    """A chart with the cost of the second-best action in the place of the best."""

    id: ChartId
    title: str
    sections: tuple[CostSection, ...]


class StrategyCostResult(Provenance, PlaysSplits):
    """The result of `certify strategy --cost`.

    Attributes
    ----------
    strategy
        ``basic`` or the id of a strategy file: the charts from which players and mistakes depart.
    optimal_main, optimal_main_burnout
        Expectation of optimal play, in main wagers; with Burnout, net of the payment.
    best_wager
        main or main_burnout: on which of them optimal play has the higher expectation.
    mistakes
        Every single wrong decision that can come up, the most costly a round first.
    error_bound
        Bound on the absolute numerical error of every expectation, loss and cost, in main wagers.
    split_play
        How optimal play goes on after a split; charts say it themselves.
    """

    strategy: str
    derived: bool = True
    strategy_sha256: str
    shoe: dict[str, int]
    parameters: dict[str, bool | int | float | str]
    optimal_main: float
    optimal_main_burnout: float
    best_wager: WagerId
    best_ev: float
    players: tuple[PlayerResult, ...]
    mistakes: tuple[Mistake, ...]
    charts: tuple[CostChart, ...]
    error_bound: float
    unit: str = "initial main wagers a round"
    method: str
