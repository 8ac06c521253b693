"""What every command says of a game of which the spec supplies what the source has lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.present.document import Text
from certify.present.markup import plain
from certify.studies.fairness.results.assumed import summary
from certify.studies.item.result import AssumptionText


def assumed(assumptions: Sequence[AssumptionText], what: str) -> Iterator[Text]:
    """Yield the paragraph that says what figures rest on, if they rest on assumptions."""
    resting = [each for each in assumptions if each.bears_on]
    if resting:
        yield Text(f"<b>{plain(summary(resting, what))}</b>")
