"""How length is shown: decisions of a game, what stops it, what the rules record, and matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.present.charts import RowChart, RowGroup, Span
from certify.present.document import Column, Figure, Table, Text, number
from certify.present.markup import plain
from certify.present.quantity import COUNT, NONE, Interval, number_text, small
from certify.studies.fairness.figures_view import (
    MEAN,
    PERCENT_SHARE,
    Part,
    PlayerKey,
    abreast,
    banded,
    basis,
    group_title,
    lead,
    mean_text,
    played_by,
    players_text,
    quantile_columns,
    range_text,
    settings_text,
)
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.length_of_play import (
    QUANTILES,
    LengthOfPlay,
    MeasureFigures,
    PlayLimit,
)

ABREAST = 6
"""Players beside each other in a table."""
MOST_MEASURES = 3
"""Measures of a match that are shown: decisions, and the first that the rules record."""
MIDDLE = (1, 2, 3)
"""Which of `QUANTILES` are shown of a match."""

LENGTH_TEXT = (
    "All seats are played by the same player. The rules ask one player for each decision; it "
    "counts even where a single option is left. "
)
QUANTILES_NOTE = (
    "Quantiles are exact ones of the games played; a dash where games are too long for them to be "
    "counted."
)
NO_LIMIT = (
    "The rules record no limit that stops a game or a part of one; every game came to its end."
)
STOPPED = (
    "Games that it stops count with the result and the length that they have then. Without it they "
    "would go on: a share of wins or of draws could be other by as much as the share of games "
    "stopped, and mean lengths are too short."
)
CAPS_NOTE = "Times a game that a limit stopped it or a part of it, and the most in a game."
MEASURES_NOTE = (
    "Means, the last digit uncertain; intervals, quantiles and extremes are in the results (JSON)."
)
MATCHES_TEXT = (
    "Games played on to a score or for a number of hands, as the rules tell matches. The seconds "
    "that the source leaves for a decision are its own estimate of the time, by the mean number of "
    "decisions."
)
MORE_MEASURES = " More measures are in the results (JSON)."
SPANS_NOTE = (
    "The box holds the middle half of the games, the stroke in it is the median, the dot the mean; "
    "the line goes from the 1 % to the 99 % quantile."
)


def length_parts(result: FairnessResult) -> Iterator[Part]:
    """Yield how long games last, what stops them, and what the rules record."""
    if any(table.lengths for table in result.tables):
        yield lead("Length of play")
        yield from decision_parts(result.tables)
        yield lead("Games stopped by a limit")
        yield from limit_parts(result.tables)
        yield from measure_tables(result)


def decision_parts(tables: Sequence[TableResult]) -> Iterator[Part]:
    """Yield how many decisions a game has."""
    yield Text(plain(LENGTH_TEXT + _shortest_and_longest(tables)))
    yield banded(
        "Decisions of a game",
        [
            played_by("All seats played by", 46),
            number("Mean", lambda length: length.decisions.mean, MEAN, 34),
            Column("Least", 15, "number", lambda length: number_text(length.decisions.least)),
            *quantile_columns(lambda length: length.decisions, range(len(QUANTILES)), 14),
            Column("Most", 16, "number", lambda length: number_text(length.decisions.most)),
        ],
        tables,
        lambda table: table.lengths,
        QUANTILES_NOTE,
    )


def _shortest_and_longest(tables: Sequence[TableResult]) -> str:
    """Return between which means the length of games lies."""
    means = [
        (length.decisions.mean.value, table.players, length)
        for table in tables
        for length in table.lengths
    ]
    ends = [chosen(means, key=lambda each: each[0]) for chosen in (min, max)]
    if ends[0] is ends[1]:
        return f"A game has {MEAN(ends[0][2].decisions.mean)} decisions on average."
    told = [
        f"{MEAN(length.decisions.mean)} ({length.player}"
        + (f", {players_text(players)})" if len(tables) > 1 else ")")
        for _, players, length in ends
    ]
    return f"A game has between {told[0]} and {told[1]} decisions on average."


def limit_parts(tables: Sequence[TableResult]) -> Iterator[Part]:
    """Yield what is stopped by a limit."""
    every = [(length, cap) for table in tables for length in table.lengths for cap in length.caps]
    if not every:
        yield Text(NO_LIMIT)
    elif all(cap.most == 0.0 for _, cap in every):
        games = sum(length.games for table in tables for length in table.lengths if length.caps)
        player, high = min(
            ((length.player, cap.mean.high) for length, cap in every), key=lambda each: each[1]
        )
        names = ", ".join(sorted({cap.name for _, cap in every}))
        yield Text(
            plain(
                f"None of {games:,} games met a limit ({names}). The narrowest interval, with "
                f"{player} in all seats, ends at {small(high)} times a game."
            )
        )
    else:
        yield from (Text(sentence) for sentence in limit_sentences(tables))
        yield _caps(tables)


def limit_sentences(tables: Sequence[TableResult]) -> list[str]:
    """Return as markup, for each limit that stopped any game, what that does to the figures."""
    met: dict[str, PlayLimit | None] = {}
    for table in tables:
        limits = {limit.measure: limit for limit in table.limits}
        for length in table.lengths:
            for cap in length.caps:
                if cap.mean.value > 0.0:
                    met.setdefault(cap.name, limits.get(cap.name))
    return [f"{plain(_what(name, limit))} {STOPPED}" for name, limit in met.items()]


def _what(name: str, limit: PlayLimit | None) -> str:
    """Return what stops a game."""
    if limit is None or not limit.settings:
        return f"The rules as modelled have a limit that stops play ({name})."
    cites = f" ({', '.join(limit.rulings)})" if limit.rulings else ""
    return f"{settings_text(limit.settings)}{cites}: {limit.text.rstrip('.')}."


def _caps(tables: Sequence[TableResult]) -> Table:
    def times(cap: MeasureFigures) -> str:
        return Interval(is_share=cap.most <= 1.0)(cap.mean)

    return banded(
        "How often a limit is met",
        [
            Column("All seats played by", 46, value=lambda each: each[0].player),
            Column("Limit", 36, value=lambda each: each[1].name),
            number("Games", lambda each: each[0].games, COUNT, 26),
            Column("Times a game", 40, "number", lambda each: times(each[1])),
            Column("Most", 20, "number", lambda each: number_text(each[1].most)),
        ],
        tables,
        lambda table: [(length, cap) for length in table.lengths for cap in length.caps],
        CAPS_NOTE,
    )


def measure_tables(result: FairnessResult) -> Iterator[Table]:
    """Yield the means of what the rules record."""
    key = PlayerKey(result)
    tables = [table for table in result.tables if any(length.measures for length in table.lengths)]
    present = {length.player for table in tables for length in table.lengths}
    for some in abreast([player for player in key.players if player in present], ABREAST):
        yield banded(
            "Mean a game of what the rules record",
            [
                Column("Measure", 44, value=lambda each: each[0]),
                *(_mean_column(key.letter(player), player) for player in some),
            ],
            tables,
            _means,
            f"{MEASURES_NOTE} {key.note(some)}",
        )


def _mean_column(title: str, player: str) -> Column:
    return Column(title, 22, "number", lambda each: each[1].get(player, NONE))


def _means(table: TableResult) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each measure with its mean by player."""
    found: dict[str, dict[str, str]] = {}
    for length in table.lengths:
        for measure in length.measures:
            found.setdefault(measure.name, {})[length.player] = mean_text(measure.mean)
    yield from found.items()


# Matches ------------------------------------------------------------------------------------------


def match_parts(result: FairnessResult) -> Iterator[Part]:
    """Yield how long matches are, against what the source says, and whether they are fair."""
    tables = [table for table in result.tables if table.matches]
    if not tables:
        return
    matches = [match for table in tables for match in table.matches]
    texts = dict.fromkeys(
        f"{match.name}: {match.text.rstrip('.')}"
        + (f" ({', '.join(match.cites)})" if match.cites else "")
        for match in matches
    )
    timed = [
        Column("Source:\nminutes", 24, "number", lambda match: range_text(match.minutes)),
        Column(
            "Seconds a\ndecision", 26, "number", lambda match: range_text(match.seconds_a_decision)
        ),
    ]
    if not any(match.minutes for match in matches):
        timed = []
    yield lead("Matches")
    yield Text(MATCHES_TEXT)
    yield banded(
        "Matches, and what the source says they take" if timed else "Matches",
        [
            Column("Match", 24, value=lambda match: match.name),
            played_by("Played by", 42),
            number("Matches", lambda match: match.games, COUNT, 22),
            number("First seat\nwins, %", lambda match: match.win_first_seat, PERCENT_SHARE, 34),
            number("Draws, %", lambda match: match.draw, PERCENT_SHARE, 34),
            *timed,
        ],
        tables,
        lambda table: table.matches,
        f"{'; '.join(texts)}.",
    )
    more = any(len(match.measures) > MOST_MEASURES for match in matches)
    yield banded(
        "Length of matches",
        [
            Column("Match", 24, value=lambda each: each[0].name),
            Column("Played by", 42, value=lambda each: each[0].player),
            Column("Measure", 36, value=lambda each: each[1].name),
            number("Mean", lambda each: each[1].mean, MEAN, 34),
            *quantile_columns(lambda each: each[1], MIDDLE, 17),
            Column("Most", 17, "number", lambda each: number_text(each[1].most)),
        ],
        tables,
        lambda table: [
            (match, measure)
            for match in table.matches
            for measure in match.measures[:MOST_MEASURES]
        ],
        QUANTILES_NOTE.replace("games", "matches") + (MORE_MEASURES if more else ""),
    )


def length_chart(tables: Sequence[TableResult]) -> Figure | None:
    """Return the chart of the quantiles of decisions; None if none were counted."""
    lengths = [length for table in tables for length in table.lengths]
    left_out = any(length.decisions.quantiles is None for length in lengths)
    groups = [
        RowGroup(group_title(table, tables), spans)
        for table in tables
        if (spans := [span for each in table.lengths if (span := _span(each))])
    ]
    if not groups:
        return None
    return Figure.of(
        f"Decisions of a game{basis(tables)}",
        RowChart(groups, "decisions", shown=[0.0]),
        note=f"{SPANS_NOTE}{' Players without quantiles are left out.' if left_out else ''}",
    )


def _span(length: LengthOfPlay) -> Span | None:
    """Return the quantiles of a player's games as a line of the chart."""
    if length.decisions.quantiles is None:
        return None
    least, first, middle, third, most = length.decisions.quantiles
    mean = length.decisions.mean
    told = f"{' – '.join(map(number_text, (least, first, middle, third, most)))}, mean {MEAN(mean)}"
    return Span(length.player, (least, most), (first, middle, third), mean.value, told)
