"""Fragments of YAML in the documents: they are read by the models that read whole files."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from certify.errors import SpecError
from certify.language.cut_down import SmallVersions
from certify.language.document import read_document
from certify.language.elements import Procedure
from certify.language.models import GameSpec, Paytable
from certify.studies.certification.about import AboutFile
from certify.studies.monitoring.mapping import MappingFile
from certify.studies.submission.profile import Profile
from tests.documents.pages import Block

WHOLE: dict[str, type[BaseModel]] = {
    "requirements": AboutFile,
    "jurisdiction": Profile,
    "clauses": GameSpec,
    "paytable": Paytable,
    "versions": SmallVersions,
    "columns": MappingFile,
}
"""By a key that only this kind of file has."""


def problem_of(block: Block) -> str:
    """Return what is wrong with a block of YAML, or nothing.

    Names and types in a fragment are not looked at, since what they name stands elsewhere.
    """
    try:
        if block.content.startswith("- "):
            statements = read_document(f"do:\n{block.content}", "statements").data
            _check(Procedure, {"text": "Statements.", "cites": ["C1"], **statements})
        else:
            _check_mapping(read_document(block.content, block.name or "fragment").data)
    except (SpecError, ValidationError) as error:
        return str(error)
    return ""


def _check_mapping(data: dict[str, Any]) -> None:
    if "certify" in data and "source" not in data:
        model = next(WHOLE[key] for key in WHOLE if key in data)
        _check(model, data)
        return
    for key, value in data.items():
        if key not in GameSpec.model_fields:
            raise SpecError(f"{key} is no key of a spec")
        _check(GameSpec.model_fields[key].annotation, value)


def _check(kind: Any, value: Any) -> None:
    # As the loader does: strict models take lists for tuples from JSON alone.
    TypeAdapter(kind).validate_json(json.dumps(value))
