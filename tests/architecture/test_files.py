"""The shape of the project: schemas current, files small, docstrings complete."""

import ast
import re
from pathlib import Path

import pytest

import certify
from certify.language.models import GameSpec, Paytable, schema_text
from certify.resources import data_root

PACKAGE = Path(certify.__file__).parent
MOST_LINES = 600
KEYS = ("Conditioning:", "Method:", "Error:", "Source:")
SOURCES = sorted(PACKAGE.rglob("*.py"))


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


@pytest.mark.parametrize(("folder", "model"), [("rules", GameSpec), ("paytables", Paytable)])
def test_schemas_are_current(folder, model):
    written = (data_root(folder) / "schema.json").read_text(encoding="utf-8")
    assert written == schema_text(model), f"run: certify schema {folder[:-1]}"


def test_data_are_read_from_the_checkout():
    assert data_root("rules") == PACKAGE.parent / "rules"


@pytest.mark.parametrize("path", SOURCES, ids=module_name)
def test_files_are_small(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def public_functions():
    for path in SOURCES:
        if path.parent.name not in ("exact", "numerics"):
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                yield pytest.param(node, id=f"{module_name(path)}.{node.name}")


def is_numerical(node: ast.FunctionDef) -> bool:
    """Whether a function computes figures: it takes or returns arrays, solutions or shoes."""
    returned = ast.unparse(node.returns) if node.returns else ""
    return bool(re.search(r"Float|float|Solution|ShoeValues|Figures", returned))


@pytest.mark.parametrize("node", list(public_functions()))
def test_numerical_functions_state_conditioning_method_error_and_source(node):
    docstring = ast.get_docstring(node) or ""
    if is_numerical(node):
        missing = [key for key in KEYS if key not in docstring]
        assert not missing, f"{node.name}: Notes lack {', '.join(missing)}"
    assert docstring
