"""Reads the results that a report carries."""

from __future__ import annotations

import json

from pydantic import ValidationError

from certify.errors import VerificationError
from certify.results.certification import Certification
from certify.results.fairness_certification import FairnessCertification

LARGEST_RESULTS = 100_000_000
"""Bytes of results that are read at most."""

MOST_PROBLEMS = 3


def read_results(content: bytes) -> Certification | FairnessCertification:
    """Return the content of a report from its results file.

    Parameters
    ----------
    content : bytes
        JSON as `certify.report.identity.results_bytes` writes it.

    Returns
    -------
    Certification or FairnessCertification
        The content of a report of a game with a house, or of one between players.

    Raises
    ------
    VerificationError
        If it is neither.
    """
    if len(content) > LARGEST_RESULTS:
        raise VerificationError(
            f"the results have {len(content):,} bytes; at most {LARGEST_RESULTS:,} are read"
        )
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise VerificationError(f"the results are no JSON: {error}") from None
    if not isinstance(data, dict):
        raise VerificationError("the results are no object of JSON")
    kind = FairnessCertification if "fairness" in data else Certification
    try:
        return kind.from_json(content)
    except ValidationError as error:
        problems = error.errors()
        told = "; ".join(
            f"{'.'.join(str(part) for part in problem['loc']) or 'results'}: {problem['msg']}"
            for problem in problems[:MOST_PROBLEMS]
        )
        more = (
            f"; and {len(problems) - MOST_PROBLEMS} more" if len(problems) > MOST_PROBLEMS else ""
        )
        raise VerificationError(f"the results are not those of a report: {told}{more}") from None
