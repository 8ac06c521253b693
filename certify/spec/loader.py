"""From the text of a file to a validated model; every problem at once, each with its line."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from certify.errors import Problem, SpecInvalidError, nearest_name
from certify.spec.document import Document, Place, read_document
from certify.spec.models import Paytable
from certify.spec.references import dotted

Model = TypeVar("Model", bound=BaseModel)

KINDS = {
    "string_type": "text; write it in quotes",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "float_type": "a number",
    "dict_type": "keys and values",
    "model_type": "keys and values",
    "tuple_type": "a list",
}
"""What was expected, by the kind of problem that pydantic found."""


def load_paytable(text: str, path: str) -> Paytable:
    """Return the paytable in a file.

    Parameters
    ----------
    text : str
        The file's text.
    path : str
        Its name, for messages.

    Returns
    -------
    Paytable
        The paytable.

    Raises
    ------
    SpecSyntaxError, SpecInvalidError
        With every problem found, file and line.
    """
    return validated(read_document(text, path), Paytable)


def validated(
    document: Document,
    model: type[Model],
    error: type[SpecInvalidError] | Any = SpecInvalidError,
) -> Model:
    """Return a document as a model.

    Parameters
    ----------
    document : Document
        The file's content.
    model : type
        The model.
    error : type
        What to raise, with the list of problems.

    Returns
    -------
    BaseModel
        The model.
    """
    try:
        # Through JSON, since strict models take a list for a tuple there alone.
        return model.model_validate_json(json.dumps(document.data))
    except ValidationError as failure:
        problems = [_problem(document, model, dict(found)) for found in failure.errors()]
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


def _problem(document: Document, model: type[BaseModel], found: Mapping[str, Any]) -> Problem:
    kind, location = found["type"], tuple(found["loc"])
    place, line = document.locate(location)
    value = found["input"]
    if kind == "missing":
        place, message = (*place, location[-1]), "missing"
    elif kind == "extra_forbidden":
        known = _keys_at(model, location[:-1])
        nearest = nearest_name(str(location[-1]), known)
        message = "unknown key; " + (
            f"did you mean {nearest}?" if nearest else f"expected one of {', '.join(sorted(known))}"
        )
    elif kind == "union_tag_not_found":
        message = f"missing: {_unquoted(found['ctx']['discriminator'])}"
    elif kind == "union_tag_invalid":
        context = found["ctx"]
        place, line = document.locate((*location, _unquoted(context["discriminator"])))
        nearest = nearest_name(context["tag"], _words(context["expected_tags"]))
        meant = f"; did you mean {nearest}?" if nearest else ""
        message = (
            f"expected one of {', '.join(_words(context['expected_tags']))}; "
            f"found {context['tag']}{meant}"
        )
    elif kind == "value_error":
        message = f"{found['ctx']['error']}; found {_shown(value)}"
    elif kind == "literal_error":
        message = f"expected {_unquoted(found['ctx']['expected'])}; found {_shown(value)}"
    elif kind == "string_pattern_mismatch":
        message = f"expected the form {found['ctx']['pattern']}; found {_shown(value)}"
    elif kind in KINDS:
        message = f"expected {KINDS[kind]}; found {_shown(value)}"
    else:
        message = f"{found['msg'][0].lower()}{found['msg'][1:]}; found {_shown(value)}"
    return Problem(document.path, line, dotted(place), message)


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
    text = json.dumps(value, ensure_ascii=False)
    text = text if len(text) <= 60 else f"{text[:57]}..."
    return f"{text} ({kinds.get(type(value), 'a value')})"


def _keys_at(model: type[BaseModel], location: Place) -> set[str]:
    """Return the keys that the model knows at a place."""
    here: list[Any] = [model]
    for element in location:
        here = [inner for kind in here for inner in _inside(kind, element)]
    return {name for kind in here if _is_model(kind) for name in kind.model_fields}


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _inside(kind: Any, element: str | int) -> list[Any]:
    """Return the types of what `element` leads to; the type itself for the tag of a union."""
    if _is_model(kind):
        if element in kind.model_fields:
            return _plain(kind.model_fields[element].annotation)
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
