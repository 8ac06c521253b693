"""What results say of how hands after a split are played."""

from __future__ import annotations

from pydantic import Field

from certify.cards.split_play import SplitPlay
from certify.results import Result


class PlaysSplits(Result):
    """A result of the twenty-one family with the split play of its optimal strategy.

    Notes
    -----
    The usual play is not written, so that results are as those of versions that knew no other;
    `method` names it.
    """

    split_play: SplitPlay = Field(
        default=SplitPlay.UNSPLIT, exclude_if=lambda play: play is SplitPlay.UNSPLIT
    )
