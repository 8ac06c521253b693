"""What authorities ask a report to contain, and where this one answers."""

from __future__ import annotations

from typing import Literal

from certify.results import Result

Status = Literal["answered", "in part", "not given", "not examined", "not applicable"]

FIRST_PAGE = "First page"
"""The page that identifies report and item, and sums up, where there is no section."""


class MatrixEntry(Result):
    """One thing that authorities ask for.

    Attributes
    ----------
    id
        A1 and so on.
    asks
        In words of the project.
    source
        Who asks it.
    status
        Whether this report answers. ``not given``: it is for the user to say, who did not.
    sections
        Titles of the sections that answer, in reading order, or `FIRST_PAGE`.
    text
        How, or why not. It claims no conformity.
    """

    id: str
    asks: str
    source: str
    status: Status
    sections: tuple[str, ...] = ()
    text: str
