"""A version has one engine: its line in the file is written once and never changed."""

from __future__ import annotations

from pathlib import Path

from tools.engines import record

FIRST = {"banked": "a" * 64, "between_players": "b" * 64}


def test_a_version_is_recorded_once_and_never_with_other_sources(tmp_path: Path) -> None:
    file = tmp_path / "engines.csv"
    assert record(file, "0.2.0", FIRST) is None
    issued = file.read_text()
    assert issued.splitlines()[0] == "version,reports_on,engine_sha256"
    assert record(file, "0.2.0", FIRST) is None
    assert file.read_text() == issued
    problem = record(file, "0.2.0", {**FIRST, "banked": "c" * 64})
    assert problem is not None
    assert problem.startswith("certify 0.2.0 has issued reports on banked games by other sources")
    assert file.read_text() == issued
    assert record(file, "0.3.0", {**FIRST, "banked": "c" * 64}) is None
    assert file.read_text().startswith(issued)
    assert len(file.read_text().splitlines()) == 5
