"""The file that a user gives with a report, from reading it to what is recorded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from certify.errors import SpecError
from certify.language.about import AboutFile
from certify.language.document import Document, Place, read_document
from certify.language.files import is_there, read_text
from certify.language.loader import raise_problems, validated
from certify.results import Result
from certify.studies.certification.conformity import Limit, figure_problem, judged
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.matrix import matrix_of
from certify.studies.certification.result import Certification
from certify.studies.item.conformity import Comparison, Requirement
from certify.studies.item.laboratory_and_client import (
    About,
    Authorisation,
    Client,
    Jurisdiction,
    Laboratory,
    Period,
)
from certify.studies.item.result import CertifiedItem

Item = TypeVar("Item", Certification, FairnessCertification)
Told = TypeVar("Told", bound=Result)


@dataclass(frozen=True)
class Given:
    """A file that was given with a report, checked as far as it can be before any work.

    `about` is None if the file names no laboratory, client and so on; `places` says where each
    limit stands in the file.
    """

    about: About | None
    limits: tuple[Limit, ...]
    document: Document
    places: tuple[Place, ...]
    text: str

    def requirements(self, certification: CertifiedItem) -> tuple[Requirement, ...]:
        """Return every limit with the figure found and the verdict, in the order of the file.

        A SpecInvalidError if the results have no such figure, or none with a known error; with
        every problem, file and line.
        """
        found: list[Requirement] = []
        problems: list[tuple[Place, str]] = []
        for limit, place in zip(self.limits, self.places, strict=True):
            result = judged(certification, limit)
            if isinstance(result, str):
                problems.append((place, result))
            else:
                found.append(result)
        raise_problems(self.document, problems)
        return tuple(found)


def read_about(path: str, *, between_players: bool) -> Given:
    """Return what a file says of a report, checked: every figure that it names exists.

    Games between players have other figures. SpecSyntaxError for bad YAML, SpecInvalidError with
    every problem, file and line.
    """
    if not is_there(Path(path)):
        raise SpecError(
            f"{path}: there is no such file; expected one that tells laboratory, client and "
            "requirements of the report"
        )
    text = read_text(Path(path), path)
    document = read_document(text, path)
    file = validated(document, AboutFile)
    kind: type[CertifiedItem] = FairnessCertification if between_players else Certification
    limits, places, problems = [], [], []
    for number, part in enumerate(file.requirements):
        place: Place = ("requirements", number, "figure")
        problem = figure_problem(part.figure, kind)
        if problem:
            problems.append((place, problem))
        both: tuple[tuple[Comparison, float | None], ...] = (
            ("at_least", part.at_least),
            ("at_most", part.at_most),
        )
        for comparison, value in both:
            if value is not None:
                limits.append(Limit(part.figure, comparison, float(value), part.clause))
                places.append(place)
    raise_problems(document, problems)
    return Given(_about(file), tuple(limits), document, tuple(places), text)


def _about(file: AboutFile) -> About | None:
    """Return laboratory, client and so on from the file."""

    def filled(part: BaseModel | None, kind: type[Told]) -> Told | None:
        return None if part is None else kind(**part.model_dump(by_alias=False))

    about = About(
        laboratory=filled(file.laboratory, Laboratory),
        client=filled(file.client, Client),
        jurisdiction=filled(file.jurisdiction, Jurisdiction),
        authorised_by=filled(file.authorised_by, Authorisation),
        report_number=file.report_number,
        received=file.received,
        condition=file.condition,
        performed=filled(file.performed, Period),
    )
    return None if about == About() else about


def completed(item: Item, given: Given | None) -> Item:
    """Return the content of a report with what a user gave, and with the matrix of all of it.

    A SpecInvalidError if a requirement is about a figure that the results do not have.
    """
    if given is not None:
        told = {"about": given.about, "requirements": given.requirements(item)}
        item = item.model_copy(update=told)
    return item.model_copy(update={"matrix": matrix_of(item)})
