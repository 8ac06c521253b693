"""The file that a user gives with a report, from reading it to what is recorded."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar

from pydantic import AfterValidator, BaseModel, Field, model_validator

from certify.errors import SpecError
from certify.language.base import Date, Part, Text
from certify.language.document import Document, Place, is_there, read_document, read_text
from certify.language.loader import raise_problems, validated
from certify.results import Result
from certify.studies.certification.conformity import Limit, figure_problem, judged
from certify.studies.certification.matrix import matrix_of
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

Item = TypeVar("Item", bound=CertifiedItem)
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


def read_about(path: str, content: type[CertifiedItem]) -> Given:
    """Return what a file says of a report, checked: every figure that it names exists.

    `content`: what the report holds, since kinds of reports have other figures. SpecSyntaxError for
    bad YAML, SpecInvalidError with every problem, file and line.
    """
    if not is_there(Path(path)):
        raise SpecError(
            f"{path}: there is no such file; expected one that tells laboratory, client and "
            "requirements of the report"
        )
    text = read_text(Path(path), path)
    document = read_document(text, path)
    file = validated(document, AboutFile)
    limits, places, problems = [], [], []
    for number, part in enumerate(file.requirements):
        place: Place = ("requirements", number, "figure")
        problem = figure_problem(part.figure, content)
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


def _is_a_day(text: str) -> str:
    """Return a date that is in the calendar."""
    try:
        date.fromisoformat(text)
    except ValueError:
        raise ValueError("expected a day of the calendar such as 2026-11-21") from None
    return text


Day = Annotated[Date, AfterValidator(_is_a_day)]


class LaboratoryPart(Part):
    """Who tests."""

    name: Text
    address: Text
    place_of_work: Text | None = None


class ClientPart(Part):
    """For whom."""

    name: Text
    contact: Text | None = None


class JurisdictionPart(Part):
    """For whose law the report is made: its name, and the law or regulation in free words."""

    name: Text
    reference: Text | None = None


class AuthorisationPart(Part):
    """Who authorises the report."""

    name: Text
    function: Text


class PeriodPart(Part):
    """From a day to another."""

    first: Annotated[Day, Field(alias="from")]
    last: Annotated[Day, Field(alias="to")]

    @model_validator(mode="after")
    def _is_a_period(self) -> Self:
        if self.last < self.first:
            raise ValueError(f"expected to not before from; found {self.first} to {self.last}")
        return self


class RequirementPart(Part):
    """A figure of the results, and the limits that it must keep."""

    figure: Text
    at_least: float | None = None
    at_most: float | None = None
    clause: Text

    @model_validator(mode="after")
    def _has_a_limit(self) -> Self:
        if self.at_least is None and self.at_most is None:
            raise ValueError("a requirement has at_least, at_most or both; found neither")
        if self.at_least is not None and self.at_most is not None and self.at_most < self.at_least:
            raise ValueError(
                f"expected at_most not below at_least; found {self.at_most:g} and {self.at_least:g}"
            )
        return self


class AboutFile(Part):
    """The whole file; everything in it but the version may be left out."""

    certify: Literal[1]
    laboratory: LaboratoryPart | None = None
    client: ClientPart | None = None
    jurisdiction: JurisdictionPart | None = None
    authorised_by: AuthorisationPart | None = None
    report_number: Text | None = None
    received: Day | None = None
    condition: Text | None = None
    performed: PeriodPart | None = None
    requirements: tuple[RequirementPart, ...] = ()

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.model_fields_set - {"certify"}):
            raise ValueError(
                "the file says nothing; expected one of laboratory, client, jurisdiction, "
                "authorised_by, report_number, received, condition, performed, requirements"
            )
        return self
