"""Findings that say what was assumed: nobody takes them for figures of the game as published."""

from __future__ import annotations

from collections.abc import Sequence

from certify.studies.fairness.results.assumed import resting_on, supplied
from certify.studies.fairness.results.fairness import Finding, TableResult
from certify.studies.item.result import AssumptionText


def qualified(table: TableResult, assumptions: Sequence[AssumptionText]) -> TableResult:
    """Return a table of which the findings that matter begin with what they rest on.

    Parameters
    ----------
    table : TableResult
        The study for one number of players.
    assumptions : sequence of AssumptionText
        What the spec supplies.

    Returns
    -------
    TableResult
        The same if nothing is assumed; else its findings have the numbers of the assumptions, and
        those that matter, which are quoted as headlines, tell them in words.
    """
    return table.model_copy(
        update={"findings": tuple(_qualified(finding, assumptions) for finding in table.findings)}
    )


def _qualified(finding: Finding, assumptions: Sequence[AssumptionText]) -> Finding:
    resting = resting_on(assumptions, "matches" if finding.about == "matches" else "play")
    if not resting:
        return finding
    text = finding.text
    # What another setting changes is told of that setting, against what was supplied.
    if finding.weight == "matter" and finding.about != "sensitivity":
        text = f"With {supplied(resting)}: {text[:1].lower()}{text[1:]}"
    return finding.model_copy(
        update={"text": text, "assumptions": tuple(each.id for each in resting)}
    )
