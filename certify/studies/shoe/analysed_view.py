"""How the composition of the pack is shown, of a game that is analysed from its spec."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from certify.present.charts import ColumnChart, bars
from certify.present.document import Element, Figure, Table, Text
from certify.present.facts import identification
from certify.present.markup import counted, plain
from certify.studies.shoe.analysed_result import AnalysedShoeResult
from certify.studies.shoe.count_view import COUNTS_NOTE, best_whole_tags, count_table
from certify.studies.shoe.penetration_view import depths, overall, shown_spreads
from certify.studies.shoe.view import (
    REMOVAL,
    TAGS_NOTE,
    checks_table,
    effects_tables,
    findings,
    gains,
    identities_table,
    sample_text,
)

ABREAST = 4
EFFECTS_NOTE = (
    "Change of what the wager brings when one card is out of the pack, in percent of what is put on"
    " it at first: by the play that is best for the whole pack, or by the play that is best"
    " without the card, for the wagers that are made. Sum: weighted by the cards of the pack."
)
IDENTITY_NOTE = (
    "A card set aside unseen changes nothing: so the effects by one play, weighted by the cards of"
    " the pack, sum to zero. To know the card cannot hurt: so the sum is not below zero if play is"
    " made best for what is left; it is what seeing one card gains. In units of what is put down"
    " at first, worked out as ratios of integers."
)
HELD_NOTE = (
    "Change of what the wager brings when one card is out of the pack, in percent of what is put on"
    " it at first, by the play that is best for the whole pack. Sum: weighted by the cards of the"
    " pack."
)
HELD_IDENTITY_NOTE = (
    "A card set aside unseen changes nothing: so the effects by one play, weighted by the cards of"
    " the pack, sum to zero. In units of what is put down at first, worked out as ratios of"
    " integers."
)
SHUFFLED = (
    "The pack is shuffled for every round, so that nothing is counted from round to round: an"
    " effect is that of one card known to be out of play."
)
CHARTED_AT_ONCE = 2
"""Wagers in a chart: their bars are told apart in black and white."""
MOST_CHARTED = 4


def analysed_shoe_view(
    result: AnalysedShoeResult, *, everything: bool = False
) -> Iterator[Element]:
    """Yield what identifies the study of a pack, and what is shown of it."""
    cards = sum(result.shoe.values())
    lines = [("Pack", _pack(cards, len(result.shoe)))]
    lines.append(("Wagers made", _made(result)))
    if result.sample is not None:
        lines.append(("Cut card", f"after {result.cut} of {cards} cards"))
        lines.append(("Sample", sample_text(result.sample)))
    yield from identification(result, *lines)
    yield from analysed_shoe_tables(result, everything=everything)


def _pack(cards: int, kinds: int) -> str:
    """Return how many cards a pack has, and of how many kinds."""
    if kinds == 1:
        return f"{counted(cards, 'card')}, which are all alike to the rules"
    return f"{counted(cards, 'card')}, {kinds} kinds that make a difference"


def _made(result: AnalysedShoeResult) -> str:
    """Return the titles of the first wagers that are made; what follows them is told in short."""
    titles = {each.wager: each.title for each in result.effects}
    first = [titles[name] for name in result.wagers_made if name in titles]
    follow = ", with what follows" if len(first) < len(result.wagers_made) else ""
    return f"{', '.join(first)}{follow}"


def titled(result: AnalysedShoeResult) -> AnalysedShoeResult:
    """Return a result in which each wager goes by its title, as tables tell it."""
    changes: dict[str, object] = {
        "effects": _by_title(result.effects),
        "counts": _by_title(result.counts),
    }
    sample = result.sample
    if sample is not None:
        own = {
            "counting": _by_title(sample.counting),
            "perfect": _by_title(sample.perfect),
            "penetration": _by_title(sample.penetration),
        }
        changes["sample"] = sample.model_copy(update=own)
    return result.model_copy(update=changes)


def _by_title(found: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(each.model_copy(update={"wager": each.title}) for each in found)


def analysed_shoe_tables(
    result: AnalysedShoeResult, *, everything: bool = False
) -> Iterator[Table | Text]:
    """Yield what is shown of a pack, but what identifies it.

    `everything`: whether to show every count, what each gains, and every depth.
    """
    result = titled(result)
    if result.sample is not None:
        yield findings(result.effects, result.sample, TAGS_NOTE)
    yield from effects_tables(result.effects, ABREAST, EFFECTS_NOTE)
    if result.cut is None:
        yield Text(SHUFFLED)
    yield identities_table(result.identities, IDENTITY_NOTE)
    has_counts = any(wager.counts for wager in result.counts)
    if has_counts:
        if everything:
            yield count_table(result.counts, slopes=False, told=COUNTS_NOTE)
        else:
            yield best_whole_tags(result.counts, COUNTS_NOTE)
    if result.sample is not None:
        if everything:
            yield gains(result.sample)
            for spread in shown_spreads(result.sample):
                yield depths(spread)
        yield overall(result.sample)
        yield checks_table(result.sample)
    yield Text(plain(f"Method: {result.method}."))
    if not everything and (has_counts or result.sample is not None):
        yield Text("Every count of every wager, what it gains, and every depth: --all.")


def analysed_effects_charts(result: AnalysedShoeResult) -> Iterator[Figure]:
    """Yield charts of the effects on the first wagers, the play held."""
    labels = list(result.shoe)
    for first in range(0, min(len(result.effects), MOST_CHARTED), CHARTED_AT_ONCE):
        shown = result.effects[first : first + CHARTED_AT_ONCE]
        if not any(any(one.effects.values()) for one in shown):
            continue
        chart = ColumnChart(
            labels,
            [bars(one.title, [one.effects[label] for label in labels], REMOVAL) for one in shown],
            "percentage points of the wager; by kind of card that is gone",
        )
        titles = " and ".join(one.title for one in shown)
        caption = f"Effect of removal of one card of each kind, the play held: {titles}"
        yield Figure.of(caption, chart)


def held_effects_view(result: AnalysedShoeResult) -> Iterator[Figure | Table | Text]:
    """Yield what a report tells of a pack: effects of removal, the play held, and counts."""
    result = titled(result)
    yield from analysed_effects_charts(result)
    yield from effects_tables(result.effects, ABREAST, HELD_NOTE)
    table = identities_table(result.identities, HELD_IDENTITY_NOTE)
    verdict = "Every identity holds." if result.sound else "<b>Not every identity holds.</b>"
    yield replace(table, note=f"{table.note} {verdict}")
    if any(wager.counts for wager in result.counts):
        yield count_table(result.counts, slopes=False, told=COUNTS_NOTE)
    yield Text(plain(f"Method: {result.method}."), "note")
