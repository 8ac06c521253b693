"""How long a report takes to be built from its results, and to be verified.

Goals: built under 10 s, verified under 5 s, both as whole commands on one core.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from certify.evidence.report.document import build_pdf
from certify.evidence.verification.verify import Verification

REPORTS = sorted((Path(__file__).parents[2] / "reports").glob("*.pdf"))


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)
def test_report_from_its_results(benchmark, path):
    verification = Verification(path.read_bytes(), path.name)
    verification.run()
    built = benchmark.pedantic(
        build_pdf, (verification.certification, verification.enclosed), rounds=3
    )
    assert built == path.read_bytes()


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)
def test_verification_as_a_command(benchmark, path):
    command = [sys.executable, "-c", "from certify.cli.main import run; run()", "verify", str(path)]
    benchmark.pedantic(subprocess.run, (command,), {"check": True}, rounds=3)
