"""Assumptions in findings, so that nobody takes them for figures of the game as published."""

from __future__ import annotations

from collections.abc import Sequence

from certify.studies.fairness.results.assumed import resting_on, supplied
from certify.studies.fairness.results.fairness import Finding, TableResult
from certify.studies.item.result import AssumptionText


def qualified(table: TableResult, assumptions: Sequence[AssumptionText]) -> TableResult:
    """Return a table whose findings say which assumptions they rest on.

    All findings get the numbers of the assumptions. Those that matter, which are quoted as
    headlines, name them in words. Without assumptions the table stays as it is.
    """
    return table.model_copy(
        update={"findings": tuple(_qualified(finding, assumptions) for finding in table.findings)}
    )


def _qualified(finding: Finding, assumptions: Sequence[AssumptionText]) -> Finding:
    resting = resting_on(assumptions, "matches" if finding.about == "matches" else "play")
    if not resting:
        return finding
    text = finding.text
    # Effects of other settings are relative to what was supplied already.
    if finding.weight == "matter" and finding.about != "sensitivity":
        text = f"With {supplied(resting)}: {text[:1].lower()}{text[1:]}"
    return finding.model_copy(
        update={"text": text, "assumptions": tuple(each.id for each in resting)}
    )
