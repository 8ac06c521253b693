"""A report that carries what a real one does, and what can be done to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from unittest.mock import patch

import pikepdf

from certify.evidence.enclosures import enclose
from certify.evidence.report.identity import RESULTS_NAME
from certify.evidence.verification.result import Check, VerificationResult
from certify.evidence.verification.verify import Verification
from certify.language.catalogue import load_game
from certify.studies.certification.result import Certification
from tests.report.built import built, short_reports
from tests.report.report_sample import sample_certification

NUMBER = re.compile(rb"\((\d[\d.]{4,})\)")


def sealed_sample() -> tuple[bytes, Certification]:
    """Return a short report of the real rules with figures made up, and its content."""
    game = load_game("blackjack-burnout")
    item = sample_certification().model_copy(
        update={
            "spec_sha256": game.spec_sha256,
            "paytable_sha256": game.paytable_sha256,
            "changed": (),
        }
    )
    item, contents = enclose(item, game)
    with short_reports():
        return built(item, contents), item


def verified(content: bytes, **asked: object) -> VerificationResult:
    """Return what the verification of a short report finds; most tests verify the same."""
    with short_reports(), patch("certify.evidence.verification.verify.build_pdf", built):
        verification = Verification(content, "report.pdf")
        verification.run(**asked)  # type: ignore[arg-type]
    return verification.result()


def check_of(found: VerificationResult, name: str) -> Check:
    """Return one check."""
    (check,) = (check for check in found.checks if check.id == name)
    return check


def changed(content: bytes, change: Callable[[pikepdf.Pdf], None]) -> bytes:
    """Return a file after something was done to it with another library."""
    with pikepdf.open(BytesIO(content)) as pdf:
        change(pdf)
        output = BytesIO()
        pdf.save(output)
    return output.getvalue()


def change_digit(pdf: pikepdf.Pdf) -> None:
    """Change a digit of the first long figure on the third page or one behind it."""
    for page in pdf.pages[2:]:
        data = page.Contents.read_bytes()
        found = NUMBER.search(data)
        if found:
            digits = bytearray(found[1])
            place = len(digits) - 1
            digits[place] = ord("1") if digits[place] != ord("1") else ord("7")
            data = data[: found.start(1)] + bytes(digits) + data[found.end(1) :]
            page.Contents = pdf.make_stream(data)
            return
    raise AssertionError("no page has a figure")


def change_results(pdf: pikepdf.Pdf) -> None:
    """Change a digit of a figure in the results that are attached, and nothing else."""
    data = pdf.attachments[RESULTS_NAME].get_file().read_bytes()
    found = re.search(rb'"ev": -?0\.0*[1-9]\d(\d)', data)
    assert found
    digit = b"7" if found[1] != b"7" else b"4"
    swap_attachment(pdf, RESULTS_NAME, data[: found.start(1)] + digit + data[found.end(1) :])


def swap_attachment(pdf: pikepdf.Pdf, name: str, content: bytes) -> None:
    """Put another content in the place of an attachment."""
    names = pdf.Root.Names.EmbeddedFiles.Names
    for number in range(0, len(names), 2):
        if str(names[number]) == name:
            stream = pdf.make_stream(content)
            names[number + 1].EF.F = stream
            names[number + 1].EF.UF = stream
            return
    raise AssertionError(f"there is no attachment {name}")
