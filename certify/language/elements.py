"""The models of what a game is made of: players, cards, zones, variables, results."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, ConfigDict, Field, StrictBool, StrictInt, model_validator

from certify.language.base import Cites, Name, Part, Text, one_of
from certify.language.cases import Case
from certify.language.expressions import Expression, RangeText, spaced
from certify.language.statements import Block

Value = StrictInt | StrictBool | Name
"""A value of an attribute: words are written as names are."""

ValueSet = RangeText | tuple[Value, ...]
Takes = tuple[Annotated[dict[Name, Text], Field(min_length=1, max_length=1)], ...]
"""Arguments in their order, each a name with its type."""

Owned = Annotated[
    Annotated[str, AfterValidator(spaced)] | None,
    Field(description="seat, the name of a pack, or a range: one for each; left out, one in all."),
]
Seen = Annotated[str, Field(description="all, owner, none, or a role.")]


class Players(Part):
    """How many play, and the roles of the seats if they have some."""

    seats: Annotated[
        tuple[Annotated[StrictInt, Field(ge=1, le=8)], ...], Field(min_length=1, max_length=8)
    ]
    roles: tuple[Name, ...] = ()
    cites: Cites


class Pack(Part):
    """Cards: a product of attributes or a list, copies of each, and where they begin."""

    model_config = ConfigDict(json_schema_extra=one_of("cards", "list"))

    cards: dict[Name, ValueSet] = Field(default_factory=dict)
    list: tuple[dict[Name, Value | tuple[Name, ...]], ...] = ()
    copies: Expression = "1"
    only: Expression = "true"
    derived: dict[Name, Expression] = Field(default_factory=dict)
    names: dict[Name, dict[str, Text]] = Field(default_factory=dict)
    label: Text
    into: Name
    cites: Cites


class Zone(Part):
    """Where cards lie, and who sees them."""

    of: Owned = None
    holds: Name | None = None
    see: Seen
    counted: Seen = "all"
    ordered: StrictBool = False
    limit: Expression | None = None
    cites: Cites


class Variable(Part):
    """Something remembered: one value, or one for each of `of`."""

    of: Owned = None
    type: Annotated[
        Annotated[str, AfterValidator(spaced)] | tuple[Name, ...],
        Field(description="boolean, a..b, number, seat, the name of a pack, or a list of words."),
    ]
    start: Expression | None = None
    see: Seen = "all"
    cites: Cites


class Tokens(Part):
    """Markers with a limited supply."""

    of: Owned = None
    supply: Expression
    most: Expression | None = None
    see: Seen = "all"
    cites: Cites


class Definition(Part):
    """A named expression."""

    model_config = ConfigDict(
        json_schema_extra=one_of("is", "match")
        | {"dependentRequired": {"match": ["cases"], "cases": ["match"]}}
    )

    text: Text | None = None
    takes: Takes = ()
    value: Annotated[Expression | None, Field(alias="is")] = None
    match: Annotated[
        Expression | None, Field(description="An integer or a word, of which there are cases.")
    ] = None
    cases: dict[Case, Expression] = Field(default_factory=dict)
    cites: Cites

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if (self.value is None) == (self.match is None):
            raise ValueError("expected either `is`, or `match` with `cases`")
        if (self.match is None) != (not self.cases):
            raise ValueError("`match` and `cases` belong together")
        return self


class Procedure(Part):
    """A rule of play that is no parameter; with `do`, one that is run."""

    text: Text
    takes: Takes = ()
    do: Block = ()
    cites: Cites


class Result(Part):
    """Scores, who wins, and what is recorded of each game."""

    score: Expression | None = None
    best: Literal["most", "least"] | None = None
    measures: dict[Name, Expression] = Field(default_factory=dict)
    cites: Cites


class Policy(Part):
    """A way of playing: the value of each move of a decision."""

    text: Text
    decisions: dict[Name, dict[Name, Expression]]


class Invariant(Part):
    """What is true before every decision and at the end, or at the end only."""

    text: Text | None = None
    value: Annotated[Expression, Field(alias="is")]
    at: Literal["decisions", "end"] = "decisions"
    cites: Cites


PICK_KINDS = ("card", "cards", "order", "seat", "number", "word")


class Pick(Part):
    """What a move chooses: one card, several, an order, a seat, a number or a word."""

    model_config = ConfigDict(
        json_schema_extra=one_of(*PICK_KINDS)
        | {
            "dependentRequired": {
                "cards": ["n"],
                "n": ["cards"],
                "same": ["cards"],
                "distinct": ["cards"],
            }
        }
    )

    card: Expression | None = None
    cards: Expression | None = None
    order: Expression | None = None
    seat: Expression | None = None
    number: RangeText | None = None
    word: Expression | tuple[Name, ...] | None = None
    where: Expression | None = None
    n: RangeText | None = None
    same: Name | None = None
    distinct: Name | None = None
    condition: Annotated[Expression | None, Field(alias="if")] = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        kinds = [kind for kind in PICK_KINDS if getattr(self, kind) is not None]
        if len(kinds) != 1:
            raise ValueError(f"expected exactly one of {', '.join(PICK_KINDS)}")
        only_cards = [key for key in ("n", "same", "distinct") if getattr(self, key) is not None]
        if only_cards and kinds != ["cards"]:
            raise ValueError(f"{only_cards[0]} belongs to a pick of cards")
        if self.cards is not None and self.n is None:
            raise ValueError("a pick of cards needs n, how many, such as 1..all")
        return self

    @property
    def kind(self) -> str:
        """Which of the kinds it is."""
        return next(kind for kind in PICK_KINDS if getattr(self, kind) is not None)

    @property
    def collection(self) -> Any:
        """What is chosen from, as written."""
        return getattr(self, self.kind)


class Move(Part):
    """One way to answer a decision."""

    text: Text | None = None
    when: Expression = "true"
    pick: Pick | None = None
    referee: StrictBool = False
    do: Block = ()
    cites: Cites


class Decision(Part):
    """A question to a player."""

    text: Text
    secret: StrictBool = False
    moves: Annotated[dict[Name, Move], Field(min_length=1, max_length=64)]
