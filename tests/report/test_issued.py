"""The reports in reports/ are those that were issued, and prove themselves."""

from __future__ import annotations

import csv
import hashlib
import re
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import Destination

from certify import __version__
from certify.evidence.report.identity import RESULTS_NAME
from certify.evidence.verification.verify import Verification
from certify.language.catalogue import load_game
from certify.numerics.fingerprint import REPORTS, engine_of
from certify.studies.certification.about import read_about
from certify.studies.certification.result import Certification
from tests.report.built import rebuilt_once

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "reports"
SPECIMEN = FOLDER / "specimen"
ALL_GAMES = {
    path.stem.replace("_", "-")
    for folder in ("rules", "rules/shelf")
    for path in (ROOT / folder).glob("*.yaml")
}
WITHOUT = set(re.findall(r"^\| `([a-z-]+)` \|", (FOLDER / "README.md").read_text(), re.MULTILINE))
GAMES = sorted(ALL_GAMES - WITHOUT)


def issued() -> dict[str, str]:
    """Return the SHA-256 of every file that was issued, by its name."""
    lines = (FOLDER / "SHA256SUMS").read_text().splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


def test_all_games_have_a_report_or_are_named_without_and_nothing_else_is_there() -> None:
    assert WITHOUT <= ALL_GAMES
    assert {"blackjack-burnout", "burnout"} <= set(GAMES)
    wanted = {f"{game}{suffix}" for game in GAMES for suffix in (".json", ".pdf")}
    assert set(issued()) == wanted
    others = {"SHA256SUMS", "METHOD.md", "engines.csv", "specimen", "submissions", "README.md"}
    assert {path.name for path in FOLDER.iterdir()} == {*wanted, *others}
    assert {path.name for path in SPECIMEN.iterdir()} == {
        *("README.md", "about.yaml", "specimen-ca.pem"),
        *("specimen.json", "specimen.pdf", "specimen-signed.pdf"),
    }


def test_no_file_has_changed() -> None:
    found = {name: hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() for name in issued()}
    assert found == issued()


@pytest.mark.parametrize("game", GAMES)
def test_a_report_is_built_again_and_tells_its_engine_and_its_rules(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte; it stays valid while the engine goes on, and is of the rules in force."""
    rebuilt_once(monkeypatch)
    path = FOLDER / f"{game}.pdf"
    verification = Verification(path.read_bytes(), path.name)
    verification.run(published=path.with_suffix(".json").read_bytes())
    found = verification.result()
    assert not found.has_failed, found.checks
    (pages,) = (check for check in found.checks if check.id == "pages")
    assert "equal to the byte" in pages.text
    assert RESULTS_NAME not in verification.enclosed
    about, now = verification.certification, load_game(game)
    assert about is not None
    assert engines()[about.engine_version, about.engine] == about.engine_sha256
    (engine,) = (check for check in found.checks if check.id == "engine")
    is_this_one = about.engine_sha256 == engine_of(about.engine)
    assert engine.verdict == ("passed" if is_this_one else "not_made"), engine.text
    assert (about.spec_sha256, about.paytable_sha256) == (now.spec_sha256, now.paytable_sha256)
    assert about.version == now.spec.game.version


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game == "burnout" else pytest.mark.slow) for game in GAMES],
)
def test_no_page_is_empty(game: str) -> None:
    """Head and foot are on every page; something else must be, too."""
    for number, page in enumerate(PdfReader(FOLDER / f"{game}.pdf").pages, start=1):
        assert len(page.extract_text()) > 250, number


@pytest.mark.parametrize("game", GAMES)
def test_the_three_depths_have_their_lengths(game: str) -> None:
    """Two pages of certificate; a report of eight to fifteen with its contents; annexes."""
    file = PdfReader(FOLDER / f"{game}.pdf")
    starts = {
        entry.title: file.get_destination_page_number(entry) or 0
        for entry in file.outline
        if isinstance(entry, Destination)
    }
    assert starts["Report"] == 2
    assert 8 <= starts["Annexes"] - starts["Report"] <= 15


def engines() -> dict[tuple[str, str], str]:
    """Return the SHA-256 of the engines that issued reports, by version and kind of game."""
    rows = list(csv.DictReader((FOLDER / "engines.csv").read_text().splitlines()))
    found = {(row["version"], row["reports_on"]): row["engine_sha256"] for row in rows}
    assert len(found) == len(rows)
    return found


@pytest.mark.parametrize("kind", REPORTS)
def test_a_version_that_has_issued_reports_keeps_its_engine(kind: str) -> None:
    """A figure's source that changes asks for another version: `.ci/issue` writes the line."""
    assert engines().get((__version__, kind), engine_of(kind)) == engine_of(kind)


@pytest.mark.slow
def test_the_specimen_is_signed_and_proves_itself() -> None:
    """A report that is filled in, as `.ci/specimen` makes it."""
    content = (SPECIMEN / "specimen-signed.pdf").read_bytes()
    assert content.startswith((SPECIMEN / "specimen.pdf").read_bytes())
    verification = Verification(content, "specimen-signed.pdf")
    verification.run(
        published=(SPECIMEN / "specimen.json").read_bytes(),
        trusted=[(SPECIMEN / "specimen-ca.pem").read_bytes()],
    )
    found = verification.result()
    assert not found.has_failed, found.checks
    (signer,) = found.signers
    assert signer.is_trusted
    assert "SPECIMEN" in signer.name
    assert "SPECIMEN" in signer.issuer
    item = verification.certification
    assert item is not None
    assert item.about is not None
    assert item.about.jurisdiction is not None
    assert len(item.requirements) == 2
    assert item.all_met


def test_the_file_of_the_specimen_can_be_given_with_a_report() -> None:
    given = read_about(str(SPECIMEN / "about.yaml"), Certification)
    assert given.about is not None
    for told in (given.about.laboratory, given.about.client, given.about.jurisdiction):
        assert told is not None
    assert "SPECIMEN" in str(given.about)
    assert len(given.limits) == 2
