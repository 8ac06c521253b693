"""What the file carries, how to verify it, where it answers what is asked, the end mark."""

from __future__ import annotations

from certify.errors import ReportError
from certify.evidence.report.identity import (
    RESULTS_NAME,
    report_number,
    results_bytes,
    results_sha256,
)
from certify.present.composer import EN_SPACE, TITLE_KEY, Composer
from certify.present.document import Column, Row
from certify.present.markup import mono, plain
from certify.present.pdf.archive import CONFORMANCE, PART
from certify.present.quantity import COUNT
from certify.studies.item.matrix import FIRST_PAGE, MatrixEntry
from certify.studies.item.result import CertifiedItem

RESULTS_TITLE = "Every figure of this report at full precision"
RELATIONS = {"Source": "source", "Data": "data", "Supplement": "supplement"}


def write_attachments(composer: Composer, certification: CertifiedItem) -> None:
    """Write the list of attachments with their hashes, and what a verification proves."""
    composer.section("What this file carries")
    composer.text(
        "The PDF file of this report carries what it was made from. Paper does not; the seal "
        "of the certificate then ties it to the file."
    )
    content = results_bytes(certification)
    digest = results_sha256(certification)
    rows: list[Row] = [
        (
            plain(name),
            f"{plain(title)}<br/>{mono(sha256)}",
            RELATIONS[relation],
            COUNT(size),
        )
        for name, title, sha256, relation, size in (
            (RESULTS_NAME, RESULTS_TITLE, digest, "Data", len(content)),
            *(
                (each.name, each.title, each.sha256, each.relationship, each.size)
                for each in certification.enclosures
            ),
        )
    ]
    composer.table(
        "Attached files",
        [
            Column("File", 33, "mono"),
            Column("What it is, and its SHA-256", 114),
            Column("Relation", 27),
            Column("Bytes", 20, "number"),
        ],
        rows,
        breakable=True,
    )
    composer.subsection("How to verify it", in_contents=False)
    composer.code("certify verify FILE.pdf")
    composer.bullets(
        [
            "<b>What this proves.</b> The attached files are those listed here; pages and "
            "attachments belong together: the pages are built again from the attached results and "
            "compared byte for byte, so that a changed digit, a page taken out or an attachment "
            "exchanged is found.",
            '<b>With</b> <font name="IBMPlexMono" size="8">--recompute</font> the figures are '
            "computed again from the attached rules and compared with the attached results. It "
            "takes as long as the report took.",
            "<b>What it does not prove.</b> Who made the file: that takes a digital signature, or "
            "the hash of the seal from a source that you trust. That the rules are those that are "
            "dealt at a table: compare the spec’s SHA-256. That the program is right: see the "
            "independent checks in this report.",
        ]
    )
    composer.text(
        f"The file has the form of PDF/A-{PART}{CONFORMANCE.lower()} (ISO 19005), for archives: "
        "the validator of pikepdf, which approves only what it knows, approves reports in tests of "
        "the program. Text, tables and figures are tagged for programs that read aloud, figures "
        "with a text in their place; conformity with PDF/UA is not claimed, since no validator of "
        "it was at hand."
    )


def write_end(composer: Composer, certification: CertifiedItem) -> None:
    """Write the end mark."""
    composer.end(f"End of report {report_number(certification)}")


# Matrix of contents


SOURCE = '<br/><font size="7" color="#56616d">{}</font>'


def write_matrix(composer: Composer, certification: CertifiedItem) -> None:
    """Write where every entry is answered, or why it is not.

    It is the last section: it refers to those that have been written.
    """
    if not certification.matrix:
        return
    references = References(composer)
    composer.section("Matrix of contents")
    composer.text(
        "What public rules and laboratories ask a report of this kind to contain, in the words of "
        "this project, and where it is answered here. The list is an aid for finding things. It is "
        "<b>no statement of conformity</b> with any rule that it names, and the rules themselves "
        "may ask more. The results file holds it as data, under "
        f"{mono('matrix', 8)}."
    )
    composer.table(
        "What is asked, and where it is answered",
        [
            Column("", 9, "bold"),
            Column("Asked", 62),
            Column("Answered", 20),
            Column("Where", 36),
            Column("How, or why not", 52),
        ],
        [_row(entry, references) for entry in certification.matrix],
        breakable=True,
    )


def _row(entry: MatrixEntry, references: References) -> Row:
    where = "<br/>".join(references.link(title) for title in entry.sections)
    return (
        plain(entry.id),
        plain(entry.asks) + SOURCE.format(plain(entry.source)),
        plain(entry.status),
        where,
        plain(entry.text),
    )


class References:
    """The sections that a report has so far, by their titles."""

    def __init__(self, composer: Composer) -> None:
        self._entries = {
            entry.title.partition(EN_SPACE)[2] or entry.title: entry
            for entry in composer.headings
            if entry.kind in ("title", "section")
        }

    def link(self, title: str) -> str:
        """Return a link to a section as markup: its number and title, or the first page.

        Raises `ReportError` if the report has no such section.
        """
        if title == FIRST_PAGE:
            return f'<link destination="{TITLE_KEY}">{FIRST_PAGE}</link>'
        if title not in self._entries:
            raise ReportError(
                f"The results refer to a section {title!r}, which the report does not have; it has "
                f"{', '.join(self._entries)}."
            )
        entry = self._entries[title]
        number = entry.title.partition(EN_SPACE)[0]
        return f'<link destination="{plain(entry.key)}">{plain(number)} {plain(title)}</link>'
