"""The rulings where the source is silent, and what each alternative does to the figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from certify.evidence.report.charts.bars import bar_chart
from certify.present.document import Column, Composer, Row, Table, Text
from certify.present.figures import percent
from certify.present.markup import plain
from certify.present.pdf.drawing import Bars
from certify.studies.certification.result import AlternativeEffect, Certification, RulingText
from certify.studies.item.result import AlternativeText, Decision

FIGURE_LINES = 24
"""Alternatives in one figure; more would not fit on a page."""


def write_rulings(composer: Composer, certification: Certification) -> None:
    """Write every ruling with its alternatives, and a chart of the effects."""
    composer.new_page()
    composer.section("Rulings")
    shoe = certification.shoes[0].label.lower() if certification.shoes else ""
    composer.text(
        "The source leaves these questions to house procedures or to interpretation. Each was "
        "decided as stated; each alternative that changes a figure was computed unless it says "
        "otherwise. Expectations are the player’s, "
        f"optimal strategy, {plain(shoe)}, in percent of the main wager; changes are in percentage "
        "points of the main wager against the figures of this report. With Burnout means net of "
        "the payment. A dash: no figure of the main wager changes; what other readings do to the "
        "Bonus wagers is told in the section on these."
    )
    _write_figures(composer, certification.rulings)
    for ruling in certification.rulings:
        _write_ruling(composer, ruling)


def _write_figures(composer: Composer, rulings: tuple[RulingText, ...]) -> None:
    """Write the chart of the effects, in as many figures as it needs."""
    lines = [
        (_line_label(ruling, alternative), alternative)
        for ruling in rulings
        for alternative in ruling.alternatives
        if alternative.change_main is not None or alternative.change_main_burnout is not None
    ]
    changes = [
        _points(change)
        for _, alternative in lines
        for change in (alternative.change_main, alternative.change_main_burnout)
    ]
    for start in range(0, len(lines), FIGURE_LINES):
        part = lines[start : start + FIGURE_LINES]
        composer.figure(
            "Change of the expectation under each alternative reading",
            bar_chart(
                [label for label, _ in part],
                [
                    Bars("without Burnout", tuple(_points(a.change_main) for _, a in part)),
                    Bars("with Burnout", tuple(_points(a.change_main_burnout) for _, a in part)),
                ],
                unit="percentage points of the main wager",
                shown=changes,
            ),
        )


def _line_label(ruling: RulingText, alternative: AlternativeEffect) -> str:
    """Return the label of an alternative in the chart."""
    changes = ", ".join(f"{name} = {value}" for name, value in alternative.settings)
    return f"{ruling.id}: {changes or alternative.text}"


def _points(value: float | None) -> float | None:
    """Return a change in percentage points."""
    return None if value is None else value * 100


def _write_ruling(composer: Composer, ruling: RulingText) -> None:
    """Write one ruling as a block that stays on one page."""
    composer.labelled(ruling.id, ruling.question)
    block: list[Text | Table] = [*decision_texts(ruling, ruling.alternatives)]
    computed = [alternative for alternative in ruling.alternatives if alternative.settings]
    if computed:
        block.append(
            Table(
                [
                    Column("Alternative", 46),
                    Column("Settings", 54, "mono"),
                    Column("Without<br/>Burnout, %", 22, "number"),
                    Column("Change,<br/>points", 22, "number"),
                    Column("With<br/>Burnout, %", 22, "number"),
                    Column("Change,<br/>points", 22, "number"),
                ],
                [_alternative_row(alternative) for alternative in computed],
            )
        )
    composer.add(*block)


def decision_texts(ruling: Decision, alternatives: Sequence[AlternativeText]) -> list[Text]:
    """Return what was decided, why, and the alternatives that no setting carries."""
    parameters = ", ".join(
        f'<font name="IBMPlexMono" size="7.8">{plain(name)}</font>' for name in ruling.parameters
    )
    text = f"<b>Decided:</b> {plain(ruling.decided)} <b>Why:</b> {plain(ruling.why)}"
    if parameters:
        text += f" <b>Parameters:</b> {parameters}."
    texts = [text]
    texts += [
        f"<b>Alternative:</b> {plain(alternative.text)}."
        for alternative in alternatives
        if not alternative.settings
    ]
    return [Text(markup) for markup in texts]


def settings_tables(
    alternatives: Sequence[AlternativeText],
    changes: Callable[[AlternativeText], str] | None = None,
) -> list[Table]:
    """Return the table of the alternatives that settings carry, if there are any.

    `changes`: returns what an alternative changes, as markup; left out, there is no column of it.
    """
    carried = [alternative for alternative in alternatives if alternative.settings]
    if not carried:
        return []
    return [
        Table(
            [
                Column("Alternative", 100 if changes is None else 70),
                Column("Settings", 68 if changes is None else 44, "mono"),
                *([] if changes is None else [Column("What it changes", 58)]),
            ],
            [
                (
                    plain(alternative.text),
                    "<br/>".join(
                        f"{plain(name)} = {plain(value)}" for name, value in alternative.settings
                    ),
                    *([] if changes is None else [changes(alternative)]),
                )
                for alternative in carried
            ],
        )
    ]


def _alternative_row(alternative: AlternativeEffect) -> Row:
    """Return the line of an alternative."""
    return (
        plain(alternative.text),
        "<br/>".join(f"{plain(name)} = {plain(value)}" for name, value in alternative.settings),
        percent(alternative.ev_main),
        percent(alternative.change_main, signed=True),
        percent(alternative.ev_main_burnout),
        percent(alternative.change_main_burnout, signed=True),
    )
