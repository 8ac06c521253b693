"""How an issued report is shown in short: its figures, requirements, and the files of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from certify.evidence.issuing import Issue
from certify.evidence.report.identity import report_number
from certify.present.document import Bullets, Element, Table, Text
from certify.present.facts import digests, facts, identification
from certify.present.markup import plain
from certify.present.quantity import BAND, shortest
from certify.studies.banked.view import wagers_table
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.kinds import Content
from certify.studies.certification.result import Certification
from certify.studies.fairness.assumed_view import assumed
from certify.studies.fairness.figures_view import lead, players_text
from certify.studies.item.result import CertifiedItem
from certify.studies.returns.bonus_view import bonus_edges
from certify.studies.returns.view import key_figures, key_note


def issued_view(made: Issue) -> Iterator[Element]:
    """Yield what matters of a report, whether it meets what is required, and its files."""
    item = made.certification
    yield from identification(item, ("Report", report_number(item)), ("Issued", item.issued))
    yield from assumed(item.assumptions, "This report")
    yield from SHOWN[type(item)](item)
    if item.requirements:
        yield _requirements(item)
    written = [(file.path, file.sha256) for file in made.in_short().files]
    yield digests(written, "Wrote, with the SHA-256 of each file")


def _figures(item: Certification) -> Iterator[Element]:
    for shoe in item.shoes:
        yield key_figures(shoe.label, shoe.optimal, shoe.basic)
    for shoe in item.shoes:
        if shoe.optimal.streak:
            yield bonus_edges(shoe.label, shoe.optimal)
    yield Text(plain(key_note(item.shoes[0].optimal)))


def _findings(item: FairnessCertification) -> Iterator[Element]:
    """Yield what matters of each number of players."""
    for table in item.fairness.tables:
        found = [plain(one.text) for one in table.findings if one.weight == "matter"]
        yield lead(f"What matters, {players_text(table.players)}")
        yield Bullets(tuple(found)) if found else Text("Nothing is found that matters.")


def _wagers(item: BankedCertification) -> Iterator[Element]:
    """Yield the figures of every wager."""
    yield wagers_table(item.known.values(), BAND)


SHOWN: Mapping[type[Content], Callable[[Any], Iterator[Element]]] = {
    Certification: _figures,
    BankedCertification: _wagers,
    FairnessCertification: _findings,
}
"""What matters of each kind of content."""


def _requirements(item: CertifiedItem) -> Table:
    """Return whether the figures meet what is required of them."""
    return facts(
        (
            (
                one.verdict,
                f"{one.title}, {shortest(one.found, 10)},"
                f" {one.comparison.replace('_', ' ')} {one.limit:g} ({one.clause})",
            )
            for one in item.requirements
        ),
        "Requirements",
    )
