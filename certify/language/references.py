"""What must fit together within a spec: citations, rulings, defaults, paytables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from certify.errors import listed, nearest_name, shortened
from certify.language.document import Place
from certify.language.figure_texts import figure_problems
from certify.language.models import GameSpec, Paytable
from certify.language.parameters import IntegerParameter, PayoutParameter, ShareParameter, written

Found = Iterator[tuple[Place, str]]

CITING = (
    "parameters",
    "packs",
    "zones",
    "variables",
    "tokens",
    "definitions",
    "procedures",
    "invariants",
    "examples",
    "lengths",
    "wagers",
)
"""Sections in which every element says what it implements."""

Part = Literal["play", "matches", "wagers"]
PARTS: tuple[Part, ...] = ("play", "matches", "wagers")
"""What figures are of."""

KINDS = {"C": "clause", "R": "ruling", "A": "assumption"}


def spec_problems(spec: GameSpec, paytables: Mapping[str, Paytable]) -> Found:
    """Yield the place and text of everything in a spec that does not fit."""
    yield from _citations(spec, paytables)
    yield from _parameters(spec, paytables)
    yield from _settled(spec)
    yield from _lengths(spec)
    yield from figure_problems(spec, cited_with(spec, paytables))
    for name, wager in spec.wagers.items():
        if wager.paytable and wager.paytable not in spec.paytables:
            yield ("wagers", name, "paytable"), _no(wager.paytable, "paytable", spec.paytables)


def trace(spec: GameSpec, paytables: Mapping[str, Paytable]) -> dict[str, tuple[str, ...]]:
    """Return the elements that implement each clause, ruling and assumption.

    The result: dotted names of elements by the number that they cite, clauses first.
    """
    found: dict[str, list[str]] = {
        number: [] for number in (*spec.clauses, *spec.rulings, *spec.assumptions)
    }
    for place, cited in _elements(spec, paytables):
        for number in cited:
            found.setdefault(number, []).append(dotted(place))
    for number, settled in spec.settled.items():
        named = [f"parameters.{name}" for name in settled.parameters]
        found[number] += [name for name in named if name not in found[number]]
    return {number: tuple(elements) for number, elements in found.items()}


PARTS_OF_ELEMENTS = {
    "lengths": "matches",
    "wagers": "wagers",
    "paytables": "wagers",
    "examples": None,
    "invariants": None,
}
"""What an element of a section bears on; of any other section it is play itself."""


def bearing(elements: Iterable[str]) -> tuple[Part, ...]:
    """Return which figures rest on what some elements implement.

    The result: ``play`` if setting up or playing rests on it: then every figure does. Else
    ``matches`` for how long is played, and ``wagers`` for what is paid; nothing if it is only
    checked.
    """
    found = {PARTS_OF_ELEMENTS.get(name.partition(".")[0], "play") for name in elements}
    return tuple(part for part in PARTS if part in found)


def cited_with(spec: GameSpec, paytables: Mapping[str, Paytable]) -> dict[str, tuple[str, ...]]:
    """Return the clauses that stand beside each ruling and assumption.

    The result: by number, the clauses that an element cites together with it: an element that cites
    it, or a parameter that it names.
    """
    found: dict[str, dict[str, None]] = {}
    cited_by = [cited for _, cited in _elements(spec, paytables)]
    for number, settled in spec.settled.items():
        named = (spec.parameters[name] for name in settled.parameters if name in spec.parameters)
        cited_by += [(number, *parameter.cites) for parameter in named]
    for cited in cited_by:
        clauses = dict.fromkeys(number for number in cited if number in spec.clauses)
        for number in cited:
            if number not in spec.clauses:
                found.setdefault(number, {}).update(clauses)
    return {number: tuple(clauses) for number, clauses in found.items()}


def dotted(place: Place) -> str:
    """Return a place as a dotted path."""
    return ".".join(str(element) for element in place)


def _elements(
    spec: GameSpec, paytables: Mapping[str, Paytable]
) -> Iterator[tuple[Place, tuple[str, ...]]]:
    if spec.players is not None:
        yield ("players",), spec.players.cites
    for section in CITING:
        for name, element in getattr(spec, section).items():
            yield (section, name), element.cites
    for name, decision in spec.decisions.items():
        for move_name, move in decision.moves.items():
            yield ("decisions", name, "moves", move_name), move.cites
    if spec.result is not None:
        yield ("result",), spec.result.cites
    for alias, table in paytables.items():
        for key, row in table.rows.items():
            yield ("paytables", alias, key), row.cites


def _no(name: str, kind: str, known: Iterable[str]) -> str:
    names = list(known)
    nearest = nearest_name(name, names)
    return f"there is no {kind} {shortened(name, 80)}; " + (
        f"did you mean {nearest}?" if nearest else f"known: {listed(names)}"
    )


def _citations(spec: GameSpec, paytables: Mapping[str, Paytable]) -> Found:
    known = (*spec.clauses, *spec.rulings, *spec.assumptions)
    for place, cited in _elements(spec, paytables):
        for index, number in enumerate(cited):
            if number not in known:
                yield (*place, "cites", index), _no(number, KINDS[number[0]], known)
    elements = trace(spec, paytables)
    for number, clause in spec.clauses.items():
        if not elements[number] and clause.kind != "flavour":
            yield ("clauses", number), "no element cites this clause"
    for number in spec.rulings:
        if not elements[number]:
            yield ("rulings", number), "no element cites this ruling, and it names no parameter"
    for number in spec.assumptions:
        if not elements[number]:
            yield (
                ("assumptions", number),
                ("no element cites this assumption, and it names no parameter"),
            )


def _parameters(spec: GameSpec, paytables: Mapping[str, Paytable]) -> Found:
    for name, parameter in spec.parameters.items():
        place: Place = ("parameters", name)
        if isinstance(parameter, PayoutParameter):
            if parameter.paytable not in spec.paytables:
                message = _no(parameter.paytable, "paytable", spec.paytables)
                yield (*place, "paytable"), message
            elif parameter.row not in paytables[parameter.paytable].rows:
                rows = paytables[parameter.paytable].rows
                yield (*place, "row"), _no(parameter.row, "row", rows)
        elif isinstance(parameter, IntegerParameter | ShareParameter) and (
            parameter.minimum > parameter.maximum
        ):
            yield (*place, "minimum"), "the minimum is above the maximum"
        elif not parameter.accepts(parameter.default):
            found = written(parameter.default)
            yield (*place, "default"), f"expected {parameter.expected()}; found {found}"


def _settled(spec: GameSpec) -> Found:
    for number, settled in spec.settled.items():
        kind = KINDS[number[0]]
        place: Place = (f"{kind}s", number)
        for index, name in enumerate(settled.parameters):
            if name not in spec.parameters:
                yield (*place, "parameters", index), _no(name, "parameter", spec.parameters)
        for index, alternative in enumerate(settled.alternatives):
            for name, value in alternative.set.items():
                inside = (*place, "alternatives", index, "set", name)
                if name not in settled.parameters:
                    yield inside, f"{name} is not among the parameters of the {kind}"
                elif name in spec.parameters and not spec.parameters[name].accepts(value):
                    expected = spec.parameters[name].expected()
                    yield inside, f"expected {expected}; found {written(value)}"


def _lengths(spec: GameSpec) -> Found:
    for name, length in spec.lengths.items():
        place: Place = ("lengths", name)
        for parameter, value in length.set.items():
            inside = (*place, "set", parameter)
            if parameter not in spec.parameters:
                yield inside, _no(parameter, "parameter", spec.parameters)
            elif not spec.parameters[parameter].accepts(value):
                expected = spec.parameters[parameter].expected()
                hint = spec.parameters[parameter].hint(value)
                yield inside, f"expected {expected}; found {written(value)}{hint}"
        if length.minutes is not None and length.minutes[0] > length.minutes[1]:
            yield (*place, "minutes"), "the first number is above the second"
