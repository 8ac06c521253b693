"""From the text of a file to a validated model; every problem at once, each with its line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from certify.errors import Problem, SpecInvalidError
from certify.language.document import Document, Place, read_document
from certify.language.explained import explained
from certify.language.models import Paytable
from certify.language.references import dotted

Model = TypeVar("Model", bound=BaseModel)


def load_paytable(text: str, path: str) -> Paytable:
    """Return the paytable in a file.

    Raises `SpecSyntaxError` or `SpecInvalidError`: with every problem found, file and line.
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
