"""What generated code knows a list by, and the names that hold in a place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from certify.language.typed import Node
from certify.play.compiler.plan import PackPlan, ZonePlan


@dataclass(frozen=True)
class Scalar:
    """A value of its own: text of the generated code, and whether it can be none."""

    text: str
    can_be_none: bool = False


@dataclass(frozen=True)
class ZoneForm:
    """The cards of a zone; `index` is text, counted from 0."""

    zone: ZonePlan
    index: str

    @property
    def pack(self) -> PackPlan:
        """The pack of the cards."""
        return self.zone.pack

    def _at(self, stem: str, factor: int = 1) -> str:
        place = f"{stem}_of_{self.zone.name}"
        if self.index == "0":
            return place
        if factor == 1:
            return f"{place} + {self.index}"
        return f"{place} + {factor} * {self.index}"

    @property
    def set_place(self) -> str:
        """Where the set of its cards is."""
        return self._at("set")

    @property
    def cards_place(self) -> str:
        """Where its cards lie in order."""
        return self._at("cards", self.zone.pack.size)

    @property
    def mixed_place(self) -> str:
        """Where it stands how many of its cards are in no order yet; -1 if it is never shuffled."""
        return self._at("mixed") if self.zone.is_shuffled else "-1"

    @property
    def number(self) -> str:
        """The number of the zone among those of its pack."""
        return self._at("number")

    def surely_another(self, other: ZoneForm) -> bool:
        """Return whether two zones are certainly not the same."""
        if self.zone is not other.zone:
            return True
        both_known = self.index.isdigit() and other.index.isdigit()
        return both_known and self.index != other.index


@dataclass(frozen=True)
class SetForm:
    """Cards of a small pack as a set, in the order of their kinds if that matters.

    `sources` are the zones that held the cards when the set was made, one each; None: any zone.
    """

    pack: PackPlan
    text: str
    sources: tuple[ZoneForm, ...] | None = None


@dataclass(frozen=True)
class ItemsForm:
    """Values that lie one after another in memory: the place of the first, and their number."""

    place: str
    number: str
    source: ZoneForm | None = None


@dataclass(frozen=True)
class JoinForm:
    """One list after another."""

    parts: tuple[ListForm, ...]


@dataclass(frozen=True)
class ConstantForm:
    """Values that are known before play, as integers."""

    values: tuple[int, ...]


@dataclass(frozen=True)
class NodeForm:
    """A list that is worked out where it is needed."""

    node: Node
    scope: Scope


ListForm: TypeAlias = ZoneForm | SetForm | ItemsForm | JoinForm | ConstantForm | NodeForm
Value: TypeAlias = Scalar | ListForm


@dataclass
class Scope:
    """Names that hold in a place.

    `me` is the deciding seat (there may be none if `is_nobody`); `values` are locals by slot.
    """

    me: str
    values: dict[int, Value] = field(default_factory=dict)
    is_nobody: bool = False

    def with_value(self, slot: int, value: Value) -> Scope:
        """Return the names with one more."""
        return Scope(self.me, {**self.values, slot: value}, self.is_nobody)

    def with_me(self, me: str) -> Scope:
        """Return the names with another seat that decides."""
        return Scope(me, dict(self.values))
