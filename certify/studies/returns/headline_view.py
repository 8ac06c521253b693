"""The headline of a game: six lines at the digits that people quote."""

from __future__ import annotations

from certify.present.document import Column, Row, Table, Text
from certify.present.markup import plain
from certify.present.quantity import AMOUNT, NONE, QUOTED
from certify.studies.returns.bonus_result import BonusWagerResult
from certify.studies.returns.distribution_view import HEADS
from certify.studies.returns.exposure_result import exposure_lines
from certify.studies.returns.result import ExactResult, RtpResult

NOTE = (
    "In percent of the main wager, the return of the main wager and the payment, the Bonus edges of"
    " the Bonus wager; amounts in main wagers, the payment included; in brackets with insurance and"
    " every Bonus wager, of one main wager each."
)
MISSING = (
    " A dash was not worked out: it was not asked for, or the rules allow more than four hands."
)


def headline(result: RtpResult) -> Table:
    """Return six lines: edge, return, deviation, hits, exposure, and the edges of the Bonus."""
    wagers = result.wagers.main, result.wagers.main_burnout
    rows: list[Row] = [
        ("House edge, % of main wager", *(QUOTED(wager.house_edge) for wager in wagers)),
        ("Return to player, %", *(QUOTED(wager.rtp) for wager in wagers)),
        ("Standard deviation", *(AMOUNT(wager.sd) for wager in wagers)),
        ("Hit frequency, %", *(QUOTED(wager.hit_frequency) for wager in wagers)),
        ("Most a round can cost", *_costs(result)),
    ]
    bonus = result.wagers.bonus
    if bonus:
        rows.append(
            (
                f"Bonus edge, %, {'/'.join(bonus)} wins",
                "/".join(_edge(wager, with_burnout=False) for wager in bonus.values()),
                "/".join(_edge(wager, with_burnout=True) for wager in bonus.values()),
            )
        )
    missing = "" if result.wagers.main.outcomes else MISSING
    columns = [Column(""), *(Column(head, 1.0, "number") for head in HEADS)]
    return Table(columns, rows, note=plain(NOTE + missing))


def fractions(exact: ExactResult) -> Text:
    """Return the expectations as fractions, line by line."""
    lines = ["Expectation as a fraction in lowest terms, main wagers a round"]
    for title, fraction in (
        ("Without Burnout", exact.main),
        ("With Burnout, net of the payment", exact.main_burnout),
        ("With Burnout, before the payment", exact.main_burnout_gross),
    ):
        lines += [title, f"  {fraction.numerator}", f"  / {fraction.denominator}"]
    return Text("\n".join(lines), "code")


def _costs(result: RtpResult) -> tuple[str, str]:
    """Return the most that a round can cost without Burnout and with it; with all wagers, too."""
    lines = exposure_lines(result.exposure)
    if not lines:
        return NONE, NONE
    alone, every = lines[0], max(lines, key=lambda line: len(line.without.wagers))
    without = alone.without.round.player_loses, every.without.round.player_loses
    bought = alone.bought.round.player_loses, every.bought.round.player_loses
    return f"{without[0]:g} ({without[1]:g})", f"{bought[0]:g} ({bought[1]:g})"


def _edge(wager: BonusWagerResult, *, with_burnout: bool) -> str:
    found = wager.with_burnout if with_burnout else wager.without_burnout
    return NONE if found is None else QUOTED(1.0 - found.rtp)
