"""The shape of the project: schemas current, files small, docstrings complete."""

import ast
import re
from pathlib import Path

import certify
from certify.language.models import GameSpec, Paytable, schema_text
from certify.resources import data_root
from certify.studies.submission.profile import Profile

PACKAGE = Path(certify.__file__).parent
MOST_LINES = 600
KEYS = ("Conditioning:", "Method:", "Error:", "Source:")
SOURCES = sorted(PACKAGE.rglob("*.py"))


def test_schemas_are_current():
    rules = (data_root("rules") / "schema.json").read_text(encoding="utf-8")
    assert rules == schema_text(GameSpec), "run: certify schema spec"
    paytables = (data_root("paytables") / "schema.json").read_text(encoding="utf-8")
    assert paytables == schema_text(Paytable), "run: certify schema paytable"
    profiles = (data_root("rules/jurisdictions") / "schema.json").read_text(encoding="utf-8")
    title = "certify profile of a jurisdiction, version 1"
    assert profiles == schema_text(Profile, title), "run: certify schema jurisdiction"


def test_data_are_read_from_the_checkout():
    assert data_root("rules") == PACKAGE.parent / "rules"


def test_files_are_small():
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert {path: found for path, found in lines.items() if found > MOST_LINES} == {}


def public_functions():
    for folder in ("exact", "numerics"):
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    yield f"{path.relative_to(PACKAGE)}:{node.lineno}: {node.name}", node


def is_numerical(node: ast.FunctionDef) -> bool:
    """Whether a function computes figures: it takes or returns arrays, solutions or shoes."""
    returned = ast.unparse(node.returns) if node.returns else ""
    return bool(re.search(r"Float|float|Solution|ShoeValues|Figures", returned))


def test_numerical_functions_state_conditioning_method_error_and_source():
    functions = list(public_functions())
    assert len(functions) > 100
    assert not [name for name, node in functions if not ast.get_docstring(node)]
    missing = {
        name: [key for key in KEYS if key not in (ast.get_docstring(node) or "")]
        for name, node in functions
        if is_numerical(node)
    }
    assert {name: keys for name, keys in missing.items() if keys} == {}
