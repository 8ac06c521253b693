"""The examples of the documents are run, and print what the documents say.

What is printed now is written into a document by ``python -m tests.documents.write DOCUMENT``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from math import inf
from pathlib import Path

import pytest

from tests.documents.fragments import problem_of
from tests.documents.pages import Block, blocks, documents, name_of
from tests.documents.running import Reading, agrees
from tests.documents.usage import misuse_of
from tests.report.built import rebuilt_once

DOCUMENTS = documents()
RUN = ("console", "pycon")
WITH_EXAMPLES = [
    path
    for path in DOCUMENTS
    if any(block.kind in RUN and not block.is_slow for block in blocks(path))
]
SLOW_DOCUMENTS = [path for path in DOCUMENTS if any(block.is_slow for block in blocks(path))]
FILES = ("csv", "text", "yaml")


@pytest.fixture(autouse=True)
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    # Whether anything is still to be compiled or worked out depends on which tests came before.
    monkeypatch.setattr("certify.cli.progress.when_compiling", lambda tell: nullcontext())
    monkeypatch.setattr("certify.cli.lasting.LONG", inf)
    rebuilt_once(monkeypatch)


def read_through(document: Path, folder: Path, *, slow: bool) -> None:
    """Run the examples of a document from the top, and fail with all differences."""
    reading = Reading(folder)
    differences = []
    for block in blocks(document):
        if block.is_slow and not slow:
            continue
        if block.name:
            reading.write(block)
        elif block.kind == "pycon":
            differences.append(reading.interpret(block))
        elif block.kind == "console":
            differences += [
                f"{name_of(document)}:{command.line}: {command.text}\nexpected:\n"
                f"{command.printed}\nprinted:\n{printed}"
                for command, printed in reading.run(block)
                if not agrees(command.printed, printed)
            ]
    assert not any(differences), "\n".join(differences)


@pytest.mark.parametrize("document", WITH_EXAMPLES, ids=name_of)
def test_examples_print_what_the_document_says(document, tmp_path):
    read_through(document, tmp_path, slow=False)


@pytest.mark.slow
@pytest.mark.parametrize("document", SLOW_DOCUMENTS, ids=name_of)
def test_slow_examples_print_what_the_document_says(document, tmp_path):
    read_through(document, tmp_path, slow=True)


def nothing_wrong(block: Block) -> str:
    """Return nothing: the block is run, or is text that is read and not run."""
    return ""


KINDS: dict[str, Callable[[Block], str]] = {
    "console": nothing_wrong,
    "pycon": nothing_wrong,
    "csv": lambda block: "" if block.name else "a csv block is a file, and has a name",
    "yaml": problem_of,
    "sh": misuse_of,
    "text": misuse_of,
    "{toctree}": nothing_wrong,
}


def test_every_block_is_of_a_kind_that_is_tested():
    """No example escapes: CONTRIBUTING.md says what becomes of each kind."""
    for document, block in ((path, block) for path in DOCUMENTS for block in blocks(path)):
        where = f"{name_of(document)}:{block.line}"
        assert block.kind in KINDS, f"{where}: {block.kind or 'no kind'}"
        assert KINDS[block.kind](block) == "", where
        assert not block.name or block.kind in FILES, where
        # What the fence says is not shown: whoever reads must see the name too.
        assert not block.name or f"`{block.name}`" in block.before, where


def test_the_reader_finds_every_fence():
    """A fence that the parser takes for something else would escape too."""
    for document in DOCUMENTS:
        fences = document.read_text(encoding="utf-8").count("\n```")
        assert fences == 2 * len(blocks(document)), name_of(document)


def test_a_wrong_digit_is_found():
    assert agrees("edge 0.61\n...\nend", "edge 0.61   \nmuch\nmore\nend\n\n")
    assert not agrees("edge 0.61\n...\nend", "edge 0.62\nmuch\nmore\nend\n")


def test_an_exit_code_that_is_hidden_is_found(tmp_path):
    block = Block("console", "", "$ certify games --wrong\n...\n", 1, "")
    with pytest.raises(AssertionError, match="exit code 2"):
        list(Reading(tmp_path).run(block))
