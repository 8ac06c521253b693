"""Figures that texts of a spec refer to, and percentages that nobody may type into a ruling."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from certify.errors import listed, nearest_name, shortened
from certify.language.document import Place
from certify.language.models import Figure, GameSpec
from certify.language.parameters import IntegerParameter, ShareParameter, exact_share, written

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
                yield place, _no(name, "figure", spec.figures)
        rest = REFERENCE.sub("", text)
        if "{{" in rest or "}}" in rest:
            yield place, "two braces stand for a figure, as {{name}}; its name is missing here"
    for name in spec.figures:
        if name not in referred:
            yield ("figures", name), f"no text refers to this figure as {{{{{name}}}}}"
    yield from _typed(spec, cited_with)


def _no(name: str, kind: str, known: Mapping[str, object]) -> str:
    nearest = nearest_name(name, list(known))
    if nearest:
        return f"there is no {kind} {shortened(name, 80)}; did you mean {nearest}?"
    return f"there is no {kind} {shortened(name, 80)}; known: {listed(list(known)) or 'none'}"


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
            yield inside, _no(name, "parameter", spec.parameters)
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
        yield (*place, "measure"), _no(measure, "measure", known_measures)
    elif recorded is not None and recorded[1] and int(recorded[1]) > seats:
        yield (*place, "measure"), f"there is no seat {recorded[1]} where {seats} play"
    if figure.policy != RANDOM and figure.policy not in spec.policies:
        known_policies = dict.fromkeys([RANDOM, *spec.policies])
        yield (*place, "policy"), _no(figure.policy, "policy", known_policies)


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
