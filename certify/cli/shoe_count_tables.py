"""The counts in the tables of `certify shoe`: tags, correlations, triggers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rich.console import RenderableType
from rich.table import Table

from certify.cards.ranks import RANK_LABELS
from certify.cli.display import NONE, table, titled
from certify.studies.shoe.result import CountResult, Direction, WagerCounts

ABREAST = 4
"""Wagers beside each other in a table."""

BONUS = "bonus."
SHOWN_LEVEL = 2
"""Largest tag of the counts that are shown where not all are."""

COUNTS_NOTE = (
    "A tag is added for each card seen; the true count is their sum by decks undealt. From is the"
    " whole true count at which the expectation is above zero, by the effects alone. Correlation"
    " is that of tags and effects, weighted by the shoe."
)


def count_tables(wagers: Sequence[WagerCounts]) -> Iterator[RenderableType]:
    """Yield the best balanced counts of each wager."""
    for wager in wagers:
        own = [count for count in wager.counts if count.kind != "published"]
        if not own:
            yield f"{wager.title}: no card has an effect, so there is nothing to count."
            continue
        listed = narrow(table("Level", *RANK_LABELS, "Corr.", "From"))
        for count in own:
            listed.add_row(
                "real" if count.level is None else str(count.level),
                *(_tag(tag) for tag in count.tags.values()),
                _correlation(count),
                trigger_text(count.trigger, count.direction),
            )
        yield titled(f"{wager.title}: best balanced counts", listed)


def best_whole_tags(wagers: Sequence[WagerCounts]) -> RenderableType:
    """Return the best whole tags of every wager, up to one level."""
    listed = narrow(table("Wager", *RANK_LABELS, "Corr.", "From"))
    for wager in wagers:
        for count in wager.counts:
            if count.kind == "integer" and count.level == SHOWN_LEVEL:
                listed.add_row(
                    head_of(wager.wager),
                    *(_tag(tag) for tag in count.tags.values()),
                    _correlation(count),
                    trigger_text(count.trigger, count.direction),
                )
    return titled(f"Best balanced counts with whole tags up to {SHOWN_LEVEL}", listed)


def correlation_tables(wagers: Sequence[WagerCounts]) -> Iterator[RenderableType]:
    """Yield how well published counts tell each wager, and from when they bet on it."""
    remaining = iter(wagers)
    while some := list(islice(remaining, ABREAST)):
        listed = table("Count", *(head_of(wager.wager) for wager in some))
        by_wager = [[count for count in w.counts if count.kind == "published"] for w in some]
        for counts in zip(*by_wager, strict=True):
            listed.add_row(
                counts[0].title,
                *(f"{_correlation(c)} {trigger_text(c.trigger, c.direction):>6}" for c in counts),
            )
        note = COUNTS_NOTE if some[-1] is wagers[-1] else ""
        yield titled("Published counts: correlation, and from when they bet", listed, note)


def published_tags(wager: WagerCounts) -> RenderableType:
    """Return the tags of published counts."""
    listed = table("Count", *RANK_LABELS, "Balanced", numbers_from=1)
    for count in wager.counts:
        if count.kind == "published":
            tags = [_tag(tag) for tag in count.tags.values()]
            listed.add_row(count.title, *tags, "yes" if count.balanced else "no")
    return titled("Published counts", listed)


def _tag(tag: float) -> str:
    return f"{tag:+.0f}" if tag and tag.is_integer() else f"{tag:+.2f}" if tag else "0"


def _correlation(count: CountResult) -> str:
    return NONE if count.correlation is None else f"{count.correlation:z.3f}"


def trigger_text(trigger: int | None, direction: Direction | None) -> str:
    """Return a trigger in few letters, such as ``≥ 2``."""
    if direction is None:
        return NONE
    if trigger is None:
        return "never"
    return f"{'≥' if direction == 'at_least' else '≤'} {trigger}"


def head_of(wager: str) -> str:
    """Return the name of a wager in few letters, for the head of a column."""
    if wager.startswith(BONUS):
        _, wins, side = wager.split(".")
        return f"Bonus {wins}{' + Burnout' if side == 'with_burnout' else ''}"
    heads = {"main": "Main", "main_burnout": "With Burnout", "main_or_burnout": "Where it pays"}
    return heads.get(wager, wager.capitalize())


def narrow(listed: Table) -> Table:
    """Return a table of many columns with a single space between them."""
    listed.padding = 0
    return listed
