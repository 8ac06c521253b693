"""How the expectation of each wager spreads as the shoe is dealt."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.charts.penetration_charts import Fan, FanBand, fan_chart, share_chart
from certify.evidence.report.charts.shoe_figures import is_bonus
from certify.present.document import Composer
from certify.present.figures import count, percent
from certify.present.markup import plain
from certify.present.pdf.drawing import Bars
from certify.studies.shoe.result import PenetrationResult, ShoeResult, ShoeSample, StratumResult
from certify.studies.shoe.view import depths, overall, shown_spreads

SPREAD_DIGITS = 2
"""Decimals of a quantile in percent; the sample tells no more."""
BANDS = (("1", "99"), ("5", "95"), ("25", "75"))
MEDIAN = "50"
CHARTED = ("main", "main_burnout")
"""Wagers that have a fan and a table of their own."""
PLAYS = {"fixed": "strategy of the full shoe", "best": "play optimal for each composition"}
MOST_LINES = 4


def write_penetration(composer: Composer, result: ShoeResult, sample: ShoeSample) -> None:
    """Write distributions by penetration."""
    shown = shown_spreads(sample)
    if not shown:
        return
    composer.text(
        "The deeper a round lies in the shoe, the farther its expectation may be from that of the "
        "full shoe, to either side. Each round is valued before its first card is dealt; where "
        "play can follow the composition, it is taken to do so."
    )
    values = {effect.wager: effect.value for effect in result.effects}
    charted = [spread for spread in shown if spread.wager in CHARTED]
    ends = [
        100 * stratum.quantiles[quantile]
        for spread in charted
        for stratum in spread.strata
        for quantile in BANDS[0]
    ]
    for spread in charted:
        composer.figure(
            f"{plain(spread.title)}: quantiles of the expectation by penetration, "
            f"{PLAYS[spread.play]}",
            fan_chart(
                [0.0, *_places(spread)],
                _fan(spread, values.get(spread.wager)),
                unit=f"% of the {_singular(spread.unit)}",
                shown=ends,
            ),
        )
    _write_shares(composer, shown)
    composer.put(overall(sample))
    for spread in charted:
        composer.put(depths(spread))


def _singular(unit: str) -> str:
    """Return the wager of which a unit is."""
    return plain(unit.removesuffix("s"))


def _places(spread: PenetrationResult) -> list[float]:
    """Return where the strata stand, in percent of the shoe."""
    return [100 * stratum.penetration for stratum in spread.strata]


def _fan(spread: PenetrationResult, full: float | None) -> Fan:
    """Return the quantiles in percent, beginning with the full shoe, which is one composition."""

    def along(quantile: str) -> tuple[float, ...]:
        found = [stratum.quantiles[quantile] for stratum in spread.strata]
        return tuple(100 * value for value in [found[0] if full is None else full, *found])

    means = [stratum.mean.value for stratum in spread.strata]
    known = [full, *means] if full is not None else [means[0], *means]
    return Fan(
        bands=tuple(FanBand(f"{low} to {high} %", along(low), along(high)) for low, high in BANDS),
        median=along(MEDIAN),
        mean=tuple(100 * (value or 0.0) for value in known),
    )


def _write_shares(composer: Composer, shown: Sequence[PenetrationResult]) -> None:
    """Write the chart of the shares in the player's favour."""
    lines = [spread for spread in shown if not is_bonus(spread.wager)][:MOST_LINES]
    if not lines:
        return
    composer.figure(
        "Share of the rounds in which a wager is in the player’s favour, by penetration",
        share_chart(
            _places(lines[0]),
            [
                Bars(
                    spread.title,
                    tuple(_hundred(stratum.favourable.value) for stratum in spread.strata),
                )
                for spread in lines
            ],
            unit="% of the rounds in which it is offered",
        ),
        note=_bonus_note(shown),
    )


def _hundred(value: float | None) -> float | None:
    """Return a share in percent."""
    return None if value is None else 100 * value


def _bonus_note(shown: Sequence[PenetrationResult]) -> str:
    """Return a sentence about the Bonus wagers, which have no line."""
    found = [
        (stratum.favourable.value or 0.0, spread, stratum)
        for spread in shown
        if is_bonus(spread.wager)
        for stratum in spread.strata
    ]
    if not found:
        return ""
    most, spread, stratum = max(found, key=lambda each: each[0])
    if not most:
        return "No Bonus wager is in the player’s favour in any part of the shoe."
    return (
        f"Of the Bonus wagers none is in the player’s favour in more than "
        f"{percent(most, SPREAD_DIGITS)} % of the rounds of any part of the shoe "
        f"({plain(spread.title)}, {_part(stratum)} cards gone)."
    )


def _part(stratum: StratumResult) -> str:
    """Return a part of the shoe by the cards gone when its rounds begin."""
    last = max(stratum.dealt_to - 1, stratum.dealt_from)
    return f"{count(stratum.dealt_from)} to {count(last)}"
