"""Length: decisions of a game, what stops it, and what the rules record of it."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.charts.fairness_charts import Span, span_chart
from certify.evidence.report.charts.fairness_figures import (
    PlayerKey,
    bands,
    basis,
    both_cells,
    digits_of,
    group_title,
    inline,
    mean_cells,
    number_text,
    players_text,
    quantile_cells,
    value_text,
)
from certify.evidence.report.sections.multiplayer.meanings import limit_sentences
from certify.present.document import Column, Composer, Row
from certify.present.figures import NONE, count, fixed
from certify.present.markup import plain
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.length_of_play import QUANTILES, LengthOfPlay, MeasureFigures

MEAN_DIGITS = 3
CAP_DIGITS = 6
MEASURE_DIGITS = 4


def length_section(composer: Composer, result: FairnessResult) -> None:
    """Write how long games last, and whether they end.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    result : FairnessResult
        The study.
    """
    tables = [table for table in result.tables if table.lengths]
    if not tables:
        return
    composer.new_page()
    composer.section("Length of play")
    composer.text(
        "All seats are played by the same player. The rules ask one player for each "
        f"decision; it counts even where a single option is left. {_finding(tables)}"
    )
    where = basis([table.players for table in tables])
    _write_decisions(composer, tables, where)
    _write_chart(composer, tables, where)
    _write_caps(composer, tables, where)
    _write_measures(composer, tables, where, PlayerKey(result))


def _finding(tables: Sequence[TableResult]) -> str:
    """Return between which means the length of games lies."""
    means = [
        (length.decisions.mean.value, table.players, length)
        for table in tables
        for length in table.lengths
    ]
    least, most = (chosen(means, key=lambda each: each[0]) for chosen in (min, max))
    if least is most:
        return (
            f"A game has {inline(least[2].decisions.mean, most=MEAN_DIGITS)} decisions on average."
        )
    many = len(tables) > 1
    ends = [
        f"{value_text(length.decisions.mean, most=MEAN_DIGITS)} ({plain(length.player)}"
        + (f", {players_text(players)})" if many else ")")
        for _, players, length in (least, most)
    ]
    return f"A game has between {ends[0]} and {ends[1]} decisions on average."


def _write_decisions(composer: Composer, tables: Sequence[TableResult], where: str) -> None:
    """Write the quantiles of the number of decisions."""
    rows: list[Row] = []
    for table in tables:
        rows += bands(table, tables)
        rows += [
            (
                plain(length.player),
                count(length.games),
                *both_cells(length.decisions.mean, most=MEAN_DIGITS),
                number_text(length.decisions.least),
                *quantile_cells(length.decisions),
                number_text(length.decisions.most),
            )
            for length in table.lengths
        ]
    composer.table(
        f"Decisions of a game{where}",
        [
            Column("All seats played by", 42),
            Column("Games", 22, "number"),
            Column("Mean", 18, "number"),
            Column("interval", 34, "number"),
            Column("Least", 13, "number"),
            *(Column(f"{fixed(100 * share, 0)} %", 12, "number") for share in QUANTILES),
            Column("Most", 14, "number"),
        ],
        rows,
        note=(
            "Quantiles are exact ones of the games played; a dash where games are too long for "
            "them to be counted."
        ),
        breakable=len(rows) > 10,
    )


def _write_chart(composer: Composer, tables: Sequence[TableResult], where: str) -> None:
    """Write the chart of the quantiles."""
    groups = []
    for table in tables:
        spans = [_span(length) for length in table.lengths if length.decisions.quantiles]
        if spans:
            groups.append((group_title(table, tables), spans))
    left_out = any(
        length.decisions.quantiles is None for table in tables for length in table.lengths
    )
    if groups:
        composer.figure(
            f"Decisions of a game{where}",
            span_chart(groups, unit="decisions"),
            note=(
                "The box holds the middle half of the games, the stroke in it is the median, the "
                "dot the mean; the line goes from the 1 % to the 99 % quantile."
                + (" Players without quantiles are left out." if left_out else "")
            ),
        )


def _span(length: LengthOfPlay) -> Span:
    """Return the quantiles of a player's games as a line of the chart."""
    least, first, middle, third, most = length.decisions.quantiles or (0.0,) * len(QUANTILES)
    mean = length.decisions.mean.value
    return Span(length.player, (least, most), (first, middle, third), mean)


def _write_caps(composer: Composer, tables: Sequence[TableResult], where: str) -> None:
    """Write what is stopped by a limit."""
    composer.subsection("Games stopped by a limit")
    every = [(length, cap) for table in tables for length in table.lengths for cap in length.caps]
    if not every:
        composer.text(
            "The rules record no limit that stops a game or a part of one; every game came to its "
            "end."
        )
        return
    games = sum(length.games for table in tables for length in table.lengths if length.caps)
    if all(cap.most == 0.0 for _, cap in every):
        names = sorted({cap.name for _, cap in every})
        player, ends = min(
            ((length.player, cap.mean) for length, cap in every), key=lambda each: each[1].high
        )
        composer.text(
            f"None of {count(games)} games met a limit ({plain(', '.join(names))}). The narrowest "
            f"interval, with {plain(player)} in all seats, ends at "
            f"{fixed(ends.high, digits_of(ends, most=CAP_DIGITS))} times a game."
        )
        return
    rows: list[Row] = []
    for table in tables:
        rows += bands(table, tables)
        for length in table.lengths:
            rows += [
                (
                    "" if number else plain(length.player),
                    plain(cap.name),
                    count(length.games),
                    *both_cells(cap.mean, most=CAP_DIGITS),
                    number_text(cap.most),
                )
                for number, cap in enumerate(length.caps)
            ]
    for sentence in limit_sentences(tables):
        composer.text(sentence)
    composer.table(
        f"How often a limit is met{where}",
        [
            Column("All seats played by", 44),
            Column("Limit", 34),
            Column("Games", 24, "number"),
            Column("Times a game", 24, "number"),
            Column("interval", 38, "number"),
            Column("Most in<br/>a game", 22, "number"),
        ],
        rows,
        breakable=len(rows) > 10,
    )


def _write_measures(
    composer: Composer, tables: Sequence[TableResult], where: str, key: PlayerKey
) -> None:
    """Write the means of what the rules record."""
    some = [table for table in tables if any(length.measures for length in table.lengths)]
    if not some:
        return
    composer.subsection("What the rules record of a game")
    present = {length.player for table in some for length in table.lengths}
    players = [player for player in key.players if player in present]
    rows: list[Row] = []
    for table in some:
        rows += bands(table, some)
        by_player = {length.player: _by_name(length) for length in table.lengths}
        names = dict.fromkeys(name for found in by_player.values() for name in found)
        for name in names:
            means = [by_player.get(player, {}).get(name) for player in players]
            rows.append((plain(name), *(_mean(figures) for figures in means)))
    composer.table(
        f"Mean a game of what the rules record{where}",
        [
            Column("Measure", 44),
            *(Column(plain(key.letter(player)), 22, "number") for player in players),
        ],
        rows,
        note=(
            "With the decimals that the intervals leave; intervals, quantiles and extremes are in "
            f"the results file. {key.note(players)}"
        ),
    )


def _by_name(length: LengthOfPlay) -> dict[str, MeasureFigures]:
    return {figures.name: figures for figures in length.measures}


def _mean(figures: MeasureFigures | None) -> str:
    """Return a mean without its interval."""
    return NONE if figures is None else mean_cells(figures.mean, most=MEASURE_DIGITS)[0]
