"""What players lose who do not play optimally, and what each wrong decision costs."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.charts.bars import bar_chart
from certify.evidence.report.charts.cost_grids import cost_grid
from certify.present.document import Composer
from certify.present.figures import NONE, bound, count, fixed, percent
from certify.present.markup import plain
from certify.present.pdf.drawing import Bars
from certify.present.quantity import COUNT
from certify.studies.certification.result import Certification
from certify.studies.strategy.cost_result import (
    GROUP_TITLES,
    CostChart,
    Mistake,
    PlayerResult,
    PlayerWager,
    StrategyCostResult,
    WagerId,
)
from certify.studies.strategy.cost_view import SHOWN_MISTAKES, mistakes, players

MOST_LINES = 20
"""Players in one figure."""
EACH_DIGITS = 2
"""Decimals of what a mistake costs each time, in percent of the main wager."""

WITHOUT = "without_burnout"
HEADS: tuple[tuple[str, WagerId], ...] = (
    ("Without Burnout", "main"),
    ("With Burnout", "main_burnout"),
)
WAGER_TEXTS: dict[WagerId, str] = {
    "main": "the main wager without Burnout",
    "main_burnout": "the main wager with Burnout",
}


def write_strategy_cost(composer: Composer, certification: Certification) -> None:
    """Write what players and wrong decisions cost, if it was worked out."""
    result = certification.strategy_cost
    if result is None:
        return
    composer.new_page()
    composer.section("Strategy cost")
    composer.text(_finding(result))
    composer.subsection("Players", in_contents=False)
    _write_losses(composer, result)
    composer.put(players(result, "main", described=True))
    composer.put(players(result, "main_burnout"))
    if result.mistakes:
        composer.subsection("Wrong decisions", in_contents=False)
        _write_mistakes(composer, result)
    if result.charts:
        composer.subsection("How much each decision matters", in_contents=False)
        _write_charts(composer, result)


def _finding(result: StrategyCostResult) -> str:
    """Return what is found, and on what basis."""
    found = []
    for wager, text in WAGER_TEXTS.items():
        losses = [
            (figures.loss, player)
            for player in result.players
            if (figures := _figures(player, wager)) is not None
        ]
        chart = next((loss for loss, player in losses if player.id == "basic"), None)
        if chart is None:
            continue
        loss, dearest = max(losses, key=lambda pair: pair[0])
        found.append(
            f"On {text} a player who follows the charts loses {percent(chart)} percentage points "
            f"against optimal play; of the players below the one who loses most "
            f"(“{plain(dearest.title)}”) loses {percent(loss)} points."
        )
    best = WAGER_TEXTS[result.best_wager]
    return (
        f"{' '.join(found)} The best that these rules offer is {percent(result.best_ev)} % of the "
        f"main wager a round, on {best}. All expectations are exact, for {_shoe(result)}, in "
        "percent of the main wager a round, with Burnout net of the payment. A loss is what a "
        "player’s expectation falls short of optimal play of the same wager, in percentage points "
        "of the main wager a round."
    )


def _shoe(result: StrategyCostResult) -> str:
    """Return the shoe in words."""
    return f"a shoe of {count(sum(result.shoe.values()))} cards"


def _figures(player: PlayerResult, wager: WagerId) -> PlayerWager | None:
    """Return what a player comes to on a wager."""
    return player.main if wager == "main" else player.main_burnout


def _by_group(result: StrategyCostResult) -> list[tuple[str, list[PlayerResult]]]:
    """Return the players of each group that has any."""
    groups = [
        (title, [player for player in result.players if player.group == group])
        for group, title in GROUP_TITLES.items()
    ]
    return [(title, players) for title, players in groups if players]


def _write_losses(composer: Composer, result: StrategyCostResult) -> None:
    """Write the chart of the losses, whole groups to a figure."""
    parts: list[list[tuple[str, list[PlayerResult]]]] = []
    for title, group in _by_group(result):
        if parts and sum(len(p) for _, p in parts[-1]) + len(group) <= MOST_LINES:
            parts[-1].append((title, group))
        else:
            parts.append([(title, group)])
    for part in parts:
        listed = [player for _, group in part for player in group if player.id != "optimal"]
        titles = ", ".join(title[:1].lower() + title[1:] for title, _ in part)
        composer.figure(
            f"Loss of each player against optimal play of the same wager: {plain(titles)}",
            bar_chart(
                [player.title for player in listed],
                [
                    Bars(
                        head.lower().replace("burnout", "Burnout"),
                        tuple(
                            None if (found := _figures(player, wager)) is None else 100 * found.loss
                            for player in listed
                        ),
                    )
                    for head, wager in HEADS
                ],
                unit="percentage points of the main wager a round",
                label_width=150,
            ),
            note="A player without a bar does not make the wager.",
        )


def _write_mistakes(composer: Composer, result: StrategyCostResult) -> None:
    """Write the dearest mistakes of each wager, and what is to be said of the others."""
    sides = [
        [mistake for mistake in result.mistakes if (mistake.chart == WITHOUT) is is_without]
        for is_without in (True, False)
    ]
    composer.text(
        f"{count(len(result.mistakes))} wrong decisions can come up: one cell of one chart is "
        "played otherwise each time it comes up, and everything else by the charts, hands after a "
        f"split too. {_gains_text(result.mistakes)} A decision is met when the dealer has looked "
        "and play goes on. The tables rank all that can be done, also what hardly anybody does; "
        "the charts further down hold the next-best decision of each cell."
    )
    for found, name in zip(sides, ("without Burnout", "with Burnout"), strict=True):
        if found:
            shown = COUNT(min(len(found), SHOWN_MISTAKES))
            caption = f"The {shown} wrong decisions that cost most, main wager {name}"
            composer.put(mistakes(caption, found, SHOWN_MISTAKES, "in the results file"))
    composer.text(f"Numerical error: at most {bound(result.error_bound)} main wagers.")


def _gains_text(mistakes: Sequence[Mistake]) -> str:
    """Return a sentence about decisions that cost nothing."""
    gains = [mistake for mistake in mistakes if mistake.verdict == "gains"]
    ties = sum(mistake.verdict == "tie" for mistake in mistakes)
    if not gains and not ties:
        return "Each of them costs something: no change of a single cell betters the charts."
    text = ""
    if ties:
        text = f"{count(ties)} of them cost nothing within the numerical error. "
    if not gains:
        return f"{text}No change of a single cell betters the charts."
    most = percent(-min(mistake.cost for mistake in gains))
    return (
        f"{text}{count(len(gains))} better the charts, by {most} percentage points a round at most:"
        " a chart serves all hands of a cell at once, those after a split too."
    )


def _write_charts(composer: Composer, result: StrategyCostResult) -> None:
    """Write every chart with the cost of the second-best decision in its cells."""
    composer.text(
        "Each cell holds what the chart says, the next-best decision, and below what that costs "
        "each time, in percent of the main wager: the cells with small figures are close "
        "decisions, those with large ones must be known. The darker the cell, the dearer. In the "
        "charts of cards to burn the cell names the card with which a mistake costs least, and "
        "that mistake."
    )
    for chart in result.charts:
        closest = _closest(chart)
        if closest is None:
            continue
        composer.figure(
            f"Cost of the next-best decision each time, % of the main wager: "
            f"{plain(chart.title[:1].lower() + chart.title[1:])}",
            cost_grid(chart),
            note=f"{closest} Letters as in the section on strategy.",
        )


def _closest(chart: CostChart) -> str | None:
    """Return a sentence about the closest decision of a chart; None if there is no decision."""
    cells = [
        (cell.cost_each, section.kind, row.hand, column)
        for section in chart.sections
        for row in section.rows
        for column, cell in enumerate(row.cells)
        if cell.cost_each is not None
    ]
    if not cells:
        return None
    costs = sorted(cost for cost, *_ in cells)
    middle = costs[len(costs) // 2]
    return (
        f"{count(len(cells))} decisions: the closest costs {_each(costs[0])} %, half of them cost "
        f"{_each(middle)} % or more, the dearest {_each(costs[-1])} %."
    )


def _each(cost: float) -> str:
    """Return what a decision costs each time, in percent."""
    return fixed(100 * cost, EACH_DIGITS) if cost else NONE
