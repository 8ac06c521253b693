"""The first page, the findings in words, and the scope."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.sections.front import (
    IDENTIFICATION,
    SHORT_ROOM,
    identification,
)
from certify.evidence.report.sections.rulings import mark_of, write_assumed
from certify.present.composer import Composer
from certify.present.document import Row, Table
from certify.present.markup import HELD, capitalised, plain, typeset
from certify.present.quantity import COUNT
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.fairness.figures_view import players_text
from certify.studies.fairness.glance_view import glance_table, key_figures
from certify.studies.fairness.results.fairness import Finding
from certify.studies.fairness.view import meanings_of, players_table, told_findings
from certify.studies.item.result import AssumptionText

MATTERS = "matter"
"""The weight of findings that the report tells; the annexes have the others."""
MOST_OF_A_TOPIC = 3
"""Findings of one topic that the report tells of a number of players."""
SECTION_TEXTS = {
    "seats": "seats and strength",
    "skill": "skill and chance",
    "length": "length",
    "use": "use of the rules",
    "sensitivity": "other settings and readings",
    "matches": "matches",
    "solved": "cut-down versions",
}
"""What the parts of the study are called."""

USUAL_GAMES, USUAL_SEARCH_GAMES = 1_000_000, 10_000
"""Games of a report that is not brief."""


def write_front(composer: Composer, certification: FairnessCertification) -> None:
    """Write the first page: what was examined, and the result on one table."""
    composer.title("Test Report")
    composer.subtitle(
        f"{plain(certification.title)}, version {plain(certification.version)}: "
        "fairness, skill and length"
    )
    composer.add(
        Table(
            IDENTIFICATION,
            identification(
                certification,
                _extent(certification),
                has_paytables=bool(certification.paytables),
            ),
            has_header=False,
        )
    )
    composer.unnumbered("Summary")
    composer.text(plain(certification.summary))
    if certification.extent.is_brief:
        composer.text(_brief(certification))
    write_assumed(composer, certification)
    with composer.marked(mark_of(certification.assumptions)):
        if table := key_figures(certification.fairness):
            composer.write([table])
            composer.bullets(meanings_of(certification.fairness))


def _extent(certification: FairnessCertification) -> list[Row]:
    """Return the rows that tell how much was played."""
    result, extent = certification.fairness, certification.extent
    rows: list[Row] = []
    if result.tables:
        numbers = players_text(*(table.players for table in result.tables))
        rows.append(("Played with", numbers))
    rows.append(
        (
            "Games",
            typeset(
                f"{COUNT(extent.games)} of each play without search, about "
                f"{COUNT(extent.search_games)} in all with search, fewer where games are long"
            )
            + f"; seed{HELD}{result.seed}",
        )
    )
    return rows


def _brief(certification: FairnessCertification) -> str:
    """Return what a brief report has less of."""
    extent = certification.extent
    left_out = [SECTION_TEXTS.get(name, name) for name in extent.left_out]
    less = []
    if extent.games < USUAL_GAMES or extent.search_games < USUAL_SEARCH_GAMES:
        less.append("few games, so that intervals are wide")
    if left_out:
        less.append(f"without {plain(', '.join(left_out))}")
    return f"<b>This is a brief report:</b> {'; '.join(less)}."


def write_in_short(composer: Composer, certification: FairnessCertification) -> None:
    """Write for which rules it was found, how surely, and what is not covered."""
    result, source = certification.fairness, certification.source
    composer.room(SHORT_ROOM)
    composer.unnumbered("What is certified, and how surely")
    composer.bullets(
        [
            f"<b>For which rules.</b> {plain(source.title)}, read in {len(certification.clauses)} "
            f"clauses; {len(certification.rulings)} rulings decide where the source is silent or "
            "can be read in two ways.",
            "<b>How surely.</b> Figures come from games that were played by these rules; each has "
            "an interval, and all of one number of players hold together with "
            f"{100 * result.confidence:g} % confidence.",
            "<b>Play.</b> Every figure holds for the players named beside it; the strongest of "
            "them is not the best possible. Nobody holds a bank, so that nothing can be lost to "
            "one.",
            "<b>Not covered.</b> Shuffling, random numbers, equipment, dealing, staff, marked "
            "cards, and agreements between players.",
        ]
    )


def write_findings(composer: Composer, certification: FairnessCertification) -> None:
    """Write what a reader should know, in words, if there is anything."""
    told = told_findings(certification.fairness.tables)
    if not told and not any(table.equal for table in certification.fairness.tables):
        return
    composer.section("Findings")
    with composer.marked(mark_of(certification.assumptions)):
        if table := glance_table(certification.fairness):
            composer.write([table])
    if not told:
        return
    composer.text(
        "Each sentence follows by a fixed rule from the figures of this report. A difference is "
        "told as found if its p, adjusted for the number of players who were looked at, is below "
        "one less the confidence. Differences of less than one percentage point of the games do "
        f"not count as what matters. At most {MOST_OF_A_TOPIC} sentences of a topic "
        "stand here; an annex has the others, and what else is worth knowing."
    )
    _write_told(composer, certification, are_first=True)


def write_further_findings(composer: Composer, certification: FairnessCertification) -> None:
    """Write what the report has not told: what matters less, and the rest of long topics."""
    told = told_findings(certification.fairness.tables)
    if any(_of_depth(findings, are_first=False) for findings, _ in told):
        composer.section("Further findings")
        composer.text("What goes on from the findings of the report, and what else may be of use.")
        _write_told(composer, certification, are_first=False)


def _of_depth(findings: Sequence[Finding], *, are_first: bool) -> list[Finding]:
    """Return the findings that the report tells, or those that it leaves to the annex."""
    first: list[Finding] = []
    for finding in findings:
        told = sum(other.about == finding.about for other in first)
        if finding.weight == MATTERS and told < MOST_OF_A_TOPIC:
            first.append(finding)
    return first if are_first else [finding for finding in findings if finding not in first]


def _write_told(
    composer: Composer, certification: FairnessCertification, *, are_first: bool
) -> None:
    """Write the findings of a depth, by the number of players."""
    for findings, numbers in told_findings(certification.fairness.tables):
        some = _of_depth(findings, are_first=are_first)
        if not some:
            continue
        if len(certification.fairness.tables) > 1:
            composer.subsection(f"With {players_text(*numbers)}", in_contents=False)
        composer.bullets([_sentence(finding, certification.assumptions) for finding in some])


def _sentence(finding: Finding, assumptions: Sequence[AssumptionText]) -> str:
    resting = [each for each in assumptions if each.id in finding.assumptions]
    about = f"<b>{plain(capitalised(finding.about))}.</b>{mark_of(resting)}"
    return f"{about} {plain(finding.text)}"


def write_scope(composer: Composer, certification: FairnessCertification) -> None:
    """Write what the report covers and what it does not."""
    composer.section("Scope and exclusions")
    composer.text(
        "The results relate only to the item tested: the rules, rulings and parameters that are "
        "printed here and identified by the SHA-256 values on the first page. Nobody holds a bank "
        "in this game, so it has no house edge and no return to player. What is asked instead is "
        "whether seats are equal, how much skill decides, how long games last and whether they "
        "end, and whether every rule is of use."
    )
    items = [
        "<b>Found by playing.</b> Figures come from games that were played by the rules as "
        "modelled, so each has an interval. Where no difference was found a small one may be "
        "there; the interval says how small.",
        "<b>The players of the study.</b> Every figure holds for the players named beside it. "
        "That seats are equal for these does not say that they are for better ones, and the "
        "strongest player of the study is not the best possible.",
        "<b>No habits.</b> Players know the rules, and neither each other nor former games. There "
        "is no talk between them and no agreement.",
        "<b>No clock.</b> Minutes are those of the source; length is counted in decisions.",
        "<b>Not examined:</b> shuffling, random number generation, equipment, dealing procedure, "
        "staff, marked cards, and agreements between players.",
    ]
    if certification.fairness.solved:
        items.append(
            "<b>Cut-down versions.</b> A version with fewer cards is another game. Its value is no "
            "estimate of that of the full one."
        )
    left_out = [SECTION_TEXTS.get(name, name) for name in certification.extent.left_out]
    if left_out:
        items.append(f"<b>Left out of this report:</b> {plain(', '.join(left_out))}.")
    composer.bullets(items)
    composer.text(
        "Tests of skill and chance that are used in law are answered by fixed rules from the "
        "figures; what follows in law is for its own authorities. A statement of conformity is "
        "made for requirements that were given, in its own section, and for nothing else; no "
        "opinion is expressed. The report may be reproduced in full only."
    )


def write_players(composer: Composer, certification: FairnessCertification) -> None:
    """Write who plays, from the weakest as it was expected."""
    if not certification.fairness.ladder:
        return
    composer.section("Players of the study")
    composer.text(
        "Random play and searches know the rules and nothing else of the game; a policy is stated "
        "in the spec of the game. A search is the stronger the further it looks ahead. Where names "
        "are too long for a column the letters stand for them."
    )
    composer.write([players_table(certification.fairness)])
