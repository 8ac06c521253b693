"""Made-up but plausible costs of play, for the report without the engine."""

from __future__ import annotations

from typing import Any

from certify.cards.charts import UPCARDS, ChartId, RowKind
from certify.studies.strategy.cost_result import (
    CostCell,
    CostChart,
    CostRow,
    CostSection,
    Mistake,
    PlayerGroup,
    PlayerResult,
    PlayerWager,
    StrategyCostResult,
)
from tests.report.report_sample_charts import BURN_ON_HIT, HARD, PAIRS, SOFT

OPTIMAL = -0.00615389123
OPTIMAL_BURNOUT = -0.0151831027
PLAYERS: tuple[tuple[PlayerGroup, str, str, float | None, float | None], ...] = (
    ("reference", "optimal", "Optimal play", 0.0, 0.0),
    ("reference", "basic", "Follows the charts", 0.0000276, 0.00001056),
    ("burnout", "never_buys", "Never buys Burnout", 0.0000276, None),
    ("burnout", "never_burns", "Buys Burnout, never burns", None, 0.19099839),
    ("insurance", "always_insures", "Always insures", 0.00287202, 0.00285499),
    ("manners", "mimics_dealer", "Mimics the dealer", 0.05279054, 0.08554664),
    ("errors", "never_hits_12", "Never hits 12", 0.01265636, 0.03768327),
    ("errors", "weak", "A typical weak player", 0.03062927, 0.14338298),
)
CHARTS: tuple[ChartId, ...] = ("without_burnout", "burn_on_hit", "after_burn")
CLOSEST = 0.0021291
DEAREST = 1.6428920


def sample_strategy_cost(
    provenance: dict[str, Any], shoe: dict[str, int], **changes: Any
) -> StrategyCostResult:
    """Return eight players, 75 mistakes and three charts.

    Parameters
    ----------
    provenance : dict
        Where it comes from.
    shoe : dict
        Undealt cards by value.
    **changes : Any
        Fields to replace.

    Returns
    -------
    StrategyCostResult
        The sample; one mistake is a tie and one betters the charts.
    """
    content: dict[str, Any] = {
        "strategy": "basic",
        "strategy_sha256": "0" * 64,
        "shoe": shoe,
        "parameters": {"decks": 6},
        "optimal_main": OPTIMAL,
        "optimal_main_burnout": OPTIMAL_BURNOUT,
        "best_wager": "main",
        "best_ev": OPTIMAL,
        "players": tuple(_player(*player) for player in PLAYERS),
        "mistakes": tuple(
            sorted(
                (_mistake(chart, place) for chart in CHARTS for place in range(25)),
                key=lambda mistake: -mistake.cost,
            )
        ),
        "charts": (
            CostChart(
                id="without_burnout",
                title="Without the Burnout payment",
                sections=(
                    _section("hard", HARD, "S"),
                    _section("soft", SOFT, "Dh"),
                    _section("pairs", PAIRS, "H"),
                ),
            ),
            CostChart(
                id="burn_on_hit",
                title="Which card to burn after a hit",
                sections=(_section("hard", BURN_ON_HIT, "burn T"),),
            ),
            CostChart(
                id="after_burn",
                title="Never met",
                sections=(_section("hard", HARD, None),),
            ),
        ),
        "error_bound": 1e-12,
        "method": "made up",
    }  # fmt: skip
    return StrategyCostResult(**provenance, **(content | changes))


def _player(
    group: PlayerGroup, name: str, title: str, loss: float | None, loss_burnout: float | None
) -> PlayerResult:
    """Return a player by what he loses."""

    def wager(optimal: float, lost: float | None) -> PlayerWager | None:
        if lost is None:
            return None
        ev = optimal - lost
        return PlayerWager(
            ev=ev,
            loss=lost,
            loss_to_best=OPTIMAL - ev,
            average_wagered=1.13,
            element_of_risk=-ev / 1.13,
        )

    return PlayerResult(
        id=name,
        title=title,
        does=f"Plays as {title.lower()} does.",
        group=group,
        strategy_class="total_dependent",
        main=wager(OPTIMAL, loss),
        main_burnout=wager(OPTIMAL_BURNOUT, loss_burnout),
        cells_changed=0 if group == "reference" else 38,
    )


def _mistake(chart: ChartId, place: int) -> Mistake:
    """Return a mistake; the last but one of the first chart is a tie, its last a gain."""
    cost = (0.05123471 - 0.00345673 * CHARTS.index(chart)) / (place + 1) ** 2
    verdict = "costs"
    if chart == "without_burnout" and place >= 23:
        cost, verdict = (0.0, "tie") if place == 23 else (-0.0000031, "gains")
    is_burn = chart == "burn_on_hit"
    return Mistake(
        chart=chart,
        kind="soft" if place % 3 == 1 else "hard",
        hand=str(12 + place % 8),
        upcard=UPCARDS[place % 10],
        drawn="T" if is_burn else None,
        plays="burn" if is_burn else "S",
        instead="keep" if is_burn else "Dh",
        met=0.026286 / (place + 1),
        cost=cost,
        cost_each=cost / (0.026286 / (place + 1)),
        cost_with_burnout=0.0 if chart == "without_burnout" else None,
        verdict=verdict,  # type: ignore[arg-type]
    )


def _section(kind: RowKind, rows: dict[str, str], instead: str | None) -> CostSection:
    """Return costs that rise along the rows; the first cell of all is the closest."""
    found = []
    for number, (hand, cells) in enumerate(rows.items()):
        line = []
        for place, plays in enumerate(cells.split()):
            share = (number * 10 + place) / (len(rows) * 10 - 1)
            cost = None if instead is None else CLOSEST + share * (DEAREST - CLOSEST)
            line.append(
                CostCell(
                    plays=plays,
                    instead=instead,
                    met=None if instead is None else 0.001,
                    cost_each=cost,
                )
            )
        found.append(CostRow(hand=hand, cells=tuple(line)))
    return CostSection(kind=kind, rows=tuple(found))
