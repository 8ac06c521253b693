"""The tables of `certify rtp` on the distribution of a round."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rich.console import RenderableType
from rich.table import Table

from certify.cli.display import chance, moment, rate, table, titled
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


def distribution_tables(result: RtpResult) -> Iterator[RenderableType]:
    """Yield what `certify rtp` prints of the distribution, if it was worked out.

    Parameters
    ----------
    result : RtpResult
        The figures.

    Yields
    ------
    str or renderable
        Parts of at most 80 columns.
    """
    main, burnout = result.wagers.main, result.wagers.main_burnout
    if main.outcomes is None or burnout.outcomes is None:
        yield WITHOUT_DISTRIBUTION
        return
    yield titled("A round, net result in main wagers", _moments(main, burnout), STREAK_NOTE)
    yield titled(
        "Probability of every net result, %",
        _outcomes(main.outcomes, burnout.outcomes),
        OUTCOMES_NOTE,
    )
    if main.sessions:
        title = "Return over many rounds, 95 % band, %"
        yield titled(title, _sessions(main, burnout), SESSIONS_NOTE)
    if main.ruin:
        yield titled("Probability of ruin, %", _ruin(main, burnout), RUIN_NOTE)


def _moments(main: WagerResult, burnout: WagerResult) -> Table:
    listed = table("Figure", "Unit", *HEADS, numbers_from=2)
    for title, unit, name, text in (
        ("Counts as a win", "% of rounds", "p_win", chance),
        ("Counts as a push", "% of rounds", "p_push", chance),
        ("Counts as a loss", "% of rounds", "p_loss", chance),
        ("Hit frequency", "% of rounds", "hit_frequency", chance),
        ("Standard deviation", "units", "sd", moment),
        ("Variance", "units squared", "variance", moment),
        ("Skewness", "", "skewness", moment),
        ("Volatility index, 90 %", "units", "volatility_index", moment),
    ):
        values = (getattr(wager, name) for wager in (main, burnout))
        listed.add_row(title, unit, *map(text, values))
    return listed


def _outcomes(main: dict[str, float], burnout: dict[str, float]) -> Table:
    listed = table(
        "Net result",
        "Without Burnout",
        "Or less",
        "With Burnout",
        "Or less",
        numbers_from=0,
    )
    below = [0.0, 0.0]
    for value in sorted({*main, *burnout}, key=Fraction):
        cells = []
        for number, outcomes in enumerate((main, burnout)):
            below[number] += outcomes.get(value, 0.0)
            cells += [chance(outcomes.get(value)), chance(min(below[number], 1.0))]
        signed = value if value.startswith("-") or value == "0" else f"+{value}"
        listed.add_row(signed, *cells)
    return listed


def _sessions(main: WagerResult, burnout: WagerResult) -> Table:
    heads = (f"{name}\n{part}" for name in ("Without", "With") for part in PARTS)
    listed = table("\nRounds", *heads, numbers_from=0)
    for pair in zip(main.sessions, burnout.sessions, strict=True):
        cells = []
        for session in pair:
            band = next(band for band in session.bands if band.confidence == CONFIDENCE)
            cells += [f"{100 * band.low:.4f}", f"{100 * band.high:.4f}", rate(session.p_ahead)]
        listed.add_row(f"{pair[0].rounds:,}", *cells)
    return listed


def _ruin(main: WagerResult, burnout: WagerResult) -> Table:
    listed = table("Bankroll", "Rounds", *HEADS, numbers_from=0)
    for without, with_burnout in zip(main.ruin, burnout.ruin, strict=True):
        listed.add_row(
            f"{without.bankroll}",
            f"{without.rounds:,}",
            rate(without.probability),
            rate(with_burnout.probability),
        )
    return listed
