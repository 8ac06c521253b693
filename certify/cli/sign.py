"""``certify sign``: a signature behind an issued report."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import click

from certify.cli.options import examples
from certify.cli.output import require_suffix, show
from certify.errors import VerificationError
from certify.evidence.verification.files import read_file
from certify.evidence.verification.result import VerificationResult
from certify.evidence.verification.signature import sign_report, signatures_of
from certify.evidence.verification.verify import Verification
from certify.evidence.verification.view import signatures
from certify.present.facts import digests
from certify.runtime.files import check_destination, write_files
from certify.studies.submission.parts import is_submission

PASSPHRASE = "CERTIFY_PASSPHRASE"


@click.command(
    "sign",
    epilog=examples(
        "certify sign report.pdf --key laboratory.p12 -o report.signed.pdf",
        "certify sign report.pdf --key K.p12 --timestamp URL -o signed.pdf",
    ),
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.pdf")
@click.option(
    "--key",
    required=True,
    type=click.Path(path_type=Path),
    metavar="KEY.p12",
    help="Key and certificate, PKCS #12.",
)
@click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=f"The passphrase of the key, on the first line. Otherwise {PASSPHRASE} has it, or it is"
    " asked for.",
)
@click.option(
    "--timestamp",
    metavar="URL",
    help="A timestamp authority (RFC 3161), which says when.",
)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="SIGNED.pdf",
    type=click.Path(path_type=Path),
    help="The signed report; the unsigned one stays as it is.",
)
def command(
    file: Path, key: Path, passphrase_file: Path | None, timestamp: str | None, output: Path
) -> None:
    """Sign a report that proves itself (needs certify[signatures]).

    The report is verified first: one that fails is not signed. The signature (PAdES, certifying, no
    change allowed) is added behind it, so that the unsigned report is, byte for byte, the beginning
    of the signed one. A document of a submission, such as its certificate, is signed if the
    submission that it lies in proves itself.
    """
    require_suffix(output, ".pdf")
    check_destination(output)
    content = read_file(file)
    proves = file.parent if is_submission(file.parent) else file
    failed = [
        check.title for check in _verified(proves, content).checks if check.verdict == "failed"
    ]
    if failed:
        raise VerificationError(
            f"{file} is not signed, since {'it' if proves == file else 'its submission'} does not"
            f" prove itself ({', '.join(failed).lower()}); certify verify {proves} says why"
        )
    read_file(key)
    signed = sign_report(content, key, _passphrase(passphrase_file), timestamps=timestamp)
    write_files({output: signed})
    signers = [found.signer for found in signatures_of(signed)]
    show(
        signatures(signers),
        digests([(str(output), hashlib.sha256(signed).hexdigest())], "Wrote, with its SHA-256"),
    )


def _verified(proves: Path, content: bytes) -> VerificationResult:
    """Return what was found of a report, or of the submission that a document is part of."""
    if proves.is_dir():
        from certify.evidence.submission.proof import verify_submission

        return verify_submission(proves)
    verification = Verification(content, proves.name)
    verification.run()
    return verification.result()


def _passphrase(file: Path | None) -> bytes | None:
    if file is not None:
        return read_file(file).split(b"\n")[0].rstrip(b"\r")
    if PASSPHRASE in os.environ:
        return os.environ[PASSPHRASE].encode()
    given: str = click.prompt(
        "Passphrase of the key", default="", hide_input=True, show_default=False, err=True
    )
    return given.encode() or None
