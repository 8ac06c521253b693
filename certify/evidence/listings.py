"""What the short commands print as JSON, for the schema of results: listings, hashes, logs."""

from __future__ import annotations

import json

from pydantic import Field, RootModel

from certify.evidence.ledger.result import LedgerEntry
from certify.results import Assignment, Result
from certify.studies.banked.result import BankedWager
from certify.studies.certification.fairness_result import Extent
from certify.studies.fairness.results.fairness import Finding
from certify.studies.item.conformity import Requirement
from certify.studies.item.laboratory_and_client import About
from certify.studies.item.result import AssumptionText
from certify.studies.returns.result import Wagers


class GameListed(Result):
    """A game of `certify games`."""

    id: str
    title: str
    version: str
    kind: str
    spec_sha256: str


class GamesListed(RootModel[tuple[GameListed, ...]]):
    """The JSON of `certify games`."""


class PaytableHash(Result):
    """A paytable and the SHA-256 of its canonical form."""

    id: str
    version: str
    sha256: str


class HashesListed(Result):
    """The JSON of `certify hash`; the paytables by the names that the spec gives them."""

    game: str
    version: str
    spec_sha256: str
    paytable_sha256: str
    paytables: dict[str, PaytableHash]


class SpecIdentity(Result):
    """A spec that is compared."""

    game: str
    version: str
    path: str
    spec_sha256: str
    paytable_sha256: str


class SpecChange(Result):
    """One difference between two specs; `play` tells whether it can change play or payouts."""

    kind: str
    element: str
    part: str
    before: str
    after: str
    play: bool
    cites: tuple[str, ...]


class SpecDifferences(Result):
    """The JSON of `certify diff`; `same_game` tells whether both specs have one id."""

    before: SpecIdentity
    after: SpecIdentity
    same_game: bool
    changes: tuple[SpecChange, ...]


class SourceCovered(Result):
    """Whether a source is that of the spec, and which of its lines no clause covers."""

    sha256: str
    is_the_source: bool
    lines: int
    uncovered: tuple[int, ...]


class TraceListed(Result):
    """The JSON of `certify trace`: elements by the number of the clause or ruling they cite."""

    game: str
    version: str
    spec_sha256: str
    trace: dict[str, tuple[str, ...]]
    source: SourceCovered | None = None


class Told(Result):
    """A result of which only what was told is written."""

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return the result as JSON text, as `Result.to_json` does."""
        told = self.model_dump(mode="json", include=self.model_fields_set)
        return json.dumps(told, indent=indent, ensure_ascii=False)


class ReplayedLog(Told):
    """The JSON of `certify replay`; what is told of the end is left out before it."""

    game: str
    version: str
    spec_sha256: str
    paytable_sha256: str
    parameters: dict[str, str | int | float | bool]
    players: int
    seed: int | None
    seats: tuple[str, ...]
    number: int | None = None
    procedure: str = "play"
    wagers: tuple[str, ...] = Field(
        default=(), description="Wagers that are made, if others than by default."
    )
    right: bool
    decisions: int
    chance_events: int
    taken_back: int
    over: bool
    has_result: bool
    scores: tuple[int | float | str, ...] = ()
    winners: tuple[int, ...] = Field(default=(), description="Seats, from 1.")
    measures: dict[str, int | float | str | bool] = Field(default_factory=dict)


class LedgerEntryListed(Result):
    """The JSON of `certify ledger show`: an entry as it is hashed, and its hash."""

    entry: LedgerEntry
    sha256: str


class LedgerListed(RootModel[tuple[LedgerEntryListed, ...]]):
    """The JSON of `certify ledger list`."""


class WrittenFile(Result):
    """A file that was written."""

    path: str
    bytes: int
    sha256: str


class ShoeInShort(Result):
    """The wagers of a shoe, by optimal play and by the charts."""

    label: str
    shoe: dict[str, int]
    optimal: Wagers
    basic: Wagers


class TableInShort(Result):
    """What was found for a number of players."""

    players: int
    findings: tuple[Finding, ...]


class ReportWritten(Told):
    """The JSON of `certify report`: the report in short; the results file has all of it."""

    game: str
    version: str
    spec_sha256: str
    paytable_sha256: str
    changed: tuple[Assignment, ...]
    engine_version: str
    issued: str
    command: str
    about: About | None
    assumptions: tuple[AssumptionText, ...]
    requirements: tuple[Requirement, ...]
    report_number: str
    shoes: tuple[ShoeInShort, ...] = ()
    wager_figures: dict[str, BankedWager] = Field(default_factory=dict)
    extent: Extent | None = None
    tables: tuple[TableInShort, ...] = ()
    files: tuple[WrittenFile, ...]
