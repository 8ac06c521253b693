"""JSON Schema of the files, for editors."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel

from certify.language.models import GameSpec, Paytable

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TITLES: dict[type[BaseModel], str] = {
    GameSpec: "certify game spec, version 1",
    Paytable: "certify paytable, version 1",
}


def schema_of(model: type[BaseModel], title: str | None = None) -> dict[str, Any]:
    """Return the JSON Schema of a model of a file.

    The result: the schema, draft 2020-12.
    """
    schema = model.model_json_schema()
    _close(schema)
    return {"$schema": DIALECT, **schema, "title": title or TITLES[model]}


def _close(schema: Any) -> None:
    """Refuse keys that have none of the forms that the keys of a map can have."""
    if isinstance(schema, dict):
        if "patternProperties" in schema:
            schema.setdefault("additionalProperties", False)
        for part in schema.values():
            _close(part)
    elif isinstance(schema, list):
        for part in schema:
            _close(part)


def schema_text(model: type[BaseModel], title: str | None = None) -> str:
    """Return the schema as the text of a file."""
    return json.dumps(schema_of(model, title), indent=2, ensure_ascii=False) + "\n"
