"""What a report is read for first: every wager in one table, and what was certified how surely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt

from certify.present.document import Column, Composer, Row
from certify.present.figures import NONE, bound, count, fixed, percent
from certify.present.markup import capitalised, plain
from certify.studies.certification.result import AlternativeEffect, Certification, ShoeCertification
from certify.studies.item.result import CertifiedItem, Software
from certify.studies.returns.bonus_result import StreakReturn
from certify.studies.returns.exposure_result import (
    BONUS,
    BURNOUT,
    INSURANCE,
    MAIN,
    MostAtRisk,
    WagersExposure,
)
from certify.studies.returns.result import InsuranceResult, RtpResult, WagerResult

EDGE_DIGITS = 4
SHORT_ROOM = 200.0
"""Points below which what was certified is told on the next page."""
SD_DIGITS = 3
EMPTY = ("", "", "")
YES_OR_NO = {"true": "yes", "false": "no"}


def write_wagers(composer: Composer, certification: Certification) -> None:
    """Write return, house advantage, deviation and exposure of every wager, and what it pays."""
    shoe = certification.shoes[0]
    _write_shoe(
        composer,
        shoe,
        _together_rows(shoe.optimal.exposure),
        note=(
            "<b>The results relate only to the item tested</b>, to rounds from a fresh shoe to one "
            "seat, without a cut card. <i>Return</i>: of all that is put down before the deal. "
            "<i>House</i>: expected loss, payment included, in % of the main wager; of insurance "
            "and Bonus of their own stake, as sd. <i>Lost, paid</i>: the most in one round, with "
            "Burnout, whatever happens."
            f"{_together_note(shoe.optimal.exposure)}"
        ),
    )
    _write_conditions(composer, certification)


def _write_shoe(
    composer: Composer, shoe: ShoeCertification, further: Sequence[Row] = (), *, note: str = ""
) -> None:
    """Write the table of every wager with one shoe."""
    cards = count(sum(shoe.optimal.shoe.values()))
    composer.table(
        f"Every wager, {plain(shoe.label).lower()} ({cards} cards)",
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
        [*_shoe_rows(shoe), *further],
        groups=[("", 1), ("Without Burnout", 3), ("With Burnout", 3), ("At most", 2)],
        note=note,
    )


def _shoe_rows(shoe: ShoeCertification) -> list[Row]:
    """Return the lines of one shoe."""
    result = shoe.optimal
    rows: list[Row] = []
    at_risk = next((one.round for one in result.exposure if one.wagers == (MAIN, BURNOUT)), None)
    for strategy, of_strategy in (("optimal", result), ("basic", shoe.basic)):
        wagers = of_strategy.wagers
        rows.append(
            (
                f"Main wager, {strategy}",
                *_of_main(wagers.main),
                *_of_main(wagers.main_burnout),
                *(_amounts(at_risk) if strategy == "optimal" else ("", "")),
            )
        )
    if result.wagers.insurance is not None:
        rows.append(_insurance_row(result.wagers.insurance))
    return [*rows, *_bonus_rows(result)]


def _of_main(wager: WagerResult) -> tuple[str, str, str]:
    return (
        percent(wager.rtp, EDGE_DIGITS),
        percent(wager.house_edge, EDGE_DIGITS),
        fixed(wager.sd, SD_DIGITS),
    )


def _insurance_row(insurance: InsuranceResult) -> Row:
    ev, pays = insurance.ev_when_always_taken, float(_to_one(insurance.pays))
    return (
        "Insurance, always taken",
        *_of_stake(1.0 + ev, (1.0 + ev) / (1.0 + pays), pays),
        *EMPTY,
        "1",
        f"{pays:g}",
    )


def _bonus_rows(result: RtpResult) -> Iterator[Row]:
    """Yield two lines of each Bonus wager: who ignores it, and who plays for it alone."""
    for wins, bonus in result.wagers.bonus.items():
        if bonus.without_burnout is None:
            continue
        pays = float(_to_one(bonus.pays)) - (bonus.basis == "for_one")

        def of(found: StreakReturn | None, pays: float = pays) -> tuple[str, str, str]:
            return _of_stake(found.rtp, found.p_hit, pays) if found else (NONE, NONE, NONE)

        yield (
            f"Bonus, {plain(wins)} wins, pays {plain(bonus.pays)}{_basis(bonus.basis)}",
            *of(bonus.without_burnout),
            *of(bonus.with_burnout),
            "1",
            f"{pays:g}",
        )
        if bonus.best is not None:
            thorough = of(bonus.best_without_burnout) if bonus.best_without_burnout else EMPTY
            yield "… if played for alone", *thorough, *of(bonus.best), "", ""


def _of_stake(rtp: float, chance: float, pays: float) -> tuple[str, str, str]:
    """Return the figures of a wager that is paid or lost as a whole."""
    deviation = (pays + 1.0) * sqrt(chance * (1.0 - chance))
    return percent(rtp, EDGE_DIGITS), percent(1.0 - rtp, EDGE_DIGITS), fixed(deviation, SD_DIGITS)


def _together_rows(exposures: tuple[WagersExposure, ...]) -> list[Row]:
    """Return the lines of what is at risk with all wagers together."""
    if not exposures:
        return []
    everything = _everything(exposures)
    return [
        ("All together, in one round", *EMPTY, *EMPTY, *_amounts(everything.round)),
        ("All together, in one streak", *EMPTY, *EMPTY, *_amounts(everything.streak)),
    ]


def _everything(exposures: tuple[WagersExposure, ...]) -> WagersExposure:
    return max(exposures, key=lambda each: len(each.wagers))


def _together_note(exposures: tuple[WagersExposure, ...]) -> str:
    """Return what is meant by all wagers together."""
    if not exposures:
        return ""
    everything = _everything(exposures)
    parts = ["insurance too"] if INSURANCE in everything.wagers else []
    if everything.bonus:
        parts.append(f"each {BONUS.capitalize()} one main wager")
    return f" <i>All together</i>: {', '.join([*parts, 'no pushes'])}."


def _amounts(most: MostAtRisk | None) -> tuple[str, str]:
    return (f"{most.player_loses:g}", f"{most.house_pays:g}") if most else (NONE, NONE)


def _write_conditions(composer: Composer, certification: Certification) -> None:
    """Write when each wager may be made and what it pays."""
    if not certification.wagers:
        return
    paid = {table.alias: table.rows for table in certification.paytables}
    names = {wager.name for wager in certification.wagers}
    lines = []
    for wager in certification.wagers:
        # A paytable that several wagers share names what belongs to one of them by its name.
        own = [row for row in paid.get(wager.paytable or "", ()) if row.key == wager.name]
        others = [row for row in paid.get(wager.paytable or "", ()) if row.key not in names]
        is_main = wager.name == MAIN
        pays = "; ".join(
            f"{plain(row.outcome)} {plain(row.pays)}{_basis(row.basis)}"
            for row in (own or others if is_main else own)
        )
        lines.append(
            f"<b>{plain(wager.title)}.</b> {plain(wager.text)}{f' {pays}.' if pays else ''}"
        )
    composer.note("<br/>".join(lines))


def _basis(basis: str) -> str:
    return "" if basis == "to_one" else " for one"


def write_in_short(composer: Composer, certification: Certification) -> None:
    """Write what is certified, for which rules, how surely, and what is not covered."""
    composer.room(SHORT_ROOM)
    composer.unnumbered("What is certified, and how surely")
    composer.bullets(
        [
            f"<b>What.</b> The figures of {plain(certification.title)}, version "
            f"{plain(certification.version)}, as defined at the end of this report: returns, "
            "distributions and what is at risk, computed exactly and rounded for print alone.",
            f"<b>For which rules.</b> {_rules(certification)}",
            f"<b>Settings.</b> {_settings(certification)}.",
            f"<b>How surely.</b> {' '.join(_sure(certification))}",
            f"<b>With what.</b> {software_text(certification, certification.software)}.",
            "<b>Not covered.</b> Shuffling, random numbers, equipment, dealing procedure, staff; "
            "rounds dealt on to a cut card, but where a section says so; players who use cards "
            "that others show; and any play but that which is named beside a figure. The section "
            "on the scope tells more.",
        ]
    )
    for shoe in certification.shoes[1:]:
        _write_shoe(composer, shoe)


def _rules(certification: Certification) -> str:
    """Return the source and its reading, and which other reading matters most."""
    source = certification.source
    text = (
        f"{plain(source.title)}, read in {len(certification.clauses)} clauses; "
        f"{len(certification.rulings)} rulings decide where the source is silent or can be read "
        "in two ways."
    )
    effects = [
        (ruling.id, alternative)
        for ruling in certification.rulings
        for alternative in ruling.alternatives
        if alternative.change_main_burnout
    ]
    if not effects:
        return text
    number, largest = max(effects, key=lambda each: _size(each[1]))
    return (
        f"{text} The alternative that changes the main wager with Burnout most is one of "
        f"{plain(number)} ({plain(largest.text)}): by "
        f"{percent(largest.change_main_burnout, signed=True)} % of the main wager."
    )


def _size(alternative: AlternativeEffect) -> float:
    return abs(alternative.change_main_burnout or 0.0)


def software_text(certification: CertifiedItem, software: Sequence[Software]) -> str:
    """Return the programs that took part, with their versions, as markup."""
    programs = (
        ("certify", certification.engine_version),
        *((program.name, program.version) for program in software),
    )
    return ", ".join(
        f"{plain(name)}\N{NO-BREAK SPACE}{plain(version)}" for name, version in programs
    )


def _settings(certification: Certification) -> str:
    return "; ".join(
        f"{plain(parameter.title)}: {plain(YES_OR_NO.get(parameter.value, parameter.value))}"
        for parameter in certification.parameters
    )


def _sure(certification: Certification) -> Iterator[str]:
    """Yield sentences on errors and on what was compared."""
    wagers = [
        wager
        for shoe in certification.shoes
        for result in (shoe.optimal, shoe.basic)
        for wager in (result.wagers.main, result.wagers.main_burnout)
    ]
    yield (
        "Nothing is sampled: an expectation is in error by at most "
        f"{bound(max(wager.ev_error_bound for wager in wagers))} main wagers."
    )
    if any(wager.outcomes for wager in wagers):
        yield (
            "Of the distribution of a round, at most "
            f"{bound(max(wager.error_bound for wager in wagers if wager.outcomes))} of probability "
            "stands at a wrong result."
        )
    played = certification.crosscheck
    if played is None:
        yield "The game was not played for this report, to compare with."
    else:
        games = sum(run.games for run in played.runs)
        verdict = (
            "no comparison failed" if played.passed else "<b>at least one comparison failed</b>"
        )
        yield (
            f"The same rules, played {count(games)} times by a program that shares no counting "
            f"with the exact one, were compared in {count(len(played.tests))} tests: {verdict}."
        )
    figures = sum(len(published.figures) for published in certification.published)
    if figures:
        yield capitalised(f"{figures} published figures stand beside those of this report.")


def _to_one(pays: str) -> Fraction:
    first, _, second = pays.partition(":")
    return Fraction(first) / Fraction(second)
