"""Who tested for whom, and whether the limits that they gave are kept."""

from __future__ import annotations

from collections.abc import Sequence

from certify.present.composer import Composer
from certify.present.document import Column, Row
from certify.present.markup import capitalised, mono, plain
from certify.present.quantity import QUOTED
from certify.studies.item.conformity import Requirement
from certify.studies.item.laboratory_and_client import About, Laboratory
from certify.studies.item.result import CertifiedItem
from certify.studies.item.view import COMPARISONS, found_text, limit_text, requirements_table

NOT_GIVEN = "not given"
VERDICTS = ("not met", "undecided", "met")
"""In the order in which a reader of the first page needs them."""
FEW_TOLD = 3
"""Requirements that the first page tells one by one."""


def write_parties(composer: Composer, certification: CertifiedItem) -> None:
    """Write laboratory, client and dates, or that they were not given."""
    composer.section("Parties")
    about = certification.about
    if about is None:
        composer.text(
            "Laboratory, client, who authorised the report, when the item was received and in what "
            "condition, and when the work was done were <b>not given</b>. The program knows none "
            "of it and invents nothing; a report that is issued to somebody needs it (option "
            f"{mono('--about', 8)})."
        )
        return
    composer.text(
        "As the user gave it with the report; the program has checked nothing of it but the form."
    )
    composer.table(
        "Parties and dates",
        [Column("What", 46, "bold"), Column("As given", 126)],
        [(name, plain(value) if value else NOT_GIVEN) for name, value in _lines(about)],
    )


def _lines(about: About) -> list[tuple[str, str | None]]:
    laboratory, client, person = about.laboratory, about.client, about.authorised_by
    place, period = about.jurisdiction, about.performed
    return [
        ("Laboratory", laboratory.name if laboratory else None),
        ("… its address", laboratory.address if laboratory else None),
        ("… where the work was done", _place_of_work(laboratory)),
        ("… its number of the report", about.report_number),
        ("Client", client.name if client else None),
        ("… contact", client.contact if client else None),
        ("Jurisdiction", place.name if place else None),
        ("… its law or regulation", place.reference if place else None),
        ("Authorised by", f"{person.name}, {person.function}" if person else None),
        ("Item received", about.received),
        ("… in condition", about.condition),
        ("Work performed", f"{period.first} to {period.last}" if period else None),
    ]


def _place_of_work(laboratory: Laboratory | None) -> str | None:
    if laboratory is None:
        return None
    return laboratory.place_of_work or "at its address"


def parties_rows(certification: CertifiedItem) -> list[Row]:
    """Return the lines of the first page that tell the parties, as far as they were given."""
    about = certification.about
    if about is None:
        return [("Tested by, and for", NOT_GIVEN)]
    laboratory, client, place = about.laboratory, about.client, about.jurisdiction
    issue = [
        laboratory.name if laboratory else "",
        f"its report no. {about.report_number}" if about.report_number else "",
        f"authorised by {about.authorised_by.name}" if about.authorised_by else "",
    ]
    law = f"{place.name}: {place.reference}" if place and place.reference else ""
    lines = [
        ("Laboratory", ", ".join(filter(None, issue))),
        ("Client", client.name if client else ""),
        ("Jurisdiction", law or (place.name if place else "")),
    ]
    return [(name, plain(capitalised(text))) for name, text in lines if text]


def write_conformity(composer: Composer, certification: CertifiedItem) -> None:
    """Write the limits that were given, what was found, and the verdicts."""
    composer.section("Statement of conformity")
    requirements = certification.requirements
    if not requirements:
        composer.text(
            "<b>No requirement was given</b>, so that this report makes no statement of "
            "conformity: it states figures and how they were found."
        )
        return
    composer.text(
        f"{_verdict(requirements)} The statement is about the figures of this report and the "
        "limits below alone, as the user gave them; whether they are all that an authority asks is "
        "not examined."
    )
    composer.put(requirements_table(requirements))
    composer.bullets(list(_rules(requirements)))


def _verdict(requirements: Sequence[Requirement]) -> str:
    """Return the verdict on all of them in a sentence."""
    number = len(requirements)
    met = sum(requirement.verdict == "met" for requirement in requirements)
    if met == number:
        return (
            "<b>The requirement is met.</b>"
            if number == 1
            else f"<b>All {number} requirements are met.</b>"
        )
    failed = sum(requirement.verdict == "not met" for requirement in requirements)
    text = f"<b>{met} of {number} requirements {'is' if met == 1 else 'are'} met"
    if failed:
        text += f", {failed} {'is' if failed == 1 else 'are'} not"
    undecided = number - met - failed
    if undecided:
        text += f", {undecided} {'is' if undecided == 1 else 'are'} undecided"
    return f"{text}.</b>"


def conformity_row(certification: CertifiedItem) -> Row:
    """Return the line of the first page on requirements, the gravest verdicts first."""
    requirements = certification.requirements
    if not requirements:
        return ("Requirements", "none was given, so that there is no verdict")
    told = sorted(requirements, key=lambda each: VERDICTS.index(each.verdict))[:FEW_TOLD]
    lines = [_verdict(requirements), *map(_told, told)]
    if len(told) < len(requirements):
        lines.append(f"{len(requirements) - len(told)} more: see the statement of conformity")
    return ("Requirements", "<br/>".join(lines))


def _told(requirement: Requirement) -> str:
    """Return a requirement in one line: figure, limit, who asks it, what was found, verdict."""
    percent_sign = " %" if requirement.is_rate else ""
    return (
        f"{plain(requirement.title)} {COMPARISONS[requirement.comparison]} "
        f"{limit_text(requirement)}{percent_sign} ({plain(requirement.clause)}): found "
        f"{found_text(requirement.found, requirement)}{percent_sign}, <b>{requirement.verdict}</b>"
    )


def _rules(requirements: Sequence[Requirement]) -> list[str]:
    """Return the decision rules that were used, as markup."""
    rules = []
    if any(requirement.basis == "exact" for requirement in requirements):
        rules.append(
            "<b>Exact figures: simple acceptance.</b> The figure is computed, not sampled; it is "
            "known within the numerical error that stands beside it. It is compared with the limit "
            "as a fraction, unrounded. <i>Met</i>: it meets the limit whatever the error; <i>not "
            "met</i>: it does not, whatever the error; <i>undecided</i>: the limit lies within the "
            "error. There is no risk of a false acceptance or rejection beyond this."
        )
    played = [requirement for requirement in requirements if requirement.basis == "played"]
    if played:
        risk = max(requirement.false_accept for requirement in played)
        rules.append(
            "<b>Figures found by playing: the interval decides.</b> <i>Met</i>: all of the "
            "interval meets the limit; <i>not met</i>: nothing of it does; <i>undecided</i>: the "
            "limit lies within it. The intervals of one number of players hold all together, so "
            "that the chance of any false acceptance or rejection among its figures is at most "
            f"{QUOTED(risk)} %. Undecided is no acceptance."
        )
    return rules
