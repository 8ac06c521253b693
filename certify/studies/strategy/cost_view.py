"""How the cost of play is shown: players, mistakes, and how much each cell matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.cards.charts import ACTION_MEANINGS, UPCARDS, ChartId, RowKind
from certify.present.charts import BarChart, bars
from certify.present.document import (
    Band,
    Bullets,
    Column,
    Figure,
    Row,
    Table,
    Text,
    number,
    numbers,
)
from certify.present.markup import counted, plain
from certify.present.quantity import COUNT, RATE, Number, small
from certify.studies.strategy.cost_result import (
    GROUP_TITLES,
    CostCell,
    CostChart,
    Mistake,
    PlayerResult,
    PlayerWager,
    StrategyCostResult,
    WagerId,
)
from certify.studies.strategy.grids import EACH, cost_grid

SHOWN_MISTAKES = 20
MOST_LINES = 20
"""Players in one figure."""
NEVER_MET = "."
MISTAKES = "What single wrong decisions cost, the dearest a round first"
PLAYER_HEADS = ("Expectation", "Loss", "Against best", "Risk")
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
    " {best}, {ev} %. Risk is the element of risk, in % of all wagered. Unless it says otherwise a"
    " player follows the charts."
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
    """Yield what is shown of the cost of play: every mistake, and what players do, if asked for."""
    yield players(result, "main")
    yield players(result, "main_burnout")
    if everything:
        yield Bullets(tuple(plain(f"{player.title}: {player.does}") for player in result.players))
    most = len(result.mistakes) if everything else SHOWN_MISTAKES
    yield mistakes(MISTAKES, result.mistakes, most, "with --all")
    gains = [mistake for mistake in result.mistakes if mistake.verdict == "gains"]
    if gains:
        yield Text(plain(_gains(gains, len(result.mistakes), derived=result.derived)))
    yield from (_grid(chart) for chart in result.charts)
    yield Text(f"Numerical error: at most {small(result.error_bound)} main wagers each time.")
    yield Text(plain(f"Method: {result.method}."))


def players(result: StrategyCostResult, wager: WagerId, *, described: bool = False) -> Table:
    """Return what every player comes to on a wager, with what each does if that is `described`."""
    rows: list[Row] = []
    group = None
    for player in result.players:
        figures: PlayerWager | None = getattr(player, wager)
        if figures is None:
            continue
        if player.group != group:
            group = player.group
            rows.append(Band(plain(GROUP_TITLES[group])))
        told = (figures.ev, figures.loss, figures.loss_to_best, figures.element_of_risk)
        rows.append((_described(player) if described else plain(player.title), *map(RATE, told)))
    best = "without Burnout" if result.best_wager == "main" else "with Burnout"
    return Table(
        [
            Column("Player", 88 if described else 60),
            *(Column(head, 29, "number") for head in PLAYER_HEADS),
        ],
        rows,
        caption=WAGER_TITLES[wager],
        note=PLAYERS_NOTE.format(best=best, ev=RATE(result.best_ev)),
        breakable=True,
        is_numbered=True,
    )


def _described(player: PlayerResult) -> str:
    """Return what a player is called and does, as markup."""
    text = f"<b>{plain(player.title)}.</b> {plain(player.does)}"
    if player.cells_changed:
        text += f" {counted(player.cells_changed, 'cell')}."
    return text


def mistakes(caption: str, found: Sequence[Mistake], most: int, where: str) -> Table:
    """Return what wrong decisions cost, the dearest first; `where` are those that are left out."""
    hidden = found[most:]
    dearest = RATE(max((mistake.cost for mistake in hidden), default=0.0))
    more = f" {COUNT(len(hidden))} more, each costing {dearest} % a round or less, are {where}."
    return Table.of(
        caption,
        [
            Column("Chart", 30, value=lambda mistake: CHART_NAMES[mistake.chart]),
            Column("Hand", 22, value=lambda mistake: _hand(mistake.kind, mistake.hand)),
            Column("Upcard", 20, "centre", lambda mistake: mistake.upcard),
            Column("Plays", 27, value=lambda mistake: _done(mistake.plays, mistake.drawn)),
            Column("Instead", 27, value=lambda mistake: _done(mistake.instead, mistake.drawn)),
            number("Met", lambda mistake: mistake.met, EACH, 25),
            number("A round", lambda mistake: mistake.cost, RATE, 25),
            number("Each time", lambda mistake: mistake.cost_each, EACH, 25),
        ],
        found[:most],
        MISTAKES_NOTE + (more if hidden else ""),
    )


def _done(code: str, drawn: str | None) -> str:
    """Return a decision in a word."""
    word = ACTION_MEANINGS.get(code, code).partition(",")[0]
    return word if drawn is None else f"{word} {drawn}"


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


# Charts


def loss_charts(result: StrategyCostResult) -> Iterator[Figure]:
    """Yield the chart of what every player loses, whole groups to a figure."""
    parts: list[list[tuple[str, list[PlayerResult]]]] = []
    for group, title in GROUP_TITLES.items():
        some = [player for player in result.players if player.group == group]
        if some and parts and sum(len(each) for _, each in parts[-1]) + len(some) <= MOST_LINES:
            parts[-1].append((title, some))
        elif some:
            parts.append([(title, some)])
    for part in parts:
        listed = [player for _, group in part for player in group if player.id != "optimal"]
        titles = ", ".join(title[:1].lower() + title[1:] for title, _ in part)
        chart = BarChart(
            [player.title for player in listed],
            [
                bars(
                    name,
                    [(each := getattr(player, wager)) and each.loss for player in listed],
                    RATE,
                )
                for name, wager in (("without Burnout", "main"), ("with Burnout", "main_burnout"))
            ],
            "percentage points of the main wager a round",
        )
        yield Figure.of(
            f"Loss of each player against optimal play of the same wager: {titles}",
            chart,
            note="A player without a bar does not make the wager.",
        )


def cost_charts(result: StrategyCostResult) -> Iterator[Figure]:
    """Yield every chart with what the next-best decision costs in its cells."""
    for chart in result.charts:
        closest = _closest(chart)
        if closest is not None:
            yield Figure.of(
                "Cost of the next-best decision each time, % of the main wager: "
                f"{chart.title[:1].lower() + chart.title[1:]}",
                cost_grid(chart),
                note=f"{closest} Letters as in the section on strategy.",
            )


def _closest(chart: CostChart) -> str | None:
    """Return a sentence about the closest decision of a chart; None if there is no decision."""
    costs = sorted(
        cell.cost_each
        for section in chart.sections
        for row in section.rows
        for cell in row.cells
        if cell.cost_each is not None
    )
    if not costs:
        return None
    closest, middle, dearest = costs[0], costs[len(costs) // 2], costs[-1]
    return (
        f"{COUNT(len(costs))} decisions: the closest costs {EACH(closest or None)} %, half of them "
        f"cost {EACH(middle or None)} % or more, the dearest {EACH(dearest or None)} %."
    )
