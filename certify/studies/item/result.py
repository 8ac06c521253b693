"""Description of a game in a report: texts, sources, settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from certify.results import Provenance, Result
from certify.studies.item.conformity import Requirement, all_met
from certify.studies.item.enclosures import Enclosure
from certify.studies.item.laboratory_and_client import About
from certify.studies.item.matrix import MatrixEntry
from certify.studies.item.spec_figures import SpecFigure


class ClauseText(Result):
    """A clause of the game's source in the project's own words, and what implements it."""

    number: str
    lines: str
    text: str
    elements: tuple[str, ...]


class ParameterText(Result):
    """A parameter of the game as modelled."""

    name: str
    title: str
    value: str
    default: str
    basis: str
    text: str


class AlternativeText(Result):
    """An alternative of a ruling, and the settings that make it, if it was computed."""

    text: str
    settings: tuple[tuple[str, str], ...]


class Decision(Result):
    """What was decided where the source is silent."""

    id: str
    question: str
    decided: str
    why: str
    parameters: tuple[str, ...]


class SuppliedText(Result):
    """Content of an element of the spec: the cards of a pack, or the text of a procedure."""

    element: str
    text: str


class AssumptionText(Decision):
    """Data that the source has lost and the spec supplies.

    Attributes
    ----------
    supplies
        What is supplied, in a few words that follow "the supplied".
    bears_on
        Figures that rest on it: ``play`` for all of them, ``matches`` for the length of matches,
        ``wagers`` for what is paid.
    """

    supplies: str
    elements: tuple[str, ...]
    bears_on: tuple[Literal["play", "matches", "wagers"], ...]
    alternatives: tuple[AlternativeText, ...]
    texts: tuple[SuppliedText, ...] = ()


class PaytableRow(Result):
    """One outcome of a paytable."""

    key: str
    outcome: str
    pays: str
    basis: str


class PaytableText(Result):
    """A paytable as certified."""

    alias: str
    id: str
    title: str
    version: str
    sha256: str
    rows: tuple[PaytableRow, ...]


class WagerText(Result):
    """A wager as the spec has it: its conditions, and the paytable that pays it if any."""

    name: str
    title: str
    text: str
    paytable: str | None = None


class SourceText(Result):
    """The document that the game is certified against."""

    title: str
    file: str
    sha256: str
    reference: str


class Software(Result):
    """One program that took part in the computation."""

    name: str
    version: str


class CertifiedItem(Provenance):
    """Description of the item tested, in the report of any game.

    Attributes
    ----------
    issued
        Date of issue, YYYY-MM-DD, given by the user; never the clock.
    command
        The command that makes the report again.
    engine_sha256
        SHA-256 of the sources that figures come from, and of the versions of the libraries that
        they are compiled with.
    spec_figures
        Figures that texts of the spec refer to; the texts here have them already.
    engine
        The module that works out such content, by its name in
        `certify.numerics.fingerprint.REPORTS`.
    subject
        What a report with such content is, in two or three words.
    """

    engine: ClassVar[str]
    subject: ClassVar[str]

    issued: str
    command: str
    summary: str
    source: SourceText
    clauses: tuple[ClauseText, ...]
    parameters: tuple[ParameterText, ...]
    assumptions: tuple[AssumptionText, ...] = ()
    engine_sha256: str
    enclosures: tuple[Enclosure, ...] = ()
    about: About | None = None
    requirements: tuple[Requirement, ...] = ()
    matrix: tuple[MatrixEntry, ...] = ()
    spec_figures: tuple[SpecFigure, ...] = ()

    @property
    def all_met(self) -> bool:
        """Whether every requirement is met; true if none was given."""
        return all_met(self.requirements)

    @property
    def asked(self) -> Mapping[str, bool | int]:
        """What was asked of its extent, by the names of the study."""
        return {}
