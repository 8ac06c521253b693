"""What results say of how hands after a split are played."""

from __future__ import annotations

from typing import Any

from pydantic import SerializerFunctionWrapHandler, model_serializer

from certify.exact.blackjack.split_play import SplitPlay
from certify.results import Result


class PlaysSplits(Result):
    """A result of the twenty-one family with the split play of its optimal strategy.

    Notes
    -----
    The usual play is not written, so that results are as those of versions that knew no other;
    `method` names it.
    """

    split_play: SplitPlay = SplitPlay.UNSPLIT

    @model_serializer(mode="wrap")
    def _without_the_usual(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        written: dict[str, Any] = write(self)
        if self.split_play is SplitPlay.UNSPLIT:
            written.pop("split_play", None)
        return written
