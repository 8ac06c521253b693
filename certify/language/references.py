"""Names in a spec that mean another part of it: each is there, and texts hold no typed figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal

from certify.errors import unknown_name
from certify.language.document import Place
from certify.language.models import Figure, GameSpec, Paytable
from certify.language.parameters import (
    IntegerParameter,
    PayoutParameter,
    ShareParameter,
    exact_share,
    written,
)

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
            yield (
                ("wagers", name, "paytable"),
                unknown_name(wager.paytable, "paytable", spec.paytables),
            )


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


def _citations(spec: GameSpec, paytables: Mapping[str, Paytable]) -> Found:
    known = (*spec.clauses, *spec.rulings, *spec.assumptions)
    for place, cited in _elements(spec, paytables):
        for index, number in enumerate(cited):
            if number not in known:
                yield (*place, "cites", index), unknown_name(number, KINDS[number[0]], known)
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
                message = unknown_name(parameter.paytable, "paytable", spec.paytables)
                yield (*place, "paytable"), message
            elif parameter.row not in paytables[parameter.paytable].rows:
                rows = paytables[parameter.paytable].rows
                yield (*place, "row"), unknown_name(parameter.row, "row", rows)
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
                yield (
                    (*place, "parameters", index),
                    unknown_name(name, "parameter", spec.parameters),
                )
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
                yield inside, unknown_name(parameter, "parameter", spec.parameters)
            elif not spec.parameters[parameter].accepts(value):
                expected = spec.parameters[parameter].expected()
                hint = spec.parameters[parameter].hint(value)
                yield inside, f"expected {expected}; found {written(value)}{hint}"
        if length.minutes is not None and length.minutes[0] > length.minutes[1]:
            yield (*place, "minutes"), "the first number is above the second"


Texts = Iterator[tuple[Place, str]]

REFERENCE = re.compile(r"\{\{\s*([^{}\s]+)\s*\}\}")
"""How a text refers to a figure: ``{{name}}``."""

PERCENTAGE = re.compile(r"(\d+(?:[.,]\d+)?)\s*(?:%|per ?cent\b)", re.IGNORECASE)

RECORDED = re.compile(r"decisions|draw|(?:win|score)\.([1-8])")
"""What is recorded of every game beside its measures."""

RANDOM = "random"


def filled(text: str, shown: Mapping[str, str]) -> str:
    """Return a text with the figures that it refers to.

    `shown`: what is shown for each name; of a name that is not there the reference stays.

    Examples
    --------
    >>> filled("Draws are {{drawn}} of all.", {"drawn": "1.63 %"})
    'Draws are 1.63 % of all.'
    """
    return REFERENCE.sub(lambda found: shown.get(found[1], found[0]), text)


def figure_problems(spec: GameSpec, cited_with: Mapping[str, tuple[str, ...]]) -> Texts:
    """Yield what is wrong with figures and with the texts that should refer to them.

    `cited_with`: by ruling or assumption, the clauses that are cited by what implements it.
    """
    for name, figure in spec.figures.items():
        yield from _figure(spec, ("figures", name), figure)
    referred = set()
    for place, text in _texts(spec):
        for found in REFERENCE.finditer(text):
            name = found[1]
            referred.add(name)
            if name not in spec.figures:
                yield place, unknown_name(name, "figure", spec.figures)
        rest = REFERENCE.sub("", text)
        if "{{" in rest or "}}" in rest:
            yield place, "two braces stand for a figure, as {{name}}; its name is missing here"
    for name in spec.figures:
        if name not in referred:
            yield ("figures", name), f"no text refers to this figure as {{{{{name}}}}}"
    yield from _typed(spec, cited_with)


def _texts(spec: GameSpec) -> Texts:
    """Yield the texts that may refer to a figure."""
    yield ("game", "summary"), spec.game.summary
    for number, clause in spec.clauses.items():
        yield ("clauses", number, "text"), clause.text
    for name, parameter in spec.parameters.items():
        yield ("parameters", name, "text"), parameter.text
    yield from _decisions(spec)


def _decisions(spec: GameSpec) -> Texts:
    """Yield the texts of rulings and assumptions."""
    for sections in ("rulings", "assumptions"):
        for number, settled in getattr(spec, sections).items():
            place: Place = (sections, number)
            for key in ("question", "decided", "why"):
                yield (*place, key), getattr(settled, key)
            for index, alternative in enumerate(settled.alternatives):
                yield (*place, "alternatives", index, "text"), alternative.text


def _figure(spec: GameSpec, place: Place, figure: Figure) -> Texts:
    if (figure.measure is None) == (figure.exact is None):
        yield place, "expected either measure, of games played, or exact, of a banked game"
        return
    if figure.exact is not None:
        if spec.game.family is None:
            yield (*place, "exact"), "no exact engine analyses this game: expected measure"
        of_games = {
            "as": figure.kind != "mean",
            "players": bool(figure.players),
            "policy": figure.policy != RANDOM,
        }
        for key, is_given in of_games.items():
            if is_given:
                yield (*place, key), "an exact figure is not of games played: leave this out"
    else:
        yield from _played(spec, place, figure)
    for name, value in figure.set.items():
        inside = (*place, "set", name)
        if name not in spec.parameters:
            yield inside, unknown_name(name, "parameter", spec.parameters)
        elif not spec.parameters[name].accepts(value):
            expected = spec.parameters[name].expected()
            yield inside, f"expected {expected}; found {written(value)}"


def _played(spec: GameSpec, place: Place, figure: Figure) -> Texts:
    if spec.game.kind != "between_players" or spec.result is None or spec.players is None:
        yield (*place, "measure"), "measures are of games between players that can be played"
        return
    for index, number in enumerate(figure.players):
        if number not in spec.players.seats:
            known = ", ".join(map(str, spec.players.seats))
            yield (*place, "players", index), f"the game is not played by {number}; known: {known}"
    measures = spec.result.measures
    measure = figure.measure or ""
    recorded = RECORDED.fullmatch(measure)
    seats = min(figure.players or spec.players.seats)
    if recorded is None and measure not in measures:
        known_measures = dict.fromkeys([*measures, "decisions", "draw", "win.1", "score.1"])
        yield (*place, "measure"), unknown_name(measure, "measure", known_measures)
    elif recorded is not None and recorded[1] and int(recorded[1]) > seats:
        yield (*place, "measure"), f"there is no seat {recorded[1]} where {seats} play"
    if figure.policy != RANDOM and figure.policy not in spec.policies:
        known_policies = dict.fromkeys([RANDOM, *spec.policies])
        yield (*place, "policy"), unknown_name(figure.policy, "policy", known_policies)


def _typed(spec: GameSpec, cited_with: Mapping[str, tuple[str, ...]]) -> Texts:
    """Yield percentages typed into a ruling or an assumption that are not the rule's own."""
    for place, text in _decisions(spec):
        number = str(place[1])
        own = _own(spec, number, cited_with.get(number, ()))
        for found in PERCENTAGE.finditer(text):
            if Fraction(found[1].replace(",", ".")) not in own:
                yield (
                    place,
                    f"{found[0]} is typed; refer to a figure of `figures` as {{{{name}}}}, unless"
                    " it is a parameter of the ruling or stands in a clause of its elements",
                )


def _own(spec: GameSpec, number: str, clauses: tuple[str, ...]) -> set[Fraction]:
    """Return the percentages that are a ruling's own: of its clauses and its parameters."""
    own = {
        Fraction(found[1].replace(",", "."))
        for clause in clauses
        for found in PERCENTAGE.finditer(spec.clauses[clause].text)
    }
    settled = spec.settled[number]
    for name in settled.parameters:
        parameter = spec.parameters.get(name)
        if isinstance(parameter, IntegerParameter | ShareParameter):
            values = [parameter.default, *(each.set.get(name) for each in settled.alternatives)]
            own |= {exact_share(value) for value in values if parameter.accepts(value)}  # type: ignore[arg-type]
    return own | {100 * value for value in own}
