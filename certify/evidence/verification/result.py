"""What the verification of a report found."""

from __future__ import annotations

from typing import Literal

from certify.results import Result

Verdict = Literal["passed", "failed", "not_made"]


class Check(Result):
    """One thing that was looked at.

    Attributes
    ----------
    id : str
        A name that does not change.
    title : str
        What was looked at, in a few words.
    verdict : str
        passed, failed, or not_made with the reason in `text`.
    text : str
        What was found, in a sentence.
    details : tuple of str
        What differs, each by its place.
    """

    id: str
    title: str
    verdict: Verdict
    text: str
    details: tuple[str, ...] = ()


class Signer(Result):
    """A signature of a report.

    Attributes
    ----------
    name : str
        Whom the certificate names.
    issuer : str
        Who issued it.
    certificate_sha256 : str
        SHA-256 of the certificate.
    signed : str or None
        When, as the signature itself says; no proof by itself.
    timestamp : str or None
        When, as a timestamp authority says.
    is_trusted : bool
        Whether a chain leads to a certificate that the verifier trusts.
    valid_until : str or None
        When the certificate ends.
    """

    name: str
    issuer: str
    certificate_sha256: str
    signed: str | None
    timestamp: str | None
    is_trusted: bool
    valid_until: str | None = None


class ChangedFigure(Result):
    """A figure that came out otherwise when it was computed again.

    Attributes
    ----------
    path : str
        Where it stands in the results, such as ``shoes.0.optimal.wagers.main.ev``.
    reported, recomputed : str
        As JSON.
    """

    path: str
    reported: str
    recomputed: str


class Recomputation(Result):
    """The figures of a report beside the same computed again.

    Attributes
    ----------
    figures : int
        Numbers, texts and truth values compared.
    equal : int
        Of these, equal to the last bit.
    largest_difference : float
        Of the numbers that are equal within the tolerance.
    tolerance : float
        Up to which numbers count as equal: absolute below one, relative above.
    changed : tuple of ChangedFigure
        All others.
    """

    figures: int
    equal: int
    largest_difference: float
    tolerance: float
    changed: tuple[ChangedFigure, ...]


class VerificationResult(Result):
    """What `certify verify` found.

    Attributes
    ----------
    file : str
        Name of the file.
    sha256 : str
        Of all its bytes.
    sealed_sha256 : str or None
        Of the report as it was issued, before any signature, where that was found.
    report_number, game, title, version, issued : str or None
        As the results in the file say; None where there are none that can be read.
    results_sha256 : str or None
        Of the results in the file: compare it with what was published.
    checks : tuple of Check
        In the order in which they were made.
    signers : tuple of Signer
        Whose signatures the file bears.
    recomputation : Recomputation or None
        The comparison with figures computed again, where that was asked for.
    """

    file: str
    sha256: str
    sealed_sha256: str | None
    report_number: str | None
    game: str | None
    title: str | None
    version: str | None
    issued: str | None
    results_sha256: str | None
    checks: tuple[Check, ...]
    signers: tuple[Signer, ...] = ()
    recomputation: Recomputation | None = None

    @property
    def has_failed(self) -> bool:
        """Whether anything is not as it must be."""
        return any(check.verdict == "failed" for check in self.checks)
