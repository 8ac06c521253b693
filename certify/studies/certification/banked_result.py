"""The content of the report of any game against the house, in one value.

A report is rebuilt from this alone: its JSON and the report code give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pydantic import Field

from certify.results import Assignment, Result
from certify.studies.banked.result import BankedResult, BankedWager, Fractions, ToldSituations
from certify.studies.certification.sheet_result import PlayerSheet
from certify.studies.certification.tolerance_result import Multiple, ReturnTolerance
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.exposure.result import ExposedResult
from certify.studies.item.result import (
    AlternativeText,
    CertifiedItem,
    Decision,
    PaytableText,
    Software,
    WagerText,
)
from certify.studies.returns.distribution_result import RuinResult, SessionResult
from certify.studies.shoe.analysed_result import AnalysedShoeResult
from certify.studies.shoe.result import ShoeResult
from certify.studies.strategy.result import StrategyResult


class WagerEffect(Result):
    """What a change of the rules makes of a first wager, under the best play before and after.

    Attributes
    ----------
    house_edge
        The changed one; None where the wager is not there then, or nothing is put on it.
    change
        The same less the certified one.
    """

    wager: str
    title: str
    house_edge: float | None
    change: float | None
    exact: Fractions | None = None


class SettingEffects(Result):
    """What settings change of every first wager.

    Attributes
    ----------
    effects
        None where nothing was worked out, for the `reason`.
    rules
        The best play in words under these settings, if it is told otherwise than as certified.
    """

    settings: tuple[Assignment, ...]
    effects: tuple[WagerEffect, ...] | None
    reason: str | None = None
    rules: tuple[str, ...] = ()


class BankedAlternative(AlternativeText):
    """An alternative of a ruling or assumption with its effects."""

    found: SettingEffects


class BankedRuling(Decision):
    """A ruling, and the alternatives with their effects."""

    alternatives: tuple[BankedAlternative, ...]


class ParameterEffects(Result):
    """What other values of a parameter change."""

    name: str
    title: str
    value: str
    others: tuple[SettingEffects, ...]


class PayoutEffect(Result):
    """What a wager comes to if a row of a paytable pays one unit less or more.

    The expectation under the best play is a convex function of the payout. Where it rises as much
    on either side it is a straight line there, and one play is best all along it.

    Attributes
    ----------
    less, more
        House edge at one unit less and more, under the best play for that; None where there is no
        such payout. Less than nothing is never paid: then it is the edge at nothing.
    slope_less, slope_more
        What the expectation changes a unit of the payout, between there and here.
    keeps
        Whether the best play stays the best from the one to the other; None where one is missing.
    """

    wager: str
    title: str
    row: str
    outcome: str
    pays: str
    pays_less: str | None
    less: float | None
    pays_more: str | None
    more: float | None
    slope_less: float | None
    slope_more: float | None
    keeps: bool | None
    exact: Fractions | None = None


class BankedSensitivity(Result):
    """What other values of the parameters, and other payouts, change."""

    parameters: tuple[ParameterEffects, ...]
    payouts: tuple[PayoutEffect, ...]


class PolicyWager(Result):
    """A first wager under a policy; `cost` is how much its house edge is above that certified."""

    wager: str
    title: str
    house_edge: float | None
    element_of_risk: float | None
    average_wagered: float | None
    sd: float | None
    cost: float | None
    exact: Fractions | None = None


class PolicyFigures(Result):
    """What a policy of the spec comes to.

    Attributes
    ----------
    cost
        What it loses a round against the best play, in units, with the wagers made.
    """

    policy: str
    text: str
    cost: float
    wagers: tuple[PolicyWager, ...]
    exact: Fractions | None = None


class PolicyLeftOut(Result):
    """A policy of the spec whose figures are not exact, and why."""

    policy: str
    text: str
    why: str


class WagerRounds(Result):
    """Many rounds of a first wager with those that follow it, under the best play.

    Sessions and ruin are left out where payouts make too many sums.
    """

    wager: str
    title: str
    sessions: tuple[SessionResult, ...] = ()
    ruin: tuple[RuinResult, ...] = ()
    on_initial: ReturnTolerance
    on_turnover: ReturnTolerance


class BankedCertification(CertifiedItem):
    """The content of a compliance report of a game that is worked out from its spec.

    Attributes
    ----------
    returns
        Every wager under the best play for those that are usually made; fractions beside all.
    together
        The same where all wagers are made, if that is not usual; None with the reason in
        `not_together` if the rules are beyond the engine then.
    supplied
        Assumptions with the effects of their alternatives.
    crosscheck
        Policies, or the cards alone where nothing is decided, played by another program; of
        blackjack the best play.
    charts, composition
        Of blackjack: the total-dependent strategy, and effects of the composition of the shoe.
    pack
        Of other games: effects of single cards out of the pack, and counts; None of a large game.
    exposure
        What one hidden card is worth to who sees it; None of a large game, and where it is nothing.
    """

    engine: ClassVar[str] = "analysed"
    subject: ClassVar[str] = "Exact mathematical analysis"

    rulings: tuple[BankedRuling, ...]
    supplied: tuple[BankedRuling, ...] = ()
    paytables: tuple[PaytableText, ...]
    wagers: tuple[WagerText, ...]
    software: tuple[Software, ...]
    returns: BankedResult
    together: BankedResult | None = None
    not_together: str | None = None
    rounds: tuple[WagerRounds, ...]
    multiples: tuple[Multiple, ...]
    situations: ToldSituations = ToldSituations()
    policies: tuple[PolicyFigures, ...] = ()
    policies_left_out: tuple[PolicyLeftOut, ...] = Field(
        default=(), exclude_if=lambda policies: not policies
    )
    sensitivity: BankedSensitivity | None = None
    crosscheck: CrosscheckResult | None = None
    sheet: PlayerSheet | None = None
    charts: StrategyResult | None = Field(default=None, exclude_if=lambda part: part is None)
    composition: ShoeResult | None = Field(default=None, exclude_if=lambda part: part is None)
    pack: AnalysedShoeResult | None = Field(default=None, exclude_if=lambda part: part is None)
    exposure: ExposedResult | None = Field(default=None, exclude_if=lambda part: part is None)

    @property
    def asked(self) -> Mapping[str, bool]:
        """What was asked of its extent, by the names of the study."""
        return {"brief": self.sensitivity is None}

    @property
    def is_decided(self) -> bool:
        """Whether anything is decided in play."""
        return self.returns.situations > 0 or self.charts is not None

    @property
    def decided_beside(self) -> BankedResult | None:
        """What is decided only where all wagers are made together; None if nothing is."""
        if self.together is None or self.charts is not None:
            return None
        usual = {each.decision for each in self.returns.decisions if each.frequency}
        beside = tuple(
            each
            for each in self.together.decisions
            if each.frequency and each.decision not in usual
        )
        return self.together.model_copy(update={"decisions": beside}) if beside else None

    @property
    def known(self) -> Mapping[str, BankedWager]:
        """Every wager of which there are figures, by name: those of the usual play first."""
        others = self.together.wagers if self.together is not None else {}
        return {**others, **self.returns.wagers}

    def first_wagers(self) -> Iterator[tuple[str, BankedWager]]:
        """Yield the wagers that have a return of their own, in the order of the spec."""
        known = self.known
        for wager in self.wagers:
            if wager.name in known and known[wager.name].rtp is not None:
                yield wager.name, known[wager.name]
