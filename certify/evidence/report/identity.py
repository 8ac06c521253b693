"""What ties a printed report to its results: the bytes that are hashed and the report number."""

from __future__ import annotations

import hashlib

from certify.studies.item.result import CertifiedItem

RESULTS_NAME = "results.json"
"""Name under which the results are attached to the report."""


def results_bytes(certification: CertifiedItem) -> bytes:
    """Return the results file whose SHA-256 the report prints: JSON with a final line break."""
    return (certification.to_json() + "\n").encode()


def results_sha256(certification: CertifiedItem) -> str:
    """Return the SHA-256 of `results_bytes`."""
    return hashlib.sha256(results_bytes(certification)).hexdigest()


def report_number(certification: CertifiedItem) -> str:
    """Return the number of the report: the initials of the game, twelve digits of the hash."""
    initials = "".join(part[0] for part in certification.game.split("-") if part).upper()
    digits = results_sha256(certification)[:12].upper()
    return f"{initials}-{digits[:4]}-{digits[4:8]}-{digits[8:]}"
