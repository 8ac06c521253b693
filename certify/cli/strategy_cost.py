"""The tables of `certify strategy --cost`: players, mistakes, and how much each cell matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table

from certify.cards.charts import ACTION_MEANINGS, UPCARDS, ChartId, RowKind
from certify.cli.display import identification, rate, shoe_text, table, titled
from certify.studies.strategy.cost_result import (
    CostCell,
    CostChart,
    Mistake,
    PlayerResult,
    PlayerWager,
    StrategyCostResult,
    WagerId,
)

SHOWN_MISTAKES = 20
NEVER_MET = "."
WAGER_TITLES: dict[WagerId, str] = {
    "main": "Players without Burnout, % of main wager",
    "main_burnout": "Players with Burnout, net of the payment, % of main wager",
}
CHART_NAMES: dict[ChartId, str] = {
    "without_burnout": "without",
    "with_burnout": "with",
    "burn_on_hit": "burn on hit",
    "burn_on_double": "on double",
    "after_burn": "after burn",
}
PLAYERS_NOTE = (
    "The loss is against optimal play on the same wager; against the best, that is optimal play"
    " {best}, {ev} %. The element of risk is in % of all wagered."
)
MISTAKES_NOTE = (
    "Each decision is played wrong every time it comes up, everything else by the charts, hands"
    " after a split too. The cost a round and each time is in % of the main wager; met is the mean"
    " number of times in 100 rounds."
)
GAINS_NOTE = (
    "{number} of the {all} changes of a cell gain; the most is {most} % a round, of the cell {hand}"
    " against {upcard} {where}, {plays} to {instead}."
)
GAINS_REASON = (
    " The charts are derived for all the hands of a cell together, a pair that is not split being"
    " played as its total, and without weighing hands after a split."
)
WHERE: dict[ChartId, str] = {
    "without_burnout": "without Burnout",
    "with_burnout": "with Burnout",
    "burn_on_hit": "after a hit",
    "burn_on_double": "after a double",
    "after_burn": "after a burn",
}
GRID_NOTE = (
    "In each cell, what the second-best action costs each time, % of main wager; {never} where no"
    " other action can come up."
)
GRID_NOTE_OF_BURNS = (
    "The row is the hand before the card was drawn; in each cell, what it costs each time, % of"
    " main wager, to keep or burn wrongly the drawn card with which this costs least; {never} where"
    " no card is drawn."
)


def cost_tables(result: StrategyCostResult, *, everything: bool) -> Iterator[RenderableType]:
    """Yield what `certify strategy --cost` prints.

    Parameters
    ----------
    result : StrategyCostResult
        The figures.
    everything : bool
        Whether to print every mistake, and what every player does.

    Yields
    ------
    str or renderable
        Parts of at most 80 columns.
    """
    yield identification(
        result,
        ("Shoe", shoe_text(result.shoe)),
        ("Strategy", f"{result.strategy}, total-dependent"),
        strategy_sha256=result.strategy_sha256,
    )
    best = "without Burnout" if result.best_wager == "main" else "with Burnout"
    note = PLAYERS_NOTE.format(best=best, ev=rate(result.best_ev))
    yield titled(WAGER_TITLES["main"], _players(result.players, "main"), note)
    yield titled(WAGER_TITLES["main_burnout"], _players(result.players, "main_burnout"))
    if everything:
        yield "\n".join(f"{player.title}: {player.does}" for player in result.players)
    yield _mistakes(result, len(result.mistakes) if everything else SHOWN_MISTAKES)
    gains = [mistake for mistake in result.mistakes if mistake.verdict == "gains"]
    if gains:
        yield _gains(gains, len(result.mistakes), derived=result.derived)
    yield from (_grid(chart) for chart in result.charts)
    yield (
        f"Numerical error: at most {result.error_bound:.0e} main wagers each time.\n"
        f"Method: {result.method}."
    )


def _players(players: Sequence[PlayerResult], wager: WagerId) -> Table:
    listed = table("Player", "Expectation", "Loss", "Against best", "Risk")
    group = None
    for player in players:
        figures: PlayerWager | None = getattr(player, wager)
        if figures is None:
            continue
        if group not in (None, player.group):
            listed.add_section()
        group = player.group
        listed.add_row(
            player.title,
            rate(figures.ev),
            rate(figures.loss),
            rate(figures.loss_to_best),
            rate(figures.element_of_risk),
        )
    return listed


def _mistakes(result: StrategyCostResult, most: int) -> Group:
    listed = table(
        "Chart", "Hand", "Upcard", "Plays", "Instead", "Met", "A round", "Each time", numbers_from=5
    )
    for mistake in result.mistakes[:most]:
        listed.add_row(
            CHART_NAMES[mistake.chart],
            _hand(mistake.kind, mistake.hand),
            mistake.upcard,
            _decision(mistake.plays, mistake.drawn),
            _decision(mistake.instead, mistake.drawn),
            f"{100 * mistake.met:.4f}",
            rate(mistake.cost),
            f"{100 * mistake.cost_each:.4f}",
        )
    hidden = len(result.mistakes) - most
    used = {code for mistake in result.mistakes[:most] for code in (mistake.plays, mistake.instead)}
    letters = [f"{code} {meaning}" for code, meaning in ACTION_MEANINGS.items() if code in used]
    return titled(
        "What single wrong decisions cost, the dearest a round first",
        listed,
        MISTAKES_NOTE
        + (f" Letters: {'; '.join(letters)}." if letters else "")
        + (f" {hidden} more, each costing less, with --all." if hidden > 0 else ""),
    )


def _gains(gains: Sequence[Mistake], number: int, *, derived: bool) -> str:
    best = min(gains, key=lambda mistake: mistake.cost)
    told = GAINS_NOTE.format(
        number=len(gains),
        all=number,
        most=rate(-best.cost),
        hand=_hand(best.kind, best.hand),
        upcard=best.upcard,
        where=WHERE[best.chart],
        plays=_decision(best.plays, best.drawn),
        instead=_decision(best.instead, best.drawn),
    )
    return told + (GAINS_REASON if derived else "")


def _grid(chart: CostChart) -> Group:
    drawn = table("Hand", *UPCARDS)
    drawn.columns[0].no_wrap = True
    for section in chart.sections:
        for row in section.rows:
            drawn.add_row(_hand(section.kind, row.hand), *(_cost(cell) for cell in row.cells))
        drawn.add_section()
    note = GRID_NOTE_OF_BURNS if chart.id in ("burn_on_hit", "burn_on_double") else GRID_NOTE
    return titled(f"{chart.title}: what each cell matters", drawn, note.format(never=NEVER_MET))


def _hand(kind: RowKind, hand: str) -> str:
    return hand if kind == "pairs" else f"{kind} {hand}"


def _decision(code: str, drawn: str | None) -> str:
    return code if drawn is None else f"{code} {drawn}"


def _cost(cell: CostCell) -> str:
    if cell.cost_each is None:
        return NEVER_MET
    percents = 100 * cell.cost_each
    # Ten columns of five characters are what the screen has room for.
    return f"{percents:z.2f}" if abs(percents) < 100 else f"{percents:.1f}"
