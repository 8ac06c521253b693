"""Rankings: how hands of cards are ordered, as a spec declares it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt

from certify.language.base import Cites, Name, Part, Text
from certify.language.elements import Pack
from certify.language.expressions import Expression, names_in, split_range

MOST_IN_HAND = 7
"""Cards of a hand that a ranking can compare."""


class Category(Part):
    """What a hand must be to belong to a category; a hand that meets nothing else fits ``{}``.

    Attributes
    ----------
    groups : tuple of int
        Numbers of cards of equal rank, greatest first; cards not named are single.
    run : bool
        Whether the ranks follow each other without a gap.
    same : str or None
        An attribute that is the same in all cards.
    least : int or None
        Least rank of the first group, of the highest card of a run, or of the highest card.
    wild : int or None
        How many of its cards are wild.
    """

    groups: Annotated[
        tuple[Annotated[StrictInt, Field(ge=2, le=MOST_IN_HAND)], ...],
        Field(max_length=3, description="Cards of equal rank, greatest group first: [3, 2]."),
    ] = ()
    run: StrictBool = False
    same: Name | None = None
    least: StrictInt | None = None
    wild: Annotated[StrictInt, Field(ge=0, le=MOST_IN_HAND)] | None = None

    @property
    def is_any(self) -> bool:
        """Whether every hand fits it."""
        return self == Category()


class Wild(Part):
    """Cards that stand for others.

    Attributes
    ----------
    completes : tuple of str
        Categories that such a card may make; empty for all.
    otherwise : int or None
        The rank that it has where it makes none of them.
    also : tuple of int or None
        Ranks that it can stand for though no other card has them: a wild deuce is a two too.
    """

    value: Annotated[
        Expression, Field(alias="is", description="Which cards: an expression over attributes.")
    ]
    completes: tuple[Name, ...] = ()
    otherwise: StrictInt | None = None
    also: tuple[StrictInt, ...] | None = None


class Ranking(Part):
    """An order of all hands of a number of cards, best category first.

    Attributes
    ----------
    cards : int
        Cards of a hand; of more cards the best so many count.
    by : str
        The attribute, an integer, by which cards and groups of cards are compared.
    also : dict
        Ranks that count as another one too, in runs: ``{14: 1}`` lets an ace begin a run.
    best : str
        Which hand of more cards counts: the one of ``most``, or of ``least``.
    """

    text: Text | None = None
    pack: Name | None = None
    cards: Annotated[StrictInt, Field(ge=1, le=MOST_IN_HAND)]
    by: Name
    also: dict[StrictInt, StrictInt] = Field(default_factory=dict)
    wild: Wild | None = None
    order: Annotated[
        tuple[Annotated[dict[Name, Category], Field(min_length=1, max_length=1)], ...],
        Field(min_length=1, max_length=64, description="Categories, the best first."),
    ]
    best: Literal["most", "least"] = "most"
    cites: Cites

    @property
    def categories(self) -> dict[str, Category]:
        """The categories by name, best first; of a name that is given twice, the last."""
        return {name: category for entry in self.order for name, category in entry.items()}


def attributes_read(ranking: Ranking, attributes: Collection[str]) -> tuple[str, ...]:
    """Return which of the attributes of a pack a ranking reads."""
    same = {category.same for category in ranking.categories.values() if category.same is not None}
    wild = set() if ranking.wild is None else names_in(ranking.wild.value)
    return tuple(sorted({ranking.by, *same, *wild} & set(attributes)))


def ranks_there(pack: Pack, by: str) -> Collection[object] | None:
    """Return the ranks that cards of a pack have, where the spec says them in numbers."""
    given = pack.cards.get(by, ())
    if isinstance(given, str):
        least, most = split_range(given)
        return range(int(least), int(most) + 1) if f"{least}{most}".isdigit() else None
    return given or None
