"""Documents: links lead somewhere. Their examples are the matter of tests/documents."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("reports/*.md")])
MODULE = re.compile(r"`([a-z_]+(?:/[a-z_]+)+\.py)`")
LINK = re.compile(r"\[[^\]]+\]\(([^)#\s]+)[^)]*\)")


def test_links_lead_somewhere():
    lost = [
        f"{document.relative_to(ROOT)}: {target}"
        for document in DOCUMENTS
        for target in LINK.findall(document.read_text(encoding="utf-8"))
        if not target.startswith("https://") and not (document.parent / target).exists()
    ]
    assert lost == []


def test_modules_that_are_named_exist():
    gone = [
        f"{document.relative_to(ROOT)}: {name}"
        for document in DOCUMENTS
        if document.name != "CHANGELOG.md"
        for name in MODULE.findall(document.read_text(encoding="utf-8"))
        if not (ROOT / name).exists() and not (ROOT / "certify" / name).exists()
    ]
    assert gone == []
