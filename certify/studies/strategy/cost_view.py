"""How the cost of play is shown: players, mistakes, and how much each cell matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.cards.charts import ACTION_MEANINGS, UPCARDS, ChartId, RowKind
from certify.present.document import Band, Bullets, Column, Row, Table, Text, number, numbers
from certify.present.markup import plain
from certify.present.quantity import RATE, Number, Quantity
from certify.studies.strategy.cost_result import (
    CostCell,
    CostChart,
    Mistake,
    PlayerWager,
    StrategyCostResult,
    WagerId,
)

SHOWN_MISTAKES = 20
EACH = Quantity(4, 100)
"""A cost each time, and how often in 100 rounds."""
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


def cost_tables(
    result: StrategyCostResult, *, everything: bool
) -> Iterator[Table | Text | Bullets]:
    """Yield what is shown of the cost of play, but what identifies it.

    Parameters
    ----------
    result : StrategyCostResult
        The figures.
    everything : bool
        Whether to show every mistake, and what every player does.
    """
    best = "without Burnout" if result.best_wager == "main" else "with Burnout"
    yield _players(result, "main", PLAYERS_NOTE.format(best=best, ev=RATE(result.best_ev)))
    yield _players(result, "main_burnout")
    if everything:
        yield Bullets(tuple(plain(f"{player.title}: {player.does}") for player in result.players))
    yield _mistakes(result, len(result.mistakes) if everything else SHOWN_MISTAKES)
    gains = [mistake for mistake in result.mistakes if mistake.verdict == "gains"]
    if gains:
        yield Text(plain(_gains(gains, len(result.mistakes), derived=result.derived)))
    yield from (_grid(chart) for chart in result.charts)
    yield Text(f"Numerical error: at most {result.error_bound:.0e} main wagers each time.")
    yield Text(plain(f"Method: {result.method}."))


def _players(result: StrategyCostResult, wager: WagerId, note: str = "") -> Table:
    rows: list[Row] = []
    group = None
    for player in result.players:
        figures: PlayerWager | None = getattr(player, wager)
        if figures is None:
            continue
        if group not in (None, player.group):
            rows.append(Band())
        group = player.group
        rows.append(
            (
                plain(player.title),
                RATE(figures.ev),
                RATE(figures.loss),
                RATE(figures.loss_to_best),
                RATE(figures.element_of_risk),
            )
        )
    columns = [Column("Player"), *numbers("Expectation", "Loss", "Against best", "Risk")]
    return Table(columns, rows, caption=WAGER_TITLES[wager], note=plain(note))


def _mistakes(result: StrategyCostResult, most: int) -> Table:
    hidden = len(result.mistakes) - most
    used = {code for mistake in result.mistakes[:most] for code in (mistake.plays, mistake.instead)}
    letters = [f"{code} {meaning}" for code, meaning in ACTION_MEANINGS.items() if code in used]
    return Table.of(
        "What single wrong decisions cost, the dearest a round first",
        [
            Column("Chart", value=lambda mistake: CHART_NAMES[mistake.chart]),
            Column("Hand", value=lambda mistake: _hand(mistake.kind, mistake.hand)),
            Column("Upcard", value=lambda mistake: mistake.upcard),
            Column("Plays", value=lambda mistake: _decision(mistake.plays, mistake.drawn)),
            Column("Instead", value=lambda mistake: _decision(mistake.instead, mistake.drawn)),
            number("Met", lambda mistake: mistake.met, EACH),
            number("A round", lambda mistake: mistake.cost, RATE),
            number("Each time", lambda mistake: mistake.cost_each, EACH),
        ],
        result.mistakes[:most],
        MISTAKES_NOTE
        + (f" Letters: {'; '.join(letters)}." if letters else "")
        + (f" {hidden} more, each costing less, with --all." if hidden > 0 else ""),
    )


def _gains(gains: Sequence[Mistake], number: int, *, derived: bool) -> str:
    best = min(gains, key=lambda mistake: mistake.cost)
    told = GAINS_NOTE.format(
        number=len(gains),
        all=number,
        most=RATE(-best.cost),
        hand=_hand(best.kind, best.hand),
        upcard=best.upcard,
        where=WHERE[best.chart],
        plays=_decision(best.plays, best.drawn),
        instead=_decision(best.instead, best.drawn),
    )
    return told + (GAINS_REASON if derived else "")


def _grid(chart: CostChart) -> Table:
    rows: list[Row] = []
    for section in chart.sections:
        rows += [Band()] if rows else []
        rows += [
            (_hand(section.kind, row.hand), *(_cost(cell) for cell in row.cells))
            for row in section.rows
        ]
    note = GRID_NOTE_OF_BURNS if chart.id in ("burn_on_hit", "burn_on_double") else GRID_NOTE
    return Table(
        [Column("Hand"), *numbers(*UPCARDS)],
        rows,
        caption=plain(f"{chart.title}: what each cell matters"),
        note=plain(note.format(never=NEVER_MET)),
    )


def _hand(kind: RowKind, hand: str) -> str:
    return hand if kind == "pairs" else f"{kind} {hand}"


def _decision(code: str, drawn: str | None) -> str:
    return code if drawn is None else f"{code} {drawn}"


def _cost(cell: CostCell) -> str:
    if cell.cost_each is None:
        return NEVER_MET
    percents = 100 * cell.cost_each
    # Ten columns of five characters are what the screen has room for.
    return Number.of(percents, f"{percents:z.{2 if abs(percents) < 100 else 1}f}")
