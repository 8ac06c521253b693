"""``certify verify`` and ``certify sign`` at the screen."""

from __future__ import annotations

import json
import re
from unittest.mock import patch

import pytest

from certify.evidence import recompute as module
from tests.report.built import built, short_reports
from tests.report.certificates import PASSPHRASE, issued_by, key_file, root
from tests.report.sealed import change_digit, changed, sealed_sample


@pytest.fixture(scope="module", autouse=True)
def short():
    """Verify short reports, each built again once."""
    with short_reports(), patch("certify.evidence.verification.verify.build_pdf", built):
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports")
    content, item = sealed_sample()
    (folder / "report.pdf").write_bytes(content)
    (folder / "changed.pdf").write_bytes(changed(content, change_digit))
    (folder / "results.json").write_text(item.to_json() + "\n")
    return folder


def test_a_report_that_proves_itself(certify, folder, words):
    shown = words(certify("verify", folder / "report.pdf").stdout)
    assert "equal to the byte" in shown
    assert "The report is as it was made from its results." in shown
    assert "It is not signed: compare its number with the one that was published." in shown
    assert (
        max(len(line) for line in certify("verify", folder / "report.pdf").stdout.split("\n")) <= 80
    )


def test_what_was_changed_is_named(certify, folder, words):
    shown = words(certify("verify", folder / "changed.pdf", code=3).stdout)
    assert "FAILED Pages" in shown
    assert "stands in place of" in shown
    assert "The report does NOT prove itself" in shown


def test_everything_as_json(certify, folder):
    found = json.loads(certify("verify", folder / "changed.pdf", "--json", code=3).stdout)
    assert {check["id"]: check["verdict"] for check in found["checks"]} == {
        "results": "passed",
        "attachments": "passed",
        "rules": "passed",
        "pages": "failed",
        "signature": "not_made",
        "engine": "not_made",
    }
    again = certify("verify", folder / "report.pdf", "--results", folder / "results.json", "--json")
    assert "is the published one" in json.loads(again.stdout)["checks"][0]["text"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("missing.pdf", "No such file"),
        ("results.json", "is no PDF"),
        (".", "a folder without manifest.json"),
    ],
)
def test_files_that_are_no_reports(certify, folder, name, told, words):
    assert told in words(certify("verify", folder / name, code=1).output)


def test_figures_computed_again(certify, folder, words, monkeypatch):
    monkeypatch.setattr(module, "_again", lambda item, *_: item)
    shown = words(certify("verify", folder / "report.pdf", "--recompute").stdout)
    assert "came out equal to the last bit" in shown
    assert "its figures follow from the rules in it" in shown

    def other(item, *_):
        shoe = item.shoes[0]
        main = shoe.optimal.wagers.main.model_copy(update={"ev": -0.5})
        wagers = shoe.optimal.wagers.model_copy(update={"main": main})
        optimal = shoe.optimal.model_copy(update={"wagers": wagers})
        shoes = (shoe.model_copy(update={"optimal": optimal}), *item.shoes[1:])
        return item.model_copy(update={"shoes": shoes})

    monkeypatch.setattr(module, "_again", other)
    shown = words(certify("verify", folder / "report.pdf", "--recompute", code=3).stdout)
    assert "shoes.0.optimal.wagers.main.ev" in shown
    assert "-0.5 computed again" in shown


def test_a_signature_by_command(certify, folder, tmp_path, monkeypatch, words):
    authority = root()
    key = key_file(tmp_path, issued_by(authority, "Ada Tester"), authority)
    (tmp_path / "root.pem").write_bytes(authority.pem)
    (tmp_path / "passphrase").write_bytes(PASSPHRASE + b"\n")
    signed = tmp_path / "signed.pdf"
    made = certify(
        "sign", folder / "report.pdf", "--key", key,
        "--passphrase-file", tmp_path / "passphrase", "-o", signed,
    )  # fmt: skip
    told = words(made.stdout)
    assert "signed by Common Name: " in told
    assert "certificate issued by Common Name: " in told
    assert re.search(r"valid until 20\d\d-\d\d-\d\dT", told)
    assert re.search(r"signed at 20\d\d-.* \(as the signer says\)", told)
    assert "timestamp none: no authority confirms when it was signed" in told
    unasked = words(certify("verify", signed).stdout)
    assert "It bears a signature in the name of Ada Tester, and not" in unasked
    assert "whether it is theirs is shown by --trust" in unasked
    shown = words(certify("verify", signed, "--trust", tmp_path / "root.pem").stdout)
    assert "It is the one that Ada Tester signed: a certificate that you trust vouches" in shown
    assert "signed by Common Name: Ada Tester" in shown
    assert "or a signature" not in shown
    monkeypatch.setenv("CERTIFY_PASSPHRASE", "wrong")
    failed = certify("sign", folder / "report.pdf", "--key", key, "-o", signed, code=1)
    assert "cannot be opened" in words(failed.output)


def test_only_a_report_that_proves_itself_is_signed(certify, folder, tmp_path, words):
    failed = certify(
        "sign", folder / "changed.pdf", "--key", "no.p12", "-o", tmp_path / "signed.pdf", code=1
    )
    assert "does not prove itself (pages)" in words(failed.output)
    assert not (tmp_path / "signed.pdf").exists()
