"""How the figures of every wager are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from certify.present.charts import ColumnChart, bars
from certify.present.document import Band, Column, Element, Figure, Row, Table, Text, number
from certify.present.facts import identification, shoe_text
from certify.present.markup import plain
from certify.present.quantity import COUNT, EXPECTATION, GAIN, NONE, RATE, UNITS, Quantity, small
from certify.studies.returns.bonus_view import bonus_chances, bonus_tables
from certify.studies.returns.distribution_view import (
    HEADS,
    SERIES,
    Played,
    cases,
    distribution_tables,
    wagers_of,
)
from certify.studies.returns.exposure_view import exposure_tables
from certify.studies.returns.headline_view import fractions, headline
from certify.studies.returns.result import (
    BurnoutWagerResult,
    InsuranceResult,
    RtpResult,
    UpcardResult,
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
HEADLINE_NOTE = (
    "Exact figures, rounded. `certify rtp {game} --all` prints all of them with their digits,"
    " units, hashes and error bounds; --json at full precision."
)
KEY_NOTE = (
    "The house edge is in percent of the main wager, the return of the main wager and the payment, "
    "the element of risk of all wagered. Every figure is exact; the numerical error of an "
    "expectation is at most {bound} main wagers."
)


def rtp_view(result: RtpResult, game: str, *, everything: bool = False) -> Iterator[Element]:
    """Yield the headline of a game, or everything; `game` as it was named."""
    if everything:
        yield from identification(
            result,
            ("Shoe", shoe_text(result.shoe)),
            ("Strategy", f"{result.strategy}, {result.strategy_class.replace('_', '-')}"),
            *result.split_play.facts,
            strategy_sha256=result.strategy_sha256,
        )
        yield from rtp_tables(result)
        return
    played = f"{shoe_text(result.shoe)}; strategy {result.strategy}"
    yield from identification(result, ("Shoe", played), *result.split_play.facts, with_hashes=False)
    yield headline(result)
    if result.exact is not None:
        yield fractions(result.exact)
    bonus = result.wagers.bonus
    if any(wager.best_without_burnout for wager in bonus.values()):
        yield bonus_chances(bonus)
    yield Text(HEADLINE_NOTE.format(game=plain(game)))


def rtp_tables(result: RtpResult) -> Iterator[Table | Text]:
    """Yield everything that is shown of the figures of a game, but what identifies them."""
    yield headline(result)
    yield main_wager([(result.strategy, result)])
    yield upcards(result)
    if result.wagers.insurance is not None:
        yield insurance_wager(result.wagers.insurance)
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
    yield Text(f"Numerical error of every expectation: at most {small(main.ev_error_bound)} units.")
    if main.outcomes is not None:
        bound = max(main.error_bound, burnout.error_bound)
        yield Text(
            f"Probability that may stand at a wrong net result: at most {small(bound)} in all; it "
            "changes no expectation."
        )


def main_wager(played: Played) -> Table:
    """Return every figure of the main wager, without the Burnout payment and with it."""
    wagers = wagers_of(played)

    def line(title: str, unit: str, text: Callable[[WagerResult], str]) -> Row:
        return (title, unit, *map(text, wagers))

    def option(title: str, unit: str, text: Callable[[BurnoutWagerResult], str]) -> Row:
        without = (NONE,) * len(played)
        return (title, unit, *without, *(text(each.wagers.main_burnout) for _, each in played))

    columns, groups = cases(played, 23)
    return Table(
        [Column("Figure", 38), Column("Unit", 26), *columns],
        [
            Band("Expectation and return"),
            line("Expectation", MAIN, lambda wager: EXPECTATION(wager.ev)),
            line("House edge", MAIN, lambda wager: EXPECTATION(wager.house_edge)),
            line("House edge", INITIAL, lambda wager: EXPECTATION(1 - wager.rtp)),
            line("Return to player", INITIAL, lambda wager: EXPECTATION(wager.rtp)),
            line("Element of risk", WAGERED, lambda wager: EXPECTATION(wager.element_of_risk)),
            line("Return on action", WAGERED, lambda wager: EXPECTATION(wager.rtp_on_action)),
            Band("Amounts"),
            line("Expected loss a round", MAIN_WAGERS, lambda wager: UNITS(wager.house_edge)),
            line("Initial amount a round", MAIN_WAGERS, lambda wager: UNITS(wager.initial_amount)),
            line(
                "Average wagered a round", MAIN_WAGERS, lambda wager: UNITS(wager.average_wagered)
            ),
            Band("The Burnout option"),
            option("Before the payment", MAIN, lambda wager: EXPECTATION(wager.gross_ev)),
            option("Burnout payment", MAIN, lambda wager: EXPECTATION(wager.payment)),
            option("Gain from the option", MAIN, lambda wager: EXPECTATION(wager.gain)),
            option("A card is burned", "% of rounds", lambda wager: RATE(wager.burn_rate)),
        ],
        caption="Main wager",
        note=WAGERS_NOTE,
        groups=[("", 2), *groups] if groups else (),
        is_numbered=True,
    )


def upcards(result: RtpResult) -> Table:
    """Return the expectation by the dealer's upcard."""
    wagers = result.wagers
    table = Table.of(
        f"Expectation by the dealer's upcard, {result.strategy} strategy, % of main wager",
        [
            Column("Upcard", 18, value=lambda upcard: upcard.upcard),
            number("Probability, %", lambda upcard: upcard.probability, RATE, 28),
            number("Without Burnout", lambda upcard: upcard.main, EXPECTATION, 36),
            number(
                "With, before payment", lambda upcard: upcard.main_burnout_gross, EXPECTATION, 36
            ),
            number("Gain", _gain, GAIN, 36),
        ],
        result.by_upcard,
        "T is a ten, jack, queen or king. A dealer blackjack is included.",
        total=True,
    )
    every: Row = (
        "all",
        RATE(sum(upcard.probability for upcard in result.by_upcard)),
        EXPECTATION(wagers.main.ev),
        EXPECTATION(wagers.main_burnout.gross_ev),
        GAIN(wagers.main_burnout.gain),
    )
    return replace(table, rows=[*table.rows, every])


def upcards_chart(result: RtpResult) -> Figure:
    """Return the chart of the expectation by upcard."""
    cards = result.by_upcard
    chart = ColumnChart(
        [card.upcard for card in cards],
        [
            bars(SERIES[0], [card.main for card in cards], EXPECTATION),
            bars(SERIES[1], [card.main_burnout_gross for card in cards], EXPECTATION),
        ],
        "% of the main wager",
    )
    return Figure.of(f"Expectation by upcard, {result.strategy} strategy", chart)


def _gain(upcard: UpcardResult) -> float | None:
    """Return what the option gains at an upcard, before the payment."""
    if upcard.main is None or upcard.main_burnout_gross is None:
        return None
    return upcard.main_burnout_gross - upcard.main


def insurance_wager(insurance: InsuranceResult) -> Table:
    """Return the figures of insurance and of even money."""
    wager = "% of the insurance wager"
    pays = insurance.pays.replace(":", " to ")
    return Table(
        [Column("Figure", 60), Column("Unit", 50), Column("Value", 34, "number")],
        [
            ("Offered", "% of rounds", RATE(insurance.p_offered)),
            ("Expectation, always taken", wager, EXPECTATION(insurance.ev_when_always_taken)),
            ("Expectation, best hand to insure", wager, EXPECTATION(insurance.best_ev)),
            ("Effect of taking even money", f"{MAIN}, a round", GAIN(insurance.ev_even_money)),
        ],
        caption=f"Insurance and even money, pays {plain(pays)}",
        note="Insurance is not part of the figures of the main wager.",
        is_numbered=True,
    )


def denominators(shoes: Iterable[tuple[str, Played]]) -> Table:
    """Return the main wager on four denominators, shoe by shoe."""
    lines: list[Band | tuple[str, str, WagerResult]] = []
    for label, played in shoes:
        lines.append(Band(plain(label)))
        for title, name in (("Main wager", "main"), ("Main wager with Burnout", "main_burnout")):
            lines += [(title, each, getattr(result.wagers, name)) for each, result in played]
    return Table.of(
        "The main wager on four denominators",
        [
            Column("Wager", 40, value=lambda line: line[0]),
            Column("Strategy", 17, value=lambda line: line[1]),
            number("Main wager, %", lambda line: line[2].house_edge, EXPECTATION, 24),
            number("With the payment, %", lambda line: 1 - line[2].rtp, EXPECTATION, 27),
            number("All wagered, %", lambda line: line[2].element_of_risk, EXPECTATION, 25),
            number("Main wagers a round", lambda line: line[2].ev, UNITS, 28),
        ],
        lines,
        "A positive house advantage is the player’s expected loss, any payment counted as lost.",
        groups=[("", 2), ("House advantage", 3), ("Expectation", 1)],
    )


def key_figures(label: str, optimal: RtpResult, basic: RtpResult) -> Table:
    """Return the figures of a shoe that a report is read for first."""
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
    return KEY_NOTE.format(bound=small(result.wagers.main.ev_error_bound))
