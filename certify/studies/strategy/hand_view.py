"""How a single hand is shown: the expectation of every action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from certify.present.document import Column, Element, Table, Text, number
from certify.present.facts import identification, shoe_text
from certify.present.markup import plain
from certify.present.quantity import EXPECTATION, RATE, small
from certify.studies.strategy.hand_result import HandResult, SplitResult


def hand_view(result: HandResult) -> Iterator[Element]:
    """Yield what identifies a hand, and what is shown of it."""
    option = "a card may still be burned" if result.burnout_available else "no card may be burned"
    if result.burned is not None:
        option = f"{result.burned} was burned, no other card may be"
    burnout = [] if result.burnout_available is None else [("Burnout", option)]
    yield from identification(
        result,
        ("Shoe", f"{shoe_text(result.shoe)}, the cards below included"),
        ("Hand", f"{', '.join(result.cards)} ({result.total}) against {result.upcard}"),
        *burnout,
        *result.split_play.facts,
    )
    yield from hand_tables(result)


FULL_MEMORY = "every card remembered"

SPLITS_NOTE = (
    "unsplit: as the same cards unsplit, ace and ten too. CDZ-: the same, but ace and ten as is"
    " best with the pair gone. CDP1: every hand as is best with the pair gone. CDP: the sum of"
    " single hands, each as is best for the pair cards gone, as the literature adds it up."
    " pairs-seen: as is best for the pair cards that were split before the hand. Every card"
    " remembered is an upper bound for two hands, played one after the other, and none for more."
)


def _splits(splits: SplitResult) -> Table:
    both = [(play, value, splits.of_two_hands[play]) for play, value in splits.by_play.items()]
    return Table.of(
        "Splitting, by how the hands are played after it, % of main wager",
        [
            Column("Split play", value=lambda row: row[0]),
            number("By the rules", lambda row: row[1], EXPECTATION),
            number("Two hands only", lambda row: row[2], EXPECTATION),
        ],
        [*both, (FULL_MEMORY, None, splits.full_memory)],
        SPLITS_NOTE,
    )


def hand_tables(result: HandResult) -> Iterator[Table | Text]:
    """Yield what is shown of a hand, but what identifies it."""
    best = result.actions[result.best]
    yield Table.of(
        "Expectation of every action, % of main wager",
        [
            Column(
                "Action",
                value=lambda item: f"{item[0]} (best)" if item[0] == result.best else item[0],
            ),
            number("Expectation", lambda item: item[1], EXPECTATION),
            number("To the best", lambda item: item[1] - best, replace(EXPECTATION, signed=True)),
        ],
        sorted(result.actions.items(), key=lambda item: -item[1]),
    )
    if result.splits is not None:
        yield _splits(result.splits)
    if result.condition == "none":
        yield Text("Condition: none; a dealer blackjack counts.")
    else:
        yield Text(
            f"Condition: {result.condition}, which has the probability "
            f"{RATE(1 - result.p_dealer_blackjack)} %."
        )
    if "keep" in result.actions:
        yield Text("keep: the card just drawn stays, and the best other action follows.")
    yield Text(
        f"Numerical error: at most {small(result.error_bound)} units; one unit is the main wager."
    )
    yield Text(plain(f"Method: {result.method}."))
