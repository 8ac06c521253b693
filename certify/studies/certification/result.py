"""Everything that a compliance report prints, in one value.

A report is rebuilt from this alone: its JSON and the report code give the same bytes.
"""

from __future__ import annotations

from certify.results import Result
from certify.studies.certification.sheet_result import PlayerSheet
from certify.studies.certification.tolerance_result import ShoeAnnex
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
    """What another reading of a ruling does to the figures of optimal play.

    Attributes
    ----------
    ev_main, ev_main_burnout : float or None
        The changed `ev`, net of the payment; None where the alternative changes no figure of this
        analysis (then `text` says which it concerns).
    change_main, change_main_burnout : float or None
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

    Attributes
    ----------
    published : str
        As printed by others, a fraction of the main wager.
    computed : float or None
        The same figure here; None where it does not exist.
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
    wagers : tuple of WagerText
        Every wager in the order of the spec; none in results of earlier versions.
    shoes : tuple of ShoeCertification
        The spec's own shoe first.
    published : tuple of PublishedText
        Figures of others for the spec as issued; none when a setting was changed.
    sensitivity : SensitivityResult or None
        What every ruling and payout means for every wager, where it was worked out.
    strategy_cost : StrategyCostResult or None
        What other players and single wrong decisions cost, where it was worked out.
    composition : ShoeResult or None
        How the composition of the shoe moves every wager, where it was worked out.
    crosscheck : CrosscheckResult or None
        The same game, played, against the exact figures, where it was played.
    annex : tuple of ShoeAnnex
        Tolerances for live results, by shoe; without those of which no distribution is known.
    sheet : PlayerSheet or None
        What a player may want to know.
    """

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
    annex: tuple[ShoeAnnex, ...] = ()
    sheet: PlayerSheet | None = None
