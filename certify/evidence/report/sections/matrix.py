"""The matrix of contents: what authorities ask, and where this report answers."""

from __future__ import annotations

from certify.evidence.report.references import References
from certify.present.document import Column, Composer, Row
from certify.present.markup import plain
from certify.studies.item.matrix import MatrixEntry
from certify.studies.item.result import CertifiedItem

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
        '<font name="IBMPlexMono" size="8">matrix</font>.'
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
