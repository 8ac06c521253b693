"""Strategy charts, their cost, and the hands that optimal play treats differently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from certify.cards.charts import UPCARDS
from certify.cards.ranks import RANK_LABELS
from certify.exact.blackjack.card import (
    AfterBurn,
    BurnTable,
    FirstActions,
    StrategyCard,
    decisions_of,
)
from certify.exact.blackjack.decisions import ACTION_LETTERS, Decisions
from certify.exact.blackjack.first import FloatArray, Stage, first_values
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.solve import Solution
from certify.runtime.context import Context
from certify.studies.strategy.result import (
    Chart,
    ChartRow,
    ChartSection,
    CompositionException,
    StrategyResult,
)
from certify.studies.twenty_one import BASIC, BlackjackGame, card_sha256

KIND = "strategy"

ACTIONS_NOTE = "{what}. The hand is the row, the dealer's upcard the column."
BURNS_NOTE = (
    "The row is the hand before the card was drawn, the column the dealer's upcard; the cell lists"
    " the drawn cards to burn: 7-T every card from 7 to T, - none, . no card is drawn."
)


def strategy_study(
    game: BlackjackGame, card: StrategyCard | None = None, *, context: Context | None = None
) -> StrategyResult:
    """Return a card's charts, their cost against optimal play, and the exceptions.

    The card is by default the total-dependent strategy that the tool derives.
    """
    key = {**game.key(), "strategy": card_sha256(card) if card else BASIC}
    return (context or Context()).kept(KIND, key, StrategyResult, lambda: _strategy(game, card))


def _strategy(game: BlackjackGame, card: StrategyCard | None) -> StrategyResult:
    solution = game.basic if card is None else game.evaluate_card(card)
    card = card or game.basic_card
    optimal = game.optimal
    payment = float(game.rules.burnout_payment)
    with_option, best = solution.main_burnout, optimal.main_burnout
    charts = charts_of(card)
    return StrategyResult(
        **game.loaded.provenance(),
        strategy=card.strategy.id,
        strategy_sha256=card_sha256(card),
        shoe=game.shoe.by_label(),
        charts=charts if with_option else plain_charts(charts),
        ev_main=solution.main.ev,
        ev_main_burnout=with_option.ev - payment if with_option else None,
        cost_main=optimal.main.ev - solution.main.ev,
        cost_main_burnout=best.ev - with_option.ev if best and with_option else None,
        exceptions=tuple(_exceptions(game, decisions_of(card, game.rules), optimal)),
        split_play=game.split_play,
    )


def charts_of(card: StrategyCard) -> tuple[Chart, ...]:
    """Return the five charts of a card, equal neighbouring rows printed as one."""
    return (
        _actions_chart(
            "without_burnout",
            "Without the Burnout payment",
            card.without_burnout,
            "Play without the option to burn",
        ),
        _actions_chart(
            "with_burnout",
            "With the Burnout payment, nothing burned yet",
            card.with_burnout,
            "Play while a card may still be burned",
        ),
        _burn_chart("burn_on_hit", "Which card to burn after a hit", card.burn_on_hit),
        _burn_chart("burn_on_double", "Which card to burn after a double", card.burn_on_double),
        _actions_chart(
            "after_burn",
            "After a card was burned on a hit",
            card.after_burn,
            "Play on with the replacement card",
        ),
    )


def plain_charts(charts: Sequence[Chart]) -> tuple[Chart, ...]:
    """Return the one chart that a game without the option to burn a card has."""
    chart = next(chart for chart in charts if chart.id == "without_burnout")
    note = ACTIONS_NOTE.format(what="Play by the total of the hand")
    return (chart.model_copy(update={"title": "Play", "note": note}),)


def _actions_chart(
    identity: Literal["without_burnout", "with_burnout", "after_burn"],
    title: str,
    actions: FirstActions | AfterBurn,
    what: str,
) -> Chart:
    sections = [_section("hard", actions.hard), _section("soft", actions.soft)]
    if isinstance(actions, FirstActions):
        pairs = {f"{label},{label}": row for label, row in actions.pairs.items()}
        sections.append(_section("pairs", pairs))
    return Chart(
        id=identity,
        title=title,
        note=ACTIONS_NOTE.format(what=what),
        cells="actions",
        sections=tuple(sections),
    )


def _burn_chart(
    identity: Literal["burn_on_hit", "burn_on_double"], title: str, burns: BurnTable
) -> Chart:
    return Chart(
        id=identity,
        title=title,
        note=BURNS_NOTE,
        cells="cards",
        sections=(_section("hard", burns.hard), _section("soft", burns.soft)),
    )


def _section(kind: Literal["hard", "soft", "pairs"], rows: dict[str, str]) -> ChartSection:
    merged: list[tuple[list[str], str]] = []
    for label, row in rows.items():
        if merged and merged[-1][1] == row and kind != "pairs":
            merged[-1][0].append(label)
        else:
            merged.append(([label], row))
    return ChartSection(
        kind=kind,
        rows=tuple(
            ChartRow(
                hand=labels[0] if len(labels) == 1 else f"{labels[0]}-{labels[-1]}",
                cells=tuple(row.split()),
            )
            for labels, row in merged
        ),
    )


def _exceptions(
    game: BlackjackGame, chart: Decisions, optimal: Solution
) -> Iterator[CompositionException]:
    """Yield the two-card hands whose first decision differs in optimal play."""
    best = optimal.decisions
    stages = [(False, optimal.without, chart.first, best.first)]
    if optimal.option is not None:
        stages.append((True, optimal.option, chart.option_first, best.option_first))
    for with_burnout, stage, chart_first, best_first in stages:
        gain = _gain(game, stage, optimal, chart_first, best_first)
        shoe = game.values
        for upcard in (RANK_LABELS.index(label) for label in UPCARDS):
            for hand in shoe.two_cards:
                differs = chart_first[upcard, hand] != best_first[upcard, hand]
                if hand == shoe.natural or not differs or shoe.deal[upcard, hand] == 0:
                    continue
                yield CompositionException(
                    cards=",".join(
                        RANK_LABELS[rank]
                        for rank in np.repeat(np.arange(10), shoe.table.counts[hand])
                    ),
                    upcard=RANK_LABELS[upcard],
                    chart=ACTION_LETTERS[chart_first[upcard, hand]],
                    optimal=ACTION_LETTERS[best_first[upcard, hand]],
                    gain=float(gain[upcard, hand]),
                    with_burnout=with_burnout,
                )


def _gain(
    game: BlackjackGame,
    stage: Stage,
    optimal: Solution,
    chart_first: np.ndarray[tuple[int, int], np.dtype[np.int8]],
    best_first: np.ndarray[tuple[int, int], np.dtype[np.int8]],
) -> FloatArray:
    """Return the gain of the optimal first decision, given no dealer blackjack."""
    shoe = game.values
    best = first_values(shoe, best_first, stage, optimal.split)
    followed = first_values(shoe, chart_first, stage, optimal.split)
    no_blackjack = shoe.no_blackjack[:, NONE_BURNED]
    gain = np.zeros_like(best)
    np.divide(best - followed, no_blackjack, out=gain, where=no_blackjack > 0)
    return gain
