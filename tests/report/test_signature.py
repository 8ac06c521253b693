"""A signature stands behind the report, and holds only as long as nothing changes."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from asn1crypto import keys, x509
from cryptography.hazmat.primitives import serialization
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign.timestamps import DummyTimeStamper

from certify.errors import VerificationError
from certify.evidence.verification.signature import sign_report
from tests.report.certificates import PASSPHRASE, Certified, issued_by, key_file, root
from tests.report.sealed import check_of, sealed_sample, verified


@pytest.fixture(scope="module")
def authority() -> Certified:
    return root()


@pytest.fixture(scope="module")
def sealed() -> bytes:
    return sealed_sample()[0]


@pytest.fixture(scope="module")
def key(authority: Certified, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("keys")
    return key_file(folder, issued_by(authority, "Ada Tester"), authority)


@pytest.fixture(scope="module")
def signed(sealed: bytes, key: Path) -> bytes:
    return sign_report(sealed, key, PASSPHRASE)


def test_the_report_is_the_beginning_of_the_signed_one(sealed: bytes, signed: bytes) -> None:
    assert signed.startswith(sealed)
    assert len(signed) > len(sealed)


def test_a_signed_report_proves_itself(sealed: bytes, signed: bytes, authority: Certified) -> None:
    found = verified(signed, trusted=[authority.pem])
    assert not found.has_failed
    assert check_of(found, "signature").verdict == "passed"
    assert "what follows changes nothing" in check_of(found, "pages").text
    (signer,) = found.signers
    assert "Ada Tester" in signer.name
    assert signer.is_trusted
    assert signer.timestamp is None
    assert found.sealed_sha256 == verified(sealed).sha256


def test_nobody_is_trusted_unasked(signed: bytes) -> None:
    found = verified(signed)
    assert not found.has_failed
    assert not found.signers[0].is_trusted
    assert "was not checked" in check_of(found, "signature").text


def test_a_signature_that_was_asked_for_must_be_there(sealed: bytes, authority: Certified) -> None:
    assert check_of(verified(sealed), "signature").verdict == "not_made"
    told = check_of(verified(sealed, trusted=[authority.pem]), "signature")
    assert told.verdict == "failed"
    assert "asked for" in told.text


def test_another_authority_vouches_for_nothing(signed: bytes) -> None:
    found = verified(signed, trusted=[root("Other Root").pem])
    told = check_of(found, "signature")
    assert told.verdict == "failed"
    assert any("no trusted certificate" in detail for detail in told.details)


def test_a_timestamp_is_told(sealed: bytes, key: Path, authority: Certified) -> None:
    stamper = issued_by(authority, "Test Clock", stamps=True)
    content = stamper.key.private_bytes(
        serialization.Encoding.DER,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    certificate = stamper.certificate.public_bytes(serialization.Encoding.DER)
    clock = DummyTimeStamper(x509.Certificate.load(certificate), keys.PrivateKeyInfo.load(content))
    found = verified(
        sign_report(sealed, key, PASSPHRASE, timestamps=clock), trusted=[authority.pem]
    )
    assert not found.has_failed
    assert found.signers[0].timestamp is not None


def test_a_changed_byte_breaks_the_signature(signed: bytes) -> None:
    place = len(signed) // 3
    damaged = signed[:place] + bytes([signed[place] ^ 1]) + signed[place + 1 :]
    try:
        found = verified(damaged)
    except VerificationError:
        return
    assert check_of(found, "signature").verdict == "failed"
    assert check_of(found, "pages").verdict == "failed"


def changed_afterwards(content: bytes) -> bytes:
    """Return a file with another revision, in which the first page shows nothing."""
    writer = IncrementalPdfFileWriter(BytesIO(content))
    page = writer.find_page_for_modification(0)[0].get_object()
    page["/Contents"] = writer.add_object(generic.StreamObject(stream_data=b"q Q"))
    writer.update_container(page)
    output = BytesIO()
    writer.write(output)
    return output.getvalue()


def test_a_page_changed_after_signing_is_found(signed: bytes) -> None:
    found = verified(changed_afterwards(signed))
    assert check_of(found, "signature").verdict == "failed"
    assert any("page 1" in detail for detail in check_of(found, "pages").details)


def test_a_page_changed_before_signing_is_found(sealed: bytes, key: Path) -> None:
    # The signature itself is sound; but what it vouches for is not the report.
    found = verified(sign_report(changed_afterwards(sealed), key, PASSPHRASE))
    assert check_of(found, "signature").verdict == "passed"
    assert check_of(found, "pages").verdict == "failed"


def test_something_behind_the_signature_is_found(signed: bytes) -> None:
    found = verified(signed + b"\n% more\n")
    assert check_of(found, "signature").verdict == "failed"


def test_what_looks_like_a_signature_is_none(sealed: bytes) -> None:
    found = verified(sealed + b"\n% /ByteRange\n")
    assert check_of(found, "signature").verdict == "failed"


@pytest.mark.parametrize("passphrase", [b"wrong", None])
def test_a_key_that_does_not_open(sealed: bytes, key: Path, passphrase: bytes | None) -> None:
    with pytest.raises(VerificationError, match="cannot be opened"):
        sign_report(sealed, key, passphrase)


def test_an_authority_that_does_not_answer(sealed: bytes, key: Path) -> None:
    with pytest.raises(VerificationError, match="cannot be signed"):
        sign_report(sealed, key, PASSPHRASE, timestamps="http://127.0.0.1:9/")


def test_a_certificate_that_is_none(signed: bytes) -> None:
    found = verified(signed, trusted=[b"no certificate"])
    assert "trusted certificate cannot be read" in check_of(found, "signature").text
