"""The table of `certify rtp` on what is at risk."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType

from certify.cli.display import table, titled
from certify.studies.returns.exposure_result import (
    STREAK_IS,
    MostAtRisk,
    WagersExposure,
    exposure_lines,
    push_sentence,
)

TITLE = "The most that the player can lose and the house can pay, main wagers"
NOTE = (
    "Whatever the cards and the play, each Bonus wager being one main wager. Burnout is paid in "
    "every round and kept by the house, insurance is taken at every ace; what the house pays is "
    "net of what it keeps. "
)
HEADS = ("Lost", "Paid", "Lost with\nBurnout", "Paid with\nBurnout")


def exposure_tables(exposures: tuple[WagersExposure, ...]) -> Iterator[RenderableType]:
    """Yield what `certify rtp` prints of what is at risk.

    Parameters
    ----------
    exposures : tuple of WagersExposure
        By sets of wagers; none in results of earlier versions.

    Yields
    ------
    renderable
        A table of at most 80 columns.
    """
    if not exposures:
        return
    listed = table("Wagers", *HEADS, numbers_from=1)
    for head, name in (
        ("In one round", "round"),
        ("In one streak, pushes apart", "streak"),
    ):
        listed.add_row(head)
        for line in exposure_lines(exposures):
            cells = []
            for each in (line.without, line.bought):
                most: MostAtRisk = getattr(each, name)
                cells += [f"{most.player_loses:g}", f"{most.house_pays:g}"]
            listed.add_row(f"  {line.title}", *cells)
        listed.add_section()
    yield titled(TITLE, listed, f"{NOTE}{STREAK_IS} {push_sentence(exposures)}")
