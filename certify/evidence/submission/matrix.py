"""The clause matrix: what each clause asks, the page that answers it, what is left to people."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from certify.evidence.submission.documents import Item, Made, make, new_document
from certify.present.markup import plain
from certify.studies.submission.limits import Jackpots, findings
from certify.studies.submission.parts import MATRIX, PARTS
from certify.studies.submission.profile import CERTAINTIES, Clause, GivenProfile
from certify.studies.submission.result import Finding, Matrix, MatrixCell, MatrixRow, Stands
from certify.studies.submission.view import (
    findings_table,
    matrix_table,
    nearer,
    sources_table,
    verdicts_table,
)

TITLE = "Clause matrix"
OF_DEVICES = (
    "The clause is about gaming devices, and the figure does not keep its limit: ask whether it is"
    " held against this game."
)
NOT_CHECKED = "Check the clause’s own words ({letter})."


def matrix_of(
    given: GivenProfile, item: Item, stands: Mapping[str, Stands], jackpots: Jackpots
) -> Matrix:
    """Return the answers to every clause of a profile, by where the parts of the package stand."""
    profile = given.profile
    rows: list[MatrixRow] = []
    found: list[Finding] = []
    for clause in profile.clauses:
        own = tuple(_found(clause, item, jackpots))
        found += own
        rows.append(
            MatrixRow(
                clause=clause.clause,
                asks=clause.asks,
                certainty=clause.certainty,
                source=clause.source,
                cell=cell_of(clause, own, stands),
            )
        )
    return Matrix(
        id=profile.jurisdiction.id,
        jurisdiction=profile.jurisdiction.name,
        authority=profile.jurisdiction.authority,
        note=profile.note,
        profile=given.file,
        profile_sha256=hashlib.sha256(given.text.encode()).hexdigest(),
        rows=tuple(rows),
        findings=tuple(found),
    )


def _found(clause: Clause, item: Item, jackpots: Jackpots) -> Iterator[Finding]:
    """Yield what was found of the limit of a clause; of a limit of devices nothing is not met."""
    if clause.limit is None:
        return
    for finding in findings(clause.limit, item.game, item.figures, jackpots):
        if clause.applies_to == "device" and finding.verdict == "not met":
            told = {"verdict": "for a human", "human": OF_DEVICES}
            yield Finding.model_validate(finding.model_dump() | told)
        else:
            yield finding


def cell_of(clause: Clause, own: Sequence[Finding], stands: Mapping[str, Stands]) -> MatrixCell:
    """Return the answer to a clause; met alone where every figure that was worked out says so."""
    named = [*clause.answered_by, *(each.part for each in own if each.value is not None)]
    places = tuple(dict.fromkeys(stands[part] for part in named if part in stands))
    missing = [PARTS[part] for part in named if part not in stands]
    human = [clause.human or ""]
    # A chapter is not there where the spec has nothing for it, and a file where nobody added it.
    if untold := [part.heading for part in missing if part.heading]:
        human.append(f"The spec says nothing of it, so that you add it: {', '.join(untold)}.")
    if absent := [part.file for part in missing if not part.heading]:
        human.append(f"Not in this package: {', '.join(absent)}.")
    human += dict.fromkeys(each.human for each in own)
    if clause.certainty != "V":
        human.append(NOT_CHECKED.format(letter=clause.certainty))
    told = " ".join(filter(None, human))
    verdicts = {each.verdict for each in own}
    if "not met" in verdicts:
        status = "not met"
    elif "for a human" in verdicts or not places or (missing and len(missing) == len(named)):
        status = "for a human"
    else:
        status = "met" if own else "answered"
    return MatrixCell.model_validate(
        {
            "status": status,
            "places": places,
            "figures": tuple(_in_short(own)),
            "human": told or ("" if places else "Nothing in this package answers it: add it."),
        }
    )


def _in_short(own: Sequence[Finding]) -> list[str]:
    """Return findings in a cell: each that is not met, and of the others the nearest to failing."""
    failed = [each for each in own if each.verdict == "not met"]
    others = [each for each in own if each.verdict != "not met"]
    told = [_finding(each) for each in failed]
    if others:
        more = f"; {len(others) - 1} more below" if len(others) > 1 else ""
        told.append(f"{_finding(reduce(nearer, others))}{more}")
    return told


def _finding(finding: Finding) -> str:
    return f"{finding.subject}: {finding.shown} ({finding.verdict})"


def matrix_document(
    item: Item, matrices: Sequence[Matrix], stands: Mapping[str, Stands], left: Sequence[str]
) -> Made:
    """Return the clause matrix of every jurisdiction, with sources and how sure each is."""
    composer = new_document()
    composer.title(TITLE)
    identity = item.game.spec.game
    composer.subtitle(f"{plain(identity.title)}, version {plain(identity.version)}")
    composer.text(
        "What each clause asks, in our own words; the pages of this package that answer it; and"
        " what a person still has to do. A clause is <i>met</i> where figures of this package say"
        " so, and <i>answered</i> where a page does; whether the answer is enough is for the"
        " authority. This is no legal advice."
    )
    composer.text(
        "<b>Sure</b> tells how a clause is known: "
        + "; ".join(f"<b>{letter}</b> {plain(how)}" for letter, how in CERTAINTIES.items())
        + "."
    )
    composer.write([verdicts_table(matrices)])
    if left:
        composer.lead("Left to a human in any case")
        composer.bullets([f"{plain(what[:1].upper() + what[1:])}." for what in left])
    for matrix in matrices:
        composer.new_page()
        composer.section(f"{matrix.jurisdiction}: {matrix.authority}")
        if matrix.note:
            composer.text(plain(matrix.note))
        composer.write([matrix_table(matrix)])
        if table := findings_table(matrix, dict(stands)):
            composer.write([table])
        composer.write([sources_table(matrix)])
    return make(item, MATRIX, TITLE, composer.elements)
