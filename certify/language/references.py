"""Names in a spec that mean another part of it: each is there, and texts hold no typed figures."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal

from certify.errors import unknown_name
from certify.language.base import Scalar
from certify.language.document import Place
from certify.language.models import Figure, GameSpec, Paytable, Settled
from certify.language.parameters import (
    IntegerParameter,
    Parameter,
    PayoutParameter,
    ShareParameter,
    exact_share,
    written,
)

Found = Iterator[tuple[Place, str]]
Reference = tuple[Place, str, str, Collection[str]]
"""Where a name stands, what kind of part it means, the name, and the names that there are."""

CITING = (
    "parameters",
    "packs",
    "zones",
    "variables",
    "tokens",
    "rankings",
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
    for place, kind, name, known in _references(spec, paytables):
        if name not in known:
            yield place, unknown_name(name, kind, known)
    for place, parameter, value in _values(spec):
        if not parameter.accepts(value):
            found = f"{written(value)}{parameter.hint(value)}"
            yield place, f"expected {parameter.expected()}; found {found}"
    yield from _uncited(spec, paytables)
    yield from _limits(spec)
    for name, figure in spec.figures.items():
        yield from _figure(spec, ("figures", name), figure)
    yield from _unreferred(spec)
    yield from _typed(spec, cited_with(spec, paytables))


def _references(spec: GameSpec, paytables: Mapping[str, Paytable]) -> Iterator[Reference]:
    """Yield every name that means another part of the spec."""
    numbers = (*spec.clauses, *spec.rulings, *spec.assumptions)
    for place, cited in _elements(spec, paytables):
        for index, number in enumerate(cited):
            yield (*place, "cites", index), KINDS[number[0]], number, numbers
    for name, wager in spec.wagers.items():
        if wager.paytable:
            yield ("wagers", name, "paytable"), "paytable", wager.paytable, spec.paytables
    for name, parameter in spec.parameters.items():
        if isinstance(parameter, PayoutParameter):
            table, place = parameter.paytable, ("parameters", name)
            yield (*place, "paytable"), "paytable", table, spec.paytables
            if table in paytables:
                yield (*place, "row"), "row", parameter.row, paytables[table].rows
    for settled_place, settled in _settled(spec):
        for index, name in enumerate(settled.parameters):
            yield (*settled_place, "parameters", index), "parameter", name, spec.parameters
    for section in ("lengths", "figures"):
        for element, inner in getattr(spec, section).items():
            for name in inner.set:
                yield (section, element, "set", name), "parameter", name, spec.parameters
    for place, text in _texts(spec):
        for found in REFERENCE.finditer(text):
            yield place, "figure", found[1], spec.figures
    for name, figure in spec.figures.items():
        if figure.measure is not None and figure.exact is None and _has_measures(spec):
            if RECORDED.fullmatch(figure.measure) is None:
                measures = spec.result.measures if spec.result else ()
                known = (*measures, "decisions", "draw", "win.1", "score.1")
                yield ("figures", name, "measure"), "measure", figure.measure, known
            policies = (RANDOM, *spec.policies)
            yield ("figures", name, "policy"), "policy", figure.policy, policies


def _values(spec: GameSpec) -> Iterator[tuple[Place, Parameter, Scalar]]:
    """Yield every value that a spec gives to a parameter that it declares."""
    for name, parameter in spec.parameters.items():
        # What a paytable pays is checked with it, and limits that cross say so themselves.
        if not isinstance(parameter, PayoutParameter) and not _crossed(parameter):
            yield ("parameters", name, "default"), parameter, parameter.default
    for place, settled in _settled(spec):
        for index, alternative in enumerate(settled.alternatives):
            for name, value in alternative.set.items():
                if name in settled.parameters and name in spec.parameters:
                    inside = (*place, "alternatives", index, "set", name)
                    yield inside, spec.parameters[name], value
    for section in ("lengths", "figures"):
        for element, inner in getattr(spec, section).items():
            for name, value in inner.set.items():
                if name in spec.parameters:
                    yield (section, element, "set", name), spec.parameters[name], value


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


def _settled(spec: GameSpec) -> Iterator[tuple[Place, Settled]]:
    """Yield rulings and assumptions with their places."""
    for number, settled in spec.settled.items():
        yield (f"{KINDS[number[0]]}s", number), settled


def _uncited(spec: GameSpec, paytables: Mapping[str, Paytable]) -> Found:
    elements = trace(spec, paytables)
    for number, clause in spec.clauses.items():
        if not elements[number] and clause.kind != "flavour":
            yield ("clauses", number), "no element cites this clause"
    for place, _ in _settled(spec):
        if not elements[str(place[1])]:
            kind = str(place[0]).removesuffix("s")
            yield place, f"no element cites this {kind}, and it names no parameter"


def _limits(spec: GameSpec) -> Found:
    """Yield limits that cross, and alternatives that set what their ruling does not name."""
    for name, parameter in spec.parameters.items():
        if _crossed(parameter):
            yield ("parameters", name, "minimum"), "the minimum is above the maximum"
    for place, settled in _settled(spec):
        kind = str(place[0]).removesuffix("s")
        for index, alternative in enumerate(settled.alternatives):
            for name in alternative.set:
                if name not in settled.parameters:
                    inside = (*place, "alternatives", index, "set", name)
                    yield inside, f"{name} is not among the parameters of the {kind}"
    for name, length in spec.lengths.items():
        if length.minutes is not None and length.minutes[0] > length.minutes[1]:
            yield ("lengths", name, "minutes"), "the first number is above the second"


def _crossed(parameter: Parameter) -> bool:
    return isinstance(parameter, IntegerParameter | ShareParameter) and (
        parameter.minimum > parameter.maximum
    )


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


def _unreferred(spec: GameSpec) -> Found:
    """Yield figures that no text refers to, and braces without a name."""
    referred = set[str]()
    for place, text in _texts(spec):
        referred.update(REFERENCE.findall(text))
        rest = REFERENCE.sub("", text)
        if "{{" in rest or "}}" in rest:
            yield place, "two braces stand for a figure, as {{name}}; its name is missing here"
    for name in spec.figures:
        if name not in referred:
            yield ("figures", name), f"no text refers to this figure as {{{{{name}}}}}"


def _texts(spec: GameSpec) -> Found:
    """Yield the texts that may refer to a figure."""
    yield ("game", "summary"), spec.game.summary
    for number, clause in spec.clauses.items():
        yield ("clauses", number, "text"), clause.text
    for name, parameter in spec.parameters.items():
        yield ("parameters", name, "text"), parameter.text
    yield from _decisions(spec)


def _decisions(spec: GameSpec) -> Found:
    """Yield the texts of rulings and assumptions."""
    for sections in ("rulings", "assumptions"):
        for number, settled in getattr(spec, sections).items():
            place: Place = (sections, number)
            for key in ("question", "decided", "why"):
                yield (*place, key), getattr(settled, key)
            for index, alternative in enumerate(settled.alternatives):
                yield (*place, "alternatives", index, "text"), alternative.text


def _figure(spec: GameSpec, place: Place, figure: Figure) -> Found:
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


def _played(spec: GameSpec, place: Place, figure: Figure) -> Found:
    if not _has_measures(spec) or spec.players is None:
        yield (*place, "measure"), "measures are of games between players that can be played"
        return
    for index, number in enumerate(figure.players):
        if number not in spec.players.seats:
            known = ", ".join(map(str, spec.players.seats))
            yield (*place, "players", index), f"the game is not played by {number}; known: {known}"
    recorded = RECORDED.fullmatch(figure.measure or "")
    seats = min(figure.players or spec.players.seats)
    if recorded is not None and recorded[1] and int(recorded[1]) > seats:
        yield (*place, "measure"), f"there is no seat {recorded[1]} where {seats} play"


def _has_measures(spec: GameSpec) -> bool:
    """Whether the game is played between players, so that measures of it are taken."""
    is_played = spec.result is not None and spec.players is not None
    return is_played and spec.game.kind == "between_players"


def _typed(spec: GameSpec, cited_with: Mapping[str, tuple[str, ...]]) -> Found:
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
