"""The first page, the contents, and the scope."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.identity import report_number, results_sha256
from certify.evidence.report.sections.answers import software_text, write_wagers
from certify.evidence.report.sections.assumptions import mark_of, write_assumed
from certify.evidence.report.sections.parties import conformity_row, parties_line, parties_rows
from certify.present.document import Column, Composer, Row, Table
from certify.present.figures import count
from certify.present.markup import plain
from certify.studies.certification.result import Certification, ShoeCertification
from certify.studies.item.result import CertifiedItem, Software

IDENTIFICATION = (Column("", 27, "bold"), Column("", 105))
"""The columns of the table that says what a report is about."""


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
                has_room=True,
                examined=f"; {', '.join(_shoe_text(shoe) for shoe in certification.shoes)}",
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
    software: Sequence[Software] = (),
    extent: Sequence[Row] = (),
    *,
    examined: str = "",
    has_paytables: bool = True,
    has_room: bool = False,
) -> list[Row]:
    """Return the rows that identify the report and the item tested.

    `software`: what took part in the computation; none if another page tells it. `extent`: what of
    the item was examined, in lines of their own. `has_room`: whether each of the parties, and of
    the requirements, has a line of its own.
    """
    mono = '<font name="IBMPlexMono" size="7.2">{}</font>'
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
            f"{report_number(certification)}, issued {plain(certification.issued)}"
            f"{'' if software else f' by certify {plain(certification.engine_version)}'}"
            f"{'' if has_room else parties_line(certification)}",
        ),
        *(parties_rows(certification) if has_room else []),
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
            "<br/>".join(mono.format(plain(digest)) for _, digest in hashes),
        ),
    ]
    if software:
        rows.append(("Software", software_text(certification, software)))
    if certification.changed:
        changes = ", ".join(
            f"{plain(name)} = {plain(value)}" for name, value in certification.changed
        )
        rows.append(("Changed from the spec", f"<b>{changes}</b>"))
    return [*rows, *conformity_row(certification, is_short=not has_room)]


def _shoe_text(shoe: ShoeCertification) -> str:
    """Return the name of a shoe with its number of cards."""
    return f"{plain(shoe.label).lower()} ({count(sum(shoe.optimal.shoe.values()))} cards)"


def write_contents(composer: Composer, _certification: CertifiedItem) -> None:
    """Write the table of contents."""
    composer.new_page()
    composer.unnumbered("Contents")
    composer.contents()


def write_scope(composer: Composer, certification: Certification) -> None:
    """Write what the report covers and what it does not."""
    composer.new_page()
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
