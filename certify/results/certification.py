"""Everything that a compliance report prints, in one value.

A report is rebuilt from this alone: its JSON and the report code give the same bytes.
"""

from __future__ import annotations

from typing import Literal

from certify.results.annex import ShoeAnnex
from certify.results.base import Provenance, Result
from certify.results.conformity import Requirement, all_met
from certify.results.crosscheck import CrosscheckResult
from certify.results.enclosures import Enclosure
from certify.results.matrix import MatrixEntry
from certify.results.parties import About
from certify.results.rtp import RtpResult
from certify.results.sheet import PlayerSheet
from certify.results.shoe import ShoeResult
from certify.results.spec_figures import SpecFigure
from certify.results.strategy import StrategyResult
from certify.results.strategy_cost import StrategyCostResult
from certify.results.whatif import SensitivityResult


class ClauseText(Result):
    """A clause of the game's source in the project's own words, and what implements it."""

    number: str
    lines: str
    text: str
    elements: tuple[str, ...]


class ParameterText(Result):
    """A parameter of the game as modelled."""

    name: str
    title: str
    value: str
    default: str
    basis: str
    text: str


class AlternativeText(Result):
    """Another reading of a ruling, and the settings that make it, if it was computed."""

    text: str
    settings: tuple[tuple[str, str], ...]


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


class Decision(Result):
    """What was decided where the source is silent."""

    id: str
    question: str
    decided: str
    why: str
    parameters: tuple[str, ...]


class RulingText(Decision):
    """A ruling, and the alternatives with their effects."""

    alternatives: tuple[AlternativeEffect, ...]


class SuppliedText(Result):
    """What an element of the spec says: the cards of a pack, or the text of a procedure."""

    element: str
    text: str


class AssumptionText(Decision):
    """Data that the source has lost and the spec supplies.

    Attributes
    ----------
    supplies : str
        What is supplied, in a few words that follow "the supplied".
    elements : tuple of str
        Elements of the spec that cite it.
    bears_on : tuple of str
        Which figures rest on it: ``play`` for all of them, ``matches`` for the length of matches,
        ``wagers`` for what is paid.
    alternatives : tuple of AlternativeText
        What else could be supplied; what it changes stands with the other settings.
    texts : tuple of SuppliedText
        The very data, as far as packs and procedures that cite it say them.
    """

    supplies: str
    elements: tuple[str, ...]
    bears_on: tuple[Literal["play", "matches", "wagers"], ...]
    alternatives: tuple[AlternativeText, ...]
    texts: tuple[SuppliedText, ...] = ()


class PaytableRow(Result):
    """One outcome of a paytable."""

    key: str
    outcome: str
    pays: str
    basis: str


class PaytableText(Result):
    """A paytable as certified."""

    alias: str
    id: str
    title: str
    version: str
    sha256: str
    rows: tuple[PaytableRow, ...]


class WagerText(Result):
    """A wager as the spec has it: its conditions, and the paytable that pays it if any."""

    name: str
    title: str
    text: str
    paytable: str | None = None


class ShoeCertification(Result):
    """The figures for one shoe (six decks, two decks) under both strategies."""

    label: str
    optimal: RtpResult
    basic: RtpResult
    strategy: StrategyResult


class SourceText(Result):
    """The document that the game is certified against."""

    title: str
    file: str
    sha256: str
    reference: str


class Software(Result):
    """One program that took part in the computation."""

    name: str
    version: str


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


class CertifiedItem(Provenance):
    """What the report of any game tells of the item tested.

    Attributes
    ----------
    issued : str
        Date of issue, YYYY-MM-DD, given by the user; never the clock.
    command : str
        The command that makes the report again.
    assumptions : tuple of AssumptionText
        What the source has lost and the spec supplies.
    engine_sha256 : str
        SHA-256 of the sources that figures come from, and of the versions of the libraries that
        they are compiled with.
    enclosures : tuple of Enclosure
        What is attached to the report beside its results, which cannot tell their own hash.
    about : About or None
        Laboratory, client and dates, if they were given.
    requirements : tuple of Requirement
        Limits that were given, and whether they are met.
    matrix : tuple of MatrixEntry
        What authorities ask a report to contain, and where this one answers.
    spec_figures : tuple of SpecFigure
        Figures that texts of the spec refer to; the texts here have them already.
    """

    issued: str
    command: str
    summary: str
    source: SourceText
    clauses: tuple[ClauseText, ...]
    parameters: tuple[ParameterText, ...]
    assumptions: tuple[AssumptionText, ...] = ()
    engine_sha256: str
    enclosures: tuple[Enclosure, ...] = ()
    about: About | None = None
    requirements: tuple[Requirement, ...] = ()
    matrix: tuple[MatrixEntry, ...] = ()
    spec_figures: tuple[SpecFigure, ...] = ()

    @property
    def all_met(self) -> bool:
        """Whether every requirement is met; true if none was given."""
        return all_met(self.requirements)


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
