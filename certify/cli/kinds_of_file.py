"""Tells what a file is that was given where the log of a game was expected."""

from __future__ import annotations

import json
import re
from pathlib import Path

from certify.errors import SpecError
from certify.language.document import read_bytes, text_of
from certify.play.logs.log_lines import LARGEST_LOG

TOP_KEY = re.compile(r"^(\w+):", re.MULTILINE)
"""A key of a YAML file that is indented by nothing."""

RESULT_KEYS = {"engine_version", "spec_sha256"}
LOG_KEY = "certify_log"
TABLE_ENDINGS = (".csv", ".tsv", ".xlsx", ".xls")


def other_kind(file: str) -> str | None:
    """Return what a file is, and which command reads it, if it is recognised as no log.

    Parameters
    ----------
    file : str
        Its path.

    Returns
    -------
    str or None
        The end of a sentence that begins with the file's name.
    """
    try:
        content = read_bytes(Path(file), file, LARGEST_LOG)
    except SpecError:
        return None
    if content.startswith(b"%PDF-"):
        return f"it is a PDF; certify verify {file} tells whether a report proves itself"
    if Path(file).suffix.lower() in TABLE_ENDINGS:
        return f"it is a table; certify monitor GAME {file} reads live results"
    try:
        text = text_of(content, file)
    except SpecError:
        return "it is not text at all"
    return _other_text(file, text)


def _other_text(file: str, text: str) -> str | None:
    if LOG_KEY in text.partition("\n")[0]:
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        keys = set(TOP_KEY.findall(text))
    else:
        keys = set(data) if isinstance(data, dict) else set()
        if keys >= RESULT_KEYS:
            return (
                "it holds results as JSON; certify verify REPORT.pdf --results"
                f" {file} tells whether a report has the same"
            )
    if "certify" not in keys:
        is_json = text.lstrip()[:1] in ("{", "[")
        return None if is_json else "it is text of another kind; certify play --log FILE writes one"
    if "clauses" in keys:
        return f"it is the spec of a game; certify check {file} tells whether it is sound"
    if "paytable" in keys:
        return "it is a paytable; certify check reads it with the spec that names it"
    return f"it is a strategy file; certify rtp GAME --strategy {file} tells what it returns"
