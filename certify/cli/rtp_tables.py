"""The tables of `certify rtp`, and the key figures of a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rich.console import Group, RenderableType
from rich.table import Table

from certify.cli.bonus_tables import bonus_tables
from certify.cli.display import (
    NONE,
    identification,
    percent,
    rate,
    shoe_text,
    table,
    titled,
    units,
)
from certify.cli.distribution_tables import HEADS, distribution_tables
from certify.cli.exposure_tables import exposure_tables
from certify.cli.rtp_headline import fractions, headline
from certify.studies.returns.result import (
    BurnoutWagerResult,
    InsuranceResult,
    RtpResult,
    WagerResult,
)

MAIN = "% of main wager"
INITIAL = "% of initial amount"
WAGERED = "% of all wagered"
UNITS = "units"
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


def rtp_tables(result: RtpResult) -> Iterator[RenderableType]:
    """Yield what `certify rtp` prints.

    Parameters
    ----------
    result : RtpResult
        The figures.

    Yields
    ------
    str or renderable
        Parts of at most 80 columns.
    """
    yield identification(
        result,
        ("Shoe", shoe_text(result.shoe)),
        ("Strategy", f"{result.strategy}, {result.strategy_class.replace('_', '-')}"),
        strategy_sha256=result.strategy_sha256,
    )
    yield headline(result)
    yield titled("Main wager", _wagers(result), WAGERS_NOTE)
    yield titled("Expectation by the dealer's upcard, % of main wager", _upcards(result))
    if result.wagers.insurance is not None:
        pays = result.wagers.insurance.pays.replace(":", " to ")
        yield titled(f"Insurance, pays {pays}", _insurance(result.wagers.insurance))
    else:
        yield "Insurance and even money are not offered."
    yield from exposure_tables(result.exposure)
    yield from distribution_tables(result)
    yield from bonus_tables(result)
    if result.exact is not None:
        yield fractions(result.exact)
    main = result.wagers.main
    yield _errors(result) + f"\nMethod: {main.method}."


def _errors(result: RtpResult) -> str:
    main, burnout = result.wagers.main, result.wagers.main_burnout
    text = f"Numerical error of every expectation: at most {main.ev_error_bound:.0e} units."
    if main.outcomes is not None:
        bound = max(main.error_bound, burnout.error_bound)
        text += (
            f"\nProbability that may stand at a wrong net result: at most {bound:.1e} in all; it "
            "changes no expectation."
        )
    return text


def _wagers(result: RtpResult) -> Table:
    wagers = result.wagers
    listed = table("Figure", "Unit", *HEADS, numbers_from=2)

    def both(title: str, unit: str, text: Callable[[WagerResult], str]) -> None:
        listed.add_row(title, unit, text(wagers.main), text(wagers.main_burnout))

    def option(title: str, unit: str, text: Callable[[BurnoutWagerResult], str]) -> None:
        listed.add_row(title, unit, NONE, text(wagers.main_burnout))

    both("Expectation", MAIN, lambda wager: percent(wager.ev))
    both("House edge", MAIN, lambda wager: percent(wager.house_edge))
    both("House edge", INITIAL, lambda wager: percent(1 - wager.rtp))
    both("Return to player", INITIAL, lambda wager: percent(wager.rtp))
    both("Element of risk", WAGERED, lambda wager: percent(wager.element_of_risk))
    both("Return on action", WAGERED, lambda wager: percent(wager.rtp_on_action))
    both("Expected loss a round", UNITS, lambda wager: units(wager.house_edge))
    both("Initial amount a round", UNITS, lambda wager: units(wager.initial_amount))
    both("Average wagered a round", UNITS, lambda wager: units(wager.average_wagered))
    listed.add_section()
    option("Before the payment", MAIN, lambda wager: percent(wager.gross_ev))
    option("Burnout payment", MAIN, lambda wager: percent(wager.payment))
    option("Gain from the option", MAIN, lambda wager: percent(wager.gain))
    option("A card is burned", "% of rounds", lambda wager: rate(wager.burn_rate))
    return listed


def _upcards(result: RtpResult) -> Table:
    listed = table(
        "Upcard",
        "Probability, %",
        "Without Burnout",
        "With Burnout, before payment",
    )
    for upcard in result.by_upcard:
        listed.add_row(
            upcard.upcard,
            rate(upcard.probability),
            percent(upcard.main),
            percent(upcard.main_burnout_gross),
        )
    listed.add_section()
    listed.add_row(
        "all",
        rate(sum(upcard.probability for upcard in result.by_upcard)),
        percent(result.wagers.main.ev),
        percent(result.wagers.main_burnout.gross_ev),
    )
    return listed


def _insurance(insurance: InsuranceResult) -> Table:
    listed = table("Figure", "Unit", "Value", numbers_from=2)
    wager = "% of the insurance wager"
    listed.add_row("Offered", "% of rounds", rate(insurance.p_offered))
    listed.add_row("Expectation, always taken", wager, percent(insurance.ev_when_always_taken))
    listed.add_row("Expectation, best hand to insure", wager, percent(insurance.best_ev))
    listed.add_row(
        "Effect of taking even money", f"{MAIN}, a round", percent(insurance.ev_even_money)
    )
    return listed


def key_figures(label: str, optimal: RtpResult, basic: RtpResult) -> Group:
    """Return the figures of a shoe that a report is read for first.

    Parameters
    ----------
    label : str
        Name of the shoe.
    optimal, basic : RtpResult
        Its figures under both strategies.

    Returns
    -------
    Group
        A line for each wager and strategy.
    """
    listed = table(
        "Wager",
        "Strategy",
        "House edge, %",
        "Return, %",
        "Element of risk, %",
        numbers_from=2,
    )
    for name, wagers in (
        (HEADS[0], (optimal.wagers.main, basic.wagers.main)),
        (HEADS[1], (optimal.wagers.main_burnout, basic.wagers.main_burnout)),
    ):
        for result, wager in zip((optimal, basic), wagers, strict=True):
            listed.add_row(
                name,
                result.strategy,
                percent(wager.house_edge),
                percent(wager.rtp),
                percent(wager.element_of_risk),
            )
    return titled(label, listed)


def key_note(result: RtpResult) -> str:
    """Return what the figures of `key_figures` mean, and how exact they are."""
    return KEY_NOTE.format(bound=result.wagers.main.ev_error_bound)
