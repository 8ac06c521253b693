"""How the most that can be lost and paid is shown."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from certify.present.document import Band, Column, Row, Table
from certify.present.markup import plain
from certify.present.quantity import shortest
from certify.studies.returns.exposure_result import (
    STREAK_IS,
    WagersExposure,
    exposure_lines,
    push_sentence,
)

AMOUNTS = ("player_loses", "house_pays")


def exposure_tables(exposures: tuple[WagersExposure, ...]) -> Iterator[Table]:
    """Yield the table of what is at risk with every set of wagers."""
    if not exposures:
        return
    rows: list[Row] = []
    for head, where in (
        ("In one round", "round"),
        ("In one streak, pushes apart", "streak"),
    ):
        rows.append(Band(head))
        for line in exposure_lines(exposures):
            rows.append(
                (
                    plain(line.title),
                    *(
                        shortest(attrgetter(f"{where}.{amount}")(side))
                        for side in (line.without, line.bought)
                        for amount in AMOUNTS
                    ),
                )
            )
    yield Table(
        [
            Column("Wagers", 72),
            Column("Lost", 25, "number"),
            Column("Paid", 25, "number"),
            Column("Lost with\nBurnout", 25, "number"),
            Column("Paid with\nBurnout", 25, "number"),
        ],
        rows,
        caption="The most that the player can lose and the house can pay, in main wagers",
        note=plain(
            "Whatever the cards and the play, each Bonus wager being one main wager. Burnout is "
            "paid in every round and kept by the house, insurance of half the main wager is taken "
            "at every ace. What the house pays is net of the payment and of what it wins in the "
            f"same rounds; stakes returned are not counted as paid. {STREAK_IS} "
            f"{push_sentence(exposures)}"
        ),
    )
