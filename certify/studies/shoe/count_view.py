"""How counts of cards are shown: tags, correlations, triggers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from certify.present.document import Band, Column, Row, Table, Text, numbers
from certify.present.markup import MINUS, capitalised, plain
from certify.present.quantity import NONE, Number, Quantity
from certify.studies.shoe.result import CountResult, Direction, WagerCounts

ABREAST = 4
"""Wagers beside each other in a table."""

BONUS = "bonus."
CORRELATION = Quantity(3)
SHOWN_LEVEL = 2
"""Largest tag of the counts that are shown where not all are."""

PUBLISHED = "published"
SLOPE = Quantity(4, 100, signed=True)
BEST_NOTE = (
    "Real tags are scaled to the spread of those of Hi-Lo. Whole tags are the best of all balanced "
    "ones up to the level, found by exact search."
)
SLOPE_NOTE = " Slope: percentage points of the wager for one more of the true count."
COUNTS_NOTE = (
    "A tag is added for each card seen; the true count is their sum by decks undealt. From is the"
    " whole true count at which the expectation is above zero, by the effects alone. Correlation"
    " is that of tags and effects, weighted by the shoe."
)


def count_table(wagers: Sequence[WagerCounts], *, slopes: bool = True, told: str = "") -> Table:
    """Return the best balanced counts of each wager, with what one more is worth if asked for.

    `told`: what is said of the columns, where no other table says it.
    """
    rows: list[Row] = []
    for wager in wagers:
        own = [count for count in wager.counts if count.kind != PUBLISHED]
        rows.append(Band(plain(wager.title) + ("" if own else ": no card has an effect")))
        for count in own:
            *tags, correlation, trigger = _told(count)
            level = "real" if count.level is None else f"level {count.level}"
            slope = [SLOPE(count.slope)] if slopes else []
            rows.append((level, *tags, correlation, *slope, trigger))
    return Table(
        [
            Column("Tags", 30),
            *(Column(label, 20, "number") for label in labels_of(wagers)),
            Column("Corr.", 22, "number"),
            *([Column("Slope", 27, "number")] if slopes else []),
            Column("From", 24, "number"),
        ],
        rows,
        caption="Best balanced counts for each wager: real tags, and whole tags up to each level",
        note=BEST_NOTE + (SLOPE_NOTE if slopes else "") + plain(told and f" {told}"),
        breakable=True,
        is_numbered=True,
    )


def labels_of(wagers: Sequence[WagerCounts]) -> tuple[str, ...]:
    """Return the kinds of cards that have tags."""
    return next((tuple(count.tags) for wager in wagers for count in wager.counts), ())


def best_whole_tags(wagers: Sequence[WagerCounts], told: str = "") -> Table | Text:
    """Return the best whole tags of every wager, up to one level; a sentence if none has any.

    `told`: what is said of the columns, where no other table says it.
    """
    what = f"balanced counts with whole tags up to {SHOWN_LEVEL}"
    rows = [
        (head_of(wager.wager), *_told(count))
        for wager in wagers
        for count in wager.counts
        if count.kind == "integer" and count.level == SHOWN_LEVEL
    ]
    if not rows:
        return Text(f"There are no {what} that tell anything of a wager.")
    columns = [Column("Wager"), *numbers(*labels_of(wagers), "Corr.", "From")]
    return Table(columns, rows, caption=f"Best {what}", note=plain(told))


def _told(count: CountResult) -> tuple[str, ...]:
    """Return the tags of a count, how well it tells the wager, and from when it bets."""
    tags = (_tag(tag) for tag in count.tags.values())
    return (*tags, CORRELATION(count.correlation), trigger_text(count.trigger, count.direction))


def correlation_tables(wagers: Sequence[WagerCounts]) -> Iterator[Table]:
    """Yield how well published counts tell each wager, and from when they bet on it."""
    remaining = iter(wagers)
    while some := list(islice(remaining, ABREAST)):
        by_wager = [[count for count in w.counts if count.kind == PUBLISHED] for w in some]
        yield Table(
            [Column("Count", 1.4), *numbers(*(head_of(wager.wager) for wager in some))],
            [
                (
                    plain(counts[0].title),
                    *map(_fit, counts),
                )
                for counts in zip(*by_wager, strict=True)
            ],
            caption="Published counts: correlation, and from when they bet",
            note=plain(COUNTS_NOTE) if some[-1] is wagers[-1] else "",
            is_numbered=True,
        )


def _fit(count: CountResult) -> str:
    """Return how well a count tells a wager, and from when it bets on it."""
    trigger = trigger_text(count.trigger, count.direction)
    return f"{CORRELATION(count.correlation)} {trigger:>6}".replace("-", MINUS)


def published_tags(wager: WagerCounts) -> Table:
    """Return the tags of published counts."""
    return Table(
        [Column("Count", 2.4), *numbers(*labels_of([wager])), Column("Balanced", 1.6, "number")],
        [
            (
                plain(count.title),
                *(_tag(tag) for tag in count.tags.values()),
                "yes" if count.balanced else "no",
            )
            for count in wager.counts
            if count.kind == PUBLISHED
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
    return f"{'≥' if direction == 'at_least' else '≤'} {trigger}".replace("-", MINUS)


def head_of(wager: str) -> str:
    """Return the name of a wager in few letters, for the head of a column."""
    if wager.startswith(BONUS):
        _, wins, side = wager.split(".")
        return f"Bonus {wins}{' + Burnout' if side == 'with_burnout' else ''}"
    heads = {"main": "Main", "main_burnout": "With Burnout", "main_or_burnout": "Where it pays"}
    return heads.get(wager, capitalised(wager.replace("_", " ")))
