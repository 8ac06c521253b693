"""What each name of a spec means."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from certify.errors import nearest_name, shortened, unknown_name
from certify.language.document import Place
from certify.language.elements import Pack, Takes
from certify.language.expressions import NOT_A_NAME, ExpressionProblem, split_range
from certify.language.models import GameSpec
from certify.language.parameters import (
    BooleanParameter,
    ChoiceParameter,
    IntegerParameter,
    Parameter,
)
from certify.language.types import (
    BOOLEAN,
    INTEGER,
    NUMBER,
    SEAT,
    SEATS,
    WORD,
    Type,
    card_of,
    cards_of,
    word_of,
)

SERIES = (
    "sum", "min", "max", "count", "any", "all",
    "highest", "lowest", "first", "run", "distinct",
)  # fmt: skip
SERIES_TAKES = {
    **dict.fromkeys(("min", "max", "highest", "lowest"), ("default", "nth")),
    "first": ("default",),
}
"""What the functions of a series take beside it, by name."""

RANKED = ("rank_of", "category_of", "at_least")
FUNCTIONS = (
    *(
        *SERIES,
        "len",
        "abs",
        "after",
        "top",
        "shares",
        "face_up",
        "supply",
        "pays",
        "made",
        "range",
    ),
    *RANKED,
)
HYPHENED = re.compile(r"(\d+) - (\d+)")
"""How a range is written elsewhere; as an expression it is a difference."""

RESERVED = (*FUNCTIONS, "me", "players", "seats", "picked", "true", "false", "none")

NAMING = ("parameters", "packs", "zones", "variables", "tokens", "rankings", "definitions")
"""Sections whose names are those of expressions."""

TAKEN = {"boolean": BOOLEAN, "integer": INTEGER, "number": NUMBER, "seat": SEAT, "word": WORD}


def unknown(name: str, kind: str, known: Iterable[str]) -> str:
    """Return the sentence that there is no such name, with the nearest."""
    return unknown_name(name, kind, sorted(known))


def argument_type(text: str, known: Mapping[str, Type]) -> Type:
    """Return the type of an argument as written; an `ExpressionProblem` if there is none such."""
    if text not in known:
        raise ExpressionProblem(unknown(text, "type", known))
    return known[text]


def arguments_of(takes: Takes) -> Iterator[tuple[str, str]]:
    """Yield name and type, as written, of each argument."""
    for argument in takes:
        yield from argument.items()


def parameter_type(parameter: Parameter) -> Type:
    """Return the type of a parameter's value."""
    if isinstance(parameter, BooleanParameter):
        return BOOLEAN
    if isinstance(parameter, IntegerParameter):
        return INTEGER
    if isinstance(parameter, ChoiceParameter):
        return word_of(frozenset(parameter.choices))
    return NUMBER


class NameProblem(ValueError):  # noqa: N818  (caught by who knows the place)
    """Something that a name cannot mean."""


@dataclass(frozen=True)
class Domain:
    """What there is one zone, variable or token for each of.

    Attributes
    ----------
    kind : str
        ``table`` (one in all), ``seat``, ``pack`` or ``range``.
    pack : str
        The pack.
    ends : tuple of str
        Expressions of the ends of a range.
    """

    kind: str
    pack: str = ""
    ends: tuple[str, str] = ("", "")

    @property
    def type(self) -> Type | None:
        """Type of an index; None for the table."""
        if self.kind == "pack":
            return card_of(self.pack)
        return {"seat": SEAT, "range": INTEGER}.get(self.kind)


@dataclass
class Names:
    """The names of a spec by kind.

    Attributes
    ----------
    rows : dict
        The rows of each paytable, in the order of its file.
    problems : list
        Place and text of what is wrong with the names themselves.
    """

    spec: GameSpec
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, dict[str, Type]] = field(default_factory=dict)
    zone_packs: dict[str, str] = field(default_factory=dict)
    domains: dict[str, Domain] = field(default_factory=dict)
    variable_types: dict[str, Type] = field(default_factory=dict)
    parameter_types: dict[str, Type] = field(default_factory=dict)
    argument_types: dict[str, Type] = field(default_factory=dict)
    problems: list[tuple[Place, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        spec = self.spec
        roles, seats = (spec.players.roles, spec.players.seats) if spec.players else ((), (1,))
        if len(roles) > max(seats):
            message = f"{len(roles)} roles are named, and at most {max(seats)} play"
            self.problems.append((("players", "roles"), message))
        for role in roles:
            self._declare(("players", "roles"), role, "role")
        for section in NAMING:
            for name in getattr(spec, section):
                self._declare((section, name), name, section.removesuffix("s"))
        for section in ("wagers", "paytables"):
            for name in getattr(spec, section):
                self._usable((section, name), name)
        self.parameter_types = {
            name: parameter_type(parameter) for name, parameter in spec.parameters.items()
        }
        self.argument_types = (
            {pack: card_of(pack) for pack in spec.packs}
            | TAKEN
            | {f"list of {pack}": cards_of(pack) for pack in spec.packs}
            | {"list of seat": SEATS}
        )
        for name, pack in spec.packs.items():
            self.attributes[name] = self._attributes(name, pack)
            for attribute in (*self.attributes[name], *pack.derived):
                self._usable(("packs", name), attribute)
        for section in ("zones", "variables", "tokens"):
            for name, element in getattr(spec, section).items():
                with_place = (section, name, "of")
                self.domains[name] = self._guard(with_place, self.domain, element.of) or Domain(
                    "table"
                )
        for name, zone in spec.zones.items():
            self.zone_packs[name] = self._pack_of_zone(name, zone.holds)
        for name, variable in spec.variables.items():
            found = self._guard(("variables", name, "type"), self.variable_type, variable.type)
            if found is None:
                # Of a misspelt type the nearest, so that no other fault follows from it.
                meant = nearest_name(str(variable.type), ("boolean", "number", "seat"))
                found = TAKEN[meant or "integer"]
            self.variable_types[name] = found

    def _usable(self, place: Place, name: str) -> bool:
        """Return whether expressions can use a name; otherwise note the problem."""
        if keyword.iskeyword(name):
            self.problems.append((place, NOT_A_NAME.format(name=name)))
            return False
        return True

    def _declare(self, place: Place, name: str, kind: str) -> None:
        if not self._usable(place, name):
            return
        if name in RESERVED:
            self.problems.append((place, f"{name} is a word of the language; choose another name"))
        elif name in self.kinds:
            self.problems.append((place, f"{name} is already the name of a {self.kinds[name]}"))
        else:
            self.kinds[name] = kind

    def _guard(self, place: Place, call: Any, value: Any) -> Any:
        try:
            return call(value)
        except NameProblem as problem:
            self.problems.append((place, str(problem)))
            return None

    def _pack_of_zone(self, name: str, holds: str | None) -> str:
        packs = self.spec.packs
        if holds is None and len(packs) == 1:
            return next(iter(packs))
        if holds in packs:
            return str(holds)
        place: Place = ("zones", name, "holds")
        if not packs:
            self.problems.append((("zones", name), "missing: packs, the cards that it can hold"))
        elif holds is None:
            self.problems.append((place, f"missing: which pack; one of {', '.join(packs)}"))
        else:
            self.problems.append((place, unknown(holds, "pack", packs)))
        return next(iter(packs), "")

    def ranked_pack(self, name: str) -> str:
        """Return the pack whose cards a ranking compares; nothing if it is not known."""
        packs = self.spec.packs
        given = self.spec.rankings[name].pack
        if given is None and len(packs) == 1:
            return next(iter(packs))
        return given if given in packs else ""

    def domain(self, text: str | None) -> Domain:
        """Return what `of` means."""
        if text is None:
            return Domain("table")
        if text == "seat":
            return Domain("seat")
        if text in self.spec.packs:
            return Domain("pack", pack=text)
        if ".." in text:
            return Domain("range", ends=split_range(text))
        known = ["seat", *self.spec.packs]
        nearest = nearest_name(text, known)
        meant = f" (did you mean {nearest}?)" if nearest else ""
        raise NameProblem(
            f"expected seat, a pack or a range a..b; found {shortened(text, 80)}{meant}"
        )

    def variable_type(self, text: str | tuple[str, ...]) -> Type:
        """Return the type of a variable as written."""
        if isinstance(text, tuple):
            return word_of(frozenset(text))
        if text in ("boolean", "number", "seat"):
            return TAKEN[text]
        if text in self.spec.packs:
            return card_of(text)
        if ".." in text:
            return INTEGER
        known = ["boolean", "number", "seat", *self.spec.packs]
        nearest = nearest_name(text, known)
        meant = f" (did you mean {nearest}?)" if nearest else ""
        raise NameProblem(
            "expected boolean, a..b, number, seat, a pack or a list of words;"
            f" found {shortened(text, 80)}{meant}"
        )

    def _attributes(self, name: str, pack: Pack) -> dict[str, Type]:
        place: Place = ("packs", name)
        found: dict[str, Type] = {}
        if bool(pack.cards) == bool(pack.list):
            self.problems.append((place, "expected either cards or list"))
        for attribute, values in pack.cards.items():
            inside: Place = (*place, "cards", attribute)
            hyphened = HYPHENED.fullmatch(values) if isinstance(values, str) else None
            if hyphened:
                meant = "..".join(hyphened.groups())
                self.problems.append((inside, f"{values} is one number; a range is {meant}"))
            given = (0,) if isinstance(values, str) else values
            found[attribute] = self._one_type(inside, [given] if given else [])
        if pack.list:
            keys = set(pack.list[0]) - {"copies"}
            for number, entry in enumerate(pack.list):
                copies = entry.get("copies", 1)
                if isinstance(copies, bool) or not isinstance(copies, int) or copies < 0:
                    inside = (*place, "list", number, "copies")
                    self.problems.append((inside, f"expected a number of copies; found {copies}"))
                if set(entry) - {"copies"} != keys:
                    expected = ", ".join(sorted(keys))
                    self.problems.append(((*place, "list", number), f"expected {expected}"))
            for attribute in sorted(keys):
                column = [entry[attribute] for entry in pack.list if attribute in entry]
                many = any(isinstance(value, tuple) for value in column)
                inside = (*place, "list", 0, attribute)
                parts: list[Any] = [
                    value if isinstance(value, tuple) else (value,) for value in column
                ]
                if many and not all(isinstance(value, tuple) for value in column):
                    self.problems.append((inside, "some entries have a list here, some do not"))
                kind = self._one_type(inside, parts)
                if many:
                    kind = Type("words", words=kind.words or frozenset())
                found[attribute] = kind
        for attribute in pack.derived:
            if attribute in found:
                self.problems.append(((*place, "derived", attribute), "the attribute exists"))
        return found

    def _one_type(self, place: Place, columns: list[Any]) -> Type:
        values = [value for column in columns for value in column]
        kinds = {type(value) for value in values}
        if kinds <= {int}:
            return INTEGER
        if kinds == {bool}:
            return BOOLEAN
        if kinds == {str}:
            return word_of(frozenset(values))
        self.problems.append((place, "expected values of one kind: integers, words or booleans"))
        return INTEGER
