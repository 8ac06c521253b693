"""How the figures of every wager are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from certify.present.document import Band, Column, Row, Table, Text, number
from certify.present.markup import plain
from certify.present.quantity import COUNT, EXPECTATION, NONE, RATE, UNITS, Quantity
from certify.studies.returns.bonus_view import bonus_tables
from certify.studies.returns.distribution_view import HEADS, distribution_tables
from certify.studies.returns.exposure_view import exposure_tables
from certify.studies.returns.headline_view import fractions, headline
from certify.studies.returns.result import (
    BurnoutWagerResult,
    InsuranceResult,
    RtpResult,
    WagerResult,
)

ROUNDS_AN_HOUR = (50, 70, 100, 200, 400)
HOURLY = Quantity(6)
"""An amount in main wagers an hour; the error of a round's, some hundred times, is below it."""
MAIN = "% of main wager"
INITIAL = "% of initial amount"
WAGERED = "% of all wagered"
MAIN_WAGERS = "units"
WAGERS_NOTE = (
    "One unit is the main wager. The expectation is the player's, net of the Burnout payment "
    "where one is made. The initial amount is the main wager and the payment; all wagered has "
    "doubles and splits too."
)
KEY_NOTE = (
    "The house edge is in percent of the main wager, the return of the main wager and the payment, "
    "the element of risk of all wagered. Every figure is exact; the numerical error of an "
    "expectation is at most {bound:.0e} main wagers."
)


def rtp_tables(result: RtpResult) -> Iterator[Table | Text]:
    """Yield everything that is shown of the figures of a game, but what identifies them.

    Parameters
    ----------
    result : RtpResult
        The figures.
    """
    yield headline(result)
    yield _wagers(result)
    yield _upcards(result)
    if result.wagers.insurance is not None:
        yield _insurance(result.wagers.insurance)
    else:
        yield Text("Insurance and even money are not offered.")
    yield from shared_tables(result)
    yield from exposure_tables(result.exposure)
    yield from distribution_tables(result)
    yield from bonus_tables(result)
    if result.exact is not None:
        yield fractions(result.exact)
    yield from _errors(result)
    yield Text(plain(f"Method: {result.wagers.main.method}."))


def shared_tables(result: RtpResult) -> Iterator[Table]:
    """Yield tables that stand in a report just as they are on the screen."""
    wagers = result.wagers
    yield Table.of(
        f"Expected loss an hour, {result.strategy} strategy, main wagers",
        [
            number("Rounds an hour", lambda rounds: rounds, COUNT),
            number("Without Burnout", lambda rounds: rounds * wagers.main.house_edge, HOURLY),
            number("With Burnout", lambda rounds: rounds * wagers.main_burnout.house_edge, HOURLY),
        ],
        ROUNDS_AN_HOUR,
        "By the rounds that a table deals to a seat: few at a full table, many to one player or a "
        "machine. The Burnout payment is counted as lost.",
    )


def _errors(result: RtpResult) -> Iterator[Text]:
    main, burnout = result.wagers.main, result.wagers.main_burnout
    yield Text(f"Numerical error of every expectation: at most {main.ev_error_bound:.0e} units.")
    if main.outcomes is not None:
        bound = max(main.error_bound, burnout.error_bound)
        yield Text(
            f"Probability that may stand at a wrong net result: at most {bound:.1e} in all; it "
            "changes no expectation."
        )


def _wagers(result: RtpResult) -> Table:
    wagers = result.wagers

    def both(title: str, unit: str, text: Callable[[WagerResult], str]) -> Row:
        return (title, unit, text(wagers.main), text(wagers.main_burnout))

    def option(title: str, unit: str, text: Callable[[BurnoutWagerResult], str]) -> Row:
        return (title, unit, NONE, text(wagers.main_burnout))

    return Table(
        [Column("Figure"), Column("Unit"), *(Column(head, 1.0, "number") for head in HEADS)],
        [
            both("Expectation", MAIN, lambda wager: EXPECTATION(wager.ev)),
            both("House edge", MAIN, lambda wager: EXPECTATION(wager.house_edge)),
            both("House edge", INITIAL, lambda wager: EXPECTATION(1 - wager.rtp)),
            both("Return to player", INITIAL, lambda wager: EXPECTATION(wager.rtp)),
            both("Element of risk", WAGERED, lambda wager: EXPECTATION(wager.element_of_risk)),
            both("Return on action", WAGERED, lambda wager: EXPECTATION(wager.rtp_on_action)),
            both("Expected loss a round", MAIN_WAGERS, lambda wager: UNITS(wager.house_edge)),
            both("Initial amount a round", MAIN_WAGERS, lambda wager: UNITS(wager.initial_amount)),
            both(
                "Average wagered a round", MAIN_WAGERS, lambda wager: UNITS(wager.average_wagered)
            ),
            Band(),
            option("Before the payment", MAIN, lambda wager: EXPECTATION(wager.gross_ev)),
            option("Burnout payment", MAIN, lambda wager: EXPECTATION(wager.payment)),
            option("Gain from the option", MAIN, lambda wager: EXPECTATION(wager.gain)),
            option("A card is burned", "% of rounds", lambda wager: RATE(wager.burn_rate)),
        ],
        caption="Main wager",
        note=WAGERS_NOTE,
    )


def _upcards(result: RtpResult) -> Table:
    table = Table.of(
        "Expectation by the dealer's upcard, % of main wager",
        [
            Column("Upcard", value=lambda upcard: upcard.upcard),
            number("Probability, %", lambda upcard: upcard.probability, RATE),
            number("Without Burnout", lambda upcard: upcard.main, EXPECTATION),
            number(
                "With Burnout, before payment",
                lambda upcard: upcard.main_burnout_gross,
                EXPECTATION,
            ),
        ],
        result.by_upcard,
    )
    every: Row = (
        "all",
        RATE(sum(upcard.probability for upcard in result.by_upcard)),
        EXPECTATION(result.wagers.main.ev),
        EXPECTATION(result.wagers.main_burnout.gross_ev),
    )
    return replace(table, rows=[*table.rows, Band(), every])


def _insurance(insurance: InsuranceResult) -> Table:
    wager = "% of the insurance wager"
    pays = insurance.pays.replace(":", " to ")
    return Table(
        [Column("Figure"), Column("Unit"), Column("Value", 1.0, "number")],
        [
            ("Offered", "% of rounds", RATE(insurance.p_offered)),
            ("Expectation, always taken", wager, EXPECTATION(insurance.ev_when_always_taken)),
            ("Expectation, best hand to insure", wager, EXPECTATION(insurance.best_ev)),
            (
                "Effect of taking even money",
                f"{MAIN}, a round",
                EXPECTATION(insurance.ev_even_money),
            ),
        ],
        caption=f"Insurance, pays {plain(pays)}",
    )


def key_figures(label: str, optimal: RtpResult, basic: RtpResult) -> Table:
    """Return the figures of a shoe that a report is read for first.

    Parameters
    ----------
    label : str
        Name of the shoe.
    optimal, basic : RtpResult
        Its figures under both strategies.
    """
    lines = [
        (head, result.strategy, wager)
        for head, name in zip(HEADS, ("main", "main_burnout"), strict=True)
        for result in (optimal, basic)
        for wager in (getattr(result.wagers, name),)
    ]
    return Table.of(
        label,
        [
            Column("Wager", value=lambda line: line[0]),
            Column("Strategy", value=lambda line: line[1]),
            number("House edge, %", lambda line: line[2].house_edge, EXPECTATION),
            number("Return, %", lambda line: line[2].rtp, EXPECTATION),
            number("Element of risk, %", lambda line: line[2].element_of_risk, EXPECTATION),
        ],
        lines,
    )


def key_note(result: RtpResult) -> str:
    """Return what the figures of `key_figures` mean, and how exact they are."""
    return KEY_NOTE.format(bound=result.wagers.main.ev_error_bound)
