"""Reads a file into its model, and says in words what is wrong with it, all at once."""

from __future__ import annotations

import json
import keyword
import types
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from certify.errors import Problem, SpecInvalidError, listed, nearest_name, shortened
from certify.language import base
from certify.language.document import Document, Place, read_document
from certify.language.expressions import NO_EXPRESSION, NOT_A_NAME, keywords_in
from certify.language.models import Paytable
from certify.language.names import NAMING
from certify.language.references import dotted
from certify.language.scenarios import STEPS
from certify.language.statements import KEYS, PARTS

Model = TypeVar("Model", bound=BaseModel)


def load_paytable(text: str, path: str) -> Paytable:
    """Return the paytable in a file.

    Raises `SpecSyntaxError` or `SpecInvalidError` with every problem found, its file and line.
    """
    return validated(read_document(text, path), Paytable)


def validated(
    document: Document,
    model: type[Model],
    error: type[SpecInvalidError] | Any = SpecInvalidError,
) -> Model:
    """Return a document as a model."""
    try:
        # Through JSON, since strict models take a list for a tuple there alone.
        return model.model_validate_json(json.dumps(document.data))
    except ValidationError as failure:
        problems = explained(document, model, failure.errors(include_url=False))
    raise error(_each_once(problems))


def raise_problems(document: Document, found: Iterable[tuple[Place, str]]) -> None:
    """Raise `SpecInvalidError` if there are problems, with their lines."""
    problems = [
        Problem(document.path, document.locate(place)[1], dotted(place), message)
        for place, message in found
    ]
    if problems:
        raise SpecInvalidError(_each_once(problems))


def _each_once(problems: Iterable[Problem]) -> list[Problem]:
    return sorted(set(problems), key=lambda problem: (problem.line or 0, str(problem)))


KINDS = {
    "string_type": "text; write it in quotes",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "dict_type": "keys and values",
    "model_type": "keys and values",
    "tuple_type": "a list",
}
"""What was expected, by the kind of problem that pydantic found."""

SHORT_KINDS = KINDS | {"string_type": "text"}

FORMS: dict[Any, str] = {
    base.Name: "a name of small letters, digits and _ that begins with a letter",
    base.Identifier: "small letters, digits and single hyphens",
    base.RowKey: "small letters, digits and _",
    base.Version: "a version such as 1.0.0",
    base.Digest: "64 hexadecimal digits",
    base.Date: "a date such as 2026-11-21",
    base.ClauseNumber: "the number of a clause such as C1",
    base.RulingNumber: "the number of a ruling such as R1",
    base.AssumptionNumber: "the number of an assumption such as A1",
    base.Lines: 'lines such as "7" or "14-15"',
    base.Decimal: 'a decimal number in quotes such as "0.25"',
}
PATTERNS = {form.__metadata__[0].pattern: words for form, words in FORMS.items()} | {
    typing.get_args(typing.get_args(base.Cites)[0])[0].__metadata__[0].pattern: (
        "a number such as C1, R1 or A1"
    )
}
"""What a text is to look like, by the pattern that it does not match."""

MOST_EXPLAINED = 300
UNSPOKEN = NOT_A_NAME.partition("{")[0]

Found = Mapping[str, Any]


def explained(document: Document, model: type[BaseModel], failures: Sequence[Any]) -> list[Problem]:
    """Return the problems of a file, one for each place with alternatives of different types."""
    by_place: dict[Place, list[Found]] = {}
    declared, unspoken = dict(_declared_keywords(document.data)), dict[Place, str]()
    unread: list[Place] = []
    for found in failures[:MOST_EXPLAINED]:
        if names := _is_unread(found) and keywords_in(found["input"]) & declared.keys():
            # That the words cannot be read there is told where they are declared.
            unspoken.update((declared[name], NOT_A_NAME.format(name=name)) for name in names)
            unread.append(document.locate(tuple(found["loc"]))[0])
            continue
        place = document.locate(tuple(found["loc"]))[0]
        by_place.setdefault(place, []).append(found)
    outer = {place[:end] for place in (*by_place, *unread) for end in range(len(place))}
    problems = [
        Problem(document.path, document.locate(place)[1], dotted(place), message)
        for place, message in unspoken.items()
    ]
    for place, group in by_place.items():
        has_inner = place in outer
        problems += [
            _problem(document, model, found, expected)
            for found, expected in _one_of_each(group, has_inner)
        ]
    return problems


def _is_unread(found: Found) -> bool:
    """Return whether a problem is that a text cannot be read as an expression."""
    message = str(found.get("ctx", {}).get("error", ""))
    return isinstance(found["input"], str) and message.startswith((NO_EXPRESSION, UNSPOKEN))


def _declared_keywords(data: Any, place: Place = ()) -> Iterator[tuple[str, Place]]:
    """Yield keywords of Python that are declared as names, and where."""
    if place == ("players", "roles"):
        named: Any = enumerate(data) if isinstance(data, list) else ()
    else:
        named = ((key, key) for key in data) if isinstance(data, dict) and _declares(place) else ()
    for key, name in named:
        if isinstance(name, str) and keyword.iskeyword(name):
            yield name, (*place, key)
    inner: Any = data.items() if isinstance(data, dict) else ()
    for key, part in enumerate(data) if isinstance(data, list) else inner:
        yield from _declared_keywords(part, (*place, key))


def _declares(place: Place) -> bool:
    match place:
        case (section,):
            return section in (*NAMING, "wagers", "paytables")
        case ("packs", _, "cards" | "derived") | ("packs", _, "list", _) | (*_, "takes", _):
            return True
    return place[-1:] in (("let",), ("each",))


def _one_of_each(group: list[Found], has_inner: bool) -> Iterator[tuple[Found, str]]:
    """Yield what is to be told of a place: of alternatives of a type, the one that was meant."""
    of_types = [found for found in group if found["type"] in KINDS]
    others = [
        found
        for found in group
        if found["type"] not in KINDS
        and not (has_inner and found["type"] in ("too_short", "too_long"))
    ]
    for found in others:
        yield found, ""
    if of_types and not (has_inner or others):
        kinds = list(dict.fromkeys(found["type"] for found in of_types))
        words = SHORT_KINDS if len(kinds) > 1 else KINDS
        yield of_types[0], " or ".join(words[kind] for kind in kinds)


def _problem(document: Document, model: type[BaseModel], found: Found, expected: str) -> Problem:
    kind, location = found["type"], tuple(found["loc"])
    place, line = document.locate(location)
    value = found["input"]
    if expected:
        message = f"expected {expected}; found {_shown(value)}"
    elif kind == "missing":
        place, message = (*place, location[-1]), "missing"
    elif kind == "extra_forbidden":
        message = _unknown_key(model, location)
    elif kind == "union_tag_not_found":
        message = _without_tag(_unquoted(found["ctx"]["discriminator"]), value)
    elif kind == "union_tag_invalid":
        context = found["ctx"]
        place, line = document.locate((*location, _unquoted(context["discriminator"])))
        nearest = nearest_name(context["tag"], _words(context["expected_tags"]))
        meant = f"; did you mean {nearest}?" if nearest else ""
        message = (
            f"expected one of {', '.join(_words(context['expected_tags']))}; "
            f"found {shortened(context['tag'], 60)}{meant}"
        )
    elif kind == "value_error":
        tail = "" if isinstance(value, dict | list) else f"; found {_shown(value)}"
        message = f"{found['ctx']['error']}{tail}"
    elif kind in MESSAGES:
        message = _message(kind, found.get("ctx", {}), value)
    else:
        message = f"{found['msg'][0].lower()}{found['msg'][1:]}; found {_shown(value)}"
    return Problem(document.path, line, dotted(place), message)


MESSAGES = {
    "literal_error": "expected {expected}; found {found}",
    "string_pattern_mismatch": "expected {pattern}; found {found}",
    "too_short": "expected at least {entries}; found {number}",
    "too_long": "expected at most {entries}; found {number}",
    "string_too_short": "expected text; found nothing",
    "string_too_long": "expected at most {max_length} characters; found {number}",
    "greater_than_equal": "expected at least {ge}; found {found}",
    "less_than_equal": "expected at most {le}; found {found}",
}
"""Sentences for what pydantic says in words of its own, from its context and the value."""


def _message(kind: str, context: Found, value: Any) -> str:
    told = dict(context)
    told["expected"] = _unquoted(str(told.get("expected", "")))
    told["pattern"] = PATTERNS.get(told.get("pattern", ""), told.get("pattern"))
    limit = told.get("min_length", told.get("max_length"))
    told["entries"] = "1 entry" if limit == 1 else f"{limit} entries"
    number = len(value) if isinstance(value, Sized) else 0
    return MESSAGES[kind].format(**told, found=_shown(value), number=number or "none")


def _unknown_key(model: type[BaseModel], location: Place) -> str:
    key, holder = str(location[-1]), str(location[-2]) if len(location) > 1 else ""
    if holder in {part.__name__ for part in KEYS.values()} and key in KEYS:
        return f"an entry holds one statement; begin a new one with `- {key}:`"
    if holder == "Repeat" and key in ("do", "until", "while", "at_most"):
        return f"{key} belongs inside repeat"
    known = _keys_at(model, location[:-1])
    nearest = nearest_name(key, known)
    tail = f"did you mean {nearest}?" if nearest else f"expected one of {listed(sorted(known), 24)}"
    return f"unknown key; {tail}"


def _without_tag(discriminator: str, value: Any) -> str:
    """Return what is wrong with an entry that no key names."""
    kinds = {"statement_tag()": ("statement", KEYS), "step_tag()": ("step", STEPS)}
    if discriminator not in kinds:
        return f"missing: {discriminator}"
    kind, known = kinds[discriminator]
    if not isinstance(value, dict):
        return f"expected a {kind}, one of {', '.join(known)}; found {_shown(value)}"
    names = [name for name in value if name not in PARTS] or list(value)
    if not names:
        return f"the {kind} is empty; expected one of {', '.join(known)}"
    if set(names) <= set(PARTS):
        return f"{names[0]} without {PARTS[names[0]]}"
    for name in names:
        nearest = nearest_name(name, known)
        if nearest:
            return f"unknown {kind} {shortened(name, 60)}; did you mean {nearest}?"
    return f"unknown {kind} {listed(names, 3)}; expected one of {', '.join(known)}"


def _unquoted(text: str) -> str:
    return text.replace("'", "")


def _words(text: str) -> list[str]:
    return [_unquoted(word.strip()) for word in text.split(",")]


def _shown(value: object) -> str:
    """Return a refused value, short, and what it is."""
    kinds = {bool: "a switch", int: "a number", float: "a number", str: "text"}
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "keys and values"
    if isinstance(value, list | tuple):
        return "a list"
    text = shortened(json.dumps(value, ensure_ascii=False), 60)
    return f"{text} ({kinds.get(type(value), 'a value')})"


def _keys_at(model: type[BaseModel], location: Place) -> set[str]:
    """Return the keys that the model knows at a place."""
    here: list[Any] = [model]
    for element in location:
        here = [inner for kind in here for inner in _inside(kind, element)]
    return {
        field.alias or name
        for kind in here
        if _is_model(kind)
        for name, field in kind.model_fields.items()
    }


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _inside(kind: Any, element: str | int) -> list[Any]:
    """Return the types of what `element` leads to; the type itself for the tag of a union."""
    if _is_model(kind):
        if element in kind.model_fields:
            return _plain(kind.model_fields[element].annotation)
        for field in kind.model_fields.values():
            if field.alias == element:
                return _plain(field.annotation)
        if element == kind.__name__:
            return [kind]
        tag = kind.model_fields.get("type")
        return [kind] if tag and element in typing.get_args(tag.annotation) else []
    arguments = typing.get_args(kind)
    if typing.get_origin(kind) is dict:
        return _plain(arguments[1])
    if typing.get_origin(kind) is tuple:
        return _plain(arguments[0])
    return []


def _plain(annotation: Any) -> list[Any]:
    """Return the types of an annotation, unions taken apart."""
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return _plain(typing.get_args(annotation)[0])
    if origin in (typing.Union, types.UnionType):
        return [inner for part in typing.get_args(annotation) for inner in _plain(part)]
    return [annotation]
