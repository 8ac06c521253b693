"""Counts of the cards gone: their tags, how well they tell a wager, and what they gain."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.charts.shoe_figures import (
    by_group,
    estimate_cells,
    is_bonus,
    trigger_text,
)
from certify.present.document import Band, Column, Composer, Row
from certify.present.figures import NONE, fixed, percent
from certify.present.markup import plain
from certify.studies.shoe.count_view import published_tags
from certify.studies.shoe.result import (
    CountingResult,
    CountResult,
    PerfectResult,
    ShoeSample,
    WagerCounts,
)

CORRELATION_DIGITS = 3
SLOPE_DIGITS = 4
TAG_DIGITS = 2
NARROW = 4
"""Wagers beside each other from which a cell has two lines."""
PUBLISHED = "published"


def write_counts(composer: Composer, wagers: Sequence[WagerCounts]) -> None:
    """Write the best counts of each wager, and how well those that were published do.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    wagers : sequence of WagerCounts
        Every count for every wager.
    """
    composer.text(
        "A count adds the tag of each card seen; the true count is the sum divided by the decks "
        "undealt. The correlation of tags and effects, weighted by the shoe, tells how well the "
        "count follows the wager: 1 is as well as any linear count can. The slope is the change of "
        "the expectation for one more of the true count, and the trigger the whole true count "
        "nearest zero from which the expectation is above zero; both from the effects alone."
    )
    rows: list[Row] = []
    for wager in wagers:
        own = [found for found in wager.counts if found.kind != PUBLISHED]
        rows.append(Band(plain(wager.title) + ("" if own else ": no card has an effect")))
        rows += [_count_row(found) for found in own]
    labels = _tags(wagers)
    composer.table(
        "The best balanced counts for each wager: real tags, and whole tags up to each level",
        [
            Column("Tags", 30),
            *(Column(label, 20, "number") for label in labels),
            Column("Corre-<br/>lation", 24, "number"),
            Column("Slope,<br/>points", 27, "number"),
            Column("Trigger", 24, "number"),
        ],
        rows,
        note=(
            "Real tags are scaled to the spread of those of Hi-Lo. Whole tags are the best of all "
            "balanced ones up to the level, found by exact search. Slope in percentage points of "
            "the wager."
        ),
        breakable=True,
    )
    _write_published(composer, wagers)


def _tags(wagers: Sequence[WagerCounts]) -> list[str]:
    """Return the values that have tags."""
    return next((list(found.tags) for wager in wagers for found in wager.counts), [])


def _count_row(found: CountResult) -> Row:
    """Return the line of a count of a wager."""
    return (
        "real" if found.level is None else f"level {found.level}",
        *(_tag_text(tag) for tag in found.tags.values()),
        _correlation_text(found),
        percent(found.slope, SLOPE_DIGITS, signed=True),
        trigger_text(found.trigger, found.direction),
    )


def _tag_text(tag: float) -> str:
    """Return a tag, whole ones without decimals."""
    return fixed(tag, 0 if float(tag).is_integer() else TAG_DIGITS, signed=True)


def _correlation_text(found: CountResult) -> str:
    return fixed(found.correlation, CORRELATION_DIGITS)


def _write_published(composer: Composer, wagers: Sequence[WagerCounts]) -> None:
    """Write the tags of the published counts, and how well they tell each wager."""
    systems = [found for found in wagers[0].counts if found.kind == PUBLISHED] if wagers else []
    if not systems:
        return
    composer.put(published_tags(wagers[0]))
    for part in (
        [wager for wager in wagers if not is_bonus(wager.wager)],
        [wager for wager in wagers if is_bonus(wager.wager)],
    ):
        if part:
            _write_fit(composer, part, [system.title for system in systems])


def _write_fit(composer: Composer, wagers: Sequence[WagerCounts], titles: Sequence[str]) -> None:
    """Write correlation and trigger of the published counts for some wagers."""
    groups = by_group(wagers)
    columns = [(title, wager) for _, members in groups for title, wager in members]
    joined = ", " if len(columns) <= NARROW else "<br/>"
    by_title = [
        {found.title: found for found in wager.counts if found.kind == PUBLISHED}
        for _, wager in columns
    ]
    of_bonus = is_bonus(columns[0][1].wager)
    heads = [title or plain(wager.title) for title, wager in columns]
    composer.table(
        "Correlation of published counts and their triggers: "
        + ("Bonus wagers" if of_bonus else "main wager and insurance"),
        [Column("Count", 34), *(Column(head, 26, "number") for head in heads)],
        [
            (plain(title), *(_fit_text(counts.get(title), joined) for counts in by_title))
            for title in titles
        ],
        groups=[("", 1), *((plain(head), len(members)) for head, members in groups)]
        if of_bonus
        else [],
        note="" if of_bonus else "Never: at no true count that was looked at, up or down.",
    )


def _fit_text(found: CountResult | None, joined: str) -> str:
    """Return correlation and trigger of a count."""
    if found is None:
        return NONE
    return f"{_correlation_text(found)}{joined}{trigger_text(found.trigger, found.direction)}"


def write_gains(composer: Composer, sample: ShoeSample) -> None:
    """Write what counting and perfect play gain.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    sample : ShoeSample
        What was found in compositions drawn at random.
    """
    rows: list[Row] = []
    never: list[str] = []
    for perfect in sample.perfect:
        counting = [found for found in sample.counting if found.wager == perfect.wager]
        made = [perfect.frequency.value, *(found.frequency.value for found in counting)]
        if not any(made):
            never.append(perfect.title)
            continue
        rows.append(Band(f"{plain(perfect.title)}: gain in {plain(perfect.unit)}"))
        rows += [_counting_row(found) for found in counting]
        rows += _perfect_rows(perfect)
    unused = ""
    if never:
        unused = f" Never made in the sample, so not listed: {plain('; '.join(never))}."
    composer.table(
        "Gain of a player who makes a wager only when it is in his favour",
        [
            Column("Play", 46),
            Column("Made at<br/>true count", 32, "number"),
            Column("Made, %<br/>of rounds", 24, "number"),
            Column("±", 19, "number"),
            Column("Mean then,<br/>% of wager", 27, "number"),
            Column("±", 19, "number"),
            Column("Gain", 23, "number"),
            Column("±", 19, "number"),
        ],
        rows,
        note=(
            "By a count: the strategy of the full shoe, one unit each time the count calls for the "
            "wager. Perfect: every card gone is known, the wager is made when its expectation is "
            "above zero and played best for the composition. Every round: the wager is always "
            "made and played best; the gain is over the strategy of the full shoe. Shares are of "
            f"the rounds in which the wager is offered.{unused}"
        ),
        breakable=True,
    )


def _counting_row(found: CountingResult) -> Row:
    """Return the line of a count."""
    made = trigger_text(found.trigger, found.direction)
    if found.buys_direction is not None:
        made = f"Burnout {trigger_text(found.buys, found.buys_direction)}"
    return (
        plain(found.count_title),
        made,
        *estimate_cells(found.frequency, is_rate=True),
        *estimate_cells(found.edge, is_rate=True),
        *estimate_cells(found.units, is_rate=False),
    )


def _perfect_rows(perfect: PerfectResult) -> list[Row]:
    """Return the lines of perfect play."""
    rows: list[Row] = [
        (
            "Perfect",
            "",
            *estimate_cells(perfect.frequency, is_rate=True),
            *estimate_cells(perfect.edge, is_rate=True),
            *estimate_cells(perfect.units, is_rate=False),
        )
    ]
    if perfect.flat_gain is not None:
        gain = estimate_cells(perfect.flat_gain, is_rate=False)
        rows.append(("Every round, perfect", "", "", "", "", "", *gain))
    return rows
