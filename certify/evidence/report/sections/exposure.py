"""The most that can be lost and paid, by what is wagered."""

from __future__ import annotations

from certify.present.document import Band, Column, Composer, Row
from certify.studies.certification.result import Certification
from certify.studies.returns.exposure_result import (
    STREAK_IS,
    MostAtRisk,
    WagersExposure,
    exposure_lines,
    push_sentence,
)


def write_exposure(composer: Composer, certification: Certification) -> None:
    """Write what is at risk with every set of wagers, in one round and in one streak.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    certification : Certification
        The results.
    """
    exposures = certification.shoes[0].optimal.exposure
    if not exposures:
        return
    composer.subsection("Exposure: the most that can be lost and paid")
    composer.text(
        "These amounts follow from the rules alone: no cards and no play lead beyond them, and a "
        "full shoe can reach each of them. All are in main wagers, each Bonus wager being one main "
        "wager; the Burnout payment is made in every round and kept by the house, insurance of "
        "half the main wager is taken whenever the dealer shows an ace. What the house pays is net "
        "of the payment and of what it wins in the same rounds."
    )
    rows: list[Row] = []
    for head, name in (
        ("In one round", "round"),
        ("In one streak, without its pushes", "streak"),
    ):
        rows.append(Band(head))
        for line in exposure_lines(exposures):
            sides = [_most(each, name) for each in (line.without, line.bought)]
            rows.append((line.title, *(text for side in sides for text in side)))
    composer.table(
        "The most that the player can lose, and that the house can pay, in main wagers",
        [
            Column("Wagers", 72),
            *(
                Column(title, 25, "number")
                for _ in range(2)
                for title in ("player loses", "house pays")
            ),
        ],
        rows,
        groups=[("", 1), ("Without Burnout", 2), ("With Burnout", 2)],
        note=f"{STREAK_IS} {push_sentence(exposures)} Stakes that are returned are not counted as "
        "paid.",
    )


def _most(exposure: WagersExposure, name: str) -> tuple[str, str]:
    most: MostAtRisk = getattr(exposure, name)
    return f"{most.player_loses:g}", f"{most.house_pays:g}"
