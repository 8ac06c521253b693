"""What the ledger records of a piece of work, and what is found when it is looked at again."""

from __future__ import annotations

from typing import Literal

from certify.evidence.verification.result import Recomputation
from certify.results import Assignment, Result

Role = Literal["spec", "paytable", "input", "result"]

NOTHING_BEFORE = "0" * 64
"""What the first entry has for the hash of the entry before."""


class RecordedFile(Result):
    """A file that work began from or ended in, known by its hash.

    Attributes
    ----------
    role : str
        What it was to the work: a spec, a paytable, another input, or a result of it.
    path : str
        As it was given; of a spec in the package its id, of a paytable the file's name.
    size : int
        Its bytes.
    sha256 : str
        SHA-256 of its bytes.
    kept : bool
        Whether the ledger has the bytes too.
    """

    role: Role
    path: str
    size: int
    sha256: str
    kept: bool


class LedgerEntry(Result):
    """A piece of work: from what, by what, and what came out.

    Attributes
    ----------
    number : int
        Its place in the ledger, counted from 1.
    time : str
        When it was done, in UTC, to the second.
    user, host : str
        Who did it, and on which machine.
    words : tuple of str
        The command and its arguments, as given.
    fixed : dict
        Options that are given otherwise when it is done again, so that the same comes out: their
        value, or None for an option that is left out.
    game, version, spec_sha256, paytable_sha256 : str or None
        The game, if it was about one.
    changed : tuple
        Settings changed from the spec.
    seed : int or None
        The seed, if chance had a part.
    inputs, outputs : tuple of RecordedFile
        Files that it began from, and that it wrote.
    versions : dict
        Of certify, of Python and of every library that certify needs.
    engine_sha256 : str
        Of the sources that make figures what they are.
    system : str
        Operating system and processor.
    result : str
        What kind of result came out, by the name of its class.
    result_sha256 : str
        SHA-256 of its JSON in a single line; the ledger has the JSON too.
    met : bool or None
        Whether the criteria were met, if there were any.
    previous_sha256 : str
        SHA-256 of the entry before; of the first, `NOTHING_BEFORE`.
    """

    number: int
    time: str
    user: str
    host: str
    words: tuple[str, ...]
    fixed: dict[str, str | None]
    game: str | None
    version: str | None
    spec_sha256: str | None
    paytable_sha256: str | None
    changed: tuple[Assignment, ...]
    seed: int | None
    inputs: tuple[RecordedFile, ...]
    outputs: tuple[RecordedFile, ...]
    versions: dict[str, str]
    engine_sha256: str
    system: str
    result: str
    result_sha256: str
    met: bool | None
    previous_sha256: str


FaultKind = Literal["changed", "missing", "moved", "added", "content", "file"]
"""How something about a ledger differs; ``content`` is what it keeps, ``file`` the file as such."""


class LedgerFault(Result):
    """Something about a ledger that is not as it was written.

    Attributes
    ----------
    number : int or None
        The entry, or None if it is no single one.
    kind : str
        changed, missing, moved, added, content, or file.
    text : str
        What was found, and what was expected.
    """

    number: int | None
    kind: FaultKind
    text: str


class LedgerVerification(Result):
    """What `certify ledger verify` found.

    Attributes
    ----------
    path : str
        The ledger, or an export of it.
    entries : int
        How many it has.
    head_sha256 : str
        SHA-256 of the last entry, which stands for all before it.
    contents : int
        Inputs and results that it keeps, each once.
    expected : str or None
        The hash that was to be found among the entries.
    faults : tuple of LedgerFault
        What is wrong, in the order of the entries.
    """

    path: str
    entries: int
    head_sha256: str
    contents: int
    expected: str | None
    faults: tuple[LedgerFault, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


class OutputComparison(Result):
    """A file that was written, beside the same written again.

    Attributes
    ----------
    path : str
        As recorded.
    recorded, found : str or None
        SHA-256; None if it was not written now.
    """

    path: str
    recorded: str
    found: str | None


class ChangedVersion(Result):
    """Something by which work was done, then and now; None if it was not there."""

    name: str
    recorded: str | None
    now: str | None


class ReproductionResult(Result):
    """What came out when the work of an entry was done again.

    Attributes
    ----------
    number : int
        The entry.
    entry_sha256 : str
        Its hash.
    words : tuple of str
        The command that was run.
    result_sha256, found_sha256 : str
        Of the result recorded, and of that which came out.
    comparison : Recomputation or None
        Figure by figure, if the results are not equal byte for byte.
    outputs : tuple of OutputComparison
        The files that it writes.
    versions : tuple of ChangedVersion
        Of what is not the same as then: libraries, sources, system.
    """

    number: int
    entry_sha256: str
    words: tuple[str, ...]
    result_sha256: str
    found_sha256: str
    comparison: Recomputation | None
    outputs: tuple[OutputComparison, ...]
    versions: tuple[ChangedVersion, ...]

    @property
    def is_identical(self) -> bool:
        """Whether the result is equal byte for byte."""
        return self.result_sha256 == self.found_sha256

    @property
    def agrees(self) -> bool:
        """Whether every figure is equal within the stated bound."""
        return self.is_identical or (self.comparison is not None and not self.comparison.changed)
