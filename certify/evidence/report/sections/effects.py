"""Effects of removal: what one card less in the shoe does to every wager."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from certify.evidence.report.charts.bars import column_chart
from certify.evidence.report.charts.shoe_figures import SIDES_OF_MAIN, by_group, is_bonus
from certify.present.document import Column, Composer, Row
from certify.present.figures import bound, percent
from certify.present.markup import plain
from certify.present.pdf.drawing import Bars
from certify.studies.shoe.result import EffectsResult, ShoeResult
from certify.studies.shoe.view import identities_table

MOST_COLUMNS = 8
"""Effects beside each other in a table."""

_Cells = tuple[str, EffectsResult, bool]
"""Title of a column, the effects, and whether they are those of play made optimal."""


def write_effects(composer: Composer, result: ShoeResult) -> None:
    """Write the effects of removal on every wager, and what exchangeability demands of them.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    result : ShoeResult
        The figures.
    """
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
    for groups in _effect_tables(result.effects):
        _write_effect_table(composer, groups)
    table = identities_table(result)
    verdict = "Every identity holds." if result.sound else "<b>Not every identity holds.</b>"
    composer.put(replace(table, note=f"{table.note} {verdict}"))


def _points(value: float | None) -> float | None:
    """Return a change in percentage points."""
    return None if value is None else 100 * value


def _effect_tables(effects: Sequence[EffectsResult]) -> list[list[tuple[str, list[_Cells]]]]:
    """Return the columns of each table under their heads."""
    tables: list[list[tuple[str, list[_Cells]]]] = [[]]
    for head, members in by_group(effects):
        columns: list[_Cells] = []
        for title, effect in members:
            columns.append((title or "held", effect, False))
            if effect.best_effects is not None:
                columns.append(("optimal", effect, True))
        used = sum(len(others) for _, others in tables[-1])
        starts_bonus = is_bonus(columns[0][1].wager) and any(
            not is_bonus(cells[1].wager) for _, others in tables[-1] for cells in others
        )
        if used + len(columns) > MOST_COLUMNS or starts_bonus:
            tables.append([])
        tables[-1].append((head, columns))
    return [table for table in tables if table]


def _write_effect_table(composer: Composer, groups: list[tuple[str, list[_Cells]]]) -> None:
    """Write one table of effects."""
    columns = [cells for _, members in groups for cells in members]
    labels = list(columns[0][1].effects)

    def line(title: str, text: Callable[[EffectsResult, bool], str]) -> Row:
        return (title, *(text(effect, best) for _, effect, best in columns))

    def effect_of(label: str) -> Row:
        return line(
            label,
            lambda effect, best: percent(
                ((effect.best_effects or {}) if best else effect.effects).get(label), signed=True
            ),
        )

    of_bonus = is_bonus(columns[0][1].wager)
    composer.table(
        "Effects of removal in percentage points of the wager: "
        + ("Bonus wagers, strategy held" if of_bonus else "main wager and insurance"),
        [
            Column("Card gone", 31, "bold"),
            *(Column(title, 27, "number") for title, _, _ in columns),
        ],
        [
            *(effect_of(label) for label in labels),
            line("Weighted sum", _sum_text),
            line("Full shoe", lambda effect, _: percent(effect.value)),
        ],
        groups=[("", 1), *((plain(head), len(members)) for head, members in groups)],
        total=True,
        note=(
            "Full shoe: the expectation in percent of the wager. The return of a Bonus wager is no "
            "expectation of one round, so its sum need not vanish; the sums of the chances it is "
            "made of do (next table)."
            if of_bonus
            else "Held: the strategy that is optimal for the full shoe. Optimal: play made optimal "
            "without the card. Weighted sum: the effects weighted by the cards of the shoe, for "
            "insurance less the ace that is shown; where it must be zero its absolute value is "
            "given, which is rounding alone. Full shoe: the expectation in percent of the wager."
        ),
    )


def _sum_text(effect: EffectsResult, best: bool) -> str:
    """Return a weighted sum in percentage points."""
    if best:
        return percent(effect.best_weighted_sum, signed=True)
    if effect.demanded == "zero":
        return bound(100 * abs(effect.weighted_sum))
    return percent(effect.weighted_sum, signed=True)
