"""Rulings and assumptions with what their alternatives do, and sensitivity."""

from __future__ import annotations

from certify.evidence.report.sections.rulings import (
    IN_FULL,
    NOT_WORKED_OUT,
    decision_texts,
    write_assumptions,
    write_decided,
)
from certify.present.composer import Composer
from certify.present.document import Table, Text
from certify.present.markup import plain, typeset
from certify.present.quantity import NONE, POINTS
from certify.studies.certification.banked_play_view import (
    alternatives_table,
    parameters_tables,
    payouts_table,
)
from certify.studies.certification.banked_result import BankedCertification, BankedRuling
from certify.studies.item.result import AlternativeText


def write_supplied(composer: Composer, certification: BankedCertification) -> None:
    """Write the section on assumptions, if there are any."""

    def changes(alternative: AlternativeText) -> str:
        for ruling in certification.supplied:
            for each in ruling.alternatives:
                if each.settings == alternative.settings and each.found.effects:
                    return typeset(
                        "<br/>".join(
                            f"{plain(effect.title)}: house edge {POINTS(effect.change)} points"
                            for effect in each.found.effects
                        )
                    )
        return NOT_WORKED_OUT

    write_assumptions(composer, certification, changes)


def write_rulings_in_short(composer: Composer, certification: BankedCertification) -> None:
    """Write every ruling in a line."""
    write_decided(
        composer,
        certification.rulings,
        "The largest change is that of a house edge, in percentage points. ",
        _largest_change,
    )


def _largest_change(ruling: BankedRuling) -> str:
    effects = [effect for each in ruling.alternatives for effect in each.found.effects or ()]
    most = max(effects, key=lambda effect: abs(effect.change or 0.0), default=None)
    return f"{POINTS(most.change)} {plain(most.title)}" if most and most.change else NONE


def write_rulings(composer: Composer, certification: BankedCertification) -> None:
    """Write every ruling with what its alternatives do."""
    if not certification.rulings:
        return
    composer.section(IN_FULL)
    composer.text(
        "The source leaves these questions to house procedures or to interpretation. Each was "
        "decided as stated; each alternative that a setting carries was worked out anew. Changes "
        "are in percentage points of the initial wager against the figures of this report; wagers "
        "that an alternative leaves as they are have no line."
    )
    for ruling in certification.rulings:
        _write_ruling(composer, ruling)


def _write_ruling(composer: Composer, ruling: BankedRuling) -> None:
    composer.labelled(ruling.id, ruling.question)
    block: list[Text | Table] = [*decision_texts(ruling, ruling.alternatives)]
    if table := alternatives_table(ruling):
        block.append(table)
    composer.add(*block)


def write_sensitivity(composer: Composer, certification: BankedCertification) -> None:
    """Write what other values of parameters and other payouts do, if it was worked out."""
    found = certification.sensitivity
    if found is None or not (found.parameters or found.payouts):
        return
    composer.section("Sensitivity")
    composer.text(
        "One setting or payout at a time is another, and the game is worked out anew. Nothing is "
        "extrapolated."
    )
    tables = list(parameters_tables(found.parameters))
    if tables:
        composer.subsection("Parameters", in_contents=False)
        for table in tables:
            composer.put(table)
    if found.payouts:
        composer.subsection("Payouts", in_contents=False)
        composer.put(payouts_table(found.payouts, is_decided=certification.is_decided))
