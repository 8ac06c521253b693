"""Laboratory, client and other details that a user gives for a report."""

from __future__ import annotations

from certify.results import Result


class Laboratory(Result):
    """The laboratory that tested, and where the work was done if not at its address."""

    name: str
    address: str
    place_of_work: str | None = None


class Client(Result):
    """The client; `contact` is how to reach them."""

    name: str
    contact: str | None = None


class Jurisdiction(Result):
    """The state, country or authority whose law the report is made for, and its regulation."""

    name: str
    reference: str | None = None


class Authorisation(Result):
    """The person who authorised the report, and their function."""

    name: str
    function: str


class Period(Result):
    """Days from the first to the last, YYYY-MM-DD."""

    first: str
    last: str


class About(Result):
    """Details that a user gave; None for what was not given. Nothing is checked or invented.

    `received` is a day, YYYY-MM-DD, and `condition` that of the item on receipt.
    """

    laboratory: Laboratory | None = None
    client: Client | None = None
    jurisdiction: Jurisdiction | None = None
    authorised_by: Authorisation | None = None
    report_number: str | None = None
    received: str | None = None
    condition: str | None = None
    performed: Period | None = None
