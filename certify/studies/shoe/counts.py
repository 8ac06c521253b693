"""Effects of removal and counts for every wager, from the figures of eleven shoes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from certify.cards.ranks import RANK_LABELS
from certify.cards.shoe import IntVector
from certify.studies.shoe.result import (
    CountResult,
    EffectsResult,
    IdentityResult,
    WagerCounts,
)
from certify.studies.shoe.tags import (
    HI_LO,
    SYSTEMS,
    FloatArray,
    Line,
    System,
    Trigger,
    best_whole_tags,
    correlation,
    optimal_tags,
    reach_of,
    trigger_of,
)
from certify.studies.shoe.wagers import BURNOUT, EITHER, FIELD, INSURANCE, MAIN, Wager

TOLERANCE = 1e-9
"""Rounding error allowed in a sum that exchangeability requires."""

LEVELS = (1, 2, 3, 4)
"""Largest tags for which the best whole tags are sought."""

OPTIMAL, WHOLE = "optimal", "integer"
USED_LEVELS = (2, 1)
"""Levels of the whole tags whose gain is computed: the first that exists."""

QUANTITIES = {
    "fixed_main": (MAIN, "Main wager"),
    "fixed_main_burnout": ("main_burnout_gross", "With Burnout, before the payment"),
    "fixed_win": ("won", "Round won"),
    "fixed_loss": ("lost", "Round lost"),
    "fixed_win_burnout": ("won_burnout", "Round won with Burnout"),
    "fixed_loss_burnout": ("lost_burnout", "Round lost with Burnout"),
}
"""Fields that are expectations under one strategy, with their names in results."""

BEST_QUANTITIES = {
    "best_main": ("best_main", "Main wager, best play"),
    "best_main_burnout": (
        "best_main_burnout_gross",
        "With Burnout, before the payment, best play",
    ),
}


@dataclass(frozen=True)
class Removals:
    """Figures of a shoe, and of the shoe less one card, shape (kinds, fields).

    Those without a card of a kind that the shoe lacks are arbitrary. `labels` name the kinds.
    """

    start: IntVector
    full: FloatArray
    removed: FloatArray
    labels: tuple[str, ...] = RANK_LABELS

    @property
    def cards(self) -> int:
        """Cards of the shoe."""
        return int(self.start.sum())

    def effects(self) -> FloatArray:
        """Return the effects on every field, shape (kinds, fields); zero where there is no card."""
        there = (self.start > 0)[:, np.newaxis]
        return np.where(there, self.removed - self.full, 0.0)

    def linear(self, undealt: IntVector) -> FloatArray:
        """Return the figures of compositions, linear in the shares of the undealt cards.

        `undealt` has the shape (.., kinds), the result (.., fields); exact for a full shoe less one
        card.
        """
        left = np.maximum(undealt.sum(axis=-1, keepdims=True), 1)
        off = undealt / left - self.start / self.cards
        figures: FloatArray = self.full - (self.cards - 1) * (off @ self.effects())
        return figures

    def of_wager(self, wager: Wager, *, best: bool = False) -> tuple[float, FloatArray]:
        """Return the expectation of a wager, and the effects on it, shape (kinds,)."""
        value_of = wager.best if best else wager.fixed
        value = float(value_of(self.full, self.start))
        less = self.start - np.eye(len(self.start), dtype=np.int64)
        there = wager.unseen(self.start) > 0
        return value, np.where(there, value_of(self.removed, less) - value, 0.0)


@dataclass(frozen=True)
class Call:
    """A count by which a wager is made: any of `bets` calls for it.

    `buys` is when to pay for Burnout, where that is decided round by round.
    """

    name: str
    title: str
    tags: FloatArray
    bets: tuple[Trigger, ...]
    buys: Trigger | None = None


def effects_of(removals: Removals, wager: Wager) -> EffectsResult:
    """Return the effects of removal on a wager."""
    value, effects = removals.of_wager(wager)
    weights = wager.unseen(removals.start)
    best = removals.of_wager(wager, best=True)[1] if wager.improves else None
    linear = wager.kept is not None or wager.name == INSURANCE
    return EffectsResult(
        wager=wager.name,
        title=wager.title,
        value=value,
        effects=_by_label(effects, weights, removals.labels),
        best_effects=None if best is None else _by_label(best, weights, removals.labels),
        weights=_whole(weights, removals.labels),
        weighted_sum=_weighted(effects, weights),
        demanded="zero" if linear else None,
        best_weighted_sum=None if best is None else _weighted(best, weights),
        unit=wager.unit,
    )


def identities_of(removals: Removals, wagers: Sequence[Wager]) -> tuple[IdentityResult, ...]:
    """Return the sums of effects that exchangeability requires, and whether they hold.

    Notes
    -----
    Conditioning: none; for insurance, on an ace shown.
    Method: burning an unseen card from the top changes nothing, so the mean of an expectation under
        one strategy over the burned card is the expectation itself. If play is made optimal for
        what is left, the mean is not lower: knowing the card cannot hurt.
    Error: 1e-9 is allowed.
    Source: derived here.
    """
    effects = removals.effects()
    found = []
    for names, best in ((QUANTITIES, False), (BEST_QUANTITIES, True)):
        for field, (quantity, title) in names.items():
            total = _weighted(effects[:, FIELD[field]], removals.start)
            if not isnan(total):
                found.append(_identity(quantity, title, total, best=best))
    for wager in wagers:
        if wager.name == INSURANCE:
            total = _weighted(removals.of_wager(wager)[1], wager.unseen(removals.start))
            found.append(_identity(wager.name, "Insurance, an ace shown", total, best=False))
    return tuple(found)


def counts_of(
    removals: Removals,
    wager: Wager,
    systems: Sequence[System] = SYSTEMS,
    levels: Sequence[int] = LEVELS,
) -> WagerCounts:
    """Return every count for a wager: optimal real tags, best whole tags by level, published."""
    start = removals.start
    value, effects = removals.of_wager(wager)
    found: list[tuple[str, str, str, int | None, FloatArray, bool]] = []
    real = optimal_tags(effects, start)
    if real is not None:
        found.append((OPTIMAL, "Optimal, real tags", OPTIMAL, None, real, True))
    for level in levels:
        whole = best_whole_tags(effects, start, level)
        if whole is not None:
            tags = np.array(whole, dtype=np.float64)
            title = f"Best whole tags, level {level}"
            found.append((f"{WHOLE}.{level}", title, WHOLE, level, tags, True))
    for system in systems:
        tags = np.array(system.tags, dtype=np.float64)
        found.append((system.name, system.title, "published", system.level, tags, system.balanced))
    results = []
    for name, title, kind, level_of, tags, balanced in found:
        line = wager.line(effects, tags, start, value)
        trigger = trigger_of(line, reach_of(tags, start))
        results.append(
            CountResult(
                name=name,
                title=title,
                kind=kind,  # type: ignore[arg-type]
                level=level_of,
                tags=dict(zip(removals.labels, tags.tolist(), strict=True)),
                balanced=balanced,
                correlation=correlation(effects, tags, start),
                slope=line.slope,
                trigger=trigger.count,
                direction=trigger.direction,
            )
        )
    return WagerCounts(wager=wager.name, title=wager.title, counts=tuple(results))


def calls_of(
    removals: Removals, wagers: dict[str, Wager], wager: Wager, counts: WagerCounts
) -> list[Call]:
    """Return the counts whose gain is computed: optimal tags, the best whole ones, and Hi-Lo."""
    by_name = {count.name: count for count in counts.counts}
    whole = [f"{WHOLE}.{level}" for level in USED_LEVELS if f"{WHOLE}.{level}" in by_name]
    found = []
    for name in (OPTIMAL, *whole[:1], HI_LO.name):
        if name not in by_name:
            continue
        count = by_name[name]
        tags = np.array(list(count.tags.values()))
        if wager.name != EITHER:
            bets: tuple[Trigger, ...] = (Trigger(count.trigger, count.direction),)
            found.append(Call(name, count.title, tags, bets))
            continue
        without, bought = (_line(removals, wagers[part], tags) for part in (MAIN, BURNOUT))
        option = Line(bought.at_zero - without.at_zero, bought.slope - without.slope)
        reach = reach_of(tags, removals.start)
        bets = (trigger_of(without, reach), trigger_of(bought, reach))
        found.append(Call(name, count.title, tags, bets, trigger_of(option, reach)))
    return found


def _line(removals: Removals, wager: Wager, tags: FloatArray) -> Line:
    value, effects = removals.of_wager(wager)
    return wager.line(effects, tags, removals.start, value)


def _identity(quantity: str, title: str, total: float, *, best: bool) -> IdentityResult:
    return IdentityResult(
        quantity=quantity,
        title=title,
        weighted_sum=total,
        demanded="not_negative" if best else "zero",
        tolerance=TOLERANCE,
        holds=total >= -TOLERANCE if best else abs(total) <= TOLERANCE,
    )


def _weighted(effects: FloatArray, weights: IntVector) -> float:
    return float(effects @ weights) / float(weights.sum())


def _by_label(
    effects: FloatArray, weights: IntVector, labels: Sequence[str]
) -> dict[str, float | None]:
    return {
        label: float(effect) if weight > 0 else None
        for label, effect, weight in zip(labels, effects, weights, strict=True)
    }


def _whole(weights: IntVector, labels: Sequence[str]) -> dict[str, int]:
    return dict(zip(labels, weights.tolist(), strict=True))
