"""The reports in reports/ are those that were issued, and prove themselves."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import pytest

from certify.report.identity import RESULTS_NAME
from certify.report.verification.verify import Verification
from certify.spec.catalogue import load_game

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "reports"
GAMES = sorted(path.stem.replace("_", "-") for path in (ROOT / "rules").glob("*.yaml"))


def issued() -> dict[str, str]:
    """Return the SHA-256 of every file that was issued, by its name."""
    lines = (FOLDER / "SHA256SUMS").read_text().splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


def test_all_games_have_a_report_and_nothing_else_is_there() -> None:
    wanted = {f"{game}{suffix}" for game in GAMES for suffix in (".json", ".pdf")}
    assert set(issued()) == wanted
    assert {path.name for path in FOLDER.iterdir()} == {*wanted, "SHA256SUMS", "METHOD.md"}


@pytest.mark.parametrize("name", sorted(issued()))
def test_no_file_has_changed(name: str) -> None:
    assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == issued()[name]


@cache
def verified(game: str) -> Verification:
    """Return the verification of a report, made once."""
    path = FOLDER / f"{game}.pdf"
    verification = Verification(path.read_bytes(), path.name)
    verification.run(published=path.with_suffix(".json").read_bytes())
    return verification


@pytest.mark.parametrize("game", GAMES)
def test_a_report_is_built_again_byte_for_byte(game: str) -> None:
    verification = verified(game)
    found = verification.result()
    assert not found.has_failed, found.checks
    (pages,) = (check for check in found.checks if check.id == "pages")
    assert "equal to the byte" in pages.text
    assert RESULTS_NAME not in verification.enclosed


@pytest.mark.parametrize("game", GAMES)
def test_a_report_is_about_the_rules_that_are_in_force(game: str) -> None:
    about, now = verified(game).certification, load_game(game)
    assert about is not None
    assert (about.spec_sha256, about.paytable_sha256) == (now.spec_sha256, now.paytable_sha256)
    assert about.version == now.spec.game.version
