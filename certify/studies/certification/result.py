"""The content of a compliance report, in one value.

A report is rebuilt from this alone: its JSON and the report code give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from certify.results import Result
from certify.studies.certification.sheet_result import PlayerSheet
from certify.studies.certification.tolerance_result import ShoeTolerances
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.item.result import (
    AlternativeText,
    CertifiedItem,
    Decision,
    PaytableText,
    Software,
    WagerText,
)
from certify.studies.returns.result import RtpResult
from certify.studies.shoe.result import ShoeResult
from certify.studies.strategy.cost_result import StrategyCostResult
from certify.studies.strategy.result import StrategyResult
from certify.studies.whatif.result import SensitivityResult


class AlternativeEffect(AlternativeText):
    """Effect of an alternative of a ruling on the figures of optimal play.

    Attributes
    ----------
    ev_main, ev_main_burnout
        The changed `ev`, net of the payment; None where the alternative changes no figure of this
        analysis (then `text` says which it concerns).
    change_main, change_main_burnout
        The same less the certified figure.
    """

    ev_main: float | None
    ev_main_burnout: float | None
    change_main: float | None
    change_main_burnout: float | None


class RulingText(Decision):
    """A ruling, and the alternatives with their effects."""

    alternatives: tuple[AlternativeEffect, ...]


class ShoeCertification(Result):
    """The figures for one shoe (six decks, two decks) under both strategies."""

    label: str
    optimal: RtpResult
    basic: RtpResult
    strategy: StrategyResult


class PublishedFigure(Result):
    """A figure of this analysis beside what others have published.

    As printed by others, a fraction of the main wager; `computed` is None where it does not exist
    here.
    """

    name: str
    title: str
    published: str
    computed: float | None


class PublishedText(Result):
    """Figures of one publication."""

    title: str
    source: str
    text: str
    figures: tuple[PublishedFigure, ...]


class Certification(CertifiedItem):
    """The content of a compliance report of a game against a house.

    Attributes
    ----------
    wagers
        Every wager in the order of the spec; none in results of earlier versions.
    shoes
        The spec's own shoe first.
    published
        Figures of others for the spec as issued; none when a setting was changed.
    annex
        Tolerances for live results, by shoe; without shoes for which no distribution is known.
    """

    engine: ClassVar[str] = "banked"
    subject: ClassVar[str] = "Exact mathematical analysis"

    rulings: tuple[RulingText, ...]
    paytables: tuple[PaytableText, ...]
    wagers: tuple[WagerText, ...] = ()
    shoes: tuple[ShoeCertification, ...]
    published: tuple[PublishedText, ...] = ()
    software: tuple[Software, ...]
    sensitivity: SensitivityResult | None = None
    strategy_cost: StrategyCostResult | None = None
    composition: ShoeResult | None = None
    crosscheck: CrosscheckResult | None = None
    annex: tuple[ShoeTolerances, ...] = ()
    sheet: PlayerSheet | None = None

    @property
    def asked(self) -> Mapping[str, bool]:
        """What was asked of its extent, by the names of the study."""
        return {"brief": self.sensitivity is None}
