"""Signs an issued report and checks signatures, with pyHanko: PAdES, certifying, no later change.

A signature is added behind the report, of which not a byte changes; so the hash that was published
for the unsigned file still holds for the first part of the signed one.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from certify.errors import VerificationError
from certify.evidence.verification.result import Signer

if TYPE_CHECKING:
    from pyhanko.sign.timestamps import TimeStamper

NEEDS_LIBRARY = (
    "signatures need the library pyHanko, which is not installed: pip install 'certify[signatures]'"
)
FIELD = "Authorisation"
REASON = "Issue of the test report"


@dataclass(frozen=True)
class SignatureFound:
    """A signature of a file, and what is wrong with it.

    Attributes
    ----------
    signer : Signer
        Whose it is.
    problems : tuple of str
        Why it does not hold; none if it does.
    """

    signer: Signer
    problems: tuple[str, ...]


def is_signed(content: bytes) -> bool:
    """Return whether a file looks as if it bore a signature."""
    return b"/ByteRange" in content


def sign_report(
    content: bytes,
    key_file: Path,
    passphrase: bytes | None,
    *,
    timestamps: TimeStamper | str | None = None,
) -> bytes:
    """Return a report with a signature behind it.

    `key_file`: key and certificates in PKCS #12 (.p12, .pfx). `timestamps`: a timestamp authority
    (RFC 3161), or its address. The result: `content`, and then the signature (PAdES), which
    certifies the document and allows no change. Raises `VerificationError` if pyHanko is not
    installed, the key cannot be read, or the authority gives no timestamp.
    """
    _need_library()
    from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
    from pyhanko.sign import fields, signers

    class Addition(IncrementalPdfFileWriter):
        """A revision in which the report's own information stays as it was issued.

        The library would enter itself and the time, which the signature tells anyway.
        """

        output_version = (1, 7)

        def _update_meta(self) -> None:
            """Leave title, dates and producer alone."""

    _quiet()
    load: Any = signers.SimpleSigner.load_pkcs12
    signer = load(str(key_file), passphrase=passphrase)
    if signer is None:
        raise VerificationError(
            f"{key_file} cannot be opened: expected a key and its certificate in PKCS #12 "
            "(.p12 or .pfx), and the passphrase that opens it"
        )
    writer = Addition(BytesIO(content))
    settings = signers.PdfSignatureMetadata(
        field_name=FIELD,
        reason=REASON,
        certify=True,
        docmdp_permissions=fields.MDPPerm.NO_CHANGES,
        subfilter=fields.SigSeedSubFilter.PADES,
    )
    output = BytesIO()
    try:
        signers.PdfSigner(settings, signer=signer, timestamper=_authority(timestamps)).sign_pdf(
            writer, output=output
        )
    except Exception as error:  # noqa: BLE001
        # Whatever a network or a stranger's certificate can bring about ends here.
        raise VerificationError(f"the report cannot be signed: {_reason(error)}") from None
    return output.getvalue()


def signatures_of(content: bytes, trusted: Sequence[bytes] = ()) -> tuple[SignatureFound, ...]:
    """Return the signatures of a file.

    `trusted`: certificates (PEM or DER) whose chains are trusted; none of the system's are. Raises
    `VerificationError` if pyHanko is not installed, or a certificate or the file cannot be read.
    """
    _need_library()
    from pyhanko.keys import load_certs_from_pemder_data
    from pyhanko.pdf_utils.reader import PdfFileReader
    from pyhanko_certvalidator import ValidationContext

    _quiet()
    try:
        roots = [root for each in trusted for root in load_certs_from_pemder_data(each)]
    except ValueError as error:
        raise VerificationError(
            f"a trusted certificate cannot be read: {_reason(error)}; expected PEM or DER"
        ) from None
    context = ValidationContext(trust_roots=roots, allow_fetching=False)
    try:
        embedded = PdfFileReader(BytesIO(content)).embedded_signatures
        return tuple(_checked(signature, context) for signature in embedded)
    except Exception as error:  # noqa: BLE001
        # The file may be anybody's: what its signatures contain must not end the verification.
        raise VerificationError(f"the signatures cannot be read: {_reason(error)}") from None


def _checked(signature: Any, context: Any) -> SignatureFound:
    from pyhanko.sign.validation import validate_pdf_signature
    from pyhanko.sign.validation.settings import KeyUsageConstraints
    from pyhanko.sign.validation.status import SignatureCoverageLevel

    usage = KeyUsageConstraints(
        key_usage={"digital_signature", "non_repudiation"}, match_all_key_usages=False
    )
    status = validate_pdf_signature(signature, context, context, key_usage_settings=usage)
    problems = []
    if not status.intact:
        problems.append("the signed bytes were changed")
    if not status.valid:
        problems.append("the signature does not belong to the certificate")
    if status.coverage != SignatureCoverageLevel.ENTIRE_FILE:
        problems.append("the file goes on behind what is signed")
    if not status.docmdp_ok:
        problems.append("the file was changed after it was signed")
    timestamp = status.timestamp_validity
    if timestamp is not None and not (timestamp.intact and timestamp.valid):
        problems.append("the timestamp does not hold")
    certificate = status.signing_cert
    signed, stamped = status.signer_reported_dt, timestamp.timestamp if timestamp else None
    return SignatureFound(
        Signer(
            name=certificate.subject.human_friendly,
            issuer=certificate.issuer.human_friendly,
            certificate_sha256=hashlib.sha256(certificate.dump()).hexdigest(),
            signed=signed.isoformat() if signed else None,
            timestamp=stamped.isoformat() if stamped else None,
            is_trusted=bool(status.trusted),
            valid_until=certificate.not_valid_after.isoformat(),
        ),
        tuple(problems),
    )


def _authority(given: TimeStamper | str | None) -> TimeStamper | None:
    if not isinstance(given, str):
        return given
    from pyhanko.sign.timestamps import HTTPTimeStamper

    return HTTPTimeStamper(given)


def _need_library() -> None:
    try:
        import pyhanko  # noqa: F401
    except ImportError:
        raise VerificationError(NEEDS_LIBRARY) from None


def _quiet() -> None:
    """Let the library say nothing on the screen: what matters is in what is returned."""
    for name in ("pyhanko", "pyhanko_certvalidator"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _reason(error: BaseException) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__
