"""Files attached to a report beside its results."""

from __future__ import annotations

from typing import Literal

from certify.results import Result

Relationship = Literal["Source", "Data", "Supplement"]
"""Relation of an attached file to the document, in the words of PDF: what it was made from, figures
that it prints, or something added."""


class Enclosure(Result):
    """A file that a report carries, identified by its hash.

    Attributes
    ----------
    name
        Name of the file, without folders.
    title
        What it is, in a few words.
    media_type
        Such as ``application/json``.
    relationship
        Of the file to the report.
    size
        In bytes.
    sha256
        SHA-256 of its bytes, 64 hexadecimal digits.
    """

    name: str
    title: str
    media_type: str
    relationship: Relationship
    size: int
    sha256: str
