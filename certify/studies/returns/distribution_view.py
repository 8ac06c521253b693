"""How the distribution of a round is shown: outcomes, many rounds, ruin."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from certify.present.document import Column, Table, Text, number
from certify.present.markup import plain
from certify.present.quantity import BAND, CHANCE, COUNT, MOMENT, RATE, Quantity
from certify.studies.returns.result import RtpResult, WagerResult

HEADS = ("Without Burnout", "With Burnout")
PARTS = ("from", "to", "ahead")
CONFIDENCE = 0.95
WITHOUT_DISTRIBUTION = (
    "The distribution of a round and the Bonus wagers are not given: they were not asked for, or "
    "splitting can make more than four hands, for which the joint distribution is not worked out."
)
OUTCOMES_NOTE = "Before the Burnout payment. Or less: the net result is this one or a lower one."
STREAK_NOTE = (
    "A round counts as a win, push or loss for the Bonus wagers as the rulings say, split hands "
    "taken together; it is a hit if its net result, before any payment, is above zero."
)
SESSIONS_NOTE = (
    "The return per unit of the initial amount, the payment counted as lost: it lies below the "
    "band with 2.5 %, and above it with 2.5 %, at most. Exact, rounds being independent; the 99 % "
    "band and the normal approximation are in the JSON and in the report."
)
RUIN_NOTE = (
    "The probability that within so many rounds less than the initial amount is left of a bankroll "
    "in main wagers; doubles and splits are always paid for."
)


def distribution_tables(result: RtpResult) -> Iterator[Table | Text]:
    """Yield the tables of the distribution, if it was worked out, or why there is none.

    Parameters
    ----------
    result : RtpResult
        The figures.
    """
    main, burnout = result.wagers.main, result.wagers.main_burnout
    if main.outcomes is None or burnout.outcomes is None:
        yield Text(WITHOUT_DISTRIBUTION)
        return
    yield _moments(main, burnout)
    yield _outcomes(main.outcomes, burnout.outcomes)
    if main.sessions:
        yield _sessions(main, burnout)
    if main.ruin:
        yield _ruin(main, burnout)


MOMENTS: tuple[tuple[str, str, str, Quantity], ...] = (
    ("Counts as a win", "% of rounds", "p_win", CHANCE),
    ("Counts as a push", "% of rounds", "p_push", CHANCE),
    ("Counts as a loss", "% of rounds", "p_loss", CHANCE),
    ("Hit frequency", "% of rounds", "hit_frequency", CHANCE),
    ("Standard deviation", "units", "sd", MOMENT),
    ("Variance", "units squared", "variance", MOMENT),
    ("Skewness", "", "skewness", MOMENT),
    ("Volatility index, 90 %", "units", "volatility_index", MOMENT),
)
"""Figures of a round: what it is called, its unit, its field, how it is written."""


def _moments(main: WagerResult, burnout: WagerResult) -> Table:
    return Table(
        [Column("Figure"), Column("Unit"), *(Column(head, 1.0, "number") for head in HEADS)],
        [
            (title, unit, *(quantity(getattr(wager, name)) for wager in (main, burnout)))
            for title, unit, name, quantity in MOMENTS
        ],
        caption="A round, net result in main wagers",
        note=STREAK_NOTE,
    )


class _Outcome(NamedTuple):
    """A net result, and for each way to play how likely it is and how likely no more."""

    net: str
    main: float | None
    main_below: float
    burnout: float | None
    burnout_below: float


def _outcomes(main: dict[str, float], burnout: dict[str, float]) -> Table:
    found, below = [], [0.0, 0.0]
    for value in sorted({*main, *burnout}, key=Fraction):
        for place, outcomes in enumerate((main, burnout)):
            below[place] = min(below[place] + outcomes.get(value, 0.0), 1.0)
        signed = value if value.startswith("-") or value == "0" else f"+{value}"
        found.append(_Outcome(signed, main.get(value), below[0], burnout.get(value), below[1]))
    return Table.of(
        "Probability of every net result, %",
        [
            Column("Net result", 1.0, "number", lambda outcome: outcome.net),
            number("Without Burnout", lambda outcome: outcome.main, CHANCE),
            number("Or less", lambda outcome: outcome.main_below, CHANCE),
            number("With Burnout", lambda outcome: outcome.burnout, CHANCE),
            number("Or less", lambda outcome: outcome.burnout_below, CHANCE),
        ],
        found,
        OUTCOMES_NOTE,
    )


def _sessions(main: WagerResult, burnout: WagerResult) -> Table:
    rows = []
    for pair in zip(main.sessions, burnout.sessions, strict=True):
        cells = [COUNT(pair[0].rounds)]
        for session in pair:
            band = next(band for band in session.bands if band.confidence == CONFIDENCE)
            cells += [BAND(band.low), BAND(band.high), RATE(session.p_ahead)]
        rows.append(cells)
    heads = (f"{name}\n{part}" for name in ("Without", "With") for part in PARTS)
    return Table(
        [Column(head, 1.0, "number") for head in ("\nRounds", *heads)],
        rows,
        caption="Return over many rounds, 95 % band, %",
        note=plain(SESSIONS_NOTE),
    )


def _ruin(main: WagerResult, burnout: WagerResult) -> Table:
    return Table.of(
        "Probability of ruin, %",
        [
            number("Bankroll", lambda pair: pair[0].bankroll, COUNT),
            number("Rounds", lambda pair: pair[0].rounds, COUNT),
            *(
                number(head, lambda pair, place=place: pair[place].probability, RATE)  # type: ignore[misc]
                for place, head in enumerate(HEADS)
            ),
        ],
        zip(main.ruin, burnout.ruin, strict=True),
        RUIN_NOTE,
    )
