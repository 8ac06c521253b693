"""What `certify whatif` finds, as comma-separated values at full precision."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from certify.studies.whatif.result import SensitivityResult, SweepResult, WhatIfResult

CHANGE_HEADS = ("path", "wager", "figure", "unit", "before", "after", "difference")


def whatif_csv(result: WhatIfResult) -> str:
    """Return a line for each figure: before, after, difference; fractions, not percent."""
    return _text(
        CHANGE_HEADS,
        (
            (
                each.path,
                each.wager,
                each.figure,
                each.unit,
                each.before,
                each.after,
                each.difference,
            )
            for each in result.figures
        ),
    )


def sweep_csv(result: SweepResult) -> str:
    """Return a line for each point: the settings, every figure, and every difference."""
    paths = [name.path for name in result.figures]
    heads = [*(axis.name for axis in result.axes), *paths, *(f"change of {path}" for path in paths)]
    return _text(
        heads, ((*point.values, *point.figures, *point.differences) for point in result.points)
    )


def sensitivity_csv(result: SensitivityResult) -> str:
    """Return a line for each alternative and figure, then one for each payout and figure."""
    rows: list[Sequence[object]] = []
    for ruling in result.rulings:
        for alternative in ruling.alternatives:
            settings = " ".join(f"{name}={value}" for name, value in alternative.settings)
            start = ("ruling", ruling.id, alternative.text, settings)
            if alternative.changes is None:
                rows.append((*start, *[None] * len(CHANGE_HEADS), alternative.reason))
            rows += [
                (*start, *(getattr(each, head) for head in CHANGE_HEADS), None)
                for each in alternative.changes or ()
            ]
    rows += [
        (
            "payout",
            payout.name,
            payout.meaning,
            payout.pays,
            payout.path,
            payout.wager,
            payout.figure,
            payout.unit,
            None,
            None,
            payout.derivative,
            "for one more unit",
        )
        for payout in result.payouts
    ]
    return _text(("kind", "name", "text", "settings", *CHANGE_HEADS, "remark"), rows)


def _text(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return written.getvalue()
