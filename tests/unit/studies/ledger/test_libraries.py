"""Versions of libraries: read once, until something is installed or removed."""

from __future__ import annotations

import sys
from importlib.metadata import Distribution
from pathlib import Path

import pytest

from certify.evidence import libraries
from certify.evidence.libraries import needed_libraries, needed_versions
from certify.runtime.cache import FOLDER_VARIABLE


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[dict[str, Distribution]]:
    """Return what was read of the libraries, with nothing kept of them, and a folder for more."""
    (tmp_path / "site").mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "site")])
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "kept"))
    found: list[dict[str, Distribution]] = []

    def counted() -> dict[str, Distribution]:
        found.append(needed_libraries())
        return found[-1]

    monkeypatch.setattr(libraries, "needed_libraries", counted)
    return found


def told() -> dict[str, str]:
    """Return the versions as another process tells them."""
    needed_versions.cache_clear()
    return needed_versions()


def test_versions_are_kept_until_something_is_installed_or_removed(
    read: list[dict[str, Distribution]], tmp_path: Path
) -> None:
    first = told()
    assert first == {name: library.version for name, library in read[0].items()}
    assert {"numpy", "pydantic", "click"} <= first.keys()
    assert list(first) == sorted(first)
    assert told() == first
    assert len(read) == 1
    installed = tmp_path / "site" / "another-1.0.dist-info"
    installed.mkdir()
    assert told() == first
    assert len(read) == 2
    installed.rmdir()
    told()
    assert len(read) == 3


def test_what_is_kept_of_them_and_damaged_is_read_again(
    read: list[dict[str, Distribution]], tmp_path: Path
) -> None:
    first = told()
    (kept,) = (tmp_path / "kept").iterdir()
    kept.write_bytes(b"{}")
    assert told() == first
    assert len(read) == 2
