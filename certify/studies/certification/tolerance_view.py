"""How tolerances for live results are shown: by volume, by shift, by seats, by wager."""

from __future__ import annotations

from collections.abc import Iterator

from certify.present.document import Band, Column, Row, Table
from certify.present.markup import plain
from certify.present.quantity import (
    BAND,
    COUNT,
    MOMENT,
    NONE,
    QUOTED,
    RATE,
    WHOLE,
    Number,
    Quantity,
    small,
)
from certify.studies.certification.tolerance_result import (
    ReturnTolerance,
    ShoeTolerances,
    WagerTolerances,
)

FACTOR = Quantity(4)
"""A factor or a covariance."""
TITLES = {"main": "Main wager", "main_burnout": "Main wager with Burnout"}
POINTS = "percentage points"
COUNT_SHARES = (12, 15, 21, 25)
"""Widths of the columns of counts, by the digits that they need."""


def tolerance_tables(annex: ShoeTolerances) -> Iterator[Table]:
    """Yield the tolerances of a shoe."""
    yield _bands(annex)
    yield _detections(annex)
    if any(wager.seats for wager in annex.wagers):
        yield _seats(annex)
    yield _counts(annex)


def _tolerances(wager: WagerTolerances) -> list[tuple[str, ReturnTolerance]]:
    title = TITLES[wager.wager]
    found = [(f"{title}, on the initial amount", wager.on_initial)]
    if wager.on_turnover is not None:
        found.append((f"{title}, on everything wagered", wager.on_turnover))
    return found


def _bands(annex: ShoeTolerances) -> Table:
    rows: list[Row] = []
    for wager in annex.wagers:
        for title, tolerance in _tolerances(wager):
            deviation = f"SD of a round {BAND(tolerance.sd)} %"
            rows.append(Band(f"{title}: {RATE(tolerance.expected)} %, {deviation}"))
            rows += [(COUNT(line.rounds), *map(BAND, line.half_widths)) for line in tolerance.lines]
    return Table(
        [
            Column("Rounds N", 36, "number"),
            *(
                Column(f"± {plain(multiple.name)},<br/>{POINTS}", 34, "number")
                for multiple in annex.multiples
            ),
        ],
        rows,
        "Half the band around the certified return, optimal strategy",
        "Normal approximation; the section on the distribution of a round has exact bands for the "
        "same numbers of rounds.",
        is_numbered=True,
    )


def _detections(annex: ShoeTolerances) -> Table:
    tolerances = [each for wager in annex.wagers for each in _tolerances(wager)]
    shifts = [detection.shift for detection in tolerances[0][1].detections]
    return Table(
        [
            Column(f"Shift, {POINTS}", 34, "number"),
            *(Column(title.replace(", ", ",<br/>"), 34, "number") for title, _ in tolerances),
        ],
        [
            (
                QUOTED(shift),
                *(COUNT(tolerance.detections[place].rounds) for _, tolerance in tolerances),
            )
            for place, shift in enumerate(shifts)
        ],
        "Rounds after which a shift of the return is seen",
        f"Test at {WHOLE(annex.level)} %, two-sided; the shift is seen with a chance of "
        f"{WHOLE(annex.power)} %. N = ((z + z′) SD / shift)², z and z′ the normal quantiles of "
        "both.",
        is_numbered=True,
    )


def _seats(annex: ShoeTolerances) -> Table:
    known = [wager for wager in annex.wagers if wager.seats]

    def error(wager: WagerTolerances) -> str:
        found = wager.seat_covariance_error
        return NONE if found is None else small(found)

    return Table(
        [
            Column("Wager", 40),
            Column("Covariance of two<br/>seats, squared main<br/>wagers", 30, "number"),
            Column("Error<br/>at most", 20, "number"),
            *(Column(f"{factor.seats}", 13, "number") for factor in known[0].seats),
        ],
        [
            (
                TITLES[wager.wager],
                FACTOR(wager.seat_covariance),
                error(wager),
                *(FACTOR(factor.factor) for factor in wager.seats),
            )
            for wager in known
        ],
        "By what every band widens at a table of several seats",
        groups=[("", 3), ("Seats played", len(known[0].seats))],
        is_numbered=True,
    )


def _counts(annex: ShoeTolerances) -> Table:
    """Return the spread of every wager, and the limits of those that are paid or lost whole."""
    rows: list[Row] = [
        (TITLES[wager.wager], "", NONE, MOMENT(wager.sd), *[""] * 4) for wager in annex.wagers
    ]
    numbers = [limits.resolved for limits in annex.singles[0].counts] if annex.singles else []
    rows += [
        (
            plain(single.title),
            plain(single.pays),
            BAND(single.chance),
            MOMENT(single.sd),
            *(_span(limits.lows[-1], limits.highs[-1]) for limits in single.counts),
        )
        for single in annex.singles
    ]
    sure = f"{WHOLE(annex.confidences[-1])} %"
    return Table(
        [
            Column("Wager", 58),
            Column("Pays", 12, "number"),
            Column("Paid, %", 17, "number"),
            Column("SD, in<br/>its stakes", 18, "number"),
            *(
                Column(f"N {COUNT(number)}", share, "number")
                for number, share in zip(numbers, COUNT_SHARES, strict=True)
            ),
        ],
        rows,
        "Standard deviation of every wager, and how many of N are paid",
        "Fewer than the first number, and more than the second, are paid each with at most half "
        f"of what {sure} leaves; the results file has those of {WHOLE(annex.confidences[0])} % "
        "too. SD of a wager on the hand is in main wagers a round.",
        groups=[("", 4), (f"Paid, from–to, {sure}", len(numbers))] if numbers else [],
        is_numbered=True,
    )


def _span(low: int, high: int) -> str:
    return Number.of(low, f"{COUNT(low)}–{COUNT(high)}")
