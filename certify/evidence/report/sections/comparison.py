"""The figures of this report beside those that others have published."""

from __future__ import annotations

from certify.present.document import Column, Composer, Row
from certify.present.figures import percent
from certify.present.markup import plain
from certify.studies.certification.result import Certification, PublishedFigure, PublishedText


def write_comparison(composer: Composer, certification: Certification) -> None:
    """Write what others have published beside the figures of this report."""
    if not certification.published:
        return
    composer.section("Comparison with published figures")
    shoe = plain(certification.shoes[0].label).lower()
    for publication in certification.published:
        _write_publication(composer, publication, shoe)


def _write_publication(composer: Composer, publication: PublishedText, shoe: str) -> None:
    composer.text(f"<b>{plain(publication.title)}.</b> {plain(publication.text)}")
    composer.table(
        f"{plain(publication.title)}: published and exact figures, {shoe}, optimal strategy",
        [
            Column("Figure", 74),
            Column("This report,<br/>% of main wager", 34, "number"),
            Column("Published,<br/>% of main wager", 34, "number"),
            Column("Difference,<br/>percentage points", 34, "number"),
        ],
        [_row(figure) for figure in publication.figures],
        note=f"Source: {plain(publication.source)}. The difference is this report’s figure "
        "less the published one.",
    )


def _row(figure: PublishedFigure) -> Row:
    """Return the line of a figure, with as many decimals as were published, three at least."""
    decimals = max(len(figure.published.partition(".")[2]) - 2, 0)
    published = float(figure.published)
    ours = figure.computed
    return (
        plain(figure.title),
        percent(ours, max(decimals, 3)),
        percent(published, decimals),
        percent(None if ours is None else ours - published, max(decimals, 3), signed=True),
    )
