"""How the verification of a report is shown: checks, hashes, signatures, the conclusion."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from certify.evidence.verification.result import Check, Signer, VerificationResult
from certify.present.document import Column, Element, Table, Text
from certify.present.facts import digests, facts
from certify.present.markup import plain

BREAK = "<br/>"
MARKS = {"passed": "ok", "failed": "<b>FAILED</b>", "not_made": "-"}
COMMON_NAME = re.compile(r"Common Name: ([^;,]+)")


def verification_view(found: VerificationResult, *, is_recomputed: bool) -> Iterator[Element]:
    """Yield what was found of a report."""
    told = "What was verified"
    if found.report_number is not None:
        named = f"{found.title} {found.version}"
        told = f"{named}: report {found.report_number}, issued {found.issued}"
    yield Table(
        [Column(""), Column(""), Column("", 4.0)],
        [(MARKS[check.verdict], plain(check.title), _told(check)) for check in found.checks],
        plain(told),
        has_header=False,
    )
    hashes = (
        ("results", found.results_sha256),
        ("report as issued", found.sealed_sha256),
        ("file", found.sha256),
    )
    yield digests((what, digest) for what, digest in hashes if digest is not None)
    if found.signers:
        yield signatures(found.signers)
    yield Text(plain(_conclusion(found, is_recomputed=is_recomputed)))


def _told(check: Check) -> str:
    return BREAK.join(map(plain, [check.text, *(f"- {detail}" for detail in check.details)]))


def signatures(signers: Sequence[Signer]) -> Table:
    """Return what signatures say, one below the other."""
    rows = (row for signer in signers for row in signature_rows(signer))
    return facts(rows, "Signature" if len(signers) == 1 else "Signatures")


def signature_rows(signer: Signer) -> list[tuple[str, str]]:
    """Return what a signature says, as labels and texts."""
    return [
        ("signed by", signer.name),
        ("certificate issued by", signer.issuer),
        ("valid until", signer.valid_until or "unknown"),
        ("signed at", f"{signer.signed} (as the signer says)" if signer.signed else "not told"),
        ("timestamp", signer.timestamp or "none: no authority confirms when it was signed"),
    ]


def _conclusion(found: VerificationResult, *, is_recomputed: bool) -> str:
    if found.has_failed:
        return "The report does NOT prove itself: see what failed."
    if is_recomputed:
        told = "The report proves itself, and its figures follow from the rules in it."
    else:
        told = (
            "The report is as it was made from its results. That its figures follow from the rules "
            "is shown by --recompute."
        )
    return f"{told} {_who_issued(found)}"


def _who_issued(found: VerificationResult) -> str:
    """Return what is known of who issued the report."""
    if not found.signers:
        return "It is not signed: compare its number with the one that was published."
    names = " and ".join(dict.fromkeys(_common_name(signer) for signer in found.signers))
    if all(signer.is_trusted for signer in found.signers):
        return (
            f"It is the one that {names} signed: a certificate that you trust vouches for the "
            "signature, and not a byte was changed since."
        )
    return (
        f"It bears a signature in the name of {names}, and not a byte was changed since; whether "
        "it is theirs is shown by --trust, with a certificate that you have from them."
    )


def _common_name(signer: Signer) -> str:
    """Return the name that a certificate gives, without what kind of name it is."""
    found = COMMON_NAME.search(signer.name)
    return found[1].strip() if found else signer.name
