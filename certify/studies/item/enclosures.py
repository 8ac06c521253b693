"""Files attached to a report beside its results."""

from __future__ import annotations

from typing import Literal

from certify.results import Result

Relationship = Literal["Source", "Data", "Supplement"]
"""Of an attached file to the document, in the words of PDF: what it was made from, figures that it
prints, or something added."""


class Enclosure(Result):
    """A file that a report carries: its name without folders, bytes and SHA-256."""

    name: str
    title: str
    media_type: str
    relationship: Relationship
    size: int
    sha256: str
