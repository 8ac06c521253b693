"""The figures of every wager: edges, odds, distribution, many rounds, live results."""

from __future__ import annotations

from certify.evidence.report.sections.monitoring import BY_VOLUME, LOOKING, STAKES, when_to_act
from certify.present.composer import Composer
from certify.present.document import Table, Text
from certify.present.markup import plain
from certify.studies.banked.view import upcards_table
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.banked_use_view import (
    afterwards_table,
    back_table,
    tolerance_tables,
)
from certify.studies.certification.banked_view import (
    denominators,
    lines_table,
    moments,
    outcome_tables,
    parts,
    results_table,
    sessions_tables,
)
from certify.studies.exposure.result import ExposedDecision, ExposedResult
from certify.studies.exposure.view import exposed_tables, seen_in_words
from certify.studies.shoe.analysed_view import held_effects_view

MANY_ROOM = 290.0
"""Points that the returns over many rounds should find on their first page."""
EXACT = "All figures are exact: ratios of whole numbers, rounded once, for print."
EXACT_OF_BLACKJACK = (
    "Expectations, and all figures of wagers on the first cards, are ratios of whole numbers, "
    "rounded once, for print; distributions of the main wager are worked out in double precision."
)
MOST_CASES = 30
"""Cards seen whose play is told; of later decisions than the first only up to so many in all."""
SHEET_HEIGHT = 480.0
"""Points: the sheet for players begins a page if less is left."""


def write_results(composer: Composer, certification: BankedCertification) -> None:
    """Write every wager on each of its denominators."""
    composer.new_page()
    composer.section("Results in detail")
    composer.text(
        f"{EXACT_OF_BLACKJACK if certification.charts else EXACT} An initial wager "
        "is what is put on a first wager before any card is seen; wagers that follow it are told "
        "with it. Terms are defined in the annexes."
    )
    composer.put(denominators(certification))
    if table := parts(certification):
        composer.put(table)
    if certification.returns.by_upcard:
        composer.put(upcards_table(certification.returns))


def write_odds(composer: Composer, certification: BankedCertification) -> None:
    """Write how often wagers win, and the true odds of every pay line."""
    composer.section("Odds of every wager")
    under = ", under the best play" if certification.is_decided else ""
    composer.text(
        "True odds are those against the player, to one: a wager at true odds of 3 to 1 that is "
        "paid 3 to 1 has no house advantage. <i>One in</i>: once in so many rounds on average. The "
        f"probabilities are of a round{under}."
    )
    composer.put(results_table(certification))
    if table := lines_table(certification):
        composer.put(table)


def write_distribution(composer: Composer, certification: BankedCertification) -> None:
    """Write outcomes, deviation, returns over many rounds and ruin."""
    composer.new_page()
    composer.section("Distribution of a round")
    composer.text(
        "Every outcome of a round with its probability. Gains are net, with all wagers that follow "
        "the first; put down is all that was wagered in the round."
    )
    composer.put(moments(certification))
    for part in outcome_tables(certification):
        composer.put(part)
    found = list(sessions_tables(certification))
    if found:
        composer.room(MANY_ROOM)
        composer.subsection("Many rounds", in_contents=False)
        for part in found:
            composer.put(part)


def write_monitoring(composer: Composer, certification: BankedCertification) -> None:
    """Write tolerances for live results, by volume."""
    if not certification.rounds:
        return
    composer.section("Live monitoring")
    composer.text(
        "For whoever watches the game in use. The return that is seen over N rounds lies around "
        "the certified one; a band around it that is as wide as below holds it with the confidence "
        "stated. A return outside says that chance is an unlikely reason, not what the reason is."
    )
    composer.bullets([when_to_act(certification.multiples), f"{BY_VOLUME}.", STAKES, LOOKING])
    for table in tolerance_tables(
        certification.rounds, [multiple.name for multiple in certification.multiples]
    ):
        composer.put(table)


def write_pack(composer: Composer, certification: BankedCertification) -> None:
    """Write what single cards out of the pack change, and counts, if that was worked out."""
    if certification.pack is None:
        return
    composer.section("Cards known to be gone")
    composer.text(
        "The effect of removal of a card is the change of a wager’s expectation when one of its "
        "kind is known to be out of the pack before the deal. With the play held it is a property "
        "of the pack alone."
    )
    for shown in held_effects_view(certification.pack):
        if isinstance(shown, Text):
            composer.add(shown)
        else:
            composer.put(shown)


def write_exposure(composer: Composer, certification: BankedCertification) -> None:
    """Write what a hidden card is worth to a player who sees it, if it was worked out."""
    found = certification.exposure
    if found is None:
        return
    composer.section("Cards seen against the rules")
    seen, play = plain(seen_in_words(found)), ""
    if certification.charts:
        seen = "the dealer’s second card"
        play = "; the play against each card seen is in the results file"
        found = found.model_copy(update={"decisions": ()})
    kept, left_out = _few_cases(found)
    if left_out:
        play = "; of later decisions the play against each card seen is in the results file"
    composer.text(
        f"What it is worth to see {seen} before deciding, in every round{play}. It protects the "
        "game to know it, and is no part of the figures above."
    )
    for shown in exposed_tables(kept):
        if isinstance(shown, Table):
            composer.put(shown)
        else:
            composer.add(shown)


def _few_cases(found: ExposedResult) -> tuple[ExposedResult, bool]:
    """Return a result with the cases of its first decisions alone, and whether others had some."""
    decisions: list[ExposedDecision] = []
    told = 0
    for decision in found.decisions:
        told += len(decision.cases)
        is_told = told <= MOST_CASES or not decisions
        decisions.append(decision if is_told else decision.model_copy(update={"cases": ()}))
    left_out = sum(len(each.cases) for each in decisions) < told
    return found.model_copy(update={"decisions": tuple(decisions)}), left_out


def write_sheet(composer: Composer, certification: BankedCertification) -> None:
    """Write the sheet for players."""
    sheet = certification.sheet
    if sheet is None:
        return
    composer.room(SHEET_HEIGHT)
    composer.section("For the player")
    wagers = dict(certification.first_wagers())
    costs = all((wager.house_edge or 0.0) > 0.0 for wager in wagers.values())
    composer.text(
        ("For somebody who plays as well as can be. " if certification.is_decided else "")
        + (
            "On average every wager costs something: that is the price of the game. No system of "
            "stakes makes it a gain in the long run."
            if costs
            else ""
        )
    )
    titles = {name: wager.title for name, wager in wagers.items()}
    composer.put(back_table(sheet, titles))
    if any(wager.sessions for wager in sheet.wagers):
        composer.put(afterwards_table(sheet, titles))
