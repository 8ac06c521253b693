"""What is at risk, as an answer of its own: `certify rtp --json` has it among its figures."""

from __future__ import annotations

from fractions import Fraction

from certify.results import Provenance
from certify.studies.returns.exposure import exposures
from certify.studies.returns.exposure_result import WagersExposure
from certify.studies.twenty_one import TwentyOneGame


class ExposureResult(Provenance):
    """The most that can be lost and paid by sets of wagers.

    Attributes
    ----------
    exposure : tuple of WagersExposure
        As ``exposure`` in the result of `certify rtp`.
    """

    exposure: tuple[WagersExposure, ...]


def exposure_of(game: TwentyOneGame, stake: Fraction) -> ExposureResult:
    """Return what is at risk with every kind of set of wagers."""
    return ExposureResult(**game.loaded.provenance(), exposure=exposures(game, stake))
