"""Designed paytables as comma-separated values at full precision."""

from __future__ import annotations

import csv
import io

from certify.studies.paytable.result import PaytableResult

HEADS = ("house_edge", "hit_frequency", "sd", "top", "is_within", "is_best", "play", "distance")
EXACT = ("house_edge", "hit_frequency", "variance", "top")


def paytable_csv(found: PaytableResult) -> str:
    """Return a line for each table: its list, what each row pays to one, figures, fractions."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(
        ["list", *(row.row for row in found.rows), *HEADS, *(f"exact {name}" for name in EXACT)]
    )
    lists = {
        "front": found.front,
        "nearest": found.nearest,
        "within": found.every,
        "in_force": (found.in_force,),
    }
    for name, tables in lists.items():
        writer.writerows(
            [
                name,
                *table.pays,
                *(getattr(table, head) for head in HEADS),
                *(table.exact[each] for each in EXACT),
            ]
            for table in tables
        )
    return written.getvalue()
