"""Reads the results that a report carries."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from certify.errors import VerificationError
from certify.studies.certification.kinds import Content, kind_with

LARGEST_RESULTS = 50_000_000
"""Bytes of results that are read at most; a complete report has some four million."""

MOST_VALUES = 2_000_000
"""Values in them, keys not counted; a complete report has a hundred thousand."""

DEEPEST = 64
"""Levels of lists and objects; results have twelve."""

LONGEST_TEXT = 100_000
"""Characters of one text, which is set on pages."""

MOST_PROBLEMS = 3


def read_results(content: bytes) -> Content:
    """Return the content of a report from its results file.

    Raises `VerificationError` if they are those of no kind of report.
    """
    if len(content) > LARGEST_RESULTS:
        raise VerificationError(
            f"the results have {len(content):,} bytes; at most {LARGEST_RESULTS:,} are read"
        )
    # Before anything is built: what opens a list or an object, and what parts values.
    marks = content.count(b",") + content.count(b"[") + content.count(b"{")
    if marks > 2 * MOST_VALUES:
        raise VerificationError(f"the results have more than {MOST_VALUES:,} values")
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise VerificationError(f"the results are no JSON: {error}") from None
    _check_size(data)
    if not isinstance(data, dict):
        raise VerificationError("the results are no object of JSON")
    kind = kind_with(data).content
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


def _check_size(data: Any) -> None:
    """Raise a `VerificationError` if there are too many values, too deep, or a text is too long."""
    level, values = [data], 0
    for _ in range(DEEPEST):
        values += len(level)
        if values > MOST_VALUES:
            raise VerificationError(f"the results have more than {MOST_VALUES:,} values")
        longest = max((len(value) for value in level if isinstance(value, str)), default=0)
        if longest > LONGEST_TEXT:
            raise VerificationError(
                f"the results have a text of {longest:,} characters; at most {LONGEST_TEXT:,} are"
                " read"
            )
        level = [
            part
            for value in level
            if isinstance(value, dict | list)
            for part in (value.values() if isinstance(value, dict) else value)
        ]
        if not level:
            return
    raise VerificationError(f"the results are nested deeper than {DEEPEST} levels")
