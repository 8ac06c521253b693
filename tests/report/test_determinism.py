"""The same results make the same bytes, and nothing but results is needed."""

from __future__ import annotations

import os
import subprocess
import sys

from certify.evidence.report.document import build_pdf
from certify.studies.certification.result import Certification
from tests.report.built import short_reports

BUILD = """
import sys
from certify.evidence.report.document import build_pdf
from certify.studies.certification.result import (Certification)
sys.stdout.buffer.write(build_pdf(Certification.from_json(sys.stdin.read())))
"""
FORBIDDEN = """
import sys
import certify.evidence.report.document
names = ("numba", "click", "certify.exact", "certify.language", "certify.play")
print([name for name in names if name in sys.modules])
"""


def run(script: str, text: str, **environment: str) -> bytes:
    return subprocess.run(
        [sys.executable, "-c", script],
        input=text.encode(),
        env=os.environ | environment,
        capture_output=True,
        check=True,
    ).stdout


def test_another_process_makes_the_same_bytes(pdf: bytes, certification: Certification) -> None:
    elsewhere = {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Kiritimati", "SOURCE_DATE_EPOCH": "86400"}
    assert run(BUILD, certification.to_json(), **elsewhere) == pdf


def test_a_second_build_makes_the_same_bytes_whatever_was_built_between(
    certification: Certification,
) -> None:
    other = certification.model_copy(update={"summary": "Ω ½ ≥ other glyphs first: ßÄÖ"})
    with short_reports():
        first, between, again = map(build_pdf, (certification, other, certification))
    assert first == again != between


def test_report_needs_results_alone() -> None:
    assert run(FORBIDDEN, "").strip() == b"[]"
