"""The notebooks run, and show what is kept in them.

What they show now is written by ``python -m tests.documents.notebooks``.
"""

from __future__ import annotations

import re

import nbformat
import pytest

from tests.documents.notebooks import CHECKS, Notebook, as_run, notebooks

KEPT = notebooks()
USERS = {"designer", "mathematician", "operator", "protection", "regulator", "teacher"}
MARK = re.compile(r"certify-[0-9a-f]{8}-")
"""Names of elements of a page, by the digest of what is shown, rounding and all."""

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def test_every_user_has_one():
    assert {path.stem for path in KEPT} == USERS


@pytest.mark.parametrize("notebook", KEPT.values(), ids=[path.stem for path in KEPT])
def test_it_is_short_and_ends_with_checks(notebook):
    nbformat.validate(notebook)
    assert 8 <= len(notebook.cells) <= 15
    first, *_, last = notebook.cells
    assert first.source.startswith("# ")
    assert last.metadata.tags == [CHECKS]
    assert last.source.count("assert ") >= 5
    assert not last.outputs


def test_they_run_and_show_what_is_kept():
    for path, now in as_run(KEPT).items():
        kept = shown(KEPT[path])
        assert len(kept) == len(shown(now)), path.name
        for before, after in zip(kept, shown(now), strict=True):
            assert is_same(before, after), f"{path.name} keeps\n{before}\nand shows\n{after}"


def shown(notebook: Notebook) -> list[str]:
    """Return what cells show, as a reader sees it: the page of an output where it has one."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    # There is nothing else, such as a warning.
    assert {output.output_type for output in outputs} <= {"execute_result", "display_data"}
    return [output.data.get("text/html") or output.data["text/plain"] for output in outputs]


def is_same(kept: str, now: str) -> bool:
    """Return whether two outputs are the same but for rounding, which processors do differently."""
    kept, now = MARK.sub("certify-", kept), MARK.sub("certify-", now)
    if NUMBER.sub("", kept) != NUMBER.sub("", now):
        return False
    pairs = zip(NUMBER.findall(kept), NUMBER.findall(now), strict=True)
    return all(
        before == after or float(after) == pytest.approx(float(before), rel=1e-9, abs=1e-12)
        for before, after in pairs
    )


def test_what_differs_is_found():
    assert is_same("edge 0.61, off by 2.1e-17", "edge 0.61, off by 0.0")
    assert not is_same("edge 0.61", "edge 0.62")
    assert not is_same("edge 0.61", "return 0.61")
    assert not is_same("edge 0.61", "edge 0.61 or 0.62")
