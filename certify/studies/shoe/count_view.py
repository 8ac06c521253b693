"""How counts of cards are shown: tags, correlations, triggers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from certify.cards.ranks import RANK_LABELS
from certify.present.document import Column, Table, Text, numbers
from certify.present.markup import plain
from certify.present.quantity import NONE, Number, Quantity
from certify.studies.shoe.result import CountResult, Direction, WagerCounts

ABREAST = 4
"""Wagers beside each other in a table."""

BONUS = "bonus."
CORRELATION = Quantity(3)
SHOWN_LEVEL = 2
"""Largest tag of the counts that are shown where not all are."""

COUNTS_NOTE = (
    "A tag is added for each card seen; the true count is their sum by decks undealt. From is the"
    " whole true count at which the expectation is above zero, by the effects alone. Correlation"
    " is that of tags and effects, weighted by the shoe."
)


def count_tables(wagers: Sequence[WagerCounts]) -> Iterator[Table | Text]:
    """Yield the best balanced counts of each wager."""
    for wager in wagers:
        own = [count for count in wager.counts if count.kind != "published"]
        if not own:
            yield Text(
                plain(f"{wager.title}: no card has an effect, so there is nothing to count.")
            )
            continue
        yield Table(
            [Column("Level"), *numbers(*RANK_LABELS, "Corr.", "From")],
            [("real" if count.level is None else str(count.level), *_told(count)) for count in own],
            caption=plain(f"{wager.title}: best balanced counts"),
        )


def best_whole_tags(wagers: Sequence[WagerCounts]) -> Table:
    """Return the best whole tags of every wager, up to one level."""
    return Table(
        [Column("Wager"), *numbers(*RANK_LABELS, "Corr.", "From")],
        [
            (head_of(wager.wager), *_told(count))
            for wager in wagers
            for count in wager.counts
            if count.kind == "integer" and count.level == SHOWN_LEVEL
        ],
        caption=f"Best balanced counts with whole tags up to {SHOWN_LEVEL}",
    )


def _told(count: CountResult) -> tuple[str, ...]:
    """Return the tags of a count, how well it tells the wager, and from when it bets."""
    tags = (_tag(tag) for tag in count.tags.values())
    return (*tags, CORRELATION(count.correlation), trigger_text(count.trigger, count.direction))


def correlation_tables(wagers: Sequence[WagerCounts]) -> Iterator[Table]:
    """Yield how well published counts tell each wager, and from when they bet on it."""
    remaining = iter(wagers)
    while some := list(islice(remaining, ABREAST)):
        by_wager = [[count for count in w.counts if count.kind == "published"] for w in some]
        yield Table(
            [Column("Count"), *numbers(*(head_of(wager.wager) for wager in some))],
            [
                (
                    plain(counts[0].title),
                    *(
                        f"{CORRELATION(c.correlation)} {trigger_text(c.trigger, c.direction):>6}"
                        for c in counts
                    ),
                )
                for counts in zip(*by_wager, strict=True)
            ],
            caption="Published counts: correlation, and from when they bet",
            note=plain(COUNTS_NOTE) if some[-1] is wagers[-1] else "",
        )


def published_tags(wager: WagerCounts) -> Table:
    """Return the tags of published counts."""
    return Table(
        [Column("Count", 2.4), *numbers(*RANK_LABELS), Column("Balanced", 1.6, "number")],
        [
            (
                plain(count.title),
                *(_tag(tag) for tag in count.tags.values()),
                "yes" if count.balanced else "no",
            )
            for count in wager.counts
            if count.kind == "published"
        ],
        caption="Published counts",
        note="Tags as their authors published them; those that do not add up to zero over the"
        " shoe are made true by their mean.",
    )


def _tag(tag: float) -> str:
    text = f"{tag:+.0f}" if tag and tag.is_integer() else f"{tag:+.2f}" if tag else "0"
    return Number.of(tag, text)


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
