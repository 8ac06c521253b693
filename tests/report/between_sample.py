"""A report of a game between players, built once for all tests of the document's form."""

from __future__ import annotations

from functools import cache

from certify.studies.certification.fairness_result import FairnessCertification
from tests.report.built import built
from tests.report.test_fairness_report import assembled


@cache
def between() -> FairnessCertification:
    """Return the rules of a real game with a made-up study."""
    return assembled()


def between_pdf() -> bytes:
    """Return its report."""
    return built(between())
