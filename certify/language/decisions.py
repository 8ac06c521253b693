"""The models of decisions: what a player is asked, and the moves that answer."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import ConfigDict, Field, StrictBool, model_validator

from certify.language.base import Cites, Name, Part, Text, one_of
from certify.language.expressions import Expression, RangeText
from certify.language.statements import Block

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
