"""The strategy charts, what they cost, and what players and wrong decisions cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from certify.present.composer import Composer
from certify.present.markup import mono, plain
from certify.present.quantity import COUNT, EXPECTATION, RATE, small
from certify.studies.certification.result import Certification
from certify.studies.strategy.cost_result import (
    Mistake,
    PlayerResult,
    PlayerWager,
    StrategyCostResult,
    WagerId,
)
from certify.studies.strategy.cost_view import (
    SHOWN_MISTAKES,
    cost_charts,
    loss_charts,
    mistakes,
    players,
)
from certify.studies.strategy.result import CompositionException, StrategyResult
from certify.studies.strategy.view import chart_figures, cost_table, exceptions_table

SHOWN_EXCEPTIONS = 12
"""Exceptions printed for each shoe and wager; the results file holds them all."""


def write_strategy(composer: Composer, certification: Certification) -> None:
    """Write the charts of the first shoe."""
    composer.new_page()
    composer.section("Strategy")
    composer.text(
        "The charts are the basic strategy of this report: they depend on the hand’s total, on the "
        "upcard and, with Burnout, on the card just drawn. They were derived by the engine and "
        "their return was computed exactly. Columns: the dealer’s upcard; T is a ten, jack, queen "
        "or king, A an ace. Rows: the player’s hand. The letter decides; the colour repeats it."
    )
    for shoe in certification.shoes[:1]:
        write_charts(composer, shoe.strategy, shoe.label.lower())


def write_other_strategies(composer: Composer, certification: Certification) -> None:
    """Write the charts of the other shoes."""
    others = certification.shoes[1:]
    if not others:
        return
    composer.section("Strategy with other shoes")
    for shoe in others:
        composer.subsection(plain(shoe.label), in_contents=False)
        write_charts(composer, shoe.strategy, shoe.label.lower())


def write_charts(composer: Composer, strategy: StrategyResult, where: str) -> None:
    """Write charts, what following them costs, and the exceptions; `where`: of which shoe."""
    table = cost_table(strategy)
    digest = f"SHA-256 of the charts {mono(strategy.strategy_sha256)}"
    composer.put(replace(table, note=digest), where)
    for figure in chart_figures(strategy.charts):
        composer.put(figure, where)
    _write_exceptions(composer, where, strategy)


def _write_exceptions(composer: Composer, where: str, strategy: StrategyResult) -> None:
    """Write the two-card hands that optimal play treats otherwise, the dearest first."""
    ordered = sorted(strategy.exceptions, key=lambda exception: -exception.gain)
    if not ordered:
        composer.text("No two-card hand departs from the charts under optimal play.")
        return
    sides = [
        [exception for exception in ordered if exception.with_burnout is with_burnout]
        for with_burnout in (False, True)
    ]
    table = exceptions_table(
        [exception for side in sides for exception in side[:SHOWN_EXCEPTIONS]],
        "Letters as in the charts. The gain is given that the dealer has no blackjack, each time "
        f"the hand comes up.{_more(sides)}",
    )
    composer.put(table, where)


def _more(sides: Sequence[Sequence[CompositionException]]) -> str:
    """Return a sentence about the exceptions that are not printed."""
    hidden = sorted(
        (exception.gain for side in sides for exception in side[SHOWN_EXCEPTIONS:]), reverse=True
    )
    if not hidden:
        return ""
    return (
        f" {COUNT(len(hidden))} more, each worth {EXPECTATION(hidden[0])} % of the main wager or "
        "less, are in the results file."
    )


# What other play costs

WITHOUT = "without_burnout"
WAGER_TEXTS: dict[WagerId, str] = {
    "main": "the main wager without Burnout",
    "main_burnout": "the main wager with Burnout",
}
DECISIONS = (
    "Each cell holds what the chart says, the next-best decision, and below what that costs "
    "each time, in percent of the main wager: the cells with small figures are close "
    "decisions, those with large ones must be known. The darker the cell, the dearer. In the "
    "charts of cards to burn the cell names the card with which a mistake costs least, and "
    "that mistake."
)


def write_strategy_cost(composer: Composer, certification: Certification) -> None:
    """Write what players and wrong decisions cost, if it was worked out."""
    result = certification.strategy_cost
    if result is None:
        return
    composer.new_page()
    composer.section("Strategy cost")
    composer.text(_finding(result))
    composer.subsection("Players", in_contents=False)
    for figure in loss_charts(result):
        composer.put(figure)
    composer.put(players(result, "main", described=True))
    composer.put(players(result, "main_burnout"))
    if result.mistakes:
        composer.subsection("Wrong decisions", in_contents=False)
        _write_mistakes(composer, result)
    if result.charts:
        composer.subsection("How much each decision matters", in_contents=False)
        composer.text(DECISIONS)
        for figure in cost_charts(result):
            composer.put(figure)


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
            f"On {text} a player who follows the charts loses {RATE(chart)} percentage points "
            f"against optimal play; of the players below the one who loses most "
            f"(“{plain(dearest.title)}”) loses {RATE(loss)} points."
        )
    best = WAGER_TEXTS[result.best_wager]
    return (
        f"{' '.join(found)} The best that these rules offer is {RATE(result.best_ev)} % of the "
        f"main wager a round, on {best}. All expectations are exact, for {_shoe(result)}, in "
        "percent of the main wager a round, with Burnout net of the payment. A loss is what a "
        "player’s expectation falls short of optimal play of the same wager, in percentage points "
        "of the main wager a round."
    )


def _shoe(result: StrategyCostResult) -> str:
    """Return the shoe in words."""
    return f"a shoe of {COUNT(sum(result.shoe.values()))} cards"


def _figures(player: PlayerResult, wager: WagerId) -> PlayerWager | None:
    """Return what a player comes to on a wager."""
    return player.main if wager == "main" else player.main_burnout


def _write_mistakes(composer: Composer, result: StrategyCostResult) -> None:
    """Write the dearest mistakes of each wager, and what is to be said of the others."""
    sides = [
        [mistake for mistake in result.mistakes if (mistake.chart == WITHOUT) is is_without]
        for is_without in (True, False)
    ]
    composer.text(
        f"{COUNT(len(result.mistakes))} wrong decisions can come up: one cell of one chart is "
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
    composer.text(f"Numerical error: at most {small(result.error_bound)} main wagers.")


def _gains_text(mistakes: Sequence[Mistake]) -> str:
    """Return a sentence about decisions that cost nothing."""
    gains = [mistake for mistake in mistakes if mistake.verdict == "gains"]
    ties = sum(mistake.verdict == "tie" for mistake in mistakes)
    if not gains and not ties:
        return "Each of them costs something: no change of a single cell betters the charts."
    text = ""
    if ties:
        text = f"{COUNT(ties)} of them cost nothing within the numerical error. "
    if not gains:
        return f"{text}No change of a single cell betters the charts."
    most = RATE(-min(mistake.cost for mistake in gains))
    return (
        f"{text}{COUNT(len(gains))} better the charts, by {most} percentage points a round at most:"
        " a chart serves all hands of a cell at once, those after a split too."
    )
