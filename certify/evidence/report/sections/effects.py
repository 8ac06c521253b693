"""Effects of removal: what one card less in the shoe does to every wager."""

from __future__ import annotations

from dataclasses import replace

from certify.evidence.report.charts.bars import column_chart
from certify.evidence.report.charts.shoe_figures import SIDES_OF_MAIN
from certify.present.document import Composer
from certify.present.pdf.drawing import Bars
from certify.studies.shoe.result import ShoeResult
from certify.studies.shoe.view import effects_tables, identities_table

MOST_COLUMNS = 6
"""Effects beside each other in a table."""


def write_effects(composer: Composer, result: ShoeResult) -> None:
    """Write the effects of removal on every wager, and what exchangeability demands of them."""
    composer.text(
        "The effect of removal of a value is the change of a wager’s expectation when one card of "
        "that value leaves the shoe. With the strategy held it is a property of the shoe alone; "
        "with play made optimal the player knows the card and plays best without it."
    )
    charted = [effect for effect in result.effects if effect.wager in SIDES_OF_MAIN]
    if charted:
        labels = list(charted[0].effects)
        composer.figure(
            "Effect of removal of one card of each value on the main wager, strategy held",
            column_chart(
                labels,
                [
                    Bars(
                        SIDES_OF_MAIN[effect.wager],
                        tuple(_points(effect.effects[label]) for label in labels),
                    )
                    for effect in charted
                ],
                unit="percentage points of the main wager; by value of the card that is gone",
            ),
        )
    for shown in effects_tables(result.effects, MOST_COLUMNS):
        composer.put(shown)
    table = identities_table(result)
    verdict = "Every identity holds." if result.sound else "<b>Not every identity holds.</b>"
    composer.put(replace(table, note=f"{table.note} {verdict}"))


def _points(value: float | None) -> float | None:
    """Return a change in percentage points."""
    return None if value is None else 100 * value
