"""Reports: whether an issued one proves itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from certify.library.answer import Answer

if TYPE_CHECKING:
    from certify.evidence.verification.result import VerificationResult


def verify(
    report: str | Path,
    *,
    results: str | Path | None = None,
    trust: Sequence[str | Path] = (),
) -> Answer[VerificationResult]:
    """Return whether a report proves itself: its hashes, its pages, its signature.

    Parameters
    ----------
    report : str or Path
        The PDF.
    results : str or Path, optional
        The results as they were published, as JSON; those in the report must be the same.
    trust : sequence of str or Path
        Certificates that are trusted to vouch for signers.

    Returns
    -------
    Answer
        As ``certify verify --json``; ``has_failed`` tells whether a check failed.

    Raises
    ------
    VerificationError
        If the file cannot be read, or is no PDF.
    """
    # What reads PDF files loads slowly.
    from certify.evidence.verification.files import read_file
    from certify.evidence.verification.verify import Verification

    file = Path(report)
    verification = Verification(read_file(file), file.name)
    verification.run(
        published=None if results is None else read_file(Path(results)),
        trusted=[read_file(Path(path)) for path in trust],
    )
    return Answer(verification.result())
