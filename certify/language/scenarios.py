"""The models of worked examples: a state, moves, and what must be true then."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    Tag,
)

from certify.language.base import Cites, Name, Part, Scalar, Text
from certify.language.expressions import Expression
from certify.language.parameters import exact_share


def _checked_score(text: str) -> str:
    try:
        exact_share(text)
    except ValueError:
        raise ValueError("expected a number, or a fraction of integers such as 2/3") from None
    return text


Score = StrictInt | StrictFloat | Annotated[StrictStr, AfterValidator(_checked_score)]
"""Points or wagers, taken exactly as written: ``1``, ``-0.5`` or ``2/3``."""

Cards = Annotated[
    str,
    BeforeValidator(
        lambda value: str(value) if type(value) is int else value, json_schema_input_type=str | int
    ),
    Field(max_length=4000, description="Labels of cards with spaces between."),
]


class Given(Part):
    """The state in which an example begins."""

    zones: dict[Expression, Cards] = Field(default_factory=dict)
    variables: dict[Expression, Expression] = Field(default_factory=dict)
    tokens: dict[Expression, StrictInt] = Field(default_factory=dict)
    face_up: Cards = ""
    rest: Expression | tuple[Expression, ...] = ()


class MoveStep(Part):
    """A move that is made."""

    seat: StrictInt | Name
    decision: Name | None = None
    move: Name
    pick: str | StrictInt = ""


class RefusedStep(Part):
    """A move that must be illegal."""

    seat: StrictInt | Name
    refused: Name
    pick: str | StrictInt = ""


class ChanceStep(Part):
    """Outcomes of chance that come next."""

    chance: tuple[str | StrictInt, ...]


class Expected(Part):
    """What must be true now."""

    zones: dict[Expression, Cards] = Field(default_factory=dict)
    facts: tuple[Expression, ...] = ()
    decision: Name | None = None
    seat: StrictInt | Name | None = None
    over: StrictBool | None = None
    scores: tuple[Score, ...] | None = None


class ExpectStep(Part):
    """A look at the state."""

    expect: Expected


STEPS: dict[str, type[Part]] = {
    "expect": ExpectStep,
    "chance": ChanceStep,
    "refused": RefusedStep,
    "move": MoveStep,
}
"""The model of a step by the key that names it."""


def step_tag(value: Any) -> str | None:
    """Return the name of the model of a step by the key that names it."""
    if isinstance(value, Part):
        return type(value).__name__
    if isinstance(value, dict):
        return next((model.__name__ for key, model in STEPS.items() if key in value), None)
    return None


Step = Annotated[
    Annotated[MoveStep, Tag("MoveStep")]
    | Annotated[RefusedStep, Tag("RefusedStep")]
    | Annotated[ChanceStep, Tag("ChanceStep")]
    | Annotated[ExpectStep, Tag("ExpectStep")],
    Discriminator(step_tag),
]


class Example(Part):
    """A worked example that `certify check` runs."""

    text: Text
    players: StrictInt | None = None
    parameters: dict[Name, Scalar] = Field(default_factory=dict)
    given: Given = Given()
    run: Name = "play"
    steps: tuple[Step, ...]
    cites: Cites
