"""Texts of results are set as text: markup that names a picture in a file opens nothing."""

import json
import subprocess
import sys
from pathlib import Path

MARKUP = "<img src='{canary}' width='9' height='9'/>"

BUILD = """
import json, sys
from certify.evidence.report.document import build_pdf
from certify.studies.certification.result import (Certification)
heard = []
def hear(event, arguments):
    if event == "open" and "canary" in str(arguments[0]):
        heard.append(f"{event} {arguments[0]}")
    if event.startswith(("socket.", "subprocess.", "os.system", "urllib.")):
        heard.append(event)
content = Certification.from_json(sys.stdin.read())
sys.addaudithook(hear)
pdf = build_pdf(content)
print(json.dumps([len(pdf) > 100_000, heard]))
"""

NAMES = ("name", "title", "value", "reference", "outcome", "engine_version", "command", "version")
"""Texts without blanks that are printed as they are."""


def marked(value, markup):
    """Put markup behind every text in results that is printed as it is; return how many."""
    number = 0
    for key, part in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if isinstance(part, dict | list):
            number += marked(part, markup)
        elif isinstance(part, str) and (" " in part or key in NAMES):
            value[key] = f"{part} {markup}"
            number += 1
    return number


def test_markup_in_results_opens_no_file(tmp_path):
    from tests.report.report_sample import sample_certification

    content = json.loads(sample_certification().to_json())
    assert marked(content, MARKUP.format(canary=tmp_path / "canary.png")) > 200
    ended = subprocess.run(
        [sys.executable, "-c", BUILD],
        input=json.dumps(content),
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ended.stdout) == [True, []]
