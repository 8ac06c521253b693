"""What a submission says: figures of every wager, verdicts on limits, answers to clauses."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from certify.results import Provenance, Result
from certify.studies.item.laboratory_and_client import About

Verdict = Literal["met", "not met", "for a human"]
Status = Literal["answered", "met", "not met", "for a human"]
Page = Annotated[int, Field(ge=1)]
UPPER = ("most_return", "longest_odds", "return_by_stake", "trial_length", "most_wagers")
"""Limits that a figure may not exceed."""


class PayLine(Result):
    """A way in which a wager ends: what it pays, and its true odds.

    Attributes
    ----------
    pays
        Such as ``40 to 1``; None where nothing is paid, or several amounts are.
    probability
        None where a line is paid in more than one way and cannot be told apart.
    exact
        The probability as a fraction in lowest terms, if it is known as one.
    """

    outcome: str
    pays: str | None
    probability: float | None
    exact: str | None = None
    is_award: bool = False

    @property
    def one_in(self) -> float | None:
        """How many rounds there are for each that comes to it."""
        return 1.0 / self.probability if self.probability else None


class WagerFigures(Result):
    """The figures of a wager that has a return of its own, with those that follow it.

    All are in units of the wager; amounts in units of the spec.

    Attributes
    ----------
    wager, title
        The name in the spec, and what it is called here.
    under
        The play under which the figures hold.
    is_best
        Whether no other play of the same wager returns more: limits are held against it.
    is_optional
        Whether a player may leave it out.
    initial
        What is put down before the first card, in units of the wager.
    exact
        Figures by name as fractions, where they are known as such.
    error_bound
        Bound on the error of `rtp`; 0 of a fraction.
    most_lost
        The most that can be lost on it in a round.
    payouts
        Every payout that it can have, as written, with its basis taken away: to one.
    """

    wager: str
    title: str
    under: str
    is_best: bool
    is_optional: bool
    initial: float = 1.0
    rtp: float
    house_edge: float
    element_of_risk: float | None
    hit_frequency: float | None
    push_frequency: float | None
    loss_frequency: float | None
    average_wagered: float | None
    sd: float | None
    most_lost: float | None
    lines: tuple[PayLine, ...]
    payouts: tuple[str, ...] = ()
    exact: dict[str, str] = Field(default_factory=dict)
    error_bound: float = 0.0


class SubmissionFigures(Provenance):
    """Every figure that a submission prints.

    Attributes
    ----------
    strategy
        The best play in sentences; empty where nothing is decided.
    most_lost
        In a round with every wager made nobody can lose more than this, in units.
    rests_on
        The number of the report whose results they are; None if they were worked out for this.
    error_bound
        Bound on the error of any return; 0 if all are fractions.
    """

    wagers: tuple[WagerFigures, ...]
    strategy: tuple[str, ...]
    is_decided: bool
    situations: int | None
    most_lost: float
    method: tuple[str, ...]
    unit: str
    rests_on: str | None = None
    report_command: str
    error_bound: float = 0.0


class Finding(Result):
    """A limit of a clause: what was found, and whether it is met.

    Attributes
    ----------
    subject
        What it is about: a wager, an award, the game.
    limit, value
        What is asked and the figure, at full precision; None where there is none.
    shown
        The figure as it is printed.
    part
        Where in the submission the figure stands.
    human
        What is left for people; empty of a verdict.
    """

    kind: str
    subject: str
    asked: str
    limit: float | None = None
    value: float | None
    shown: str
    verdict: Verdict
    part: str
    human: str = ""

    @property
    def margin(self) -> float:
        """How far the figure is from its limit; below 0 it fails it."""
        apart = (self.value or 0.0) - (self.limit or 0.0)
        return -apart if self.kind in UPPER else apart

    @model_validator(mode="after")
    def _rests_on_a_figure(self) -> Self:
        if self.verdict == "for a human":
            if not self.human:
                raise ValueError("what is left for a human is said in words")
        elif self.value is None or not self.shown:
            raise ValueError(f"a verdict ({self.verdict}) rests on a figure")
        return self


class Stands(Result):
    """Where something stands: a document of the submission and its page, from 1."""

    document: Annotated[str, Field(min_length=1)]
    page: Page


class MatrixCell(Result):
    """The answer to a clause; there is none without a page, or a figure with its page.

    Attributes
    ----------
    places
        Pages of the submission where it is answered.
    figures
        What was found, in words, of a limit.
    human
        What a person still has to do.
    """

    status: Status
    places: tuple[Stands, ...] = ()
    figures: tuple[Annotated[str, Field(min_length=1)], ...] = ()
    human: str = ""

    @model_validator(mode="after")
    def _rests_on_something(self) -> Self:
        if self.status == "for a human":
            if not self.human:
                raise ValueError("a cell that is for a human says what is to be done")
        elif not self.places:
            raise ValueError(f"a cell that is {self.status} names the page that answers")
        if self.status in ("met", "not met") and not self.figures:
            raise ValueError(f"a cell that is {self.status} names the figure")
        return self


class MatrixRow(Result):
    """A clause of a profile and its answer."""

    clause: str
    asks: str
    certainty: Literal["V", "S", "T", "M"]
    source: str
    cell: MatrixCell


class Matrix(Result):
    """The clauses of one jurisdiction with their answers, and the findings on its limits."""

    id: str
    jurisdiction: str
    authority: str
    note: str | None
    profile: str
    profile_sha256: str
    rows: tuple[MatrixRow, ...]
    findings: tuple[Finding, ...]

    def count(self, status: Status) -> int:
        """Return how many clauses have a status."""
        return sum(row.cell.status == status for row in self.rows)


class PackageFile(Result):
    """A file of a submission."""

    name: str
    title: str
    pages: int | None
    size: int
    sha256: str


class Submission(Provenance):
    """The manifest of a submission: what it is about, what it holds, and what was found.

    Attributes
    ----------
    jackpots
        Awards that one linked jackpot pays: wager and row.
    left
        What the package does not say, for people to add.
    sources
        Files that it was made from: the spec first, its paytables, then the profiles.
    """

    issued: str
    command: str
    about: About | None
    number: str
    figures: SubmissionFigures
    matrices: tuple[Matrix, ...]
    jackpots: tuple[tuple[str, str], ...] = ()
    left: tuple[str, ...]
    sources: tuple[str, ...]
    files: tuple[PackageFile, ...]

    @property
    def all_met(self) -> bool:
        """Whether no limit was found not to be met."""
        return all(row.cell.status != "not met" for each in self.matrices for row in each.rows)
