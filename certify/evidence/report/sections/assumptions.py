"""What the source has lost and the spec supplies: a section, a line in front, marks at figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from certify.evidence.report.sections.rulings import decision_texts, settings_tables
from certify.present.document import Column, Composer, Text
from certify.present.markup import plain
from certify.studies.fairness.results.assumed import (
    Part,
    numbered,
    resting_on,
    summary,
    what_is_supplied,
)
from certify.studies.item.result import AlternativeText, AssumptionText, CertifiedItem

TITLE = "Assumptions"
EN_DASH = "\N{EN DASH}"
NOT_WORKED_OUT = "not worked out for this report"
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
        f'<super size="6.2" rise="3">\N{NO-BREAK SPACE}{numbered(resting, between=EN_DASH)}</super>'
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
        Text(
            f"<b>What rests on it:</b> {rests} Elements that cite it: "
            f'<font name="IBMPlexMono" size="7.8">{plain(told)}</font>.'
        )
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
