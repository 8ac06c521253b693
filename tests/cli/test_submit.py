"""``certify submit``: a folder as a whole, exit codes, and what it refuses."""

import json
from pathlib import Path

import pytest

from certify.evidence.ledger.store import VARIABLE, Ledger
from certify.library import load

STRICT = """\
certify: 1
jurisdiction: {id: strict, name: Strict, authority: Nobody}
clauses:
  - clause: "1"
    asks: A return that no game has.
    certainty: V
    source: this test
    limit: {kind: least_return, share: 1.5}
"""


def test_a_package_is_written_and_told(certify, tmp_path, words):
    folder = tmp_path / "package"
    found = certify("submit", "casino-war", "--for", "nj,gb", "-o", folder)
    assert "New Jersey" in found.stdout
    assert f"Wrote {folder}" in words(found.stdout)
    names = {path.name for path in folder.iterdir()}
    assert {"certificate.pdf", "clause-matrix.pdf", "rulebook.pdf", "SHA256SUMS"} <= names
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["command"] == "certify submit casino-war --for nj,gb -o submission"
    again = load("casino-war").submit(folder, jurisdictions="nj,gb")
    assert {file.name: file.sha256 for file in again.files} == {
        file["name"]: file["sha256"] for file in manifest["files"]
    }


def test_a_limit_that_is_not_met_ends_with_3_and_is_written(certify, tmp_path, monkeypatch):
    profile, folder = tmp_path / "strict.yaml", tmp_path / "package"
    profile.write_text(STRICT, encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "ledger.sqlite"))
    found = certify("submit", "casino-war", "--for", profile, "-o", folder, "--json", code=3)
    (matrix,) = json.loads(found.stdout)["matrices"]
    assert {each["verdict"] for each in matrix["findings"]} == {"not met"}
    assert (folder / "SHA256SUMS").exists()
    (row,) = Ledger(tmp_path / "ledger.sqlite").rows()
    entry = row.entry()
    assert entry.met is False
    assert entry.fixed == {"-o": "submission", "--output": None}
    assert str(profile) in {file.path for file in entry.inputs}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("casino-war", "--for", "njj"), "there is no profile 'njj'; did you mean nj?"),
        (("casino-war", "--for", "qqq"), "pa, wa; the path of a file that ends in .yaml is taken"),
        (("burn", "--for", "nj"), "burn cannot be submitted"),
        (("casino-war", "--for", "nj", "--jackpot", "pairs"), "WAGER.ROW"),
        (("casino-war", "--for", "nj", "--report", "none.pdf"), "none.pdf cannot be read"),
        (("casino-war", "--for", "nj", "--set", "tie_pais=9:1"), "tie_pais"),
        (("casino-war", "--for", "nj", "--about", "none.yaml"), "there is no such file"),
    ],
)
def test_what_cannot_be_submitted_is_explained(certify, tmp_path, words, arguments, said):
    found = certify("submit", *arguments, "-o", tmp_path / "package", code=1)
    assert said in words(found.stderr)
    assert not (tmp_path / "package").exists()


def test_a_file_is_no_folder_for_a_submission(certify, tmp_path, words):
    output = tmp_path / "notes.txt"
    output.write_text("mine")
    found = certify("submit", "casino-war", "--for", "nj", "-o", output, code=1)
    assert "notes.txt was not written: it is a file; give the name of a folder" in words(
        found.stderr
    )
    assert output.read_text() == "mine"


def test_a_report_that_is_of_other_rules_or_forged_is_refused(certify, tmp_path, words):
    report = Path("reports/casino-war.pdf")
    given = ("--for", "nj", "-o", tmp_path / "package", "--report")
    for game in (("casino-war", "--set", "tie_pays=9:1"), ("red-dog",)):
        found = certify("submit", *game, *given, report, code=1)
        assert "it is a report of casino-war, version" in words(found.stderr)
    forged = tmp_path / "forged.pdf"
    forged.write_bytes(report.read_bytes().replace(b"Test Report CW", b"Best Report CW", 1))
    assert forged.read_bytes() != report.read_bytes()
    found = certify("submit", "casino-war", *given, forged, code=1)
    assert "the report does not prove itself" in words(found.stderr)
    assert not (tmp_path / "package").exists()


def test_requirements_belong_into_a_profile(certify, tmp_path, words):
    about = tmp_path / "about.yaml"
    about.write_text(
        "certify: 1\nrequirements:\n"
        "  - {figure: returns.wagers.ante.rtp, at_least: 0.9, clause: one}\n",
        encoding="utf-8",
    )
    given = ("--for", "nj", "-o", tmp_path / "package", "--about", about)
    found = certify("submit", "casino-war", *given, code=1)
    assert "write them as limits of a profile" in words(found.stderr)


def test_laboratory_and_client_stand_on_the_certificate(certify, tmp_path):
    from tests.report.built import text_of

    about = tmp_path / "about.yaml"
    about.write_text(
        "certify: 1\nlaboratory: {name: Example Lab, address: 1 High Street}\n"
        "client: {name: Example Casino}\n"
        "authorised_by: {name: A. Person, function: Head of mathematics}\n",
        encoding="utf-8",
    )
    folder = tmp_path / "package"
    certify("submit", "casino-war", "--for", "nj", "-o", folder, "--about", about)
    text = text_of((folder / "certificate.pdf").read_bytes())
    for told in ("Example Lab, 1 High Street", "Example Casino", "A. Person, Head of mathematics"):
        assert told in text


def test_a_folder_that_is_no_submission_is_refused(certify, tmp_path, words):
    found = certify("verify", tmp_path, code=1)
    assert "is a folder without manifest.json" in words(found.stderr)
