"""The page on hostile input names every limit that a spec can meet, with its value."""

import importlib
import re
from pathlib import Path

import pytest

import certify

PACKAGE = Path(certify.__path__[0])
PAGE = (Path(__file__).parents[2] / "docs" / "hostile-input.md").read_text(encoding="utf-8")
LIMIT = re.compile(r"^((?:MOST|LARGEST|LONGEST|DEEPEST)[A-Z_]*)(?:: \w+)? = ", re.MULTILINE)
MODULES = [
    path
    for folder in ("language", "play", "exact/banked")
    for path in sorted((PACKAGE / folder).rglob("*.py"))
    if LIMIT.search(path.read_text(encoding="utf-8"))
]


def shown(value):
    """Return an integer as the page writes it."""
    for base, least in ((10, 9), (2, 31)):
        for more, tail in ((0, ""), (1, " - 1")):
            power = round(len(bin(value + more)) - 3 if base == 2 else len(str(value + more)) - 1)
            if power >= least and base**power == value + more:
                return f"{base}^{power}{tail}"
    return f"{value:,}"


def test_integers_are_written_as_people_read_them():
    written = {200: "200", 1_000_000: "1,000,000", 10**18: "10^18", 2**62: "2^62"}
    assert {value: shown(value) for value in written} == written
    assert shown(2**53 - 1) == "2^53 - 1"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_limits_of_a_module_stand_in_its_row(path):
    file = path.relative_to(PACKAGE).as_posix()
    module = importlib.import_module("certify." + file.removesuffix(".py").replace("/", "."))
    names = LIMIT.findall(path.read_text(encoding="utf-8"))
    told = ", ".join(f"`{name}` {shown(getattr(module, name))}" for name in names)
    assert f"| `{file}` | {told} |" in PAGE


def test_no_row_is_of_a_module_without_limits():
    files = {path.relative_to(PACKAGE).as_posix() for path in MODULES}
    rows = re.findall(
        r"^\| `((?:language|play|exact)/[a-z_/]+\.py)` \| `[A-Z_]+` [0-9^, -]+", PAGE, re.MULTILINE
    )
    assert set(rows) <= files
