"""Description of the item tested: source, clauses, parameters, paytables, software."""

from __future__ import annotations

import platform
import zlib
from collections import Counter
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

from certify.language.game import LoadedGame, default_of
from certify.language.models import Settled
from certify.language.parameters import ChoiceParameter, Parameter, written
from certify.language.references import bearing, trace
from certify.numerics.fingerprint import engine_of
from certify.play.interpreter.deck import Deck
from certify.play.interpreter.program import Program
from certify.runtime.canonical import sha256_of
from certify.studies.item.result import (
    AlternativeText,
    AssumptionText,
    CertifiedItem,
    ClauseText,
    ParameterText,
    PaytableRow,
    PaytableText,
    Software,
    SourceText,
    SuppliedText,
    WagerText,
)


def supplied_texts(loaded: LoadedGame, elements: Iterable[str]) -> tuple[SuppliedText, ...]:
    """Return the content of elements that cite an assumption.

    The cards of packs that are in the game with these settings, and the texts of procedures;
    `elements` are dotted names.
    """
    play = loaded.play
    if play is None or play.spec.players is None:
        return ()
    deck = Program(loaded, min(play.spec.players.seats)).deck
    found = []
    for element in elements:
        section, _, name = element.partition(".")
        if section == "packs":
            found.append(SuppliedText(element=element, text=_cards(deck, name)))
        elif section == "procedures":
            found.append(SuppliedText(element=element, text=play.spec.procedures[name].text))
    return tuple(found)


def _cards(deck: Deck, pack: str) -> str:
    """Return the cards of a pack in words, equal ones once."""
    cards = deck.cards(pack)
    tables = {name: values for (of, name), values in sorted(deck.attributes.items()) if of == pack}
    told = {
        name: values
        for name, values in tables.items()
        if len({_written(values[card]) for card in cards}) > 1
    }
    counted = Counter(
        (
            deck.labels[card],
            tuple(
                f"{name.replace('_', ' ')} {_written(values[card])}"
                for name, values in told.items()
                if _written(values[card]) != deck.labels[card].replace("_", " ")
            ),
        )
        for card in cards
    )
    return "; ".join(
        f"{f'{number} ' if number > 1 else ''}{label.replace('_', ' ')}"
        + (f" ({', '.join(values)})" if values else "")
        for (label, values), number in counted.items()
    )


def _written(value: Any) -> str:
    """Return the value of an attribute."""
    if isinstance(value, frozenset | tuple):
        # A set has no order of its own, and a report must be the same every time.
        return " + ".join(sorted(map(_written, value))) or "none"
    return str(value).replace("_", " ")


LIBRARIES = ("numpy", "scipy", "numba", "pydantic", "PyYAML", "rfc8785", "reportlab")
"""Libraries whose versions a report prints; the software bill has all others too."""


def item_of(
    loaded: LoadedGame, content: type[CertifiedItem], issued: str | None, command: str
) -> dict[str, Any]:
    """Return the fields that `content` has of `certify.studies.item.result.CertifiedItem`.

    `issued` is YYYY-MM-DD, None for the date of the spec, never the clock; `command` makes the
    report again.
    """
    source = loaded.spec.source
    elements = trace(loaded.spec, loaded.paytables)
    return {
        **loaded.provenance(),
        "issued": issued or loaded.spec.game.date,
        "command": command,
        "summary": loaded.spec.game.summary,
        "source": SourceText(
            title=source.title,
            file=source.file,
            sha256=source.sha256,
            reference=source.reference,
        ),
        "clauses": tuple(
            ClauseText(
                number=number, lines=clause.lines, text=clause.text, elements=elements[number]
            )
            for number, clause in loaded.spec.clauses.items()
        ),
        "parameters": _parameters(loaded),
        "engine_sha256": engine_of(content.engine),
        "assumptions": assumptions_of(loaded),
    }


def assumptions_of(loaded: LoadedGame) -> tuple[AssumptionText, ...]:
    """Return the assumptions of a spec, with what cites them and the figures that rest on them."""
    elements = trace(loaded.spec, loaded.paytables)
    return tuple(
        AssumptionText(
            id=number,
            question=assumption.question,
            decided=assumption.decided,
            why=assumption.why,
            parameters=assumption.parameters,
            supplies=assumption.supplies or "",
            elements=elements[number],
            bears_on=bearing(elements[number]),
            alternatives=alternatives_of(assumption),
            texts=supplied_texts(loaded, elements[number]),
        )
        for number, assumption in loaded.spec.assumptions.items()
    )


def alternatives_of(settled: Settled) -> tuple[AlternativeText, ...]:
    """Return the alternatives of a ruling or assumption with their settings, without effects."""
    return tuple(
        AlternativeText(
            text=alternative.text,
            settings=tuple((name, written(value)) for name, value in alternative.set.items()),
        )
        for alternative in settled.alternatives
    )


def software_of() -> tuple[Software, ...]:
    """Return the versions of Python, of what compresses pages, and of each of `LIBRARIES`."""
    return (
        Software(name="Python", version=platform.python_version()),
        Software(name="zlib", version=zlib.ZLIB_RUNTIME_VERSION),
        *(Software(name=library, version=version(library)) for library in LIBRARIES),
    )


def paytables_of(loaded: LoadedGame) -> tuple[PaytableText, ...]:
    """Return the paytables as certified."""
    return tuple(
        PaytableText(
            alias=alias,
            id=table.paytable.id,
            title=table.paytable.title,
            version=table.paytable.version,
            sha256=sha256_of(loaded.issued_paytables[alias]),
            rows=tuple(
                PaytableRow(key=row.key, outcome=row.outcome, pays=row.pays, basis=row.basis)
                for row in loaded.paytable_rows(alias)
            ),
        )
        for alias, table in loaded.paytables.items()
    )


def wagers_of(loaded: LoadedGame) -> tuple[WagerText, ...]:
    """Return the wagers of the spec, in its order."""
    return tuple(
        WagerText(name=name, title=wager.title, text=wager.text or "", paytable=wager.paytable)
        for name, wager in loaded.spec.wagers.items()
    )


def _parameters(loaded: LoadedGame) -> tuple[ParameterText, ...]:
    values = loaded.parameters_as_written()
    return tuple(
        ParameterText(
            name=name,
            title=parameter.title,
            value=written(values[name]),
            default=default_of(loaded, name),
            basis=_basis(parameter.cites),
            text=_meaning(parameter, written(values[name])),
        )
        for name, parameter in loaded.spec.parameters.items()
    )


def _basis(cites: tuple[str, ...]) -> str:
    parts = []
    for kind, letter in (("clause", "C"), ("ruling", "R"), ("assumption", "A")):
        numbers = [number for number in cites if number.startswith(letter)]
        if numbers:
            parts.append(f"{kind}{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}")
    return "; ".join(parts)


def _meaning(parameter: Parameter, value: str) -> str:
    if isinstance(parameter, ChoiceParameter):
        return f"{parameter.text} Here: {parameter.choices[value]}."
    return parameter.text
