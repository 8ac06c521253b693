"""The mathematical certificate: two pages that stand alone, with a place to sign."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from certify.errors import ReportError
from certify.evidence.report.sections.signature import SIGNATURE_ROOM, write_seal
from certify.evidence.submission.documents import Item, Made, make, new_document
from certify.present.composer import Composer
from certify.present.document import Column, Element, Row, Table
from certify.present.markup import mono, plain
from certify.present.pdf.attachments import Attachment
from certify.present.quantity import small
from certify.studies.item.laboratory_and_client import About
from certify.studies.submission.parts import CERTIFICATE, METHOD, STRATEGY, VERDICT
from certify.studies.submission.result import Matrix
from certify.studies.submission.view import every_wager, nearest_table, not_met, verdicts_table

TITLE = "Mathematical certificate"
MOST_PAGES = 2
NOT_GIVEN = "not given"
MOST_NAMED = 6
"""Limits not met that the certificate names one by one."""
MOST_RULES = 6
"""Lines of the best play that the certificate has room for."""
VERDICTS = (nearest_table, verdicts_table)
FIGURES_NAME = "figures.json"


def certificate_document(
    item: Item, about: About | None, matrices: Sequence[Matrix], left: Sequence[str]
) -> Made:
    """Return the certificate; a `ReportError` if it does not fit on two pages.

    Where profiles set many limits it tells fewer of them one by one; the matrix has all.
    """
    figures = Attachment(
        FIGURES_NAME,
        "The figures that this certificate prints, at full precision",
        "application/json",
        "Data",
        item.figures.to_json().encode(),
    )
    foot = f"Issued {item.issued}. Results relate only to the item tested."
    for tables in (VERDICTS, VERDICTS[:1], VERDICTS[1:], ()):
        elements = certificate_elements(item, about, matrices, left, tables)
        made = make(item, CERTIFICATE, TITLE, elements, (figures,), foot)
        if made.pages is not None and made.pages <= MOST_PAGES:
            return made
    raise ReportError(
        f"the certificate has {made.pages} pages, and {MOST_PAGES} are all it may have; shorten"
        " what --about says"
    )


def certificate_elements(
    item: Item,
    about: About | None,
    matrices: Sequence[Matrix],
    left: Sequence[str],
    tables: Sequence[Callable[[Sequence[Matrix]], Table | None]],
) -> list[Element]:
    """Return the certificate as data, with these tables of verdicts."""
    composer = new_document()
    composer.title(TITLE)
    identity = item.game.spec.game
    composer.subtitle(f"{plain(identity.title)}, version {plain(identity.version)}")
    composer.elements.append(
        Table([Column("", 34, "bold"), Column("", 138)], _identity(item, about), has_header=False)
    )
    composer.write([every_wager(item.figures, best=True)])
    composer.text(
        "<b>Most to lose.</b> With every wager made nobody loses more than"
        f" {item.figures.most_lost:g} times the wager in a round."
    )
    _write_verdict(composer, matrices, tables)
    _write_method(composer, item)
    _write_conditions(composer, left)
    _write_signature(composer, item, about)
    return composer.elements


def _identity(item: Item, about: About | None) -> list[Row]:
    """Return what was tested, by whom and for whom."""
    game, figures = item.game, item.figures
    laboratory = about.laboratory if about else None
    client = about.client if about else None
    changed = "; ".join(f"{name} = {value}" for name, value in game.changed)
    tested = f"{laboratory.name}, {laboratory.address}" if laboratory else NOT_GIVEN
    report = (
        f"report {figures.rests_on}"
        if figures.rests_on
        else f"the full report is made by {figures.report_command}"
    )
    return [
        ("Certificate", plain(f"{item.number}, issued {item.issued}")),
        ("Name and version", plain(f"{game.spec.game.title}, {game.spec.game.version}")),
        ("Tested by", plain(tested)),
        ("Client", plain(client.name if client else NOT_GIVEN)),
        ("Rules", plain(_rules(item))),
        ("Settings changed", plain(changed or "none")),
        ("Spec SHA-256", mono(game.spec_sha256)),
        ("Paytables SHA-256", mono(game.paytable_sha256)),
        ("Worked out with", plain(f"certify {figures.engine_version}; annex: {report}")),
    ]


def _rules(item: Item) -> str:
    source, rulings = item.game.spec.source, len(item.game.spec.rulings)
    return (
        f"{source.title}, read in {len(item.game.spec.clauses)} clauses; {rulings} rulings decide"
        " where it is silent (rulebook, “Points decided”)"
    )


def _write_verdict(
    composer: Composer,
    matrices: Sequence[Matrix],
    tables: Sequence[Callable[[Sequence[Matrix]], Table | None]],
) -> None:
    """Write whether the limits are met, jurisdiction by jurisdiction."""
    composer.section(VERDICT)
    failed = list(not_met(matrices))
    worked_out = sum(
        finding.verdict != "for a human" for matrix in matrices for finding in matrix.findings
    )
    for_people = sum(matrix.count("for a human") for matrix in matrices)
    told = (
        f"<b>Not met: {len(failed)} of the {worked_out} limits that could be worked out.</b>"
        if failed
        else f"<b>Met: all {worked_out} limits that could be worked out.</b>"
    )
    composer.text(
        f"{told} {for_people} clauses are left to a human, and none of them is called met; the"
        " clause matrix names each with its page."
    )
    for make_table in tables:
        if table := make_table(matrices):
            composer.write([table])
    if failed:
        named = [
            f"{plain(matrix.jurisdiction)}: {plain(finding.subject)}, {plain(finding.shown)};"
            f" asked is {plain(finding.asked)}."
            for matrix, finding in failed[:MOST_NAMED]
        ]
        if len(failed) > MOST_NAMED:
            named.append(f"{len(failed) - MOST_NAMED} more stand in the clause matrix.")
        composer.bullets(named)


def _write_method(composer: Composer, item: Item) -> None:
    """Write how the figures were found and how sure they are, and the best play."""
    figures = item.figures
    composer.section(METHOD)
    composer.text(" ".join(plain(sentence) for sentence in figures.method))
    sure = (
        "every figure is exact, a fraction rounded once for print"
        if not figures.error_bound
        else f"no return is in error by more than {small(figures.error_bound)} of its wager"
    )
    composer.text(f"<b>How sure.</b> Nothing is sampled: {sure}.")
    composer.section(STRATEGY)
    rules = [plain(line) for line in figures.strategy] or [
        "No rule in words tells the best play; <i>certify strategy</i> tells every situation."
        if figures.is_decided
        else "Nothing is decided in play: there is no strategy."
    ]
    composer.bullets(
        rules[:MOST_RULES]
        + (["The rest stands in the full report."] if len(rules) > MOST_RULES else [])
    )


def _write_conditions(composer: Composer, left: Sequence[str]) -> None:
    """Write under what conditions the figures hold, and what is not covered."""
    composer.section("Conditions, and what is not covered")
    composer.bullets(
        [
            "The figures hold for a round from whole, well shuffled packs, to one seat that sees"
            " what the rules show, and for the play named beside them.",
            "<b>Not covered:</b> shuffling, random numbers, equipment, staff, players who see or"
            " remember other cards, and whatever the rules leave to the house"
            + (f" ({plain('; '.join(left))})." if left else "."),
            "The certificate relates to the item above alone: another version, paytable or setting"
            " is another item. It states figures and verdicts on limits, and no opinion.",
        ]
    )


def _write_signature(composer: Composer, item: Item, about: About | None) -> None:
    """Write the place for a signature, and the seal that ties the page to its figures."""
    composer.room(SIGNATURE_ROOM)
    composer.section("Signature and seal")
    write_seal(composer, about, ("Certificate", item.number), ("SHA-256 of the figures", item.seed))
