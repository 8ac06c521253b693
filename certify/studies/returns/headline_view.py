"""The headline of a game at the digits that people quote, and every wager on one table."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from certify.present.document import Column, Row, Table, Text
from certify.present.facts import shoe_text
from certify.present.markup import plain
from certify.present.paragraphs import paragraphs
from certify.present.quantity import AMOUNT, BAND, EXPECTATION, NONE, QUOTED, Quantity, shortest
from certify.studies.returns.bonus_result import BonusWagerResult, StreakReturn
from certify.studies.returns.distribution_view import HEADS
from certify.studies.returns.exposure_result import (
    BURNOUT,
    MAIN,
    MostAtRisk,
    WagersExposure,
    exposure_lines,
)
from certify.studies.returns.odds import to_one
from certify.studies.returns.result import ExactResult, RtpResult, WagerResult

NOTE = (
    "In percent of the main wager, the return of the main wager and the payment, the Bonus edges of"
    " the Bonus wager; amounts in main wagers, the payment included; in brackets with insurance and"
    " every Bonus wager, of one main wager each."
)
MISSING = (
    " A dash was not worked out: it was not asked for, or the rules allow more than four hands."
)
MISSING_IF_COUNTED = (
    " A dash was not worked out: it needs the distribution of a round, which there is where one"
    " strategy plays all the hands of a split."
)


def first_figures(result: RtpResult) -> str:
    """Return what is known of a game within seconds, for a person who waits for the whole."""
    without, burnout = (
        f"{EXPECTATION(wager.house_edge)} %"
        for wager in (result.wagers.main, result.wagers.main_burnout)
    )
    return paragraphs(
        f"Known already, of {shoe_text(result.shoe)}, strategy {result.strategy}: the house edge is"
        f" {without} of the main wager without Burnout and {burnout} with it. The rest follows."
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
    missing = MISSING_IF_COUNTED if result.split_play.is_counted else MISSING
    missing = "" if result.wagers.main.outcomes else missing
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


# Every wager on one table -----------------------------------------------------------------------

SD = Quantity(3)
"""A standard deviation among other figures."""
NOTHING = ("", "", "")


def every_wager(optimal: RtpResult, basic: RtpResult, *, together: bool, note: str = "") -> Table:
    """Return edge, return, deviation and the most at risk of every wager, as markup a note.

    `together`: whether to tell what is at risk with all wagers together.
    """
    return Table(
        [
            Column("Wager, and play", 45),
            *(
                Column(title, share, "number")
                for _ in range(2)
                for title, share in (("return, %", 19), ("house, %", 17), ("sd", 13))
            ),
            Column("lost", 12, "number"),
            Column("paid", 12, "number"),
        ],
        [
            *_main_rows(optimal, basic),
            *_insurance_rows(optimal),
            *_bonus_rows(optimal),
            *(_together_rows(optimal.exposure) if together else ()),
        ],
        "Every wager",
        note,
        groups=[("", 1), *((head, 3) for head in HEADS), ("At most", 2)],
        is_numbered=True,
    )


def _main_rows(optimal: RtpResult, basic: RtpResult) -> Iterator[Row]:
    at_risk = next((one.round for one in optimal.exposure if one.wagers == (MAIN, BURNOUT)), None)
    for name, result in (("optimal", optimal), ("basic", basic)):
        wagers = result.wagers
        yield (
            f"Main wager, {name}",
            *_of_main(wagers.main),
            *_of_main(wagers.main_burnout),
            *(_amounts(at_risk) if result is optimal else ("", "")),
        )


def _of_main(wager: WagerResult) -> tuple[str, str, str]:
    return BAND(wager.rtp), BAND(wager.house_edge), SD(wager.sd)


def _insurance_rows(result: RtpResult) -> Iterator[Row]:
    insurance = result.wagers.insurance
    if insurance is not None:
        back, pays = 1.0 + insurance.ev_when_always_taken, float(to_one(insurance.pays))
        told = _of_stake(back, back / (1.0 + pays), pays)
        yield "Insurance, always taken", *told, *NOTHING, "1", shortest(pays)


def _bonus_rows(result: RtpResult) -> Iterator[Row]:
    """Yield two lines of each Bonus wager: who ignores it, and who plays for it alone."""
    for wins, bonus in result.wagers.bonus.items():
        if bonus.without_burnout is None:
            continue
        pays = float(to_one(bonus.pays)) - (bonus.basis == "for_one")

        def of(found: StreakReturn | None, pays: float = pays) -> tuple[str, str, str]:
            return _of_stake(found.rtp, found.p_hit, pays) if found else (NONE, NONE, NONE)

        basis = "" if bonus.basis == "to_one" else " for one"
        yield (
            f"Bonus, {plain(wins)} wins, pays {plain(bonus.pays)}{basis}",
            *of(bonus.without_burnout),
            *of(bonus.with_burnout),
            "1",
            shortest(pays),
        )
        if bonus.best is not None:
            thorough = of(bonus.best_without_burnout) if bonus.best_without_burnout else NOTHING
            yield "… if played for alone", *thorough, *of(bonus.best), "", ""


def _of_stake(rtp: float, chance: float, pays: float) -> tuple[str, str, str]:
    """Return the figures of a wager that is paid or lost as a whole."""
    return BAND(rtp), BAND(1.0 - rtp), SD((pays + 1.0) * sqrt(chance * (1.0 - chance)))


def _together_rows(exposures: tuple[WagersExposure, ...]) -> Iterator[Row]:
    """Yield the lines of what is at risk with all wagers together."""
    if exposures:
        everything = most_wagers(exposures)
        for name, most in (("round", everything.round), ("streak", everything.streak)):
            yield f"All together, in one {name}", *NOTHING, *NOTHING, *_amounts(most)


def most_wagers(exposures: tuple[WagersExposure, ...]) -> WagersExposure:
    """Return the exposure with the most wagers at once."""
    return max(exposures, key=lambda each: len(each.wagers))


def _amounts(most: MostAtRisk | None) -> tuple[str, str]:
    return (shortest(most.player_loses), shortest(most.house_pays)) if most else (NONE, NONE)
