"""The file that a user gives with a report: who tested for whom, and limits to be met."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from certify.language.base import Date, Part, Text


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
