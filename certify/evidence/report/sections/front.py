"""The first page, what is certified and how surely, the contents, and the scope."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from certify.evidence.report.identity import report_number, results_sha256
from certify.evidence.report.sections.parties import conformity_row, parties_rows
from certify.evidence.report.sections.rulings import mark_of, write_assumed
from certify.present.composer import Composer
from certify.present.document import Column, Row, Table
from certify.present.markup import capitalised, mono, plain
from certify.present.quantity import COUNT, POINTS, small
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import AlternativeEffect, Certification, ShoeCertification
from certify.studies.item.result import CertifiedItem
from certify.studies.returns.exposure_result import (
    BONUS,
    INSURANCE,
    MAIN,
    WagersExposure,
)
from certify.studies.returns.headline_view import every_wager, most_wagers

Printed: TypeAlias = Certification | BankedCertification | FairnessCertification
"""What a report prints, of any kind of game."""
IDENTIFICATION = (Column("", 27, "bold"), Column("", 105))
"""The columns of the table that says what a report is about."""
SHORT_ROOM = 200.0
"""Points below which what was certified is told on the next page."""
YES_OR_NO = {"true": "yes", "false": "no"}


def write_front(composer: Composer, certification: Certification) -> None:
    """Write the first page: what was examined, and the result on one table."""
    composer.title("Test Report")
    composer.subtitle(
        f"{plain(certification.title)}, version {plain(certification.version)}: "
        "exact mathematical analysis"
    )
    composer.add(
        Table(
            IDENTIFICATION,
            identification(
                certification,
                examined=f"; {', '.join(plain(_shoe_text(shoe)) for shoe in certification.shoes)}",
            ),
            has_header=False,
        )
    )
    composer.unnumbered("Summary")
    composer.text(plain(certification.summary))
    write_assumed(composer, certification)
    with composer.marked(mark_of(certification.assumptions, "wagers")):
        write_wagers(composer, certification)


def identification(
    certification: CertifiedItem,
    extent: Sequence[Row] = (),
    *,
    examined: str = "",
    has_paytables: bool = True,
) -> list[Row]:
    """Return the rows that identify report and item; with extent if given."""
    source = certification.source
    hashes = [
        ("spec", certification.spec_sha256),
        *([("paytable", certification.paytable_sha256)] if has_paytables else []),
        ("source", source.sha256),
        ("engine", certification.engine_sha256),
        ("results", results_sha256(certification)),
    ]
    rows: list[Row] = [
        (
            "Report",
            f"{report_number(certification)}, issued {plain(certification.issued)} by certify "
            f"{plain(certification.engine_version)}",
        ),
        *parties_rows(certification),
        (
            "Item tested",
            f"{plain(certification.title)} ({plain(certification.game)}), "
            f"version {plain(certification.version)}{examined}",
        ),
        *extent,
        (
            "Source of the rules",
            f"{plain(source.title)}, {plain(source.reference)}",
        ),
        (
            "<br/>".join(f"SHA-256, {name}" for name, _ in hashes),
            "<br/>".join(mono(digest, 7.2) for _, digest in hashes),
        ),
    ]
    if certification.changed:
        changes = ", ".join(
            f"{plain(name)} = {plain(value)}" for name, value in certification.changed
        )
        rows.append(("Changed from the spec", f"<b>{changes}</b>"))
    return [*rows, conformity_row(certification)]


def _shoe_text(shoe: ShoeCertification) -> str:
    """Return the name of a shoe with its number of cards."""
    return f"{shoe.label.lower()} ({COUNT(sum(shoe.optimal.shoe.values()))} cards)"


def write_contents(composer: Composer, _certification: CertifiedItem) -> None:
    """Write the table of contents of a part, which begins it."""
    composer.contents()


def write_scope(composer: Composer, certification: Certification) -> None:
    """Write what the report covers and what it does not."""
    composer.section("Scope and exclusions")
    composer.text(
        "The results relate only to the item tested: the rules, rulings and paytables that are "
        "printed here and identified by the SHA-256 values on the first page. Another version of "
        "the rules, another paytable or another number of decks is another item."
    )
    studied = certification.composition is not None
    fresh = "<b>Fresh shoe.</b> Every round is dealt from a complete, well shuffled shoe. "
    fresh += (
        "How the cards gone change the expectation is a section of its own, and no other figure "
        "depends on it."
        if studied
        else "Nothing is said here about the composition of the shoe later on."
    )
    no_cut_card = (
        "<b>No cut card.</b> The number of rounds dealt from a shoe does not depend on the cards"
    )
    no_cut_card += ", but in the section on the shoe’s composition." if studied else "."
    unexamined = (
        "<b>Not examined:</b> shuffling, random number generation, equipment, dealing procedure, "
        "staff, and the protection of the game against advantage play"
    )
    unexamined += " other than by counting cards." if studied else "."
    items = [
        fresh,
        "<b>One seat.</b> One player plays one hand against the dealer. Other players’ cards are "
        "unseen cards like any others, so they change no expectation; a player who uses what the "
        "other hands show is not covered.",
        no_cut_card,
        "<b>Play as stated.</b> Each figure holds for the strategy named beside it. Other play has "
        "another expectation.",
        unexamined,
    ]
    if not any(shoe.optimal.streak for shoe in certification.shoes):
        items.append(
            "<b>Distribution and Bonus wagers.</b> The distribution of a round, and with it any "
            "chance to win a Bonus wager, were not worked out for these rules."
        )
    elif any(shoe.optimal.wagers.bonus for shoe in certification.shoes):
        items.append(
            "<b>Bonus wagers.</b> Rounds of a streak are taken to be independent, each from a "
            "fresh shoe. Rounds dealt on from one shoe to a cut card are not quite. For six decks "
            "the method’s documentation (METHOD.md, section 9) gives the difference as simulated: "
            "less than 0.1 percentage points of any Bonus wager."
        )
    composer.bullets(items)
    composer.text(
        "The report states figures and how they were found. A statement of conformity is made for "
        "requirements that were given, in its own section, and for nothing else; no opinion is "
        "expressed. The report may be reproduced in full only."
    )


# Every wager, and what is certified how surely


def write_wagers(composer: Composer, certification: Certification) -> None:
    """Write return, house advantage, deviation and exposure of every wager, and what it pays."""
    shoe = certification.shoes[0]
    _write_shoe(
        composer,
        shoe,
        (
            "<b>The results relate only to the item tested</b>, to rounds from a fresh shoe to one "
            "seat, without a cut card. <i>Return</i>: of all that is put down before the deal. "
            "<i>House</i>: expected loss, payment included, in % of the main wager; of insurance "
            "and Bonus of their own stake, as sd. <i>Lost, paid</i>: the most in one round, with "
            "Burnout, whatever happens."
            f"{_together_note(shoe.optimal.exposure)}"
        ),
    )


def _write_shoe(composer: Composer, shoe: ShoeCertification, note: str = "") -> None:
    """Write the table of every wager with one shoe; with a note it is that of the first page."""
    table = every_wager(shoe.optimal, shoe.basic, together=bool(note), note=note)
    composer.put(table, _shoe_text(shoe))


def _together_note(exposures: tuple[WagersExposure, ...]) -> str:
    """Return what is meant by all wagers together."""
    if not exposures:
        return ""
    everything = most_wagers(exposures)
    parts = ["insurance too"] if INSURANCE in everything.wagers else []
    if everything.bonus:
        parts.append(f"each {BONUS.capitalize()} one main wager")
    return f" <i>All together</i>: {', '.join([*parts, 'no pushes'])}."


def write_conditions(composer: Composer, certification: Certification) -> None:
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
            "<b>What.</b> Returns, distributions and what is at risk, exact, and rounded for print "
            "alone.",
            f"<b>For which rules.</b> {_rules(certification)}",
            f"<b>Settings.</b> {settings_text(certification)}.",
            f"<b>How surely.</b> {' '.join(_sure(certification))}",
            f"<b>Play.</b> {_play(certification)}",
            "<b>Not covered.</b> Shuffling, random numbers, equipment, dealing procedure, staff; "
            "rounds dealt on to a cut card, but where a section says so; players who use cards "
            "that others show; play that is not named beside a figure.",
        ]
    )
    for shoe in certification.shoes[1:]:
        _write_shoe(composer, shoe)


def _play(certification: Certification) -> str:
    """Return by which play the figures are reached, and the most that it can lose."""
    optimal = certification.shoes[0].optimal
    text = (
        "The optimal strategy looks at every card of the hand; the basic strategy is that of the "
        "charts in the section on strategy"
    )
    if not optimal.exposure:
        return f"{text}."
    most = most_wagers(optimal.exposure).round.player_loses
    return f"{text}. With every wager made nobody loses more than {most:g} main wagers in a round."


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
        f"{POINTS(largest.change_main_burnout)} % of the main wager."
    )


def _size(alternative: AlternativeEffect) -> float:
    return abs(alternative.change_main_burnout or 0.0)


def software_text(certification: Printed) -> str:
    """Return the programs that took part, with their versions, as markup."""
    programs = (
        ("certify", certification.engine_version),
        *((program.name, program.version) for program in certification.software),
    )
    return ", ".join(
        f"{plain(name)}\N{NO-BREAK SPACE}{plain(version)}" for name, version in programs
    )


def settings_text(certification: CertifiedItem) -> str:
    """Return the parameters in force, as markup."""
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
        f"{small(max(wager.ev_error_bound for wager in wagers))} main wagers."
    )
    if any(wager.outcomes for wager in wagers):
        yield (
            "Of the distribution of a round, at most "
            f"{small(max(wager.error_bound for wager in wagers if wager.outcomes))} of probability "
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
            f"The same rules, played {COUNT(games)} times by a program that shares no counting "
            f"with the exact one, were compared in {COUNT(len(played.tests))} tests: {verdict}."
        )
    figures = sum(len(published.figures) for published in certification.published)
    if figures:
        yield capitalised(f"{figures} published figures stand beside those of this report.")
