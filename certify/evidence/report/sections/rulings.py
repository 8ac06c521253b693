"""Rulings where the source is silent, and what the spec supplies where it has lost something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from certify.present.composer import Composer
from certify.present.document import Column, Table, Text
from certify.present.markup import mono, plain, typeset
from certify.present.quantity import NONE, POINTS
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification, RulingText
from certify.studies.certification.view import alternatives_table, effects_charts, settings_tables
from certify.studies.fairness.results.assumed import (
    Part,
    numbered,
    resting_on,
    summary,
    what_is_supplied,
)
from certify.studies.fairness.settings_view import alternative_text
from certify.studies.item.result import AlternativeText, AssumptionText, CertifiedItem, Decision
from certify.studies.item.view import rulings_table

IN_FULL = "Rulings in full"
"""The section of the annexes that says of every ruling why, and what else could be."""


def write_rulings_in_short(composer: Composer, certification: Certification) -> None:
    """Write every ruling in a line."""
    write_decided(
        composer,
        certification.rulings,
        "The largest change is that of the main wager, with Burnout or without, in percentage "
        "points of it, under the optimal strategy with the first shoe. ",
        _largest_change,
    )


def _largest_change(ruling: RulingText) -> str:
    changes = [
        (change, text)
        for each in ruling.alternatives
        for change, text in (
            (each.change_main, "without Burnout"),
            (each.change_main_burnout, "with Burnout"),
        )
        if change
    ]
    if not changes:
        return NONE
    change, text = max(changes, key=lambda each: abs(each[0]))
    return f"{POINTS(change)} {text}"


def write_decided(
    composer: Composer,
    rulings: Sequence[Decision],
    measured: str = "",
    change: Callable[[Any], str] | None = None,
) -> None:
    """Write the section on what was decided where the source is silent, a line for each ruling.

    `measured`: sentences on what is changed; `change`: the most that an alternative changes.
    """
    composer.section("Rulings")
    if not rulings:
        composer.text(
            "The source says everything that these figures rest on; nothing had to be decided."
        )
        return
    composer.text(
        "The source leaves these questions to the house, to the players or to interpretation. Each "
        f"was decided as stated. {measured}Why, and what else could be, stands in the annex "
        f"“{IN_FULL}”."
    )
    composer.put(rulings_table(rulings, change))


def write_rulings(composer: Composer, certification: Certification) -> None:
    """Write every ruling with its alternatives."""
    composer.section(IN_FULL)
    shoe = certification.shoes[0].label.lower() if certification.shoes else ""
    composer.text(
        "The source leaves these questions to house procedures or to interpretation. Each was "
        "decided as stated; each alternative that changes a figure was computed unless it says "
        "otherwise. Expectations are the player’s, "
        f"optimal strategy, {plain(shoe)}, in percent of the main wager; changes are in percentage "
        "points of the main wager against the figures of this report. With Burnout means net of "
        "the payment. A dash: no figure of the main wager changes; what other readings do to the "
        "Bonus wagers is told in the section on these."
    )
    for figure in effects_charts(certification.rulings):
        composer.put(figure)
    for ruling in certification.rulings:
        _write_ruling(composer, ruling)


def _write_ruling(composer: Composer, ruling: RulingText) -> None:
    """Write one ruling as a block that stays on one page."""
    composer.labelled(ruling.id, ruling.question)
    block: list[Text | Table] = [*decision_texts(ruling, ruling.alternatives)]
    if table := alternatives_table(ruling):
        block.append(table)
    composer.add(*block)


def decision_texts(ruling: Decision, alternatives: Sequence[AlternativeText]) -> list[Text]:
    """Return what was decided, why, and the alternatives that no setting carries."""
    parameters = ", ".join(mono(name, 7.8) for name in ruling.parameters)
    text = f"<b>Decided:</b> {plain(ruling.decided)} <b>Why:</b> {plain(ruling.why)}"
    if parameters:
        text += f" <b>Parameters:</b> {parameters}."
    texts = [text]
    texts += [
        f"<b>Alternative:</b> {plain(alternative.text.rstrip('.'))}."
        for alternative in alternatives
        if not alternative.settings
    ]
    return [Text(markup) for markup in texts]


def write_readings(composer: Composer, certification: FairnessCertification) -> None:
    """Write every ruling with its alternatives."""
    if not certification.rulings:
        return
    composer.section(IN_FULL)
    text = (
        "The source leaves these questions to the players or to interpretation. Each was decided "
        "as stated. An alternative with settings can be played with them."
    )
    if any(table.sensitivity for table in certification.fairness.tables):
        text += " What it changes is told in the section on other settings and readings."
    composer.text(text)
    for ruling in certification.rulings:
        composer.labelled(ruling.id, ruling.question)
        composer.add(
            *decision_texts(ruling, ruling.alternatives), *settings_tables(ruling.alternatives)
        )


TITLE = "Assumptions"
EN_DASH = "\N{EN DASH}"
NOT_WORKED_OUT = "not worked out for this report"
MAIN = "wagers.main.ev"
"""The figure of which the section tells; the section on sensitivity has those of all wagers."""
MOST_ELEMENTS = 12
"""Elements that are named; more are counted."""

PART_TEXTS = {
    "play": "Setting up and playing rest on it, and so does every figure of play in this report.",
    "matches": "The figures of matches rest on it.",
    "wagers": "The figures of wagers rest on it.",
}
NOTHING = "No figure of this report; it is only checked."


def mark_of(assumptions: Sequence[AssumptionText], part: Part = "play") -> str:
    """Return the mark of figures that rest on assumptions."""
    resting = resting_on(assumptions, part)
    if not resting:
        return ""
    return (
        f'<super size="7" rise="2.6">\N{NO-BREAK SPACE}{numbered(resting, between=EN_DASH)}</super>'
    )


def foot_of(assumptions: Sequence[AssumptionText]) -> str:
    """Return what the foot of every page says of the marks; empty if there are none."""
    resting = [each for each in assumptions if each.bears_on]
    if not resting:
        return ""
    return f"Raised {numbered(resting)}: rests on assumptions, see there."


def write_assumed(composer: Composer, certification: CertifiedItem) -> None:
    """Write the lines of the first page that say what is assumed, if anything is."""
    resting = [each for each in certification.assumptions if each.bears_on]
    if resting:
        composer.text(
            f"<b>{plain(summary(resting))}</b> A raised {numbered(resting, between=EN_DASH)} marks "
            "what rests on them; the section on assumptions has them in full."
        )


def write_assumptions(
    composer: Composer,
    certification: CertifiedItem,
    changes: Callable[[AlternativeText], str],
) -> None:
    """Write every assumption: what was supplied and why, what rests on it, what else could be."""
    assumptions = certification.assumptions
    if not assumptions:
        return
    composer.section(TITLE)
    composer.text(
        "The source has lost what these questions ask for, and the game cannot be played without "
        f"it. The spec supplies it: {plain(what_is_supplied(assumptions))}. The figures of this "
        "report are those of the game so completed. With the true data they would be others, which "
        "nobody can work out from the source. What is supplied keeps to all that the source does "
        "say; so do the alternatives, and what these change shows how much rests on the choice."
    )
    for assumption in assumptions:
        _write_assumption(composer, assumption, changes)


def _write_assumption(
    composer: Composer, assumption: AssumptionText, changes: Callable[[AlternativeText], str]
) -> None:
    """Write one assumption as a block."""
    composer.labelled(assumption.id, assumption.question)
    block = decision_texts(assumption, assumption.alternatives)
    rests = PART_TEXTS[assumption.bears_on[0]] if assumption.bears_on else NOTHING
    named = assumption.elements[:MOST_ELEMENTS]
    more = len(assumption.elements) - len(named)
    told = f"{', '.join(named)}{f' and {more} more' if more else ''}"
    block.append(
        Text(f"<b>What rests on it:</b> {rests} Elements that cite it: {mono(told, 7.8)}.")
    )
    composer.add(*block, *settings_tables(assumption.alternatives, changes))
    if assumption.texts:
        composer.table(
            f"What is supplied by {plain(assumption.id)}",
            [Column("Element", 58, "mono"), Column("What it says", 110)],
            [(plain(each.element), plain(each.text)) for each in assumption.texts],
            note="Cards are those in the game with the settings in force.",
            breakable=True,
        )


def write_supplied(
    composer: Composer, certification: Certification | FairnessCertification
) -> None:
    """Write the section on assumptions, if there are any."""

    def changes(alternative: AlternativeText) -> str:
        if isinstance(certification, Certification):
            told = _changed_main(certification, alternative)
        else:
            told = alternative_text(certification.fairness, alternative.settings)
        return typeset(told) or NOT_WORKED_OUT

    write_assumptions(composer, certification, changes)


def _changed_main(certification: Certification, alternative: AlternativeText) -> str:
    """Return what an alternative changes of the main wager."""
    known = certification.sensitivity.rulings if certification.sensitivity else ()
    for settled in known:
        for found in settled.alternatives:
            if found.settings == alternative.settings:
                return f"expectation of the main wager {POINTS(found.difference(MAIN))} points"
    return ""
