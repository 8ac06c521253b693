"""Documents: links lead somewhere, commands exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("reports/*.md")])
LINK = re.compile(r"\[[^\]]+\]\(([^)#\s]+)[^)]*\)")
COMMAND = re.compile(r"certify (\w+)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document):
    for target in LINK.findall(document.read_text(encoding="utf-8")):
        if not target.startswith("https://"):
            assert (document.parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_exist(document):
    from certify.cli.main import certify

    blocks = re.findall(r"```(?:sh|text)\n(.*?)```", document.read_text(encoding="utf-8"), re.S)
    for name in COMMAND.findall("\n".join(blocks)):
        assert name in certify.list_commands(None), name
