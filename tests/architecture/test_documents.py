"""Documents: links lead somewhere. Their examples are the matter of tests/documents."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("reports/*.md")])
LINK = re.compile(r"\[[^\]]+\]\(([^)#\s]+)[^)]*\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document):
    for target in LINK.findall(document.read_text(encoding="utf-8")):
        if not target.startswith("https://"):
            assert (document.parent / target).exists(), target
