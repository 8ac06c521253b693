"""What authorities ask a report to contain, and where this one answers."""

from __future__ import annotations

from typing import Literal

from certify.results import Result

Status = Literal["answered", "in part", "not given", "not examined", "not applicable"]

FIRST_PAGE = "First page"
"""Where there is no section: the page that identifies report and item, and sums up."""


class MatrixEntry(Result):
    """One thing that authorities ask for, and where this report answers; no claim of conformity.

    ``not given`` means that it is for the user to say, who did not.
    """

    id: str
    asks: str
    source: str
    status: Status
    sections: tuple[str, ...] = ()
    text: str
