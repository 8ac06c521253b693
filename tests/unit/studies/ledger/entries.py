"""Entries of a ledger for the tests, made without any study."""

import hashlib

from certify.evidence.ledger.recording import Work, record
from certify.evidence.ledger.result import LedgerEntry
from certify.evidence.ledger.store import Ledger
from certify.studies.check.result import Criterion


def work(number: int) -> Work:
    """Return a piece of work with a result of its own."""
    result = Criterion(name=f"number {number}", passed=True, found=str(number))
    return Work(words=("check", f"game-{number}"), result=result, seed=number)


def write(ledger: Ledger, first: int, last: int) -> list[LedgerEntry]:
    """Record pieces of work, and return the entries."""
    return [record(ledger, work(number)) for number in range(first, last + 1)]


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
