"""Commands that the documents list without running them: every name and option exists."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import click

from certify.cli.main import COMMANDS
from certify.cli.main import certify as command_line
from tests.documents.pages import ROOT, Block, words

LISTED = re.compile(r"^(?:\.venv/bin/)?certify (?=[a-z])(.*)$")
EXPLAINED = re.compile(r" {2,}.*$")
OPTIONAL = re.compile(r"\[[^\]]*\]")
INSTALL = re.compile(r"pip install (\w+)$", re.MULTILINE)
TOOLS = Path(sys.executable).parent


def misuse_of(block: Block) -> str:
    """Return the first command of a block that does not exist, or is used wrongly."""
    installed = set(INSTALL.findall(block.content))
    for line in block.content.replace("\\\n", " ").splitlines():
        for part in line.split(" && "):
            listed = LISTED.match(part)
            if listed:
                for use in EXPLAINED.sub("", listed[1]).split(" | "):
                    found = misuse(use)
                    if found:
                        return f"{use}: {found}"
            elif block.kind == "sh" and not exists(part, installed):
                return f"{part}: no such program"
    return ""


def misuse(use: str) -> str:
    """Return what is wrong with a command and its arguments, or nothing."""
    name, *arguments = words(OPTIONAL.sub("", use))
    if name not in COMMANDS:
        return "no such command"
    command = command_line.get_command(click.Context(command_line), name)
    assert command is not None
    try:
        command.make_context(name, arguments).close()
    except click.exceptions.Exit:
        return ""
    except click.UsageError as error:
        return error.format_message()
    return ""


def exists(command: str, installed: set[str]) -> bool:
    """Return whether the program of a command line is one of the system or the project.

    Programs that a line before it installs for the time being are taken to be there.
    """
    program = words(command)[0]
    if program.startswith(".venv/bin/"):
        if program.removeprefix(".venv/bin/") in installed:
            return True
        return shutil.which(program.removeprefix(".venv/bin/"), path=str(TOOLS)) is not None
    return (ROOT / program).is_file() or shutil.which(program) is not None
