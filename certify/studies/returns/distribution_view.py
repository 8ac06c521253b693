"""How the distribution of a round is shown: outcomes, what each contributes, rounds, ruin."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import fsum

from certify.present.charts import (
    BarChart,
    Bracket,
    ColumnChart,
    RowChart,
    RowGroup,
    StepChart,
    bars,
)
from certify.present.document import Band, Column, Figure, Row, Table, Text, number
from certify.present.markup import HELD, MINUS, plain
from certify.present.quantity import BAND, CHANCE, COUNT, EXPECTATION, MOMENT, RATE, WHOLE, Number
from certify.studies.returns.distribution_result import Extreme, SessionResult
from certify.studies.returns.result import RtpResult, WagerResult

HEADS = ("Without Burnout", "With Burnout")
SERIES = ("without Burnout", "with Burnout, before the payment")
CONTRIBUTIONS_NOTE = (
    "Expectation: net result times probability, in percent of the main wager. Return: main "
    "wager and net result, times probability, likewise; below zero where doubles and "
    "splits lose more than the main wager. The last line is the expectation, and the "
    "return of the main wager, before the Burnout payment."
)
WITHOUT_DISTRIBUTION = (
    "The distribution of a round and the Bonus wagers are not given: they were not asked for, or "
    "splitting can make more than four hands, for which the joint distribution is not worked out."
)
WITHOUT_IF_COUNTED = (
    "The distribution of a round and the Bonus wagers are not given: they are worked out where one "
    "strategy plays all the hands of a split, and this split play goes by the pair cards gone."
)
MOMENTS_NOTE = (
    "A round counts as a win, push or loss for the Bonus wagers as the rulings say, split hands "
    "taken together; it is a hit if its net result, before any payment, is above zero. Bonus "
    "wagers are no part of these results; the table of exposure has them."
)
OUTCOMES_NOTE = "Net result before the Burnout payment."
SESSIONS_NOTE = (
    "The return is per unit of the initial amount, the Burnout payment counted as lost. It lies "
    "below the band, and above it, with at most half of what the confidence leaves ({tails}). "
    "Rounds are independent, each from a fresh shoe; the distribution of their sum is computed "
    "from that of a round, not approximated."
)
RUIN_NOTE = (
    "Ruined is who has less than the initial amount left. Amounts for doubles and splits are taken "
    "to be at hand, even where they exceed the bankroll."
)

Played = Sequence[tuple[str, RtpResult]]
"""Results of one shoe, each with the name of its strategy."""


def distribution_tables(result: RtpResult) -> Iterator[Table | Text]:
    """Yield the tables of the distribution, if it was worked out, or why there is none."""
    if result.wagers.main.outcomes is None:
        counted = result.split_play.is_counted
        yield Text(WITHOUT_IF_COUNTED if counted else WITHOUT_DISTRIBUTION)
        return
    played = [(result.strategy, result)]
    yield moments(played)
    yield outcomes(played)
    if result.wagers.main.sessions:
        yield sessions(result)
    if result.wagers.main.ruin:
        yield ruin(result)


def cases(played: Played, share: float = 24) -> tuple[list[Column], list[tuple[str, int]]]:
    """Return a column for each way to play and strategy, and the line above them."""
    if len(played) == 1:
        return [Column(head, share, "number") for head in HEADS], []
    names = [name for name, _ in played]
    return (
        [Column(name, share, "number") for _ in HEADS for name in names],
        [(head, len(names)) for head in HEADS],
    )


def wagers_of(played: Played) -> list[WagerResult]:
    """Return the wagers in the order of the columns of `cases`."""
    found = [result.wagers for _, result in played]
    return [*(wagers.main for wagers in found), *(wagers.main_burnout for wagers in found)]


def moments(played: Played) -> Table:
    """Return what a round comes to: wins, hits, deviation, extremes."""
    wagers = wagers_of(played)

    def line(title: str, unit: str, text: Callable[[WagerResult], str]) -> Row:
        return (title, unit, *map(text, wagers))

    def extreme(title: str, of: Callable[[WagerResult], Extreme | None]) -> Iterator[Row]:
        yield line(title, "main wagers", lambda wager: _least(wager, of(wager)))
        yield line(
            "… its probability",
            "% of rounds",
            lambda wager: "" if (found := of(wager)) is None else CHANCE(found.probability),
        )

    columns, groups = cases(played)
    return Table(
        [Column("Figure", 46), Column("Unit", 28), *columns],
        [
            Band("As the round counts for the streak"),
            line("Win", "% of rounds", lambda wager: CHANCE(wager.p_win)),
            line("Push", "% of rounds", lambda wager: CHANCE(wager.p_push)),
            line("Loss", "% of rounds", lambda wager: CHANCE(wager.p_loss)),
            Band("Net result"),
            line("Hit frequency", "% of rounds", lambda wager: CHANCE(wager.hit_frequency)),
            line("Standard deviation", "main wagers", lambda wager: MOMENT(wager.sd)),
            line("Variance", "their square", lambda wager: MOMENT(wager.variance)),
            line("Skewness", "", lambda wager: MOMENT(wager.skewness)),
            line(
                "Volatility index, 90 %",
                "main wagers",
                lambda wager: MOMENT(wager.volatility_index),
            ),
            Band("Extremes of this play, the Burnout payment included"),
            *extreme("Lowest net result", lambda wager: wager.max_loss),
            *extreme("Highest net result", lambda wager: wager.max_win),
        ],
        caption="A round",
        note=MOMENTS_NOTE,
        groups=[("", 2), *groups] if groups else (),
        is_numbered=True,
    )


def _least(wager: WagerResult, found: Extreme | None) -> str:
    """Return an extreme net result, the payment included."""
    return "" if found is None else net(f"{found.net - (wager.initial_amount - 1.0):g}")


def net(value: str) -> str:
    """Return a net result with its sign."""
    return Number.of(float(Fraction(value)), value if value[0] in "-0" else f"+{value}")


def outcomes(played: Played) -> Table:
    """Return the probability of every net result; of one strategy, of no more than it too."""
    found = [wager.outcomes or {} for wager in wagers_of(played)]
    values = sorted({value for each in found for value in each}, key=Fraction)
    chances: list[list[float | None]] = [[each.get(value) for value in values] for each in found]
    columns, groups = cases(played, 32)
    is_one = len(played) == 1
    if is_one:
        below: list[list[float | None]] = [
            list(accumulate(chance or 0.0 for chance in each)) for each in chances
        ]
        chances = [each for pair in zip(chances, below, strict=True) for each in pair]
        columns = [part for each in columns for part in (each, Column("Or less", 32, "number"))]
    rows: list[Row] = [
        (net(value), *map(CHANCE, line)) for value, *line in zip(values, *chances, strict=True)
    ]
    if not is_one:
        rows.append(("All", *(CHANCE(sum(each.values())) for each in found)))
    return Table(
        [Column("Net result", 26, "number"), *columns],
        rows,
        caption="Probability of every net result in main wagers, %",
        note=OUTCOMES_NOTE,
        groups=[("", 1), *groups] if groups else (),
        total=not is_one,
        is_numbered=True,
    )


def sessions(result: RtpResult) -> Table:
    """Return in which band the return of many rounds lies."""
    wagers = result.wagers
    rows: list[Row] = []
    for head, wager in zip(HEADS, (wagers.main, wagers.main_burnout), strict=True):
        rows.append(Band(f"{head}: expected return {BAND(wager.rtp)} %"))
        for session in wager.sessions:
            for place, band in enumerate(session.bands):
                ends = (band.low, band.high, band.normal_low, band.normal_high)
                rows.append(
                    (
                        "" if place else COUNT(session.rounds),
                        f"{100 * band.confidence:g} %",
                        *map(BAND, ends),
                        "" if place else RATE(session.p_ahead),
                    )
                )
    confidences = [band.confidence for band in wagers.main.sessions[0].bands]
    tails = " and ".join(f"{50 * (1 - confidence):g} %" for confidence in confidences)
    return Table(
        [
            Column("Rounds", 24, "number"),
            Column("Confidence", 22, "number"),
            Column("from", 24, "number"),
            Column("to", 24, "number"),
            Column("from", 24, "number"),
            Column("to", 24, "number"),
            Column("Ahead, %", 32, "number"),
        ],
        rows,
        caption=f"Return over many rounds, {plain(result.strategy)} strategy, %",
        note=SESSIONS_NOTE.format(tails=tails) + " Ahead: share of players who are.",
        groups=[("", 2), ("Exact", 2), ("Normal", 2), ("", 1)],
        is_numbered=True,
    )


def ruin(result: RtpResult) -> Table:
    """Return how likely a bankroll is lost within so many rounds."""
    wagers = (result.wagers.main, result.wagers.main_burnout)
    lengths = sorted({found.rounds for found in wagers[0].ruin})
    chances = {
        (place, found.bankroll, found.rounds): found.probability
        for place, wager in enumerate(wagers)
        for found in wager.ruin
    }
    return Table.of(
        f"Probability of ruin, {result.strategy} strategy, %",
        [
            number("Bankroll", lambda bankroll: bankroll, COUNT, 30),
            *(
                number(
                    f"{COUNT(length)} rounds",
                    lambda bankroll, key=(place, length): chances.get((key[0], bankroll, key[1])),  # type: ignore[misc]
                    RATE,
                    34,
                )
                for place in range(len(wagers))
                for length in lengths
            ),
        ],
        sorted({found.bankroll for found in wagers[0].ruin}),
        RUIN_NOTE,
        groups=[("", 1), *((head, len(lengths)) for head in HEADS)],
    )


# Charts, and what every result contributes ------------------------------------------------------


def _by_result(result: RtpResult) -> tuple[list[str], list[dict[str, float]]]:
    """Return the net results, and their probabilities without Burnout and with it."""
    found = [wager.outcomes or {} for wager in (result.wagers.main, result.wagers.main_burnout)]
    return sorted({value for each in found for value in each}, key=Fraction), found


def chances_chart(result: RtpResult) -> Figure | None:
    """Return the chart of the probability of every net result; None if it is not known."""
    values, found = _by_result(result)
    if not all(found):
        return None
    chart = ColumnChart(
        [net(value).replace("-", MINUS) for value in values],
        [
            bars(name, [each.get(value) or None for value in values], CHANCE)
            for name, each in zip(SERIES, found, strict=True)
        ],
        "% of rounds, logarithmic; by net result in main wagers",
        height=190.0,
        is_logarithmic=True,
    )
    return Figure.of(f"Probability of every net result, {result.strategy} strategy", chart)


def sums_chart(result: RtpResult) -> Figure:
    """Return the chart of the probability of at most so much."""
    values, found = _by_result(result)
    chart = StepChart(
        [float(Fraction(value)) for value in values],
        [
            bars(name, list(accumulate(each.get(value, 0.0) for value in values)), CHANCE)
            for name, each in zip(SERIES, found, strict=True)
        ],
        "% of rounds; by net result in main wagers",
    )
    caption = f"Probability that the net result is at most so much, {result.strategy} strategy"
    return Figure.of(caption, chart)


def contributions(result: RtpResult) -> Table:
    """Return what every net result contributes to expectation and return."""
    values, found = _by_result(result)

    def figures(chance: float | None, part: float, back: float) -> tuple[str, ...]:
        return (CHANCE(chance), EXPECTATION(part), EXPECTATION(back))

    def all_of(each: dict[str, float]) -> tuple[str, ...]:
        parts = fsum(_part(value, each) for value in each)
        return figures(fsum(each.values()), parts, fsum(_back(value, each) for value in each))

    rows: list[Row] = [
        (
            net(value),
            *(
                cell
                for each in found
                for cell in figures(each.get(value), _part(value, each), _back(value, each))
            ),
        )
        for value in values
    ]
    rows.append(("All", *(cell for each in found for cell in all_of(each))))
    titles = ("Probability, %", "Expectation, %", "Return, %")
    return Table(
        [
            Column("Net result, main wagers", 18, "number"),
            *(Column(title, 26, "number") for _ in found for title in titles),
        ],
        rows,
        caption=f"What every net result contributes, {plain(result.strategy)} strategy",
        note=CONTRIBUTIONS_NOTE,
        groups=[("", 1), *((head, 3) for head in HEADS)],
        total=True,
        is_numbered=True,
    )


def contributions_chart(result: RtpResult) -> Figure:
    """Return the chart of what every net result contributes to the expectation."""
    values, found = _by_result(result)
    chart = BarChart(
        [f"net {net(value)}".replace("-", MINUS) for value in values],
        [
            bars(name, [_part(value, each) for value in values], EXPECTATION)
            for name, each in zip(SERIES, found, strict=True)
        ],
        "% of the main wager",
    )
    caption = f"What every net result contributes to the expectation, {result.strategy} strategy"
    return Figure.of(caption, chart)


def _part(value: str, outcomes: dict[str, float]) -> float:
    return float(Fraction(value)) * outcomes.get(value, 0.0)


def _back(value: str, outcomes: dict[str, float]) -> float:
    return (1.0 + float(Fraction(value))) * outcomes.get(value, 0.0)


def sessions_chart(result: RtpResult) -> Figure:
    """Return the chart of the bands of the return by number of rounds."""
    wagers = (result.wagers.main, result.wagers.main_burnout)
    confidences = [band.confidence for band in wagers[0].sessions[0].bands]
    groups = [
        RowGroup(head, [bracket(session) for session in wager.sessions], 100.0 * wager.rtp)
        for head, wager in zip(HEADS, wagers, strict=True)
    ]
    return Figure.of(
        f"Bands of the return by number of rounds, {result.strategy} strategy",
        RowChart(groups, "return, % of the initial amount"),
        note=f"Thin: {100 * confidences[-1]:g} %; thick: {100 * confidences[0]:g} % of all sessions"
        " of so many rounds, exact. Broken line: the expected return.",
    )


def bracket(session: SessionResult) -> Bracket:
    """Return the bands of one number of rounds as a line of a chart."""
    inner, outer = (
        (100.0 * band.low, 100.0 * band.high) for band in (session.bands[0], session.bands[-1])
    )
    told = "; ".join(
        f"{WHOLE(band.confidence)} %: {BAND(band.low)} to {BAND(band.high)}"
        for band in (session.bands[0], session.bands[-1])
    )
    return Bracket(f"{COUNT(session.rounds)} rounds".replace(",", HELD), inner, outer, told)
