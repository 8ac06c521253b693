"""How it is shown that the expectation of each wager spreads as the shoe is dealt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.present.charts import FanBand, FanChart, LineChart, bars
from certify.present.document import Column, Figure, Row, Table
from certify.present.markup import plain
from certify.present.quantity import COUNT, NONE, Quantity
from certify.studies.shoe.count_view import BONUS, head_of
from certify.studies.shoe.result import (
    Estimated,
    PenetrationResult,
    ShoeResult,
    ShoeSample,
    StratumResult,
)

SHARE = Quantity(2, 100)
SHOWN_QUANTILES = ("1", "25", "50", "75", "99")
BANDS = (("1", "99"), ("5", "95"), ("25", "75"))
MEDIAN = "50"
CHARTED = ("main", "main_burnout")
"""Wagers that have a fan and a table of their own."""
PLAYS = {"fixed": "strategy of the full shoe", "best": "play optimal for each composition"}
MOST_LINES = 4
DEPTH = "% of the shoe dealt when the round begins"
PENETRATION_NOTE = (
    "SD: standard deviation between compositions; then quantiles; > 0: share of the rounds with an"
    " expectation above zero, of those in which the wager is offered; edge: the mean of these,"
    " where the sample is large enough to tell it."
)


def with_error(estimate: Estimated, quantity: Quantity) -> tuple[str, str]:
    """Return an estimate and half its interval as two cells."""
    if estimate.value is None:
        return NONE, NONE
    return quantity(estimate.value), quantity(estimate.half_width)


def depths(spread: PenetrationResult) -> Table:
    """Return how the expectation of a wager spreads, by how much of the shoe is dealt."""
    rows = [_spread(f"{100 * stratum.penetration:.1f} %", stratum) for stratum in spread.strata]
    return Table(
        [Column("Dealt", 40), *SPREAD],
        [*rows, _spread("all", spread.overall)],
        caption=plain(f"{spread.title}, {_play(spread)}: by penetration, % of the wager"),
        note=plain(PENETRATION_NOTE),
        total=True,
        is_numbered=True,
    )


def overall(sample: ShoeSample) -> Table:
    """Return how the expectation of each wager spreads at any depth before the cut card."""
    return Table(
        [Column("Wager", 90), *SPREAD],
        [_spread(head_of(spread.wager), spread.overall) for spread in shown_spreads(sample)],
        caption="Expectation of each wager at any depth before the cut card, % of the wager",
        note=plain(PENETRATION_NOTE),
        is_numbered=True,
    )


def shown_spreads(sample: ShoeSample) -> list[PenetrationResult]:
    """Return of each wager the best play if that was worked out, else the fixed strategy."""
    return [spread for spread in sample.penetration if not _is_behind(spread, sample)]


def _is_behind(spread: PenetrationResult, sample: ShoeSample) -> bool:
    """Return whether there is the best play of the wager to be shown instead."""
    return spread.play == "fixed" and any(
        other.wager == spread.wager and other.play == "best" for other in sample.penetration
    )


def _play(spread: PenetrationResult) -> str:
    return "best play" if spread.play == "best" else "fixed strategy"


SPREAD = tuple(
    Column(head, 34, "number")
    for head in ("Mean", "SD", *(f"{q} %" for q in SHOWN_QUANTILES), "&gt; 0", "±", "Edge")
)
"""Columns of the spread of an expectation."""


def _spread(label: str, stratum: StratumResult) -> Row:
    return (
        label,
        SHARE(stratum.mean.value),
        SHARE(stratum.sd),
        *(SHARE(stratum.quantiles[percent]) for percent in SHOWN_QUANTILES),
        *with_error(stratum.favourable, SHARE),
        SHARE(_told(stratum.mean_when_favourable)),
    )


def _told(estimate: Estimated) -> float | None:
    """Return an estimate that its interval tells from zero."""
    if estimate.value is None or estimate.half_width is None:
        return None
    return estimate.value if estimate.half_width < abs(estimate.value) else None


# Charts


def charted_spreads(sample: ShoeSample) -> list[PenetrationResult]:
    """Return the spreads of which there are charts and tables by depth."""
    return [spread for spread in shown_spreads(sample) if spread.wager in CHARTED]


def spread_charts(result: ShoeResult, sample: ShoeSample) -> Iterator[Figure]:
    """Yield the quantiles of the main wager by penetration, and the shares in favour of all."""
    values = {effect.wager: effect.value for effect in result.effects}
    charted = charted_spreads(sample)
    ends = [
        100 * stratum.quantiles[quantile]
        for spread in charted
        for stratum in spread.strata
        for quantile in BANDS[0]
    ]
    for spread in charted:
        yield Figure.of(
            f"{spread.title}: quantiles of the expectation by penetration, {PLAYS[spread.play]}",
            _fan(spread, values.get(spread.wager), ends),
        )
    lines = [each for each in shown_spreads(sample) if not each.wager.startswith(BONUS)]
    if lines:
        yield Figure.of(
            "Share of the rounds in which a wager is in the player’s favour, by penetration",
            LineChart(
                _places(lines[0]),
                [
                    bars(each.title, [stratum.favourable.value for stratum in each.strata], SHARE)
                    for each in lines[:MOST_LINES]
                ],
                "% of the rounds in which it is offered",
                DEPTH,
            ),
            note=_bonus_note(shown_spreads(sample)),
        )


def _places(spread: PenetrationResult) -> list[float]:
    """Return where the strata stand, in percent of the shoe."""
    return [100 * stratum.penetration for stratum in spread.strata]


def _fan(spread: PenetrationResult, full: float | None, shown: Sequence[float]) -> FanChart:
    """Return the quantiles in percent, beginning with the full shoe, which is one composition."""

    def along(quantile: str) -> tuple[float, ...]:
        found = [stratum.quantiles[quantile] for stratum in spread.strata]
        return tuple(100 * value for value in [found[0] if full is None else full, *found])

    means = [stratum.mean.value for stratum in spread.strata]
    known = [means[0] if full is None else full, *means]
    quantiles = [
        f"mean {SHARE(stratum.mean.value)}, "
        + ", ".join(f"{name} %: {SHARE(stratum.quantiles[name])}" for name in SHOWN_QUANTILES)
        for stratum in spread.strata
    ]
    dealt = [f"{100 * each.penetration:.1f} % dealt" for each in spread.strata]
    first = quantiles[0] if full is None else SHARE(full)
    return FanChart(
        [0.0, *_places(spread)],
        tuple(FanBand(f"{low} to {high} %", along(low), along(high)) for low, high in BANDS),
        along(MEDIAN),
        tuple(100 * (value or 0.0) for value in known),
        f"% of the {spread.unit.removesuffix('s')}",
        DEPTH,
        [f"full shoe: {first}", *map(": ".join, zip(dealt, quantiles, strict=True))],
        shown,
    )


def _bonus_note(shown: Sequence[PenetrationResult]) -> str:
    """Return a sentence about the Bonus wagers, which have no line."""
    found = [
        (stratum.favourable.value or 0.0, spread, stratum)
        for spread in shown
        if spread.wager.startswith(BONUS)
        for stratum in spread.strata
    ]
    if not found:
        return ""
    most, spread, stratum = max(found, key=lambda each: each[0])
    if not most:
        return "No Bonus wager is in the player’s favour in any part of the shoe."
    last = max(stratum.dealt_to - 1, stratum.dealt_from)
    return (
        f"Of the Bonus wagers none is in the player’s favour in more than {SHARE(most)} % of the "
        f"rounds of any part of the shoe ({spread.title}, {COUNT(stratum.dealt_from)} to "
        f"{COUNT(last)} cards gone)."
    )
