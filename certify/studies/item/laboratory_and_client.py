"""Who tested for whom: what a user tells of a report beside its figures."""

from __future__ import annotations

from certify.results import Result


class Laboratory(Result):
    """Who tested.

    Attributes
    ----------
    name, address : str
        Of the laboratory.
    place_of_work : str or None
        Where the work was done, if elsewhere.
    """

    name: str
    address: str
    place_of_work: str | None = None


class Client(Result):
    """For whom; `contact` is how to reach them."""

    name: str
    contact: str | None = None


class Jurisdiction(Result):
    """For whose law the report is made.

    Attributes
    ----------
    name : str
        The state, country or authority.
    reference : str or None
        Its law or regulation, in the words of the user.
    """

    name: str
    reference: str | None = None


class Authorisation(Result):
    """Who authorised the report, and in what function."""

    name: str
    function: str


class Period(Result):
    """Days from the first to the last, YYYY-MM-DD."""

    first: str
    last: str


class About(Result):
    """What a user gave; None for what was not given. Nothing of it is checked or invented.

    Attributes
    ----------
    laboratory : Laboratory or None
        Who tested.
    client : Client or None
        For whom.
    jurisdiction : Jurisdiction or None
        For whose law the report is made.
    authorised_by : Authorisation or None
        Who authorised the report.
    report_number : str or None
        The laboratory's own number of the report.
    received : str or None
        Day on which the item was received, YYYY-MM-DD.
    condition : str or None
        In what condition it was received.
    performed : Period or None
        When the tests were made.
    """

    laboratory: Laboratory | None = None
    client: Client | None = None
    jurisdiction: Jurisdiction | None = None
    authorised_by: Authorisation | None = None
    report_number: str | None = None
    received: str | None = None
    condition: str | None = None
    performed: Period | None = None
