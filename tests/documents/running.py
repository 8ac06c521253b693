"""Runs the examples of a document, in order, in a folder of their own."""

from __future__ import annotations

import doctest
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from certify.cli.main import certify as command_line
from certify.evidence.ledger.store import VARIABLE
from tests.documents.pages import ROOT, Block, Command, words

PROGRAM = "certify"
SHELL_SIGNS = set("|<>;&*")
CODE = "echo $?"
FLAGS = doctest.ELLIPSIS
SOURCES = ("rules", "paytables", "reports", "docs/examples")


def tidy(text: str) -> str:
    """Return a text without spaces at the ends of lines and empty lines at its end."""
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines()).rstrip("\n") + "\n"


def agrees(expected: str, printed: str) -> bool:
    """Return whether a text is the one expected, in which ``...`` stands for anything."""
    return doctest.OutputChecker().check_output(tidy(expected), tidy(printed), FLAGS)


class Reading:
    """A reader who does what a document says, from the top."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code = 0
        self.names: dict[str, object] = {}
        # A reader has a ledger of his own, with nothing in it yet.
        self.environment = {VARIABLE: str(folder / "ledger.sqlite")}
        for source in SOURCES:
            shutil.copytree(ROOT / source, folder / source)

    def run(self, block: Block) -> Iterator[tuple[Command, str]]:
        """Run a console block; return each command with what it printed."""
        for command in block.commands():
            if command.text == CODE:
                printed, self.code = f"{self.code}\n", 0
            elif self.code:
                # Who reads must be told that it failed.
                printed = f"exit code {self.code} of the command before, which the page hides"
                self.code = 0
            else:
                printed, self.code = self._run(command.text)
            yield command, tidy(printed)
        assert not self.code, f"the last command ends with exit code {self.code}: {printed}"

    def _run(self, text: str) -> tuple[str, int]:
        arguments = words(text)
        if arguments[0] == PROGRAM and not SHELL_SIGNS & set(text):
            with chdir(self.folder):
                result = CliRunner(env=self.environment).invoke(
                    command_line, arguments[1:], prog_name=PROGRAM
                )
            return result.output, result.exit_code
        tools = Path(sys.executable).parent
        done = subprocess.run(
            ["sh", "-c", text],
            cwd=self.folder,
            env={
                **os.environ,
                **self.environment,
                "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.stdout, done.returncode

    def write(self, block: Block) -> None:
        """Write the file that a block holds."""
        path = self.folder / block.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.content, encoding="utf-8")

    def interpret(self, block: Block) -> str:
        """Run an example of Python; return what differs from what it should print."""
        example = doctest.DocTestParser().get_doctest(
            block.content, self.names, "example", None, block.line
        )
        said: list[str] = []
        runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
        with chdir(self.folder):
            runner.run(example, out=said.append, clear_globs=False)
        self.names.update(example.globs)
        return "".join(said)
