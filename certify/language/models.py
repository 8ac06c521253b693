"""The models of a game's spec and of a paytable; what is played is in the modules beside."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from certify.language.base import (
    AssumptionNumber,
    Cites,
    ClauseNumber,
    Date,
    Decimal,
    Digest,
    Identifier,
    Lines,
    Name,
    Part,
    RowKey,
    RulingNumber,
    Scalar,
    Text,
    Version,
    one_of,
)
from certify.language.elements import (
    Decision,
    Definition,
    Invariant,
    Pack,
    Players,
    Policy,
    Procedure,
    Result,
    Tokens,
    Variable,
    Zone,
)
from certify.language.expressions import Expression
from certify.language.parameters import Odds, Parameter, parse_odds
from certify.language.rankings import Ranking
from certify.language.scenarios import Example

MOST_WAGERS = 64

Basis = Literal["to_one", "for_one"]


class Game(Part):
    """Identification of the game."""

    id: Identifier
    title: Text
    version: Version
    date: Annotated[Date, Field(description="Date of this version, YYYY-MM-DD.")]
    kind: Annotated[
        Literal["banked", "between_players"],
        Field(description="Whether the house or the players cover the wagers."),
    ]
    family: Annotated[
        Name | None,
        Field(description="Family of games that an exact engine analyses, such as twenty_one."),
    ] = None
    summary: Text


class Source(Part):
    """The document that the spec renders."""

    title: Text
    file: Text
    sha256: Digest
    reference: Text


class Clause(Part):
    """A sentence of the source in the project's own words."""

    lines: Annotated[Lines, Field(description='Lines of the source: "7" or "14-15".')]
    text: Text
    kind: Annotated[
        Literal["rule", "example", "flavour"],
        Field(description="flavour states no rule, and nothing needs to cite it."),
    ] = "rule"


class Alternative(Part):
    """Another reading, and what to set for it; nothing to set if no parameter carries it."""

    text: Text
    set: dict[Text, Scalar] = Field(default_factory=dict)


class Settled(Part):
    """What was decided by the spec and not by the source."""

    question: Text
    decided: Text
    why: Text
    parameters: tuple[Name, ...] = ()
    alternatives: tuple[Alternative, ...] = ()


class Ruling(Settled):
    """What was decided where the source is silent or can be read in two ways."""

    alternatives: Annotated[tuple[Alternative, ...], Field(min_length=1)]


class Assumption(Settled):
    """Data that the source has lost and the spec supplies."""

    supplies: Annotated[
        Text | None,
        Field(description='What is supplied, in a few words that follow "the supplied": maps.'),
    ] = None


class Wager(Part):
    """A wager that the player can make, and what it brings.

    Attributes
    ----------
    stake : str or None
        What is put on it, in main wagers; left out where it is paid on top of the wager `of`.
    net : str or None
        What is won or lost on it; left out, what `row` pays, or else the stake is lost.
    of : str or None
        The wager that is made before it, on which the house edge is told.
    optional : bool
        Whether the player can leave it out.
    row : str or None
        The row of its paytable that a round comes to: a word.
    """

    title: Text
    text: Text | None = None
    stake: Expression | None = None
    net: Expression | None = None
    of: Name | None = None
    optional: StrictBool = False
    paytable: Name | None = None
    row: Expression | None = None
    cites: Cites

    @property
    def carries_money(self) -> bool:
        """Whether it says what is put on it, or what it brings."""
        return not (self.stake is None and self.net is None and self.row is None)


class PaytableReference(Part):
    """A paytable file, by id, version and hash."""

    id: Identifier
    version: Version
    sha256: Annotated[
        Digest | None, Field(description="Checked when given: `certify hash` prints it.")
    ] = None


class Published(Part):
    """Figures that others have published for this version of the rules, to be compared with.

    Attributes
    ----------
    figures : dict
        By the name of the figure; each a decimal number in quotes, as a fraction of the main wager.
    """

    title: Text
    source: Text
    text: Text
    figures: Annotated[dict[Text, Decimal], Field(min_length=1)]


class Length(Part):
    """Play of which the source tells or implies how long it is, and what to set for it.

    Attributes
    ----------
    minutes : tuple of int or None
        From and to, as the source estimates; the same number twice if it gives one.
    """

    text: Text
    set: dict[Name, Scalar] = Field(default_factory=dict)
    minutes: Annotated[
        tuple[Annotated[StrictInt, Field(ge=1, le=10_000)], ...] | None,
        Field(min_length=2, max_length=2, description="From and to; twice the same if one."),
    ] = None
    cites: Cites


class Figure(Part):
    """A figure that texts of the spec refer to as ``{{name}}``, and how it is worked out.

    Attributes
    ----------
    measure : str or None
        What is taken of each game played: a measure of `result`, or what is recorded of every
        game, such as ``decisions``, ``draw`` or ``win.1``.
    exact : str or None
        Instead of a measure, an exact figure of a banked game, by its path in `certify rtp --json`.
    kind : str
        ``mean`` of the games, ``share`` of the games in which it is not 0, the ``least`` or the
        ``most``.
    players : tuple of int
        How many play, with one value for each number; empty for every number allowed.
    """

    model_config = ConfigDict(json_schema_extra=one_of("measure", "exact"))

    text: Text
    measure: Annotated[
        Text | None,
        Field(description="A measure, or what is recorded of every game: decisions, draw, win.1."),
    ] = None
    exact: Annotated[
        Text | None, Field(description="Of a banked game: a path, such as wagers.main.ev.")
    ] = None
    kind: Annotated[
        Literal["mean", "share", "least", "most"],
        Field(alias="as", description="share: of the games in which the measure is not 0."),
    ] = "mean"
    players: Annotated[
        tuple[Annotated[StrictInt, Field(ge=1, le=8)], ...],
        Field(max_length=8, description="A list; left out, every number of players."),
    ] = ()
    policy: Name = "random"
    set: dict[Text, Scalar] = Field(default_factory=dict)
    games: Annotated[StrictInt, Field(ge=100, le=10_000_000)] = 100_000
    seed: Annotated[StrictInt, Field(ge=0, le=999_999_999)] = 1


class GameSpec(Part):
    """A game as it is certified."""

    certify: Annotated[Literal[1], Field(description="Version of the rule language.")]
    game: Game
    source: Source
    clauses: Annotated[dict[ClauseNumber, Clause], Field(min_length=1)]
    parameters: dict[Name, Parameter] = Field(default_factory=dict)
    rulings: dict[RulingNumber, Ruling] = Field(default_factory=dict)
    assumptions: dict[AssumptionNumber, Assumption] = Field(default_factory=dict)
    players: Players | None = None
    packs: dict[Name, Pack] = Field(default_factory=dict)
    zones: dict[Name, Zone] = Field(default_factory=dict)
    variables: dict[Name, Variable] = Field(default_factory=dict)
    tokens: dict[Name, Tokens] = Field(default_factory=dict)
    rankings: dict[Name, Ranking] = Field(default_factory=dict)
    definitions: dict[Name, Definition] = Field(default_factory=dict)
    decisions: dict[Name, Decision] = Field(default_factory=dict)
    procedures: dict[Name, Procedure] = Field(default_factory=dict)
    result: Result | None = None
    policies: dict[Name, Policy] = Field(default_factory=dict)
    invariants: dict[Name, Invariant] = Field(default_factory=dict)
    examples: dict[Name, Example] = Field(default_factory=dict)
    lengths: dict[Name, Length] = Field(default_factory=dict)
    figures: dict[Name, Figure] = Field(default_factory=dict)
    wagers: dict[Name, Wager] = Field(default_factory=dict, max_length=MOST_WAGERS)
    published: dict[Name, Published] = Field(default_factory=dict)
    paytables: dict[Name, PaytableReference] = Field(default_factory=dict)

    @property
    def settled(self) -> dict[str, Settled]:
        """What the spec decided by number: its rulings, then its assumptions."""
        return {**self.rulings, **self.assumptions}

    def following(self, name: str) -> tuple[str, ...]:
        """Return the wagers that always follow a first one, whose figures are told together."""
        return tuple(
            other for other, each in self.wagers.items() if each.of == name and not each.optional
        )

    @property
    def is_playable(self) -> bool:
        """Whether the spec says how the game is played, and not only what is set."""
        return self.players is not None


class PaytableRow(Part):
    """One outcome and what it pays.

    Attributes
    ----------
    basis : str
        ``to_one``: the wager comes back beside the payout; ``for_one``: it is part of it.
    """

    outcome: Text
    pays: Annotated[Odds, Field(description='Odds in quotes, such as "3:2".')]
    basis: Annotated[
        Basis,
        Field(description="to_one: the wager is returned beside the payout; for_one: within it."),
    ]
    cites: Cites

    @property
    def to_one(self) -> Fraction:
        """Net payout in units of the wager."""
        return parse_odds(self.pays) - (1 if self.basis == "for_one" else 0)


class PaytableIdentity(Part):
    """Identification of a paytable."""

    id: Identifier
    title: Text
    version: Version


class Paytable(Part):
    """Outcomes and what they pay."""

    certify: Annotated[Literal[1], Field(description="Version of the rule language.")]
    paytable: PaytableIdentity
    rows: Annotated[dict[RowKey, PaytableRow], Field(min_length=1)]


DIALECT = "https://json-schema.org/draft/2020-12/schema"
TITLES: dict[type[BaseModel], str] = {
    GameSpec: "certify game spec, version 1",
    Paytable: "certify paytable, version 1",
}


def schema_of(model: type[BaseModel], title: str | None = None) -> dict[str, Any]:
    """Return the JSON Schema of a model of a file.

    The result: the schema, draft 2020-12.
    """
    schema = model.model_json_schema()
    _close(schema)
    return {"$schema": DIALECT, **schema, "title": title or TITLES[model]}


def _close(schema: Any) -> None:
    """Refuse keys that have none of the forms that the keys of a map can have."""
    if isinstance(schema, dict):
        if "patternProperties" in schema:
            schema.setdefault("additionalProperties", False)
        for part in schema.values():
            _close(part)
    elif isinstance(schema, list):
        for part in schema:
            _close(part)


def schema_text(model: type[BaseModel], title: str | None = None) -> str:
    """Return the schema as the text of a file."""
    return json.dumps(schema_of(model, title), indent=2, ensure_ascii=False) + "\n"
