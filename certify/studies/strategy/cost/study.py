"""Losses of players against optimal play, and the cost of each wrong decision of a chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from certify.cards.charts import ChartId, RowKind
from certify.cards.split_play import SplitPlay
from certify.exact.blackjack.card import NEVER_DRAWS, StrategyCard
from certify.exact.blackjack.cells import BURN_CHARTS, CHARTS, Cell, cells_of, with_burns_told
from certify.exact.blackjack.insurance import insurance_figures
from certify.exact.blackjack.solve import ERROR_BOUND, Solution
from certify.runtime.context import Context
from certify.studies.strategy.cost.mistakes import MistakeFinder, hand_label
from certify.studies.strategy.cost.players import BOTH, PLAYERS, Player
from certify.studies.strategy.cost.rewrites import rewritten
from certify.studies.strategy.cost_result import (
    ChangedRow,
    CostCell,
    CostChart,
    CostRow,
    CostSection,
    Mistake,
    PlayerResult,
    PlayerWager,
    StrategyCostResult,
    WagerId,
)
from certify.studies.strategy.study import charts_of
from certify.studies.twenty_one import BASIC, TwentyOneGame, card_sha256

KIND = "strategy-cost"
METHOD = (
    "players: exact recursion over compositions; mistakes: exact sums over the hands in which they"
    " are made, of how often the hand is met times what the wrong action is worth less"
)
INSURANCE_STAKE = 0.5
"""Most that may be put on insurance, in main wagers."""

Row = tuple[ChartId, RowKind, str]


def strategy_cost_study(
    game: TwentyOneGame, card: StrategyCard | None = None, *, context: Context | None = None
) -> StrategyCostResult:
    """Return the losses of players, and the cost of each wrong decision in a card's charts.

    The card is by default the total-dependent strategy that the tool derives.
    """
    context = context or Context()
    key = {**game.key(), "strategy": card_sha256(card) if card else BASIC}
    return context.kept(KIND, key, StrategyCostResult, lambda: _strategy_cost(game, card, context))


def _strategy_cost(
    game: TwentyOneGame, given: StrategyCard | None, context: Context
) -> StrategyCostResult:
    card = given or game.basic_card
    table = _Table.of(game, card)
    players = [player for player in PLAYERS if player.exists(game.rules)]
    figures = []
    for number, player in enumerate(players):
        context.progress(number, len(players) + 1, player.title)
        figures.append(table.player(player))
    context.progress(len(players), len(players) + 1, "every wrong decision")
    by_cell = MistakeFinder(table.followed).mistakes(table.codes)
    dearest = sorted(
        (mistake for found in by_cell.values() for mistake in found),
        key=lambda mistake: -mistake.cost,
    )
    usual = game.split_play is SplitPlay.UNSPLIT
    return StrategyCostResult(
        **game.loaded.provenance(),
        strategy=card.strategy.id,
        derived=given is None,
        strategy_sha256=card_sha256(card),
        shoe=game.shoe.by_label(),
        parameters=game.loaded.parameters_as_written(),
        optimal_main=table.optimal["main"],
        optimal_main_burnout=table.optimal["main_burnout"],
        best_wager=table.best_wager,
        best_ev=table.optimal[table.best_wager],
        players=tuple(figures),
        mistakes=tuple(dearest),
        charts=tuple(_cost_charts(card, table.codes, by_cell)),
        error_bound=ERROR_BOUND,
        method=METHOD if usual else f"{METHOD}; optimal play {game.split_play.told}",
        split_play=game.split_play,
    )


@dataclass(frozen=True)
class _Table:
    """The charts from which players depart, and the optimal play as reference.

    `told` is the card, completed with what to burn where it never draws, `followed` its solution;
    `codes` are those of the card as it was given.
    """

    game: TwentyOneGame
    told: StrategyCard
    followed: Solution
    codes: dict[Cell, str]
    optimal: dict[WagerId, float]

    @classmethod
    def of(cls, game: TwentyOneGame, card: StrategyCard) -> _Table:
        told = with_burns_told(card, game.rules, game.basic.decisions)
        return cls(
            game=game,
            told=told,
            followed=game.evaluate_card(told),
            codes=cells_of(card),
            optimal={wager: _result(game, game.optimal, wager)[0] for wager in BOTH},
        )

    @property
    def best_wager(self) -> WagerId:
        return max(BOTH, key=lambda wager: self.optimal[wager])

    def player(self, player: Player) -> PlayerResult:
        """Return the result of a player."""
        rows: tuple[ChangedRow, ...] = ()
        if player.best is not None:
            solution = player.best(self.game)
        elif player.rewrites:
            card = rewritten(self.told, self.game.rules, player.rewrites)
            solution = self.game.evaluate_card(card)
            rows = tuple(self._changed_rows(cells_of(card)))
        else:
            solution = self.followed
        figures: dict[WagerId, PlayerWager | None] = dict.fromkeys(BOTH)
        for wager in player.wagers:
            figures[wager] = self._figures(player, solution, wager)
        return PlayerResult(
            id=player.id,
            title=player.title,
            does=player.does,
            group=player.group,
            strategy_class="total_dependent" if player.best is None else "composition_dependent",
            **figures,
            cells_changed=sum(
                cell != own
                for row in rows
                for cell, own in zip(row.chart_cells, row.player_cells, strict=True)
            ),
            rows_changed=rows,
        )

    def _figures(self, player: Player, solution: Solution, wager: WagerId) -> PlayerWager:
        ev, wagered = _result(self.game, solution, wager)
        gain, stake = _insured(self.game, player)
        ev, wagered = ev + gain, wagered + stake
        return PlayerWager(
            ev=ev,
            loss=self.optimal[wager] - ev,
            loss_to_best=self.optimal[self.best_wager] - ev,
            average_wagered=wagered,
            element_of_risk=-ev / wagered,
        )

    def _changed_rows(self, codes: Mapping[Cell, str]) -> Iterator[ChangedRow]:
        for row, cells in _by_row(self.codes).items():
            chart = tuple(self.codes[cell] for cell in cells)
            # Where a chart never draws, it has no code to depart from.
            own = tuple(
                NEVER_DRAWS if cell.chart in BURN_CHARTS and code == NEVER_DRAWS else codes[cell]
                for cell, code in zip(cells, chart, strict=True)
            )
            if own != chart:
                kind, hand = row[1:]
                yield ChangedRow(
                    chart=row[0],
                    kind=kind,
                    hand=hand_label(kind, hand),
                    chart_cells=chart,
                    player_cells=own,
                )


def _by_row(codes: Mapping[Cell, str]) -> dict[Row, list[Cell]]:
    """Return the cells of each row, in the order of `UPCARDS`."""
    rows: dict[Row, list[Cell]] = {}
    for cell in codes:
        rows.setdefault((cell.chart, cell.kind, cell.hand), []).append(cell)
    return rows


def _result(game: TwentyOneGame, solution: Solution, wager: WagerId) -> tuple[float, float]:
    """Return expectation and amount wagered a round, the Burnout payment included."""
    if wager == "main":
        return solution.main.ev, solution.main.average_wagered
    gross = solution.main_burnout
    assert gross is not None  # noqa: S101  (a TwentyOneGame always analyses the option)
    payment = float(game.rules.burnout_payment)
    return gross.ev - payment, gross.average_wagered + payment


def _insured(game: TwentyOneGame, player: Player) -> tuple[float, float]:
    """Return a player's gain a round by insurance or even money, and the stakes on it."""
    if player.insures == "never":
        return 0.0, 0.0
    figures = insurance_figures(
        game.shoe,
        pays=game.pays("main.insurance"),
        blackjack_pays=game.rules.blackjack_pays,
        even_money_pays=game.pays("main.even_money"),
    )
    if figures is None:
        return 0.0, 0.0
    if player.insures == "blackjack":
        return float(figures.even_money), 0.0
    stake = INSURANCE_STAKE * float(figures.p_offered)
    return stake * float(figures.ev_always), stake


def _cost_charts(
    card: StrategyCard, codes: Mapping[Cell, str], by_cell: Mapping[Cell, list[Mistake]]
) -> Iterator[CostChart]:
    titles = {chart.id: chart.title for chart in charts_of(card)}
    sections: dict[ChartId, dict[RowKind, list[CostRow]]] = {chart: {} for chart in CHARTS}
    for (chart, kind, hand), cells in _by_row(codes).items():
        row = CostRow(
            hand=hand_label(kind, hand),
            cells=tuple(_cost_cell(codes[cell], by_cell[cell]) for cell in cells),
        )
        sections[chart].setdefault(kind, []).append(row)
    for chart, by_kind in sections.items():
        yield CostChart(
            id=chart,
            title=titles[chart],
            sections=tuple(
                CostSection(kind=kind, rows=tuple(rows)) for kind, rows in by_kind.items()
            ),
        )


def _cost_cell(code: str, mistakes: list[Mistake]) -> CostCell:
    if not mistakes:
        return CostCell(plays=code, instead=None, met=None, cost_each=None)
    second = min(mistakes, key=lambda mistake: mistake.cost_each)
    instead = second.instead if second.drawn is None else f"{second.instead} {second.drawn}"
    return CostCell(plays=code, instead=instead, met=second.met, cost_each=second.cost_each)
