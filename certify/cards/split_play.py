"""How hands after a split may be played, by name."""

from __future__ import annotations

from enum import StrEnum


class SplitPlay(StrEnum):
    """How hands after a split are played; docs/split-play.md defines each."""

    UNSPLIT = "unsplit"
    CDZ = "CDZ-"
    CDP1 = "CDP1"
    CDP = "CDP"
    PAIRS_SEEN = "pairs-seen"

    @property
    def is_counted(self) -> bool:
        """Whether hands of one round are played otherwise by the pair cards gone."""
        return self in (SplitPlay.CDP, SplitPlay.PAIRS_SEEN)

    @property
    def told(self) -> str:
        """What it means, as a result's method says it."""
        return TOLD[self]

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """What identifies a result beside its strategy; nothing of the usual play."""
        return () if self is SplitPlay.UNSPLIT else (("Split play", self.value),)


TOLD = {
    SplitPlay.UNSPLIT: "zero-memory after a split (CDZ-)",
    SplitPlay.CDZ: "zero-memory after a split (CDZ-), ace and ten decided with the pair gone",
    SplitPlay.CDP1: "after a split by one strategy, best with the pair gone (CDP1)",
    SplitPlay.CDP: "after a split the sum of single hands, each played best for the pair cards gone"
    " (CDP)",
    SplitPlay.PAIRS_SEEN: "after a split by the pair cards that were split before the hand"
    " (pairs-seen)",
}
"""What results say of each."""
