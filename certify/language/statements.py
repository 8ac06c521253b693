"""The models of statements: what procedures and moves do."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, Tag

from certify.language.base import Name, Part, Text, one_of
from certify.language.cases import Case
from certify.language.expressions import Expression, given_once

Target = Annotated[Expression, Field(description="A variable, with an index if it has one.")]
Changes = Annotated[dict[Target, Expression], Field(min_length=1), BeforeValidator(given_once)]


class Shuffle(Part):
    """Make the order of a zone unknown and random."""

    shuffle: Expression


class Dealing(Part):
    """How many cards go from where to where."""

    cards: Expression = "1"
    source: Annotated[Expression, Field(alias="from")]
    to: Expression


class Deal(Part):
    """Deal top cards, one by one; fewer if there are not so many."""

    deal: Dealing


class Moving(Part):
    """Which cards go where: some, or all of a zone."""

    model_config = ConfigDict(json_schema_extra=one_of("cards", "from"))

    cards: Expression | None = None
    source: Annotated[Expression | None, Field(alias="from")] = None
    to: Expression


class Move(Part):
    """Move cards, in their order, each on top."""

    move: Moving


class Turning(Part):
    """Which cards are turned, and how."""

    cards: Expression
    face: Literal["up", "down"]


class Turn(Part):
    """Turn cards face up or down."""

    turn: Turning


class Showing(Part):
    """Which cards are shown, and to whom; to all if nobody is named."""

    cards: Expression
    to: Expression | None = None


class Show(Part):
    """Show cards that stay where they are."""

    show: Showing


class Set(Part):
    """Set variables; all values are worked out first."""

    set: Changes


class Add(Part):
    """Add to variables."""

    add: Changes


class Place(Part):
    """Place one token each."""

    place: Annotated[dict[Name, Expression], Field(min_length=1)]


class Remove(Part):
    """Remove one token each."""

    remove: Annotated[dict[Name, Expression], Field(min_length=1)]


class Chance(Part):
    """Set a variable to an element of a list, each equally likely."""

    chance: Annotated[dict[Expression, Expression], Field(min_length=1, max_length=1)]


class Let(Part):
    """A name for a value, worked out once, in the statements after it of the same block."""

    let: Annotated[dict[Name, Expression], Field(min_length=1, max_length=1)]


class If(Part):
    """One of two courses."""

    condition: Annotated[Expression, Field(alias="if")]
    then: tuple[Statement, ...]
    otherwise: Annotated[tuple[Statement, ...], Field(alias="else")] = ()


class Match(Part):
    """The course of the case that an integer or a word meets; of no case, none."""

    match: Expression
    cases: Annotated[dict[Case, tuple[Statement, ...]], Field(min_length=1)]


class Each(Part):
    """Once for each element of a list."""

    each: Annotated[dict[Name, Expression], Field(min_length=1, max_length=1)]
    do: tuple[Statement, ...]


class Loop(Part):
    """What is repeated, and until when."""

    do: tuple[Statement, ...]
    before: Annotated[
        Expression | None, Field(alias="while", description="Looked at before each pass.")
    ] = None
    until: Annotated[Expression | None, Field(description="Looked at after each pass.")] = None
    at_most: Expression


class Repeat(Part):
    """A loop with a bound."""

    repeat: Loop


class Call(Part):
    """Run a procedure: its name, or its name with arguments."""

    call: Name | Annotated[dict[Name, tuple[Expression, ...]], Field(min_length=1, max_length=1)]


class Ask(Part):
    """Put a decision to a seat; to `me` if none is named."""

    ask: Name | Annotated[dict[Name, Expression], Field(min_length=1, max_length=1)]


class AskTogether(Part):
    """Put a decision to several seats, none knowing what the others choose."""

    ask_together: Annotated[dict[Name, Expression], Field(min_length=1, max_length=1)]


class Announcement(Part):
    """A text with values in braces."""

    text: Text
    values: dict[Name, Expression] = Field(default_factory=dict)


class Announce(Part):
    """Say something to all."""

    announce: Announcement


class Stop(Part):
    """Leave the innermost loop, the procedure, or the game."""

    stop: Literal["repeat", "procedure", "game"]


KEYS: dict[str, type[Part]] = {
    "shuffle": Shuffle,
    "deal": Deal,
    "move": Move,
    "turn": Turn,
    "show": Show,
    "set": Set,
    "add": Add,
    "place": Place,
    "remove": Remove,
    "chance": Chance,
    "let": Let,
    "if": If,
    "match": Match,
    "each": Each,
    "repeat": Repeat,
    "call": Call,
    "ask": Ask,
    "ask_together": AskTogether,
    "announce": Announce,
    "stop": Stop,
}
"""The model of a statement by the key that names it."""


PARTS = {
    "do": "each or repeat",
    "then": "if",
    "else": "if",
    "cases": "match",
    "until": "repeat",
    "while": "repeat",
    "at_most": "repeat",
}
"""Keys that stand beside or inside the key that names a statement, and which that is."""


def statement_tag(value: Any) -> str | None:
    """Return the name of the model of a statement by the key that names it."""
    if isinstance(value, Part):
        return type(value).__name__
    if isinstance(value, dict):
        named = [key for key in KEYS if key in value]
        return KEYS[named[0]].__name__ if named else None
    return None


Statement = Annotated[
    Annotated[Shuffle, Tag("Shuffle")]
    | Annotated[Deal, Tag("Deal")]
    | Annotated[Move, Tag("Move")]
    | Annotated[Turn, Tag("Turn")]
    | Annotated[Show, Tag("Show")]
    | Annotated[Set, Tag("Set")]
    | Annotated[Add, Tag("Add")]
    | Annotated[Place, Tag("Place")]
    | Annotated[Remove, Tag("Remove")]
    | Annotated[Chance, Tag("Chance")]
    | Annotated[Let, Tag("Let")]
    | Annotated[If, Tag("If")]
    | Annotated[Match, Tag("Match")]
    | Annotated[Each, Tag("Each")]
    | Annotated[Repeat, Tag("Repeat")]
    | Annotated[Call, Tag("Call")]
    | Annotated[Ask, Tag("Ask")]
    | Annotated[AskTogether, Tag("AskTogether")]
    | Annotated[Announce, Tag("Announce")]
    | Annotated[Stop, Tag("Stop")],
    Discriminator(statement_tag),
]

Block = tuple[Statement, ...]

for _model in (If, Match, Each, Loop, Repeat):
    _model.model_rebuild()
