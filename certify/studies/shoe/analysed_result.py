"""How the pack's composition changes every wager of a game that is analysed from its spec."""

from __future__ import annotations

from certify.results import Provenance
from certify.studies.shoe.result import EffectsResult, IdentityResult, ShoeSample, WagerCounts


class AnalysedShoeResult(Provenance):
    """The result of `certify shoe` for a game whose wagers say what they bring.

    Attributes
    ----------
    wagers_made
        The play is best for the sum of these.
    shoe
        Cards that a round is dealt from, by the kinds that make a difference.
    cut
        Cards dealt before the cut card; None where the pack is shuffled for every round.
    effects, identities
        Worked out as ratios of integers, and rounded to the nearest number.
    decided
        Whether anything is decided, so that the play can be made best for what is left.
    sample
        What a player makes of a shoe that is dealt on; None where none was asked for, or the pack
        is shuffled for every round.
    """

    wagers_made: tuple[str, ...]
    parameters: dict[str, bool | int | float | str]
    shoe: dict[str, int]
    cut: int | None
    decided: bool
    effects: tuple[EffectsResult, ...]
    identities: tuple[IdentityResult, ...]
    counts: tuple[WagerCounts, ...]
    sample: ShoeSample | None
    method: str

    @property
    def sound(self) -> bool:
        """Whether every identity holds."""
        return all(identity.holds for identity in self.identities)
