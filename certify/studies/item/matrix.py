"""What authorities ask a report to contain, and where this one answers."""

from __future__ import annotations

from typing import Literal

from certify.results import Result

Status = Literal["answered", "in part", "not given", "not examined", "not applicable"]

FIRST_PAGE = "First page"
"""Where there is no section: the page that identifies report and item, and sums up."""


class MatrixEntry(Result):
    """One thing that is asked.

    Attributes
    ----------
    id : str
        A1 and so on.
    asks : str
        What is asked, in words of the project.
    source : str
        Who asks it.
    status : str
        Whether this report answers. ``not given``: it is for the user to tell, who did not.
    sections : tuple of str
        Titles of the sections that answer, in reading order, or `FIRST_PAGE`.
    text : str
        How, or why not. It claims no conformity.
    """

    id: str
    asks: str
    source: str
    status: Status
    sections: tuple[str, ...] = ()
    text: str
